"""Files that are dropped anywhere in the window: they are not read yet, and that is said."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from clover_desktop.ui.chat.pasted import has_files

_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


class FileGate(QObject):
    """Takes files that are dropped on a window, in place of the fields in it, which would show
    their addresses as text.

    Signals:
        offered(): files were dropped, or pasted into a field.
    """

    offered = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def watch(self, page: QWidget) -> None:
        """Keep files out of the fields of `page` that are there now."""
        for field in page.findChildren(QLineEdit):
            field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _DRAGS and isinstance(event, QDropEvent):
            if not has_files(event.mimeData()):
                return False
            if watched is self._window:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self.offered.emit()
            else:
                # Qt asks the widgets around it next, up to the window.
                event.ignore()
            return True
        if watched is not self._window and isinstance(event, QKeyEvent):
            is_paste = event.type() == QEvent.Type.KeyPress and event.matches(
                QKeySequence.StandardKey.Paste
            )
            if is_paste and has_files(QGuiApplication.clipboard().mimeData()):
                self.offered.emit()
                return True
        return False
