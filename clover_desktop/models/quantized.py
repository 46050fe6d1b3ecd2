"""Layers with quantized weights; each has the call of the plain one that it stands for."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from clover_kernels.quant_experts import ExpertLayout, quant_experts
from clover_kernels.quant_matmul import GROUP, int8_matmul


class QuantizedLinear(nn.Module):
    """`nn.Linear` without bias. codes: int8 [N, K], scales: bf16 [N, G]."""

    def __init__(self, codes: Tensor, scales: Tensor) -> None:
        super().__init__()
        self.codes = nn.Parameter(codes, requires_grad=False)
        self.scales = nn.Parameter(scales, requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        """x [..., K] to [..., N], in the dtype of x."""
        return int8_matmul(x, self.codes, self.scales)


class QuantizedEmbedding(nn.Module):
    """`nn.Embedding` that gives rows in `dtype`. codes: int8 [V, H], scales: bf16 [V, G]."""

    def __init__(self, codes: Tensor, scales: Tensor, dtype: torch.dtype) -> None:
        super().__init__()
        self.codes = nn.Parameter(codes, requires_grad=False)
        self.scales = nn.Parameter(scales, requires_grad=False)
        self.dtype = dtype

    @property
    def weight(self) -> Tensor:
        """An empty tensor that tells the device and the dtype of the rows, which is all that
        `CloverModel` asks of an embedding's weight."""
        return torch.empty(0, dtype=self.dtype, device=self.codes.device)

    def forward(self, ids: Tensor) -> Tensor:
        """int64 ids [...] to [..., H]."""
        codes, scales = self.codes[ids], self.scales[ids].to(self.dtype)
        return codes.to(self.dtype) * scales.repeat_interleave(GROUP, -1)[..., : codes.shape[-1]]


class QuantizedExperts(nn.Module):
    """`Experts` over packed records, uint8 [E, layout.nbytes], which may be a mapping of the file:
    only the records of active experts are read, and no second copy is made.

    `exact` asks for products exact to the dtype of x. Without it a CPU may round to bf16 inside an
    expert, which is much faster for few rows; see `clover_kernels.quant_matmul`.
    """

    def __init__(self, records: Tensor, layout: ExpertLayout, *, exact: bool = False) -> None:
        super().__init__()
        self.records = nn.Parameter(records, requires_grad=False)
        self.layout = layout
        self.exact = exact

    def forward(self, x: Tensor, experts: Tensor, weights: Tensor) -> Tensor:
        """x [T, H], experts int64 [T, k], weights [T, k] to [T, H]."""
        return quant_experts(x, experts, weights, self.records, self.layout, exact=self.exact)
