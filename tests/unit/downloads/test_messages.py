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
from clover_desktop.errors import Sentence, said

MESSAGES = [
    Progress("download", "a", 1, 2, 3.5, 4, 5, None),
    Progress("quantize", "模型", 0, 0, 0.0, 0, 0, 7.5),
    Notice("Waiting."),
    Finished("/a b", "o/m", "main", "int4-g64", 2**40),
    Failed("network", "No network.", "detail"),
    Progress("download", "a", 1, 2, 3.5, 4, 5, None, 3, 26),
    Notice(said("no_answer", "{host} did not answer.", host="模.example")),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_travels_as_json(message: Message) -> None:
    arrived = from_line(json.loads(json.dumps(to_line(message))))
    assert arrived == message
    if isinstance(message, Notice) and isinstance(message.sentence, Sentence):
        assert isinstance(arrived, Notice)
        assert isinstance(arrived.sentence, Sentence)
        assert (arrived.sentence.code, arrived.sentence.values) == (
            "no_answer",
            {"host": "模.example"},
        )


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
        {"shard": 3},
        {"file": {"text": "a", "code": "b", "values": {"c": 5}}},
        {"file": {"text": "a", "code": "b", "values": {}, "d": ""}},
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


def test_progress_says_which_shard_it_is_of() -> None:
    told: list[Message] = []
    with Reporter(told.append, all_bytes=30) as reporter:
        reporter.ends("download", "config.json", 5)
        reporter.number(["a", "b", "c"])
        reporter.ends("download", "b", 10)
        reporter.ends("download", "tokenizer.json", 5)
    found = [(one.shard, one.shards) for one in told if isinstance(one, Progress)]
    assert found == [(0, 0), (2, 3), (0, 0)]
