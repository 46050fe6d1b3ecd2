"""Tokens of an answer to its two parts: the thinking and the text. Knows ids, no network.

With thinking on, everything before the first `</think>` id is thinking; an unclosed thought is all
thinking. Markers and stop ids appear in neither part. The empty lines that a model writes after
`</think>` are layout, which templates drop as well when they write an earlier answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clover_desktop.engine.detokenizer import TextStream
from clover_desktop.engine.tokenizer import Tokenizer


@dataclass(frozen=True)
class Added:
    """What tokens added to each part."""

    thinking: str = ""
    text: str = ""


class AnswerParts:
    """The growing answer. `thinking` and `text` are all of it so far.

    Args:
        tokenizer: gives the bytes of a token.
        thinking: whether the answer begins inside a thought.
        think_end: the id of `</think>`, None if the vocabulary has none.
        hidden: ids that are never shown: markers and stop ids.
        stops: the ids that end the answer.
    """

    def __init__(
        self,
        tokenizer: Tokenizer,
        *,
        thinking: bool,
        think_end: int | None,
        hidden: frozenset[int],
        stops: frozenset[int],
    ) -> None:
        self.thinking = ""
        self.text = ""
        self._tokenizer = tokenizer
        self._in_thought = thinking
        self._think_end = think_end
        self._hidden = hidden
        self._stops = stops
        self._stream = TextStream()
        self._skip_newlines = False

    @property
    def pending(self) -> bytes:
        """Bytes of an unfinished character, held back from the part that is open."""
        return self._stream.pending

    def shown_bytes(self, token: int) -> bytes:
        """The bytes that `token` may show in a cell."""
        return b"" if token in self._hidden else self._tokenizer.bytes_of(token)

    def feed(self, tokens: Iterable[int]) -> Added:
        """Take the tokens of a finished block or round; returns what they add."""
        before = len(self.thinking), len(self.text)
        for token in tokens:
            if token in self._stops:
                self._add(self._stream.flush())
                break
            if token == self._think_end and self._in_thought:
                self._add(self._stream.flush())
                self._in_thought = False
                self._skip_newlines = True
            else:
                self._add(self._stream.feed(self.shown_bytes(token)))
        return Added(self.thinking[before[0] :], self.text[before[1] :])

    def finish(self) -> Added:
        """The answer ends here, perhaps inside a character; returns what that adds."""
        before = len(self.thinking), len(self.text)
        self._add(self._stream.flush())
        return Added(self.thinking[before[0] :], self.text[before[1] :])

    def _add(self, piece: str) -> None:
        if self._in_thought:
            self.thinking += piece
            return
        if self._skip_newlines:
            piece = piece.lstrip("\n")
            self._skip_newlines = not piece
        self.text += piece
