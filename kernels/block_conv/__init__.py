"""The short depthwise convolution in front of a GDN layer, causal or with right taps."""

from __future__ import annotations

import torch
from torch import Tensor

from clover_kernels.block_conv.naive import block_conv_rows

__all__ = ["block_conv", "block_conv_rows"]


def block_conv(ring: Tensor, rows: Tensor, *, left: Tensor, right: Tensor | None = None) -> Tensor:
    """Same as `block_conv_rows`, by shifted products; leading batch axes are allowed.

    Args:
        ring: [..., K-1, C]. rows: [..., T, C]. left: [C, K]. right: [C, K-1] or None.

    Returns:
        [..., T, C] in the wider dtype of rows and taps, before the activation.
    """
    count, kernel = rows.shape[-2], left.shape[-1]
    padded = torch.cat([ring.to(rows.dtype), rows], dim=-2)
    result = padded[..., :count, :] * left[:, 0]
    for tap in range(1, kernel):
        result = result + padded[..., tap : tap + count, :] * left[:, tap]
    if right is not None:
        for distance in range(1, min(kernel, count)):
            shifted = rows[..., distance:, :] * right[:, distance - 1]
            result = result + torch.nn.functional.pad(shifted, (0, 0, 0, distance))
    return result
