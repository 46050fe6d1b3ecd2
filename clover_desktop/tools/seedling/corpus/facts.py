"""Number, unit and word facts: small closed sets, asked in several wordings."""

from collections.abc import Callable, Mapping
from random import Random

from clover_desktop.tools.seedling.corpus.facts_data import (
    CAPITALS,
    COLOURS,
    MONTHS,
    OPPOSITES,
    UNITS,
    WEEKDAYS,
    WORDS,
)
from clover_desktop.tools.seedling.corpus.grammar import capitalised, choose
from clover_desktop.tools.seedling.corpus.values import Example

Fact = tuple[dict[str, str], str]
"""The slots of a question, and its answer."""


def _sum(rng: Random, language: str) -> Fact:
    first, second = int(rng.random() * 21), int(rng.random() * 21)
    return {"a": str(first), "b": str(second)}, str(first + second)


def _difference(rng: Random, language: str) -> Fact:
    first, second = sorted((int(rng.random() * 21), int(rng.random() * 21)))
    return {"a": str(second), "b": str(first)}, str(second - first)


def _product(rng: Random, language: str) -> Fact:
    first, second = int(rng.random() * 11), int(rng.random() * 11)
    return {"a": str(first), "b": str(second)}, str(first * second)


def _unit(rng: Random, language: str) -> Fact:
    small, big, count = choose(rng, UNITS[language])
    return {"small": small, "big": big}, f"{count} {small}" if language == "en" else count + small


def _month_days(rng: Random, language: str) -> Fact:
    months = MONTHS[language]
    place = int(rng.random() * 12)
    days = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[place]
    return {"x": months[place]}, f"{days} days" if language == "en" else f"{days}天"


def _neighbour(step: int, names: Mapping[str, tuple[str, ...]]) -> Callable[[Random, str], Fact]:
    def fact(rng: Random, language: str) -> Fact:
        cycle = names[language]
        place = int(rng.random() * len(cycle))
        return {"x": cycle[place]}, cycle[(place + step) % len(cycle)]

    return fact


def _table(
    table: dict[str, tuple[tuple[str, str], ...]], turn: bool
) -> Callable[[Random, str], Fact]:
    def fact(rng: Random, language: str) -> Fact:
        left, right = choose(rng, table[language])
        if turn and rng.random() < 0.5:
            left, right = right, left
        return {"x": left}, right

    return fact


def _translation(rng: Random, language: str) -> Fact:
    english, chinese = choose(rng, WORDS)
    return ({"x": english}, chinese) if language == "zh" else ({"x": chinese}, english)


# name, maker, weight; per language: training wordings, held-out wordings, thought
_KINDS: tuple[
    tuple[str, Callable[[Random, str], Fact], float, dict[str, tuple[str, str, str]]], ...
] = (
    (
        "sum",
        _sum,
        3,
        {
            "en": (
                "What is {a} plus {b}?|{a} + {b}|{a} + {b} = ?|How much is {a} plus {b}?|Add {a} "
                "and {b}.|What is {a} + {b}?|Calculate {a} + {b}.|What is the sum of {a} and {b}?",
                "How much do {a} and {b} make?|Please work out {a} plus {b}.",
                "I add {a} and {b}.",
            ),
            "zh": (
                "{a}加{b}等于多少？|{a}+{b}=？|{a}加{b}是多少？|计算{a}+{b}。|{a}加上{b}等于几？",
                "请算一下{a}加{b}。|{a}加{b}得多少？",
                "把{a}和{b}相加。",
            ),
        },
    ),
    (
        "difference",
        _difference,
        2,
        {
            "en": (
                "What is {a} minus {b}?|{a} - {b}|{a} - {b} = ?|How much is {a} minus {b}?|"
                "Take {b} from {a}.|What is {a} - {b}?|Calculate {a} - {b}.",
                "Please work out {a} minus {b}.|What remains of {a} minus {b}?",
                "I take {b} from {a}.",
            ),
            "zh": (
                "{a}减{b}等于多少？|{a}-{b}=？|{a}减{b}是多少？|计算{a}-{b}。|{a}减去{b}等于几？",
                "请算一下{a}减{b}。|{a}减{b}还剩多少？",
                "从{a}里减去{b}。",
            ),
        },
    ),
    (
        "product",
        _product,
        2,
        {
            "en": (
                "What is {a} times {b}?|{a} * {b}|{a} x {b} = ?|How much is {a} times {b}?|"
                "Multiply {a} by {b}.|What is {a} x {b}?|Calculate {a} times {b}.",
                "Please work out {a} times {b}.|What do you get for {a} times {b}?",
                "I multiply {a} by {b}.",
            ),
            "zh": (
                "{a}乘{b}等于多少？|{a}*{b}=？|{a}乘以{b}是多少？|计算{a}乘{b}。|{a}乘{b}等于几？",
                "请算一下{a}乘{b}。|{a}乘{b}得多少？",
                "把{a}和{b}相乘。",
            ),
        },
    ),
    (
        "unit",
        _unit,
        2,
        {
            "en": (
                "How many {small} are in {big}?|How many {small} does {big} have?|"
                "How many {small} are there in {big}?|{big}: how many {small}?|"
                "Tell me how many {small} are in {big}.",
                "How many {small} make {big}?|Do you know how many {small} {big} has?",
                "The units are {small} and {big}.",
            ),
            "zh": (
                "{big}有多少{small}？|{big}等于多少{small}？|{big}是多少{small}？|"
                "请问{big}有多少{small}？",
                "{big}一共有多少{small}？|你知道{big}有多少{small}吗？",
                "单位是{small}。",
            ),
        },
    ),
    (
        "month",
        _month_days,
        1,
        {
            "en": (
                "How many days does {x} have?|How many days are in {x}?|How long is {x}?|"
                "Number of days in {x}?|How many days has {x}?",
                "How many days are there in the month of {x}?|Tell me the number of days of {x}.",
                "The month is {x}.",
            ),
            "zh": (
                "{x}有多少天？|{x}有几天？|请问{x}有多少天？|{x}一共多少天？",
                "{x}总共有几天？|你知道{x}有多少天吗？",
                "月份是{x}。",
            ),
        },
    ),
    (
        "next weekday",
        _neighbour(1, WEEKDAYS),
        1,
        {
            "en": (
                "Which day comes after {x}?|What day follows {x}?|Which day is after {x}?|"
                "What comes after {x}?|Next day after {x}?",
                "Tell me the day after {x}.|After {x}, which day comes?",
                "The next day after {x}.",
            ),
            "zh": (
                "{x}后面是星期几？|{x}的后一天是星期几？|{x}之后是哪一天？|{x}的第二天是？",
                "请问{x}后一天是星期几？|过了{x}是星期几？",
                "{x}的后一天。",
            ),
        },
    ),
    (
        "previous weekday",
        _neighbour(-1, WEEKDAYS),
        1,
        {
            "en": (
                "Which day comes before {x}?|What day is before {x}?|Which day is before {x}?|"
                "What comes before {x}?",
                "Tell me the day before {x}.|Before {x}, which day comes?",
                "The day before {x}.",
            ),
            "zh": (
                "{x}前面是星期几？|{x}的前一天是星期几？|{x}之前是哪一天？",
                "请问{x}前一天是星期几？",
                "{x}的前一天。",
            ),
        },
    ),
    (
        "next month",
        _neighbour(1, MONTHS),
        1,
        {
            "en": (
                "Which month comes after {x}?|What month follows {x}?|Which month is after {x}?|"
                "What is the next month after {x}?",
                "Tell me the month after {x}.|After {x}, which month comes?",
                "The next month after {x}.",
            ),
            "zh": (
                "{x}后面是几月？|{x}之后是哪个月？|{x}的下个月是几月？",
                "请问{x}的下个月是哪个月？|过了{x}是几月？",
                "{x}的下个月。",
            ),
        },
    ),
    (
        "capital",
        _table(CAPITALS, False),
        3,
        {
            "en": (
                "What is the capital of {x}?|Capital of {x}?|Which city is the capital of {x}?|"
                "Name the capital of {x}.|What is {x}'s capital?|Tell me the capital of {x}.",
                "Do you know the capital of {x}?|Which is the capital city of {x}?",
                "The country is {x}.",
            ),
            "zh": (
                "{x}的首都是哪里？|{x}的首都是什么？|{x}的首都？|{x}的首都是哪个城市？|"
                "请问{x}的首都是哪里？",
                "你知道{x}的首都吗？|{x}的首都在哪里？",
                "国家是{x}。",
            ),
        },
    ),
    (
        "opposite",
        _table(OPPOSITES, True),
        2,
        {
            "en": (
                "What is the opposite of {x}?|Opposite of {x}?|Give me the opposite of {x}.|"
                "Which word is the opposite of {x}?|Name the opposite of {x}.",
                "Do you know the opposite of {x}?|What would be the opposite of {x}?",
                "The opposite of {x}.",
            ),
            "zh": (
                "{x}的反义词是什么？|“{x}”的反义词？|{x}的反义词是哪个？|请说出{x}的反义词。",
                "你知道{x}的反义词吗？|哪个词是{x}的反义词？",
                "{x}的反义词。",
            ),
        },
    ),
    (
        "colour",
        _table(COLOURS, False),
        1,
        {
            "en": (
                "What colour is {x}?|Which colour has {x}?|Tell me the colour of {x}.|"
                "What is the colour of {x}?",
                "Do you know the colour of {x}?|Which colour is {x}?",
                "The colour of {x}.",
            ),
            "zh": (
                "{x}是什么颜色？|{x}的颜色是什么？|{x}是哪种颜色？|请问{x}是什么颜色？",
                "你知道{x}是什么颜色吗？",
                "{x}的颜色。",
            ),
        },
    ),
    (
        "translation",
        _translation,
        4,
        {
            "en": (
                'What does "{x}" mean in English?|What is {x} in English?|'
                "Translate {x} into English.|{x} in English?|English word for {x}?",
                "How do you say {x} in English?|Please translate {x} to English.",
                "A word to translate: {x}.",
            ),
            "zh": (
                "{x} 用中文怎么说？|{x} 是什么意思？|把 {x} 翻译成中文。|“{x}”的中文是什么？|"
                "{x} 的中文？",
                "{x} 翻成中文是什么？|请把 {x} 译成中文。",
                "要翻译的词是 {x}。",
            ),
        },
    ),
)
_BAG = tuple(kind for kind in _KINDS for _ in range(int(kind[2])))


def _example(rng: Random, language: str, held_out: bool) -> Example:
    _, maker, _, texts = choose(rng, _BAG)
    slots, answer = maker(rng, language)
    training, kept, thought = texts[language]
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
