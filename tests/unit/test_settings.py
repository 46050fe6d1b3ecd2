# Run: python3 run.py test tests/unit/test_settings.py
"""The settings file: what it keeps, and what it survives."""

import os
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest

from clover_desktop.settings import (
    AnswerSettings,
    LookSettings,
    Settings,
    SettingsFile,
    WindowSettings,
)

SET = Settings(
    AnswerSettings(False, 8, 0.7, "causal", 0.5, 11, 256),
    LookSettings("slow", "dark", "zh_CN"),
    WindowSettings(panel_open=True, width=900, height=700, is_maximized=True),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "设置 🍀" / "settings.toml"


def written(path: Path, text: str) -> SettingsFile:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return SettingsFile(path)


def test_what_is_saved_is_loaded(path: Path) -> None:
    # Every field differs from its default, so a forgotten one shows.
    for part in fields(Settings):
        section, default = getattr(SET, part.name), getattr(Settings(), part.name)
        for item in fields(section):
            assert getattr(section, item.name) != getattr(default, item.name)
    SettingsFile(path).save(SET)
    file = SettingsFile(path)
    assert file.load() == SET
    assert file.problem == ""
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.toml"]


def test_a_first_start_has_the_defaults(path: Path) -> None:
    file = SettingsFile(path)
    assert file.load() == Settings()
    assert file.problem == ""
    assert not path.exists()


def test_a_wish_that_is_taken_back_is_gone_from_the_file(path: Path) -> None:
    file = SettingsFile(path)
    file.save(SET)
    file.load()
    file.save(Settings())
    assert SettingsFile(path).load() == Settings()


@pytest.mark.parametrize(
    "line",
    [
        "threshold = 1.5",
        "threshold = nan",
        "threshold = true",
        'threshold = "high"',
        "block_size = 0",
        "block_size = 8.0",
        "temperature = -0.1",
        "temperature = inf",
        "seed = 4294967296",
        "seed = true",
        "max_tokens = 0",
        "max_tokens = []",
        'strategy = "magic"',
        "strategy = 1",
        "thinking = 1",
    ],
)
def test_a_ruined_value_becomes_its_default_and_the_rest_stays(path: Path, line: str) -> None:
    other = "thinking = false" if "thinking" not in line else "seed = 5"
    file = written(path, f'version = 1\n[answer]\n{other}\n{line}\n[look]\ntheme = "dark"\n')
    settings = file.load()
    expected = AnswerSettings(thinking=False) if "thinking" not in line else AnswerSettings(seed=5)
    assert settings == Settings(answer=expected, look=LookSettings(theme="dark"))
    assert file.problem == ""


def test_a_section_of_another_kind_is_the_default(path: Path) -> None:
    assert written(path, 'version = "x"\nanswer = 3\nlook = []\n').load() == Settings()


def test_unknown_keys_are_kept(path: Path) -> None:
    file = written(path, "later = 1\n[answer]\nmagic = 2\nseed = 3\n[other]\nx = 4\n")
    assert file.load().answer.seed == 3
    file.save(SET)
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (table["later"], table["answer"]["magic"], table["other"]) == (1, 2, {"x": 4})
    assert table["version"] == 1
    assert SettingsFile(path).load() == SET


@pytest.mark.parametrize("raw", [b"[answer", b"\xff\xfe\x00", b"a = 1\na = 2\n", b"#" * 1_000_001])
def test_a_ruined_file_is_kept_aside(path: Path, raw: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(raw)
    file = SettingsFile(path)
    assert file.load() == Settings()
    bad = path.with_name("settings.toml.bad")
    assert bad.read_bytes() == raw
    assert str(bad) in file.problem
    file.save(SET)
    assert SettingsFile(path).load() == SET


def test_a_newer_file_is_left_alone(path: Path) -> None:
    text = 'version = 2\n[look]\ntheme = "dark"\n'
    file = written(path, text)
    assert file.load() == Settings()
    assert "newer" in file.problem
    file.save(SET)
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_in_its_place_is_survived(path: Path) -> None:
    path.mkdir(parents=True)
    file = SettingsFile(path)
    assert file.load() == Settings()
    assert file.problem
    file.save(SET)
    assert path.is_dir()


def test_a_save_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = SettingsFile(path)
    file.save(SET)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        file.save(Settings())
    monkeypatch.undo()
    assert SettingsFile(path).load() == SET
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.toml"]


def test_no_path_keeps_nothing() -> None:
    file = SettingsFile(None)
    file.save(SET)
    assert file.load() == Settings()


def test_a_byte_order_mark_is_no_damage(path: Path) -> None:
    file = written(path, "\ufeff[answer]\nseed = 3\n")
    assert file.load().answer.seed == 3
    assert file.problem == ""


def test_two_windows_do_not_undo_each_other(path: Path) -> None:
    first, second = SettingsFile(path), SettingsFile(path)
    before = first.load()
    assert second.load() == before
    dark = replace(before, look=replace(before.look, theme="dark"))
    cold = replace(before, answer=replace(before.answer, temperature=0.0))
    first.save(dark, since=before)
    second.save(cold, since=before)
    assert SettingsFile(path).load() == replace(dark, answer=cold.answer)
