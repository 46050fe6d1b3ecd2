"""A converter for tests of the installation: no tensors, resumable, and it can be slow.

A "tensor" is 4096 bytes of a source shard; converted, it is every fourth of them. What it begins
and finishes goes into the file named by STAND_IN_LOG, one line each.
"""

import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

from clover_desktop.downloads.install import Origin
from clover_desktop.errors import CheckpointError, ConfigError, said

TENSOR, KEPT = 4096, 1024


class StandIn:
    """Satisfies `install.Converter`."""

    def __init__(self, origin: Origin, scheme: str) -> None:
        self.origin, self.scheme = origin, scheme
        self.seconds = float(os.environ.get("STAND_IN_SECONDS", "0"))

    def check(self, source: Path) -> None:
        if json.loads((source / "config.json").read_text()).get("model_type") != "clover_moe":
            raise ConfigError("config.json is of another architecture; choose a Clover model.")

    def result_nbytes(self, source_nbytes: int) -> int:
        return source_nbytes // 4

    def convert(self, shard: Path, folder: Path, *, work: Path) -> Iterator[int]:
        opened = work / f"{shard.name}.open"
        with open(shard, "rb") as reading, open(opened, "ab", buffering=0) as writing:
            finished = os.fstat(writing.fileno()).st_size // KEPT
            writing.truncate(finished * KEPT)
            reading.seek(finished * TENSOR)
            for number in range(finished, shard.stat().st_size // TENSOR):
                self.log("begin", shard.name, number)
                time.sleep(self.seconds)
                writing.write(reading.read(TENSOR)[::4])
                self.log("end", shard.name, number)
                yield (number + 1) * TENSOR
            os.fsync(writing.fileno())
        os.replace(opened, folder / shard.name)

    def finish(self, folder: Path, names: Sequence[str], *, work: Path) -> None:
        files = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.iterdir())
            if path.is_file() and path.name != "manifest.json"
        }
        manifest = {
            "format": 1,
            "source": {"repo": self.origin.repo, "revision": self.origin.revision},
            "scheme": self.scheme,
            "complete": True,
            "files": files,
        }
        fresh = work / "manifest.new"
        fresh.write_text(json.dumps(manifest, indent=1))
        os.replace(fresh, folder / "manifest.json")

    def log(self, word: str, name: str, number: int) -> None:
        if path := os.environ.get("STAND_IN_LOG"):
            with open(path, "a") as file:
                file.write(f"{word} {name} {number}\n")


make_converter = StandIn


def quantize_folder(
    source: Path, dest: Path, *, scheme: str, resume: bool
) -> Iterator[SimpleNamespace]:
    """Plays `models.convert.quantize_folder`: one step, a wait, and the end."""
    if not source.is_dir():
        text = "There is no folder {path}; give the one with the checkpoint."
        raise CheckpointError(said("no_source", text, path=source))
    work = dest / ".convert"
    assert resume or not dest.exists()
    work.mkdir(parents=True, exist_ok=True)
    manifest = {"format": 1, "source": {}, "scheme": scheme, "complete": False, "files": {}}
    (dest / "manifest.json").write_text(json.dumps(manifest))
    for done in (10, 100):
        yield SimpleNamespace(
            stage="quantize", file="model", done=done, total=100, bytes_per_second=1.0
        )
        time.sleep(float(os.environ.get("STAND_IN_SECONDS", "0")))
    shutil.copy(source / "config.json", dest)
    manifest["complete"] = True
    (dest / "manifest.json").write_text(json.dumps(manifest))
    work.rmdir()
