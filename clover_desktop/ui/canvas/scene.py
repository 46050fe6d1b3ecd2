"""Blocks, their places on the page, and how both change: what the widget paints, without Qt.

A scene holds the text before the block (the `lead`), the blocks that still melt and the open one.
Events change the cells, `place` sets them into lines again, and each piece glides from where it was
seen to where it belongs. A piece that changes its line does not fly across the text: it fades in at
its new place.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from clover_desktop.protocol import BlockCommitted, BlockOpened, CellsFilled
from clover_desktop.ui.canvas.cells import (
    BlockEvent,
    BlockState,
    CellPicture,
    CellState,
    Phase,
    Timing,
)
from clover_desktop.ui.canvas.layout import Flow, Item, Measure, Piece, Start, flow
from clover_desktop.ui.motion import ease_out, mix, progress

LEAD = "lead"
MOST_BLOCKS = 3

# Widths of masks as shares of the average token, in turn: a page of text, not a ruler. Mean 1.
_MASK_RHYTHM = (1.0, 0.72, 1.24, 0.9, 1.12, 0.66, 1.3, 0.84, 1.06, 1.16)

# How far a mask may shrink or grow, as shares of the average token, to spare its neighbours a move.
_MASK_LEAST = 0.5
_MASK_MOST = 2.0

CellKey = tuple[int, int]
PieceKey = tuple[Hashable, int]


@dataclass(frozen=True)
class Glyphs:
    """Widths in pixels of what is drawn without text, for one font: the em, the space before a
    mask, a blank cell, a line end; and the width of an average token before any is known."""

    em: float
    gap: float
    blank: float
    line_end: float
    token: float


class Sprite(NamedTuple):
    """One piece ready to paint: its place at the asked moment and what it looks like.

    `arrival` is the opacity of a piece that has just changed its line. `picture` is None for the
    lead, which is plain text.
    """

    piece: Piece
    x: float
    width: float
    arrival: float
    picture: CellPicture | None


@dataclass
class _Glide:
    # From where a piece was seen to where it belongs.
    piece: Piece
    from_x: float
    from_width: float
    started_at: float
    arrived_at: float | None = None


class Scene:
    """All that one live block widget shows. Widths in pixels, times in seconds."""

    def __init__(self, measure: Measure, glyphs: Glyphs, timing: Timing | None = None) -> None:
        self.timing = timing or Timing()
        self.lead = ""
        self.blocks: list[BlockState] = []
        self.lines = 0
        self._measure = measure
        self._glyphs = glyphs
        self._token_width = glyphs.token
        self._width = 0.0
        self._mask_widths: dict[CellKey, float] = {}
        self._glides: dict[PieceKey, _Glide] = {}
        self._ghosts: list[tuple[CellState, BlockState, Sprite]] = []
        self._starts: tuple[Start | None, ...] = ()
        self._is_placed = False
        self._gliding_until = 0.0

    def restyle(self, measure: Measure, glyphs: Glyphs, timing: Timing) -> None:
        """A new font or a new speed."""
        ratio = glyphs.em / self._glyphs.em
        self._token_width *= ratio
        self._mask_widths = {key: width * ratio for key, width in self._mask_widths.items()}
        self._measure, self._glyphs, self.timing = measure, glyphs, timing
        for block in self.blocks:
            block.timing = timing
        self._glides.clear()
        self._starts = ()
        self._is_placed = False

    def clear(self) -> None:
        """Forget everything but the average width of a token."""
        self.lead = ""
        self.blocks.clear()
        self._ghosts.clear()
        self._glides.clear()
        self._mask_widths.clear()
        self._starts = ()
        self.lines = 0
        self._is_placed = False

    def set_lead(self, text: str) -> None:
        """Show `text` as plain text before the first cell."""
        if text != self.lead:
            self.lead = text
            self._is_placed = False

    def apply(self, event: BlockEvent, now: float) -> None:
        """Take in an event of any block."""
        if self._width > 0.0:
            self.place(self._width, now)
        block = self._open_block(event.block)
        if block is None or isinstance(event, BlockOpened):
            if block is not None:
                self.blocks.remove(block)
            block = BlockState(event.block, self.timing)
            self.blocks.append(block)
        if isinstance(event, CellsFilled):
            self._make_room(block, event)
        had_cells = bool(block.cells)
        seen = {sprite.piece.key: sprite for sprite in self.sprites(now)}
        block.apply(event, now)
        if isinstance(event, BlockOpened):
            self._open_masks(block)
        if isinstance(event, BlockCommitted):
            self._learn_width(block)
            if had_cells:
                self._leave_ghosts(block, seen)
        self._is_placed = False

    def place(self, width: float, now: float) -> None:
        """Set everything into lines of `width`, if anything has changed since the last time."""
        if self._is_placed and width == self._width:
            return
        is_resize = width != self._width
        self._width = width
        self._is_placed = True
        if is_resize:
            self._starts = ()
        page = self._flow(width)
        self._starts = page.starts
        lines = page.lines if page.pieces else 0
        keeps_height = any(not block.is_settled(now) for block in self.blocks)
        self.lines = max(lines, self.lines) if keeps_height and not is_resize else lines
        glides: dict[PieceKey, _Glide] = {}
        for piece in page.pieces:
            key = (piece.key, piece.ordinal)
            old = None if is_resize else self._glides.get(key)
            glides[key] = self._glide(piece, old, now)
        self._glides = glides

    def lines_at(self, width: float, now: float) -> int:
        """How many lines the scene takes at `width`, without changing it."""
        if self._is_placed and width == self._width:
            return self.lines
        page = self._flow(width)
        lines = page.lines if page.pieces else 0
        is_held = width == self._width and any(not block.is_settled(now) for block in self.blocks)
        return max(lines, self.lines) if is_held else lines

    def sprites(self, now: float) -> Iterator[Sprite]:
        """Everything to paint at `now`, those that fade away first."""
        for cell, block, ghost in self._ghosts:
            picture = block.picture(cell, now)
            yield Sprite(ghost.piece, ghost.x, ghost.width, 1.0, picture)
        cells: dict[Hashable, tuple[BlockState, CellState]] = {
            (block.number, cell.position): (block, cell)
            for block in self.blocks
            for cell in block.cells
        }
        for glide in self._glides.values():
            share = ease_out(progress(now, glide.started_at, self.timing.glide))
            arrival = 1.0
            if glide.arrived_at is not None:
                arrival = ease_out(progress(now, glide.arrived_at, self.timing.glide))
            owner = cells.get(glide.piece.key)
            yield Sprite(
                piece=glide.piece,
                x=mix(glide.from_x, glide.piece.x, share),
                width=mix(glide.from_width, glide.piece.width, share),
                arrival=arrival,
                picture=owner[0].picture(owner[1], now) if owner else None,
            )

    def cell_at(self, x: float, line: int) -> CellState | None:
        """The cell whose piece is at `x` in `line`, if there is one."""
        for glide in self._glides.values():
            piece = glide.piece
            if piece.line == line and piece.x <= x < piece.x + piece.width:
                for block in self.blocks:
                    for cell in block.cells:
                        if (block.number, cell.position) == piece.key:
                            return cell
        return None

    def settled(self, now: float) -> int | None:
        """The number of the earliest block if it has melted, else None.

        A model that commits faster than blocks melt leaves no queue of them: the earliest counts as
        melted as soon as there are more than `MOST_BLOCKS`.
        """
        if not self.blocks:
            return None
        first = self.blocks[0]
        is_late = len(self.blocks) > MOST_BLOCKS and first.committed_at is not None
        return first.number if is_late or first.is_settled(now) else None

    def drop_first(self) -> None:
        """Forget the earliest block: its text is shown elsewhere now."""
        gone = self.blocks.pop(0)
        for cell in gone.cells:
            self._mask_widths.pop((gone.number, cell.position), None)
        self._ghosts = [ghost for ghost in self._ghosts if ghost[1] is not gone]
        self.lines = 0
        self._is_placed = False

    def is_moving(self, now: float) -> bool:
        """Whether the next moment may look different without another event."""
        return now < self._gliding_until or any(block.is_moving(now) for block in self.blocks)

    def _open_block(self, number: int) -> BlockState | None:
        for block in reversed(self.blocks):
            if block.number == number and block.committed_at is None:
                return block
        return None

    def _flow(self, width: float) -> Flow:
        pins = self._lines_being_read() if width == self._width else frozenset()
        end_width = self._glyphs.line_end
        return flow(self._items(), width, self._measure, end_width=end_width, pins=pins)

    def _lines_being_read(self) -> frozenset[Start]:
        """Where lines began, down to the last one with a word of an open block. Committed text is
        set as it will stand in the answer."""
        is_open = {block.number for block in self.blocks if block.committed_at is None}
        words: set[Hashable] = {
            (block.number, cell.position)
            for block in self.blocks
            if block.number in is_open
            for cell in block.cells
            if cell.phase is not Phase.MASKED and cell.text.strip()
        }
        placed = (glide.piece for glide in self._glides.values())
        last = max((piece.line for piece in placed if piece.key in words), default=-1)
        return frozenset(
            start
            for start in self._starts[: last + 1]
            if start is not None and isinstance(start[0], tuple) and start[0][0] in is_open
        )

    def _items(self) -> Iterator[Item]:
        if self.lead:
            yield Item(LEAD, self.lead)
        glyphs = self._glyphs
        for block in self.blocks:
            for cell in block.cells:
                key = (block.number, cell.position)
                if cell.phase is Phase.REJECTED:
                    continue
                if cell.phase is Phase.MASKED:
                    width = self._mask_widths.get(key, self._token_width)
                    yield Item(key, pill=max(glyphs.blank, width - glyphs.gap), gap=glyphs.gap)
                elif cell.text:
                    yield Item(key, cell.text)
                elif cell.phase is not Phase.ACCEPTED:
                    yield Item(key, pill=glyphs.blank, gap=glyphs.gap / 2)

    def _open_masks(self, block: BlockState) -> None:
        for cell in block.cells:
            share = _MASK_RHYTHM[cell.position % len(_MASK_RHYTHM)]
            self._mask_widths[(block.number, cell.position)] = self._token_width * share

    def _make_room(self, block: BlockState, event: CellsFilled) -> None:
        # What a filled cell takes more or less than its mask comes from the masks nearest to it,
        # so that the words already there stay where they are read.
        filled = {cell.position for cell in event.cells}
        masks = [
            cell.position
            for cell in block.cells
            if cell.phase is Phase.MASKED and cell.position not in filled
        ]
        for cell in sorted(event.cells, key=lambda cell: cell.position):
            key = (block.number, cell.position)
            if key not in self._mask_widths or "\n" in cell.text:
                continue
            missing = self._width_of(cell.text) - self._mask_widths.pop(key)
            glide = self._glides.get((key, 0))
            if glide is not None and glide.piece.x == 0.0:
                # Neither the gap of a mask nor the space of a word begins a line.
                missing = self._width_of(cell.text.lstrip()) - glide.piece.width
            for position in self._masks_that_give(block, cell.position, masks):
                if abs(missing) < 0.01:
                    break
                old = self._mask_widths.get((block.number, position), self._token_width)
                least, most = (limit * self._token_width for limit in (_MASK_LEAST, _MASK_MOST))
                new = min(max(old - missing, min(least, old)), max(most, old))
                self._mask_widths[(block.number, position)] = new
                missing -= old - new

    def _masks_that_give(self, block: BlockState, position: int, masks: list[int]) -> list[int]:
        """The masks to widen or narrow for a fill, in turn: those of its line first."""

        def line_of(cell: int) -> int:
            glide = self._glides.get(((block.number, cell), 0))
            return glide.piece.line if glide is not None else -1

        own = line_of(position)
        here = [mask for mask in masks if line_of(mask) == own]
        after = [mask for mask in here if mask > position]
        before = [mask for mask in reversed(here) if mask < position]
        return [*after, *before, *(mask for mask in masks if mask > position and mask not in here)]

    def _width_of(self, text: str) -> float:
        return self._measure(text) if text else self._glyphs.blank + self._glyphs.gap / 2

    def _glide(self, piece: Piece, old: _Glide | None, now: float) -> _Glide:
        if old is None or piece.key == LEAD:
            return _Glide(piece, piece.x, piece.width, now)
        if old.piece.line != piece.line:
            self._gliding_until = max(self._gliding_until, now + self.timing.glide)
            return _Glide(piece, piece.x, piece.width, now, arrived_at=now)
        if old.piece.x == piece.x and old.piece.width == piece.width:
            old.piece = piece
            return old
        share = ease_out(progress(now, old.started_at, self.timing.glide))
        self._gliding_until = max(self._gliding_until, now + self.timing.glide)
        return _Glide(
            piece,
            mix(old.from_x, old.piece.x, share),
            mix(old.from_width, old.piece.width, share),
            now,
            arrived_at=old.arrived_at,
        )

    def _leave_ghosts(self, block: BlockState, seen: dict[Hashable, Sprite]) -> None:
        # What is rejected leaves the flow at once, and fades where it was last seen. Positions
        # after an inserted token have moved by one, so the text is found by the old number.
        shift = 0
        for cell in block.cells:
            if cell.is_added:
                shift = 1
            if cell.phase is Phase.REJECTED:
                sprite = seen.get((block.number, cell.position - shift))
                if sprite is not None:
                    self._ghosts.append((cell, block, sprite))

    def _learn_width(self, block: BlockState) -> None:
        # The next block's masks are as wide as this one's tokens were, within reason.
        texts = [cell.text for cell in block.cells if cell.text and not cell.text.isspace()]
        if len(texts) < 4 or any(cell.is_added for cell in block.cells):
            return
        mean = sum(self._measure(text.replace("\n", "")) for text in texts) / len(texts)
        mean = min(max(mean, 1.0 * self._glyphs.em), 4.0 * self._glyphs.em)
        self._token_width = mix(self._token_width, mean, 0.5)
