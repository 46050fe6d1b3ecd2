# Run: python3 run.py test tests/unit/test_netlog.py
"""The connection log: from threads and processes, through damage and refusal."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clover_desktop.netlog import NetLog, NetLogError, open_default

WRITER = """
import sys
from pathlib import Path
from clover_desktop.netlog import NetLog
log = NetLog(Path(sys.argv[1]))
for _ in range(50):
    log.update(log.begin("child", "test"), received=1, outcome="200")
"""


def test_an_entry_is_there_before_its_bytes(tmp_path: Path) -> None:
    log, other = NetLog(tmp_path / "log.db"), NetLog(tmp_path / "log.db")
    entry = log.begin("hub:443", "model file x", proxy="http://p:1")
    (seen,) = other.entries()
    assert (seen.host, seen.purpose, seen.proxy, seen.received, seen.outcome) == (
        "hub:443",
        "model file x",
        "http://p:1",
        0,
        "",
    )
    log.update(entry, sent=5, received=7)
    log.update(entry, sent=5, received=9, outcome="200")
    assert [(c.sent, c.received, c.outcome) for c in other.entries()] == [(5, 9, "200")]
    log.begin("second", "test")
    assert [c.host for c in log.entries()] == ["second", "hub:443"]
    assert [c.host for c in log.entries(limit=1)] == ["second"]
    assert log.entries(since=seen.time + 1e6) == []
    log.clear()
    assert other.entries() == []
    log.close()
    other.close()


def test_threads_and_processes_write_at_once(tmp_path: Path) -> None:
    log = NetLog(tmp_path / "log.db")
    child = subprocess.Popen([sys.executable, "-P", "-c", WRITER, str(tmp_path / "log.db")])

    def write() -> None:
        for _ in range(50):
            log.update(log.begin("thread", "test"), received=1, outcome="200")

    threads = [threading.Thread(target=write) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert child.wait(60) == 0
    entries = log.entries()
    assert len(entries) == 200
    assert sum(entry.received for entry in entries) == 200
    log.close()


def test_a_damaged_file_is_kept_aside(tmp_path: Path) -> None:
    (tmp_path / "connections.db").write_bytes(b"no database " * 500)
    log = NetLog(tmp_path / "connections.db")
    log.begin("host", "test")
    assert len(log.entries()) == 1
    assert (tmp_path / "connections.db.damaged").read_bytes().startswith(b"no database")
    log.close()


def test_without_a_log_there_is_no_connection(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NetLogError, match="no connection is opened"):
        NetLog(tmp_path / "file" / "log.db").begin("host", "test")


def test_the_default_lies_below_data(private_folders: Path) -> None:
    log = open_default()
    log.begin("host", "test")
    log.close()
    assert os.listdir(private_folders / "data") == ["connections.db"]
