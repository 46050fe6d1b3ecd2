"""From a repository to a finished model: fetch, verify, quantize, write, journal, delete, shard by
shard.

While one shard is quantized the next is downloading; never more than two source shards lie on the
disk. Everything lies below the model's own folder: finished files under their names, the work in
`.install`, where the journal says what is done. A kill at any point loses at most the open tensor.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from clover_desktop.checkpoint_files import INDEX, SINGLE, SMALL_FILES
from clover_desktop.downloads import failures
from clover_desktop.downloads.connection import Connections
from clover_desktop.downloads.failures import DownloadError, MissingError, ServerError
from clover_desktop.downloads.fetch import (
    ASIDE_SUFFIX,
    PART_SUFFIX,
    Fetcher,
    sync_folder,
)
from clover_desktop.downloads.hub import HubFile, HubRepo, is_safe_name, list_files
from clover_desktop.downloads.journal import Journal
from clover_desktop.downloads.lock import locked
from clover_desktop.downloads.manifest_file import read_manifest
from clover_desktop.downloads.messages import Finished, Message
from clover_desktop.downloads.patience import Backoff, Patience
from clover_desktop.downloads.progress import Reporter
from clover_desktop.errors import CheckpointError, CloverError, UsageError, said

WORK = ".install"
SOURCE = "source"
SHARDS_IN_FLIGHT = 2
_SPARE_BYTES = 16_000_000
_FORMAT = 1


@dataclass(frozen=True)
class Origin:
    """Where a model comes from, for its manifest."""

    repo: str
    revision: str
    licence: str


class Converter(Protocol):
    """What quantizes; loaded by name, so that nothing here imports tensors.

    It must itself continue after its last finished tensor, write under another name first, and
    give the same bytes however often it was interrupted. Unfinished files lie in `work`.
    """

    def check(self, source: Path) -> None:
        """Refuse, by the small files in `source`, a model that cannot be converted."""

    def result_nbytes(self, source_nbytes: int) -> int:
        """About how many bytes the weights will have once they are converted."""

    def convert(self, shard: Path, folder: Path, *, work: Path) -> Iterator[int]:
        """Convert one source shard into `folder`; yields bytes of it done so far."""

    def finish(self, folder: Path, names: Sequence[str], *, work: Path) -> None:
        """All shards are converted and the small files `names` are in place: complete the rest,
        the manifest last."""


@dataclass(frozen=True)
class Request:
    """What to install, and where: `folder` is the model's own."""

    repo: str
    folder: Path
    revision: str = "main"
    scheme: str = "int4-g64"


class _StoppedError(Exception):
    """Ends the fetching thread after the installation failed elsewhere."""


class Installer:
    """One installation. `run` returns when it is finished; after any other end, make another."""

    def __init__(
        self,
        request: Request,
        connections: Connections,
        make_converter: Callable[[Origin, str], Converter],
        send: Callable[[Message], None],
        *,
        patience: Patience | None = None,
    ) -> None:
        self._request = request
        self._connections = connections
        self._make_converter = make_converter
        self._send = send
        self._patience = patience or Patience()
        self._folder = request.folder
        self._work = request.folder / WORK
        self._source = self._work / SOURCE
        self._stop = threading.Event()
        self._slots = threading.Semaphore(SHARDS_IN_FLIGHT)
        self._fetched: queue.Queue[HubFile | BaseException] = queue.Queue()
        self._lock = threading.RLock()
        self._watch: _Watch | None = None
        self._has_begun = False
        self._made: list[Path] = []

    def run(self) -> None:
        """Install, or continue.

        Raises:
            CloverError: it failed for a reason that the sentence tells; run it again to go on.
            OSError: the disk failed otherwise than by being full.
        """
        if self._is_finished():
            return
        if self._folder.is_dir() and not (self._work / "journal").exists():
            # Before anything is made there: a journal would mark a finished model as unfinished.
            self._refuse_other_files()
        self._make_folders()
        with locked(self._work / "lock", self._folder):
            self._journal = Journal(self._work / "journal")
            try:
                self._run()
            except CloverError:
                self._journal.close()
                self._take_back()
                raise
            finally:
                self._journal.close()

    def _take_back(self) -> None:
        """Remove the folders that this run made, if it failed before anything was fetched."""
        if self._work not in self._made or any(files_below(self._source)):
            return
        for name in ("journal", "lock"):
            # The lock is open, which Windows minds: there it stays, and is used again.
            with contextlib.suppress(OSError):
                (self._work / name).unlink(missing_ok=True)
        for folder in (self._source, *self._made):
            with contextlib.suppress(OSError):
                folder.rmdir()

    # --- the steps ----------------------------------------------------------------------------

    def _run(self) -> None:
        repo = self._pinned()
        origin = Origin(repo.name, repo.revision, repo.licence)
        converter = self._make_converter(origin, self._request.scheme)
        if self._journal.last("finished") is None:
            small, weights = split(repo)
            total = sum(file.nbytes for file in weights)
            with Reporter(self._send, all_bytes=total) as reporter:
                self._reporter = reporter
                fetcher = self._fetcher(repo)
                if self._journal.last("fetched") is None:
                    self._check_space(sum(file.nbytes for file in small))
                for file in small:
                    self._bring_small(fetcher, file)
                converter.check(self._source)
                shards = self._shards(repo, weights)
                reporter.number([file.name for file in shards])
                self._check_peak(converter, small, shards)
                self._pipeline(fetcher, converter, shards)
                names = [file.name for file in small if file.name != INDEX]
                for name in names:
                    self._patiently(lambda name=name: self._place(name))  # type: ignore[misc]
                self._patiently(lambda: converter.finish(self._folder, names, work=self._work))
                self._append("finished")
        self._clean(repo)

    def _is_finished(self) -> bool:
        """Whether this very model is complete here already; says so if it is."""
        if (self._work / "journal").exists():
            return False
        manifest = read_manifest(self._folder)
        request = self._request
        if (
            manifest is None
            or not manifest.is_complete
            or (manifest.repo, manifest.scheme) != (request.repo, request.scheme)
            or request.revision not in ("main", manifest.revision)
            or not all((self._folder / name).is_file() for name in manifest.files)
        ):
            return False
        # A crash may have come in the middle of the last tidying.
        shutil.rmtree(self._work, ignore_errors=True)
        nbytes = sum(path.stat().st_size for path in files_below(self._folder))
        self._send(
            Finished(str(self._folder), manifest.repo, manifest.revision, manifest.scheme, nbytes)
        )
        return True

    def _pinned(self) -> HubRepo:
        """The repository at the commit that was pinned when this installation started."""
        begun = self._journal.last("begin")
        if begun is None:
            self._refuse_other_files()
            repo = self._listed()
            self._append("begin", format=_FORMAT, scheme=self._request.scheme, **_repo_values(repo))
            return repo
        repo = _repo_of(begun)
        request = self._request
        if (repo.name, begun["scheme"]) != (request.repo, request.scheme) or (
            request.revision not in (repo.requested, repo.revision)
        ):
            text = (
                "{folder} holds an unfinished installation of {repo} at {revision} as {scheme};"
                " finish that one, or choose another folder with --dest."
            )
            raise UsageError(
                said(
                    "unfinished_other",
                    text,
                    folder=self._folder,
                    repo=repo.name,
                    revision=repo.requested,
                    scheme=begun["scheme"],
                )
            )
        return repo

    def _refuse_other_files(self) -> None:
        if any(entry.name != WORK for entry in self._folder.iterdir()):
            text = (
                "{folder} is not empty and holds no installation to continue; choose another"
                " folder with --dest, or empty it."
            )
            raise UsageError(said("not_empty", text, folder=self._folder))

    def _listed(self) -> HubRepo:
        backoff = Backoff(self._patience)
        while True:
            try:
                return list_files(
                    self._connections, self._request.repo, revision=self._request.revision
                )
            except DownloadError as error:
                time.sleep(backoff.wait_after(error))

    def _shards(self, repo: HubRepo, weights: Sequence[HubFile]) -> list[HubFile]:
        """The weight files that the index names, or the only one."""
        by_name = {file.name: file for file in weights}
        path = self._source / INDEX
        if not path.exists():
            return [by_name[SINGLE]] if SINGLE in by_name else list(weights)
        names = index_shards(path)
        missing = [name for name in names if name not in by_name]
        if missing:
            text = (
                "The index of {repo} names {file}, which is not among its files; the index belongs"
                " to another revision."
            )
            raise MissingError(said("index_other", text, repo=repo.name, file=missing[0]))
        return [by_name[name] for name in names]

    def _bring_small(self, fetcher: Fetcher, file: HubFile) -> None:
        if self._journal.last("fetched", file=file.name) is None:
            self._at(file)
            self._patiently(lambda: fetcher.fetch(file))
            self._append("fetched", file=file.name)

    def _place(self, name: str) -> None:
        """Put a copy of a small file beside the weights, whole or not at all."""
        fresh = self._work / "copy"
        with open(self._source / name, "rb") as reading, open(fresh, "wb") as writing:
            shutil.copyfileobj(reading, writing)
            writing.flush()
            os.fsync(writing.fileno())
        os.replace(fresh, self._folder / name)
        sync_folder(self._folder)

    def _pipeline(self, fetcher: Fetcher, converter: Converter, shards: list[HubFile]) -> None:
        open_shards = []
        for file in shards:
            if self._journal.last("converted", file=file.name):
                self._delete_source(file)
                self._reporter.skip("download", file.nbytes)
                self._reporter.skip("quantize", file.nbytes)
            else:
                open_shards.append(file)
        thread = threading.Thread(
            target=self._fetch_all, args=(fetcher, open_shards), name="fetch", daemon=True
        )
        thread.start()
        try:
            for _ in open_shards:
                got = self._fetched.get()
                if isinstance(got, BaseException):
                    raise got
                file = got
                self._patiently(lambda file=file: self._convert(converter, file))  # type: ignore[misc]
                self._append("converted", file=file.name)
                self._reporter.ends("quantize", file.name, file.nbytes)
                self._delete_source(file)
                self._reporter.ends("delete", file.name, file.nbytes)
                self._slots.release()
        finally:
            self._stop.set()
            self._slots.release(SHARDS_IN_FLIGHT)
            # A read that waits for the server ends at its time-out at the latest.
            thread.join(self._connections.timeouts.read + 5.0)

    def _convert(self, converter: Converter, file: HubFile) -> None:
        for done in converter.convert(self._source / file.name, self._folder, work=self._work):
            self._reporter.at("quantize", file.name, min(done, file.nbytes), file.nbytes)

    def _delete_source(self, file: HubFile) -> None:
        (self._source / file.name).unlink(missing_ok=True)

    def _clean(self, repo: HubRepo) -> None:
        sizes = [path.stat().st_size for path in files_below(self._folder)]
        work = [path.stat().st_size for path in files_below(self._work)]
        shutil.rmtree(self._source, ignore_errors=True)
        # Last of all the journal, closed for Windows: without it the folder is a finished model.
        self._journal.close()
        for name in ("lock", "journal"):
            with contextlib.suppress(OSError):
                (self._work / name).unlink(missing_ok=True)
        shutil.rmtree(self._work, ignore_errors=True)
        self._send(
            Finished(
                str(self._folder),
                repo.name,
                repo.revision,
                self._request.scheme,
                sum(sizes) - sum(work),
            )
        )

    # --- the fetching thread ------------------------------------------------------------------

    def _fetch_all(self, fetcher: Fetcher, shards: list[HubFile]) -> None:
        try:
            for file in shards:
                self._slots.acquire()
                self._raise_if_stopped()
                self._fetch_one(fetcher, file)
                self._fetched.put(file)
        except _StoppedError:
            pass
        except BaseException as error:
            self._fetched.put(error)

    def _fetch_one(self, fetcher: Fetcher, file: HubFile) -> None:
        self._at(file)
        path = self._source / file.name
        if self._journal.last("fetched", file=file.name) and path.exists():
            self._reporter.skip("download", file.nbytes)
            return
        aside = path.with_name(path.name + ASIDE_SUFFIX)
        self._holds_spare = False
        if aside.exists():
            self._take_spare()
        try:
            self._patiently(lambda: fetcher.fetch(file))
        finally:
            if self._holds_spare:
                self._slots.release()
        self._append("fetched", file=file.name)

    def _take_spare(self) -> None:
        """A damaged copy takes a shard's place on the disk: wait until the other one is free."""
        if not self._holds_spare:
            self._slots.acquire()
            self._holds_spare = True
            self._raise_if_stopped()

    def _raise_if_stopped(self) -> None:
        if self._stop.is_set():
            raise _StoppedError

    # --- journal, space, progress -------------------------------------------------------------

    def _append(self, kind: str, **values: Any) -> None:
        def append() -> None:
            with self._lock:
                self._journal.append(kind, **values)

        self._patiently(append)

    def _patiently(self, action: Callable[[], object]) -> None:
        """Do it; a full disk is waited for."""
        while True:
            try:
                action()
                return
            except OSError as error:
                if not failures.is_full(error):
                    raise
                full = failures.disk_full(str(self._folder))
                if self._watch is None:
                    raise full from error
                self._watch.notice(full.sentence)
                self._watch.sleep(self._patience.space_seconds)
                self._watch.notice("")

    def _make_folders(self) -> None:
        try:
            if self._folder.is_symlink() or (self._folder.exists() and not self._folder.is_dir()):
                text = "{folder} is no folder; choose another with --dest."
                raise UsageError(said("no_folder", text, folder=self._folder))
            places = (self._work, self._folder, *self._folder.parents)
            self._made = [place for place in places if not place.exists()]
            self._source.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            if failures.is_full(error):
                raise failures.no_space(str(self._folder), needed=_SPARE_BYTES, free=0) from error
            text = "The folder {folder} cannot be made ({why}); choose another with --dest."
            raise DownloadError(
                said("folder_not_made", text, folder=self._folder, why=error.strerror)
            ) from error

    def _check_peak(
        self, converter: Converter, small: Sequence[HubFile], shards: Sequence[HubFile]
    ) -> None:
        source = sum(file.nbytes for file in shards)
        result = converter.result_nbytes(source)
        largest = sorted((file.nbytes for file in shards), reverse=True)[:SHARDS_IN_FLIGHT]
        self._has_begun = any(
            self._journal.last(kind, file=file.name) is not None
            for file in shards
            for kind in ("etag", "converted")
        )
        self._check_space(2 * sum(file.nbytes for file in small) + result + sum(largest))

    def _check_space(self, peak: int) -> None:
        """Refuse before the start what cannot end well. A continued installation that finds too
        little room pauses instead, when it comes to that."""
        here = sum(path.stat().st_size for path in files_below(self._folder))
        needed = max(0, peak - here) + _SPARE_BYTES
        free = shutil.disk_usage(self._folder).free
        if free < needed and not self._has_begun:
            raise failures.no_space(str(self._folder), needed=needed, free=free)

    def _fetcher(self, repo: HubRepo) -> Fetcher:
        self._watch = _Watch(self)
        return Fetcher(
            self._connections,
            repo,
            self._source,
            watcher=self._watch,
            etags=_JournalEtags(self),
            patience=self._patience,
            before_retry=self._take_spare_for_retry,
        )

    def _at(self, file: HubFile) -> None:
        assert self._watch is not None
        self._watch.file = file

    def _take_spare_for_retry(self) -> None:
        if threading.current_thread().name == "fetch":
            self._take_spare()


class _Watch:
    """Turns what the fetcher says into progress of the file it is at."""

    def __init__(self, installer: Installer) -> None:
        self._installer = installer
        self.file = HubFile("", 0)

    def placed(self, stage: str, done: int) -> None:
        self._installer._raise_if_stopped()
        reporter, file = self._installer._reporter, self.file
        if stage == "download" and done == file.nbytes:
            reporter.ends("download", file.name, file.nbytes)
            reporter.ends("verify", file.name, file.nbytes)
        else:
            reporter.at(stage, file.name, done, file.nbytes)

    def notice(self, sentence: str) -> None:
        self._installer._reporter.notice(sentence)

    def sleep(self, seconds: float) -> None:
        if threading.current_thread().name != "fetch":
            time.sleep(seconds)
        elif self._installer._stop.wait(seconds):
            raise _StoppedError


class _JournalEtags:
    def __init__(self, installer: Installer) -> None:
        self._installer = installer

    def etag(self, name: str) -> str:
        record = self._installer._journal.last("etag", file=name)
        return str(record["etag"]) if record else ""

    def set_etag(self, name: str, etag: str) -> None:
        self._installer._append("etag", file=name, etag=etag[:200])


# --- values -----------------------------------------------------------------------------------


def split(repo: HubRepo) -> tuple[list[HubFile], list[HubFile]]:
    """The small files that are needed (the index among them), and the weight files.

    Raises:
        MissingError: there are no weights in safetensors, or no config.json.
    """
    small, weights = [], []
    for file in repo.files:
        if "/" in file.name or file.name.startswith("."):
            continue
        if file.name.endswith(".safetensors"):
            weights.append(file)
        elif file.name in SMALL_FILES or file.name == INDEX:
            small.append(file)
    if not any(file.name == "config.json" for file in small):
        text = "{repo} has no config.json, so it is no model that can be used."
        raise MissingError(said("no_config", text, repo=repo.name))
    if not weights:
        text = "{repo} has no weights in safetensors, and no other kind is ever read."
        raise MissingError(said("no_safetensors", text, repo=repo.name))
    return small, weights


def index_shards(path: Path) -> list[str]:
    """The files that an index names, sorted.

    Raises:
        CheckpointError: it is no index, or names something outside its folder.
    """
    try:
        weight_map = json.loads(path.read_bytes())["weight_map"]
        names = sorted(set(weight_map.values()))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        text = "{path} is no index of weights; fetch the model again."
        raise CheckpointError(said("no_index", text, path=path)) from error
    for name in names:
        if not isinstance(name, str) or not is_safe_name(name) or "/" in name:
            text = "{path} names {name}, which is outside the model's folder."
            raise CheckpointError(said("index_outside", text, path=path, name=repr(name)))
        if not name.endswith(".safetensors"):
            text = "{path} names {name}; only safetensors are ever read."
            raise CheckpointError(said("index_other_kind", text, path=path, name=repr(name)))
    if not names:
        text = "{path} names no weights; fetch the model again."
        raise CheckpointError(said("index_no_weights", text, path=path))
    return names


def files_below(folder: Path) -> Iterator[Path]:
    """All files in `folder` and below, links not followed."""
    for place, _, names in os.walk(folder):
        yield from (Path(place, name) for name in names if Path(place, name).is_file())


def _repo_values(repo: HubRepo) -> dict[str, Any]:
    return asdict(repo) | {"files": [asdict(file) for file in repo.files]}


def _repo_of(record: dict[str, Any]) -> HubRepo:
    try:
        return HubRepo(
            name=record["name"],
            requested=record["requested"],
            revision=record["revision"],
            licence=record["licence"],
            files=tuple(HubFile(**file) for file in record["files"]),
        )
    except (KeyError, TypeError) as error:
        text = (
            "The journal of this installation is of another version; remove the folder {folder} and"
            " start again."
        )
        raise ServerError(said("journal_other_version", text, folder=WORK)) from error


__all__ = ["PART_SUFFIX", "Converter", "Installer", "Origin", "Request", "index_shards", "split"]
