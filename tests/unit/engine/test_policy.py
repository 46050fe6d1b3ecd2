"""Run: pytest tests/unit/engine/test_policy.py"""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from clover_desktop.engine.events import Fill
from clover_desktop.engine.policy import adjust, choose_fills, count_accepted, draft_width
from clover_desktop.engine.rules import GenerationRules, Ramp

NONE = torch.zeros(0, dtype=torch.int64)


def rules(**values: object) -> GenerationRules:
    base: dict[str, object] = {"stop_ids": (0, 3), "mask_id": 6, "suppressed": (6,)}
    return GenerationRules(**{**base, **values})  # type: ignore[arg-type]


def adjusted(
    logits: Tensor,
    these: GenerationRules,
    ids: list[int] = [],  # noqa: B006
    counts: list[float] | list[list[float]] = [],  # noqa: B006
    positions: list[int] | None = None,
    awaits: list[bool] | None = None,
) -> Tensor:
    rows = logits.shape[0]
    return adjust(
        logits.clone(),
        these,
        seen_ids=torch.tensor(ids, dtype=torch.int64),
        seen_counts=torch.tensor(counts),
        positions=positions or list(range(1, rows + 1)),
        awaits_think_end=awaits or [False] * rows,
    )


def test_suppressed_ids_can_not_be_chosen() -> None:
    logits = torch.full((2, 7), 5.0)
    out = adjusted(logits, rules(suppressed=(6, 2)))
    assert out[:, [2, 6]].eq(-math.inf).all()
    assert out[:, [0, 1, 3, 4, 5]].eq(5.0).all()


def test_a_suppressed_id_stays_so_under_penalties_and_ramps() -> None:
    these = rules(
        suppressed=(6, 3),
        presence=0.5,
        repetition=1.3,
        length_ramp=Ramp(9.0, 0, 1),
        think_end_id=6,
        think_end_ramp=Ramp(9.0, 0, 1),
    )
    out = adjusted(torch.zeros(1, 7), these, [3, 6], [1.0, 2.0], awaits=[True])
    assert out[0, [3, 6]].eq(-math.inf).all()


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("seed", range(6))
def test_penalties_are_those_of_the_definition(seed: int, dtype: torch.dtype) -> None:
    """Against the sentence of the definition, entry by entry, with an odd vocabulary."""
    generator = torch.Generator().manual_seed(seed)
    rows, vocab = 5, 41
    logits = torch.randn(rows, vocab, generator=generator, dtype=dtype) * 3
    ids = torch.randperm(vocab, generator=generator)[:13]
    counts = torch.randint(0, 4, (rows, 13), generator=generator).float()
    these = rules(suppressed=(40,), presence=0.9, frequency=0.35, repetition=1.05)
    out = adjust(
        logits.clone(),
        these,
        seen_ids=ids,
        seen_counts=counts,
        positions=[1] * rows,
        awaits_think_end=[False] * rows,
    )
    for row in range(rows):
        for token in range(vocab):
            value = float(logits[row, token])
            where = (ids == token).nonzero()
            n = int(counts[row, where[0, 0]]) if len(where) else 0
            if token == 40:
                value = -math.inf
            elif n:
                value -= n * 0.35 + 0.9
                value = value * 1.05 if value < 0 else value / 1.05
            assert float(out[row, token]) == pytest.approx(value, rel=1e-5)


def test_repetition_turns_on_the_sign_after_subtraction() -> None:
    these = rules(presence=1.0, repetition=2.0)
    out = adjusted(torch.tensor([[0.5, 4.0, 1.0, 0.5, 0.0, 0.0, 0.0]]), these, [0, 1, 2], [1.0] * 3)
    assert out[0, :4].tolist() == [-1.0, 1.5, 0.0, 0.5]


def test_counts_may_differ_by_row() -> None:
    these = rules(frequency=1.0)
    out = adjusted(torch.full((3, 7), 8.0), these, [1, 2], [[0.0, 0.0], [1.0, 0.0], [1.0, 3.0]])
    assert out[:, 1].tolist() == [8.0, 7.0, 7.0]
    assert out[:, 2].tolist() == [8.0, 8.0, 5.0]


def test_ramps_rise_with_the_position_from_one() -> None:
    these = rules(length_ramp=Ramp(10.0, 4, 5))
    positions = [1, 4, 5, 9, 100]
    out = adjusted(torch.zeros(5, 7), these, positions=positions)
    for stop in (0, 3):
        assert out[:, stop].tolist() == pytest.approx([0.0, 0.0, 2.0, 10.0, 10.0])
    assert out[:, [1, 2, 4, 5]].eq(0.0).all()


def test_the_ramp_comes_after_the_penalties() -> None:
    these = rules(presence=1.0, repetition=2.0, length_ramp=Ramp(10.0, 0, 1))
    out = adjusted(torch.full((1, 7), 5.0), these, [0], [1.0])
    assert float(out[0, 0]) == 12.0


def test_the_think_end_ramp_is_for_rows_that_wait() -> None:
    these = rules(think_end_id=5, think_end_ramp=Ramp(6.0, 0, 2))
    out = adjusted(torch.zeros(3, 7), these, positions=[1, 1, 2], awaits=[True, False, True])
    assert out[:, 5].tolist() == [3.0, 0.0, 6.0]
    assert out[:, :5].eq(0.0).all()


def test_neutral_rules_change_nothing_but_the_mask() -> None:
    logits = torch.randn(4, 7)
    out = adjusted(logits, rules(), [1, 2], [3.0, 1.0], awaits=[True] * 4)
    assert torch.equal(out[:, :6], logits[:, :6])


def test_no_rows_is_no_error() -> None:
    assert adjusted(torch.zeros(0, 7), rules(length_ramp=Ramp(1.0, 0, 1))).shape == (0, 7)


def test_fills_are_strictly_above_the_threshold() -> None:
    fills = choose_fills([1, 3, 4], [7, 8, 9], [0.95, 0.951, 0.2], 0.95)
    assert fills == (Fill(3, 8, 0.951),)


def test_without_a_confident_row_the_first_best_is_forced() -> None:
    assert choose_fills([2, 5, 6], [7, 8, 9], [0.1, 0.4, 0.4], 0.4) == (
        Fill(5, 8, 0.4, forced=True),
    )


def test_threshold_one_forces_even_certainty() -> None:
    assert choose_fills([0, 1], [7, 8], [1.0, 1.0], 1.0) == (Fill(0, 7, 1.0, forced=True),)


def test_threshold_zero_fills_all_but_the_impossible() -> None:
    assert [f.position for f in choose_fills([0, 1, 2], [1, 1, 1], [0.01, 0.0, 0.5], 0.0)] == [0, 2]


def accepted(logits: Tensor, candidates: list[int], **values: object) -> int:
    settings: dict[str, object] = {"exact": False, "ratio": 0.9, "delta": 0.6, **values}
    return int(count_accepted(logits, torch.tensor(candidates, dtype=torch.int64), **settings))  # type: ignore[arg-type]


def test_exact_acceptance_ends_at_the_first_difference() -> None:
    logits = torch.eye(5)[[1, 2, 3, 4]]
    assert accepted(logits, [1, 2, 0], exact=True) == 2
    assert accepted(logits, [0, 2, 3], exact=True) == 0
    assert accepted(logits, [1, 2, 3], exact=True) == 3


def test_exact_acceptance_takes_the_first_maximum() -> None:
    logits = torch.zeros(2, 5)
    assert accepted(logits, [0], exact=True) == 1
    assert accepted(logits, [1], exact=True) == 0


def test_typical_acceptance_has_a_bar_of_ratio_and_entropy() -> None:
    half = torch.tensor([0.5, 0.5, 0.0, 0.0]).log().expand(2, 4)  # entropy ln 2
    assert accepted(half, [0], delta=1.0) == 1  # 0.5 >= exp(-ln 2)
    assert accepted(half, [0], delta=1.01) == 0
    assert accepted(half, [0], delta=9.0, ratio=0.5) == 1
    assert accepted(half, [0], delta=9.0, ratio=0.51) == 0
    assert accepted(half, [2], delta=0.0) == 0  # never what is impossible


def test_a_width_of_one_accepts_nothing() -> None:
    assert accepted(torch.zeros(1, 5), []) == 0
    assert accepted(torch.zeros(1, 5), [], exact=True) == 0


def test_a_row_without_hope_accepts_nothing() -> None:
    logits = torch.full((2, 5), -math.inf)
    assert accepted(logits, [0]) == 0


@pytest.mark.parametrize(
    ("width", "left", "expected"),
    [(16, 100, 16), (16, 16, 16), (16, 15, 8), (16, 7, 4), (12, 5, 3), (16, 1, 1), (3, 2, 1)],
)
def test_the_draft_is_halved_until_it_fits(width: int, left: int, expected: int) -> None:
    assert draft_width(width, left) == expected
