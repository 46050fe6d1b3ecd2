# Run: python -P -m pytest tests/ui/test_sentences_models.py
"""Each sentence about models that comes with a code has words of the window, with the same gaps."""

import ast
import string
from pathlib import Path

import pytest

import clover_desktop
from clover_desktop.downloads import catalog
from clover_desktop.errors import Sentence, UsageError, said
from clover_desktop.planning import RELEASE, Machine, make_plan, notes
from clover_desktop.ui.sentences import in_words, known_sentences
from clover_desktop.ui.sentences_models import TEXTS

ROOT = Path(clover_desktop.__file__).parent
PARTS = ("downloads", "planning", "models", "ui/library", "processes.py", "netlog.py")


def calls() -> dict[str, tuple[str, set[str]]]:
    """Code to place and names of values, of every call of `said` in the parts about models."""
    found = {}
    places = [ROOT / part for part in PARTS]
    files = [
        path for place in places for path in ([place] if place.is_file() else place.rglob("*.py"))
    ]
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said":
                code = node.args[0].value
                names = {word.arg for word in node.keywords if word.arg}
                found[code] = (f"{path.name}:{node.lineno}", names)
    return found


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_code_has_words_with_its_gaps():
    known = {**known_sentences(), **TEXTS}
    for code, (place, names) in calls().items():
        assert code in known, f"{place}: {code}"
        # `**sizes` names no values here.
        assert not names or gaps(known[code]) >= names, f"{place}: {code}"
    assert set(TEXTS) <= set(calls()), "words that nobody says"


def test_a_sentence_is_its_english_text_and_knows_its_code():
    sentence = said("no_network", "No way to {host}.", host="{x}")
    assert sentence == "No way to {x}."
    assert (sentence.code, sentence.values) == ("no_network", {"host": "{x}"})


def test_a_code_without_its_values_is_shown_as_it_came(qapp):
    assert in_words(Sentence("No answer.", "no_answer", {})) == "No answer."


def test_the_window_names_its_fields_not_flags(qapp):
    for text in TEXTS.values():
        assert "--" not in text
    with pytest.raises(UsageError, match="--revision") as raised:
        catalog.check_revision(" ")
    assert in_words(raised.value.sentence).endswith("leave its field empty for the newest.")


def test_a_sentence_within_a_sentence_is_put_into_words_too(qapp):
    plan = make_plan(RELEASE, Machine(ram=64_000_000_000, cores=8))
    (note,) = notes(plan)
    assert isinstance(note.values["figures"], Sentence)
    assert in_words(note) == note
    assert "34 GB/s from RAM" in note
