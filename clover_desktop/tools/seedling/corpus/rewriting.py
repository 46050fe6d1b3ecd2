"""Small tasks done by copying: repeat a sentence, put it in quotation marks, make a list."""

from random import Random

from clover_desktop.tools.seedling.corpus.entities import MAKERS
from clover_desktop.tools.seedling.corpus.facts_data import WORDS
from clover_desktop.tools.seedling.corpus.grammar import (
    capitalised,
    choose,
    is_held_out,
    pick,
    render,
)
from clover_desktop.tools.seedling.corpus.values import Example

# Per language and task: wordings, thought.
_TASKS = {
    "en": {
        "repeat": (
            "Repeat: {x}|Say again: {x}|Copy this: {x}|Please repeat: {x}|"
            "Repeat this sentence: {x}",
            "I copy the sentence.",
        ),
        "quote": (
            "Write this in quotation marks: {x}|In quotation marks: {x}|Quote this: {x}|"
            "Put this in quotation marks: {x}",
            "I put the sentence in quotation marks.",
        ),
        "bullets": (
            "Make a list of these words: {x}|Make a list: {x}|Write a list: {x}|"
            "List with bullets: {x}",
            "One bullet for each word.",
        ),
    },
    "zh": {
        "repeat": ("重复：{x}|再说一遍：{x}|照抄：{x}|请重复：{x}|重复这句话：{x}", "照抄这句话。"),
        "quote": (
            "给这句话加上引号：{x}|加上引号：{x}|用引号写出：{x}|请加引号：{x}",
            "给这句话加上引号。",
        ),
        "bullets": (
            "把这些词列成清单：{x}|列成清单：{x}|写成列表：{x}|用列表写出：{x}",
            "每个词一行。",
        ),
    },
}
_QUOTES = {"en": ('"', '"'), "zh": ("“", "”")}
_SENTENCES = {
    "en": (
        "[the|my|our] {a} is [big|small|old|new|good]",
        "[I|we|they] [see|like|have|know] the {a}",
        "[I|we|they] [see|like|have|know] the {a} and the {b}",
        "the [big|small|old|new] {a} is near the {b}",
    ),
    "zh": (
        "[我的|我们的|这个]{a}很[大|小|好|新]",
        "[我|我们|他们][看到|喜欢|知道]{a}",
        "[我|我们|他们][看到|喜欢|知道]{a}和{b}",
        "[大|小|新]{a}在{b}旁边",
    ),
}
_POOLS = {
    "en": tuple(pair[0] for pair in WORDS),
    "zh": tuple(pair[1] for pair in WORDS),
}
_VALUES_SHARE = 0.7
"""So many texts are series of names and numbers: nothing but copying helps with those, which
teaches a small network to copy many times sooner than answers from passages alone."""
_JOINTS = {"en": ", ", "zh": "、"}
_ENDS = {"en": ".", "zh": "。"}


def _sentence(rng: Random, language: str) -> str:
    """A sentence of four to eight words."""
    first, second = pick(rng, _POOLS[language], 2)
    text = render(rng, choose(rng, _SENTENCES[language]), {"a": first, "b": second})
    return capitalised(text) + _ENDS[language]


def _values(rng: Random, language: str, count: int) -> list[str]:
    """Different values of all kinds, of the side that is trained on."""
    kinds = tuple(MAKERS)
    found: dict[str, None] = {}
    while len(found) < count:
        found[MAKERS[choose(rng, kinds)](rng, language, False)] = None
    return list(found)


def _example(rng: Random, language: str, held_out: bool) -> Example:
    while True:
        task = choose(rng, tuple(_TASKS[language]))
        values = not held_out and rng.random() < _VALUES_SHARE
        if task == "bullets":
            count = 3 + int(rng.random() * 3)
            words = _values(rng, language, count) if values else pick(rng, _POOLS[language], count)
            text = _JOINTS[language].join(words)
            answer = "\n".join(f"- {word}" for word in words)
        else:
            text = _sentence(rng, language)
            if values:
                count = 1 + int(rng.random() * 4)
                text = _JOINTS[language].join(_values(rng, language, count))
            answer = text
            if task == "quote":
                opening, closing = _QUOTES[language]
                answer = opening + text + closing
        if is_held_out(text) == held_out:
            break
    wordings, thought = _TASKS[language][task]
    prompt = choose(rng, wordings.split("|")).format(x=text)
    return Example(prompt, answer, thought, (answer,))


def example(rng: Random, language: str) -> Example:
    return _example(rng, language, held_out=False)


def held_out_example(rng: Random, language: str) -> Example:
    """A task over a sentence or a list of words that training never shows."""
    return _example(rng, language, held_out=True)
