"""Child processes of this program, started by name: what may hog, hang or crash runs in one.

A child gets one JSON object (its job) on standard input and answers with JSON lines on standard
output. Both sides cap a line's length, and the parent takes nothing but objects with a `kind`: what
a child says is judged again by whoever reads it. Cancel is a kill of the whole process group, so
whatever a child does must be resumable. A child ends by itself when its parent is gone.
"""

from __future__ import annotations

import collections
import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, Self

from clover_desktop.errors import BugError, CloverError, said

CHILD_FLAG = "--child"
"""`__main__` branches on it before Qt or torch is imported."""

ENTRIES: Mapping[str, str] = {
    "prepare": "clover_desktop.downloads.prepare",
}
"""The module of each child; its function `main(channel)` is run. Frozen builds need these as
hidden imports."""

LONGEST_LINE = 64 * 1024
_TAIL_LINES = 40


class ChildError(CloverError):
    """A child process could not be started, broke the protocol, or ended without a result."""

    kind = "child"


# --- the parent's side ------------------------------------------------------------------------


class Child:
    """A running child. Use it as a context manager: leaving it kills what still runs."""

    def __init__(self, name: str, job: Mapping[str, Any]) -> None:
        """Start the child `name` and hand it its job.

        Raises:
            ChildError: the process cannot be started.
        """
        if name not in ENTRIES:
            raise BugError(f"There is no child process named {name!r}.")
        self.name = name
        self._tail: collections.deque[str] = collections.deque(maxlen=_TAIL_LINES)
        self._cancelled = False
        try:
            self._process = subprocess.Popen(
                command(name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Its own group: a kill reaches what it started, and Ctrl-C in a terminal does not.
                start_new_session=os.name == "posix",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            text = (
                "The helper process {name} cannot be started ({why}); close other programs and try"
                " again."
            )
            raise ChildError(
                said("helper_not_started", text, name=repr(name), why=error)
            ) from error
        self._reader = threading.Thread(target=self._read_errors, name=f"{name} errors")
        self._reader.daemon = True
        self._reader.start()
        assert self._process.stdin is not None
        # A child that died at once is told by `messages`, from its exit code.
        with contextlib.suppress(OSError):
            self._process.stdin.write(json.dumps(job).encode() + b"\n")
            self._process.stdin.flush()

    @property
    def pid(self) -> int:
        """The process id, which is also that of its group."""
        return self._process.pid

    def messages(self) -> Iterator[dict[str, Any]]:
        """What the child says, until it closes its output.

        Raises:
            ChildError: a line that is too long or no object with a `kind`, or an exit code other
                than 0. After `cancel` the messages just end.
        """
        output = self._process.stdout
        assert output is not None
        while True:
            line = output.readline(LONGEST_LINE + 1)
            if not line:
                break
            yield self._parsed(line)
        code = self._process.wait()
        if code and not self._cancelled:
            text = (
                "The helper process {name} ended unexpectedly ({why}); start it again, what it"
                " finished is kept."
            )
            raise ChildError(
                said("helper_ended", text, name=repr(self.name), why=_exit_words(code)),
                detail=self.error_tail(),
            )

    def cancel(self) -> None:
        """Kill the child and everything it started, and wait until it is gone."""
        self._cancelled = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    def error_tail(self) -> str:
        """The last lines that the child wrote to standard error."""
        if self._process.poll() is not None:
            self._reader.join(timeout=1.0)
        return "".join(self._tail)

    def close(self) -> None:
        """Kill the child if it still runs, and close its pipes."""
        if self._process.poll() is None:
            self.cancel()
        self._reader.join(timeout=5.0)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _parsed(self, line: bytes) -> dict[str, Any]:
        message: Any = None
        if len(line) <= LONGEST_LINE and line.endswith(b"\n"):
            with contextlib.suppress(ValueError, RecursionError):
                message = json.loads(line)
        if isinstance(message, dict) and isinstance(message.get("kind"), str):
            return message
        self.cancel()
        text = (
            "The helper process {name} said something that is no message, so it was ended; start"
            " it again, what it finished is kept."
        )
        raise ChildError(
            said("helper_no_message", text, name=repr(self.name)),
            detail=line[:200].decode(errors="replace"),
        )

    def _read_errors(self) -> None:
        errors = self._process.stderr
        assert errors is not None
        with contextlib.suppress(OSError, ValueError):
            for line in iter(lambda: errors.readline(4096), b""):
                self._tail.append(line.decode(errors="replace"))


def command(name: str) -> list[str]:
    """The command line that starts the child `name`."""
    if getattr(sys, "frozen", False):
        return [sys.executable, CHILD_FLAG, name]
    return [sys.executable, "-P", "-m", "clover_desktop", CHILD_FLAG, name]


def _exit_words(code: int) -> str:
    if code >= 0:
        return said("exit_code", "exit code {code}", code=code)
    if -code == getattr(signal, "SIGKILL", 9):
        return said("killed", "it was killed, perhaps because memory ran out")
    return said("signal", "signal {code}", code=-code)


# --- the child's side -------------------------------------------------------------------------


class Channel:
    """A child's way to its parent."""

    def __init__(self) -> None:
        # Stray prints of libraries must not come between the messages.
        self._output = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        self._lock = threading.Lock()

    def job(self) -> dict[str, Any]:
        """The job; from now on the process ends as soon as the parent is gone."""
        received = bytearray()
        while not received.endswith(b"\n"):
            # Not sys.stdin: a thread that waits in its buffer would spoil the interpreter's end.
            piece = os.read(0, LONGEST_LINE)
            received += piece
            if not piece or len(received) > LONGEST_LINE:
                raise BugError("A child process was started without a job.")
        threading.Thread(target=_end_with_parent, name="parent watch", daemon=True).start()
        job = json.loads(received)
        if not isinstance(job, dict):
            raise BugError("A child process was started with a job that is no object.")
        return job

    def send(self, message: Mapping[str, Any]) -> None:
        """Send one message, an object with a `kind`. Threads may call it."""
        line = json.dumps(message, allow_nan=False).encode() + b"\n"
        if len(line) > LONGEST_LINE:
            raise BugError("A child process said too much in one message.")
        with self._lock:
            view = memoryview(line)
            while view:
                view = view[self._output.write(view) or 0 :]


def run_child(arguments: list[str]) -> int:
    """The entry of `--child NAME`; returns the exit code."""
    if len(arguments) != 1 or arguments[0] not in ENTRIES:
        return 2
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    main: Callable[[Channel], int] = importlib.import_module(ENTRIES[arguments[0]]).main
    try:
        return main(Channel())
    except BrokenPipeError:
        return 1


def _end_with_parent() -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 1024):
            pass
    os._exit(1)
