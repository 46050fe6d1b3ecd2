# Run: python -P -m pytest tests/unit/test_engine_client.py
"""The thread behind the window: order, wakes, death, restart, shutdown; messages that can travel.

The worker is a scripted module; `engine_thread/test_worker.py` has the real one.
"""

import pickle
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import get_args

import pytest

from clover_desktop.chat import Message, Sampling, Stats, TextPart, ThinkingPart
from clover_desktop.engine_client import ThreadEngine
from clover_desktop.errors import EngineGone
from clover_desktop.protocol import (
    BlockCommitted,
    BlockOpened,
    Cancel,
    Cell,
    CellsDrafted,
    CellsFilled,
    Command,
    Died,
    Event,
    Failed,
    Finished,
    Generate,
    Load,
    Loaded,
    LoadProgress,
    PromptProgress,
    Ready,
    Shutdown,
    Started,
    Unload,
    Unloaded,
)

Post = Callable[[Event], None]
Serve = Callable[[SimpleQueue[Command], Post], None]


class Wakes:
    """Counts wakes and waits for them."""

    def __init__(self) -> None:
        self.count = 0
        self.woken = threading.Event()

    def __call__(self) -> None:
        self.count += 1
        self.woken.set()

    def wait(self) -> None:
        assert self.woken.wait(10)
        self.woken.clear()


@pytest.fixture
def engine_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Serve], ThreadEngine]]:
    """Makes engines whose worker is the function given."""
    engines: list[ThreadEngine] = []

    def make(serve: Serve) -> ThreadEngine:
        name = f"scripted_worker_{len(engines)}"
        module = types.ModuleType(name)
        module.serve = serve  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
        engines.append(ThreadEngine(name))
        return engines[-1]

    yield make
    assert all(engine.shutdown(10) for engine in engines)


def echo(inbox: SimpleQueue[Command], post: Post) -> None:
    """Answers each `Cancel` with a progress event of its number."""
    while not isinstance(command := inbox.get(), Shutdown):
        assert isinstance(command, Cancel)
        post(LoadProgress(command.request_id, 0))


def test_events_come_back_in_order(engine_of) -> None:
    engine, wakes = engine_of(echo), Wakes()
    engine.start(wakes)
    for number in range(100):
        engine.send(Cancel(number))
    events: list[Event] = []
    while len(events) < 100:
        wakes.wait()
        events += engine.drain()
    assert events == [LoadProgress(number, 0) for number in range(100)]


def test_one_wake_until_the_events_are_drained(engine_of) -> None:
    posted = threading.Event()

    def serve(inbox: SimpleQueue[Command], post: Post) -> None:
        for number in range(50):
            post(LoadProgress(number, 50))
        posted.set()
        inbox.get()

    engine, wakes = engine_of(serve), Wakes()
    engine.start(wakes)
    assert posted.wait(10)
    assert wakes.count == 1
    assert len(engine.drain()) == 50
    assert engine.drain() == []


def test_no_event_is_lost_while_draining_and_posting_race(engine_of) -> None:
    total = 20_000

    def serve(inbox: SimpleQueue[Command], post: Post) -> None:
        for number in range(total):
            post(LoadProgress(number, total))
        inbox.get()

    engine, wakes = engine_of(serve), Wakes()
    engine.start(wakes)
    events: list[Event] = []
    while len(events) < total:
        wakes.wait()  # a wake left out would end here
        events += engine.drain()
    assert events == [LoadProgress(number, total) for number in range(total)]


def test_a_worker_that_fails_is_reported_as_a_death(engine_of) -> None:
    def serve(inbox: SimpleQueue[Command], post: Post) -> None:
        post(Ready(("cpu",)))
        raise KeyError("secret")

    engine, wakes = engine_of(serve), Wakes()
    engine.start(wakes)
    events: list[Event] = []
    while not any(isinstance(event, Died) for event in events):
        wakes.wait()
        events += engine.drain()
    assert events[0] == Ready(("cpu",))
    died = events[-1]
    assert isinstance(died, Died)
    assert "KeyError" in died.sentence
    # The window says it in its own language.
    assert (died.sentence.code, died.sentence.values) == ("engine_died", {"why": "KeyError"})
    assert "\n" not in died.sentence
    assert "secret" in died.detail


@pytest.mark.parametrize("failure", [SystemExit(1), KeyboardInterrupt()])
def test_even_an_exit_is_a_death(engine_of, failure: BaseException) -> None:
    def serve(inbox: SimpleQueue[Command], post: Post) -> None:
        raise failure

    engine, wakes = engine_of(serve), Wakes()
    engine.start(wakes)
    wakes.wait()
    assert isinstance(engine.drain()[0], Died)


def test_a_worker_that_returns_unasked_has_died(engine_of) -> None:
    engine, wakes = engine_of(lambda inbox, post: None), Wakes()
    engine.start(wakes)
    wakes.wait()
    (died,) = engine.drain()
    assert isinstance(died, Died)


@pytest.mark.parametrize("ask", [lambda e: e.shutdown(10), lambda e: e.send(Shutdown())])
def test_a_worker_that_ends_when_asked_has_not_died(engine_of, ask) -> None:
    engine, wakes = engine_of(echo), Wakes()
    engine.start(wakes)
    ask(engine)
    assert engine.shutdown(10)
    assert engine.drain() == []
    assert wakes.count == 0


def test_missing_libraries_are_a_death_with_a_sentence() -> None:
    engine, wakes = ThreadEngine("clover_desktop.no_such_module"), Wakes()
    engine.start(wakes)
    wakes.wait()
    (died,) = engine.drain()
    assert isinstance(died, Died)
    assert "no_such_module" in died.sentence
    assert engine.shutdown(10)


def test_commands_to_an_engine_that_does_not_run_are_refused(engine_of) -> None:
    engine, wakes = engine_of(echo), Wakes()
    with pytest.raises(EngineGone):
        engine.send(Unload())
    engine.start(wakes)
    with pytest.raises(RuntimeError):
        engine.start(wakes)
    assert engine.shutdown(10)
    with pytest.raises(EngineGone):
        engine.send(Unload())


def test_it_starts_again_after_a_death_and_after_a_shutdown(engine_of) -> None:
    lives = []

    def serve(inbox: SimpleQueue[Command], post: Post) -> None:
        lives.append(None)
        if len(lives) == 1:
            raise ValueError
        echo(inbox, post)

    engine, wakes = engine_of(serve), Wakes()
    engine.start(wakes)
    wakes.wait()
    assert isinstance(engine.drain()[0], Died)
    for number in (1, 2):
        assert engine.shutdown(10)
        engine.start(wakes)
        engine.send(Cancel(number))
        wakes.wait()
        assert engine.drain() == [LoadProgress(number, 0)]


def test_a_stuck_worker_does_not_hold_the_program_nor_speak_later(engine_of) -> None:
    release, spoken = threading.Event(), threading.Event()

    def serve(inbox: SimpleQueue[Command], post: Post) -> None:
        if release.is_set():
            return echo(inbox, post)
        assert release.wait(10)
        post(Ready(("late",)))
        spoken.set()
        return None

    engine, wakes = engine_of(serve), Wakes()
    engine.start(wakes)
    stuck = next(t for t in threading.enumerate() if t.name == "clover-engine")
    assert stuck.daemon
    assert not engine.shutdown(0.01)
    fresh = engine_of(echo)
    release.set()
    assert spoken.wait(10)
    fresh.start(wakes)
    assert fresh.drain() == []


def test_the_boundary_needs_neither_torch_nor_qt() -> None:
    code = (
        "import sys; import clover_desktop.engine_client, clover_desktop.cli;"
        "print([n for n in ('torch', 'PySide6', 'tokenizers', 'jinja2') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


STATS = Stats(3, 2, 1, 0.5, 6.0, 1000)
CELLS = (Cell(0, 5, "你", 0.5, True),)
MESSAGES = (Message("user", (TextPart("a"),)), Message("assistant", (ThinkingPart("b", False),)))
EXAMPLES: tuple[Command | Event, ...] = (
    Load("/models/模型", "cpu", "float32"),
    Generate(1, MESSAGES, Sampling(seed=3)),
    Cancel(1),
    Unload(),
    Shutdown(),
    Ready(("cpu", "cuda")),
    LoadProgress(1, 2),
    Loaded("/m", "m", "cpu", "float32", 32, (4, 8, 16, 32), 0.95, 0.0, 4096, True, 10),
    Unloaded(),
    Started(1, "m", 5, 32, 0.95, "causal", 7, True),
    PromptProgress(1, 2, 3, 1),
    BlockOpened(1, 0, 32),
    CellsFilled(1, 0, 1, CELLS),
    CellsDrafted(1, 1, CELLS),
    BlockCommitted(1, 0, (1, 2), "t", "x", 1),
    Finished(1, "eos", "x", "t", STATS),
    Failed(None, "bug", "Sentence.", "detail"),
    Died("Sentence.", "detail"),
)


def test_there_is_an_example_of_every_message() -> None:
    assert {type(example) for example in EXAMPLES} == {*get_args(Command), *get_args(Event)}


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_messages_travel_and_cannot_be_changed(message: Command | Event) -> None:
    assert pickle.loads(pickle.dumps(message)) == message
    hash(message)
    for name in vars(message):
        with pytest.raises(AttributeError):
            setattr(message, name, None)
