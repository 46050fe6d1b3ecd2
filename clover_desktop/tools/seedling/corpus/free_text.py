"""Free text in both languages, drawn from skeletons with few choices.

A tiny model can learn these: each sentence stands where it always stands, and every choice is one
short word of equally likely ones. Some prompts are kept for the evaluation.
"""

import re
from functools import lru_cache
from random import Random

from clover_desktop.tools.seedling.corpus import free_chinese, free_english
from clover_desktop.tools.seedling.corpus.grammar import (
    choose,
    is_held_out,
    normalised,
    pick,
    render,
)
from clover_desktop.tools.seedling.corpus.values import Example

_TEXTS = {"en": free_english.TEXTS, "zh": free_chinese.TEXTS}
_POOLS = {"en": free_english.POOLS, "zh": free_chinese.POOLS}
_STOPS = {"en": ".", "zh": "。"}

_SLOT = re.compile(r"\{([a-z]+)(2?)\}")


@lru_cache(maxsize=256)
def _pools_used(template: str) -> tuple[tuple[str, bool], ...]:
    """The pools a template draws from, and whether it needs a second value of each."""
    found: dict[str, bool] = {}
    for pool, second in _SLOT.findall(template):
        found[pool] = found.get(pool, False) or bool(second)
    return tuple(found.items())


def _draw(rng: Random, language: str) -> Example:
    wordings, thought, answer = choose(rng, _TEXTS[language])
    wording = choose(rng, wordings)
    slots: dict[str, str] = {}
    for pool, second in _pools_used(wording + thought + answer):
        values = pick(rng, _POOLS[language][pool], 1 + second)
        slots[pool] = values[0]
        if second:
            slots[f"{pool}2"] = values[1]
    prompt = render(rng, wording, slots)
    if prompt[-1] not in "?？" and rng.random() < 2 / 3:
        prompt += _STOPS[language]
    return Example(prompt, render(rng, answer, slots), render(rng, thought, slots))


def _example(rng: Random, language: str, held_out: bool) -> Example:
    while True:
        found = _draw(rng, language)
        if is_held_out(normalised(found.prompt)) == held_out:
            return found


def example(rng: Random, language: str) -> Example:
    return _example(rng, language, held_out=False)


def held_out_example(rng: Random, language: str) -> Example:
    """A request whose exact wording training never uses; any answer will do."""
    return _example(rng, language, held_out=True)
