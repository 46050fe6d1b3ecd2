"""What this machine has: cards, free memory, free disk, cores.

Every question may go unanswered: a tool that is absent, hangs or prints nonsense, a file that
can't be read, another operating system. Then the figure is left out and never guessed upwards,
and nothing raises. The questions themselves are in `gpus` and `memory`.
"""

from __future__ import annotations

from pathlib import Path

from clover_desktop.planning.gpus import NVIDIA_SMI, find_gpus
from clover_desktop.planning.machine import Machine
from clover_desktop.planning.memory import available_ram, free_disk, physical_cores


def detect(
    folder: Path | None = None,
    *,
    visible_devices: str | None = None,
    root: Path = Path("/"),
    tool: str = NVIDIA_SMI,
) -> Machine:
    """This machine's free memory now.

    Args:
        folder: where a model would be installed, for the free disk; it need not exist yet.
        visible_devices: the value of CUDA_VISIBLE_DEVICES, if it is set: other cards are left out.
    """
    ram, total = available_ram(root)
    return Machine(
        gpus=tuple(find_gpus(visible_devices=visible_devices, root=root, tool=tool)),
        ram=ram,
        ram_total=total,
        free_disk=None if folder is None else free_disk(folder),
        cores=physical_cores(root),
    )
