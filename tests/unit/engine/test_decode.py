"""Run: pytest tests/unit/engine/test_decode.py

The decoders on a scripted model: what is filled, cut, reported and left in the state.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from typing import Any

import pytest
import torch
from torch import Tensor

from clover_desktop.chat import STRATEGIES
from clover_desktop.engine.decode import DecodeRequest, decode, rows_to_resume
from clover_desktop.engine.events import (
    BlockOpened,
    Committed,
    DecodeEvent,
    Drafted,
    Ended,
    Fill,
    Filled,
    Stepped,
)
from clover_desktop.engine.rules import GenerationRules, Ramp
from clover_desktop.engine.sampling import choose
from clover_desktop.errors import BugError, ContextError, UsageError
from scripted_model import ScriptedModel, ScriptedState, random_logits, random_model

V = 37
MASK = V - 1
STOP, OTHER_STOP, THINK_END = 0, 1, 2
PROMPT = (11, 12, 13, 14, 15)
NEUTRAL = GenerationRules(
    stop_ids=(STOP, OTHER_STOP), mask_id=MASK, suppressed=(MASK,), think_end_id=THINK_END
)
PENALTIES = GenerationRules(
    stop_ids=(STOP, OTHER_STOP),
    mask_id=MASK,
    suppressed=(MASK,),
    presence=0.9,
    frequency=0.3,
    repetition=1.05,
    length_ramp=Ramp(3.0, 20, 40),
    think_end_ramp=Ramp(5.0, 8, 20),
    think_end_id=THINK_END,
)


def request(strategy: str = "low_confidence", **values: Any) -> DecodeRequest:
    settings = {
        "strategy": strategy,
        "block_size": 8,
        "threshold": 0.9,
        "draft_width": 8,
        "max_tokens": 40,
        "think_open": True,
        "rules": NEUTRAL,
        **values,
    }
    return DecodeRequest(**settings)


def begun(
    model: ScriptedModel, wanted: DecodeRequest, prompt: tuple[int, ...] = PROMPT
) -> tuple[ScriptedState, Generator[DecodeEvent, None, None]]:
    state = model.new_state()
    logits = model.commit(torch.tensor(prompt), state, logits="last")
    model.calls.clear()
    return state, decode(model, state, logits, wanted)  # type: ignore[arg-type]


def answer(
    model: ScriptedModel, wanted: DecodeRequest
) -> tuple[list[DecodeEvent], list[int], Ended, ScriptedState]:
    state, events = begun(model, wanted)
    seen = list(events)
    end = seen.pop()
    assert isinstance(end, Ended)
    return seen, reported(seen), end, state


def reported(events: list[DecodeEvent]) -> list[int]:
    return [token for event in events if isinstance(event, Committed) for token in event.tokens]


def scripted(script: dict[int, int], **values: Any) -> ScriptedModel:
    """The causal row at a length gives the token of `script` there, else 20; so do previews."""

    def row(length: int) -> Tensor:
        logits = torch.zeros(V)
        logits[script.get(length, 20)] = 12.0
        return logits

    def previewed(prefix: tuple[int, ...], block: tuple[int, ...]) -> Tensor:
        return torch.stack([row(len(prefix) + index) for index in range(len(block))])

    return ScriptedModel(lambda prefix: row(len(prefix)), previewed, **values)


# --- low_confidence -----------------------------------------------------------------------------


def test_a_block_is_opened_filled_and_committed() -> None:
    model = scripted({5 + 8 + 3: STOP})
    events, tokens, end, state = answer(model, request())
    assert [type(event) for event in events] == [BlockOpened, Filled, Committed] * 2
    assert tokens == [20] * 11 + [STOP]
    assert end == Ended("eos", passes=2, commits=1, held=8)
    assert state.rows == [*PROMPT, *[20] * 8]
    assert model.calls == [("preview", 8), ("commit", 8), ("preview", 8)]


def test_an_early_end_token_does_not_stop_the_block() -> None:
    """It is filled in the first pass, the row before it later: both belong to the answer."""

    def previewed(prefix: tuple[int, ...], block: tuple[int, ...]) -> Tensor:
        logits = torch.zeros(8, V)
        logits[2, STOP] = 12.0
        logits[5, 30] = 12.0
        logits[0, 21] = 12.0 if block[2] == STOP else 1.0
        logits[1, 22] = 12.0 if block[0] == 21 else 1.0
        logits[[3, 4, 6, 7], 23] = 12.0 if block[1] == 22 else 1.0
        return logits

    events, tokens, end, _ = answer(
        ScriptedModel(lambda prefix: torch.zeros(V), previewed), request()
    )
    fills = [[(f.position, f.token) for f in e.fills] for e in events if isinstance(e, Filled)]
    assert fills == [
        [(2, STOP), (5, 30)],
        [(0, 21)],
        [(1, 22)],
        [(3, 23), (4, 23), (6, 23), (7, 23)],
    ]
    assert tokens == [21, 22, STOP]
    assert (end.reason, end.held) == ("eos", 0)


def test_without_confidence_one_row_a_pass_is_forced() -> None:
    model = ScriptedModel(
        lambda prefix: torch.zeros(V),
        lambda prefix, block: torch.stack([random_logits((i, block), V) for i in range(8)]),
    )
    events, tokens, end, _ = answer(model, request(threshold=1.0, max_tokens=8))
    filled = [event for event in events if isinstance(event, Filled)]
    assert [event.pass_number for event in filled] == list(range(1, 9))
    assert all(len(event.fills) == 1 and event.fills[0].forced for event in filled)
    assert sorted(event.fills[0].position for event in filled) == list(range(8))
    assert end.passes == 8
    by_position = {e.fills[0].position: e.fills[0].token for e in filled}
    assert tokens == [by_position[i] for i in range(len(tokens))]


def test_penalties_count_committed_tokens_only() -> None:
    """In the first block nothing is penalized, however often a token is filled."""

    def previewed(prefix: tuple[int, ...], block: tuple[int, ...]) -> Tensor:
        logits = torch.full((8, V), -50.0)
        logits[:, 20] = 3.0
        logits[:, 21] = 2.0
        if MASK in block and block[0] == MASK:
            logits[0, 20] = 10.0  # first pass: one confident row
        return logits

    rules = GenerationRules(stop_ids=(STOP,), mask_id=MASK, suppressed=(MASK,), presence=2.0)
    model = ScriptedModel(lambda prefix: torch.zeros(V), previewed)
    _, tokens, _, _ = answer(model, request(rules=rules, max_tokens=16, threshold=0.95))
    assert tokens[:8] == [20] * 8
    assert tokens[8] == 20  # 10 - 2 still wins
    assert tokens[9:] == [21] * 7


def test_the_think_end_ramp_rests_once_the_token_is_filled() -> None:
    seen: list[tuple[int, ...]] = []

    def previewed(prefix: tuple[int, ...], block: tuple[int, ...]) -> Tensor:
        seen.append(block)
        logits = torch.zeros(8, V)
        logits[:, 20] = 3.0
        logits[0, THINK_END] = 3.0
        return logits

    rules = GenerationRules(
        stop_ids=(STOP,),
        mask_id=MASK,
        suppressed=(MASK,),
        think_end_id=THINK_END,
        think_end_ramp=Ramp(4.0, 0, 8),
    )
    model = ScriptedModel(lambda prefix: torch.zeros(V), previewed)
    wanted = request(rules=rules, threshold=1.0, max_tokens=16)
    _, tokens, _, _ = answer(model, wanted)
    # Row 7 has the whole bias: it is the first to be chosen, and then no other row wants the token
    # except row 0, whose own logits tie (the first maximum is the lower id).
    assert tokens == [THINK_END, *[20] * 6, THINK_END, THINK_END, *[20] * 7]
    assert seen[1] == (*[MASK] * 7, THINK_END)

    _, closed, _, _ = answer(
        model, request(rules=rules, threshold=1.0, max_tokens=8, think_open=False)
    )
    assert closed == [THINK_END, *[20] * 7]


def test_sampled_fills_differ_by_seed_and_repeat_by_seed() -> None:
    model = random_model()

    def tokens(seed: int) -> list[int]:
        return answer(model, request(temperature=1.0, seed=seed))[1]

    assert tokens(3) == tokens(3)
    assert len({tuple(tokens(seed)) for seed in range(8)}) > 4


def test_the_noise_of_a_fill_is_that_of_its_position_and_pass() -> None:
    """The second block of an answer, so that response and block positions differ."""
    rows = torch.stack([random_logits((i,), V) for i in range(8)])
    rows[:, [STOP, OTHER_STOP, MASK]] = -math.inf
    model = ScriptedModel(lambda prefix: torch.zeros(V), lambda prefix, block: rows)
    events, _, _, _ = answer(
        model, request(temperature=1.0, top_k=20, seed=9, threshold=1.0, max_tokens=16)
    )
    fills = [(e.block, e.pass_number, e.fills[0]) for e in events if isinstance(e, Filled)]
    assert len(fills) == 16
    for block, pass_number, fill in fills:
        tokens, _ = choose(
            rows[[fill.position]],
            temperature=1.0,
            top_k=20,
            top_p=None,
            seed=9,
            positions=torch.tensor([8 * block + fill.position + 1]),
            pass_number=pass_number,
        )
        assert fill.token == int(tokens)


def test_temperature_zero_ignores_the_seed() -> None:
    model = random_model()
    wanted = [answer(model, request(seed=seed, top_k=1 + seed))[1] for seed in (0, 5)]
    assert wanted[0] == wanted[1]


# --- draft_self ---------------------------------------------------------------------------------


def test_a_round_drafts_verifies_and_gives_one_more() -> None:
    """Six rows agree, the seventh is rejected: its own token ends the round."""
    causal = {5: 21, 6: 22, 7: 23, 8: 24, 9: STOP}
    model = scripted(causal)
    model.previewed = lambda prefix, block: torch.stack(
        [torch.eye(V)[[20, 22, 23, 30, 31, 32, 33, 34][i]] * 12 for i in range(len(block))]
    )
    events, tokens, end, state = answer(model, request("draft_self", exact=True))
    assert events == [
        Committed(0, (21,)),
        Drafted(
            1,
            tuple(
                Fill(i, t, pytest.approx(1.0, abs=1e-3))  # type: ignore[arg-type]
                for i, t in enumerate([22, 23, 30, 31, 32, 33, 34], 1)
            ),
        ),
        Committed(1, (22, 23, 24), accepted=2, commits=1),
        Drafted(
            2,
            tuple(
                Fill(i, t, pytest.approx(1.0, abs=1e-3))  # type: ignore[arg-type]
                for i, t in enumerate([22, 23, 30, 31, 32, 33, 34], 1)
            ),
        ),
        Committed(2, (STOP,), accepted=0, commits=2),
    ]
    assert tokens == [21, 22, 23, 24, STOP]
    assert end == Ended("eos", passes=2, commits=2, held=4)
    assert state.rows == [*PROMPT, 21, 22, 23, 24]
    assert model.calls == [("preview", 8), ("verify", 8)] * 2


def test_drafts_are_greedy_and_the_token_after_them_is_drawn() -> None:
    """All drafts are accepted (delta 0), so that each round draws one token."""
    flat = torch.full((V,), -math.inf)
    flat[20:30] = 0.0
    flat[25] = 0.1
    model = ScriptedModel(
        lambda prefix: flat, lambda prefix, block: torch.stack([flat] * len(block))
    )
    wanted = request("draft_self", temperature=2.0, delta=0.0, max_tokens=41, seed=2)
    events, tokens, _, _ = answer(model, wanted)
    drafts = [fill.token for e in events if isinstance(e, Drafted) for fill in e.fills]
    assert drafts == [25] * 35
    drawn = tokens[::8]
    assert len(drawn) == 6
    assert len(set(drawn)) > 2


def test_drafts_after_an_accepted_stop_are_dropped() -> None:
    model = scripted({7: STOP})
    events, tokens, end, state = answer(model, request("draft_self", exact=True))
    assert tokens == [20, 20, STOP]
    assert events[-1] == Committed(1, (20, STOP), accepted=2, commits=1)
    assert state.rows == [*PROMPT, 20, 20]
    assert end.held == 2


def test_the_first_token_may_be_all() -> None:
    model = scripted({5: STOP})
    events, _, end, state = answer(model, request("draft_self"))
    assert events == [Committed(0, (STOP,))]
    assert end == Ended("eos", 0, 0, 0)
    assert state.rows == list(PROMPT)
    assert model.calls == []


@pytest.mark.parametrize("rules", [NEUTRAL, PENALTIES], ids=["neutral", "penalties"])
@pytest.mark.parametrize("salt", range(8))
def test_an_exact_draft_is_the_causal_answer(salt: int, rules: GenerationRules) -> None:
    prompt = (*PROMPT, salt)
    model = random_model()
    answers = {}
    for strategy in ("draft_self", "causal"):
        _, events = begun(model, request(strategy, exact=True, rules=rules), prompt)
        answers[strategy] = list(events)
    assert reported(answers["draft_self"]) == reported(answers["causal"])


def test_the_exact_comparison_sees_accepted_drafts() -> None:
    """The equality above proves little where every draft is rejected."""
    accepted = tokens = 0
    for salt in range(8):
        _, events = begun(random_model(), request("draft_self", exact=True), (*PROMPT, salt))
        for event in events:
            if isinstance(event, Committed):
                accepted += event.accepted
                tokens += len(event.tokens)
    assert accepted > tokens / 4


def test_a_failure_between_verify_and_rewind_takes_the_rows_back() -> None:
    model = scripted({})
    state, events = begun(model, request("draft_self"))
    verify = model.verify

    def poisoned(ids: Tensor, state: ScriptedState) -> tuple[Tensor, tuple[int, int]]:
        logits, trail = verify(ids, state)
        return torch.full_like(logits, math.nan), trail

    model.verify = poisoned  # type: ignore[method-assign]
    with pytest.raises(BugError):
        list(events)
    assert state.rows == list(PROMPT)


# --- causal -------------------------------------------------------------------------------------


def test_causal_reports_groups_and_the_rest() -> None:
    model = scripted({5 + 10: STOP})
    events, tokens, end, state = answer(model, request("causal", block_size=4))
    assert [type(e) for e in events] == [
        *[Stepped, Stepped, Stepped, Committed] * 2,
        Stepped,
        Stepped,
        Committed,
    ]
    assert [e.tokens for e in events if isinstance(e, Stepped)] == [1, 2, 3, 5, 6, 7, 9, 10]
    assert [len(e.tokens) for e in events if isinstance(e, Committed)] == [4, 4, 3]
    assert tokens == [20] * 10 + [STOP]
    assert end == Ended("eos", passes=0, commits=10, held=10)
    assert state.rows == [*PROMPT, *[20] * 10]


def test_the_prompt_logits_are_not_changed() -> None:
    model = random_model()
    for strategy in STRATEGIES:
        state = model.new_state()
        logits = model.commit(torch.tensor(PROMPT), state, logits="last")
        before = logits.clone()
        list(decode(model, state, logits, request(strategy, rules=PENALTIES)))  # type: ignore[arg-type]
        assert torch.equal(logits, before)


# --- all ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("limit", [1, 2, 3, 7, 8, 9, 16, 17])
def test_the_answer_is_cut_at_the_limit(strategy: str, limit: int) -> None:
    _, tokens, end, state = answer(scripted({}), request(strategy, max_tokens=limit))
    assert tokens == [20] * limit
    assert end.reason == "length"
    assert state.length == len(PROMPT) + end.held
    assert end.held <= limit


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(("asked", "reason"), [(11, "length"), (12, "context"), (500, "context")])
def test_the_answer_ends_where_the_context_does(strategy: str, asked: int, reason: str) -> None:
    model = scripted({}, context=len(PROMPT) + 12)
    _, tokens, end, state = answer(model, request(strategy, max_tokens=asked))
    assert len(tokens) == min(asked, 12)
    assert end.reason == reason
    assert state.length <= model.context


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_stop_id_in_the_last_place_is_an_end(strategy: str) -> None:
    _, tokens, end, _ = answer(scripted({5 + 8: STOP}), request(strategy, max_tokens=9))
    assert (tokens[-1], len(tokens), end.reason) == (STOP, 9, "eos")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_stop_id_ends_the_answer(strategy: str) -> None:
    _, tokens, end, _ = answer(scripted({5 + 3: OTHER_STOP}), request(strategy))
    assert (tokens, end.reason) == ([20, 20, 20, OTHER_STOP], "eos")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("temperature", [0.0, 1.3])
@pytest.mark.parametrize("salt", range(3))
def test_closing_anywhere_leaves_prompt_and_reported_tokens(
    strategy: str, temperature: float, salt: int
) -> None:
    model = random_model()
    wanted = request(strategy, temperature=temperature, rules=PENALTIES, max_tokens=21)
    prompt = (*PROMPT, salt)
    total = len(list(begun(model, wanted, prompt)[1]))
    assert total > 5
    for stop in range(total + 1):
        state, events = begun(model, wanted, prompt)
        seen = [next(events) for _ in range(stop)]
        events.close()
        tokens = reported(seen)
        assert state.rows == [*prompt, *tokens][: state.length]
        over = stop >= total - 1
        if strategy != "low_confidence":
            assert state.length == len(prompt) + max(0, len(tokens) - 1)
        elif not over:
            assert state.length == len(prompt) + len(tokens)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("temperature", [0.0, 1.3])
@pytest.mark.parametrize("salt", range(3))
def test_a_continued_answer_equals_an_undisturbed_one(
    strategy: str, temperature: float, salt: int
) -> None:
    """Stopped after each Committed, then gone on from a state read afresh."""
    model = random_model()
    wanted = request(strategy, temperature=temperature, rules=PENALTIES, max_tokens=30, seed=salt)
    prompt = (*PROMPT, salt)
    whole = list(begun(model, wanted, prompt)[1])
    places = [i for i, event in enumerate(whole[:-2]) if isinstance(event, Committed)]
    assert places
    for place in places:
        response = tuple(reported(whole[: place + 1]))
        state = model.new_state()
        held = rows_to_resume(strategy, response)  # type: ignore[arg-type]
        logits = model.commit(torch.tensor([*prompt, *response[:held]]), state, logits="last")
        going_on = request(
            strategy,
            temperature=temperature,
            rules=PENALTIES,
            max_tokens=30,
            seed=salt,
            response=response,
        )
        rest = list(decode(model, state, logits, going_on))  # type: ignore[arg-type]
        assert [*response, *reported(rest)] == reported(whole)
        assert rest[-1].reason == whole[-1].reason  # type: ignore[union-attr]
        passes = [e.fills for e in whole[place + 1 :] if isinstance(e, Filled | Drafted)]
        assert [e.fills for e in rest if isinstance(e, Filled | Drafted)] == passes


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_penalties_never_look_at_the_prompt(strategy: str) -> None:
    rules = GenerationRules(stop_ids=(STOP,), mask_id=MASK, suppressed=(MASK,), presence=100.0)
    model = scripted({})
    _, events = begun(model, request(strategy, rules=rules, max_tokens=1), (20, 20, 20, 20, 20))
    assert reported(list(events)) == [20]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_mask_is_never_answered(strategy: str) -> None:
    def row(*_: object) -> Tensor:
        logits = torch.zeros(V)
        logits[MASK] = 50.0
        logits[20] = 1.0
        return logits

    model = ScriptedModel(row, lambda prefix, block: torch.stack([row()] * len(block)))
    _, tokens, _, _ = answer(model, request(strategy, max_tokens=10))
    assert tokens == [20] * 10


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_values_that_are_no_numbers_are_an_error(strategy: str) -> None:
    def row(*_: object) -> Tensor:
        return torch.full((V,), math.nan)

    model = ScriptedModel(row, lambda prefix, block: torch.stack([row()] * len(block)))
    state, events = begun(model, request(strategy))
    with pytest.raises(BugError, match="not a number"):
        list(events)
    assert state.rows == list(PROMPT)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_one_prompt_again_and_again_gives_one_answer(strategy: str) -> None:
    """Nothing is left over from answer to answer."""
    model = random_model()
    answers = {tuple(answer(model, request(strategy, rules=PENALTIES))[1]) for _ in range(10)}
    assert len(answers) == 1


# --- bounds -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"strategy": "best"},
        {"block_size": 0},
        {"block_size": 2},
        {"block_size": 5},
        {"block_size": 16},
        {"threshold": -0.1},
        {"threshold": 1.01},
        {"threshold": math.nan},
        {"strategy": "draft_self", "draft_width": 1},
        {"strategy": "draft_self", "draft_width": 9},
        {"strategy": "draft_self", "exact": True, "temperature": 0.5},
        {"strategy": "draft_self", "ratio": 1.5},
        {"strategy": "draft_self", "delta": -0.1},
        {"temperature": -1.0},
        {"temperature": math.inf},
        {"temperature": math.nan},
        {"top_k": -1},
        {"top_p": 0.0},
        {"top_p": 1.5},
        {"max_tokens": 0},
        {"max_tokens": 2, "response": (20, 20)},
        {"response": (20, STOP)},
    ],
    ids=str,
)
def test_values_out_of_bounds_are_refused_before_any_pass(values: dict[str, Any]) -> None:
    model = scripted({})
    with pytest.raises(UsageError) as caught:
        begun(model, request(**values))
    assert caught.value.sentence.endswith(".")
    assert model.calls == []


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_full_context_is_refused(strategy: str) -> None:
    with pytest.raises(ContextError):
        begun(scripted({}, context=len(PROMPT)), request(strategy))


def test_a_narrow_draft_width_is_no_matter_elsewhere() -> None:
    assert answer(scripted({}), request("causal", draft_width=100, exact=True, temperature=1.0))[1]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("vocab", [5, 33, 101])
def test_odd_vocabularies(strategy: str, vocab: int) -> None:
    rules = GenerationRules(
        stop_ids=(0,), mask_id=vocab - 1, suppressed=(vocab - 1,), presence=0.5, frequency=0.2
    )
    make: Callable[..., ScriptedModel] = random_model
    model = make(vocab_size=vocab)
    state = model.new_state()
    logits = model.commit(torch.tensor([1, 2, 3]), state, logits="last")
    wanted = request(strategy, rules=rules, temperature=1.0, top_k=3, top_p=0.9)
    events = list(decode(model, state, logits, wanted))  # type: ignore[arg-type]
    tokens = reported(events)
    assert tokens
    assert all(0 <= token < vocab - 1 for token in tokens)
