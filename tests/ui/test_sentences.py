# Run: python -m pytest tests/ui/test_sentences.py
"""What the engine and the services say, in the language of the window."""

import ast
import pickle
import string
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import clover_desktop
from clover_desktop.errors import said
from clover_desktop.protocol import Failed
from clover_desktop.tools.scripted_engine import ScriptedEngine
from clover_desktop.ui.chat.controller import Problem
from clover_desktop.ui.sentences import in_words, known_sentences
from clover_desktop.ui.sentences_models import words_of_models

PACKAGE = Path(clover_desktop.__file__).parent
LONG_PROMPT = (
    "The prompt has {tokens} tokens and the model's context of {context} leaves no room for an "
    "answer; shorten the prompt or begin a new chat."
)


def said_in(path: Path) -> Iterator[tuple[str, str | None]]:
    """Code and English text of each call of `said`; None for a text that is not written out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [
        (node.lineno, node.targets[0].id, node.value.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    ]
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said"):
            continue
        code, text = node.args
        assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno}"
        if isinstance(text, ast.Constant):
            yield code.value, text.value
        else:
            before = [entry for entry in named if entry[0] < node.lineno and entry[1] == text.id]
            yield code.value, max(before)[2] if before else None


SAID = [
    (path, code, text)
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.name != "errors.py"
    for code, text in said_in(path)
    if text != "{text}"  # no words of its own
]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_window_has_words_for_all_that_is_said(qapp):
    assert len(SAID) > 100
    known = known_sentences()
    for path, code, text in SAID:
        words = known.get(code) or words_of_models(code)
        assert words, f"{path.name} says {code!r}, which the window does not know"
        if text is not None:
            assert gaps(words) <= gaps(text), code
    unused = known.keys() - {code for _, code, _ in SAID}
    assert not unused


def test_the_english_of_the_engine_is_the_same_in_both_places(qapp):
    known = known_sentences()
    own = [(code, text) for _, code, text in SAID if code in known and text is not None]
    assert len(own) > 60
    for code, text in own:
        assert known[code] == text, code


def show(studio, language: str) -> None:
    window = studio.parts.window
    window.set_look(replace(window.look_settings, language=language))
    studio.settle()


def test_a_failed_load_is_told_in_the_language_of_the_window(open_window):
    engine = ScriptedEngine()
    text = "There is no model folder at {path}; name the folder that holds its config.json."
    engine.load_failure = said("model_folder_missing", text, path="/模型/a")
    studio = open_window(engine=engine)
    notice = studio.parts.window.notice
    assert notice.sentence.text() == engine.load_failure
    show(studio, "zh_CN")
    assert notice.sentence.text() == "/模型/a 处没有模型文件夹，请指定含有 config.json 的文件夹。"
    show(studio, "en")
    assert notice.sentence.text() == engine.load_failure


def test_what_the_window_does_not_know_stays_english(open_window):
    studio = open_window()
    show(studio, "zh_CN")
    notice = studio.parts.window.notice
    for sentence in ("Something odd happened.", said("unheard", "Odd {what}.", what="{x}")):
        notice.show_problem(Problem("bug", sentence, "", None))
        assert notice.sentence.text() == sentence


@pytest.mark.parametrize("value", ["{", "{0}", "{tokens.real}", "%1"])
def test_what_fills_a_gap_is_not_taken_for_a_gap(qapp, value):
    sentence = said("context_full", LONG_PROMPT, tokens=value, context=4)
    assert value in sentence
    assert in_words(sentence) == sentence


def test_a_sentence_within_a_sentence_is_translated_too(open_window):
    studio = open_window()
    show(studio, "zh_CN")
    inner = said("not_text", "it is not text in UTF-8")
    text = "The tokenizer {path} cannot be used: {why}; copy the complete checkpoint."
    words = in_words(said("tokenizer_broken", text, path="/t", why=inner))
    assert words == "分词器 /t 无法使用：不是 UTF-8 文本；请复制完整的模型。"


def test_the_code_survives_the_boundary():
    event = Failed(1, "context", said("context_full", LONG_PROMPT, tokens=9, context=4))
    copy = pickle.loads(pickle.dumps(event))
    assert copy == event
    assert (copy.sentence.code, dict(copy.sentence.values)) == (
        "context_full",
        {"tokens": "9", "context": "4"},
    )
