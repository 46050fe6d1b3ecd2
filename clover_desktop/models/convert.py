"""A checkpoint in BF16, F16 or F32 to a folder in the app's format, one tensor at a time.

    plan = make_plan(folder, scheme="int4-g64")         # config.json lies there
    with Journal(work, plan) as journal:
        for shard in shards:                            # in any order, each may be deleted after
            for progress in convert_shard(shard, folder, plan, journal): ...
        finish(folder, plan, journal)

`quantize_folder` does this for a checkpoint that lies on the disk as a whole. Unfinished files
keep the ending `.partial` in the folder `work`; each is hashed and renamed when its last tensor is
there, and the manifest comes last. Work that was killed goes on from its last finished tensor and
ends with the same bytes.
"""

from __future__ import annotations

import errno
import hashlib
import io
import math
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import Tensor

from clover_desktop.checkpoint_files import INDEX, SINGLE, SMALL_FILES
from clover_desktop.errors import (
    CheckpointError,
    NoSpaceError,
    TensorError,
    UsageError,
    said,
    size_words,
)
from clover_desktop.models.chat_files import TEMPLATE, template_in_config
from clover_desktop.models.conversion_journal import JOURNAL, DonePart, Journal
from clover_desktop.models.conversion_plan import (
    PRECISE_FILE,
    Part,
    Plan,
    make_plan,
    shapes_in,
)
from clover_desktop.models.conversion_writer import Writer, hash_file
from clover_desktop.models.formats import INT8, STORED, Quantized, quantize, quantize_int8
from clover_desktop.models.manifest import (
    MANIFEST,
    FileEntry,
    Manifest,
    sync_folder,
    write_whole,
)
from clover_desktop.models.shards import (
    ITEM_BITS,
    Shard,
    StoredTensor,
    read_header,
    read_range,
    refuse_links_out,
)
from clover_desktop.models.weights import checkpoint_files
from clover_kernels.quant_experts import MatrixLayout

__all__ = [
    "Journal",
    "Plan",
    "Progress",
    "convert_shard",
    "copy_small_files",
    "finish",
    "make_plan",
    "quantize_folder",
]

WORK = ".convert"
"""The folder in DEST that holds what is unfinished."""
SLICE = 2**22
"""Weights read at a time. Peak memory is a few times their 16 MB in fp32."""
GPU_SLICE = 2**26
SAMPLE = 2**16
"""Bytes at either end of a shard's weights by which a resumed conversion knows its source."""


@dataclass(frozen=True)
class Progress:
    """`done` of `total` bytes of the source are converted (stage `quantize`), or bytes of the
    result are read again (stage `verify`)."""

    stage: str
    file: str
    tensor: str
    done: int
    total: int
    bytes_per_second: float = 0.0


def quantize_folder(
    source: Path,
    dest: Path,
    *,
    scheme: str = "int4-g64",
    resume: bool = False,
    device: str = "auto",
) -> Iterator[Progress]:
    """Convert a whole checkpoint folder into the folder `dest`; `resume` goes on with one begun.

    Raises:
        CheckpointError: the source is not a checkpoint that can be converted, or `dest` is in use.
        NoSpaceError: the disk is full. UsageError: an unknown scheme, or one of the two folders
            lies in the other.
    """
    if not source.is_dir():
        text = "There is no folder {path}; give the one with the checkpoint."
        raise CheckpointError(said("no_source", text, path=source))
    _refuse_nested(source, dest)
    _refuse_quantized(source)
    plan = make_plan(source, scheme=scheme, device=device)
    shards = _checked_shards(source, plan)
    plan = replace(plan, identity=_identity(shards))
    if _is_finished(dest, plan, resume=resume):
        # A kill may have come between the journal's end and that of its folder.
        shutil.rmtree(dest / WORK, ignore_errors=True)
        return
    is_begun = (dest / WORK).is_dir()
    if dest.exists() and any(dest.iterdir()) and not (resume and is_begun):
        if is_begun:
            text = "{path} is not empty; choose another folder, or continue with --resume."
            raise CheckpointError(said("dest_begun", text, path=dest))
        text = "{path} is not empty; choose another folder."
        raise CheckpointError(said("dest_not_empty", text, path=dest))
    total = sum(shard.nbytes for shard in shards)
    started, before = time.monotonic(), 0
    known = _known_shapes(shards)
    try:
        dest.mkdir(parents=True, exist_ok=True)
        if not is_begun:
            _check_space(dest, plan)
        with Journal(dest / WORK, plan) as journal:
            # After the journal, which makes a folder that was begun and killed one to continue.
            copy_small_files(source, dest)
            for shard in shards:
                for step in _convert(shard, dest, plan, journal, known):
                    done = before + step.done
                    speed = done / max(1e-9, time.monotonic() - started)
                    yield replace(step, done=done, total=total, bytes_per_second=speed)
                before += shard.nbytes
            finish(dest, plan, journal)
        (dest / WORK).rmdir()
        sync_folder(dest)
    except OSError as error:
        raise _disk_sentence(dest, plan, error) from error


def convert_shard(path: Path, folder: Path, plan: Plan, journal: Journal) -> Iterator[Progress]:
    """Convert the tensors of one shard that the journal does not hold yet.

    Yields after each slice, with `done` bytes of this shard. When it ends all is durable and the
    shard may be deleted.

    Raises:
        CheckpointError: the shard is damaged or does not belong here. OSError: of the disk.
    """
    yield from _convert(read_header(path), folder, plan, journal, {})


def finish(folder: Path, plan: Plan, journal: Journal) -> None:
    """All shards are converted: write the last file and the manifest, delete the journal.

    Raises:
        TensorError: a tensor was in none of the shards. OSError: of the disk.
    """
    plan.check_complete(journal.parts)
    with Writer(folder, plan, journal) as writer:
        for name in plan.files:
            writer.seal(name)
        if PRECISE_FILE not in journal.files:
            writer.write_precise()
    _write_template(folder)
    files = {
        name: FileEntry(*hash_file(folder / name)[:2])
        for name in SMALL_FILES
        if (folder / name).is_file()
    }
    done = journal.files
    files |= {name: FileEntry(entry.nbytes, entry.sha256) for name, entry in done.items()}
    Manifest(
        scheme=plan.scheme.name,
        complete=True,
        source=plan.source,
        files=files,
        stored={name: entry.tensors for name, entry in done.items()},
        formats=plan.formats,
        errors=_errors(plan, journal),
        identity=plan.identity,
    ).save(folder)
    journal.remove()


def copy_small_files(source: Path, folder: Path) -> None:
    """Copy configuration, tokenizer, chat template and licence as they are."""
    for name in SMALL_FILES:
        if (source / name).is_file():
            write_whole(folder / name, (source / name).read_bytes())


def _refuse_nested(source: Path, dest: Path) -> None:
    inner, outer = Path(os.path.realpath(dest)), Path(os.path.realpath(source))
    if inner == outer or outer in inner.parents or inner in outer.parents:
        text = (
            "The checkpoint {source} and the new model {dest} lie one in the other; choose another "
            "folder for the new model."
        )
        raise UsageError(said("nested_folders", text, source=source, dest=dest))


def _refuse_quantized(source: Path) -> None:
    # A checkpoint may have a manifest.json of its own kind beside its weights.
    is_checkpoint = (source / INDEX).exists() or (source / SINGLE).exists()
    if is_checkpoint or not (source / MANIFEST).is_file():
        return
    manifest = Manifest.read(source)
    if not manifest.complete:
        text = "The model in {path} is not finished; continue its installation or conversion."
        raise CheckpointError(said("model_not_finished", text, path=source))
    text = (
        "{path} is quantized already, as {scheme}; give the folder of the checkpoint that it was "
        "made from."
    )
    raise CheckpointError(said("quantized_already", text, path=source, scheme=manifest.scheme))


def _checked_shards(source: Path, plan: Plan) -> list[Shard]:
    """The headers of all shards, after every check that needs no weights."""
    refuse_links_out(source)
    shards = [read_header(path) for path in checkpoint_files(source)]
    known = _known_shapes(shards)
    keys: set[str] = set()
    is_split: dict[str, bool] = {}
    for shard in shards:
        for part in plan.parts_of(shard, known):
            form = part.expert is not None
            if part.key in keys or is_split.setdefault(part.parameter, form) != form:
                text = (
                    "{file} holds the tensor {tensor}, which the checkpoint has already, there or "
                    "split by expert; it is damaged."
                )
                raise TensorError(
                    said("tensor_already", text, file=shard.path.name, tensor=part.stored.name)
                )
            keys.add(part.key)
    plan.check_complete(keys)
    return shards


def _known_shapes(shards: list[Shard]) -> Mapping[str, tuple[int, ...]]:
    known: dict[str, tuple[int, ...]] = {}
    for shard in shards:
        known |= shapes_in(shard)
    return known


def _is_finished(dest: Path, plan: Plan, *, resume: bool) -> bool:
    """Whether `dest` holds this very model already and `resume` says that this is as well."""
    if not resume or not (dest / MANIFEST).is_file() or (dest / WORK / JOURNAL).exists():
        return False
    manifest = Manifest.read(dest)
    made = (manifest.complete, manifest.scheme, manifest.identity)
    if made == (True, plan.scheme.name, plan.identity):
        return True
    text = (
        "{path} holds a model of the scheme {scheme} that was made in another way; choose another "
        "folder."
    )
    raise CheckpointError(said("dest_other", text, path=dest, scheme=manifest.scheme))


def _check_space(dest: Path, plan: Plan) -> None:
    free = shutil.disk_usage(dest).free
    if plan.result_nbytes > free:
        text = (
            "The result needs {needed} in {path}, and only {free} are free; free some or choose "
            "another drive."
        )
        needed = size_words(plan.result_nbytes)
        raise NoSpaceError(
            said("no_space_to_quantize", text, needed=needed, path=dest, free=size_words(free))
        )


def _identity(shards: list[Shard]) -> str:
    """A hash of the headers and of the first and last weights of all shards."""
    own = hashlib.sha256()
    for shard in shards:
        with shard.path.open("rb") as file:
            own.update(f"{shard.path.name} {shard.nbytes} ".encode())
            start = min((tensor.start for tensor in shard.tensors.values()), default=0)
            own.update(file.read(start + SAMPLE))
            file.seek(max(start, shard.nbytes - SAMPLE))
            own.update(file.read(SAMPLE))
    return own.hexdigest()


def _disk_sentence(dest: Path, plan: Plan, error: OSError) -> CheckpointError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        text = (
            "The disk of {path} is full; the whole model takes {needed}, so free some space and "
            "continue with --resume."
        )
        needed = size_words(plan.result_nbytes)
        return NoSpaceError(
            said("full_while_quantizing", text, path=dest, needed=needed), detail=str(error)
        )
    text = "{path} cannot be read or written ({why}); mend that and continue with --resume."
    return CheckpointError(
        said("disk_while_quantizing", text, path=error.filename or dest, why=error.strerror),
        detail=str(error),
    )


def _convert(
    shard: Shard,
    folder: Path,
    plan: Plan,
    journal: Journal,
    known: Mapping[str, tuple[int, ...]],
) -> Iterator[Progress]:
    parts = plan.parts_of(shard, known)
    name = shard.path.name
    if not (folder / MANIFEST).exists():
        Manifest(plan.scheme.name, complete=False, source=plan.source).save(folder)
    done = 0
    with Writer(folder, plan, journal) as writer, shard.path.open("rb") as file:
        for part in parts:
            stored = part.stored
            if journal.is_done(part, name):
                done += stored.nbytes
            else:
                yield Progress("quantize", name, stored.name, done, shard.nbytes)
                result = _Totals()
                for nbytes in _convert_part(part, file, name, writer, result):
                    step = Progress("quantize", name, stored.name, done + nbytes, shard.nbytes)
                    yield step
                done += stored.nbytes
                writer.note(part, DonePart(name, **vars(result)))
            writer.seal(plan.file_of(part.parameter))
        writer.commit()
    yield Progress("quantize", name, "", shard.nbytes, shard.nbytes)


@dataclass
class _Totals:
    """What `DonePart` will say of a part."""

    error: float = 0.0
    norm: float = 0.0
    dtype: str = ""
    start: int = 0
    end: int = 0

    def add(self, result: Quantized) -> None:
        self.error += result.error
        self.norm += result.norm


def _convert_part(
    part: Part, file: io.BufferedReader, shard: str, writer: Writer, totals: _Totals
) -> Iterator[int]:
    """Read, convert and write one part; yields the source bytes done after each slice.

    Where another program fills the GPU, the part is done on the CPU from its start.
    """
    done = 0
    try:
        for done in _convert_on(writer.plan.device, part, file, shard, writer, totals):
            yield done
        return
    except RuntimeError as error:
        if writer.plan.device.type == "cpu" or not _is_out_of_memory(error):
            raise
    vars(totals).update(vars(_Totals()))
    for again in _convert_on(torch.device("cpu"), part, file, shard, writer, totals):
        yield max(done, again)


def _is_out_of_memory(error: RuntimeError) -> bool:
    # A card that is full already fails otherwise than one that fills: it gives no context.
    return isinstance(error, torch.OutOfMemoryError) or "out of memory" in str(error)


def _convert_on(
    device: torch.device,
    part: Part,
    file: io.BufferedReader,
    shard: str,
    writer: Writer,
    totals: _Totals,
) -> Iterator[int]:
    stored, plan = part.stored, writer.plan
    if plan.formats[part.parameter] == STORED:
        whole = replace(stored, shape=(math.prod(stored.shape),))
        values = read_range(file, whole, 0, whole.shape[0])
        totals.norm = float(values.double().square_().sum())
        _refuse_infinite(totals, stored, shard)
        totals.dtype = stored.dtype
        totals.start, totals.end = writer.append_precise(values)
        yield stored.nbytes
        return
    if part.expert is not None:
        # One matrix of one expert: a batch of one.
        stored = replace(stored, shape=(1, *stored.shape))
    per_item = math.prod(stored.shape[1:])
    limit = SLICE if device.type == "cpu" else GPU_SLICE
    step = max(1, limit // per_item)
    for first in range(0, stored.shape[0], step):
        count = min(step, stored.shape[0] - first)
        values = read_range(file, stored, first, count).to(device)
        if plan.formats[part.parameter] == INT8:
            result = quantize_int8(values)
            totals.add(result)
            _refuse_infinite(totals, part.stored, shard)
            writer.write_dense(part.parameter, first, result)
        else:
            if part.is_transposed:
                values = values.transpose(1, 2)
            for matrix, piece in _matrices(part, values, plan):
                result = quantize(piece, matrix.bits)
                totals.add(result)
                _refuse_infinite(totals, part.stored, shard)
                writer.write_experts(part, first, matrix, result)
        yield (first + count) * per_item * ITEM_BITS[stored.dtype] // 8


def _matrices(part: Part, values: Tensor, plan: Plan) -> list[tuple[MatrixLayout, Tensor]]:
    """The matrices of a slice [n, rows, columns] with their places in a record."""
    record = plan.experts
    if part.expert is not None:
        return [(getattr(record, part.matrix), values)]
    if part.parameter.endswith("down_proj"):
        return [(record.down, values)]
    gate, up = values.chunk(2, dim=1)
    return [(record.gate, gate), (record.up, up)]


def _refuse_infinite(totals: _Totals, stored: StoredTensor, shard: str) -> None:
    if not math.isfinite(totals.norm):
        text = (
            "The tensor {tensor} in {file} holds a value that is not a finite number; fetch the "
            "shard again."
        )
        raise TensorError(said("not_finite", text, tensor=stored.name, file=shard))


def _errors(plan: Plan, journal: Journal) -> dict[str, float]:
    """Relative RMS error of each parameter, to four digits."""
    sums: dict[str, list[DonePart]] = {}
    for parameter in plan.formats:
        if parameter in journal.parts:
            sums[parameter] = [journal.parts[parameter]]
        else:
            start = f"{parameter}."
            sums[parameter] = [done for key, done in journal.parts.items() if key.startswith(start)]
    result = {}
    for parameter, parts in sums.items():
        error = math.fsum(part.error for part in parts)
        norm = math.fsum(part.norm for part in parts)
        result[parameter] = float(f"{math.sqrt(error / norm):.4g}") if norm else 0.0
    return result


def _write_template(folder: Path) -> None:
    """Give the chat template a file of its own where it has none."""
    template = None if (folder / TEMPLATE).exists() else template_in_config(folder)
    if template is not None:
        write_whole(folder / TEMPLATE, template.encode())
