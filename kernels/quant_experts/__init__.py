"""Routed experts of a MoE layer, read from packed records."""

from clover_kernels.quant_experts.grouped import quant_experts
from clover_kernels.quant_experts.layout import ExpertLayout, MatrixLayout
from clover_kernels.quant_experts.naive import quant_experts_rows

__all__ = ["ExpertLayout", "MatrixLayout", "quant_experts", "quant_experts_rows"]
