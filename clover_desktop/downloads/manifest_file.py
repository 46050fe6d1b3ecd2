"""What a model's manifest says about the whole: read without tensors, for lists and checks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clover_desktop.errors import CheckpointError, said

MANIFEST = "manifest.json"
_LARGEST = 64_000_000


@dataclass(frozen=True)
class ManifestFile:
    """`files` maps each file's name to its sha256."""

    repo: str = ""
    revision: str = ""
    licence: str = ""
    scheme: str = ""
    is_complete: bool = False
    files: Mapping[str, str] = field(default_factory=dict)


def read_manifest(folder: Path) -> ManifestFile | None:
    """The manifest of a model's folder, None if there is none.

    Raises:
        CheckpointError: there is one that cannot be read.
    """
    path = folder / MANIFEST
    try:
        if not path.is_file():
            return None
        if path.stat().st_size > _LARGEST:
            raise ValueError
        raw = json.loads(path.read_bytes())
        return ManifestFile(
            repo=_text(_source(raw).get("repo")),
            revision=_text(_source(raw).get("revision")),
            licence=_text(_source(raw).get("licence") or _source(raw).get("license")),
            scheme=_text(raw.get("scheme")),
            is_complete=raw.get("complete") is True,
            files={name: _hash(value) for name, value in (raw.get("files") or {}).items()},
        )
    except (OSError, ValueError, AttributeError, TypeError, RecursionError) as error:
        text = (
            "{path} cannot be read as a manifest; delete the model, then install or quantize it "
            "again."
        )
        raise CheckpointError(said("bad_manifest", text, path=path)) from error


def _source(raw: Any) -> Mapping[str, Any]:
    source = raw.get("source")
    return source if isinstance(source, dict) else raw


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _hash(value: object) -> str:
    return _text(value.get("sha256")) if isinstance(value, dict) else _text(value)
