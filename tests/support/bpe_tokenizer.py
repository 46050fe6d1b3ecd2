"""A small byte-level BPE written out by hand: 256 bytes, some merges, added tokens behind them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SPECIALS = {
    "<|endoftext|>": True,
    "<|im_start|>": True,
    "<|im_end|>": True,
    "<think>": False,
    "</think>": False,
    "<tool_call>": False,
}
WORDS = ("ab", "abc", "\n\n", "\nH", "Hi", "你", "user\n", " the")
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n"
    "{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n"
    "{% else %}<think>\n{% endif %}{% endif %}"
)


def alphabet() -> list[str]:
    """The character of each byte in a byte-level vocabulary."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    extra = iter(range(256, 512))
    return [chr(byte) if byte in plain else chr(next(extra)) for byte in range(256)]


def tokenizer_json(words: Sequence[str] = WORDS, **model: Any) -> dict[str, Any]:
    """The content of a tokenizer.json; each of `words` is reached by merges from left to right."""
    letters = alphabet()
    vocab = {letter: number for number, letter in enumerate(letters)}
    merges: list[list[str]] = []
    for word in words:
        pieces = [letters[byte] for byte in word.encode()]
        left = pieces[0]
        for right in pieces[1:]:
            if left + right not in vocab:
                vocab[left + right] = len(vocab)
                merges.append([left, right])
            left += right
    added = [
        {
            "id": len(vocab) + index,
            "content": content,
            "single_word": False,
            "lstrip": False,
            "rstrip": False,
            "normalized": False,
            "special": special,
        }
        for index, (content, special) in enumerate(SPECIALS.items())
    ]
    byte_level = {
        "type": "ByteLevel",
        "add_prefix_space": False,
        "trim_offsets": False,
        "use_regex": False,
    }
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": byte_level,
        "post_processor": None,
        "decoder": byte_level,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocab,
            "merges": merges,
            **model,
        },
    }


def write_tokenizer(folder: Path, content: dict[str, Any] | None = None) -> Path:
    """Put a tokenizer.json into `folder`; returns the folder."""
    text = json.dumps(content or tokenizer_json(), ensure_ascii=False)
    (folder / "tokenizer.json").write_text(text, encoding="utf-8")
    return folder
