"""Converting a checkpoint in tests, and changing one before."""

import json
from pathlib import Path
from typing import Any

from safetensors.torch import load_file, save_file

from clover_desktop.models.convert import quantize_folder

INDEX = "model.safetensors.index.json"


def quantized(source: Path, dest: Path, **options: Any) -> Path:
    for _ in quantize_folder(source, dest, device="cpu", **options):
        pass
    return dest


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def unnamed(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files without what tells one checkpoint folder from another."""
    manifest = json.loads(files["manifest.json"])
    manifest.pop("identity", None)
    return {**files, "manifest.json": json.dumps(manifest).encode()}


def shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("model-*.safetensors"))


def change_shard(path: Path, change: Any) -> None:
    tensors = load_file(path)
    change(tensors)
    save_file(tensors, path)


def rebuild_index(folder: Path) -> None:
    places = {name: path.name for path in shards(folder) for name in load_file(path)}
    (folder / INDEX).write_text(json.dumps({"weight_map": places}))


def with_index(folder: Path, change) -> None:
    index = json.loads((folder / INDEX).read_text())
    change(index["weight_map"])
    (folder / INDEX).write_text(json.dumps(index))
