"""The demo model's tokenizer: byte-level BPE, trained on the demo model's own text.

Digits in pairs and Chinese characters are tokens of their own, so that a number or a name is
spelled the same way wherever it stands, which helps a tiny network to copy out of a passage. Digits
one by one are much alike: to know which 5 comes next takes the three before it. The pairs alone did
not bring copying about (see `wiring`); what they add was not measured apart.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

END_OF_TEXT = "<|endoftext|>"
TURN_START = "<|im_start|>"
TURN_END = "<|im_end|>"
THINK_START = "<think>"
THINK_END = "</think>"
MASK = "<|mask|>"

ADDED_TOKENS = (END_OF_TEXT, TURN_START, TURN_END, THINK_START, THINK_END, MASK)

CHAT_TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n"
    "{% if enable_thinking is defined and enable_thinking is false %}<think>\n\n</think>\n\n"
    "{% else %}<think>\n{% endif %}{% endif %}"
)

# One Han character, a word with its leading space, up to two digits, punctuation, or white space.
SPLIT_PATTERN = (
    r"'(?:[sdmt]|ll|ve|re)(?![\p{L}])|\p{Han}| ?[\p{L}\p{M}&&[^\p{Han}]]+|\p{N}{1,2}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+|\s*[\r\n]+|\s+(?!\S)|\s+"
)

# A Chinese character seen this often becomes one token; rarer ones stay bytes.
_HAN_COUNT = 3
_HAN_WEIGHT = 400


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or character in "，。！？；：、“”（）《》"


def _with_single_characters(texts: Iterable[str]) -> Iterator[str]:
    """The texts, then each Chinese character in use often enough to win its merges."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(filter(_is_han, text))
        yield text
    for character, count in counts.items():
        if count >= _HAN_COUNT:
            for _ in range(_HAN_WEIGHT):
                yield character


def train_tokenizer(texts: Iterable[str], vocabulary_size: int) -> Tokenizer:
    """Train a byte-level BPE of at most `vocabulary_size` entries, added tokens included.

    The added tokens get the highest ids, in the order of `ADDED_TOKENS`.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT_PATTERN), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary_size - len(ADDED_TOKENS),
        min_frequency=3,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_with_single_characters(texts), trainer)
    tokenizer.add_tokens(
        [
            AddedToken(text, special=text not in (THINK_START, THINK_END), normalized=False)
            for text in ADDED_TOKENS
        ]
    )
    return tokenizer


def token_ids(tokenizer: Tokenizer, *texts: str) -> tuple[int, ...]:
    """The ids of added tokens.

    Raises KeyError for a text that is not in the vocabulary.
    """
    vocabulary = tokenizer.get_vocab(with_added_tokens=True)
    return tuple(vocabulary[text] for text in texts)


def save_tokenizer(tokenizer: Tokenizer, folder: Path) -> None:
    """Write tokenizer.json and tokenizer_config.json (with the chat template) into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    added = {
        str(tokenizer.token_to_id(text)): {
            "content": text,
            "special": text not in (THINK_START, THINK_END),
            "normalized": False,
            "lstrip": False,
            "rstrip": False,
            "single_word": False,
        }
        for text in ADDED_TOKENS
    }
    config = {
        "tokenizer_class": "Qwen2Tokenizer",
        "add_prefix_space": False,
        "added_tokens_decoder": added,
        "eos_token": TURN_END,
        "pad_token": END_OF_TEXT,
        "mask_token": MASK,
        "model_max_length": 4096,
        "chat_template": CHAT_TEMPLATE,
    }
    text = json.dumps(config, ensure_ascii=False, indent=1)
    (folder / "tokenizer_config.json").write_text(text + "\n", encoding="utf-8")
