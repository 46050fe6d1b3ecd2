# Run: python -m pytest tests/ui/test_real_answer.py
"""The window with the real engine on its real thread: ask, watch, stop, change settings, ask again.

The model is the shipped demo; where it has not been trained yet, the tiny random checkpoint of the
vectors stands in, whose blocks resolve cell by cell.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication

from clover_desktop import app as composition
from clover_desktop import paths
from clover_desktop.engine_client import ThreadEngine
from clover_desktop.protocol import BlockCommitted, CellsFilled, Event, Finished, Started
from clover_desktop.ui.chat.controller import Phase
from clover_desktop.ui.chat.turns import AnswerState

DEMO = paths.demo_model_folder()
VECTORS = Path(__file__).parents[1] / "vectors" / "one"
pytestmark = pytest.mark.slow  # imports torch and decodes whole answers

HAS_DEMO = (DEMO / "config.json").is_file()
MODEL = DEMO if HAS_DEMO else VECTORS
STORY = "Tell me a short story about a fox and a lantern."

# Importing torch and loading a model takes seconds on a busy machine.
LOAD_MILLISECONDS = 90_000
ANSWER_MILLISECONDS = 60_000


class Desk(QObject):
    """A real window, and all events its controller has shown."""

    def __init__(self, app: QApplication, qtbot) -> None:
        super().__init__()
        self.qtbot = qtbot
        self.parts = composition.build(app, ThreadEngine, model_path=MODEL)
        self.window = self.parts.window
        self.controller = self.parts.controller
        self.events: list[Event] = []
        self._stop_kind: type[Event] | None = None
        self._stopped_at = 0
        self.controller.answer_changed.connect(self.take)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.wait(lambda: self.controller.phase is Phase.IDLE, LOAD_MILLISECONDS)
        # A random model never stops by itself.
        self.window.panel.longest.setValue(96)

    def wait(self, condition, timeout: int = ANSWER_MILLISECONDS) -> None:
        self.qtbot.waitUntil(condition, timeout=timeout)

    def ask(self, text: str) -> None:
        self.events.clear()
        self.qtbot.keyClicks(self.window.composer.edit, text)
        self.qtbot.keyClick(self.window.composer.edit, Qt.Key.Key_Return)

    def stop_at(self, kind: type[Event]) -> None:
        """Stop as soon as an event of `kind` is shown."""
        self._stop_kind = kind

    @property
    def stopped_after_passes(self) -> int:
        """Passes that were still shown after the stop: the running one, and one on its way."""
        return sum(isinstance(event, CellsFilled) for event in self.events[self._stopped_at :])

    @Slot(object)
    def take(self, event: Event) -> None:
        self.events.append(event)
        if self._stop_kind is not None and isinstance(event, self._stop_kind):
            self._stop_kind = None
            self._stopped_at = len(self.events)
            self.controller.stop()

    def seen(self, kind) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    def finish(self) -> Finished:
        self.wait(lambda: bool(self.seen(Finished)))
        view = self.window.transcript.answers[-1]
        self.wait(lambda: view.is_settled)
        return self.seen(Finished)[0]


@pytest.fixture
def desk(qapp, qtbot) -> Iterator[Desk]:
    made = Desk(qapp, qtbot)
    yield made
    made.window.close()
    assert made.parts.close_engine(30.0)


@pytest.mark.timeout(300)
def test_ask_stop_change_and_ask_again(desk):
    panel, window = desk.window.panel, desk.window

    # A whole answer: cells fill over several passes, then become text.
    panel.thinking.setChecked(False)
    desk.ask(STORY)
    finished = desk.finish()
    passes = {(event.block, event.pass_number) for event in desk.seen(CellsFilled)}
    assert len(passes) == finished.stats.passes > 1
    assert max(number for _, number in passes) > 1
    assert desk.seen(Started)[0].block_size == 32
    view = window.transcript.answers[0]
    assert view.canvas is None
    assert "TPF" in view.status.label.text()
    if HAS_DEMO:
        assert finished.text.strip()
        assert view.markdown.plain_text().split() == finished.text.split()

    # The next is stopped in the middle: what was committed stays.
    desk.ask(STORY)
    desk.stop_at(BlockCommitted)
    desk.wait(lambda: desk.controller.phase is Phase.IDLE)
    answer = desk.controller.conversation.exchanges[-1].answer
    assert answer.state is AnswerState.STOPPED
    assert desk.stopped_after_passes <= 2
    kept = "".join(event.text for event in desk.seen(BlockCommitted))
    assert answer.text == kept

    # Another block size, with thinking.
    panel.block_size.set_value(8)
    panel.block_size.chosen.emit(8)
    panel.thinking.setChecked(True)
    desk.ask(STORY)
    desk.finish()
    started = desk.seen(Started)[0]
    assert started.block_size == 8
    assert started.thinking
    assert max(event.pass_number for event in desk.seen(CellsFilled)) <= 8
    answer = desk.controller.conversation.exchanges[-1].answer
    assert answer.state is AnswerState.FINISHED
    if HAS_DEMO:
        assert answer.thinking.strip()

    # And with the other two decoders.
    panel.longest.setValue(24)
    for index, strategy in ((1, "draft_self"), (2, "causal")):
        panel.decoder.setCurrentIndex(index)
        desk.ask("What does the confidence threshold do?")
        finished = desk.finish()
        assert desk.seen(Started)[0].strategy == strategy
        assert finished.stats.tokens > 0


CLOSE_IN_THE_MIDDLE = """
import sys, threading
from pathlib import Path
from PySide6.QtCore import QTimer
from clover_desktop import app
from clover_desktop.protocol import CellsFilled
from clover_desktop.ui import window as window_module

def close_at(event, window):
    if isinstance(event, CellsFilled) and event.pass_number == 1:
        print("closing in the middle", flush=True)
        window.close()

real = app.build
def build(*arguments, **options):
    parts = real(*arguments, **options)
    parts.controller.phase_changed.connect(
        lambda phase: parts.controller.send("Tell me a story") if phase.name == "IDLE" else None)
    parts.controller.answer_changed.connect(lambda event: close_at(event, parts.window))
    return parts
app.build = build
code = app.main(Path(sys.argv[1]))
print("threads:", [thread.name for thread in threading.enumerate()], flush=True)
sys.exit(code)
"""


@pytest.mark.timeout(200)
def test_closing_in_the_middle_of_an_answer_ends_the_process():
    done = subprocess.run(
        [sys.executable, "-P", "-c", CLOSE_IN_THE_MIDDLE, str(MODEL)],
        capture_output=True,
        text=True,
        timeout=180,
        env=dict(os.environ),
    )
    assert done.returncode == 0, done.stderr
    assert "closing in the middle" in done.stdout
    assert "threads: ['MainThread']" in done.stdout
    assert (
        done.stderr.replace("This plugin does not support propagateSizeHints()", "").strip() == ""
    )
