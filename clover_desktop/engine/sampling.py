"""One token for each row of logits: the greedy one, or one drawn by seed.

The noise is a pure function of (seed, response position, pass): one uniform number a row, made by
integer hashing, which walks the cumulative distribution. So a continued answer draws what an
undisturbed one draws, the noise is the same on every device, and none of it has the size of the
vocabulary.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

_WORD = 1 << 64


def _signed(value: int) -> int:
    """The int64 with the low 64 bits of `value`."""
    value %= _WORD
    return value - _WORD if value >= _WORD // 2 else value


_STEP = _signed(0x9E3779B97F4A7C15)
_FIRST = _signed(0xBF58476D1CE4E5B9)
_SECOND = _signed(0x94D049BB133111EB)
_COLDEST, _HOTTEST = 1e-37, 1e37
"""Beyond these a temperature or its reciprocal is 0 or infinite in fp32, and the quotient is no
number; the draw is the greedy or the even one long before."""


def _shifted(words: Tensor, bits: int) -> Tensor:
    """Logical right shift of int64 (torch's own keeps the sign)."""
    return (words >> bits) & ((1 << (64 - bits)) - 1)


def _mixed(words: Tensor) -> Tensor:
    """The finalizer of splitmix64: int64 in, int64 out, products wrap around."""
    words = words + _STEP
    words = (words ^ _shifted(words, 30)) * _FIRST
    words = (words ^ _shifted(words, 27)) * _SECOND
    return words ^ _shifted(words, 31)


@torch.inference_mode()
def uniform(seed: int, positions: Tensor, pass_number: int) -> Tensor:
    """Uniform numbers in [0, 1): float64 [n] for `positions` int64 [n], on their device.

    Any integer is a seed; those equal in their low 64 bits are the same seed.
    """
    key = _mixed(_mixed(torch.tensor(_signed(seed))) + pass_number)
    words = _mixed(_mixed(positions + int(key)))
    return _shifted(words, 11).double() * 2.0**-53


@torch.inference_mode()
def choose(
    logits: Tensor,
    *,
    temperature: float,
    top_k: int | None,
    top_p: float | None,
    seed: int,
    positions: Tensor,
    pass_number: int,
) -> tuple[Tensor, Tensor]:
    """A token and its confidence for each row.

    Args:
        logits: [n, V], masked and penalized.
        temperature: 0 takes the first maximum and bypasses every filter.
        positions: int64 [n], the response positions that the rows would take, from 1.

    Returns:
        tokens int64 [n] and confidences [n] in the dtype of `logits`: the token's probability in
        the full softmax without temperature. A row of nothing but -inf gives token 0 with
        confidence 0; a row with a NaN gives confidence NaN.
    """
    if temperature == 0.0:
        tokens = logits.argmax(-1)
    else:
        tokens = _drawn(
            logits,
            uniform(seed, positions, pass_number),
            temperature=temperature,
            top_k=top_k,
            top_p=top_p,
        )
    return tokens, probability_of(logits, tokens)


def probability_of(logits: Tensor, tokens: Tensor) -> Tensor:
    """Softmax probability [n] of `tokens` int64 [n] in `logits` [n, V]; 0 in a row of only -inf."""
    chosen = logits.gather(-1, tokens[:, None])[:, 0]
    total = logits.logsumexp(-1)
    return torch.where(total == -math.inf, torch.zeros_like(total), (chosen - total).exp())


def _drawn(
    logits: Tensor, noise: Tensor, *, temperature: float, top_k: int | None, top_p: float | None
) -> Tensor:
    """Tokens int64 [n] drawn by `noise` float64 [n] in [0, 1)."""
    vocab = logits.shape[-1]
    best = logits.amax(-1, keepdim=True)
    # The maximum goes first, so that no temperature, however small, makes an infinity of it.
    temperature = min(max(temperature, _COLDEST), _HOTTEST)
    scaled = (logits - best.clamp(min=torch.finfo(logits.dtype).min)) / temperature  # [n, V]
    ids: Tensor | None = None
    if top_k is not None and top_k < vocab:
        ids = _top_ids(scaled, top_k)
        scaled = scaled.gather(-1, ids)  # [n, k]
    if top_p is not None and top_p < 1.0:
        scaled, order = scaled.sort(dim=-1, descending=True, stable=True)
        ids = order if ids is None else ids.gather(-1, order)
    masses = scaled.softmax(-1).double()
    if top_p is not None and top_p < 1.0:
        before = masses.cumsum(-1) - masses
        kept = before < top_p
        kept[:, 0] = True
        masses = masses * kept
    sums = masses.cumsum(-1)
    total = sums[:, -1:]
    # Strictly below the total: the first sum above the target then belongs to a positive mass.
    target = torch.minimum(noise[:, None] * total, torch.nextafter(total, torch.zeros_like(total)))
    picked = torch.searchsorted(sums, target, right=True).clamp(max=sums.shape[-1] - 1)
    tokens = (picked if ids is None else ids.gather(-1, picked))[:, 0]
    return torch.where(best[:, 0] == -math.inf, torch.zeros_like(tokens), tokens)


def _top_ids(scaled: Tensor, k: int) -> Tensor:
    """Ids [n, k] of the k greatest of each row, ascending; the lower id wins a tie."""
    least = scaled.topk(k).values[:, -1:]
    above = scaled > least
    level = scaled == least
    spare = k - above.sum(-1, keepdim=True)
    kept = above | (level & (level.cumsum(-1) <= spare))
    return kept.to(torch.uint8).topk(k).indices.sort(-1).values
