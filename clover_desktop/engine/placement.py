"""Where a model's weights go, and what is tried next when the memory of the GPU is full.

The rungs of `planning.ladder` without the shorter context: the cache of the attention layers grows
with the chat, so a promise of less context would free nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch

from clover_desktop.errors import Sentence, said
from clover_desktop.models.config import CloverConfig
from clover_desktop.models.manifest import MANIFEST
from clover_desktop.models.quantized_weights import weight_bytes
from clover_desktop.planning.ladder import EXPERT_STEP_SHARE

RESERVE = 1_300_000_000
"""Bytes of a card kept for activations, kernels and the cache at 16K of context (engine.md)."""


@dataclass(frozen=True)
class Placement:
    """`device` is `cpu` or `cuda`; `resident` of `experts` routed experts of each layer lie there,
    and the others work in RAM."""

    device: str
    resident: int
    experts: int


def placements(folder: Path, config: CloverConfig, device: str) -> list[Placement]:
    """The rungs for a model on `device`, the best first; the last is the CPU.

    Rungs for which the card has no room at the moment are left out. Only models in the app's own
    format can be split.
    """
    experts = config.num_experts
    on_cpu = Placement("cpu", experts, experts)
    if device == "cpu":
        return [on_cpu]
    if not (folder / MANIFEST).exists():
        return [Placement(device, experts, experts), on_cpu]
    routed, others = weight_bytes(folder)
    free = free_vram()
    step = max(1, experts // EXPERT_STEP_SHARE)
    counts = [*range(experts, 0, -step), 0]
    fitting = [
        count
        for count in counts
        if free is None or others + routed * count // experts + RESERVE <= free
    ]
    return [*(Placement(device, count, experts) for count in fitting), on_cpu]


def free_vram() -> int | None:
    """Free bytes of the GPU, None where it does not say."""
    try:
        return torch.cuda.mem_get_info()[0]
    except (RuntimeError, AssertionError):
        return None


def notice(placement: Placement, asked: str) -> Sentence | str:
    """What a person is told about a placement that is not the one they asked for, else nothing."""
    if placement.device != asked:
        return said(
            "gpu_full_loading",
            "The memory of the GPU is not enough for this model: the CPU goes on, more slowly.",
        )
    if placement.resident < placement.experts:
        return said(
            "experts_in_ram",
            "The memory of the GPU holds {resident} of {experts} experts of each layer: the others"
            " work in RAM, more slowly.",
            resident=placement.resident,
            experts=placement.experts,
        )
    return ""
