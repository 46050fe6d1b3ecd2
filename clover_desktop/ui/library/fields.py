"""How the hub is reached: mirror, proxy, token. The page keeps what is entered."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from clover_desktop.downloads.library_values import LibraryValues
from clover_desktop.ui.library.pieces import text_label
from clover_desktop.ui.settings.controls import Setting


class HubFields(QFrame):
    """Three fields, each with one sentence.

    Signals:
        changed(str, str, str): mirror, proxy and token, when a field is left.
    """

    changed = Signal(str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "surface")
        self.mirror = QLineEdit(self)
        self.proxy = QLineEdit(self)
        self.token = QLineEdit(self)
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self._settings = [Setting(field, beside=False) for field in self.fields]
        self._note = text_label(self, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(16)
        for setting in self._settings:
            column.addWidget(setting)
        column.addWidget(self._note)
        for field in self.fields:
            field.editingFinished.connect(self._tell)
        self._retranslate()

    @property
    def fields(self) -> tuple[QLineEdit, QLineEdit, QLineEdit]:
        """Mirror, proxy, token."""
        return self.mirror, self.proxy, self.token

    def set_values(self, values: LibraryValues) -> None:
        """Show what is kept, without a signal."""
        for field, text in zip(
            self.fields, (values.mirror, values.proxy, values.token), strict=True
        ):
            field.setText(text)

    @Slot()
    def _tell(self) -> None:
        mirror, proxy, token = (field.text().strip() for field in self.fields)
        self.changed.emit(mirror, proxy, token)

    def _retranslate(self) -> None:
        words = (
            (
                self.tr("Mirror"),
                self.tr("Another server with the same models; all requests go there."),
            ),
            (
                self.tr("Proxy"),
                self.tr("If only a proxy reaches the internet; empty means the system's own."),
            ),
            (
                self.tr("Token"),
                self.tr(
                    "Only for models that ask for one; it is sent to the hub and nowhere else."
                ),
            ),
        )
        for setting, field, (title, sentence) in zip(
            self._settings, self.fields, words, strict=True
        ):
            setting.set_words(title, sentence)
            field.setAccessibleName(title)
        self.mirror.setPlaceholderText("https://huggingface.co")
        self.proxy.setPlaceholderText("http://proxy.example:3128")
        self.token.setPlaceholderText("hf_…")
        self._note.setText(
            self.tr(
                "Kept on this computer in a file that only you can read; used from the next "
                "start of a download on."
            )
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
