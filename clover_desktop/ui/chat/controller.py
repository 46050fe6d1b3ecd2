"""Between the window and the engine: sends questions, takes events, knows what may be done now.

The controller holds no widget. It keeps the conversation, drops events of requests that are no
longer shown, and tells the view what changed.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QObject, Signal, Slot

from clover_desktop.errors import DeviceError
from clover_desktop.protocol import (
    Cancel,
    Died,
    Event,
    Failed,
    Finished,
    Generate,
    Load,
    Loaded,
    LoadProgress,
    Ready,
    Started,
    Unloaded,
)
from clover_desktop.settings import AnswerSettings
from clover_desktop.ui.bridge import EngineBridge
from clover_desktop.ui.chat.turns import Answer, Conversation

log = logging.getLogger(__name__)


class Phase(Enum):
    """What the engine is doing for this window."""

    STARTING = auto()
    LOADING = auto()
    IDLE = auto()
    WAITING = auto()
    ANSWERING = auto()
    STOPPING = auto()
    DOWN = auto()

    @property
    def is_busy(self) -> bool:
        """An answer is under way."""
        return self in (Phase.WAITING, Phase.ANSWERING, Phase.STOPPING)


class WayOn(Enum):
    """What a person can do about a problem."""

    ASK_AGAIN = auto()
    LOAD_AGAIN = auto()
    RESTART = auto()
    NEW_CHAT = auto()
    SHORTEN = auto()
    KEEP = auto()


@dataclass(frozen=True)
class Problem:
    """What went wrong: its kind, one sentence, and the way on, if there is one."""

    kind: str
    sentence: str
    detail: str
    way_on: WayOn | None


class ChatController(QObject):
    """One conversation with one engine.

    Signals:
        phase_changed(Phase)
        load_progressed(float): share of the weights read, 0 to 1.
        model_changed(Loaded)
        model_kept(): another model could not be loaded; `model` is what is left.
        exchange_added(Exchange)
        exchange_dropped(): the last one, to be asked anew.
        answer_changed(Event): an event of the answer shown last; already applied to its state.
        cleared(): a new chat has begun.
        question_returned(str): it had no room in the chat that was left for a new one.
        problem_met(Problem)
        problem_over()
    """

    phase_changed = Signal(object)
    load_progressed = Signal(float)
    model_changed = Signal(object)
    model_kept = Signal()
    exchange_added = Signal(object)
    exchange_dropped = Signal()
    answer_changed = Signal(object)
    cleared = Signal()
    question_returned = Signal(str)
    problem_met = Signal(object)
    problem_over = Signal()

    def __init__(
        self,
        bridge: EngineBridge,
        model_path: str,
        *,
        now: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.conversation = Conversation()
        self.settings = AnswerSettings()
        self.phase = Phase.STARTING
        self.model: Loaded | None = None
        self._bridge = bridge
        self._model_path = model_path
        self._now = now
        self._last_request = 0
        self._loaded_path = model_path
        self._is_loading = False
        self._is_dead = False
        bridge.received.connect(self._take)

    @property
    def can_send(self) -> bool:
        """A question would be answered now."""
        return self.phase is Phase.IDLE

    @property
    def model_path(self) -> str:
        """The folder of the model that is loaded or being loaded."""
        return self._model_path

    @property
    def is_loading(self) -> bool:
        """A model is being loaded."""
        return self._is_loading

    @Slot()
    def start(self) -> None:
        """Start the engine and load the model behind the window."""
        self._is_dead = False
        self._is_loading = True
        self._enter(Phase.STARTING)
        self._bridge.start()
        self._bridge.send(Load(self._model_path))

    def use_model(self, path: str) -> None:
        """Answer with another model from now on; a running answer is stopped, the conversation
        stays. If it cannot be loaded and the present one is still there, that one goes on."""
        if path == self._model_path and (self._is_loading or self.model is not None):
            return
        self._model_path = path
        self.problem_over.emit()
        if self._is_dead:
            self.restart()
        elif self._bridge.is_running:
            self.stop()
            self._load()

    def _load(self) -> None:
        self._is_loading = True
        if self.phase is not Phase.STARTING:
            self._enter(Phase.LOADING)
        self._bridge.send(Load(self._model_path))

    def send(self, text: str) -> bool:
        """Ask `text`; False, and nothing happens, if it is blank or nothing can be asked now."""
        question = text.strip("\n")
        if not question.strip() or not self.can_send:
            return False
        self.problem_over.emit()
        self._last_request += 1
        answer = Answer(self._last_request, self._now())
        exchange = self.conversation.ask(question, answer)
        self.exchange_added.emit(exchange)
        self._enter(Phase.WAITING)
        self._bridge.send(
            Generate(
                request_id=answer.request_id,
                messages=self.conversation.messages(),
                sampling=self.settings.sampling(self.model),
            )
        )
        return True

    @Slot()
    def stop(self) -> None:
        """Stop the answer after its current pass; committed blocks stay."""
        answer = self.conversation.open_answer()
        if answer is not None and self.phase in (Phase.WAITING, Phase.ANSWERING):
            self._enter(Phase.STOPPING)
            self._bridge.send(Cancel(answer.request_id))

    @Slot()
    def new_chat(self) -> None:
        """Begin an empty conversation; a running answer is stopped and its events are dropped."""
        answer = self.conversation.open_answer()
        if answer is not None and self.phase.is_busy:
            if self.phase is not Phase.STOPPING:
                self._bridge.send(Cancel(answer.request_id))
            self._be_idle()
        self.conversation = Conversation()
        self.problem_over.emit()
        self.cleared.emit()

    @Slot()
    def ask_again(self) -> None:
        """Ask the last question anew, in place of its answer."""
        if self.can_send and len(self.conversation):
            exchange = self.conversation.drop_last()
            self.exchange_dropped.emit()
            self.send(exchange.question)

    @Slot()
    def load_again(self) -> None:
        """Try to load the model once more."""
        if self.phase is Phase.DOWN:
            self.problem_over.emit()
            self._load()

    @Slot()
    def restart(self) -> None:
        """Start a new engine in place of one that died; the conversation stays."""
        self.problem_over.emit()
        self.model = None
        self.start()

    def follow(self, way_on: WayOn) -> None:
        """Do what a problem's bar offered."""
        match way_on:
            case WayOn.ASK_AGAIN if self.phase is not Phase.DOWN:
                self.ask_again()
            case WayOn.ASK_AGAIN if self._is_dead:
                self.restart()
            case WayOn.ASK_AGAIN:
                self.load_again()
            case WayOn.LOAD_AGAIN:
                self.load_again()
            case WayOn.RESTART:
                self.restart()
            case WayOn.NEW_CHAT | WayOn.SHORTEN:
                # A question that was too long alone leaves nothing behind either.
                questions = [exchange.question for exchange in self.conversation]
                self.new_chat()
                self.question_returned.emit(questions[-1] if questions else "")
            case WayOn.KEEP:
                self.problem_over.emit()

    @Slot(object)
    def _take(self, event: Event) -> None:
        match event:
            case Ready():
                if self.phase is Phase.STARTING:
                    self._enter(Phase.LOADING)
            case LoadProgress():
                if self.phase is Phase.STARTING:
                    self._enter(Phase.LOADING)
                self.load_progressed.emit(event.done / max(1, event.total))
            case Loaded():
                self._is_loading = False
                self._loaded_path = event.path
                self.model = event
                self.model_changed.emit(event)
                # Where the CPU takes over from a full GPU a question may be waiting already.
                if not self.phase.is_busy:
                    self._enter(Phase.IDLE)
                if event.notice:
                    self._report(DeviceError.kind, event.notice, "", WayOn.KEEP)
            case Unloaded():
                self.model = None
            case Died():
                self._die(event)
            case Failed(request_id=None):
                self._fail_loading(event)
            case _:
                self._take_answer(event)

    def _take_answer(self, event: Event) -> None:
        answer = self.conversation.open_answer()
        if answer is None or getattr(event, "request_id", None) != answer.request_id:
            return
        answer.apply(event, self._now())
        self.answer_changed.emit(event)
        match event:
            case Started() if self.phase is Phase.WAITING:
                self._enter(Phase.ANSWERING)
            case Finished():
                self._be_idle()
            case Failed():
                self._be_idle()
                kind, way_on = event.kind, WayOn.ASK_AGAIN
                if kind == "context":
                    # Without anything before it, it is the question that has no room.
                    is_alone = not self.conversation.messages()
                    kind = "question" if is_alone else kind
                    way_on = WayOn.SHORTEN if is_alone else WayOn.NEW_CHAT
                self._report(kind, event.sentence, event.detail, way_on)

    def _be_idle(self) -> None:
        # An answer that ends because another model is being loaded frees nothing yet, nor does one
        # whose model is gone.
        if self._is_loading:
            self._enter(Phase.LOADING)
        else:
            self._enter(Phase.DOWN if self.model is None else Phase.IDLE)

    def _fail_loading(self, event: Failed) -> None:
        was_loading, self._is_loading = self._is_loading, False
        if self.model is None:
            self._enter(Phase.DOWN)
            way_on = WayOn.LOAD_AGAIN
        else:
            # Refused before the present model was given up: it goes on answering.
            self._model_path, way_on = self._loaded_path, WayOn.KEEP
            if was_loading:
                self._enter(Phase.IDLE)
        self.model_kept.emit()
        self._report(event.kind, event.sentence, event.detail, way_on)

    def _die(self, event: Died) -> None:
        answer = self.conversation.open_answer()
        if answer is not None:
            answer.apply(event, self._now())
            self.answer_changed.emit(event)
        self.model = None
        self._is_dead, self._is_loading = True, False
        self._enter(Phase.DOWN)
        self._report("engine_gone", event.sentence, event.detail, WayOn.RESTART)

    def _report(self, kind: str, sentence: str, detail: str, way_on: WayOn) -> None:
        if detail:
            log.warning("%s: %s\n%s", kind, sentence, detail)
        self.problem_met.emit(Problem(kind, sentence, detail, way_on))

    def _enter(self, phase: Phase) -> None:
        if phase is not self.phase:
            self.phase = phase
            self.phase_changed.emit(phase)
