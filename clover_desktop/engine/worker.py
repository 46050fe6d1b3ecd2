"""The engine thread's loop: command in, events out, cancel between passes.

`serve` runs until `Shutdown`. A failure becomes a `Failed` event and the loop goes on; only what is
no `Exception` ends the thread.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from clover_desktop.chat import Stats
from clover_desktop.engine.folder import ModelFolder
from clover_desktop.engine.runtime import Runtime, devices, explained
from clover_desktop.errors import DeviceError, Interrupted, said
from clover_desktop.protocol import (
    Cancel,
    Command,
    Event,
    Failed,
    Finished,
    Generate,
    Load,
    Loaded,
    LoadProgress,
    Ready,
    Shutdown,
    Unload,
    Unloaded,
)

log = logging.getLogger(__name__)

SWITCH_SECONDS = 0.001
PROGRESS_SECONDS = 0.05


def serve(inbox: SimpleQueue[Command], post: Callable[[Event], None]) -> None:
    """Carry out commands from `inbox` until `Shutdown`; `post` takes each event."""
    # The default of 5 ms costs the window a third of its frames beside a busy loop in Python.
    sys.setswitchinterval(SWITCH_SECONDS)
    post(Ready(devices()))
    _Worker(inbox, post).run()


class _Worker:
    def __init__(self, inbox: SimpleQueue[Command], post: Callable[[Event], None]) -> None:
        self._inbox = inbox
        self._post = post
        self._runtime = Runtime()
        self._backlog: deque[Command] = deque()

    def run(self) -> None:
        while True:
            command = self._backlog.popleft() if self._backlog else self._inbox.get()
            request_id = command.request_id if isinstance(command, Generate) else None
            try:
                match command:
                    case Load():
                        self._load(command)
                    case Generate():
                        self._generate(command)
                    case Unload():
                        self._runtime.unload()
                        self._post(Unloaded())
                    case Cancel():
                        pass  # its answer is over
                    case Shutdown():
                        self._runtime.unload()
                        return
            except Interrupted:
                log.info("loading was stopped by a later command")
            except Exception as error:
                self._fail(request_id, error)

    def _fail(self, request_id: int | None, error: Exception) -> None:
        # Not in `run`: an error kept there would keep its frames, and these a model's weights.
        failure = explained(error)
        if failure.kind == "bug":
            log.error("%s\n%s", failure.sentence, failure.detail)
        self._post(Failed(request_id, failure.kind, failure.sentence, failure.detail))

    def _load(self, command: Load) -> None:
        folder = ModelFolder.open(Path(command.path))
        last = 0.0

        def report(done: int, total: int) -> None:
            nonlocal last
            self._look_at_inbox(None)
            if self._is_overtaken():
                raise Interrupted
            now = time.monotonic()
            if now - last >= PROGRESS_SECONDS or done == total:
                last = now
                self._post(LoadProgress(done, total))

        self._replace(
            lambda: self._runtime.load(
                folder, device=command.device, dtype=command.dtype, on_progress=report
            )
        )

    def _replace(self, load: Callable[[], Loaded]) -> None:
        """Load in place of the loaded model, and tell if that one is gone and nothing came."""
        had_one = self._runtime.is_loaded
        try:
            loaded = load()
        except (Exception, Interrupted):
            if had_one and not self._runtime.is_loaded:
                self._post(Unloaded())
            raise
        self._post(loaded)

    def _generate(self, command: Generate) -> None:
        is_cancelled = False

        def should_stop() -> bool:
            nonlocal is_cancelled
            is_cancelled = is_cancelled or self._look_at_inbox(command.request_id)
            return is_cancelled or self._is_overtaken()

        prepared = self._runtime.folder.prepare(command.messages, command.sampling)
        answer = self._runtime.answer(command.request_id, prepared, should_stop=should_stop)
        try:
            for event in answer:
                self._post(event)
        except Exception as error:
            if not self._runtime.gives_way(error):
                raise
            detail = explained(error).detail
        else:
            return
        if self._runtime.next_device == "cpu":
            sentence = said(
                "gpu_full_answering",
                "The memory of the GPU is not enough for this answer: the CPU goes on from here,"
                " more slowly; ask again.",
            )
        else:
            sentence = said(
                "gpu_full_fewer",
                "The memory of the GPU is not enough for this answer: fewer experts stay on it from"
                " here, and answers take longer; ask again.",
            )
        self._post(Failed(command.request_id, DeviceError.kind, sentence, detail))
        try:
            self._replace(self._runtime.step_down)
        except Exception as error:
            # The request has failed already; this is about the model.
            self._fail(None, error)

    def _is_overtaken(self) -> bool:
        """Whether what comes next makes what runs useless: another model, none, or the end."""
        following = self._backlog[0] if self._backlog else None
        return isinstance(following, Load | Unload) or Shutdown() in self._backlog

    def _look_at_inbox(self, running: int | None) -> bool:
        """Move what has come into the backlog; True if the request `running` is cancelled."""
        is_cancelled = False
        while True:
            try:
                command = self._inbox.get_nowait()
            except Empty:
                return is_cancelled
            if not isinstance(command, Cancel):
                self._backlog.append(command)
            elif command.request_id == running:
                is_cancelled = True
            else:
                self._drop_waiting(command.request_id)

    def _drop_waiting(self, request_id: int) -> None:
        """End a request that has not begun."""
        for waiting in list(self._backlog):
            if isinstance(waiting, Generate) and waiting.request_id == request_id:
                self._backlog.remove(waiting)
                nothing = Stats(0, 0, 0, 0.0, 0.0, 0)
                self._post(Finished(request_id, "cancelled", "", "", nothing))
