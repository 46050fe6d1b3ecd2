"""The gated delta rule, row by row: the specification every faster form is tested against.

Source of the recurrence: Yang et al., "Gated Delta Networks", arXiv 2412.06464.
"""

from __future__ import annotations

import torch
from torch import Tensor


def gated_delta_rows(
    q: Tensor, k: Tensor, v: Tensor, g: Tensor, beta: Tensor, state: Tensor
) -> tuple[Tensor, Tensor]:
    """Advance the state one row after another.

    Per head and row: `S = exp(g) S; d = beta (v - S^T k); S = S + k d^T; o = S^T q / sqrt(dk)`.

    Args:
        q, k: [..., T, h, dk] of unit length. v: [..., T, h, dv]. g, beta: [..., T, h].
        state: [..., h, dk, dv].

    Returns:
        The outputs [..., T, h, dv] and the new state, both in the dtype of `state`.
    """
    dtype = state.dtype
    q, k, v, g, beta = (tensor.to(dtype) for tensor in (q, k, v, g, beta))
    scale = q.shape[-1] ** -0.5
    outputs = []
    for row in range(q.shape[-3]):
        q_t, k_t, v_t = q[..., row, :, :], k[..., row, :, :], v[..., row, :, :]
        state = g[..., row, :].exp()[..., None, None] * state
        seen = (state * k_t[..., None]).sum(-2)
        delta = beta[..., row, :, None] * (v_t - seen)
        state = state + k_t[..., None] * delta[..., None, :]
        outputs.append((state * (q_t * scale)[..., None]).sum(-2))
    return torch.stack(outputs, dim=-3), state
