# Run: python3 run.py test tests/ui/test_window_polish.py
"""What moves, covers or fails to line up: faults that only show in the whole window."""

import re

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from clover_desktop.protocol import BlockCommitted, Cancel, CellsFilled, Finished
from clover_desktop.tools.scripted_engine import reply
from clover_desktop.ui.settings.panel import PANEL_WIDTH


@pytest.mark.parametrize("thinking", ["", "A long thought about the question."])
def test_an_answer_stopped_in_its_first_block_leaves_no_empty_room(open_window, thinking):
    studio = open_window(reply("word " * 60, thinking=thinking), reply("Now."))
    window = studio.parts.window
    window.panel.thinking.setChecked(bool(thinking))
    studio.ask("Hi")
    studio.step(CellsFilled, 2)
    answer, status = window.transcript.answers[0], window.transcript.answers[0].status
    assert answer.height() > 2 * status.height()
    window.actions_of_window["stop"].trigger()
    studio.step(Finished)
    studio.settle(1.0)
    assert "Stopped" in status.label.text()
    assert answer.height() == status.height()

    assert status.again_button.isVisible()
    status.again_button.click()
    studio.finish()
    assert len(window.transcript.answers) == 1
    assert window.transcript.answers[0].answer.text.strip() == "Now."
    assert not window.transcript.answers[0].status.again_button.isVisible()


def test_an_answer_stopped_later_is_as_tall_as_what_was_kept(open_window):
    studio = open_window(reply("word " * 60))
    window = studio.parts.window
    window.panel.thinking.setChecked(False)
    studio.ask("Hi")
    studio.step(BlockCommitted)
    studio.step(CellsFilled, 2)
    window.actions_of_window["stop"].trigger()
    studio.step(Finished)
    studio.settle(1.0)
    answer = window.transcript.answers[0]
    gap = answer.layout().spacing()
    assert answer.status.label.text().startswith("Stopped")
    assert answer.height() == answer.markdown.height() + gap + answer.status.height()


def test_only_the_last_answer_can_be_asked_again(open_window):
    studio = open_window(reply("word " * 60), reply("Other."))
    window = studio.parts.window
    studio.ask("Hi")
    studio.step(CellsFilled, 2)
    window.actions_of_window["stop"].trigger()
    studio.finish()
    studio.ask("Other")
    assert not window.transcript.answers[0].status.again_button.isVisible()


def test_the_panel_lies_over_the_text_where_both_have_no_room(open_window):
    studio = open_window()
    window = studio.parts.window
    window.resize(480, 600)
    studio.settle()
    width = window.pages.width()
    window.toggle_panel()
    studio.settle()
    assert window.width() == 480
    assert window.pages.width() == width
    assert window.panel.isVisible()
    panel = window.panel.geometry()
    assert (panel.right() + 1, panel.width()) == (480, PANEL_WIDTH)
    assert panel.height() == window.centralWidget().height()
    window.resize(1100, 600)
    studio.settle()
    assert window.pages.width() == 1100 - PANEL_WIDTH
    window.resize(600, 600)
    studio.settle()
    assert window.pages.width() == 600
    window.toggle_panel()
    studio.settle()
    assert not window.panel.isVisible()


def test_escape_closes_the_panel_only_where_it_covers_the_text(open_window, qtbot):
    studio = open_window(reply("word " * 60))
    window = studio.parts.window
    studio.ask("Hi")
    studio.step(CellsFilled, 2)
    window.resize(480, 600)
    window.toggle_panel()
    studio.settle()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.panel.isVisible()
    assert not window.panel_button.isChecked()
    assert not any(isinstance(command, Cancel) for command in studio.engine.sent)

    # Beside the text it stays, and the key means the answer.
    window.resize(1100, 600)
    window.toggle_panel()
    studio.settle()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.panel.isVisible()
    assert isinstance(studio.engine.sent[-1], Cancel)
    studio.finish()
    assert not window.actions_of_window["stop"].isEnabled()
    window.resize(480, 600)
    studio.settle()
    assert window.actions_of_window["stop"].isEnabled()
    qtbot.keyClick(window.panel.threshold.slider, Qt.Key.Key_Escape)
    assert not window.panel.isVisible()
    assert not window.actions_of_window["stop"].isEnabled()


@pytest.mark.parametrize("width", [1120, 760])
def test_the_examples_are_as_wide_as_the_composer(open_window, width):
    studio = open_window()
    window = studio.parts.window
    window.resize(width, 780)
    studio.settle()
    first, last, composer = window.welcome.cards[0], window.welcome.cards[-1], window.composer
    assert first.mapTo(window, QPoint()).x() == composer.mapTo(window, QPoint()).x()
    right = composer.mapTo(window, QPoint(composer.width(), 0)).x()
    assert abs(last.mapTo(window, QPoint(last.width(), 0)).x() - right) <= 1


def test_seconds_have_the_same_decimals(open_window):
    studio = open_window(reply("Fine.", thinking="Hm."))
    studio.ask("Hi")
    studio.finish()
    answer = studio.parts.window.transcript.answers[0]
    texts = answer.thinking.head.text(), answer.status.label.text()
    assert [re.search(r"[\d.]+(?= s$)", text)[0].count(".") for text in texts] == [1, 1]
    decimals = {len(re.search(r"\.(\d+) s$", text)[1]) for text in texts}
    assert decimals == {1}


def test_a_question_without_room_goes_into_the_new_chat(open_window):
    studio = open_window(reply("never"))
    window = studio.parts.window
    studio.ask("Much too long.")
    studio.engine.fail(1, "The prompt is longer than the context.", "context")
    studio.settle()
    assert window.notice.title.text() == "The question is too long"
    assert window.notice.way_button.text() == "Shorten it"
    window.notice.way_button.click()
    studio.settle()
    assert window.transcript.answers == []
    assert window.composer.edit.toPlainText() == "Much too long."


def drop(target, data) -> None:
    """As the desktop does it: over the widget, then let go."""
    where, copy = QPoint(4, 4), Qt.DropAction.CopyAction
    state = data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for event in (
        QDragEnterEvent(where, copy, *state),
        QDragMoveEvent(where, copy, *state),
        QDropEvent(QPointF(where), copy, *state),
    ):
        QApplication.sendEvent(target, event)


@pytest.mark.parametrize("place", ["field", "page", "setting", "hub"])
def test_files_dropped_anywhere_are_refused_in_words(open_window, place):
    studio = open_window()
    window = studio.parts.window
    if place == "hub":
        window.open_models()
    elif place == "setting":
        window.toggle_panel()
    studio.settle()
    target = {
        "field": window.composer.edit.viewport,
        "page": lambda: window.welcome,
        "setting": lambda: window.panel.findChild(QLineEdit),
        "hub": lambda: window.models.fields.mirror,
    }[place]()
    shown = target.text() if isinstance(target, QLineEdit) else ""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/etc/passwd")])
    assert window.acceptDrops()
    drop(target, data)
    studio.settle()
    assert window.notice.isVisible()
    assert window.notice.title.text() == "Files cannot be read yet"
    assert window.notice.sentence.text() == "Copy their text and paste it into the message instead."
    assert window.composer.text == ""
    assert not isinstance(target, QLineEdit) or target.text() == shown


def test_files_pasted_into_a_field_of_the_hub_are_refused(open_window, qtbot):
    studio = open_window()
    window = studio.parts.window
    window.open_models()
    studio.settle()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/etc/passwd")])
    data.setText("/etc/passwd")
    QApplication.clipboard().setMimeData(data)
    field = window.models.fields.proxy
    qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == ""
    assert window.notice.isVisible()
    QApplication.clipboard().setText("http://proxy:1")
    qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "http://proxy:1"
