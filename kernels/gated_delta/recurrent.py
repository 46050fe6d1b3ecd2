"""The gated delta rule row by row, all heads at once: the cheapest form for one or two rows."""

from __future__ import annotations

import torch
from torch import Tensor


def gated_delta_recurrent(
    q: Tensor, k: Tensor, v: Tensor, g: Tensor, beta: Tensor, state: Tensor
) -> tuple[Tensor, Tensor]:
    """Same as `gated_delta_rows`; leading batch axes are allowed."""
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
