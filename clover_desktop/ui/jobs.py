"""One door off the UI thread, and one back.

`Jobs.run` takes a function that knows all it needs and runs it on a thread of a small pool; what it
reports, returns or raises comes back through one queued signal to a bound method of this object,
so the callbacks run on the thread of the window.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from clover_desktop.errors import BugError, CloverError, Sentence, said

log = logging.getLogger(__name__)

MOST_THREADS = 4
Result = TypeVar("Result")
Report = Callable[[object], None]


class StopSwitch:
    """Asks a job to end. A job that waits for a process hands over what kills it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._event = threading.Event()
        self._kill: Callable[[], object] | None = None

    @property
    def is_on(self) -> bool:
        """The job is to end."""
        return self._event.is_set()

    def bind(self, kill: Callable[[], object]) -> None:
        """Call `kill` when it is switched, or now if it was."""
        with self._lock:
            self._kill = kill
            if not self._event.is_set():
                return
        kill()

    def unbind(self) -> None:
        """There is nothing to kill any more."""
        with self._lock:
            self._kill = None

    def switch(self) -> None:
        """Ask it to end; may wait a moment for a process that is killed."""
        with self._lock:
            self._event.set()
            kill = self._kill
        if kill is not None:
            kill()


@dataclass(frozen=True)
class _Task:
    work: Callable[[Report], Any]
    done: Callable[[Any], object]
    failed: Callable[[CloverError], object]
    told: Callable[[Any], object] | None


class Jobs(QObject):
    """Runs work on up to `MOST_THREADS` daemon threads, which end when there is nothing to do."""

    _arrived = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[_Task] = deque()
        self._lock = threading.Lock()
        self._threads = 0
        self._is_closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[Report], Result],
        *,
        done: Callable[[Result], object],
        failed: Callable[[CloverError], object],
        told: Callable[[Any], object] | None = None,
    ) -> None:
        """Run `work(report)` off this thread; the callbacks are called on it.

        `told` gets what the work reports, then either `done` its result or `failed` its error. An
        error that is no `CloverError` becomes one, and is logged.
        """
        with self._lock:
            if self._is_closed:
                return
            self._waiting.append(_Task(work, done, failed, told))
            if self._threads >= MOST_THREADS:
                return
            self._threads += 1
        threading.Thread(target=self._work, name="job", daemon=True).start()

    def close(self) -> None:
        """Begin nothing more and deliver nothing more; what runs is not waited for."""
        with self._lock:
            self._is_closed = True
            self._waiting.clear()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._threads -= 1
                    return
                task = self._waiting.popleft()
            self._carry_out(task)

    def _carry_out(self, task: _Task) -> None:
        def report(value: object) -> None:
            if task.told is not None:
                self._post(task.told, value)

        try:
            result = task.work(report)
        except CloverError as error:
            self._post(task.failed, error)
        except OSError as error:
            self._post(task.failed, CloverError(_disk_sentence(error)))
        except Exception as error:
            text = "Something went wrong inside ({name}: {why}); try again."
            sentence = said("inside", text, name=type(error).__name__, why=error)
            detail = traceback.format_exc()
            log.error("%s\n%s", sentence, detail)
            self._post(task.failed, BugError(sentence, detail=detail))
        else:
            self._post(task.done, result)

    def _post(self, callback: Callable[[Any], object], value: object) -> None:
        # The window may be gone before the work is.
        with contextlib.suppress(RuntimeError):
            self._arrived.emit(callback, value)

    @Slot(object, object)
    def _deliver(self, callback: Callable[[Any], object], value: object) -> None:
        if not self._is_closed:
            callback(value)


def _disk_sentence(error: OSError) -> Sentence:
    why = error.strerror or error
    if not error.filename:
        return said("disk_failed", "The disk failed ({why}); check it and try again.", why=why)
    text = "The disk failed at {path} ({why}); check it and try again."
    return said("disk_failed_at", text, path=error.filename, why=why)
