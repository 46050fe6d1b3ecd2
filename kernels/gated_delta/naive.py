"""The gated delta rule, row by row: the specification every faster form is tested against.

Source of the recurrence: Yang et al., "Gated Delta Networks", arXiv 2412.06464.
"""

from __future__ import annotations

import torch
from torch import Tensor


def gated_delta_rows(
    q: Tensor, k: Tensor, v: Tensor, g: Tensor, beta: Tensor, state: Tensor
) -> tuple[Tensor, Tensor]:
    """Advance the state one row after another, one head after another.

    Per head and row: `S = exp(g) S; d = beta (v - S^T k); S = S + k d^T; o = S^T q / sqrt(dk)`.

    Args:
        q, k: [T, h, dk] of unit length. v: [T, h, dv]. g, beta: [T, h]. state: [h, dk, dv].

    Returns:
        The outputs [T, h, dv] and the new state, both in the dtype of `state`.
    """
    dtype = state.dtype
    q, k, v, g, beta = (tensor.to(dtype) for tensor in (q, k, v, g, beta))
    rows, heads, width = q.shape
    state, outputs = state.clone(), torch.empty_like(v)
    for row in range(rows):
        for head in range(heads):
            decayed = g[row, head].exp() * state[head]
            delta = beta[row, head] * (v[row, head] - decayed.T @ k[row, head])
            state[head] = decayed + torch.outer(k[row, head], delta)
            outputs[row, head] = state[head].T @ q[row, head] * width**-0.5
    return outputs, state
