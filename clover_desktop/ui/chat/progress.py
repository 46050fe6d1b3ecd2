"""The figures of a running answer, gathered from its events. Qt-free; time is given, in seconds."""

from __future__ import annotations

from dataclasses import dataclass, field

from clover_desktop.protocol import (
    BlockCommitted,
    BlockOpened,
    CellsDrafted,
    CellsFilled,
    Event,
    PromptProgress,
    Started,
)


@dataclass
class Progress:
    """Where an answer stands.

    `block` counts from 0 as in the events, `passes` over the whole answer. `filled` is the number
    of cells that the last pass filled. `accepted` is None until a drafted round was judged.
    """

    strategy: str = ""
    prompt_done: int = 0
    prompt_total: int = 0
    block: int | None = None
    block_size: int = 0
    pass_number: int = 0
    passes: int = 0
    filled: int = 0
    tokens: int = 0
    drafted: int = 0
    accepted: int | None = None
    _open_positions: set[int] = field(default_factory=set)
    _clock_start: float | None = None
    _now: float = 0.0

    def apply(self, event: Event, now: float) -> None:
        """Take one event of this answer, seen at `now`."""
        self._now = now
        match event:
            case Started():
                self.strategy = event.strategy
                self.prompt_total = event.prompt_tokens
                self._open(now)
            case PromptProgress():
                self.prompt_done, self.prompt_total = event.done, event.total
                # The rate excludes the prompt: the clock starts anew while it is read.
                self._clock_start = now
            case BlockOpened():
                self._open(now)
                self.block, self.block_size = event.block, event.size
                self.pass_number = self.filled = 0
                self._open_positions.clear()
            case CellsFilled():
                self._take_pass(event)
            case CellsDrafted():
                self._open(now)
                self.block, self.drafted, self.accepted = event.block, len(event.cells), None
                self.passes += 1
            case BlockCommitted():
                self.block = event.block
                self.tokens += len(event.tokens)
                self._open_positions.clear()
                if self.strategy == "draft_self" and self.drafted:
                    self.accepted = event.accepted

    @property
    def open_filled(self) -> int:
        """Cells of the open block that are filled."""
        return len(self._open_positions)

    @property
    def tokens_per_pass(self) -> float:
        """Tokens kept or filled so far / previews; 0 where there was none."""
        return (self.tokens + self.open_filled) / self.passes if self.passes else 0.0

    @property
    def tokens_per_second(self) -> float:
        """Tokens kept or filled so far a second, the prompt left out."""
        if self._clock_start is None or self._now <= self._clock_start:
            return 0.0
        return (self.tokens + self.open_filled) / (self._now - self._clock_start)

    def _open(self, now: float) -> None:
        if self._clock_start is None:
            self._clock_start = now

    def _take_pass(self, event: CellsFilled) -> None:
        if event.pass_number > self.pass_number:
            self.passes += event.pass_number - self.pass_number
            self.pass_number = event.pass_number
            self.filled = 0
        # A pass may repeat cells whose text became showable: only what is new counts.
        fresh = {cell.position for cell in event.cells} - self._open_positions
        self._open_positions |= fresh
        self.filled += len(fresh)
