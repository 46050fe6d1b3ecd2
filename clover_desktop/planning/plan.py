"""From a model's geometry and a machine's free memory to a plan with its sentences.

A pure function: what lies where is computed in `layout`, how fast it runs in `speed`, the words
come from `explain`.
"""

from __future__ import annotations

from dataclasses import replace

from clover_desktop.errors import UsageError
from clover_desktop.planning.explain import explain
from clover_desktop.planning.geometry import INT4_G64, SCHEMES, Geometry, Scheme
from clover_desktop.planning.layout import Plan, Request, solve
from clover_desktop.planning.machine import Bandwidths, Machine

DEFAULT_CONTEXT = 16_384
"""Tokens of context that are planned for unless the person asks for another number."""


def make_plan(
    geometry: Geometry,
    machine: Machine,
    *,
    scheme: Scheme | str = INT4_G64,
    context: int | None = None,
    bandwidths: Bandwidths | None = None,
) -> Plan:
    """The plan for `geometry` on `machine`.

    Args:
        scheme: how the weights are packed, or its name.
        context: tokens; `DEFAULT_CONTEXT`, or the model's own if that is shorter, unless given.
        bandwidths: speeds measured on this machine, as far as they are known.

    Raises:
        UsageError: an unknown scheme, or a context below 1 or beyond the model's.
    """
    longest = geometry.max_position_embeddings
    chosen = min(DEFAULT_CONTEXT, longest) if context is None else context
    if chosen < 1:
        raise UsageError(f"The context must be 1 token or more, not {chosen}.")
    if chosen > longest:
        raise UsageError(
            f"{geometry.name} has a context of {longest:,} tokens, so {chosen:,} can't be planned "
            "for; ask for less."
        )
    request = Request(
        geometry=geometry,
        machine=machine,
        scheme=scheme if isinstance(scheme, Scheme) else scheme_named(scheme),
        context=chosen,
        bandwidths=bandwidths or Bandwidths(),
        asked_context=chosen,
    )
    return plan_request(request)


def plan_request(request: Request) -> Plan:
    """The plan for a complete request."""
    plan = solve(request)
    return replace(plan, sentences=explain(plan))


def scheme_named(name: str) -> Scheme:
    """The scheme called `name` on the command line and in manifests.

    Raises:
        UsageError: there is none of that name.
    """
    if name not in SCHEMES:
        raise UsageError(f"The scheme {name!r} is not known; choose one of {', '.join(SCHEMES)}.")
    return SCHEMES[name]


def plan_json(plan: Plan) -> dict[str, object]:
    """The object that `plan --json` prints. Bytes are whole numbers, speeds tokens per second."""
    return {
        "fits": plan.fits,
        "resident_per_layer": plan.resident_per_layer,
        "vram_bytes": plan.vram_bytes,
        "ram_bytes": plan.ram_bytes,
        "disk_bytes": plan.disk_bytes,
        "kv_bytes": plan.kv_bytes,
        "tokens_per_second": {
            decoder: round(speed, 2) for decoder, speed in plan.tokens_per_second.items()
        },
        "sentences": list(plan.sentences),
    }
