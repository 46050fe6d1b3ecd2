"""How far an installation is, how fast, and how long it will still take."""

from __future__ import annotations

import collections
import threading
import time
from collections.abc import Callable, Sequence

from clover_desktop.downloads.messages import Message, Notice, Progress

_WINDOW_SECONDS = 3.0
_TICK_SECONDS = 0.5


class Meter:
    """Bytes per second over the last seconds: 0 as soon as nothing has come for that long."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._samples: collections.deque[tuple[float, int]] = collections.deque()
        self._begun: float | None = None
        self.moved = 0
        self.busy_seconds = 0.0

    def add(self, nbytes: int) -> None:
        """`nbytes` more have been moved."""
        now = self._clock()
        if self._samples and now - self._samples[-1][0] < _WINDOW_SECONDS:
            self.busy_seconds += now - self._samples[-1][0]
        if self._begun is None or not self._samples:
            self._begun = now
        self.moved += nbytes
        self._samples.append((now, nbytes))
        self._forget(now)

    def rate(self) -> float:
        """Bytes per second now."""
        now = self._clock()
        self._forget(now)
        if not self._samples or self._begun is None:
            return 0.0
        seconds = min(_WINDOW_SECONDS, max(now - self._begun, 0.25))
        return sum(nbytes for _, nbytes in self._samples) / seconds

    def usual_rate(self) -> float:
        """Bytes per second over all the time in which something moved, 0 if unknown."""
        return self.moved / self.busy_seconds if self.busy_seconds > 0.5 else 0.0

    def _forget(self, now: float) -> None:
        while self._samples and now - self._samples[0][0] > _WINDOW_SECONDS:
            self._samples.popleft()


class Reporter:
    """Gathers what the stages do and tells it at most twice a second, and at each end of a stage.

    Stages run in two threads; a third one ticks, so that a stall is seen while it lasts.
    """

    def __init__(self, send: Callable[[Message], None], *, all_bytes: int) -> None:
        self._send = send
        self._all_bytes = all_bytes
        self._lock = threading.Lock()
        self._meters: dict[str, Meter] = collections.defaultdict(Meter)
        self._current: dict[str, tuple[str, int, int]] = {}
        self._finished = {"download": 0, "quantize": 0}
        self._shards: dict[str, int] = {}
        self._sentence = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._tick, name="progress", daemon=True)

    def __enter__(self) -> Reporter:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._ended.set()
        self._thread.join()

    def number(self, shards: Sequence[str]) -> None:
        """The shards in their order; from now on progress says which one it is of."""
        with self._lock:
            self._shards = {name: place for place, name in enumerate(shards, 1)}

    def skip(self, stage: str, nbytes: int) -> None:
        """`nbytes` of `stage` were finished by an earlier run."""
        with self._lock:
            self._finished[stage] += nbytes

    def at(self, stage: str, file: str, done: int, total: int) -> None:
        """`file` is at `done` of `total` bytes in `stage`."""
        with self._lock:
            name, before, _ = self._current.get(stage, ("", 0, 0))
            # The first place of a file is what an earlier run left of it.
            moved = done - before if name == file else 0
            if moved > 0:
                self._meters[stage].add(moved)
            self._current[stage] = (file, done, total)

    def ends(self, stage: str, file: str, total: int) -> None:
        """`file` is through `stage`; told at once."""
        self.at(stage, file, total, total)
        with self._lock:
            message = self._progress(stage)
            del self._current[stage]
            if stage in self._finished:
                self._finished[stage] += total
        self._send(message)

    def notice(self, sentence: str) -> None:
        """Tell what is waited for; an empty sentence ends it."""
        with self._lock:
            if sentence == self._sentence:
                return
            self._sentence = sentence
        self._send(Notice(sentence))

    def _tick(self) -> None:
        while not self._ended.wait(_TICK_SECONDS):
            with self._lock:
                messages = [self._progress(stage) for stage in self._current]
            for message in messages:
                self._send(message)

    def _progress(self, stage: str) -> Progress:
        file, done, total = self._current[stage]
        done_in = {
            name: finished + self._current.get(name, ("", 0, 0))[1]
            for name, finished in self._finished.items()
        }
        return Progress(
            stage=stage,
            file=file,
            done=min(done, total),
            total=total,
            bytes_per_second=round(self._meters[stage].rate(), 1),
            all_done=min(sum(done_in.values()), 2 * self._all_bytes),
            all_total=2 * self._all_bytes,
            seconds_left=self._seconds_left(done_in),
            shard=self._shards.get(file, 0),
            shards=len(self._shards) if file in self._shards else 0,
        )

    def _seconds_left(self, done_in: dict[str, int]) -> float | None:
        """Both stages run side by side, so the slower one decides."""
        longest = 0.0
        for stage, done in done_in.items():
            left = self._all_bytes - done
            if left <= 0:
                continue
            rate = self._meters[stage].usual_rate()
            if rate <= 0:
                return None
            longest = max(longest, left / rate)
        return round(longest, 1)
