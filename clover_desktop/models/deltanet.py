"""Gated delta network (GDN): the recurrent mixer, causal and in preview.

Causal: convolution over [ring | rows], SiLU, delta rule on S. Preview: the same projections, but
the convolution also has right taps and a softmax over the block with one history slot stands where
the delta rule was; ring and S are only read.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from clover_desktop.models.config import CloverConfig
from clover_desktop.models.layers import gated_rms_norm, l2_normalize, linear_precise, wide
from clover_desktop.models.state import DeltaState, DeltaTrail
from clover_kernels.block_conv import block_conv
from clover_kernels.block_softmax import block_softmax
from clover_kernels.gated_delta import gated_delta


class GatedNorm(nn.Module):
    """RMSNorm times `silu(gate)`, per head of dv; its weight is not zero-centred."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        return gated_rms_norm(x, self.weight, gate, self.eps)


class DeltaNet(nn.Module):
    """nk key heads of dk, nv value heads of dv, C = 2 nk dk + nv dv convolved channels, K taps."""

    def __init__(self, config: CloverConfig) -> None:
        super().__init__()
        self.key_heads, self.value_heads = (
            config.linear_num_key_heads,
            config.linear_num_value_heads,
        )
        self.key_width, self.value_width = config.linear_key_head_dim, config.linear_value_head_dim
        self.block_size = config.block_size
        hidden, channels, taps = (
            config.hidden_size,
            config.conv_channels,
            config.linear_conv_kernel_dim,
        )
        values = self.value_heads * self.value_width
        self.in_proj_qkv = nn.Linear(hidden, channels, bias=False)
        self.in_proj_z = nn.Linear(hidden, values, bias=False)
        self.in_proj_a = nn.Linear(hidden, self.value_heads, bias=False)
        self.in_proj_b = nn.Linear(hidden, self.value_heads, bias=False)
        self.conv_weight = nn.Parameter(torch.zeros(channels, taps))
        self.conv_right_weight = nn.Parameter(torch.zeros(channels, taps - 1))
        self.A_log = nn.Parameter(torch.zeros(self.value_heads))
        self.dt_bias = nn.Parameter(torch.zeros(self.value_heads))
        self.bd_softmax_logit_scale = nn.Parameter(torch.ones(self.value_heads))
        self.bd_softmax_history_bias = nn.Parameter(torch.zeros(self.value_heads))
        self.bd_softmax_history_c = nn.Parameter(torch.zeros(self.value_heads))
        self.norm = GatedNorm(self.value_width, config.rms_norm_eps)
        self.out_proj = nn.Linear(values, hidden, bias=False)

    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """x [..., T, H] to the raw rows mixed [..., T, C], z [..., T, nv, dv], the log decay g and
        the write strength beta, both [..., T, nv] in the wide dtype."""
        mixed = self.in_proj_qkv(x)
        z = self.in_proj_z(x).unflatten(-1, (self.value_heads, self.value_width))
        dtype = wide(x.dtype)
        step = nn.functional.softplus(
            linear_precise(x, self.in_proj_a.weight) + self.dt_bias.to(dtype)
        )
        g = -self.A_log.to(dtype).exp() * step
        beta = torch.sigmoid(linear_precise(x, self.in_proj_b.weight))
        return mixed, z, g, beta

    def convolve(self, ring: Tensor, mixed: Tensor, *, right: bool) -> Tensor:
        """[..., T, C] after the taps and SiLU, in the wide dtype; `right` adds the right taps."""
        dtype = wide(mixed.dtype)
        taps = block_conv(
            ring.to(dtype),
            mixed.to(dtype),
            left=self.conv_weight.to(dtype),
            right=self.conv_right_weight.to(dtype) if right else None,
        )
        return nn.functional.silu(taps)

    def split(self, convolved: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """[..., T, C] to unit q and k [..., T, nv, dk], repeated to the value heads, and v
        [..., T, nv, dv]."""
        keys, values = self.key_heads * self.key_width, self.value_heads * self.value_width
        q, k, v = convolved.split([keys, keys, values], dim=-1)
        group = self.value_heads // self.key_heads
        q = l2_normalize(q.unflatten(-1, (self.key_heads, self.key_width)))
        k = l2_normalize(k.unflatten(-1, (self.key_heads, self.key_width)))
        q, k = (x.repeat_interleave(group, dim=-2) for x in (q, k))
        return q, k, v.unflatten(-1, (self.value_heads, self.value_width))

    def history_logit(self, rows: int) -> Tensor:
        """Logit [nv] of the history slot for a block of `rows`."""
        shift = math.log(rows / self.block_size)
        return self.bd_softmax_history_bias + self.bd_softmax_history_c * shift

    def finish(self, o: Tensor, z: Tensor) -> Tensor:
        """o and z [..., T, nv, dv] to [..., T, H]."""
        normed = self.norm(o, z).flatten(-2).to(z.dtype)
        out: Tensor = self.out_proj(normed)
        return out

    def commit(self, x: Tensor, state: DeltaState) -> tuple[Tensor, DeltaState, DeltaTrail]:
        """Causal pass of rows [T, H]: output [T, H], the state after them and the way there."""
        mixed, z, g, beta = self.project(x)
        rows = torch.cat([state.ring, mixed])  # [K-1+T, C]
        q, k, v = self.split(self.convolve(state.ring, mixed, right=False))
        o, memory = gated_delta(q, k, v, g, beta, state.S)
        ring = rows[mixed.shape[0] :].clone()
        trail = DeltaTrail(rows, state.S, k, v, g, beta)
        return self.finish(o, z), DeltaState(ring, memory), trail

    def preview(self, x: Tensor, state: DeltaState) -> Tensor:
        """The open block [b, H] over the state, which stays as it is."""
        mixed, z, g, _ = self.project(x)
        q, k, v = self.split(self.convolve(state.ring, mixed, right=True))
        o = block_softmax(
            q,
            k,
            v,
            g,
            state.S,
            logit_scale=self.bd_softmax_logit_scale,
            history_logit=self.history_logit(x.shape[0]),
        )
        return self.finish(o, z)
