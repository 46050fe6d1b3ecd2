"""The errors of the project, by whose affair they are.

    CloverError                 every error whose text is a sentence for the person
    ├── UsageError              the person's input: a flag, a value out of bounds, an empty prompt
    ├── ContextError            the prompt does not fit into the model's context
    ├── CheckpointError         the world: a model folder that cannot be read as one
    │   ├── ConfigError         its config.json asks for what is not implemented
    │   ├── TensorError         a tensor is missing, unexpected, or of the wrong shape or type
    │   └── NoSpaceError        the drive has no room for it
    ├── TemplateError           its chat template failed or refused the conversation
    ├── DeviceError             the device is missing or out of memory
    ├── EngineGone              the worker thread has ended; start it again
    └── BugError                our own mistake: a broken invariant, with a sentence all the same
    Interrupted                 not a CloverError: the person stopped it, never shown

Each text is one sentence that says what is wrong, where, and what to do. `kind` is the stable word
that crosses the boundary (events `Failed` and the command line's `error` event).
"""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """A sentence for a person that also says which one it is, so that a window can say it in its
    own language.

    Everywhere else it is its English text. `code` is a stable word, `values` is what fills the
    gaps; a value may be such a sentence itself. `said` makes them.
    """

    code: str
    values: Mapping[str, str]

    def __new__(cls, text: str, code: str, values: Mapping[str, str]) -> Sentence:
        made = super().__new__(cls, text)
        made.code, made.values = code, values
        return made

    def __getnewargs__(self) -> tuple[str, str, Mapping[str, str]]:  # type: ignore[override]
        return str(self), self.code, self.values


def said(code: str, text: str, /, **values: object) -> Sentence:
    """The sentence `code`: its English `text` with `values` in its gaps.

    The words of the window stand in `ui/sentences.py` and `ui/sentences_models.py`.
    """
    filled = {
        name: value if isinstance(value, str) else str(value) for name, value in values.items()
    }
    return Sentence(text.format(**filled), code, filled)


def size_words(nbytes: float) -> str:
    """A size in words, as `5.3 GB`; small ones in megabytes, kilobytes or bytes."""
    for unit, name in ((1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")):
        if nbytes >= 0.9995 * unit:
            return f"{nbytes / unit:.1f} {name}"
    return f"{int(nbytes)} bytes"


class CloverError(Exception):
    """An error whose text may be shown to a person as it stands."""

    kind = "error"

    def __init__(self, sentence: str, *, detail: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.detail = detail


class UsageError(CloverError):
    """The person asked for something outside the bounds; the command line's exit code 2."""

    kind = "usage"


class ContextError(CloverError):
    """The prompt is longer than the context leaves room for."""

    kind = "context"


class CheckpointError(CloverError):
    """A model folder or one of its files cannot be used."""

    kind = "checkpoint"


class ConfigError(CheckpointError):
    """config.json asks for mathematics that is not implemented, or contradicts itself."""

    kind = "config"


class TensorError(CheckpointError):
    """A tensor is missing, unexpected, or of the wrong shape or type."""

    kind = "tensor"


class NoSpaceError(CheckpointError):
    """There is no room on the drive for what a model would become."""

    kind = "space"


class TemplateError(CloverError):
    """The checkpoint's chat template failed or refused the conversation."""

    kind = "template"


class DeviceError(CloverError):
    """The device asked for is missing or has not enough memory."""

    kind = "device"


class EngineGone(CloverError):
    """The engine's worker thread has ended unasked."""

    kind = "engine_gone"


class BugError(CloverError):
    """An invariant of our own is broken."""

    kind = "bug"


class Interrupted(BaseException):
    """The person stopped the work; never shown as a failure."""
