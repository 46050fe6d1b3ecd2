# Run: python -P -m pytest tests/processes/test_install_kill.py -m slow
"""`install` as a child process, killed at random points and started again until it is done.

The bytes must be those of an undisturbed run, nothing that was finished may be done again, and a
watcher looks that the disk never holds more than the result and two shards.
"""

import json
import logging
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clover_desktop.downloads.connection import HubSettings
from clover_desktop.downloads.install import Request
from clover_desktop.downloads.messages import Finished, from_line
from clover_desktop.downloads.prepare import CONVERSION, install_job
from clover_desktop.models.conversion_journal import JOURNAL
from clover_desktop.netlog import NetLog
from clover_desktop.processes import Child, ChildError
from hub_server import HubServer
from make_checkpoint import make_checkpoint

log = logging.getLogger(__name__)

KILLS = 40
# With the real quantizer each start imports torch; CLOVER_TEST_KILLS=40 asks for as many.
REAL_KILLS = int(os.environ.get("CLOVER_TEST_KILLS", "6"))
MOST_ROUNDS = 20
SHARDS = [f"model-0000{n}-of-00004.safetensors" for n in (1, 2, 3, 4)]
SHARD_NBYTES = 4096 * 24
SUPPORT = Path(__file__).parents[1] / "support"
# What a connection may have in flight when its reader is killed, on both sides and in the library.
IN_FLIGHT = 70_000
JOURNAL_ROOM = 40_000


def checkpoint() -> dict[str, bytes]:
    chance = random.Random(11)
    files = {name: chance.randbytes(SHARD_NBYTES) for name in SHARDS}
    files["config.json"] = b'{"model_type": "clover_moe"}'
    files["tokenizer.json"] = chance.randbytes(3000)
    weight_map = {f"t{n}": name for n, name in enumerate(SHARDS)}
    files["model.safetensors.index.json"] = json.dumps({"weight_map": weight_map}).encode()
    return files


@pytest.fixture
def hub() -> Iterator[HubServer]:
    with HubServer(checkpoint()) as server:
        yield server


@pytest.fixture(autouse=True)
def child_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(SUPPORT))
    monkeypatch.setenv("STAND_IN_LOG", str(tmp_path / "converted.log"))
    monkeypatch.setenv("STAND_IN_SECONDS", "0.004")
    monkeypatch.delenv("HF_HUB_OFFLINE")


def job(hub: HubServer, folder: Path, conversion: str = "stand_in_conversion") -> dict[str, Any]:
    return install_job(
        Request(hub.repo, folder),
        HubSettings(endpoint=hub.url),
        conversion=conversion,
        patience={"first_seconds": 0.01, "longest_seconds": 0.05},
    )


def install(hub: HubServer, folder: Path, **options: str) -> float:
    """Install undisturbed; returns the seconds since the first sign of life."""
    started = None
    with Child("prepare", job(hub, folder, **options)) as child:
        for line in child.messages():
            started = started or time.monotonic()
            last = from_line(line)
    assert isinstance(last, Finished), last
    assert started is not None
    return time.monotonic() - started


def install_until(hub: HubServer, folder: Path, seconds: float, **options: str) -> bool:
    """Kill it `seconds` after its first sign of life; True if it was finished by then."""
    with Child("prepare", job(hub, folder, **options)) as child:
        lines = child.messages()
        first = next(lines, None)
        if first is None or first["kind"] == "finished":
            return first is not None
        timer = threading.Timer(seconds, child.cancel)
        timer.start()
        try:
            kinds = [line["kind"] for line in lines]
        except ChildError:  # The kill cut a message in two.
            kinds = []
        finally:
            timer.cancel()
            timer.join()
        assert "failed" not in kinds
        return "finished" in kinds


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@contextmanager
def disk_watcher(folder: Path) -> Iterator[list[int]]:
    """Measures all the time what lies below `folder`; the first entry of the list is the peak."""
    peak, ended = [0], threading.Event()

    def look() -> None:
        while not ended.wait(0.003):
            total = 0
            for place, _, names in os.walk(folder):
                for name in names:
                    try:
                        total += os.lstat(os.path.join(place, name)).st_size
                    except OSError:  # It was just renamed or deleted.
                        continue
            peak[0] = max(peak[0], total)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_killed_at_random_points_it_ends_the_same(hub: HubServer, tmp_path: Path) -> None:
    install(hub, tmp_path / "undisturbed")
    expected = tree(tmp_path / "undisturbed")
    log = tmp_path / "converted.log"
    log.unlink()

    hub.seen.clear()
    hub.fail("store", "slow", after=1_000_000, times=10**6)
    # Where a kill lands depends on the machine's pace anyway, so the seed need not be kept.
    chance, kills, rounds = random.Random(), 0, 0
    while kills < KILLS:
        folder = tmp_path / f"round {rounds}"
        rounds += 1
        killed_before = kills
        with disk_watcher(folder) as peak:
            while not install_until(hub, folder, chance.uniform(0.0, 0.15)):
                kills += 1
                assert kills < 20 * KILLS
        assert tree(folder) == expected
        small = sum(len(data) for name, data in hub.files.items() if name not in SHARDS)
        result = sum(len(data) for name, data in expected.items())
        assert peak[0] <= result + 2 * SHARD_NBYTES + 2 * small + JOURNAL_ROOM

        killed = kills - killed_before
        steps = [line.split() for line in log.read_text().splitlines()]
        log.unlink()
        begun = Counter((name, n) for word, name, n in steps if word == "begin")
        ended = Counter((name, n) for word, name, n in steps if word == "end")
        assert set(ended.values()) == {1}  # A finished tensor is never done again.
        assert sum(begun.values()) - len(begun) <= killed  # Only the open one is.

    sent = Counter[str]()
    for seen in hub.seen:
        if seen.place == "store" and seen.method == "GET":
            name = seen.path.rsplit("/", 1)[1]
            sent[name] += 1
            start = int(seen.headers.get("range", "bytes=0-")[6:-1])
            assert start < SHARD_NBYTES
    assert rounds * len(SHARDS) <= sum(sent.values()) <= rounds * len(SHARDS) + kills


def finished_parts(folder: Path) -> list[str]:
    """What the conversion's journal calls finished, in its order."""
    for journal in folder.rglob(JOURNAL):
        lines = [line for line in journal.read_text().splitlines(keepends=True) if line[-1] == "\n"]
        return [found["part"] for found in map(json.loads, lines) if "part" in found]
    return []


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_killed_with_the_real_quantizer_it_ends_the_same(tmp_path: Path) -> None:
    changes = {"hidden_size": 192, "num_experts": 16, "moe_intermediate_size": 80}
    source = make_checkpoint(tmp_path / "source", changes=changes, shard_nbytes=400_000)
    files = {path.name: path.read_bytes() for path in source.iterdir()}
    shards = [name for name in files if name.endswith(".safetensors")]
    largest = max(len(files[name]) for name in shards)
    small = sum(len(data) for name, data in files.items() if name not in shards)
    chance, kills, in_conversion, rounds = random.Random(), 0, 0, 0
    with HubServer(files) as hub:
        longest = install(hub, tmp_path / "undisturbed", conversion=CONVERSION)
        expected = tree(tmp_path / "undisturbed")
        assert json.loads(expected["manifest.json"])["complete"] is True
        result = sum(map(len, expected.values()))
        # Chance decides where the kills fall; on a quick machine the conversion is a small target.
        while kills < REAL_KILLS or (not in_conversion and rounds < MOST_ROUNDS):
            folder = tmp_path / f"round {rounds}"
            rounds += 1
            before: list[str] = []
            with disk_watcher(folder) as peak:
                # Every second kill aims at the conversion, which comes late and is short.
                while not install_until(
                    hub,
                    folder,
                    chance.uniform(0.6 * (kills % 2) * longest, longest),
                    conversion=CONVERSION,
                ):
                    kills += 1
                    parts = finished_parts(folder)
                    # What was finished stays so, and nothing is done twice.
                    assert parts[: len(before)] == before or (folder / "manifest.json").exists()
                    assert len(set(parts)) == len(parts)
                    in_conversion += len(parts) > len(before)
                    before = parts
            assert tree(folder) == expected
            assert peak[0] <= result + 2 * largest + 2 * small + JOURNAL_ROOM
    log.info("%d kills, %d inside the conversion, %d rounds", kills, in_conversion, rounds)
    assert in_conversion


@pytest.mark.slow
def test_a_download_goes_on_from_its_last_byte(hub: HubServer, tmp_path: Path) -> None:
    hub.fail("store", "slow", file=SHARDS[0], after=50_000, times=9)
    with Child("prepare", job(hub, tmp_path / "m")) as child:
        part = tmp_path / "m" / ".install" / "source" / f"{SHARDS[0]}.part"
        deadline = time.monotonic() + 60
        while not (part.exists() and part.stat().st_size > 20_000):
            assert time.monotonic() < deadline
            time.sleep(0.005)
        child.cancel()
    held = part.stat().st_size
    hub.faults.clear()
    asked = len(hub.seen)
    install(hub, tmp_path / "m")
    ranges = [
        seen.headers.get("range")
        for seen in hub.seen[asked:]
        if seen.place == "store" and SHARDS[0] in seen.path
    ]
    assert ranges == [f"bytes={held}-"]


def test_the_child_installs_and_logs(hub: HubServer, tmp_path: Path, private_folders: Path) -> None:
    install(hub, tmp_path / "m")
    assert (tmp_path / "m" / "manifest.json").is_file()
    log = NetLog(private_folders / "data" / "connections.db")
    hosts = {entry.host for entry in log.entries()}
    log.close()
    assert hosts == {hub.url[7:], hub.store_url[7:]}


def test_the_child_tells_a_failure(hub: HubServer, tmp_path: Path) -> None:
    hub.fail("api", "status", code=404, headers={"X-Error-Code": "RepoNotFound"})
    with Child("prepare", job(hub, tmp_path / "m")) as child:
        (line,) = child.messages()
    assert (line["kind"], line["error"]) == ("failed", "not_found")
    assert "no model owner/model" in line["sentence"]["text"]
