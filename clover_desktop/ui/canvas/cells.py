"""The state of one block over time, and what each of its cells looks like at a given moment.

Pure: no Qt, no clock of its own. Events move cells from phase to phase and note when; `picture`
then answers for any later time. Where a cell stands on the page is the business of `scene`.

    MASKED ─> FILLED ──> ACCEPTED        low_confidence: filled once, kept at commit
       DRAFTED ──> ACCEPTED              draft_self: kept by verification
               └─> REJECTED              draft_self: not kept; also what lies past the end at commit
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from clover_desktop.protocol import BlockCommitted, BlockOpened, Cell, CellsDrafted, CellsFilled
from clover_desktop.ui.motion import ease_in_out, ease_out, progress, pulse

BlockEvent = BlockOpened | CellsFilled | CellsDrafted | BlockCommitted

# Confidences crowd near 1, so the shade follows their log-odds: empty at 1 in 4, full at 0.995.
_EVIDENCE_EMPTY = math.log(0.25 / 0.75)
_EVIDENCE_FULL = math.log(0.995 / 0.005)


class Phase(Enum):
    """What has become of a cell."""

    MASKED = "masked"
    FILLED = "filled"
    DRAFTED = "drafted"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True)
class Timing:
    """How long movements take, in seconds; 0 is at once. `spread` is the time over which the cells
    of one pass arrive, `shimmer` the period of the light over masks (0: none)."""

    fill: float = 0.16
    glow: float = 0.55
    melt: float = 0.25
    reject: float = 0.22
    glide: float = 0.2
    spread: float = 0.06
    shimmer: float = 2.6


STILL = Timing(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class CellPicture(NamedTuple):
    """What to draw of a cell at one moment. All but `is_italic` run from 0 to 1.

    `mask` is the pill of an open cell, `ink` the text, `shade` the background whose colour, with
    the bar under it, tells `level`; `glow` the light of a fresh fill, `mark` that of a forced one,
    `outline` the frame of a draft, `strike` the line through a rejected one.
    """

    mask: float = 0.0
    ink: float = 0.0
    shade: float = 0.0
    level: float = 0.0
    glow: float = 0.0
    mark: float = 0.0
    outline: float = 0.0
    strike: float = 0.0
    is_italic: bool = False


@dataclass
class CellState:
    """One cell. Times are those of the frame clock: when it was filled or drafted, when its text
    became showable, when it was accepted or rejected. `pass_number` is that of its fill, from 1.
    `level` is the share of the full shade; `rests_from` is when the cell stops changing and
    `resting` what it then looks like. `is_added` marks committed text that was
    never filled or drafted as a cell."""

    position: int
    phase: Phase = Phase.MASKED
    text: str = ""
    confidence: float = 0.0
    is_forced: bool = False
    pass_number: int = 0
    was_drafted: bool = False
    is_added: bool = False
    filled_at: float = -math.inf
    shown_at: float = 0.0
    closed_at: float = 0.0
    level: float = 0.0
    rests_from: float = math.inf
    resting: CellPicture | None = None

    def move(self, until: float) -> None:
        """Something has changed; from `until` on the cell rests."""
        self.rests_from, self.resting = until, None

    @property
    def is_blank(self) -> bool:
        """Decided, but with nothing to show: a stop id, a marker, a part of a character."""
        return self.phase is not Phase.MASKED and not self.text


def evidence(confidence: float) -> float:
    """Confidence as a share of the full shade, 0 to 1: a straight line in its log-odds."""
    if confidence <= 0.0:
        return 0.0
    if confidence >= 1.0:
        return 1.0
    odds = math.log(confidence / (1.0 - confidence))
    return min(1.0, max(0.0, (odds - _EVIDENCE_EMPTY) / (_EVIDENCE_FULL - _EVIDENCE_EMPTY)))


class BlockState:
    """One block of the diffusion decoder, one round of draft and verify, or one batch of causal
    tokens. Events are those of this block; `apply` is told the time."""

    def __init__(self, number: int, timing: Timing | None = None) -> None:
        self.number = number
        self.timing = timing or Timing()
        self.cells: list[CellState] = []
        self.opened_at = 0.0
        self.committed_at: float | None = None
        self._quiet_at = 0.0

    def apply(self, event: BlockEvent, now: float) -> None:
        """Take in one event of this block."""
        if not self.cells:
            self.opened_at = now
        match event:
            case BlockOpened():
                self.cells = [CellState(position) for position in range(event.size)]
                self._keep_moving(now, self.timing.fill)
            case CellsFilled():
                self._fill(event, now)
            case CellsDrafted():
                self._draft(event.cells, now)
            case BlockCommitted():
                self._commit(event, now)

    def picture(self, cell: CellState, now: float) -> CellPicture:
        """What `cell` looks like at `now`."""
        if now < cell.rests_from:
            return self._moving_picture(cell, now)
        # Most cells of most frames rest, and the picture of rest is the same in each of them.
        if cell.resting is None:
            cell.resting = self._moving_picture(cell, now)
        return cell.resting

    def _moving_picture(self, cell: CellState, now: float) -> CellPicture:
        timing = self.timing
        if cell.phase is Phase.MASKED:
            return CellPicture(mask=ease_out(progress(now, self.opened_at, timing.fill)))
        arrived = ease_out(progress(now, cell.filled_at, timing.fill))
        ink = ease_in_out(progress(now, cell.shown_at, timing.fill))
        level = cell.level
        mark = 1.0 if cell.is_forced else 0.0
        glow = pulse(progress(now, cell.filled_at, timing.glow)) if timing.glow else 0.0
        match cell.phase:
            case Phase.FILLED:
                return CellPicture(
                    mask=1.0 - arrived,
                    ink=ink,
                    shade=arrived,
                    level=level,
                    glow=glow,
                    mark=arrived * mark,
                )
            case Phase.DRAFTED:
                return CellPicture(
                    ink=ink, level=level, outline=arrived, is_italic=True, shade=arrived
                )
            case Phase.ACCEPTED:
                left = 1.0 - ease_in_out(progress(now, cell.closed_at, timing.melt))
                if cell.is_added:
                    return CellPicture(ink=ink)
                return CellPicture(
                    ink=ink,
                    shade=left,
                    level=level,
                    glow=glow * left,
                    mark=mark * left,
                    outline=left if cell.was_drafted else 0.0,
                )
            case Phase.REJECTED:
                gone = progress(now, cell.closed_at, timing.reject)
                left = 1.0 - ease_in_out(gone)
                if cell.was_drafted:
                    return CellPicture(
                        ink=left,
                        outline=left,
                        shade=left,
                        level=level,
                        strike=left if cell.text else 0.0,
                        is_italic=True,
                    )
                was_filled = cell.filled_at > -math.inf  # else it was still a mask
                return CellPicture(
                    mask=0.0 if was_filled else left,
                    ink=left if was_filled else 0.0,
                    shade=left if was_filled else 0.0,
                    level=level,
                    mark=mark * left,
                )

    def decided_count(self) -> int:
        """Cells that are no longer masks."""
        return sum(cell.phase is not Phase.MASKED for cell in self.cells)

    def has_masks(self) -> bool:
        """Whether cells are still open."""
        return any(cell.phase is Phase.MASKED for cell in self.cells)

    def is_settled(self, now: float) -> bool:
        """Whether the block is committed and has melted."""
        return self.committed_at is not None and now >= self._quiet_at

    def is_moving(self, now: float) -> bool:
        """Whether a later moment may look different without another event."""
        if now < self._quiet_at:
            return True
        return self.committed_at is not None or (self.timing.shimmer > 0.0 and self.has_masks())

    def _fill(self, event: CellsFilled, now: float) -> None:
        cells = event.cells
        for rank, fill in enumerate(sorted(cells, key=lambda cell: cell.position)):
            state = self._at(fill.position)
            if state.phase is Phase.FILLED:
                if state.text != fill.text:
                    state.text, state.shown_at = fill.text, now
                    state.move(max(state.rests_from, now + self.timing.fill))
                continue
            if state.phase is not Phase.MASKED:
                continue
            state.phase = Phase.FILLED
            state.pass_number = event.pass_number
            self._write(state, fill, now + self.timing.spread * rank / len(cells))
        self._keep_moving(now, self.timing.spread + max(self.timing.fill, self.timing.glow))

    def _draft(self, cells: tuple[Cell, ...], now: float) -> None:
        for rank, draft in enumerate(sorted(cells, key=lambda cell: cell.position)):
            # Row 0 of a round is the token before it, so drafts are numbered from 1; cells from 0.
            state = self._at(rank)
            state.phase = Phase.DRAFTED
            state.was_drafted = True
            self._write(state, draft, now + self.timing.spread * rank / len(cells))
        self._keep_moving(now, self.timing.spread + self.timing.fill)

    def _commit(self, event: BlockCommitted, now: float) -> None:
        self.committed_at = now
        truth = event.thinking + event.text
        is_round = any(cell.was_drafted for cell in self.cells)
        kept = event.accepted if is_round else len(event.tokens)
        closing = max(self.timing.melt, self.timing.reject, self.timing.fill)
        shown = ""
        for cell in self.cells:
            is_kept = cell.position < kept and cell.phase is not Phase.MASKED
            cell.phase = Phase.ACCEPTED if is_kept else Phase.REJECTED
            cell.closed_at = now
            cell.move(now + closing)
            shown += cell.text if is_kept else ""
        if (is_round or not self.cells) and truth.startswith(shown) and truth != shown:
            self._append_committed(kept if is_round else 0, truth.removeprefix(shown), now)
        self._keep_moving(now, closing)

    def _append_committed(self, index: int, text: str, now: float) -> None:
        # The token that ends a round, or a batch of causal tokens: text that was never a cell.
        cell = CellState(index, Phase.ACCEPTED, text, is_added=True, shown_at=now, closed_at=now)
        if index and self.timing.reject:
            # It stands where the first rejected draft is still fading.
            cell.shown_at = now + self.timing.reject / 2
        cell.move(cell.shown_at + self.timing.fill)
        self._keep_moving(cell.shown_at, self.timing.fill)
        self.cells.insert(index, cell)
        for position, later in enumerate(self.cells):
            later.position = position

    def _write(self, state: CellState, cell: Cell, at: float) -> None:
        state.text = cell.text
        state.confidence = cell.confidence
        state.is_forced = cell.forced
        state.level = evidence(cell.confidence)
        state.filled_at = state.shown_at = at
        state.move(at + max(self.timing.fill, self.timing.glow))

    def _at(self, position: int) -> CellState:
        while len(self.cells) <= position:
            self.cells.append(CellState(len(self.cells)))
        return self.cells[position]

    def _keep_moving(self, now: float, seconds: float) -> None:
        self._quiet_at = max(self._quiet_at, now + seconds)
