"""The theme in force and the frame clock, handed to every widget that paints or styles itself."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from clover_desktop.settings import AnimationSpeed
from clover_desktop.ui.frame import FrameClock
from clover_desktop.ui.theme import Theme


class Look(QObject):
    """What all widgets share about their appearance.

    Signals:
        changed(): the theme is another one.
        speed_changed(str): the live block is to move `live`, `slow` or `off`.
    """

    changed = Signal()
    speed_changed = Signal(str)

    def __init__(self, theme: Theme, clock: FrameClock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.clock = clock
        self.speed: AnimationSpeed = "live"

    def set_theme(self, theme: Theme) -> None:
        """Change the theme of everything that listens."""
        self.theme = theme
        self.changed.emit()

    def set_speed(self, speed: AnimationSpeed) -> None:
        """Change how the live block moves."""
        self.speed = speed
        self.speed_changed.emit(speed)
