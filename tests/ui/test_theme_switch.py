# Run: python -m pytest tests/ui/test_theme_switch.py
"""Another theme at once: cheap in a long chat, and nothing in sight keeps the old colours."""

import time

import pytest
from PySide6.QtGui import QColor

from clover_desktop.tools.pictures import HELP
from clover_desktop.tools.scripted_engine import reply


def filled(open_window, count: int):
    studio = open_window(*(reply(HELP) for _ in range(count)))
    window = studio.parts.window
    window.panel.thinking.setChecked(False)
    for number in range(count):
        studio.ask(f"Question {number}?")
        # Not played for the eye: at once to the end.
        studio.engine.play()
        studio.settle(3.0)
        studio.settle(3.0)
    assert all(answer.is_settled for answer in window.transcript.answers)
    return studio


def switch_seconds(studio) -> float:
    """The least of three: another process may take the machine meanwhile."""
    spent = []
    for _ in range(3):
        began = time.process_time()
        studio.parts.window.toggle_theme()
        studio.flush()
        spent.append(time.process_time() - began)
    return min(spent)


def code_grounds(answer) -> set[str]:
    """The colours behind the cells of the table head, as the documents have them."""
    found = set()
    for widget in answer.markdown._widgets:
        if hasattr(widget, "toHtml") and "Threshold" in widget.toPlainText():
            html = widget.toHtml()
            found |= {part[:7] for part in html.split('bgcolor="')[1:]}
    return found


def test_a_switch_in_a_long_chat_is_quick(open_window):
    """A message may cost its style sheet, about 7 ms; it took 70 ms when each was made anew."""
    few = switch_seconds(filled(open_window, 2))
    many = switch_seconds(filled(open_window, 10))
    assert (many - few) / 8 < 0.025
    assert few < 0.2


def test_what_comes_into_sight_has_the_colours_of_the_theme(open_window):
    studio = filled(open_window, 4)
    window = studio.parts.window
    theme = studio.parts.look.theme
    assert code_grounds(window.transcript.answers[-1]) == {theme.color("surface_sunken").name()}
    window.toggle_theme()
    studio.flush()
    dark = {studio.parts.look.theme.color("surface_sunken").name()}
    assert dark != {theme.color("surface_sunken").name()}
    assert code_grounds(window.transcript.answers[-1]) == dark
    assert code_grounds(window.transcript.answers[0]) != dark
    bar = window.transcript.verticalScrollBar()
    for value in range(bar.maximum(), -1, -200):
        bar.setValue(value)
        studio.flush()
    bar.setValue(0)
    studio.flush()
    for answer in window.transcript.answers:
        assert code_grounds(answer) == dark


@pytest.mark.parametrize("place", [0, -1])
def test_no_light_pixel_is_left_in_the_dark(open_window, place):
    studio = filled(open_window, 3)
    window = studio.parts.window
    light = QColor(studio.parts.look.theme.color("window"))
    window.toggle_theme()
    studio.flush()
    bar = window.transcript.verticalScrollBar()
    bar.setValue(0 if place == 0 else bar.maximum())
    studio.flush()
    image = window.grab().toImage()
    seen = {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    }
    assert light.name() not in seen
    assert studio.parts.look.theme.color("window").name() in seen
