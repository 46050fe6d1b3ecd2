# Run: python -m pytest tests/ui/test_controller.py
"""What the controller sends, what it drops, and which phase it is in; no widget, no torch."""

import pickle
import threading
from dataclasses import replace

import pytest

from clover_desktop.chat import Message, Stats, TextPart, ThinkingPart
from clover_desktop.errors import EngineGone
from clover_desktop.protocol import (
    BlockCommitted,
    BlockOpened,
    Cancel,
    CellsFilled,
    Finished,
    Generate,
    Load,
    Started,
    Unloaded,
)
from clover_desktop.settings import AnswerSettings
from clover_desktop.tools.scripted_engine import DEMO, ScriptedEngine, reply
from clover_desktop.ui.bridge import EngineBridge
from clover_desktop.ui.chat.controller import ChatController, Phase, Problem, WayOn
from clover_desktop.ui.chat.turns import AnswerState


class Desk:
    """A controller with a scripted engine; `run` works off queued events."""

    def __init__(self, app, *scripts) -> None:
        self.app = app
        self.time = 0.0
        self.engines = [ScriptedEngine(scripts), ScriptedEngine([reply("Back again.")])]
        self.started: list[ScriptedEngine] = []
        self.bridge = EngineBridge(self._next)
        self.controller = ChatController(self.bridge, "demo", now=lambda: self.time)
        self.problems: list[Problem] = []
        self.events: list[object] = []
        self.controller.problem_met.connect(self.problems.append)
        self.controller.answer_changed.connect(self.events.append)

    def _next(self) -> ScriptedEngine:
        self.started.append(self.engines[len(self.started)])
        return self.started[-1]

    @property
    def engine(self) -> ScriptedEngine:
        return self.started[-1]

    def play(self) -> None:
        self.engine.play()
        self.app.processEvents()

    def step_to(self, kind, count=1) -> None:
        self.engine.step_to(kind, count)
        self.app.processEvents()

    def load(self) -> "Desk":
        self.controller.start()
        self.play()
        assert self.controller.phase is Phase.IDLE
        return self

    @property
    def answer(self):
        return self.controller.conversation.exchanges[-1].answer


def test_phases_of_a_start_and_an_answer(qapp):
    desk = Desk(qapp, reply("A short answer."))
    phases = []
    desk.controller.phase_changed.connect(phases.append)
    desk.load()
    assert desk.engine.sent == [Load("demo")]
    assert desk.controller.send("Hello?")
    desk.play()
    assert phases == [Phase.LOADING, Phase.IDLE, Phase.WAITING, Phase.ANSWERING, Phase.IDLE]
    assert desk.answer.text == "A short answer."
    assert desk.answer.state is AnswerState.FINISHED


def test_nothing_is_sent_while_loading_or_answering_or_blank(qapp):
    desk = Desk(qapp, reply("x"))
    desk.controller.start()
    assert not desk.controller.send("too early")
    desk.play()
    assert not desk.controller.send(" \n ")
    assert desk.controller.send("now")
    assert not desk.controller.send("twice")
    assert len(desk.engine.generates()) == 1


def test_settings_travel_with_the_question(qapp):
    desk = Desk(qapp, reply("x")).load()
    desk.controller.settings = AnswerSettings(
        thinking=False,
        block_size=8,
        threshold=0.7,
        temperature=0.5,
        seed=11,
        max_tokens=99,
    )
    desk.controller.send("Hi")
    sampling = desk.engine.generates()[0].sampling
    assert (sampling.thinking, sampling.block_size, sampling.threshold) == (False, 8, 0.7)
    assert (sampling.strategy, sampling.temperature) == ("low_confidence", 0.5)
    assert (sampling.seed, sampling.max_tokens) == (11, 99)


@pytest.mark.parametrize("strategy", ["draft_self", "causal"])
def test_other_decoders_are_not_told_what_is_about_diffusion(qapp, strategy):
    desk = Desk(qapp, reply("x")).load()
    desk.controller.settings = AnswerSettings(block_size=8, threshold=0.7, strategy=strategy)
    desk.controller.send("Hi")
    sampling = desk.engine.generates()[0].sampling
    assert sampling.strategy == strategy
    assert (sampling.block_size, sampling.threshold) == (None, None)


def test_a_random_seed_is_drawn_for_every_question(qapp):
    desk = Desk(qapp, reply("x"), reply("y")).load()
    for _ in range(2):
        desk.controller.send("Hi")
        desk.play()
    first, second = (command.sampling.seed for command in desk.engine.generates())
    # Equal by chance once in 2**31 runs.
    assert first is not None
    assert first != second


def test_earlier_turns_are_sent_with_their_thoughts_as_parts(qapp):
    desk = Desk(qapp, reply("Four.", thinking="Two and two."), reply("Eight.")).load()
    desk.controller.send("2+2?")
    desk.play()
    desk.controller.send("And doubled?")
    messages = desk.engine.generates()[1].messages
    assert [message.role for message in messages] == ["user", "assistant", "user"]
    assert messages[1] == Message("assistant", (ThinkingPart("Two and two."), TextPart("Four.")))
    assert messages[1].text == "Four."
    assert messages[2].text == "And doubled?"


def test_stop_cancels_once_and_keeps_committed_blocks(qapp):
    desk = Desk(qapp, reply("word " * 80), reply("y")).load()
    desk.controller.send("Go on")
    desk.step_to(BlockCommitted)
    desk.step_to(CellsFilled, 2)
    desk.controller.stop()
    desk.controller.stop()
    assert desk.controller.phase is Phase.STOPPING
    assert [c for c in desk.engine.sent if isinstance(c, Cancel)] == [Cancel(1)]
    desk.play()
    assert desk.controller.phase is Phase.IDLE
    assert desk.answer.state is AnswerState.STOPPED
    assert desk.answer.text.startswith("word word")
    assert len(desk.answer.text) < 200
    desk.controller.send("And then?")
    kept = desk.controller.conversation.exchanges[0].answer.text.strip()
    assert desk.engine.generates()[1].messages[1].text == kept


def test_events_of_another_request_are_dropped(qapp):
    desk = Desk(qapp, reply("Right.")).load()
    desk.controller.send("Hi")
    desk.step_to(Started)
    stale = BlockCommitted(99, 0, (1, 2), "", "WRONG")
    over = Finished(99, "eos", "WRONG", "", Stats(1, 1, 1, 1.0, 1.0, 0))
    desk.engine.deliver(stale, over)
    qapp.processEvents()
    assert desk.controller.phase is Phase.ANSWERING
    desk.play()
    assert desk.answer.text == "Right."
    desk.engine.deliver(BlockCommitted(1, 9, (1,), "", "LATE"))
    qapp.processEvents()
    assert desk.answer.text == "Right."
    assert not any(getattr(event, "request_id", 1) == 99 for event in desk.events)


def test_new_chat_in_the_middle_cancels_and_ignores_the_rest(qapp):
    desk = Desk(qapp, reply("word " * 80), reply("Fresh.")).load()
    desk.controller.send("Go on")
    desk.step_to(BlockOpened)
    desk.controller.new_chat()
    assert desk.controller.phase is Phase.IDLE
    assert Cancel(1) in desk.engine.sent
    assert desk.controller.send("Other")
    assert [m.text for m in desk.engine.generates()[1].messages] == ["Other"]
    desk.play()
    assert desk.answer.text == "Fresh."
    assert len(desk.controller.conversation) == 1


def test_a_failed_answer_can_be_asked_again(qapp):
    desk = Desk(qapp, reply("never"), reply("At last.")).load()
    desk.controller.send("Hi")
    desk.engine.fail(1, "The device has no memory left: close other programs.")
    qapp.processEvents()
    assert desk.controller.phase is Phase.IDLE
    assert desk.answer.state is AnswerState.FAILED
    assert desk.problems[0].way_on is WayOn.ASK_AGAIN
    desk.controller.follow(desk.problems[0].way_on)
    desk.play()
    assert desk.answer.text == "At last."
    assert [m.text for m in desk.engine.generates()[1].messages] == ["Hi"]
    assert len(desk.controller.conversation) == 1


def test_a_failed_question_does_not_spoil_the_next(qapp):
    desk = Desk(qapp, reply("never"), reply("Fine.")).load()
    desk.controller.send("far too long")
    desk.engine.fail(1, "The prompt is longer than the context.", "context")
    qapp.processEvents()
    assert (desk.problems[0].kind, desk.problems[0].way_on) == ("question", WayOn.SHORTEN)
    desk.controller.send("short")
    assert [m.text for m in desk.engine.generates()[1].messages] == ["short"]


def test_without_room_after_other_turns_it_is_the_conversation_that_is_too_long(qapp):
    desk = Desk(qapp, reply("Fine."), reply("never")).load()
    desk.controller.send("Hi")
    desk.play()
    desk.controller.send("more")
    desk.engine.fail(2, "The prompt is longer than the context.", "context")
    qapp.processEvents()
    assert (desk.problems[0].kind, desk.problems[0].way_on) == ("context", WayOn.NEW_CHAT)


def test_a_model_that_does_not_load_can_be_tried_again(qapp):
    desk = Desk(qapp)
    desk.engines[0].load_failure = "The folder demo holds no model: choose another."
    desk.controller.start()
    desk.play()
    assert desk.controller.phase is Phase.DOWN
    assert desk.problems[0].way_on is WayOn.LOAD_AGAIN
    assert not desk.controller.send("Hi")
    desk.engine.load_failure = None
    desk.controller.follow(WayOn.LOAD_AGAIN)
    desk.play()
    assert desk.controller.phase is Phase.IDLE


def test_death_marks_the_answer_and_restart_goes_on_with_the_conversation(qapp, caplog):
    desk = Desk(qapp, reply("word " * 80)).load()
    desk.controller.send("Go on")
    desk.step_to(BlockCommitted)
    desk.engine.die()
    qapp.processEvents()
    assert desk.controller.phase is Phase.DOWN
    assert desk.answer.state is AnswerState.INTERRUPTED
    assert desk.answer.text.startswith("word")
    assert desk.problems[0].way_on is WayOn.RESTART
    desk.controller.follow(WayOn.RESTART)
    assert len(desk.started) == 2
    desk.play()
    assert desk.controller.phase is Phase.IDLE
    desk.controller.send("Still there?")
    desk.play()
    assert desk.answer.text == "Back again."
    assert len(desk.engine.generates()[0].messages) == 3


def test_an_engine_that_refuses_a_command_counts_as_dead(qapp, caplog):
    desk = Desk(qapp).load()

    def refuse(command) -> None:
        raise EngineGone("The engine has stopped; start it again.")

    desk.engine.send = refuse  # type: ignore[method-assign]
    desk.controller.send("Hi")
    assert desk.controller.phase is Phase.DOWN
    assert desk.answer.state is AnswerState.INTERRUPTED


def test_events_arrive_on_the_main_thread(qapp, qtbot):
    desk = Desk(qapp, reply("x")).load()
    desk.controller.send("Hi")
    threads: list[object] = []
    drain = desk.engine.drain

    def noting_drain():
        threads.append(threading.current_thread())
        return drain()

    desk.engine.drain = noting_drain  # type: ignore[method-assign]
    worker = threading.Thread(target=desk.engine.play)
    worker.start()
    worker.join()
    assert not threads
    qtbot.waitUntil(lambda: desk.controller.phase is Phase.IDLE)
    assert set(threads) == {threading.main_thread()}


def test_a_wake_after_the_end_does_no_harm(qapp):
    desk = Desk(qapp, reply("x")).load()
    desk.controller.send("Hi")
    assert desk.bridge.close(0.0)
    desk.engine.deliver(Started(1, "m", 1, 32, 0.95, "causal", 0, False))
    qapp.processEvents()
    assert desk.controller.phase is Phase.WAITING


@pytest.mark.parametrize(
    ("wish", "model", "size"),
    [(8, (8, 16, 32), 8), (16, (4, 8), None), (None, (8, 16, 32), None)],
)
def test_a_block_size_the_model_lacks_goes_back_to_its_own(wish, model, size):
    loaded = replace(DEMO, block_sizes=model)
    assert AnswerSettings(block_size=wish).fitted_to(loaded).block_size == size


def test_a_model_that_cannot_think_is_not_asked_to():
    loaded = replace(DEMO, can_think=False)
    assert AnswerSettings(thinking=True).sampling(loaded).thinking is None


def test_a_generate_is_a_plain_value():
    command = Generate(3, (Message("user", (TextPart("Hi"),)),), AnswerSettings().sampling(None))
    assert pickle.loads(pickle.dumps(command)) == command


def test_a_model_that_comes_back_on_the_cpu_does_not_free_a_running_question(qapp):
    desk = Desk(qapp, reply("never"), reply("Late.")).load()
    desk.controller.send("Hi")
    desk.engine.fail(1, "The memory of the GPU is not enough.")
    qapp.processEvents()
    assert desk.controller.send("Again")
    desk.engine.deliver(replace(DEMO, device="cpu"))
    qapp.processEvents()
    assert desk.controller.phase is Phase.WAITING
    assert not desk.controller.send("twice")
    desk.play()
    assert desk.answer.text == "Late."
    assert desk.controller.phase is Phase.IDLE


def test_a_question_whose_model_is_gone_leaves_nothing_to_ask(qapp):
    desk = Desk(qapp, reply("never"), reply("At last.")).load()
    desk.controller.send("Hi")
    desk.engine.deliver(Unloaded())
    desk.engine.fail(1, "The memory of the GPU is not enough.")
    qapp.processEvents()
    assert desk.controller.phase is Phase.DOWN
    desk.controller.follow(desk.problems[-1].way_on)
    desk.play()
    assert desk.controller.phase is Phase.IDLE
