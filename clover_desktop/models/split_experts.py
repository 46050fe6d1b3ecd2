"""Routed experts in two places: some of each layer on the GPU, the others in RAM.

Rows go to the experts, not experts to the rows: what crosses the bus for an expert in RAM is a few
rows of width H there and back, a thousandth of its weights, and the CPU computes it from the
mapping of the file.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from clover_desktop.models.quantized import QuantizedExperts
from clover_kernels.quant_experts import ExpertLayout


class SplitExperts(nn.Module):
    """`QuantizedExperts` whose first `count` experts lie on `device` and whose others stay where
    `records`, uint8 [E, layout.nbytes], is: on the CPU, as a mapping of the file.

    Which experts are near is decided by their number alone: a router that was trained to use all
    alike makes no number better than another.
    """

    def __init__(
        self,
        records: Tensor,
        layout: ExpertLayout,
        *,
        count: int,
        device: str | torch.device,
        exact: bool = False,
    ) -> None:
        super().__init__()
        self.count = count
        self.near = QuantizedExperts(records[:count].to(device), layout, exact=exact)
        self.far = QuantizedExperts(records[count:], layout, exact=exact)

    def forward(self, x: Tensor, experts: Tensor, weights: Tensor) -> Tensor:
        """x [T, H], experts int64 [T, k], weights [T, k] to [T, H], all on the GPU."""
        is_near = experts < self.count
        out = x.new_zeros(x.shape)
        for part, chosen, first in (
            (self.near, is_near, 0),
            (self.far, ~is_near, self.count),
        ):
            rows, slots = chosen.nonzero(as_tuple=True)
            if not len(rows):
                continue
            place = part.records.device
            # Where the CPU plays the part of both places, nothing is rounded on the way.
            kind = x.dtype if place == x.device else torch.float32
            computed = part(
                x[rows].to(place, kind),
                (experts[rows, slots] - first)[:, None].to(place),
                weights[rows, slots][:, None].to(place),
            )
            out.index_add_(0, rows, computed.to(x.device, x.dtype))
        return out
