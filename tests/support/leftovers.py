"""What a test may leave behind by mistake: threads, child processes, connections, log records."""

import ipaddress
import logging
import socket
import sys
import threading
import time
from pathlib import Path
from typing import Any

OUR_LOGGERS = ("clover_desktop", "clover_kernels")


def live_threads() -> set[threading.Thread]:
    """The running threads that a test could answer for.

    A dummy stands for a thread that Qt or torch started; Python never learns of its end.
    """
    return {
        thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)
    }


def child_processes() -> set[int]:
    """The process ids of this process's children, zombies included; Linux only, else empty."""
    children: set[int] = set()
    for listing in Path("/proc/self/task").glob("*/children"):
        try:
            children.update(int(word) for word in listing.read_text().split())
        except OSError:  # The thread ended meanwhile.
            continue
    return {child for child in children if b"resource_tracker" not in command_line(child)}


def command_line(process: int) -> bytes:
    """The command line of a process; empty for a zombie or one that has gone."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def left_after(
    threads: set[threading.Thread], children: set[int], *, patience_seconds: float = 2.0
) -> list[str]:
    """Threads and children that came since and do not end by themselves in a moment, in words."""
    deadline = time.monotonic() + patience_seconds
    while True:
        new_threads = live_threads() - threads
        new_children = child_processes() - children
        if not (new_threads or new_children) or time.monotonic() > deadline:
            break
        time.sleep(0.01)
    words = sorted(f"thread {thread.name!r}" for thread in new_threads)
    for child in sorted(new_children):
        command = command_line(child).replace(b"\0", b" ").decode(errors="replace").strip()
        words.append(f"process {child} ({command or 'ended, but nobody waited for it'})")
    return words


class StrayRecords(logging.Handler):
    """Keeps our own log records from WARNING on.

    Attributes:
        lines: what was logged, one formatted line each.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.partition(".")[0] in OUR_LOGGERS:
            self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


class NetworkUsedError(RuntimeError):
    """A test reached for the network. Not an OSError, which the code under test may well catch."""


def is_local(family: int, address: Any) -> bool:
    """Whether a socket address stays on this machine."""
    if family not in (socket.AF_INET, socket.AF_INET6):
        return True
    return is_local_host(address[0])


def is_local_host(host: Any) -> bool:
    """Whether a host name or address means this machine."""
    text = host.decode() if isinstance(host, bytes) else host
    if text in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(text).is_loopback
    except ValueError:
        return False


def close_network() -> None:
    """From now on, connecting or resolving beyond this machine raises NetworkUsedError."""
    connect, connect_ex, lookup = (
        socket.socket.connect,
        socket.socket.connect_ex,
        socket.getaddrinfo,
    )

    def checked(self: socket.socket, address: Any) -> None:
        if not is_local(self.family, address):
            raise NetworkUsedError(f"A test tried to connect to {address}.")
        connect(self, address)

    def checked_ex(self: socket.socket, address: Any) -> int:
        if not is_local(self.family, address):
            raise NetworkUsedError(f"A test tried to connect to {address}.")
        return connect_ex(self, address)

    def checked_lookup(host: Any, *arguments: Any, **options: Any) -> Any:
        if not is_local_host(host):
            raise NetworkUsedError(f"A test tried to look up {host!r}.")
        return lookup(host, *arguments, **options)

    socket.socket.connect = checked  # type: ignore[method-assign]
    socket.socket.connect_ex = checked_ex  # type: ignore[method-assign]
    socket.getaddrinfo = checked_lookup


def limit_torch_threads(count: int) -> None:
    """Hold torch to `count` threads, if it is imported at all."""
    torch = sys.modules.get("torch")
    if torch is not None and torch.get_num_threads() != count:
        torch.set_num_threads(count)
