"""The graphics processors of this machine, asked without torch.

- NVIDIA: nvidia-smi; without it /proc/driver/nvidia, which names a card but not its memory.
- AMD and Intel: /sys/class/drm. An AMD chip names the maker of its memory if it has its own; an
  Intel one sits at 00:02.0 if it is part of the processor.

`root` stands for `/` and `tool` for nvidia-smi; both are others in tests.
"""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

from clover_desktop.errors import said
from clover_desktop.planning.machine import Gpu
from clover_desktop.planning.probes import (
    entries_of,
    hexadecimal_in,
    number_in,
    run_tool,
    text_of,
)

NVIDIA_SMI = "nvidia-smi"
SMI_FIELDS = "index,uuid,pci.bus_id,name,memory.total,memory.free,driver_version"
SMI_LINK_FIELDS = "pcie.link.gen.max,pcie.link.width.max"
LANE_SPEEDS = {1: 0.25e9, 2: 0.5e9, 3: 0.985e9, 4: 1.97e9, 5: 3.94e9, 6: 7.56e9}
"""Bytes per second of one PCIe lane by generation."""
LINK_EFFICIENCY = 0.8
"""What a copy from pinned memory reaches of it; 25 GB/s were measured of 31.5."""

VENDORS = {0x10DE: "nvidia", 0x1002: "amd", 0x8086: "intel"}
MIB = 1 << 20
_WITHOUT_TOOL = (
    "{name} is there, but nvidia-smi does not tell how much of its memory is free, so it is not "
    "used; install NVIDIA's driver tools, or restart the machine if the driver has just been "
    "updated."
)


def find_gpus(
    *, visible_devices: str | None = None, root: Path = Path("/"), tool: str = NVIDIA_SMI
) -> list[Gpu]:
    """All graphics processors, NVIDIA's first; each one once."""
    nvidia = nvidia_gpus(root, tool=tool)
    others = drm_gpus(root)
    known = {gpu.bus for gpu in nvidia if gpu.bus}
    # A driver that answers speaks for all its cards; the kernel's list is for cards without one.
    others = [
        gpu
        for gpu in others
        if gpu.bus not in known and not (gpu.vendor == "nvidia" and nvidia and not known)
    ]
    return [*_visible(nvidia, visible_devices), *others]


def _visible(gpus: list[Gpu], visible_devices: str | None) -> list[Gpu]:
    """The cards that CUDA_VISIBLE_DEVICES leaves to the engine; all if it is not set."""
    if visible_devices is None:
        return gpus
    kept = []
    for entry in (entry.strip() for entry in visible_devices.split(",")):
        named = [
            gpu
            for gpu in gpus
            if entry == str(gpu.index) or (entry.startswith("GPU-") and gpu.uuid.startswith(entry))
        ]
        if not named:
            # CUDA, too, ignores everything from the first entry that names no card.
            break
        kept += named
    return kept


def nvidia_gpus(root: Path = Path("/"), *, tool: str = NVIDIA_SMI) -> list[Gpu]:
    """NVIDIA's cards, with free memory if the driver's tool tells it."""
    found = shutil.which(tool)
    if found is not None:
        for fields in (f"{SMI_FIELDS},{SMI_LINK_FIELDS}", SMI_FIELDS):
            # An older tool refuses a field that it does not know, and with it the question.
            output = run_tool([found, f"--query-gpu={fields}", "--format=csv,noheader,nounits"])
            if output is None:
                break
            if gpus := parse_nvidia_smi(output):
                return gpus
    return _proc_nvidia_gpus(root)


def parse_nvidia_smi(output: str) -> list[Gpu]:
    """The cards in the output of `nvidia-smi --query-gpu=SMI_FIELDS[,SMI_LINK_FIELDS]`.

    Lines that are not rows of that table (errors, warnings) are passed over; figures that are not
    numbers (`[N/A]`, `[Not Supported]`) become None.
    """
    gpus = []
    names = len(SMI_FIELDS.split(","))
    for line in output.splitlines():
        row = [cell.strip() for cell in next(csv.reader([line]), [])]
        if len(row) < names or not re.fullmatch(r"\d{1,4}", row[0]) or not row[3]:
            continue
        index, uuid, bus, name, total, free, driver = row[:names]
        gpus.append(
            Gpu(
                name,
                index=int(index),
                uuid=uuid if uuid.startswith("GPU-") else "",
                bus=_bus(bus),
                total=_mebibytes(total),
                free=_mebibytes(free),
                driver=driver,
                link=_link(row[names:]),
            )
        )
    return gpus


def _mebibytes(text: str) -> int | None:
    found = re.fullmatch(r"(\d{1,9})(?: *MiB)?", text)
    return int(found[1]) * MIB if found else None


def _link(cells: list[str]) -> float | None:
    """Bytes per second of a bus from its generation and width, or None."""
    found = re.fullmatch(r"(\d)x(\d{1,2})", "x".join(cells[:2]))
    lane = LANE_SPEEDS.get(int(found[1])) if found else None
    return lane * int(found[2]) * LINK_EFFICIENCY or None if found and lane else None


def _bus(text: str) -> str:
    """A PCI address in the kernel's form: `00000000:01:00.0` becomes `0000:01:00.0`."""
    found = re.fullmatch(r"0*([0-9a-f]{4}):([0-9a-f]{2}:[0-9a-f]{2}\.[0-7])", text.strip().lower())
    return f"{found[1]}:{found[2]}" if found else ""


def _proc_nvidia_gpus(root: Path) -> list[Gpu]:
    """Cards that the kernel's driver names, without their memory."""
    driver = re.search(r"Module\D*(\d+(?:\.\d+)+)", text_of(root / "proc/driver/nvidia/version"))
    gpus = []
    for folder in entries_of(root / "proc/driver/nvidia/gpus"):
        lines = text_of(folder / "information").splitlines()
        values = {
            key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)
        }
        name = values.get("Model") or "NVIDIA GPU"
        gpus.append(
            Gpu(
                name,
                uuid=values.get("GPU UUID", ""),
                bus=_bus(values.get("Bus Location", folder.name)),
                driver=driver[1] if driver else "",
                problem=said("card_without_tool", _WITHOUT_TOOL, name=name),
            )
        )
    return gpus


def drm_gpus(root: Path = Path("/")) -> list[Gpu]:
    """Graphics processors that the Linux kernel lists, of any maker."""
    gpus = []
    for card in entries_of(root / "sys/class/drm"):
        if re.fullmatch(r"card\d+", card.name) and (gpu := _drm_gpu(card / "device")):
            gpus.append(gpu)
    return gpus


def _drm_gpu(device: Path) -> Gpu | None:
    vendor = VENDORS.get(hexadecimal_in(device / "vendor"))
    if vendor is None:
        return None  # the screen of a virtual machine or of a server's management chip
    events = dict(line.partition("=")[::2] for line in text_of(device / "uevent").splitlines())
    bus = _bus(events.get("PCI_SLOT_NAME", ""))
    identity = f"{hexadecimal_in(device / 'device'):04x}"
    total, used = (
        number_in(device / "mem_info_vram_total"),
        number_in(device / "mem_info_vram_used"),
    )
    title = {"nvidia": "NVIDIA", "amd": "AMD", "intel": "Intel"}[vendor]
    name = text_of(device / "product_name").strip() or f"{title} graphics {identity}"
    problem = ""
    if vendor == "nvidia":
        if driver := events.get("DRIVER", ""):
            text = (
                "{name} is there, but runs on the driver {driver}; install NVIDIA's own driver to "
                "use it."
            )
            problem = said("card_on_other_driver", text, name=name, driver=driver)
        else:
            text = (
                "{name} is there, but runs on the driver that came with the system; install "
                "NVIDIA's own driver to use it."
            )
            problem = said("card_on_system_driver", text, name=name)
    return Gpu(
        name,
        vendor=vendor,
        bus=bus,
        total=total,
        free=None if total is None or used is None else max(0, total - used),
        driver=events.get("DRIVER", ""),
        is_integrated=_is_integrated(vendor, device, bus, total),
        problem=problem,
    )


def _is_integrated(vendor: str, device: Path, bus: str, total: int | None) -> bool:
    if vendor == "intel":
        return bus.endswith(":00:02.0") or not bus
    if vendor == "amd":
        maker = text_of(device / "mem_info_vram_vendor").strip().lower()
        if maker:
            return maker == "unknown"
        # Before kernel 5.4 there is no such file: a chip without its own memory carves out little.
        return total is None or total <= 2 << 30
    return False
