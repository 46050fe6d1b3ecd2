"""Composition root: builds every service of the window and joins them; the one file that knows all.

The order of a start is: the fault handler, so that a crash leaves a trace; Qt and the theme; the
window, painted; only then the engine's thread, which imports torch and loads the demo model behind
the window.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from clover_desktop import __version__, paths
from clover_desktop.engine_client import ThreadEngine
from clover_desktop.settings import FILE_NAME, SettingsFile
from clover_desktop.ui.bridge import Engine, EngineBridge
from clover_desktop.ui.chat.controller import ChatController
from clover_desktop.ui.frame import FrameClock
from clover_desktop.ui.language import Translations
from clover_desktop.ui.library.library import Library
from clover_desktop.ui.library.services import Services
from clover_desktop.ui.look import Look
from clover_desktop.ui.settings.keeper import SettingsKeeper, not_kept
from clover_desktop.ui.theme import apply_theme, theme_for
from clover_desktop.ui.window import MainWindow

log = logging.getLogger(__name__)

NO_DISPLAY = (
    "Clover Desktop cannot open a window: no display can be reached. Start it from a desktop, or "
    "use the command line: {0} chat --prompt TEXT"
)
MISTAKE = (
    "Clover Desktop made a mistake of its own ({0}: {1}); if it is not in order now, start it "
    "anew. The file window.log in its folder of logs says more."
)
# How long closing waits for the pass that runs. The thread is a daemon: it never holds us longer.
_CLOSE_SECONDS = 5.0


@dataclass
class Application:
    """All parts of a running window."""

    window: MainWindow
    controller: ChatController
    bridge: EngineBridge
    look: Look
    translations: Translations
    library: Library

    def close_engine(self, timeout: float = _CLOSE_SECONDS) -> bool:
        """End the engine; False if its thread is still there after `timeout` seconds."""
        return self.bridge.close(timeout)


def build(
    app: QApplication,
    make_engine: Callable[[], Engine],
    *,
    model_path: Path | None = None,
    clock: FrameClock | None = None,
    services: Services | None = None,
    settings: SettingsFile | None = None,
) -> Application:
    """Build the window and what it needs. Nothing is shown, and no engine started, yet.

    Args:
        model_path: the model to load; else the one chosen last, as long as it is there, or the
            demo model. services: what the Models page has done elsewhere, for tests.
        settings: the file of the settings, else the person's own.
    """
    keeper = SettingsKeeper(settings or _settings_file(), app)
    theme = theme_for(keeper.settings.look.theme)
    apply_theme(app, theme)
    look = Look(theme, clock or FrameClock(app), app)
    look.speed = keeper.settings.look.animation
    translations = Translations(app)
    translations.use(keeper.settings.look.language)
    bridge = EngineBridge(make_engine, app)
    demo = paths.demo_model_folder()
    library = Library(services or Services(), now=look.clock.now, parent=app)
    path = model_path or _selected(library) or demo
    controller = ChatController(bridge, str(path), now=look.clock.now, parent=app)
    window = MainWindow(controller, look, translations, library, keeper, demo_path=demo)
    # The engine imports its libraries only when there is something to look at.
    window.first_painted.connect(controller.start)
    window.closed.connect(library.close)
    window.closed.connect(keeper.finish)
    return Application(window, controller, bridge, look, translations, library)


def _settings_file() -> SettingsFile:
    try:
        return SettingsFile(paths.config_folder() / FILE_NAME)
    except OSError as error:
        # A home that cannot be written is no reason not to start.
        file = SettingsFile(None)
        file.problem = not_kept(error.strerror or type(error).__name__)
        return file


def _selected(library: Library) -> Path | None:
    """The model that was in use last, if its folder is still there."""
    path = Path(library.values.selected)
    try:
        return path if library.values.selected and (path / "config.json").is_file() else None
    except OSError:
        return None


def main(model_path: Path | None = None) -> int:
    """Open the window and stay until it is closed; returns the exit code of the process."""
    _keep_logs()
    _prepare_threads()
    # Ctrl+C in the terminal: Qt's loop would keep Python from ever seeing it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = _open_display()
    parts = build(app, ThreadEngine, model_path=model_path)
    parts.window.show()
    code = app.exec()
    if not parts.close_engine():
        # Still importing, or stuck in a driver: leaving now is all that is left.
        log.warning("the engine did not end within %s s", _CLOSE_SECONDS)
        logging.shutdown()
        os._exit(code)
    return code


def _keep_logs() -> None:
    try:
        folder = paths.logs_folder()
        # Open for as long as the process lives, as faulthandler asks.
        faulthandler.enable((folder / "faults.log").open("a", encoding="utf-8"))
        handler: logging.Handler = RotatingFileHandler(
            folder / "window.log", maxBytes=500_000, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        # A read-only home is no reason not to start.
        if sys.stderr is not None:
            faulthandler.enable()
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    # A full disk is no reason for a traceback in the terminal, nor is a mistake in a slot: Qt goes
    # on after it.
    logging.raiseExceptions = False
    sys.excepthook = _log_mistake
    threading.excepthook = _log_mistake_of_thread


def _log_mistake(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Keep what nobody caught in the log; the terminal gets a sentence."""
    log.critical("not caught: %s", kind.__name__, exc_info=(kind, error, trace))
    if sys.stderr is not None:
        sys.stderr.write(MISTAKE.format(kind.__name__, error) + "\n")
        sys.stderr.flush()


def _log_mistake_of_thread(mistake: threading.ExceptHookArgs) -> None:
    error = mistake.exc_value or mistake.exc_type()
    _log_mistake(mistake.exc_type, error, mistake.exc_traceback)


def _prepare_threads() -> None:
    # Before torch is imported. Its idle threads would spin and starve everything else, and a pass
    # of many small calls would hold the interpreter for 5 ms at a time.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    sys.setswitchinterval(0.001)


def _open_display() -> QApplication:
    """The Qt application. Where Qt would abort, the process ends with a sentence and code 1."""
    previous = qInstallMessageHandler(_explain_fatal)
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    app = QApplication(sys.argv[:1])
    qInstallMessageHandler(previous)
    app.setApplicationName("Clover Desktop")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("clover-desktop")
    return app


def _explain_fatal(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    if kind == QtMsgType.QtFatalMsg:
        log.warning("Qt: %s", message)
        sys.stderr.write(NO_DISPLAY.format(paths.command_name()) + "\n")
        sys.stderr.flush()
        # Qt aborts as soon as this returns.
        os._exit(1)
    log.debug("Qt: %s", message)
