"""One file from the hub to the disk: by ranges, resumed, hashed while it streams, renamed last."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

import httpx2

from clover_desktop.downloads import failures
from clover_desktop.downloads.connection import Connections, host_of, shown
from clover_desktop.downloads.failures import DownloadError, ServerError
from clover_desktop.downloads.hub import HubFile, HubRepo, resolve_url
from clover_desktop.downloads.patience import Backoff, Patience
from clover_desktop.errors import said
from clover_desktop.netlog import NetLogError

_PIECE = 1 << 20
_CONTENT_RANGE = re.compile(r"bytes (\d{1,19})-(\d{1,19})/(\d{1,19}|\*)")
_ENDS_WITHOUT_BYTES = 3
_ROOM_FOR_LOG = 1_000_000
PART_SUFFIX = ".part"
ASIDE_SUFFIX = ".damaged"


class Watcher(Protocol):
    """Who looks on; called from the thread that fetches."""

    def placed(self, stage: str, done: int) -> None:
        """`done` bytes of the file are there; `stage` is `download` or `verify` (read again)."""

    def notice(self, sentence: str) -> None:
        """What it waits for; empty when that is over."""

    def sleep(self, seconds: float) -> None:
        """Wait; may raise to end the transfer."""


class Etags(Protocol):
    """Remembers the ETag of a partial file from one run to the next."""

    def etag(self, name: str) -> str:
        """The ETag that the first bytes of `name` came with, empty if unknown."""

    def set_etag(self, name: str, etag: str) -> None:
        """Remember it; empty forgets it."""


class Hasher:
    """sha256 of a file, and its git blob's sha1 where that is what the hub promises."""

    def __init__(self, file: HubFile) -> None:
        self._file = file
        self._sha256 = hashlib.sha256()
        self._sha1 = hashlib.sha1(f"blob {file.nbytes}\0".encode(), usedforsecurity=False)

    def update(self, piece: bytes | memoryview) -> None:
        self._sha256.update(piece)
        if not self._file.sha256:
            self._sha1.update(piece)

    @property
    def sha256(self) -> str:
        return self._sha256.hexdigest()

    def is_right(self) -> bool:
        """Whether all bytes together are the promised ones."""
        if self._file.sha256:
            return self.sha256 == self._file.sha256
        return self._sha1.hexdigest() == self._file.git_sha1


class Fetcher:
    """Fetches files of one repository into one folder."""

    def __init__(
        self,
        connections: Connections,
        repo: HubRepo,
        folder: Path,
        *,
        watcher: Watcher,
        etags: Etags,
        patience: Patience | None = None,
        before_retry: Callable[[], None] = lambda: None,
    ) -> None:
        self._connections = connections
        self._repo = repo
        self._folder = folder
        self._watcher = watcher
        self._etags = etags
        self._patience = patience or Patience()
        self._before_retry = before_retry

    def fetch(self, file: HubFile) -> tuple[Path, str]:
        """Bring `file` here and verify it; returns its path and sha256.

        What an earlier run left is continued. A damaged copy is kept aside under another name
        while the file is fetched again, and stays there if the last try is damaged too.

        Raises:
            DownloadError: it could not be fetched.
            OSError: the disk failed otherwise than by being full, which is waited for.
        """
        path = self._folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + PART_SUFFIX)
        aside = path.with_name(path.name + ASIDE_SUFFIX)
        if path.exists() and not part.exists():
            # Complete, but a crash came before the journal: it is read again and not asked for.
            os.replace(path, part)
        tries = self._patience.hash_tries
        for attempt in range(1, tries + 1):
            hasher = self._transfer(file, part)
            if hasher.is_right():
                os.replace(part, path)
                sync_folder(path.parent)
                aside.unlink(missing_ok=True)
                return path, hasher.sha256
            os.replace(part, aside)
            self._etags.set_etag(file.name, "")
            if attempt < tries:
                text = (
                    "{file} arrived damaged; it is fetched again ({attempt} of {tries}), the"
                    " damaged copy is kept as {kept} until then."
                )
                self._watcher.notice(
                    said(
                        "fetched_again",
                        text,
                        file=file.name,
                        attempt=attempt + 1,
                        tries=tries,
                        kept=aside.name,
                    )
                )
                self._before_retry()
        raise failures.wrong_hash(file.name, tries=tries, kept=str(aside))

    # --- one transfer, however many connections it takes --------------------------------------

    def _transfer(self, file: HubFile, part: Path) -> Hasher:
        backoff = Backoff(self._patience)
        ends_without_bytes = 0
        with open(part, "r+b" if part.exists() else "w+b", buffering=0) as output:
            hasher, done = self._continued(file, output)
            furthest = done
            self._watcher.placed("download", done)
            while done < file.nbytes:
                before = done
                try:
                    for start, piece in self._pieces(file, done):
                        if start != done:  # The server begins again.
                            hasher, done = Hasher(file), self._emptied(output)
                            before = 0
                        if done + len(piece) > file.nbytes:
                            raise failures.longer(
                                file.name, got=done + len(piece), promised=file.nbytes
                            )
                        self._write(output, piece, done)
                        hasher.update(piece)
                        done += len(piece)
                        self._watcher.placed("download", done)
                        if done > furthest:
                            furthest = done
                            backoff.moved()
                            ends_without_bytes = 0
                            self._watcher.notice("")
                    if done == before < file.nbytes:
                        ends_without_bytes += 1
                        if ends_without_bytes >= _ENDS_WITHOUT_BYTES:
                            raise failures.shorter(file.name, got=done, promised=file.nbytes)
                    if done < file.nbytes:
                        host = host_of(self._connections.settings.endpoint)
                        raise failures.ends_early(
                            file.name, host=host, got=done, promised=file.nbytes
                        )
                except NetLogError as error:
                    # The log shares the full drive: wait as for any other write.
                    if shutil.disk_usage(self._folder).free > _ROOM_FOR_LOG:
                        raise
                    self._watcher.notice(error.sentence)
                    self._watcher.sleep(self._patience.space_seconds)
                except DownloadError as error:
                    wait = backoff.wait_after(error)
                    self._watcher.notice(error.sentence)
                    self._watcher.sleep(wait)
            os.fsync(output.fileno())
        self._watcher.notice("")
        return hasher

    def _continued(self, file: HubFile, output: BinaryIO) -> tuple[Hasher, int]:
        """Hash what an earlier run left."""
        hasher, done = Hasher(file), 0
        if os.fstat(output.fileno()).st_size > file.nbytes:
            self._emptied(output)
        output.seek(0)
        while piece := output.read(_PIECE):
            hasher.update(piece)
            done += len(piece)
            self._watcher.placed("verify", done)
        return hasher, done

    def _emptied(self, output: BinaryIO) -> int:
        output.truncate(0)
        output.seek(0)
        return 0

    def _write(self, output: BinaryIO, piece: bytes, position: int) -> None:
        """Write all of `piece` at `position`; a full disk is waited for."""
        view, is_paused = memoryview(piece), False
        while view:
            try:
                output.seek(position)
                written = output.write(view) or 0
            except OSError as error:
                if not failures.is_full(error):
                    raise
                is_paused = True
                self._watcher.notice(failures.disk_full(str(self._folder)).sentence)
                self._watcher.sleep(self._patience.space_seconds)
                continue
            view, position = view[written:], position + written
        if is_paused:
            self._watcher.notice("")

    def _pieces(self, file: HubFile, done: int) -> Iterator[tuple[int, bytes]]:
        """Bytes from `done` on, or from 0 if the server begins again, each with its place."""
        settings = self._connections.settings
        url = resolve_url(settings.endpoint, self._repo.name, self._repo.revision, file.name)
        headers = {}
        if done:
            headers["Range"] = f"bytes={done}-"
            # Only a strong tag may stand here; without one the hash decides alone.
            if (etag := self._etags.etag(file.name)).startswith('"'):
                headers["If-Range"] = etag
        with self._connections.get(url, purpose=f"model file {file.name}", headers=headers) as got:
            start = self._start(file, done, got)
            if start is None:
                return
            etag = got.headers.get("etag", "")
            if etag != self._etags.etag(file.name):
                self._etags.set_etag(file.name, etag)
            place = start
            try:
                # As they come: a gathered piece would be lost when the connection breaks.
                for piece in got.iter_raw():
                    yield place, piece
                    place += len(piece)
            except httpx2.TransportError as error:
                proxy = shown(settings.proxy_for(str(got.url)))
                raise failures.from_transport(
                    error, host=host_of(str(got.url)), proxy=proxy
                ) from error

    def _start(self, file: HubFile, done: int, got: httpx2.Response) -> int | None:
        """Where the answer's bytes belong; None if the server has no more."""
        host = host_of(str(got.url))
        if got.status_code == 416 and done:
            return None
        if got.status_code not in (200, 206):
            settings = self._connections.settings
            raise failures.from_answer(
                got.status_code,
                got.headers,
                host=host,
                repo=self._repo.name,
                revision=self._repo.requested,
                file=file.name,
                has_token=bool(settings.token),
            )
        if got.headers.get("content-encoding", "identity") != "identity":
            text = "{host} sends {file} compressed, which was not asked for."
            raise ServerError(said("compressed", text, host=host, file=file.name))
        if got.status_code == 200:
            length = got.headers.get("content-length", "")
            if length.isdigit() and int(length) > file.nbytes:
                raise failures.longer(file.name, got=int(length), promised=file.nbytes)
            return 0
        found = _CONTENT_RANGE.fullmatch(got.headers.get("content-range", ""))
        if found is None or int(found[1]) != done:
            text = "{host} sends another part of {file} than was asked for."
            raise ServerError(said("other_part", text, host=host, file=file.name))
        if found[3] != "*" and int(found[3]) > file.nbytes:
            raise failures.longer(file.name, got=int(found[3]), promised=file.nbytes)
        return done


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` last through a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
