# Run: python -P -m pytest tests/unit/engine/test_thinking.py
"""Thinking and text told apart at the first `</think>` id."""

from pathlib import Path

import pytest

from bpe_tokenizer import write_tokenizer
from clover_desktop.engine.thinking import Added, AnswerParts
from clover_desktop.engine.tokenizer import Tokenizer


@pytest.fixture
def tokenizer(tmp_path: Path) -> Tokenizer:
    return Tokenizer.from_folder(write_tokenizer(tmp_path))


def parts(tokenizer: Tokenizer, *, thinking: bool) -> AnswerParts:
    specials = tokenizer.specials
    stops = frozenset({specials["<|im_end|>"], specials["<|endoftext|>"]})
    return AnswerParts(
        tokenizer,
        thinking=thinking,
        think_end=specials["</think>"],
        hidden=stops | {specials["<think>"], specials["</think>"]},
        stops=stops,
    )


def test_the_first_marker_splits_and_no_marker_appears(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=True)
    added = answer.feed(tokenizer.encode("so\n</think>\n\nHi</think>!<|im_end|>"))
    assert added == Added("so\n", "Hi!")
    assert (answer.thinking, answer.text) == ("so\n", "Hi!")


def test_an_unclosed_thought_is_all_thinking(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=True)
    assert answer.feed(tokenizer.encode("abc<|im_end|>")) == Added("abc", "")


def test_without_thinking_everything_is_text_as_it_stands(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=False)
    assert answer.feed(tokenizer.encode("\n\nabc</think>\n\nx")) == Added("", "\n\nabc\n\nx")


def test_newlines_after_the_marker_are_dropped_also_over_blocks(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=True)
    assert answer.feed(tokenizer.encode("t</think>\n")) == Added("t", "")
    assert answer.feed(tokenizer.encode("\n")) == Added()
    assert answer.feed(tokenizer.encode("a\n\nb")) == Added("", "a\n\nb")


def test_nothing_after_the_first_stop_id_is_read(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=False)
    assert answer.feed(tokenizer.encode("a<|im_end|>b")) == Added("", "a")


def test_a_character_split_over_blocks_comes_with_the_second(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=False)
    data = list("🙂".encode())
    assert answer.feed(data[:3]) == Added()
    assert answer.pending == bytes(data[:3])
    assert answer.feed(data[3:]) == Added("", "🙂")
    assert answer.finish() == Added()


def test_an_answer_that_ends_inside_a_character_says_so(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=False)
    answer.feed([*b"a", "你".encode()[0]])
    assert answer.finish() == Added("", "\ufffd")
    ended = parts(tokenizer, thinking=False)
    assert ended.feed(["你".encode()[0], *tokenizer.encode("<|im_end|>")]).text == "\ufffd"
    stopped = parts(tokenizer, thinking=True)
    assert stopped.feed(["你".encode()[0], *tokenizer.encode("</think>a")]).thinking == "\ufffd"


def test_tokens_marked_special_are_silent_and_others_are_spoken(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=False)
    assert answer.feed(tokenizer.encode("a<|im_start|>b<tool_call>")).text == "ab<tool_call>"


def test_cells_never_show_markers_or_stop_ids(tokenizer: Tokenizer) -> None:
    answer = parts(tokenizer, thinking=True)
    hidden = ("<|im_end|>", "<think>", "</think>", "<|im_start|>")
    assert [answer.shown_bytes(tokenizer.specials[text]) for text in hidden] == [b""] * 4
    assert answer.shown_bytes(tokenizer.encode("abc")[0]) == b"abc"
