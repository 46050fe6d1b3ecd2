"""The endless stream of training conversations: the kinds, their shares, turns and thoughts."""

from bisect import bisect
from collections.abc import Callable, Iterator
from itertools import accumulate, count
from random import Random

from clover_desktop.tools.seedling.corpus import (
    facts,
    free_text,
    help,
    passages,
    rewriting,
    small_talk,
    snippets,
)
from clover_desktop.tools.seedling.corpus.grammar import choose
from clover_desktop.tools.seedling.corpus.values import Conversation, Example

KINDS = ("help", "small_talk", "passage", "facts", "rewriting", "code", "free")
SHARES = (0.27, 0.16, 0.32, 0.06, 0.08, 0.02, 0.09)
ENGLISH_SHARE = 0.5
THINKING_SHARE = 0.5
EARLIER_TURNS_SHARE = 0.25
MEAN_EARLIER_TURNS = 2.5
MOST_EARLIER_TURNS = 10
SAME_LANGUAGE_SHARE = 0.85
OTHER_LANGUAGE = {"en": "zh", "zh": "en"}
SYSTEM_SHARE = 0.03
MOST_QUESTIONS = 4
"""About one document: its text is most of a conversation's rows and its answers are short."""

_MAKERS: dict[str, Callable[[Random, str], Example]] = {
    "help": help.example,
    "small_talk": small_talk.example,
    "passage": passages.example,
    "facts": facts.example,
    "rewriting": rewriting.example,
    "code": snippets.example,
    "free": free_text.example,
}
_EARLIER_KINDS = ("help", "small_talk", "facts")
_BOUNDS = tuple(accumulate(SHARES))

SYSTEM_MESSAGES = {
    "en": (
        "You are a helpful assistant.",
        "You are Seedling, a small demo model.",
        "Answer briefly.",
        "Be friendly.",
        "Answer in English.",
    ),
    "zh": (
        "你是一个有用的助手。",
        "你是 Seedling，一个小演示模型。",
        "请简短回答。",
        "请用中文回答。",
    ),
}


def conversation(seed: int, index: int) -> Conversation:
    """The conversation at a place of the stream; nothing before it is computed.

    Raises ValueError where the seed or the index is negative.
    """
    if seed < 0 or index < 0:
        raise ValueError(f"Seed {seed} and index {index} must not be negative.")
    rng = Random((seed << 48) ^ index)
    kind = KINDS[min(bisect(_BOUNDS, rng.random() * _BOUNDS[-1]), len(KINDS) - 1)]
    language = "en" if rng.random() < ENGLISH_SHARE else "zh"
    messages: list[tuple[str, str]] = []
    if rng.random() < SYSTEM_SHARE:
        messages.append(("system", choose(rng, SYSTEM_MESSAGES[language])))
    if kind != "passage" and rng.random() < EARLIER_TURNS_SHARE:
        turns = 1 + int(rng.expovariate(1 / (MEAN_EARLIER_TURNS - 0.5)))
        for _ in range(min(turns, MOST_EARLIER_TURNS)):
            spoken = language if rng.random() < SAME_LANGUAGE_SHARE else OTHER_LANGUAGE[language]
            earlier = _MAKERS[choose(rng, _EARLIER_KINDS)](rng, spoken)
            messages += [("user", earlier.prompt), ("assistant", earlier.answer)]
    thinks = rng.random() < THINKING_SHARE
    if kind == "passage":
        examples = passages.dialogue(rng, language, MOST_QUESTIONS)
    else:
        examples = [_MAKERS[kind](rng, language)]
    for example in examples:
        messages += [("user", example.prompt), ("assistant", example.answer)]
    thought = examples[-1].thought if thinks else None
    return Conversation(tuple(messages), thought, kind, language, chained=kind == "passage")


def conversations(seed: int, start: int = 0) -> Iterator[Conversation]:
    """The endless stream of a seed, from the conversation at `start` on."""
    return (conversation(seed, index) for index in count(start))
