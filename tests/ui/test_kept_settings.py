# Run: python3 run.py test tests/ui/test_kept_settings.py
"""What is set in the window is there again after the next start."""

from clover_desktop import paths
from clover_desktop.settings import AnswerSettings, LookSettings, Settings, SettingsFile
from clover_desktop.tools.scripted_engine import ScriptedEngine, reply
from clover_desktop.ui.settings.keeper import SettingsKeeper


def test_a_second_start_finds_what_was_set(open_window):
    window = open_window().parts.window
    window.panel.threshold.slider.setValue(70)
    window.panel.thinking.click()
    window.toggle_panel()
    look = LookSettings(animation="slow", theme="dark", language="zh_CN")
    window.set_look(look)
    window.close()

    studio = open_window(reply("x"), loads=False)
    window = studio.parts.window
    assert studio.parts.look.theme.name == "dark"
    assert studio.parts.look.speed == "slow"
    assert window.look_settings == look
    assert window.panel.theme.value() == "dark"
    assert window.composer.edit.placeholderText() == "问点什么…"
    assert window.panel.isVisible()
    assert window.panel_button.isChecked()
    studio.engine.play()
    studio.settle()
    assert window.panel.threshold.value() == 0.7
    assert not window.composer.think_chip.isChecked()
    studio.ask("Hi")
    assert studio.engine.generates()[0].sampling.threshold == 0.7


def test_a_model_that_lacks_a_wish_does_not_end_it(open_window):
    path = paths.config_folder() / "settings.toml"
    SettingsFile(path).save(Settings(AnswerSettings(block_size=4)))
    studio = open_window()
    assert studio.parts.controller.settings.block_size is None
    studio.parts.window.close()
    assert SettingsFile(path).load().answer.block_size == 4


def test_a_ruined_file_is_told_of_and_the_window_opens(open_window):
    path = paths.config_folder() / "settings.toml"
    path.write_bytes(b"[[[")
    window = open_window().parts.window
    assert window.notice.isVisible()
    assert "settings.toml.bad" in window.notice.sentence.text()
    assert not window.notice.way_button.isVisible()
    window.notice.dismiss_button.click()
    assert not window.notice.isVisible()


def test_a_change_is_saved_a_moment_later(qapp, qtbot, tmp_path):
    path = tmp_path / "settings.toml"
    keeper = SettingsKeeper(SettingsFile(path))
    keeper.keep_look(LookSettings(theme="dark"))
    keeper.keep_look(LookSettings(theme="light"))
    assert not path.exists()
    qtbot.waitUntil(path.exists, timeout=5000)
    keeper.finish()
    assert SettingsFile(path).load().look.theme == "light"


def test_a_disk_that_takes_nothing_is_survived(qapp, tmp_path, caplog):
    keeper = SettingsKeeper(SettingsFile(tmp_path / "folder" / "settings.toml"))
    (tmp_path / "folder").write_text("")
    keeper.keep_look(LookSettings(theme="dark"))
    keeper.finish()
    assert "cannot be saved" in caplog.text


def test_the_window_says_once_that_nothing_is_kept(open_window, qtbot, caplog):
    window = open_window().parts.window
    folder = paths.config_folder()
    folder.rename(folder.with_name("moved"))
    folder.write_text("")
    window.set_look(LookSettings(theme="dark", language="zh_CN"))
    qtbot.waitUntil(window.notice.isVisible, timeout=5000)
    assert window.notice.sentence.text().startswith("无法保存设置")
    window.notice.dismiss_button.click()
    window.set_look(LookSettings(theme="light"))
    window.close()
    assert not window.notice.isVisible()
    folder.unlink()


def test_a_question_asked_while_the_model_loads_is_sent_when_it_is_there(open_window):
    studio = open_window(reply("Sure."), loads=False)
    window = studio.parts.window
    window.welcome.cards[2].click()
    studio.settle()
    assert window.composer.is_queued
    assert isinstance(studio.engine, ScriptedEngine)
    assert studio.engine.generates() == []
    studio.engine.step()
    studio.engine.play()
    studio.settle()
    (command,) = studio.engine.generates()
    assert command.messages[-1].text == window.welcome.cards[2].prompt
    assert window.composer.edit.toPlainText() == ""
    assert window.actions_of_window["stop"].isEnabled() or not studio.engine.pending


def test_a_second_start_has_the_size_of_the_first(open_window):
    studio = open_window()
    studio.parts.window.resize(700, 500)
    studio.settle()
    studio.parts.window.close()
    window = open_window().parts.window
    assert (window.width(), window.height()) == (700, 500)


def test_an_example_does_not_take_the_place_of_what_is_written(open_window):
    studio = open_window(loads=False)
    window = studio.parts.window
    window.composer.set_text("my own words")
    window.welcome.cards[0].click()
    studio.settle()
    assert window.composer.edit.toPlainText() == "my own words"
    assert not window.composer.is_queued
