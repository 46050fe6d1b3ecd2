# Run: python -m pytest tests/ui/test_window.py
"""The whole window with a scripted engine: what a person does and sees. No torch."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QDesktopServices, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QLabel,
    QMessageBox,
    QScrollBar,
)

from clover_desktop import app as composition
from clover_desktop.protocol import (
    BlockCommitted,
    BlockOpened,
    Cancel,
    CellsDrafted,
    CellsFilled,
    Finished,
    Load,
)
from clover_desktop.tools.scripted_engine import ScriptedEngine, reply
from clover_desktop.ui.actions import ShortcutSheet
from clover_desktop.ui.chat.controller import Phase

LONG = "The fox ran over the hill and came back again in the evening. " * 6
TALL = "\n\n".join(f"Paragraph number {number} of a tall answer." for number in range(40))


def type_and_send(studio, qtbot, text: str) -> None:
    qtbot.keyClicks(studio.parts.window.composer.edit, text)
    qtbot.keyClick(studio.parts.window.composer.edit, Qt.Key.Key_Return)
    studio.settle()


def without_thinking(studio) -> None:
    studio.parts.window.panel.thinking.setChecked(False)


def test_the_engine_starts_only_when_the_window_is_painted(open_window, qapp):
    engine = ScriptedEngine()
    parts = composition.build(qapp, lambda: engine)
    assert not engine.is_alive
    assert parts.close_engine()
    studio = open_window(engine=engine, loads=False)
    assert engine.is_alive
    assert isinstance(engine.sent[0], Load)
    assert engine.sent[0].path.endswith("seedling")
    assert studio.parts.window.composer.edit.hasFocus()


def test_a_question_becomes_a_bubble_and_its_answer_fills_in_and_settles(open_window, qtbot):
    studio = open_window(reply(LONG))
    window = studio.parts.window
    without_thinking(studio)
    window.panel.threshold.slider.setValue(70)
    type_and_send(studio, qtbot, "Tell me about the fox")

    (command,) = studio.engine.generates()
    assert command.messages[-1].text == "Tell me about the fox"
    assert command.sampling.threshold == pytest.approx(0.7)
    assert window.composer.edit.toPlainText() == ""
    assert window.transcript.questions[0].body.toPlainText() == "Tell me about the fox"
    assert window.pages.currentWidget() is window.transcript

    answer = window.transcript.answers[0]
    studio.step(CellsFilled, 2)
    assert answer.canvas is not None
    assert answer.canvas.height() > 0
    assert "Block 1" in answer.status.label.text()
    assert "Pass 2" in answer.status.label.text()
    assert answer.markdown.plain_text() == ""

    studio.step(BlockCommitted)
    studio.settle(2.0)
    shown = answer.markdown.plain_text() + answer.canvas._scene.lead
    assert shown.startswith("The fox ran over the hill")

    studio.finish()
    assert answer.canvas is None
    assert answer.markdown.plain_text() == LONG.strip()
    footer = answer.status.label.text()
    for figure in ("tokens", "passes", "tokens per pass", "TPF", "tokens/s", "first block"):
        assert figure in footer
    assert not studio.clock.is_running()


def test_the_footer_waits_until_the_last_block_has_melted(open_window, qtbot):
    studio = open_window(reply("Short."))
    without_thinking(studio)
    type_and_send(studio, qtbot, "Hi")
    studio.engine.play()
    studio.settle()
    answer = studio.parts.window.transcript.answers[0]
    assert "TPF" not in answer.status.label.text()
    studio.settle(2.0)
    assert "TPF" in answer.status.label.text()


def test_text_keeps_its_place_from_block_to_block(open_window, qtbot):
    studio = open_window(reply(LONG))
    without_thinking(studio)
    type_and_send(studio, qtbot, "Hi")
    answer = studio.parts.window.transcript.answers[0]
    studio.step(BlockOpened)
    studio.settle()
    tops = {answer.canvas.mapTo(studio.parts.window, answer.canvas.rect().topLeft()).y()}
    for _ in range(3):
        studio.step(BlockCommitted)
        studio.settle(1.0)
        tops.add(answer.canvas.mapTo(studio.parts.window, answer.canvas.rect().topLeft()).y())
    # One paragraph: it stays on the canvas, at its place, until it is over.
    assert len(tops) == 1


def test_stop_in_the_middle_keeps_committed_blocks(open_window, qtbot):
    studio = open_window(reply(LONG), reply("Next."))
    without_thinking(studio)
    window = studio.parts.window
    type_and_send(studio, qtbot, "Go")
    studio.step(BlockCommitted)
    studio.step(CellsFilled, 2)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert studio.engine.sent[-1] == Cancel(1)
    studio.engine.play()
    studio.settle()
    answer = window.transcript.answers[0]
    assert answer.canvas is None
    assert answer.status.label.text().startswith("Stopped")
    kept = answer.markdown.plain_text()
    assert LONG.startswith(kept)
    assert 0 < len(kept) < len(LONG)
    type_and_send(studio, qtbot, "And now")
    studio.finish()
    assert window.transcript.answers[1].markdown.plain_text() == "Next."


def test_a_failure_is_a_bar_with_a_sentence_and_try_again(open_window, qtbot):
    studio = open_window(reply("never"), reply("At last."))
    window = studio.parts.window
    type_and_send(studio, qtbot, "Hi")
    studio.engine.fail(1, "The device has no memory left: close other programs.")
    studio.settle()
    assert window.notice.isVisible()
    assert window.notice.sentence.text() == "The device has no memory left: close other programs."
    assert window.notice.sentence.textFormat() == Qt.TextFormat.PlainText
    qtbot.mouseClick(window.notice.way_button, Qt.MouseButton.LeftButton)
    studio.finish()
    assert not window.notice.isVisible()
    assert len(window.transcript.answers) == 1
    assert window.transcript.answers[0].markdown.plain_text() == "At last."


def test_death_marks_the_answer_and_offers_a_restart(open_window, qtbot, caplog):
    studio = open_window(reply(LONG), reply("Here again."))
    without_thinking(studio)
    window = studio.parts.window
    type_and_send(studio, qtbot, "Go")
    studio.step(BlockCommitted)
    studio.settle(2.0)
    studio.step(CellsFilled)
    studio.engine.die()
    studio.settle(1.0)
    answer = window.transcript.answers[0]
    assert answer.status.label.text().startswith("Interrupted")
    assert answer.canvas is None
    assert answer.markdown.plain_text()
    assert window.notice.way_button.text() == "Restart engine"
    assert not window.composer.button.isEnabled()
    qtbot.mouseClick(window.notice.way_button, Qt.MouseButton.LeftButton)
    studio.settle()
    studio.engine.play()
    studio.settle()
    type_and_send(studio, qtbot, "Are you there?")
    studio.finish()
    assert window.transcript.answers[1].markdown.plain_text() == "Here again."


def test_the_bar_can_be_dismissed(open_window):
    engine = ScriptedEngine()
    engine.load_failure = "There is no model in this folder: choose another."
    studio = open_window(engine=engine)
    window = studio.parts.window
    assert window.notice.isVisible()
    assert window.notice.way_button.text() == "Try again"
    window.notice.dismiss_button.click()
    assert not window.notice.isVisible()


def test_the_thought_is_a_fold_with_its_own_time(open_window, qtbot):
    thought = "First I look at the question. " * 4
    studio = open_window(reply(LONG, thinking=thought))
    type_and_send(studio, qtbot, "Hi")
    answer = studio.parts.window.transcript.answers[0]
    studio.step(CellsFilled, 2)
    assert answer.thinking.isVisible()
    assert answer.thinking.is_unfolded()
    assert answer.thinking.head.text() == "Thinking…"
    assert answer.thinking.isAncestorOf(answer.canvas) or answer.canvas.parent() is not None
    thought_y = answer.canvas.mapTo(answer, answer.canvas.rect().topLeft()).y()
    assert thought_y < answer.status.y()
    studio.finish()
    assert answer.thinking.head.text().startswith("Thought for ")
    assert not answer.thinking.is_unfolded()
    assert answer.markdown.plain_text() == LONG.strip()
    answer.thinking.head.click()
    assert answer.thinking.text.isVisible()
    assert answer.thinking.text.toPlainText() == thought.strip()
    answer.copy_answer()
    assert studio.app.clipboard().text() == LONG.strip()


def test_a_stop_inside_the_thought_leaves_the_thought_readable(open_window, qtbot):
    studio = open_window(reply("never", thinking="I think and think. " * 20))
    type_and_send(studio, qtbot, "Hi")
    studio.step(BlockCommitted)
    studio.parts.controller.stop()
    studio.engine.play()
    studio.settle()
    answer = studio.parts.window.transcript.answers[0]
    assert answer.thinking.is_unfolded()
    assert answer.thinking.text.toPlainText().startswith("I think")
    assert answer.markdown.plain_text() == ""
    assert answer.status.label.text().startswith("Stopped")


def test_no_fold_where_nothing_was_thought(open_window, qtbot):
    studio = open_window(reply("Just so."))
    type_and_send(studio, qtbot, "Hi")
    studio.finish()
    assert not studio.parts.window.transcript.answers[0].thinking.isVisible()


def test_the_view_follows_until_the_reader_scrolls_away(open_window, qtbot):
    studio = open_window(reply(TALL))
    without_thinking(studio)
    transcript = studio.parts.window.transcript
    bar = transcript.verticalScrollBar()
    type_and_send(studio, qtbot, "Hi")
    studio.step(BlockCommitted, 10)
    studio.settle(1.0)
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()
    assert not transcript.jump_button.isVisible()

    bar.setValue(20)
    assert transcript.jump_button.isVisible()
    end = bar.maximum()
    studio.step(BlockCommitted, 3)
    studio.settle(1.0)
    assert bar.maximum() > end
    assert bar.value() == 20

    qtbot.mouseClick(transcript.jump_button, Qt.MouseButton.LeftButton)
    assert bar.value() == bar.maximum()
    assert not transcript.jump_button.isVisible()
    studio.finish()
    assert bar.value() == bar.maximum()


def test_scrolling_back_to_the_end_follows_again(open_window, qtbot):
    studio = open_window(reply(TALL))
    without_thinking(studio)
    bar = studio.parts.window.transcript.verticalScrollBar()
    type_and_send(studio, qtbot, "Hi")
    studio.step(BlockCommitted, 10)
    studio.settle(1.0)
    bar.setValue(0)
    bar.setValue(bar.maximum() - 3)
    studio.step(BlockCommitted, 3)
    studio.settle(1.0)
    assert bar.value() == bar.maximum()


def test_draft_and_verify_shows_drafts_and_what_was_accepted(open_window, qtbot):
    studio = open_window(reply(LONG))
    without_thinking(studio)
    window = studio.parts.window
    window.panel.decoder.setCurrentIndex(1)
    type_and_send(studio, qtbot, "Go")
    studio.step(CellsDrafted, 2)
    answer = window.transcript.answers[0]
    assert "Round 2" in answer.status.label.text()
    assert "15 drafted" in answer.status.label.text()
    studio.step(BlockCommitted)
    assert "accepted" in answer.status.label.text()
    studio.finish()
    assert answer.markdown.plain_text() == LONG.strip()


def test_one_by_one_shows_its_text_without_cells(open_window, qtbot):
    studio = open_window(reply(LONG))
    without_thinking(studio)
    studio.parts.window.panel.decoder.setCurrentIndex(2)
    type_and_send(studio, qtbot, "Go")
    studio.finish()
    answer = studio.parts.window.transcript.answers[0]
    assert answer.markdown.plain_text() == LONG.strip()
    assert "passes" not in answer.status.label.text()


@pytest.mark.parametrize("speed", ["live", "slow", "off"])
def test_every_speed_ends_with_the_same_text(open_window, qtbot, speed):
    studio = open_window(reply(LONG, thinking="Let me see. " * 12))
    window = studio.parts.window
    window.set_look(replace(window.look_settings, animation=speed))
    type_and_send(studio, qtbot, "Go")
    studio.engine.play()
    for _ in range(60):
        studio.settle(1.0)
    answer = window.transcript.answers[0]
    assert answer.markdown.plain_text() == LONG.strip()
    assert answer.canvas is None
    assert not studio.clock.is_running()


def test_chinese_in_and_out(open_window, qtbot):
    text = "从前，山脚下住着一只小狐狸。它每天都看着港口的灯。" * 3
    studio = open_window(reply(text))
    without_thinking(studio)
    studio.parts.window.composer.set_text("给我讲个故事。")
    qtbot.keyClick(studio.parts.window.composer.edit, Qt.Key.Key_Return)
    studio.finish()
    assert studio.engine.generates()[0].messages[0].text == "给我讲个故事。"
    assert studio.parts.window.transcript.answers[0].markdown.plain_text() == text


def test_text_from_model_and_person_is_never_taken_for_markup(open_window, qtbot):
    studio = open_window(reply("<b>bold</b> <img src=x>", thinking="<i>hm</i>"))
    type_and_send(studio, qtbot, "<u>me</u>")
    studio.finish()
    window = studio.parts.window
    assert window.transcript.questions[0].body.toPlainText() == "<u>me</u>"
    assert window.transcript.answers[0].markdown.plain_text() == "<b>bold</b> <img src=x>"
    assert window.transcript.answers[0].thinking.text.toPlainText() == "<i>hm</i>"
    for label in window.findChildren(QLabel):
        if label.objectName() not in {"demo_tag", "setting_title", "panel_title"}:
            assert label.textFormat() == Qt.TextFormat.PlainText or label.pixmap(), label.text()


def test_a_long_question_is_folded(open_window, qtbot):
    studio = open_window(reply("Yes."))
    question = "\n".join(f"line {number}" for number in range(200))
    studio.ask(question)
    view = studio.parts.window.transcript.questions[0]
    assert view.body.toPlainText().count("\n") < 20
    view.more.click()
    assert view.body.toPlainText() == question
    assert studio.engine.generates()[0].messages[0].text == question


def test_an_example_is_sent_or_waits_in_the_field(open_window):
    studio = open_window(reply("Sure."), loads=False)
    window = studio.parts.window
    prompt = window.welcome.cards[0].prompt
    window.welcome.cards[0].click()
    assert window.composer.edit.toPlainText() == prompt
    assert not studio.engine.generates()
    studio.engine.play()
    studio.settle()
    assert studio.engine.generates()[0].messages[0].text == prompt


def test_new_chat_shows_the_welcome_page_again(open_window, qtbot):
    studio = open_window(reply("Old."), reply("New."))
    type_and_send(studio, qtbot, "Hi")
    studio.finish()
    qtbot.keyClick(studio.parts.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    window = studio.parts.window
    assert window.pages.currentWidget() is window.welcome
    type_and_send(studio, qtbot, "Again")
    assert len(studio.engine.generates()[1].messages) == 1
    studio.finish()
    assert [view.markdown.plain_text() for view in window.transcript.answers] == ["New."]


def test_new_chat_in_the_middle_of_an_answer_leaves_nothing_behind(open_window, qtbot):
    studio = open_window(reply(LONG), reply("New."))
    without_thinking(studio)
    type_and_send(studio, qtbot, "Hi")
    studio.step(CellsFilled, 3)
    studio.parts.controller.new_chat()
    studio.engine.play()
    studio.settle(1.0)
    assert studio.parts.window.transcript.answers == []
    assert not studio.clock.is_running()


def test_shortcuts_and_their_list(open_window, qtbot):
    studio = open_window()
    window = studio.parts.window
    control = Qt.KeyboardModifier.ControlModifier
    assert not window.panel.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Period, control)
    assert window.panel.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_B, control)
    assert not window.panel.isVisible()
    before = studio.parts.look.theme.name
    qtbot.keyClick(window, Qt.Key.Key_D, control | Qt.KeyboardModifier.ShiftModifier)
    assert studio.parts.look.theme.name != before
    qtbot.keyClick(window, Qt.Key.Key_Slash, control)
    sheet = window.findChild(ShortcutSheet)
    assert sheet is not None
    words = {label.text() for label in sheet.findChildren(QLabel)}
    for command in window.actions_of_window.commands:
        assert command.name() in words
    sheet.close()


def test_no_two_commands_share_a_key(open_window):
    commands = open_window().parts.window.actions_of_window.commands
    keys = [QKeySequence(key).toString() for command in commands for key in command.keys]
    assert len(keys) == len(set(keys))


def test_the_thinking_chip_and_the_panel_agree(open_window):
    window = open_window().parts.window
    window.composer.think_chip.click()
    assert not window.panel.thinking.isChecked()
    window.panel.thinking.click()
    assert window.composer.think_chip.isChecked()


def test_every_control_has_a_name(open_window, qtbot):
    studio = open_window(reply("Text\n\n```python\nx\n```", thinking="Hm."))
    window = studio.parts.window
    type_and_send(studio, qtbot, "Hi")
    studio.finish()
    window.toggle_panel()
    for kind in (QAbstractButton, QAbstractSlider, QComboBox):
        for widget in window.findChildren(kind):
            is_inner = widget.objectName().startswith("qt_") or isinstance(widget, QScrollBar)
            if is_inner or not widget.isVisibleTo(window):
                continue
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name), widget


def test_tab_reaches_every_control_and_comes_back(open_window):
    studio = open_window(reply("x"))
    window = studio.parts.window
    window.composer.set_text("x")
    window.composer.edit.setFocus()
    seen = [window.focusWidget()]
    for _ in range(60):
        window.focusNextChild()
        if window.focusWidget() is seen[0]:
            break
        seen.append(window.focusWidget())
    else:
        pytest.fail("the focus never comes back")
    for widget in (
        window.composer.button,
        window.composer.think_chip,
        window.new_button,
        window.panel_button,
        *window.welcome.cards,
    ):
        assert widget in seen, widget.accessibleName()


def test_a_finished_block_is_announced_once(open_window, qtbot, monkeypatch):
    spoken: list[str] = []

    def note(event) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            spoken.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", note)
    studio = open_window(reply(LONG, thinking="Unspoken."))
    type_and_send(studio, qtbot, "Hi")
    studio.finish()
    assert " ".join(spoken).split() == LONG.split()
    assert "Unspoken" not in " ".join(spoken)
    assert len(spoken) == sum(isinstance(e, BlockCommitted) for e in studio.engine.history)


def test_a_link_is_shown_before_it_is_opened(open_window, qtbot, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    studio = open_window(reply("See [this](https://example.org/a?b=%3Cc%3E)."))
    window = studio.parts.window
    type_and_send(studio, qtbot, "Hi")
    studio.finish()
    view = window.transcript.answers[0].markdown._widgets[0]
    for answer in (QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Open):
        view.anchorClicked.emit("https://example.org/a?b=%3Cc%3E")
        box = window.findChild(QMessageBox)
        assert box.informativeText() == "https://example.org/a?b=%3Cc%3E"
        assert box.textFormat() == Qt.TextFormat.PlainText
        assert opened == []
        box.button(answer).click()
        studio.settle()
    assert opened == ["https://example.org/a?b=%3Cc%3E"]


def test_the_demo_says_that_it_is_one(open_window, qtbot):
    studio = open_window(reply("x"))
    window = studio.parts.window
    assert "not clever" in window.welcome.demo.text()
    assert window.demo_tag.isVisible()
    type_and_send(studio, qtbot, "Hi")
    assert "not clever" in window.caption.text()


def test_closing_in_the_middle_stops_the_engine(open_window, qtbot):
    studio = open_window(reply(LONG))
    type_and_send(studio, qtbot, "Hi")
    studio.step(CellsFilled, 2)
    studio.parts.window.close()
    assert Cancel(1) in studio.engine.sent
    assert studio.parts.close_engine()
    assert not studio.engine.is_alive
    assert studio.parts.controller.phase is Phase.STOPPING


def test_200_events_a_second_leave_no_backlog(open_window, qtbot):
    studio = open_window(reply(LONG * 2, passes_per_block=12))
    without_thinking(studio)
    type_and_send(studio, qtbot, "Hi")
    while studio.engine.pending:
        studio.engine.step(4)
        studio.flush()
        studio.clock.pass_time(0.02)
        canvas = studio.parts.window.transcript.answers[0].canvas
        assert canvas is None or len(canvas._scene.blocks) <= 4
    studio.settle(2.0)
    answer = studio.parts.window.transcript.answers[0]
    assert answer.markdown.plain_text().split() == (LONG * 2).split()
    assert any(isinstance(event, Finished) for event in studio.engine.history)


NO_TORCH = """
import sys
from PySide6.QtWidgets import QApplication
from clover_desktop import app
from clover_desktop.tools.scripted_engine import ScriptedEngine
qt = QApplication([])
parts = app.build(qt, ScriptedEngine)
parts.window.show()
qt.processEvents()
heavy = sorted({"torch", "tokenizers", "transformers", "numpy", "clover_desktop.engine",
                "clover_desktop.models", "clover_kernels", "pygments"} & set(sys.modules))
print("heavy:", heavy)
"""


def test_the_window_needs_no_torch():
    done = subprocess.run(
        [sys.executable, "-P", "-c", NO_TORCH], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "heavy: []" in done.stdout


def test_without_a_display_one_sentence_and_code_1():
    environment = {key: value for key, value in os.environ.items() if key != "WAYLAND_DISPLAY"}
    environment |= {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":4711"}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "clover_desktop"],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
    )
    assert done.returncode == 1
    assert "no display can be reached" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
