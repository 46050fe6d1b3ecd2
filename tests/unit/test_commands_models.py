# Run: python -P -m pytest tests/unit/test_commands_models.py
"""Lines of progress on a terminal."""

from typing import Any

import pytest

from clover_desktop.commands_models import _ProgressLines
from clover_desktop.downloads.messages import Progress


class Written:
    """Keeps the lines and entries of a command."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.entries: list[dict[str, Any]] = []

    def entry(self, values: dict[str, Any]) -> None:
        self.entries.append(values)

    def line(self, text: str) -> None:
        self.lines.append(text)

    def remark(self, sentence: str) -> None:
        raise AssertionError(sentence)


@pytest.mark.parametrize(
    ("shard", "shards", "start"),
    [(3, 26, "download a.safetensors (shard 3 of 26): 1.0 kB"), (0, 0, "download a.safetensors: ")],
)
def test_a_line_says_which_shard_it_is_and_json_keeps_its_keys(
    shard: int, shards: int, start: str
) -> None:
    written = Written()
    progress = Progress("download", "a.safetensors", 1000, 2000, 5.0, shard=shard, shards=shards)
    _ProgressLines(written).show(progress)
    assert written.lines[0].startswith(start)
    assert list(written.entries[0]) == [
        "event",
        "stage",
        "file",
        "done",
        "total",
        "bytes_per_second",
    ]
