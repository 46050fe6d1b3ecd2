"""The held-out prompts: wordings and entities that never occur in training."""

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
from clover_desktop.tools.seedling.corpus.values import EvaluationPrompt, Example

_LANGUAGES = ("en", "zh")
_SEED = 20_310_312
_DRAWN = (
    ("passage", passages.held_out_example, 80),
    ("facts", facts.held_out_example, 16),
    ("rewriting", rewriting.held_out_example, 12),
    ("code", snippets.held_out_example, 8),
    ("free", free_text.held_out_example, 24),
)


def _prompt(example: Example, kind: str, language: str, thinking: bool) -> EvaluationPrompt:
    return EvaluationPrompt((("user", example.prompt),), language, kind, thinking, example.accepted)


def evaluation_prompts() -> list[EvaluationPrompt]:
    """All held-out prompts in a fixed order; every second one of a kind has thinking on."""
    found: list[EvaluationPrompt] = []
    for language in _LANGUAGES:
        for place, topic in enumerate(help.TOPICS):
            # One written by hand for every topic, one from a template for every second.
            wordings = help.held_out_wordings(topic.key, language)
            for turn, wording in enumerate((wordings[0], wordings[-1])[: 1 + place % 2]):
                example = Example(wording, "", "", (topic.side(language).answer,))
                found.append(_prompt(example, "help", language, (place // 2 + turn) % 2 == 0))
        talks = [
            (wording, talk) for talk in small_talk.talks(language) for wording in talk.held_out
        ]
        for place, (wording, talk) in enumerate(talks):
            example = Example(wording, "", "", (talk.answer,))
            found.append(_prompt(example, "small_talk", language, place % 2 == 0))
        for kind, draw, wanted in _DRAWN:
            rng = Random(f"{_SEED} {kind} {language}")
            seen: set[str] = set()
            while len(seen) < wanted:
                example = draw(rng, language)
                if example.prompt not in seen:
                    found.append(_prompt(example, kind, language, len(seen) % 2 == 0))
                    seen.add(example.prompt)
    return found
