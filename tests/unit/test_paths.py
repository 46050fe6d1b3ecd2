"""Run: python3 run.py test tests/unit/test_paths.py

Folders of the person and of the program.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from clover_desktop import paths

FOLDERS = {
    "config": paths.config_folder,
    "data": paths.data_folder,
    "cache": paths.cache_folder,
    "models": paths.models_folder,
    "logs": paths.logs_folder,
}


@pytest.mark.parametrize("name", FOLDERS)
def test_portable_folders_are_made_below_the_named_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "家 with spaces 🍀"
    monkeypatch.setenv(paths.HOME_VARIABLE, str(home))
    folder = FOLDERS[name]()
    assert folder == home / name
    assert folder.is_dir()
    assert FOLDERS[name]() == folder


@pytest.mark.parametrize("value", ["", None], ids=["empty", "unset"])
@pytest.mark.parametrize("function", FOLDERS.values(), ids=FOLDERS)
def test_without_the_variable_the_system_says_where(
    function: Callable[[], Path],
    value: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if value is None:
        monkeypatch.delenv(paths.HOME_VARIABLE)
    else:
        monkeypatch.setenv(paths.HOME_VARIABLE, value)
    for kind in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME"):
        monkeypatch.setenv(f"XDG_{kind}", str(tmp_path / kind))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = function()
    assert folder.is_dir()
    assert folder.is_relative_to(tmp_path)
    assert "clover-desktop" in folder.parts


def test_a_relative_home_becomes_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(paths.HOME_VARIABLE, "portable")
    assert paths.config_folder() == tmp_path / "portable" / "config"


def test_a_folder_that_cannot_be_made_is_an_os_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv(paths.HOME_VARIABLE, str(file))
    with pytest.raises(OSError, match="file"):
        paths.data_folder()


def test_assets_of_this_checkout_are_found() -> None:
    assert (paths.assets_folder() / "themes").is_dir()
    assert paths.demo_model_folder().parent == paths.assets_folder()


def test_assets_of_an_installed_wheel_lie_beside_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "clover_desktop" / "paths.py"))
    with pytest.raises(FileNotFoundError, match="install Clover Desktop again"):
        paths.assets_folder()
    (tmp_path / "assets").mkdir()
    (tmp_path / "clover_assets").mkdir()
    assert paths.assets_folder() == tmp_path / "clover_assets"
