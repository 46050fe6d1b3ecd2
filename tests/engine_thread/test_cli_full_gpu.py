# Run: python -P -m pytest tests/engine_thread/test_cli_full_gpu.py
"""The command line goes on by itself where a GPU is too small, as long as nothing was shown."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from clover_desktop import cli
from clover_desktop.engine import runtime as runtime_module
from clover_desktop.engine.events import Committed

ONE = Path(__file__).parents[1] / "vectors" / "one"
ASK = ["chat", "--model", str(ONE), "--prompt", "Hi", "--max-tokens", "8", "--seed", "3", "--json"]


@pytest.mark.parametrize(
    ("full_at_once", "words"), [(True, "the CPU goes on"), (False, "it begins again on the CPU")]
)
def test_the_cpu_answers_in_place_of_a_full_gpu(
    small_gpu: Callable[[bool], list[str]],
    capfd: pytest.CaptureFixture[str],
    full_at_once: bool,
    words: str,
) -> None:
    asked = small_gpu(full_at_once)
    assert cli.main(ASK) == 0
    out, err = capfd.readouterr()
    assert words in err
    assert len(err.splitlines()) == 1
    events = [json.loads(line)["event"] for line in out.splitlines()]
    assert events.count("started") == 1
    assert events[-1] == "finished"
    assert asked == ["cuda", "cpu"]


def test_what_was_shown_is_not_taken_back(
    small_gpu: Callable[[bool], list[str]],
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decode = runtime_module.decode
    asked = small_gpu(False)

    def run(*arguments: object) -> Iterator[object]:
        for event in decode(*arguments):
            yield event
            if isinstance(event, Committed):
                raise torch.OutOfMemoryError("CUDA out of memory.")

    monkeypatch.setattr(runtime_module, "decode", run)
    assert cli.main([*ASK[:-5], "--max-tokens", "40", "--json"]) == 1
    out, err = capfd.readouterr()
    events = [json.loads(line)["event"] for line in out.splitlines()]
    assert events[-1] == "error"
    assert events.count("started") == 1
    assert len(err.splitlines()) == 1
    assert asked == ["cuda"]
