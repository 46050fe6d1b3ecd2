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
    ),
    "zh": _Tongue(
        data.CHINESE_WORDS,
        _facts(data.CHINESE_FACTS),
        data.CHINESE_FRAMES,
        data.CHINESE_FILLERS,
        data.CHINESE_LAYOUTS,
        "",
        ("文中说：{}",),
    ),
}


_ASKED_COUNTS = (2, 3, 4, 5)
_TRAINED_COUNTS = (1, 1, 2, 2, 2, 3, 3, 4, 5)


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


@dataclass(frozen=True)
class _Question:
    text: str
    answer: str
    sentence: str


def _document(
    rng: Random, language: str, held_out: bool
) -> tuple[str, str, list[_Question], list[_Question]]:
    """A document's text, its kind, and its questions in random order: those that come first ask
    for different facts."""
    tongue = _TONGUES[language]
    values = _Values(rng, language, held_out)
    kind, opening, closing = choose(rng, tongue.frames)
    frame = values(_slots(opening + closing))
    # Different facts and unused words, so that no question has two answers. A part of the training
    # documents is short: finding a value is learned sooner where there is only one.
    count = choose(rng, _ASKED_COUNTS if held_out else _TRAINED_COUNTS)
    facts = pick(rng, tongue.facts, count)
    lines, first, others = [], [], []
    for fact in facts:
        slots = values(fact.slots)
        sentence = capitalised(render(rng, fact.sentence, slots))
        lines.append(sentence)
        asked = [
            _Question(choose(rng, texts).format_map(slots), slots[slot], sentence)
            for slot, texts in pick(rng, fact.questions, len(fact.questions))
        ]
        first.append(asked[0])
        others += asked[1:]
    if rng.random() < 0.4:
        lines.insert(int(rng.random() * (len(lines) + 1)), choose(rng, tongue.fillers))
    around = [render(rng, opening, frame) if opening else "", tongue.space.join(lines)]
    around.append(render(rng, closing, frame) if closing else "")
    joint = "\n" if rng.random() < 0.3 else tongue.space
    text = joint.join(part for part in around if part)
    return text, kind, pick(rng, first, len(first)), others


def dialogue(rng: Random, language: str, most: int) -> list[Example]:
    """One to `most` questions about one document; only the first prompt holds its text."""
    tongue = _TONGUES[language]
    text, kind, first, others = _document(rng, language, held_out=False)
    questions = (first + others)[: 1 + int(rng.random() * most)]
    return [
        _example(rng, tongue, (text, kind) if not place else None, question)
        for place, question in enumerate(questions)
    ]


def _example(
    rng: Random, tongue: _Tongue, document: tuple[str, str] | None, question: _Question
) -> Example:
    prompt = question.text
    if document is not None:
        text, kind = document
        layout = choose(rng, tongue.layouts)
        prompt = capitalised(layout.format(text=text, question=prompt, document=kind))
    thought = choose(rng, tongue.thoughts).format(question.sentence)
    return Example(prompt, question.answer, thought, (question.answer,))


def example(rng: Random, language: str) -> Example:
    return dialogue(rng, language, 1)[0]


def held_out_example(rng: Random, language: str) -> Example:
    """A document all of whose names, places, companies, dates and amounts are unknown."""
    text, kind, first, others = _document(rng, language, held_out=True)
    question = choose(rng, first + others)
    return _example(rng, _TONGUES[language], (text, kind), question)
