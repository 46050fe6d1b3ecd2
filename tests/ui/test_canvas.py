# Run: python3 run.py test tests/ui/test_canvas.py
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from clover_desktop.protocol import BlockCommitted, BlockOpened, Cell, CellsDrafted, CellsFilled
from clover_desktop.ui.canvas.cells import BlockEvent, BlockState, Phase, Timing, evidence
from clover_desktop.ui.canvas.layout import Flow, Item, can_break, flow
from clover_desktop.ui.canvas.scene import Glyphs, Scene
from clover_desktop.ui.canvas.widget import BlockCanvas
from clover_desktop.ui.frame import FrameClock
from clover_desktop.ui.theme import Theme

LETTER = 10.0


def wide_letters(text: str) -> float:
    """Ten pixels a letter, twenty a Chinese one."""
    return sum(2 * LETTER if ord(letter) > 0x2E7F else LETTER for letter in text)


def fill(
    texts: dict[int, str], *, confidence: float = 0.99, forced: bool = False, number: int = 1
) -> CellsFilled:
    cells = tuple(Cell(place, 7, text, confidence, forced) for place, text in texts.items())
    return CellsFilled(1, 0, number, cells)


def commit(text: str, tokens: int, *, block: int = 0, accepted: int = 0) -> BlockCommitted:
    return BlockCommitted(1, block, (7,) * tokens, "", text, accepted)


def draft(texts: list[str], *, block: int = 1) -> CellsDrafted:
    return CellsDrafted(1, block, tuple(Cell(n, 7, text, 0.9) for n, text in enumerate(texts)))


# --- cells --------------------------------------------------------------------------------------


def block_after(*events: tuple[BlockEvent, float], timing: Timing | None = None) -> BlockState:
    block = BlockState(0, timing or Timing(spread=0.0))
    for event, now in events:
        block.apply(event, now)
    return block


def test_a_block_goes_from_masks_to_text() -> None:
    block = block_after((BlockOpened(1, 0, 4), 0.0))
    assert [cell.phase for cell in block.cells] == [Phase.MASKED] * 4
    block.apply(fill({2: " b", 0: "a"}), 1.0)
    assert block.decided_count() == 2
    assert block.decided_count() == 2
    block.apply(fill({1: "x", 3: "."}, confidence=0.4, forced=True, number=2), 2.0)
    assert [cell.text for cell in block.cells] == ["a", "x", " b", "."]
    assert [cell.is_forced for cell in block.cells] == [False, True, False, True]
    assert [cell.pass_number for cell in block.cells] == [1, 2, 1, 2]
    assert not block.has_masks()
    block.apply(commit("ax b.", 4), 3.0)
    assert {cell.phase for cell in block.cells} == {Phase.ACCEPTED}
    assert not block.is_settled(3.1)
    assert block.is_settled(3.25)


def test_the_picture_of_a_fill_is_a_function_of_time() -> None:
    block = block_after((BlockOpened(1, 0, 2), 0.0), (fill({0: "a"}), 1.0))
    cell = block.cells[0]
    at = {share: block.picture(cell, 1.0 + share * 0.16) for share in (0.0, 0.5, 1.0)}
    assert (at[0.0].mask, at[0.0].ink, at[0.0].shade) == (1.0, 0.0, 0.0)
    assert 0.0 < at[0.5].mask < 1.0
    assert at[0.5].ink == pytest.approx(0.5)
    assert (at[1.0].mask, at[1.0].ink, at[1.0].shade) == (0.0, 1.0, 1.0)
    assert at[1.0].glow > 0.0
    assert block.picture(cell, 1.6).glow == 0.0
    assert block.picture(cell, 1.0 + 0.5 * 0.16) == at[0.5]


def test_a_commit_melts_the_shade_and_leaves_the_ink() -> None:
    block = block_after(
        (BlockOpened(1, 0, 1), 0.0), (fill({0: "a"}, forced=True), 1.0), (commit("a", 1), 2.0)
    )
    half, done = (block.picture(block.cells[0], 2.0 + after) for after in (0.125, 0.25))
    assert half.ink == done.ink == 1.0
    assert half.shade == half.mark == pytest.approx(0.5)
    assert (done.shade, done.mark, done.glow) == (0.0, 0.0, 0.0)


def test_a_character_that_becomes_complete_keeps_its_first_values() -> None:
    first = fill({0: "", 1: ""}, confidence=0.97)
    block = block_after((BlockOpened(1, 0, 2), 0.0), (first, 1.0))
    assert block.cells[1].is_blank
    block.apply(CellsFilled(1, 0, 2, (Cell(1, 7, "好", 0.97),)), 2.0)
    cell = block.cells[1]
    assert (cell.text, cell.pass_number, cell.filled_at) == ("好", 1, 1.0)
    assert block.picture(cell, 2.0).ink == 0.0
    assert block.picture(cell, 2.2).ink == 1.0
    assert block.picture(cell, 2.0).shade == 1.0


def test_what_lies_past_the_end_fades_at_commit() -> None:
    block = block_after(
        (BlockOpened(1, 0, 4), 0.0),
        (fill({0: "Yes", 1: "", 2: "noise"}), 1.0),
        (commit("Yes", 2), 2.0),
    )
    phases = [cell.phase for cell in block.cells]
    assert phases == [Phase.ACCEPTED, Phase.ACCEPTED, Phase.REJECTED, Phase.REJECTED]
    assert block.picture(block.cells[2], 2.3).ink == 0.0
    assert block.picture(block.cells[3], 2.0).mask == 1.0
    assert block.picture(block.cells[3], 2.3).mask == 0.0


def test_a_round_keeps_its_accepted_part_and_adds_the_token_that_ends_it() -> None:
    block = block_after((draft([" one", " two", " three"]), 0.0))
    assert all(block.picture(cell, 1.0).is_italic for cell in block.cells)
    block.apply(commit(" one four", 2, block=1, accepted=1), 1.0)
    assert [cell.text for cell in block.cells] == [" one", " four", " two", " three"]
    kept, added, first, last = (block.picture(cell, 1.3) for cell in block.cells)
    assert (kept.ink, kept.outline, kept.is_italic) == (1.0, 0.0, False)
    assert (added.ink, added.shade) == (1.0, 0.0)
    assert first.ink == last.ink == 0.0
    struck = block.picture(block.cells[2], 1.02)
    assert struck.strike > 0.5


def test_committed_text_without_cells_appears_as_it_is() -> None:
    block = block_after((commit("One by one.", 32), 5.0))
    assert [cell.text for cell in block.cells] == ["One by one."]
    assert block.picture(block.cells[0], 5.0).ink == 0.0
    done = block.picture(block.cells[0], 5.2)
    assert (done.ink, done.shade, done.mask) == (1.0, 0.0, 0.0)


def test_the_cells_of_a_pass_arrive_one_after_the_other() -> None:
    block = block_after((BlockOpened(1, 0, 4), 0.0), timing=Timing(spread=0.08))
    block.apply(fill({3: "d", 1: "b"}), 1.0)
    assert block.cells[1].filled_at == 1.0
    assert block.cells[3].filled_at == pytest.approx(1.04)


def test_evidence_tells_apart_what_crowds_near_one() -> None:
    levels = [evidence(value) for value in (0.0, 0.25, 0.5, 0.9, 0.97, 0.99, 0.999, 1.0)]
    assert levels == sorted(levels)
    assert levels[0] == levels[1] == 0.0
    assert levels[-1] == 1.0
    assert evidence(0.99) - evidence(0.95) > 0.15


def test_masks_move_only_while_they_shimmer() -> None:
    moving = block_after((BlockOpened(1, 0, 2), 0.0))
    still = block_after((BlockOpened(1, 0, 2), 0.0), timing=Timing(shimmer=0.0))
    assert moving.is_moving(9.0)
    assert not still.is_moving(9.0)


# --- layout -------------------------------------------------------------------------------------


def set_text(*texts: str, width: float = 200.0) -> Flow:
    return flow((Item(n, text) for n, text in enumerate(texts)), width, wide_letters)


def places(page: Flow) -> list[tuple[int, str, float, int]]:
    return [(piece.key, piece.text, piece.x, piece.line) for piece in page.pieces]  # type: ignore[misc]


def test_words_keep_their_spaces_and_a_soft_break_swallows_them() -> None:
    page = set_text("The", " notice", " period", " ends", width=130.0)
    assert places(page) == [
        (0, "The", 0.0, 0),
        (1, "notice", 40.0, 0),
        (2, "period", 0.0, 1),
        (3, "ends", 70.0, 1),
    ]


def test_a_word_of_several_cells_stays_whole() -> None:
    page = set_text("an", " un", "believ", "able", width=140.0)
    assert [(piece.text, piece.line) for piece in page.pieces] == [
        ("an", 0),
        ("un", 1),
        ("believ", 1),
        ("able", 1),
    ]
    glue = [(piece.is_glued_left, piece.is_glued_right) for piece in page.pieces]
    assert glue == [(False, False), (False, True), (True, True), (True, False)]


def test_line_breaks_and_indentation_are_kept() -> None:
    page = set_text("def f():", "\n", "    ", "return", " 1", "\n\n", "f()")
    shown = {(piece.text, piece.x, piece.line) for piece in page.pieces if not piece.is_space}
    assert shown == {
        ("def f():", 0.0, 0),
        ("return", 40.0, 1),
        ("1", 110.0, 1),
        ("f()", 0.0, 3),
    }
    assert page.lines == 4


def test_a_cell_of_a_line_end_alone_shows_a_sign() -> None:
    page = flow([Item(0, "a"), Item(1, "\n\n"), Item(2, ".\n")], 100.0, wide_letters, end_width=8.0)
    assert places(page) == [(0, "a", 0.0, 0), (1, "\n", 10.0, 0), (2, ".", 0.0, 2)]


def test_chinese_breaks_between_characters_but_not_before_a_full_stop() -> None:
    page = set_text("合同第七条", "。", "通知", width=100.0)
    lines: dict[int, str] = {}
    for piece in page.pieces:
        lines[piece.line] = lines.get(piece.line, "") + piece.text
    assert lines == {0: "合同第七", 1: "条。通知"}


def test_emoji_sequences_are_not_torn() -> None:
    family = "👩‍👩‍👧"
    assert not can_break("👩", "\u200d")
    assert not can_break("\u200d", "👩")
    assert not can_break("👍", "🏽")
    page = set_text("ab ", family, " c", width=200.0)
    assert [piece.text for piece in page.pieces] == ["ab", family, "c"]


def test_right_to_left_text_is_set_from_the_right() -> None:
    page = set_text("שלום", " עולם", " Clover", " 3", width=300.0)
    at = {piece.text: piece.x for piece in page.pieces}
    assert at["שלום"] == 260.0
    assert at["עולם"] == 210.0
    # A left-to-right run inside keeps its own order.
    assert at["Clover"] < at["3"] < at["עולם"]


def test_a_right_to_left_run_inside_a_left_to_right_line_is_turned() -> None:
    page = set_text("say", " שלום", " עולם", " now", width=300.0)
    at = {piece.text: piece.x for piece in page.pieces}
    assert at["say"] < at["עולם"] < at["שלום"] < at["now"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    page = set_text("a", " " + "x" * 25, width=100.0)
    assert [(len(piece.text), piece.line) for piece in page.pieces] == [
        (1, 0),
        (10, 1),
        (10, 2),
        (5, 3),
    ]
    assert max(piece.x + piece.width for piece in page.pieces) <= 100.0


def test_nothing_takes_no_line_of_its_own_and_no_width_is_survived() -> None:
    assert flow([], 100.0, wide_letters).pieces == ()
    assert set_text("abc", width=0.0).lines >= 1


# --- scene --------------------------------------------------------------------------------------

GLYPHS = Glyphs(em=20.0, gap=10.0, blank=8.0, line_end=12.0, token=60.0)


def new_scene(width: float = 400.0) -> Scene:
    scene = Scene(wide_letters, GLYPHS, Timing(spread=0.0))
    scene.apply(BlockOpened(1, 0, 16), 0.0)
    scene.place(width, 0.0)
    return scene


def x_of(scene: Scene, text: str, now: float) -> float:
    return next(sprite.x for sprite in scene.sprites(now) if sprite.piece.text == text)


def test_the_full_block_has_its_height_from_the_start_and_keeps_it() -> None:
    scene = new_scene()
    lines = scene.lines
    assert lines == 3
    scene.apply(fill({place: "a" for place in range(16)}), 1.0)
    scene.place(400.0, 1.0)
    assert scene.lines == lines
    scene.apply(commit("a" * 16, 16), 2.0)
    scene.place(400.0, 2.0)
    assert scene.lines == lines


def test_a_word_stays_in_its_place_while_its_neighbours_fill() -> None:
    scene = new_scene()
    scene.apply(fill({4: " stay"}), 1.0)
    scene.place(400.0, 1.0)
    before = x_of(scene, "stay", 2.0)
    # Longer and shorter than the masks they take the place of; open masks make up for it.
    scene.apply(fill({0: "Longer", 1: " a"}), 2.0)
    scene.place(400.0, 2.0)
    assert x_of(scene, "stay", 3.0) == pytest.approx(before, abs=0.01)


def test_what_must_move_glides() -> None:
    scene = new_scene()
    scene.apply(fill({2: " go"}), 1.0)
    scene.place(400.0, 1.0)
    start = x_of(scene, "go", 2.0)
    scene.apply(fill({0: " exceptionally", 1: " x"}), 2.0)
    scene.place(400.0, 2.0)
    there = x_of(scene, "go", 2.2)
    assert x_of(scene, "go", 2.0) == pytest.approx(start)
    assert min(start, there) < x_of(scene, "go", 2.05) < max(start, there)
    assert scene.is_moving(2.05)


def test_a_piece_that_changes_its_line_fades_in_there() -> None:
    scene = new_scene()
    scene.apply(fill({2: " go"}), 1.0)
    scene.place(400.0, 1.0)
    scene.apply(fill({1: "\n"}), 2.0)
    scene.place(400.0, 2.0)
    sprite = next(sprite for sprite in scene.sprites(2.0) if sprite.piece.text == "go")
    assert (sprite.piece.line, sprite.x, sprite.arrival) == (1, 10.0, 0.0)
    sprite = next(sprite for sprite in scene.sprites(2.3) if sprite.piece.text == "go")
    assert sprite.arrival == 1.0


def test_the_next_block_goes_on_where_the_melting_one_ends() -> None:
    scene = new_scene()
    scene.apply(fill({place: " ab" for place in range(16)}), 1.0)
    scene.apply(commit(" ab" * 16, 16), 2.0)
    scene.apply(BlockOpened(1, 1, 8), 2.0)
    scene.place(400.0, 2.0)
    before = [(s.x, s.piece.line) for s in scene.sprites(2.5) if s.piece.key == (1, 0)]
    assert scene.settled(2.2) is None
    assert scene.settled(2.25) == 0
    scene.set_lead(" ab" * 16)
    scene.drop_first()
    scene.place(400.0, 2.5)
    after = [(s.x, s.piece.line) for s in scene.sprites(2.5) if s.piece.key == (1, 0)]
    assert after == before


def test_rejected_drafts_fade_where_they_stood_and_leave_the_flow() -> None:
    scene = Scene(wide_letters, GLYPHS, Timing(spread=0.0))
    scene.place(400.0, 0.0)
    scene.apply(draft(["one", " two", " three"]), 0.0)
    scene.place(400.0, 0.0)
    scene.apply(commit("one four", 2, block=1, accepted=1), 1.0)
    scene.place(400.0, 1.0)
    assert x_of(scene, "two", 1.05) == 40.0
    assert x_of(scene, "four", 1.05) == 40.0
    scene.apply(draft([" five"], block=2), 1.05)
    scene.place(400.0, 1.05)
    assert x_of(scene, "five", 1.1) == 90.0


# --- widget -------------------------------------------------------------------------------------


class FakeTime:
    """A clock that a test moves by hand, frame by frame."""

    def __init__(self) -> None:
        self.seconds = 100.0
        self.clock = FrameClock(time_source=lambda: self.seconds)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.016)):
            self.seconds += 0.016
            self.clock.advance()


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def canvas(qtbot: QtBot, time: FakeTime) -> BlockCanvas:
    widget = BlockCanvas(Theme.load("light"), time.clock)
    qtbot.addWidget(widget)
    widget.resize(420, 120)
    return widget


def picture(canvas: BlockCanvas) -> QImage:
    image = QImage(canvas.size(), QImage.Format.Format_RGB32)
    image.fill(canvas.palette().window().color())
    canvas.render(image, QPoint())
    return image


def grey_difference(first: QImage, second: QImage) -> int:
    """The largest difference of two pictures without colour, 0 to 255."""
    grey = QImage.Format.Format_Grayscale8
    a, b = (bytes(image.convertToFormat(grey).constBits()) for image in (first, second))
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def test_a_committed_block_settles_once_and_the_clock_rests(
    canvas: BlockCanvas, time: FakeTime
) -> None:
    settled: list[int] = []
    canvas.settled.connect(settled.append)
    canvas.apply(BlockOpened(1, 0, 4))
    time.run(1.0)
    assert time.clock.is_running()  # the masks shimmer
    assert not canvas.is_settled()
    canvas.apply(fill({0: "a", 1: " b", 2: " c", 3: "."}))
    canvas.apply(commit("a b c.", 4))
    time.run(0.1)
    assert settled == []
    time.run(1.0)
    assert settled == [0]
    assert canvas.is_settled()
    assert not time.clock.is_running()
    assert canvas.heightForWidth(420) == 0


def test_a_lead_given_when_a_block_settles_is_there_in_the_same_frame(
    canvas: BlockCanvas, time: FakeTime
) -> None:
    canvas.settled.connect(lambda: canvas.set_lead("a b c."))
    canvas.apply(BlockOpened(1, 0, 4))
    canvas.apply(fill({0: "a", 1: " b", 2: " c", 3: "."}))
    canvas.apply(commit("a b c.", 4))
    time.run(0.1)
    before = picture(canvas)
    while not canvas.is_settled():
        time.run(0.016)
    assert canvas.heightForWidth(420) == 24
    time.run(1.0)
    assert grey_difference(before, picture(canvas)) > 0  # the shade is gone, and yet:
    blank = QImage(canvas.size(), QImage.Format.Format_RGB32)
    blank.fill(canvas.palette().window().color())
    assert grey_difference(picture(canvas), blank) > 100


def test_ten_events_in_a_frame_are_one_repaint(
    canvas: BlockCanvas, time: FakeTime, qtbot: QtBot
) -> None:
    class Counting(BlockCanvas):
        paints = 0

        def paintEvent(self, event) -> None:  # type: ignore[no-untyped-def]
            Counting.paints += 1
            super().paintEvent(event)

    widget = Counting(Theme.load("light").with_reduced_motion(), time.clock)
    qtbot.addWidget(widget)
    widget.resize(420, 120)
    widget.show()
    qtbot.waitExposed(widget)
    qtbot.wait(60)
    Counting.paints = 0
    widget.apply(BlockOpened(1, 0, 9))
    for place in range(9):
        widget.apply(fill({place: "x"}))
    qtbot.waitUntil(lambda: not time.clock.is_running())
    qtbot.wait(20)
    assert Counting.paints == 1


def test_a_half_filled_block_is_drawn(canvas: BlockCanvas, time: FakeTime) -> None:
    empty = picture(canvas)
    canvas.apply(BlockOpened(1, 0, 32))
    time.run(0.5)
    masks = picture(canvas)
    assert grey_difference(empty, masks) > 10
    canvas.apply(fill({place: " word" for place in range(0, 32, 2)}))
    time.run(1.0)
    assert grey_difference(masks, picture(canvas)) > 100


@pytest.mark.parametrize("name", ["light", "dark"])
def test_forced_and_doubtful_cells_differ_without_colour(
    canvas: BlockCanvas, time: FakeTime, name: str
) -> None:
    pictures = {}
    for kind, confidence, forced in (
        ("sure", 0.99, False),
        ("doubtful", 0.5, False),
        ("forced", 0.5, True),
    ):
        canvas.clear()
        canvas.set_theme(Theme.load(name).with_reduced_motion())  # type: ignore[arg-type]
        canvas.apply(BlockOpened(1, 0, 1))
        canvas.apply(fill({0: "word"}, confidence=confidence, forced=forced))
        time.run(0.5)
        pictures[kind] = picture(canvas)
    assert grey_difference(pictures["sure"], pictures["doubtful"]) > 40
    assert grey_difference(pictures["doubtful"], pictures["forced"]) > 40
    corners = [pictures[kind].copy(0, 0, 60, 7) for kind in ("doubtful", "forced")]
    assert grey_difference(*corners) > 40


def test_a_blank_cell_is_quiet_and_no_mask(canvas: BlockCanvas, time: FakeTime) -> None:
    canvas.set_theme(Theme.load("light").with_reduced_motion())
    canvas.apply(BlockOpened(1, 0, 8))
    time.run(0.1)
    masks = picture(canvas)
    canvas.apply(fill({place: "" for place in range(8)}))
    time.run(0.1)
    blanks = picture(canvas)
    assert grey_difference(masks, blanks) > 10
    nothing = QImage(blanks.size(), blanks.format())
    nothing.fill(canvas.palette().window().color())
    assert grey_difference(nothing, blanks) > 10
    far_right = [blanks.pixelColor(300, y) for y in range(24)]
    assert len({colour.name() for colour in far_right}) == 1  # eight narrow pills end before
    assert canvas.summary() == "Block 1, 8 of 8 filled"


def test_slow_shows_one_pass_after_the_other(canvas: BlockCanvas, time: FakeTime) -> None:
    canvas.set_speed("slow")
    canvas.apply(BlockOpened(1, 0, 3))
    for place in range(3):
        canvas.apply(fill({place: "a"}, number=place + 1))
    canvas.apply(commit("aaa", 3))
    seen = []
    for _ in range(200):
        time.run(0.016)
        if canvas.summary() not in seen:
            seen.append(canvas.summary())
    assert seen == [
        "Block 1, 0 of 3 filled",
        "Block 1, 1 of 3 filled",
        "Block 1, 2 of 3 filled",
        "Block 1, 3 of 3 filled",
        "Block 1, finished",
        "",
    ]


def test_leaving_slow_shows_what_waits_at_once(canvas: BlockCanvas, time: FakeTime) -> None:
    canvas.set_speed("slow")
    canvas.apply(BlockOpened(1, 0, 3))
    canvas.apply(fill({0: "a", 1: "b", 2: "c"}))
    time.run(0.016)
    canvas.set_speed("live")
    assert canvas.summary() == "Block 1, 3 of 3 filled"


def test_off_shows_whole_blocks_without_movement(canvas: BlockCanvas, time: FakeTime) -> None:
    settled: list[int] = []
    canvas.settled.connect(settled.append)
    canvas.set_speed("off")
    canvas.apply(BlockOpened(1, 0, 4))
    time.run(0.016)
    assert not time.clock.is_running()
    open_block = picture(canvas)
    canvas.apply(fill({0: "a", 1: "b"}))
    time.run(0.016)
    assert grey_difference(open_block, picture(canvas)) == 0
    canvas.apply(commit("abcd", 4))
    time.run(0.016)
    assert settled == [0]


def test_it_says_what_it_shows_to_those_who_hear_it(canvas: BlockCanvas, time: FakeTime) -> None:
    assert canvas.accessibleName() == "Live block"
    canvas.apply(BlockOpened(1, 0, 4))
    time.run(1.2)
    canvas.apply(fill({0: "a"}))
    canvas.apply(fill({1: "b"}))
    time.run(1.2)
    assert canvas.accessibleDescription() == "Block 1, 2 of 4 filled"
    canvas.apply(commit("ab", 2))
    time.run(0.1)
    assert canvas.accessibleDescription() == "Block 1, finished"


def test_clear_forgets_everything(canvas: BlockCanvas, time: FakeTime) -> None:
    canvas.set_lead("before")
    canvas.apply(BlockOpened(1, 0, 32))
    time.run(0.1)
    assert canvas.heightForWidth(420) > 24
    canvas.clear()
    assert canvas.is_settled()
    assert canvas.heightForWidth(420) == 0
    time.run(0.5)
    assert not time.clock.is_running()


def test_the_tip_of_a_cell_tells_how_sure_the_model_is(canvas: BlockCanvas, time: FakeTime) -> None:
    canvas.apply(BlockOpened(1, 0, 2))
    canvas.apply(fill({0: "word"}, confidence=0.4, forced=True, number=3))
    time.run(0.1)
    assert (
        canvas.explain(QPoint(5, 10))
        == "40.0% sure, forced in pass 3: no cell had reached the threshold."
    )
    assert canvas.explain(QPoint(5, 110)) == ""
