"""What this machine has, and the offered model's plan for it. Nothing starts from here unasked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from clover_desktop.planning import Gpu, Machine, Plan
from clover_desktop.ui.library import words
from clover_desktop.ui.library.pieces import PathLabel, button, fact_label, text_label
from clover_desktop.ui.library.services import OFFERED, OFFERED_SCHEMES
from clover_desktop.ui.library.state import Survey, size_text
from clover_desktop.ui.look import Look
from clover_desktop.ui.settings.controls import Segments

_ASSUMED_BYTES_PER_SECOND = 100e6 / 8
_COLUMNS = 3
_ROOM_FOR_COLUMNS = 520
DECODERS = ("low_confidence", "draft_self", "causal")


class MachineView(QFrame):
    """GPU, its free memory, RAM, free disk, driver."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "surface")
        self._machine: Machine | None = None
        self._names = [text_label(self, "muted") for _ in range(5)]
        self.facts = [fact_label(self) for _ in range(5)]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(20, 14, 20, 14)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(12)
        self._pairs = [QWidget(self) for _ in self.facts]
        for pair, name, fact in zip(self._pairs, self._names, self.facts, strict=True):
            column = QVBoxLayout(pair)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(1)
            column.addWidget(name)
            column.addWidget(fact)
            column.addStretch(1)
        self._columns = 0
        self._arrange((4, 3, 3))
        self._retranslate()

    def _arrange(self, stretches: tuple[int, ...]) -> None:
        """Put the facts into as many columns as there are shares of the width."""
        if len(stretches) == self._columns:
            return
        self._columns = len(stretches)
        for place, pair in enumerate(self._pairs):
            self._grid.addWidget(pair, *divmod(place, self._columns))
        for column, stretch in enumerate((*stretches, 0)[:_COLUMNS]):
            self._grid.setColumnStretch(column, stretch)

    def show_machine(self, machine: Machine | None) -> None:
        """Show it; None while it is not known yet."""
        self._machine = machine
        self._retranslate()

    def _retranslate(self) -> None:
        titles = (
            self.tr("GPU"),
            self.tr("Free GPU memory"),
            self.tr("GPU driver"),
            self.tr("RAM"),
            self.tr("Free disk"),
        )
        for label, title in zip(self._names, titles, strict=True):
            label.setText(title)
        machine = self._machine
        if machine is None:
            for fact in self.facts:
                fact.setText(self.tr("Looking…"))
            return
        none = self.tr("none")
        gpus = machine.gpus
        texts = (
            "\n".join(gpu.name for gpu in gpus) or self.tr("none; the engine runs on the CPU"),
            "\n".join(self._memory_of(gpu) for gpu in gpus) or none,
            "\n".join(gpu.driver or self.tr("not known") for gpu in gpus) or none,
            self._ram_of(machine),
            size_text(machine.free_disk) if machine.free_disk is not None else self.tr("not known"),
        )
        for fact, title, text in zip(self.facts, titles, texts, strict=True):
            fact.setText(text)
            fact.setAccessibleName(f"{title}: {text}")

    def _memory_of(self, gpu: Gpu) -> str:
        if gpu.is_integrated:
            return self.tr("shares the RAM")
        if gpu.free is None:
            return self.tr("not known")
        if gpu.total is None:
            return size_text(gpu.free)
        return self.tr("{0} of {1}").format(size_text(gpu.free), size_text(gpu.total))

    def _ram_of(self, machine: Machine) -> str:
        if machine.ram_total is None:
            return self.tr("{0} free").format(size_text(machine.ram))
        return self.tr("{0} free of {1}").format(
            size_text(machine.ram), size_text(machine.ram_total)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange((4, 3, 3) if event.size().width() >= _ROOM_FOR_COLUMNS else (1, 1))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


class PlanView(QFrame):
    """The offered model: what fits, how fast, how long the download takes, how much disk, where.

    Signals:
        install_asked(str): the person agreed, with this scheme.
        place_asked(): another folder is to be chosen.
    """

    install_asked = Signal(str)
    place_asked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._survey: Survey | None = None
        self._place = Path()
        self._rate = 0.0
        self._is_free = True
        self._chosen_by_person = False
        self.setProperty("card", "surface")
        self._title = QLabel(OFFERED.title, self)
        self._title.setObjectName("setting_title")
        self._about = text_label(self, "muted")
        self._icon = QLabel(self)
        self.headline = text_label(self)
        self.headline.setObjectName("notice_title")
        self.details = text_label(self, "muted")
        self.notes = text_label(self, "muted")
        self.scheme = Segments(self)
        self.scheme_note = text_label(self, "muted")
        self._names = [text_label(self, "muted", wraps=False) for _ in range(4)]
        for name in self._names[:3]:
            # Small type beside larger: both first lines stand on one height.
            name.setContentsMargins(0, 2, 0, 0)
        self.speeds = fact_label(self)
        self.download = fact_label(self)
        self.disk = fact_label(self)
        self.place = PathLabel(self)
        self.place.setProperty("role", "fact")
        self.place_button = button(self)
        self.install_button = button(self, "primary")
        self._promise = text_label(self, "muted")
        self._lay_out()
        self.scheme.chosen.connect(self._choose)
        self.place_button.clicked.connect(self.place_asked)
        self.install_button.clicked.connect(self._ask)
        look.changed.connect(self._show)
        self._retranslate()

    @property
    def plan(self) -> Plan | None:
        """The plan of the chosen scheme."""
        if self._survey is None:
            return None
        return self._survey.plans.get(str(self.scheme.value()))

    def show_survey(
        self, survey: Survey | None, place: Path, bytes_per_second: float, *, is_free: bool
    ) -> None:
        """Show a plan; `is_free` tells that no installation runs."""
        self._survey, self._place, self._rate = survey, place, bytes_per_second
        self._is_free = is_free
        if survey is not None and not self._chosen_by_person:
            self.scheme.set_value(_best_scheme(survey))
        self._show()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        said = QVBoxLayout()
        said.setSpacing(4)
        said.addWidget(self.headline)
        said.addWidget(self.details)
        head.addLayout(said, 1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        where = QHBoxLayout()
        where.setSpacing(10)
        where.addWidget(self.place, 1)
        where.addWidget(self.place_button)
        for row, item in enumerate((self.speeds, self.download, self.disk)):
            grid.addWidget(self._names[row], row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(item, row, 1)
        grid.addWidget(self._names[3], 3, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addLayout(where, 3, 1)
        pack = QHBoxLayout()
        pack.setSpacing(14)
        self.scheme.setFixedWidth(190)
        pack.addWidget(self.scheme)
        pack.addWidget(self.scheme_note, 1)
        foot = QHBoxLayout()
        foot.setSpacing(14)
        foot.addWidget(self.install_button)
        foot.addWidget(self._promise, 1)
        titles = QVBoxLayout()
        titles.setSpacing(2)
        titles.addWidget(self._title)
        titles.addWidget(self._about)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 18)
        column.setSpacing(16)
        column.addLayout(titles)
        column.addLayout(head)
        column.addLayout(pack)
        column.addLayout(grid)
        column.addWidget(self.notes)
        column.addLayout(foot)

    @Slot(object)
    def _choose(self, scheme: str) -> None:
        self._chosen_by_person = True
        self._show()

    @Slot()
    def _ask(self) -> None:
        self.install_asked.emit(str(self.scheme.value()))

    @Slot()
    def _show(self) -> None:
        plan = self.plan
        self.place.set_path(str(self._place))
        self.scheme_note.setText(
            self.tr("The best answers; the usual choice.")
            if self.scheme.value() == OFFERED_SCHEMES[0].name
            else self.tr("Smaller, and a little less exact: for cards that 4 bits do not fit.")
        )
        self.install_button.setEnabled(plan is not None and self._is_free)
        fits = plan is not None and plan.fits
        name, colour = ("check", "accent") if fits else ("warning", "warning")
        self._icon.setVisible(plan is not None)
        icon = self._look.theme.icon(name, colour)
        self._icon.setPixmap(icon.pixmap(QSize(20, 20), self.devicePixelRatioF()))
        self.install_button.setText(
            self.tr("Download and install") if fits else self.tr("Install all the same")
        )
        # What does not fit may still be wanted on a disk, but nobody should do it by mistake.
        self.install_button.setProperty("kind", "primary" if fits else "")
        self.install_button.style().polish(self.install_button)
        rate = self._rate or _ASSUMED_BYTES_PER_SECOND
        time = words.duration(OFFERED.source_nbytes / rate)
        size = size_text(OFFERED.source_nbytes)
        if self._rate:
            text = self.tr("{0}, about {1} at the speed seen last ({2}/s)")
            self.download.setText(text.format(size, time, size_text(self._rate)))
        else:
            text = self.tr("{0}, about {1} at 100 Mbit/s; yours is seen when it runs")
            self.download.setText(text.format(size, time))
        if plan is None:
            self.headline.setText(self.tr("Looking at what this computer has…"))
            for label in (self.details, self.speeds, self.disk):
                label.setText("" if label is self.details else "…")
            self.details.hide()
            self.notes.hide()
            return
        self.headline.setText(words.headline(plan))
        assert self._survey is not None
        way = words.way_out(self._survey, str(self.scheme.value()))
        self.details.setText(way)
        self.details.setVisible(bool(way))
        notes = words.notes(plan)
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        self.speeds.setText(self._speeds_of(plan))
        text = self.tr("{0} at its peak, {1} when it is done")
        self.disk.setText(
            text.format(size_text(plan.install_peak_bytes), size_text(plan.installed_bytes))
        )

    def _speeds_of(self, plan: Plan) -> str:
        if not any(plan.tokens_per_second.values()):
            return self.tr("none: it cannot be loaded here")
        text = self.tr("Diffusion {0}, Draft and verify {1}, One by one {2} tokens per second; {3}")
        measured = plan.request.bandwidths
        known = any(value is not None for value in (measured.vram, measured.ram, measured.link))
        return text.format(
            *(words.speed(plan.tokens_per_second[decoder]) for decoder in DECODERS),
            self.tr("from what was measured here") if known else self.tr("an estimate"),
        )

    def _retranslate(self) -> None:
        names = [words.scheme_name(scheme.name) for scheme in OFFERED_SCHEMES]
        self.scheme.set_choices([scheme.name for scheme in OFFERED_SCHEMES], names, self.tr("Size"))
        if self.scheme.value() is None:
            self.scheme.set_value(OFFERED_SCHEMES[0].name)
        self._about.setText(
            self.tr(
                "35 billion parameters, 3 billion at work for each token; {0}; from {1}"
            ).format(OFFERED.licence, OFFERED.repo)
        )
        titles = (self.tr("Speed"), self.tr("Download"), self.tr("Disk"), self.tr("Folder"))
        for label, title in zip(self._names, titles, strict=True):
            label.setText(title)
        self.place_button.setText(self.tr("Change…"))
        self.place_button.setAccessibleName(self.tr("Change the folder of models"))
        self._promise.setText(
            self.tr("Nothing is downloaded before you press this. It can be paused at any time.")
        )
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


def _best_scheme(survey: Survey) -> str:
    """The first that fits, else the first."""
    names = [scheme.name for scheme in OFFERED_SCHEMES]
    return next((name for name in names if survey.plans[name].fits), names[0])
