"""Small changes to a few words given in the prompt: upper case, order, bullets, counting."""

from random import Random

from clover_desktop.tools.seedling.corpus.facts_data import WORDS
from clover_desktop.tools.seedling.corpus.grammar import choose, is_held_out, pick
from clover_desktop.tools.seedling.corpus.values import Example

_NUMBERS = ("two", "three", "four", "five", "six")

# Per task: wordings, thought. {x} is the list, {a} and {b} two words.
_ENGLISH = {
    "upper": (
        "Write in upper case: {x}|Put in capital letters: {x}|Upper case: {x}|"
        "Make this upper case: {x}",
        "I write each word in capitals.",
    ),
    "sort": (
        "Sort these words: {x}|Put in alphabetical order: {x}|Sort: {x}|Sort alphabetically: {x}",
        "I sort the words by their first letters.",
    ),
    "bullets": (
        "Make a list: {x}|Write as a bullet list: {x}|Turn this into bullets: {x}|"
        "List with bullets: {x}",
        "One bullet for each word.",
    ),
    "first": (
        "What is the first word of: {x}|First word of: {x}|Give me the first word: {x}",
        "I look at the beginning.",
    ),
    "last": (
        "What is the last word of: {x}|Last word of: {x}|Give me the last word: {x}",
        "I look at the end.",
    ),
    "count": (
        "How many words are here: {x}|Count the words: {x}|How many words: {x}",
        "I count the words.",
    ),
    "replace": (
        "Replace {a} by {b}: {x}|Change {a} to {b}: {x}|Write {b} instead of {a}: {x}",
        "I put {b} in the place of {a}.",
    ),
    "repeat": ("Repeat: {x}|Say again: {x}|Copy this: {x}", "I copy the words."),
}
_CHINESE = {
    "bullets": ("列成清单：{x}|用列表写出：{x}|写成项目列表：{x}", "每个词一行。"),
    "first": ("第一个词是什么：{x}|请说出第一个词：{x}|第一个词：{x}", "看开头。"),
    "last": ("最后一个词是什么：{x}|请说出最后一个词：{x}|最后一个词：{x}", "看结尾。"),
    "count": ("这里有几个词：{x}|数一数有几个词：{x}|有几个词：{x}", "数一数词。"),
    "replace": ("把{a}换成{b}：{x}|用{b}代替{a}：{x}", "用{b}代替{a}。"),
    "repeat": ("重复：{x}|再说一遍：{x}|照抄：{x}", "照抄这些词。"),
}
_ENGLISH_WORDS = tuple(pair[0] for pair in WORDS)
_CHINESE_WORDS = tuple(pair[1] for pair in WORDS)
_ENGLISH_TASKS = (*_ENGLISH, "upper", "bullets")
_CHINESE_TASKS = tuple(_CHINESE)


def _apply(task: str, words: list[str], language: str, new: str) -> str:
    joint = ", " if language == "en" else "、"
    if task == "upper":
        return joint.join(words).upper()
    if task == "sort":
        return joint.join(sorted(words))
    if task == "bullets":
        return "\n".join(f"- {word}" for word in words)
    if task == "first":
        return words[0]
    if task == "last":
        return words[-1]
    if task == "count":
        return _NUMBERS[len(words) - 2] if language == "en" else f"{len(words)}个"
    if task == "replace":
        return joint.join(new if word == words[1] else word for word in words)
    return joint.join(words)


def _example(rng: Random, language: str, held_out: bool) -> Example:
    pool = _ENGLISH_WORDS if language == "en" else _CHINESE_WORDS
    joint = ", " if language == "en" else "、"
    while True:
        task = choose(rng, _ENGLISH_TASKS if language == "en" else _CHINESE_TASKS)
        count = 3 if task == "sort" else 2 + int(rng.random() * (5 if task == "count" else 3))
        *words, new = pick(rng, pool, count + 1)
        text = joint.join(words)
        if is_held_out(text) == held_out:
            break
    wordings, thought = (_ENGLISH if language == "en" else _CHINESE)[task]
    slots = {"x": text, "a": words[1], "b": new}
    answer = _apply(task, words, language, new)
    prompt = choose(rng, wordings.split("|")).format_map(slots)
    return Example(prompt, answer, thought.format_map(slots), (answer,))


def example(rng: Random, language: str) -> Example:
    return _example(rng, language, held_out=False)


def held_out_example(rng: Random, language: str) -> Example:
    """A task over a list of words that training never shows."""
    return _example(rng, language, held_out=True)
