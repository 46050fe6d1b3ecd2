"""One safetensors file: its header read with suspicion, ranges of it as tensors, new ones laid out.

The library maps a file when it opens it; here ranges are read into buffers of known size, so that
converting a 5 GB shard takes no more memory than its slices. A finished file is mapped.
"""

from __future__ import annotations

import ctypes
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from clover_desktop.errors import CheckpointError, TensorError, said

DTYPES: Mapping[str, torch.dtype] = {
    "BF16": torch.bfloat16,
    "F16": torch.float16,
    "F32": torch.float32,
    "F64": torch.float64,
    "I8": torch.int8,
    "U8": torch.uint8,
}
"""Types that can be read as tensors here."""
ITEM_BITS: Mapping[str, int] = {
    **{name: 8 * dtype.itemsize for name, dtype in DTYPES.items()},
    **{"BOOL": 8, "I16": 16, "U16": 16, "I32": 32, "U32": 32, "I64": 64, "U64": 64, "C64": 64},
    **{"F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8},
    **{"F6_E2M3": 6, "F6_E3M2": 6, "F4": 4},
}
"""Bits of an item of every type that the file format knows."""
PAGE = 4096
"""Where the data of our files starts is a multiple of it."""
_LARGEST_HEADER = 100_000_000
_PICKLE_STARTS = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05", b"PK\x03\x04")


@dataclass(frozen=True)
class StoredTensor:
    """A tensor in a file: bytes `start` to `end` counted from the beginning of the file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    start: int
    end: int

    @property
    def nbytes(self) -> int:
        return self.end - self.start


@dataclass(frozen=True)
class Shard:
    """The header of a safetensors file: its tensors in the order of their bytes."""

    path: Path
    tensors: Mapping[str, StoredTensor]
    nbytes: int


def read_header(path: Path) -> Shard:
    """Read and check the header of a safetensors file.

    Raises:
        CheckpointError: the file is missing, truncated, too long, of another kind, or its header
            contradicts itself.
    """
    try:
        nbytes = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(8)
            if start.startswith(_PICKLE_STARTS):
                sentence = (
                    "{path} is a pickle file under another name, and those are never opened "
                    "because they can run code; fetch the model in safetensors form."
                )
                raise CheckpointError(said("pickle", sentence, path=path))
            length = int.from_bytes(start, "little")
            if len(start) < 8 or length > min(_LARGEST_HEADER, nbytes - 8):
                sentence = "{path} is truncated or not a safetensors file; fetch it again."
                raise CheckpointError(said("truncated", sentence, path=path))
            text = file.read(length)
    except FileNotFoundError:
        sentence = "{file} is missing in {folder}; fetch it again."
        raise CheckpointError(
            said("no_shard", sentence, file=path.name, folder=path.parent)
        ) from None
    except OSError as error:
        sentence = "{path} cannot be read: {why}."
        raise CheckpointError(
            said("unreadable", sentence, path=path, why=error.strerror)
        ) from error
    try:
        raw = json.loads(text, object_pairs_hook=_without_doubles)
        tensors = [_stored(name, entry, 8 + length) for name, entry in _entries(raw)]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        sentence = (
            "{path} has no usable header, so it is no safetensors file or a damaged one; fetch it "
            "again."
        )
        raise CheckpointError(said("no_header", sentence, path=path), detail=str(error)) from error
    tensors.sort(key=lambda tensor: (tensor.start, tensor.end))
    _check_ranges(path, tensors, 8 + length, nbytes)
    return Shard(path, {tensor.name: tensor for tensor in tensors}, nbytes)


def _entries(raw: object) -> list[tuple[str, object]]:
    if not isinstance(raw, dict):
        raise TypeError("the header is no object")
    return [(name, entry) for name, entry in raw.items() if name != "__metadata__"]


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a name stands twice in the header")
    return result


def _stored(name: str, entry: object, data: int) -> StoredTensor:
    if not isinstance(entry, dict):
        raise TypeError(f"{name} has no description")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if dtype not in ITEM_BITS:
        raise ValueError(f"{name} is of the unknown type {dtype!r}")
    numbers = [*shape, *offsets]
    if len(offsets) != 2 or any(type(value) is not int or value < 0 for value in numbers):
        raise ValueError(f"{name} has an impossible shape or range")
    return StoredTensor(name, dtype, tuple(shape), data + offsets[0], data + offsets[1])


def _check_ranges(path: Path, tensors: list[StoredTensor], data: int, nbytes: int) -> None:
    """The ranges must fit the shapes and cover the file without a gap."""
    at = data
    for tensor in tensors:
        if tensor.end > nbytes:
            text = (
                "{path} is truncated: its tensor {tensor} ends at byte {end}, and the file has "
                "{nbytes}; fetch it again."
            )
            raise CheckpointError(
                said(
                    "tensor_cut",
                    text,
                    path=path,
                    tensor=tensor.name,
                    end=tensor.end,
                    nbytes=nbytes,
                )
            )
        bits = math.prod(tensor.shape) * ITEM_BITS[tensor.dtype]
        if tensor.end < tensor.start or bits != 8 * tensor.nbytes:
            text = (
                "{path} is damaged: the range of its tensor {tensor} does not fit the shape "
                "{shape}; fetch it again."
            )
            shape = list(tensor.shape)
            raise CheckpointError(
                said("tensor_range", text, path=path, tensor=tensor.name, shape=shape)
            )
        if tensor.start != at:
            if tensor.start < at:
                text = (
                    "{path} is damaged: its tensor {tensor} overlaps the one before it; fetch it "
                    "again."
                )
                raise CheckpointError(said("tensor_overlaps", text, path=path, tensor=tensor.name))
            text = "{path} is damaged: its tensor {tensor} leaves a gap before it; fetch it again."
            raise CheckpointError(said("tensor_gap", text, path=path, tensor=tensor.name))
        at = tensor.end
    if at != nbytes:
        text = "{path} is {count} bytes longer than its header says; fetch it again."
        raise CheckpointError(said("shard_longer", text, path=path, count=nbytes - at))


def read_range(file: io.BufferedReader, tensor: StoredTensor, first: int, count: int) -> Tensor:
    """Entries `first` to `first + count` along the first axis of a stored tensor, in its type.

    Raises:
        CheckpointError: the file ends before them.
    """
    inner = tensor.shape[1:]
    each = math.prod(inner) * ITEM_BITS[tensor.dtype] // 8
    buffer = bytearray(each * count)
    file.seek(tensor.start + first * each)
    if file.readinto(buffer) != len(buffer):
        text = "{path} ends within {tensor}; fetch it again."
        raise CheckpointError(said("ends_within", text, path=file.name, tensor=tensor.name))
    return torch.frombuffer(buffer, dtype=DTYPES[tensor.dtype]).view(count, *inner)


def bytes_of(tensor: Tensor) -> memoryview:
    """The bytes of a contiguous CPU tensor, without copying; keep the tensor while they are used.

    numpy would do the same and is not among the packages that the engine needs.
    """
    assert tensor.is_contiguous()
    assert tensor.device.type == "cpu"
    array = ctypes.c_char * tensor.nbytes
    return memoryview(array.from_address(tensor.data_ptr())).cast("B")


@dataclass(frozen=True)
class FileLayout:
    """A file to be written: its header's bytes and where each tensor goes."""

    name: str
    header: bytes
    tensors: Mapping[str, StoredTensor]
    nbytes: int


def lay_out(name: str, tensors: Sequence[tuple[str, str, Sequence[int]]]) -> FileLayout:
    """Place (name, type, shape) in the order given, behind a header that fills whole pages."""
    entries: dict[str, object] = {}
    offset = 0
    for tensor, dtype, shape in tensors:
        end = offset + math.prod(shape) * ITEM_BITS[dtype] // 8
        entries[tensor] = {"dtype": dtype, "shape": list(shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(entries, separators=(",", ":")).encode()
    text = text.ljust(-(-(len(text) + 8) // PAGE) * PAGE - 8)
    data = 8 + len(text)
    return FileLayout(
        name,
        len(text).to_bytes(8, "little") + text,
        {tensor: _stored(tensor, entry, data) for tensor, entry in entries.items()},
        data + offset,
    )


def map_tensors(shard: Shard) -> dict[str, Tensor]:
    """All tensors of a file as views of one mapping; their bytes are read when they are used."""
    whole = torch.from_file(str(shard.path), shared=False, size=shard.nbytes, dtype=torch.uint8)
    result: dict[str, Tensor] = {}
    for name, tensor in shard.tensors.items():
        if tensor.dtype not in DTYPES:
            raise TensorError(f"The tensor {name} in {shard.path.name} is of type {tensor.dtype}.")
        part = whole[tensor.start : tensor.end]
        result[name] = part.view(DTYPES[tensor.dtype]).view(tensor.shape)
    return result


def is_within(folder: Path, path: Path) -> bool:
    """Whether `path`, with all links followed, still lies in `folder`."""
    return path.resolve().is_relative_to(folder.resolve())


def refuse_links_out(folder: Path) -> None:
    """Check that no entry of a model's folder leads out of it.

    Raises:
        CheckpointError: one does; a link within the folder is as good as a file.
    """
    for path in sorted(folder.iterdir()):
        if path.is_symlink() and not is_within(folder, path):
            text = (
                "{path} is a link to a place outside the model's folder; copy the file itself "
                "there."
            )
            raise CheckpointError(said("link_out", text, path=path))
