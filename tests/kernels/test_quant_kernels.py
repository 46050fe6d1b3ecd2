"""Run: python3 run.py test tests/kernels/test_quant_kernels.py

Packed products against their row-by-row twins, at odd sizes, through both ways.
"""

import pytest
import torch

from clover_desktop.models.formats import dequantize, pack, quantize, unpack
from clover_kernels.quant_experts import ExpertLayout, quant_experts, quant_experts_rows
from clover_kernels.quant_matmul import (
    code_nbytes,
    groups,
    int8_matmul,
    int8_matmul_rows,
    packed_matmul,
    packed_matmul_rows,
)
from clover_kernels.quant_matmul import packed as packed_module
from clover_kernels.quant_matmul.naive import code_at
from clover_kernels.quant_matmul.torch_int4 import blocks_of_64, few_rows_product, kernel_order

SHAPES = [(32, 64), (64, 128), (34, 64), (33, 33), (17, 100), (96, 7), (1, 1), (5, 65)]
BOUNDS = {torch.float64: 1e-12, torch.float32: 1e-5, torch.bfloat16: 1e-2}


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(3)


def random_matrix(rows: int, columns: int, bits: int) -> tuple[torch.Tensor, torch.Tensor]:
    codes = torch.randint(0, 256, (code_nbytes(rows, columns, bits),), dtype=torch.uint8)
    return codes, torch.randn(groups(columns), rows, 2).bfloat16()


def relative(got: torch.Tensor, want: torch.Tensor) -> float:
    return float((got.double() - want.double()).norm() / want.double().norm())


@pytest.mark.parametrize("bits", [3, 4])
@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_the_definition_reads_what_the_format_packs(bits, rows, columns):
    codes = torch.randint(0, 2**bits, (rows, columns), dtype=torch.uint8)
    packed = pack(codes, bits)
    for row in {0, rows // 2, rows - 1}:
        for column in {0, columns // 3, columns // 2, columns - 1}:
            got = code_at(packed.tolist(), row, column, rows=rows, columns=columns, bits=bits)
            assert got == codes[row, column]


@pytest.mark.parametrize("dtype", BOUNDS, ids=str)
@pytest.mark.parametrize("bits", [3, 4])
@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_packed_products(bits, rows, columns, dtype):
    codes, scales = random_matrix(rows, columns, bits)
    x = torch.randn(3, columns).to(dtype)
    want = packed_matmul_rows(x, codes, scales, rows=rows, bits=bits)
    for exact in (True, False):
        got = packed_matmul(x, codes, scales, rows=rows, bits=bits, exact=exact)
        assert got.dtype == dtype
        assert relative(got, want) < max(BOUNDS[dtype], 0.0 if exact else 1e-2)


@pytest.mark.parametrize("count", [1, 16, 17, 33])
def test_any_number_of_rows(count):
    codes, scales = random_matrix(64, 128, 4)
    x = torch.randn(count, 128)
    want = x @ dequantize(codes, scales, 64, 128, bits=4).T
    assert relative(packed_matmul(x, codes, scales, rows=64, bits=4), want) < 1e-5
    assert relative(packed_matmul(x, codes, scales, rows=64, bits=4, exact=False), want) < 1e-2


def test_both_unpackings_give_the_same():
    codes, scales = random_matrix(33, 65, 4)
    x = torch.randn(2, 65)
    want = packed_matmul(x, codes, scales, rows=33, bits=4)
    wide = packed_matmul(x.double(), codes, scales, rows=33, bits=4)
    assert relative(want, wide) < 1e-6
    nibbles = torch.tensor([[[0x3F]]], dtype=torch.uint8)
    assert packed_module._numbers(nibbles, torch.float32).tolist() == [[[[7, -5]]]]


@pytest.mark.skipif(kernel_order() == 0, reason="torch's kernel has no order of use on this CPU")
def test_torchs_kernel_is_used_and_agrees():
    codes, scales = random_matrix(64, 128, 4)
    x = torch.randn(4, 128)
    got = few_rows_product(x, lambda: codes.view(2, 128, 16), scales, 64)
    assert got is not None
    assert relative(got, x @ dequantize(codes, scales, 64, 128, bits=4).T) < 1e-2
    assert few_rows_product(torch.randn(17, 128), lambda: codes, scales, 64) is None


def test_blocks_of_64_are_those_of_wider_registers():
    codes = torch.randint(0, 16, (128, 5), dtype=torch.uint8)
    got = blocks_of_64(pack(codes, 4).view(4, 5, 16))
    halves = codes.view(2, 2, 32, 5)
    assert torch.equal(got, (halves[:, 0] | (halves[:, 1] << 4)).transpose(1, 2))


@pytest.mark.parametrize(("rows", "columns"), [(3, 64), (5, 100), (2, 7), (4, 130)])
@pytest.mark.parametrize("dtype", BOUNDS, ids=str)
def test_eight_bit_products(rows, columns, dtype):
    codes = torch.randint(-127, 128, (rows, columns), dtype=torch.int8)
    scales = torch.randn(rows, groups(columns)).bfloat16()
    x = torch.randn(2, 3, columns).to(dtype)
    want = int8_matmul_rows(x.view(6, columns), codes, scales).view(2, 3, rows)
    assert relative(int8_matmul(x, codes, scales), want) < BOUNDS[dtype]


def test_eight_bits_in_several_tiles():
    codes = torch.randint(-127, 128, (5000, 256), dtype=torch.int8)
    scales = torch.rand(5000, 4).bfloat16()
    x = torch.randn(2, 256)
    want = x @ (codes.float() * scales.float().repeat_interleave(64, 1)).T
    assert relative(int8_matmul(x, codes, scales), want) < 1e-5


@pytest.mark.parametrize(
    ("hidden", "width", "bits"), [(64, 32, 4), (96, 16, 4), (70, 17, 3), (64, 64, 3)]
)
def test_experts(hidden, width, bits):
    layout = ExpertLayout.of(hidden, width, gate_up_bits=bits, down_bits=4)
    # Memory that no field covers must not matter: it is 0xFF, and a NaN as a scale.
    records = torch.full((4, layout.nbytes), 0xFF, dtype=torch.uint8)
    for expert in range(4):
        for matrix in (layout.gate, layout.up, layout.down):
            found = quantize(torch.randn(1, matrix.rows, matrix.columns) / 8, matrix.bits)
            records[expert, matrix.codes : matrix.codes + matrix.code_nbytes] = found.codes[0]
            scales = found.scales.view(torch.uint8).flatten()
            records[expert, matrix.scales : matrix.scales + scales.numel()] = scales
    x = torch.randn(3, hidden)
    experts = torch.tensor([[0, 2], [2, 0], [3, 2]])
    weights = torch.rand(3, 2)
    want = quant_experts_rows(x, experts, weights, records, layout)
    assert relative(quant_experts(x, experts, weights, records, layout), want) < 1e-5
    assert relative(quant_experts(x, experts, weights, records, layout, exact=False), want) < 1e-2


def test_fields_of_a_record_are_aligned_and_apart():
    layout = ExpertLayout.of(2048, 512, gate_up_bits=4, down_bits=4)
    assert layout.nbytes * 8 == 4.5 * 3 * 2048 * 512
    odd = ExpertLayout.of(70, 17, gate_up_bits=3, down_bits=4)
    places = [p for m in (odd.gate, odd.up, odd.down) for p in (m.codes, m.scales, m.end)]
    assert places == sorted(places)
    assert all(place % 64 == 0 for place in places)


def test_unpacked_padding_is_zero():
    assert int(unpack(pack(torch.full((33, 3), 7, dtype=torch.uint8), 3), 33, 3, bits=3).min()) == 7
