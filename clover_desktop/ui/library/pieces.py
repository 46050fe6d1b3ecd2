"""Small pieces that the views of the Models page share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from clover_desktop.ui.flow import FlowLayout
from clover_desktop.ui.look import Look
from clover_desktop.ui.sentences import in_words

_STEPS = 1000


def text_label(parent: QWidget, role: str = "", *, wraps: bool = True) -> QLabel:
    """A label that takes every text as it stands."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    if role:
        label.setProperty("role", role)
    if wraps:
        # Else a long word would decide how narrow the window can be.
        label.setMinimumWidth(1)
    return label


def fact_label(parent: QWidget) -> QLabel:
    """A label for a figure or a short sentence beside its name."""
    return text_label(parent, "fact")


def button(parent: QWidget, kind: str = "") -> QPushButton:
    """A button as wide as its words."""
    made = QPushButton(parent)
    made.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    if kind:
        made.setProperty("kind", kind)
    return made


def explain(made: QPushButton, reason: str) -> None:
    """Say why a button cannot be pressed now; an empty reason says nothing."""
    made.setToolTip(reason)
    made.setAccessibleDescription(reason)


def busy_words() -> str:
    """Why no second piece of work can be begun."""
    return QCoreApplication.translate(
        "Library", "Another piece of work runs; wait for it or stop it."
    )


class ButtonRow(QWidget):
    """Buttons side by side, in as many rows as they need."""

    def __init__(self, buttons: Sequence[QPushButton], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = FlowLayout(self)
        for made in buttons:
            self._row.addWidget(made)

    def fit(self) -> None:
        """Choose the rows anew, after buttons have come or gone."""
        self._row.invalidate()


class Bar(QProgressBar):
    """A thin bar whose value is a share from 0 to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(0, _STEPS)
        self.setTextVisible(False)
        self.setFixedHeight(6)

    def set_share(self, share: float) -> None:
        """Show a share."""
        self.setValue(round(_STEPS * min(1.0, max(0.0, share))))


class PathLabel(QLabel):
    """A path, its middle left out where there is too little room; whole as a tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "muted")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._whole = ""

    def set_path(self, text: str) -> None:
        """Show a path, or words with one."""
        self._whole = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        mode = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(self._whole, mode, max(40, self.width())))


class Remark(QFrame):
    """A sentence with an icon in a coloured box: `error` or `warning`."""

    def __init__(self, look: Look, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look, self._kind = look, kind
        self._said = ""
        self.setProperty("card", kind)
        self._icon = QLabel(self)
        self.sentence = text_label(self)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(10)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.sentence, 1)
        column.addLayout(top)
        column.addLayout(self._row)
        look.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def add_button(self, made: QPushButton) -> None:
        """A way on, below the sentence."""
        if self._row.count() == 0:
            self._row.setContentsMargins(32, 0, 0, 2)
            self._row.addStretch(1)
        self._row.insertWidget(self._row.count() - 1, made)

    def show_sentence(self, sentence: str) -> None:
        """Show it in the window's language; an empty one hides the box."""
        self._said = sentence
        self.sentence.setText(in_words(sentence))
        self.setVisible(bool(sentence))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.sentence.setText(in_words(self._said))

    @Slot()
    def _restyle(self) -> None:
        colour = "danger" if self._kind == "error" else "warning"
        icon = self._look.theme.icon("warning", colour)
        self._icon.setPixmap(icon.pixmap(QSize(20, 20), self.devicePixelRatioF()))


class FolderChooser(QObject):
    """Asks for a folder without stopping the window.

    Signals:
        chosen(Path, object): the folder, and what was asked for.
    """

    chosen = Signal(object, object)

    def ask(self, parent: QWidget, title: str, start: Path, purpose: object) -> QFileDialog:
        """Open the dialog."""
        dialog = QFileDialog(parent, title, str(start))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setProperty("purpose", purpose)
        dialog.fileSelected.connect(self._take)
        dialog.open()
        return dialog

    @Slot(str)
    def _take(self, folder: str) -> None:
        dialog = self.sender()
        purpose = dialog.property("purpose") if dialog is not None else None
        self.chosen.emit(Path(folder), purpose)
