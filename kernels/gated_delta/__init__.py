"""Gated delta rule: the recurrence of a GDN layer in the causal pass."""

from __future__ import annotations

from torch import Tensor

from clover_kernels.gated_delta.chunked import chunk_gated_delta, gated_delta_by_chunks
from clover_kernels.gated_delta.naive import gated_delta_rows
from clover_kernels.gated_delta.recurrent import gated_delta_recurrent

__all__ = ["chunk_gated_delta", "gated_delta", "gated_delta_recurrent", "gated_delta_rows"]

FEW_ROWS = 2
"""Up to so many rows the row loop is cheaper than the triangular solve."""
CHUNK = 32
"""Measured best of 16, 32, 64, 128 rows on a CPU at heads x width of 4 x 16, 4 x 32, 32 x 128."""


def gated_delta(
    q: Tensor, k: Tensor, v: Tensor, g: Tensor, beta: Tensor, state: Tensor
) -> tuple[Tensor, Tensor]:
    """Outputs [..., T, h, dv] and the new state; shapes and formula as in `gated_delta_rows`."""
    rows = q.shape[-3]
    if rows <= FEW_ROWS:
        return gated_delta_recurrent(q, k, v, g, beta, state)
    return gated_delta_by_chunks(q, k, v, g, beta, state, min(CHUNK, rows))
