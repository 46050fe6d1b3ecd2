"""Routed experts of a MoE layer."""

from clover_kernels.experts.grouped import grouped_experts
from clover_kernels.experts.naive import experts_rows

__all__ = ["experts_rows", "grouped_experts"]
