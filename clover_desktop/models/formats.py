r"""How quantized weights lie in memory and on disk: the same bytes on every machine.

**4 bits** (`int4-g64`). A matrix [N, K] (N outputs, K inputs) is cut into groups of 64 inputs; the
last group of a row may be shorter. Each group of a row has a scale and a zero, both bf16:

    weight = (code - 8) * scale + zero          code = 0 ... 15

Scales: bf16 [G, N, 2], scale first, groups outermost. Codes: blocks of 32 rows one after the other;
in a block the inputs one after the other; for one input 16 bytes, each with two rows:

    block 0 (rows 0 ... 31)                                       block 1 (rows 32 ... 63)
    +-----------------------------+-----------------------------+-- ... --+---------------- ...
    | input 0: 16 bytes           | input 1: 16 bytes           |         | input 0: 16 bytes
    +-----------------------------+-----------------------------+-- ... --+---------------- ...
       byte 0      byte 1    ...  byte 15
      +----+----+ +----+----+     +----+----+
      |r 16|r 0 | |r 17|r 1 | ... |r 31|r 15|      high nibble | low nibble
      +----+----+ +----+----+     +----+----+

A last block of h < 32 rows has ceil(h / 2) bytes an input: row d in the low nibble of byte d, row
d + ceil(h / 2) in its high nibble, 0 where there is no such row. So a matrix with even N takes
N * K / 2 bytes, whatever its width, and nothing is padded.

The rows lie side by side because every reader wants it so: a GPU tile loads 16 bytes of each
input at once, and on a CPU a row of 16 or 32 outputs is what a vector register holds.

**3 bits** (`int3-g64`). `weight = (code - 4) * scale + zero`, code = 0 ... 7, scales as above. The
codes are first written as nibbles, as above; then the K inputs of a block are cut into quarters of
Q = ceil(K / 4) (the last one filled up with 0), and with b0, b1, b2, b3 the bytes at the same place
of the four quarters, a block is three planes of Q inputs:

    plane 0   bits 0, 1 of each nibble of b0, and left of them those of b1     h1 h0 l1 l0
    plane 1   the same of b2 and b3                              nibble pair:  (b1 b0 b1 b0)
    plane 2   bit 2 of each nibble of b0, b1, b2, b3, b0 in the lowest place

**8 bits** (`int8-g64`). `weight = code * scale`, codes int8 [N, K] in -127 ... 127, scales bf16
[N, G]. One scale a row would be simpler, and is what torch's 8-bit product wants, but the error
decides: with heavy tails (kurtosis 9 to 13, as shared experts have) a row of 2048 loses 1.8 % to
its largest weight and a group of 64 loses 0.8 %; with Gaussian weights it is 0.83 to 0.60 %.

Scales and zeros are bf16, not fp16: the codes are chosen after the rounding, so the missing bits
cost nothing, and there is no weight of a bf16 checkpoint that the range would not hold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import torch
from torch import Tensor
from torch.nn.functional import pad as padded

from clover_kernels.quant_matmul import GROUP, MIDDLE, groups
from clover_kernels.quant_matmul.layout import blocks, code_nbytes

_T = TypeVar("_T")
_R = TypeVar("_R")

INT4, INT3, INT8, STORED = "int4-g64", "int3-g64", "int8-g64", "stored"
BITS = {INT4: 4, INT3: 3}
"""Bits of the formats with zeros, which the routed experts have."""

TRIALS = 16
"""Ranges tried for each group besides the full one."""
NARROWEST = {3: 0.7, 4: 0.8}
"""The smallest share of a group's range that is tried, on either side."""
REFITS = 2
"""Times that scale and zero are fitted to the codes chosen. With these numbers the relative RMS
error of Gaussian weights is 0.082 at 4 bits and 0.164 at 3, that of a full grid of 13 x 13 ranges,
for a tenth of its time; rounding over the full range gives 0.090 and 0.192."""
SMALLEST = 1e-37
"""The smallest scale; its inverse is still a number."""
CHUNK = 2**18
"""Weights worked on at a time, so that the few buffers stay in the cache."""
GPU_CHUNK = 2**24


@dataclass(frozen=True)
class Quantized:
    """`codes` and `scales` in one of the formats above, with leading axes as the weights had.

    `error` and `norm` are the sums of the squared errors and of the squared weights.
    """

    codes: Tensor
    scales: Tensor
    error: float
    norm: float


def pack(codes: Tensor, bits: int) -> Tensor:
    """uint8 codes [..., N, K] to bytes [..., nbytes]."""
    by_input = codes.transpose(-1, -2)
    rows, columns = codes.shape[-2:]
    return torch.cat(
        [
            _pack_block(by_input[..., first : first + height], height, columns, bits)
            for first, height in blocks(rows)
        ],
        dim=-1,
    )


def unpack(packed: Tensor, rows: int, columns: int, *, bits: int) -> Tensor:
    """bytes [..., nbytes] to uint8 codes [..., N, K]."""
    parts = []
    start = 0
    for _, height in blocks(rows):
        half = -(-height // 2)
        nbytes = code_nbytes(height, columns, bits)
        block = packed[..., start : start + nbytes]
        start += nbytes
        if bits == 3:
            block = _nibbles_of_planes(block.unflatten(-1, (3, -1)))
        nibbles = block.unflatten(-1, (-1, half))[..., :columns, :]
        both = torch.cat([nibbles & 15, nibbles >> 4], dim=-1)[..., :height]
        parts.append(both)
    return torch.cat(parts, dim=-1).transpose(-1, -2).contiguous()


def dequantize(codes: Tensor, scales: Tensor, rows: int, columns: int, *, bits: int) -> Tensor:
    """Packed codes [..., nbytes] and scales [..., G, N, 2] to fp32 weights [..., N, K]."""
    values = unpack(codes, rows, columns, bits=bits).float() - MIDDLE[bits]
    each = scales.float().repeat_interleave(GROUP, dim=-3)[..., :columns, :, :].transpose(-2, -3)
    return values * each[..., 0] + each[..., 1]


def dequantize_int8(codes: Tensor, scales: Tensor) -> Tensor:
    """int8 codes [N, K] and scales [N, G] to fp32 weights [N, K]."""
    each = scales.float().repeat_interleave(GROUP, dim=1)[:, : codes.shape[1]]
    return codes.float() * each


def quantize(weights: Tensor, bits: int) -> Quantized:
    """Weights [B, N, K] of any float dtype to packed codes and scales, on their own device.

    For each group the range is searched: its ends are drawn in on either side by a fixed set of
    shares, the one with the least squared error wins, and scale and zero are fitted to its codes.
    """
    count, rows, columns = weights.shape
    device = weights.device
    codes = torch.empty(count, columns, rows, dtype=torch.uint8, device=device)
    scales = torch.empty(count, groups(columns), rows, 2, dtype=torch.bfloat16, device=device)
    main = columns // GROUP * GROUP
    by_input = weights.transpose(1, 2)
    pieces: list[tuple[Tensor, Tensor, Tensor]] = []
    for start, end in ((0, main), (main, columns)):
        if start == end:
            continue
        size = min(GROUP, end - start)
        # [B, groups, size, N] with the group's weights in an outer axis: sums over them add whole
        # vectors of rows.
        values = by_input[:, start:end].unflatten(1, (-1, size))
        into = codes[:, start:end].unflatten(1, (-1, size))
        into_scales = scales[:, start // GROUP : start // GROUP + values.shape[1]]
        for place in _chunks(values):
            pieces.append((values[place], into[place], into_scales[place]))

    def search(piece: tuple[Tensor, Tensor, Tensor]) -> tuple[float, float]:
        values, into, into_scales = piece
        found = _search(values.float().reshape(-1, *values.shape[2:]), bits)
        into.copy_(found.codes.view(into.shape))
        into_scales.copy_(found.scales.view(into_scales.shape))
        return found.error, found.norm

    sums = _on_all_cores(search, pieces) if device.type == "cpu" else [search(p) for p in pieces]
    return Quantized(
        pack(codes.transpose(1, 2), bits),
        scales,
        math.fsum(error for error, _ in sums),
        math.fsum(norm for _, norm in sums),
    )


def quantize_int8(weights: Tensor) -> Quantized:
    """Weights [N, K] of any float dtype to int8 codes [N, K] and scales [N, G]."""
    rows, columns = weights.shape
    device = weights.device
    codes = torch.empty(rows, columns, dtype=torch.int8, device=device)
    scales = torch.empty(rows, groups(columns), dtype=torch.bfloat16, device=device)
    error = norm = 0.0
    step = max(1, (CHUNK if device.type == "cpu" else GPU_CHUNK) // columns)
    for first in range(0, rows, step):
        part = weights[first : first + step].float()
        whole = padded(part, (0, -columns % GROUP)).unflatten(1, (-1, GROUP))
        scale = (whole.abs().amax(2) / 127).clamp_min(SMALLEST).to(torch.bfloat16)
        each = scale.float().repeat_interleave(GROUP, dim=1)[:, :columns]
        code = (part / each).round_().clamp_(-127, 127)
        codes[first : first + step] = code
        scales[first : first + step] = scale
        error += _sum_of_squares(code * each - part)
        norm += _sum_of_squares(part)
    return Quantized(codes, scales, error, norm)


def _chunks(values: Tensor) -> Iterator[tuple[slice, slice]]:
    """Slices of the first two axes of [B, groups, size, N] with about `CHUNK` weights each."""
    count, number, size, rows = values.shape
    limit = CHUNK if values.device.type == "cpu" else GPU_CHUNK
    inner = min(number, max(1, limit // (size * rows)))
    outer = max(1, limit // (inner * size * rows)) if inner == number else 1
    for item in range(0, count, outer):
        for first in range(0, number, inner):
            yield slice(item, item + outer), slice(first, first + inner)


def _on_all_cores(function: Callable[[_T], _R], items: Sequence[_T]) -> list[_R]:
    """`function` of each item, in order, on as many threads as torch may use.

    A chunk a thread: if torch shared out every small operation instead, the threads would wait for
    each other 150 times a chunk.
    """
    threads = torch.get_num_threads()
    if threads == 1 or len(items) == 1:
        return [function(item) for item in items]

    def start() -> None:
        # Asked first, or the thread would take the number of the process at its first operation.
        torch.get_num_threads()
        torch.set_num_threads(1)

    with ThreadPoolExecutor(threads, thread_name_prefix="quantize", initializer=start) as pool:
        try:
            return list(pool.map(function, items))
        finally:
            # The number of the process was set along with those of the threads.
            torch.set_num_threads(threads)


def _search(values: Tensor, bits: int) -> Quantized:
    """Codes and scales of groups that lie in axis 1: values [M, size, N]."""
    top, middle = 2**bits - 1, MIDDLE[bits]
    low, high = values.amin(1), values.amax(1)
    raw, code = torch.empty_like(values), torch.empty_like(values)
    best_error = torch.full_like(low, torch.inf)
    scale, zero = torch.ones_like(low), low
    for share_low, share_high in [(1.0, 1.0), *_shares(bits)]:
        bottom = low * share_low
        tried = _rounded(((high * share_high - bottom) / top).clamp_min_(SMALLEST))
        offset = _rounded(bottom + middle * tried)
        error = _assign(values, tried, offset, raw, code, top, middle)
        is_better = error < best_error
        best_error = torch.where(is_better, error, best_error)
        scale = torch.where(is_better, tried, scale)
        zero = torch.where(is_better, offset, zero)
    mean = values.mean(1)
    for _ in range(REFITS):
        _assign(values, scale, zero, raw, code, top, middle)
        code_mean = code.mean(1)
        spread = torch.mul(code, code, out=raw).mean(1) - code_mean * code_mean
        shared = torch.mul(code, values, out=raw).mean(1) - code_mean * mean
        slope = shared / spread
        tried = _rounded(torch.where((spread > 1e-6) & (slope > SMALLEST), slope, scale))
        offset = _rounded(mean - tried * (code_mean - middle))
        error = _assign(values, tried, offset, raw, code, top, middle)
        is_better = error < best_error
        best_error = torch.where(is_better, error, best_error)
        scale = torch.where(is_better, tried, scale)
        zero = torch.where(is_better, offset, zero)
    is_flat = low == high
    scale = torch.where(is_flat, torch.ones_like(scale), scale)
    zero = torch.where(is_flat, _rounded(low), zero)
    _assign(values, scale, zero, raw, code, top, middle)
    left = (code - middle).mul_(scale[:, None]).add_(zero[:, None]).sub_(values)
    both = torch.stack([scale, zero], dim=-1).to(torch.bfloat16)
    return Quantized(code.to(torch.uint8), both, _sum_of_squares(left), _sum_of_squares(values))


def _assign(
    values: Tensor, scale: Tensor, zero: Tensor, raw: Tensor, code: Tensor, top: int, middle: int
) -> Tensor:
    """The codes [M, size, N] for these scales into `code`; returns errors [M, N], as the roots of
    the sums of squares, which stay in range for weights of any scale."""
    inverse = 1.0 / scale
    torch.mul(values, inverse[:, None], out=raw)
    raw.add_((middle - zero * inverse)[:, None])
    torch.round(raw, out=code)
    code.clamp_(0, top)
    raw.sub_(code)
    return raw.mul_(raw).sum(1).sqrt_().mul_(scale)


def _shares(bits: int) -> list[tuple[float, float]]:
    """Evenly spread pairs of shares: one axis in equal steps, the other by an irrational one."""
    narrowest = NARROWEST[bits]
    pairs = []
    for trial in range(TRIALS):
        low, high = (trial + 0.5) / TRIALS, (0.5 + trial * 0.7548776662466927) % 1.0
        pairs.append((narrowest + (1 - narrowest) * low, narrowest + (1 - narrowest) * high))
    return pairs


def _rounded(values: Tensor) -> Tensor:
    return values.to(torch.bfloat16).float()


def _sum_of_squares(values: Tensor) -> float:
    return float(values.double().square_().sum())


def _pack_block(by_input: Tensor, height: int, columns: int, bits: int) -> Tensor:
    """uint8 codes [..., K, height] of a block to bytes [..., nbytes]."""
    half = -(-height // 2)
    low, high = by_input[..., :half], padded(by_input[..., half:], (0, 2 * half - height))
    nibbles = low | (high << 4)
    if bits == 4:
        return nibbles.flatten(-2)
    quarter = -(-columns // 4)
    quarters = padded(nibbles, (0, 0, 0, 4 * quarter - columns)).unflatten(-2, (4, quarter))
    first, second, third, fourth = quarters.unbind(-3)
    planes = [
        (first & 0x33) | ((second & 0x33) << 2),
        (third & 0x33) | ((fourth & 0x33) << 2),
        torch.zeros_like(first),
    ]
    for place, part in enumerate((first, second, third, fourth)):
        planes[2] |= ((part >> 2) & 0x11) << place
    return torch.stack(planes, dim=-3).flatten(-3)


def _nibbles_of_planes(planes: Tensor) -> Tensor:
    """[..., 3, bytes of a plane] to the nibbles of all four quarters [..., 4 * bytes]."""
    first, second, high = planes.unbind(-2)
    parts = []
    for place, plane in enumerate((first, first >> 2, second, second >> 2)):
        parts.append((plane & 0x33) | (((high >> place) & 0x11) << 2))
    return torch.cat(parts, dim=-1)
