# Run: python -m pytest tests/ui/test_growing.py
"""A text that grows is read, laid out and shown like one that came whole, at no growing cost."""

import random
from time import process_time

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QScrollArea

from clover_desktop.ui.chat import blocks as reading
from clover_desktop.ui.chat.blocks import GrowingText, open_end, split_blocks
from clover_desktop.ui.chat.markdown import MarkdownView
from clover_desktop.ui.chat.message import ThinkingFold

NASTY = {
    "addresses at the end": (
        "See [fox] and [the hill][hill].\n\n# Of [fox]\n\n- [fox]\n- [hill]\n\nMore.\n\n"
        "Yet more.\n\n"
        "[fox]: https://fox.example 'A\ntitle'\n[hill]: <https://hill.example>\n[fox]: /second\n\n"
        "[fox] again.\n\nAnd [hill].\n\nEnd."
    ),
    "addresses at the front": (
        "[fox]: https://fox.example\n[hill]: /hill\n\nOne [fox].\n\nTwo [hill].\n\nThree.\n\n"
        "[fox]: /other\n\nFour [fox].\n\n[FOX]\n\nFive."
    ),
    "addresses within": (
        "[fox] first.\n\n> [fox]: /quoted\n> text\n\n- [hill]: /listed\n- item\n\n[hill] then.\n\n"
        "Para.\n\nPara.\n\n    [no]: /code\n\n[no] here.\n\nEnd."
    ),
    "a title that a heading ends": (
        "Para.\n\nAnother.\n\n[a]: /u\n\"open title\n#x\" closes\n\n[b]: /v\n'open\n***b'\n\n"
        '[a] [b]\n\nOne.\n\nTwo.\n\n[c]: /w\n"open\n#c"\n\nEnd.'
    ),
    "addresses take the last blocks back": '[a]: /v\n\nOne.\n\nTwo.\n\n[a]: /u\n"open\n#x"\n',
    "nothing but addresses": "[a]: /u\n'open\n#x'\n\n[b]:\n/v\n\n[c]: /w\n",
    "fences": (
        "Text\n```python\nx = 1\n\n# no heading\n- no list\n```\nafter\n\n"
        "~~~~\n```\n~~~\nin\n~~~~\n\n"
        "- item\n  ```\n  code\n\n  more\n  ```\n- two\n\n```x```\n\n    indented\n\n"
        "    goes on\n\n```\nopen\n\n"
        "# end"
    ),
    "lists that go on": (
        "- a\n- b\n\n- c\n\n  more of c\n\n      code in c\n\n  - deep\n\n    deeper\n\n"
        "1. one\n2. two\n\n"
        "3. three\n* star\n* star\n+ plus\n\n10) ten\n\n    code\n\n11) eleven\nlazy\n\n"
        "end\n- \n- x\n-\n\n  y\n"
    ),
    "signs that turn": (
        "- a\n***\n\n- a\n***bold***\n\nx\n---\n\nx\n--|--\n\nx\n- - -\n\ny\n===\n\nz\n==x\n\n"
        "# h\n#no\n\n"
        "- a\n\n**bold** text\n\n- a\n\n1.5 is a number\n\n>no\n\n```x``` `y`\n\n* * *\n*a*\n"
    ),
    "tables": (
        "Before\n| a | b |\n|---|:-:|\n| 1 | `x|y` |\n| 2 |\nafter\n\n# h | b\n-|-\n1|2\n\n"
        "# h | b\n-|-x\n\n"
        "a | b\n-|-\n\n- i\nc | d\n-|-\n1 | 2\n\n- w\n- a | b\n-|-\n\n> q\n> a | b\n> -|-\n\n"
        "|x|\n|-|\n```\nc\n```\n"
    ),
    "quotes": (
        "> one\nlazy\n\n> two\n> - list\nlazy\n>\n> > deep\n> lazy\n\n"
        "out\n> ```\n> code\nnot code\n\n>\n>\n\n"
        "> # h\n---\n> x\n===\n\n>     code\n    lazy?\n"
    ),
    "line ends": (
        "One\r\ntwo\r\n\r\n- a\r- b\r\rPara\u2028same line\x0bsame\x85same\x0cend\r\n\r\n"
        "Next\x00null\r\n\r\n"
        "Three\n\r\n\rFour\n\n \n\t\nFive  \nbroken\\\nline\n\n\n\n   Six\n\tSeven\n\n"
        "\tcode\n\n  \tcode"
    ),
    "html and pictures": (
        "<div>\n\n**b**\n\n</div>\n\n<!-- open\n\ntext -->\n\n![p](file:///x)\n\n"
        "&amp; &#0; &lt;\n\n"
        "<script>\nx\n\n</script>\n\nend [a](<b\nc>) *x\n\ny* **从前。**有\n\n🦊 ~~gone~~\n"
    ),
    "long blocks": (
        "word " * 300
        + "\n\n"
        + "\n".join(f"- item {number} " + "x" * 30 for number in range(40))
        + "\n\n"
        + "word " * 4100
        + "\n\nend\n\n"
        + "\n\n".join(f"Paragraph {number}." for number in range(30))
    ),
    "headings in a row": (
        "# a\n## b\n### c\n#### d\n\na\n=\nb\n-\nc\n#\n##\n#x\n***\n___\n---\n- - -\nend\n"
    ),
}


def pieces(text: str, seed: int, longest: int) -> list[str]:
    """The beginnings of `text`, each a few characters longer than the one before."""
    chance = random.Random(seed)
    cuts = [0]
    while cuts[-1] < len(text):
        cuts.append(min(len(text), cuts[-1] + chance.randint(1, longest)))
    return [text[:cut] for cut in cuts]


def whole(text: str) -> tuple[list[object], str]:
    """Blocks and open end by a parse of all of it, none of it from `GrowingText`'s memory."""
    end = GrowingText().read(text)[1]
    tops = reading._top_level(reading._PARSER.parse(text))
    groups = reading._Groups()
    for tokens in tops[:-1] if end else tops:
        groups.add(tokens)
    return groups.closed(), end


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("seed", range(3))
def test_a_growing_text_reads_like_a_whole_one(name, seed):
    text = NASTY[name]
    longest = (1, 4, 9)[seed] if len(text) < 2000 else 1_500
    growing = GrowingText()
    for beginning in pieces(text, seed, longest):
        assert growing.read(beginning) == whole(beginning), repr(beginning[-80:])


@pytest.mark.parametrize("seed", range(6))
def test_random_lines_read_like_a_whole_text(seed):
    chance = random.Random(seed)
    lines = [line for text in NASTY.values() if len(text) < 2000 for line in text.split("\n")]
    text = "\n".join(chance.choice(["", *lines]) for _ in range(60))
    growing = GrowingText()
    for beginning in pieces(text, seed, 25):
        assert growing.read(beginning) == whole(beginning), repr(beginning[-80:])


@pytest.fixture
def view(look, qtbot):
    made = MarkdownView(look)
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    return made


@pytest.fixture
def fold(look, qtbot):
    """A fold in a page that scrolls, as in the transcript."""
    page = QScrollArea()
    page.setWidgetResizable(True)
    qtbot.addWidget(page)
    made = ThinkingFold(look)
    page.setWidget(made)
    page.resize(500, 400)
    page.show()
    made.page = page
    return made


@pytest.mark.parametrize("name", ["addresses at the end", "signs that turn", "tables"])
def test_a_growing_view_shows_what_a_whole_one_shows(name, view, look, qtbot):
    growing = GrowingText()
    for beginning in pieces(NASTY[name], 1, 30):
        blocks, end = growing.read(beginning)
        view.set_text(beginning.removesuffix(end), blocks)
    view.set_text(NASTY[name])
    fresh = MarkdownView(look)
    qtbot.addWidget(fresh)
    fresh.set_text(NASTY[name])
    assert view.plain_text() == fresh.plain_text()
    assert view._blocks == fresh._blocks


def test_the_end_of_an_answer_is_parsed_as_a_whole(view, monkeypatch):
    parsed: list[str] = []
    monkeypatch.setattr(
        "clover_desktop.ui.chat.markdown.split_blocks",
        lambda text: parsed.append(text) or split_blocks(text),
    )
    view.set_text("One.", GrowingText().read("One.\n\n")[0])
    assert parsed == []
    view.set_text("One.")
    view.set_text("One.")
    assert parsed == ["One."]


def test_only_the_end_of_an_answer_is_parsed(monkeypatch):
    sizes: list[int] = []
    parse = reading._PARSER.parse

    def measured(text, env=None):
        sizes.append(len(text))
        return parse(text, env)

    monkeypatch.setattr(reading._PARSER, "parse", measured)
    growing = GrowingText()
    text = ""
    for number in range(300):
        text += f"Paragraph {number}, of some length.\n\n- item\n\n```\ncode [fox]\n```\n\n"
        growing.read(text)
    assert len(sizes) == 300
    assert max(sizes) < 300


def test_an_open_end_of_a_kept_text_is_the_same():
    text = "One.\n\nTwo.\n\nThree.\n\nFour goes"
    growing = GrowingText()
    for beginning in pieces(text, 0, 5):
        assert growing.read(beginning)[1] == open_end(beginning)
    assert open_end(text) == "Four goes"


def test_another_text_is_read_anew():
    growing = GrowingText()
    growing.read("One.\n\nTwo.\n\nThree.\n\nFour.\n\n")
    assert growing.read("- a\n\nb") == whole("- a\n\nb")
    assert growing.read("- a") == whole("- a")


def select(text, start: int, end: int) -> None:
    cursor = text.textCursor()
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)


@pytest.mark.parametrize(("start", "end", "words"), [(4, 7, "fox"), (0, 13, "The fox ran. ")])
def test_a_selection_in_a_thought_stays_while_it_goes_on(fold, start, end, words):
    fold.set_text("The fox ran. ")
    select(fold.text, start, end)
    fold.set_text("The fox ran. It came back.\n")
    fold.set_text("The fox ran. It came back.\n\nAnd slept.\n")
    assert fold.text.textCursor().selectedText() == words
    assert fold.text.toPlainText() == "The fox ran. It came back.\n\nAnd slept.\n"
    if words == "fox":
        # At its end the thought loses the empty lines below it.
        fold.set_text("The fox ran. It came back.\n\nAnd slept.")
        assert fold.text.textCursor().selectedText() == words
    assert fold.text.height() == round(fold.text.document().size().height() + 0.49)


@pytest.mark.parametrize(
    "texts",
    [
        ["a\r", "a\r\nb", "a\r\nb\r\n", "a\r\nb"],
        ["one\n\n", "one", "one\n🦊", "one\n🦊 two"],
        ["one two", "one", "one three", "other", ""],
        ["  ", "", "x\u2028y", "x\u2028y\u2029z"],
    ],
)
def test_a_thought_is_shown_as_if_it_came_whole(fold, look, qtbot, texts):
    for text in texts:
        fold.set_text(text)
        fresh = ThinkingFold(look)
        qtbot.addWidget(fresh)
        fresh.set_text(text)
        assert fold.text.toPlainText() == fresh.text.toPlainText()


def test_a_long_thought_grows_as_quickly_as_a_short_one(fold, qapp):
    line = "some words of a thought that goes on and on " * 3

    def cost(size: int) -> float:
        """Seconds of this process for one more block, the fastest of some."""
        text = "\n".join([line] * (size // len(line)))
        fold.set_text(text)
        qapp.processEvents()
        spent = []
        for _ in range(6):
            text += "\nmore words of the thought"
            before = process_time()
            fold.set_text(text)
            qapp.processEvents()
            spent.append(process_time() - before)
        return min(spent)

    short = cost(10_000)
    # Tenfold where all of it is laid out; the page around it costs the same for both.
    assert cost(100_000) < 4 * short + 0.005


def test_a_text_does_not_scroll_within_itself(fold, qapp):
    fold.set_text("one\n" * 40)
    for count in range(5):
        fold.set_text("one\n" * 40 + "more\n" * count)
        qapp.processEvents()
    assert fold.text.verticalScrollBar().maximum() == 0
    assert fold.text.height() >= 44 * fold.text.fontMetrics().lineSpacing()


def test_a_width_that_stays_lays_nothing_out(fold, qapp, monkeypatch):
    fold.set_text("word " * 2000)
    qapp.processEvents()
    widths: list[float] = []
    document = fold.text.document()
    monkeypatch.setattr(document, "setTextWidth", widths.append)
    monkeypatch.setattr(fold.text, "document", lambda: document)
    fold.text.fit_width()
    assert widths == []
    document.textWidth = lambda: 10.0
    fold.text.fit_width()
    assert widths == [fold.text.viewport().width()]
