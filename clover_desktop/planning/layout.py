"""Where each part of a model goes on a machine: the arithmetic of a plan, without its sentences.

A card holds, in this order: what the driver and the engine take, the dense weights and the head,
the workspace, keys and values, the recurrent state, and then as many experts of every layer as
there is room for. The other experts lie in pinned RAM; what RAM does not hold stays in the file on
disk, which is mapped. Without a card all of it lies in RAM, or is mapped.

**Reserves.** Free memory counts, not total, so what the display and other programs hold is already
gone; the reserves below are for what they still take while a model stays loaded. The card's
figures sum to the 1.3 GB that the design's table of a 16 GB card (15,751 MiB free, 16K context)
was made with; the process figures are judgement until measured with the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from clover_desktop.planning.geometry import (
    BF16,
    EMBEDDING,
    EXPERTS,
    FLOAT32,
    Geometry,
    Scheme,
)
from clover_desktop.planning.machine import Bandwidths, Gpu, Machine
from clover_desktop.planning.speed import CODE_TOKENS, DECODERS, PROSE_TOKENS, Traffic

GPU = "gpu"
CPU = "cpu"
NOTHING = "none"
RAM = "ram"
DISK = "disk"

VRAM_RESERVE = 300_000_000
"""Left free on the card: a browser or the desktop that grows."""
CUDA_CONTEXT = 500_000_000
"""The driver's context, loaded kernels and library workspaces of one process on a card."""
ALLOCATOR_SLACK = 100_000_000
"""Rounding and holes of torch's allocator."""
PREFILL_ROWS = 512
"""Rows of a prompt that are read at once."""
STAGED_EXPERTS = 64
"""Experts of one layer that may be in flight to the card; two layers are."""

CPU_PROCESS = 800_000_000
"""Resident memory of the app with torch and the window, without weights."""
GPU_PROCESS = 1_500_000_000
"""The same with CUDA's libraries."""
RAM_RESERVE = 1_000_000_000
RAM_RESERVE_SHARE = 0.1
"""Of the available RAM that much is left to the system: the share, and at most the figure above."""
STATE_SNAPSHOTS = 4
"""Copies of the recurrent state kept for earlier prompts; they lie in RAM."""

MAPPED_SHARE = 0.25
"""A plan fits while at most this share of the routed experts has to be read from disk. Beyond it
every new block waits seconds for a drive whose speed nobody measured."""

SOURCE_SHARDS_IN_FLIGHT = 2
SOURCE_SHARD = 5_000_000_000
"""Usual upper size of one downloaded shard; the real sizes are known when the hub was asked."""


@dataclass(frozen=True)
class Request:
    """What a plan is made for.

    `resident_limit` and `use_gpu` are how the ladder asks for less after memory ran out;
    `asked_context` is what the person chose before it did.
    """

    geometry: Geometry
    machine: Machine
    scheme: Scheme
    context: int
    bandwidths: Bandwidths = field(default_factory=Bandwidths)
    resident_limit: int | None = None
    use_gpu: bool = True
    asked_context: int | None = None


@dataclass(frozen=True)
class Part:
    """`nbytes` of one thing in one place: `gpu`, `ram` or `disk` (mapped, read when needed)."""

    name: str
    place: str
    nbytes: int


@dataclass(frozen=True)
class Missing:
    """What a machine lacks: `gpu`, `ram` or `disk`, how much more, and what is free now."""

    place: str
    nbytes: int
    free: int


@dataclass(frozen=True)
class Plan:
    """What lives where, how fast it should be, and why.

    `device` is `gpu`, `cpu`, or `none` where not even the parts that can't be mapped fit; then
    nothing is loaded, no memory is taken and all speeds are 0. Speeds map decoder to tokens per
    second. `missing` is empty when the plan fits. `card_lacks` is what the best card lacks before
    anything can run on it, 0 if it is in use or there is none.
    """

    request: Request
    fits: bool
    device: str
    gpu: Gpu | None
    resident_per_layer: int
    parts: tuple[Part, ...]
    kv_bytes: int
    tokens_per_second: Mapping[str, float]
    code_tokens_per_second: Mapping[str, float]
    missing: tuple[Missing, ...] = ()
    card_lacks: int = 0
    sentences: tuple[str, ...] = ()

    def nbytes(self, place: str, *, name: str | None = None) -> int:
        """Bytes in `place`, of the part called `name` or of all."""
        return sum(
            part.nbytes
            for part in self.parts
            if part.place == place and (name is None or part.name == name)
        )

    @property
    def vram_bytes(self) -> int:
        """All that the plan takes on the card."""
        return self.nbytes(GPU)

    @property
    def ram_bytes(self) -> int:
        """All that the plan takes of RAM, the process itself included."""
        return self.nbytes(RAM)

    @property
    def disk_bytes(self) -> int:
        """Weights that are in no memory and are read from the mapped file when needed."""
        return self.nbytes(DISK)

    @property
    def installed_bytes(self) -> int:
        """Size of the installed model's weights on disk."""
        return self.request.geometry.weights_nbytes(self.request.scheme)

    @property
    def install_peak_bytes(self) -> int:
        """Free disk that an installation needs: the result and the shards in flight."""
        source = self.request.geometry.weights_nbytes(BF16)
        return self.installed_bytes + min(source, SOURCE_SHARDS_IN_FLIGHT * SOURCE_SHARD)

    @property
    def best_decoder(self) -> str:
        """The decoder with the highest expected speed on prose."""
        return max(DECODERS, key=lambda decoder: self.tokens_per_second[decoder])


def ram_budget(available: int) -> int:
    """Bytes of `available` RAM that a plan may take."""
    return available - min(RAM_RESERVE, int(available * RAM_RESERVE_SHARE))


def ram_for(needed: int) -> int:
    """Available RAM at which the budget reaches `needed` bytes."""
    scaled = int(needed / (1 - RAM_RESERVE_SHARE)) + 1
    return (
        min(scaled, needed + RAM_RESERVE) if scaled * RAM_RESERVE_SHARE >= RAM_RESERVE else scaled
    )


def workspace_nbytes(geometry: Geometry, *, value_bytes: int) -> int:
    """Bytes for logits, activations of a prompt's chunk, and one more copy of the state."""
    logits = geometry.block_size * geometry.vocab_size * (4 + value_bytes)
    widest = max(
        geometry.conv_channels + geometry.linear_num_value_heads * geometry.linear_value_head_dim,
        2 * geometry.num_experts_per_tok * geometry.moe_intermediate_size,
    )
    activations = PREFILL_ROWS * (4 * geometry.hidden_size + 2 * widest) * value_bytes
    return logits + activations + geometry.state_nbytes(value_bytes=value_bytes)


def staging_nbytes(geometry: Geometry, scheme: Scheme) -> int:
    """Bytes of the two buffers through which experts of two layers travel to the card."""
    return 2 * min(STAGED_EXPERTS, geometry.num_experts) * geometry.expert_nbytes(scheme)


def solve(request: Request) -> Plan:
    """The best plan without sentences: one that fits before one that doesn't, then the faster.

    Pure: equal requests give equal plans.
    """
    cards = [gpu for gpu in request.machine.gpus if gpu.is_usable] if request.use_gpu else []
    lacks = [(card_shortage(request, gpu), gpu) for gpu in cards]
    on_cards = [_on_gpu(request, gpu) for shortage, gpu in lacks if shortage <= 0]
    # Room for experts decides between cards: the estimate of speed is too rough to.
    on_cards.sort(key=lambda plan: (plan.fits, plan.resident_per_layer, _best_speed(plan)))
    best = max([*on_cards[-1:], _on_cpu(request)], key=lambda plan: (plan.fits, _best_speed(plan)))
    shortest = min((shortage for shortage, _ in lacks), default=0)
    return _with_disk(best, card_lacks=max(0, shortest))


def _best_speed(plan: Plan) -> float:
    return plan.tokens_per_second[plan.best_decoder]


def card_parts(request: Request) -> list[Part]:
    """What has to lie on a card before the first expert does."""
    geometry, scheme = request.geometry, request.scheme
    workspace = workspace_nbytes(geometry, value_bytes=2) + staging_nbytes(geometry, scheme)
    return [
        Part("driver", GPU, CUDA_CONTEXT),
        Part("dense weights", GPU, geometry.always_read_nbytes(scheme)),
        Part("workspace", GPU, workspace + ALLOCATOR_SLACK),
        Part("keys and values", GPU, geometry.kv_nbytes(request.context, value_bytes=2)),
        Part("recurrent state", GPU, geometry.state_nbytes(value_bytes=2)),
    ]


def card_shortage(request: Request, gpu: Gpu) -> int:
    """Bytes that `gpu` lacks for what has to lie on it; not above 0 if it is enough."""
    fixed = sum(part.nbytes for part in card_parts(request))
    return fixed + VRAM_RESERVE - (gpu.free or 0)


def _on_gpu(request: Request, gpu: Gpu) -> Plan:
    geometry, scheme = request.geometry, request.scheme
    slot = geometry.slot_nbytes(scheme)
    parts = card_parts(request)
    room = -card_shortage(request, gpu)
    limit = geometry.num_experts if request.resident_limit is None else request.resident_limit
    resident = max(0, min(geometry.num_experts, limit, room // slot))
    parts.append(Part(EXPERTS, GPU, resident * slot))
    state = geometry.state_nbytes(value_bytes=2)
    fixed = [Part("process", RAM, GPU_PROCESS), Part("snapshots", RAM, STATE_SNAPSHOTS * state)]
    outside = (geometry.num_experts - resident) * slot
    in_ram, missing = _fill_ram(
        request,
        fixed,
        [(EMBEDDING, geometry.part_nbytes(scheme)[EMBEDDING])],
        outside,
        can_map=True,
    )
    if in_ram is None:
        return _nothing(request, missing)
    on_disk = sum(part.nbytes for part in in_ram if part.place == DISK and part.name == EXPERTS)
    kv = geometry.kv_nbytes(request.context, value_bytes=2)
    experts = geometry.num_experts * slot
    traffic = Traffic.of_gpu(
        gpu,
        request.bandwidths,
        geometry=geometry,
        scheme=scheme,
        kv_nbytes=kv,
        state_nbytes=state,
        outside=outside / experts,
        on_disk=on_disk / experts,
    )
    return Plan(
        request=request,
        fits=not missing,
        device=GPU,
        gpu=gpu,
        resident_per_layer=resident,
        parts=tuple(part for part in (*parts, *in_ram) if part.nbytes),
        kv_bytes=kv,
        tokens_per_second=traffic.tokens_per_second(PROSE_TOKENS),
        code_tokens_per_second=traffic.tokens_per_second(CODE_TOKENS),
        missing=missing,
    )


def _on_cpu(request: Request) -> Plan:
    geometry = request.geometry
    # Values are float32 on the CPU; an unpacked checkpoint is converted, so it can't be mapped.
    is_unpacked = request.scheme.dense_bits >= 16
    scheme = FLOAT32 if is_unpacked else request.scheme
    kv = geometry.kv_nbytes(request.context, value_bytes=4)
    state = geometry.state_nbytes(value_bytes=4)
    fixed = [
        Part("process", RAM, CPU_PROCESS),
        Part("workspace", RAM, workspace_nbytes(geometry, value_bytes=4)),
        Part("keys and values", RAM, kv),
        Part("recurrent state", RAM, (1 + STATE_SNAPSHOTS) * state),
    ]
    weights = [
        ("dense weights", geometry.always_read_nbytes(scheme)),
        (EMBEDDING, geometry.part_nbytes(scheme)[EMBEDDING]),
    ]
    experts = geometry.num_experts * geometry.slot_nbytes(scheme)
    in_ram, missing = _fill_ram(request, fixed, weights, experts, can_map=not is_unpacked)
    if in_ram is None:
        return _nothing(request, missing)
    on_disk = sum(part.nbytes for part in in_ram if part.place == DISK)
    traffic = Traffic.of_cpu(
        request.machine.cores,
        request.bandwidths,
        geometry=geometry,
        scheme=scheme,
        kv_nbytes=kv,
        state_nbytes=state,
        on_disk=on_disk / experts,
    )
    return Plan(
        request=request,
        fits=not missing,
        device=CPU,
        gpu=None,
        resident_per_layer=0,
        parts=tuple(part for part in in_ram if part.nbytes),
        kv_bytes=kv,
        tokens_per_second=traffic.tokens_per_second(PROSE_TOKENS),
        code_tokens_per_second=traffic.tokens_per_second(CODE_TOKENS),
        missing=missing,
    )


def _fill_ram(
    request: Request,
    fixed: list[Part],
    weights: list[tuple[str, int]],
    experts: int,
    *,
    can_map: bool,
) -> tuple[list[Part] | None, tuple[Missing, ...]]:
    """Place `fixed`, then `weights`, then the routed experts in RAM; the rest on disk.

    Returns the parts, or None if not even the parts that can't be mapped fit, and what is missing.
    """
    geometry, scheme = request.geometry, request.scheme
    available = max(0, request.machine.ram)
    room = ram_budget(available)
    needed = sum(part.nbytes for part in fixed)
    cannot_start = needed > room
    parts = list(fixed)
    left = room - needed
    for name, nbytes in [*weights, (EXPERTS, experts)]:
        held = max(0, min(nbytes, left))
        if name == EXPERTS and held < nbytes:
            held -= held % geometry.expert_nbytes(scheme)
        parts += [Part(name, RAM, held), Part(name, DISK, nbytes - held)]
        left -= held
        needed += nbytes
    if can_map:
        all_experts = geometry.num_experts * geometry.slot_nbytes(scheme)
        needed -= min(experts, int(all_experts * MAPPED_SHARE))
    # Whole experts are held, hence one more expert of room at most.
    short = ram_for(needed) - available
    missing = (Missing(RAM, short, available),) if needed > room else ()
    if cannot_start or (missing and not can_map):
        return None, missing
    return parts, missing


def _nothing(request: Request, missing: tuple[Missing, ...]) -> Plan:
    nbytes = request.geometry.weights_nbytes(request.scheme)
    silence = dict.fromkeys(DECODERS, 0.0)
    return Plan(
        request=request,
        fits=False,
        device=NOTHING,
        gpu=None,
        resident_per_layer=0,
        parts=(Part("weights", DISK, nbytes),),
        kv_bytes=request.geometry.kv_nbytes(request.context, value_bytes=2),
        tokens_per_second=silence,
        code_tokens_per_second=silence,
        missing=missing,
    )


def _with_disk(plan: Plan, *, card_lacks: int) -> Plan:
    """Add what the installation lacks on disk, and what the card lacks if it is not used."""
    free = plan.request.machine.free_disk
    missing = plan.missing
    if free is not None and free < plan.install_peak_bytes:
        missing = (*missing, Missing(DISK, plan.install_peak_bytes - free, free))
    return replace(
        plan,
        fits=plan.fits and not missing,
        missing=missing,
        card_lacks=0 if plan.device == GPU else card_lacks,
    )
