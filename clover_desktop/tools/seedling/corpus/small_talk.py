"""Small talk: greetings, thanks, feelings, jokes, each with one canonical answer."""

from random import Random

from clover_desktop.tools.seedling.corpus import (
    small_talk_chinese,
    small_talk_english,
    wordings_talk,
)
from clover_desktop.tools.seedling.corpus.grammar import choose, table
from clover_desktop.tools.seedling.corpus.help import disturbed
from clover_desktop.tools.seedling.corpus.values import Example, Talk

_ENDS = {
    "en": ("", "", "", "!", ".", ", Seedling", " :)", "..."),
    "zh": ("", "", "", "！", "。", "，Seedling", "啊", "~"),
}
_STARTS = {
    "en": ("", "", "", "", "", "Hey, ", "Well, ", "Oh, ", "So, ", "Hm, "),
    "zh": ("", "", "", "", "", "嗯，", "那么，", "哎，", "对了，"),
}


_MORE = {"en": table(wordings_talk.ENGLISH), "zh": table(wordings_talk.CHINESE)}

# What everyone types first: one wording in hundreds would hardly ever be seen.
_GREETING_SHARE = 0.12
_GREETINGS = {
    "en": ("hi", "Hi", "hello", "Hello", "hey", "Hey", "hi!", "Hi!", "Hello!", "hello!", "Hi."),
    "zh": ("你好", "您好", "嗨", "你好！", "你好。", "您好！", "你好啊", "你好呀"),
}


def talks(language: str) -> tuple[Talk, ...]:
    return small_talk_english.TALKS if language == "en" else small_talk_chinese.TALKS


def wordings(talk: Talk, language: str) -> tuple[str, ...]:
    """All training wordings of a talk."""
    return talk.wordings + _MORE[language][talk.label]


def thought(talk: Talk, language: str) -> str:
    if language == "en":
        return f"This is small talk: {talk.label}."
    return f"这是闲聊：{talk.label}。"


def example(rng: Random, language: str) -> Example:
    if rng.random() < _GREETING_SHARE:
        hello = talks(language)[0]
        return Example(choose(rng, _GREETINGS[language]), hello.answer, thought(hello, language))
    talk = choose(rng, talks(language))
    start = choose(rng, _STARTS[language])
    wording = choose(rng, wordings(talk, language))
    if start and language == "en" and not wording.startswith("I "):
        wording = wording[0].lower() + wording[1:]
    end = choose(rng, _ENDS[language])
    if wording[-1] in "?？" and end[:1] not in ("", " "):
        end = ""
    prompt = disturbed(rng, start + wording + end)
    return Example(prompt, talk.answer, thought(talk, language))
