"""Values of a conversation: messages, how to sample, what an answer cost. No behaviour, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["system", "user", "assistant"]
Strategy = Literal["low_confidence", "draft_self", "causal"]
Reason = Literal["eos", "length", "context", "cancelled"]

STRATEGIES: tuple[Strategy, ...] = ("low_confidence", "draft_self", "causal")


@dataclass(frozen=True)
class TextPart:
    """What was said."""

    text: str


@dataclass(frozen=True)
class ThinkingPart:
    """What was thought before the answer; never given to the template again."""

    text: str
    is_closed: bool = True


Part = TextPart | ThinkingPart


@dataclass(frozen=True)
class Message:
    """One turn: a role and its parts in reading order."""

    role: Role
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The spoken text, without thinking."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


@dataclass(frozen=True)
class Sampling:
    """How an answer is decoded. `None` means: the checkpoint's own value.

    `block_size` counts positions, `draft_width` rows of a draft (16 unless the checkpoint's block
    is shorter), `max_tokens` response tokens.
    `exact` asks `draft_self` for exact acceptance. `seed` has no effect at temperature 0.
    """

    strategy: Strategy = "low_confidence"
    thinking: bool | None = None
    block_size: int | None = None
    threshold: float | None = None
    draft_width: int | None = None
    exact: bool = False
    temperature: float | None = None
    top_k: int | None = None
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None


@dataclass(frozen=True)
class Stats:
    """What an answer cost.

    `tokens` counts the response including the first stop id; `passes` counts previews, `commits`
    causal passes after the prompt. `seconds` excludes loading and includes the prompt,
    `tokens_per_second` excludes the prompt.
    """

    tokens: int
    passes: int
    commits: int
    seconds: float
    tokens_per_second: float
    peak_memory_bytes: int

    @property
    def tpf(self) -> float:
        """Tokens per forward: response tokens / (previews + causal passes after the prompt)."""
        return self.tokens / max(1, self.passes + self.commits)

    @property
    def tokens_per_pass(self) -> float:
        """Response tokens / previews; 0 where there was no preview."""
        return self.tokens / self.passes if self.passes else 0.0
