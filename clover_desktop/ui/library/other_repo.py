"""Any other model of the hub: its name, its revision, how it is packed. Asks; starts nothing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLineEdit, QVBoxLayout, QWidget

from clover_desktop.ui.library import words
from clover_desktop.ui.library.pieces import PathLabel, Remark, button, text_label
from clover_desktop.ui.library.services import OFFERED_SCHEMES
from clover_desktop.ui.look import Look
from clover_desktop.ui.settings.controls import Segments, Setting

NEWEST = "main"
_ROOM_FOR_BOTH = 520


class OtherRepo(QFrame):
    """Two fields, the size, and a button.

    Signals:
        install_asked(str, str, str): repository, revision, scheme, as they were entered.
    """

    install_asked = Signal(str, str, str)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = Path()
        self._is_free = True
        self.setProperty("card", "surface")
        self.repo = QLineEdit(self)
        self.revision = QLineEdit(self)
        self._settings = [Setting(field, beside=False) for field in (self.repo, self.revision)]
        self.scheme = Segments(self)
        self.scheme.setFixedWidth(190)
        self.place = PathLabel(self)
        self.failure = Remark(look, "error", self)
        self.install_button = button(self)
        self.note = text_label(self, "muted")
        self._lay_out()
        for field in (self.repo, self.revision):
            field.returnPressed.connect(self._ask)
            field.textEdited.connect(self._take_back)
        self.install_button.clicked.connect(self._ask)
        self._retranslate()

    def show_place(self, place: Path, *, is_free: bool) -> None:
        """Where it would be installed; `is_free` tells that no installation runs."""
        self._place, self._is_free = place, is_free
        self._retranslate()

    def show_failure(self, sentence: str) -> None:
        """What is wrong with what was entered."""
        self.failure.show_sentence(sentence)
        self.repo.setFocus()

    def clear(self) -> None:
        """It has been started."""
        self.failure.show_sentence("")
        self.repo.clear()
        self.revision.clear()

    def _lay_out(self) -> None:
        self._fields = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._fields.setSpacing(16)
        self._fields.addWidget(self._settings[0], 3)
        self._fields.addWidget(self._settings[1], 2)
        self._where = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._where.setSpacing(14)
        self._where.addWidget(self.scheme)
        self._where.addWidget(self.place, 1)
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._foot.setSpacing(14)
        self._foot.addWidget(self.install_button)
        self._foot.addWidget(self.note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 18)
        column.setSpacing(16)
        column.addLayout(self._fields)
        column.addLayout(self._where)
        column.addWidget(self.failure)
        column.addLayout(self._foot)

    @Slot()
    def _ask(self) -> None:
        if self._is_free:
            revision = self.revision.text().strip() or NEWEST
            self.install_asked.emit(self.repo.text().strip(), revision, str(self.scheme.value()))

    @Slot()
    def _take_back(self) -> None:
        self.failure.show_sentence("")

    def _retranslate(self) -> None:
        names = [words.scheme_name(scheme.name) for scheme in OFFERED_SCHEMES]
        self.scheme.set_choices([scheme.name for scheme in OFFERED_SCHEMES], names, self.tr("Size"))
        if self.scheme.value() is None:
            self.scheme.set_value(OFFERED_SCHEMES[0].name)
        self._settings[0].set_words(
            self.tr("Repository"), self.tr("Its name on the hub: owner/name.")
        )
        self._settings[1].set_words(self.tr("Revision"), self.tr("Empty means the newest."))
        self.repo.setAccessibleName(self.tr("Repository"))
        self.revision.setAccessibleName(self.tr("Revision"))
        self.repo.setPlaceholderText("owner/name")
        self.revision.setPlaceholderText(NEWEST)
        self.place.set_path(self.tr("Into {0}").format(self._place))
        self.install_button.setText(self.tr("Install"))
        self.install_button.setAccessibleName(self.tr("Install another model"))
        self.install_button.setEnabled(self._is_free)
        self.note.setText(
            self.tr(
                "Only models of Clover's kind in safetensors can be used; whether it is one, and "
                "how large, is asked first."
            )
            if self._is_free
            else self.tr("One installation runs at a time.")
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        is_wide = event.size().width() >= _ROOM_FOR_BOTH
        direction = QBoxLayout.Direction
        for row in (self._fields, self._where):
            row.setDirection(direction.LeftToRight if is_wide else direction.TopToBottom)
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
