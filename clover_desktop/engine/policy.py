"""Which tokens a pass may choose and which rows it fills or accepts: pure functions of logits.

Order for every row: suppressed ids to -inf, penalties of the response's own tokens, the two ramps.
Functions that change logits do so in place and return them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from clover_desktop.engine.events import Fill
from clover_desktop.engine.rules import GenerationRules, Ramp


@torch.inference_mode()
def adjust(
    logits: Tensor,
    rules: GenerationRules,
    *,
    seen_ids: Tensor,
    seen_counts: Tensor,
    positions: Sequence[int],
    awaits_think_end: Sequence[bool],
) -> Tensor:
    """Make logits [n, V] ready for choosing, in place.

    Args:
        seen_ids: int64 [m], distinct tokens of the response.
        seen_counts: [m] for all rows or [n, m] per row, how often each occurs; 0 is no penalty.
        positions: n response positions, from 1, that the rows would take.
        awaits_think_end: n times whether an open thought still lacks its end.
    """
    logits[:, list(rules.suppressed)] = -math.inf
    if rules.has_penalties and seen_ids.numel():
        penalize(logits, rules, seen_ids, seen_counts)
    if not rules.length_ramp.is_off_before(max(positions, default=0)):
        logits[:, list(rules.stop_ids)] += _heights(rules.length_ramp, positions, logits)[:, None]
    if (
        rules.think_end_id is not None
        and any(awaits_think_end)
        and not rules.think_end_ramp.is_off_before(max(positions, default=0))
    ):
        heights = _heights(rules.think_end_ramp, positions, logits)
        waiting = torch.tensor(awaits_think_end, device=logits.device)
        logits[:, rules.think_end_id] += heights * waiting
    return logits


def penalize(logits: Tensor, rules: GenerationRules, ids: Tensor, counts: Tensor) -> Tensor:
    """For each id seen n > 0 times: `l -= n * frequency + presence`, then `l * r` if l < 0 else
    `l / r` with the repetition penalty r; logits [n, V] in place, ids [m], counts [m] or [n, m]."""
    plain = logits.index_select(-1, ids)  # [n, m]
    lowered = plain - (counts.to(logits.dtype) * rules.frequency + rules.presence)
    repeated = torch.where(lowered < 0, lowered * rules.repetition, lowered / rules.repetition)
    logits[:, ids] = torch.where(counts > 0, repeated, plain)
    return logits


def _heights(ramp: Ramp, positions: Sequence[int], like: Tensor) -> Tensor:
    """What a ramp adds at each position: [n] in the dtype and on the device of `like`."""
    heights = [
        min(1.0, max(0.0, (position - ramp.start) / ramp.window)) * ramp.strength
        for position in positions
    ]
    return torch.tensor(heights, dtype=like.dtype, device=like.device)


def choose_fills(
    rows: Sequence[int], tokens: Sequence[int], confidences: Sequence[float], threshold: float
) -> tuple[Fill, ...]:
    """Fill every masked row whose confidence is greater than `threshold`; if there is none, the
    most confident one (the first at a tie), as a forced fill.

    `rows`, `tokens` and `confidences` run in parallel, rows ascending and at least one.
    """
    fills = tuple(
        Fill(row, token, confidence)
        for row, token, confidence in zip(rows, tokens, confidences, strict=True)
        if confidence > threshold
    )
    if fills:
        return fills
    best = max(range(len(rows)), key=lambda index: confidences[index])
    return (Fill(rows[best], tokens[best], confidences[best], forced=True),)


@torch.inference_mode()
def count_accepted(
    logits: Tensor, candidates: Tensor, *, exact: bool, ratio: float, delta: float
) -> Tensor:
    """How many leading candidates the rows before them accept: int64 scalar, on the device.

    Args:
        logits: [w, V] of the causal pass over w candidates, adjusted row by row.
        candidates: int64 [w - 1], those after the first; row j judges candidate j.
        exact: accept while the candidate is the first maximum; else while its probability is
            positive and at least `min(ratio, delta * exp(-entropy))`, entropy in nats.
    """
    judging = logits[:-1]
    if exact:
        good = judging.argmax(-1) == candidates
    else:
        logs = judging.log_softmax(-1)
        probabilities = logs.gather(-1, candidates[:, None])[:, 0].exp()
        entropies = torch.special.entr(logs.exp()).sum(-1)
        bars = (delta * (-entropies).exp()).clamp(max=ratio)
        good = (probabilities >= bars) & (probabilities > 0)
    return good.long().cumprod(0).sum()


def draft_width(width: int, left: int) -> int:
    """`width`, halved until it is not above `left`, the tokens that may still come (at least 1)."""
    while width > left:
        width //= 2
    return max(1, width)
