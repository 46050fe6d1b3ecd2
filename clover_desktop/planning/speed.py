"""Expected tokens per second of each decoder, from bytes moved and the speed at which they move.

Every figure is for prose, the slow case, and is an estimate until `bench` has measured this
machine. What goes in:

- Tokens gained, from public notes of one engine on the released checkpoint at threshold 0.95:
  1.1 tokens per preview pass on prose and 2.6 on code; 3.4 tokens per self-speculative round of
  width 16 on prose and 10 on code. Other checkpoints are assumed to do the same.
- Experts touched per layer by n rows: E (1 - (1 - k/E)^(n^(2/3))). Rows of one text share
  experts; the exponent fits the counts published for the nearest relative (30, 47, 60, 70 of 256
  for 8, 16, 24, 32 rows against a published 32, 49, 61, 70). A coreset keeps 40 of the 70, and
  only preview passes have one.
- Bytes per pass: all dense weights and the head, the touched experts, keys and values of a
  context that is half full, the recurrent state.
- A card reaches half of its memory bandwidth (`GPU_EFFICIENCY`). Of the two speeds published for
  the release one comes to 70 % of the limit (H200, all resident) and one to 23 % (16 GB card,
  where offload is in the way).
- Experts outside the card cross the bus once per block (LowConfidence), round (self-speculative)
  or token (causal): a block repeats its experts from pass to pass. No reuse from one round to
  the next is counted, and residents are taken as a random choice.
- On the CPU a pass takes the longer of its bytes and its arithmetic. Both speeds come from
  llama.cpp on shapes of the release, 2 cores with AVX-512 VNNI and 34 GB/s of read bandwidth:
  1.3 s for 32 rows (about 75 GFLOP/s a core) and 0.12 s a token (60 % of the bandwidth).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clover_desktop.planning.geometry import Geometry, Scheme
from clover_desktop.planning.machine import Bandwidths, Gpu

LOW_CONFIDENCE = "low_confidence"
DRAFT_SELF = "draft_self"
CAUSAL = "causal"
DECODERS = (LOW_CONFIDENCE, DRAFT_SELF, CAUSAL)

PROSE_TOKENS = {LOW_CONFIDENCE: 1.1, DRAFT_SELF: 3.4, CAUSAL: 1.0}
"""Tokens gained per preview pass, round and step on prose."""
CODE_TOKENS = {LOW_CONFIDENCE: 2.6, DRAFT_SELF: 10.0, CAUSAL: 1.0}
"""The same on code."""
DRAFT_WIDTH = 16

ROW_OVERLAP = 2 / 3
CORESET_SHARE = 40 / 70

GPU_EFFICIENCY = 0.5
CPU_EFFICIENCY = 0.6
CORE_FLOPS = 75e9
# Launches of one layer in a captured graph, and the calls of torch ops on a CPU (judgement): what
# keeps a tiny checkpoint from being promised a hundred thousand tokens a second.
GPU_LAYER_SECONDS = 25e-6
CPU_LAYER_SECONDS = 200e-6

DEFAULT_VRAM_BANDWIDTH = 300e9
"""For a card that is not in the table: the slow end of what 8 to 16 GB cards have."""
DEFAULT_LINK = 12e9
"""PCIe 3 x16 or PCIe 4 x8, with what a copy reaches of it."""
DEFAULT_RAM_BANDWIDTH = 34e9
"""Measured on the 2-core machine named above; two channels of DDR4 lie a little higher."""
DEFAULT_DISK = 1.5e9
"""An NVMe drive reading pieces of about 2 MB."""

CARD_BANDWIDTHS: Mapping[str, float] = {
    "RTX 2060": 336e9,
    "RTX 2070": 448e9,
    "RTX 2080": 448e9,
    "RTX 2080 Ti": 616e9,
    "RTX 3050": 224e9,
    "RTX 3060": 360e9,
    "RTX 3060 Ti": 448e9,
    "RTX 3070": 448e9,
    "RTX 3080": 760e9,
    "RTX 3090": 936e9,
    "RTX 4060": 272e9,
    "RTX 4060 Ti": 288e9,
    "RTX 4070": 504e9,
    "RTX 4070 Ti SUPER": 672e9,
    "RTX 4080": 717e9,
    "RTX 4090": 1008e9,
    "RTX 5060": 448e9,
    "RTX 5070": 672e9,
    "RTX 5070 Ti": 896e9,
    "RTX 5080": 960e9,
    "RTX 5090": 1792e9,
    "A100": 1555e9,
    "H100": 2000e9,
    "H200": 4800e9,
    "L4": 300e9,
    "T4": 320e9,
}
"""Memory bandwidth in the makers' data sheets, by a part of the card's name; of several variants
the slower one. Laptop cards carry desktop names with less bandwidth and are not looked up."""


def card_bandwidth(name: str) -> float:
    """Memory bandwidth of the card called `name`; the cautious default for an unknown one."""
    if "laptop" in name.casefold() or "max-q" in name.casefold():
        return DEFAULT_VRAM_BANDWIDTH
    padded = f" {name.replace('-', ' ')} ".casefold()
    found = [known for known in CARD_BANDWIDTHS if f" {known} ".casefold() in padded]
    # The longest name wins: an RTX 5070 Ti is not an RTX 5070.
    return CARD_BANDWIDTHS[max(found, key=len)] if found else DEFAULT_VRAM_BANDWIDTH


def experts_touched(geometry: Geometry, rows: int, *, with_coreset: bool) -> float:
    """Experts per layer that a pass over `rows` rows of one text reads."""
    experts, chosen = geometry.num_experts, min(geometry.num_experts_per_tok, geometry.num_experts)
    effective_rows = float(rows) ** ROW_OVERLAP
    touched = experts * (1 - (1 - chosen / experts) ** effective_rows)
    if with_coreset and geometry.has_coreset:
        touched *= CORESET_SHARE
    return float(min(experts, max(chosen, touched)))


@dataclass(frozen=True)
class Traffic:
    """Where the weights of a plan lie and how fast each place is read.

    `outside` is the share of routed experts that is neither on the device that computes nor, for
    the CPU, in RAM; `on_disk` is the part of that share that has to come from disk. `compute` is
    the device's arithmetic in operations per second, None where it is not the limit.
    """

    geometry: Geometry
    scheme: Scheme
    kv_nbytes: int
    state_nbytes: int
    outside: float
    on_disk: float
    memory: float
    link: float
    disk: float
    layer_seconds: float
    compute: float | None = None

    @classmethod
    def of_gpu(
        cls,
        gpu: Gpu,
        bandwidths: Bandwidths,
        *,
        geometry: Geometry,
        scheme: Scheme,
        kv_nbytes: int,
        state_nbytes: int,
        outside: float,
        on_disk: float,
    ) -> Traffic:
        """Traffic of a plan on a card."""
        link = bandwidths.link or gpu.link or DEFAULT_LINK
        return cls(
            geometry=geometry,
            scheme=scheme,
            kv_nbytes=kv_nbytes,
            state_nbytes=state_nbytes,
            outside=outside,
            on_disk=on_disk,
            memory=bandwidths.vram or card_bandwidth(gpu.name) * GPU_EFFICIENCY,
            link=link,
            disk=min(link, bandwidths.disk or DEFAULT_DISK),
            layer_seconds=GPU_LAYER_SECONDS,
        )

    @classmethod
    def of_cpu(
        cls,
        cores: int,
        bandwidths: Bandwidths,
        *,
        geometry: Geometry,
        scheme: Scheme,
        kv_nbytes: int,
        state_nbytes: int,
        on_disk: float,
    ) -> Traffic:
        """Traffic of a plan on the CPU, where `on_disk` of the experts is not in RAM."""
        memory = bandwidths.ram or DEFAULT_RAM_BANDWIDTH * CPU_EFFICIENCY
        return cls(
            geometry=geometry,
            scheme=scheme,
            kv_nbytes=kv_nbytes,
            state_nbytes=state_nbytes,
            outside=on_disk,
            on_disk=on_disk,
            memory=memory,
            link=memory,
            disk=min(memory, bandwidths.disk or DEFAULT_DISK),
            layer_seconds=CPU_LAYER_SECONDS,
            compute=max(1, cores) * CORE_FLOPS,
        )

    def pass_seconds(self, rows: int, *, is_preview: bool) -> float:
        """Seconds of one pass over `rows` rows with all its weights at hand."""
        touched = experts_touched(self.geometry, rows, with_coreset=is_preview)
        nbytes = self.geometry.always_read_nbytes(self.scheme)
        nbytes += int(touched * self.geometry.slot_nbytes(self.scheme))
        # The preview reads the recurrent state, the causal pass writes it back as well.
        nbytes += self.kv_nbytes // 2 + self.state_nbytes * (1 if is_preview else 2)
        seconds = nbytes / self.memory
        if self.compute is not None:
            seconds = max(seconds, 2 * rows * self.geometry.active_parameters / self.compute)
        return seconds + self.geometry.layers * self.layer_seconds

    def miss_seconds(self, rows: int) -> float:
        """Seconds to fetch the experts of `rows` rows that lie outside."""
        touched = experts_touched(self.geometry, rows, with_coreset=False)
        nbytes = touched * self.geometry.slot_nbytes(self.scheme)
        in_ram = self.outside - self.on_disk
        return nbytes * (in_ram / self.link + self.on_disk / self.disk)

    def tokens_per_second(self, tokens: Mapping[str, float]) -> dict[str, float]:
        """Decoder to tokens per second, the prompt not counted.

        Args:
            tokens: gained per preview pass, round and step: `PROSE_TOKENS` or `CODE_TOKENS`.
        """
        block = self.geometry.block_size
        passes = max(1.0, block / tokens[LOW_CONFIDENCE])
        block_seconds = passes * self.pass_seconds(block, is_preview=True)
        block_seconds += self.pass_seconds(block, is_preview=False) + self.miss_seconds(block)
        width = min(DRAFT_WIDTH, block)
        round_seconds = self.pass_seconds(width, is_preview=True)
        round_seconds += self.pass_seconds(width, is_preview=False) + self.miss_seconds(width)
        step_seconds = self.pass_seconds(1, is_preview=False) + self.miss_seconds(1)
        return {
            LOW_CONFIDENCE: block / block_seconds,
            DRAFT_SELF: min(tokens[DRAFT_SELF], width) / round_seconds,
            CAUSAL: 1 / step_seconds,
        }
