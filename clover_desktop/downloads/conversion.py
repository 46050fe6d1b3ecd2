"""The quantizer of `models` as the installation's `Converter`; loaded by name, hence untyped."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clover_desktop.downloads.install import Origin
from clover_desktop.downloads.manifest_file import read_manifest

_WORK = "convert"


class Conversion:
    """Satisfies `install.Converter`."""

    def __init__(self, origin: Origin, scheme: str) -> None:
        self._convert: Any = importlib.import_module("clover_desktop.models.convert")
        manifest: Any = importlib.import_module("clover_desktop.models.manifest")
        self._source = manifest.Source(origin.repo, origin.revision, origin.licence)
        self._origin, self._scheme = origin, scheme
        self._plan: Any = None

    def check(self, source: Path) -> None:
        """Plan the conversion from config.json and the index.

        Raises:
            CheckpointError: it cannot be converted.
        """
        self._plan = self._convert.make_plan(source, scheme=self._scheme, source=self._source)
        self._plan.check_index()

    def result_nbytes(self, source_nbytes: int) -> int:
        """Bytes of the converted weights, from the plan."""
        return int(self._plan.result_nbytes)

    def convert(self, shard: Path, folder: Path, *, work: Path) -> Iterator[int]:
        """Convert one shard; yields bytes of it done so far."""
        with self._convert.Journal(work / _WORK, self._plan) as journal:
            for step in self._convert.convert_shard(shard, folder, self._plan, journal):
                yield int(step.done)

    def finish(self, folder: Path, names: Sequence[str], *, work: Path) -> None:
        """Write the last file and the manifest."""
        manifest = read_manifest(folder)
        if manifest is not None and manifest.is_complete:
            # A crash came after the manifest: the quantizer's journal is gone by now.
            return
        with self._convert.Journal(work / _WORK, self._plan) as journal:
            self._convert.finish(folder, self._plan, journal)


make_converter = Conversion
