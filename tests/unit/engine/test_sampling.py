"""Run: pytest tests/unit/engine/test_sampling.py"""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from clover_desktop.engine.sampling import choose, uniform

V = 37


def drawn(logits: Tensor, **values: object) -> tuple[Tensor, Tensor]:
    settings: dict[str, object] = {
        "temperature": 1.0,
        "top_k": None,
        "top_p": None,
        "seed": 1,
        "positions": torch.arange(1, logits.shape[0] + 1),
        "pass_number": 1,
        **values,
    }
    return choose(logits, **settings)  # type: ignore[arg-type]


def test_temperature_zero_bypasses_every_filter() -> None:
    logits = torch.randn(4, V)
    tokens, _ = drawn(logits, temperature=0.0, top_k=1, top_p=1e-9, seed=-5)
    assert torch.equal(tokens, logits.argmax(-1))


def test_greedy_takes_the_first_maximum() -> None:
    logits = torch.zeros(2, V)
    logits[1, [5, 9, 30]] = 3.0
    assert drawn(logits, temperature=0.0)[0].tolist() == [0, 5]


@pytest.mark.parametrize("temperature", [0.0, 0.3, 1.0, 7.0])
def test_the_confidence_is_that_of_the_full_softmax(temperature: float) -> None:
    logits = torch.randn(16, V, dtype=torch.float64)
    tokens, confidence = drawn(logits, temperature=temperature, top_k=5, top_p=0.7)
    full = logits.softmax(-1).gather(-1, tokens[:, None])[:, 0]
    assert confidence.tolist() == pytest.approx(full.tolist())


def test_noise_depends_on_seed_position_and_pass_alone() -> None:
    positions = torch.arange(1, 1001)
    noise = uniform(7, positions, 3)
    assert noise.dtype == torch.float64
    assert torch.equal(noise[500:], uniform(7, positions[500:], 3))
    assert torch.equal(noise[[41]], uniform(7, torch.tensor([42]), 3))
    for other in (uniform(8, positions, 3), uniform(7, positions, 4), uniform(7, positions + 1, 3)):
        assert not torch.isclose(noise, other).any()


def reference_noise(seed: int, position: int, pass_number: int) -> float:
    """The same in Python's unbounded integers."""

    def mixed(word: int) -> int:
        word = (word + 0x9E3779B97F4A7C15) % 2**64
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return word ^ word >> 31

    key = mixed(mixed(seed % 2**64) + pass_number)
    return (mixed(mixed(position + key)) >> 11) / 2**53


@pytest.mark.parametrize("seed", [0, 42, -7, 2**63 - 1, 2**64 + 5])
@pytest.mark.parametrize("pass_number", [1, 32])
def test_noise_is_that_of_unbounded_integers(seed: int, pass_number: int) -> None:
    positions = [1, 2, 31, 131_072]
    noise = uniform(seed, torch.tensor(positions), pass_number).tolist()
    assert noise == [reference_noise(seed, position, pass_number) for position in positions]


def test_noise_is_the_same_for_ever() -> None:
    """Fixed values: a saved seed must give the same answer in a later version."""
    noise = uniform(42, torch.tensor([1, 2, 100_000]), 1).tolist()
    assert noise == [0.5852098021939679, 0.058991997985825884, 0.48508121226695544]


@pytest.mark.parametrize("seed", [0, -1, 2**63, 2**64 - 1, 2**200, -(2**70)])
def test_any_integer_is_a_seed(seed: int) -> None:
    noise = uniform(seed, torch.arange(50_000), 1)
    assert float(noise.min()) >= 0.0
    assert float(noise.max()) < 1.0
    # Standard error of the mean of 50,000 uniforms: 0.0013.
    assert float(noise.mean()) == pytest.approx(0.5, abs=0.008)
    lagged = torch.stack([noise[1:] - 0.5, noise[:-1] - 0.5])
    assert abs(float(torch.corrcoef(lagged)[0, 1])) < 0.03


def test_neighbouring_seeds_and_passes_are_independent() -> None:
    positions = torch.arange(20_000)
    rows = torch.stack([uniform(s, positions, p) for s in (0, 1, 2) for p in (1, 2, 3)])
    others = torch.corrcoef(rows) - torch.eye(9, dtype=torch.float64)
    assert float(others.abs().max()) < 0.05


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_draws_follow_the_tempered_softmax(temperature: float) -> None:
    n = 40_000
    logits = torch.randn(V, generator=torch.Generator().manual_seed(1)) * 1.5
    tokens, _ = drawn(logits.expand(n, V), temperature=temperature)
    share = torch.bincount(tokens, minlength=V) / n
    expected = (logits / temperature).softmax(-1)
    # Five standard errors of each share.
    assert ((share - expected).abs() < 5 * (expected * (1 - expected) / n).sqrt() + 1e-5).all()


def test_top_k_keeps_k_and_the_lower_id_at_a_tie() -> None:
    logits = torch.zeros(5000, V)
    logits[:, 20] = 1.0
    tokens, _ = drawn(logits, top_k=3)
    assert set(tokens.tolist()) == {0, 1, 20}


def test_top_p_keeps_while_the_mass_before_is_below() -> None:
    masses = torch.tensor([0.1, 0.4, 0.2, 0.3])
    logits = masses.double().log().expand(5000, 4)
    kept = {p: set(drawn(logits, top_p=p)[0].tolist()) for p in (0.01, 0.39, 0.41, 0.69, 0.71)}
    assert kept == {0.01: {1}, 0.39: {1}, 0.41: {1, 3}, 0.69: {1, 3}, 0.71: {1, 2, 3}}


def test_top_p_counts_within_top_k() -> None:
    masses = torch.tensor([0.1, 0.4, 0.2, 0.3])
    logits = masses.double().log().expand(5000, 4)
    # Within the top 2 the masses are 4/7 and 3/7: a top-p of 0.5 leaves one.
    assert set(drawn(logits, top_k=2, top_p=0.5)[0].tolist()) == {1}
    assert set(drawn(logits, top_k=2, top_p=0.6)[0].tolist()) == {1, 3}


def test_top_p_ties_go_to_the_lower_id() -> None:
    assert set(drawn(torch.zeros(3000, 4), top_p=0.5)[0].tolist()) == {0, 1}


@pytest.mark.parametrize("k", [1, V, V + 5, 10**6])
def test_top_k_of_any_size(k: int) -> None:
    logits = torch.randn(50, V)
    tokens, _ = drawn(logits, top_k=k)
    if k == 1:
        assert torch.equal(tokens, logits.argmax(-1))
    else:
        assert torch.equal(tokens, drawn(logits)[0])


@pytest.mark.parametrize("temperature", [1e-30, 1e-6])
@pytest.mark.parametrize("scale", [1.0, 1e30])
def test_a_tiny_temperature_is_greedy(temperature: float, scale: float) -> None:
    logits = torch.randn(20, V) * scale
    assert torch.equal(drawn(logits, temperature=temperature)[0], logits.argmax(-1))


@pytest.mark.parametrize("filters", [{}, {"top_k": 4}, {"top_p": 0.9}, {"top_k": 4, "top_p": 0.9}])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_the_impossible_is_never_drawn(filters: dict[str, object], dtype: torch.dtype) -> None:
    logits = torch.randn(4000, V, dtype=dtype)
    logits[:, 3:] = -math.inf
    logits[:, 1] = -math.inf
    tokens, confidence = drawn(logits, temperature=3.0, **filters)
    assert set(tokens.tolist()) == {0, 2}
    assert float(confidence.min()) > 0.0


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_row_without_a_choice_has_confidence_zero(temperature: float) -> None:
    logits = torch.full((2, V), -math.inf)
    logits[1, 4] = 0.0
    tokens, confidence = drawn(logits, temperature=temperature, top_k=3, top_p=0.5)
    assert tokens.tolist() == [0, 4]
    assert confidence.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_row_that_is_not_a_number_shows_in_its_confidence(temperature: float) -> None:
    logits = torch.zeros(1, V)
    logits[0, 3] = math.nan
    tokens, confidence = drawn(logits, temperature=temperature)
    assert 0 <= int(tokens) < V
    assert math.isnan(float(confidence))


def test_seeds_change_the_draw() -> None:
    logits = torch.zeros(30, V)
    answers = {tuple(drawn(logits, seed=seed)[0].tolist()) for seed in range(20)}
    assert len(answers) == 20


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_no_rows_is_no_error(temperature: float) -> None:
    tokens, confidence = drawn(torch.zeros(0, V), temperature=temperature)
    assert tokens.shape == confidence.shape == (0,)


@pytest.mark.parametrize("temperature", [1e-320, 1e-45, 1e39, 1e308])
def test_a_temperature_beyond_fp32_draws_only_what_is_possible(temperature: float) -> None:
    logits = torch.randn(200, V)
    logits[:, 5:] = -math.inf
    tokens, _ = drawn(logits, temperature=temperature)
    assert set(tokens.tolist()) <= set(range(5))
    assert temperature > 1.0 or torch.equal(tokens, logits.argmax(-1))
