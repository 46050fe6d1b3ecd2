"""What a plan needs to know of a machine: values only, no detection.

All sizes are bytes, all speeds bytes per second. `clover_desktop.planning.hardware` fills them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Gpu:
    """One graphics processor.

    `index` is nvidia-smi's; CUDA may count in another order, so a device is found again by its
    `uuid`. `total` and `free` are None where the driver does not tell. An integrated one shares
    the machine's RAM. `link` is what its bus can carry, if the bus is known. `problem` says in
    one sentence why it cannot be used although it is there.
    """

    name: str
    vendor: str = "nvidia"
    index: int | None = None
    uuid: str = ""
    bus: str = ""
    total: int | None = None
    free: int | None = None
    driver: str = ""
    is_integrated: bool = False
    link: float | None = None
    problem: str = ""

    @property
    def is_usable(self) -> bool:
        """Whether the engine can run on it: a discrete NVIDIA card that tells its free memory."""
        return (
            self.vendor == "nvidia"
            and not self.is_integrated
            and not self.problem
            and self.free is not None
            and self.free > 0
        )


@dataclass(frozen=True)
class Machine:
    """Memory of a machine, as it is free now.

    `ram` is what programs can still take, within the limit of a container. `free_disk` is that of
    the folder where a model would be installed; None leaves the disk out of the plan (the model
    is installed already, or the folder is unknown). `cores` are physical ones.
    """

    gpus: tuple[Gpu, ...] = ()
    ram: int = 0
    ram_total: int | None = None
    free_disk: int | None = None
    cores: int = 2

    def with_given(self, *, vram: int | None = None, ram: int | None = None) -> Machine:
        """This machine with the free memory that the person named, in bytes.

        A given `vram` stands for one card: the best usable one found here, or an unnamed one;
        0 stands for none. Such a machine may be another one, so this one's disk is left out.
        """
        if vram is None and ram is None:
            return self
        machine = replace(self, free_disk=None)
        if vram is not None:
            usable = [gpu for gpu in self.gpus if gpu.is_usable]
            best = max(usable, key=lambda gpu: gpu.free or 0, default=Gpu("GPU"))
            gpus = (replace(best, free=vram, total=None),) if vram > 0 else ()
            machine = replace(machine, gpus=gpus)
        if ram is not None:
            machine = replace(machine, ram=ram, ram_total=None)
        return machine


@dataclass(frozen=True)
class Bandwidths:
    """Measured read speeds in bytes per second; None where nothing was measured.

    `vram` is what the engine's own passes reach (from `bench`), `link` from RAM to the card,
    `ram` what the CPU's passes reach, `disk` the folder of the model.
    """

    vram: float | None = None
    link: float | None = None
    ram: float | None = None
    disk: float | None = None
