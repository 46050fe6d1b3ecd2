"""A running, paused or ended installation: four stages, bytes, speed, time left, ways on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from clover_desktop.downloads.messages import STAGES
from clover_desktop.ui.library import words
from clover_desktop.ui.library.pieces import Bar, ButtonRow, Remark, button, text_label
from clover_desktop.ui.library.state import Installation, Step, size_text
from clover_desktop.ui.look import Look

_ROOM_FOR_FILES = 520
# What a person can mend in the fields below the list.
_FIELD_KINDS = ("access", "proxy", "network", "redirect", "usage")


class InstallView(QFrame):
    """One installation.

    Signals:
        pause_asked(), resume_asked(), cancel_asked(), dismiss_asked()
        fields_asked(): mirror, proxy and token may mend the failure.
    """

    pause_asked = Signal()
    resume_asked = Signal()
    cancel_asked = Signal()
    dismiss_asked = Signal()
    fields_asked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._installation: Installation | None = None
        self._now = 0.0
        self.setProperty("card", "surface")
        self.title = QLabel(self)
        self.title.setObjectName("setting_title")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.state = text_label(self, "muted")
        self.whole = Bar(self)
        self.sums = text_label(self, "muted")
        self.left = text_label(self, "muted", wraps=False)
        self.notice = Remark(look, "warning", self)
        self.failure = Remark(look, "error", self)
        self.names = {stage: text_label(self, "fact", wraps=False) for stage in STAGES}
        self.files = {stage: text_label(self, "muted", wraps=False) for stage in STAGES}
        self.bars = {stage: Bar(self) for stage in STAGES}
        self.figures = {stage: text_label(self, "muted", wraps=False) for stage in STAGES}
        self.pause_button = button(self)
        self.resume_button = button(self, "primary")
        self.retry_button = button(self, "primary")
        self.fields_button = button(self)
        self.cancel_button = button(self)
        self.dismiss_button = button(self, "quiet")
        self._lay_out()
        self.pause_button.clicked.connect(self.pause_asked)
        self.resume_button.clicked.connect(self.resume_asked)
        self.retry_button.clicked.connect(self.resume_asked)
        self.fields_button.clicked.connect(self.fields_asked)
        self.cancel_button.clicked.connect(self.cancel_asked)
        self.dismiss_button.clicked.connect(self.dismiss_asked)
        self._retranslate()

    def show_installation(self, installation: Installation | None, now: float) -> None:
        """Show where it is; None hides the view."""
        self._installation, self._now = installation, now
        self.setVisible(installation is not None)
        self._show()

    def _lay_out(self) -> None:
        self._rows = QWidget(self)
        grid = QGridLayout(self._rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(2, 1)
        for row, stage in enumerate(STAGES):
            self.figures[stage].setAlignment(
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
            self.bars[stage].setMinimumWidth(60)
            grid.addWidget(self.names[stage], row, 0)
            grid.addWidget(self.files[stage], row, 1)
            grid.addWidget(self.bars[stage], row, 2)
            grid.addWidget(self.figures[stage], row, 3)
        below = QHBoxLayout()
        below.setSpacing(12)
        below.addWidget(self.sums, 1)
        below.addWidget(self.left)
        self._foot = ButtonRow(
            (
                self.resume_button,
                self.retry_button,
                self.pause_button,
                self.fields_button,
                self.cancel_button,
                self.dismiss_button,
            ),
            self,
        )
        titles = QVBoxLayout()
        titles.setSpacing(2)
        titles.addWidget(self.title)
        titles.addWidget(self.state)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 18)
        column.setSpacing(14)
        column.addLayout(titles)
        column.addWidget(self.whole)
        column.addLayout(below)
        column.addWidget(self.notice)
        column.addWidget(self.failure)
        column.addWidget(self._rows)
        column.addWidget(self._foot)

    @Slot()
    def _show(self) -> None:
        installation = self._installation
        if installation is None:
            return
        step = installation.step
        is_over = step in (Step.FAILED, Step.STOPPED, Step.DONE)
        title = self.tr("Installation of {0}") if is_over else self.tr("Installing {0}")
        self.title.setText(title.format(installation.order.folder.name))
        self.state.setText(self._state_of(installation))
        self.whole.set_share(1.0 if step is Step.DONE else installation.share)
        self._show_sums(installation)
        is_waiting = step.is_active and bool(installation.notice)
        self.notice.show_sentence(installation.notice if is_waiting else "")
        failure = installation.failure
        self.failure.show_sentence(failure.sentence if failure is not None else "")
        self._rows.setVisible(bool(installation.stages) and step is not Step.DONE)
        for stage in STAGES:
            self._show_stage(installation, stage)
        can_act = step in (Step.STARTING, Step.RUNNING)
        self.pause_button.setVisible(can_act or step is Step.PAUSING)
        self.pause_button.setEnabled(can_act)
        self.resume_button.setVisible(step in (Step.PAUSED, Step.STOPPED))
        self.retry_button.setVisible(step is Step.FAILED)
        self.fields_button.setVisible(failure is not None and failure.error in _FIELD_KINDS)
        self.cancel_button.setVisible(can_act or step in (Step.PAUSED, Step.STOPPING))
        self.cancel_button.setEnabled(step is not Step.STOPPING)
        self.dismiss_button.setVisible(step in (Step.FAILED, Step.STOPPED, Step.DONE))
        self._foot.fit()

    def _state_of(self, installation: Installation) -> str:
        folder = installation.order.folder
        match installation.step:
            case Step.STARTING:
                return self.tr("Asking the hub which files there are…")
            case Step.RUNNING:
                return self.tr("Into {0}. You can use the app meanwhile, or close it.").format(
                    folder
                )
            case Step.PAUSING:
                return self.tr("Pausing…")
            case Step.PAUSED:
                return self.tr("Paused. What is finished is kept in {0}.").format(folder)
            case Step.STOPPING:
                return self.tr("Cancelling…")
            case Step.STOPPED:
                return self.tr(
                    "Cancelled. What is finished is kept in {0}; continue it later, or delete it "
                    "in the list below."
                ).format(folder)
            case Step.FAILED if not installation.all_done:
                return self.tr("Stopped by a problem before anything was fetched.")
            case Step.FAILED:
                return self.tr("Stopped by a problem. What is finished is kept in {0}.").format(
                    folder
                )
            case Step.DONE:
                result = installation.result
                size = size_text(result.nbytes if result is not None else 0)
                return self.tr("Ready ({0}). From now on it needs no network.").format(size)

    def _show_sums(self, installation: Installation) -> None:
        is_done = installation.step is Step.DONE
        has_sums = bool(installation.all_total) and not is_done
        self.sums.setVisible(has_sums)
        self.left.setVisible(has_sums)
        if not has_sums:
            return
        figures = (
            int(100 * installation.share),
            size_text(installation.all_done),
            size_text(installation.all_total),
        )
        if installation.shards:
            text = self.tr("{0} % in all: {1} of {2} moved and converted; {3} of {4} shards ready")
            shards = (installation.shards_done, installation.shards)
            self.sums.setText(text.format(*figures, *shards))
        else:
            text = self.tr("{0} % in all: {1} of {2} moved and converted")
            self.sums.setText(text.format(*figures))
        left = installation.seconds_left
        if installation.step is not Step.RUNNING:
            self.left.setText("")
        elif left is None:
            self.left.setText(self.tr("time left: not known yet"))
        else:
            self.left.setText(self.tr("about {0} left").format(words.duration(left)))

    def _show_stage(self, installation: Installation, stage: str) -> None:
        progress = installation.stages.get(stage)
        bar, file, figures = self.bars[stage], self.files[stage], self.figures[stage]
        if progress is None:
            bar.set_share(0.0)
            file.setText("")
            figures.setText(self.tr("waiting"))
            return
        bar.set_share(progress.done / progress.total if progress.total else 1.0)
        if progress.shards:
            text = self.tr("Shard {0} of {1}")
            file.setText(text.format(progress.shard, progress.shards))
        else:
            file.setText(progress.file)
        file.setToolTip(progress.file)
        if progress.done >= progress.total:
            figures.setText(self.tr("{0} done").format(size_text(progress.total)))
            return
        if not installation.step.is_active:
            text = self.tr("{0} of {1}")
            figures.setText(text.format(size_text(progress.done), size_text(progress.total)))
            return
        rate = installation.rate(stage, self._now)
        figures.setText(
            self.tr("{0} of {1}, {2}/s").format(
                size_text(progress.done), size_text(progress.total), size_text(rate)
            )
        )

    def _retranslate(self) -> None:
        titles = {
            "download": self.tr("Download"),
            "verify": self.tr("Verify"),
            "quantize": self.tr("Quantize"),
            "delete": self.tr("Delete the source"),
        }
        for stage, title in titles.items():
            self.names[stage].setText(title)
            self.bars[stage].setAccessibleName(title)
        self.whole.setAccessibleName(self.tr("Installation in all"))
        self.pause_button.setText(self.tr("Pause"))
        self.resume_button.setText(self.tr("Continue"))
        self.retry_button.setText(self.tr("Try again"))
        self.fields_button.setText(self.tr("Mirror, proxy, token…"))
        self.cancel_button.setText(self.tr("Cancel"))
        self.dismiss_button.setText(self.tr("Close"))
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Which shard it is matters less than how far it is.
        for label in self.files.values():
            label.setVisible(event.size().width() >= _ROOM_FOR_FILES)
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
