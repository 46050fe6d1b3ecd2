"""Movement as functions of time: easings, springs and waves. Pure; all times in seconds.

A picture at time t can be asked for without having drawn the ones before it, so a test can look at
t = 0.12. Whoever moves something keeps when it began and asks here where it is now.
"""

from __future__ import annotations

import math


def progress(now: float, start: float, duration: float) -> float:
    """How far a movement begun at `start` is, from 0 to 1; a duration of 0 is over at once."""
    if now < start:
        return 0.0
    if duration <= 0.0:
        return 1.0
    return min(1.0, (now - start) / duration)


def mix(start: float, end: float, share: float) -> float:
    """The value between `start` (share 0) and `end` (share 1)."""
    return start + (end - start) * share


def ease_out(share: float) -> float:
    """Fast first, then gentle: for what arrives. Maps 0..1 to 0..1."""
    rest = 1.0 - share
    return 1.0 - rest * rest * rest


def ease_in_out(share: float) -> float:
    """Gentle at both ends: for what changes place. Maps 0..1 to 0..1."""
    return share * share * (3.0 - 2.0 * share)


def spring(elapsed: float, *, period: float = 0.3, damping: float = 1.0) -> float:
    """Position, from 0 towards 1, of a spring let go `elapsed` seconds ago.

    `period` is the seconds of one free swing; `damping` 1 does not overshoot, less does.
    """
    if elapsed <= 0.0:
        return 0.0
    frequency = 2.0 * math.pi / period
    decay = damping * frequency
    if damping >= 1.0:
        return 1.0 - math.exp(-frequency * elapsed) * (1.0 + frequency * elapsed)
    swing = frequency * math.sqrt(1.0 - damping * damping)
    wave = math.cos(swing * elapsed) + decay / swing * math.sin(swing * elapsed)
    return 1.0 - math.exp(-decay * elapsed) * wave


def pulse(share: float, *, rise: float = 0.25) -> float:
    """Up to 1 at `rise` and down to 0 at the end of 0..1: for a glow."""
    if share <= 0.0 or share >= 1.0:
        return 0.0
    if share < rise:
        return ease_in_out(share / rise)
    return 1.0 - ease_in_out((share - rise) / (1.0 - rise))


def shimmer(now: float, place: float, period: float) -> float:
    """Brightness, from 0 to 1, of a band of light that wanders along `place` (0..1 is the way).

    The band crosses once in `period` seconds; a period of 0 means no light and no motion.
    """
    if period <= 0.0:
        return 0.0
    swell = 0.5 + 0.5 * math.cos(2.0 * math.pi * (now / period - place))
    return swell * swell * swell
