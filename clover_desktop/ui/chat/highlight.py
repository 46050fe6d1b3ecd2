"""Which parts of code are keywords, strings, comments; pure, by Pygments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

CodeStyle = Literal["keyword", "string", "number", "name", "comment"]

# Colouring is a convenience; what is longer stays plain rather than slow.
LONGEST = 20_000


def highlights(code: str, language: str) -> Iterator[tuple[int, int, CodeStyle]]:
    """Start, length and style of the coloured parts of `code`; none where the language is unknown.

    Positions count UTF-16 units, as Qt does.
    """
    if not language or len(code) > LONGEST:
        return
    # Imported here: the first window needs no lexer.
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Token
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return
    styles: tuple[tuple[object, CodeStyle], ...] = (
        (Token.Comment, "comment"),
        (Token.Keyword, "keyword"),
        (Token.Operator.Word, "keyword"),
        (Token.Literal.String, "string"),
        (Token.Literal.Number, "number"),
        (Token.Name.Function, "name"),
        (Token.Name.Class, "name"),
        (Token.Name.Decorator, "name"),
    )
    position = 0
    for kind, text in lexer.get_tokens(code):
        length = len(text.encode("utf-16-le")) // 2
        for parent, style in styles:
            if kind in parent:  # type: ignore[operator]
                yield position, length, style
                break
        position += length
