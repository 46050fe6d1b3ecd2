"""Messages to prompt ids, by the checkpoint's own chat template.

The template runs in jinja2's immutable sandbox, in the environment that transformers gives it. The
person's text passes through it behind a `Shield`, so only the template itself can write special
tokens. How ids become text again is the business of `thinking` and `detokenizer`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import jinja2
import jinja2.ext
import jinja2.nodes
import jinja2.parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from clover_desktop.chat import Message
from clover_desktop.engine.tokenizer import Tokenizer
from clover_desktop.errors import CheckpointError, TemplateError, said
from clover_desktop.models.chat_files import default_template, no_template

THINK_START = "<think>"
THINK_END = "</think>"
SPECIAL_NAMES = ("bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token")


@dataclass(frozen=True)
class Prompt:
    """A conversation ready for the network.

    `snapshot_at` counts ids: the next turn's prompt parts from this one just there, before the
    think part of the generation prompt, because earlier thinking is left out of later turns.
    `think_open` tells that the ids end inside a thought.
    """

    ids: tuple[int, ...]
    think_open: bool
    snapshot_at: int


class ChatTemplate:
    """A compiled chat template. `knows_thinking` tells whether it reads `enable_thinking`."""

    def __init__(self, source: str, special_texts: dict[str, str] | None = None) -> None:
        """Compile `source`; `special_texts` are its variables `eos_token` and the like.

        Raises:
            CheckpointError: the template has a syntax error.
        """
        environment = _environment()
        try:
            names = environment.parse(source).find_all(jinja2.nodes.Name)
            self.knows_thinking = any(node.name == "enable_thinking" for node in names)
            self._template = environment.from_string(source)
        except (jinja2.TemplateError, RecursionError) as error:
            text = "The model's chat template cannot be read ({why}); copy the complete checkpoint."
            sentence = said("template_broken", text, why=_first_line(error))
            raise CheckpointError(sentence) from error
        self._source = source
        self._special_texts = dict(special_texts or {})

    @classmethod
    def from_folder(cls, folder: Path) -> ChatTemplate:
        """Read `chat_template.jinja`, else `chat_template` of `tokenizer_config.json`.

        Raises:
            CheckpointError: there is none, or it cannot be read.
        """
        config = _tokenizer_config(folder / "tokenizer_config.json")
        special_texts: dict[str, str] = {}
        for name in SPECIAL_NAMES:
            value = config.get(name)
            text = value.get("content") if isinstance(value, dict) else value
            if isinstance(text, str):
                special_texts[name] = text
        path = folder / "chat_template.jinja"
        if path.exists():
            return cls(_read(path), special_texts)
        source = default_template(config)
        if source is None:
            raise no_template(folder)
        return cls(source, special_texts)

    def build(
        self, messages: Sequence[Message], *, tokenizer: Tokenizer, enable_thinking: bool
    ) -> Prompt:
        """The prompt that asks for an answer to the last of `messages`.

        Raises:
            TemplateError: the template failed or refused the conversation.
        """
        shield = tokenizer.shield([self._source, *(message.text for message in messages)])
        turns = [
            {"role": message.role, "content": shield.hide(message.text)} for message in messages
        ]
        text = self._render(turns, enable_thinking=enable_thinking, ask=True)
        ids = tokenizer.encode(text, shield)
        if not ids:
            text = "The model's chat template made nothing of the conversation; use another model."
            raise TemplateError(said("template_empty", text))
        tail = self._generation_tail(turns, text, enable_thinking=enable_thinking)
        at = tail.find(THINK_START) if THINK_START in tokenizer.specials else -1
        after = len(tokenizer.encode(tail[at:], shield)) if at >= 0 else 0
        return Prompt(
            ids=tuple(ids),
            think_open=tail.rfind(THINK_START) > tail.rfind(THINK_END),
            snapshot_at=len(ids) - after,
        )

    def _generation_tail(
        self, turns: list[dict[str, str]], text: str, *, enable_thinking: bool
    ) -> str:
        """What asking for an answer adds to the conversation; empty where it cannot be told."""
        try:
            without = self._render(turns, enable_thinking=enable_thinking, ask=False)
        except TemplateError:
            return ""
        return text[len(without) :] if text.startswith(without) else ""

    def _render(self, turns: list[dict[str, str]], *, enable_thinking: bool, ask: bool) -> str:
        try:
            return self._template.render(
                self._special_texts,
                messages=turns,
                tools=None,
                documents=None,
                add_generation_prompt=ask,
                enable_thinking=enable_thinking,
            )
        except Exception as error:  # a template may fail in any way; it is the checkpoint's code
            refusal = (
                "The model's chat template refused the conversation ({why}); start a new chat or"
                " use another model."
            )
            sentence = said("template_refused", refusal, why=_first_line(error))
            raise TemplateError(sentence) from error


class _Generation(jinja2.ext.Extension):
    """`{% generation %}` marks an answer for training; here it only passes its body through."""

    tags = {"generation"}  # noqa: RUF012, jinja2 declares it as an instance attribute

    def parse(self, parser: jinja2.parser.Parser) -> jinja2.nodes.Node | list[jinja2.nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[_Generation, jinja2.ext.loopcontrols],
    )
    helpers: dict[str, Callable[..., Any]] = {
        "raise_exception": _raise_exception,
        "strftime_now": lambda form: datetime.now().strftime(form),
    }
    environment.globals.update(helpers)
    # jinja2's own filter escapes for HTML, which would put \u003c into a prompt.
    environment.filters["tojson"] = _to_json
    return environment


def _raise_exception(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(
        value,
        ensure_ascii=ensure_ascii,
        indent=indent,
        separators=separators,
        sort_keys=sort_keys,
    )


def _tokenizer_config(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    try:
        config = json.loads(_read(path))
    except (ValueError, RecursionError) as error:
        text = "The file {path} is not valid JSON ({why}); copy the complete checkpoint."
        sentence = said("file_not_json", text, path=path, why=_first_line(error))
        raise CheckpointError(sentence) from error
    return config if isinstance(config, dict) else {}


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        text = "The file {path} cannot be read ({why})."
        sentence = said("file_unreadable", text, path=path, why=error.strerror)
        raise CheckpointError(sentence) from error
    except UnicodeDecodeError as error:
        text = "The file {path} is not text in UTF-8; copy the complete checkpoint."
        raise CheckpointError(said("file_not_text", text, path=path)) from error


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")
