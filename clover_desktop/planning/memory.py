"""Free RAM, free disk and cores of this machine.

RAM: /proc/meminfo and the limit of the control group (containers) on Linux; vm_stat on macOS;
GlobalMemoryStatusEx on Windows. What can't be read is left out and never guessed upwards.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
from pathlib import Path

from clover_desktop.planning.probes import number_in, run_tool, text_of


def available_ram(
    root: Path = Path("/"), *, platform: str = sys.platform
) -> tuple[int, int | None]:
    """Bytes of RAM that programs can still take, and the total; (0, None) if nothing tells."""
    if platform == "win32":
        return _windows_ram()
    if platform == "darwin":
        return parse_vm_stat(
            run_tool(["vm_stat"]) or "", memory=run_tool(["sysctl", "-n", "hw.memsize"]) or ""
        )
    available, total = parse_meminfo(text_of(root / "proc/meminfo"))
    return min([available, *_cgroup_room(root)]), total


def parse_meminfo(text: str) -> tuple[int, int | None]:
    """Available and total bytes in /proc/meminfo."""
    found = re.findall(r"^(\w+): +(\d{1,15}) kB$", text, flags=re.MULTILINE)
    values = {key: int(value) * 1024 for key, value in found}
    older = sum(values.get(key, 0) for key in ("MemFree", "Buffers", "Cached"))
    return values.get("MemAvailable", older), values.get("MemTotal")


def parse_vm_stat(text: str, *, memory: str) -> tuple[int, int | None]:
    """Available and total bytes from macOS's vm_stat and `sysctl -n hw.memsize`."""
    page = re.search(r"page size of (\d{1,9}) bytes", text)
    found = re.findall(r"^Pages ([a-z ]+): +(\d{1,15})\.", text, flags=re.MULTILINE)
    pages = {key: int(value) for key, value in found}
    free = sum(pages.get(key, 0) for key in ("free", "inactive", "speculative", "purgeable"))
    size = re.fullmatch(r"\d{1,20}", memory.strip())
    return free * int(page[1] if page else 4096), int(size[0]) if size else None


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = [
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total_physical", ctypes.c_uint64),
        ("available_physical", ctypes.c_uint64),
        ("total_page_file", ctypes.c_uint64),
        ("available_page_file", ctypes.c_uint64),
        ("total_virtual", ctypes.c_uint64),
        ("available_virtual", ctypes.c_uint64),
        ("available_extended_virtual", ctypes.c_uint64),
    ]


def _windows_ram() -> tuple[int, int | None]:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    try:
        libraries = getattr(ctypes, "windll")  # noqa: B009 - the attribute is only on Windows
        answered = libraries.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
    except (AttributeError, OSError):
        return 0, None
    if not answered:
        return 0, None
    return int(status.available_physical), int(status.total_physical)


def _cgroup_room(root: Path) -> list[int]:
    """Bytes left in each control group above this process that has a limit."""
    room = []
    for line in text_of(root / "proc/self/cgroup").splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" and not controllers:
            base, names = root / "sys/fs/cgroup", ("memory.max", "memory.current")
        elif "memory" in controllers.split(","):
            base = root / "sys/fs/cgroup/memory"
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes")
        else:
            continue
        # A container may see its own group as the root, so a path that is not there is walked up.
        inner = Path(path.strip().lstrip("/"))
        if ".." in inner.parts:
            inner = Path()
        for group in [base / inner, *(base / parent for parent in inner.parents)]:
            limit, used = number_in(group / names[0]), number_in(group / names[1])
            if limit is not None and used is not None:
                # Cached file pages count as used, though the kernel gives them back when asked.
                statistics = text_of(group / "memory.stat")
                cached = re.search(
                    r"^(?:total_)?inactive_file (\d{1,20})$", statistics, flags=re.MULTILINE
                )
                room.append(max(0, limit - used + int(cached[1] if cached else 0)))
    return room


def free_disk(folder: Path) -> int | None:
    """Bytes free for this user where `folder` is or will be; None if the drive does not tell."""
    for place in [folder, *folder.absolute().parents]:
        try:
            return shutil.disk_usage(place).free
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            return None
    return None


def physical_cores(root: Path = Path("/")) -> int:
    """Physical cores that this process may use, at least 1."""
    text = text_of(root / "proc/cpuinfo")
    sockets = re.findall(r"^physical id\s*: (\d+)$", text, flags=re.MULTILINE)
    numbers = re.findall(r"^core id\s*: (\d+)$", text, flags=re.MULTILINE)
    logical = _usable_processors()
    if numbers and len(sockets) == len(numbers):
        return max(1, min(logical, len(set(zip(sockets, numbers, strict=True)))))
    # Unknown: two threads a core is the common case, and less is promised than too much.
    return max(1, (logical + 1) // 2)


def _usable_processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1
