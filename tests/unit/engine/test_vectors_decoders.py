"""Run: pytest tests/unit/engine/test_vectors_decoders.py

Every decoder run of tests/vectors, token for token, in float64 and (marked slow) float32. A run
takes a second or so: some hundred passes of a real network.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch

from clover_desktop.engine.decode import DecodeRequest, decode
from clover_desktop.engine.events import (
    BlockOpened,
    Committed,
    DecodeEvent,
    Drafted,
    Ended,
    Filled,
    Stepped,
)
from clover_desktop.engine.rules import load_rules, read_rules
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.weights import load_model

VECTORS = Path(__file__).parents[2] / "vectors"
NAMES = ("one", "two", "three")
REASONS = {"stop": "eos", "length": "length"}


@cache
def expected(name: str) -> dict[str, Any]:
    return json.loads((VECTORS / name / "expected.json").read_text())


@cache
def loaded(name: str, dtype: torch.dtype) -> CloverModel:
    return load_model(VECTORS / name, dtype=dtype)


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(name, run, dtype, id=f"{name}-{run['name']}-{str(dtype)[6:]}", marks=marks)
        for name in NAMES
        for run in expected(name)[kind]
        for dtype, marks in ((torch.float64, ()), (torch.float32, pytest.mark.slow))
    ]


def answered(
    name: str, run: dict[str, Any], dtype: torch.dtype, **values: Any
) -> tuple[list[DecodeEvent], int]:
    """All events of a run, and the rows of the state beyond the prompt after it."""
    model = loaded(name, dtype)
    content = json.loads((VECTORS / name / "generation_config.json").read_text())
    rules = read_rules({**content, **run.get("generation_config", {})}, model.config)
    state = model.new_state()
    logits = model.commit(torch.tensor(run["prompt"]), state, logits="last")
    request = DecodeRequest(
        **{
            "block_size": model.config.block_size,
            "threshold": model.config.threshold,
            "max_tokens": run["max_tokens"],
            "think_open": True,
            "rules": rules,
            **values,
        }
    )
    events = list(decode(model, state, logits, request))
    return events, state.length - len(run["prompt"])


def tokens_of(events: list[DecodeEvent]) -> list[int]:
    return [token for event in events if isinstance(event, Committed) for token in event.tokens]


def end_of(events: list[DecodeEvent]) -> Ended:
    end = events[-1]
    assert isinstance(end, Ended)
    return end


@pytest.mark.parametrize(("name", "run", "dtype"), cases("low_confidence"))
def test_low_confidence(name: str, run: dict[str, Any], dtype: torch.dtype) -> None:
    events, held = answered(
        name,
        run,
        dtype,
        strategy="low_confidence",
        block_size=run["block_size"],
        threshold=run["threshold"],
    )
    assert tokens_of(events) == run["tokens"]
    end = end_of(events)
    assert end.reason == REASONS[run["reason"]]
    assert held == end.held == run["block_size"] * (len(run["passes"]) - 1)
    assert end.commits == len(run["passes"]) - 1
    assert end.passes == sum(len(block) for block in run["passes"])
    assert [e for e in events if isinstance(e, BlockOpened)] == [
        BlockOpened(block, run["block_size"]) for block in range(len(run["passes"]))
    ]
    seen = {(e.block, e.pass_number): e.fills for e in events if isinstance(e, Filled)}
    for block, passes in enumerate(run["passes"]):
        for number, fills in enumerate(passes, 1):
            got = seen.pop((block, number))
            assert [[f.position, f.token, f.forced] for f in got] == [
                [position, token, forced] for position, token, _, forced in fills
            ]
            confidences = [fill[2] for fill in fills]
            assert [f.confidence for f in got] == pytest.approx(confidences, abs=1e-3)
    assert not seen


@pytest.mark.parametrize(("name", "run", "dtype"), cases("draft_self"))
def test_draft_self(name: str, run: dict[str, Any], dtype: torch.dtype) -> None:
    events, held = answered(
        name,
        run,
        dtype,
        strategy="draft_self",
        draft_width=run["width"],
        ratio=run["ratio"],
        delta=run["delta"],
        exact=run["exact"],
    )
    assert tokens_of(events) == run["tokens"]
    end = end_of(events)
    assert end.reason == REASONS[run["reason"]]
    assert end.passes == end.commits == len(run["rounds"])
    assert held == end.held == len(run["tokens"]) - 1
    drafts = [e for e in events if isinstance(e, Drafted)]
    rounds = [e for e in events if isinstance(e, Committed)][1:]
    assert [e.block for e in drafts] == [e.block for e in rounds]
    assert [e.block for e in drafts] == list(range(1, len(run["rounds"]) + 1))
    assert [len(e.fills) + 1 for e in drafts] == [width for width, _ in run["rounds"]]
    # The last round of the reference counts drafts behind a stop id as well; they are not kept.
    accepted = [count for _, count in run["rounds"]]
    accepted[-1] = min(accepted[-1], len(rounds[-1].tokens))
    assert [e.accepted for e in rounds] == accepted


@pytest.mark.parametrize(("name", "run", "dtype"), cases("causal"))
def test_causal(name: str, run: dict[str, Any], dtype: torch.dtype) -> None:
    events, held = answered(name, run, dtype, strategy="causal", block_size=16)
    assert tokens_of(events) == run["tokens"]
    end = end_of(events)
    assert end.reason == REASONS[run["reason"]]
    assert (end.passes, end.commits) == (0, len(run["tokens"]) - 1)
    assert held == end.held == len(run["tokens"]) - 1
    groups = [e for e in events if isinstance(e, Committed)]
    assert all(len(e.tokens) == 16 for e in groups[:-1])
    assert 1 <= len(groups[-1].tokens) <= 16
    steps = sum(isinstance(e, Stepped) for e in events)
    assert steps == len(run["tokens"]) - len(groups)


@pytest.mark.parametrize("width", [5, 32])
@pytest.mark.parametrize("run", expected("three")["draft_self"], ids=lambda run: run["name"])
def test_an_exact_draft_is_the_causal_answer(run: dict[str, Any], width: int) -> None:
    """With penalties and ramps on, where drafts are accepted, at widths the reference lacks."""
    strong = {"frequency_penalty": 0.5, "presence_penalty": 0.7, "repetition_penalty": 1.1}
    ramps = {"dllm_length_penalty_start": 5, "dllm_length_penalty_window": 60}
    ends = {"dllm_think_end_start": 3, "dllm_think_end_window": 20}
    run = {**run, "generation_config": {**strong, **ramps, **ends}}
    drafted, _ = answered(
        "three", run, torch.float64, strategy="draft_self", exact=True, draft_width=width
    )
    causal, _ = answered("three", run, torch.float64, strategy="causal")
    assert tokens_of(drafted) == tokens_of(causal)
    assert end_of(drafted).reason == end_of(causal).reason


def test_the_exact_comparison_sees_accepted_drafts() -> None:
    """The equality above proves little where every draft is rejected."""
    accepted = 0
    for run in expected("three")["draft_self"]:
        events, _ = answered(
            "three",
            {**run, "generation_config": {}},
            torch.float64,
            strategy="draft_self",
            exact=True,
        )
        accepted += sum(e.accepted for e in events if isinstance(e, Committed))
    assert accepted >= 10


@pytest.mark.parametrize("name", NAMES)
def test_rules_of_the_vectors(name: str) -> None:
    rules = load_rules(VECTORS / name, loaded(name, torch.float32).config)
    assert rules.stop_ids == (258, 256)
    assert rules.suppressed == (261,)
    assert (rules.presence, rules.frequency, rules.repetition) == (0.9, 0.0, 1.05)
    assert (rules.length_ramp.strength, rules.length_ramp.start) == (10.0, 8192)
    assert (rules.think_end_ramp.strength, rules.think_end_ramp.window) == (10.0, 4096)
    assert rules.think_end_id == 260
