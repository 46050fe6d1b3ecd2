"""The command line: the same engine as the window's, without a window.

Flags, defaults, exit codes and JSON keys are a contract. torch is imported only when an answer is
really asked for, so a mistake in the flags is told at once.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib
import json
import logging
import math
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from clover_desktop import __version__
from clover_desktop.chat import STRATEGIES, Message, Sampling, Stats, TextPart
from clover_desktop.command_flags import add_model_commands
from clover_desktop.engine_client import import_engine, quieten_libraries
from clover_desktop.errors import CheckpointError, CloverError, Interrupted, UsageError
from clover_desktop.paths import command_name, demo_model_folder
from clover_desktop.protocol import (
    BlockCommitted,
    BlockOpened,
    Cell,
    CellsDrafted,
    CellsFilled,
    Event,
    Finished,
    PromptProgress,
    Started,
)

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
PROGRAM = "clover-desktop"
FROM_CHECKOUT = "python3 run.py"
"""What run.py says that it is called."""
NOTHING = Stats(0, 0, 0, 0.0, 0.0, 0)
_GPU_FULL = {
    "cpu": "The memory of the GPU is not enough for this answer: it begins again on the CPU, more"
    " slowly.",
    "cuda": "The memory of the GPU is not enough for this answer: it begins again with fewer"
    " experts on the GPU, more slowly.",
}


def main(arguments: list[str]) -> int:
    """Run one command; returns the exit code. Every failure is one sentence on standard error."""
    _quieten()
    interrupts = Interrupts()
    output = Output(as_json="--json" in arguments)
    try:
        interrupts.install()
        options = _parser().parse_args(arguments)
        if options.command == "chat":
            return _chat(options, output, interrupts)
        # By name: the hub's client is not for those who only ask something.
        commands: Any = importlib.import_module("clover_desktop.commands_models")
        return int(getattr(commands, options.run)(options, output))
    except SystemExit as request:  # --help and --version
        return int(request.code or 0)
    except Interrupted:
        # The other commands report it themselves, by their own keys.
        if arguments[:1] == ["chat"]:
            with contextlib.suppress(CloverError):
                output.interrupted()
        return INTERRUPTED
    except CloverError as error:
        return _failed(error, output)
    except OSError as error:
        which, why = error.filename or "A file", error.strerror or error
        sentence = f"{which} cannot be read or written ({why}); mend that and try again."
        return _failed(CloverError(_one_line(sentence)), output)
    except Exception as error:
        sentence = f"{PROGRAM} made a mistake of its own ({type(error).__name__}: {error})."
        return _failed(CloverError(sentence), output)


def _failed(error: CloverError, output: Output) -> int:
    with contextlib.suppress(CloverError):
        output.failed(error)
    _complain(error.sentence)
    return WRONG_USAGE if isinstance(error, UsageError) else FAILED


# --- flags ------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Reports a mistake by raising instead of printing a page of usage."""

    def error(self, message: str) -> NoReturn:
        test = ""
        if message.startswith("argument COMMAND") and self.prog == FROM_CHECKOUT:
            test = f"; {FROM_CHECKOUT} test runs the tests"
        raise UsageError(f"{_one_line(message)}{test}; see {self.prog} --help.")

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        """As usual, but an unknown flag of a command points to that command's help."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            words = _one_line(" ".join(unknown))
            raise UsageError(
                f"unrecognized arguments: {words}; see {self.prog} {options.command} --help."
            )
        return options


def _parser() -> argparse.ArgumentParser:
    command = command_name()
    epilog = f"Without arguments {command} opens the window."
    if command == FROM_CHECKOUT:
        epilog += f" {command} test runs the checks and all tests."
    parser = _Parser(
        prog=command,
        description="A private chat with a block-diffusion language model, on this machine.",
        epilog=epilog,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chat = commands.add_parser(
        "chat",
        help="one answer on standard output",
        description="Answer one prompt on standard output.",
        allow_abbrev=False,
    )
    add = chat.add_argument
    add("--model", metavar="PATH", help="a model's folder (default: the demo model)")
    add("--prompt", metavar="TEXT", required=True, help="the question; - reads standard input")
    add("--system", metavar="TEXT", help="a system message (default: none)")
    add("--thinking", choices=("on", "off"), help="default: on if the model can think")
    add("--strategy", choices=STRATEGIES, default="low_confidence", help="the decoder")
    add("--block-size", metavar="N", type=_whole(4), help="cells filled together")
    add("--threshold", metavar="P", type=_number(0, 1), help="confidence that fills a cell, 0 to 1")
    add("--draft-width", metavar="N", type=_whole(2), help="draft_self: rows of a draft")
    add("--exact", action="store_true", help="draft_self: exact instead of typical acceptance")
    add("--temperature", metavar="T", type=_number(0), help="0 takes the likeliest token")
    add("--top-k", metavar="N", type=_whole(0), help="draw among the N likeliest; 0 for off")
    add("--top-p", metavar="P", type=_number(0, 1, open_below=True), help="draw among the mass P")
    add("--seed", metavar="N", type=_whole(), help="default: random, and reported")
    add("--max-tokens", metavar="N", type=_whole(1), help="longest answer (default: what fits)")
    add("--device", choices=("auto", "cpu", "cuda"), default="auto")
    add("--dtype", choices=("auto", "float32", "bfloat16", "float64"), default="auto")
    add("--json", action="store_true", help="events instead of text, one JSON object a line")
    add_model_commands(functools.partial(commands.add_parser, allow_abbrev=False), _whole(0))
    return parser


def _whole(least: int | None = None) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if least is not None and value < least:
            raise argparse.ArgumentTypeError(f"{value} is below {least}")
        return value

    return read


def _number(
    least: float, most: float = math.inf, *, open_below: bool = False
) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
        if not math.isfinite(value):
            raise argparse.ArgumentTypeError(f"{text!r} is not a finite number")
        if not least <= value <= most or (open_below and value == least):
            bounds = f"{least} or more" if most == math.inf else f"from {least} to {most}"
            above = f" and not {least}" if open_below else ""
            raise argparse.ArgumentTypeError(f"{text} must be {bounds}{above}")
        return value

    return read


# --- chat -------------------------------------------------------------------------------------


def _chat(options: argparse.Namespace, output: Output, interrupts: Interrupts) -> int:
    messages = _messages(options)
    sampling = Sampling(
        strategy=options.strategy,
        thinking=None if options.thinking is None else options.thinking == "on",
        block_size=options.block_size,
        threshold=options.threshold,
        draft_width=options.draft_width,
        exact=options.exact,
        temperature=options.temperature,
        top_k=options.top_k,
        top_p=options.top_p,
        seed=options.seed,
        max_tokens=options.max_tokens,
    )
    path = _model_folder(options.model)
    try:
        runtime_module: Any = import_engine("clover_desktop.engine.runtime")
    except ImportError as error:
        raise CloverError(
            f"The engine's libraries cannot be loaded ({error}); start with python3 run.py, which"
            " installs them."
        ) from error
    try:
        folder = runtime_module.ModelFolder.open(path)
        if options.thinking == "on" and not folder.template.knows_thinking:
            raise UsageError(
                f"The chat template of {folder.name} knows no thinking; leave --thinking out."
            )
        _check_draft_width(options.draft_width, folder.config.block_size)
        prepared = folder.prepare(messages, sampling)
        runtime = runtime_module.Runtime()
        loaded = runtime.load(folder, device=options.device, dtype=options.dtype)
        if loaded.notice:
            sys.stderr.write(f"{loaded.notice}\n")
        with interrupts.between_passes():
            answer = functools.partial(runtime.answer, 0, prepared, should_stop=interrupts.is_asked)
            has_started = False
            while not _answered(answer(), output, runtime.gives_way, has_started=has_started):
                has_started = True
                _complain(_GPU_FULL[runtime.next_device])
                runtime.step_down()
    except Exception as error:
        raise runtime_module.explained(error) from error
    return INTERRUPTED if interrupts.is_asked() else DONE


def _check_draft_width(width: int | None, block_size: int) -> None:
    """Refuse a width out of bounds also for a decoder that has no use for it."""
    if width is not None and not 2 <= width <= block_size:
        raise UsageError(f"The draft width {width} must lie between 2 and {block_size}.")


def _answered(
    answer: Iterator[Event],
    output: Output,
    gives_way: Callable[[Exception], bool],
    *,
    has_started: bool,
) -> bool:
    """Show the answer; False if a full GPU ended it before anything of it was shown. Its start is
    shown unless it `has_started` before."""
    is_shown = False
    try:
        for event in answer:
            is_shown = is_shown or not isinstance(event, Started | PromptProgress)
            if not (has_started and isinstance(event, Started)):
                output.show(event)
    except Exception as error:
        if is_shown or not gives_way(error):
            raise
        return False
    return True


def _messages(options: argparse.Namespace) -> tuple[Message, ...]:
    prompt = _standard_input() if options.prompt == "-" else options.prompt
    if not prompt.strip():
        raise UsageError("The prompt is empty; give --prompt a text.")
    user = Message("user", (_part("--prompt", prompt),))
    if not options.system:
        return (user,)
    return (Message("system", (_part("--system", options.system),)), user)


def _part(flag: str, text: str) -> TextPart:
    try:
        text.encode()
    except UnicodeEncodeError:  # bytes of the command line that are no text
        raise UsageError(f"The text of {flag} is not valid UTF-8; save it as UTF-8.") from None
    return TextPart(text)


def _standard_input() -> str:
    """Standard input without the line end that a shell adds."""
    try:
        text = sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError("Standard input is not text in UTF-8; save it as UTF-8.") from None
    except (OSError, AttributeError):  # closed, or a folder
        raise UsageError("Standard input cannot be read; give --prompt a text.") from None
    return text.removesuffix("\n").removesuffix("\r")


def _model_folder(name: str | None) -> Path:
    if name is None:
        try:
            folder = demo_model_folder()
        except OSError as error:
            raise CheckpointError(str(error)) from error
        if not folder.is_dir():
            raise CheckpointError(
                f"The demo model is missing at {folder}; install Clover Desktop again, or give"
                " --model a folder that holds a model."
            )
        return folder
    if not name:
        raise UsageError("The model's name is empty; give --model a folder.")
    if os.path.isdir(name):
        return Path(name)
    if os.path.exists(name):
        raise CheckpointError(f"{_one_line(name)} is a file; give --model the model's folder.")
    found = _installed(name)
    if found is None:
        raise CheckpointError(
            f"There is no model folder {_one_line(name)} and no installed model of that name; give"
            " --model a folder that holds a model."
        )
    return found


def _installed(name: str) -> Path | None:
    """The folder of a model called `name`: one that was installed, or the demo model."""
    # Imported here: a plain folder must not cost the time of the hub's library.
    from clover_desktop.downloads.installed import InstalledModels
    from clover_desktop.paths import models_folder

    model = InstalledModels(models_folder()).find(name)
    if model is not None:
        if model.is_unfinished:
            raise CheckpointError(
                f"The installation of {_one_line(name)} is not finished; go on with it first:"
                f" {command_name()} install {_one_line(model.repo or name)}"
            )
        if not model.is_complete:
            raise CheckpointError(model.problem)
        return model.path
    demo = demo_model_folder()
    return demo if name.casefold() == demo.name and demo.is_dir() else None


# --- output and signals -----------------------------------------------------------------------


class Output:
    """Standard output: the answer's text, or one JSON object a line. Always UTF-8."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._is_broken = False
        self._seen: set[int] = set()
        self._text = ""
        self._thinks = False

    def show(self, event: Event) -> None:
        """Write an event of the answer.

        Raises:
            CloverError: standard output cannot be written.
        """
        if self._as_json:
            # A repeated cell is for the window alone: here each cell is reported once.
            if isinstance(event, BlockOpened):
                self._seen.clear()
            entry = _entry(event, self._seen)
            if entry is not None:
                self._write_json(entry)
        elif isinstance(event, Started):
            self._thinks = event.thinking
        elif isinstance(event, BlockCommitted):
            self._text += event.text
            self._write(event.text)
        elif isinstance(event, Finished) and (self._text or event.reason != "cancelled"):
            self._write("\n")
            if self._thinks and not event.text.strip():
                self._explain_silence(event)

    def _explain_silence(self, event: Finished) -> None:
        """Say why nothing was written where all of the answer was a thought, which is not shown."""
        if event.reason == "length":
            count = event.stats.tokens
            self.remark(
                f"The limit of {count} token{'' if count == 1 else 's'} ended the answer inside its"
                " thought,"
                " before any text; raise --max-tokens, or use --thinking off."
            )
        elif event.reason == "context":
            self.remark(
                "The model's context was full inside the thought, before any text; shorten the"
                " prompt, or use --thinking off."
            )

    def entry(self, values: dict[str, Any]) -> None:
        """Write a command's JSON object, with --json only.

        Raises:
            CloverError: standard output cannot be written.
        """
        if self._as_json:
            self._write_json(values)

    def line(self, text: str) -> None:
        """Write a line of text, without --json only.

        Raises:
            CloverError: standard output cannot be written.
        """
        if not self._as_json:
            self._write(_one_line(text) + "\n")

    def remark(self, sentence: str) -> None:
        """Write a sentence that is no failure to standard error."""
        _complain(sentence)

    def failed(self, error: CloverError) -> None:
        """Report a failure, where standard output can still be written."""
        if self._as_json:
            self._write_json({"event": "error", "kind": error.kind, "message": error.sentence})
        elif self._text:
            self._write("\n")

    def interrupted(self) -> None:
        """Report an end that came before or in the middle of an answer's own report of it."""
        if self._as_json:
            entry = _entry(Finished(0, "cancelled", "", "", NOTHING), set())
            assert entry is not None
            self._write_json(entry)
        elif self._text:
            self._write("\n")

    def _write_json(self, entry: dict[str, Any]) -> None:
        self._write(json.dumps(entry, ensure_ascii=False, allow_nan=False) + "\n")

    def _write(self, text: str) -> None:
        if self._is_broken:
            return
        try:
            sys.stdout.buffer.write(text.encode("utf-8", "replace"))
            sys.stdout.buffer.flush()
        except (OSError, ValueError, AttributeError) as error:
            self._is_broken = True
            if sys.stdout is None or isinstance(error, ValueError):
                raise CloverError(
                    "Standard output is closed; leave it open, or redirect it to a file."
                ) from error
            _let_go_of(sys.stdout)
            if isinstance(error, BrokenPipeError):
                raise CloverError("Standard output was closed before all was written.") from error
            reason = getattr(error, "strerror", None) or error
            raise CloverError(f"Standard output cannot be written ({reason}).") from error


def _entry(event: Event, seen: set[int]) -> dict[str, Any] | None:
    """The JSON object of an event, None for one that is not reported."""
    match event:
        case Started():
            return {
                "event": "started",
                "model": event.model,
                "prompt_tokens": event.prompt_tokens,
                "block_size": event.block_size,
                "threshold": event.threshold,
                "strategy": event.strategy,
                "seed": event.seed,
                "thinking": event.thinking,
            }
        case CellsFilled():
            new = [cell for cell in event.cells if cell.position not in seen]
            seen.update(cell.position for cell in new)
            return {
                "event": "filled",
                "block": event.block,
                "pass": event.pass_number,
                "cells": [{**_cell(cell), "forced": cell.forced} for cell in new],
            }
        case CellsDrafted():
            return {
                "event": "drafted",
                "block": event.block,
                "pass": 1,
                "cells": [_cell(cell) for cell in event.cells],
            }
        case BlockCommitted():
            return {
                "event": "committed",
                "block": event.block,
                "tokens": event.tokens,
                "thinking": event.thinking,
                "text": event.text,
            }
        case Finished():
            stats = event.stats
            return {
                "event": "finished",
                "reason": event.reason,
                "text": event.text,
                "thinking": event.thinking,
                "tokens": stats.tokens,
                "passes": stats.passes,
                "commits": stats.commits,
                "tpf": stats.tpf,
                "tokens_per_pass": stats.tokens_per_pass,
                "seconds": stats.seconds,
                "tokens_per_second": stats.tokens_per_second,
                "peak_memory_bytes": stats.peak_memory_bytes,
            }
        case _:
            return None


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "position": cell.position,
        "token": cell.token,
        "text": cell.text,
        "confidence": cell.confidence,
    }


class Interrupts:
    """SIGINT and SIGTERM: between two passes while an answer runs, at once otherwise."""

    def __init__(self) -> None:
        self._is_asked = False
        self._waits = False

    def install(self) -> None:
        """Take both signals over from Python."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._handle)

    def is_asked(self) -> bool:
        """Whether the person asked to stop."""
        return self._is_asked

    @contextlib.contextmanager
    def between_passes(self) -> Iterator[None]:
        """Inside, a signal only sets `is_asked`; a second one ends what runs."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        is_first, self._is_asked = not self._is_asked, True
        if self._waits and is_first:
            return
        if self._waits or is_first:
            self._waits = False
            raise Interrupted


def _quieten() -> None:
    """Keep standard error for sentences: libraries' warnings and logs are not for the person."""
    quieten_libraries()
    logging.getLogger().addHandler(logging.NullHandler())


def _complain(sentence: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.buffer.write((_one_line(sentence) + "\n").encode("utf-8", "backslashreplace"))
        sys.stderr.buffer.flush()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _let_go_of(stream: Any) -> None:
    """Point a broken stream at nothing, so that Python's own flush at the end does not fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
