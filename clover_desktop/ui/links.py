"""Links in an answer are opened outside the app, and only after a question."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget


class LinkQuestion(QObject):
    """Asks over `window` whether an address is to be opened; Cancel is the default."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window

    @Slot(QUrl)
    def ask(self, url: QUrl) -> None:
        """Show the whole address; it is opened if the person agrees."""
        box = QMessageBox(self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Open a link"))
        box.setText(self.tr("Open this address outside Clover Desktop?"))
        box.setInformativeText(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        box.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setProperty("url", url)
        box.finished.connect(self._open)
        box.open()

    @Slot(int)
    def _open(self, answer: int) -> None:
        box = self.sender()
        if isinstance(box, QMessageBox) and answer == QMessageBox.StandardButton.Open:
            QDesktopServices.openUrl(box.property("url"))
