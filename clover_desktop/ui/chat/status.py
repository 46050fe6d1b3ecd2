"""The line beneath an answer: where it stands while it runs, what it cost when it is over."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from clover_desktop.ui.chat.turns import Answer, AnswerState
from clover_desktop.ui.look import Look

_SEPARATOR = "  ·  "
_HEIGHT = 32


class StatusLine(QWidget):
    """One line of figures, the button that copies the answer once it is there, and another one that
    asks again where the last answer was broken off."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._answer: Answer | None = None
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setProperty("role", "muted")
        self.label.setWordWrap(True)
        self.copy_button = QToolButton(self)
        self.copy_button.setObjectName("copy_answer")
        self.copy_button.setIconSize(QSize(18, 18))
        self.copy_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.copy_button.setVisible(False)
        self.again_button = QPushButton(self)
        self.again_button.setObjectName("try_again")
        self.again_button.setVisible(False)
        self._is_last = True
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.label, 1)
        row.addWidget(self.again_button, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        # Room for the buttons before they come: the figures stay where they are read.
        self.setMinimumHeight(_HEIGHT)
        look.changed.connect(self._restyle)
        self._restyle()
        self._retranslate()

    def show_answer(self, answer: Answer) -> None:
        """Show the figures of `answer` as they are now."""
        self._answer = answer
        self.copy_button.setVisible(not answer.state.is_open and bool(answer.text.strip()))
        is_broken_off = answer.state in (
            AnswerState.STOPPED,
            AnswerState.INTERRUPTED,
            AnswerState.FAILED,
        )
        self.again_button.setVisible(is_broken_off and self._is_last)
        running = self.running(answer)
        self.label.setText(running if answer.state.is_open else self.final(answer))

    def set_last(self, is_last: bool) -> None:
        """Whether this is the answer that can be asked for again."""
        self._is_last = is_last
        if self._answer is not None:
            self.show_answer(self._answer)

    def running(self, answer: Answer) -> str:
        """The line while more may come."""
        progress = answer.progress
        if progress.block is None:
            if answer.state is AnswerState.WAITING or not progress.prompt_total:
                return self.tr("Waiting for the engine…")
            return self.tr("Reading the prompt: {0} of {1} tokens").format(
                progress.prompt_done, progress.prompt_total
            )
        parts: list[str] = []
        if progress.strategy == "draft_self":
            parts.append(self.tr("Round {0}").format(progress.block))
            parts.append(self.tr("{0} drafted").format(progress.drafted))
            if progress.accepted is not None:
                parts.append(self.tr("{0} accepted").format(progress.accepted))
        else:
            parts.append(self.tr("Block {0}").format(progress.block + 1))
        if progress.strategy == "low_confidence":
            parts.append(self.tr("Pass {0}").format(progress.pass_number))
            parts.append(self.tr("{0} filled in this pass").format(progress.filled))
        if progress.passes:
            parts.append(self.tr("{0:.1f} tokens per pass").format(progress.tokens_per_pass))
        if progress.tokens_per_second:
            parts.append(self.tr("{0:.0f} tokens/s").format(progress.tokens_per_second))
        return _SEPARATOR.join(parts)

    def final(self, answer: Answer) -> str:
        """The footer of a finished, stopped or broken answer."""
        parts: list[str] = []
        ending = self._ending(answer)
        if ending:
            parts.append(ending)
        stats = answer.stats
        if stats is not None and stats.tokens:
            parts.append(self.tr("{0} tokens").format(stats.tokens))
            if stats.passes:
                parts.append(self.tr("{0} passes").format(stats.passes))
                parts.append(self.tr("{0:.1f} tokens per pass").format(stats.tokens_per_pass))
            parts.append(self.tr("TPF {0:.2f}").format(stats.tpf))
            parts.append(self.tr("{0:.0f} tokens/s").format(stats.tokens_per_second))
        if answer.first_block_seconds is not None:
            parts.append(self.tr("first block {0:.1f} s").format(answer.first_block_seconds))
        return _SEPARATOR.join(parts)

    def _ending(self, answer: Answer) -> str:
        if answer.state is AnswerState.STOPPED:
            return self.tr("Stopped")
        if answer.state is AnswerState.INTERRUPTED:
            return self.tr("Interrupted")
        if answer.state is AnswerState.FAILED:
            return self.tr("No answer")
        if answer.reason == "length":
            return self.tr("Cut at the longest answer")
        if answer.reason == "context":
            return self.tr("Cut: the context is full")
        return ""

    def _restyle(self) -> None:
        self.copy_button.setIcon(self._look.theme.icon("copy"))

    def _retranslate(self) -> None:
        self.again_button.setText(self.tr("Try again"))
        self.again_button.setToolTip(self.tr("Ask the same question once more"))
        self.copy_button.setAccessibleName(self.tr("Copy the answer"))
        self.copy_button.setToolTip(self.tr("Copy the answer"))
        self.label.setAccessibleName(self.tr("Figures of the answer"))
        self.label.setToolTip(
            self.tr("TPF: tokens per forward pass, the causal pass after each block included.")
        )
        if self._answer is not None:
            self.show_answer(self._answer)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
