# Run: python3 run.py test tests/unit/downloads/test_installed.py
"""What is on the disk: found, deleted, moved, imported, also through crashes and damage."""

import json
import os
from collections import namedtuple
from pathlib import Path

import pytest

from clover_desktop.downloads import installed
from clover_desktop.downloads.failures import SpaceError
from clover_desktop.downloads.installed import InstalledModels
from clover_desktop.downloads.journal import Journal
from clover_desktop.errors import CheckpointError, CloverError, UsageError


def make(folder: Path, *, complete: bool = True, repo: str = "owner/model") -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(b"w" * 1000)
    manifest = {
        "source": {"repo": repo, "revision": "main"},
        "scheme": "int4-g64",
        "complete": complete,
        "files": {"config.json": "0", "model.safetensors": "1"},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    return folder


@pytest.fixture
def models(tmp_path: Path) -> InstalledModels:
    (tmp_path / "models").mkdir()
    return InstalledModels(tmp_path / "models")


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like one of another drive."""
    folder = tmp_path / "other drive"
    folder.mkdir()
    monkeypatch.setattr(installed, "is_same_drive", lambda one, other: False)
    return folder


def test_models_are_listed_with_their_problems(models: InstalledModels) -> None:
    make(models.folder / "b")
    make(models.folder / "A 模型")
    make(models.folder / "c", complete=False)
    (make(models.folder / "d") / "model.safetensors").unlink()
    (make(models.folder / "e") / "manifest.json").write_text("{broken")
    (models.folder / "f" / ".install").mkdir(parents=True)
    journal = Journal(models.folder / "f" / ".install" / "journal")
    journal.append("begin", name="owner/f", requested="main", scheme="int4-g64")
    journal.close()
    (models.folder / "no model").mkdir()
    (models.folder / ".hidden").mkdir()
    found = {model.name: model for model in models.models()}
    assert list(found) == ["A 模型", "b", "c", "d", "e", "f"]
    assert [model.is_complete for model in found.values()] == [True, True] + [False] * 4
    assert "lacks its file model.safetensors" in found["d"].problem
    assert "manifest" in found["e"].problem
    assert (found["f"].is_unfinished, found["f"].repo) == (True, "owner/f")
    assert found["f"].is_unfinished
    assert (found["b"].repo, found["b"].scheme) == ("owner/model", "int4-g64")
    assert found["b"].nbytes > 1000


def test_a_plain_checkpoint_counts(models: InstalledModels) -> None:
    (make(models.folder / "plain") / "manifest.json").unlink()
    assert models.models()[0].is_complete
    index = models.folder / "plain" / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {"t": "../x.safetensors"}}))
    assert "outside" in models.models()[0].problem


def test_find_by_folder_or_repository(models: InstalledModels) -> None:
    make(models.folder / "one", complete=False, repo="owner/model")
    make(models.folder / "two", repo="Owner/Model")
    found = models.find("owner/MODEL")
    assert found is not None
    assert found.name == "two"
    assert (models.find("ONE") or found).name == "one"
    assert models.find("three") is None


def test_delete(models: InstalledModels, tmp_path: Path) -> None:
    model, other = make(models.folder / "one"), make(tmp_path / "not listed")
    models.delete(model)
    assert os.listdir(models.folder) == []
    for path in (other, models.folder, tmp_path, model):
        with pytest.raises(UsageError):
            models.delete(path)
    assert other.is_dir()


def test_a_link_is_never_followed_to_delete(models: InstalledModels, tmp_path: Path) -> None:
    real = make(tmp_path / "real")
    (models.folder / "link").symlink_to(real)
    with pytest.raises(UsageError):
        models.delete(models.folder / "link")
    assert (real / "model.safetensors").is_file()


def test_move_on_the_same_drive_and_back(models: InstalledModels, tmp_path: Path) -> None:
    model = make(models.folder / "one")
    away = tmp_path / "away"
    away.mkdir()
    assert list(models.move(model, away)) == []
    assert [m.path for m in InstalledModels(models.folder).models()] == [away / "one"]
    list(models.move(away / "one", models.folder))
    assert [m.path for m in models.models()] == [model]


def test_move_to_another_drive_copies_and_compares(models: InstalledModels, drive: Path) -> None:
    model = make(models.folder / "one")
    before = sorted(path.name for path in model.iterdir())
    steps = list(models.move(model, drive))
    assert {step.stage for step in steps} == {"download", "verify"}
    assert not model.exists()
    assert sorted(os.listdir(drive / "one")) == before
    assert [m.path for m in models.models()] == [drive / "one"]


def test_a_move_that_is_stopped_leaves_the_old_one(models: InstalledModels, drive: Path) -> None:
    model = make(models.folder / "one")
    steps = models.move(model, drive)
    next(steps)
    steps.close()  # type: ignore[attr-defined]
    assert os.listdir(drive) == []
    assert models.models()[0].is_complete


def test_a_damaged_copy_is_seen(models: InstalledModels, drive: Path) -> None:
    model = make(models.folder / "one")

    def spoil() -> None:
        for step in models.move(model, drive):
            if step.stage == "download" and step.file == "model.safetensors":
                (copy,) = drive.rglob(step.file)
                copy.write_bytes(b"x" * 1000)

    with pytest.raises(CloverError, match="untouched"):
        spoil()
    assert model.is_dir()
    assert os.listdir(drive) == []


def test_a_drive_that_is_too_small(
    models: InstalledModels, drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = make(models.folder / "one")
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(installed.shutil, "disk_usage", lambda path: usage(0, 0, 10))
    with pytest.raises(SpaceError, match="only 10 bytes are free"):
        list(models.move(model, drive))
    assert model.is_dir()


def test_import_a_folder(models: InstalledModels, tmp_path: Path) -> None:
    source = make(tmp_path / "from" / "mine")
    list(models.import_folder(source))
    assert source.is_dir()
    assert [m.path for m in models.models()] == [models.folder / "mine"]
    with pytest.raises(UsageError, match="already"):
        list(models.import_folder(source))


def test_what_is_no_model_is_not_imported(models: InstalledModels, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    linked = make(tmp_path / "linked")
    (linked / "model.safetensors").unlink()
    (linked / "model.safetensors").symlink_to("/etc/hostname")
    for path in (tmp_path / "empty", make(tmp_path / "half", complete=False), linked):
        with pytest.raises(CheckpointError):
            list(models.import_folder(path))
    assert os.listdir(models.folder) == []


def test_what_a_crash_left_is_swept(models: InstalledModels) -> None:
    make(models.folder / "one")
    make(models.folder / ".deleting-x-1")
    make(models.folder / ".arriving-y-2")
    models.sweep()
    assert os.listdir(models.folder) == ["one"]


def test_a_drive_that_is_away_is_not_forgotten(models: InstalledModels, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    models.remember(make(drive / "big"))
    drive.rename(tmp_path / "unplugged")
    models.remember(make(tmp_path / "place" / "other"))
    models.delete(make(models.folder / "one"))
    (tmp_path / "unplugged").rename(drive)
    assert [model.name for model in models.models()] == ["big", "other"]


def test_a_move_cut_off_at_its_end_loses_no_model(
    models: InstalledModels, drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(path: Path, **options: bool) -> None:
        raise KeyboardInterrupt

    model = make(models.folder / "one")
    monkeypatch.setattr(installed.shutil, "rmtree", crash)
    with pytest.raises(KeyboardInterrupt):
        list(models.move(model, drive))
    monkeypatch.undo()
    models.sweep()
    assert [model.path for model in models.models()] == [drive / "one"]
    assert os.listdir(models.folder) == ["elsewhere.json"]
