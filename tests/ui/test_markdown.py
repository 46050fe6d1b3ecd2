# Run: python -m pytest tests/ui/test_markdown.py
"""Markdown to blocks and widgets, and what it must never do."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QPainter, QTextCursor

from clover_desktop.ui.chat.blocks import (
    GROUP_SIZE,
    LONGEST_BLOCK,
    CodeBlock,
    TextBlock,
    open_end,
    split_blocks,
)
from clover_desktop.ui.chat.highlight import highlights
from clover_desktop.ui.chat.markdown import CodeBox, MarkdownView
from clover_desktop.ui.chat.text import TextView
from clover_desktop.ui.theme import Theme

MIXED = (
    "# Title\n\nSome **bold** text.\n\n```python\nx = 1\n```\n\nAfter.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |"
)


@pytest.fixture
def view(look, qtbot):
    made = MarkdownView(look)
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    return made


def test_blocks_in_reading_order():
    blocks = split_blocks(MIXED)
    assert [type(block) for block in blocks] == [TextBlock, CodeBlock, TextBlock]
    assert blocks[1] == CodeBlock("x = 1", "python")
    assert "<strong>bold</strong>" in blocks[0].html
    assert "<table" in blocks[2].html


def test_single_line_breaks_stay():
    (block,) = split_blocks("one\ntwo")
    assert "<br" in block.html


@pytest.mark.parametrize(
    ("source", "forbidden"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("<img src='file:///etc/passwd'>", "<img"),
        ("![picture](file:///etc/hostname)", "<img"),
        ("![picture](http://example.org/track.png)", "example.org"),
        ("![x](data:image/png;base64,AAAA)", "base64"),
        ("[click](javascript:alert(1))", "href"),
        ("[click](file:///etc/passwd)", "href"),
    ],
)
def test_nothing_dangerous_reaches_the_document(source, forbidden):
    html = "".join(block.html for block in split_blocks(source) if isinstance(block, TextBlock))
    assert forbidden not in html


def test_an_image_becomes_its_words(view):
    view.set_text("Look: ![a red fox](http://example.org/fox.png)")
    assert view.plain_text() == "Look: [image: a red fox]"


def test_documents_have_no_resources(view, tmp_path: Path):
    picture = tmp_path / "red.png"
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    assert image.save(str(picture))
    text = view.findChild(TextView) or TextView(view)
    # Even if html with an image got this far, nothing is read.
    text.setHtml(f'<img src="{picture}"><img src="{picture.as_uri()}">')
    for name in (str(picture), picture.as_uri()):
        found = text.document().resource(2, QUrl(name))
        assert isinstance(found, QImage)
        assert found.isNull()


def test_a_click_opens_nothing_by_itself(view, qtbot, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("SECRET", encoding="utf-8")
    view.set_text("[local](notes.txt) and [site](https://example.org/path?q=1)")
    text = view.findChild(TextView)
    asked: list[str] = []
    view.link_asked.connect(lambda url: asked.append(url.toString()))
    before = text.toPlainText()
    start = text.cursorRect(QTextCursor(text.document())).center() + QPoint(6, 0)
    qtbot.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=start)
    assert text.anchorAt(start) == "notes.txt"
    assert text.toPlainText() == before
    text.anchorClicked.emit(QUrl("https://example.org/path?q=1"))
    text.anchorClicked.emit(QUrl("file:///etc/hostname"))
    text.anchorClicked.emit(QUrl("notes.txt"))
    assert asked == ["https://example.org/path?q=1"]
    assert text.toPlainText() == before
    assert text.source().isEmpty()


def test_only_changed_blocks_get_new_widgets(view):
    paragraphs = [f"Paragraph {number}." for number in range(GROUP_SIZE + 2)]
    view.set_text("\n\n".join(paragraphs))
    first = view.findChildren(TextView)
    heights = [widget.document().revision() for widget in first]
    view.set_text("\n\n".join([*paragraphs, "One more."]))
    second = view.findChildren(TextView)
    assert second == first
    assert second[0].document().revision() == heights[0]
    assert second[1].document().revision() != heights[1]


def test_a_block_that_changes_its_kind_is_replaced(view, qtbot):
    view.set_text("``")
    view.set_text("```\ncode\n```")
    assert view.plain_text() == "code"
    assert len(view.findChildren(CodeBox)) == 1


def test_growing_a_text_ends_like_showing_it_at_once(view, look, qtbot):
    for end in range(0, len(MIXED), 7):
        view.set_text(MIXED[:end])
    view.set_text(MIXED)
    whole = MarkdownView(look)
    qtbot.addWidget(whole)
    whole.set_text(MIXED)
    assert view.plain_text() == whole.plain_text()


def test_code_is_copied_as_it_is(view, qtbot, qapp):
    view.set_text("```html\n<b>&amp;</b>\n\tindented\n```")
    box = view.findChild(CodeBox)
    box._copy.click()
    assert qapp.clipboard().text() == "<b>&amp;</b>\n\tindented"


def test_a_selection_is_copied_without_colours(view):
    view.set_text("Some **bold** text")
    text = view.findChild(TextView)
    text.selectAll()
    data = text.createMimeDataFromSelection()
    assert data.text() == "Some bold text"
    assert not data.hasHtml()


@pytest.mark.parametrize(
    "text", ["# " * 3000, "*" * 5000, "> " * 500 + "x", "[" * 2000, "`" * 999, "| a " * 300]
)
def test_odd_text_does_no_harm(view, text):
    view.set_text(text)
    assert view.height() > 0


def test_bullets_stand_apart_from_their_text(view):
    view.set_text("- III\n- III")
    (text,) = view.findChildren(TextView)
    picture = QImage(80, 24, QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    text.document().drawContents(painter)
    painter.end()
    inked = [
        x for x in range(80) if any(picture.pixelColor(x, y).lightness() < 160 for y in range(24))
    ]
    # The first gap is that between the sign and its text.
    gap = next(after - before for before, after in pairwise(inked) if after > before + 1)
    assert 7 <= gap <= 14


def test_a_huge_paragraph_is_shown_plainly(view):
    blocks = split_blocks("word " * (LONGEST_BLOCK // 4))
    assert [type(block) for block in blocks] == [CodeBlock]


def test_chinese_uses_a_chinese_family(look):
    families = look.theme.font("body").families()
    assert any("CJK SC" in family or "YaHei" in family for family in families)


def test_the_theme_changes_the_documents(view, look):
    view.set_text("A [link](https://example.org).")
    text = view.findChild(TextView)
    light = text.toHtml()
    look.set_theme(Theme.load("dark"))
    # It is made anew when it is painted.
    view.grab()
    assert Theme.load("dark").colors["link"] in text.toHtml()
    assert text.toHtml() != light


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("First.\n\nSecond goes", "Second goes"),
        ("Line one\nline", "Line one\nline"),
        ("Done.\n\n", ""),
        ("A\n\n- one\n- tw", "- one\n- tw"),
        ("```\ncode", ""),
        ("| a |\n|---|\n| 1", ""),
        ("", ""),
        ("从前，有", "从前，有"),
    ],
)
def test_the_open_end_is_what_may_still_go_on(text, end):
    assert open_end(text) == end


def test_highlights_count_as_qt_does():
    code = "s = '🦊'  # fox\nif s: pass"
    found = {
        style: code.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le")
        for start, length, style in highlights(code, "python")
    }
    assert found["comment"] == "# fox"
    assert found["keyword"] == "pass"
    assert list(highlights(code, "no-such-language")) == []


def test_a_text_of_nothing_but_link_addresses_has_no_open_end():
    assert open_end("[1]: https://example.com") == ""
