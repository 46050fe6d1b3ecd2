"""Number, unit and word facts: small closed sets, asked in several wordings."""

from functools import cache
from random import Random

from clover_desktop.tools.seedling.corpus.facts_data import CAPITALS, UNITS, WEEKDAYS
from clover_desktop.tools.seedling.corpus.grammar import capitalised, choose
from clover_desktop.tools.seedling.corpus.values import Example

Fact = tuple[str, dict[str, str], str]
"""The kind of a question, its slots, and its answer."""

LARGEST_TERM = 5

# Per kind and language: training wordings, wordings of the evaluation, thought.
_TEXTS: dict[str, dict[str, tuple[str, str, str]]] = {
    "sum": {
        "en": (
            "What is {a} + {b}?|{a} + {b}|{a} + {b} = ?|How much is {a} + {b}?|"
            "Calculate {a} + {b}.|Add {a} + {b}.|Please calculate {a} + {b}.|Tell me {a} + {b}.",
            "Please tell me how much {a} + {b} is.|Can you calculate {a} + {b}?",
            "I add {a} + {b}.",
        ),
        "zh": (
            "{a} + {b} 等于多少？|{a} + {b} = ？|{a} + {b} 是多少？|计算 {a} + {b}。|"
            "{a} + {b} 等于几？|请算一下 {a} + {b}。|{a} + {b}",
            "请问 {a} + {b} 等于几？|请计算 {a} + {b}。",
            "把 {a} + {b} 相加。",
        ),
    },
    "unit": {
        "en": (
            "How many {small} are in {big}?|How many {small} does {big} have?|"
            "How many {small} are there in {big}?|{big}: how many {small}?|"
            "Tell me how many {small} are in {big}.|How many {small} has {big}?",
            "Can you tell me how many {small} {big} has?|Do you know how many {small} {big} has?",
            "The question is how many {small} {big} has.",
        ),
        "zh": (
            "{big}有多少{small}？|{big}等于多少{small}？|{big}是多少{small}？|"
            "请问{big}有多少{small}？|{big}有几{small}？|告诉我{big}有多少{small}。",
            "{big}一共有多少{small}？|你知道{big}有多少{small}吗？",
            "问题是{big}有多少{small}。",
        ),
    },
    "weekday": {
        "en": (
            "Which day comes after {x}?|What day follows {x}?|Which day is after {x}?|"
            "What comes after {x}?|Next day after {x}?|What is the day after {x}?",
            "Tell me the day after {x}.|After {x}, which day comes?",
            "The next day after {x}.",
        ),
        "zh": (
            "{x}后面是星期几？|{x}的后一天是星期几？|{x}之后是哪一天？|{x}的后一天是哪一天？|"
            "{x}之后是星期几？",
            "请问{x}后一天是星期几？|请问{x}之后是星期几？",
            "{x}的后一天。",
        ),
    },
    "capital": {
        "en": (
            "What is the capital of {x}?|Capital of {x}?|Which city is the capital of {x}?|"
            "Name the capital of {x}.|What is {x}'s capital?|Tell me the capital of {x}.",
            "Do you know the capital of {x}?|Which is the capital city of {x}?",
            "The capital of {x}.",
        ),
        "zh": (
            "{x}的首都是哪里？|{x}的首都是什么？|{x}的首都？|{x}的首都是哪个城市？|"
            "请问{x}的首都是哪里？|告诉我{x}的首都。",
            "你知道{x}的首都吗？|{x}的首都在哪里？",
            "{x}的首都。",
        ),
    },
}


@cache
def facts(language: str) -> tuple[Fact, ...]:
    """All facts of a language, each of them part of the training."""
    terms = range(1, LARGEST_TERM + 1)
    found: list[Fact] = [
        ("sum", {"a": str(first), "b": str(second)}, str(first + second))
        for first in terms
        for second in terms
    ]
    space = " " if language == "en" else ""
    found += [
        ("unit", {"small": small, "big": big}, f"{count}{space}{small}")
        for small, big, count in UNITS[language]
    ]
    days = WEEKDAYS[language]
    found += [
        ("weekday", {"x": day}, following)
        for day, following in zip(days, days[1:] + days[:1], strict=True)
    ]
    found += [("capital", {"x": country}, city) for country, city in CAPITALS[language]]
    return tuple(found)


def _example(rng: Random, language: str, held_out: bool) -> Example:
    kind, slots, answer = choose(rng, facts(language))
    training, kept, thought = _TEXTS[kind][language]
    wording = choose(rng, (kept if held_out else training).split("|"))
    return Example(
        capitalised(wording.format_map(slots)),
        answer,
        thought.format_map(slots),
        (answer,),
    )


def example(rng: Random, language: str) -> Example:
    return _example(rng, language, held_out=False)


def held_out_example(rng: Random, language: str) -> Example:
    """A known fact in a wording that training never uses."""
    return _example(rng, language, held_out=True)
