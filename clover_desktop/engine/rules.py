"""What generation_config.json asks of every decoder: stop ids, penalties, ramps, sampling defaults.

Absent keys are neutral. Known keys are read strictly: a wrong type, a value outside its bounds, or
a sampling method that is not implemented is a `ConfigError` that names file and key. Other keys are
logged and have no effect.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clover_desktop.errors import ConfigError, said

if TYPE_CHECKING:
    from clover_desktop.models.config import CloverConfig

FILE_NAME = "generation_config.json"

_log = logging.getLogger(__name__)

# Fields of transformers' generation config that would change the answer and are not implemented,
# with the values under which they change nothing.
_NEUTRAL_ONLY: dict[str, tuple[object, ...]] = {
    "bad_words_ids": (None, []),
    "begin_suppress_tokens": (None, []),
    "encoder_repetition_penalty": (None, 1),
    "epsilon_cutoff": (None, 0),
    "eta_cutoff": (None, 0),
    "exponential_decay_length_penalty": (None,),
    "forced_bos_token_id": (None,),
    "forced_eos_token_id": (None,),
    "guidance_scale": (None, 1),
    "min_length": (None, 0),
    "min_new_tokens": (None, 0),
    "min_p": (None, 0),
    "no_repeat_ngram_size": (None, 0),
    "num_beams": (None, 1),
    "sequence_bias": (None, {}, []),
    "typical_p": (None, 1),
}

_READ = frozenset(
    {
        "eos_token_id",
        "pad_token_id",
        "stop_token_ids",
        "suppress_tokens",
        "temperature",
        "top_k",
        "top_p",
        "presence_penalty",
        "frequency_penalty",
        "repetition_penalty",
        "dllm_length_penalty",
        "dllm_length_penalty_start",
        "dllm_length_penalty_window",
        "dllm_think_end_bias",
        "dllm_think_end_start",
        "dllm_think_end_window",
        "dllm_think_end_token_id",
    }
)


@dataclass(frozen=True)
class Ramp:
    """`clamp((position - start) / window, 0, 1) * strength`, with the 1-based response position."""

    strength: float = 0.0
    start: int = 0
    window: int = 1

    def is_off_before(self, position: int) -> bool:
        """Whether the ramp adds nothing up to and including `position`."""
        return self.strength == 0.0 or position <= self.start


@dataclass(frozen=True)
class GenerationRules:
    """The rules of one checkpoint.

    `stop_ids` are eos, stop and pad ids, in this order, each once. `suppressed` are the mask id and
    `suppress_tokens`: they are never chosen. `top_k` and `top_p` are None where they are off.
    """

    stop_ids: tuple[int, ...]
    mask_id: int
    suppressed: tuple[int, ...]
    presence: float = 0.0
    frequency: float = 0.0
    repetition: float = 1.0
    length_ramp: Ramp = Ramp()
    think_end_ramp: Ramp = Ramp()
    think_end_id: int | None = None
    temperature: float = 0.0
    top_k: int | None = None
    top_p: float | None = None

    @property
    def has_penalties(self) -> bool:
        """Whether any token's own count changes its logit."""
        return (self.presence, self.frequency, self.repetition) != (0.0, 0.0, 1.0)


def load_rules(folder: Path, config: CloverConfig) -> GenerationRules:
    """Read `folder`/generation_config.json; without it all is neutral and eos is config.json's.

    Raises:
        ConfigError: the file is not a JSON object, or asks for what cannot be done.
    """
    path = folder / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return read_rules(None, config)
    except (OSError, UnicodeDecodeError) as error:
        text = "{path} cannot be read; download or copy the model again."
        raise ConfigError(said("rules_unreadable", text, path=path), detail=str(error)) from error
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        text = "{path} is not valid JSON; download or copy the model again."
        raise ConfigError(said("rules_not_json", text, path=path), detail=str(error)) from error
    if not isinstance(content, dict):
        text = "{path} must hold one JSON object; download or copy the model again."
        raise ConfigError(said("rules_no_object", text, path=path))
    return read_rules(content, config)


def read_rules(content: Mapping[str, object] | None, config: CloverConfig) -> GenerationRules:
    """Rules from the parsed file (None: there is no file) and the checkpoint's config.

    Raises:
        ConfigError: a key has a wrong type, is out of bounds or is not implemented.
    """
    reader = _Reader({} if content is None else content, config.vocab_size)
    reader.refuse_unimplemented()
    eos = reader.ids("eos_token_id")
    if not eos:
        eos = tuple(config.eos_token_ids)
    stop_ids = (*eos, *reader.ids("stop_token_ids"), *reader.ids("pad_token_id"))
    suppressed = (config.mask_token_id, *reader.ids("suppress_tokens"))
    if len(set(suppressed)) >= config.vocab_size:
        raise ConfigError(f"{FILE_NAME}: suppress_tokens leaves no token to choose.")
    think_end = reader.ids("dllm_think_end_token_id")
    if len(think_end) > 1:
        raise ConfigError(f"{FILE_NAME}: dllm_think_end_token_id must be one id.")
    top_k = reader.integer("top_k", 0, least=0)
    top_p = reader.number("top_p", 1.0, above=0.0, most=1.0)
    return GenerationRules(
        stop_ids=tuple(dict.fromkeys(stop_ids)),
        mask_id=config.mask_token_id,
        suppressed=tuple(dict.fromkeys(suppressed)),
        presence=reader.number("presence_penalty", 0.0),
        frequency=reader.number("frequency_penalty", 0.0),
        repetition=reader.number("repetition_penalty", 1.0, above=0.0),
        length_ramp=reader.ramp(
            "dllm_length_penalty",
            "dllm_length_penalty_start",
            "dllm_length_penalty_window",
            default=8192,
        ),
        think_end_ramp=reader.ramp(
            "dllm_think_end_bias", "dllm_think_end_start", "dllm_think_end_window", default=4096
        ),
        think_end_id=think_end[0] if think_end else None,
        temperature=reader.number("temperature", 0.0, least=0.0),
        top_k=top_k or None,
        top_p=None if top_p == 1.0 else top_p,
    )


class _Reader:
    """Reads typed values out of the parsed file; null counts as absent."""

    def __init__(self, content: Mapping[str, object], vocab_size: int) -> None:
        self._content = content
        self._vocab_size = vocab_size

    def refuse_unimplemented(self) -> None:
        for key, value in self._content.items():
            if key in _NEUTRAL_ONLY:
                if isinstance(value, bool) or value not in _NEUTRAL_ONLY[key]:
                    text = (
                        "generation_config.json: {key} is {value}, which this app does not "
                        "implement; remove the key to go on without it."
                    )
                    raise ConfigError(
                        said("rules_not_implemented", text, key=key, value=repr(value))
                    )
            elif key not in _READ:
                _log.info("%s: %s has no effect here", FILE_NAME, key)

    def number(
        self,
        key: str,
        default: float,
        *,
        least: float = -math.inf,
        above: float = -math.inf,
        most: float = math.inf,
    ) -> float:
        value = self._content.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._wrong(key, value, "a number")
        if not abs(value) <= 1e9:
            raise self._wrong(key, value, "a finite number")
        number = float(value)
        if not (least <= number <= most and number > above):
            bounds = [
                f"at least {least:g}" if least > -math.inf else "",
                f"above {above:g}" if above > -math.inf else "",
                f"at most {most:g}" if most < math.inf else "",
            ]
            raise self._wrong(key, value, " and ".join(filter(None, bounds)))
        return number

    def integer(self, key: str, default: int, *, least: int) -> int:
        value = self._content.get(key)
        if value is None:
            return default
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._wrong(key, value, "a whole number")
        if not least <= value < 2**53:
            raise self._wrong(key, value, f"at least {least}")
        return value

    def ids(self, key: str) -> tuple[int, ...]:
        """Token ids: one, a list, or none."""
        value = self._content.get(key)
        if value is None:
            return ()
        listed = value if isinstance(value, list) else [value]
        for token in listed:
            if isinstance(token, bool) or not isinstance(token, int):
                raise self._wrong(key, token, "a token id or a list of them")
            if not 0 <= token < self._vocab_size:
                raise self._wrong(key, token, f"an id below the vocabulary's {self._vocab_size}")
        return tuple(listed)

    def ramp(self, strength: str, start: str, window: str, *, default: int) -> Ramp:
        ramp = Ramp(
            strength=self.number(strength, 0.0),
            start=self.integer(start, default, least=0),
            window=self.integer(window, default, least=1),
        )
        return ramp if ramp.strength else Ramp()

    def _wrong(self, key: str, value: object, wanted: str) -> ConfigError:
        text = "generation_config.json: {key} is {value} and must be {wanted}."
        return ConfigError(said("rules_wrong", text, key=key, value=repr(value), wanted=wanted))
