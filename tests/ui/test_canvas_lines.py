# Run: python3 run.py test tests/ui/test_canvas_lines.py
"""Text that is being read keeps its line until the block commits."""

from clover_desktop.protocol import BlockCommitted, BlockOpened, Cell, CellsFilled
from clover_desktop.ui.canvas.cells import Timing
from clover_desktop.ui.canvas.layout import Item, flow
from clover_desktop.ui.canvas.scene import Glyphs, Scene

GLYPHS = Glyphs(em=20.0, gap=10.0, blank=8.0, line_end=12.0, token=60.0)


def wide_letters(text: str) -> float:
    """Ten pixels a letter."""
    return 10.0 * len(text)


def fill(texts: dict[int, str], *, number: int = 1) -> CellsFilled:
    cells = tuple(Cell(place, 7, text, 0.99, False) for place, text in texts.items())
    return CellsFilled(1, 0, number, cells)


def commit(text: str, tokens: int) -> BlockCommitted:
    return BlockCommitted(1, 0, (7,) * tokens, "", text, 0)


def new_scene() -> Scene:
    scene = Scene(wide_letters, GLYPHS, Timing(spread=0.0))
    scene.apply(BlockOpened(1, 0, 16), 0.0)
    scene.place(400.0, 0.0)
    return scene


def x_of(scene: Scene, text: str, now: float) -> float:
    return next(sprite.x for sprite in scene.sprites(now) if sprite.piece.text == text)


def lines_of_words(scene: Scene) -> dict[str, int]:
    return {
        sprite.piece.text: sprite.piece.line for sprite in scene.sprites(9.0) if sprite.piece.text
    }


def test_a_word_keeps_its_line_while_masks_before_it_narrow() -> None:
    scene = new_scene()
    # Cell 6 is the first of the second line; 40 pixels wide, it would fit into the first one.
    scene.apply(fill({6: " here", 7: " too"}), 1.0)
    scene.place(400.0, 1.0)
    assert lines_of_words(scene) == {"here": 1, "too": 1}
    scene.apply(fill({place: " a" for place in range(6)}, number=2), 2.0)
    scene.place(400.0, 2.0)
    assert lines_of_words(scene)["here"] == 1
    assert x_of(scene, "here", 9.0) == 0.0
    # Committed, it is set as any text.
    scene.apply(commit(" a" * 6 + " here too", 16), 3.0)
    scene.place(400.0, 3.0)
    assert lines_of_words(scene)["here"] == 0


def test_what_a_line_cannot_hold_joins_the_next_one() -> None:
    scene = new_scene()
    scene.apply(fill({6: " here"}), 1.0)
    scene.place(400.0, 1.0)
    scene.apply(fill({place: " fifteen-letter" for place in range(3)}, number=2), 2.0)
    scene.place(400.0, 2.0)
    lines = lines_of_words(scene)
    # Without a line that holds the rest alone.
    assert max(lines.values()) == 1
    assert lines["here"] == 1


def test_a_pinned_cell_that_ends_a_word_leaves_its_pin_to_the_next() -> None:
    items = [Item("a", "one"), Item("b", "s"), Item("c", " two")]
    page = flow(items, 400.0, wide_letters, pins={("b", 0)})
    assert [(piece.text, piece.line) for piece in page.pieces] == [("one", 0), ("s", 0), ("two", 1)]
