"""Questions about the app: topics, and the many wordings of each."""

from functools import cache
from random import Random

from clover_desktop.tools.seedling.corpus import (
    help_decoding,
    help_documents,
    help_models,
    help_start,
    help_window,
    wordings_chinese,
    wordings_english,
)
from clover_desktop.tools.seedling.corpus.grammar import capitalised, choose, table
from clover_desktop.tools.seedling.corpus.values import Example, Topic

TOPICS: tuple[Topic, ...] = (
    help_start.TOPICS
    + help_decoding.TOPICS
    + help_window.TOPICS
    + help_documents.TOPICS
    + help_models.TOPICS
)

_MORE = {"en": table(wordings_english.HELP), "zh": table(wordings_chinese.HELP)}

# Sentences about a noun, an action, and a whole question, per language.
_TEMPLATES = {
    "en": (
        (
            "What is {}?",
            "What does {} mean?",
            "Explain {}.",
            "Please explain {}.",
            "Tell me about {}.",
            "Tell me something about {}.",
            "{}?",
            "{}",
            "I do not understand {}.",
            "What about {}?",
            "Can you explain {}?",
            "I have a question about {}.",
            "I want to know about {}.",
            "Help with {}",
            "Could you explain {}?",
            "What can you tell me about {}?",
        ),
        (
            "How do I {}?",
            "How can I {}?",
            "How to {}?",
            "I want to {}.",
            "I would like to {}.",
            "Can I {}?",
            "Is it possible to {}?",
            "Where can I {}?",
            "Please tell me how to {}.",
            "Show me how to {}.",
            "Help me to {}.",
            "What must I do to {}?",
            "How does one {}?",
            "{}",
            "I need to {}.",
            "Explain how to {}.",
            "Could you show me how to {}?",
            "Is there a way to {}?",
        ),
        (
            "{}?",
            "{}",
            "Please tell me, {}?",
            "Hello, {}?",
            "Hi, {}?",
            "One question: {}?",
            "Sorry, {}?",
            "I wonder: {}?",
            "Seedling, {}?",
            "Can you tell me: {}?",
        ),
    ),
    "zh": (
        (
            "{}是什么？",
            "什么是{}？",
            "{}是什么意思？",
            "请解释{}。",
            "解释一下{}。",
            "介绍一下{}。",
            "告诉我{}的事。",
            "{}？",
            "{}",
            "我不懂{}。",
            "请问{}是什么？",
            "我想知道{}是什么。",
            "我想了解{}。",
            "关于{}",
            "说说{}吧。",
            "请说明{}。",
        ),
        (
            "怎么{}？",
            "如何{}？",
            "怎样{}？",
            "我想{}。",
            "请问怎么{}？",
            "请问如何{}？",
            "可以{}吗？",
            "能{}吗？",
            "请告诉我怎么{}。",
            "我要{}。",
            "{}",
            "我该怎么{}？",
            "在哪里{}？",
            "你好，怎么{}？",
            "帮我{}。",
            "想{}该怎么做？",
            "有办法{}吗？",
            "能教我{}吗？",
        ),
        (
            "{}？",
            "{}",
            "请问{}？",
            "请问，{}？",
            "你好，{}？",
            "我想知道{}。",
            "请告诉我，{}？",
            "问一下，{}？",
            "Seedling，{}？",
            "我有个问题，{}？",
        ),
    ),
}

# Never used in training; each topic meets one of them in the evaluation.
_HELD_OUT_TEMPLATES = {
    "en": (
        ("Could you say what {} is about?", "What should I know about {}?"),
        ("What is the way to {}?", "Could you show me the way to {}?"),
    ),
    "zh": (
        ("能不能说说{}？", "{}指的是什么？"),
        ("有什么办法{}？", "能教我怎样{}吗？"),
    ),
}

_THOUGHTS = {
    "en": "The user asks about {}. I know the answer.",
    "zh": "用户在问{}。我知道答案。",
}


@cache
def wordings(key: str, language: str) -> tuple[str, ...]:
    """All training wordings of a topic, without duplicates."""
    side = topic(key).side(language)
    more = _MORE[language][key]
    found = {
        capitalised(template.format(core)): None
        for cores, templates in zip(
            (side.nouns, side.actions, side.questions + more), _TEMPLATES[language], strict=True
        )
        for core in cores
        for template in templates
    }
    return tuple(found)


@cache
def held_out_wordings(key: str, language: str) -> tuple[str, ...]:
    """The wordings of a topic that are asked in the evaluation only."""
    side = topic(key).side(language)
    place = [known.key for known in TOPICS].index(key)
    about, way = _HELD_OUT_TEMPLATES[language]
    mark = "?" if language == "en" else "？"
    found = [capitalised(core) + mark for core in side.held_out]
    found.append(capitalised(about[place % 2].format(side.nouns[0])))
    if side.actions:
        found.append(capitalised(way[place % 2].format(side.actions[0])))
    return tuple(found)


@cache
def _by_key() -> dict[str, Topic]:
    return {known.key: known for known in TOPICS}


def topic(key: str) -> Topic:
    return _by_key()[key]


def thought(key: str, language: str) -> str:
    return _THOUGHTS[language].format(topic(key).side(language).nouns[0])


def disturbed(rng: Random, text: str) -> str:
    """A wording as people type it: sometimes lower case, without the mark or a small word, or with
    a slip."""
    parts = text.split(" ")
    if rng.random() < 0.12 and len(parts) > 4:
        small = [place for place, part in enumerate(parts) if place and len(part) < 4]
        if small:
            parts.pop(choose(rng, small))
            text = " ".join(parts)
    roll = rng.random()
    if roll < 0.12:
        text = text.lower()
    if 0.06 < roll < 0.2:
        text = text.rstrip("?.？。")
    elif roll > 0.97 and len(text) > 12 and text.isascii():
        place = 2 + int(rng.random() * (len(text) - 5))
        text = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    return text


def example(rng: Random, language: str) -> Example:
    chosen = choose(rng, TOPICS)
    prompt = disturbed(rng, choose(rng, wordings(chosen.key, language)))
    return Example(prompt, chosen.side(language).answer, thought(chosen.key, language))
