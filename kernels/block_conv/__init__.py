"""The short depthwise convolution in front of a GDN layer, causal or with right taps."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from clover_kernels.block_conv.naive import block_conv_rows

__all__ = ["block_conv", "block_conv_rows"]


class _Taps(torch.autograd.Function):
    """padded [B, T + n - 1, C] and taps [n, C] to [B, T, C].

    Shifted products added in place: as separate tensors they took two and a half times as long, and
    a fifth of a training step.
    """

    @staticmethod
    def forward(ctx: Any, padded: Tensor, taps: Tensor) -> Tensor:
        rows = padded.shape[1] - len(taps) + 1
        result = padded[:, :rows] * taps[0]
        for place in range(1, len(taps)):
            # Rounded after the product, as in the definition: a fused one differs in the last bit.
            result += padded[:, place : place + rows] * taps[place]
        ctx.save_for_backward(padded, taps)
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor]:
        padded, taps = ctx.saved_tensors
        (grad,) = grads
        rows = grad.shape[1]
        to_padded, to_taps = torch.zeros_like(padded), torch.empty_like(taps)
        for place in range(len(taps)):
            to_padded[:, place : place + rows].addcmul_(grad, taps[place])
            to_taps[place] = (grad * padded[:, place : place + rows]).sum((0, 1))
        return to_padded, to_taps


def block_conv(ring: Tensor, rows: Tensor, *, left: Tensor, right: Tensor | None = None) -> Tensor:
    """Same as `block_conv_rows`, all rows at once; leading batch axes are allowed. Differentiable.

    Args:
        ring: [..., K-1, C]. rows: [..., T, C]. left: [C, K]. right: [C, K-1] or None.

    Returns:
        [..., T, C] in the wider dtype of rows and taps, before the activation.
    """
    dtype = torch.promote_types(rows.dtype, left.dtype)
    parts, taps = [ring, rows], [left]
    if right is not None:
        # Rows behind the block are zero, so that right taps read inside it only.
        parts.append(torch.zeros_like(ring))
        taps.append(right)
    padded = torch.cat([part.to(dtype) for part in parts], dim=-2)
    weights = torch.cat(taps, dim=-1).to(dtype).t().contiguous()
    lead = rows.shape[:-2]
    result: Tensor = _Taps.apply(padded.reshape(-1, *padded.shape[-2:]), weights)
    return result.reshape(*lead, *rows.shape[-2:])
