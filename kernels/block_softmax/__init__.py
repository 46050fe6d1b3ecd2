"""Softmax over the open block plus one history slot: a GDN layer's preview."""

from __future__ import annotations

import torch
from torch import Tensor

from clover_kernels.block_softmax.naive import block_softmax_rows

__all__ = ["block_softmax", "block_softmax_rows"]


def block_softmax(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    g: Tensor,
    state: Tensor,
    *,
    logit_scale: Tensor,
    history_logit: Tensor,
) -> Tensor:
    """Same as `block_softmax_rows` for all rows at once; leading batch axes are allowed.

    Args:
        q, k: [..., b, h, dk]. v: [..., b, h, dv]. g: [..., b, h]. state: [..., h, dk, dv].
        logit_scale, history_logit: [h].

    Returns:
        [..., b, h, dv] in the dtype of `state`.
    """
    dtype = state.dtype
    q, k, v = (tensor.to(dtype).transpose(-2, -3) for tensor in (q, k, v))  # [..., h, b, d]
    decay = g.to(dtype).transpose(-1, -2).exp()[..., None]  # [..., h, b, 1]
    logits = logit_scale.to(dtype)[:, None, None] * (q @ k.transpose(-1, -2))  # [..., h, b, b]
    history = history_logit.to(dtype)[:, None, None].expand(*logits.shape[:-1], 1)
    p = torch.softmax(torch.cat([logits, history], dim=-1), dim=-1)  # [..., h, b, b + 1]
    past = decay * (q @ state) * q.shape[-1] ** -0.5
    mixed: Tensor = p[..., :-1] @ v + p[..., -1:] * past
    return mixed.transpose(-2, -3)
