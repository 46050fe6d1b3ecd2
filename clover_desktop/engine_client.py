"""The engine as the window sees it: commands go in, events come out, a wake tells of new ones.

`ThreadEngine` owns the worker thread and imports the engine inside it, by name: no import edge
leads from here to torch, so the window appears before torch is there.
"""

from __future__ import annotations

import importlib
import os
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from types import ModuleType
from typing import Protocol

from clover_desktop.errors import EngineGone, said
from clover_desktop.protocol import Command, Died, Event, Shutdown

WORKER = "clover_desktop.engine.worker"


class EngineClient(Protocol):
    """What carries commands to an engine and its events back. All calls from one thread."""

    def start(self, wake: Callable[[], None]) -> None:
        """Start the engine. `wake` is called on a thread of the engine when events are there to
        `drain`, once until they are drained. May be called again after a death or a shutdown."""

    def send(self, command: Command) -> None:
        """Hand a command over without waiting.

        Raises:
            EngineGone: the engine does not run.
        """

    def drain(self) -> list[Event]:
        """The events since the last call, in order."""

    def shutdown(self, timeout: float) -> bool:
        """End the engine, waiting `timeout` seconds at most; True if it is gone."""


def quieten_libraries() -> None:
    """Keep standard error for sentences: warnings of libraries are not for the person."""
    warnings.simplefilter("ignore")


def import_engine(name: str) -> ModuleType:
    """Import a module of the engine, and torch with it, by its full name.

    Raises:
        ImportError: the engine's libraries are not installed.
    """
    # Read when the libraries load: threads that spin while they wait starve the other core, and
    # the tokenizer's own threads gain nothing at the size of a chat.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    quieten_libraries()
    return importlib.import_module(name)


class ThreadEngine:
    """An `EngineClient` on a thread of this process.

    A daemon thread: a call that is stuck in a library cannot hold the program open.
    """

    def __init__(self, worker: str = WORKER) -> None:
        """`worker` names the module whose `serve(inbox, post)` is the thread's loop."""
        self._worker = worker
        self._session: _Session | None = None

    def start(self, wake: Callable[[], None]) -> None:
        if self._session is not None and self._session.is_alive:
            raise RuntimeError("the engine runs already")
        self._session = _Session(self._worker, wake)

    def send(self, command: Command) -> None:
        if self._session is None or not self._session.is_alive:
            raise EngineGone(said("engine_stopped", "The engine has stopped; start it again."))
        self._session.send(command)

    def drain(self) -> list[Event]:
        return self._session.drain() if self._session is not None else []

    def shutdown(self, timeout: float) -> bool:
        return self._session.shutdown(timeout) if self._session is not None else True


class _Session:
    """One life of the worker thread, with queues of its own: what a stuck thread of an earlier life
    still says is not heard in a later one."""

    def __init__(self, worker: str, wake: Callable[[], None]) -> None:
        self._inbox: SimpleQueue[Command] = SimpleQueue()
        self._events: deque[Event] = deque()
        self._worker = worker
        self._wake = wake
        self._is_ending = False
        self._thread = threading.Thread(target=self._run, name="clover-engine", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def send(self, command: Command) -> None:
        self._is_ending = self._is_ending or isinstance(command, Shutdown)
        self._inbox.put(command)

    def drain(self) -> list[Event]:
        # To the last event: `_post` wakes only for the first of a batch.
        events = []
        while self._events:
            events.append(self._events.popleft())
        return events

    def shutdown(self, timeout: float) -> bool:
        self.send(Shutdown())
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _post(self, event: Event) -> None:
        self._events.append(event)
        # Appended first: a drain that runs meanwhile either takes this event or leaves it alone.
        if len(self._events) == 1:
            self._wake()

    def _run(self) -> None:
        try:
            import_engine(self._worker).serve(self._inbox, self._post)
        except ImportError as error:
            text = "The engine could not be loaded ({why}); install the app again."
            self._post(Died(said("engine_not_loaded", text, why=error), traceback.format_exc()))
        except BaseException as error:
            text = "The engine stopped unexpectedly ({why}); start it again."
            reason = said("engine_died", text, why=type(error).__name__)
            self._post(Died(reason, traceback.format_exc()))
        else:
            if not self._is_ending:
                text = "The engine stopped without being asked to; start it again."
                self._post(Died(said("engine_ended", text), ""))
