"""What models are on this machine: found, deleted, moved, imported. Whole or not at all.

Models lie in folders of their own below the models folder. One that was installed or moved
elsewhere stands in `elsewhere.json` there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clover_desktop.checkpoint_files import INDEX, SINGLE
from clover_desktop.downloads import failures
from clover_desktop.downloads.fetch import sync_folder
from clover_desktop.downloads.install import (
    WORK,
    Request,
    files_below,
    index_shards,
)
from clover_desktop.downloads.journal import read_records
from clover_desktop.downloads.manifest_file import MANIFEST, read_manifest
from clover_desktop.downloads.messages import Progress
from clover_desktop.errors import CheckpointError, CloverError, UsageError, said, size_words

ELSEWHERE = "elsewhere.json"
CONVERTING = ".convert"
"""The folder in which `models.convert` keeps what is unfinished."""
_DOOMED, _ARRIVING = ".deleting-", ".arriving-"
_PIECE = 8 << 20


@dataclass(frozen=True)
class InstalledModel:
    """A model's folder. `problem` is a sentence where it cannot be used as it is; `is_unfinished`
    tells that an installation into it can be continued."""

    path: Path
    name: str
    repo: str
    revision: str
    scheme: str
    nbytes: int
    is_unfinished: bool
    problem: str

    @property
    def is_complete(self) -> bool:
        """Whether it can be loaded."""
        return not self.problem


class InstalledModels:
    """The models below one folder, and those that are remembered elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def models(self) -> list[InstalledModel]:
        """All of them, by name. What cannot be read is listed with its problem."""
        found = [inspect(path) for path in self._places() if looks_like_model(path)]
        return sorted(found, key=lambda model: (model.name.casefold(), str(model.path)))

    def find(self, name: str) -> InstalledModel | None:
        """The model of that folder name or repository, complete ones first; None if none is."""
        wanted = name.casefold()
        found = [
            model
            for model in self.models()
            if wanted in (model.name.casefold(), model.repo.casefold())
        ]
        return min(found, key=lambda model: not model.is_complete, default=None)

    def remember(self, path: Path) -> None:
        """Keep a model's folder that lies elsewhere in the list."""
        path = path.resolve()
        if path.parent != self.folder.resolve():
            self._save([*(p for p in self._remembered() if p != path), path])

    def forget(self, path: Path) -> None:
        """Take a folder that lies elsewhere out of the list; its files stay."""
        self._save([place for place in self._remembered() if place != path.resolve()])

    def delete(self, path: Path) -> None:
        """Delete a listed model. After a crash it is either still there or no longer listed.

        Raises:
            UsageError: it is not a model of this list.
            CloverError: it could not be deleted.
        """
        self._check_listed(path)
        doomed = path.with_name(f"{_DOOMED}{path.name}-{secrets.token_hex(4)}")
        try:
            os.rename(path, doomed)
        except OSError as error:
            text = "{path} cannot be deleted ({why}); close what uses it and try again."
            raise CloverError(said("not_deleted", text, path=path, why=error.strerror)) from error
        shutil.rmtree(doomed, ignore_errors=True)
        # Last: `sweep` looks where the models of the list lay.
        self.forget(path)

    def move(self, path: Path, parent: Path) -> Iterator[Progress]:
        """Move a listed model into the folder `parent`, perhaps on another drive.

        Copied, read again and compared, renamed; only then is the old one deleted. Closing the
        iterator early leaves the old one as it was.

        Raises:
            UsageError: it is not a model of this list, or there is one of its name already.
            CloverError: it does not fit, or the copy failed.
        """
        self._check_listed(path)
        target = self._target(path.name, parent)
        # First: after a crash on the way `sweep` must look there, and the new one be listed.
        self.remember(target)
        try:
            if is_same_drive(path, parent):
                os.rename(path, target)
            else:
                yield from _copy(path, target)
                doomed = path.with_name(f"{_DOOMED}{path.name}-{secrets.token_hex(4)}")
                os.rename(path, doomed)
                shutil.rmtree(doomed, ignore_errors=True)
            self.forget(path)
        finally:
            if not target.is_dir():
                self.forget(target)

    def import_folder(self, source: Path) -> Iterator[Progress]:
        """Copy a model's folder from anywhere into the models folder.

        Raises:
            UsageError: there is a model of its name already.
            CheckpointError: it is no usable model.
            CloverError: it does not fit, or the copy failed.
        """
        source = source.resolve()
        if not source.is_dir() or not looks_like_model(source):
            text = "{path} is no model's folder: it has no config.json with weights beside it."
            raise CheckpointError(said("not_a_model", text, path=source))
        model = inspect(source)
        if not model.is_complete:
            raise CheckpointError(model.problem)
        yield from _copy(source, self._target(source.name, self.folder))

    def sweep(self) -> None:
        """Remove what a crash left of deletions and copies."""
        for parent in {self.folder, *(path.parent for path in self._remembered())}:
            with contextlib.suppress(OSError):
                for entry in parent.iterdir():
                    if entry.name.startswith((_DOOMED, _ARRIVING)) and not entry.is_symlink():
                        shutil.rmtree(entry, ignore_errors=True)

    def _places(self) -> Iterator[Path]:
        with contextlib.suppress(OSError):
            yield from (path for path in self.folder.iterdir() if not path.name.startswith("."))
        yield from self._elsewhere()

    def _elsewhere(self) -> list[Path]:
        with contextlib.suppress(OSError, ValueError):
            return [path for path in self._remembered() if path.is_dir()]
        return []

    def _remembered(self) -> list[Path]:
        """Also those whose drive is not there now: they must be listed again when it is."""
        try:
            listed = json.loads((self.folder / ELSEWHERE).read_bytes())
            return [Path(text) for text in listed if isinstance(text, str)]
        except (OSError, ValueError, TypeError, RecursionError):
            return []

    def _save(self, places: list[Path]) -> None:
        path = self.folder / ELSEWHERE
        text = json.dumps([str(place) for place in places], indent=1)
        if not places and not path.exists():
            return
        fresh = path.with_suffix(".new")
        with open(fresh, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
        sync_folder(self.folder)

    def _check_listed(self, path: Path) -> None:
        if path.is_symlink() or path not in [model.path for model in self.models()]:
            raise UsageError(
                said("not_installed", "{path} is none of the installed models.", path=path)
            )

    def _target(self, name: str, parent: Path) -> Path:
        if not parent.is_dir():
            text = "There is no folder {path}; make it first."
            raise UsageError(said("no_parent", text, path=parent))
        target = parent / name
        if target.exists():
            text = "{path} is there already; rename or remove it first."
            raise UsageError(said("is_there", text, path=target))
        return target


def is_same_drive(one: Path, other: Path) -> bool:
    """Whether a rename is enough to move a file."""
    return os.stat(one).st_dev == os.stat(other).st_dev


def looks_like_model(path: Path) -> bool:
    """Whether a folder is worth listing: a model, whole or not."""
    try:
        names = (WORK, MANIFEST, "config.json")
        return path.is_dir() and any((path / name).exists() for name in names)
    except OSError:
        return False


def inspect(path: Path) -> InstalledModel:
    """What a folder holds, by names and sizes; hashes are the business of `verify`."""
    is_unfinished = (path / WORK / "journal").exists()
    repo = revision = scheme = problem = ""
    try:
        manifest = read_manifest(path)
        if manifest is not None:
            repo, revision, scheme = manifest.repo, manifest.revision, manifest.scheme
        if is_unfinished:
            # The manifest comes with the first weights only.
            begun = begun_request(path)
            repo = begun.repo if begun is not None else repo
            text = "The installation of {name} is not finished; continue it."
            problem = said("not_finished", text, name=path.name)
        elif manifest is not None and not manifest.is_complete:
            text = (
                "{name} is not complete; finish quantizing it, or delete it and install it again."
            )
            problem = said("not_complete", text, name=path.name)
        else:
            names = list(manifest.files) if manifest is not None else _checkpoint_names(path)
            lost = [name for name in names if not (path / name).is_file()]
            if lost:
                text = "{name} lacks its file {file}; delete it and install it again."
                problem = said("lacks_file", text, name=path.name, file=lost[0])
            elif any((path / name).is_symlink() for name in names):
                text = "{name} holds a link instead of a file; copy the model itself."
                problem = said("holds_link", text, name=path.name)
        nbytes = sum(file.stat().st_size for file in files_below(path))
    except CheckpointError as error:
        problem, nbytes = error.sentence, 0
    except OSError as error:
        text = "{path} cannot be read ({why}); check its drive."
        problem, nbytes = said("not_readable", text, path=path, why=error.strerror), 0
    return InstalledModel(path, path.name, repo, revision, scheme, nbytes, is_unfinished, problem)


def begun_request(path: Path) -> Request | None:
    """What the unfinished installation in `path` was asked for; None where nothing is begun."""
    try:
        records = read_records(path / WORK / "journal")
        begun = next(record for record in records if record["kind"] == "begin")
        return Request(str(begun["name"]), path, str(begun["requested"]), str(begun["scheme"]))
    except (OSError, StopIteration, KeyError):
        return None


def _checkpoint_names(path: Path) -> list[str]:
    """The files that an unpacked checkpoint must have."""
    if (path / INDEX).is_file():
        return ["config.json", *index_shards(path / INDEX)]
    return ["config.json", SINGLE]


def _copy(source: Path, target: Path) -> Iterator[Progress]:
    arriving = target.with_name(f"{_ARRIVING}{target.name}-{secrets.token_hex(4)}")
    files = sorted(files_below(source))
    total = sum(path.stat().st_size for path in files)
    free = shutil.disk_usage(target.parent).free
    if free < total:
        text = "{name} needs {needed} in {folder}, but only {free} are free; choose another drive."
        raise failures.SpaceError(
            said(
                "no_space_for_copy",
                text,
                name=source.name,
                needed=size_words(total),
                folder=target.parent,
                free=size_words(free),
            )
        )
    is_done = False
    try:
        for path in files:
            if path.is_symlink():
                text = "{path} is a link; copy the model's own files first."
                raise CheckpointError(said("is_link", text, path=path))
            copy = arriving / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            yield from _copy_file(path, copy)
        for folder in {path.parent for path in files_below(arriving)}:
            sync_folder(folder)
        os.rename(arriving, target)
        sync_folder(target.parent)
        is_done = True
    except OSError as error:
        text = "{name} could not be copied to {folder} ({why}); the original is untouched."
        raise CloverError(
            said("not_copied", text, name=source.name, folder=target.parent, why=error.strerror)
        ) from error
    finally:
        if not is_done:
            shutil.rmtree(arriving, ignore_errors=True)


def _copy_file(source: Path, copy: Path) -> Iterator[Progress]:
    size, done, written = source.stat().st_size, 0, hashlib.sha256()
    with open(source, "rb") as reading, open(copy, "xb") as writing:
        while piece := reading.read(_PIECE):
            writing.write(piece)
            writing.flush()
            written.update(piece)
            done += len(piece)
            yield Progress("download", source.name, min(done, size), size, 0.0)
        os.fsync(writing.fileno())
    check, done = hashlib.sha256(), 0
    with open(copy, "rb") as reading:
        while piece := reading.read(_PIECE):
            check.update(piece)
            done += len(piece)
            yield Progress("verify", source.name, min(done, size), size, 0.0)
    if check.digest() != written.digest():
        raise OSError(5, f"{source.name} arrived damaged")
