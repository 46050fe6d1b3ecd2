"""Mixture of experts: router, routed experts, shared expert, and the preview's coreset."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from clover_desktop.models.config import CloverConfig
from clover_desktop.models.layers import MLP, linear_precise
from clover_kernels.experts import grouped_experts


def top_experts(p: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The `count` largest of p [T, E] and their indices, [T, count]; the lower index wins a tie.

    torch.topk leaves the order of ties open, a stable sort does not.
    """
    values, indices = torch.sort(p, dim=-1, descending=True, stable=True)
    return values[:, :count], indices[:, :count]


def coreset(p: Tensor, count: int, top_p: float) -> Tensor:
    """Experts kept for a whole block: bool [E].

    Each row of p [b, E] adds the probabilities of its own top `count` to a total per expert;
    experts in descending order of their share (lower index first) are kept while the mass before
    them is below `top_p`; the first always is.
    """
    values, indices = top_experts(p, count)
    totals = torch.zeros(p.shape[-1], dtype=p.dtype, device=p.device)
    totals.index_add_(0, indices.reshape(-1), values.reshape(-1))
    shares, order = torch.sort(totals / totals.sum(), descending=True, stable=True)
    before = shares.cumsum(0) - shares
    keep = before < top_p
    keep[0] = True
    kept = torch.zeros(p.shape[-1], dtype=torch.bool, device=p.device)
    kept[order] = keep & (shares > 0)
    return kept


class Experts(nn.Module):
    """E experts of width I: gate_up_proj [E, 2I, H] (gate rows first), down_proj [E, H, I]."""

    def __init__(self, config: CloverConfig) -> None:
        super().__init__()
        count, hidden = config.num_experts, config.hidden_size
        width = config.moe_intermediate_size
        self.gate_up_proj = nn.Parameter(torch.empty(count, 2 * width, hidden))
        self.down_proj = nn.Parameter(torch.empty(count, hidden, width))

    def forward(self, x: Tensor, experts: Tensor, weights: Tensor) -> Tensor:
        """x [T, H], experts int64 [T, k], weights [T, k] to [T, H]."""
        return grouped_experts(x, experts, weights, self.gate_up_proj, self.down_proj)


class MoE(nn.Module):
    """Top-k routed experts plus one shared expert behind its own gate."""

    def __init__(self, config: CloverConfig) -> None:
        super().__init__()
        hidden = config.hidden_size
        self.per_token = config.num_experts_per_tok
        self.has_coreset = config.moe_block_coreset_enabled
        self.coreset_top_p = config.moe_block_coreset_top_p
        self.gate = nn.Linear(hidden, config.num_experts, bias=False)
        self.experts = Experts(config)
        self.shared_expert = MLP(hidden, config.shared_expert_intermediate_size)
        self.shared_expert_gate = nn.Linear(hidden, 1, bias=False)

    def probabilities(self, x: Tensor) -> Tensor:
        """Router softmax over all experts [T, E] in the wide dtype."""
        return torch.softmax(linear_precise(x, self.gate.weight), dim=-1)

    def kept(self, x: Tensor) -> Tensor:
        """The coreset of the block x [b, H]: bool [E]."""
        return coreset(self.probabilities(x), self.per_token, self.coreset_top_p)

    def forward(self, x: Tensor, kept: Tensor | None = None) -> Tensor:
        """x [T, H] to [T, H]; with `kept` (bool [E]) rows choose among those experts only."""
        p = self.probabilities(x)
        if kept is not None:
            p = p.masked_fill(~kept, 0.0)
        weights, experts = top_experts(p, self.per_token)
        weights = weights / weights.sum(-1, keepdim=True)
        routed: Tensor = self.experts(x, experts, weights)
        gate = torch.sigmoid(linear_precise(x, self.shared_expert_gate.weight))
        shared: Tensor = self.shared_expert(x)
        return routed + (gate * shared.to(gate.dtype)).to(x.dtype)
