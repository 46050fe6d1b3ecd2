"""8-bit weights: a tile of rows becomes numbers in the cache, is used, and is forgotten."""

from __future__ import annotations

import torch
from torch import Tensor

from clover_kernels.quant_matmul.layout import GROUP

TILE_WEIGHTS = 2**20
"""Weights unpacked at a time on a CPU, 4 MB of fp32. Measured: of 64 to 512 rows of 2048, more is
better down to one row and makes no difference from four rows on."""


def int8_matmul(x: Tensor, codes: Tensor, scales: Tensor) -> Tensor:
    """Same as `int8_matmul_rows`, for x [..., K]; sums in fp32 on a CPU, else as the device does.

    Args:
        codes: int8 [N, K]. scales: bf16 [N, G].
    """
    is_cpu = x.device.type == "cpu"
    dtype = torch.float32 if is_cpu and x.dtype != torch.float64 else x.dtype
    flat = x.reshape(-1, x.shape[-1]).to(dtype)
    rows, columns = codes.shape
    tile = max(1, TILE_WEIGHTS // columns) if is_cpu else rows
    result = torch.empty(flat.shape[0], rows, dtype=dtype, device=x.device)
    buffer = torch.empty(min(tile, rows), columns, dtype=dtype, device=x.device)
    for first in range(0, rows, tile):
        part = codes[first : first + tile]
        weights = buffer[: part.shape[0]]
        weights.copy_(part)
        scale_groups_(weights, scales[first : first + tile])
        torch.matmul(flat, weights.t(), out=result[:, first : first + part.shape[0]])
    return result.to(x.dtype).view(*x.shape[:-1], rows)


def scale_groups_(values: Tensor, scales: Tensor) -> Tensor:
    """Multiply each group of `values` [N, K] with its scale [N, G], in place."""
    main = values.shape[1] // GROUP * GROUP
    scales = scales.to(values.dtype)
    if main:
        values[:, :main].unflatten(1, (-1, GROUP)).mul_(scales[:, : main // GROUP, None])
    if main < values.shape[1]:
        values[:, main:].mul_(scales[:, -1:])
    return values
