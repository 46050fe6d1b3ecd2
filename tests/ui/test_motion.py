# Run: python3 run.py test tests/ui/test_motion.py
import pytest

from clover_desktop.ui.motion import (
    ease_in_out,
    ease_out,
    mix,
    progress,
    pulse,
    shimmer,
    spring,
)

SHARES = [step / 50 for step in range(51)]


def test_progress_is_zero_before_one_after_and_even_between() -> None:
    assert progress(0.9, 1.0, 0.5) == 0.0
    assert progress(1.25, 1.0, 0.5) == pytest.approx(0.5)
    assert progress(9.0, 1.0, 0.5) == 1.0


def test_a_movement_without_duration_is_over_at_once_but_not_before_it_begins() -> None:
    assert progress(1.0, 1.0, 0.0) == 1.0
    assert progress(0.99, 1.0, 0.0) == 0.0


@pytest.mark.parametrize("ease", [ease_out, ease_in_out])
def test_easings_run_from_zero_to_one_without_turning_back(ease) -> None:  # type: ignore[no-untyped-def]
    values = [ease(share) for share in SHARES]
    assert values[0] == 0.0
    assert values[-1] == 1.0
    assert values == sorted(values)


def test_ease_out_is_ahead_of_even_motion() -> None:
    assert ease_out(0.25) > 0.5


def test_a_critically_damped_spring_arrives_without_overshoot() -> None:
    values = [spring(share) for share in SHARES]
    assert values[0] == 0.0
    assert values == sorted(values)
    assert 0.99 < spring(0.5) < 1.0


def test_a_loose_spring_overshoots_and_comes_to_rest() -> None:
    values = [spring(share, damping=0.4) for share in SHARES]
    assert max(values) > 1.05
    assert spring(3.0, damping=0.4) == pytest.approx(1.0, abs=1e-6)


def test_a_pulse_begins_and_ends_dark() -> None:
    assert pulse(0.0) == 0.0
    assert pulse(0.25) == pytest.approx(1.0)
    assert 0.0 < pulse(0.9) < 0.2
    assert pulse(1.0) == 0.0


def test_the_shimmer_wanders_along_the_place() -> None:
    brightest = {now: max(SHARES, key=lambda place: shimmer(now, place, 2.0)) for now in (0.2, 0.6)}
    assert brightest[0.2] == pytest.approx(0.1)
    assert brightest[0.6] == pytest.approx(0.3)


def test_without_a_period_there_is_no_shimmer() -> None:
    assert {shimmer(now, 0.3, 0.0) for now in SHARES} == {0.0}


def test_mix_meets_both_ends() -> None:
    assert mix(2.0, 6.0, 0.0) == 2.0
    assert mix(2.0, 6.0, 0.25) == 3.0
    assert mix(2.0, 6.0, 1.0) == 6.0
