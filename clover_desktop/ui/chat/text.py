"""Read-only text that is as high as its content, and never loads or follows anything by itself."""

from __future__ import annotations

import re

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QResizeEvent,
    QTextCursor,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

# What a click may open, after the person has seen the whole address.
LIST_INDENT = 26
ALLOWED_SCHEMES = ("http", "https", "mailto")
# Layout time grows faster than a paragraph.
LONGEST_PIECE = 2_000
_GOES_ON = 1
# As `setPlainText` sees them.
_PARAGRAPH_END = re.compile("\r\n|[\n\r\u2029\ufdd0\ufdd1]")


class SafeDocument(QTextDocument):
    """A document without resources: no file, address or `data:` image is ever read for it."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        return QImage()


class TextView(QTextBrowser):
    """Text of a message. It has no scroll bars: its height follows its content.

    Signals:
        link_asked(QUrl): a link with an allowed scheme was clicked.
    """

    link_asked = Signal(QUrl)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        document = SafeDocument(self)
        document.setDocumentMargin(0)
        document.setIndentWidth(LIST_INDENT)
        option = document.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        self.setDocument(document)
        self._grown = ""
        self.setObjectName("text_view")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        # Not a tab stop: a chat of many messages would hide the controls behind them.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.viewport().setAutoFillBackground(False)
        self.anchorClicked.connect(self._ask_link)
        document.documentLayout().documentSizeChanged.connect(self._fit)

    def set_growing(self, text: str) -> None:
        """Show plain text. Where it goes on, or loses space at its end, the rest is not laid out
        again and a selection stays. Not to be mixed with other ways to set the text."""
        shown, self._grown = self._grown, text
        if text == shown:
            return
        head = text if shown.startswith(text) else shown
        gone = shown[len(head) :]
        # Half a line break of two characters counts as a whole one.
        whole_lines = "\r" not in shown[len(head) - 1 :]
        if head and text.startswith(head) and not gone.strip() and whole_lines:
            self._put_end(len(gone), text[len(head) :])
        else:
            self.setPlainText(text)
        self.fit_width()

    def _put_end(self, count: int, text: str) -> None:
        """Put `text` in place of the last `count` characters, all of them spaces."""
        mine = self.textCursor()
        if mine.hasSelection():
            # One that reaches the end would take the new text in.
            mine.setKeepPositionOnInsert(True)
            self.setTextCursor(mine)
        end = QTextCursor(self.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        end.setPosition(end.position() - count, QTextCursor.MoveMode.KeepAnchor)
        end.insertText(text)

    def fit_width(self) -> None:
        """Lay the text out for the present width now, not at the next event."""
        width = self.viewport().width()
        # Even the same width would lay the whole document out again.
        if self.document().textWidth() != width:
            self.document().setTextWidth(width)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        height = max(1, round(self.document().size().height() + 0.49))
        if height != self.height():
            self.setFixedHeight(height)

    @Slot(QUrl)
    def _ask_link(self, url: QUrl) -> None:
        if url.scheme().lower() in ALLOWED_SCHEMES:
            self.link_asked.emit(url)

    def createMimeDataFromSelection(self) -> QMimeData:
        # Plain text only: colours of a dark theme must not travel into someone's letter.
        data = QMimeData()
        data.setText(self.textCursor().selection().toPlainText())
        return data

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self.height())

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            super().resizeEvent(event)
            self.fit_width()
        else:
            # Qt would lay the whole text out for a new height as well. All of it is in view.
            self.verticalScrollBar().setRange(0, 0)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # The transcript scrolls, never a single text.
        event.ignore()


class WrittenView(TextView):
    """Plain text as a person wrote it. A paragraph too long to be laid out at once is shown in
    several pieces; what is copied is the text as it was."""

    def set_written(self, text: str) -> None:
        """Show `text`."""
        pieces: list[str] = []
        goes_on: list[int] = []
        for paragraph in _PARAGRAPH_END.split(text):
            parts = pieces_of(paragraph)
            goes_on.extend(range(len(pieces), len(pieces) + len(parts) - 1))
            pieces.extend(parts)
        self.setPlainText("\n".join(pieces))
        for number in goes_on:
            self.document().findBlockByNumber(number).setUserState(_GOES_ON)

    def createMimeDataFromSelection(self) -> QMimeData:
        cursor = self.textCursor()
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        block = self.document().findBlock(start)
        parts: list[str] = []
        while block.isValid() and block.position() <= end:
            after = block.position() + block.length()
            # Qt counts a sign beyond the first 65,536 as two.
            cursor.setPosition(max(start, block.position()))
            cursor.setPosition(min(end, after - 1), QTextCursor.MoveMode.KeepAnchor)
            parts.append(cursor.selectedText())
            if after <= end and block.userState() != _GOES_ON:
                parts.append("\n")
            block = block.next()
        data = QMimeData()
        data.setText("".join(parts))
        return data


def pieces_of(paragraph: str) -> list[str]:
    """A paragraph in pieces that can be laid out, cut behind a space where there is one; joined
    they are the paragraph."""
    pieces: list[str] = []
    start = 0
    while len(paragraph) - start > LONGEST_PIECE:
        end = paragraph.rfind(" ", start + LONGEST_PIECE // 2, start + LONGEST_PIECE) + 1
        end = end or start + LONGEST_PIECE
        pieces.append(paragraph[start:end])
        start = end
    return [*pieces, paragraph[start:]]


def copy_text(text: str) -> None:
    """Put plain text on the clipboard."""
    QGuiApplication.clipboard().setText(text)
