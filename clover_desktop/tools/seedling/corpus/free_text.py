"""Text with free choice, in both languages; some prompts are kept for the evaluation."""

from random import Random

from clover_desktop.tools.seedling.corpus import free_chinese, free_english
from clover_desktop.tools.seedling.corpus.grammar import is_held_out, normalised
from clover_desktop.tools.seedling.corpus.values import Example


def _example(rng: Random, language: str, held_out: bool) -> Example:
    draw = free_english.example if language == "en" else free_chinese.example
    while True:
        found = draw(rng)
        if is_held_out(normalised(found.prompt)) == held_out:
            return found


def example(rng: Random, language: str) -> Example:
    return _example(rng, language, held_out=False)


def held_out_example(rng: Random, language: str) -> Example:
    """A request whose exact wording training never uses; any answer will do."""
    return _example(rng, language, held_out=True)
