"""Run: pytest tests/unit/engine/test_prefix.py"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import torch

from clover_desktop.chat import STRATEGIES
from clover_desktop.engine.decode import DecodeRequest, decode, rows_to_resume
from clover_desktop.engine.events import Committed, DecodeEvent
from clover_desktop.engine.prefix import Prefilled, PrefillProgress, PrefixCache
from clover_desktop.engine.rules import GenerationRules, load_rules
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.weights import load_model
from scripted_model import ScriptedModel, random_model

VECTORS = Path(__file__).parents[2] / "vectors"
RULES = GenerationRules(stop_ids=(0,), mask_id=36, suppressed=(36,), presence=0.5)


def begin(
    cache: PrefixCache,
    ids: list[int],
    at: list[int] = [],  # noqa: B006
) -> tuple[list[PrefillProgress], Prefilled]:
    steps: list[PrefillProgress] = []
    reading = cache.begin(ids, at)
    while True:
        try:
            steps.append(next(reading))
        except StopIteration as stop:
            return steps, stop.value


def scripted(**values: Any) -> tuple[ScriptedModel, PrefixCache]:
    model = random_model()
    return model, PrefixCache(model, **values)  # type: ignore[arg-type]


def rows(result: Prefilled) -> list[int]:
    return result.state.rows  # type: ignore[attr-defined,no-any-return]


def answer(
    model: Any,
    cache: PrefixCache,
    result: Prefilled,
    strategy: str = "low_confidence",
    **values: Any,
) -> list[int]:
    """Decode to the end, recording each commit."""
    settings = {
        "strategy": strategy,
        "block_size": 8,
        "threshold": 0.9,
        "draft_width": 8,
        "max_tokens": 30,
        "think_open": False,
        "rules": RULES,
        **values,
    }
    tokens: list[int] = []
    for event in decode(model, result.state, result.logits, DecodeRequest(**settings)):
        if isinstance(event, Committed):
            cache.record_commit(event.tokens)
            tokens += event.tokens
    return tokens


def test_a_prompt_is_read_in_chunks() -> None:
    model, cache = scripted(chunk=4)
    ids = list(range(10))
    steps, result = begin(cache, ids, [6])
    assert steps == [PrefillProgress(done, 10, 0) for done in (0, 4, 6, 10)]
    assert rows(result) == ids
    assert cache.lengths == (6,)
    assert torch.equal(result.logits[0], model.causal(tuple(ids)))
    assert result.reused == 0


def test_the_longest_matching_snapshot_is_used() -> None:
    model, cache = scripted()
    begin(cache, [1, 2, 3, 4, 5, 6, 7, 8], [2, 4, 6])
    steps, result = begin(cache, [1, 2, 3, 4, 5, 9, 9])
    assert result.reused == 4
    assert steps[0] == PrefillProgress(4, 7, 4)
    assert rows(result) == [1, 2, 3, 4, 5, 9, 9]
    assert model.calls[-1] == ("commit", 3)
    assert cache.lengths == (2, 4)  # 6 lost its KV rows


def test_a_snapshot_of_the_whole_prompt_is_not_enough() -> None:
    """The logits of the last row are wanted, so it is read again."""
    _, cache = scripted()
    begin(cache, [1, 2, 3, 4], [2, 4])
    _, result = begin(cache, [1, 2, 3, 4])
    assert result.reused == 2


def test_the_state_itself_goes_on_without_a_snapshot() -> None:
    _, cache = scripted()
    begin(cache, [1, 2, 3, 4])
    assert begin(cache, [1, 2, 3, 4, 5])[1].reused == 4


def test_nothing_in_common_reads_everything() -> None:
    _, cache = scripted()
    begin(cache, [1, 2, 3, 4], [1, 3])
    _, result = begin(cache, [2, 2, 3, 4])
    assert (result.reused, rows(result), cache.lengths) == (0, [2, 2, 3, 4], ())


def test_a_lost_snapshot_is_never_used_again() -> None:
    """A, then B over the same rows, then A again: the scripted state checks every restore."""
    _, cache = scripted()
    a, b = [1, 2, 3, 4, 5, 6], [1, 2, 9, 9, 9, 9, 9]
    begin(cache, a, [2, 4, 5])
    begin(cache, b, [2, 4])
    _, result = begin(cache, a)
    assert (result.reused, rows(result)) == (2, a)


def test_stopping_in_the_middle_keeps_the_chunks() -> None:
    model, cache = scripted(chunk=3)
    ids = list(range(1, 12))
    reading = cache.begin(ids)
    next(reading)
    next(reading)
    reading.close()
    model.calls.clear()
    _, result = begin(cache, ids)
    assert result.reused == 3
    assert model.calls == [("commit", 3), ("commit", 3), ("commit", 2)]
    assert rows(result) == ids


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_answer_that_comes_back_whole_is_reused(strategy: str) -> None:
    model, cache = scripted()
    ids = [5, 6, 7, 8]
    _, result = begin(cache, ids, [3])
    tokens = answer(model, cache, result, strategy)
    held = result.state.length
    assert held > len(ids)
    _, again = begin(cache, [*ids, *tokens, 9, 9])
    assert again.reused == held
    assert rows(again) == [*ids, *tokens, 9, 9]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_an_answer_that_comes_back_changed_parts_at_a_commit(strategy: str) -> None:
    model, cache = scripted()
    ids = [5, 6, 7, 8]
    _, result = begin(cache, ids, [3])
    tokens = answer(model, cache, result, strategy)
    changed = list(tokens)
    changed[12] = 35 if tokens[12] != 35 else 34
    usable = [length for length in cache.lengths if length <= len(ids) + 12]
    _, again = begin(cache, [*ids, *changed])
    assert again.reused == usable[-1] > len(ids)
    assert rows(again) == [*ids, *changed]


def test_without_its_thought_the_next_turn_parts_before_the_think_part() -> None:
    model, cache = scripted()
    turn = [5, 6, 7, 8, 30, 31]  # the last two open the thought
    _, result = begin(cache, turn, [4])
    answer(model, cache, result)
    _, again = begin(cache, [5, 6, 7, 8, 20, 21, 22, 9, 30, 31], [8])
    assert again.reused == 4


def test_rows_nobody_recorded_are_given_up() -> None:
    """The text layer failed between a commit and its record."""
    model, cache = scripted()
    ids = [5, 6, 7, 8]
    _, result = begin(cache, ids, [3])
    model.commit(torch.tensor([20, 20]), result.state)  # type: ignore[arg-type]
    _, again = begin(cache, [*ids, 20, 20, 20])
    assert (again.reused, rows(again)) == (3, [*ids, 20, 20, 20])


def test_stopped_answers_leave_what_was_reported() -> None:
    model, cache = scripted()
    ids = [5, 6, 7, 8]
    for strategy in STRATEGIES:
        for stop in range(1, 12):
            _, result = begin(cache, ids, [3])
            request = DecodeRequest(
                strategy=strategy,
                block_size=4,
                threshold=0.9,
                draft_width=8,
                max_tokens=30,
                think_open=False,
                rules=RULES,
            )
            events = decode(model, result.state, result.logits, request)  # type: ignore[arg-type]
            tokens: list[int] = []
            for event in islice(events, stop):
                if isinstance(event, Committed):
                    cache.record_commit(event.tokens)
                    tokens += event.tokens
            events.close()
            _, again = begin(cache, [*ids, *tokens, 9])
            assert again.reused >= len(ids)
            assert rows(again) == [*ids, *tokens, 9]


def test_the_number_of_snapshots_is_bounded() -> None:
    _, cache = scripted(max_snapshots=3)
    begin(cache, list(range(30)), [1, 11, 12, 29])
    assert cache.lengths == (11, 12, 29)


def test_the_latest_snapshot_stays() -> None:
    """It saves one row only, but what comes next is likely to part behind it."""
    _, cache = scripted(max_snapshots=1)
    begin(cache, list(range(30)), [10, 11])
    assert cache.lengths == (11,)


def test_commits_go_before_what_was_asked_for() -> None:
    model, cache = scripted(max_snapshots=4)
    ids = [5, 6, 7, 8]
    _, result = begin(cache, ids, [2, 3])
    answer(model, cache, result, max_tokens=60)
    assert cache.lengths[:2] == (2, 3)
    assert len(cache.lengths) == 4
    assert cache.lengths[-1] == result.state.length


@pytest.mark.parametrize(("limit", "count"), [(0, 0), (99, 0), (100, 1), (250, 2), (10**6, 5)])
def test_bytes_are_bounded(limit: int, count: int) -> None:
    _, cache = scripted(max_bytes=limit)  # a scripted snapshot counts 100 bytes
    begin(cache, list(range(20)), [3, 6, 9, 12, 15])
    assert len(cache.lengths) == count
    assert begin(cache, list(range(20)))[1].reused == (cache.lengths or (0,))[-1]


def test_reset_forgets() -> None:
    _, cache = scripted()
    begin(cache, [1, 2, 3], [2])
    cache.reset()
    assert cache.lengths == ()
    assert begin(cache, [1, 2, 3])[1].reused == 0


@pytest.mark.parametrize("seed", range(20))
def test_any_sequence_of_prompts_and_answers(seed: int) -> None:
    """After each prompt the state is that prompt; a stale snapshot fails in the scripted state."""
    chance = random.Random(seed)
    model, cache = scripted(chunk=chance.randint(1, 5), max_snapshots=seed % 6)
    past = [[3, 4, 5]]
    reused = 0
    for _ in range(15):
        base = past[-1] if chance.random() < 0.6 else chance.choice(past)
        ids = base[: chance.randint(len(base) // 2, len(base))]
        ids = ids + [chance.randint(3, 6) for _ in range(chance.randint(1, 6))]
        at = [chance.randint(1, len(ids)) for _ in range(chance.randint(0, 3))]
        if chance.random() < 0.2:
            reading = cache.begin(ids, at)
            next(reading)
            reading.close()
            continue
        _, result = begin(cache, ids, at)
        assert rows(result) == ids
        assert torch.equal(result.logits[0], model.causal(tuple(ids)))
        reused += result.reused
        tokens = answer(model, cache, result, chance.choice(STRATEGIES), max_tokens=12)
        past += [ids, [*ids, *tokens]]
    assert reused or seed % 6 == 0


# --- the real network ---------------------------------------------------------------------------


@cache
def network(name: str) -> CloverModel:
    return load_model(VECTORS / name, dtype=torch.float64)


def events_of(
    model: CloverModel, result: Prefilled, name: str, **values: Any
) -> Iterator[DecodeEvent]:
    settings = {
        "block_size": 16,
        "threshold": 0.6,
        "draft_width": 16,
        "max_tokens": 40,
        "think_open": True,
        "rules": load_rules(VECTORS / name, model.config),
        **values,
    }
    return decode(model, result.state, result.logits, DecodeRequest(**settings))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("temperature", [0.0, 0.9])
def test_a_reused_prefix_answers_like_a_fresh_one(strategy: str, temperature: float) -> None:
    """Two turns, the thought left out of the second, against a cache that never saw the first."""
    name = "three"
    model = network(name)
    ids = torch.randint(0, 250, (70,), generator=torch.Generator().manual_seed(4)).tolist()
    used = PrefixCache(model, chunk=16)
    _, first = begin(used, ids[:40], [37])
    for event in events_of(model, first, name, strategy=strategy, temperature=temperature):
        if isinstance(event, Committed):
            used.record_commit(event.tokens)
    second = [*ids[:37], *ids[45:]]
    _, reused = begin(used, second)
    assert reused.reused == 37
    _, fresh = begin(PrefixCache(model), second)
    assert torch.allclose(reused.logits, fresh.logits, atol=1e-9)
    answers = []
    for prefixes in (used, PrefixCache(model)):
        _, result = begin(prefixes, second, [36])
        events = events_of(model, result, name, strategy=strategy, temperature=temperature, seed=5)
        answers.append([event for event in events if isinstance(event, Committed)])
    assert answers[0] == answers[1]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("temperature", [0.0, 0.9])
def test_resumed_from_a_snapshot_equals_undisturbed(strategy: str, temperature: float) -> None:
    """Stop after the second Committed, ask something else, come back and go on."""
    name = "one"
    model = network(name)
    prompt = torch.randint(0, 250, (30,), generator=torch.Generator().manual_seed(9)).tolist()
    values = {"strategy": strategy, "temperature": temperature, "seed": 11, "max_tokens": 34}
    _, result = begin(PrefixCache(model), prompt)
    whole = [e.tokens for e in events_of(model, result, name, **values) if isinstance(e, Committed)]
    assert len(whole) >= 3

    cache = PrefixCache(model)
    _, result = begin(cache, prompt, [28])
    response = tuple(token for tokens in whole[:2] for token in tokens)
    settings = DecodeRequest(
        block_size=16,
        threshold=0.6,
        think_open=True,
        rules=load_rules(VECTORS / name, model.config),
        **values,  # type: ignore[arg-type]
    )
    stopped = decode(model, result.state, result.logits, settings)
    commits = 0
    while commits < 2:
        event = next(stopped)
        if isinstance(event, Committed):
            cache.record_commit(event.tokens)
            commits += 1
    stopped.close()

    held = rows_to_resume(strategy, response)  # type: ignore[arg-type]
    _, result = begin(cache, [*prompt, *response[:held]])
    assert result.reused >= len(prompt)
    rest = events_of(model, result, name, **values, response=response)
    assert [e.tokens for e in rest if isinstance(e, Committed)] == whole[2:]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_closing_leaves_the_network_state_exact(strategy: str) -> None:
    """Each place of an answer: the state's rows equal those of a fresh causal pass."""
    name = "three"
    model = network(name)
    prompt = torch.randint(0, 250, (12,), generator=torch.Generator().manual_seed(2)).tolist()
    _, result = begin(PrefixCache(model), prompt)
    whole = list(events_of(model, result, name, strategy=strategy, max_tokens=24))
    settings = DecodeRequest(
        strategy=strategy,
        block_size=16,
        threshold=0.6,
        max_tokens=24,
        think_open=True,
        rules=load_rules(VECTORS / name, model.config),
    )
    for stop in range(0, len(whole) + 1, 3):
        _, result = begin(PrefixCache(model), prompt)
        events = decode(model, result.state, result.logits, settings)
        seen = [next(events) for _ in range(stop)]
        events.close()
        tokens = [t for e in seen if isinstance(e, Committed) for t in e.tokens]
        held = result.state.length - len(prompt)
        fresh = model.new_state()
        model.commit(torch.tensor([*prompt, *tokens[:held]]), fresh, logits="none")
        probe = torch.tensor([7, 8, 9])
        left = model.commit(probe, result.state)
        assert torch.allclose(left, model.commit(probe, fresh), atol=1e-9)
