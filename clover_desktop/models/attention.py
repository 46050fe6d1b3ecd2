"""Gated full attention with rotary on the first dims of each head."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from clover_desktop.models.config import CloverConfig
from clover_desktop.models.layers import RMSNorm, apply_rotary
from clover_desktop.models.state import KeyValueCache
from clover_kernels.block_attention import block_attention


class Attention(nn.Module):
    """T rows, nh query heads and nkv key heads of hd.

    q_proj holds, per head, hd query rows and then hd gate rows.
    """

    def __init__(self, config: CloverConfig) -> None:
        super().__init__()
        self.heads, self.kv_heads = config.num_attention_heads, config.num_key_value_heads
        self.width = config.head_dim
        hidden, eps = config.hidden_size, config.rms_norm_eps
        self.q_proj = nn.Linear(hidden, 2 * self.heads * self.width, bias=False)
        self.k_proj = nn.Linear(hidden, self.kv_heads * self.width, bias=False)
        self.v_proj = nn.Linear(hidden, self.kv_heads * self.width, bias=False)
        self.o_proj = nn.Linear(self.heads * self.width, hidden, bias=False)
        self.q_norm = RMSNorm(self.width, eps)
        self.k_norm = RMSNorm(self.width, eps)

    def project(self, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """x [..., T, H], cos and sin [..., T, dims] to q [..., T, nh, hd], k and v
        [..., T, nkv, hd] and gate [..., T, nh * hd]."""
        both = self.q_proj(x).unflatten(-1, (self.heads, 2 * self.width))
        q, gate = both.chunk(2, dim=-1)
        k = self.k_proj(x).unflatten(-1, (self.kv_heads, self.width))
        v = self.v_proj(x).unflatten(-1, (self.kv_heads, self.width))
        q = apply_rotary(self.q_norm(q), cos, sin)
        k = apply_rotary(self.k_norm(k), cos, sin)
        return q, k, v, gate.flatten(-2)

    def finish(self, context: Tensor, gate: Tensor) -> Tensor:
        """context [..., T, nh, hd] and gate [..., T, nh * hd] to [..., T, H]."""
        out: Tensor = self.o_proj(context.flatten(-2) * torch.sigmoid(gate))
        return out

    def commit(
        self, x: Tensor, cache: KeyValueCache, start: int, cos: Tensor, sin: Tensor
    ) -> Tensor:
        """Causal pass of rows [T, H] at positions `start...`; K and V stay in the cache."""
        q, k, v, gate = self.project(x, cos, sin)
        keys, values = cache.write(start, k, v)
        return self.finish(block_attention(q, keys, values, causal=True), gate)

    def preview(
        self, x: Tensor, cache: KeyValueCache, start: int, cos: Tensor, sin: Tensor
    ) -> Tensor:
        """Every row of the block [b, H] sees the prefix and the whole block; K and V of the block
        only pass through the scratch rows of the cache."""
        q, k, v, gate = self.project(x, cos, sin)
        keys, values = cache.write(start, k, v)
        return self.finish(block_attention(q, keys, values, causal=False), gate)
