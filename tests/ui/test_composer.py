# Run: python -m pytest tests/ui/test_composer.py
"""Typing, sending, and not sending: the composer alone."""

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QInputMethodEvent

from clover_desktop.ui.chat.composer import MOST_LINES
from clover_desktop.ui.chat.controller import Phase


def test_enter_sends_and_shift_enter_breaks_the_line(composer, sent, qtbot):
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    assert sent == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert [text.replace("\u2028", "\n") for text in sent] == ["one\ntwo"]


def test_the_enter_of_the_number_pad_sends_too(composer, sent, qtbot):
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert sent == ["one"]


@pytest.mark.parametrize("blank", ["", "   ", "\n\n"])
def test_blank_text_is_not_sent(composer, sent, qtbot, blank):
    composer.set_text(blank)
    assert not composer.button.isEnabled()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == []


def test_enter_belongs_to_the_input_method_while_it_composes(composer, sent, qtbot):
    composer.set_text("说：")
    compose = QInputMethodEvent("ni hao", [])
    QCoreApplication.sendEvent(composer.edit, compose)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == []
    assert composer.edit.toPlainText() == "说："
    commit = QInputMethodEvent()
    commit.setCommitString("你好")
    QCoreApplication.sendEvent(composer.edit, commit)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == ["说：你好"]


def test_text_can_be_typed_but_not_sent_where_no_model_comes(composer, sent, qtbot):
    composer.set_phase(Phase.DOWN)
    qtbot.keyClicks(composer.edit, "hello")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == []
    assert composer.edit.toPlainText() == "hello"
    assert not composer.button.isEnabled()
    assert composer.hint.text() == composer.reason_not_to_send() != ""
    composer.set_phase(Phase.IDLE)
    assert composer.button.isEnabled()


@pytest.mark.parametrize("phase", [Phase.STARTING, Phase.LOADING])
def test_a_text_entered_before_the_model_is_there_is_sent_when_it_is(
    composer, sent, qtbot, qapp, phase
):
    composer.set_phase(phase)
    qtbot.keyClicks(composer.edit, "hello")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == []
    assert composer.is_queued
    assert composer.hint.text() == "It is sent as soon as the model is ready."
    assert not composer.button.isEnabled()
    composer.set_phase(Phase.LOADING)
    composer.set_phase(Phase.IDLE)
    qapp.processEvents()
    assert sent == ["hello"]
    assert not composer.is_queued


def test_a_queued_text_that_is_changed_waits_for_enter(composer, sent, qtbot, qapp):
    composer.set_phase(Phase.LOADING)
    qtbot.keyClicks(composer.edit, "hello")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClicks(composer.edit, ", you")
    composer.set_phase(Phase.IDLE)
    qapp.processEvents()
    assert sent == []


def test_the_hint_tells_how_much_of_the_model_is_loaded(composer):
    composer.set_phase(Phase.LOADING)
    composer.set_load_share(0.42)
    assert "42 %" in composer.hint.text()


def test_send_turns_into_stop(composer, sent, qtbot):
    stops: list[bool] = []
    composer.stop_asked.connect(lambda: stops.append(True))
    composer.set_text("next question")
    composer.set_phase(Phase.ANSWERING)
    assert composer.button.accessibleName() == "Stop the answer"
    qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    assert stops == [True]
    assert sent == []
    composer.set_phase(Phase.STOPPING)
    assert not composer.button.isEnabled()
    composer.set_phase(Phase.IDLE)
    assert composer.button.accessibleName() == "Send the message"
    qtbot.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    assert sent == ["next question"]


def test_it_grows_with_its_text_and_then_scrolls(composer, qtbot):
    one = composer.edit.height()
    composer.set_text("\n".join("line" for _ in range(4)))
    four = composer.edit.height()
    composer.set_text("\n".join("line" for _ in range(60)))
    most = composer.edit.height()
    assert one < four < most
    assert most < (MOST_LINES + 2) * composer.edit.fontMetrics().lineSpacing()
    policy = composer.edit.verticalScrollBarPolicy()
    assert policy == Qt.ScrollBarPolicy.ScrollBarAsNeeded
    composer.clear()
    assert composer.edit.height() == one


def test_it_grows_for_a_long_line_that_wraps(composer):
    one = composer.edit.height()
    composer.set_text("word " * 60)
    assert composer.edit.height() > 2 * one - 10


def test_clearing_can_be_undone(composer):
    composer.set_text("precious")
    composer.clear()
    assert composer.edit.toPlainText() == ""
    composer.edit.undo()
    assert composer.edit.toPlainText() == "precious"


def test_tab_leaves_the_field(composer, qtbot):
    composer.set_text("x")
    composer.edit.setFocus()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Tab)
    assert composer.edit.toPlainText() == "x"


def test_page_keys_scroll_the_conversation(composer, qtbot):
    pages: list[int] = []
    composer.edit.paged.connect(pages.append)
    qtbot.keyClick(composer.edit, Qt.Key.Key_PageUp)
    qtbot.keyClick(composer.edit, Qt.Key.Key_PageDown)
    assert pages == [-1, 1]
