"""The open block as text: which cells are filled and what each may show now. No ids are chosen."""

from __future__ import annotations

from collections.abc import Iterable

from clover_desktop.engine.detokenizer import cell_texts
from clover_desktop.engine.events import Fill
from clover_desktop.engine.thinking import AnswerParts
from clover_desktop.protocol import Cell


class Canvas:
    """A block of `size` masks behind the text that `parts` holds."""

    def __init__(self, size: int, parts: AnswerParts) -> None:
        self._parts = parts
        self._before = parts.pending
        self._bytes: list[bytes | None] = [None] * size
        self._fills: dict[int, Fill] = {}
        self._texts = [""] * size

    def fill(self, fills: Iterable[Fill]) -> tuple[Cell, ...]:
        """Fill cells; returns these and, with their first values, earlier ones whose text has
        become showable, in ascending position."""
        new = {fill.position: fill for fill in fills}
        self._fills |= new
        for position, fill in new.items():
            self._bytes[position] = self._parts.shown_bytes(fill.token)
        texts, self._texts = self._texts, cell_texts(self._bytes, self._before)
        changed = [
            position
            for position in sorted(self._fills)
            if position in new or self._texts[position] != texts[position]
        ]
        return tuple(_cell(self._fills[position], self._texts[position]) for position in changed)


def draft_cells(fills: Iterable[Fill], parts: AnswerParts) -> tuple[Cell, ...]:
    """The cells of a draft that continues the text of `parts`, in ascending position."""
    drafts = tuple(fills)
    texts = cell_texts([parts.shown_bytes(fill.token) for fill in drafts], parts.pending)
    return tuple(map(_cell, drafts, texts))


def _cell(fill: Fill, text: str) -> Cell:
    return Cell(fill.position, fill.token, text, fill.confidence, fill.forced)
