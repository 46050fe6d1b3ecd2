"""Put the cells of a block into lines, as a page would set their text.

Pure: the caller brings a function that measures text in pixels. Real whitespace, line breaks and
indentation are kept; a space at a soft break is swallowed. Lines that are being read keep their
cells: where they begin can be pinned. Words stay whole across cells, Chinese
may break between characters, and right-to-left runs are set from the right. All lines have the
same height, so a line is a number here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

Measure = Callable[[str], float]
# An item and which of its inked parts (counted from 0; a mask is one) begins a line.
Start = tuple[Hashable, int]

TAB = "    "

# Unicode categories: closing marks, signs of punctuation and lengtheners stay with what is before
# them, opening marks and currency signs with what is after, and combining marks with their base.
_NO_BREAK_BEFORE = frozenset(("Pe", "Pf", "Po", "Lm", "Mn", "Mc", "Me"))
_NO_BREAK_AFTER = frozenset(("Ps", "Pi", "Sc"))
_JOINER = "\u200d"


@dataclass(frozen=True)
class Item:
    """One thing to place: text, or a glyph without text `pill` wide with `gap` before it."""

    key: Hashable
    text: str = ""
    pill: float = 0.0
    gap: float = 0.0


@dataclass(frozen=True)
class Piece:
    """A part of an item on one line; `ordinal` counts the parts of an item.

    `text` is empty for a pill, a line feed for a line end. `is_space` tells that there is no ink in
    it. The glued sides touch a neighbour without a space.
    """

    key: Hashable
    ordinal: int
    text: str
    x: float
    width: float
    line: int
    is_space: bool = False
    is_glued_left: bool = False
    is_glued_right: bool = False


@dataclass(frozen=True)
class Flow:
    """The pieces in reading order, the number of lines they need, and what each line begins with
    (None: an empty line, or one that begins within a word too long for the page)."""

    pieces: tuple[Piece, ...]
    lines: int
    starts: tuple[Start | None, ...] = ()


@dataclass
class _Atom:
    # The smallest thing that is placed as a whole.
    key: Hashable
    kind: str  # "ink", "space", "pill", "end"
    text: str
    width: float
    gap: float = 0.0
    is_of_ink: bool = True  # its item has ink somewhere
    x: float = 0.0
    ordinal: int = -1  # which of the inked parts of its item, -1 for none or a part of one


def flow(
    items: Iterable[Item],
    width: float,
    measure: Measure,
    *,
    end_width: float = 0.0,
    pins: Collection[Start] = (),
) -> Flow:
    """Set `items` into lines `width` pixels wide. `end_width` is the width of a line-end glyph.

    What is in `pins` goes on beginning a line, also where it would fit into the line before. Only
    where that line has overflowed does its rest join the pinned line.
    """
    lines = _break_lines(_atoms(items, measure, end_width), max(1.0, width), measure, pins)
    pieces: list[Piece] = []
    counts: dict[Hashable, int] = {}
    is_rtl: bool | None = None
    for number, line in enumerate(lines):
        if is_rtl is None:
            is_rtl = _first_direction(line, lines[number + 1 :])
        _place(line, width, is_rtl)
        pieces.extend(_merge(line, number, counts))
        if line and line[-1].kind == "end":
            is_rtl = None
    return Flow(tuple(pieces), len(lines), tuple(_start(line) for line in lines))


def direction(text: str) -> int:
    """1 for text whose first strong character is right-to-left, -1 for left-to-right, 0 if none is
    strong."""
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("R", "AL"):
            return 1
        if kind in ("L", "EN", "AN"):
            return -1
    return 0


def can_break(before: str, after: str) -> bool:
    """Whether a line may end between two inked characters."""
    if _JOINER in (before, after) or 0x1F3FB <= ord(after) <= 0x1F3FF:  # parts of one emoji
        return False
    if unicodedata.category(after) in _NO_BREAK_BEFORE:
        return False
    if unicodedata.category(before) in _NO_BREAK_AFTER:
        return False
    if unicodedata.category(before) == "Pd" and after.isalpha():
        return True
    return _is_wide(before) or _is_wide(after)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def _atoms(items: Iterable[Item], measure: Measure, end_width: float) -> list[_Atom]:
    atoms: list[_Atom] = []
    for item in items:
        if not item.text:
            if item.pill > 0.0:
                atoms.append(_Atom(item.key, "pill", "", item.pill, item.gap, ordinal=0))
            continue
        text = item.text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", TAB)
        is_of_ink = has_sign = not text.isspace()
        start = inked = 0
        for index in range(1, len(text) + 1):
            if index < len(text) and not _splits(text[index - 1], text[index]):
                continue
            part = text[start:index]
            start = index
            if part == "\n":
                sign = 0.0 if has_sign else end_width
                atoms.append(_Atom(item.key, "end", part, sign, is_of_ink=is_of_ink))
                has_sign = True  # one line-end glyph for a cell is enough
            else:
                atom = _Atom(item.key, "space", part, measure(part), is_of_ink=is_of_ink)
                if not part.isspace():
                    atom.kind, atom.ordinal = "ink", inked
                    inked += 1
                atoms.append(atom)
    return atoms


def _splits(before: str, after: str) -> bool:
    if before.isalnum() and after.isalnum() and before.isascii() and after.isascii():
        return False  # most of all text, and this is asked for every character
    if "\n" in (before, after):
        return True
    if before.isspace() or after.isspace():
        return before.isspace() != after.isspace()
    return can_break(before, after)


def _glues(before: _Atom, after: _Atom) -> bool:
    # Whether no line may end between two neighbours.
    if after.kind == "pill" or (before.kind == "pill" and not after.text):
        return False
    if before.kind == "pill":
        return not _is_wide(after.text[0])
    return not can_break(before.text[-1], after.text[0])


def _start(line: list[_Atom]) -> Start | None:
    for atom in line:
        if atom.kind in ("ink", "pill"):
            return (atom.key, atom.ordinal) if atom.ordinal >= 0 else None
    return None


def _break_lines(
    atoms: list[_Atom], width: float, measure: Measure, pins: Collection[Start]
) -> list[list[_Atom]]:
    lines: list[list[_Atom]] = [[]]
    x = 0.0
    index = 0
    has_overflowed = False  # since the last pin: the line began where none was pinned
    is_pinned = False  # the next word begins a line
    while index < len(atoms):
        atom = atoms[index]
        if atom.kind in ("space", "end"):
            # A space that runs past the edge hangs there; it never begins a line after a soft
            # break.
            atom.width = min(atom.width, max(0.0, width - x))
            lines[-1].append(atom)
            x += atom.width
            index += 1
            if atom.kind == "end":
                lines.append([])
                x = 0.0
                has_overflowed = is_pinned = False
            continue
        word = [atom]
        while (
            index + len(word) < len(atoms)
            and atoms[index + len(word)].kind in ("ink", "pill")
            and _glues(word[-1], atoms[index + len(word)])
        ):
            word.append(atoms[index + len(word)])
        index += len(word)
        follows_space = bool(lines[-1]) and lines[-1][-1].kind == "space"
        gap = word[0].gap if x > 0.0 and not follows_space else 0.0
        extent = gap + sum(part.width for part in word)
        pinned = [(part.key, part.ordinal) in pins for part in word] if pins else []
        is_pinned = is_pinned or bool(pinned and pinned[0])
        # Spaces alone are the indentation of the pinned word, not a line before it.
        breaks = is_pinned and not has_overflowed and _start(lines[-1]) is not None
        if x > 0.0 and (breaks or x + extent > width):
            has_overflowed = bool(pins) and not is_pinned and True not in pinned
            lines.append([])
            x, gap = 0.0, 0.0
            extent = sum(part.width for part in word)
            is_pinned = False
        else:
            if is_pinned:
                has_overflowed = False
            # A pinned cell has turned out to be the end of a word: the next word begins its line.
            is_pinned = True in pinned[1:]
        if extent > width:
            word = _split_long(word, width, measure)
        for part in word:
            if x > 0.0 and x + part.width > width + 0.01:
                lines.append([])
                x = 0.0
            part.gap = gap if part is word[0] and x > 0.0 else 0.0
            x += part.gap + part.width
            lines[-1].append(part)
    return lines


def _split_long(word: list[_Atom], width: float, measure: Measure) -> list[_Atom]:
    # A word wider than the page is cut where the page ends.
    parts: list[_Atom] = []
    for atom in word:
        if atom.kind != "ink" or len(atom.text) == 1:
            parts.append(atom)
            continue
        for character in atom.text:
            parts.append(_Atom(atom.key, "ink", character, measure(character)))
    for part in parts:
        part.width = min(part.width, width)
    return parts


def _first_direction(line: list[_Atom], rest: Sequence[list[_Atom]]) -> bool:
    for atoms in (line, *rest):
        for atom in atoms:
            found = direction(atom.text)
            if found:
                return found > 0
        if atoms and atoms[-1].kind == "end":
            break
    return False


def _place(line: list[_Atom], width: float, is_rtl: bool) -> None:
    """Give each atom of a line its x, in visual order."""
    base = 1 if is_rtl else -1
    directions = [direction(atom.text) if atom.kind == "ink" else 0 for atom in line]
    # What has no direction of its own takes that of both neighbours where they agree.
    has_turns = is_rtl or 1 in directions
    for index, found in enumerate(directions if has_turns else ()):
        if found == 0:
            before = next((d for d in reversed(directions[:index]) if d), base)
            after = next((d for d in directions[index + 1 :] if d), base)
            directions[index] = before if before == after else base
    visual = _reorder(line, directions, base) if has_turns else line
    if not is_rtl:
        x = 0.0
        for atom in visual:
            x += atom.gap
            atom.x = x
            x += atom.width
        return
    x = width
    for atom in reversed(visual):
        x -= atom.gap + atom.width
        atom.x = x


def _reorder(line: list[_Atom], directions: list[int], base: int) -> list[_Atom]:
    visual: list[_Atom] = []
    run: list[_Atom] = []
    for atom, found in zip(line, directions, strict=True):
        if found != base:
            run.append(atom)
            continue
        visual.extend(reversed(run))
        run = []
        visual.append(atom)
    visual.extend(reversed(run))
    return visual if base == -1 else list(reversed(visual))


def _merge(line: list[_Atom], number: int, counts: dict[Hashable, int]) -> list[Piece]:
    """Join neighbours of the same item; leading and trailing space stays outside of its ink."""
    pieces: list[Piece] = []
    start = 0
    while start < len(line):
        stop = start + 1
        while stop < len(line) and line[stop].key == line[start].key:
            stop += 1
        group = line[start:stop]
        ink = [index for index, atom in enumerate(group) if atom.kind in ("ink", "pill")]
        is_space = not ink
        if ink:
            first, last = start + ink[0], start + ink[-1]
            parts = line[first : last + 1]
        else:
            first, last, parts = start, stop - 1, group
        left = min(atom.x for atom in parts)
        right = max(atom.x + atom.width for atom in parts)
        key = line[start].key
        # The space of a word shows as space; that of a cell without a word is all there is of it.
        if right > left and not (is_space and group[0].is_of_ink):
            before = line[first - 1] if first else None
            after = line[last + 1] if last + 1 < len(line) else None
            glued = (_touches(before, is_space), _touches(after, is_space))
            is_rtl = direction("".join(atom.text for atom in parts)) > 0
            pieces.append(
                Piece(
                    key=key,
                    ordinal=counts.get(key, 0),
                    text="".join(atom.text for atom in parts),
                    x=left,
                    width=right - left,
                    line=number,
                    is_space=is_space,
                    is_glued_left=glued[1] if is_rtl else glued[0],
                    is_glued_right=glued[0] if is_rtl else glued[1],
                )
            )
            counts[key] = counts.get(key, 0) + 1
        start = stop
    return pieces


def _touches(neighbour: _Atom | None, is_space: bool) -> bool:
    return not is_space and neighbour is not None and neighbour.kind == "ink"
