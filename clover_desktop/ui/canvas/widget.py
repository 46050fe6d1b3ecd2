"""The live block as a widget: events in, `settled` out, one repaint a frame."""

from __future__ import annotations

from collections import deque
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QSize, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from clover_desktop.protocol import BlockCommitted, BlockOpened, CellsDrafted, CellsFilled
from clover_desktop.ui.canvas.cells import STILL, BlockEvent, CellState, Phase, Timing
from clover_desktop.ui.canvas.layout import Measure
from clover_desktop.ui.canvas.paint import CellPainter, glyphs_for
from clover_desktop.ui.canvas.scene import Scene
from clover_desktop.ui.frame import FrameClock
from clover_desktop.ui.theme import Theme

Speed = Literal["live", "slow", "off"]

_SLOW = 2.0  # how much longer a movement takes in slow motion
_DESCRIPTION_SECONDS = 1.0  # a screen reader is not told of every pass


class BlockCanvas(QWidget):
    """The cells of the open block inside an answer.

    Committed blocks melt into plain text and leave with `settled`; from then on the message view
    shows their text. To keep text in its place across blocks, the message view may hold back the
    last open paragraph of its own and give it here with `set_lead`, best in the slot of `settled`.
    """

    settled = Signal(int)

    def __init__(self, theme: Theme, clock: FrameClock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._theme = theme
        self._speed: Speed = "live"
        self._waiting: deque[BlockEvent] = deque()
        self._next_at = 0.0
        self._described_at = 0.0
        self._is_stale = False  # something has changed since the last repaint
        self._sized_lines = 0
        self.setFont(theme.font("body"))
        self._scene = Scene(_measure(self), glyphs_for(self.font()), self._timing())
        self._painter = CellPainter(theme, self.font(), self._line_height())
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Live block"))
        self._unsubscribe = clock.subscribe(self.advance)

    def apply(self, event: BlockEvent) -> None:
        """Take in an event of the answer shown here; drawn with the next frame."""
        if self._speed == "slow":
            self._waiting.append(event)
        else:
            self._take(event, self._clock.now())
        self._clock.wake()

    def is_settled(self) -> bool:
        """Whether nothing is open, melting or waiting to be shown."""
        return not self._scene.blocks and not self._waiting

    def clear(self) -> None:
        """Forget all cells, waiting events and the lead, without `settled`."""
        self._waiting.clear()
        self._scene.clear()
        self.setAccessibleDescription("")
        self._resize()
        self.update()

    def set_lead(self, text: str) -> None:
        """Show the end of the committed text before the first cell, so that cells go on where it
        ends."""
        self._scene.set_lead(text)
        self._is_stale = True
        self._clock.wake()

    def set_speed(self, speed: Speed) -> None:
        """`live` shows each pass as it comes, `slow` one pass after the other so that the eye can
        follow, `off` whole blocks without movement."""
        self._speed = speed
        self._restyle()
        if speed != "slow":
            self._flush()

    def set_theme(self, theme: Theme) -> None:
        """Change the colours; what is shown stays."""
        self._theme = theme
        self._restyle()

    def summary(self) -> str:
        """The state in a few words, such as "Block 3, 20 of 32 filled"."""
        if not self._scene.blocks:
            return ""
        block = self._scene.blocks[-1]
        if block.committed_at is not None:
            return self.tr("Block {0}, finished").format(block.number + 1)
        return self.tr("Block {0}, {1} of {2} filled").format(
            block.number + 1, block.decided_count(), len(block.cells)
        )

    def explain(self, spot: QPoint) -> str:
        """What is known of the cell at `spot`, or nothing where no cell is."""
        cell = self._scene.cell_at(spot.x(), spot.y() // self._line_height())
        return self._explain(cell) if cell else ""

    def advance(self, now: float) -> bool:
        """One frame: show what is due, announce what has melted, repaint. For the frame clock."""
        while self._waiting and now >= self._next_at:
            event = self._waiting.popleft()
            self._take(event, now)
            self._next_at = now + self._pause(event)
        while (number := self._scene.settled(now)) is not None:
            # The view shows the text first, so that it is never gone between two frames.
            self.settled.emit(number)
            if self._scene.settled(now) == number:
                self._scene.drop_first()
            self._is_stale = True
        self._describe(now)
        if self.width() > 0:
            self._scene.place(float(self.width()), now)
        self._resize()
        is_moving = self._scene.is_moving(now)
        if is_moving or self._is_stale:
            self.update()
        # The last frame of a movement is still to be drawn when it has ended.
        self._is_stale = is_moving
        return bool(self._waiting) or is_moving

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._scene.lines_at(float(width), self._clock.now()) * self._line_height()

    def sizeHint(self) -> QSize:
        width = self.width() or 480
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.heightForWidth(self.width() or 480))

    def paintEvent(self, event: QPaintEvent) -> None:
        now = self._clock.now()
        self._scene.place(float(self.width()), now)
        painter = QPainter(self)
        self._painter.paint(painter, self._scene.sprites(now), now, self._scene.timing.shimmer)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_painter"):
            self._restyle()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.explain(event.pos())
            if words:
                QToolTip.showText(event.globalPos(), words, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def _explain(self, cell: CellState) -> str:
        share = f"{cell.confidence:.1%}"
        if cell.is_added:
            return self.tr("Added by the verification.")
        if cell.phase is Phase.MASKED:
            return self.tr("Still open.")
        if cell.was_drafted:
            return self.tr("A draft, {share} sure.").format(share=share)
        if cell.is_forced:
            return self.tr(
                "{share} sure, forced in pass {number}: no cell had reached the threshold."
            ).format(share=share, number=cell.pass_number)
        return self.tr("{share} sure, filled in pass {number}.").format(
            share=share, number=cell.pass_number
        )

    def _take(self, event: BlockEvent, now: float) -> None:
        self._is_stale = True
        if self._speed == "off" and isinstance(event, CellsFilled | CellsDrafted):
            return
        self._scene.apply(event, now)

    def _flush(self) -> None:
        now = self._clock.now()
        while self._waiting:
            self._take(self._waiting.popleft(), now)
        self._clock.wake()

    def _pause(self, event: BlockEvent) -> float:
        timing = self._scene.timing
        match event:
            case CellsFilled() | CellsDrafted():
                return self._theme.durations["slow_step"]
            case BlockCommitted():
                return max(timing.melt, timing.reject) + timing.fill
            case BlockOpened():
                return timing.fill

    def _timing(self) -> Timing:
        if self._speed == "off":
            return STILL
        stretch = _SLOW if self._speed == "slow" else 1.0
        names = ("fill", "glow", "melt", "reject", "glide", "spread")
        moves = {name: self._theme.duration(name) * stretch for name in names}
        return Timing(**moves, shimmer=self._theme.duration("shimmer"))

    def _restyle(self) -> None:
        self._scene.restyle(_measure(self), glyphs_for(self.font()), self._timing())
        self._painter = CellPainter(self._theme, self.font(), self._line_height())
        self._resize()
        self.update()
        self._clock.wake()

    def _line_height(self) -> int:
        return round(self.font().pixelSize() * self._theme.sizes["line_height"])

    def _resize(self) -> None:
        lines = self._scene.lines
        if lines != self._sized_lines:
            self._sized_lines = lines
            self.updateGeometry()

    def _describe(self, now: float) -> None:
        text = self.summary()
        is_finished = any(block.committed_at is not None for block in self._scene.blocks[-1:])
        is_due = now >= self._described_at + _DESCRIPTION_SECONDS or is_finished
        if is_due and text != self.accessibleDescription():
            self._described_at = now
            self.setAccessibleDescription(text)


def _measure(widget: QWidget) -> Measure:
    metrics = QFontMetricsF(widget.font())
    known: dict[str, float] = {}

    def measure(text: str) -> float:
        width = known.get(text)
        if width is None:
            if len(known) > 8192:
                known.clear()
            width = known[text] = metrics.horizontalAdvance(text)
        return width

    return measure
