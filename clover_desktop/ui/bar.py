"""The bar above the composer: one sentence about what is wrong or worth knowing, and a way on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from clover_desktop.ui.chat.controller import Problem, WayOn
from clover_desktop.ui.look import Look
from clover_desktop.ui.sentences import in_words


class NoticeBar(QFrame):
    """Shows one problem at a time, the latest.

    Signals:
        way_taken(WayOn): the person chose the way on.
    """

    way_taken = Signal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._problem: Problem | None = None
        self.setProperty("card", "error")
        self._icon = QLabel(self)
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setObjectName("notice_title")
        self.sentence = QLabel(self)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.way_button = QPushButton(self)
        self.way_button.clicked.connect(self._take_way)
        self.dismiss_button = QPushButton(self)
        self.dismiss_button.setProperty("kind", "quiet")
        self.dismiss_button.clicked.connect(self.dismiss)

        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.sentence)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 10, 10)
        row.setSpacing(12)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self.way_button)
        row.addWidget(self.dismiss_button)
        look.changed.connect(self._restyle)
        self._restyle()
        self._retranslate()
        self.hide()

    @Slot(object)
    def show_problem(self, problem: Problem) -> None:
        """Show `problem` until it is over or dismissed."""
        self._problem = problem
        self._retranslate()
        self.show()
        QAccessible.updateAccessibility(
            QAccessibleAnnouncementEvent(self, f"{self.title.text()}. {self.sentence.text()}")
        )

    @Slot()
    def dismiss(self) -> None:
        """Take the bar away."""
        self._problem = None
        self.hide()

    @Slot()
    def _take_way(self) -> None:
        if self._problem is not None and self._problem.way_on is not None:
            way_on = self._problem.way_on
            self.dismiss()
            self.way_taken.emit(way_on)

    def _title_of(self, problem: Problem) -> str:
        match problem.kind:
            case "engine_gone":
                return self.tr("The engine has stopped")
            case "context":
                return self.tr("The conversation is too long")
            case "question":
                return self.tr("The question is too long")
            case "files":
                return self.tr("Files cannot be read yet")
            case "checkpoint" | "config" | "tensor":
                return self.tr("The model cannot be loaded")
            case "device":
                return self.tr("Not enough memory, or no such device")
            case "template":
                return self.tr("The model cannot take this conversation")
            case "usage":
                return self.tr("This setting does not fit")
            case "settings":
                return self.tr("Your settings were not used")
            case "bug":
                return self.tr("Something went wrong inside")
        return self.tr("Something went wrong")

    def _sentence_of(self, problem: Problem) -> str:
        if problem.kind == "files":
            return self.tr("Copy their text and paste it into the message instead.")
        return in_words(problem.sentence)

    def _way_text(self, way_on: WayOn) -> str:
        match way_on:
            case WayOn.ASK_AGAIN | WayOn.LOAD_AGAIN:
                return self.tr("Try again")
            case WayOn.RESTART:
                return self.tr("Restart engine")
            case WayOn.NEW_CHAT:
                return self.tr("New chat")
            case WayOn.SHORTEN:
                return self.tr("Shorten it")
            case WayOn.KEEP:
                return self.tr("Keep the present model")

    @Slot()
    def _restyle(self) -> None:
        icon = self._look.theme.icon("warning", "danger")
        self._icon.setPixmap(icon.pixmap(QSize(20, 20), self.devicePixelRatioF()))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Notice"))
        self.dismiss_button.setText(self.tr("Dismiss"))
        if self._problem is not None:
            self.title.setText(self._title_of(self._problem))
            self.sentence.setText(self._sentence_of(self._problem))
            way_on = self._problem.way_on
            self.way_button.setVisible(way_on is not None)
            if way_on is not None:
                self.way_button.setText(self._way_text(way_on))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
