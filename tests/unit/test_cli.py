# Run: python -P -m pytest tests/unit/test_cli.py
"""Flags of the command line: defaults and bounds. What a child does: processes/test_cli_chat.py."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clover_desktop import cli, commands_models, paths
from clover_desktop.chat import Reason, Stats
from clover_desktop.cli import Output, _parser
from clover_desktop.downloads.journal import Journal
from clover_desktop.errors import CheckpointError, CloverError, Interrupted, UsageError
from clover_desktop.protocol import BlockCommitted, Finished, Started


def test_defaults_are_those_of_the_contract() -> None:
    options = _parser().parse_args(["chat", "--prompt", "x"])
    assert vars(options) == {
        "command": "chat",
        "model": None,
        "prompt": "x",
        "system": None,
        "thinking": None,
        "strategy": "low_confidence",
        "block_size": None,
        "threshold": None,
        "draft_width": None,
        "exact": False,
        "temperature": None,
        "top_k": None,
        "top_p": None,
        "seed": None,
        "max_tokens": None,
        "device": "auto",
        "dtype": "auto",
        "json": False,
    }


@pytest.mark.parametrize(
    "flags",
    [
        "--threshold 0 --top-p 1 --top-k 0 --temperature 0 --max-tokens 1 --block-size 4",
        "--threshold 1 --draft-width 2 --seed -5 --temperature 1e3",
        f"--seed {2**80} --exact --json --thinking off --dtype float64",
    ],
)
def test_values_at_the_bounds_are_allowed(flags: str) -> None:
    _parser().parse_args(["chat", "--prompt", "-5 degrees", *flags.split()])


@pytest.mark.parametrize(
    "flags",
    [
        "--promp y",
        "stray",
        "--threshold -0.1",
        "--threshold 1.01",
        "--threshold nan",
        "--threshold high",
        "--block-size 3",
        "--block-size 8.5",
        "--draft-width 1",
        "--temperature -1",
        "--temperature inf",
        "--top-k -1",
        "--top-k 1.5",
        "--top-p 0",
        "--top-p 1.1",
        "--seed luck",
        "--max-tokens 0",
        "--thinking maybe",
        "--strategy magic",
        "--device tpu",
        "--dtype int8",
        "--threshold",
    ],
)
def test_anything_else_is_one_sentence_that_names_it(flags: str) -> None:
    with pytest.raises(UsageError) as caught:
        _parser().parse_args(["chat", "--prompt", "x", *flags.split()])
    assert flags.split()[0] in caught.value.sentence
    assert "\n" not in caught.value.sentence


@pytest.mark.parametrize("value", ["inf", "nan", "-inf"])
def test_an_endless_number_is_told_as_such(value: str) -> None:
    with pytest.raises(UsageError, match=f"'{value}' is not a finite number"):
        _parser().parse_args(["chat", "--prompt", "x", f"--temperature={value}"])


@pytest.mark.parametrize("width", [1, 33, 10**9])
def test_a_draft_width_is_checked_for_every_decoder(width: int) -> None:
    cli._check_draft_width(None, 32)
    cli._check_draft_width(32, 32)
    with pytest.raises(UsageError, match=f"width {width} must lie between 2 and 32"):
        cli._check_draft_width(width, 32)


@pytest.mark.parametrize("command", ["", "python3 run.py"])
def test_a_mistake_points_to_help_that_can_be_typed(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.COMMAND_VARIABLE, command)
    name = command or "clover-desktop"
    for flags in (["--prompt", "x", "--colour", "red"], ["--colour"], ["--prompt", "x", "more"]):
        with pytest.raises(UsageError, match=f"see {name} chat --help\\.$"):
            _parser().parse_args(["chat", *flags])
    with pytest.raises(UsageError, match=f"see {name} --help\\.$") as raised:
        _parser().parse_args(["tests"])
    told = (f"{name} test runs" in raised.value.sentence, f"{name} test" in _parser().format_help())
    assert told == (bool(command), bool(command))


def test_closed_output_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(CloverError, match=r"^Standard output is closed; "):
        Output(as_json=False).line("x")


@pytest.mark.parametrize(
    ("reason", "thinking", "text", "part"),
    [
        ("length", True, "", "The limit of 12 tokens ended the answer inside its thought"),
        ("context", True, "", "context was full inside the thought"),
        ("length", True, "Yes.", ""),
        ("length", False, "", ""),
        ("eos", True, "", ""),
        ("cancelled", True, "", ""),
    ],
)
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_a_thought_without_an_answer_is_explained(
    reason: Reason,
    thinking: bool,
    text: str,
    part: str,
    as_json: bool,
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = Output(as_json=as_json)
    thought = "Let me see" if thinking else ""
    output.show(Started(0, "m", 5, 8, 0.9, "low_confidence", 1, thinking))
    output.show(BlockCommitted(0, 0, (1, 2), thought, text))
    output.show(Finished(0, reason, text, thought, Stats(12, 3, 1, 0.1, 100.0, 0)))
    printed = capsys.readouterr()
    if as_json or not part:
        assert printed.err == ""
    else:
        assert part in printed.err
        assert printed.err.count("\n") == 1
        assert printed.out == "\n"


def test_a_limit_of_one_token_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(as_json=False)
    output.show(Started(0, "m", 5, 8, 0.9, "low_confidence", 1, True))
    output.show(Finished(0, "length", "", "Let", Stats(1, 1, 0, 0.1, 100.0, 0)))
    assert "The limit of 1 token ended the answer" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(5, "Input/output error", "/m/a"), "/m/a cannot be read or written (Input/output"),
        (OSError("odd"), "A file cannot be read or written (odd); "),
    ],
)
def test_a_failing_disk_is_told_with_its_file(
    error: OSError,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object) -> int:
        raise error

    monkeypatch.setattr(cli.Interrupts, "install", lambda self: None)
    monkeypatch.setattr(commands_models, "run_verify", fail)
    assert cli.main(["verify", "m", "--json"]) == cli.FAILED
    printed = capsys.readouterr()
    assert printed.err.startswith(words)
    assert json.loads(printed.out)["message"] + "\n" == printed.err


@pytest.mark.parametrize("command", ["quantize", "verify"])
@pytest.mark.parametrize("while_loading", [False, True])
def test_an_interrupted_command_reports_by_its_own_keys(
    command: str,
    while_loading: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def steps(*_: object, **__: object) -> Iterator[Any]:
        yield SimpleNamespace(file="f", done=1, total=2, bytes_per_second=1.0)
        raise Interrupted

    def load(name: str) -> Any:
        if while_loading:
            raise Interrupted
        return SimpleNamespace(verify_folder=steps, quantize_folder=steps)

    monkeypatch.setattr(cli.Interrupts, "install", lambda self: None)
    monkeypatch.setattr(commands_models, "_loaded", load)
    places = [str(tmp_path / "m")] if command == "verify" else ["source", str(tmp_path / "m")]
    assert cli.main([command, *places, "--json"]) == cli.INTERRUPTED
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    finished = {"event": "finished", "reason": "cancelled", "path": str(tmp_path / "m")}
    assert told[-1] == finished
    assert [entry["event"] for entry in told[:-1]] == ["progress"] * (not while_loading)


def test_an_interrupt_before_a_command_works_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> int:
        raise Interrupted

    monkeypatch.setattr(cli.Interrupts, "install", lambda self: None)
    monkeypatch.setattr(commands_models, "run_plan", stop)
    assert cli.main(["plan", "--model", "m", "--json"]) == cli.INTERRUPTED
    assert capsys.readouterr().out == ""


def test_a_model_that_cannot_be_used_is_told_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "models_folder", lambda: tmp_path)
    work = tmp_path / "begun" / ".install"
    work.mkdir(parents=True)
    journal = Journal(work / "journal")
    journal.append("begin", name="owner/begun", requested="main", scheme="int4-g64")
    journal.close()
    for name in ("begun", "owner/begun"):
        with pytest.raises(CheckpointError, match=r"clover-desktop install owner/begun$"):
            cli._model_folder(name)
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "config.json").write_text("{}")
    with pytest.raises(CheckpointError, match=r"half lacks its file model\.safetensors"):
        cli._model_folder("half")
