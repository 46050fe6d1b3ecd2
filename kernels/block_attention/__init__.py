"""Grouped-query attention of a few new rows against the whole prefix and each other."""

from __future__ import annotations

import torch
from torch import Tensor

from clover_kernels.block_attention.naive import attention_rows

__all__ = ["attention_rows", "block_attention"]


def block_attention(q: Tensor, k: Tensor, v: Tensor, *, causal: bool) -> Tensor:
    """Same as `attention_rows`, by torch's fused attention: no score matrix is kept.

    Args:
        q: [T, nh, hd]. k, v: [n, nkv, hd], n >= T, the new rows last.

    Returns:
        [T, nh, hd].
    """
    rows, seen = q.shape[0], k.shape[0]
    mask = None
    if causal and rows > 1:
        mask = torch.ones(rows, seen, dtype=torch.bool, device=q.device).tril(seen - rows)
    context = torch.nn.functional.scaled_dot_product_attention(
        q.transpose(0, 1)[None],
        k.transpose(0, 1)[None],
        v.transpose(0, 1)[None],
        attn_mask=mask,
        enable_gqa=q.shape[1] != k.shape[1],
    )
    return context[0].transpose(0, 1)
