# Run: python -P -m pytest tests/ui/test_library.py -m "slow or not slow"
"""Behind the Models page: what is kept, jobs off the UI thread, real installations."""

import stat
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QThread

from clover_desktop import paths
from clover_desktop.errors import CloverError
from clover_desktop.protocol import Load
from clover_desktop.tools.scripted_engine import ScriptedEngine
from clover_desktop.tools.scripted_library import ScriptedServices
from clover_desktop.ui.jobs import Jobs, StopSwitch
from clover_desktop.ui.library import words
from clover_desktop.ui.library.library import Library
from clover_desktop.ui.library.services import Services
from clover_desktop.ui.library.state import (
    FILE_NAME,
    LibraryValues,
    Order,
    Step,
    load_values,
    save_values,
)
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


def test_what_is_no_model_is_not_imported(qtbot, tmp_path):
    services = Services()
    with pytest.raises(CloverError, match="no model's folder"):
        services.import_folder(tmp_path, lambda value: None, StopSwitch())
    services.import_folder(ONE, lambda value: None, StopSwitch())
    assert [entry.name for entry in services.entries()] == ["Seedling", "one"]
