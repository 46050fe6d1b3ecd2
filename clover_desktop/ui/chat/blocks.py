"""Markdown text to a list of blocks, whole or as it grows. Pure: no widgets.

Nothing in an answer can name a picture or run: html is off, and an image becomes the words
"[image: alt]".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

# Layout time grows with the size of one block: what is longer is shown as it stands, uncoloured.
LONGEST_BLOCK = 20_000
# The live block lays its text out in each frame.
LONGEST_OPEN_END = 2_000
# Neighbouring paragraphs share one widget, so that a selection crosses them; a group is bounded,
# so that only the last one is laid out again while an answer grows.
GROUP_SIZE = 8
# A new line can undo the last block of a text and go on with the one before ("- a" and "***", then
# "***b***"), but it reaches no further.
_STILL_OPEN = 2
# As the parser counts them; `str.splitlines` knows more.
_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True)
class TextBlock:
    """Some top-level blocks as html of our own making."""

    html: str


@dataclass(frozen=True)
class CodeBlock:
    """A fenced or indented block of code; `language` as the fence names it, or empty."""

    code: str
    language: str


Block = TextBlock | CodeBlock


class _Renderer(RendererHTML):
    """Html in the dialect that QTextDocument draws well."""

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The words of the picture; its address is not even kept."""
        return f"[image: {escape(tokens[idx].content or '…')}]"

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Qt draws cell lines only from attributes."""
        return '<table border="1" cellspacing="0" cellpadding="7">\n'


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}, renderer_cls=_Renderer)
    return parser.enable(["table", "strikethrough"])


_PARSER = _parser()


@dataclass
class _Groups:
    """Top-level blocks, rendered; neighbouring text joined in groups."""

    _blocks: list[Block] = field(default_factory=list)
    _group: list[str] = field(default_factory=list)

    def add(self, tokens: Sequence[Token]) -> None:
        """Add the next top-level block."""
        first = tokens[0]
        if first.type in ("fence", "code_block"):
            self._close()
            language = first.info.split()[0] if first.info.split() else ""
            self._blocks.append(CodeBlock(first.content.rstrip("\n"), language))
            return
        html = str(_PARSER.renderer.render(tokens, _PARSER.options, {}))
        if len(html) > LONGEST_BLOCK:
            self._close()
            self._blocks.append(CodeBlock("\n".join(t.content for t in tokens if t.content), ""))
            return
        self._group.append(html)
        if len(self._group) >= GROUP_SIZE:
            self._close()

    def closed(self) -> list[Block]:
        """All blocks, the last group among them; nothing can be added any more."""
        self._close()
        return self._blocks

    def copy(self) -> _Groups:
        """The same blocks, to add others to."""
        return _Groups(list(self._blocks), list(self._group))

    def _close(self) -> None:
        if self._group:
            self._blocks.append(TextBlock("".join(self._group).rstrip()))
            self._group = []


def split_blocks(text: str) -> list[Block]:
    """The blocks of a markdown text in reading order. Any text is legal."""
    groups = _Groups()
    for tokens in _top_level(_PARSER.parse(text)):
        groups.add(tokens)
    return groups.closed()


def open_end(text: str) -> str:
    """The last paragraph, heading or list of `text` while it may still go on, as it was written.

    Empty if the text ends with a blank line or within a block of another kind. While an answer
    grows, the live block shows this part before its cells, so that they go on where it ends.
    """
    return GrowingText().read(text)[1]


class GrowingText:
    """A text that is read again and again while it grows at its end.

    The blocks that can no longer change are kept, so that only the end is parsed. What is returned
    is what a parse of the whole text gives.
    """

    def __init__(self) -> None:
        self._text = ""
        # Where the kept blocks end in the text, and what they are.
        self._start = 0
        self._kept = _Groups()
        # The addresses of links defined before there, and all that the kept blocks were made with.
        self._defined: dict[str, dict[str, Any]] = {}
        self._known: dict[str, tuple[str, str]] = {}

    def read(self, text: str) -> tuple[list[Block], str]:
        """The blocks of `text` but its open end, and that open end (see `open_end`).

        Quick where `text` begins with the text read before; any other is parsed as a whole.
        """
        if not text.startswith(self._text):
            self._forget()
        self._text = text
        blocks, defined = self._parse()
        known = _addresses(defined)
        # An address that comes late makes links of words far above it.
        if self._start and (known != self._known or not blocks):
            self._forget()
            blocks, defined = self._parse()
            known = _addresses(defined)
        self._known = known

        ends = (found.end() for found in _LINE_END.finditer(text, self._start))
        lines = [self._start, *ends]
        first = blocks[-1][0] if blocks else None
        end = text[lines[_begin(first)] :] if first is not None and _may_go_on(first, text) else ""
        if len(end) > LONGEST_OPEN_END:
            end = ""

        ready = blocks[:-_STILL_OPEN]
        for tokens in ready:
            self._kept.add(tokens)
        shown = self._kept.copy()
        for tokens in blocks[len(ready) : len(blocks) - bool(end)]:
            shown.add(tokens)
        if ready:
            # Addresses right before an open block stay with it: it may become a part of them.
            border = (ready[-1][0].map or [0, 0])[1]
            self._defined |= {
                label: found
                for label, found in defined.items()
                if label not in self._defined and found["map"][0] < border
            }
            self._start = lines[border]
        return shown.closed(), end

    def _parse(self) -> tuple[list[list[Token]], dict[str, dict[str, Any]]]:
        """The top-level blocks after the kept ones, and all addresses, those kept among them."""
        env: dict[str, Any] = {"references": dict(self._defined)}
        return _top_level(_PARSER.parse(self._text[self._start :], env)), env["references"]

    def _forget(self) -> None:
        self._start = 0
        self._kept = _Groups()
        self._defined = {}
        self._known = {}


def _addresses(defined: Mapping[str, Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    return {label: (found["href"], found["title"]) for label, found in defined.items()}


def _begin(first: Token) -> int:
    """The line on which the block that opens with `first` begins, counted from 0."""
    return first.map[0] if first.map else 0


def _may_go_on(first: Token, text: str) -> bool:
    """Whether the last block of `text`, opened by `first`, is text and not yet closed."""
    kinds = ("paragraph_open", "heading_open", "bullet_list_open", "ordered_list_open")
    return first.type in kinds and not text.rstrip(" ").endswith("\n\n")


def _top_level(tokens: Sequence[Token]) -> list[list[Token]]:
    blocks: list[list[Token]] = []
    depth = 0
    for token in tokens:
        if depth == 0 and token.nesting >= 0:
            blocks.append([])
        blocks[-1].append(token)
        depth += token.nesting
    return blocks
