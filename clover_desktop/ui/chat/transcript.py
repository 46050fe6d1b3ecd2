"""The column of messages: adds views, passes events on, and follows the end while it is read.

The view goes along with the end only while the reader is there. Once they scroll away nothing moves
under their eyes, and a button leads back to the latest text.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from clover_desktop.protocol import Event
from clover_desktop.ui.chat.message import AnswerView, QuestionView
from clover_desktop.ui.chat.turns import Exchange
from clover_desktop.ui.look import Look

COLUMN_WIDTH = 760
# So near to the end counts as being there: a line and a half.
_NEAR = 36
_BUTTON = 38


class Transcript(QScrollArea):
    """The messages of one chat.

    Signals:
        link_asked(QUrl)
        again_asked(): the last question is to be asked once more.
        following_changed(bool): whether the view goes along with the end.
    """

    link_asked = Signal(QUrl)
    again_asked = Signal()
    following_changed = Signal(bool)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._pairs: list[tuple[QuestionView, AnswerView]] = []
        self._is_following = True
        self._last_end = 0
        self.setObjectName("transcript")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Always there, so that the text keeps its place when the first screen is full.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

        body = QWidget()
        body.setObjectName("scroll_body")
        self._body = QVBoxLayout(body)
        self._body.setContentsMargins(24, 24, 24, 16)
        self._column = QWidget(body)
        self._column.setMaximumWidth(COLUMN_WIDTH)
        self._rows = QVBoxLayout(self._column)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(26)
        centred = QHBoxLayout()
        centred.addStretch(1)
        centred.addWidget(self._column, 1000)
        centred.addStretch(1)
        self._body.addLayout(centred)
        self._body.addStretch(1)
        self.setWidget(body)

        self.jump_button = QToolButton(self)
        self.jump_button.setObjectName("jump")
        self.jump_button.setFixedSize(_BUTTON, _BUTTON)
        self.jump_button.setIconSize(QSize(20, 20))
        self.jump_button.hide()
        self.jump_button.clicked.connect(self.jump_to_latest)

        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._watch_value)
        bar.rangeChanged.connect(self._watch_range)
        look.changed.connect(self._restyle)
        self._mark_idle(True)
        self._restyle()
        self._retranslate()

    @property
    def is_following(self) -> bool:
        """The view goes along with the end."""
        return self._is_following

    @property
    def questions(self) -> list[QuestionView]:
        """The question bubbles, oldest first."""
        return [question for question, _ in self._pairs]

    @property
    def answers(self) -> list[AnswerView]:
        """The answers, oldest first."""
        return [answer for _, answer in self._pairs]

    @Slot(object)
    def add(self, exchange: Exchange) -> None:
        """Show a question and its answer to come, and go there."""
        question = QuestionView(exchange.question, self._look, self._column)
        answer = AnswerView(exchange.answer, self._look, self._column)
        answer.link_asked.connect(self.link_asked)
        answer.again_asked.connect(self.again_asked)
        if self._pairs:
            self._pairs[-1][1].set_last(False)
        self._pairs.append((question, answer))
        self._rows.addWidget(question)
        self._rows.addWidget(answer)
        self.jump_to_latest()

    @Slot()
    def drop_last(self) -> None:
        """Take the last question and answer away."""
        for view in self._pairs.pop():
            self._rows.removeWidget(view)
            view.hide()
            view.deleteLater()

    @Slot()
    def clear(self) -> None:
        """Take everything away."""
        while self._pairs:
            self.drop_last()
        self._set_following(True)

    @Slot(object)
    def apply(self, event: Event) -> None:
        """Show an event of the last answer."""
        if self._pairs:
            self._pairs[-1][1].apply(event)

    @Slot()
    def jump_to_latest(self) -> None:
        """Go to the end and stay there."""
        self._set_following(True)
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def page(self, direction: int) -> None:
        """Scroll by most of a page: up for -1, down for 1."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + direction * round(bar.pageStep() * 0.85))

    @Slot(int)
    def _watch_value(self, value: int) -> None:
        end = self.verticalScrollBar().maximum()
        if end != self._last_end:
            # The content grew or shrank, the reader did not move: `_watch_range` is next.
            return
        self._set_following(value >= end - _NEAR)

    @Slot(int, int)
    def _watch_range(self, least: int, most: int) -> None:
        self._last_end = most
        self._mark_idle(most <= least)
        if self._is_following:
            self.verticalScrollBar().setValue(most)
        elif most - self.verticalScrollBar().value() <= 0:
            self._set_following(True)

    def _mark_idle(self, is_idle: bool) -> None:
        bar = self.verticalScrollBar()
        if bar.property("idle") != is_idle:
            bar.setProperty("idle", is_idle)
            bar.style().unpolish(bar)
            bar.style().polish(bar)

    def _set_following(self, is_following: bool) -> None:
        self.jump_button.setVisible(not is_following)
        if is_following != self._is_following:
            self._is_following = is_following
            self.following_changed.emit(is_following)

    def _place_button(self) -> None:
        room = self.viewport().geometry()
        self.jump_button.move(room.center().x() - _BUTTON // 2, room.bottom() - _BUTTON - 12)
        self.jump_button.raise_()

    @Slot()
    def _restyle(self) -> None:
        self.jump_button.setIcon(self._look.theme.icon("down", "text"))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Conversation"))
        self.jump_button.setAccessibleName(self.tr("Jump to the latest text"))
        self.jump_button.setToolTip(self.tr("Jump to the latest text"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
