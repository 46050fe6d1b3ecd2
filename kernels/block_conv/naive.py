"""Depthwise convolution with left and right taps, one product at a time."""

from __future__ import annotations

import torch
from torch import Tensor


def block_conv_rows(ring: Tensor, rows: Tensor, left: Tensor, right: Tensor | None) -> Tensor:
    """Convolve each row with the K - 1 before it and, given `right`, the K - 1 after it.

    Args:
        ring: [K-1, C], the raw rows before the first, oldest first. rows: [T, C].
        left: [C, K], oldest tap first, the row itself last.
        right: [C, K-1] or None; tap d-1 reads the row d after, inside the T rows only.

    Returns:
        [T, C], before the activation.
    """
    kernel = left.shape[-1]
    padded = torch.cat([ring, rows])
    result = torch.zeros_like(rows)
    for row in range(rows.shape[0]):
        for tap in range(kernel):
            result[row] += left[:, tap] * padded[row + tap]
        for distance in range(1, kernel):
            if right is not None and row + distance < rows.shape[0]:
                result[row] += right[:, distance - 1] * rows[row + distance]
    return result
