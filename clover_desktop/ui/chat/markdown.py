"""Markdown of an answer as a column of widgets: text in groups of paragraphs, code in boxes.

`MarkdownView` keeps one widget a block and replaces only those that changed, so an answer that
grows block by block is not laid out anew. Nothing in an answer can load an image, run, or follow a
link: an image becomes its words (`blocks.py`), and the documents have no resources (`text.py`).
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QFont,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextListFormat,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from clover_desktop.ui.chat.blocks import Block, CodeBlock, TextBlock, split_blocks
from clover_desktop.ui.chat.highlight import CodeStyle, highlights
from clover_desktop.ui.chat.text import TextView, copy_text
from clover_desktop.ui.look import Look
from clover_desktop.ui.theme import Theme

_CODE_COLORS: dict[CodeStyle, str] = {
    "keyword": "accent",
    "string": "warning",
    "number": "draft_text",
    "name": "draft_text",
    "comment": "text_muted",
}
_BULLET_STRETCH = 220  # percent


def document_style(theme: Theme) -> str:
    """The style sheet of answer documents."""
    colors = theme.colors
    body = theme.sizes["body"]
    line = theme.line_height("body")
    code = ", ".join(f"'{family}'" for family in theme.font("code").families())
    return f"""
        p, li {{ line-height: {line}px; }}
        p {{ margin-top: 0px; margin-bottom: 10px; }}
        ul, ol {{ margin-top: 0px; margin-bottom: 10px; margin-left: 0px; }}
        li {{ margin-bottom: 2px; }}
        h1, h2, h3, h4, h5, h6 {{ margin-top: 12px; margin-bottom: 8px; font-weight: 600; }}
        h1 {{ font-size: {round(body * 1.4)}px; }}
        h2 {{ font-size: {round(body * 1.25)}px; }}
        h3, h4, h5, h6 {{ font-size: {round(body * 1.1)}px; }}
        a {{ color: {colors["link"]}; }}
        code {{ font-family: {code}; font-size: {theme.sizes["code"]}px;
                background-color: {colors["code_surface"]}; }}
        pre {{ font-family: {code}; font-size: {theme.sizes["code"]}px;
               background-color: {colors["code_surface"]}; }}
        blockquote {{ color: {colors["text_muted"]}; margin-left: 16px; }}
        table {{ border-collapse: collapse; margin-bottom: 10px; }}
        th, td {{ border: 1px solid {colors["border"]}; }}
        th {{ font-weight: 600; background-color: {colors["surface_sunken"]}; }}
        hr {{ color: {colors["border"]}; }}
    """


def set_bullets_apart(document: QTextDocument) -> None:
    """Give the signs of lists room before their text: Qt leaves the width of a space in the font of
    the paragraph, which no style sheet reaches."""
    signs = (
        QTextListFormat.Style.ListDisc,
        QTextListFormat.Style.ListCircle,
        QTextListFormat.Style.ListSquare,
    )
    wide = QTextCharFormat()
    wide.setFontStretch(_BULLET_STRETCH)
    block = document.begin()
    while block.isValid():
        items = block.textList()
        # Items are None where there is no list, whatever the type says. Numbers would be stretched.
        if items is not None and items.format().style() in signs:
            QTextCursor(block).mergeBlockCharFormat(wide)
        block = block.next()


def _code_format(style: CodeStyle, theme: Theme) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(theme.color(_CODE_COLORS[style]))
    if style == "keyword":
        look.setFontWeight(QFont.Weight.DemiBold)
    if style == "comment":
        look.setFontItalic(True)
    return look


class CodeBox(QFrame):
    """Code in a box of its own: language, copy button, sideways scrolling of long lines."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._is_stale = False
        self.setObjectName("code_box")
        self._language = QLabel(self)
        self._language.setTextFormat(Qt.TextFormat.PlainText)
        self._language.setProperty("role", "muted")
        self._copy = QToolButton(self)
        self._copy.setProperty("kind", "icon")
        self._copy.setIconSize(QSize(16, 16))
        self._copy.clicked.connect(self._copy_code)
        self._code = _CodeEdit(self)

        head = QHBoxLayout()
        head.setContentsMargins(14, 4, 4, 0)
        head.addWidget(self._language, 1)
        head.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._code)
        look.changed.connect(self._restyle)
        self._code.setFont(look.theme.font("code"))
        self._restyle()
        self._retranslate()

    def set_block(self, block: CodeBlock) -> None:
        """Show `block`."""
        self._language.setText(block.language)
        self._code.set_code(block.code)
        self._color()

    def code(self) -> str:
        """The code as it is copied."""
        return self._code.toPlainText()

    @Slot()
    def _copy_code(self) -> None:
        copy_text(self.code())
        self._copy.setIcon(self._look.theme.icon("check", "accent"))

    @Slot()
    def _restyle(self) -> None:
        self._copy.setIcon(self._look.theme.icon("copy"))
        self._is_stale = True
        self.update()

    def _color(self) -> None:
        self._is_stale = False
        self._code.fit()
        self._code.color(self._language.text(), self._look.theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        # What is out of sight gets the colours of a new theme when it comes into sight. A widget
        # is painted before its children.
        if self._is_stale:
            self._color()
        super().paintEvent(event)

    def _retranslate(self) -> None:
        self._copy.setAccessibleName(self.tr("Copy the code"))
        self._copy.setToolTip(self.tr("Copy the code"))
        self._code.setAccessibleName(self.tr("Code"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


class _CodeEdit(QPlainTextEdit):
    """Read-only code as high as its lines; only sideways it scrolls by itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("code_view")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.document().setDocumentMargin(0)

    def set_code(self, code: str) -> None:
        """Show `code`."""
        if code != self.toPlainText():
            self.setPlainText(code)
            self.fit()

    def color(self, language: str, theme: Theme) -> None:
        """Colour the code as `language`, where that is known."""
        cursor = self.textCursor()
        for start, length, style in highlights(self.toPlainText(), language):
            cursor.setPosition(start)
            cursor.setPosition(start + length, cursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(_code_format(style, theme))

    def fit(self) -> None:
        """As high as the lines, with room for the sideways scroll bar."""
        lines = max(1, self.blockCount())
        margins = 22
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + margins)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if abs(event.angleDelta().x()) > abs(event.angleDelta().y()):
            super().wheelEvent(event)
        else:
            event.ignore()


class MarkdownView(QWidget):
    """A markdown text that may grow.

    Signals:
        link_asked(QUrl): a link was clicked that may be opened after asking.
    """

    link_asked = Signal(QUrl)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._text = ""
        self._is_whole = True
        self._blocks: list[Block] = []
        self._widgets: list[TextView | CodeBox] = []
        # The texts that still have the colours of another theme.
        self._stale: set[int] = set()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        look.changed.connect(self._restyle)

    def text(self) -> str:
        """The markdown shown."""
        return self._text

    def plain_text(self) -> str:
        """What can be read, block by block."""
        return "\n".join(
            widget.code() if isinstance(widget, CodeBox) else widget.toPlainText()
            for widget in self._widgets
        )

    def set_text(self, text: str, blocks: list[Block] | None = None) -> None:
        """Show `text`; only blocks that differ from what is shown are laid out.

        Args:
            blocks: those of `text`, from whoever reads it as it grows; without them all of it is
                parsed.
        """
        if blocks is None and self._is_whole and text == self._text:
            return
        self._text = text
        self._is_whole = blocks is None
        self._show(split_blocks(text) if blocks is None else blocks)

    def _show(self, blocks: list[Block]) -> None:
        same = 0
        for before, after in zip(self._blocks, blocks, strict=False):
            if before != after:
                break
            same += 1
        for index in range(same, len(blocks)):
            self._put(index, blocks[index])
        while len(self._widgets) > len(blocks):
            self._drop(self._widgets.pop())
        self._blocks = blocks
        self._stale = {i for i in self._stale if i < len(blocks)}

    def _put(self, index: int, block: Block) -> None:
        kind = TextView if isinstance(block, TextBlock) else CodeBox
        if index >= len(self._widgets) or not isinstance(self._widgets[index], kind):
            made = self._make_text() if kind is TextView else CodeBox(self._look, self)
            if index < len(self._widgets):
                self._drop(self._widgets[index])
                self._widgets[index] = made
            else:
                self._widgets.append(made)
            self._column.insertWidget(index, made)
            # A layout shows its new widgets only at the next event: the text would be gone for a
            # frame between the live block and this.
            made.show()
        widget = self._widgets[index]
        if isinstance(widget, CodeBox) and isinstance(block, CodeBlock):
            widget.set_block(block)
        elif isinstance(widget, TextView) and isinstance(block, TextBlock):
            self._stale.discard(index)
            widget.document().setDefaultStyleSheet(document_style(self._look.theme))
            widget.setHtml(block.html)
            set_bullets_apart(widget.document())
            widget.fit_width()

    def _make_text(self) -> TextView:
        view = TextView(self)
        view.setAccessibleName(self.tr("Answer text"))
        view.link_asked.connect(self.link_asked)
        return view

    def _drop(self, widget: QWidget) -> None:
        self._column.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    @Slot()
    def _restyle(self) -> None:
        self._stale = {
            index for index, block in enumerate(self._blocks) if isinstance(block, TextBlock)
        }
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        # Colours are part of a document's html: it is made anew, but only where it is seen. A
        # widget is painted before its children.
        if self._stale:
            for index in [i for i in self._stale if not self._is_out_of_sight(i)]:
                self._put(index, self._blocks[index])
        super().paintEvent(event)

    def _is_out_of_sight(self, index: int) -> bool:
        return self._widgets[index].visibleRegion().isEmpty()
