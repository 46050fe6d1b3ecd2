"""torch's own 4-bit product on a CPU, where it reads an order that ours can be turned into.

Its order depends on the instruction set that torch has chosen, so it is asked once, with a small
matrix, how it would pack it: blocks of 32 rows as in our files (AVX2), blocks of 64 (AVX-512), or
something else, and then it is not used.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch
from torch import Tensor

from clover_kernels.quant_matmul.layout import BLOCK, GROUP

FEW_ROWS = 16
"""Up to so many rows it is the faster way: 0.4 against 1.4 ms at 4 rows, 1.7 against 2.4 at 16
(1024 x 2048 on one core with AVX2); its time grows with every row."""


def few_rows_product(
    x: Tensor, nibbles: Callable[[], Tensor], scales: Tensor, rows: int
) -> Tensor | None:
    """x [T, K] times the transposed matrix [N, K], or None if that can't be done here.

    Args:
        nibbles: gives uint8 [N / 32, K, 16]. scales: bf16 [G, N, 2]. rows: N.
    """
    if x.device.type != "cpu" or not 0 < x.shape[0] <= FEW_ROWS or x.shape[1] % GROUP:
        return None
    order = kernel_order()
    if not order or rows % order:
        return None
    codes = nibbles()
    if order == 2 * BLOCK:
        codes = blocks_of_64(codes)
    product: Tensor = torch.ops.aten._weight_int4pack_mm_for_cpu(
        x.to(torch.bfloat16), codes.view(rows, x.shape[1] // 2), GROUP, scales
    )
    return product.to(x.dtype)


def blocks_of_64(nibbles: Tensor) -> Tensor:
    """uint8 [N / 32, K, 16] to [N / 64, K, 32]: row d and d + 16 of a byte become d and d + 32."""
    lower, upper = nibbles.unflatten(0, (-1, 2)).unbind(1)
    first = (lower & 15) | (upper << 4)
    return torch.cat([first, (lower >> 4) | (upper & 0xF0)], dim=-1)


@functools.cache
def kernel_order() -> int:
    """Rows in a block of the kernel's order: 32, 64, or 0 where it is of no use."""
    # Each row and each column differ from all others, so only the right order gives these bytes.
    rows, columns = torch.arange(2 * BLOCK), torch.arange(GROUP)
    codes = (rows[:, None] * 7 + columns * 5 + rows[:, None] * columns // 3) % 16
    try:
        packed = torch.ops.aten._convert_weight_to_int4pack_for_cpu(codes.to(torch.int32), 1)
    except (AttributeError, NotImplementedError, RuntimeError):
        return 0
    halves = codes.to(torch.uint8).view(2, 2, BLOCK // 2, GROUP)
    ours = (halves[:, 0] | (halves[:, 1] << 4)).transpose(1, 2).contiguous()
    for order, candidate in ((BLOCK, ours), (2 * BLOCK, blocks_of_64(ours))):
        if torch.equal(packed.view(-1), candidate.view(-1)):
            return order
    return 0
