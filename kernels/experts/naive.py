"""Routed experts, one row and one expert at a time."""

from __future__ import annotations

import torch
from torch import Tensor


def experts_rows(
    x: Tensor, experts: Tensor, weights: Tensor, gate_up: Tensor, down: Tensor
) -> Tensor:
    """`sum_j w_j down_e(silu(gate_e(x)) * up_e(x))` over each row's experts e.

    Args:
        x: [T, H]. experts: int64 [T, k]. weights: [T, k].
        gate_up: [E, 2I, H], gate rows first. down: [E, H, I].

    Returns:
        [T, H] in the dtype of x, summed in that of `weights`.
    """
    result = torch.zeros(x.shape, dtype=weights.dtype, device=x.device)
    for row in range(x.shape[0]):
        for choice in range(experts.shape[1]):
            expert = int(experts[row, choice])
            gate, up = (gate_up[expert] @ x[row]).chunk(2)
            output = down[expert] @ (torch.nn.functional.silu(gate) * up)
            result[row] += weights[row, choice] * output
    return result.to(x.dtype)
