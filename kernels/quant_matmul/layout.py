"""Sizes of a packed matrix; `clover_desktop.models.formats` draws the order of its bits.

N rows (outputs), K columns (inputs), G groups of `GROUP` columns, the last one shorter.
"""

from __future__ import annotations

GROUP = 64
"""Columns that share a scale and a zero."""
BLOCK = 32
"""Rows whose codes lie side by side."""
MIDDLE = {3: 4, 4: 8}
"""Bits of a code to the code that stands for the zero itself."""


def groups(columns: int) -> int:
    """G, the number of groups in a row."""
    return -(-columns // GROUP)


def blocks(rows: int) -> list[tuple[int, int]]:
    """(first row, rows) of each block; only the last one may be narrower than `BLOCK`."""
    return [(first, min(BLOCK, rows - first)) for first in range(0, rows, BLOCK)]


def block_nbytes(height: int, columns: int, bits: int) -> int:
    """Bytes of the codes of a block of `height` rows."""
    pairs = -(-height // 2)
    return pairs * (columns if bits == 4 else 3 * -(-columns // 4))


def code_nbytes(rows: int, columns: int, bits: int) -> int:
    """Bytes of the codes of a matrix [N, K]."""
    return sum(block_nbytes(height, columns, bits) for _, height in blocks(rows))
