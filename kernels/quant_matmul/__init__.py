"""Products with packed weights: 3 and 4 bits for experts, 8 bits for dense layers."""

from clover_kernels.quant_matmul.dense import int8_matmul
from clover_kernels.quant_matmul.layout import GROUP, MIDDLE, code_nbytes, groups
from clover_kernels.quant_matmul.naive import int8_matmul_rows, packed_matmul_rows
from clover_kernels.quant_matmul.packed import packed_matmul

__all__ = [
    "GROUP",
    "MIDDLE",
    "code_nbytes",
    "groups",
    "int8_matmul",
    "int8_matmul_rows",
    "packed_matmul",
    "packed_matmul_rows",
]
