# Run: python3 run.py test tests/ui/test_frame.py
import gc
from weakref import ref

from pytestqt.qtbot import QtBot

from clover_desktop.ui.frame import FrameClock


class Mover:
    """Moves for a number of frames."""

    def __init__(self, frames: int) -> None:
        self.left = frames
        self.seen: list[float] = []

    def advance(self, now: float) -> bool:
        self.seen.append(now)
        self.left -= 1
        return self.left > 0


def test_the_clock_ticks_while_something_moves_and_then_stops(qtbot: QtBot) -> None:
    clock = FrameClock()
    mover = Mover(frames=4)
    clock.subscribe(mover.advance)
    qtbot.waitUntil(lambda: not clock.is_running(), timeout=2000)
    assert len(mover.seen) == 4
    qtbot.wait(60)
    assert len(mover.seen) == 4
    assert mover.seen == sorted(mover.seen)


def test_wake_starts_a_stopped_clock_again(qtbot: QtBot) -> None:
    clock = FrameClock()
    mover = Mover(frames=1)
    clock.subscribe(mover.advance)
    qtbot.waitUntil(lambda: not clock.is_running(), timeout=2000)
    mover.left = 2
    clock.wake()
    qtbot.waitUntil(lambda: not clock.is_running(), timeout=2000)
    assert len(mover.seen) == 3


def test_the_time_source_can_be_replaced(qtbot: QtBot) -> None:
    clock = FrameClock(time_source=lambda: 12.5)
    mover = Mover(frames=1)
    clock.subscribe(mover.advance)
    ticks: list[float] = []
    clock.tick.connect(ticks.append)
    clock.advance()
    assert clock.now() == 12.5
    assert mover.seen == [12.5]
    assert ticks == [12.5]


def test_a_wake_within_a_frame_is_not_lost(qtbot: QtBot) -> None:
    # The first subscriber has had its turn when the second sets it moving; a clock that stopped
    # because all had said no would leave it standing.
    clock = FrameClock()
    first = Mover(frames=1)

    def second(now: float) -> bool:
        if len(first.seen) == 1:
            first.left = 1
            clock.wake()
        return False

    clock.subscribe(first.advance)
    clock.subscribe(second)
    qtbot.waitUntil(lambda: not clock.is_running(), timeout=2000)
    assert len(first.seen) == 2


def test_a_subscription_ends_by_itself_or_on_demand(qtbot: QtBot) -> None:
    clock = FrameClock()
    kept, dropped = Mover(frames=9), Mover(frames=9)
    unsubscribe = clock.subscribe(kept.advance)
    clock.subscribe(dropped.advance)
    trace = ref(dropped)
    del dropped
    gc.collect()
    assert trace() is None
    clock.advance()
    unsubscribe()
    clock.advance()
    assert len(kept.seen) == 1
    assert not clock.is_running()
