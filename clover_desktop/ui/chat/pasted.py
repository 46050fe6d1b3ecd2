"""Long texts that wait above the composer as chips, and what counts as long.

A text field lays a paragraph out as a whole: a million characters without a break would stop the
window for half a minute. A long paste is kept as it is, and joins the message when that is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QMimeData, QSize, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from clover_desktop.ui.flow import FlowLayout
from clover_desktop.ui.library.state import size_text
from clover_desktop.ui.look import Look

LONGEST_PASTE = 8_000
MOST_PASTED_LINES = 200
# What is typed and pasted in short pieces may grow to this before the next piece becomes a chip;
# a chip up to this may be put back into the field.
MOST_IN_FIELD = 40_000
_TIP = 300


def is_long(text: str) -> bool:
    """Whether a pasted text is shown as a chip."""
    return len(text) > LONGEST_PASTE or text.count("\n") >= MOST_PASTED_LINES


def joined(typed: str, pasted: Sequence[str]) -> str:
    """The message: what was typed, then what was pasted, a blank line between two."""
    return "\n\n".join((typed, *pasted) if typed.strip() or not pasted else pasted)


def has_files(data: QMimeData) -> bool:
    """Whether files are dropped or pasted: a browser's link to a page is text."""
    return any(url.isLocalFile() for url in data.urls())


class PastedChip(QFrame):
    """One long text.

    Signals:
        edit_asked(), remove_asked()
    """

    edit_asked = Signal()
    remove_asked = Signal()

    def __init__(self, look: Look, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = text
        self._look = look
        self.setObjectName("pasted_chip")
        self.body = QPushButton(self)
        self.body.setObjectName("pasted_body")
        self.body.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.remove = QToolButton(self)
        self.remove.setObjectName("pasted_remove")
        self.remove.setIconSize(QSize(14, 14))
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        row.addWidget(self.body)
        row.addWidget(self.remove)
        self.body.clicked.connect(self.edit_asked)
        self.remove.clicked.connect(self.remove_asked)
        # One that is too long for the field can only be taken away.
        self.body.setEnabled(len(text) <= MOST_IN_FIELD)
        look.changed.connect(self._restyle)
        self._restyle()
        self._retranslate()

    @Slot()
    def _restyle(self) -> None:
        self.remove.setIcon(self._look.theme.icon("close"))

    def _retranslate(self) -> None:
        nbytes = len(self.text.encode("utf-8", "replace"))
        name = self.tr("Pasted text, {0}").format(size_text(nbytes))
        self.body.setText(name)
        self.body.setAccessibleName(name)
        tip = f"<p>{escape(' '.join(self.text[:_TIP].split()))}…</p>"
        if self.body.isEnabled():
            change = self.tr("Press to change it in the field.")
            self.body.setAccessibleDescription(change)
            tip += f"<p>{escape(change)}</p>"
        self.body.setToolTip(tip)
        remove = self.tr("Remove the pasted text")
        self.remove.setToolTip(remove)
        self.remove.setAccessibleName(f"{remove} ({size_text(nbytes)})")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


class PastedTexts(QWidget):
    """The chips, in rows; hidden while there is none.

    Signals:
        changed(): a text came or went.
        edit_asked(str): a text is to be put into the field; it is no chip any more.
        emptied(): the focus was on a chip, and the last one went.
    """

    changed = Signal()
    edit_asked = Signal(str)
    emptied = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.chips: list[PastedChip] = []
        self._flow = FlowLayout(self, spacing=6)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)
        self.setSizePolicy(policy)
        self.hide()

    @property
    def texts(self) -> list[str]:
        """The pasted texts in the order they came."""
        return [chip.text for chip in self.chips]

    def add(self, text: str, after: QWidget) -> None:
        """Show `text` as a chip; the Tab key reaches it behind those before, the first behind
        `after`."""
        chip = PastedChip(self._look, text, self)
        chip.edit_asked.connect(self._edit)
        chip.remove_asked.connect(self._remove)
        before = self.chips[-1].remove if self.chips else after
        self.chips.append(chip)
        self._flow.addWidget(chip)
        chip.show()
        QWidget.setTabOrder(before, chip.body)
        QWidget.setTabOrder(chip.body, chip.remove)
        self.show()
        self.changed.emit()

    def clear(self) -> None:
        """Take all away."""
        for chip in tuple(self.chips):
            self._drop(chip)

    @Slot()
    def _edit(self) -> None:
        chip = self.sender()
        if isinstance(chip, PastedChip):
            self._drop(chip)
            self.edit_asked.emit(chip.text)

    @Slot()
    def _remove(self) -> None:
        chip = self.sender()
        if isinstance(chip, PastedChip):
            place = self.chips.index(chip)
            self._drop(chip)
            if self.chips:
                self.chips[min(place, len(self.chips) - 1)].remove.setFocus()
            else:
                self.emptied.emit()

    def _drop(self, chip: PastedChip) -> None:
        self.chips.remove(chip)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.deleteLater()
        self.setVisible(bool(self.chips))
        self.changed.emit()
