# Run: python -P -m pytest tests/ui/test_models_page.py
"""The Models page: what it says, what it asks, what it starts; scripted helper processes."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from clover_desktop import paths
from clover_desktop.downloads.library_values import LibraryValues
from clover_desktop.downloads.messages import Failed, Finished, Notice, Progress
from clover_desktop.errors import said
from clover_desktop.planning.geometry import EXPERTS
from clover_desktop.planning.layout import RAM
from clover_desktop.planning.speed import LOW_CONFIDENCE
from clover_desktop.protocol import Cancel, CellsFilled, Load, Unloaded
from clover_desktop.protocol import Finished as AnswerOver
from clover_desktop.tools.scripted_engine import DEMO
from clover_desktop.tools.scripted_library import (
    LAPTOP,
    ScriptedServices,
    clover_entry,
)
from clover_desktop.ui.chat.controller import Phase, WayOn
from clover_desktop.ui.library.services import OFFERED
from clover_desktop.ui.library.state import Installation, Order, Step

FOLDER = Path("/home/mira/models/Clover-35B-A3B-Preview")
ORDER = Order(OFFERED.repo, FOLDER)
SIZE = 5_000_000_000


def progress(stage: str, done: int, rate: float = 12e6, **values) -> Progress:
    sums = {"all_done": 3 * SIZE, "all_total": 10 * SIZE, "seconds_left": 3600.0, **values}
    return Progress(stage, "model-00002-of-00005.safetensors", done, SIZE, rate, **sums)


def started(studio):
    """Agree to the installation; returns its scripted process."""
    studio.page.offer.install_button.click()
    studio.wait(lambda: bool(studio.services.runs))
    return studio.services.runs[-1][0]


def step_of(studio) -> Step:
    return studio.library.installation.step


# --- opening, the machine, the plan -------------------------------------------------------------


def test_the_welcome_page_leads_to_the_models_and_escape_back(open_window, qtbot):
    window = open_window().parts.window
    assert window.welcome.get_button.text() == "Get Clover-35B"
    window.welcome.get_button.click()
    assert window.pages.currentWidget() is window.models
    assert window.composer.isHidden()
    qtbot.keyClick(window.models.back_button, "\x1b")
    assert window.pages.currentWidget() is window.welcome
    assert not window.composer.isHidden()
    window.actions_of_window["models"].trigger()
    assert window.pages.currentWidget() is window.models


def test_what_the_machine_has_and_what_fits(desk):
    studio = desk(ScriptedServices(values=LibraryValues(bytes_per_second=10e6)))
    page = studio.page
    facts = [fact.text() for fact in page.machine.facts]
    assert facts[0] == "NVIDIA GeForce RTX 4080"
    assert facts[1] == "15.9 GB of 17.2 GB"
    assert facts[2:] == ["570.86.16", "27.4 GB free of 33.5 GB", "412.0 GB"]
    plan = page.offer.plan
    assert plan.fits
    headline = page.offer.headline.text()
    assert f"{plan.resident_per_layer} of 256 experts" in headline
    # The same figures as in the sentence of the command line.
    in_ram = f"{plan.nbytes(RAM, name=EXPERTS) / 1e9:.1f} GB of experts in RAM"
    assert f"{in_ram} ({plan.ram_bytes / 1e9:.1f} GB of RAM in all)" in headline
    assert in_ram in plan.sentences[0]
    speed = f"about {plan.tokens_per_second[LOW_CONFIDENCE]:.0f} token"
    assert speed in headline
    assert speed in plan.sentences[0]
    assert "Diffusion" in page.offer.speeds.text()
    # 69.3 GB at 10 MB/s.
    assert "1 h 56 min at the speed seen last (10.0 MB/s)" in page.offer.download.text()
    assert "30.7 GB at its peak" in page.offer.disk.text()
    assert page.offer.place.toolTip() == "/home/mira/models"
    assert studio.services.runs == []


def test_a_machine_that_is_too_small_is_told_what_is_missing(desk):
    page = desk(ScriptedServices(LAPTOP)).page
    text = page.offer.headline.text()
    assert "Does not fit with 16K context" in text
    assert "GB of RAM are missing" in text
    assert "GB of free disk are missing (30.7 GB are needed, 21.0 GB are free)" in text
    assert "No setting of it fits" in page.offer.details.text()
    assert "another drive" in page.offer.details.text()
    assert page.offer.install_button.text() == "Install all the same"
    assert page.machine.facts[0].text().startswith("none")


def test_in_a_narrow_window_the_facts_stand_in_two_columns(desk):
    studio = desk()
    machine = studio.page.machine

    def rows() -> list[int]:
        places = [fact.mapTo(machine, fact.rect().topLeft()).y() for fact in machine.facts]
        return [sorted(set(places)).index(place) for place in places]

    assert rows() == [0, 0, 0, 1, 1]
    studio.parts.window.resize(studio.parts.window.minimumSize())
    studio.settle()
    assert rows() == [0, 0, 1, 1, 2]


def test_another_folder_is_planned_for_and_kept(desk):
    studio = desk()
    studio.page.take_folder(Path("/media/big drive/模型"), "place")
    studio.wait(lambda: bool(studio.services.saved))
    assert studio.services.saved[-1].folder == "/media/big drive/模型"
    assert studio.page.offer.place.toolTip() == "/media/big drive/模型"
    started(studio)
    assert studio.services.runs[0][1].folder == Path("/media/big drive/模型") / FOLDER.name


@pytest.mark.parametrize(
    ("ram", "words_of_it"),
    [(17_500_000_000, "It would fit with 3 bits."), (64_000_000_000, "")],
)
def test_what_would_fit_is_said(desk, ram, words_of_it):
    page = desk(ScriptedServices(replace(LAPTOP, ram=ram, free_disk=10**12))).page
    page.offer.scheme.set_value("int4-g64")
    page.offer._show()
    assert page.offer.details.text() == words_of_it


# --- an installation ----------------------------------------------------------------------------


def test_four_stages_with_bytes_speed_and_time_left(desk):
    studio = desk()
    run = started(studio)
    view = studio.page.install
    assert studio.page.offer.isHidden()
    assert "Asking the hub" in view.state.text()
    run.say(progress("verify", SIZE), progress("quantize", 1_000_000_000, 60e6))
    run.say(progress("download", 2_500_000_000))
    studio.wait(lambda: "download" in studio.library.installation.stages)
    assert view.figures["download"].text() == "2.5 GB of 5.0 GB, 12.0 MB/s"
    assert view.figures["quantize"].text() == "1.0 GB of 5.0 GB, 60.0 MB/s"
    assert view.figures["verify"].text() == "5.0 GB done"
    assert view.figures["delete"].text() == "waiting"
    assert view.bars["download"].value() == 500
    assert view.whole.value() == 300
    assert "30 % in all" in view.sums.text()
    assert view.left.text() == "about 1 h 0 min left"
    # A silent helper: the speed falls to 0 by itself.
    studio.clock.time += 10
    studio.library.installation_changed.emit()
    assert view.figures["download"].text() == "2.5 GB of 5.0 GB, 0 B/s"
    run.say(Notice("The server sends nothing; trying again in 4 s."))
    studio.wait(lambda: not view.notice.isHidden())
    run.say(Notice(""))
    studio.wait(view.notice.isHidden)


def test_which_shard_of_how_many_is_said(desk):
    studio = desk()
    run = started(studio)
    view = studio.page.install
    run.say(progress("download", 5, shard=0, shards=0))
    studio.wait(lambda: "download" in studio.library.installation.stages)
    assert view.files["download"].text() == "model-00002-of-00005.safetensors"
    assert "shards" not in view.sums.text()
    # Continued in the middle: what an earlier run finished counts as well.
    run.say(progress("download", 5, shard=3, shards=26))
    studio.wait(lambda: studio.library.installation.shards == 26)
    assert view.files["download"].text() == "Shard 3 of 26"
    assert view.sums.text().endswith("; 1 of 26 shards ready")
    run.say(progress("quantize", 5, shard=3, shards=26))
    studio.wait(lambda: "; 2 of 26" in view.sums.text())
    run.say(progress("delete", SIZE, shard=3, shards=26))
    studio.wait(lambda: "; 3 of 26" in view.sums.text())


def test_pause_ends_the_process_and_continue_starts_another(desk):
    studio = desk()
    run = started(studio)
    run.say(progress("download", 10))
    studio.wait(lambda: step_of(studio) is Step.RUNNING)
    studio.page.install.pause_button.click()
    assert not studio.page.install.pause_button.isEnabled()
    studio.wait(lambda: step_of(studio) is Step.PAUSED)
    assert run.is_cancelled
    assert str(FOLDER) in studio.page.install.state.text()
    # What was seen is what the next plan counts with.
    studio.wait(lambda: bool(studio.services.saved))
    assert studio.services.saved[-1].bytes_per_second == 12e6
    studio.page.install.resume_button.click()
    studio.wait(lambda: len(studio.services.runs) == 2)
    assert studio.services.runs[1][1] == studio.services.runs[0][1]


def test_cancel_keeps_what_is_there_and_says_so(desk):
    studio = desk()
    run = started(studio)
    studio.page.install.cancel_button.click()
    studio.wait(lambda: step_of(studio) is Step.STOPPED)
    assert run.is_cancelled
    assert f"kept in {FOLDER}" in studio.page.install.state.text()
    assert ("delete", FOLDER) not in studio.services.calls
    studio.page.install.dismiss_button.click()
    assert studio.page.install.isHidden()
    assert not studio.page.offer.isHidden()


def test_a_failure_is_its_sentence_with_a_retry_and_then_disappears(desk):
    studio = desk()
    run = started(studio)
    view = studio.page.install
    run.say(Failed("access", "The hub wants a token (401)."))
    run.end()
    studio.wait(lambda: step_of(studio) is Step.FAILED)
    assert view.failure.sentence.text() == "The hub wants a token (401)."
    assert not view.fields_button.isHidden()
    view.retry_button.click()
    studio.wait(lambda: len(studio.services.runs) == 2)
    assert view.failure.isHidden()
    studio.services.runs[1][0].say(progress("download", 5))
    studio.wait(lambda: step_of(studio) is Step.RUNNING)


def test_what_the_helper_says_is_said_in_chinese(desk):
    studio = desk()
    studio.parts.window.set_look(replace(studio.parts.window.look_settings, language="zh_CN"))
    run = started(studio)
    view = studio.page.install
    text = "{host} did not answer in time; try again later."
    run.say(progress("download", 5), Notice(said("no_answer", text, host="hub.example")))
    studio.wait(lambda: not view.notice.isHidden())
    assert view.notice.sentence.text() == "hub.example 没有及时回应；请稍后重试。"
    text = "The drive of {folder} is full, so the installation is paused."
    run.say(Failed("space", said("disk_full", text, folder="/模型")))
    run.end()
    studio.wait(lambda: step_of(studio) is Step.FAILED)
    assert view.failure.sentence.text().startswith("/模型 所在的磁盘已满")
    studio.parts.window.set_look(replace(studio.parts.window.look_settings, language="en"))
    studio.settle()
    assert view.failure.sentence.text().startswith("The drive of /模型 is full")


@pytest.mark.parametrize("ending", ["silent", "cannot start"])
def test_a_process_that_ends_without_a_word_is_a_failure_too(desk, ending):
    services = ScriptedServices()
    if ending == "cannot start":
        services.failures["install"] = "The helper process cannot be started."
    studio = desk(services)
    studio.page.offer.install_button.click()
    if ending == "silent":
        studio.wait(lambda: bool(services.runs))
        services.runs[0][0].end()
    studio.wait(lambda: step_of(studio) is Step.FAILED)
    assert studio.page.install.failure.sentence.text()
    assert not studio.page.install.retry_button.isHidden()


def test_a_finished_model_is_used_once_the_answer_is_over(desk):
    studio = desk()
    window, controller = studio.parts.window, studio.parts.controller
    run = started(studio)
    window.close_models()
    studio.ask("Hello?")
    assert controller.phase.is_busy
    run.say(Finished(str(FOLDER), OFFERED.repo, "0" * 40, "int4-g64", 20_000_000_000))
    run.end()
    studio.wait(lambda: step_of(studio) is Step.DONE)
    assert controller.model_path == str(paths.demo_model_folder())
    studio.engine.model = replace(DEMO, name="Clover-35B")
    studio.finish()
    assert controller.model_path == str(FOLDER)
    assert controller.phase is Phase.LOADING
    studio.engine.play()
    studio.settle()
    assert window.model_name.text() == "Clover-35B"
    assert window.demo_tag.isHidden()
    studio.wait(lambda: any(values.selected for values in studio.services.saved))
    assert studio.services.saved[-1].selected == str(FOLDER)


def test_an_interrupted_installation_is_offered_at_the_next_start(open_window):
    entry = clover_entry(FOLDER, problem="not finished", plan=None, order=ORDER)
    studio = open_window(services=ScriptedServices(entries=(entry,)))
    window = studio.parts.window
    studio.wait(lambda: "Continue" in window.welcome.get_button.text())
    assert window.welcome.get_button.text() == f"Continue installing {FOLDER.name}"
    window.welcome.get_button.click()
    studio.wait(lambda: len(window.models.cards) == 2)
    card = window.models.cards[1]
    assert card.use_button.isHidden()
    assert "interrupted" in card.problem.sentence.text()
    card.continue_button.click()
    services = window.models._library.services
    studio.wait(lambda: bool(services.runs))
    assert services.runs[0][1] == ORDER
    assert card.continue_button.isHidden()
    assert not card.delete_button.isEnabled()


def test_messages_after_a_pause_change_nothing_but_the_end():
    installation = Installation(ORDER, 0.0)
    installation.take(progress("download", 5), 1.0)
    installation.step = Step.PAUSING
    installation.take(Failed("child", "killed"), 2.0)
    assert installation.step is Step.PAUSING
    installation.end(Failed("child", "killed"))
    assert installation.step is Step.PAUSED
    assert installation.failure is None
    assert installation.rate("download", 2.0) == 0


def test_nothing_is_over_before_the_helper_is_gone():
    installation = Installation(ORDER, 0.0)
    installation.take(Failed("access", "The hub wants a token (401)."), 1.0)
    assert installation.step.is_active
    installation.end(Failed("child", "killed"))
    assert installation.step is Step.FAILED
    assert installation.failure.error == "access"
    installation.restart(2.0)
    installation.take(Finished(str(FOLDER), OFFERED.repo, "0" * 40, "int4-g64", 1), 3.0)
    assert installation.step.is_active
    installation.end(None)
    assert installation.step is Step.DONE
    installation.restart(4.0)
    installation.end(None)
    assert (installation.step, installation.result) == (Step.FAILED, None)


# --- installed models ---------------------------------------------------------------------------


def test_demo_and_clover_side_by_side_and_back_without_a_restart(desk):
    studio = desk(ScriptedServices(entries=(clover_entry(FOLDER),)))
    page, window = studio.page, studio.parts.window
    demo, clover = page.cards
    assert demo.tag.text() == "In use"
    assert demo.delete_button.isHidden()
    assert "experts per layer on the GPU" in clover.plan.text()
    studio.engine.model = replace(DEMO, name="Clover-35B", path=str(FOLDER))
    clover.use_button.click()
    assert clover.tag.text() == "Loading…"
    assert studio.engine.sent[-1] == Load(str(FOLDER))
    studio.engine.play()
    studio.settle()
    assert clover.tag.text() == "In use"
    assert not clover.delete_button.isEnabled()
    assert window.model_name.text() == "Clover-35B"
    studio.engine.model = DEMO
    demo.use_button.click()
    studio.engine.play()
    studio.settle()
    assert demo.tag.text() == "In use"
    assert window.model_name.text() == "Seedling"
    assert sum(isinstance(command, Load) for command in studio.engine.sent) == 3


def test_switching_stops_the_answer_and_nothing_is_asked_meanwhile(desk):
    studio = desk(ScriptedServices(entries=(clover_entry(FOLDER),)))
    controller = studio.parts.controller
    studio.ask("Hello?")
    studio.step(CellsFilled)
    studio.parts.window.use_model(FOLDER)
    kinds = [type(command) for command in studio.engine.sent]
    assert kinds[-2:] == [Cancel, Load]
    studio.engine.step_to(AnswerOver)
    studio.settle()
    assert controller.phase is Phase.LOADING
    assert not controller.can_send
    studio.engine.play()
    studio.settle()
    assert controller.phase is Phase.IDLE
    assert len(studio.parts.window.transcript.answers) == 1


def test_a_model_that_is_refused_leaves_the_present_one(desk, caplog):
    studio = desk(ScriptedServices(entries=(clover_entry(FOLDER),)))
    controller, window = studio.parts.controller, studio.parts.window
    studio.engine.load_failure = "The folder holds no model; install it again."
    studio.page.cards[1].use_button.click()
    studio.engine.play()
    studio.settle()
    assert controller.phase is Phase.IDLE
    assert controller.model_path == str(paths.demo_model_folder())
    assert window.notice.sentence.text() == "The folder holds no model; install it again."
    assert studio.page.cards[0].tag.text() == "In use"
    window.set_look(replace(window.look_settings, language="zh_CN"))
    studio.settle()
    assert studio.page.cards[0].tag.text() == "使用中"
    window.notice.way_taken.emit(WayOn.KEEP)
    assert controller.can_send


def test_a_model_that_fails_half_way_can_be_tried_again(desk):
    studio = desk(ScriptedServices(entries=(clover_entry(FOLDER),)))
    controller = studio.parts.controller
    studio.page.cards[1].use_button.click()
    studio.engine.pending.clear()
    studio.engine.deliver(Unloaded())
    studio.engine.fail(None, "There is not enough memory.")
    studio.settle()
    assert controller.phase is Phase.DOWN
    controller.follow(WayOn.LOAD_AGAIN)
    assert studio.engine.sent[-1] == Load(str(FOLDER))


def test_after_a_death_another_model_starts_a_new_engine(desk, caplog):
    studio = desk(ScriptedServices(entries=(clover_entry(FOLDER),)))
    studio.engine.die()
    studio.settle()
    studio.page.cards[1].use_button.click()
    studio.engine.play()
    studio.settle()
    assert studio.parts.controller.phase is Phase.IDLE
    assert studio.engine.sent[-1] == Load(str(FOLDER))


def test_verify_says_that_it_is_whole_or_what_is_bad(desk):
    studio = desk(ScriptedServices(entries=(clover_entry(FOLDER),)))
    card = studio.page.cards[1]
    card.verify_button.click()
    studio.wait(lambda: studio.library.work.is_over)
    assert "as it was written" in card.state.text()
    studio.services.failures["verify"] = "model.safetensors is damaged in the tensor x."
    card.verify_button.click()
    studio.wait(lambda: studio.library.work.is_over)
    assert card.failure.sentence.text() == "model.safetensors is damaged in the tensor x."
    assert studio.services.calls == [("verify", FOLDER)] * 2


def test_delete_asks_first_and_keep_is_the_default(desk):
    studio = desk(ScriptedServices(entries=(clover_entry(FOLDER),)))
    page = studio.page

    def box() -> QMessageBox:
        page.cards[1].delete_button.click()
        return next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox))

    asked = box()
    assert asked.text() == f"Delete {FOLDER.name}?"
    assert "downloaded again" in asked.informativeText()
    assert asked.defaultButton().text() == "Keep"
    asked.defaultButton().click()
    studio.flush()
    assert studio.services.calls == []
    next(b for b in box().buttons() if b.text() == "Delete").click()
    studio.wait(lambda: len(page.cards) == 1)
    assert studio.services.calls == [("delete", FOLDER)]


def test_moving_the_chosen_model_keeps_it_chosen(desk):
    services = ScriptedServices(
        entries=(clover_entry(FOLDER),), values=LibraryValues(selected=str(FOLDER))
    )
    studio = desk(services)
    studio.page.take_folder(Path("/media/fast"), FOLDER)
    target = Path("/media/fast") / FOLDER.name
    studio.wait(lambda: studio.page.cards[-1].entry.path == target)
    assert studio.library.values.selected == str(target)


def test_an_import_that_fails_is_told_on_the_page(desk):
    studio = desk()
    studio.services.failures["import"] = "/tmp/x is no model's folder."
    studio.page.take_folder(Path("/tmp/x"), "import")
    studio.wait(lambda: studio.library.work.is_over)
    assert studio.page.import_failure.sentence.text() == "/tmp/x is no model's folder."
    assert studio.page.import_button.isEnabled()


def test_the_fields_are_kept_masked_and_used(desk):
    studio = desk()
    fields = studio.page.fields
    fields.mirror.setText(" http://mirror.example ")
    fields.token.setText("hf_secret")
    assert "hf_secret" not in fields.token.displayText()
    fields.token.editingFinished.emit()
    studio.wait(lambda: bool(studio.services.saved))
    started(studio)
    values = studio.services.runs[0][2]
    assert (values.mirror, values.token) == ("http://mirror.example", "hf_secret")
    assert "hf_secret" not in repr(values)


def test_nothing_blocks_the_window(desk):
    class Slow(ScriptedServices):
        def delete(self, path):
            time.sleep(0.3)
            super().delete(path)

    studio = desk(Slow(entries=(clover_entry(FOLDER),)))
    begun = time.monotonic()
    studio.library.delete(FOLDER)
    assert time.monotonic() - begun < 0.1
    assert studio.page.cards[1].state.text() == "Deleting…"
    studio.wait(lambda: studio.library.work.is_over)
