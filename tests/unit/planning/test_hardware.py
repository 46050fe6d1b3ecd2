# Run: python -P -m pytest tests/unit/planning/test_hardware.py
"""Recorded and broken answers of tools and system files; nothing raises on an odd system."""

import os
import sys
import time
from pathlib import Path

import pytest

from clover_desktop.planning import gpus as gpus_module
from clover_desktop.planning import probes
from clover_desktop.planning.gpus import drm_gpus, find_gpus, nvidia_gpus, parse_nvidia_smi
from clover_desktop.planning.hardware import detect
from clover_desktop.planning.machine import Gpu, Machine
from clover_desktop.planning.memory import (
    available_ram,
    free_disk,
    parse_meminfo,
    parse_vm_stat,
    physical_cores,
)

MIB = 1 << 20
GIB = 1 << 30
TWO_CARDS = (
    "0, GPU-aa11, 00000000:01:00.0, NVIDIA GeForce RTX 5070 Ti, 16303, 15751, 580.65.06, 5, 16\n"
    "1, GPU-bb22, 00000000:0A:00.0, NVIDIA GeForce RTX 3060, 12288, 911, 580.65.06, 4, 8\n"
)
HOSTILE = [
    "",
    "\n\n",
    "\0\0\0",
    "a,b",
    ",,,,,,,",
    "0,,,,,,",
    '0,"',
    "9" * 5000,
    "\ud7ff" * 50,
    "²,²,²,²,²,²,²,²,²",
]
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def script(path: Path, body: str) -> str:
    write(path, f"#!/bin/sh\n{body}\n").chmod(0o755)
    return str(path)


def add_card(root: Path, number: int, **files: str) -> None:
    for name, text in files.items():
        write(root / f"sys/class/drm/card{number}/device/{name}", text)


def test_two_nvidia_cards_with_free_memory_driver_and_bus() -> None:
    first, second = parse_nvidia_smi(TWO_CARDS)
    assert first.name == "NVIDIA GeForce RTX 5070 Ti"
    assert (first.index, first.uuid, first.bus) == (0, "GPU-aa11", "0000:01:00.0")
    assert (first.total, first.free) == (16303 * MIB, 15751 * MIB)
    assert first.driver == "580.65.06"
    assert first.link == pytest.approx(50e9, rel=0.02)
    assert first.is_usable
    assert second.free == 911 * MIB
    assert second.link == pytest.approx(12.6e9, rel=0.02)


@pytest.mark.parametrize(
    "row",
    [
        "0, GPU-aa, 00000000:01:00.0, NVIDIA GB10, [N/A], [N/A], 580.95.05, [N/A], [N/A]",
        "0, [N/A], [N/A], NVIDIA Odd, [Insufficient Permissions], [Unknown Error], , , ",
        "0, GPU-aa, 00000000:01:00.0, NVIDIA Odd, -5, 12.5, x, 99, 0",
        "0, GPU-aa, 00000000:01:00.0, NVIDIA Odd, 16303, ERR!, 580",
    ],
)
def test_a_card_that_hides_its_memory_is_there_but_not_usable(row: str) -> None:
    (gpu,) = parse_nvidia_smi(f"warning: something\n{row}\n")
    assert gpu.free is None
    assert gpu.link is None
    assert not gpu.is_usable


@pytest.mark.parametrize(
    "output",
    [
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure "
        "that the latest NVIDIA driver is installed and running.",
        "Failed to initialize NVML: Driver/library version mismatch",
        "No devices were found",
        'Field "pcie.link.gen.max" is not a valid field to query.',
        "Unable to determine the device handle for GPU0000:01:00.0: GPU is lost.",
        *HOSTILE,
    ],
)
def test_an_error_of_the_tool_is_no_card(output: str) -> None:
    assert parse_nvidia_smi(output) == []


@posix_only
def test_an_older_tool_is_asked_again_without_the_bus(tmp_path: Path) -> None:
    row = "0, GPU-aa11, 00000000:01:00.0, Tesla T4, 15360, 15000, 470.1"
    tool = script(
        tmp_path / "smi",
        f'case "$1" in *pcie.link*) echo Field is not valid; exit 2;; *) echo "{row}";; esac',
    )
    (gpu,) = nvidia_gpus(tmp_path, tool=tool)
    assert (gpu.name, gpu.free, gpu.link) == ("Tesla T4", 15000 * MIB, None)


@posix_only
def test_a_hanging_tool_is_given_up_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The grandchild keeps the pipe open: killing the shell alone would leave the reader waiting.
    tool = script(tmp_path / "smi", f"sleep 60 & echo $! > {tmp_path / 'pid'}\nwait")
    monkeypatch.setattr(probes.run_tool, "__kwdefaults__", {"seconds": 0.3})
    start = time.monotonic()
    assert nvidia_gpus(tmp_path, tool=tool) == []
    assert time.monotonic() - start < 5
    child = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 5
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_running(child)


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    if status.parent.parent.joinpath("self").exists():
        # A zombie that nobody has reaped yet runs no more.
        return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def test_a_tool_that_cannot_be_started_is_no_answer(tmp_path: Path) -> None:
    assert probes.run_tool([str(tmp_path / "absent")]) is None
    assert probes.run_tool([str(write(tmp_path / "text", "no program"))]) is None
    assert probes.run_tool(["nul\0byte"]) is None


def test_without_the_tool_the_kernel_names_the_card(tmp_path: Path) -> None:
    write(
        tmp_path / "proc/driver/nvidia/version",
        "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue Mar  5 22:23:56 UTC 2024\n",
    )
    write(
        tmp_path / "proc/driver/nvidia/gpus/0000:01:00.0/information",
        "Model: \t\t NVIDIA GeForce RTX 4090\nIRQ:   \t\t 130\nGPU UUID: \t GPU-cc33\n"
        "Bus Location: \t 0000:01:00.0\n",
    )
    (gpu,) = nvidia_gpus(tmp_path, tool="")
    assert (gpu.name, gpu.driver, gpu.uuid) == ("NVIDIA GeForce RTX 4090", "550.54.15", "GPU-cc33")
    assert gpu.bus == "0000:01:00.0"
    assert not gpu.is_usable
    assert "nvidia-smi" in gpu.problem


def test_amd_and_intel_graphics_integrated_and_not(tmp_path: Path) -> None:
    add_card(
        tmp_path,
        0,
        vendor="0x8086",
        device="0xa780",
        uevent="PCI_SLOT_NAME=0000:00:02.0",
    )
    add_card(
        tmp_path,
        1,
        vendor="0x1002",
        device="0x744c",
        uevent="DRIVER=amdgpu\nPCI_SLOT_NAME=0000:03:00.0",
        mem_info_vram_total=str(24 * GIB),
        mem_info_vram_used=str(2 * GIB),
        mem_info_vram_vendor="samsung",
    )
    add_card(
        tmp_path,
        2,
        vendor="0x1002",
        device="0x15bf",
        uevent="DRIVER=amdgpu\nPCI_SLOT_NAME=0000:c4:00.0",
        mem_info_vram_total=str(16 * GIB),
        mem_info_vram_vendor="unknown",
    )
    add_card(tmp_path, 3, vendor="0x8086", device="0x56a0", uevent="PCI_SLOT_NAME=0000:04:00.0")
    add_card(tmp_path, 4, vendor="0x1234", device="0x1111")  # a virtual machine's screen
    write(tmp_path / "sys/class/drm/card0-HDMI-A-1/status", "connected")
    found = drm_gpus(tmp_path)
    assert [(gpu.vendor, gpu.is_integrated) for gpu in found] == [
        ("intel", True),
        ("amd", False),
        ("amd", True),
        ("intel", False),
    ]
    assert (found[1].total, found[1].free) == (24 * GIB, 22 * GIB)
    assert not any(gpu.is_usable for gpu in found)


@posix_only
def test_a_card_known_to_both_is_listed_once(tmp_path: Path) -> None:
    tool = script(tmp_path / "smi", f"cat <<'END'\n{TWO_CARDS}END")
    add_card(tmp_path, 0, vendor="0x10de", device="0x2c05", uevent="PCI_SLOT_NAME=0000:01:00.0")
    add_card(tmp_path, 1, vendor="0x10de", device="0x2504", uevent="PCI_SLOT_NAME=0000:0a:00.0")
    add_card(tmp_path, 2, vendor="0x8086", device="0xa780", uevent="PCI_SLOT_NAME=0000:00:02.0")
    found = find_gpus(root=tmp_path, tool=tool)
    assert [gpu.vendor for gpu in found] == ["nvidia", "nvidia", "intel"]


def test_a_card_without_nvidias_driver_says_so(tmp_path: Path) -> None:
    add_card(
        tmp_path,
        0,
        vendor="0x10de",
        device="0x2c05",
        uevent="DRIVER=nouveau\nPCI_SLOT_NAME=0000:01:00.0",
    )
    (gpu,) = find_gpus(root=tmp_path, tool="")
    assert not gpu.is_usable
    assert "nouveau" in gpu.problem


@pytest.mark.parametrize(
    ("visible", "indices"),
    [
        (None, [0, 1]),
        ("1", [1]),
        ("1,0", [1, 0]),
        ("GPU-bb", [1]),
        ("", []),
        ("-1", []),
        ("0,7,1", [0]),
        ("nonsense", []),
    ],
)
def test_cards_hidden_from_cuda_are_left_out(
    visible: str | None, indices: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(gpus_module, "nvidia_gpus", lambda *_, **__: parse_nvidia_smi(TWO_CARDS))
    found = find_gpus(visible_devices=visible, root=tmp_path)
    assert [gpu.index for gpu in found] == indices


def test_available_memory_counts_not_total() -> None:
    text = "MemTotal:  16000000 kB\nMemFree:  1000 kB\nMemAvailable:  9000000 kB\n"
    assert parse_meminfo(text) == (9_000_000 * 1024, 16_000_000 * 1024)
    older = "MemTotal: 900 kB\nMemFree: 100 kB\nBuffers: 20 kB\nCached: 300 kB\n"
    assert parse_meminfo(older) == (420 * 1024, 900 * 1024)


@pytest.mark.parametrize("text", [*HOSTILE, "MemAvailable: x kB", "MemAvailable: -1 kB"])
def test_unreadable_memory_is_none_free(text: str) -> None:
    assert parse_meminfo(text) == (0, None)
    assert parse_vm_stat(text, memory=text) == (0, None)


def test_the_limit_of_a_control_group_counts(tmp_path: Path) -> None:
    write(tmp_path / "proc/meminfo", "MemTotal: 64000000 kB\nMemAvailable: 60000000 kB\n")
    write(tmp_path / "proc/self/cgroup", "0::/app.slice/clover.scope\n")
    group = tmp_path / "sys/fs/cgroup/app.slice"
    write(group / "memory.max", f"{8 * GIB}\n")
    write(group / "memory.current", f"{3 * GIB}\n")
    write(group / "memory.stat", f"anon 5\ninactive_file {GIB}\n")
    write(group / "clover.scope/memory.max", "max\n")
    write(group / "clover.scope/memory.current", "1\n")
    assert available_ram(tmp_path, platform="linux") == (6 * GIB, 64_000_000 * 1024)
    # The older hierarchy; in a container its own group is the root.
    write(tmp_path / "proc/self/cgroup", "9:name=systemd:/\n4:memory:/docker/abc\n0::/\n")
    write(tmp_path / "sys/fs/cgroup/memory/memory.limit_in_bytes", f"{4 * GIB}\n")
    write(tmp_path / "sys/fs/cgroup/memory/memory.usage_in_bytes", f"{GIB}\n")
    assert available_ram(tmp_path, platform="linux")[0] == 3 * GIB


def test_memory_of_a_mac() -> None:
    text = (
        "Mach Virtual Memory Statistics: (page size of 16384 bytes)\nPages free:    1000.\n"
        "Pages active:   5000.\nPages inactive:  200.\nPages speculative: 30.\n"
        "Pages purgeable: 4.\n"
    )
    assert parse_vm_stat(text, memory="17179869184\n") == (1234 * 16384, 16 * GIB)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32", "haiku"])
def test_no_platform_raises(platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    available, total = available_ram(tmp_path, platform=platform)
    assert available >= 0
    assert total is None or total > 0


def test_an_empty_system_gives_an_empty_machine(tmp_path: Path) -> None:
    machine = detect(tmp_path / "models", root=tmp_path, tool="")
    assert machine.gpus == ()
    assert machine.cores >= 1
    assert machine.free_disk is not None


def test_a_ruined_system_raises_nothing(tmp_path: Path) -> None:
    for name in ("proc/meminfo", "proc/self/cgroup", "proc/cpuinfo", "proc/driver/nvidia/gpus/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"\xff\xfe0::/../../..\n4:memory:/../x\nprocessor : \xf0")
    for number, text in enumerate(HOSTILE):
        files = ("vendor", "device", "uevent", "mem_info_vram_total", "mem_info_vram_used")
        add_card(
            tmp_path,
            number,
            **dict.fromkeys(files, text),
        )
    add_card(tmp_path, 99, vendor="0x1002", mem_info_vram_total="12x", uevent="PCI_SLOT_NAME=zz")
    machine = detect(root=tmp_path, tool="")
    assert [gpu.vendor for gpu in machine.gpus if not gpu.problem] == ["amd"]
    assert machine.ram == 0


def test_free_disk_of_a_folder_that_is_still_to_be_made(tmp_path: Path) -> None:
    assert free_disk(tmp_path / "a" / "b" / "c") == pytest.approx(free_disk(tmp_path), rel=0.05)
    assert free_disk(Path("bad\0name")) is None


def test_cores_are_physical_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clover_desktop.planning.memory._usable_processors", lambda: 8)
    threads = [f"processor : {n}\nphysical id\t: 0\ncore id\t\t: {n // 2}\n" for n in range(8)]
    write(tmp_path / "proc/cpuinfo", "\n".join(threads))
    assert physical_cores(tmp_path) == 4
    write(tmp_path / "proc/cpuinfo", "processor : 0\n")
    assert physical_cores(tmp_path) == 4  # unknown: two threads a core
    monkeypatch.setattr("clover_desktop.planning.memory._usable_processors", lambda: 1)
    assert physical_cores(tmp_path) == 1


def test_memory_that_the_person_names_replaces_what_was_found() -> None:
    found = Machine(
        gpus=(*parse_nvidia_smi(TWO_CARDS), Gpu("Intel graphics", "intel", is_integrated=True)),
        ram=30 * GIB,
        free_disk=GIB,
    )
    given = found.with_given(vram=8 * GIB, ram=16 * GIB)
    assert [gpu.free for gpu in given.gpus] == [8 * GIB]
    assert given.gpus[0].name == "NVIDIA GeForce RTX 5070 Ti"
    assert given.ram == 16 * GIB
    assert given.free_disk is None
    assert found.with_given(vram=0).gpus == ()
    assert found.with_given() == found
    assert Machine().with_given(vram=GIB).gpus[0].is_usable
