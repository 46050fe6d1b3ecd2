# Run: python -P -m pytest tests/processes/test_full_disk.py
"""`install` on a real small disk that another program fills: refused before the start, paused
midway, and whole once there is room again.

Needs a small file system of its own, so it runs only where one may be mounted.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clover_desktop.downloads.connection import HubSettings
from clover_desktop.downloads.install import Request
from clover_desktop.downloads.messages import Failed, Finished, Message, Notice, Progress, from_line
from clover_desktop.downloads.prepare import CONVERSION, install_job
from clover_desktop.processes import Child
from hub_server import HubServer
from make_checkpoint import make_checkpoint

SUPPORT = Path(__file__).parents[1] / "support"
SPARE = 16_000_000
"""What an installation wants to see free beside what it needs."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[HubServer]:
    made = make_checkpoint(tmp_path / "made")
    with HubServer({path.name: path.read_bytes() for path in made.iterdir()}) as server:
        yield server


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A folder that is a file system of 24 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(place)]
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root mounts a small disk")
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.fixture(autouse=True)
def child_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SUPPORT))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)


def job(hub: HubServer, folder: Path) -> dict[str, Any]:
    return install_job(
        Request(hub.repo, folder),
        HubSettings(endpoint=hub.url),
        conversion=CONVERSION,
        patience={"first_seconds": 0.01, "longest_seconds": 0.05, "space_seconds": 0.05},
    )


def messages(child: Child) -> Iterator[Message]:
    return (from_line(line) for line in child.messages())


def fill(disk: Path) -> Path:
    """Leave not one byte of `disk` free."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        piece = bytes(1 << 20)
        while piece:
            try:
                file.write(piece)
            except OSError:
                piece = piece[: len(piece) // 2]
    assert shutil.disk_usage(disk).free == 0
    return ballast


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".install" not in path.parts
    }


@pytest.fixture
def expected(hub: HubServer, tmp_path: Path) -> dict[str, bytes]:
    """An undisturbed run's files."""
    with Child("prepare", job(hub, tmp_path / "undisturbed")) as child:
        *_, last = messages(child)
    assert isinstance(last, Finished)
    hub.seen.clear()
    return tree(tmp_path / "undisturbed")


def test_too_small_a_disk_is_refused_with_the_numbers(hub: HubServer, disk: Path) -> None:
    ballast = fill(disk)
    os.truncate(ballast, ballast.stat().st_size - SPARE)
    with Child("prepare", job(hub, disk / "m")) as child:
        (failed,) = (m for m in messages(child) if isinstance(m, Failed))
    assert failed.error == "space"
    assert failed.sentence.code == "no_space"
    assert "16." in failed.sentence
    assert "more, or choose another drive" in failed.sentence
    assert hub.paths("store") == []


@pytest.mark.parametrize("stage", ["download", "quantize"])
def test_a_disk_that_fills_midway_pauses_the_installation(
    hub: HubServer, disk: Path, expected: dict[str, bytes], stage: str
) -> None:
    shards = sorted(name for name in hub.files if name.endswith(".safetensors"))
    if stage == "download":
        hub.fail("store", "stall", file=shards[-1], after=2000)
    ballast: Path | None = None
    pauses = 0
    with Child("prepare", job(hub, disk / "m")) as child:
        last: Message | None = None
        for last in messages(child):
            match last:
                case Progress(stage=at) if ballast is None and at == stage:
                    if stage == "quantize" or last.file == shards[-1]:
                        ballast = fill(disk)
                        hub.released.set()
                case Notice(sentence=sentence) if getattr(sentence, "code", "") == "disk_full":
                    assert ballast is not None
                    pauses += 1
                    ballast.unlink(missing_ok=True)
    assert pauses, last
    assert isinstance(last, Finished), last
    assert tree(disk / "m") == expected
