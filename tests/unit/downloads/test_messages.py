# Run: python3 run.py test tests/unit/downloads/test_messages.py
"""What a child says is checked; speeds and times left."""

import json
from typing import Any

import pytest

from clover_desktop.downloads.messages import (
    BrokenMessageError,
    Failed,
    Finished,
    Message,
    Notice,
    Progress,
    from_line,
    to_line,
)
from clover_desktop.downloads.progress import Meter, Reporter

MESSAGES = [
    Progress("download", "a", 1, 2, 3.5, 4, 5, None),
    Progress("quantize", "模型", 0, 0, 0.0, 0, 0, 7.5),
    Notice("Waiting."),
    Finished("/a b", "o/m", "main", "int4-g64", 2**40),
    Failed("network", "No network.", "detail"),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_travels_as_json(message: Message) -> None:
    assert from_line(json.loads(json.dumps(to_line(message)))) == message


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "exec"},
        {"kind": ["progress"]},
        {"stage": "upload"},
        {"done": -1},
        {"done": 3},
        {"done": True},
        {"done": 1.5},
        {"total": 2**64},
        {"file": 7},
        {"file": "x" * 10_000},
        {"bytes_per_second": float("nan")},
        {"bytes_per_second": None},
        {"seconds_left": "soon"},
        {"more": 1},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BrokenMessageError):
        from_line(to_line(MESSAGES[0]) | change)


def test_a_missing_value_is_refused() -> None:
    line = to_line(MESSAGES[0])
    del line["total"]
    with pytest.raises(BrokenMessageError):
        from_line(line)


def test_a_stall_shows_as_zero() -> None:
    now = [0.0]
    meter = Meter(lambda: now[0])
    assert meter.rate() == 0.0
    for now[0] in (0.5, 1.0, 1.5, 2.0):
        meter.add(1000)
    assert 1000 < meter.rate() < 4000
    now[0] = 2.0 + 3.1
    assert meter.rate() == 0.0
    assert meter.usual_rate() > 1000


def test_a_stall_is_told_while_it_lasts() -> None:
    import threading

    told: list[Message] = []
    seen = threading.Event()

    def send(message: Message) -> None:
        told.append(message)
        seen.set()

    with Reporter(send, all_bytes=100) as reporter:
        reporter.at("download", "a", 10, 100)
        assert seen.wait(5)
    assert isinstance(told[0], Progress)
    assert (told[0].done, told[0].bytes_per_second, told[0].all_total) == (10, 0.0, 200)


def test_a_notice_is_told_once_and_taken_back() -> None:
    told: list[Message] = []
    with Reporter(told.append, all_bytes=1) as reporter:
        for sentence in ("", "Waiting.", "Waiting.", "", ""):
            reporter.notice(sentence)
    assert told == [Notice("Waiting."), Notice("")]
