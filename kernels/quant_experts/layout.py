"""Where the three matrices of a routed expert lie in its record."""

from __future__ import annotations

from dataclasses import dataclass

from clover_kernels.quant_matmul.layout import code_nbytes, groups

ALIGNMENT = 64
"""Bytes; every field of a record, and the record itself, starts at a multiple of it."""


@dataclass(frozen=True)
class MatrixLayout:
    """One packed matrix [rows, columns] of a record: byte offsets of codes, of scales, and of
    what follows it."""

    rows: int
    columns: int
    bits: int
    codes: int
    scales: int
    end: int

    @classmethod
    def at(cls, offset: int, rows: int, columns: int, bits: int) -> MatrixLayout:
        """The matrix whose codes start at `offset`."""
        scales = _aligned(offset + code_nbytes(rows, columns, bits))
        end = _aligned(scales + 4 * rows * groups(columns))
        return cls(rows, columns, bits, offset, scales, end)

    @property
    def code_nbytes(self) -> int:
        return code_nbytes(self.rows, self.columns, self.bits)

    @property
    def scale_shape(self) -> tuple[int, int, int]:
        """[G, N, 2] of the scales and zeros."""
        return groups(self.columns), self.rows, 2


@dataclass(frozen=True)
class ExpertLayout:
    """A record: gate [I, H], up [I, H], down [H, I], each its codes and then its scales.

    All experts of a layer are one tensor uint8 [E, nbytes], so that one expert is one range of
    the file and of any memory it is copied to.
    """

    gate: MatrixLayout
    up: MatrixLayout
    down: MatrixLayout

    @classmethod
    def of(cls, hidden: int, width: int, *, gate_up_bits: int, down_bits: int) -> ExpertLayout:
        """The record of an expert of `width` between vectors of `hidden`."""
        gate = MatrixLayout.at(0, width, hidden, gate_up_bits)
        up = MatrixLayout.at(gate.end, width, hidden, gate_up_bits)
        return cls(gate, up, MatrixLayout.at(up.end, hidden, width, down_bits))

    @property
    def nbytes(self) -> int:
        """Bytes of a record."""
        return self.down.end


def _aligned(nbytes: int) -> int:
    return -(-nbytes // ALIGNMENT) * ALIGNMENT
