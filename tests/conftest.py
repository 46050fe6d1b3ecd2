"""For every test: no screen, private folders, no network, and nothing left behind.

Imports neither torch nor Qt: most tests need one of them at most.
"""

import logging
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from leftovers import (
    StrayRecords,
    child_processes,
    close_network,
    left_after,
    limit_torch_threads,
    live_threads,
)

TORCH_THREADS = 1

# Before Qt or torch is imported, and for child processes too.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_LOGGING_RULES"] = "qt.text.font.db=false"
os.environ["OMP_WAIT_POLICY"] = "PASSIVE"
os.environ["OMP_NUM_THREADS"] = str(TORCH_THREADS)
os.environ["HF_HUB_OFFLINE"] = "1"
# For what looks at import time; each test gets a folder of its own below.
os.environ["CLOVER_DESKTOP_HOME"] = tempfile.mkdtemp(prefix="clover-desktop-tests-")

close_network()


@pytest.fixture(autouse=True)
def private_folders(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The folder that stands for the person's own ones during a test."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("CLOVER_DESKTOP_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread or a process running, or logs a warning unasked.

    A test that expects warnings takes the `caplog` fixture.
    """
    limit_torch_threads(TORCH_THREADS)
    threads, children = live_threads(), child_processes()
    records = StrayRecords()
    logging.getLogger().addHandler(records)
    yield
    logging.getLogger().removeHandler(records)
    left = left_after(threads, children)
    if records.lines and "caplog" not in request.fixturenames:
        left += records.lines
    if left:
        pytest.fail("The test left behind: " + "; ".join(left))


def pytest_unconfigure() -> None:
    """Remove the folder made at import; it is empty unless something wrote outside a test."""
    home = Path(os.environ["CLOVER_DESKTOP_HOME"])
    if home.is_dir() and not any(home.iterdir()):
        home.rmdir()
