"""The one journal of an installation: lines that are appended, checked and never changed.

Each line is a CRC-32 in eight hexadecimal digits, a space, and a JSON object with a `kind`. A line
counts once it is complete and its sum is right. What a crash left at the end is cut off when the
journal is opened; a wrong line before it means that the file was damaged, and ends what is
believed there: the work after it is done again.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any

from clover_desktop.downloads.fetch import sync_folder


class Journal:
    """Records in order. `append` returns only when the record is on the disk."""

    def __init__(self, path: Path) -> None:
        """Open or make the journal at `path`.

        Raises:
            OSError: it cannot be read or written.
        """
        self.path = path
        is_new = not path.exists()
        self.records: list[dict[str, Any]] = []
        self._file = open(path, "a+b", buffering=0)  # noqa: SIM115 - closed by `close`
        try:
            self._file.seek(0)
            good = 0
            for line in self._file.read().splitlines(keepends=True):
                record = _record(line)
                if record is None:
                    break
                self.records.append(record)
                good += len(line)
            self._file.truncate(good)
            if is_new:
                sync_folder(path.parent)
        except BaseException:
            self._file.close()
            raise

    def append(self, kind: str, **values: Any) -> None:
        """Add a record and wait until the disk has it.

        Raises:
            OSError: it cannot be written; then nothing was added.
        """
        record = {"kind": kind, **values}
        body = json.dumps(record, ensure_ascii=True, allow_nan=False).encode()
        line = b"%08x %s\n" % (zlib.crc32(body), body)
        size = os.fstat(self._file.fileno()).st_size
        try:
            if self._file.write(line) != len(line):
                raise OSError(28, "No space left on device", str(self.path))
            os.fsync(self._file.fileno())
        except BaseException:
            self._file.truncate(size)
            raise
        self.records.append(record)

    def last(self, kind: str, **values: Any) -> dict[str, Any] | None:
        """The newest record of `kind` that has these values."""
        for record in reversed(self.records):
            if record["kind"] == kind and all(record.get(k) == v for k, v in values.items()):
                return dict(record)
        return None

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _record(line: bytes) -> dict[str, Any] | None:
    if len(line) < 11 or not line.endswith(b"\n") or line[8:9] != b" ":
        return None
    body = line[9:-1]
    record: Any
    try:
        if int(line[:8], 16) != zlib.crc32(body):
            return None
        record = json.loads(body)
    except ValueError:
        return None
    if isinstance(record, dict) and isinstance(record.get("kind"), str):
        return dict(record)
    return None


def read_records(path: Path) -> list[dict[str, Any]]:
    """The records of a journal that another process may be writing; nothing is changed.

    Raises:
        OSError: it cannot be read.
    """
    records = []
    for line in path.read_bytes().splitlines(keepends=True):
        record = _record(line)
        if record is None:
            break
        records.append(record)
    return records
