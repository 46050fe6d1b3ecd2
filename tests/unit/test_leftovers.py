"""Run: python3 run.py test tests/unit/test_leftovers.py

The watch that every test is under: it must see what it is there to see.
"""

import logging
import socket
import subprocess
import sys
import threading

import pytest

from leftovers import (
    NetworkUsedError,
    StrayRecords,
    child_processes,
    left_after,
    live_threads,
)


def test_a_thread_left_running_is_named() -> None:
    before = live_threads(), child_processes()
    release = threading.Event()
    thread = threading.Thread(target=release.wait, name="worker-7")
    thread.start()
    left = left_after(*before, patience_seconds=0.05)
    release.set()
    thread.join()
    assert left == ["thread 'worker-7'"]
    assert left_after(*before) == []


def test_a_thread_about_to_end_is_waited_for() -> None:
    before = live_threads(), child_processes()
    threading.Timer(0.1, lambda: None).start()
    assert left_after(*before) == []


@pytest.mark.skipif(sys.platform != "linux", reason="children are listed by Linux alone")
def test_a_child_left_running_or_never_waited_for_is_named() -> None:
    before = live_threads(), child_processes()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    left = left_after(*before, patience_seconds=0.05)
    child.communicate()
    assert len(left) == 1
    assert f"process {child.pid} (" in left[0]
    assert left_after(*before) == []


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "clover.example"])
def test_the_network_is_closed(host: str) -> None:
    with pytest.raises(NetworkUsedError):
        socket.create_connection((host, 80), timeout=1)


def test_the_network_is_closed_to_sockets_themselves() -> None:
    with socket.socket() as used:
        with pytest.raises(NetworkUsedError):
            used.connect_ex(("192.0.2.1", 80))
        with pytest.raises(NetworkUsedError):
            used.connect(("192.0.2.1", 80))


def test_this_machine_is_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        for host in ("127.0.0.1", "localhost"):
            socket.create_connection((host, server.getsockname()[1]), timeout=5).close()


def test_only_our_own_warnings_count() -> None:
    records = StrayRecords()
    for name, level in (
        ("clover_desktop.engine", logging.WARNING),
        ("clover_desktop.engine", logging.INFO),
        ("someone.else", logging.ERROR),
        ("clover_kernels", logging.ERROR),
    ):
        record = logging.LogRecord(name, level, "file", 1, "%s cells", (3,), None)
        if record.levelno >= records.level:
            records.handle(record)
    assert records.lines == [
        "WARNING clover_desktop.engine: 3 cells",
        "ERROR clover_kernels: 3 cells",
    ]
