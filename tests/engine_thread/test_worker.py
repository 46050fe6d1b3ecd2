# Run: python -P -m pytest tests/engine_thread/test_worker.py
"""The real thread with the real decoders on a tiny random model: stream, cancel, failure, restart,
unload, shutdown in the middle."""

import json
import logging
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
import torch

from clover_desktop.chat import Message, Sampling, TextPart
from clover_desktop.engine import folder as folder_module
from clover_desktop.engine import runtime as runtime_module
from clover_desktop.engine_client import ThreadEngine
from clover_desktop.errors import UsageError
from clover_desktop.protocol import (
    BlockCommitted,
    BlockOpened,
    Cancel,
    CellsFilled,
    Command,
    Event,
    Failed,
    Finished,
    Generate,
    Load,
    Loaded,
    LoadProgress,
    PromptProgress,
    Ready,
    Started,
    Unload,
    Unloaded,
)

ONE = Path(__file__).parents[1] / "vectors" / "one"
SAMPLING = Sampling(block_size=8, threshold=0.3, seed=1)
LONG = Sampling(block_size=4, threshold=1.0, seed=1)

T = TypeVar("T")


class Driver:
    """Sends commands and waits for events, as the window's bridge does."""

    def __init__(self) -> None:
        self.engine = ThreadEngine()
        self.events: list[Event] = []
        self._woken = threading.Event()
        self.start()

    def start(self) -> None:
        self.engine.start(self._woken.set)

    def send(self, *commands: Command) -> None:
        for command in commands:
            self.engine.send(command)

    def until(
        self, kind: type[T], when: Callable[[T], bool] = lambda event: True
    ) -> tuple[T, list[Event]]:
        """The next event of `kind` for which `when` holds, and all events before it."""
        deadline = time.monotonic() + 30
        taken: list[Event] = []
        while True:
            while self.events:
                event = self.events.pop(0)
                if isinstance(event, kind) and when(event):
                    return event, taken
                taken.append(event)
            assert self._woken.wait(max(0, deadline - time.monotonic())), (kind, taken)
            self._woken.clear()
            self.events += self.engine.drain()


@pytest.fixture
def driver() -> Iterator[Driver]:
    driver = Driver()
    yield driver
    assert driver.engine.shutdown(30)


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model without its stop ids: an answer is still running when a command reaches it."""
    folder = shutil.copytree(
        ONE, tmp_path_factory.mktemp("models") / "endless", copy_function=shutil.copy
    )
    path = folder / "generation_config.json"
    rules = json.loads(path.read_text(encoding="utf-8"))
    path.chmod(0o644)
    path.write_text(json.dumps({**rules, "suppress_tokens": [256, 258]}), encoding="utf-8")
    return folder


@pytest.fixture
def loaded(driver: Driver, endless: Path) -> Driver:
    driver.send(Load(str(endless), "cpu"))
    driver.until(Loaded)
    return driver


def generate(number: int, sampling: Sampling = SAMPLING, text: str = "Hi") -> Generate:
    return Generate(number, (Message("user", (TextPart(text),)),), sampling)


def limited(tokens: int) -> Sampling:
    return Sampling(block_size=8, threshold=0.3, seed=1, max_tokens=tokens)


def test_an_answer_streams_from_another_thread(driver: Driver) -> None:
    ready, before = driver.until(Ready)
    assert before == []
    assert ready.devices[0] == "cpu"
    driver.send(Load(str(ONE), "cpu", "float32"), generate(1, limited(20)))
    loaded, before = driver.until(Loaded)
    assert before
    assert {type(event) for event in before} == {LoadProgress}
    assert loaded.name == "one"
    finished, events = driver.until(Finished)
    assert isinstance(events[0], Started)
    order = [type(event) for event in events]
    assert order.index(PromptProgress) < order.index(BlockOpened) < order.index(CellsFilled)
    blocks = [event for event in events if isinstance(event, BlockCommitted)]
    assert [block.block for block in blocks] == list(range(len(blocks)))
    assert sum(len(block.tokens) for block in blocks) == finished.stats.tokens
    assert {event.request_id for event in events} == {1}  # type: ignore[union-attr]


def test_cancel_in_the_middle_ends_the_answer_and_the_next_one_runs(loaded: Driver) -> None:
    loaded.send(generate(1, LONG))
    loaded.until(BlockCommitted)
    loaded.until(CellsFilled)
    loaded.send(Cancel(1))
    finished, _ = loaded.until(Finished)
    assert finished.reason == "cancelled"
    assert finished.stats.tokens >= 4
    assert finished.stats.tokens % 4 == 0
    loaded.send(Cancel(1), generate(2, limited(8)))  # a late cancel does no harm
    finished, _ = loaded.until(Finished)
    assert (finished.request_id, finished.reason) == (2, "length")


def test_a_cancelled_answer_leaves_the_prefix_as_an_undisturbed_one(loaded: Driver) -> None:
    def tokens(number: int) -> list[tuple[int, ...]]:
        loaded.send(generate(number, limited(24)))
        _, events = loaded.until(Finished)
        return [event.tokens for event in events if isinstance(event, BlockCommitted)]

    undisturbed = tokens(1)
    loaded.send(generate(2))
    loaded.until(CellsFilled, lambda event: event.block == 1)
    loaded.send(Cancel(2))
    loaded.until(Finished)
    assert tokens(3) == undisturbed


def test_cancelling_a_request_that_waits_ends_only_that(loaded: Driver) -> None:
    loaded.send(generate(1, LONG))
    loaded.until(CellsFilled)
    loaded.send(generate(2), generate(3, limited(8)), Cancel(2))
    finished, _ = loaded.until(Finished)
    assert (finished.request_id, finished.reason, finished.text) == (2, "cancelled", "")
    loaded.send(Cancel(1))
    assert loaded.until(Finished)[0].request_id == 1
    finished, events = loaded.until(Finished)
    assert finished.request_id == 3
    assert {event.request_id for event in events} == {3}  # type: ignore[union-attr]


def test_a_folder_that_cannot_be_loaded_is_a_sentence_and_the_engine_lives(
    driver: Driver, tmp_path: Path
) -> None:
    driver.send(Load(str(tmp_path / "missing")), generate(1), Load(str(ONE), "cpu"))
    failed, _ = driver.until(Failed)
    assert (failed.request_id, failed.kind) == (None, "checkpoint")
    # The window says it in its own language.
    assert failed.sentence.code == "model_folder_missing"
    assert failed.sentence.values == {"path": str(tmp_path / "missing")}
    failed, _ = driver.until(Failed)
    assert (failed.request_id, failed.kind) == (1, "usage")
    driver.until(Loaded)


def test_a_failed_load_tells_that_the_old_model_is_gone(loaded: Driver, tmp_path: Path) -> None:
    folder = shutil.copytree(ONE, tmp_path / "model", copy_function=shutil.copy)
    shard = folder / "model-00001-of-00002.safetensors"
    shard.chmod(0o644)
    shard.write_bytes(shard.read_bytes()[:-100])
    loaded.send(Load(str(folder), "cpu"))
    failed, before = loaded.until(Failed)
    assert failed.kind == "checkpoint"
    assert Unloaded() in before
    # A folder refused before its weights are touched leaves the loaded model alone.
    loaded.send(Load(str(ONE), "cpu"))
    loaded.until(Loaded)
    loaded.send(Load(str(tmp_path), "cpu"), generate(1, limited(4)))
    _, before = loaded.until(Failed)
    assert Unloaded() not in before
    assert loaded.until(Finished)[0].reason == "length"


@pytest.mark.parametrize(
    ("error", "kind"),
    [(KeyError("inside"), "bug"), (torch.OutOfMemoryError("CUDA out of memory"), "device")],
    ids=["bug", "memory"],
)
def test_an_exception_becomes_a_sentence_and_the_thread_lives_on(
    loaded: Driver,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    kind: str,
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise error

    with monkeypatch.context() as patched, caplog.at_level(logging.CRITICAL):
        patched.setattr(runtime_module, "decode", fail)
        loaded.send(generate(1))
        failed, _ = loaded.until(Failed)
    assert (failed.request_id, failed.kind) == (1, kind)
    assert "\n" not in failed.sentence
    assert "Traceback" in failed.detail
    loaded.send(generate(2, limited(8)))
    assert loaded.until(Finished)[0].stats.tokens == 8


def test_unloading_frees_the_model(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    models: list[weakref.ref[torch.nn.Module]] = []
    load_model = runtime_module.load_model

    def remember(*args: object, **kwargs: object) -> torch.nn.Module:
        model = load_model(*args, **kwargs)  # type: ignore[arg-type]
        models.append(weakref.ref(model))
        return model

    monkeypatch.setattr(runtime_module, "load_model", remember)
    driver.send(Load(str(ONE), "cpu"), generate(1, limited(8)), Load(str(ONE), "cpu"))
    driver.until(Finished)
    driver.until(Loaded)
    assert [model() is None for model in models] == [True, False]
    driver.send(Unload())
    driver.until(Unloaded)
    assert models[1]() is None
    driver.send(generate(2))
    assert driver.until(Failed)[0].kind == "usage"


@pytest.mark.parametrize("command", [Unload(), Load(str(ONE), "cpu")], ids=["unload", "load"])
def test_what_changes_the_model_does_not_wait_for_a_long_answer(
    loaded: Driver, command: Command
) -> None:
    loaded.send(generate(1, LONG))
    loaded.until(CellsFilled)
    loaded.send(command)
    assert loaded.until(Finished)[0].reason == "cancelled"
    loaded.until(Unloaded if isinstance(command, Unload) else Loaded)


def test_a_later_load_replaces_one_that_runs(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    entered, release = threading.Event(), threading.Event()
    load_model = runtime_module.load_model

    def slow(folder: Path, **options: object) -> torch.nn.Module:
        if folder.name == "first":
            entered.set()
            assert release.wait(30)
        return load_model(folder, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(runtime_module, "load_model", slow)
    first = shutil.copytree(ONE, tmp_path / "first", copy_function=shutil.copy)
    driver.send(Load(str(first), "cpu"))
    assert entered.wait(30)
    driver.send(Load(str(ONE), "cpu"))
    release.set()
    loaded, before = driver.until(Loaded)
    assert loaded.name == "one"
    assert not any(isinstance(event, Failed) for event in before)


def test_shutting_down_in_the_middle_of_an_answer_leaves_no_thread(loaded: Driver) -> None:
    loaded.send(generate(1, LONG))
    loaded.until(CellsFilled)
    began = time.monotonic()
    assert loaded.engine.shutdown(30)
    assert time.monotonic() - began < 10
    assert not [thread for thread in threading.enumerate() if thread.name == "clover-engine"]


def test_it_starts_again_after_a_shutdown(loaded: Driver) -> None:
    assert loaded.engine.shutdown(30)
    loaded.start()
    loaded.until(Ready)
    loaded.send(Load(str(ONE), "cpu"), generate(1, limited(4)))
    assert loaded.until(Finished)[0].reason == "length"


def test_a_second_turn_reuses_the_prefix(loaded: Driver) -> None:
    loaded.send(generate(1, limited(16)))
    finished, _ = loaded.until(Finished)
    messages = (
        Message("user", (TextPart("Hi"),)),
        Message("assistant", (TextPart(finished.text),)),
        Message("user", (TextPart("And?"),)),
    )
    loaded.send(Generate(2, messages, limited(4)))
    progress, _ = loaded.until(PromptProgress)
    first = folder_module.ModelFolder.open(ONE).prepare(messages[:1], SAMPLING)
    assert progress.reused == first.prompt.snapshot_at


def test_a_gpu_too_small_for_the_model_gives_way_to_the_cpu(
    driver: Driver, small_gpu: Callable[[bool], list[str]]
) -> None:
    asked = small_gpu(True)
    driver.send(Load(str(ONE)), generate(1, limited(8)))
    loaded, _ = driver.until(Loaded)
    assert asked == ["cuda", "cpu"]
    assert loaded.device == "cpu"
    assert "the CPU goes on" in loaded.notice
    finished, _ = driver.until(Finished)
    assert finished.reason in ("stop", "length")


def test_a_gpu_too_small_for_the_answer_gives_way_to_the_cpu(
    driver: Driver, small_gpu: Callable[[bool], list[str]]
) -> None:
    asked = small_gpu(False)
    driver.send(Load(str(ONE)), generate(1, limited(8)))
    driver.until(Loaded, lambda event: event.device == "cuda" and not event.notice)
    failed, _ = driver.until(Failed)
    assert failed.request_id == 1
    assert failed.kind == "device"
    assert "ask again" in failed.sentence
    driver.until(Loaded, lambda event: event.device == "cpu")
    assert asked == ["cuda", "cpu"]
    driver.send(generate(2, limited(8)))
    driver.until(Finished, lambda event: event.request_id == 2)


def test_a_load_that_is_overtaken_tells_that_the_old_model_is_gone(
    loaded: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    entered, release = threading.Event(), threading.Event()
    load_model = runtime_module.load_model

    def slow(folder: Path, **options: object) -> torch.nn.Module:
        entered.set()
        assert release.wait(30)
        return load_model(folder, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(runtime_module, "load_model", slow)
    loaded.send(Load(str(ONE), "cpu"))
    assert entered.wait(30)
    # Refused before a weight is read: without the word the window would go on with no model.
    loaded.send(Load(str(tmp_path / "missing")))
    release.set()
    _, before = loaded.until(Failed)
    assert Unloaded() in before


def test_a_failure_keeps_no_model_in_memory(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    models: list[weakref.ref[torch.nn.Module]] = []

    def fail(model: torch.nn.Module, *rest: object) -> None:
        models.append(weakref.ref(model))
        raise UsageError("This cannot be; choose something else.")

    monkeypatch.setattr(runtime_module, "decode", fail)
    driver.send(Load(str(ONE), "cpu"), generate(1))
    driver.until(Failed)
    driver.send(Unload())
    driver.until(Unloaded)
    # A traceback that is kept would keep the frames, and these the weights.
    assert models[0]() is None


def test_a_cpu_that_cannot_take_over_leaves_no_model(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_model = runtime_module.load_model

    def load(path: Path, *, device: str, **options: object) -> object:
        if device == "cpu":
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return load_model(path, device="cpu", **options)  # type: ignore[arg-type]

    def run(*arguments: object) -> Iterator[object]:
        raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(runtime_module, "devices", lambda: ("cpu", "cuda"))
    monkeypatch.setattr(runtime_module, "load_model", load)
    monkeypatch.setattr(runtime_module, "decode", run)
    driver.send(Load(str(ONE)), generate(1))
    assert driver.until(Failed)[0].request_id == 1
    failed, before = driver.until(Failed)
    assert before == [Unloaded()]
    assert (failed.request_id, failed.kind) == (None, "device")


def test_weights_larger_than_the_free_memory_are_refused(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime_module, "available_ram", lambda: (100_000, None))
    driver.send(Load(str(ONE), "cpu", "float32"))
    failed, _ = driver.until(Failed)
    assert failed.kind == "device"
    assert "memory is not enough" in failed.sentence
    monkeypatch.setattr(runtime_module, "available_ram", lambda: (0, None))  # nothing tells
    driver.send(Load(str(ONE), "cpu", "float32"))
    driver.until(Loaded)
