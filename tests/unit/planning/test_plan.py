# Run: python -P -m pytest tests/unit/planning/test_plan.py
"""What fits on which machine, with which sentences; what holds for every machine; the ladder."""

import itertools
import json
import pickle
import random
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from clover_desktop.errors import UsageError
from clover_desktop.planning import (
    BF16,
    COMPACT,
    INT4_G64,
    RELEASE,
    Bandwidths,
    Geometry,
    Gpu,
    Machine,
    Plan,
    Scheme,
    make_plan,
    next_plan,
    plan_json,
)
from clover_desktop.planning.geometry import EXPERTS
from clover_desktop.planning.layout import CPU, DISK, GPU, NOTHING, RAM
from clover_desktop.planning.speed import (
    CAUSAL,
    DECODERS,
    DRAFT_SELF,
    GPU_EFFICIENCY,
    LOW_CONFIDENCE,
    Traffic,
    card_bandwidth,
    experts_touched,
)

GB = 1_000_000_000
MIB = 1 << 20
JSON_KEYS = {
    "fits",
    "resident_per_layer",
    "vram_bytes",
    "ram_bytes",
    "disk_bytes",
    "kv_bytes",
    "tokens_per_second",
    "sentences",
}
ALL = 256
TINY = Geometry(
    "tiny", 64, 288, 3, 1, 4, 2, 32, 2, 4, 16, 16, 4, 16, 4, 32, 32, 4096, 32, False, True
)


def card(
    free: float,
    *,
    total: float | None = None,
    name: str = "NVIDIA GeForce RTX 5060 Ti",
    **more: Any,
) -> Gpu:
    """An NVIDIA card with `free` GB of its memory free."""
    held = None if total is None else int(total * GB)
    return Gpu(name, free=int(free * GB), total=held, **more)


INTEL = Gpu("Intel graphics a780", "intel", is_integrated=True)
JETSON = card(16.5, is_integrated=True)
APU = Gpu("AMD graphics 15bf", "amd", total=16 * GB, free=16 * GB, is_integrated=True)
RADEON = Gpu("AMD graphics 744c", "amd", total=24 * GB, free=23 * GB)
SILENT = Gpu("NVIDIA GB10", index=0)
DRIVERLESS = Gpu("NVIDIA graphics 2c05", problem="NVIDIA graphics 2c05 runs on nouveau.")


class Case(NamedTuple):
    """A machine (free GB of RAM) and what its plan must say; residents lie within `resident`."""

    gpus: tuple[Gpu, ...]
    ram: float
    fits: bool
    device: str
    resident: tuple[int, int]
    parts: tuple[str, ...] = ()
    scheme: Scheme = INT4_G64
    context: int = 16_384
    disk: float | None = None


CASES = {
    "16 GB card, 32 GB RAM": Case(
        (card(16.516),),
        27,
        True,
        GPU,
        (179, 183),
        (
            "Fits with 16K context; 18",
            " of 256 experts per layer on the GPU, 5.",
            " GB of experts in RAM (7.",
            " GB of RAM in all); about",
        ),
    ),
    "16 GB card, 16 GB RAM": Case((card(16.5),), 13, True, GPU, (179, 183), ("experts in RAM",)),
    "16 GB card, 64 GB RAM, 128K": Case(
        (card(16.5),), 60, True, GPU, (140, 152), ("Fits with 128K context",), context=131_072
    ),
    "16 GB card, compact": Case((card(16.5),), 27, True, GPU, (210, 218), scheme=COMPACT),
    "12 GB card, 32 GB RAM": Case((card(11.6),), 27, True, GPU, (108, 115), ("experts in RAM",)),
    "12 GB card, 16 GB RAM": Case(
        (card(11.6),),
        12,
        True,
        GPU,
        (108, 115),
        ("mapped from disk", "keep the model on a fast drive"),
    ),
    "8 GB card, 64 GB RAM": Case((card(7.6),), 58, True, GPU, (50, 60)),
    "8 GB card, 32 GB RAM": Case((card(7.6),), 26, True, GPU, (50, 60)),
    "8 GB card, 16 GB RAM": Case(
        (card(7.6),),
        12,
        False,
        GPU,
        (50, 60),
        ("Does not fit with 16K context: ", "GB of RAM are missing", "with the compact scheme"),
    ),
    "24 GB card": Case(
        (card(24.5, name="NVIDIA GeForce RTX 4090"),),
        27,
        True,
        GPU,
        (ALL, ALL),
        ("all 256 experts per layer on the GPU, 2.3 GB in RAM; about", "1008 GB/s inside the card"),
    ),
    "24 GB card, 8 GB RAM": Case((card(24.5),), 6, True, GPU, (ALL, ALL)),
    "141 GB card, unpacked": Case((card(148),), 27, True, GPU, (ALL, ALL), scheme=BF16),
    "16 GB card, unpacked": Case(
        (card(16.5),),
        27,
        False,
        GPU,
        (10, 60),
        ("with the int4-g64 scheme", "demo model"),
        scheme=BF16,
    ),
    "4 GB card, 32 GB RAM": Case(
        (card(3.58, total=4.2),),
        27,
        True,
        CPU,
        (0, 0),
        (
            "Fits with 16K context on the CPU; 22.",
            "The GPU lacks 0.1 GB of free memory",
            "it would be used with 8K context",
        ),
    ),
    "6 GB card, 24 GB RAM": Case((card(5.6),), 20, True, GPU, (25, 35)),
    "no card, 64 GB RAM": Case(
        (), 58, True, CPU, (0, 0), ("on the CPU; 22.", "from RAM with a recent processor")
    ),
    "no card, 24 GB RAM": Case((), 20, True, CPU, (0, 0), ("mapped from disk",)),
    "no card, 16 GB RAM": Case(
        (),
        13,
        False,
        CPU,
        (0, 0),
        ("6.1 GB of RAM are missing (19.1 GB have to be free", "demo model"),
    ),
    "no card, 24 GB RAM, half in use": Case(
        (), 18, False, CPU, (0, 0), ("1.1 GB of RAM are missing", "It would fit with the compact")
    ),
    "no card, 2 GB RAM": Case(
        (),
        1.5,
        False,
        NOTHING,
        (0, 0),
        ("No setting of this model fits", "demo model runs anywhere"),
    ),
    "integrated graphics, 32 GB RAM": Case(
        (INTEL,), 27, True, CPU, (0, 0), ("is integrated: it shares the machine's RAM",)
    ),
    "integrated graphics with much memory": Case((APU,), 27, True, CPU, (0, 0), ("integrated",)),
    "an integrated NVIDIA chip": Case((JETSON,), 27, True, CPU, (0, 0), ("is integrated",)),
    "16 GB card and integrated graphics": Case(
        (card(16.5, index=0), INTEL),
        27,
        True,
        GPU,
        (179, 183),
        ("GPU 0 (NVIDIA GeForce RTX 5060 Ti) is used.", "Intel graphics a780 is integrated"),
    ),
    "two cards, the larger in use by another program": Case(
        (
            card(5.0, total=25.7, name="NVIDIA GeForce RTX 4090", index=0),
            card(11.6, total=12.9, name="NVIDIA GeForce RTX 3060", index=1),
        ),
        27,
        True,
        GPU,
        (108, 115),
        (
            "GPU 1 (NVIDIA GeForce RTX 3060) is used.",
            "GPU 0 (NVIDIA GeForce RTX 4090) has 5.0 GB free and is not used",
            "Other programs hold 20.7 GB of the 25.7 GB of GPU 0",
            "256 instead of 11",
        ),
    ),
    "two equal cards": Case(
        (card(16.5, index=0), card(16.5, index=1)), 27, True, GPU, (179, 183), ("on one card",)
    ),
    "16 GB card, most of it held by another program": Case(
        (card(4.0, total=17.1),),
        27,
        True,
        GPU,
        (1, 12),
        ("Other programs hold 13.1 GB of the 17.1 GB", "with them closed, 18"),
    ),
    "16 GB card full, little RAM": Case(
        (card(0.4, total=17.1),),
        9,
        False,
        CPU,
        (0, 0),
        ("GB of RAM are missing", "It would fit with the other programs on the GPU closed"),
    ),
    "a discrete AMD card": Case((RADEON,), 27, True, CPU, (0, 0), ("the engine runs on NVIDIA",)),
    "a card that hides its memory": Case((SILENT,), 27, True, CPU, (0, 0), ("does not tell",)),
    "a card without its driver": Case((DRIVERLESS,), 27, True, CPU, (0, 0), ("runs on nouveau.",)),
    "16 GB card, disk too full": Case(
        (card(16.5),),
        27,
        False,
        GPU,
        (179, 183),
        (
            "18.7 GB of free disk are missing (the installation needs 30.7 GB at its peak",
            "It would fit with 30.7 GB of free disk;",
        ),
        disk=12,
    ),
    "16 GB card, disk just enough": Case((card(16.5),), 27, True, GPU, (179, 183), disk=30.7),
    "disk and RAM short": Case(
        (),
        18,
        False,
        CPU,
        (0, 0),
        ("RAM are missing", "disk are missing", "30.7 GB of free disk, and then with the compact"),
        disk=12,
    ),
}


def plan_of(case: Case) -> Plan:
    disk = None if case.disk is None else int(case.disk * GB)
    machine = Machine(case.gpus, ram=int(case.ram * GB), free_disk=disk)
    return make_plan(RELEASE, machine, scheme=case.scheme, context=case.context)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_machines(case: Case) -> None:
    plan = plan_of(case)
    said = "\n".join(plan.sentences)
    assert (plan.fits, plan.device) == (case.fits, case.device), said
    assert case.resident[0] <= plan.resident_per_layer <= case.resident[1], said
    for part in case.parts:
        assert part in said
    assert plan.fits == (not plan.missing)
    assert plan.sentences[0].startswith("Fits" if case.fits else "Does not fit")


@pytest.mark.parametrize(
    ("scheme", "resident"),
    [
        (Scheme("3-bit codebook", 3, 3, group_overhead_bits=0), 256),
        (Scheme("int3 g64, scale only", 3, 3, group_overhead_bits=16), 250),
        (Scheme("int3 g64 asym", 3, 3), 233),
        (Scheme("int4 g128 sym", 4, 4, group=128, group_overhead_bits=16), 197),
        (Scheme("int4 g64 sym", 4, 4, group_overhead_bits=16), 191),
        (INT4_G64, 181),
        (Scheme("int4 g32 asym", 4, 4, group=32), 163),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_residents_of_the_design_table(scheme: Scheme, resident: int) -> None:
    """A 16 GB card with 15,751 MiB free and 16K context, by bits of the routed experts."""
    machine = Machine((Gpu("RTX 5060 Ti", free=15_751 * MIB),), ram=27 * GB)
    plan = make_plan(RELEASE, machine, scheme=scheme)
    assert plan.resident_per_layer == pytest.approx(resident, abs=3)


def test_the_sentence_of_the_16_gb_card() -> None:
    gpu = Gpu("NVIDIA GeForce RTX 5070 Ti", free=15_751 * MIB, link=25e9)
    plan = make_plan(RELEASE, Machine((gpu,), ram=27 * GB))
    assert plan.sentences[0].startswith(
        "Fits with 16K context; 181 of 256 experts per layer on the GPU, 5.3 GB of experts in RAM"
        " (7.6 GB of RAM in all); about "
    )
    assert plan.ram_bytes == pytest.approx(7.6 * GB, abs=0.05 * GB)
    assert plan.kv_bytes == 16_384 * 20_480


@pytest.mark.parametrize("name", ["24 GB card", "no card, 64 GB RAM"])
def test_the_first_sentence_promises_the_speed_of_the_default_decoder(name: str) -> None:
    plan = plan_of(CASES[name])
    assert plan.best_decoder != LOW_CONFIDENCE
    speed = plan.tokens_per_second[LOW_CONFIDENCE]
    words = f"about {speed:.{0 if speed >= 9.5 else 1}f} tokens/s with Diffusion."
    assert plan.sentences[0].endswith(words)


def test_no_memory_is_not_called_a_megabyte() -> None:
    plan = make_plan(RELEASE, Machine(ram=0))
    assert "free: 0 GB)." in plan.sentences[0]


def test_the_json_has_the_contracts_keys_and_plain_values() -> None:
    for case in CASES.values():
        printed = plan_json(plan_of(case))
        assert printed == json.loads(json.dumps(printed, allow_nan=False))
        assert set(printed) == JSON_KEYS
        assert isinstance(printed["fits"], bool)
        assert isinstance(printed["resident_per_layer"], int)
        speeds = printed["tokens_per_second"]
        assert isinstance(speeds, dict)
        assert set(speeds) == set(DECODERS) == {"low_confidence", "draft_self", "causal"}


def test_a_plan_can_cross_a_process() -> None:
    plan = plan_of(CASES["16 GB card, 32 GB RAM"])
    assert pickle.loads(pickle.dumps(plan)) == plan


def random_machine(random_numbers: random.Random) -> Machine:
    gpus = tuple(
        card(random_numbers.uniform(0, 30), total=random_numbers.choice([None, 32.0]), index=index)
        for index in range(random_numbers.choice([0, 1, 1, 1, 2]))
    )
    return Machine(gpus, ram=int(random_numbers.uniform(0, 70) * GB), cores=4)


def test_what_holds_on_every_machine() -> None:
    """Never more than is free, every weight somewhere, whole numbers, a reason for each no."""
    random_numbers = random.Random(4)
    for _ in range(60):
        machine = random_machine(random_numbers)
        scheme = random_numbers.choice([INT4_G64, COMPACT, BF16])
        geometry = random_numbers.choice([RELEASE, RELEASE, TINY])
        context = random_numbers.randint(1, geometry.max_position_embeddings)
        plan = make_plan(geometry, machine, scheme=scheme, context=context)
        assert plan.vram_bytes <= (plan.gpu.free if plan.gpu and plan.gpu.free else 0)
        assert 0 <= plan.ram_bytes <= machine.ram
        assert 0 <= plan.resident_per_layer <= geometry.num_experts
        assert all(part.nbytes > 0 for part in plan.parts)
        assert plan.fits == (not plan.missing)
        if plan.device != NOTHING:
            held = geometry.num_experts * geometry.slot_nbytes(scheme)
            unpacked_on_cpu = 2 if plan.device == CPU and scheme == BF16 else 1
            assert sum(plan.nbytes(place, name=EXPERTS) for place in (GPU, RAM, DISK)) == (
                held * unpacked_on_cpu
            )
            resident = plan.resident_per_layer * geometry.slot_nbytes(scheme)
            assert plan.nbytes(GPU, name=EXPERTS) == resident
            assert all(speed > 0 for speed in plan.tokens_per_second.values())
        else:
            assert plan.vram_bytes == plan.ram_bytes == 0
            assert set(plan.tokens_per_second.values()) == {0.0}


def test_more_memory_is_never_worse() -> None:
    random_numbers = random.Random(5)
    for _ in range(20):
        machine = replace(random_machine(random_numbers), gpus=())
        vram, ram = random_numbers.uniform(1, 28), machine.ram
        context = random_numbers.choice([2048, 16_384, 131_072])
        before = None
        for more in (0.0, 0.3, 1.0, 4.0, 9.0):
            plan = make_plan(RELEASE, replace(machine, gpus=(card(vram + more),)), context=context)
            if before is not None:
                assert plan.fits >= before.fits
                assert plan.resident_per_layer >= before.resident_per_layer
                if plan.fits == before.fits:
                    assert best_speed(plan) >= best_speed(before) * 0.999
            before = plan
        before = None
        for more in (0.0, 0.3, 1.0, 4.0, 9.0):
            grown = replace(machine, gpus=(card(vram),), ram=ram + int(more * GB))
            plan = make_plan(RELEASE, grown, context=context)
            if before is not None:
                assert plan.fits >= before.fits
                if plan.fits == before.fits:
                    assert best_speed(plan) >= best_speed(before) * 0.999
            before = plan


def best_speed(plan: Plan) -> float:
    return plan.tokens_per_second[plan.best_decoder]


def test_the_missing_memory_is_exactly_what_is_missing() -> None:
    random_numbers = random.Random(6)
    seen = 0
    for _ in range(30):
        ram = random_numbers.randint(GB, 18 * GB)
        gpus = (card(random_numbers.uniform(4, 11)),) if random_numbers.random() < 0.5 else ()
        plan = make_plan(RELEASE, Machine(gpus, ram=ram))
        if plan.fits:
            continue
        seen += 1
        (missing,) = plan.missing
        assert (missing.place, missing.free) == (RAM, ram)
        # Experts are held whole, and the reserve is a rounded share: hence a few MB of slack.
        slack = 3_000_000
        enough = make_plan(RELEASE, Machine(gpus, ram=ram + missing.nbytes + slack))
        short = make_plan(RELEASE, Machine(gpus, ram=ram + missing.nbytes - slack))
        assert enough.fits
        assert not short.fits
    assert seen > 10


def test_experts_touched_follow_the_published_counts() -> None:
    for rows, published in {1: 8, 8: 31.5, 16: 48.6, 24: 60.7, 32: 70.0}.items():
        touched = experts_touched(RELEASE, rows, with_coreset=False)
        assert touched == pytest.approx(published, rel=0.05)
    assert experts_touched(RELEASE, 32, with_coreset=True) == pytest.approx(40, abs=1)
    assert experts_touched(TINY, 32, with_coreset=False) <= TINY.num_experts


def traffic(**more: Any) -> Traffic:
    sizes = {"geometry": RELEASE, "scheme": INT4_G64, "kv_nbytes": 0, "state_nbytes": 0}
    places = {"outside": 0.0, "on_disk": 0.0}
    return Traffic.of_gpu(Gpu("RTX 5070 Ti"), Bandwidths(vram=896e9), **sizes, **places, **more)


def test_passes_at_the_memory_limit_of_a_card() -> None:
    """The design's figures for 896 GB/s, all resident, without what a launch costs; the scales of
    8-bit groups add 3 % to those of a single row."""
    limit = replace(traffic(), layer_seconds=0.0)
    assert limit.pass_seconds(32, is_preview=True) == pytest.approx(5.3e-3, rel=0.03)
    assert limit.pass_seconds(32, is_preview=False) == pytest.approx(7.6e-3, rel=0.04)
    assert limit.pass_seconds(1, is_preview=False) == pytest.approx(2.8e-3, rel=0.04)
    speeds = limit.tokens_per_second({LOW_CONFIDENCE: 1.1, DRAFT_SELF: 3.4, CAUSAL: 1.0})
    assert speeds[LOW_CONFIDENCE] == pytest.approx(200, rel=0.05)
    assert speeds[DRAFT_SELF] == pytest.approx(320, rel=0.06)


def test_experts_outside_the_card_cross_the_bus_once_per_block() -> None:
    """The design's figure: a quarter of 70 experts a layer at 50 GB/s, here of 4.5 bits."""
    at_50 = replace(traffic(), outside=0.25, link=50e9)
    assert at_50.miss_seconds(32) == pytest.approx(23e-3 * 4.5 / 4.25, rel=0.04)
    from_disk = replace(at_50, on_disk=0.25, disk=1e9)
    assert from_disk.miss_seconds(32) == pytest.approx(50 * at_50.miss_seconds(32))


def test_a_cpu_pass_takes_what_was_measured() -> None:
    cpu = Traffic.of_cpu(
        2, Bandwidths(), geometry=RELEASE, scheme=INT4_G64, kv_nbytes=0, state_nbytes=0, on_disk=0.0
    )
    assert cpu.pass_seconds(32, is_preview=True) == pytest.approx(1.3, rel=0.1)
    assert cpu.pass_seconds(1, is_preview=False) == pytest.approx(0.12, rel=0.15)
    plan = plan_of(CASES["no card, 64 GB RAM"])
    assert plan.best_decoder == CAUSAL  # a 32-row pass costs a CPU ten tokens' time


def test_measured_bandwidths_replace_the_assumed_ones() -> None:
    case = CASES["16 GB card, 32 GB RAM"]
    machine = Machine(case.gpus, ram=27 * GB)
    slow, fast = (
        make_plan(RELEASE, machine, bandwidths=Bandwidths(vram=speed, link=speed / 20))
        for speed in (100e9, 800e9)
    )
    for decoder in DECODERS:
        assert fast.tokens_per_second[decoder] > 3 * slow.tokens_per_second[decoder]
    assert "measured on this machine" in fast.sentences[2]
    assert "estimates, not measured here" in plan_of(case).sentences[2]


@pytest.mark.parametrize(
    ("name", "bandwidth"),
    [
        ("NVIDIA GeForce RTX 5070 Ti", 896e9),
        ("NVIDIA GeForce RTX 5070", 672e9),
        ("NVIDIA GeForce RTX 4090 Laptop GPU", 300e9),
        ("NVIDIA A100-SXM4-80GB", 1555e9),
        ("NVIDIA L40S", 300e9),
        ("", 300e9),
    ],
)
def test_a_card_is_known_by_its_whole_name(name: str, bandwidth: float) -> None:
    assert card_bandwidth(name) == bandwidth


def test_speeds_stay_below_the_limit_of_the_card() -> None:
    plan = plan_of(CASES["24 GB card"])
    read = RELEASE.always_read_nbytes(INT4_G64)
    passes = card_bandwidth("RTX 4090") * GPU_EFFICIENCY / read
    assert plan.tokens_per_second[CAUSAL] < passes
    assert plan.tokens_per_second[LOW_CONFIDENCE] < 1.1 * passes


@pytest.mark.parametrize("context", [0, -1, 131_073, 10**12])
def test_a_context_out_of_bounds_is_refused(context: int) -> None:
    with pytest.raises(UsageError, match="context"):
        make_plan(RELEASE, Machine(ram=GB), context=context)


def test_an_unknown_scheme_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="int4-g64, compact, bf16"):
        make_plan(RELEASE, Machine(ram=GB), scheme="int2")
    assert make_plan(RELEASE, Machine(ram=GB), scheme="compact").request.scheme == COMPACT


def test_a_small_model_runs_on_a_small_machine() -> None:
    plan = make_plan(TINY, Machine(ram=2 * GB), scheme=BF16)
    assert plan.fits
    assert plan.request.context == 4096  # its own, which is shorter than the default
    assert make_plan(TINY, Machine((card(2.0),), ram=3 * GB)).resident_per_layer == 16


def test_the_ladder_goes_down_to_the_cpu_and_ends() -> None:
    plan = plan_of(CASES["16 GB card, 32 GB RAM"])
    rungs = [plan]
    while (lower := next_plan(rungs[-1])) is not None:
        rungs.append(lower)
        assert len(rungs) < 40
    for above, below in itertools.pairwise(rungs):
        assert below.fits
        assert "ran out of memory" in below.sentences[0]
        assert below.sentences[1].startswith("Fits")
        if above.device == below.device:
            assert below.vram_bytes + below.ram_bytes <= above.vram_bytes + above.ram_bytes
            assert below.vram_bytes < above.vram_bytes or below.ram_bytes < above.ram_bytes
        else:
            assert (above.device, below.device) == (GPU, CPU)
    assert [rung.resident_per_layer for rung in rungs[:7]] == [181, 149, 117, 85, 53, 21, 0]
    first, last = rungs[1], rungs[-1]
    assert first.sentences[0].startswith("The GPU ran out of memory: 149 instead of 181 experts")
    on_cpu = next(rung for rung in rungs if rung.device == CPU)
    assert on_cpu.request.context == 16_384  # the context that was asked for comes back
    assert last.device == CPU
    assert last.request.context == 2048


def test_the_ladder_passes_over_what_this_machine_cannot_hold() -> None:
    """With little RAM the experts can't leave the card, and the CPU is no way out."""
    machine = Machine((card(22.0),), ram=3 * GB)
    plan = make_plan(RELEASE, machine, context=16_384)
    assert plan.fits
    contexts = []
    while (plan_below := next_plan(plan)) is not None:
        plan = plan_below
        assert plan.device == GPU
        contexts.append(plan.request.context)
    assert contexts[-1] == 2048
    assert next_plan(plan_of(CASES["no card, 2 GB RAM"])) is None


def test_the_ladder_ends_on_every_machine() -> None:
    random_numbers = random.Random(7)
    for _ in range(12):
        plan: Plan | None = make_plan(RELEASE, random_machine(random_numbers))
        for _ in range(40):
            plan = next_plan(plan) if plan is not None else None
        assert plan is None
