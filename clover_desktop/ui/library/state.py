"""What the Models page knows, as plain values: no Qt, no network, no heavy import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

from clover_desktop.downloads.messages import STAGES, Failed, Finished, Message, Notice, Progress
from clover_desktop.errors import said
from clover_desktop.planning import Machine, Plan

SILENT_SECONDS = 4.0
"""Without a word from the helper for that long nothing moves, and a speed of 0 is shown."""
_SEEN_SECONDS = 3.0
_OPEN_SHARDS = {"download": 2, "verify": 2, "quantize": 1, "delete": 0}
"""Of the shards up to the one in that stage so many may not be through: one is fetched while the
one before it is quantized."""


# --- machine and models -----------------------------------------------------------------------


@dataclass(frozen=True)
class Order:
    """What to install, and where: `folder` is the model's own."""

    repo: str
    folder: Path
    revision: str = "main"
    scheme: str = "int4-g64"


@dataclass(frozen=True)
class Survey:
    """What this machine has, and the plan of the offered model per scheme, with `place` as the
    folder it would be installed in. `shorter` is the longest shorter context (in tokens) with
    which a scheme that does not fit would, the disk left aside."""

    place: Path
    machine: Machine
    plans: Mapping[str, Plan]
    shorter: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Packing:
    """A copy of an unpacked model with packed weights that can be made: in the folder `dest`, of
    `nbytes`; `free` is the room there, None if it is not known. `is_begun` tells that an earlier
    one was ended on the way, `is_done` that it is there, `is_taken` that something else is."""

    dest: Path
    scheme: str
    nbytes: int
    free: int | None = None
    is_begun: bool = False
    is_done: bool = False
    is_taken: bool = False

    @property
    def lacks(self) -> int:
        """Bytes of free disk that are missing; what is begun has some of them already."""
        if self.is_begun or self.free is None:
            return 0
        return max(0, self.nbytes - self.free)


@dataclass(frozen=True)
class Entry:
    """A model on this machine. `problem` is a sentence where it cannot be used as it is; `order`
    is what continues an unfinished installation; `packing` is there for unpacked models."""

    path: Path
    name: str
    repo: str = ""
    scheme: str = ""
    nbytes: int = 0
    problem: str = ""
    plan: Plan | None = None
    order: Order | None = None
    packing: Packing | None = None
    is_demo: bool = False

    @property
    def is_usable(self) -> bool:
        """Whether it can be loaded."""
        return not self.problem


class WorkKind(Enum):
    """What is being done to a model."""

    VERIFY = auto()
    MOVE = auto()
    DELETE = auto()
    IMPORT = auto()
    QUANTIZE = auto()


@dataclass
class Work:
    """One such piece of work: `done` of `total` bytes, then its end. `seconds_left` is None until
    enough was seen to tell."""

    kind: WorkKind
    path: Path
    done: int = 0
    total: int = 0
    seconds_left: float | None = None
    is_over: bool = False
    is_stopped: bool = False
    failure: str = ""
    _first: tuple[float, int] | None = None

    def move(self, done: int, total: int, now: float) -> None:
        """So far it has come; what an earlier run has done says nothing about the speed."""
        if self._first is None:
            self._first = (now, done)
        self.done, self.total = done, total
        seconds, gained = now - self._first[0], done - self._first[1]
        is_known = seconds >= _SEEN_SECONDS and gained > 0
        self.seconds_left = max(0, total - done) * seconds / gained if is_known else None


# --- an installation --------------------------------------------------------------------------


class Step(Enum):
    """Where an installation is."""

    STARTING = auto()
    RUNNING = auto()
    PAUSING = auto()
    PAUSED = auto()
    STOPPING = auto()
    STOPPED = auto()
    FAILED = auto()
    DONE = auto()

    @property
    def is_active(self) -> bool:
        """A helper process is at work."""
        return self in (Step.STARTING, Step.RUNNING, Step.PAUSING, Step.STOPPING)


class Installation:
    """What is shown of one installation; fed with the messages of its helper process."""

    def __init__(self, order: Order, now: float) -> None:
        self.order = order
        self.step = Step.STARTING
        self.stages: dict[str, Progress] = {}
        self.all_done = 0
        self.all_total = 0
        self.seconds_left: float | None = None
        self.notice = ""
        self.failure: Failed | None = None
        self.result: Finished | None = None
        self.shards_done = 0
        self.shards = 0
        self.usual_rate = 0.0
        self._heard = now

    def restart(self, now: float) -> None:
        """Go on after a pause or a failure: the old error disappears, the figures stay."""
        self.step = Step.STARTING
        self.failure = self.result = None
        self.notice = ""
        self.seconds_left = None
        self._heard = now

    def take(self, message: Message, now: float) -> None:
        """Apply what the helper says. While it is being ended only its end counts; nothing is over
        before it is gone, or a new one could meet it in the folder."""
        self._heard = now
        match message:
            case Progress():
                self._move(message)
            case Notice():
                self.notice = message.sentence
            case Finished():
                self.result = message
            case Failed() if self.step in (Step.STARTING, Step.RUNNING):
                self.failure = message

    def end(self, failure: Failed | None) -> None:
        """The helper process is gone; `failure` is why, if it did not say so itself."""
        match self.step:
            case _ if self.result is not None:
                self.step = Step.DONE
            case Step.PAUSING:
                self.step = Step.PAUSED
            case Step.STOPPING:
                self.step = Step.STOPPED
            case Step.STARTING | Step.RUNNING:
                self.step = Step.FAILED
                text = "The installation ended without a result; start it again."
                self.failure = self.failure or failure or Failed("child", said("no_result", text))
        self.notice = ""

    def rate(self, stage: str, now: float) -> float:
        """Bytes per second of a stage; 0 while nothing is heard or nothing runs."""
        progress = self.stages.get(stage)
        if progress is None or not self.step.is_active or progress.done >= progress.total:
            return 0.0
        return 0.0 if now - self._heard > SILENT_SECONDS else progress.bytes_per_second

    @property
    def share(self) -> float:
        """How much of the whole is done, 0 to 1."""
        return self.all_done / self.all_total if self.all_total else 0.0

    def _move(self, progress: Progress) -> None:
        if self.step is Step.STARTING:
            self.step = Step.RUNNING
        if progress.stage == STAGES[0] and progress.bytes_per_second > 0:
            seen = progress.bytes_per_second
            self.usual_rate = 0.9 * self.usual_rate + 0.1 * seen if self.usual_rate else seen
        # They come in the order of the index, so the number says how many are through, also of
        # an earlier run.
        through = progress.shard - _OPEN_SHARDS[progress.stage]
        self.shards_done = max(self.shards_done, through)
        self.shards = progress.shards or self.shards
        self.stages[progress.stage] = progress
        self.all_done = max(self.all_done, progress.all_done)
        self.all_total = progress.all_total or self.all_total
        self.seconds_left = progress.seconds_left


def size_text(nbytes: float) -> str:
    """A decimal size as drives are sold: `5.3 GB`."""
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if nbytes >= 0.9995 * unit:
            return f"{nbytes / unit:.1f} {name}"
    return f"{int(nbytes)} B"
