"""What a person can set in the window, as frozen values with bounds. No Qt, no I/O."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Literal

from clover_desktop.chat import Sampling, Strategy
from clover_desktop.protocol import Loaded

AnimationSpeed = Literal["live", "slow", "off"]
ThemeChoice = Literal["system", "light", "dark"]
LanguageChoice = Literal["system", "en", "zh_CN"]

SEED_LIMIT = 2**31 - 1
TEMPERATURE_LIMIT = 2.0


@dataclass(frozen=True)
class AnswerSettings:
    """How the next answer is decoded. `None` means the checkpoint's own value, for `seed` a new
    random one each time, for `max_tokens` as far as the context reaches."""

    thinking: bool = True
    block_size: int | None = None
    threshold: float | None = None
    strategy: Strategy = "low_confidence"
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None

    def fitted_to(self, model: Loaded) -> AnswerSettings:
        """The same wishes, where `model` allows them; what it lacks goes back to its own value."""
        size = self.block_size if self.block_size in model.block_sizes else None
        longest = self.max_tokens
        if longest is not None and longest >= model.context:
            longest = None
        return replace(self, block_size=size, max_tokens=longest)

    def sampling(self, model: Loaded | None) -> Sampling:
        """The command's values. A random seed is drawn here, so that the answer can be repeated."""
        fitted = self.fitted_to(model) if model is not None else self
        can_think = model is None or model.can_think
        return Sampling(
            strategy=fitted.strategy,
            thinking=fitted.thinking if can_think else None,
            block_size=fitted.block_size,
            threshold=fitted.threshold,
            temperature=fitted.temperature,
            # Not a secret: the seed only chooses among answers.
            seed=fitted.seed if fitted.seed is not None else random.randrange(SEED_LIMIT),
            max_tokens=fitted.max_tokens,
        )


@dataclass(frozen=True)
class LookSettings:
    """How the window looks and speaks."""

    animation: AnimationSpeed = "live"
    theme: ThemeChoice = "system"
    language: LanguageChoice = "system"
