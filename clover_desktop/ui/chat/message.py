"""One exchange on the screen: the question as a bubble, the answer with its thought and live block.

An answer shows committed text as markdown and the open block as cells. When a block is committed
its cells melt into text on the canvas first; only when the canvas says `settled` does the text move
into the markdown, and the canvas is free for the next block.
"""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from clover_desktop.protocol import (
    BlockCommitted,
    BlockOpened,
    CellsDrafted,
    CellsFilled,
    Died,
    Event,
    Failed,
    Finished,
    Started,
)
from clover_desktop.ui.canvas.widget import BlockCanvas
from clover_desktop.ui.chat.blocks import Block, GrowingText
from clover_desktop.ui.chat.markdown import MarkdownView
from clover_desktop.ui.chat.status import StatusLine
from clover_desktop.ui.chat.text import TextView, WrittenView, copy_text
from clover_desktop.ui.chat.turns import Answer
from clover_desktop.ui.look import Look

# A question longer than this is folded: laying it out takes time, and it hides the answer.
FOLDED_LENGTH = 1_600
FOLDED_LINES = 16
# Of a very long one so much more is shown at a time.
_STEP_LENGTH = 60_000
_STEP_LINES = 1_500
# To be as narrow as its text the bubble lays it out twice.
_MEASURED_LENGTH = 10_000
_BUBBLE_SHARE = 0.78


class QuestionView(QWidget):
    """What the person said, at the right, as plain text."""

    def __init__(self, text: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._steps = 0
        self.bubble = QFrame(self)
        self.bubble.setProperty("card", "user")
        self.body = WrittenView(self.bubble)
        self.more = QPushButton(self.bubble)
        self.more.setProperty("kind", "quiet")
        self.more.clicked.connect(self._unfold)
        column = QVBoxLayout(self.bubble)
        column.setContentsMargins(16, 11, 16, 11)
        column.setSpacing(6)
        column.addWidget(self.body)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self.bubble)
        self._show()
        self._retranslate()

    def _start(self, steps: int) -> str:
        """So much of the text as is shown after `steps` presses of the button."""
        lines, length = FOLDED_LINES + steps * _STEP_LINES, FOLDED_LENGTH + steps * _STEP_LENGTH
        return "\n".join(self._text[: length + 1].split("\n")[:lines])[:length]

    def _show(self) -> None:
        text = self._start(self._steps)
        self.more.setVisible(len(text) < len(self._text))
        self.body.set_written(text if text == self._text else text.rstrip() + " …")
        self._fit()

    @Slot()
    def _unfold(self) -> None:
        self._steps += 1
        self._show()
        self._retranslate()

    @Slot()
    def _fit(self) -> None:
        """As wide as the text wants, up to a share of the column."""
        most = max(120, round(self.width() * _BUBBLE_SHARE)) - 32
        wanted = most
        if len(self._text) <= _MEASURED_LENGTH:
            self.body.document().setTextWidth(-1)
            wanted = round(self.body.document().idealWidth() + 2)
        self.body.setFixedWidth(min(most, max(24, wanted)))
        self.body.fit_width()

    def _retranslate(self) -> None:
        self.body.setAccessibleName(self.tr("You said"))
        shows_all = len(self._start(self._steps + 1)) == len(self._text)
        self.more.setText(self.tr("Show all") if shows_all else self.tr("Show more"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


class ThinkingFold(QWidget):
    """The thought above an answer: a line with its time, and the text when unfolded."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._seconds: float | None = None
        self._is_running = True
        self._was_touched = False
        self.head = QPushButton(self)
        self.head.setObjectName("thinking_head")
        self.head.setCheckable(True)
        self.head.setChecked(True)
        self.head.setIconSize(QSize(16, 16))
        self.body = QFrame(self)
        self.body.setObjectName("thinking_body")
        self.text = TextView(self.body)
        self.text.setProperty("tone", "muted")
        self.slot = QVBoxLayout()
        self.slot.setContentsMargins(0, 0, 0, 0)
        inner = QVBoxLayout(self.body)
        inner.setContentsMargins(16, 2, 0, 2)
        inner.setSpacing(6)
        inner.addWidget(self.text)
        inner.addLayout(self.slot)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.head, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.body)
        self.head.toggled.connect(self._toggle)
        self.head.clicked.connect(self._mark_touched)
        look.changed.connect(self._show)
        self.text.hide()
        self._show()

    def is_unfolded(self) -> bool:
        """The thought can be read."""
        return self.head.isChecked()

    def set_text(self, text: str) -> None:
        """The thought so far, as plain text."""
        self.text.setVisible(bool(text))
        self.text.set_growing(text)

    def close_thought(self, seconds: float, *, folds: bool) -> None:
        """The thought is over. It folds, unless the person has opened or closed it themselves."""
        self._is_running = False
        self._seconds = seconds
        if folds and not self._was_touched:
            self.head.setChecked(False)
        self._show()

    @Slot(bool)
    def _toggle(self, is_open: bool) -> None:
        self.body.setVisible(is_open)
        self._show()

    @Slot()
    def _mark_touched(self) -> None:
        self._was_touched = True

    @Slot()
    def _show(self) -> None:
        icon = "chevron_down" if self.head.isChecked() else "chevron_right"
        self.head.setIcon(self._look.theme.icon(icon))
        if self._is_running or self._seconds is None:
            text = self.tr("Thinking…")
        else:
            text = self.tr("Thought for {0:.1f} s").format(self._seconds)
        self.head.setText(text)
        self.head.setAccessibleName(text)
        self.text.setAccessibleName(self.tr("The thought"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show()


class AnswerView(QWidget):
    """One answer at the full width of the column.

    Signals:
        link_asked(QUrl)
        again_asked(): the question is to be asked once more.
    """

    link_asked = Signal(QUrl)
    again_asked = Signal()

    def __init__(self, answer: Answer, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = answer
        self._look = look
        self._canvas: BlockCanvas | None = None
        self._canvas_slot: QVBoxLayout | None = None
        self._melting: deque[BlockCommitted] = deque()
        self._shown_text = ""
        self._shown_thinking = ""
        self._growing = GrowingText()
        self.thinking = ThinkingFold(look, self)
        self.thinking.hide()
        self.markdown = MarkdownView(look, self)
        self.markdown.hide()
        self.markdown.link_asked.connect(self.link_asked)
        self.status = StatusLine(look, self)
        self.status.copy_button.clicked.connect(self.copy_answer)
        self.status.again_button.clicked.connect(self.again_asked)
        self._slot = QVBoxLayout()
        self._slot.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.thinking)
        column.addWidget(self.markdown)
        column.addLayout(self._slot)
        column.addWidget(self.status)
        look.speed_changed.connect(self._set_speed)
        look.changed.connect(self._restyle)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.status.show_answer(answer)

    @property
    def canvas(self) -> BlockCanvas | None:
        """The live block, while there is one."""
        return self._canvas

    @property
    def is_settled(self) -> bool:
        """The answer is over, and all of it is text."""
        return not self.answer.state.is_open and not self._melting

    def apply(self, event: Event) -> None:
        """Show an event that `answer` has already taken."""
        match event:
            case Started():
                self.thinking.setVisible(event.thinking)
            case BlockOpened() | CellsFilled() | CellsDrafted():
                self._live_block().apply(event)
            case BlockCommitted():
                self._melting.append(event)
                self._live_block().apply(event)
            case Finished() if event.reason != "cancelled" and self._melting:
                # The last block melts first; `_settle_through` ends the answer.
                pass
            case Finished() | Failed() | Died():
                self._end()
        self._show_status()

    def copy_answer(self) -> None:
        """The answer's markdown, without its thought, to the clipboard."""
        copy_text(self.answer.text.strip())

    def set_last(self, is_last: bool) -> None:
        """Whether it is the last answer: the one that can be asked for again."""
        self.status.set_last(is_last)

    def _live_block(self) -> BlockCanvas:
        if self._canvas is None:
            self._canvas = BlockCanvas(self._look.theme, self._look.clock, self)
            self._canvas.set_speed(self._look.speed)
            self._canvas.settled.connect(self._settle_through)
            self._place_canvas()
        return self._canvas

    def _place_canvas(self) -> None:
        """The live block stands where its text will stand: in the thought or in the answer."""
        is_thought = self.answer.thinks and not self._shown_text.strip()
        slot = self.thinking.slot if is_thought else self._slot
        if self._canvas is not None and slot is not self._canvas_slot:
            if self._canvas_slot is not None:
                self._canvas_slot.removeWidget(self._canvas)
            slot.addWidget(self._canvas)
            self._canvas_slot = slot

    @Slot(int)
    def _settle_through(self, block: int) -> None:
        """The canvas has melted `block`: its text joins what is above."""
        spoken = ""
        while self._melting and self._melting[0].block <= block:
            event = self._melting.popleft()
            self._shown_thinking += event.thinking
            self._shown_text += event.text
            spoken += event.text
        if self.is_settled:
            self._end(spoken)
            return
        self._place_canvas()
        self._show_texts()
        self._announce(spoken)

    def _end(self, spoken: str = "") -> None:
        """Nothing more comes: what was kept stands as text, the live block goes."""
        spoken += "".join(event.text for event in self._melting)
        self._melting.clear()
        self._shown_thinking, self._shown_text = self.answer.thinking, self.answer.text
        if self._canvas is not None:
            self._canvas.settled.disconnect(self._settle_through)
            self._canvas.clear()
            self._canvas.hide()
            self._canvas.deleteLater()
            self._canvas = None
        self._show_texts()
        self._show_status()
        self._announce(spoken)

    def _show_texts(self) -> None:
        answer = self.answer
        thought, text = self._shown_thinking.lstrip(), self._shown_text.lstrip()
        blocks: list[Block] | None = None
        if self._canvas is None:
            thought, text = thought.rstrip(), text.rstrip()
        elif self._canvas_slot is self._slot:
            blocks, lead = self._growing.read(text)
            text = text.removesuffix(lead)
            thought = thought.rstrip()
            self._canvas.set_lead(lead)
        else:
            lead = thought[thought.rfind("\n") + 1 :]
            thought = thought.removesuffix(lead).removesuffix("\n")
            self._canvas.set_lead(lead)
        self.thinking.set_text(thought)
        if answer.thinking_seconds is not None and (self._shown_text.strip() or self.is_settled):
            # A thought without an answer stays unfolded: it is all there is to read.
            self.thinking.close_thought(answer.thinking_seconds, folds=bool(self._shown_text))
        if answer.thinks and (self._shown_text.strip() or self.is_settled):
            self.thinking.setVisible(bool(thought.strip()))
        self.markdown.setVisible(bool(text.strip()))
        self.markdown.set_text(text, blocks)

    def _show_status(self) -> None:
        # The footer waits until the last block has melted.
        if self.answer.state.is_open or self.is_settled:
            self.status.show_answer(self.answer)

    def _announce(self, text: str) -> None:
        if text.strip():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text.strip()))

    @Slot(str)
    def _set_speed(self, speed: str) -> None:
        if self._canvas is not None:
            self._canvas.set_speed(self._look.speed)

    @Slot()
    def _restyle(self) -> None:
        if self._canvas is not None:
            self._canvas.set_theme(self._look.theme)
