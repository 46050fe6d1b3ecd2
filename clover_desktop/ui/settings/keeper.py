"""Keeps what is set: a moment after the last change, on a thread of its own, and at the end."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from clover_desktop.errors import said
from clover_desktop.settings import (
    AnswerSettings,
    LookSettings,
    Settings,
    SettingsFile,
    WindowSettings,
)

log = logging.getLogger(__name__)

DELAY_MS = 500


class SettingsKeeper(QObject):
    """The settings in force and the file that keeps them.

    Attributes:
        settings: as they are now. problem: a sentence about the file, or empty.

    Signals:
        could_not_save(Sentence): once until a save succeeds.
    """

    could_not_save = Signal(object)

    def __init__(self, file: SettingsFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = file
        self.settings = file.load()
        self.problem = file.problem
        self._saved = self.settings
        self._thread: threading.Thread | None = None
        self._is_told = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._save_aside)

    def keep_answer(self, answer: AnswerSettings) -> None:
        """The defaults of answers from now on."""
        self._take(replace(self.settings, answer=answer))

    def keep_look(self, look: LookSettings) -> None:
        """Theme, language and speed of the animation."""
        self._take(replace(self.settings, look=look))

    def keep_window(self, window: WindowSettings) -> None:
        """What of the window is open, and how large it is."""
        self._take(replace(self.settings, window=window))

    @Slot()
    def finish(self) -> None:
        """Save what is not yet saved, and wait for it: the window closes."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._save(self.settings)

    def _take(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self._timer.start()

    @Slot()
    def _save_aside(self) -> None:
        # Waiting for the disk would hold the picture still.
        if self._thread is not None and self._thread.is_alive():
            self._timer.start()
            return
        self._thread = threading.Thread(
            target=self._save, args=(self.settings,), name="clover-settings"
        )
        self._thread.start()

    def _save(self, settings: Settings) -> None:
        if settings == self._saved:
            return
        try:
            self._file.save(settings, since=self._saved)
        except OSError as error:
            log.warning("the settings cannot be saved: %s", error)
            if not self._is_told:
                self._is_told = True
                self.could_not_save.emit(not_kept(error.strerror or type(error).__name__))
        else:
            self._saved, self._is_told = settings, False


def not_kept(why: str) -> str:
    """What to say where nothing can be written."""
    text = "The settings cannot be saved ({why}): they hold until the app is closed."
    return said("settings_not_kept", text, why=why)
