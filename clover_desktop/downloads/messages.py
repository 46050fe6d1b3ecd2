"""What the child that prepares models says: typed, and checked again where it is read."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clover_desktop.errors import CloverError, Sentence, said

STAGES = ("download", "verify", "quantize", "delete")
_LONGEST_TEXT = 8192
_LONGEST_VALUE, _MOST_VALUES = 2048, 8


class BrokenMessageError(CloverError):
    """A child's message is not one of these."""

    kind = "child"


@dataclass(frozen=True)
class Progress:
    """`done` of `total` bytes of `file` in `stage`; a stall shows as 0 bytes per second.

    `all_done` of `all_total` bytes count every file once for its download and once for its
    conversion. `seconds_left` is None while nothing can be said. `file` is number `shard` of
    `shards`, the weights that the index names; both are 0 for other files.
    """

    stage: str
    file: str
    done: int
    total: int
    bytes_per_second: float
    all_done: int = 0
    all_total: int = 0
    seconds_left: float | None = None
    shard: int = 0
    shards: int = 0


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
    """The object that travels. A sentence with a code travels as an object of its own."""
    kind = next(kind for kind, type_ in _KINDS.items() if isinstance(message, type_))
    values = {field.name: getattr(message, field.name) for field in dataclasses.fields(message)}
    return {"kind": kind} | {name: _packed(value) for name, value in values.items()}


def _packed(value: Any) -> Any:
    match value:
        case Sentence():
            values = {name: str(text)[-_LONGEST_VALUE:] for name, text in value.values.items()}
            return {"text": str(value)[-_LONGEST_TEXT:], "code": value.code, "values": values}
        case str():
            return value[-_LONGEST_TEXT:]
        case _:
            return value


def from_line(line: Mapping[str, Any]) -> Message:
    """The message that arrived.

    Raises:
        BrokenMessageError: it is none, or a value is of the wrong type or out of bounds.
    """
    kind = line.get("kind")
    type_ = _KINDS.get(kind) if isinstance(kind, str) else None
    values = {name: _unpacked(value) for name, value in line.items() if name != "kind"}
    fields = {field.name: field for field in dataclasses.fields(type_)} if type_ else {}
    if type_ is None or values.keys() != fields.keys():
        raise _broken()
    if not all(_is_right(fields[name].type, value) for name, value in values.items()):
        raise _broken()
    message: Message = type_(**values)
    if isinstance(message, Progress) and (
        message.stage not in STAGES
        or not 0 <= message.done <= max(message.total, 0)
        or message.shard > message.shards
    ):
        raise _broken()
    return message


def _unpacked(value: Any) -> Any:
    """A sentence out of the object it travelled as; anything else as it is."""
    match value:
        case {"text": str(text), "code": str(code), "values": dict(values)}:
            is_right = len(value) == 3 and len(values) <= _MOST_VALUES
            if is_right and all(_is_value(item) for pair in values.items() for item in pair):
                return Sentence(text, code, values)
    return value


def _is_value(item: object) -> bool:
    return isinstance(item, str) and len(item) <= _LONGEST_VALUE


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
    text = (
        "The helper process reported something that cannot be; start the installation again, what"
        " is finished is kept."
    )
    return BrokenMessageError(said("helper_nonsense", text))
