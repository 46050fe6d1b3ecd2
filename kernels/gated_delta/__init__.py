"""Gated delta rule: the recurrence of a GDN layer in the causal pass."""

from __future__ import annotations

from torch import Tensor

from clover_kernels.gated_delta.chunked import chunk_gated_delta
from clover_kernels.gated_delta.naive import gated_delta_rows

__all__ = ["chunk_gated_delta", "gated_delta", "gated_delta_rows"]

FEW_ROWS = 2
"""Up to so many rows the row loop is cheaper than the triangular solve."""


def gated_delta(
    q: Tensor, k: Tensor, v: Tensor, g: Tensor, beta: Tensor, state: Tensor
) -> tuple[Tensor, Tensor]:
    """Outputs [..., T, h, dv] and the new state; shapes and formula as in `gated_delta_rows`."""
    rows = q.shape[-3]
    if rows <= FEW_ROWS:
        return gated_delta_rows(q, k, v, g, beta, state)
    output, states = chunk_gated_delta(q, k, v, g, beta, state, chunk=min(64, rows))
    return output, states[..., -1, :, :, :]
