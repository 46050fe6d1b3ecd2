"""Attention of new rows against prefix and block, spelled out."""

from __future__ import annotations

import torch
from torch import Tensor


def attention_rows(q: Tensor, k: Tensor, v: Tensor, *, causal: bool) -> Tensor:
    """Row by row: the last T of the n keys belong to the T queries.

    Args:
        q: [T, nh, hd]. k, v: [n, nkv, hd], n >= T. `causal`: row t sees the first n - T + t + 1
        keys, else all of them. Query head i reads key head i // (nh / nkv).

    Returns:
        [T, nh, hd].
    """
    rows, heads, width = q.shape
    group = heads // k.shape[1]
    result = torch.zeros_like(q)
    for row in range(rows):
        seen = k.shape[0] - rows + row + 1 if causal else k.shape[0]
        for head in range(heads):
            scores = k[:seen, head // group] @ q[row, head] * width**-0.5
            result[row, head] = torch.softmax(scores, dim=0) @ v[:seen, head // group]
    return result
