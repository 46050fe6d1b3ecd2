"""Routed experts from packed records, one row and one expert at a time."""

from __future__ import annotations

import torch
from torch import Tensor

from clover_kernels.quant_experts.layout import ExpertLayout, MatrixLayout
from clover_kernels.quant_matmul.naive import packed_matmul_rows


def quant_experts_rows(
    x: Tensor, experts: Tensor, weights: Tensor, records: Tensor, layout: ExpertLayout
) -> Tensor:
    """`sum_j w_j down_e(silu(gate_e(x)) * up_e(x))` over each row's experts e.

    Args:
        x: [T, H]. experts: int64 [T, k]. weights: [T, k]. records: uint8 [E, layout.nbytes].

    Returns:
        [T, H] in the dtype of x, summed in that of `weights`.
    """
    result = torch.zeros(x.shape, dtype=weights.dtype)
    for row in range(x.shape[0]):
        for choice in range(experts.shape[1]):
            record = records[experts[row, choice]]
            gate = _product(x[row], record, layout.gate)
            up = _product(x[row], record, layout.up)
            output = _product(torch.nn.functional.silu(gate) * up, record, layout.down)
            result[row] += weights[row, choice] * output
    return result.to(x.dtype)


def _product(x: Tensor, record: Tensor, matrix: MatrixLayout) -> Tensor:
    codes = record[matrix.codes : matrix.codes + matrix.code_nbytes]
    groups, rows, _ = matrix.scale_shape
    scales = record[matrix.scales : matrix.scales + 4 * groups * rows].view(torch.bfloat16)
    return packed_matmul_rows(
        x[None], codes, scales.view(matrix.scale_shape), rows=rows, bits=matrix.bits
    )[0]
