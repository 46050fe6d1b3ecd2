"""Every file and tensor of a model folder against its manifest; stops at the first that is bad."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

from clover_desktop.errors import CheckpointError, TensorError
from clover_desktop.models.convert import Progress
from clover_desktop.models.manifest import MANIFEST, Manifest
from clover_desktop.models.quantized_weights import check_file, open_folder
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
        raise CheckpointError(f"There is no folder {folder}; give the one with the model.")
    if not (folder / MANIFEST).exists():
        raise CheckpointError(
            f"{folder} has no {MANIFEST}, so there is nothing to verify it against; models that "
            "were installed or quantized by this app have one."
        )
    refuse_links_out(folder)
    plan, manifest = open_folder(folder)
    for path in sorted(folder.glob("*.safetensors")):
        if path.name not in manifest.files:
            raise CheckpointError(
                f"{path} is not in the manifest; delete it, or install the model again."
            )
    total = sum(entry.nbytes for entry in manifest.files.values())
    done, started = 0, time.monotonic()
    for name, entry in sorted(manifest.files.items()):
        path = folder / name
        if not path.is_file():
            raise CheckpointError(f"{name} is missing in {folder}; install the model again.")
        if path.stat().st_size != entry.nbytes:
            raise CheckpointError(
                f"{path} has {path.stat().st_size} bytes in place of {entry.nbytes}; install the "
                "model again."
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
        return CheckpointError(f"{path} is not as it was written; install the model again.")
    hashes = manifest.stored[path.name]
    for tensor in shard.tensors.values():
        own = hashlib.sha256()
        for chunk in _read(path, tensor.start, tensor.nbytes):
            own.update(chunk)
        if own.hexdigest() != hashes.get(tensor.name):
            return TensorError(
                f"{path} is damaged in the tensor {tensor.name}; install the model again."
            )
    return CheckpointError(f"{path} is damaged in its header; install the model again.")


def _read(path: Path, start: int, nbytes: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while nbytes > 0:
            chunk = file.read(min(nbytes, _CHUNK))
            if not chunk:
                return
            nbytes -= len(chunk)
            yield chunk
