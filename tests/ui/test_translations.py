# Run: python -m pytest tests/ui/test_translations.py
"""Simplified Chinese is complete, up to date, and switches the live window.

Mend a failure with (from clover_desktop/):
    pyside6-lupdate -no-obsolete -locations none -source-language en -target-language zh_CN \
        $(find ui -name '*.py' | sort) -ts ui/translations/clover_desktop_zh_CN.ts
then translate what is unfinished, and
    pyside6-lrelease ui/translations/clover_desktop_zh_CN.ts
"""

import re
import shutil
import string
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale

import clover_desktop.ui
from clover_desktop.tools.scripted_engine import reply
from clover_desktop.ui.language import FOLDER, language_for

UI = Path(clover_desktop.ui.__file__).parent
SOURCE = FOLDER / "clover_desktop_zh_CN.ts"
SAME_IN_BOTH = {"TPF {0:.2f}"}


def messages(path: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """(context, source) to (translation, its type)."""
    found = {}
    for context in ElementTree.parse(path).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            found[context.findtext("name", ""), message.findtext("source", "")] = (
                translation.text or "",
                translation.get("type", ""),
            )
    return found


def tool(name: str) -> str:
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not installed")
    return found


def test_every_text_has_a_chinese_one():
    for (context, source), (translation, kind) in messages(SOURCE).items():
        assert kind == "", f"{context}: {source!r} is {kind}"
        assert translation, f"{context}: {source!r}"
        if source not in SAME_IN_BOTH:
            assert re.search("[\u4e00-\u9fff]", translation), f"{context}: {translation!r}"


def test_the_same_places_are_filled_in():
    def fields(text: str) -> list[tuple[str, str]]:
        parsed = string.Formatter().parse(text)
        return sorted((name, spec or "") for _, name, spec, _ in parsed if name is not None)

    for (_, source), (translation, _) in messages(SOURCE).items():
        assert fields(source) == fields(translation), source


def test_the_files_are_up_to_date(tmp_path):
    files = sorted(str(path.relative_to(UI.parent)) for path in UI.rglob("*.py"))
    fresh = tmp_path / "fresh.ts"
    command = [tool("pyside6-lupdate"), "-locations", "none", *files, "-ts", str(fresh)]
    subprocess.run(command, cwd=UI.parent, check=True, capture_output=True, timeout=60)
    assert set(messages(fresh)) == set(messages(SOURCE))
    compiled = tmp_path / "fresh.qm"
    command = [tool("pyside6-lrelease"), str(SOURCE), "-qm", str(compiled)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert compiled.read_bytes() == SOURCE.with_suffix(".qm").read_bytes()


def test_the_live_window_changes_its_language_and_back(open_window):
    studio = open_window(reply("Text."))
    window = studio.parts.window
    studio.ask("Hi")
    studio.finish()
    window.set_look(replace(window.look_settings, language="zh_CN"))
    studio.settle()
    assert window.composer.edit.placeholderText() == "问点什么…"
    assert window.panel.decoder.itemText(1) == "草稿与验证"
    assert window.welcome.cards[0].prompt == "什么是置信度阈值？"
    assert "词元" in window.transcript.answers[0].status.label.text()
    assert window.actions_of_window["new"].text() == "新对话"
    window.set_look(replace(window.look_settings, language="en"))
    studio.settle()
    assert window.composer.edit.placeholderText() == "Ask something…"
    assert window.panel.decoder.itemText(1) == "Draft and verify"


def test_the_settings_survive_a_change_of_language(open_window):
    window = open_window().parts.window
    window.panel.decoder.setCurrentIndex(2)
    window.panel.threshold.slider.setValue(60)
    window.set_look(replace(window.look_settings, language="zh_CN", theme="dark"))
    assert window.panel.decoder.currentIndex() == 2
    assert window.panel.threshold.value() == pytest.approx(0.6)
    assert window.panel.theme.value() == "dark"
    assert window.panel.block_size.value() == 32


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh_CN", "zh_CN"), ("zh_TW", "zh_CN"), ("en_GB", "en"), ("de_DE", "en")],
)
def test_system_follows_the_desktop(monkeypatch, locale, language):
    monkeypatch.setattr(QLocale, "system", staticmethod(lambda: QLocale(locale)))
    assert language_for("system") == language
