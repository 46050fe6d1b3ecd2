"""A question about an invented document, answered by a value copied from it."""

import re
from dataclasses import dataclass
from random import Random

from clover_desktop.tools.seedling.corpus import passages_data as data
from clover_desktop.tools.seedling.corpus.entities import MAKERS
from clover_desktop.tools.seedling.corpus.grammar import capitalised, choose, pick, render
from clover_desktop.tools.seedling.corpus.values import Example


@dataclass(frozen=True)
class _Fact:
    sentence: str
    slots: tuple[str, ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class _Tongue:
    words: dict[str, tuple[str, ...]]
    facts: tuple[_Fact, ...]
    frames: tuple[tuple[str, str, str], ...]
    fillers: tuple[str, ...]
    layouts: tuple[str, ...]
    space: str
    thoughts: tuple[str, ...]
    quote: str


def _facts(table: str) -> tuple[_Fact, ...]:
    facts = []
    for paragraph in table.strip().split("\n\n"):
        sentence, *lines = paragraph.splitlines()
        questions = []
        for line in lines:
            slot, texts = line.split(" > ")
            questions.append((slot, tuple(text.strip() for text in texts.split(";"))))
        slots = tuple(dict.fromkeys(re.findall(r"\{(\w+)\}", sentence)))
        facts.append(_Fact(sentence, slots, tuple(questions)))
    return tuple(facts)


_TONGUES = {
    "en": _Tongue(
        data.ENGLISH_WORDS,
        _facts(data.ENGLISH_FACTS),
        data.ENGLISH_FRAMES,
        data.ENGLISH_FILLERS,
        data.ENGLISH_LAYOUTS,
        " ",
        ("The text says: {}",),
        " Quote the sentence.",
    ),
    "zh": _Tongue(
        data.CHINESE_WORDS,
        _facts(data.CHINESE_FACTS),
        data.CHINESE_FRAMES,
        data.CHINESE_FILLERS,
        data.CHINESE_LAYOUTS,
        "",
        ("文中说：{}",),
        "请引用原句。",
    ),
}
_QUOTE_SHARE = 0.07


class _Values:
    """Draws the slots of one document; no word and no value occurs twice."""

    def __init__(self, rng: Random, language: str, held_out: bool) -> None:
        self._rng = rng
        self._language = language
        self._held_out = held_out
        self._words = _TONGUES[language].words
        self._used: set[str] = set()

    def __call__(self, slots: tuple[str, ...]) -> dict[str, str]:
        return {slot: self._one(slot.rstrip("2")) for slot in slots}

    def _one(self, kind: str) -> str:
        while True:
            maker = MAKERS.get(kind)
            value = (
                maker(self._rng, self._language, self._held_out)
                if maker
                else choose(self._rng, self._words[kind])
            )
            if value not in self._used:
                self._used.add(value)
                return value


def _slots(template: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\{(\w+)\}", template)))


def _example(rng: Random, language: str, held_out: bool) -> Example:
    tongue = _TONGUES[language]
    values = _Values(rng, language, held_out)
    document, opening, closing = choose(rng, tongue.frames)
    frame = values(_slots(opening + closing))
    # Different facts and unused words, so that no question has two answers.
    facts = pick(rng, tongue.facts, 2 + int(rng.random() * 4))
    filled = []
    for fact in facts:
        slots = values(fact.slots)
        filled.append((fact, slots, capitalised(render(rng, fact.sentence, slots))))
    asked, slots, sentence = choose(rng, filled)
    slot, questions = choose(rng, asked.questions)
    question = choose(rng, questions).format_map(slots)

    lines = [text for _, _, text in filled]
    if rng.random() < 0.4:
        lines.insert(int(rng.random() * (len(lines) + 1)), choose(rng, tongue.fillers))
    body = tongue.space.join(lines)
    around = [render(rng, opening, frame) if opening else "", body]
    around.append(render(rng, closing, frame) if closing else "")
    joint = "\n" if rng.random() < 0.3 else tongue.space
    text = joint.join(part for part in around if part)
    if not held_out and rng.random() < _QUOTE_SHARE:
        question += tongue.quote
        answer = sentence
    else:
        answer = slots[slot]
    prompt = capitalised(
        choose(rng, tongue.layouts).format(text=text, question=question, document=document)
    )
    return Example(prompt, answer, choose(rng, tongue.thoughts).format(sentence), (slots[slot],))


def example(rng: Random, language: str) -> Example:
    return _example(rng, language, held_out=False)


def held_out_example(rng: Random, language: str) -> Example:
    """A document all of whose names, places, companies, dates and amounts are unknown."""
    return _example(rng, language, held_out=True)
