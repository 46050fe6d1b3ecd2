"""The values of the corpus: conversations, evaluation prompts, help topics."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Conversation:
    """One training example.

    `messages` are (role, text) pairs; the last one is the assistant's answer. `thinking` is the
    thought before that answer, or None where thinking is off. `kind` is one of `mix.KINDS`,
    `language` is "en" or "zh". In a `chained` one the earlier answers are trained on as well, as if
    each had just been asked for, without a thought.
    """

    messages: tuple[tuple[str, str], ...]
    thinking: str | None
    kind: str
    language: str
    chained: bool = False


@dataclass(frozen=True)
class EvaluationPrompt:
    """One held-out question.

    `accepted` holds the right answers. For passages each is the exact short value, which the
    answer equals or contains; elsewhere the answer equals one of them once white space is
    normalised. It is empty for free text.
    """

    messages: tuple[tuple[str, str], ...]
    language: str
    kind: str
    thinking: bool
    accepted: tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """A prompt with its answer and its thought, before it becomes a conversation."""

    prompt: str
    answer: str
    thought: str
    accepted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side:
    """One language of a topic.

    `nouns` fit "What is ...?", `actions` fit "How do I ...?", `questions` stand alone without
    the question mark. `held_out` wordings are asked in the evaluation only.
    """

    answer: str
    nouns: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    held_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Topic:
    """A question about the app, with one canonical answer in each language."""

    key: str
    english: Side
    chinese: Side

    def side(self, language: str) -> Side:
        return self.english if language == "en" else self.chinese


@dataclass(frozen=True)
class Talk:
    """A turn of small talk in one language, with its canonical answer."""

    label: str
    answer: str
    wordings: tuple[str, ...]
    held_out: tuple[str, ...]
