"""Routed experts from packed records, with the rows of one expert side by side."""

from __future__ import annotations

import torch
from torch import Tensor

from clover_kernels.quant_experts.layout import ExpertLayout, MatrixLayout
from clover_kernels.quant_matmul import packed_matmul


def quant_experts(
    x: Tensor,
    experts: Tensor,
    weights: Tensor,
    records: Tensor,
    layout: ExpertLayout,
    *,
    exact: bool = True,
) -> Tensor:
    """Same as `quant_experts_rows`: only the records of active experts are read, each once.

    With `exact` off products of few rows may round to bf16; see `packed_matmul`.
    """
    width = experts.shape[1]
    flat = experts.reshape(-1)
    order = torch.argsort(flat, stable=True)
    rows = torch.div(order, width, rounding_mode="floor")
    gathered = x.index_select(0, rows)  # [T * k, H]
    counts = torch.bincount(flat, minlength=records.shape[0]).tolist()
    outputs = []
    start = 0
    for expert, count in enumerate(counts):
        if count:
            record, part = records[expert], gathered[start : start + count]
            gate = _product(part, record, layout.gate, exact)
            up = _product(part, record, layout.up, exact)
            hidden = torch.nn.functional.silu(gate) * up
            outputs.append(_product(hidden, record, layout.down, exact))
            start += count
    scaled = torch.cat(outputs).to(weights.dtype) * weights.reshape(-1)[order][:, None]
    result = torch.zeros(x.shape, dtype=weights.dtype, device=x.device)
    return result.index_add(0, rows, scaled).to(x.dtype)


def _product(x: Tensor, record: Tensor, matrix: MatrixLayout, exact: bool) -> Tensor:
    codes = record[matrix.codes : matrix.codes + matrix.code_nbytes]
    groups, rows, _ = matrix.scale_shape
    scales = record[matrix.scales : matrix.scales + 4 * groups * rows].view(torch.bfloat16)
    return packed_matmul(
        x, codes, scales.view(matrix.scale_shape), rows=rows, bits=matrix.bits, exact=exact
    )
