# Run: python -m pytest tests/ui/test_panel.py
"""The settings panel: bounds from the model, one sentence each, changes reported."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QToolButton

from clover_desktop.settings import AnswerSettings, LookSettings
from clover_desktop.tools.scripted_engine import DEMO
from clover_desktop.ui.settings.controls import Setting
from clover_desktop.ui.settings.panel import SettingsPanel


@pytest.fixture
def panel(look, qtbot):
    made = SettingsPanel(look)
    qtbot.addWidget(made)
    made.resize(made.width(), 1500)
    made.set_model(DEMO)
    made.show()
    return made


@pytest.fixture
def changes(panel):
    seen: list[AnswerSettings] = []
    panel.answer_changed.connect(seen.append)
    return seen


def buttons(segments) -> list[str]:
    return [button.text() for button in segments.findChildren(QToolButton) if button.isVisible()]


def test_every_setting_has_a_title_a_sentence_and_a_name(panel):
    settings = panel.findChildren(Setting)
    assert len(settings) == 10
    for setting in settings:
        assert setting.title.text()
        sentence = setting.explanation.text()
        assert sentence.endswith(".")
        # One sentence: no full stop followed by another beginning.
        assert ". " not in sentence
        assert setting.control.accessibleName()
        assert setting.control.accessibleDescription()


def test_the_model_sets_the_bounds(panel, qapp):
    panel.set_model(replace(DEMO, block_sizes=(4, 8), block_size=8, threshold=0.9, context=777))
    qapp.processEvents()
    assert buttons(panel.block_size) == ["4", "8"]
    assert panel.block_size.value() == 8
    assert panel.threshold.value() == pytest.approx(0.9)
    assert panel.longest.maximum() == 777


def test_a_wish_the_new_model_lacks_is_given_up(panel, changes):
    panel.set_answer(AnswerSettings(block_size=32, max_tokens=1000))
    panel.set_model(replace(DEMO, block_sizes=(8, 16), block_size=16, context=500))
    assert changes[-1] == AnswerSettings()
    assert panel.block_size.value() == 16


def test_untouched_settings_stay_the_models_own(panel, changes):
    panel.thinking.click()
    assert changes[-1] == AnswerSettings(thinking=False)


def test_each_control_reports_its_value(panel, changes, qtbot):
    next(b for b in panel.block_size.findChildren(QToolButton) if b.text() == "8").click()
    assert changes[-1].block_size == 8
    panel.threshold.slider.setValue(80)
    assert changes[-1].threshold == pytest.approx(0.8)
    panel.threshold.field.setValue(0.5)
    assert changes[-1].threshold == pytest.approx(0.5)
    assert panel.threshold.slider.value() == 50
    panel.temperature.slider.setValue(14)
    assert changes[-1].temperature == pytest.approx(0.7)
    panel.seed.setValue(1234)
    assert changes[-1].seed == 1234
    panel.seed.setValue(-1)
    assert changes[-1].seed is None
    panel.longest.setValue(256)
    assert changes[-1].max_tokens == 256
    panel.decoder.setCurrentIndex(2)
    assert changes[-1].strategy == "causal"


def test_reset_gives_the_models_own_values_back(panel, changes):
    panel.threshold.slider.setValue(10)
    panel.decoder.setCurrentIndex(1)
    panel.reset.click()
    assert changes[-1] == AnswerSettings()
    assert panel.threshold.value() == pytest.approx(DEMO.threshold)
    assert panel.decoder.currentIndex() == 0


def test_controls_without_effect_cannot_be_moved(panel):
    assert not panel.seed.isEnabled()
    panel.temperature.slider.setValue(10)
    assert panel.seed.isEnabled()
    panel.decoder.setCurrentIndex(1)
    assert not panel.threshold.isEnabled()
    assert not panel.block_size.isEnabled()
    assert not panel.threshold.slider.isEnabled()
    assert not panel.threshold.field.isEnabled()
    for name in ("block_size", "threshold"):
        assert "Only Diffusion" in panel._settings[name].explanation.text()
        assert "Only Diffusion" in panel._settings[name].control.accessibleDescription()
    panel.decoder.setCurrentIndex(0)
    assert panel.threshold.isEnabled()
    assert "Only Diffusion" not in panel._settings["threshold"].explanation.text()


def test_a_model_that_cannot_think_switches_thinking_off(panel):
    panel.set_model(replace(DEMO, can_think=False))
    assert not panel.thinking.isEnabled()
    assert not panel.thinking.isChecked()


def test_the_decoder_is_explained_for_the_chosen_one(panel):
    sentences = set()
    for index in range(3):
        panel.decoder.setCurrentIndex(index)
        sentences.add(panel._settings["decoder"].explanation.text())
    assert len(sentences) == 3


def test_looks_are_reported_at_once(panel):
    seen: list[LookSettings] = []
    panel.look_changed.connect(seen.append)
    panel.animation.findChildren(QToolButton)[1].click()
    panel.theme.findChildren(QToolButton)[2].click()
    panel.language.setCurrentIndex(2)
    assert seen[-1] == LookSettings(animation="slow", theme="dark", language="zh_CN")


def test_the_wheel_over_a_label_scrolls_the_panel(panel, qapp):
    panel.resize(panel.width(), 400)
    qapp.processEvents()
    # What a label does not take comes here; an event that a test sends to a label stays there.
    viewport = panel.scroll_bar().parentWidget().parentWidget().viewport()
    wheel = QWheelEvent(
        QPointF(5, 5),
        viewport.mapToGlobal(QPointF(5, 5)),
        QPoint(),
        QPoint(0, -240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, wheel)
    assert panel.scroll_bar().value() > 0


def test_the_wheel_scrolls_instead_of_changing_a_value(panel):
    value = panel.threshold.value()
    wheel = QWheelEvent(
        QPointF(5, 5),
        panel.threshold.slider.mapToGlobal(QPointF(5, 5)),
        QPoint(),
        QPoint(0, -240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    panel.threshold.slider.clearFocus()
    QApplication.sendEvent(panel.threshold.slider, wheel)
    assert panel.threshold.value() == value


def test_a_shorter_context_is_no_wish_of_the_person(panel):
    panel.set_model(replace(DEMO, context=131_072))
    panel.set_answer(AnswerSettings(max_tokens=50_000))
    chosen: list[AnswerSettings] = []
    panel.answer_chosen.connect(chosen.append)
    panel.set_model(DEMO)
    assert chosen == []
