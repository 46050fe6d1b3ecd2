"""Bytes of tokens to characters while an answer grows. Which tokens are spoken is not known here.

Byte-level tokens may hold part of a character. `TextStream` gives the text that is kept: it holds
an unfinished character back until its last byte has come. `cell_texts` says what the cells of an
open block may show now, where some neighbours are still masks.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from itertools import groupby


class TextStream:
    """A UTF-8 decoder fed token by token; bytes that can never become a character are U+FFFD."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def feed(self, data: bytes) -> str:
        """The characters finished by `data`."""
        return self._decoder.decode(data)

    def flush(self) -> str:
        """What is left at the end: U+FFFD if the last character is unfinished, else nothing."""
        return self._decoder.decode(b"", final=True)

    @property
    def pending(self) -> bytes:
        """The bytes of the unfinished character held back, at most three."""
        return self._decoder.getstate()[0]


def cell_texts(cells: Sequence[bytes | None], before: bytes = b"") -> list[str]:
    """What each cell of a block may show, given its neighbours.

    A character is shown once all its bytes are there, by the cell in which it begins (by the first
    cell if it began in the block before). Bytes that may still belong to a masked neighbour's
    character, and bytes that form none, show nothing.

    Args:
        cells: the bytes of each filled cell's token, None for a mask.
        before: the unfinished bytes at the end of the block before.
    """
    texts = [""] * len(cells)
    for is_filled, group in groupby(range(len(cells)), key=lambda index: cells[index] is not None):
        if not is_filled:
            continue
        positions = list(group)
        lead = before if positions[0] == 0 else b""
        data, owners = bytearray(lead), [positions[0]] * len(lead)
        for position in positions:
            piece = cells[position] or b""
            data += piece
            owners += [position] * len(piece)
        start = 0
        while start < len(data):
            length = _character_length(data[start])
            try:
                character = data[start : start + length].decode() if length else ""
            except UnicodeDecodeError:
                length, character = 1, ""
            texts[owners[start]] += character
            start += length or 1
    return texts


def _character_length(lead: int) -> int:
    """Bytes of a character that begins with `lead`; 0 if none begins so."""
    if lead < 0x80:
        return 1
    if lead < 0xC2:
        return 0
    if lead < 0xE0:
        return 2
    return 3 if lead < 0xF0 else 4 if lead < 0xF5 else 0
