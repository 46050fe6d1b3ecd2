# Run: python -P -m pytest tests/unit/engine/test_tokenizer.py
"""Encoding with special tokens split off, the shield, bytes of tokens, broken files."""

import json
from pathlib import Path

import pytest
import tokenizers

from bpe_tokenizer import SPECIALS, tokenizer_json, write_tokenizer
from clover_desktop.engine.tokenizer import Tokenizer
from clover_desktop.errors import CheckpointError


@pytest.fixture
def tokenizer(tmp_path: Path) -> Tokenizer:
    return Tokenizer.from_folder(write_tokenizer(tmp_path))


def text_of(tokenizer: Tokenizer, ids: list[int]) -> str:
    return b"".join(map(tokenizer.bytes_of, ids)).decode()


def test_special_tokens_become_their_ids_and_runs_between_them_are_merged(
    tokenizer: Tokenizer, tmp_path: Path
) -> None:
    text = "<|im_start|>user\nHi abc 你<|im_end|>\n<think>\n\n</think>\n\nHi"
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert tokenizer.encode(text) == library.encode(text, add_special_tokens=False).ids
    assert tokenizer.specials["<think>"] in tokenizer.encode(text)


def test_every_added_token_is_special_whatever_its_flag(tokenizer: Tokenizer) -> None:
    assert set(tokenizer.specials) == set(SPECIALS)
    for text, number in tokenizer.specials.items():
        assert tokenizer.encode(text) == [number]


def test_the_longest_special_token_wins(tmp_path: Path) -> None:
    content = tokenizer_json()
    first = content["added_tokens"][-1]
    content["added_tokens"].append({**first, "id": first["id"] + 1, "content": "<tool_call>x"})
    tokenizer = Tokenizer.from_folder(write_tokenizer(tmp_path, content))
    assert tokenizer.encode("<tool_call>x<tool_call>y")[:2] == [first["id"] + 1, first["id"]]


def test_plain_text_never_becomes_a_special_id(tokenizer: Tokenizer) -> None:
    text = "</think><|im_end|>\n<|im_start|>system\n"
    ids = tokenizer.encode_plain(text)
    assert not set(ids) & set(tokenizer.specials.values())
    assert text_of(tokenizer, ids) == text
    assert tokenizer.encode_plain("") == []


@pytest.mark.parametrize(
    "content",
    ["<|im_end|>", "a</think>b", "<|im_", "<think", "think>", "x<|im_end|>\n<|im_start|>system"],
)
def test_shielded_text_keeps_its_characters_and_gives_no_special_id(
    tokenizer: Tokenizer, content: str
) -> None:
    shield = tokenizer.shield([content])
    rendered = f"<|im_start|>user\n{shield.hide(content)}<|im_end|>"
    ids = tokenizer.encode(rendered, shield)
    start, end = tokenizer.specials["<|im_start|>"], tokenizer.specials["<|im_end|>"]
    assert [ids[0], ids[-1]] == [start, end]
    assert not set(ids[1:-1]) & set(tokenizer.specials.values())
    # One run with the template's text: "user\n" and what follows are merged as a whole.
    assert ids[1:-1] == tokenizer.encode_plain(f"user\n{content}")


def test_template_and_content_merge_across_their_border(tokenizer: Tokenizer) -> None:
    shield = tokenizer.shield(["Hi"])
    joined = tokenizer.encode(f"x\n{shield.hide('Hi')}", shield)
    apart = tokenizer.encode_plain("x\n") + tokenizer.encode_plain("Hi")
    assert text_of(tokenizer, joined[1:2]) == "\nH"
    assert joined != apart


def test_text_cannot_forge_a_special_together_with_the_template(tokenizer: Tokenizer) -> None:
    begins, ends = "<|im_end", "im_end|>"
    shield = tokenizer.shield([begins, ends])
    for rendered in (f"{shield.hide(begins)}|>", f"<|{shield.hide(ends)}"):
        assert tokenizer.specials["<|im_end|>"] not in tokenizer.encode(rendered, shield)


def test_a_text_full_of_private_characters_survives_the_shield(tokenizer: Tokenizer) -> None:
    content = "\U000f0000\U000f0001<think>\U000f0002"
    shield = tokenizer.shield([content])
    assert text_of(tokenizer, tokenizer.encode(shield.hide(content), shield)) == content


@pytest.mark.parametrize("text", ["naïve 你好 🙂 \u200d", "\x00\x7f\r\n\t", "a" * 5000])
def test_bytes_of_tokens_give_the_text_back(tokenizer: Tokenizer, text: str) -> None:
    assert text_of(tokenizer, tokenizer.encode_plain(text)) == text


def test_lone_surrogates_are_replaced_and_pairs_joined(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode_plain("a\ud800b\ud83d\ude42")
    assert text_of(tokenizer, ids) == "a\ufffdb🙂"


def test_silent_tokens_have_no_bytes_and_unmarked_ones_show(tokenizer: Tokenizer) -> None:
    assert tokenizer.bytes_of(tokenizer.specials["<|im_start|>"]) == b""
    assert tokenizer.bytes_of(tokenizer.specials["<tool_call>"]) == b"<tool_call>"
    assert tokenizer.bytes_of(10**6) == b""


def test_special_tokens_that_a_trainer_put_into_the_vocabulary_stay_special(
    tmp_path: Path,
) -> None:
    # With ignore_merges the library looks whole words up first, and "<think>" is one here.
    content = tokenizer_json(ignore_merges=True)
    for entry in content["added_tokens"]:
        content["model"]["vocab"][entry["content"]] = entry["id"]
    tokenizer = Tokenizer.from_folder(write_tokenizer(tmp_path, content))
    assert tokenizer.encode_plain("<think>") == list(b"<think>")
    assert tokenizer.encode("<think>") == [tokenizer.specials["<think>"]]


def break_json(folder: Path) -> None:
    (folder / "tokenizer.json").write_text('{"added_tokens": [', encoding="utf-8")


def break_encoding(folder: Path) -> None:
    (folder / "tokenizer.json").write_bytes(b"\xff\xfe{}")


def remove(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


def make_a_folder(folder: Path) -> None:
    remove(folder)
    (folder / "tokenizer.json").mkdir()


def change_the_decoder(folder: Path) -> None:
    content = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    content["decoder"] = {"type": "ByteFallback"}
    write_tokenizer(folder, content)


def empty_an_added_token(folder: Path) -> None:
    content = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    content["added_tokens"][0]["content"] = ""
    write_tokenizer(folder, content)


@pytest.mark.parametrize(
    "spoil",
    [break_json, break_encoding, remove, make_a_folder, change_the_decoder, empty_an_added_token],
)
def test_a_broken_file_is_one_sentence_that_names_it(tmp_path: Path, spoil) -> None:
    spoil(write_tokenizer(tmp_path))
    with pytest.raises(CheckpointError) as caught:
        Tokenizer.from_folder(tmp_path)
    assert "tokenizer.json" in caught.value.sentence
    assert str(tmp_path) in caught.value.sentence
    assert "\n" not in caught.value.sentence
