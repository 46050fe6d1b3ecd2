# Run: python -P -m pytest tests/ui/test_library.py -m "slow or not slow"
"""Behind the Models page: what is kept, jobs off the UI thread, real installations."""

import importlib
import stat
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QThread

from clover_desktop import paths
from clover_desktop.downloads.installed import CONVERTING
from clover_desktop.downloads.library_values import (
    FILE_NAME,
    LibraryValues,
    load_values,
    save_values,
)
from clover_desktop.errors import CloverError
from clover_desktop.planning import INT4_G64, Machine
from clover_desktop.protocol import Load
from clover_desktop.tools.scripted_engine import ScriptedEngine
from clover_desktop.tools.scripted_library import ScriptedServices
from clover_desktop.ui.jobs import Jobs, StopSwitch
from clover_desktop.ui.library import words
from clover_desktop.ui.library.library import Library
from clover_desktop.ui.library.services import Services, packing_of
from clover_desktop.ui.library.state import Order, Packing, Step, Work, WorkKind
from hub_server import HubServer

SUPPORT = Path(__file__).parents[1] / "support"
ONE = Path(__file__).parents[1] / "vectors" / "one"


# --- what is kept -------------------------------------------------------------------------------


def test_the_file_is_private_whole_and_read_again(tmp_path):
    path = tmp_path / "config" / FILE_NAME
    values = LibraryValues("http://m", "http://p", 'hf_"x', "/模型", "/sel", 5.5)
    save_values(path, values)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_values(path) == values
    save_values(path, replace(values, token=""))
    assert load_values(path).token == ""
    assert [item.name for item in path.parent.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("mirror = 5\ntoken = 'a'\nunknown = 1", LibraryValues(token="a")),
        ("bytes_per_second = nan", LibraryValues()),
        ("bytes_per_second = true\nfolder = '/x'", LibraryValues(folder="/x")),
    ],
)
def test_a_ruined_value_becomes_its_default(tmp_path, text, values):
    (tmp_path / FILE_NAME).write_text(text)
    assert load_values(tmp_path / FILE_NAME) == values


def test_a_ruined_file_is_kept_aside(tmp_path):
    (tmp_path / FILE_NAME).write_bytes(b"\xff\x00 = [")
    assert load_values(tmp_path / FILE_NAME) == LibraryValues()
    assert (tmp_path / f"{FILE_NAME}.damaged").exists()


def test_the_model_chosen_last_is_loaded_at_the_next_start(open_window, tmp_path):
    (tmp_path / "config.json").write_text("{}")
    services = ScriptedServices(values=LibraryValues(selected=str(tmp_path)))
    studio = open_window(services=services)
    assert studio.engine.sent[0] == Load(str(tmp_path))
    gone = ScriptedServices(values=LibraryValues(selected=str(tmp_path / "gone")))
    studio = open_window(services=gone, engine=ScriptedEngine())
    assert studio.engine.sent[0] == Load(str(paths.demo_model_folder()))


# --- words and jobs -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(20, "less than a minute"), (90, "2 min"), (3660, "1 h 1 min"), (4 * 86400, "4 days")],
)
def test_times_in_words(qapp, seconds, text):
    assert words.duration(seconds) == text


def test_jobs_come_back_on_the_thread_of_the_window(qapp, qtbot, caplog):
    jobs, seen = Jobs(), []

    def note(value):
        seen.append((value, QThread.currentThread() is qapp.thread()))

    def work(report):
        assert threading.current_thread() is not threading.main_thread()
        report("told")
        return "done"

    def broken(report):
        raise KeyError("x")

    jobs.run(work, done=note, failed=note, told=note)
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == [("told", True), ("done", True)]
    jobs.run(broken, done=note, failed=lambda error: note(error.kind))
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen[-1] == ("bug", True)
    started = threading.Event()
    jobs.run(lambda report: started.set(), done=note, failed=note)
    assert started.wait(5)
    jobs.close()
    qapp.processEvents()
    assert len(seen) == 3


def test_a_switch_that_came_before_the_process_still_kills_it():
    stop, killed = StopSwitch(), []
    stop.switch()
    stop.bind(lambda: killed.append(1))
    assert killed == [1]


# --- the real thing -----------------------------------------------------------------------------


@pytest.fixture
def hub(monkeypatch):
    """A hub on this machine with a tiny checkpoint."""
    monkeypatch.delenv("HF_HUB_OFFLINE")
    names = ("config.json", "tokenizer.json", "tokenizer_config.json", "generation_config.json")
    files = {path.name: path.read_bytes() for path in ONE.glob("model*")}
    files |= {name: (ONE / name).read_bytes() for name in names}
    with HubServer(files) as server:
        yield server


def real_library(services: Services, hub: HubServer) -> Library:
    library = Library(services)
    library.set_hub(mirror=hub.url, proxy="", token="hf_mine")
    return library


def test_a_real_installation_is_paused_and_continued(hub, qtbot, monkeypatch):
    # A second or two: two real child processes, whose Python must start.
    monkeypatch.setenv("PYTHONPATH", str(SUPPORT))
    monkeypatch.setenv("STAND_IN_SECONDS", "0.01")
    library = real_library(Services(conversion="stand_in_conversion"), hub)
    folder = library.place / "model"
    ready = []
    library.model_ready.connect(ready.append)
    library.install(Order(hub.repo, folder))
    qtbot.waitUntil(lambda: "quantize" in library.installation.stages, timeout=30_000)
    library.pause()
    qtbot.waitUntil(lambda: library.installation.step is Step.PAUSED, timeout=10_000)
    qtbot.waitUntil(lambda: library.unfinished is not None, timeout=10_000)
    assert library.unfinished.order == Order(hub.repo, folder)
    monkeypatch.setenv("STAND_IN_SECONDS", "0")
    asked = len(hub.paths("store"))
    library.resume()
    qtbot.waitUntil(lambda: bool(ready) or library.installation.failure is not None, timeout=30_000)
    assert library.installation.failure is None
    assert ready == [folder]
    assert len(hub.paths("store")) <= asked + 1
    assert all("hf_mine" not in str(s.headers) for s in hub.seen if s.place == "store")
    assert any("hf_mine" in str(s.headers) for s in hub.seen if s.place == "hub")
    kept = paths.config_folder() / FILE_NAME
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    library.close()


def test_a_hub_that_says_no_is_one_sentence(hub, qtbot):
    library = real_library(Services(), hub)
    library.install(Order("owner/none", library.place / "none"))
    qtbot.waitUntil(lambda: not library.installation.step.is_active, timeout=30_000)
    assert library.installation.step is Step.FAILED
    assert "owner/none" in library.installation.failure.sentence
    library.close()


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_install_verify_move_and_delete_for_real(hub, qtbot, tmp_path):
    library = real_library(Services(), hub)
    folder = library.place / "model"
    library.install(Order(hub.repo, folder))
    qtbot.waitUntil(lambda: not library.installation.step.is_active, timeout=90_000)
    assert library.installation.failure is None
    # Listed anew once the helper process is gone.
    qtbot.waitUntil(lambda: len(library.entries) == 2, timeout=10_000)
    assert library.entries[1].plan.fits

    def finish() -> str:
        qtbot.waitUntil(lambda: library.work.is_over, timeout=60_000)
        return library.work.failure

    library.verify(folder)
    assert finish() == ""
    library.move(folder, tmp_path)
    assert finish() == ""
    assert not folder.exists()
    moved = tmp_path / "model"
    largest = max(moved.glob("*.safetensors"), key=lambda path: path.stat().st_size)
    data = bytearray(largest.read_bytes())
    data[-1] ^= 1
    largest.write_bytes(data)
    library.verify(moved)
    assert largest.name in finish()
    library.delete(moved)
    assert finish() == ""
    assert not moved.exists()
    library.close()


def test_an_unpacked_model_is_quantized_in_a_child(qtbot, monkeypatch, tmp_path):
    # A second or two: two child processes, whose Python must start.
    monkeypatch.setenv("PYTHONPATH", str(SUPPORT))
    monkeypatch.setenv("STAND_IN_SECONDS", "30")
    library = Library(Services(conversion="stand_in_conversion"))
    library.services.import_folder(ONE, lambda value: None, StopSwitch())
    library.refresh()
    qtbot.waitUntil(lambda: len(library.entries) == 2, timeout=10_000)
    entry = library.entries[1]
    packing = entry.packing
    assert (packing.dest, packing.scheme) == (entry.path.with_name("one-int4-g64"), "int4-g64")
    assert packing.nbytes == entry.plan.request.geometry.weights_nbytes(INT4_G64)
    assert packing == Packing(packing.dest, packing.scheme, packing.nbytes, packing.free)
    assert packing.lacks == 0
    library.quantize(entry.path, packing)
    qtbot.waitUntil(lambda: library.work.total == 100, timeout=30_000)
    library.stop_work()
    qtbot.waitUntil(lambda: len(library.entries) == 3, timeout=30_000)
    assert library.work.failure == ""
    by_name = {entry.name: entry for entry in library.entries}
    assert by_name["one"].packing.is_begun
    assert by_name["one-int4-g64"].problem
    monkeypatch.setenv("STAND_IN_SECONDS", "0")
    library.quantize(entry.path, by_name["one"].packing)
    qtbot.waitUntil(lambda: library.work.is_over, timeout=30_000)
    assert library.work.failure == ""
    qtbot.waitUntil(
        lambda: any(entry.name == "one" and entry.packing.is_done for entry in library.entries),
        timeout=10_000,
    )
    (packing.dest / "manifest.json").unlink()
    (packing.dest / "config.json").unlink()
    (packing.dest / "notes.txt").write_text("mine")
    assert packing_of(entry.path, Machine(ram=8 << 30)).is_taken
    library.close()


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_quantize_and_verify_for_real(qtbot):
    library = Library(Services())
    library.services.import_folder(ONE, lambda value: None, StopSwitch())
    library.refresh()
    qtbot.waitUntil(lambda: len(library.entries) == 2, timeout=10_000)
    entry = library.entries[1]
    library.quantize(entry.path, entry.packing)
    qtbot.waitUntil(lambda: library.work.is_over, timeout=90_000)
    assert library.work.failure == ""
    qtbot.waitUntil(lambda: len(library.entries) == 3, timeout=10_000)
    packed = next(entry for entry in library.entries if entry.name == "one-int4-g64")
    assert packed.is_usable
    assert packed.scheme == "int4-g64"
    assert packed.packing is None
    library.verify(packed.path)
    qtbot.waitUntil(lambda: library.work.is_over, timeout=90_000)
    assert library.work.failure == ""
    library.close()


def test_a_quantizing_that_fails_says_so_with_its_code(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(SUPPORT))
    packing = Packing(tmp_path / "dest", "int4-g64", 1)
    services = Services(conversion="stand_in_conversion")
    with pytest.raises(CloverError, match="There is no folder") as raised:
        services.quantize(tmp_path / "gone", packing, lambda value: None, StopSwitch())
    assert raised.value.sentence.code == "no_source"
    assert raised.value.sentence.values == {"path": str(tmp_path / "gone")}


def test_room_is_what_the_result_needs_and_what_is_begun_counts(tmp_path):
    packing = Packing(tmp_path, "int4-g64", 100, free=60)
    assert packing.lacks == 40
    assert replace(packing, is_begun=True).lacks == 0
    assert replace(packing, free=None).lacks == 0
    assert CONVERTING == importlib.import_module("clover_desktop.models.convert").WORK


def test_what_is_no_model_is_not_imported(qtbot, tmp_path):
    services = Services()
    with pytest.raises(CloverError, match="no model's folder"):
        services.import_folder(tmp_path, lambda value: None, StopSwitch())
    services.import_folder(ONE, lambda value: None, StopSwitch())
    assert [entry.name for entry in services.entries()] == ["Seedling", "one"]


def test_time_left_counts_only_what_this_run_has_done():
    work = Work(WorkKind.QUANTIZE, Path("/m"))
    work.move(600, 1000, now=0.0)
    work.move(610, 1000, now=1.0)
    assert work.seconds_left is None
    work.move(700, 1000, now=10.0)
    assert work.seconds_left == pytest.approx(30.0)
    work.move(1000, 1000, now=40.0)
    assert work.seconds_left == 0
