"""Where the question is typed: grows with its text, sends with Enter, and holds Send and Stop."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from clover_desktop.ui.chat.controller import Phase
from clover_desktop.ui.chat.pasted import MOST_IN_FIELD, PastedTexts, has_files, is_long, joined
from clover_desktop.ui.look import Look

MOST_LINES = 9
_BUTTON = 36


class PromptEdit(QPlainTextEdit):
    """A text field as high as its lines, up to `MOST_LINES`.

    Signals:
        entered(): Enter was pressed, and no input method was composing.
        paged(int): a page key was pressed, -1 up, 1 down: it scrolls the conversation.
        focus_changed(bool)
        long_pasted(str): a text too long for the field was pasted or dropped; it is not in it.
        files_offered(): files were pasted or dropped.
    """

    entered = Signal()
    paged = Signal(int)
    focus_changed = Signal(bool)
    long_pasted = Signal(str)
    files_offered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_composing = False
        self.setObjectName("prompt")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Tab leaves the field: a person without a mouse must reach the buttons.
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.textChanged.connect(self._fit)
        self._fit()

    def lines(self) -> int:
        """Visual lines of the text at the present width; once there are more than `MOST_LINES`,
        only so many that it shows."""
        lines = 0
        block = self.document().begin()
        while block.isValid() and lines <= MOST_LINES:
            # Qt lays a paragraph out when it is painted: before that it counts as one line.
            self.blockBoundingRect(block)
            lines += max(1, block.layout().lineCount())
            block = block.next()
        return max(1, lines)

    @Slot()
    def _fit(self) -> None:
        lines = self.lines()
        shown = min(lines, MOST_LINES)
        margins = self.contentsMargins()
        height = self.fontMetrics().lineSpacing() * shown + margins.top() + margins.bottom() + 6
        is_longer = lines > MOST_LINES
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAsNeeded if is_longer else policy.ScrollBarAlwaysOff
        )
        if height != self.height():
            self.setFixedHeight(height)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        # Files are taken too, to say that they cannot be read.
        return has_files(source) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take what is pasted or dropped."""
        if has_files(source):
            self.files_offered.emit()
            return
        text = source.text().replace("\r\n", "\n").replace("\r", "\n")
        if is_long(text) or self.document().characterCount() + len(text) > MOST_IN_FIELD:
            self.long_pasted.emit(text)
        else:
            super().insertFromMimeData(source)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        breaks_line = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.paged.emit(-1 if event.key() == Qt.Key.Key_PageUp else 1)
        elif not is_enter or breaks_line:
            super().keyPressEvent(event)
        elif not self._is_composing:
            self.entered.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        # While a pre-edit string stands, Enter belongs to the input method: it confirms.
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._is_composing = False
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()


class Composer(QFrame):
    """The prompt field with its hint and the one button that is Send or Stop.

    Signals:
        submitted(str): a text to send; it stays in the field until `clear` is called.
        stop_asked()
        thinking_chosen(bool): the thinking chip was pressed.
        files_offered(): files were pasted or dropped; they are not taken.
    """

    submitted = Signal(str)
    files_offered = Signal()
    stop_asked = Signal()
    thinking_chosen = Signal(bool)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._phase = Phase.STARTING
        self._share: float | None = None
        self._is_queued = False
        # Not from within the change of phase: others are still to hear of it.
        self._send_soon = QTimer(self)
        self._send_soon.setSingleShot(True)
        self._send_soon.setInterval(0)
        self._send_soon.timeout.connect(self._send_queued)
        self.setObjectName("composer")
        self.pasted = PastedTexts(look, self)
        self.edit = PromptEdit(self)
        self.hint = QLabel(self)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.hint.setProperty("role", "muted")
        self.button = QToolButton(self)
        self.button.setObjectName("send")
        self.button.setFixedSize(_BUTTON, _BUTTON)
        self.button.setIconSize(QSize(20, 20))

        self.think_chip = QPushButton(self)
        self.think_chip.setObjectName("think_chip")
        self.think_chip.setCheckable(True)
        self.think_chip.setIconSize(QSize(16, 16))

        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.think_chip)
        row.addWidget(self.hint, 1)
        row.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 10, 10)
        column.setSpacing(6)
        column.addWidget(self.pasted)
        column.addWidget(self.edit)
        column.addLayout(row)

        self.setFocusProxy(self.edit)
        self.edit.entered.connect(self.submit)
        self.edit.textChanged.connect(self._take_text)
        self.edit.focus_changed.connect(self._mark_focus)
        self.edit.long_pasted.connect(self._add_pasted)
        self.edit.files_offered.connect(self.files_offered)
        self.pasted.changed.connect(self._take_text)
        self.pasted.edit_asked.connect(self._edit_pasted)
        self.pasted.emptied.connect(self.edit.setFocus)
        self.button.clicked.connect(self._press)
        self.think_chip.clicked.connect(self.thinking_chosen)
        self.think_chip.toggled.connect(self._restyle)
        look.changed.connect(self._restyle)
        self._restyle()
        self._retranslate()

    def set_phase(self, phase: Phase) -> None:
        """Show what can be done now."""
        self._phase = phase
        if phase is not Phase.LOADING:
            self._share = None
        if phase is Phase.DOWN:
            self._is_queued = False
        elif phase is Phase.IDLE and self._is_queued:
            self._send_soon.start()
        self._show_phase()

    def set_load_share(self, share: float) -> None:
        """How much of the model is read, 0 to 1."""
        self._share = share
        self._show_phase()

    def set_thinking(self, is_on: bool, *, is_possible: bool = True) -> None:
        """Show whether the next answer begins with a thought."""
        self.think_chip.setChecked(is_on and is_possible)
        self.think_chip.setEnabled(is_possible)

    def clear(self) -> None:
        """Empty the field and drop pasted texts; undo brings what was typed back."""
        self.pasted.clear()
        cursor = self.edit.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.removeSelectedText()

    def set_text(self, text: str) -> None:
        """Put `text` into the field, the cursor behind it; a long one becomes a chip."""
        self.pasted.clear()
        if is_long(text):
            self.edit.clear()
            self._add_pasted(text)
            return
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    @property
    def text(self) -> str:
        """The message: what is typed and what is pasted."""
        return joined(self.edit.toPlainText(), self.pasted.texts)

    @Slot(str)
    def _add_pasted(self, text: str) -> None:
        self.pasted.add(text, self.edit)

    @Slot(str)
    def _edit_pasted(self, text: str) -> None:
        cursor = self.edit.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        typed = self.edit.toPlainText()
        gap = "\n\n" if typed.strip() else ""
        cursor.insertText(gap + text)
        self.edit.setTextCursor(cursor)
        self.edit.setFocus()

    def reason_not_to_send(self) -> str:
        """Why nothing can be sent now; empty if it can."""
        if self._is_queued:
            return self.tr("It is sent as soon as the model is ready.")
        match self._phase:
            case Phase.STARTING:
                return self.tr("The engine is starting. You can type already.")
            case Phase.LOADING if self._share is not None:
                percent = round(100 * self._share)
                return self.tr("The model is loading, {0} %. You can type already.").format(percent)
            case Phase.LOADING:
                return self.tr("The model is loading. You can type already.")
            case Phase.DOWN:
                return self.tr("There is no model to answer now.")
            case Phase.STOPPING:
                return self.tr("Stopping after this pass…")
            case Phase.WAITING | Phase.ANSWERING:
                return self.tr("Esc stops the answer.")
        return ""

    def _shows_stop(self) -> bool:
        return self._phase.is_busy

    @property
    def is_queued(self) -> bool:
        """The text is sent when the model is ready, unless it is changed before."""
        return self._is_queued

    @Slot()
    def submit(self) -> None:
        """Send the text; while a model is being loaded, as soon as it is there."""
        text = self.text
        if not text.strip():
            return
        if self._phase is Phase.IDLE:
            self.submitted.emit(text)
        elif self._phase in (Phase.STARTING, Phase.LOADING):
            self._is_queued = True
            self._show_phase()

    @Slot()
    def _send_queued(self) -> None:
        if self._is_queued and self._phase is Phase.IDLE:
            self._is_queued = False
            self.submit()
            self._show_phase()

    @Slot()
    def _take_text(self) -> None:
        # Who goes on writing does not want the half of it sent.
        self._is_queued = False
        self._show_phase()

    @Slot()
    def _press(self) -> None:
        if self._shows_stop():
            self.stop_asked.emit()
        else:
            self.submit()

    @Slot()
    def _restyle(self) -> None:
        token = "accent" if self.think_chip.isChecked() else "text_muted"
        self.think_chip.setIcon(self._look.theme.icon("thinking", token))
        self._show_phase()

    @Slot(bool)
    def _mark_focus(self, has_focus: bool) -> None:
        self.setProperty("focused", has_focus)
        self.style().unpolish(self)
        self.style().polish(self)

    @Slot()
    def _show_phase(self) -> None:
        reason = self.reason_not_to_send()
        idle_hint = self.tr("Enter sends, Shift+Enter starts a new line.")
        text = self.edit.toPlainText()
        has_text = bool(text.strip()) or any(not chip.isspace() for chip in self.pasted.texts)
        self.hint.setText(reason or (idle_hint if text or self.pasted.chips else ""))
        shows_stop = self._shows_stop()
        name = self.tr("Stop the answer") if shows_stop else self.tr("Send the message")
        self.button.setAccessibleName(name)
        self.button.setToolTip(name)
        self.button.setIcon(self._look.theme.icon("stop" if shows_stop else "send", "on_accent"))
        can_press = self._phase in (Phase.WAITING, Phase.ANSWERING) or (
            self._phase in (Phase.STARTING, Phase.LOADING, Phase.IDLE)
            and has_text
            and not self._is_queued
        )
        if not can_press and self.button.hasFocus():
            self.edit.setFocus()
        self.button.setEnabled(can_press)

    def _retranslate(self) -> None:
        self.edit.setPlaceholderText(self.tr("Ask something…"))
        self.edit.setAccessibleName(self.tr("Your message"))
        self.edit.setAccessibleDescription(self.tr("Enter sends, Shift+Enter starts a new line."))
        self.think_chip.setText(self.tr("Thinking"))
        self.think_chip.setAccessibleName(self.tr("Thinking"))
        self.think_chip.setToolTip(self.tr("Let the model think in writing before it answers"))
        self._show_phase()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
