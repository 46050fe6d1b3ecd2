# Run: python -P -m pytest tests/unit/engine/test_detokenizer.py
"""Characters split over tokens: the text that is kept, and what cells may show."""

import random

import pytest

from clover_desktop.engine.detokenizer import TextStream, cell_texts


def test_a_character_appears_with_its_last_byte() -> None:
    stream = TextStream()
    assert [stream.feed(bytes([byte])) for byte in "é你🙂".encode()] == [
        "", "é", "", "", "你", "", "", "", "🙂",
    ]  # fmt: skip
    assert stream.pending == b""
    assert stream.flush() == ""


def test_an_unfinished_character_is_held_and_replaced_only_at_the_end() -> None:
    stream = TextStream()
    assert stream.feed("a你".encode()[:-1]) == "a"
    assert stream.pending == "你".encode()[:2]
    assert stream.flush() == "\ufffd"
    assert stream.flush() == ""


@pytest.mark.parametrize("seed", range(20))
def test_any_split_of_any_bytes_gives_the_text_of_the_whole(seed: int) -> None:
    dice = random.Random(seed)
    data = b"".join(
        dice.choice([b"a", "你".encode(), "🙂".encode(), bytes([dice.randrange(256)])])
        for _ in range(60)
    )
    stream, text, start = TextStream(), "", 0
    while start < len(data):
        end = start + dice.randint(1, 5)
        text += stream.feed(data[start:end])
        start = end
    assert text + stream.flush() == data.decode(errors="replace")


def test_whole_characters_show_at_once() -> None:
    assert cell_texts([b"Hi", None, " 你".encode(), b""]) == ["Hi", "", " 你", ""]


def test_a_split_character_shows_in_its_first_cell_once_complete() -> None:
    first, second, third = (bytes([byte]) for byte in "你".encode())
    assert cell_texts([first, None, third]) == ["", "", ""]
    assert cell_texts([first, second, third]) == ["你", "", ""]


def test_bytes_beside_a_split_character_show_before_it_is_complete() -> None:
    left, right = b"x" + "你".encode()[:1], "你".encode()[1:] + b"y"
    assert cell_texts([left, None]) == ["x", ""]
    assert cell_texts([None, right]) == ["", "y"]
    assert cell_texts([left, right]) == ["x你", "y"]


def test_a_character_begun_in_the_block_before_shows_in_the_first_cell() -> None:
    before, rest = "你".encode()[:1], "你".encode()[1:]
    assert cell_texts([rest + b"!"], before) == ["你!"]
    assert cell_texts([None, rest], before) == ["", ""]
    assert cell_texts([rest[:1], rest[1:]], before) == ["你", ""]


def test_bytes_that_form_no_character_show_nothing() -> None:
    assert cell_texts([b"\xff", b"a", b"\xe4", b"b", b"\xc0\x80"]) == ["", "a", "", "b", ""]
    assert cell_texts([b"ok"], b"\xe4") == ["ok"]


@pytest.mark.parametrize("seed", range(20))
def test_cells_of_a_full_block_join_to_the_valid_text(seed: int) -> None:
    dice = random.Random(seed)
    text = "".join(dice.choice(["a", "é", "你", "🙂", "\n"]) for _ in range(40))
    data, cells = text.encode(), []
    while data:
        size = dice.randint(1, 4)
        cells.append(data[:size])
        data = data[size:]
    order = list(range(len(cells)))
    dice.shuffle(order)
    shown: list[bytes | None] = [None] * len(cells)
    for position in order:
        shown[position] = cells[position]
        assert not set("".join(cell_texts(shown))) - set(text)
    assert "".join(cell_texts(shown)) == text
