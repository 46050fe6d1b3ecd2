"""The conversation as plain state: questions, answers, and how they become messages. Qt-free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from clover_desktop.chat import Message, Part, Reason, Stats, TextPart, ThinkingPart
from clover_desktop.protocol import BlockCommitted, Died, Event, Failed, Finished, Started
from clover_desktop.ui.chat.progress import Progress


class AnswerState(Enum):
    """How far an answer has come, and how it ended."""

    WAITING = auto()
    ANSWERING = auto()
    FINISHED = auto()
    STOPPED = auto()
    INTERRUPTED = auto()
    FAILED = auto()

    @property
    def is_open(self) -> bool:
        """More may come."""
        return self in (AnswerState.WAITING, AnswerState.ANSWERING)


@dataclass
class Answer:
    """One answer, growing block by block. Times in seconds of one monotonic clock.

    `thinking_seconds` stays None while the thought is open; `is_thinking` tells whether it is.
    """

    request_id: int
    sent_at: float
    state: AnswerState = AnswerState.WAITING
    model: str = ""
    thinks: bool = False
    thinking: str = ""
    text: str = ""
    thinking_seconds: float | None = None
    first_block_seconds: float | None = None
    reason: Reason | None = None
    stats: Stats | None = None
    progress: Progress = field(default_factory=Progress)
    _started_at: float | None = None

    @property
    def is_thinking(self) -> bool:
        """The thought is still open."""
        return self.thinks and self.state.is_open and not self.text.strip()

    def apply(self, event: Event, now: float) -> None:
        """Take one event of this answer, seen at `now`."""
        self.progress.apply(event, now)
        match event:
            case Started():
                self.state = AnswerState.ANSWERING
                self.model, self.thinks = event.model, event.thinking
                self._started_at = now
            case BlockCommitted():
                self.thinking += event.thinking
                self.text += event.text
                if self.first_block_seconds is None:
                    self.first_block_seconds = now - self.sent_at
                if self.text.strip():
                    self._close_thought(now)
            case Finished():
                self.thinking, self.text = event.thinking, event.text
                self.reason, self.stats = event.reason, event.stats
                is_cancelled = event.reason == "cancelled"
                self.state = AnswerState.STOPPED if is_cancelled else AnswerState.FINISHED
                self._close_thought(now)
            case Failed():
                self.state = AnswerState.FAILED
                self._close_thought(now)
            case Died():
                self.state = AnswerState.INTERRUPTED
                self._close_thought(now)

    def message(self) -> Message | None:
        """The answer as a message, its thought kept as a part; None while it has said nothing."""
        if not self.text.strip():
            return None
        parts: list[Part] = []
        if self.thinking.strip():
            parts.append(ThinkingPart(self.thinking.strip()))
        parts.append(TextPart(self.text.strip()))
        return Message("assistant", tuple(parts))

    def _close_thought(self, now: float) -> None:
        if self.thinks and self.thinking_seconds is None:
            start = self._started_at if self._started_at is not None else self.sent_at
            self.thinking_seconds = now - start


@dataclass
class Exchange:
    """A question and its answer."""

    question: str
    answer: Answer


class Conversation:
    """The exchanges of one chat, oldest first."""

    def __init__(self) -> None:
        self.exchanges: list[Exchange] = []

    def __len__(self) -> int:
        return len(self.exchanges)

    def __iter__(self) -> Iterator[Exchange]:
        return iter(self.exchanges)

    def ask(self, question: str, answer: Answer) -> Exchange:
        """Add a question whose answer has just begun."""
        exchange = Exchange(question, answer)
        self.exchanges.append(exchange)
        return exchange

    def drop_last(self) -> Exchange:
        """Take the last exchange out, to ask it anew."""
        return self.exchanges.pop()

    def open_answer(self) -> Answer | None:
        """The answer that is still growing, if any: always the last."""
        if self.exchanges and self.exchanges[-1].answer.state.is_open:
            return self.exchanges[-1].answer
        return None

    def messages(self) -> tuple[Message, ...]:
        """All turns for the engine, the last question at the end.

        A question that failed is left out with its answer: one that was too long for the context
        would make every later one fail too. A stopped question stays, with what was said.
        """
        turns: list[Message] = []
        for exchange in self.exchanges:
            is_asking = exchange.answer.state.is_open
            if exchange.answer.state is AnswerState.FAILED:
                continue
            turns.append(Message("user", (TextPart(exchange.question),)))
            answered = None if is_asking else exchange.answer.message()
            if answered is not None:
                turns.append(answered)
        return tuple(turns)
