"""An engine client that plays prepared event streams: for tests of the window and for pictures.

It needs no torch and no thread. `ScriptedEngine` keeps the commands it was sent and delivers events
when it is told to (`step`, `play`), so a test can look at the window between any two of them.
`answer_events` constructs a stream as the real engine would send it: blocks of masks that fill over
several passes, commits, figures.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from clover_desktop.chat import Reason, Stats, Strategy
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

# A word with the space before it, one CJK character, a run of blanks, or one other sign: close
# enough to what a byte-level BPE shows in a cell.
_PIECE = re.compile(r" ?[A-Za-z]{1,8}|[\u3000-\u9fff\uff00-\uffef]|\n+| +|.", re.DOTALL)

Script = Callable[[Generate], Iterable[Event]]

DEMO = Loaded(
    path="seedling",
    name="Seedling",
    device="cpu",
    dtype="float32",
    block_size=32,
    block_sizes=(8, 16, 32),
    threshold=0.95,
    temperature=0.0,
    context=2048,
    can_think=True,
    nbytes=11_400_000,
)


def pieces_of(text: str) -> list[str]:
    """`text` cut into cell-sized pieces; joined they are `text` again."""
    return _PIECE.findall(text)


def reply(text: str, **options: Any) -> Script:
    """A script that answers with `text`; the options are those of `answer_events`."""
    return lambda command: answer_events(command, text, **options)


def answer_events(
    command: Generate,
    text: str,
    *,
    thinking: str = "",
    reason: Reason = "eos",
    passes_per_block: int = 5,
    seed: int = 7,
    model: Loaded = DEMO,
) -> Iterator[Event]:
    """The stream of one answer as the engine would send it, by the strategy the command asks for.

    The same arguments give the same events. The thought comes first, in the same blocks as the
    text: a block may hold the end of one and the beginning of the other.
    """
    sampling = command.sampling
    size = sampling.block_size or model.block_size
    thinks = bool(sampling.thinking) and bool(thinking)
    yield Started(
        request_id=command.request_id,
        model=model.name,
        prompt_tokens=20 * len(command.messages),
        block_size=size,
        threshold=model.threshold if sampling.threshold is None else sampling.threshold,
        strategy=sampling.strategy,
        seed=sampling.seed or 0,
        thinking=bool(sampling.thinking),
    )
    prompt = 20 * len(command.messages)
    yield PromptProgress(command.request_id, prompt, prompt, 0)
    parts = [(piece, True) for piece in pieces_of(thinking)] if thinks else []
    parts += [(piece, False) for piece in pieces_of(text)]
    maker = _BlockMaker(command.request_id, sampling.strategy, passes_per_block, seed)
    if sampling.strategy == "draft_self":
        yield from maker.rounds(parts, sampling.draft_width or 16)
    else:
        for start in range(0, max(1, len(parts)), size):
            yield from maker.block(start // size, size, parts[start : start + size])
    tokens = len(parts) + 1
    seconds = 0.028 * max(1, maker.passes) + 0.012 * maker.commits
    yield Finished(
        request_id=command.request_id,
        reason=reason,
        text=text,
        thinking=thinking if thinks else "",
        stats=Stats(
            tokens=tokens,
            passes=maker.passes,
            commits=maker.commits,
            seconds=seconds + 0.05,
            tokens_per_second=tokens / seconds,
            peak_memory_bytes=180_000_000,
        ),
    )


class _BlockMaker:
    """Turns the pieces of one block into its passes and its commit, and counts them."""

    def __init__(self, request_id: int, strategy: Strategy, passes: int, seed: int) -> None:
        self.passes = 0
        self.commits = 0
        self._request_id = request_id
        self._strategy = strategy
        self._passes_per_block = passes
        self._random = random.Random(seed)

    def block(self, block: int, size: int, parts: list[tuple[str, bool]]) -> Iterator[Event]:
        """The events of one block: denoised, or (causal) only committed."""
        if self._strategy == "low_confidence":
            yield BlockOpened(self._request_id, block, size)
            yield from self._denoise(block, size, parts)
        yield self._commit(block, parts)

    def rounds(self, parts: list[tuple[str, bool]], width: int) -> Iterator[Event]:
        """The events of `draft_self`: the first token alone, then rounds that keep a prefix of the
        draft and the token that ends it."""
        yield self._commit(0, parts[:1])
        start, number = 1, 0
        while start < len(parts):
            number += 1
            self.passes += 1
            draft = parts[start : start + width - 1]
            cells = (self._cell(place, piece, 0.5) for place, (piece, _) in enumerate(draft, 1))
            yield CellsDrafted(self._request_id, number, tuple(cells))
            accepted = min(len(draft), self._random.randint(width // 3, width - 2))
            kept = parts[start : start + accepted + 1]
            yield self._commit(number, kept, accepted)
            start += len(kept)

    def _commit(self, block: int, parts: list[tuple[str, bool]], accepted: int = 0) -> Event:
        self.commits += 1
        return BlockCommitted(
            request_id=self._request_id,
            block=block,
            tokens=tuple(range(len(parts))),
            thinking="".join(piece for piece, is_thought in parts if is_thought),
            text="".join(piece for piece, is_thought in parts if not is_thought),
            accepted=accepted,
        )

    def _denoise(self, block: int, size: int, parts: list[tuple[str, bool]]) -> Iterator[Event]:
        order = list(range(size))
        self._random.shuffle(order)
        # Early passes fill the easy cells, later ones fewer, as a real block does.
        weights = [self._passes_per_block - n + 1 for n in range(self._passes_per_block)]
        start = 0
        for number, weight in enumerate(weights, start=1):
            is_last = number == self._passes_per_block
            count = len(order) - start if is_last else max(1, size * weight // sum(weights))
            chosen = sorted(order[start : start + count])
            start += count
            if not chosen:
                continue
            is_forced = number % 4 == 3 and len(chosen) <= size // 4
            cells = tuple(
                replace(
                    self._cell(place, parts[place][0] if place < len(parts) else "", 0.95),
                    forced=is_forced and index == 0,
                )
                for index, place in enumerate(chosen)
            )
            self.passes += 1
            yield CellsFilled(self._request_id, block, number, cells)

    def _cell(self, position: int, text: str, least: float) -> Cell:
        confidence = round(least + (1 - least) * self._random.random(), 4)
        return Cell(position, 1000 + position, text, confidence)


class ScriptedEngine:
    """An `EngineClient` whose answers are written beforehand.

    `sent` holds the commands in order, `history` the delivered events. With `is_eager` whatever a
    command causes is delivered at once; else it waits in `pending` for `step` or `play`.
    """

    def __init__(
        self,
        scripts: Iterable[Script] = (),
        *,
        model: Loaded = DEMO,
        is_eager: bool = False,
    ) -> None:
        self.sent: list[Command] = []
        self.pending: deque[Event] = deque()
        self.history: list[Event] = []
        self.model = model
        self.load_failure: str | None = None
        self.is_alive = False
        self._scripts = deque(scripts)
        self._is_eager = is_eager
        self._delivered: deque[Event] = deque()
        self._wake: Callable[[], None] | None = None

    def start(self, wake: Callable[[], None]) -> None:
        """Begin; `wake` is called when `drain` has something to give."""
        self._wake = wake
        self.is_alive = True
        self._promise((Ready(devices=("cpu",)),))

    def send(self, command: Command) -> None:
        """Take one command and prepare what it causes."""
        self.sent.append(command)
        match command:
            case Load():
                self._promise(self._loading(command.path))
            case Generate():
                if not self._scripts:
                    raise AssertionError("no script is left for this Generate")
                self._promise(self._scripts.popleft()(command))
            case Cancel():
                self._cancel(command.request_id)
            case Unload():
                self._promise((Unloaded(),))
            case Shutdown():
                self.is_alive = False

    def drain(self) -> list[Event]:
        """All delivered events, oldest first."""
        events = list(self._delivered)
        self._delivered.clear()
        return events

    def shutdown(self, timeout: float) -> bool:
        """End at once; nothing is delivered afterwards."""
        self.send(Shutdown())
        self.pending.clear()
        return timeout >= 0

    def generates(self) -> list[Generate]:
        """The questions it was asked."""
        return [command for command in self.sent if isinstance(command, Generate)]

    def step(self, count: int = 1) -> list[Event]:
        """Deliver the next `count` prepared events, and return them."""
        events = [self.pending.popleft() for _ in range(min(count, len(self.pending)))]
        self.deliver(*events)
        return events

    def step_to(self, kind: type[Event], count: int = 1) -> None:
        """Deliver up to and including the `count`-th event of `kind`."""
        while count and self.pending:
            (event,) = self.step()
            count -= isinstance(event, kind)

    def play(self) -> None:
        """Deliver all that is prepared."""
        self.step(len(self.pending))

    def deliver(self, *events: Event) -> None:
        """Deliver events that no script foresaw, stale ones for instance."""
        was_empty = not self._delivered
        self._delivered.extend(events)
        self.history.extend(events)
        if events and was_empty and self._wake is not None:
            self._wake()

    def fail(self, request_id: int | None, sentence: str, kind: str = "device") -> None:
        """This request fails, the engine lives on."""
        self.pending.clear()
        self.deliver(Failed(request_id, kind, sentence))

    def die(self, sentence: str = "The engine has stopped unexpectedly: restart it.") -> None:
        """The worker ends unasked."""
        self.pending.clear()
        self.is_alive = False
        self.deliver(Died(sentence, "scripted"))

    def _promise(self, events: Iterable[Event]) -> None:
        self.pending.extend(events)
        if self._is_eager:
            self.play()

    def _loading(self, path: str) -> Iterator[Event]:
        if self.load_failure is not None:
            yield Failed(None, "checkpoint", self.load_failure)
            return
        yield LoadProgress(self.model.nbytes // 2, self.model.nbytes)
        yield LoadProgress(self.model.nbytes, self.model.nbytes)
        yield replace(self.model, path=path)

    def _cancel(self, request_id: int) -> None:
        """What is prepared shrinks to a Finished that keeps only what was committed."""
        commits = [event for event in self.history if isinstance(event, BlockCommitted)]
        mine = [event for event in commits if event.request_id == request_id]
        others = [event for event in self.pending if getattr(event, "request_id", None) is None]
        is_running = len(others) < len(self.pending)
        self.pending = deque(others)
        if not is_running:
            return
        tokens = sum(len(event.tokens) for event in mine)
        self._promise(
            (
                Finished(
                    request_id=request_id,
                    reason="cancelled",
                    text="".join(event.text for event in mine),
                    thinking="".join(event.thinking for event in mine),
                    stats=Stats(tokens, max(1, tokens // 6), len(mine), 0.4, tokens / 0.35, 0),
                ),
            )
        )
