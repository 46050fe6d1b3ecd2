"""A window with a scripted engine and a clock that moves only when told to."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from clover_desktop import app as composition
from clover_desktop.tools.pictures import StillClock, Studio
from clover_desktop.tools.scripted_engine import Script, ScriptedEngine, reply
from clover_desktop.tools.scripted_library import ScriptedServices
from clover_desktop.ui.chat.composer import Composer
from clover_desktop.ui.chat.controller import Phase
from clover_desktop.ui.library.services import Services
from clover_desktop.ui.look import Look
from clover_desktop.ui.theme import Theme, apply_theme

OpenWindow = Callable[..., Studio]


def pytest_configure(config: pytest.Config) -> None:
    """The offscreen platform says this of every window with a least size."""
    config.addinivalue_line("qt_log_ignore", "This plugin does not support propagateSizeHints")


@pytest.fixture(autouse=True)
def no_old_widgets(qapp: QApplication) -> Iterator[None]:
    """Delete the windows of a test at its end: a style sheet visits every widget that is left."""
    yield
    for window in qapp.topLevelWidgets():
        window.close()
        window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def look(qapp: QApplication) -> Iterator[Look]:
    """A theme and a still clock for single widgets."""
    theme = Theme.load("light")
    apply_theme(qapp, theme)
    # In the app the window has it.
    qapp.setStyleSheet(theme.style_sheet())
    yield Look(theme, StillClock())
    qapp.setStyleSheet("")


@pytest.fixture
def composer(look, qtbot):
    made = Composer(look)
    qtbot.addWidget(made)
    made.resize(600, 120)
    made.show()
    made.set_phase(Phase.IDLE)
    return made


@pytest.fixture
def sent(composer):
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    return texts


@pytest.fixture
def open_window(qapp: QApplication) -> Iterator[OpenWindow]:
    """Opens a window whose engine answers with the given scripts, its model loaded."""
    studios: list[Studio] = []

    def open_it(
        *scripts: Script,
        loads: bool = True,
        engine: ScriptedEngine | None = None,
        services: Services | None = None,
    ):
        made = engine or ScriptedEngine(scripts)
        clock = StillClock()
        parts = composition.build(
            qapp, lambda: made, clock=clock, services=services or ScriptedServices()
        )
        studio = Studio(qapp, parts, made, clock)
        studios.append(studio)
        parts.window.show()
        studio.settle()
        if loads:
            made.play()
            studio.settle()
        return studio

    yield open_it
    for studio in studios:
        studio.parts.window.close()
        studio.parts.close_engine()
        studio.parts.translations.use("en")
        studio.parts.window.deleteLater()
        studio.flush()


@pytest.fixture
def desk(open_window: OpenWindow) -> Callable[..., Studio]:
    """A window on its Models page, everything listed."""

    def open_it(
        services: ScriptedServices | None = None, engine: ScriptedEngine | None = None
    ) -> Studio:
        made = services or ScriptedServices()
        studio = open_window(reply("Hello."), services=made, engine=engine)
        studio.services = made
        studio.parts.window.open_models()
        page = studio.parts.window.models
        wanted = 1 + len(made.listed)
        studio.wait(lambda: studio.parts.library.survey is not None)
        studio.wait(lambda: len(page.cards) == wanted)
        studio.page = page
        studio.library = studio.parts.library
        return studio

    return open_it
