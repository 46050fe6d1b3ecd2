"""One installation into a folder at a time, also among processes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from clover_desktop.errors import UsageError, said


@contextlib.contextmanager
def locked(path: Path, folder: Path) -> Iterator[None]:
    """Keep a second installation out; the lock goes with its process.

    Raises:
        UsageError: another one holds it.
    """
    with open(path, "a+b") as file:
        try:
            if os.name == "posix":
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError as error:
            text = "Another installation into {folder} is running; wait for it or cancel it."
            raise UsageError(said("already_running", text, folder=folder)) from error
        yield
