# Run: python -P -m pytest tests/unit/engine/test_runtime.py
"""Loading and answering: events with texts, defaults, prefix reuse, failures.

Texts are checked with a scripted decoder, the rest with the random checkpoint `vectors/one`.
"""

import shutil
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
import torch

from clover_desktop.chat import STRATEGIES, Message, Sampling, Strategy, TextPart, ThinkingPart
from clover_desktop.engine import runtime as runtime_module
from clover_desktop.engine.decode import DecodeRequest
from clover_desktop.engine.events import (
    BlockOpened,
    Committed,
    DecodeEvent,
    Drafted,
    Ended,
    Fill,
    Filled,
    Stepped,
)
from clover_desktop.engine.folder import ModelFolder
from clover_desktop.engine.runtime import Runtime, explained
from clover_desktop.errors import (
    CheckpointError,
    ContextError,
    DeviceError,
    UsageError,
)
from clover_desktop.protocol import (
    BlockCommitted,
    CellsDrafted,
    CellsFilled,
    Event,
    Finished,
    PromptProgress,
    Started,
)

ONE = Path(__file__).parents[2] / "vectors" / "one"
IM_END, THINK_END = 258, 260
HI = (Message("user", (TextPart("Hi"),)),)


@pytest.fixture(scope="module")
def folder() -> ModelFolder:
    return ModelFolder.open(ONE)


@pytest.fixture(scope="module")
def runtime(folder: ModelFolder) -> Iterator[Runtime]:
    runtime = Runtime()
    runtime.load(folder, device="cpu")
    yield runtime
    runtime.unload()


def never() -> bool:
    return False


def ask(
    runtime: Runtime,
    messages: tuple[Message, ...] = HI,
    should_stop: Callable[[], bool] = never,
    **sampling: object,
) -> list[Event]:
    prepared = runtime.folder.prepare(messages, Sampling(**sampling))  # type: ignore[arg-type]
    return list(runtime.answer(7, prepared, should_stop=should_stop))


T = TypeVar("T")


def of_kind(events: list[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Replace the decoder by one that tells given events."""

    def install(*events: DecodeEvent | Exception | Callable[[], None]) -> None:
        def told(model: object, state: object, logits: object, request: DecodeRequest):
            for event in events:
                if isinstance(event, Exception):
                    raise event
                if callable(event):
                    event()
                else:
                    yield event

        monkeypatch.setattr(runtime_module, "decode", told)
        # A scripted answer leaves no rows in the state.
        monkeypatch.setattr(runtime_module.PrefixCache, "record_commit", lambda *_: None)

    return install


def filled(pass_number: int, *cells: tuple[int, int], block: int = 0) -> Filled:
    fills = tuple(Fill(position, token, 0.5, forced=False) for position, token in cells)
    return Filled(block, pass_number, fills)


# --- texts ------------------------------------------------------------------------------------


def test_a_cell_is_repeated_when_its_text_becomes_showable(runtime: Runtime, script) -> None:
    first, second, third = "你".encode()
    script(
        BlockOpened(0, 4),
        filled(1, (0, first), (3, IM_END)),
        filled(2, (2, third)),
        filled(3, (1, second)),
        Committed(0, (first, second, third, IM_END)),
        Ended("eos", 3, 0),
    )
    events = of_kind(ask(runtime, thinking=False), CellsFilled)
    shown = [[(cell.position, cell.text) for cell in event.cells] for event in events]
    assert shown == [[(0, ""), (3, "")], [(2, "")], [(0, "你"), (1, "")]]
    assert {event.request_id for event in events} == {7}
    assert [event.pass_number for event in events] == [1, 2, 3]


def test_a_character_split_over_blocks_belongs_to_the_second(runtime: Runtime, script) -> None:
    data = "a你b".encode()
    script(
        BlockOpened(0, 2),
        filled(1, (0, data[0]), (1, data[1])),
        Committed(0, tuple(data[:2]), commits=1),
        BlockOpened(1, 3),
        filled(1, (0, data[2]), (1, data[3]), (2, data[4]), block=1),
        Committed(1, tuple(data[2:]), commits=1),
        Ended("length", 2, 1),
    )
    events = ask(runtime, thinking=False)
    assert [event.text for event in of_kind(events, BlockCommitted)] == ["a", "你b"]
    assert [cell.text for cell in of_kind(events, CellsFilled)[1].cells] == ["你", "", "b"]
    assert of_kind(events, Finished)[0].text == "a你b"


def test_an_answer_that_ends_inside_a_character_shows_that_in_its_last_block(
    runtime: Runtime, script
) -> None:
    script(Committed(0, (ord("a"), "你".encode()[0])), Ended("length", 0, 0))
    events = ask(runtime, thinking=False)
    assert of_kind(events, BlockCommitted)[0].text == "a\ufffd"
    assert of_kind(events, Finished)[0].text == "a\ufffd"


def test_a_stopped_answer_keeps_whole_characters_only(runtime: Runtime, script) -> None:
    stop = threading.Event()
    split = Committed(0, (ord("a"), "你".encode()[0]))
    script(split, BlockOpened(1, 4), stop.set, BlockOpened(2, 4), BlockOpened(3, 4))
    events = ask(runtime, HI, stop.is_set, thinking=False)
    assert [event.text for event in of_kind(events, BlockCommitted)] == ["a"]
    finished = of_kind(events, Finished)[0]
    assert (finished.reason, finished.text, finished.stats.tokens) == ("cancelled", "a", 2)


def test_a_block_may_hold_thinking_and_text(runtime: Runtime, script) -> None:
    tokens = (*b"so\n", THINK_END, *b"\n\nyes", IM_END)
    script(Committed(0, tokens, commits=0), Ended("eos", 0, 0))
    events = ask(runtime)
    block = of_kind(events, BlockCommitted)[0]
    assert (block.thinking, block.text, block.tokens) == ("so\n", "yes", tokens)
    finished = of_kind(events, Finished)[0]
    assert (finished.thinking, finished.text) == ("so\n", "yes")
    assert finished.stats.tokens == len(tokens)


def test_drafts_continue_the_text_before_them(runtime: Runtime, script) -> None:
    first, *rest = "你".encode()
    drafts = tuple(Fill(index, token, 0.9) for index, token in enumerate([*rest, ord("!")], 1))
    script(
        Committed(0, (first,)),
        Drafted(1, drafts),
        Committed(1, (*rest, ord("!")), accepted=2, commits=1),
        Ended("length", 1, 1),
    )
    events = ask(runtime, thinking=False, strategy="draft_self")
    (drafted,) = of_kind(events, CellsDrafted)
    assert [(cell.position, cell.text) for cell in drafted.cells] == [(1, "你"), (2, ""), (3, "!")]
    assert [event.text for event in of_kind(events, BlockCommitted)] == ["", "你!"]
    assert of_kind(events, BlockCommitted)[1].accepted == 2


def test_counts_of_a_stopped_answer_are_those_of_what_ran(runtime: Runtime, script) -> None:
    stop = threading.Event()
    script(Stepped(1, 0), Stepped(2, 1), stop.set, Stepped(3, 2), Stepped(4, 3))
    finished = of_kind(ask(runtime, HI, stop.is_set, strategy="causal"), Finished)[0]
    assert finished.reason == "cancelled"
    assert (finished.stats.tokens, finished.stats.commits) == (0, 2)


def test_a_failure_inside_an_answer_forgets_the_prefix(runtime: Runtime, script) -> None:
    ask(runtime, max_tokens=1)
    script(BlockOpened(0, 4), ValueError("x"))
    with pytest.raises(ValueError, match="x"):
        ask(runtime)
    script(Ended("length", 0, 0))
    assert of_kind(ask(runtime), PromptProgress)[0].reused == 0


# --- defaults and refusals --------------------------------------------------------------------


def test_values_in_force_come_from_the_checkpoint(folder: ModelFolder) -> None:
    prepared = folder.prepare(HI, Sampling())
    assert prepared.thinking
    decoding = prepared.decoding
    assert (decoding.block_size, decoding.threshold, decoding.temperature) == (32, 0.95, 0.0)
    assert decoding.max_tokens == 4096 - len(prepared.prompt.ids)
    assert decoding.think_open
    seeds = {folder.prepare(HI, Sampling()).decoding.seed for _ in range(3)}
    assert len(seeds) == 3


def test_values_in_force_are_those_asked_for(folder: ModelFolder) -> None:
    asked = Sampling("draft_self", False, 8, 0.5, 4, False, 0.7, 5, 0.9, 3, 10)
    prepared = folder.prepare(HI, asked)
    assert not prepared.thinking
    decoding = prepared.decoding
    assert not decoding.think_open
    assert (
        decoding.strategy, decoding.block_size, decoding.threshold, decoding.draft_width,
        decoding.temperature, decoding.top_k, decoding.top_p, decoding.seed, decoding.max_tokens,
    ) == ("draft_self", 8, 0.5, 4, 0.7, 5, 0.9, 3, 10)  # fmt: skip


@pytest.mark.parametrize(
    "sampling",
    [
        Sampling(block_size=5),
        Sampling(block_size=64),
        Sampling(threshold=1.5),
        Sampling(threshold=float("nan")),
        Sampling("draft_self", draft_width=1),
        Sampling("draft_self", exact=True, temperature=1.0),
        Sampling(temperature=-1.0),
        Sampling(top_p=0.0),
        Sampling(max_tokens=0),
    ],
)
def test_values_out_of_bounds_are_refused_before_anything_runs(
    folder: ModelFolder, sampling: Sampling
) -> None:
    with pytest.raises(UsageError):
        folder.prepare(HI, sampling)


def test_a_prompt_longer_than_the_context_is_refused(folder: ModelFolder) -> None:
    with pytest.raises(ContextError, match="context of 4,096 leaves no room"):
        folder.prepare((Message("user", (TextPart("x" * 4096),)),), Sampling())
    with pytest.raises(UsageError):
        folder.prepare((), Sampling())


def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ONE, tmp_path / "模型 copy", copy_function=shutil.copy))


def test_thinking_is_off_where_the_template_does_not_know_it(tmp_path: Path) -> None:
    path = copied(tmp_path)
    (path / "chat_template.jinja").write_text("{{ messages[0].content }}", encoding="utf-8")
    folder = ModelFolder.open(path)
    assert folder.name == "模型 copy"
    assert not folder.prepare(HI, Sampling(thinking=True)).thinking
    runtime = Runtime()
    assert not runtime.load(folder, device="cpu").can_think


def test_a_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    path = copied(tmp_path)
    text = (path / "tokenizer.json").read_text(encoding="utf-8")
    (path / "tokenizer.json").write_text(text.replace('"id": 257', '"id": 9257'), encoding="utf-8")
    with pytest.raises(CheckpointError, match="tokenizer"):
        ModelFolder.open(path).prepare(HI, Sampling())


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="no model folder"):
        ModelFolder.open(tmp_path / "missing")
    with pytest.raises(CheckpointError, match="is a file"):
        ModelFolder.open(ONE / "config.json")


def test_nothing_loaded_and_no_such_device(folder: ModelFolder) -> None:
    with pytest.raises(UsageError, match="No model"):
        _ = Runtime().folder
    with pytest.raises(UsageError, match="device"):
        Runtime().load(folder, device="tpu")
    with pytest.raises(UsageError, match="precision"):
        Runtime().load(folder, device="cpu", dtype="int8")
    if not torch.cuda.is_available():
        with pytest.raises(DeviceError):
            Runtime().load(folder, device="cuda")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (UsageError("a."), "usage"),
        (torch.OutOfMemoryError("CUDA out of memory."), "device"),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to"), "device"),
        (MemoryError(), "device"),
        (RuntimeError("CUDA error: an illegal memory access was encountered"), "device"),
        (KeyError("x"), "bug"),
    ],
)
def test_every_failure_has_a_kind_and_a_sentence(error: Exception, kind: str) -> None:
    result = explained(error)
    assert result.kind == kind
    assert result.sentence.endswith(".")
    assert "\n" not in result.sentence
    assert kind == "usage" or type(error).__name__ in result.detail


# --- with the network -------------------------------------------------------------------------


def test_loading_tells_what_is_there(folder: ModelFolder) -> None:
    seen: list[tuple[int, int]] = []
    runtime = Runtime()
    loaded = runtime.load(folder, device="cpu", on_progress=lambda *step: seen.append(step))
    assert (loaded.name, loaded.device, loaded.dtype) == ("one", "cpu", "float32")
    assert (loaded.block_sizes, loaded.context) == ((4, 8, 16, 32), 4096)
    assert loaded.can_think
    assert loaded.nbytes > 500_000
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_events_of_an_answer_agree(runtime: Runtime, strategy: Strategy) -> None:
    events = ask(runtime, strategy=strategy, block_size=8, max_tokens=12, threshold=0.3, seed=5)
    started, finished = events[0], events[-1]
    assert isinstance(started, Started)
    assert isinstance(finished, Finished)
    assert (started.strategy, started.seed, started.block_size) == (strategy, 5, 8)
    blocks = of_kind(events, BlockCommitted)
    tokens = [token for block in blocks for token in block.tokens]
    assert len(tokens) == finished.stats.tokens == 12
    assert finished.reason == "length"
    assert "".join(block.thinking for block in blocks) == finished.thinking
    assert "".join(block.text for block in blocks) == finished.text
    previews = of_kind(events, CellsFilled) + of_kind(events, CellsDrafted)
    assert finished.stats.passes == len(previews)
    assert finished.stats.peak_memory_bytes > 10_000_000
    assert 0 < finished.stats.seconds < 60


def test_a_second_turn_reads_only_what_is_new_and_answers_as_if_fresh(
    folder: ModelFolder, runtime: Runtime
) -> None:
    first = ask(runtime, max_tokens=40, block_size=8, threshold=0.3)
    finished = of_kind(first, Finished)[0]
    messages = (
        *HI,
        Message("assistant", (ThinkingPart(finished.thinking), TextPart(finished.text))),
        Message("user", (TextPart("And?"),)),
    )
    second = ask(runtime, messages, max_tokens=12, block_size=8, threshold=0.3)
    assert (
        of_kind(second, PromptProgress)[0].reused
        == folder.prepare(HI, Sampling()).prompt.snapshot_at
    )
    fresh = Runtime()
    fresh.load(folder, device="cpu")
    alone = ask(fresh, messages, max_tokens=12, block_size=8, threshold=0.3)
    assert of_kind(alone, PromptProgress)[0].reused == 0
    assert [b.tokens for b in of_kind(second, BlockCommitted)] == [
        b.tokens for b in of_kind(alone, BlockCommitted)
    ]


def test_stopping_ends_within_one_pass_and_keeps_committed_blocks(runtime: Runtime) -> None:
    events: list[Event] = []
    stop = threading.Event()
    after_stop = 0
    prepared = runtime.folder.prepare(HI, Sampling(block_size=8, threshold=0.3))
    for event in runtime.answer(1, prepared, should_stop=stop.is_set):
        events.append(event)
        after_stop += stop.is_set()
        if isinstance(event, CellsFilled) and event.block == 2:
            stop.set()
    assert after_stop == 1
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert finished.reason == "cancelled"
    assert [block.block for block in of_kind(events, BlockCommitted)] == [0, 1]
    assert finished.stats.tokens == 16
    # The state is whole: the same question again gives the same blocks.
    again = ask(runtime, block_size=8, threshold=0.3, max_tokens=16)
    assert [b.tokens for b in of_kind(again, BlockCommitted)] == [
        b.tokens for b in of_kind(events, BlockCommitted)
    ]


def test_stopping_while_the_prompt_is_read(runtime: Runtime) -> None:
    events = ask(runtime, HI, lambda: True)
    assert [type(event) for event in events] == [Started, Finished]
    assert of_kind(events, Finished)[0].reason == "cancelled"


def test_unloading_frees_the_model(folder: ModelFolder) -> None:
    runtime = Runtime()
    runtime.load(folder, device="cpu")
    ask(runtime, max_tokens=4)
    model = weakref.ref(runtime._model)
    runtime.unload()
    assert model() is None
    assert not runtime.is_loaded
