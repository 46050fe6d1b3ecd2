"""Between the engine's thread and the window: the one place where events become a Qt signal.

The engine calls `_wake` on its own thread. That emits a signal which is connected to a bound method
of this object, and only so does Qt queue the call to the thread this object lives in: a lambda or a
free function would run on the engine's thread.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot

from clover_desktop.errors import CloverError
from clover_desktop.protocol import Command, Died, Event

log = logging.getLogger(__name__)


class Engine(Protocol):
    """What the window needs of an engine client; `ThreadEngine` is one."""

    def start(self, wake: Callable[[], None]) -> None: ...
    def send(self, command: Command) -> None: ...
    def drain(self) -> list[Event]: ...
    def shutdown(self, timeout: float) -> bool: ...


class EngineBridge(QObject):
    """Owns the engine client, starts a new one after a death, hands its events to the window.

    Signals:
        received(Event): one event, on the thread of this object.
    """

    received = Signal(object)
    _woken = Signal()

    def __init__(self, make_engine: Callable[[], Engine], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_engine = make_engine
        self._engine: Engine | None = None
        self._woken.connect(self._drain, Qt.ConnectionType.QueuedConnection)

    @property
    def is_running(self) -> bool:
        """An engine was started and not closed."""
        return self._engine is not None

    def start(self) -> None:
        """Start an engine; the one before it, if any, is let go without waiting for it."""
        if self._engine is not None:
            self._engine.shutdown(0.0)
        self._engine = self._make_engine()
        self._engine.start(self._wake)

    def send(self, command: Command) -> None:
        """Pass a command on. A client that refuses is reported as a death."""
        if self._engine is None:
            return
        try:
            self._engine.send(command)
        except CloverError as error:
            self.received.emit(Died(error.sentence, error.detail))

    def close(self, timeout: float) -> bool:
        """End the engine and wait for it `timeout` seconds; False if it is still there."""
        engine, self._engine = self._engine, None
        return engine.shutdown(timeout) if engine is not None else True

    def _wake(self) -> None:
        # The engine may wake once more while the window is being taken down.
        with contextlib.suppress(RuntimeError):
            self._woken.emit()

    @Slot()
    def _drain(self) -> None:
        if self._engine is None:
            return
        for event in self._engine.drain():
            self.received.emit(event)
