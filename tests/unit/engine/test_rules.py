"""Run: pytest tests/unit/engine/test_rules.py"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clover_desktop.engine.rules import FILE_NAME, GenerationRules, Ramp, load_rules, read_rules
from clover_desktop.errors import ConfigError

CONFIG: Any = SimpleNamespace(vocab_size=300, mask_token_id=261, eos_token_ids=(258,))


def test_without_a_file_all_is_neutral(tmp_path: Path) -> None:
    rules = load_rules(tmp_path, CONFIG)
    assert rules == GenerationRules(stop_ids=(258,), mask_id=261, suppressed=(261,))
    assert not rules.has_penalties
    assert rules.length_ramp.is_off_before(10**9)
    assert (rules.temperature, rules.top_k, rules.top_p) == (0.0, None, None)


def test_an_empty_file_is_neutral_too(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{}")
    assert load_rules(tmp_path, CONFIG) == read_rules(None, CONFIG)


def test_every_key_is_read(tmp_path: Path) -> None:
    content = {
        "eos_token_id": 3,
        "pad_token_id": 4,
        "stop_token_ids": [5],
        "suppress_tokens": [6, 261],
        "temperature": 0.7,
        "top_p": 0.8,
        "top_k": 20,
        "presence_penalty": 0.9,
        "frequency_penalty": -0.1,
        "repetition_penalty": 1.05,
        "dllm_length_penalty": 10,
        "dllm_length_penalty_start": 11,
        "dllm_length_penalty_window": 12,
        "dllm_think_end_bias": 13.5,
        "dllm_think_end_start": 14,
        "dllm_think_end_window": 15,
        "dllm_think_end_token_id": 260,
    }
    (tmp_path / FILE_NAME).write_text(json.dumps(content))
    assert load_rules(tmp_path, CONFIG) == GenerationRules(
        stop_ids=(3, 5, 4),
        mask_id=261,
        suppressed=(261, 6),
        presence=0.9,
        frequency=-0.1,
        repetition=1.05,
        length_ramp=Ramp(10.0, 11, 12),
        think_end_ramp=Ramp(13.5, 14, 15),
        think_end_id=260,
        temperature=0.7,
        top_k=20,
        top_p=0.8,
    )


def test_stop_ids_come_once_each() -> None:
    rules = read_rules(
        {"eos_token_id": [258, 256, 258], "pad_token_id": 256, "stop_token_ids": [7, 258]}, CONFIG
    )
    assert rules.stop_ids == (258, 256, 7)


def test_ramps_begin_where_the_architecture_says() -> None:
    rules = read_rules({"dllm_length_penalty": 1.0, "dllm_think_end_bias": 2.0}, CONFIG)
    assert rules.length_ramp == Ramp(1.0, 8192, 8192)
    assert rules.think_end_ramp == Ramp(2.0, 4096, 4096)


@pytest.mark.parametrize("off", [{"top_k": 0}, {"top_p": 1.0}, {"top_p": 1}, {"top_k": None}])
def test_filters_that_are_off(off: dict[str, object]) -> None:
    rules = read_rules(off, CONFIG)
    assert (rules.top_k, rules.top_p) == (None, None)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("eos_token_id", "258"),
        ("eos_token_id", 300),
        ("eos_token_id", -1),
        ("eos_token_id", True),
        ("stop_token_ids", [1, 2.5]),
        ("stop_token_ids", [[1]]),
        ("pad_token_id", 1e3),
        ("suppress_tokens", "all"),
        ("suppress_tokens", list(range(300))),
        ("temperature", -0.1),
        ("temperature", "hot"),
        ("temperature", True),
        ("temperature", float("nan")),
        ("temperature", float("inf")),
        ("temperature", 10**400),
        ("top_p", 0.0),
        ("top_p", 1.1),
        ("top_k", -1),
        ("top_k", 1.5),
        ("repetition_penalty", 0),
        ("repetition_penalty", -1.0),
        ("presence_penalty", [0.9]),
        ("dllm_length_penalty_window", 0),
        ("dllm_think_end_start", -1),
        ("dllm_think_end_start", "soon"),
        ("dllm_think_end_token_id", [1, 2]),
        ("min_p", 0.1),
        ("num_beams", 4),
        ("no_repeat_ngram_size", 3),
        ("bad_words_ids", [[1]]),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(key: str, value: object) -> None:
    with pytest.raises(ConfigError) as caught:
        read_rules({key: value}, CONFIG)
    assert key in caught.value.sentence
    assert caught.value.sentence.endswith(".")
    assert "\n" not in caught.value.sentence


def test_neutral_values_of_other_samplers_are_accepted() -> None:
    neutral = {"min_p": 0.0, "typical_p": 1.0, "num_beams": 1, "bad_words_ids": None}
    assert read_rules(neutral, CONFIG) == read_rules(None, CONFIG)


def test_unknown_keys_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        assert read_rules({"transformers_version": "5"}, CONFIG) == read_rules(None, CONFIG)
    assert "transformers_version" in caplog.text


@pytest.mark.parametrize("text", ["", "{", "[1]", "nope", '{"top_k": 1}]', "[" * 100000])
def test_a_broken_file_is_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE_NAME).write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_rules(tmp_path, CONFIG)
    assert FILE_NAME in caught.value.sentence


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"\xff\xfe{}")
    with pytest.raises(ConfigError):
        load_rules(tmp_path, CONFIG)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(ConfigError):
        load_rules(tmp_path, CONFIG)
