"""Small tools and small files asked about the machine, so that no answer is an answer too."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

TOOL_SECONDS = 5.0
"""A driver that is going down lets nvidia-smi hang; a healthy one answers within a second or two,
also on the first call after the start of the machine."""

FILE_BYTES = 4 << 20
"""No file that is asked here is longer, unless something is wrong with it."""


def run_tool(command: Sequence[str], *, seconds: float = TOOL_SECONDS) -> str | None:
    """Standard output of a small tool, or None if it can't be started or takes too long.

    A tool that fails gives what it printed, which its parser then judges. One that hangs is killed
    with its children and not waited for: it may sit in the kernel, where no signal arrives.
    """
    windows_flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            creationflags=windows_flags,
        )
    except (OSError, ValueError):
        return None
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _kill(process)
        return None
    return output.decode("utf-8", errors="replace")


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=1.0)
    if process.stdout is not None:
        process.stdout.close()


def text_of(path: Path) -> str:
    """The start of a small file, or nothing if it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(FILE_BYTES).decode("utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


def entries_of(folder: Path) -> list[Path]:
    """What a folder holds, in order; nothing if it can't be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def number_in(path: Path) -> int | None:
    """The decimal number that a file holds, or None."""
    text = text_of(path).strip()
    return int(text) if re.fullmatch(r"\d{1,20}", text) else None


def hexadecimal_in(path: Path) -> int:
    """The number behind `0x` that a file holds, or 0."""
    text = text_of(path).strip()
    return int(text, 16) if re.fullmatch(r"0x[0-9a-fA-F]{1,8}", text) else 0
