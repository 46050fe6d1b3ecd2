"""The controls of the panel: a switch, a choice of few, a slider with its value."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QScrollBar,
    QSizePolicy,
    QSlider,
    QStyledItemDelegate,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from clover_desktop.ui.look import Look

_TRACK = QSize(40, 22)


class Switch(QCheckBox):
    """On or off, drawn as a track with a knob; to a screen reader it is a check box."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        look.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return _TRACK + QSize(4, 4)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, position: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(2, (self.height() - _TRACK.height()) / 2, _TRACK.width(), _TRACK.height())
        is_on = self.isChecked()
        fill = "accent" if is_on else "border_strong"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(fill, alpha=1.0 if self.isEnabled() else 0.4))
        painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
        side = track.height() - 6
        left = track.right() - side - 3 if is_on else track.left() + 3
        painter.setBrush(theme.color("on_accent" if is_on else "surface"))
        painter.drawEllipse(QRectF(left, track.top() + 3, side, side))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("focus"), 1.6))
            ring = track.adjusted(-1, -1, 1, 1)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
        painter.end()


class Choice(QComboBox):
    """A drop-down list with the theme's own arrow."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        # The delegate of a combo box draws menu items, which no style sheet reaches.
        self.setItemDelegate(QStyledItemDelegate(self))
        popup = self.view().window()
        flags = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        popup.setWindowFlags(popup.windowFlags() | flags)
        # The corners around the rounded list.
        popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        look.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        icon = self._look.theme.icon("chevron_down")
        side = 16
        icon.paint(painter, self.width() - side - 8, (self.height() - side) // 2, side, side)
        painter.end()


class Segments(QWidget):
    """One of a few values, side by side; arrow keys move between them.

    Signals:
        chosen(object): the value the person chose.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("segments")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._values: list[object] = []
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(3, 3, 3, 3)
        self._row.setSpacing(2)
        self._group.idClicked.connect(self._choose)

    def set_choices(self, values: Sequence[object], names: Sequence[str], title: str) -> None:
        """Offer `values` under `names`; `title` is what they are about, for screen readers."""
        kept = self.value()
        if list(values) != self._values:
            for button in self._group.buttons():
                self._group.removeButton(button)
                self._row.removeWidget(button)
                button.hide()
                button.deleteLater()
            self._values = list(values)
            for index in range(len(values)):
                button = QToolButton(self)
                button.setProperty("kind", "segment")
                button.setCheckable(True)
                button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                self._group.addButton(button, index)
                self._row.addWidget(button)
        for index, name in enumerate(names):
            button = self._group.button(index)
            button.setText(name)
            button.setAccessibleName(f"{title}: {name}")
        self.setAccessibleName(title)
        self.set_value(kept)

    def value(self) -> object:
        """The chosen value, or None."""
        index = self._group.checkedId()
        return self._values[index] if 0 <= index < len(self._values) else None

    def set_value(self, value: object) -> None:
        """Choose `value` without a signal, if it is among the choices."""
        if value in self._values:
            self._group.button(self._values.index(value)).setChecked(True)

    @Slot(int)
    def _choose(self, index: int) -> None:
        self.chosen.emit(self._values[index])


class ValueSlider(QWidget):
    """A number by slider or by keyboard; both show the same value.

    Signals:
        changed(float): the person chose another value.
    """

    changed = Signal(float)

    def __init__(
        self, least: float, most: float, step: float, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._step = step
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(round(least / step), round(most / step))
        self.slider.setPageStep(max(1, round((most - least) / step / 10)))
        self.field = QDoubleSpinBox(self)
        self.field.setRange(least, most)
        self.field.setSingleStep(step)
        self.field.setDecimals(2)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.field.setFixedWidth(64)
        inset_text(self.field)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.slider, 1)
        row.addWidget(self.field)
        self.slider.valueChanged.connect(self._take_slider)
        self.field.valueChanged.connect(self._take_field)
        self.setFocusProxy(self.slider)

    def value(self) -> float:
        """The number."""
        return self.field.value()

    def set_value(self, value: float) -> None:
        """Show `value` without a signal."""
        for widget in (self.slider, self.field):
            widget.blockSignals(True)
        self.field.setValue(value)
        self.slider.setValue(round(value / self._step))
        for widget in (self.slider, self.field):
            widget.blockSignals(False)

    def set_title(self, title: str) -> None:
        """What the number is, for screen readers."""
        self.slider.setAccessibleName(title)
        self.field.setAccessibleName(title)

    @Slot(int)
    def _take_slider(self, steps: int) -> None:
        self.set_value(steps * self._step)
        self.changed.emit(self.value())

    @Slot(float)
    def _take_field(self, value: float) -> None:
        self.set_value(value)
        self.changed.emit(value)


def inset_text(field: QAbstractSpinBox) -> None:
    """Keep the text of a number field off its frame: style sheets do not reach that far."""
    field.lineEdit().setTextMargins(6, 0, 6, 0)


class Setting(QWidget):
    """A titled control with the sentence that says what it does."""

    def __init__(self, control: QWidget, *, beside: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(self)
        self.title.setObjectName("setting_title")
        self.title.setBuddy(control)
        self.explanation = QLabel(self)
        self.explanation.setProperty("role", "muted")
        self.explanation.setWordWrap(True)
        for label in (self.title, self.explanation):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.control = control
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        if beside:
            row = QHBoxLayout()
            row.addWidget(self.title, 1)
            row.addWidget(control)
            column.addLayout(row)
        else:
            column.addWidget(self.title)
            column.addWidget(control)
        column.addWidget(self.explanation)

    def set_words(self, title: str, explanation: str) -> None:
        """The title and the one sentence."""
        self.title.setText(title)
        self.explanation.setText(explanation)
        self.control.setAccessibleDescription(explanation)
        if not self.control.accessibleName():
            self.control.setAccessibleName(title)


class WheelGuard(QObject):
    """Lets the wheel scroll the panel instead of changing a value that is not in focus."""

    def guard(self, root: QWidget) -> None:
        """Watch all controls below `root` whose value a wheel would change."""
        for kind in (QAbstractSpinBox, QComboBox, QAbstractSlider):
            for widget in root.findChildren(kind):
                if isinstance(widget, QScrollBar):
                    continue  # a slider too, and the one that is to take the wheel
                widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_wheel = event.type() == QEvent.Type.Wheel
        if is_wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)
