"""The small parts every layer shares: norms, rotary position, the gated MLP."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def wide(dtype: torch.dtype) -> torch.dtype:
    """The dtype in which norms, gates and probabilities are computed: fp32, or float64 itself."""
    return torch.float64 if dtype == torch.float64 else torch.float32


def rms_norm(x: Tensor, weight: Tensor, eps: float) -> Tensor:
    """Zero-centred: `x / sqrt(mean(x^2) + eps) * (1 + weight)`. x: [..., d], weight: [d]."""
    rows = x.to(wide(x.dtype))
    scale = torch.rsqrt(rows.square().mean(-1, keepdim=True) + eps)
    return (rows * scale * (1.0 + weight.to(rows.dtype))).to(x.dtype)


def gated_rms_norm(x: Tensor, weight: Tensor, gate: Tensor, eps: float) -> Tensor:
    """`x / sqrt(mean(x^2) + eps) * weight * silu(gate)`; not zero-centred. x, gate: [..., d]."""
    rows = x.to(wide(x.dtype))
    scale = torch.rsqrt(rows.square().mean(-1, keepdim=True) + eps)
    return rows * scale * weight.to(rows.dtype) * nn.functional.silu(gate.to(rows.dtype))


def l2_normalize(x: Tensor) -> Tensor:
    """`x / sqrt(sum(x^2) + 1e-6)` over the last axis, in the wide dtype."""
    rows = x.to(wide(x.dtype))
    return rows * torch.rsqrt(rows.square().sum(-1, keepdim=True) + 1e-6)


def rotary_table(
    positions: Tensor, *, dims: int, theta: float, dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    """Cosines and sines [..., dims] for absolute positions [...]; angles in float64.

    Positions of a 100 k context lose several bits of the angle in fp32.
    """
    exponent = torch.arange(0, dims, 2, dtype=torch.float64, device=positions.device) / dims
    angles = positions.to(torch.float64)[..., None] * theta**-exponent
    angles = torch.cat([angles, angles], dim=-1)
    return angles.cos().to(dtype), angles.sin().to(dtype)


def apply_rotary(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Half-split rotary form on the first dims of each head. x: [..., T, heads, hd]; cos, sin:
    [..., T, dims]."""
    dims = cos.shape[-1]
    turned, kept = x[..., :dims], x[..., dims:]
    first, second = turned.chunk(2, dim=-1)
    swapped = torch.cat([-second, first], dim=-1)
    turned = turned * cos[..., None, :] + swapped * sin[..., None, :]
    return torch.cat([turned.to(x.dtype), kept], dim=-1)


class RMSNorm(nn.Module):
    """Zero-centred RMSNorm over the last axis."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        return rms_norm(x, self.weight, self.eps)


class MLP(nn.Module):
    """`down(silu(gate(x)) * up(x))`, the shared expert."""

    def __init__(self, hidden: int, width: int) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(hidden, width, bias=False)
        self.up_proj = nn.Linear(hidden, width, bias=False)
        self.down_proj = nn.Linear(width, hidden, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.down_proj(nn.functional.silu(self.gate_proj(x)) * self.up_proj(x))
        return out


def linear_precise(x: Tensor, weight: Tensor) -> Tensor:
    """`x W^T` in the wide dtype, whatever the dtypes of x and W. x: [..., d], weight: [n, d]."""
    dtype = wide(x.dtype)
    return nn.functional.linear(x.to(dtype), weight.to(dtype))
