# Run: python -P -m pytest tests/unit/test_commands_models.py
"""Lines of progress on a terminal, and through what the command line installs."""

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

from clover_desktop import paths
from clover_desktop.commands_models import _hub_settings, _ProgressLines, run_plan
from clover_desktop.downloads.connection import HUB
from clover_desktop.downloads.journal import Journal
from clover_desktop.downloads.library_values import FILE_NAME, LibraryValues, save_values
from clover_desktop.downloads.messages import Progress
from clover_desktop.errors import ConfigError

ONE = Path(__file__).parents[1] / "vectors" / "one"


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


def verified(report: Written, *, is_verifying: bool) -> list[str]:
    lines = _ProgressLines(report, is_verifying=is_verifying)
    for done in (261, 500, 2000):
        lines.show(Progress("verify", f"{done}.json", done, 2000, 5.0))
    return report.lines


def test_the_progress_of_verify_ends_with_all_of_it() -> None:
    assert "2.0 kB of 2.0 kB" in verified(Written(), is_verifying=True)[-1]
    assert len(verified(Written(), is_verifying=False)) == 1


def planned(model: str) -> list[str]:
    written = Written()
    run_plan(Namespace(model=model, vram=0, ram=8_000_000_000, context=None), written)
    return written.lines


def test_a_plan_says_that_its_model_is_not_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = (ONE / "config.json").read_bytes()
    begun = tmp_path / "begun"
    begun.mkdir()
    (begun / "config.json").write_bytes(config)
    assert not any("not finished" in line for line in planned(str(begun)))
    manifest = {"format": 1, "scheme": "int4-g64", "complete": False, "source": {}, "files": {}}
    (begun / "manifest.json").write_text(json.dumps(manifest))
    assert planned(str(begun))[-1].startswith(f"The model in {begun} is not finished; continue")

    # An installation has its small files aside until the weights are there.
    models = tmp_path / "models"
    source = models / "early" / ".install" / "source"
    source.mkdir(parents=True)
    (source / "config.json").write_bytes(config)
    journal = Journal(source.parent / "journal")
    journal.append("begin", name="owner/early", requested="main", scheme="int4-g64")
    journal.close()
    monkeypatch.setattr(paths, "models_folder", lambda: models)
    for name in ("owner/early", str(models / "early")):
        assert "is not finished" in planned(name)[-1]


def test_a_plan_for_another_kind_of_model_names_it(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "llama", "hidden_size": 64}')
    with pytest.raises(ConfigError, match="model type 'llama', and only 'clover_moe' can be run"):
        planned(str(tmp_path))


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
