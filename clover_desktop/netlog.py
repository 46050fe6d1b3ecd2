"""Every connection the app opens: time, host, purpose, bytes. Kept in one SQLite file under data.

An entry is written before the connection is opened, and its bytes follow while they arrive, so a
killed process leaves what it did. Without an entry there is no connection: if the log can't be
written, opening one fails with a sentence. Threads and processes may write at the same time.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clover_desktop import paths
from clover_desktop.errors import CloverError, said

FILE_NAME = "connections.db"
_BUSY_SECONDS = 10.0

_SCHEMA = """
CREATE TABLE IF NOT EXISTS connections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time REAL NOT NULL,
    host TEXT NOT NULL,
    purpose TEXT NOT NULL,
    proxy TEXT NOT NULL DEFAULT '',
    sent INTEGER NOT NULL DEFAULT 0,
    received INTEGER NOT NULL DEFAULT 0,
    outcome TEXT NOT NULL DEFAULT ''
)
"""


class NetLogError(CloverError):
    """The connection log cannot be written or read."""

    kind = "netlog"


@dataclass(frozen=True)
class Connection:
    """One entry. `time` is in seconds since 1970; `host` is `name:port`; `outcome` is empty while
    the connection is open or if its process was killed, else the status or the error in a word."""

    id: int
    time: float
    host: str
    purpose: str
    proxy: str
    sent: int
    received: int
    outcome: str


class NetLog:
    """The log in one file. Every method may be called from any thread."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._process = 0

    def begin(self, host: str, purpose: str, *, proxy: str = "") -> int:
        """Write an entry before its connection is opened; returns its id.

        Raises:
            NetLogError: it cannot be written, so the connection must not be opened.
        """
        with self._opened() as database:
            cursor = database.execute(
                "INSERT INTO connections (time, host, purpose, proxy) VALUES (?, ?, ?, ?)",
                (time.time(), host, purpose, proxy),
            )
            return int(cursor.lastrowid or 0)

    def update(
        self, entry: int, *, sent: int = 0, received: int = 0, outcome: str | None = None
    ) -> None:
        """Set what an entry has moved so far, and its outcome once there is one.

        Raises:
            NetLogError: the log cannot be written.
        """
        with self._opened() as database:
            database.execute(
                "UPDATE connections SET sent = ?, received = ?, outcome = coalesce(?, outcome)"
                " WHERE id = ?",
                (sent, received, outcome, entry),
            )

    def entries(self, *, since: float = 0.0, limit: int | None = None) -> list[Connection]:
        """Entries from `since` (seconds since 1970) on, the newest first.

        Raises:
            NetLogError: the log cannot be read.
        """
        with self._opened() as database:
            rows = database.execute(
                "SELECT id, time, host, purpose, proxy, sent, received, outcome FROM connections"
                " WHERE time >= ? ORDER BY id DESC LIMIT ?",
                (since, -1 if limit is None else limit),
            ).fetchall()
        return [Connection(*row) for row in rows]

    def clear(self) -> None:
        """Forget all entries.

        Raises:
            NetLogError: the log cannot be written.
        """
        with self._opened() as database:
            database.execute("DELETE FROM connections")

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            if self._database is not None and self._process == os.getpid():
                self._database.close()
            self._database = None

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                database = self._connect()
                with database:
                    yield database
            except (sqlite3.Error, OSError) as error:
                text = (
                    "The connection log {path} cannot be used ({why}), so no connection is opened;"
                    " free some disk space or remove that file."
                )
                raise NetLogError(said("netlog", text, path=self.path, why=error)) from error

    def _connect(self) -> sqlite3.Connection:
        # A connection must not be used on the far side of a fork.
        if self._database is None or self._process != os.getpid():
            self._database = self._open_file()
            self._process = os.getpid()
        return self._database

    def _open_file(self) -> sqlite3.Connection:
        try:
            return self._prepare()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            # Not a database: keep it aside, and keep logging.
            os.replace(self.path, self.path.with_name(f"{FILE_NAME}.damaged"))
            return self._prepare()

    def _prepare(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, check_same_thread=False)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=NORMAL")
            with database:
                database.execute(_SCHEMA)
        except BaseException:
            database.close()
            raise
        return database


def open_default() -> NetLog:
    """The app's own log, below the data folder."""
    return NetLog(paths.data_folder() / FILE_NAME)
