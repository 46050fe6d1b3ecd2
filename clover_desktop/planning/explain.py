"""The sentences of a plan: whether it fits, how fast, what is unused, what is missing, what would.

Sizes are decimal gigabytes, as cards and drives are sold. Nothing is decided here. What the window
says with views of its own (whether it fits, what is missing, how fast) is plain text; the notes
beside that carry a code, so that they can be said in the window's language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clover_desktop.errors import Sentence, said
from clover_desktop.planning.geometry import COMPACT, EXPERTS, INT4_G64
from clover_desktop.planning.layout import (
    CPU,
    DISK,
    GPU,
    NOTHING,
    RAM,
    VRAM_RESERVE,
    Missing,
    Plan,
    Request,
    solve,
)
from clover_desktop.planning.machine import Gpu, Machine
from clover_desktop.planning.speed import (
    CAUSAL,
    DECODERS,
    DEFAULT_DISK,
    DEFAULT_LINK,
    DEFAULT_RAM_BANDWIDTH,
    DRAFT_SELF,
    LOW_CONFIDENCE,
    card_bandwidth,
)

DECODER_TITLES = {
    LOW_CONFIDENCE: "Diffusion",
    DRAFT_SELF: "Draft and verify",
    CAUSAL: "One by one",
}
MINIMUM_CONTEXT = 2048
"""Shorter contexts are not proposed: a page of text and its answer need about that much."""
WORTH_CLOSING = 1_500_000_000
"""Other programs on a card are named from this size on; a desktop alone holds less."""


def notes(plan: Plan) -> tuple[Sentence, ...]:
    """What a plan says besides whether it fits and how fast: assumptions, devices, other programs,
    what is read from disk."""
    return tuple(sentence for sentence in plan.sentences if isinstance(sentence, Sentence))


def explain(plan: Plan) -> tuple[str, ...]:
    """The sentences for a plan that `solve` made, the most important first."""
    sentences = [_headline(plan)]
    sentences += [_shortage(missing) for missing in plan.missing[1:]]
    if not plan.fits:
        sentences.append(_what_would_fit(plan))
    if plan.card_lacks:
        sentences.append(_card_lacks(plan))
    if plan.device != NOTHING:
        sentences.append(_speeds(plan))
        sentences += list(_from_disk(plan))
        sentences.append(_assumptions(plan))
    sentences += list(_devices(plan))
    return tuple(sentences)


def gigabytes(nbytes: int) -> str:
    """A size in words, as `5.3 GB`; below 0.1 GB in megabytes, and only nothing is `0 GB`."""
    if nbytes <= 0:
        return "0 GB"
    if nbytes >= 99_950_000:
        return f"{nbytes / 1e9:.1f} GB"
    return f"{max(1, round(nbytes / 1e6))} MB"


def context_title(context: int) -> Sentence:
    """A context length in words, as `16K context`."""
    if context % 1024 == 0:
        return said("context_in_k", "{count}K context", count=context // 1024)
    return said("context", "{count} tokens of context", count=f"{context:,}")


def speed_title(tokens_per_second: float) -> str:
    """A speed as a number that promises no more digits than are known."""
    return f"{tokens_per_second:.{0 if tokens_per_second >= 9.5 else 1}f}"


def _headline(plan: Plan) -> str:
    request = plan.request
    title = context_title(request.context)
    if not plan.fits:
        return f"Does not fit with {title}: {_shortage(plan.missing[0])}"
    places = []
    if plan.device == GPU:
        experts = request.geometry.num_experts
        share = "all" if plan.resident_per_layer == experts else f"{plan.resident_per_layer} of"
        places.append(f"{share} {experts} experts per layer on the GPU")
        everything = gigabytes(plan.ram_bytes)
        if outside := plan.nbytes(RAM, name=EXPERTS):
            experts_in_ram = f"{gigabytes(outside)} of experts in RAM"
            places.append(f"{experts_in_ram} ({everything} of RAM in all)")
        else:
            places.append(f"{everything} in RAM")
    else:
        places.append(f"{gigabytes(plan.ram_bytes)} in RAM")
    if plan.disk_bytes:
        places.append(f"{gigabytes(plan.disk_bytes)} mapped from disk")
    where = " on the CPU" if plan.device == CPU else ""
    speed = speed_title(plan.tokens_per_second[LOW_CONFIDENCE])
    decoder = DECODER_TITLES[LOW_CONFIDENCE]
    return f"Fits with {title}{where}; {', '.join(places)}; about {speed} tokens/s with {decoder}."


def _speeds(plan: Plan) -> str:
    prose = ", ".join(
        f"{DECODER_TITLES[decoder]} {speed_title(plan.tokens_per_second[decoder])}"
        for decoder in DECODERS
    )
    code = ", ".join(
        f"{DECODER_TITLES[decoder]} {speed_title(plan.code_tokens_per_second[decoder])}"
        for decoder in (LOW_CONFIDENCE, DRAFT_SELF)
    )
    start = "Expected on prose" if plan.fits else "Tried all the same, it would reach on prose"
    return f"{start}: {prose} tokens/s; on code: {code}."


def _assumptions(plan: Plan) -> Sentence:
    """Which of the speeds were not measured on this machine."""
    speeds = plan.request.bandwidths
    assumed = []
    if plan.gpu is not None:
        if speeds.vram is None:
            inside = said("inside_card", "inside the card, half of it reached")
            assumed.append((card_bandwidth(plan.gpu.name), inside))
        if plan.nbytes(RAM, name=EXPERTS) and speeds.link is None:
            assumed.append((plan.gpu.link or DEFAULT_LINK, said("to_card", "to the card")))
    elif speeds.ram is None:
        from_ram = said("from_ram", "from RAM with a recent processor")
        assumed.append((DEFAULT_RAM_BANDWIDTH, from_ram))
    if plan.disk_bytes and speeds.disk is None:
        assumed.append((DEFAULT_DISK, said("from_disk", "from disk")))
    if not assumed:
        return said("measured", "The speeds follow from bandwidths measured on this machine.")
    figures = _figure(*assumed[0])
    for value, what in assumed[1:]:
        figures = said("and_more", "{first}, {more}", first=figures, more=_figure(value, what))
    text = "The speeds are estimates, not measured here: they assume {figures}."
    return said("assumed", text, figures=figures)


def _figure(value: float, what: Sentence) -> Sentence:
    rate = f"{value / 1e9:.{1 if value < 1e10 else 0}f} GB/s"
    return said("figure", "{rate} {what}", rate=rate, what=what)


def _from_disk(plan: Plan) -> Iterator[Sentence]:
    if plan.disk_bytes and plan.fits:
        text = (
            "{size} of experts stay on disk and are read when they are needed, so keep the model "
            "on a fast drive."
        )
        yield said("experts_on_disk", text, size=gigabytes(plan.disk_bytes))


def _card_lacks(plan: Plan) -> Sentence:
    """Why a card is there and not used, and what would change that."""
    request = plan.request
    smaller = ((title, solve(request)) for request, title in _smaller_requests(request))
    way = next((title for title, then in smaller if then.fits and then.device == GPU), None)
    size = gigabytes(plan.card_lacks)
    if way is None:
        text = (
            "The GPU lacks {size} of free memory for the parts that must lie on it before any "
            "expert does, so it is not used."
        )
        return said("card_lacks", text, size=size)
    text = (
        "The GPU lacks {size} of free memory for the parts that must lie on it before any expert "
        "does, so it is not used; it would be used {way}."
    )
    return said("card_lacks_now", text, size=size, way=way)


def _shortage(missing: Missing) -> str:
    short, free = gigabytes(missing.nbytes), gigabytes(missing.free)
    needed = gigabytes(missing.nbytes + missing.free)
    if missing.place == DISK:
        return (
            f"{short} of free disk are missing (the installation needs {needed} at its peak; free: "
            f"{free})."
        )
    return f"{short} of RAM are missing ({needed} have to be free; free: {free})."


def shorter_contexts(request: Request) -> Iterator[int]:
    """Contexts below the request's, each half as long, the longest first."""
    context = MINIMUM_CONTEXT
    while context * 2 < request.context:
        context *= 2
    while MINIMUM_CONTEXT <= context < request.context:
        yield context
        context //= 2


def _smaller_requests(request: Request) -> Iterator[tuple[Request, Sentence]]:
    """Requests that ask for less, with the words that name them."""
    for context in shorter_contexts(request):
        words = said("with_context", "with {context}", context=context_title(context))
        yield replace(request, context=context), words
    schemes = [INT4_G64, COMPACT]
    if request.scheme in schemes:
        schemes = schemes[schemes.index(request.scheme) + 1 :]
    for scheme in schemes:
        packed = replace(request, scheme=scheme)
        yield packed, said("with_scheme", "with the {scheme} scheme", scheme=scheme.name)
        for context in shorter_contexts(request):
            text = "with the {scheme} scheme and {context}"
            title = context_title(context)
            words = said("with_scheme_and_context", text, scheme=scheme.name, context=title)
            yield replace(packed, context=context), words


def _what_would_fit(plan: Plan) -> str:
    request = plan.request
    # A small model needs no smaller one beside it.
    is_large = request.geometry.weights_nbytes(request.scheme) > 1_000_000_000
    demo = "; the demo model runs anywhere" if is_large else ""
    disk = ""
    if any(missing.place == DISK for missing in plan.missing):
        disk = f"with {gigabytes(plan.install_peak_bytes)} of free disk"
        request = replace(request, machine=replace(request.machine, free_disk=None))
        if solve(request).fits:
            return f"It would fit {disk}{demo}."
    fitting = (title for smaller, title in _smaller_requests(request) if solve(smaller).fits)
    ways = [title for title in [next(fitting, "")] if title]
    freed = _without_other_programs(request.machine)
    if freed and solve(replace(request, machine=freed)).fits:
        ways.append("with the other programs on the GPU closed")
    if ways:
        return f"It would fit {f'{disk}, and then ' if disk else ''}{', or '.join(ways)}{demo}."
    return (
        "No setting of this model fits this machine as it is now: close other programs or add "
        f"memory{demo}."
    )


def _without_other_programs(machine: Machine) -> Machine | None:
    """The machine with its usable cards emptied, or None if little is held on them."""
    gpus = tuple(_emptied(gpu) for gpu in machine.gpus)
    return replace(machine, gpus=gpus) if gpus != machine.gpus else None


def _emptied(gpu: Gpu) -> Gpu:
    if gpu.vendor != "nvidia" or gpu.is_integrated or gpu.problem:
        return gpu
    if gpu.total is None or gpu.free is None or gpu.total - gpu.free < WORTH_CLOSING:
        return gpu
    return replace(gpu, free=gpu.total - 2 * VRAM_RESERVE)


def _devices(plan: Plan) -> Iterator[Sentence]:
    machine = plan.request.machine
    if plan.gpu is not None and len(machine.gpus) > 1:
        yield said("card_used", "{name} is used.", name=_name(plan.gpu))
    for gpu in machine.gpus:
        if gpu == plan.gpu:
            continue
        if gpu.problem:
            yield _as_note(gpu.problem)
        elif gpu.is_integrated:
            text = "{name} is integrated: it shares the machine's RAM and is not used."
            yield said("card_integrated", text, name=_name(gpu))
        elif gpu.vendor != "nvidia":
            text = "{name} is not used: the engine runs on NVIDIA cards and on the CPU."
            yield said("card_of_other_maker", text, name=_name(gpu))
        elif gpu.free is None:
            text = "{name} does not tell how much of its memory is free and is not used."
            yield said("card_silent", text, name=_name(gpu))
        elif plan.device == GPU:
            text = "{name} has {size} free and is not used: a model runs on one card."
            yield said("second_card", text, name=_name(gpu), size=gigabytes(gpu.free))
    yield from _other_programs(plan)


def _as_note(text: str) -> Sentence:
    return text if isinstance(text, Sentence) else Sentence(text, "", {})


def _other_programs(plan: Plan) -> Iterator[Sentence]:
    """What closing other programs on the cards would bring, if it brings something."""
    freed = _without_other_programs(plan.request.machine)
    if freed is None:
        return
    then = solve(replace(plan.request, machine=freed))
    if then.gpu is None or then.resident_per_layer <= plan.resident_per_layer:
        return
    now = next(
        gpu
        for gpu, emptied in zip(plan.request.machine.gpus, freed.gpus, strict=True)
        if emptied == then.gpu
    )
    held = (now.total or 0) - (now.free or 0)
    text = (
        "Other programs hold {held} of the {total} of {name}; with them closed, {then} instead of "
        "{now} experts per layer would lie on it."
    )
    yield said(
        "other_programs",
        text,
        held=gigabytes(held),
        total=gigabytes(now.total or 0),
        name=_name(now),
        then=then.resident_per_layer,
        now=plan.resident_per_layer,
    )


def _name(gpu: Gpu) -> str:
    return gpu.name if gpu.index is None else f"GPU {gpu.index} ({gpu.name})"
