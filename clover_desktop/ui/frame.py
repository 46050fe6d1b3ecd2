"""The frame clock: one timer for everything that moves, and none when nothing does."""

from __future__ import annotations

import time
from collections.abc import Callable
from weakref import WeakMethod

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shiboken6 import isValid

Advance = Callable[[float], bool]

FRAME_MILLISECONDS = 16


class FrameClock(QObject):
    """Calls its subscribers about 60 times a second while any of them still moves.

    A subscriber is called as `advance(now)` on the main thread and says whether it will look
    different in the next frame. It asks for its own repaint, so ten events between two frames are
    one repaint. When all say no, the timer stops; `wake` starts it again.
    """

    tick = Signal(float)

    def __init__(
        self, parent: QObject | None = None, *, time_source: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._time_source = time_source
        self._subscribers: list[Callable[[], Advance | None]] = []
        self._was_woken = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MILLISECONDS)
        self._timer.timeout.connect(self.advance)

    def now(self) -> float:
        """Seconds on the clock that all movements are measured by."""
        return self._time_source()

    def is_running(self) -> bool:
        """Whether something moves."""
        return self._timer.isActive()

    def subscribe(self, advance: Advance) -> Callable[[], None]:
        """Call `advance` in each frame from now on; returns what ends that.

        A bound method does not keep its object alive, and ends with it.
        """
        reference: Callable[[], Advance | None]
        reference = WeakMethod(advance) if hasattr(advance, "__self__") else lambda: advance
        self._subscribers.append(reference)
        self.wake()

        def unsubscribe() -> None:
            if reference in self._subscribers:
                self._subscribers.remove(reference)

        return unsubscribe

    def wake(self) -> None:
        """Something begins to move: tick from the next frame on."""
        self._was_woken = True
        if not self._timer.isActive():
            self._timer.start()

    def advance(self) -> None:
        """One frame. The timer calls this; a test with its own time source may, too."""
        now = self.now()
        is_moving = False
        self._was_woken = False
        for reference in tuple(self._subscribers):
            callback = reference()
            owner = getattr(callback, "__self__", None)
            if callback is None or (isinstance(owner, QObject) and not isValid(owner)):
                if reference in self._subscribers:
                    self._subscribers.remove(reference)
                continue
            is_moving = callback(now) or is_moving
        self.tick.emit(now)
        # A subscriber may have been set moving by another one after its own turn.
        if not is_moving and not self._was_woken:
            self._timer.stop()
