"""What the child that prepares models says: typed, and checked again where it is read."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clover_desktop.errors import CloverError

STAGES = ("download", "verify", "quantize", "delete")
_LONGEST_TEXT = 8192


class BrokenMessageError(CloverError):
    """A child's message is not one of these."""

    kind = "child"


@dataclass(frozen=True)
class Progress:
    """`done` of `total` bytes of `file` in `stage`; a stall shows as 0 bytes per second.

    `all_done` of `all_total` bytes count every file once for its download and once for its
    conversion. `seconds_left` is None while nothing can be said.
    """

    stage: str
    file: str
    done: int
    total: int
    bytes_per_second: float
    all_done: int = 0
    all_total: int = 0
    seconds_left: float | None = None


@dataclass(frozen=True)
class Notice:
    """What it waits for, in a sentence; empty when that is over."""

    sentence: str


@dataclass(frozen=True)
class Finished:
    """The model is complete in `path`; `nbytes` is its size on disk."""

    path: str
    repo: str
    revision: str
    scheme: str
    nbytes: int


@dataclass(frozen=True)
class Failed:
    """It ended with a failure; what was finished is kept. `error` is the failure's stable word."""

    error: str
    sentence: str
    detail: str = ""


Message = Progress | Notice | Finished | Failed
_KINDS: Mapping[str, type[Message]] = {
    "progress": Progress,
    "notice": Notice,
    "finished": Finished,
    "failed": Failed,
}


def to_line(message: Message) -> dict[str, Any]:
    """The object that travels."""
    kind = next(kind for kind, type_ in _KINDS.items() if isinstance(message, type_))
    values = dataclasses.asdict(message)
    return {"kind": kind} | {
        name: value[-_LONGEST_TEXT:] if isinstance(value, str) else value
        for name, value in values.items()
    }


def from_line(line: Mapping[str, Any]) -> Message:
    """The message that arrived.

    Raises:
        BrokenMessageError: it is none, or a value is of the wrong type or out of bounds.
    """
    kind = line.get("kind")
    type_ = _KINDS.get(kind) if isinstance(kind, str) else None
    values = {name: value for name, value in line.items() if name != "kind"}
    fields = {field.name: field for field in dataclasses.fields(type_)} if type_ else {}
    if type_ is None or values.keys() != fields.keys():
        raise _broken()
    if not all(_is_right(fields[name].type, value) for name, value in values.items()):
        raise _broken()
    message: Message = type_(**values)
    if isinstance(message, Progress) and (
        message.stage not in STAGES or not 0 <= message.done <= max(message.total, 0)
    ):
        raise _broken()
    return message


def _is_right(annotation: Any, value: object) -> bool:
    match annotation:
        case "str":
            return isinstance(value, str) and len(value) <= _LONGEST_TEXT
        case "int":
            return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63
        case "float | None" if value is None:
            return True
        case _:
            return (
                isinstance(value, int | float)
                and not isinstance(value, bool)
                and math.isfinite(value)
                and value >= 0
            )


def _broken() -> BrokenMessageError:
    return BrokenMessageError(
        "The helper process reported something that cannot be; start the installation again, what"
        " is finished is kept."
    )
