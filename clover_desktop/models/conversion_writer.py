"""The files of a conversion: parts go to their places, whole files get their names.

A file is written under another name in the work folder, in any order, and is hashed and renamed
when its last part is there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import torch
from torch import Tensor

from clover_desktop.errors import CheckpointError, said
from clover_desktop.models.conversion_journal import (
    PENDING,
    DoneFile,
    DonePart,
    Journal,
    open_or_make,
)
from clover_desktop.models.conversion_plan import (
    CODES,
    PRECISE_FILE,
    SCALES,
    Part,
    Plan,
    experts_name,
    layer_of,
)
from clover_desktop.models.formats import STORED, Quantized
from clover_desktop.models.manifest import sync_folder
from clover_desktop.models.shards import ITEM_BITS, FileLayout, bytes_of, lay_out
from clover_kernels.quant_experts import MatrixLayout

SYNC_NBYTES = 2**25
"""Source bytes after which small finished parts are made durable together."""


class Writer:
    """Puts converted parts into the unfinished files and gives finished files their names."""

    def __init__(self, folder: Path, plan: Plan, journal: Journal) -> None:
        self.folder, self.plan, self.journal = folder, plan, journal
        self._open: dict[str, BinaryIO] = {}
        self._pending_end = journal.pending_nbytes
        self._uncommitted = 0
        self._parameters: dict[str, list[str]] = {}
        for parameter in plan.formats:
            self._parameters.setdefault(plan.file_of(parameter), []).append(parameter)

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for file in self._open.values():
            # All that counts was committed before; what is left in a buffer after a failure is not.
            with contextlib.suppress(OSError):
                file.close()

    def write_dense(self, parameter: str, first: int, result: Quantized) -> None:
        """Rows from `first` on of an 8-bit parameter."""
        layout = self.plan.files[self.plan.file_of(parameter)]
        for ending, values in ((SCALES, result.scales), (CODES, result.codes)):
            place = layout.tensors[parameter + ending]
            each = values[0].nbytes
            self._write(layout, place.start + first * each, values)

    def write_experts(
        self, part: Part, first: int, matrix: MatrixLayout, result: Quantized
    ) -> None:
        """One matrix of the experts from `first` on, or of the part's own expert."""
        layout = self.plan.files[self.plan.file_of(part.parameter)]
        place = layout.tensors[experts_name(layer_of(part.parameter))]
        count = result.codes.shape[0]
        # Codes, scales and the gaps between them are one range of the record.
        ranges = torch.zeros(count, matrix.end - matrix.codes, dtype=torch.uint8)
        ranges[:, : matrix.code_nbytes] = result.codes.cpu()
        scales = result.scales.cpu().view(torch.uint8).reshape(count, -1)
        at = matrix.scales - matrix.codes
        ranges[:, at : at + scales.shape[1]] = scales
        number = first if part.expert is None else part.expert
        for index, values in enumerate(ranges):
            start = place.start + (number + index) * self.plan.experts.nbytes + matrix.codes
            self._write(layout, start, values)

    def append_precise(self, values: Tensor) -> tuple[int, int]:
        """Keep a tensor for the last file; returns its range in the pending file."""
        file = self._open.get(PENDING)
        if file is None:
            path = self.journal.work / PENDING
            if not path.exists() and self._pending_end:
                raise self._lost(PENDING)
            file = self._open[PENDING] = open_or_make(path)
            file.truncate(self._pending_end)
        file.seek(self._pending_end)
        file.write(bytes_of(values))
        start, self._pending_end = self._pending_end, self._pending_end + values.nbytes
        return start, self._pending_end

    def note(self, part: Part, done: DonePart) -> None:
        """Remember a finished part; now and then make all of them durable."""
        self.journal.add_part(part, done)
        self._uncommitted += part.stored.nbytes
        if self._uncommitted >= SYNC_NBYTES:
            self.commit()

    def commit(self) -> None:
        """Make what is written durable, then the journal's lines about it."""
        for file in self._open.values():
            file.flush()
            os.fsync(file.fileno())
        self.journal.flush()
        self._uncommitted = 0

    def seal(self, name: str) -> None:
        """If all parts of a file are there, hash it and give it its name."""
        if name == PRECISE_FILE or name in self.journal.files or not self._is_whole(name):
            return
        self.commit()
        file = self._open.pop(name, None)
        if file is not None:
            file.close()
        partial, final = self._partial(name), self.folder / name
        # After a kill between the renaming and the journal's line it has its name already.
        if not partial.exists() and not final.exists():
            raise self._lost(name)
        self._name(partial if partial.exists() else final, self.plan.files[name])

    def write_precise(self) -> None:
        """Lay out and write the file of all that stays as it was stored."""
        kept = {
            name: self.journal.parts[name]
            for name, form in self.plan.formats.items()
            if form == STORED
        }
        # Wide types first, so that every offset suits its type.
        order = sorted(kept, key=lambda name: (-ITEM_BITS[kept[name].dtype], name))
        shapes = self.plan.shapes
        layout = lay_out(PRECISE_FILE, [(name, kept[name].dtype, shapes[name]) for name in order])
        partial, final = self._partial(PRECISE_FILE), self.folder / PRECISE_FILE
        if final.exists() and not partial.exists():
            self._name(final, layout)
            return
        with (self.journal.work / PENDING).open("rb") as source, partial.open("wb") as file:
            file.write(layout.header)
            for name in order:
                source.seek(kept[name].start)
                file.write(source.read(kept[name].end - kept[name].start))
            file.flush()
            os.fsync(file.fileno())
        self._name(partial, layout)

    def _is_whole(self, name: str) -> bool:
        return all(
            parameter in self.journal.parts
            or self.journal.count(parameter) == self.plan.parts_needed(parameter)
            for parameter in self._parameters[name]
        )

    def _name(self, path: Path, layout: FileLayout) -> None:
        nbytes, sha256, tensors = hash_file(path, layout)
        final = self.folder / layout.name
        if path != final:
            path.replace(final)
        sync_folder(self.folder)
        self.journal.add_file(layout.name, DoneFile(nbytes, sha256, tensors))
        self.journal.flush()

    def _write(self, layout: FileLayout, start: int, values: Tensor) -> None:
        file = self._open.get(layout.name)
        if file is None:
            file = self._open[layout.name] = self._open_partial(layout)
        file.seek(start)
        content = values.cpu().contiguous()
        file.write(bytes_of(content))

    def _open_partial(self, layout: FileLayout) -> BinaryIO:
        path = self._partial(layout.name)
        if not path.exists() and any(map(self.journal.count, self._parameters[layout.name])):
            raise self._lost(layout.name)
        file = open_or_make(path)
        file.write(layout.header)
        file.truncate(layout.nbytes)
        return file

    def _partial(self, name: str) -> Path:
        return self.journal.work / f"{name}.partial"

    def _lost(self, name: str) -> CheckpointError:
        text = (
            "{folder} lacks {file}, on which its journal counts; delete that folder and start "
            "again."
        )
        return CheckpointError(said("conversion_lost", text, folder=self.journal.work, file=name))


def hash_file(path: Path, layout: FileLayout | None = None) -> tuple[int, str, dict[str, str]]:
    """Bytes and sha256 of a file, and the sha256 of each tensor that the layout places in it."""
    whole, tensors = hashlib.sha256(), {}
    nbytes = 0
    with path.open("rb") as file:
        ends = [] if layout is None else list(layout.tensors.values())
        for tensor in ends:
            own = hashlib.sha256()
            for chunk in _chunks(file, tensor.start - nbytes):
                whole.update(chunk)
            for chunk in _chunks(file, tensor.nbytes):
                whole.update(chunk)
                own.update(chunk)
            nbytes = tensor.end
            tensors[tensor.name] = own.hexdigest()
        for chunk in _chunks(file, path.stat().st_size - nbytes):
            whole.update(chunk)
    return path.stat().st_size, whole.hexdigest(), tensors


def _chunks(file: BinaryIO, nbytes: int) -> Iterator[bytes]:
    while nbytes > 0:
        chunk = file.read(min(nbytes, 2**22))
        if not chunk:
            return
        nbytes -= len(chunk)
        yield chunk
