"""Pictures of the window, the same on every run: `python -m clover_desktop.tools.pictures FOLDER`.

A scripted engine answers, a clock that stands still until it is told to move times every movement,
and each scene is saved as NAME.png in light and dark.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication

from clover_desktop import app as composition
from clover_desktop.downloads.library_values import LibraryValues
from clover_desktop.downloads.messages import Failed, Notice, Progress
from clover_desktop.planning import Gpu
from clover_desktop.protocol import BlockCommitted, CellsDrafted, CellsFilled, Finished
from clover_desktop.settings import LanguageChoice, SettingsFile, ThemeChoice
from clover_desktop.tools.scripted_engine import ScriptedEngine, reply
from clover_desktop.tools.scripted_library import (
    GAMING,
    LAPTOP,
    ScriptedServices,
    clover_entry,
    unpacked_entry,
)
from clover_desktop.ui.frame import FrameClock
from clover_desktop.ui.library.services import OFFERED
from clover_desktop.ui.library.state import Order

STORY = (
    "Mira kept a lantern on the hill above the harbour. Every evening a small fox came and sat "
    "beside it, because the light was warm.\n\n"
    "One night the wind blew the flame out. The fox did not leave. It curled around the cold "
    "glass until morning, and when Mira came up the path, she found them both asleep."
)

HELP = (
    "The threshold says how sure the model must be to fill a position. A high threshold is "
    "careful and slow, a low one is fast and makes more mistakes.\n\n"
    "- **0.95** is the model's own value\n"
    "- **0.80** needs about half the passes\n"
    "- **1.00** fills one position in each pass\n\n"
    "```python\n"
    "if confidence > threshold:\n"
    "    fill(position)\n"
    "```\n\n"
    "| Threshold | Passes a block | Tokens per pass |\n"
    "|---|---|---|\n"
    "| 0.95 | 6 | 5.3 |\n"
    "| 0.80 | 3 | 10.7 |"
)

CHINESE = (
    "从前，山脚下住着一只小狐狸。每天傍晚，它都会坐在一盏旧灯笼旁边，看着港口的船慢慢靠岸。"
    "\n\n一天夜里，风把灯吹灭了。小狐狸没有离开，它守着冰凉的玻璃，一直等到天亮。"
)

THOUGHT = "The user asks what the threshold does. I explain it, then give three values to try."


class StillClock(FrameClock):
    """A frame clock whose time moves only when `pass_time` says so."""

    def __init__(self) -> None:
        self.time = 100.0
        super().__init__(time_source=lambda: self.time)

    def pass_time(self, seconds: float) -> None:
        """Move on by `seconds`, in a few frames: what moves is a function of time."""
        frames = max(1, min(5, round(seconds / 0.016)))
        for _ in range(frames):
            self.time += seconds / frames
            self.advance()


@dataclass
class Studio:
    """A window whose engine and time are in our hands."""

    app: QApplication
    parts: composition.Application
    engine: ScriptedEngine
    clock: StillClock
    services: ScriptedServices | None = None

    def settle(self, seconds: float = 0.0) -> None:
        """Deliver what is queued, let `seconds` pass, and lay everything out."""
        self.flush()
        if seconds:
            self.clock.pass_time(seconds)
        self.flush()

    def flush(self) -> None:
        """Work off all pending Qt events, deferred deletions included."""
        for _ in range(6):
            self.app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
            self.app.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def wait(self, is_so: Callable[[], bool], seconds: float = 5.0) -> None:
        """Work off events until `is_so`: what runs on a thread needs a moment."""
        until = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > until:
                raise TimeoutError("what was waited for did not happen")
            time.sleep(0.005)
            self.flush()

    def ask(self, text: str) -> None:
        """Type and send a question."""
        self.parts.window.composer.set_text(text)
        self.parts.window.composer.submitted.emit(text)
        self.settle()

    def step(self, kind: type, count: int = 1, seconds: float = 0.12) -> None:
        """Play up to the `count`-th event of `kind`, letting time pass before each event."""
        while count and self.engine.pending:
            self.clock.pass_time(seconds)
            (event,) = self.engine.step()
            self.flush()
            count -= isinstance(event, kind)
        self.settle(seconds)

    def finish(self) -> None:
        """Play the answer to its end and let it settle."""
        self.step(Finished)
        self.settle(3.0)


def welcome(studio: Studio) -> None:
    """Before the first question."""


def narrow(studio: Studio) -> None:
    """The welcome page in the smallest window."""
    studio.parts.window.resize(studio.parts.window.minimumSize())
    studio.settle()


def half_filled(studio: Studio) -> None:
    """The second block of a story, three passes in."""
    studio.ask("Tell me a short story about a fox and a lantern.")
    studio.step(CellsFilled, 8)
    studio.settle(0.3)


def finished(studio: Studio) -> None:
    """A finished answer with a thought, a list, code and a table."""
    studio.ask("What does the confidence threshold do?")
    studio.finish()


def chinese(studio: Studio) -> None:
    """A Chinese answer, its second block half filled."""
    studio.ask("给我讲一个关于狐狸和灯笼的小故事。")
    studio.step(CellsFilled, 8)
    studio.settle(0.3)


def thinking(studio: Studio) -> None:
    """An open thought."""
    studio.ask("What does the confidence threshold do?")
    studio.step(CellsFilled, 3)
    studio.settle(0.3)


def drafted(studio: Studio) -> None:
    """A round of draft and verify, before the verdict."""
    studio.parts.window.panel.decoder.setCurrentIndex(1)
    studio.ask("Tell me a short story about a fox and a lantern.")
    studio.step(BlockCommitted, 3)
    studio.step(CellsDrafted, 1)
    studio.settle(0.3)


def settings_open(studio: Studio) -> None:
    """The panel beside a finished answer."""
    finished(studio)
    studio.parts.window.toggle_panel()
    studio.settle()


def settings_chinese(studio: Studio) -> None:
    """The panel beside a Chinese answer."""
    studio.ask("给我讲一个关于狐狸和灯笼的小故事。")
    studio.finish()
    studio.parts.window.toggle_panel()
    studio.settle()


def settings_end(studio: Studio) -> None:
    """The lower half of the panel."""
    settings_open(studio)
    bar = studio.parts.window.panel.scroll_bar()
    bar.setValue(bar.maximum())


def failed(studio: Studio) -> None:
    """The engine has died in the middle of an answer."""
    studio.ask("Tell me a short story about a fox and a lantern.")
    studio.step(BlockCommitted, 1)
    studio.settle(1.0)
    studio.engine.die("The engine stopped in the middle of an answer; restart it to go on.")
    studio.settle(1.0)


def shortcuts(studio: Studio) -> None:
    """The list of shortcuts."""
    studio.parts.window.show_shortcuts()
    studio.settle()


def models(studio: Studio) -> None:
    """The Models page before anything is installed."""
    window = studio.parts.window
    window.open_models()
    studio.wait(lambda: studio.parts.library.survey is not None)
    studio.wait(lambda: bool(window.models.cards))
    studio.settle()


def models_end(studio: Studio) -> None:
    """Its lower half."""
    models(studio)
    bar = studio.parts.window.models.scroll_bar()
    bar.setValue(bar.maximum())
    studio.settle()


def models_narrow(studio: Studio) -> None:
    """The page in the smallest window."""
    studio.parts.window.resize(studio.parts.window.minimumSize())
    models(studio)


def models_not_fitting(studio: Studio) -> None:
    """A laptop without a GPU and with little memory."""
    assert studio.services is not None
    studio.services.machine = LAPTOP
    models(studio)


def models_installed(studio: Studio) -> None:
    """The demo model and Clover side by side, an interrupted installation below."""
    assert studio.services is not None
    folder = Path("/home/mira/models/Clover-35B-A3B-Preview")
    order = Order(OFFERED.repo, Path("/media/archive/Clover-35B-compact"), scheme="compact")
    studio.services.listed = (
        clover_entry(folder),
        clover_entry(
            order.folder, scheme="compact", nbytes=6_400_000_000, plan=None, order=order,
            problem="The installation is not finished; continue it.",
        ),
    )  # fmt: skip
    models(studio)
    studio.parts.library.refresh()
    studio.wait(lambda: len(studio.parts.window.models.cards) == 3)
    studio.settle()


def models_unpacked(studio: Studio) -> None:
    """Imported folders: one that is being quantized, one without room for its copy; two cards."""
    assert studio.services is not None
    place = Path("/home/mira/models")
    studio.services.machine = replace(
        GAMING,
        gpus=(
            replace(GAMING.gpus[0], free=9_100_000_000),
            Gpu("NVIDIA GeForce GTX 1650", index=1, total=4 * 2**30, free=3_900_000_000),
            Gpu("Intel graphics 4680", vendor="intel", is_integrated=True),
        ),
    )
    studio.services.is_slow = True
    studio.services.listed = (
        unpacked_entry(place / "Clover-35B-A3B-Preview"),
        unpacked_entry(place / "Clover-35B-tuned", free=14_200_000_000),
    )
    models(studio)
    studio.parts.library.refresh()
    page = studio.parts.window.models
    studio.wait(lambda: len(page.cards) == 3)
    page.cards[1].quantize_button.click()
    studio.wait(lambda: bool(studio.parts.library.work and studio.parts.library.work.total))
    page.other.repo.setText("Diffuspace")
    page.other.install_button.click()
    studio.settle()


def models_unpacked_end(studio: Studio) -> None:
    """Its lower half."""
    models_unpacked(studio)
    page = studio.parts.window.models
    page.show_widget(page.cards[2])
    studio.settle()


def models_unpacked_narrow(studio: Studio) -> None:
    """The same in the smallest window."""
    studio.parts.window.resize(studio.parts.window.minimumSize())
    models_unpacked_end(studio)


def models_other_narrow(studio: Studio) -> None:
    """The field for another repository in the smallest window."""
    studio.parts.window.resize(studio.parts.window.minimumSize())
    models_unpacked(studio)
    studio.parts.window.models.show_widget(studio.parts.window.models.other)
    studio.settle()


def installing(studio: Studio) -> None:
    """Four stages of a running installation."""
    models(studio)
    page = studio.parts.window.models
    page.offer.install_button.click()
    library = studio.parts.library
    assert studio.services is not None
    studio.wait(lambda: bool(studio.services and studio.services.runs))
    run = studio.services.runs[0][0]
    names = [f"model-{number:05d}-of-00014.safetensors" for number in range(1, 8)]
    sums = {"all_done": 52_400_000_000, "all_total": 138_600_000_000, "seconds_left": 4_920.0}
    sums["shards"] = 14
    size = 4_990_000_000
    for stage, shard, done, rate in (
        ("delete", 5, size, 0.0),
        ("verify", 6, size, 0.0),
        ("quantize", 6, 2_300_000_000, 61e6),
        ("download", 7, 3_120_000_000, 11.4e6),
    ):
        run.say(Progress(stage, names[shard - 1], done, size, rate, shard=shard, **sums))  # type: ignore[arg-type]
    studio.wait(lambda: bool(library.installation and "download" in library.installation.stages))
    studio.settle()


def installing_narrow(studio: Studio) -> None:
    """The same in the smallest window."""
    studio.parts.window.resize(studio.parts.window.minimumSize())
    installing(studio)
    studio.parts.window.models.show_widget(studio.parts.window.models.install)
    studio.settle()


def install_waiting(studio: Studio) -> None:
    """The hub is silent: the speed is 0, and the page says what is waited for."""
    installing(studio)
    assert studio.services is not None
    library = studio.parts.library
    studio.services.runs[0][0].say(
        Notice("cdn-lfs.huggingface.co sends nothing any more; trying again in 8 s.")
    )
    studio.wait(lambda: bool(library.installation and library.installation.notice))
    studio.clock.time += 30
    library.installation_changed.emit()
    studio.settle()


def install_paused(studio: Studio) -> None:
    """Paused by the person."""
    installing(studio)
    studio.parts.window.models.install.pause_button.click()
    studio.wait(lambda: not _is_active(studio))
    studio.settle()


def install_failed(studio: Studio) -> None:
    """A token is asked for."""
    installing(studio)
    assert studio.services is not None
    run = studio.services.runs[0][0]
    run.say(
        Failed(
            "access",
            "huggingface.co refuses Diffuspace/Clover-35B-A3B-Preview without a token (401); put "
            "a token of an account that may read it into the token field.",
        )
    )
    run.end()
    studio.wait(lambda: not _is_active(studio))
    studio.settle()


def _is_active(studio: Studio) -> bool:
    installation = studio.parts.library.installation
    return installation is not None and installation.step.is_active


@dataclass(frozen=True)
class Scene:
    """What to show and how."""

    name: str
    play: Callable[[Studio], None]
    theme: ThemeChoice
    answer: str = STORY
    thought: str = ""
    language: LanguageChoice = "en"


SCENES = (
    Scene("welcome-light", welcome, "light"),
    Scene("welcome-dark", welcome, "dark"),
    Scene("welcome-chinese", welcome, "light", language="zh_CN"),
    Scene("narrow-light", narrow, "light"),
    Scene("block-light", half_filled, "light"),
    Scene("block-dark", half_filled, "dark"),
    Scene("answer-light", finished, "light", HELP, THOUGHT),
    Scene("answer-dark", finished, "dark", HELP, THOUGHT),
    Scene("thinking-light", thinking, "light", HELP, THOUGHT * 2),
    Scene("draft-light", drafted, "light"),
    Scene("chinese-light", chinese, "light", CHINESE, language="zh_CN"),
    Scene("chinese-dark", chinese, "dark", CHINESE, language="zh_CN"),
    Scene("settings-light", settings_open, "light", HELP, THOUGHT),
    Scene("settings-dark", settings_open, "dark", HELP, THOUGHT),
    Scene("settings-end-light", settings_end, "light", HELP, THOUGHT),
    Scene("settings-chinese", settings_chinese, "light", CHINESE, language="zh_CN"),
    Scene("error-light", failed, "light"),
    Scene("error-dark", failed, "dark"),
    Scene("shortcuts-light", shortcuts, "light"),
    Scene("models-light", models, "light"),
    Scene("models-dark", models, "dark"),
    Scene("models-chinese", models, "light", language="zh_CN"),
    Scene("models-end-light", models_end, "light"),
    Scene("models-narrow-light", models_narrow, "light"),
    Scene("models-not-fitting-light", models_not_fitting, "light"),
    Scene("models-installed-light", models_installed, "light"),
    Scene("models-installed-dark", models_installed, "dark"),
    Scene("models-unpacked-light", models_unpacked, "light"),
    Scene("models-unpacked-end-light", models_unpacked_end, "light"),
    Scene("models-unpacked-end-dark", models_unpacked_end, "dark"),
    Scene("models-unpacked-chinese", models_unpacked, "light", language="zh_CN"),
    Scene("models-unpacked-end-chinese", models_unpacked_end, "dark", language="zh_CN"),
    Scene("models-unpacked-narrow-light", models_unpacked_narrow, "light"),
    Scene("models-other-narrow-chinese", models_other_narrow, "light", language="zh_CN"),
    Scene("installing-light", installing, "light"),
    Scene("installing-dark", installing, "dark"),
    Scene("installing-chinese", installing, "light", language="zh_CN"),
    Scene("installing-narrow-light", installing_narrow, "light"),
    Scene("install-waiting-light", install_waiting, "light"),
    Scene("install-paused-light", install_paused, "light"),
    Scene("install-failed-light", install_failed, "light"),
)


def render(app: QApplication, scene: Scene, folder: Path) -> Path:
    """Save one scene; returns its file."""
    engine = ScriptedEngine([reply(scene.answer, thinking=scene.thought)])
    clock = StillClock()
    services = ScriptedServices(GAMING, values=LibraryValues(bytes_per_second=11.6e6))
    parts = composition.build(
        app, lambda: engine, clock=clock, services=services, settings=SettingsFile(None)
    )
    studio = Studio(app, parts, engine, clock, services)
    window = parts.window
    window.set_look(replace(window.look_settings, theme=scene.theme, language=scene.language))
    if not scene.thought:
        window.panel.thinking.setChecked(False)
    window.show()
    studio.settle()
    engine.play()
    studio.settle()
    scene.play(studio)
    dialog = app.activeModalWidget() or window
    target = window if dialog is window else dialog
    # The cursor blinks: a picture without it is the same every time.
    window.composer.edit.clearFocus()
    window.composer.setProperty("focused", scene.play is welcome)
    window.composer.style().polish(window.composer)
    studio.settle()
    path = folder / f"{scene.name}.png"
    target.grab().save(str(path))
    if target is not window:
        target.close()
    window.close()
    parts.close_engine()
    parts.translations.use("en")
    window.deleteLater()
    studio.flush()
    return path


def main() -> int:
    """Render all scenes, or those whose names are given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, help="where the PNG files go")
    parser.add_argument("--only", nargs="*", default=[], help="names of scenes")
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    for scene in SCENES:
        if not arguments.only or scene.name in arguments.only:
            print(render(app, scene, arguments.folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
