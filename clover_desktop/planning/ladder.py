"""What to try next when memory runs out although the plan said it would do.

One rung at a time: fewer experts on the card, then a shorter context, then the CPU with the
context that was asked for, then the CPU with a shorter one. Each rung needs less than the one
before it, so the ladder ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clover_desktop.planning.explain import context_title, explain, shorter_contexts
from clover_desktop.planning.layout import CPU, GPU, Plan, Request, solve

EXPERT_STEP_SHARE = 8
"""A rung takes this part of all experts off the card: 2.3 GB of the release at 4 bits, more than
any estimate should be wrong by, and still no more than eight rungs."""


def next_plan(plan: Plan) -> Plan | None:
    """The plan below `plan`, its first sentence saying what changed; None at the foot.

    Pure. Rungs that this machine can't hold are passed over.
    """
    for request in _rungs(plan):
        lower = solve(request)
        if lower.fits and _is_below(lower, plan):
            return replace(lower, sentences=(_change(plan, lower), *explain(lower)))
    return None


def _rungs(plan: Plan) -> Iterator[Request]:
    """Requests below the plan's, the least loss first."""
    request = plan.request
    if plan.device == GPU:
        step = max(1, request.geometry.num_experts // EXPERT_STEP_SHARE)
        resident = plan.resident_per_layer
        while resident > 0:
            resident = max(0, resident - step)
            yield replace(request, resident_limit=resident)
        kept = replace(request, resident_limit=plan.resident_per_layer)
        for context in shorter_contexts(request):
            yield replace(kept, context=context)
        request = replace(request, use_gpu=False, context=request.asked_context or request.context)
        yield request
    for context in shorter_contexts(request):
        yield replace(request, context=context)


def _is_below(lower: Plan, plan: Plan) -> bool:
    """Whether `lower` asks for less of the same device, or for the CPU after a card."""
    if lower.device != plan.device:
        return lower.device == CPU
    shorter = lower.request.context < plan.request.context
    fewer = lower.resident_per_layer < plan.resident_per_layer
    grows = (
        lower.request.context > plan.request.context
        or lower.resident_per_layer > plan.resident_per_layer
    )
    return (shorter or fewer) and not grows


def _change(plan: Plan, lower: Plan) -> str:
    device = "The GPU" if plan.device == GPU else "The machine"
    start = f"{device} ran out of memory"
    title = context_title(lower.request.context)
    if plan.device == GPU and lower.device == CPU:
        return f"{start}: the CPU goes on, more slowly, with {title}."
    if lower.request.context < plan.request.context:
        before = context_title(plan.request.context)
        return f"{start}: the model goes on with {title} instead of {before}."
    return (
        f"{start}: {lower.resident_per_layer} instead of {plan.resident_per_layer} experts per "
        "layer stay on it, and the others are read from RAM."
    )
