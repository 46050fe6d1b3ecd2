"""Every command of the window once: its name, its keys, and what it does.

Buttons, shortcuts and the list of shortcuts are made from one `Command`, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget


@dataclass(frozen=True)
class Command:
    """`name` gives the translated name now; `keys` are shown and all work."""

    key: str
    name: Callable[[], str]
    keys: tuple[str, ...]
    run: Callable[[], object]


class Actions:
    """The commands as actions of a window."""

    def __init__(self, window: QWidget, commands: tuple[Command, ...]) -> None:
        self.commands = commands
        self._actions: dict[str, QAction] = {}
        for command in commands:
            action = QAction(window)
            action.setShortcuts([QKeySequence(keys) for keys in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(command.run)
            window.addAction(action)
            self._actions[command.key] = action
        self.retranslate()

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def retranslate(self) -> None:
        """Name the actions in the present language."""
        for command in self.commands:
            self._actions[command.key].setText(command.name())

    def tip(self, key: str) -> str:
        """The name with its keys, as a tooltip."""
        action = self._actions[key]
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        return f"{action.text()} ({keys})" if keys else action.text()


class ShortcutSheet(QDialog):
    """The list of all commands and their keys."""

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions = actions
        self._names: list[QLabel] = []
        self._title = QLabel(self)
        self._title.setProperty("role", "title")
        self._close = QPushButton(self)
        self._close.setProperty("kind", "primary")
        self._close.clicked.connect(self.accept)
        grid = QGridLayout()
        grid.setHorizontalSpacing(36)
        grid.setVerticalSpacing(10)
        for row, command in enumerate(actions.commands):
            name = QLabel(self)
            sequences = [QKeySequence(keys) for keys in command.keys]
            native = QKeySequence.SequenceFormat.NativeText
            keys = QLabel("   ".join(keys.toString(native) for keys in sequences), self)
            keys.setObjectName("shortcut_keys")
            keys.setTextFormat(Qt.TextFormat.PlainText)
            self._names.append(name)
            grid.addWidget(name, row, 0)
            grid.addWidget(keys, row, 1, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 22)
        column.setSpacing(18)
        column.addWidget(self._title)
        column.addLayout(grid)
        column.addWidget(self._close, 0, Qt.AlignmentFlag.AlignRight)
        self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self._title.setText(self.tr("Keyboard shortcuts"))
        self._close.setText(self.tr("Close"))
        for label, command in zip(self._names, self._actions.commands, strict=True):
            label.setText(command.name())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
