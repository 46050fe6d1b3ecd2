"""Packed matrices, one code at a time: the definition that the fast forms are tested against."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from clover_kernels.quant_matmul.layout import BLOCK, GROUP, MIDDLE, block_nbytes


def code_at(
    codes: Sequence[int], row: int, column: int, *, rows: int, columns: int, bits: int
) -> int:
    """The code of one weight. codes: the bytes of a whole matrix."""
    first = row - row % BLOCK
    height = min(BLOCK, rows - first)
    half = -(-height // 2)
    place, is_high = (row - first) % half, (row - first) >= half
    start = first // BLOCK * block_nbytes(BLOCK, columns, bits)
    shift = 4 if is_high else 0
    if bits == 4:
        return codes[start + column * half + place] >> shift & 15
    quarter = -(-columns // 4)
    part, step = divmod(column, quarter)
    plane = quarter * half
    at = start + step * half + place
    low = codes[at + part // 2 * plane] >> (shift + part % 2 * 2) & 3
    high = codes[at + 2 * plane] >> (shift + part) & 1
    return high << 2 | low


def packed_matmul_rows(x: Tensor, codes: Tensor, scales: Tensor, *, rows: int, bits: int) -> Tensor:
    """`x W^T` with `W[n, k] = (code - middle) * scale + zero` of the group of k.

    Args:
        x: [T, K]. codes: uint8 [bytes]. scales: bf16 [G, N, 2], scale and zero. rows: N.

    Returns:
        [T, N] in the dtype of x, summed in float64.
    """
    columns = x.shape[1]
    data, pairs = codes.tolist(), scales.double().tolist()
    result = torch.zeros(x.shape[0], rows, dtype=torch.float64)
    for row in range(rows):
        weights = []
        for column in range(columns):
            code = code_at(data, row, column, rows=rows, columns=columns, bits=bits)
            scale, zero = pairs[column // GROUP][row]
            weights.append((code - MIDDLE[bits]) * scale + zero)
        result[:, row] = x.double() @ torch.tensor(weights, dtype=torch.float64)
    return result.to(x.dtype)


def int8_matmul_rows(x: Tensor, codes: Tensor, scales: Tensor) -> Tensor:
    """`x W^T` with `W[n, k] = code * scale` of the group of k.

    Args:
        x: [T, K]. codes: int8 [N, K]. scales: bf16 [N, G].

    Returns:
        [T, N] in the dtype of x, summed in float64.
    """
    result = torch.zeros(x.shape[0], codes.shape[0], dtype=torch.float64)
    for row in range(codes.shape[0]):
        for column in range(codes.shape[1]):
            weight = codes[row, column].double() * scales[row, column // GROUP].double()
            result[:, row] += x[:, column].double() * weight
    return result.to(x.dtype)
