# Run: python -m pytest tests/ui/test_composer_paste.py
"""Long pastes become chips, in the composer and in the bubble of the question."""

import time

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from clover_desktop.tools.scripted_engine import reply
from clover_desktop.ui.chat.composer import MOST_LINES
from clover_desktop.ui.chat.controller import Phase
from clover_desktop.ui.chat.message import QuestionView
from clover_desktop.ui.chat.pasted import LONGEST_PASTE, MOST_IN_FIELD, MOST_PASTED_LINES
from clover_desktop.ui.chat.text import LONGEST_PIECE, pieces_of

HUGE = "x" * 1_000_000
LONG = "word " * 2_000


def paste(composer, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    composer.edit.paste()
    QApplication.processEvents()


def test_a_million_characters_are_pasted_sent_and_shown_without_a_freeze(open_window, qtbot):
    studio = open_window(reply("Long."))
    window = studio.parts.window
    QGuiApplication.clipboard().setText(HUGE)
    began = time.process_time()
    window.composer.edit.paste()
    studio.flush()
    window.composer.submit()
    studio.flush()
    question = window.transcript.questions[0]
    question.more.click()
    studio.flush()
    assert time.process_time() - began < 2.0
    assert studio.engine.generates()[0].messages[-1].text == HUGE
    assert window.composer.text == ""


def test_a_long_paste_becomes_a_chip_and_joins_the_message(composer, sent, qtbot):
    paste(composer, HUGE)
    assert composer.edit.toPlainText() == ""
    (chip,) = composer.pasted.chips
    assert chip.isVisible()
    assert chip.body.accessibleName() == "Pasted text, 1.0 MB"
    assert composer.button.isEnabled()
    paste(composer, LONG)
    qtbot.keyClicks(composer.edit, "Sum this up:")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == [f"Sum this up:\n\n{HUGE}\n\n{LONG}"]
    composer.clear()
    assert composer.text == ""
    assert composer.pasted.isHidden()
    assert not composer.button.isEnabled()


def test_a_chip_alone_is_the_message(composer, sent, qtbot):
    paste(composer, LONG)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == [LONG]


@pytest.mark.parametrize(
    ("text", "is_chip"),
    [
        ("y" * LONGEST_PASTE, False),
        ("y" * (LONGEST_PASTE + 1), True),
        ("\n" * (MOST_PASTED_LINES - 1), False),
        ("a\r\n" * MOST_PASTED_LINES, True),
    ],
)
def test_what_counts_as_long(composer, text, is_chip):
    paste(composer, text)
    assert bool(composer.pasted.chips) is is_chip
    assert (composer.edit.toPlainText() == "") is is_chip
    assert composer.text == text.replace("\r\n", "\n")


def test_many_short_pastes_do_not_add_up_to_a_freeze(composer):
    for _ in range(2 + MOST_IN_FIELD // LONGEST_PASTE):
        paste(composer, "z" * LONGEST_PASTE)
    assert len(composer.edit.toPlainText()) <= MOST_IN_FIELD
    assert composer.pasted.chips


def test_dropped_text_is_treated_like_pasted_text(composer):
    data = QMimeData()
    data.setText(HUGE)
    composer.edit.insertFromMimeData(data)
    assert composer.pasted.texts == [HUGE]


def test_a_chip_is_reached_and_removed_with_the_keyboard(composer, qtbot):
    paste(composer, LONG)
    paste(composer, HUGE)
    first, second = composer.pasted.chips
    composer.edit.setFocus()
    walked = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        walked.append(QApplication.focusWidget())
    # The second is too long to be put back into the field.
    assert walked == [first.body, first.remove, second.remove]
    qtbot.keyClick(second.remove, Qt.Key.Key_Space)
    assert composer.pasted.texts == [LONG]
    assert first.remove.hasFocus()
    qtbot.keyClick(first.remove, Qt.Key.Key_Space)
    assert composer.pasted.texts == []
    assert composer.edit.hasFocus()
    assert not composer.button.isEnabled()


def test_a_chip_that_is_not_too_long_goes_back_into_the_field(composer, qtbot):
    paste(composer, LONG)
    qtbot.mouseClick(composer.pasted.chips[0].body, Qt.MouseButton.LeftButton)
    assert composer.pasted.chips == []
    assert composer.edit.toPlainText() == LONG


def test_a_long_question_given_back_is_a_chip(composer):
    composer.set_text("short")
    composer.set_text(LONG)
    assert (composer.edit.toPlainText(), composer.pasted.texts) == ("", [LONG])
    composer.set_text("short")
    assert (composer.edit.toPlainText(), composer.pasted.texts) == ("short", [])


def test_a_queued_message_goes_with_its_chip(composer, sent, qapp):
    composer.set_phase(Phase.LOADING)
    paste(composer, LONG)
    composer.submit()
    assert composer.is_queued
    composer.set_phase(Phase.IDLE)
    qapp.processEvents()
    assert sent == [LONG]


def test_chips_survive_another_theme_and_language(open_window):
    studio = open_window()
    composer = studio.parts.window.composer
    paste(composer, LONG)
    studio.parts.window.toggle_theme()
    studio.parts.translations.use("zh_CN")
    studio.flush()
    assert composer.pasted.texts == [LONG]
    assert composer.pasted.chips[0].body.text() != "Pasted text, 10.0 kB"
    assert "10.0 kB" in composer.pasted.chips[0].body.text()


def test_the_field_grows_for_one_long_paragraph_that_is_pasted(composer, qapp):
    one = composer.edit.height()
    paste(composer, "hello world " * 12)
    assert one < composer.edit.height()
    composer.clear()
    paste(composer, "hello world " * 600)
    assert composer.edit.height() > (MOST_LINES - 1) * composer.edit.fontMetrics().lineSpacing()
    assert composer.edit.verticalScrollBar().isVisible()
    assert composer.edit.verticalScrollBar().maximum() > 0


@pytest.mark.parametrize("pasted", [True, False])
def test_files_are_offered_and_never_text(composer, pasted):
    offers: list[bool] = []
    composer.files_offered.connect(lambda: offers.append(True))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/etc/passwd")])
    if pasted:
        QGuiApplication.clipboard().setMimeData(data)
        composer.edit.paste()
    else:
        assert composer.edit.canInsertFromMimeData(data)
        composer.edit.insertFromMimeData(data)
    assert composer.text == ""
    assert offers == [True]


def test_the_address_of_a_page_is_text(composer):
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a")])
    data.setText("https://example.org/a")
    composer.edit.insertFromMimeData(data)
    assert composer.text == "https://example.org/a"


@pytest.mark.parametrize("text", ["", "short", "word " * 5_000, "y" * 5_000, "😀" * 3_000])
def test_pieces_are_short_and_joined_the_text(text):
    pieces = pieces_of(text)
    assert "".join(pieces) == text
    assert max(map(len, pieces)) <= LONGEST_PIECE


def test_a_long_question_is_shown_in_steps_and_copied_as_it_was(look, qtbot):
    text = "😀" + "y" * 5_000 + "\n\n" + "word " * 1_000 + "\n" + "z" * 100_000
    view = QuestionView(text, look)
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    assert view.more.text() == "Show more"
    presses = 0
    while view.more.isVisible():
        view.more.click()
        presses += 1
    assert presses == 2
    block = view.body.document().begin()
    while block.isValid():
        assert len(block.text()) <= LONGEST_PIECE + 1
        block = block.next()
    view.body.selectAll()
    view.body.copy()
    assert QGuiApplication.clipboard().text() == text
    cursor = view.body.textCursor()
    cursor.setPosition(1_990)
    cursor.setPosition(2_020, cursor.MoveMode.KeepAnchor)
    view.body.setTextCursor(cursor)
    view.body.copy()
    assert QGuiApplication.clipboard().text() == "y" * 29
