"""Templates with choices, and the rule that sets values apart for the evaluation.

`[a|b|c]` takes one of its parts (none nested), `{name}` a slot. The same slot has the same value
everywhere in a template.
"""

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

T = TypeVar("T")

HELD_OUT_SHARE = 8

_CHOICE = re.compile(r"\[([^\[\]]*)\]")


@lru_cache(maxsize=8192)
def _parts(template: str) -> tuple[tuple[str, ...], ...]:
    pieces = _CHOICE.split(template)
    return tuple(
        tuple(piece.split("|")) if index % 2 else (piece,) for index, piece in enumerate(pieces)
    )


def words(text: str) -> tuple[str, ...]:
    """The parts of a list written as one string, separated by `|`."""
    return tuple(text.split("|"))


def table(text: str) -> dict[str, tuple[str, ...]]:
    """Paragraphs `key > value; value; ...`, broken anywhere, to the values of each key."""
    found = {}
    for paragraph in text.strip().split("\n\n"):
        key, values = " ".join(paragraph.splitlines()).split(" > ", 1)
        found[key] = tuple(value.strip() for value in values.split(";"))
    return found


def choose(rng: Random, items: Sequence[T]) -> T:
    """One item, several times faster than `rng.choice`."""
    return items[int(rng.random() * len(items))]


def pick(rng: Random, items: Sequence[T], count: int) -> list[T]:
    """`count` different items in random order."""
    left = list(items)
    taken = []
    for _ in range(count):
        taken.append(left.pop(int(rng.random() * len(left))))
    return taken


def render(rng: Random, template: str, slots: Mapping[str, str] | None = None) -> str:
    """The template with its choices made and its slots filled."""
    text = "".join(choose(rng, part) if len(part) > 1 else part[0] for part in _parts(template))
    return text.format_map(slots) if slots is not None and "{" in text else text


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def is_held_out(value: str, share: int = HELD_OUT_SHARE) -> bool:
    """Whether a value belongs to the evaluation: a fixed share by its checksum."""
    return zlib.crc32(value.encode()) % share == 0


_NOT_WORD = re.compile(r"[^0-9a-z\u4e00-\u9fff]+")


def normalised(text: str) -> str:
    """Lower case, words separated by one space, no punctuation."""
    return _NOT_WORD.sub(" ", text.lower()).strip()
