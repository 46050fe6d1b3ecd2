# Run: python -m pytest tests/unit/tools/test_seedling_corpus.py
"""The corpus of the demo model: same seed same text, and nothing of the evaluation in it."""

import itertools
import re
from collections import Counter, defaultdict
from random import Random
from types import ModuleType

import pytest

from clover_desktop.tools.seedling.corpus import (
    KINDS,
    Conversation,
    conversation,
    conversations,
    evaluation_prompts,
    facts,
    free_chinese,
    free_english,
    free_text,
    help,
    passages,
    rewriting,
    small_talk,
    snippets,
)
from clover_desktop.tools.seedling.corpus.grammar import normalised, words
from clover_desktop.tools.seedling.corpus.mix import MOST_EARLIER_TURNS, MOST_QUESTIONS

SAMPLE = 12_000
LANGUAGES = ("en", "zh")


@pytest.fixture(scope="module")
def sample() -> list[Conversation]:
    return [conversation(11, index) for index in range(SAMPLE)]


def _prompts(sample: list[Conversation]) -> set[str]:
    return {text for found in sample for role, text in found.messages if role == "user"}


def test_a_place_of_the_stream_does_not_depend_on_what_was_read_before() -> None:
    stream = list(itertools.islice(conversations(5), 300))
    assert stream == [conversation(5, index) for index in range(300)]
    assert stream[120:130] == list(itertools.islice(conversations(5, 120), 10))
    assert stream != list(itertools.islice(conversations(6), 300))
    assert evaluation_prompts() == evaluation_prompts()


def test_negative_places_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        conversation(1, -1)


def test_shares_of_kinds_languages_and_thinking(sample: list[Conversation]) -> None:
    kinds = Counter(found.kind for found in sample)
    assert set(kinds) == set(KINDS)
    assert kinds["passage"] / SAMPLE == pytest.approx(0.33, abs=0.03)
    assert kinds["help"] / SAMPLE == pytest.approx(0.28, abs=0.03)
    assert kinds["free"] / SAMPLE == pytest.approx(0.09, abs=0.03)
    assert sum(found.language == "en" for found in sample) / SAMPLE == pytest.approx(0.5, abs=0.03)
    thinking = [found.thinking for found in sample if found.thinking is not None]
    assert len(thinking) / SAMPLE == pytest.approx(0.5, abs=0.03)
    others = [found for found in sample if found.kind != "passage"]
    turns = Counter([role for role, _ in found.messages].count("user") for found in others)
    assert set(turns) == set(range(1, 2 + MOST_EARLIER_TURNS))
    assert turns[1] / len(others) == pytest.approx(0.75, abs=0.03)


def test_every_conversation_ends_with_an_answer(sample: list[Conversation]) -> None:
    for found in sample:
        roles = [role for role, _ in found.messages]
        if roles[0] == "system":
            roles = roles[1:]
        turns = len(roles) // 2
        assert roles == ["user", "assistant"] * turns
        assert 1 <= turns <= (MOST_QUESTIONS if found.kind == "passage" else 1 + MOST_EARLIER_TURNS)
        assert found.chained == (found.kind == "passage")
        assert all(text.strip() == text and text for _, text in found.messages)
        assert found.thinking is None or found.thinking.strip()


def test_no_template_leaves_its_marks(sample: list[Conversation]) -> None:
    for found in sample:
        if found.kind == "code":
            continue
        texts = [text for _, text in found.messages] + [found.thinking or ""]
        for text in texts:
            assert not re.search(r"[{}|]|\[(?!\d\])", text), text


def test_free_text_is_long_and_free(sample: list[Conversation]) -> None:
    answers = defaultdict(list)
    for found in sample:
        if found.kind == "free":
            answers[found.language].append(found.messages[-1][1])
    # A token is about four English letters, or one to two Chinese characters.
    assert 260 < sum(map(len, answers["en"])) / len(answers["en"]) < 700
    assert 70 < sum(map(len, answers["zh"])) / len(answers["zh"]) < 240
    for found_answers in answers.values():
        assert len(set(found_answers)) > 0.9 * len(found_answers)


@pytest.mark.parametrize("texts", [free_english, free_chinese])
def test_choices_of_free_text_never_move_what_follows(texts: ModuleType) -> None:
    assert 12 <= len(texts.TEXTS) <= 16
    choices = [
        words(found) for _, _, text in texts.TEXTS for found in re.findall(r"\[([^\]]*)\]", text)
    ]
    for options in (*choices, *texts.POOLS.values()):
        assert 2 <= len(options) == len(set(options)), options
        if texts is free_english:
            assert not any(" " in option for option in options), options
        else:
            assert len({len(option) for option in options}) == 1, options


def test_articles_of_free_text_fit_every_choice(sample: list[Conversation]) -> None:
    for found in sample:
        if found.kind == "free" and found.language == "en":
            for _, text in found.messages[-2:]:
                assert not re.search(r"(?i)\ba [aeiou]|\ban [^aeiou]", text), text


def test_answers_follow_the_language(sample: list[Conversation]) -> None:
    for found in sample:
        answer = found.messages[-1][1]
        if found.language == "en":
            assert answer.isascii()
        elif found.kind in ("help", "small_talk", "free"):
            assert re.search(r"[\u4e00-\u9fff]", answer)


def test_the_character_set_is_modest(sample: list[Conversation]) -> None:
    texts = [text for found in sample for _, text in found.messages]
    texts += [found.thinking or "" for found in sample]
    characters = set().union(*texts)
    chinese = {character for character in characters if "\u4e00" <= character <= "\u9fff"}
    other = {character for character in characters - chinese if not character.isascii()}
    assert len(chinese) <= 1250
    assert other <= set("“”、。！，：；？")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_has_many_wordings_of_its_own(language: str) -> None:
    assert len(help.TOPICS) >= 62
    owners: dict[str, str] = {}
    for topic in help.TOPICS:
        wordings = help.wordings(topic.key, language)
        assert len(wordings) >= 40, topic.key
        assert len(help.held_out_wordings(topic.key, language)) >= 2, topic.key
        assert topic.side(language).answer
        for wording in (*wordings, *help.held_out_wordings(topic.key, language)):
            owner = owners.setdefault(normalised(wording), topic.key)
            assert owner == topic.key, f"{wording} belongs to {owner} and {topic.key}"
    assert len({topic.side(language).answer for topic in help.TOPICS}) == len(help.TOPICS)
    for talk in small_talk.talks(language):
        for wording in (*small_talk.wordings(talk, language), *talk.held_out):
            owner = owners.setdefault(normalised(wording), talk.label)
            assert owner == talk.label, f"{wording} belongs to {owner} and {talk.label}"


def test_every_topic_occurs_in_training(sample: list[Conversation]) -> None:
    answers = {found.messages[-1][1] for found in sample if found.kind == "help"}
    for topic in help.TOPICS:
        for language in LANGUAGES:
            assert topic.side(language).answer in answers, (topic.key, language)


def test_held_out_help_and_small_talk_never_occur(sample: list[Conversation]) -> None:
    training = {normalised(prompt) for prompt in _prompts(sample)}
    for language in LANGUAGES:
        training |= {
            normalised(wording)
            for topic in help.TOPICS
            for wording in help.wordings(topic.key, language)
        }
        training |= {
            normalised(wording)
            for talk in small_talk.talks(language)
            for wording in small_talk.wordings(talk, language)
        }
        for topic in help.TOPICS:
            for wording in help.held_out_wordings(topic.key, language):
                assert normalised(wording) not in training, wording
        for talk in small_talk.talks(language):
            for wording in talk.held_out:
                assert normalised(wording) not in training, wording


def test_no_evaluation_prompt_is_a_training_prompt(sample: list[Conversation]) -> None:
    training = {normalised(prompt) for prompt in _prompts(sample)}
    for prompt in evaluation_prompts():
        assert normalised(prompt.messages[-1][1]) not in training


_VALUES = {
    "en": r"[A-Z][a-z]+ [A-Z][a-z]+|\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}"
    r"|\d{4}-\d\d-\d\d|(?:EUR |\$|GBP )[\d,]+\d|[\d,]+\d euros",
    "zh": r"\d{4}年\d+月\d+日|\d+元",
}


def test_held_out_values_never_occur_in_training(sample: list[Conversation]) -> None:
    corpus = "\n".join(text for found in sample for _, text in found.messages)
    for prompt in evaluation_prompts():
        if prompt.kind != "passage":
            continue
        (value,) = prompt.accepted
        if re.search(r"(?i)^(room|clause) |^第\d+条$|^\d+室$|^0\d\d-", value):
            continue  # small closed sets, not invented
        if re.fullmatch(r"[\u4e00-\u9fff]+", value):
            assert value not in corpus, value
        else:
            assert value not in corpus or not re.search(
                rf"(?<![\w,.-]){re.escape(value)}(?![\w,-])", corpus
            ), value


def test_every_value_of_a_held_out_passage_is_unknown(sample: list[Conversation]) -> None:
    known: dict[str, set[str]] = {
        language: {
            value
            for found in sample
            if found.kind == "passage" and found.language == language
            for _, text in found.messages
            for value in re.findall(_VALUES[language], text)
        }
        for language in LANGUAGES
    }
    seen = Counter[str]()
    fresh = Counter[str]()
    for prompt in evaluation_prompts():
        if prompt.kind == "passage":
            values = re.findall(_VALUES[prompt.language], prompt.messages[0][1])
            dated = [value for value in values if re.search(r"\d", value)]
            seen[prompt.language] += len(dated)
            fresh[prompt.language] += sum(value not in known[prompt.language] for value in dated)
    assert fresh == seen
    assert min(seen.values()) > 80


def test_passages_hold_their_answers_and_rivals() -> None:
    rivals = 0
    prompts = [prompt for prompt in evaluation_prompts() if prompt.kind == "passage"]
    for prompt in prompts:
        text = prompt.messages[0][1]
        assert prompt.accepted[0].lower() in text.lower()
        rivals += len(re.findall(r"\d{4}", text)) > 1
    assert rivals > len(prompts) / 3


def test_the_evaluation_is_large_enough() -> None:
    prompts = evaluation_prompts()
    counts = Counter((prompt.kind, prompt.language) for prompt in prompts)
    assert len(prompts) >= 360
    for language in LANGUAGES:
        assert counts["help", language] + counts["small_talk", language] >= 140
        assert counts["passage", language] >= 70
        assert counts["free", language] >= 20
    assert (
        sum(
            counts[kind, language]
            for kind in ("facts", "rewriting", "code")
            for language in LANGUAGES
        )
        >= 40
    )
    for kind in KINDS:
        thinking = [prompt.thinking for prompt in prompts if prompt.kind == kind]
        assert 0.4 <= sum(thinking) / len(thinking) <= 0.6, kind
        assert all(
            (prompt.accepted == ()) == (kind == "free") for prompt in prompts if prompt.kind == kind
        )


@pytest.mark.parametrize("maker", [facts, free_text, passages, rewriting, snippets])
def test_held_out_makers_give_both_languages(maker: object) -> None:
    for language in LANGUAGES:
        example = maker.held_out_example(Random(1), language)  # type: ignore[attr-defined]
        assert example.prompt
        assert example.answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_are_short_enough_to_be_learned_by_heart(language: str) -> None:
    helped, chatted = (22, 16) if language == "en" else (34, 24)

    def length(text: str) -> int:
        return len(text.split()) if language == "en" else len(re.findall(r"[^\x00-\x7f]", text))

    for topic in help.TOPICS:
        assert length(topic.side(language).answer) <= helped, topic.key
        assert len(re.findall(r"[.!?](?: |$)|[。！？]", topic.side(language).answer)) <= 3, (
            topic.key
        )
    for talk in small_talk.talks(language):
        assert length(talk.answer) <= chatted, talk.label
        assert 8 <= len(talk.wordings) <= 14, talk.label
        assert len(talk.held_out) == 2, talk.label
    assert len(facts.facts(language)) <= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_held_out_help_shares_words_with_its_training_wordings(language: str) -> None:
    pattern = r"[a-z0-9+/-]+" if language == "en" else r"[a-z0-9]+|[\u4e00-\u9fff]"
    for topic in help.TOPICS:
        known = {
            word
            for wording in help.wordings(topic.key, language)
            for word in re.findall(pattern, wording.lower())
        }
        for wording in topic.side(language).held_out:
            words = re.findall(pattern, wording.lower())
            assert sum(word in known for word in words) >= 0.6 * len(words), wording
