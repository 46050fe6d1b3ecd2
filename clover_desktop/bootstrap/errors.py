"""What can go wrong in set-up, as one sentence each."""

import errno
import sys
from pathlib import Path


class SetupError(Exception):
    """The world is not as set-up needs it; the text is one sentence for the person."""


def world_sentence(error: OSError) -> str:
    """An operating system error during set-up as a sentence."""
    if error.errno == errno.ENOSPC:
        return "The disk is full: make room and start again."
    place = f" ({error.filename})" if error.filename else ""
    return (
        f"Set-up failed: {error.strerror or error}{place}; set CLOVER_DESKTOP_VENV to a folder "
        "that can be written to."
    )


NETWORK_SIGNS = (
    "newconnectionerror",
    "name resolution",
    "name or service not known",
    "connection broken",
    "connection refused",
    "network is unreachable",
    "timed out",
    "max retries exceeded",
    "proxyerror",
    "sslerror",
)


def pip_sentence(output: str, log: Path) -> str:
    """Why pip failed, in one sentence with what to do.

    Args:
        output: all that pip printed.
        log: the file that has the same, for the sentence to name.
    """
    lowered = output.lower()
    if "no space left on device" in lowered:
        return f"The disk is full: make room in {log.parent} and start again."
    if any(sign in lowered for sign in NETWORK_SIGNS):
        return (
            "The Python packages could not be fetched: check the network, or pip's proxy and "
            f"index settings, and start again ({log} has the details)."
        )
    errors = [line for line in output.splitlines() if line.lower().startswith("error:")]
    reason = errors[-1][len("error:") :].strip().rstrip(".") if errors else "no reason given"
    return f"The Python packages could not be installed: {reason} ({log} has the details)."


def note(text: str) -> None:
    """One plain line of progress on standard error."""
    sys.stderr.write(f"clover-desktop: {text}\n")
    sys.stderr.flush()
