"""manifest.json: what a model folder of ours consists of, and how good each part is.

    {"format": 1, "scheme": "int4-g64", "complete": true,
     "source": {"repo": ..., "revision": ..., "licence": ...},
     "files": {name: {"bytes", "sha256"}},
     "stored": {file: {tensor: sha256}},
     "parameters": {name: {"format", "error"}},
     "identity": ...}

`parameters` has the network's names, `stored` those of the safetensors files. `error` is the
relative RMS error, 0 for what is kept as it was. `identity` tells which checkpoint folder was
converted, and is absent where that was no folder. It holds no times, so two conversions of the
same source give the same bytes.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clover_desktop.errors import CheckpointError, said
from clover_desktop.models.config import read_json
from clover_desktop.models.formats import BITS, INT8, STORED
from clover_desktop.models.schemes import SCHEMES

MANIFEST = "manifest.json"
FORMAT = 1
"""Raised when a reader of the older number would read the files wrongly."""
_HASH = re.compile(r"[0-9a-f]{64}")
_KEYS = {"format", "scheme", "complete", "source", "files", "stored", "parameters", "identity"}


@dataclass(frozen=True)
class Source:
    """Where the weights come from; empty where it is not known."""

    repo: str = ""
    revision: str = ""
    licence: str = ""


@dataclass(frozen=True)
class FileEntry:
    """A file of the folder; `nbytes` long, `sha256` in hexadecimal digits."""

    nbytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """`stored`: file to tensor to sha256. `formats` and `errors`: parameter to its format and its
    relative RMS error. `identity`: sha256 that tells the converted folder from others, or empty."""

    scheme: str
    complete: bool
    source: Source = Source()
    files: Mapping[str, FileEntry] = field(default_factory=dict)
    stored: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    formats: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, float] = field(default_factory=dict)
    identity: str = ""

    def to_bytes(self) -> bytes:
        """The file's content; the same for equal manifests."""
        value: dict[str, Any] = {
            "format": FORMAT,
            "scheme": self.scheme,
            "complete": self.complete,
            "source": {
                "repo": self.source.repo,
                "revision": self.source.revision,
                "licence": self.source.licence,
            },
            "files": {
                name: {"bytes": entry.nbytes, "sha256": entry.sha256}
                for name, entry in sorted(self.files.items())
            },
            "stored": {
                name: dict(sorted(self.stored[name].items())) for name in sorted(self.stored)
            },
            "parameters": {
                name: {"format": self.formats[name], "error": self.errors[name]}
                for name in sorted(self.formats)
            },
        }
        if self.identity:
            value["identity"] = self.identity
        return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()

    def save(self, folder: Path) -> None:
        """Write it whole or not at all."""
        write_whole(folder / MANIFEST, self.to_bytes())

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read `folder/manifest.json`.

        Raises:
            CheckpointError: it is missing, ruined, or of a newer format.
        """
        path = folder / MANIFEST
        return _Reader(path, read_json(path)).manifest()


class _Reader:
    """Takes a manifest apart; anything that is not as described above is refused."""

    def __init__(self, path: Path, raw: Mapping[str, Any]) -> None:
        self.path, self.raw = path, raw

    def manifest(self) -> Manifest:
        number = self.raw.get("format")
        if type(number) is int and number > FORMAT:
            text = (
                "{path} has the format {number}, and this version of the app reads up to {known}; "
                "update the app."
            )
            numbers = {"number": number, "known": FORMAT}
            raise CheckpointError(said("manifest_newer", text, path=self.path, **numbers))
        if type(number) is not int or number != FORMAT or {*self.raw, "identity"} != _KEYS:
            raise self._ruined("is not a manifest of this app")
        scheme, complete = self.raw["scheme"], self.raw["complete"]
        if scheme not in SCHEMES:
            raise self._ruined(f"names the unknown scheme {scheme!r}")
        if type(complete) is not bool:
            raise self._ruined("does not say whether the model is complete")
        source = self._object("source", {"repo": str, "revision": str, "licence": str})
        files: dict[str, FileEntry] = {}
        stored: dict[str, Mapping[str, str]] = {}
        formats: dict[str, str] = {}
        errors: dict[str, float] = {}
        for name, entry in self._each("files"):
            if not is_plain_name(name) or set(entry) != {"bytes", "sha256"}:
                raise self._ruined(f"has an unusable entry for the file {name!r}")
            files[name] = FileEntry(self._count(entry["bytes"]), self._hash(entry["sha256"]))
        for name, tensors in self._each("stored"):
            if name not in files:
                raise self._ruined(f"lists tensors of {name!r}, which is not among its files")
            stored[name] = {tensor: self._hash(value) for tensor, value in tensors.items()}
        for name, entry in self._each("parameters"):
            form: Any = entry.get("format")
            error: Any = entry.get("error")
            is_known = form in (*BITS, INT8, STORED)
            if not is_known or not (type(error) in (int, float) and 0 <= error < math.inf):
                raise self._ruined(f"has an unusable entry for the tensor {name!r}")
            formats[name], errors[name] = form, float(error)
        identity = self._hash(self.raw["identity"]) if "identity" in self.raw else ""
        return Manifest(
            scheme, complete, Source(**source), files, stored, formats, errors, identity
        )

    def _object(self, key: str, kinds: Mapping[str, type]) -> dict[str, Any]:
        value = self.raw[key]
        if not isinstance(value, dict) or {k: type(v) for k, v in value.items()} != dict(kinds):
            raise self._ruined(f"has an unusable entry {key}")
        return value

    def _each(self, key: str) -> list[tuple[str, dict[str, Any]]]:
        value = self.raw[key]
        if not isinstance(value, dict) or not all(isinstance(v, dict) for v in value.values()):
            raise self._ruined(f"has an unusable entry {key}")
        return list(value.items())

    def _count(self, value: object) -> int:
        if type(value) is not int or value < 0:
            raise self._ruined(f"gives a file {value!r} bytes")
        return value

    def _hash(self, value: object) -> str:
        if not isinstance(value, str) or not _HASH.fullmatch(value):
            raise self._ruined(f"holds {value!r} in place of a hash")
        return value

    def _ruined(self, what: str) -> CheckpointError:
        text = "{path} {what}; delete the model, then install or quantize it again."
        return CheckpointError(said("manifest_ruined", text, path=self.path, what=what))


def is_plain_name(name: str) -> bool:
    """Whether `name` is that of a file in the folder itself, on any system."""
    return name not in ("", ".", "..") and not any(part in name for part in "/\\:\0")


def write_whole(path: Path, content: bytes) -> None:
    """Write a small file under another name, make it durable, rename it."""
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in `folder` durable, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
