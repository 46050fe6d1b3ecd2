"""Text to token ids and ids to bytes, over the `tokenizers` library.

Special tokens are split off here, not in the library: every entry of `added_tokens` counts as
special whatever its flag, and only where a template wrote it. What lies between two special tokens
is encoded as one run, because a split there would change the merges. The same strings in a person's
text are plain characters: a `Shield` stands in for their edges while a template is rendered, so
that no text of theirs, alone or joined to the template's, can become a special id.

The conversation's shape is `template`'s business, characters split over tokens `detokenizer`'s.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tokenizers

from clover_desktop.errors import CheckpointError, said
from clover_desktop.models.chat_files import no_tokenizer

# Without this field's entries the library knows no special token, whatever their flags say.
ADDED_TOKENS = re.compile(r'"added_tokens"\s*:\s*(?=\[)')
# Planes of private use, wide enough to find characters that no text of a conversation uses.
STAND_INS = range(0xF0000, 0xFFFFE)


class Shield:
    """Stand-in characters for the edges of special tokens in a person's text.

    Each special token begins and ends with an edge character; a text without edge characters can
    neither hold a special token nor lend one its beginning or end. Stand-ins are characters that
    none of the texts uses, so `reveal` gives back exactly what `hide` was given.
    """

    def __init__(self, specials: Iterable[str], texts: Iterable[str]) -> None:
        edges = sorted({edge for special in specials for edge in (special[0], special[-1])})
        used = set().union(*texts)
        free = (chr(code) for code in STAND_INS if chr(code) not in used)
        pairs = [(edge, next(free)) for edge in edges]
        self._hidden = str.maketrans(dict(pairs))
        self._revealed = str.maketrans({stand_in: edge for edge, stand_in in pairs})

    def hide(self, text: str) -> str:
        """`text` with stand-ins, as long as before."""
        return text.translate(self._hidden)

    def reveal(self, text: str) -> str:
        """`text` with its own characters again."""
        return text.translate(self._revealed)


class Tokenizer:
    """A checkpoint's byte-level vocabulary.

    `specials` maps each added token's text to its id. Immutable, so any thread may use it.
    """

    def __init__(
        self, core: tokenizers.Tokenizer, specials: Mapping[str, int], unspoken: frozenset[int]
    ) -> None:
        self.specials = dict(specials)
        self._core = core
        self._unspoken = unspoken
        self._special_text = {number: text for text, number in self.specials.items()}
        longest_first = sorted(self.specials, key=lambda text: (-len(text), text))
        self._split = re.compile("|".join(map(re.escape, longest_first))) if specials else None

    @classmethod
    def from_folder(cls, folder: Path) -> Tokenizer:
        """Read `tokenizer.json`.

        Raises:
            CheckpointError: the file is missing, broken, or not a byte-level tokenizer.
        """
        path = folder / "tokenizer.json"
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise no_tokenizer(folder, error.strerror or type(error).__name__) from error
        except UnicodeDecodeError as error:
            raise _broken(path, said("not_text", "it is not text in UTF-8")) from error
        try:
            plain, added = _without_added_tokens(text)
            specials = {str(entry["content"]): int(entry["id"]) for entry in added}
            unspoken = frozenset(int(entry["id"]) for entry in added if entry.get("special"))
            core = tokenizers.Tokenizer.from_str(plain)
            if any(core.token_to_id(special) is not None for special in specials):
                core = tokenizers.Tokenizer.from_str(_without_words(plain, specials))
        except Exception as error:  # the library raises bare Exception for whatever it dislikes
            raise _broken(path, " ".join(str(error).split())) from error
        if "" in specials:
            raise _broken(path, said("empty_token", "an entry of added_tokens is empty"))
        if not isinstance(core.decoder, tokenizers.decoders.ByteLevel):
            text = "only byte-level vocabularies are supported"
            raise _broken(path, said("not_byte_level", text))
        core.no_truncation()
        core.no_padding()
        return cls(core, specials, unspoken)

    def shield(self, texts: Iterable[str]) -> Shield:
        """A shield whose stand-ins occur in none of `texts`."""
        return Shield(self.specials, texts)

    def encode(self, text: str, shield: Shield | None = None) -> list[int]:
        """Ids of `text`, where special tokens written out become their ids.

        Args:
            text: what a template rendered. shield: the one that hid the person's parts of it.
        """
        runs: list[str] = []
        ids: list[int | None] = []  # None where the ids of the next run belong
        start = 0
        for match in self._split.finditer(text) if self._split else ():
            if match.start() > start:
                runs.append(text[start : match.start()])
                ids.append(None)
            ids.append(self.specials[match.group()])
            start = match.end()
        if start < len(text):
            runs.append(text[start:])
            ids.append(None)
        if shield is not None:
            runs = [shield.reveal(run) for run in runs]
        encoded = iter(self._encode_runs(runs))
        result: list[int] = []
        for number in ids:
            if number is None:
                result.extend(next(encoded))
            else:
                result.append(number)
        return result

    def encode_plain(self, text: str) -> list[int]:
        """Ids of `text` as plain characters: no id of a special token is among them."""
        return self._encode_runs([text])[0] if text else []

    def bytes_of(self, token: int) -> bytes:
        """The bytes that `token` adds to a text.

        Empty for a token marked special and for a row of the network without a token.
        """
        special = self._special_text.get(token)
        if special is not None:
            return b"" if token in self._unspoken else special.encode()
        piece = self._core.id_to_token(token)
        if piece is None:
            return b""
        try:
            return bytes(BYTE_OF_CHARACTER[character] for character in piece)
        except KeyError:
            return piece.encode()

    def _encode_runs(self, runs: list[str]) -> list[list[int]]:
        # Only the batch call lets other threads run; encoding 60,000 lines alone held the window
        # for 0.9 s, the batch call for 6 ms (2 cores, November 2026).
        encodings = self._core.encode_batch_fast(
            [_well_formed(run) for run in runs], add_special_tokens=False
        )
        return [encoding.ids for encoding in encodings]


def _byte_of_character() -> dict[str, int]:
    """The byte-level alphabet: printable bytes stand for themselves, the others, in order, for
    the characters from U+0100 on."""
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    rest = [byte for byte in range(256) if byte not in printable]
    table = {chr(byte): byte for byte in printable}
    table.update({chr(0x100 + index): byte for index, byte in enumerate(rest)})
    return table


BYTE_OF_CHARACTER = _byte_of_character()


def _well_formed(text: str) -> str:
    """`text` with surrogate pairs joined and lone surrogates replaced: the library refuses them."""
    if text.isascii() or not any("\ud800" <= character <= "\udfff" for character in set(text)):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _without_added_tokens(text: str) -> tuple[str, list[dict[str, Any]]]:
    """`tokenizer.json` with an empty `added_tokens`, and its entries.

    Cut out of the text: parsing a vocabulary of 250,000 entries in Python would hold all threads.
    A vocabulary entry of that name has a number after the colon, so the first list is the field.
    """
    match = ADDED_TOKENS.search(text)
    if match is None:
        return text, []
    added, end = json.JSONDecoder().raw_decode(text, match.end())
    return text[: match.end()] + "[]" + text[end:], added


def _without_words(text: str, words: Mapping[str, int]) -> str:
    """`tokenizer.json` without `words` in its vocabulary, where a trainer may have put them too.

    Left there, a vocabulary that looks up whole words first would make special ids of plain text.
    """
    parsed = json.loads(text)
    model = parsed["model"]
    kept = {piece: number for piece, number in model["vocab"].items() if piece not in words}
    merges = (pair.split(" ", 1) if isinstance(pair, str) else pair for pair in model["merges"])
    both = {"".join(pair) for pair in merges} & words.keys()
    if both:
        raise ValueError(f"the special token {min(both)!r} can be merged from plain text")
    model["vocab"] = kept
    return json.dumps(parsed)


def _broken(path: Path, reason: str) -> CheckpointError:
    text = "The tokenizer {path} cannot be used: {why}; copy the complete checkpoint."
    return CheckpointError(said("tokenizer_broken", text, path=path, why=reason))
