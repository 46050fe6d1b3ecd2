# Run: python -P -m pytest tests/unit/test_commands_models.py
"""Lines of progress on a terminal, and through what the command line installs."""

from typing import Any

import pytest

from clover_desktop import paths
from clover_desktop.commands_models import _hub_settings, _ProgressLines
from clover_desktop.downloads.connection import HUB
from clover_desktop.downloads.library_values import FILE_NAME, LibraryValues, save_values
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


def test_install_goes_through_what_the_models_page_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_ENDPOINT", "HF_TOKEN", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    assert _hub_settings().endpoint == HUB
    values = LibraryValues(" https://mirror.example ", "http://proxy.example:3128", "secret")
    save_values(paths.config_folder() / FILE_NAME, values)
    kept = _hub_settings()
    assert (kept.endpoint, kept.token) == ("https://mirror.example", "secret")
    assert kept.proxy_for("https://mirror.example/x") == "http://proxy.example:3128"

    monkeypatch.setenv("HF_ENDPOINT", "https://given.example")
    monkeypatch.setenv("HF_TOKEN", "given")
    monkeypatch.setenv("HTTPS_PROXY", "http://given.example:8080")
    given = _hub_settings()
    assert (given.endpoint, given.token) == ("https://given.example", "given")
    assert given.proxy_for("https://given.example/x") == "http://given.example:8080"
