"""Every file and tensor of a model folder against its manifest; stops at the first that is bad."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

from clover_desktop.errors import CheckpointError, TensorError, said
from clover_desktop.models.conversion_plan import PRECISE_FILE
from clover_desktop.models.convert import Progress
from clover_desktop.models.manifest import MANIFEST, Manifest
from clover_desktop.models.quantized_weights import check_file, lacks, open_folder
from clover_desktop.models.shards import Shard, refuse_links_out

_CHUNK = 2**22


def verify_folder(folder: Path) -> Iterator[Progress]:
    """Check a finished model; when it ends without raising, every byte is as it was written.

    Yields bytes read and in all.

    Raises:
        CheckpointError: the first file that is missing, damaged, a link out of the folder, or not
            in the manifest. TensorError: the first bad tensor, with its file.
    """
    if not folder.is_dir():
        text = "There is no folder {path}; give the one with the model."
        raise CheckpointError(said("nothing_to_verify", text, path=folder))
    if not (folder / MANIFEST).exists():
        text = (
            "{path} has no {file}, so there is nothing to verify it against; models that were "
            "installed or quantized by this app have one."
        )
        raise CheckpointError(said("no_manifest", text, path=folder, file=MANIFEST))
    refuse_links_out(folder)
    plan, manifest = open_folder(folder)
    for name in (*plan.files, PRECISE_FILE):
        if name not in manifest.stored:
            raise lacks(folder, name)
    for path in sorted(folder.glob("*.safetensors")):
        if path.name not in manifest.files:
            text = "{path} is not in the manifest; delete that file."
            raise CheckpointError(said("not_in_manifest", text, path=path))
    total = sum(entry.nbytes for entry in manifest.files.values())
    done, started = 0, time.monotonic()
    for name, entry in sorted(manifest.files.items()):
        path = folder / name
        if not path.is_file():
            text = "{file} is missing in {folder}; delete the model and install it again."
            raise CheckpointError(said("file_missing", text, file=name, folder=folder))
        if path.stat().st_size != entry.nbytes:
            text = (
                "{path} has {nbytes} bytes in place of {wanted}; delete the model and install it "
                "again."
            )
            nbytes = path.stat().st_size
            raise CheckpointError(
                said("wrong_size", text, path=path, nbytes=nbytes, wanted=entry.nbytes)
            )
        own = hashlib.sha256()
        for chunk in _read(path, 0, entry.nbytes):
            own.update(chunk)
            done += len(chunk)
            speed = done / max(1e-9, time.monotonic() - started)
            yield Progress("verify", name, "", done, total, speed)
        if own.hexdigest() != entry.sha256:
            shard = check_file(folder, name, plan, manifest) if name in manifest.stored else None
            raise _damaged(path, shard, manifest)
        if name in manifest.stored:
            check_file(folder, name, plan, manifest)


def _damaged(path: Path, shard: Shard | None, manifest: Manifest) -> CheckpointError:
    """The sentence for a file with a wrong hash, with its first bad tensor."""
    if shard is None:
        text = "{path} is not as it was written; delete the model and install it again."
        return CheckpointError(said("file_changed", text, path=path))
    hashes = manifest.stored[path.name]
    for tensor in shard.tensors.values():
        own = hashlib.sha256()
        for chunk in _read(path, tensor.start, tensor.nbytes):
            own.update(chunk)
        if own.hexdigest() != hashes.get(tensor.name):
            text = (
                "{path} is damaged in the tensor {tensor}; delete the model and install it again."
            )
            return TensorError(said("tensor_damaged", text, path=path, tensor=tensor.name))
    text = "{path} is damaged in its header; delete the model and install it again."
    return CheckpointError(said("header_damaged", text, path=path))


def _read(path: Path, start: int, nbytes: int) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            file.seek(start)
            while nbytes > 0:
                chunk = file.read(min(nbytes, _CHUNK))
                if not chunk:
                    return
                nbytes -= len(chunk)
                yield chunk
    except OSError as error:
        # The system does not say of which file a read failed.
        text = "{path} cannot be read ({why}); check its drive."
        raise CheckpointError(said("not_readable", text, path=path, why=error.strerror)) from error
