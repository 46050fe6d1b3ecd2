# Run: python3 run.py test tests/unit/downloads/test_install.py
"""The whole installation in this process: a local hub and a converter without tensors."""

import json
import os
import random
import shutil
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clover_desktop.downloads.connection import Connections, HubSettings, Timeouts
from clover_desktop.downloads.failures import DamagedError, MissingError, ServerError, SpaceError
from clover_desktop.downloads.install import SMALL_FILES, Installer, Request
from clover_desktop.downloads.installed import inspect
from clover_desktop.downloads.messages import Finished, Message, Notice, Progress
from clover_desktop.downloads.patience import Patience
from clover_desktop.errors import CheckpointError, ConfigError, UsageError
from clover_desktop.netlog import NetLog
from hub_server import COMMIT, HubServer
from stand_in_conversion import StandIn

SHARDS = [f"model-0000{n}-of-00003.safetensors" for n in (1, 2, 3)]
QUICK = Patience(first_seconds=0.01, longest_seconds=0.05, space_seconds=0.01)
INDEX = "model.safetensors.index.json"


def checkpoint(shards: list[str] = SHARDS, tensors: int = 10) -> dict[str, bytes]:
    chance = random.Random(7)
    files = {name: chance.randbytes(4096 * tensors) for name in shards}
    files["config.json"] = b'{"model_type": "clover_moe"}'
    files["tokenizer.json"] = chance.randbytes(5000).hex().encode()
    files[INDEX] = json.dumps({"weight_map": {f"t{i}": n for i, n in enumerate(shards)}}).encode()
    files["pytorch_model.bin"] = b"never fetched"
    files[".gitattributes"] = b"never fetched"
    files["original/other.safetensors"] = b"never fetched"
    return files


@pytest.fixture
def hub() -> Iterator[HubServer]:
    with HubServer(checkpoint()) as server:
        yield server


@pytest.fixture
def dest(tmp_path: Path) -> Path:
    return tmp_path / "模型 one"


Install = Callable[..., list[Message]]


@pytest.fixture
def install(hub: HubServer, dest: Path, tmp_path: Path) -> Iterator[Install]:
    """Installs into `dest` and returns what was told."""
    log = NetLog(tmp_path / "log.db")

    def run(
        make_converter: Any = StandIn, patience: Patience = QUICK, **request: Any
    ) -> list[Message]:
        told: list[Message] = []
        settings = HubSettings(endpoint=hub.url)
        with Connections(settings, log, timeouts=Timeouts(1.0, 0.5)) as connections:
            asked = Request(**{"repo": hub.repo, "folder": dest, **request})
            Installer(asked, connections, make_converter, told.append, patience=patience).run()
        return told

    yield run
    log.close()


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def looking(seen: list[int]) -> type[StandIn]:
    """A converter, slower than the download, that counts the source shards on the disk."""

    class Looking(StandIn):
        def convert(self, shard: Path, folder: Path, *, work: Path) -> Iterator[int]:
            self.seconds = 0.04
            for done in super().convert(shard, folder, work=work):
                seen.append(len(list((work / "source").glob("*-of-*"))))
                yield done

    return Looking


def test_it_ends_with_a_finished_folder(hub: HubServer, install: Install, dest: Path) -> None:
    told = install()
    files = tree(dest)
    assert set(files) == {*SHARDS, "config.json", "tokenizer.json", "manifest.json"}
    assert files[SHARDS[0]] == hub.files[SHARDS[0]][::4]
    assert files["tokenizer.json"] == hub.files["tokenizer.json"]
    assert json.loads(files["manifest.json"])["source"]["revision"] == COMMIT
    assert isinstance(told[-1], Finished)
    assert told[-1].nbytes == sum(map(len, files.values()))
    assert not any("never" in path or ".bin" in path for path in hub.paths("hub"))


def test_all_four_stages_are_told_for_each_shard(install: Install) -> None:
    told = [message for message in install() if isinstance(message, Progress)]
    numbers = {message.file: (message.shard, message.shards) for message in told}
    assert [numbers[name] for name in SHARDS] == [
        (place, len(SHARDS)) for place in range(1, len(SHARDS) + 1)
    ]
    for name in SHARDS:
        ends = [m.stage for m in told if m.file == name and m.done == m.total > 0]
        assert list(dict.fromkeys(ends)) == ["download", "verify", "quantize", "delete"]
    places = [message.all_done for message in told]
    assert places == sorted(places)
    assert places[-1] == told[-1].all_total == 2 * 3 * 40_960


def test_a_second_run_finds_it_finished(hub: HubServer, install: Install, dest: Path) -> None:
    install()
    before, asked = tree(dest), len(hub.seen)
    (told,) = install()
    assert isinstance(told, Finished)
    assert (tree(dest), len(hub.seen)) == (before, asked)


def test_at_most_two_shards_lie_on_the_disk(install: Install, dest: Path) -> None:
    seen: list[int] = []
    install(looking(seen))
    assert max(seen) == 2


def test_the_next_shard_downloads_while_one_is_quantized(hub: HubServer, install: Install) -> None:
    import threading

    asked = threading.Event()

    class Waiting(StandIn):
        def convert(self, shard: Path, folder: Path, *, work: Path) -> Iterator[int]:
            if shard.name == SHARDS[0]:
                for _ in range(500):
                    if any(SHARDS[1] in path for path in hub.paths("store")):
                        asked.set()
                        break
                    threading.Event().wait(0.01)
            yield from super().convert(shard, folder, work=work)

    install(Waiting)
    assert asked.is_set()


def test_a_failure_keeps_what_is_finished(hub: HubServer, install: Install, dest: Path) -> None:
    hub.fail("store", "status", file=SHARDS[2], code=404, times=1)
    with pytest.raises(MissingError):
        install()
    asked = len(hub.seen)
    install()
    again = [seen.path for seen in hub.seen[asked:]]
    assert any(SHARDS[2] in path for path in again)
    assert not any("/api/" in path or "config.json" in path for path in again)
    assert not any(SHARDS[0] in path for path in again)


def test_the_revision_stays_pinned(hub: HubServer, install: Install) -> None:
    hub.fail("store", "status", file=SHARDS[2], code=404, times=1)
    with pytest.raises(MissingError):
        install()
    hub.fail("api", "status", code=500, times=99)
    install()
    resolved = [path for path in hub.paths("hub") if "/resolve/" in path]
    assert all(f"/resolve/{COMMIT}/" in path for path in resolved)


def test_a_damaged_shard_takes_a_place_on_the_disk(
    hub: HubServer, install: Install, dest: Path
) -> None:
    hub.fail("store", "flip", file=SHARDS[1], after=9, times=2)
    seen: list[int] = []
    told = install(looking(seen))
    assert max(seen) == 2
    assert any(isinstance(m, Notice) and "damaged" in m.sentence for m in told)
    assert (dest / SHARDS[1]).read_bytes() == hub.files[SHARDS[1]][::4]


def test_what_stays_damaged_is_kept_and_named(hub: HubServer, install: Install, dest: Path) -> None:
    hub.fail("store", "flip", file=SHARDS[1], after=9, times=3)
    with pytest.raises(DamagedError) as caught:
        install()
    kept = dest / ".install" / "source" / f"{SHARDS[1]}.damaged"
    assert kept.is_file()
    assert str(kept) in caught.value.sentence
    install()
    assert not kept.exists()


def test_too_little_space_is_told_before_any_weight(
    hub: HubServer, install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    # Enough for the small files, not for the result and two shards.
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(0, 0, 16_040_000))
    with pytest.raises(SpaceError, match=r"needs 16\.1 MB at its peak .* only 16\.0 MB are free"):
        install()
    assert hub.paths("store") == [path for path in hub.paths("store") if "tokenizer" in path]


def test_what_is_begun_goes_on_with_a_disk_that_is_nearly_full(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(StandIn):
        def convert(self, shard: Path, folder: Path, *, work: Path) -> Iterator[int]:
            raise CheckpointError("Stopped.")

    with pytest.raises(CheckpointError):
        install(Killed)
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(0, 0, 1_000_000))
    assert isinstance(install()[-1], Finished)


def test_a_disk_that_fills_midway_pauses(install: Install, dest: Path) -> None:
    fails = [28, 28]

    class Full(StandIn):
        def convert(self, shard: Path, folder: Path, *, work: Path) -> Iterator[int]:
            for done in super().convert(shard, folder, work=work):
                if shard.name == SHARDS[1] and fails and done > 8000:
                    raise OSError(fails.pop(), "No space left on device")
                yield done

    told = install(Full)
    notices = [message.sentence for message in told if isinstance(message, Notice)]
    assert ["paused" in sentence for sentence in notices] == [True, False, True, False]
    assert (dest / "manifest.json").exists()


def test_another_architecture_is_refused_before_any_weight(
    hub: HubServer, install: Install
) -> None:
    hub.files["config.json"] = b'{"model_type": "other"}'
    with pytest.raises(ConfigError):
        install()
    assert not any("safetensors" in path for path in hub.paths("store"))


@pytest.mark.parametrize("name", ["../model.safetensors", "/etc/x.safetensors", "a.bin", 3, "a:b"])
def test_an_index_that_names_something_else(hub: HubServer, install: Install, name: Any) -> None:
    hub.files[INDEX] = json.dumps({"weight_map": {"t": name}}).encode()
    with pytest.raises(CheckpointError):
        install()


def test_an_index_of_another_revision(hub: HubServer, install: Install) -> None:
    hub.files[INDEX] = json.dumps({"weight_map": {"t": "model-9.safetensors"}}).encode()
    with pytest.raises(MissingError, match="another revision"):
        install()


@pytest.mark.parametrize("name", ["../../x.json", "/x.json", "a\\b.json", "con\n.json", "x/../y"])
def test_a_list_with_an_unusable_name(hub: HubServer, install: Install, name: str) -> None:
    hub.files[name] = b"{}"
    with pytest.raises(ServerError, match="unusable name"):
        install()


def test_no_safetensors(hub: HubServer, install: Install) -> None:
    for name in [*SHARDS, INDEX, "original/other.safetensors"]:
        del hub.files[name]
    with pytest.raises(MissingError, match="no weights in safetensors"):
        install()


@pytest.mark.parametrize("is_there", [False, True])
def test_a_failure_before_anything_is_fetched_leaves_nothing(
    is_there: bool, hub: HubServer, install: Install, dest: Path
) -> None:
    folder = dest / "deep" / "er"
    if is_there:
        folder.mkdir(parents=True)
    with pytest.raises(MissingError):
        install(repo="owner/none", folder=folder)
    assert folder.exists() == dest.exists() == is_there
    assert not is_there or list(folder.iterdir()) == []
    del hub.files["config.json"]
    with pytest.raises(MissingError):
        install(folder=folder)
    assert not (folder / ".install").exists()


def test_a_failure_after_something_is_fetched_keeps_it(
    hub: HubServer, install: Install, dest: Path
) -> None:
    hub.fail("store", "status", file=SHARDS[0], code=404)
    with pytest.raises(MissingError):
        install()
    assert (dest / ".install" / "journal").exists()
    # A second failure takes nothing back either.
    with pytest.raises(UsageError):
        install(repo="owner/none")
    assert (dest / ".install" / "source" / "config.json").exists()


def test_the_quantizer_knows_the_same_small_files() -> None:
    from clover_desktop.models import convert

    assert convert.SMALL_FILES == SMALL_FILES


def test_a_folder_with_something_else_is_left_alone(install: Install, dest: Path) -> None:
    dest.mkdir()
    (dest / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty"):
        install()
    assert tree(dest) == {"thesis.txt": b"mine"}


def test_a_finished_model_stays_finished_when_another_is_asked_for(
    install: Install, dest: Path
) -> None:
    install()
    before = tree(dest)
    for other in ({"scheme": "compact"}, {"revision": "v1"}):
        with pytest.raises(UsageError, match="not empty"):
            install(**other)
        assert tree(dest) == before
    assert inspect(dest).is_complete
    assert isinstance(install()[-1], Finished)
    (dest / SHARDS[0]).unlink()
    with pytest.raises(UsageError, match="not empty"):
        install()


def test_another_model_does_not_continue_it(hub: HubServer, install: Install) -> None:
    hub.fail("store", "status", file=SHARDS[0], code=404)
    with pytest.raises(MissingError):
        install()
    for other in ({"repo": "owner/other"}, {"scheme": "compact"}, {"revision": "dev"}):
        with pytest.raises(UsageError, match="unfinished installation"):
            install(**other)


def test_two_at_once_are_refused(install: Install, dest: Path) -> None:
    class Second(StandIn):
        def check(self, source: Path) -> None:
            with pytest.raises(UsageError, match="is running"):
                install()

    install(Second)


def test_a_torn_journal_is_mended(hub: HubServer, install: Install, dest: Path) -> None:
    hub.fail("store", "status", file=SHARDS[2], code=404)
    with pytest.raises(MissingError):
        install()
    journal = dest / ".install" / "journal"
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][: len(lines[-1]) // 2])
    install()
    assert (dest / SHARDS[2]).read_bytes() == hub.files[SHARDS[2]][::4]
    assert not os.path.exists(dest / ".install")
