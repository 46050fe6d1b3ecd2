"""What a conversion has finished, one line of JSON a part, so that it can be killed at any point.

A line is written after the bytes that it speaks of are durable. A last line without its end was
being written when the process died, and counts for nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from clover_desktop.errors import CheckpointError, said
from clover_desktop.models.conversion_plan import Part, Plan
from clover_desktop.models.manifest import sync_folder

JOURNAL = "conversion.journal"
PENDING = "precise.pending"


@dataclass(frozen=True)
class DonePart:
    """A finished part: from which shard, the sums for its error, and for what stays precise the
    type and the range of its bytes in the pending file."""

    shard: str
    error: float
    norm: float
    dtype: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class DoneFile:
    """A file under its final name, with the hashes of all its tensors."""

    nbytes: int
    sha256: str
    tensors: Mapping[str, str]


class Journal:
    """The journal in the folder `work`, where unfinished files lie too. Use it with `with`."""

    def __init__(self, work: Path, plan: Plan) -> None:
        """Open it, or begin one.

        Raises:
            CheckpointError: it belongs to another conversion, is damaged, or in use.
        """
        self.work = work
        self.parts: dict[str, DonePart] = {}
        self.files: dict[str, DoneFile] = {}
        self._counts: dict[str, int] = {}
        self._lines: list[str] = []
        work.mkdir(parents=True, exist_ok=True)
        sync_folder(work.parent)
        path = work / JOURNAL
        self._file = open_or_make(path)
        try:
            self._lock()
            content = self._file.read()
            whole = content[: content.rfind(b"\n") + 1]
            if whole:
                self._read(path, whole, plan)
            self._file.truncate(len(whole))
            self._file.seek(len(whole))
            if not whole:
                self._lines.append(json.dumps({"plan": plan.fingerprint}))
                self.flush()
        except BaseException:
            with contextlib.suppress(OSError):
                self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def pending_nbytes(self) -> int:
        """Where the next part goes in the pending file."""
        return max((part.end for part in self.parts.values()), default=0)

    def count(self, parameter: str) -> int:
        """How many parts of a parameter are finished."""
        return self._counts.get(parameter, 0)

    def is_done(self, part: Part, shard: str) -> bool:
        """Whether a part of this shard is finished.

        Raises:
            CheckpointError: it came from another shard, or its parameter came in another form.
        """
        done = self.parts.get(part.key)
        if done is not None and done.shard == shard:
            return True
        other_form = (
            self.count(part.parameter) if part.expert is None else part.parameter in self.parts
        )
        if done is not None or other_form:
            text = (
                "{file} holds the tensor {tensor}, which another shard has brought already; the "
                "checkpoint is damaged."
            )
            raise CheckpointError(said("tensor_again", text, file=shard, tensor=part.stored.name))
        return False

    def add_part(self, part: Part, done: DonePart) -> None:
        """Note a part; the line is written by `flush`."""
        self._take_part(part.key, part.parameter, done)
        values = {key: value for key, value in asdict(done).items() if value != ""}
        if not done.dtype:
            del values["start"], values["end"]
        self._lines.append(json.dumps({"part": part.key, "of": part.parameter, **values}))

    def add_file(self, name: str, done: DoneFile) -> None:
        """Note a file; the line is written by `flush`."""
        self.files[name] = done
        self._lines.append(json.dumps({"file": name, **asdict(done)}))

    def flush(self) -> None:
        """Make all lines durable; what they speak of must be so already."""
        if not self._lines:
            return
        self._file.write("".join(line + "\n" for line in self._lines).encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self._lines.clear()

    def remove(self) -> None:
        """Delete it with the pending file; the conversion is finished."""
        self._file.close()
        for name in (PENDING, JOURNAL):
            (self.work / name).unlink(missing_ok=True)

    def _lock(self) -> None:
        """Keep a second conversion out; the lock goes with the file."""
        if os.name != "posix":
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            text = "Another installation into {folder} is running; wait for it or cancel it."
            raise CheckpointError(said("already_running", text, folder=self.work.parent)) from error

    def _take_part(self, key: str, parameter: str, done: DonePart) -> None:
        self.parts[key] = done
        self._counts[parameter] = self._counts.get(parameter, 0) + 1

    def _read(self, path: Path, content: bytes, plan: Plan) -> None:
        try:
            first, *lines = [json.loads(line) for line in content.splitlines()]
            if first["plan"] != plan.fingerprint:
                text = (
                    "{folder} holds the unfinished conversion of another checkpoint or with another"
                    " scheme; continue it with its own, choose another folder, or delete that one."
                )
                raise CheckpointError(said("other_conversion", text, folder=self.work))
            for line in lines:
                self._take_line(line)
        except (ValueError, TypeError, KeyError) as error:
            text = "{path} is damaged; delete the folder {folder} and start again."
            raise CheckpointError(
                said("journal_damaged", text, path=path, folder=path.parent), detail=str(error)
            ) from error

    def _take_line(self, line: dict[str, Any]) -> None:
        if "file" in line:
            name = line.pop("file")
            self.files[name] = DoneFile(**line)
            return
        key, parameter = line.pop("part"), line.pop("of")
        self._take_part(key, parameter, DonePart(**line))


def open_or_make(path: Path) -> BinaryIO:
    """Open a file to read and write. A new one has its name on the disk before a line of the
    journal can speak of its bytes."""
    is_new = not path.exists()
    file: BinaryIO = path.open("w+b" if is_new else "r+b")
    if is_new:
        try:
            sync_folder(path.parent)
        except BaseException:
            file.close()
            raise
    return file
