# Run: python -P -m pytest tests/ui/test_models_other.py
"""The Models page beyond the offered model: notes of plans, another repository, unpacked models."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from clover_desktop.errors import CloverError
from clover_desktop.planning import Gpu
from clover_desktop.tools.scripted_library import (
    GAMING,
    ScriptedServices,
    clover_entry,
    unpacked_entry,
)
from clover_desktop.ui.library.services import OFFERED
from clover_desktop.ui.library.state import Order, Step

FOLDER = Path("/home/mira/models/Clover-35B-A3B-Preview")


# --- notes of plans -----------------------------------------------------------------------------


def test_the_notes_of_a_plan_stand_under_it_in_the_window_s_language(desk):
    cards = (
        replace(GAMING.gpus[0], free=9_100_000_000),
        Gpu("GTX 1650", index=1, total=4 * 2**30, free=3_900_000_000),
    )
    studio = desk(ScriptedServices(replace(GAMING, gpus=cards)))
    notes = studio.page.offer.notes
    assert notes.isVisible()
    first, used, second, held = notes.text().splitlines()
    assert first.startswith("The speeds are estimates, not measured here: they assume 717 GB/s")
    assert used == "GPU 0 (NVIDIA GeForce RTX 4080) is used."
    assert "GPU 1 (GTX 1650) has 3.9 GB free and is not used" in second
    assert held.startswith("Other programs hold 8.1 GB of the 17.2 GB of GPU 0")
    studio.parts.window.set_look(replace(studio.parts.window.look_settings, language="zh_CN"))
    studio.settle()
    assert notes.text().splitlines()[1] == "使用 GPU 0 (NVIDIA GeForce RTX 4080)。"
    assert not re.search("[a-z]{6}", notes.text().replace("GeForce", ""))


def test_an_installed_model_shows_the_notes_of_its_own_plan(desk):
    page = desk(ScriptedServices(entries=(clover_entry(FOLDER),))).page
    assert "The speeds are estimates" in page.cards[1].notes.text()
    assert page.cards[0].notes.isHidden()


# --- another repository -------------------------------------------------------------------------


def test_another_repository_is_installed_with_its_revision_and_size(desk):
    studio = desk()
    other = studio.page.other
    other.repo.setText(" someone/Clover-tuned ")
    other.revision.setText("v1.2")
    other.scheme.set_value("compact")
    other.install_button.click()
    studio.wait(lambda: bool(studio.services.runs))
    place = studio.library.place
    order = Order("someone/Clover-tuned", place / "Clover-tuned", "v1.2", "compact")
    assert studio.services.runs[0][1] == order
    assert other.repo.text() == ""
    assert not other.install_button.isEnabled()
    assert "One installation" in other.note.text()
    studio.page.install.pause_button.click()
    studio.wait(lambda: studio.library.installation.step is Step.PAUSED)
    assert other.install_button.isEnabled()


@pytest.mark.parametrize(
    ("repo", "revision", "sentence"),
    [
        ("Clover", "", "'Clover' is no model's name; it looks like OWNER/NAME."),
        ("", "", "'' is no model's name; it looks like OWNER/NAME."),
        ("https://huggingface.co/a/b", "", "'https://huggingface.co/a/b' is no model's name"),
        ("a/../b", "", "'a/../b' is no model's name"),
        ("a/b", "my branch", "'my branch' is no revision; give the name of a branch or a tag"),
    ],
)
def test_what_is_no_name_is_one_sentence_and_nothing_starts(desk, repo, revision, sentence):
    studio = desk()
    other = studio.page.other
    other.repo.setText(repo)
    other.revision.setText(revision)
    other.install_button.click()
    studio.settle()
    assert other.failure.sentence.text().startswith(sentence)
    assert studio.library.installation is None
    assert studio.services.runs == []
    other.repo.textEdited.emit("a")
    assert other.failure.isHidden()


def test_a_folder_of_another_model_is_left_alone(desk):
    entry = clover_entry(Path("/home/mira/models/Clover-35B-A3B-Preview"))
    studio = desk(ScriptedServices(entries=(entry,)))
    order = studio.library.named_order("someone/Clover-35B-A3B-Preview", "main", "int4-g64")
    assert order.folder == Path("/home/mira/models/someone-Clover-35B-A3B-Preview")
    again = studio.library.named_order(OFFERED.repo, "main", "int4-g64")
    assert again.folder == entry.path


# --- quantizing an unpacked model ---------------------------------------------------------------

PLAIN = Path("/home/mira/models/Clover-bf16")


def test_an_unpacked_model_is_quantized_stopped_and_continued(desk):
    services = ScriptedServices(entries=(unpacked_entry(PLAIN),))
    services.is_slow = True
    studio = desk(services)
    card = studio.page.cards[1]
    assert card.quantize_button.text() == "Quantize"
    assert card.packing.text() == "A copy with 4 bits would take 20.7 GB; this one stays."
    assert card.verify_button.isHidden()
    card.quantize_button.click()
    studio.wait(lambda: bool(studio.library.work.total))
    assert card.state.text() == (
        "Quantizing to 4 bits; it can be stopped and continued… 23.8 GB of 69.3 GB"
    )
    assert card.bar.value() == 343
    assert card.quantize_button.isHidden()
    card.stop_button.click()
    studio.wait(lambda: "begun" in studio.page.cards[1].packing.text())
    card = studio.page.cards[1]
    assert card.quantize_button.text() == "Continue quantizing"
    services.is_slow = False
    card.quantize_button.click()
    studio.wait(lambda: len(studio.page.cards) == 3)
    assert services.calls == [("quantize", PLAIN)] * 2
    assert studio.page.cards[2].entry.path == PLAIN.with_name("Clover-bf16-int4-g64")
    assert studio.page.cards[1].quantize_button.isHidden()
    assert studio.page.cards[1].state.text() == "Done: the quantized model is in the list."


def test_without_room_the_button_is_off_and_says_why(desk):
    page = desk(ScriptedServices(entries=(unpacked_entry(PLAIN, free=14_200_000_000),))).page
    card = page.cards[1]
    assert card.quantize_button.isVisible()
    assert not card.quantize_button.isEnabled()
    assert card.packing.text() == (
        "For a copy with 4 bits, 6.5 GB of free disk are missing "
        "(20.7 GB are needed, 14.2 GB are free)."
    )


def test_a_quantizing_that_fails_is_told_on_the_card_and_goes_on(desk):
    class Failing(ScriptedServices):
        def quantize(self, source, packing, report, stop):
            self.listed = (unpacked_entry(source, packing=replace(packing, is_begun=True)),)
            raise CloverError("model.safetensors is truncated; fetch it again.")

    studio = desk(Failing(entries=(unpacked_entry(PLAIN),)))
    studio.page.cards[1].quantize_button.click()
    studio.wait(lambda: studio.page.cards[1].quantize_button.text() == "Continue quantizing")
    card = studio.page.cards[1]
    assert card.failure.sentence.text() == "model.safetensors is truncated; fetch it again."
    assert card.quantize_button.isEnabled()


def test_a_packed_model_has_no_such_button(desk):
    page = desk(ScriptedServices(entries=(clover_entry(FOLDER),))).page
    assert page.cards[1].quantize_button.isHidden()
    assert page.cards[1].packing.isHidden()


# --- buttons ------------------------------------------------------------------------------------

BUSY = "Another piece of work runs; wait for it or stop it."


def test_grey_buttons_say_why(desk):
    services = ScriptedServices(entries=(unpacked_entry(PLAIN), clover_entry(FOLDER)))
    services.is_slow = True
    studio = desk(services)
    page = studio.page
    assert page.import_button.toolTip() == ""
    assert page.cards[2].move_button.toolTip() == ""
    page.cards[1].quantize_button.click()
    studio.wait(lambda: bool(studio.library.work and studio.library.work.total))
    other = page.cards[2]
    for made in (page.import_button, other.move_button, other.delete_button, other.verify_button):
        assert not made.isEnabled()
        assert made.toolTip() == made.accessibleDescription() == BUSY
    assert other.use_button.isEnabled()
    assert other.use_button.toolTip() == ""
    page.cards[1].stop_button.click()
    studio.wait(page.import_button.isEnabled)
    assert page.import_button.toolTip() == page.import_button.accessibleDescription() == ""
    page.cards[2].use_button.click()
    studio.settle()
    assert page.cards[2].delete_button.toolTip() == (
        "This model is in use; choose another one first."
    )


def test_the_buttons_of_a_card_fill_their_rows_in_a_narrow_window(desk):
    studio = desk(ScriptedServices(entries=(unpacked_entry(PLAIN),)))
    window = studio.parts.window
    window.resize(480, 700)
    studio.settle()
    card = studio.page.cards[1]
    shown = [
        made
        for made in (card.use_button, card.quantize_button, card.move_button, card.delete_button)
        if made.isVisible()
    ]
    assert len(shown) == 4
    rows = [made.y() for made in shown]
    assert rows[0] == rows[1]
    assert len(set(rows)) == 2
    assert all(made.geometry().right() < made.parentWidget().width() for made in shown)
    assert card.delete_button.geometry().bottom() < card.delete_button.parentWidget().height()
    window.resize(1100, 700)
    studio.settle()
    assert len({made.y() for made in shown}) == 1
