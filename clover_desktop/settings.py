"""What a person has set, as frozen values with bounds, and the file that keeps it.

The file is TOML in the person's config folder. A value that is unknown or out of bounds becomes its
default, keys that are not ours stay as they are, and a file that cannot be read at all is kept
aside as `settings.toml.bad`: the app always starts. A file of a newer version is left alone.
"""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import tomli_w

from clover_desktop.chat import STRATEGIES, Sampling, Strategy
from clover_desktop.errors import said
from clover_desktop.protocol import Loaded

AnimationSpeed = Literal["live", "slow", "off"]
ThemeChoice = Literal["system", "light", "dark"]
LanguageChoice = Literal["system", "en", "zh_CN"]

VERSION = 1
FILE_NAME = "settings.toml"
SEED_LIMIT = 2**31 - 1
TEMPERATURE_LIMIT = 2.0
LENGTH_LIMIT = 1_000_000
BLOCK_LIMIT = 1024
SIZE_LIMIT = 32_767
# More than this is not a settings file of ours.
_MOST_BYTES = 1_000_000


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
        """The command's values. A random seed is drawn here, so that the answer can be repeated.

        Block size and threshold are wishes about diffusion: the other decoders get neither.
        """
        fitted = self.fitted_to(model) if model is not None else self
        can_think = model is None or model.can_think
        is_diffusion = fitted.strategy == "low_confidence"
        return Sampling(
            strategy=fitted.strategy,
            thinking=fitted.thinking if can_think else None,
            block_size=fitted.block_size if is_diffusion else None,
            threshold=fitted.threshold if is_diffusion else None,
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


@dataclass(frozen=True)
class WindowSettings:
    """What of the window is open, and how large it is in device-independent pixels."""

    panel_open: bool = False
    width: int | None = None
    height: int | None = None
    is_maximized: bool = False


@dataclass(frozen=True)
class Settings:
    """All that is kept: the defaults of every chat, the look, the window."""

    answer: AnswerSettings = AnswerSettings()
    look: LookSettings = LookSettings()
    window: WindowSettings = WindowSettings()


def from_table(table: Mapping[str, Any]) -> Settings:
    """The settings in a parsed file; what is missing, unknown or out of bounds is the default."""
    return Settings(
        answer=_section(AnswerSettings(), _ANSWER, table.get("answer")),
        look=_section(LookSettings(), _LOOK, table.get("look")),
        window=_section(WindowSettings(), _WINDOW, table.get("window")),
    )


def to_table(settings: Settings, kept: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """`settings` as a table to write; keys of `kept` that are not ours stay in it."""
    table: dict[str, Any] = {**(kept or {}), "version": VERSION}
    for part in fields(settings):
        section: Any = getattr(settings, part.name)
        old = table.get(part.name)
        ours = {item.name: getattr(section, item.name) for item in fields(section)}
        others = old if isinstance(old, dict) else {}
        # TOML has no null: a value that is the model's own is simply not there.
        table[part.name] = {
            **{key: value for key, value in others.items() if key not in ours},
            **{key: value for key, value in ours.items() if value is not None},
        }
    return table


class SettingsFile:
    """The file of the settings.

    Attributes:
        problem: a sentence about the file for the person, or empty. It is set by `load`.
    """

    def __init__(self, path: Path | None) -> None:
        """`path` None keeps nothing: for pictures and tests."""
        self.path = path
        self.problem = ""
        self._others: dict[str, Any] = {}
        self._may_write = path is not None

    def load(self) -> Settings:
        """What the file says; defaults, and a `problem`, where it cannot be used. Never raises."""
        self._others = {}
        self._may_write = self.path is not None
        if self.path is None:
            return Settings()
        self.problem = ""
        try:
            with self.path.open("rb") as file:
                raw = file.read(_MOST_BYTES + 1)
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            self._may_write = False
            reason = error.strerror or type(error).__name__
            text = (
                "The settings in {path} cannot be read ({why}): the defaults are used, and changes "
                "are not kept."
            )
            self.problem = said("settings_unreadable", text, path=self.path, why=reason)
            return Settings()
        try:
            if len(raw) > _MOST_BYTES:
                raise ValueError("too long")
            # Some editors begin a file with a byte order mark.
            table = tomllib.loads(raw.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            self._set_aside()
            return Settings()
        version = table.get("version", VERSION)
        if isinstance(version, int) and version > VERSION:
            self._may_write = False
            text = (
                "The settings in {path} are of a newer Clover Desktop: the defaults are used, and "
                "the file is left as it is. Update the app to use it."
            )
            self.problem = said("settings_newer", text, path=self.path)
            return Settings()
        self._others = table
        return from_table(table)

    def save(self, settings: Settings, since: Settings | None = None) -> None:
        """Write `settings`: the old file stays whole until the new one is.

        What is equal in `since` was not changed here: it is taken from the file, where another
        window may have changed it.

        Raises:
            OSError: the folder or the disk does not take it.
        """
        path = self.path
        if path is None or not self._may_write:
            return
        if since is not None:
            settings = self._joined(settings, since)
        text = tomli_w.dumps(to_table(settings, self._others))
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(text.encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise

    def _joined(self, settings: Settings, since: Settings) -> Settings:
        assert self.path is not None
        try:
            table = tomllib.loads(self.path.read_bytes().decode("utf-8-sig"))
        except (OSError, ValueError, RecursionError):
            return settings
        if table.get("version", VERSION) != VERSION:
            return settings
        self._others = table
        there = from_table(table)
        sections: dict[str, Any] = {}
        for part in fields(settings):
            ours, before = getattr(settings, part.name), getattr(since, part.name)
            changed = {
                item.name: getattr(ours, item.name)
                for item in fields(ours)
                if getattr(ours, item.name) != getattr(before, item.name)
            }
            sections[part.name] = replace(getattr(there, part.name), **changed)
        return Settings(**sections)

    def _set_aside(self) -> None:
        assert self.path is not None
        bad = self.path.with_name(self.path.name + ".bad")
        try:
            os.replace(self.path, bad)
        except OSError:
            # Neither readable nor movable: better no settings than a lost file.
            self._may_write = False
            text = (
                "The settings in {path} cannot be read: the defaults are used, and changes are not "
                "kept."
            )
            self.problem = said("settings_stuck", text, path=self.path)
        else:
            text = (
                "The settings could not be read and were kept aside as {path}: the defaults are "
                "used."
            )
            self.problem = said("settings_aside", text, path=bad)


@dataclass(frozen=True)
class _Whole:
    least: int
    most: int

    def takes(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        )


@dataclass(frozen=True)
class _Number:
    least: float
    most: float

    def takes(self, value: object) -> bool:
        # NaN compares as false, and so is refused.
        return (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        )


@dataclass(frozen=True)
class _OneOf:
    values: tuple[Any, ...]

    def takes(self, value: object) -> bool:
        return any(type(value) is type(choice) and value == choice for choice in self.values)


_Bound = _Whole | _Number | _OneOf
_SWITCH = _OneOf((True, False))
_ANSWER: dict[str, _Bound] = {
    "thinking": _SWITCH,
    "block_size": _Whole(1, BLOCK_LIMIT),
    "threshold": _Number(0.0, 1.0),
    "strategy": _OneOf(STRATEGIES),
    "temperature": _Number(0.0, TEMPERATURE_LIMIT),
    "seed": _Whole(0, SEED_LIMIT),
    "max_tokens": _Whole(1, LENGTH_LIMIT),
}
_LOOK: dict[str, _Bound] = {
    "animation": _OneOf(get_args(AnimationSpeed)),
    "theme": _OneOf(get_args(ThemeChoice)),
    "language": _OneOf(get_args(LanguageChoice)),
}
_WINDOW: dict[str, _Bound] = {
    "panel_open": _SWITCH,
    "width": _Whole(1, SIZE_LIMIT),
    "height": _Whole(1, SIZE_LIMIT),
    "is_maximized": _SWITCH,
}
_Section = TypeVar("_Section", AnswerSettings, LookSettings, WindowSettings)


def _section(default: _Section, bounds: Mapping[str, _Bound], table: object) -> _Section:
    if not isinstance(table, Mapping):
        return default
    good = {key: table[key] for key, bound in bounds.items() if bound.takes(table.get(key))}
    return replace(default, **good)
