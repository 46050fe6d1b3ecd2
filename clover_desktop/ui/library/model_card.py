"""One model on this machine: what it is, its plan, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from clover_desktop.ui.library import words
from clover_desktop.ui.library.pieces import (
    Bar,
    ButtonRow,
    PathLabel,
    Remark,
    busy_words,
    button,
    explain,
    fact_label,
    text_label,
)
from clover_desktop.ui.library.state import Entry, Work, WorkKind, size_text
from clover_desktop.ui.look import Look


class ModelCard(QFrame):
    """A model.

    Signals (each with the card's entry):
        use_asked, verify_asked, move_asked, delete_asked, continue_asked, quantize_asked
        stop_asked(): end the check or copy that runs.
    """

    use_asked = Signal(object)
    verify_asked = Signal(object)
    move_asked = Signal(object)
    delete_asked = Signal(object)
    continue_asked = Signal(object)
    quantize_asked = Signal(object)
    stop_asked = Signal()

    def __init__(self, look: Look, entry: Entry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = entry
        self._work: Work | None = None
        self._is_used = False
        self._is_loading = False
        self._is_blocked = False
        self.setProperty("card", "surface")
        self.name = text_label(self, wraps=False)
        self.name.setObjectName("setting_title")
        self.tag = QLabel(self)
        self.tag.setObjectName("demo_tag")
        self.tag.setTextFormat(Qt.TextFormat.PlainText)
        self.about = text_label(self, "muted")
        self.path = PathLabel(self)
        self.plan = fact_label(self)
        self.notes = text_label(self, "muted")
        self.packing = text_label(self, "muted")
        self.problem = Remark(look, "warning", self)
        self.failure = Remark(look, "error", self)
        self.state = text_label(self, "muted")
        self.bar = Bar(self)
        self.use_button = button(self, "primary")
        self.continue_button = button(self, "primary")
        self.quantize_button = button(self)
        self.verify_button = button(self)
        self.move_button = button(self)
        self.delete_button = button(self)
        self.stop_button = button(self, "quiet")
        self._lay_out()
        for made, asked in (
            (self.use_button, self._ask_use),
            (self.continue_button, self._ask_continue),
            (self.quantize_button, self._ask_quantize),
            (self.verify_button, self._ask_verify),
            (self.move_button, self._ask_move),
            (self.delete_button, self._ask_delete),
        ):
            made.clicked.connect(asked)
        self.stop_button.clicked.connect(self.stop_asked)
        self._retranslate()

    def show_state(
        self, *, is_used: bool, is_loading: bool, work: Work | None, is_installing: bool
    ) -> None:
        """Show what goes on.

        Args:
            is_used: this model answers, or is being loaded (`is_loading`). work: the present or
                last one, of whatever model. is_installing: an installation into this folder runs.
        """
        entry = self.entry
        mine = work if work is not None and work.path == entry.path else None
        is_busy = work is not None and not work.is_over
        runs = mine is not None and not mine.is_over
        self._work, self._is_used = mine, is_used
        self._is_blocked = is_busy or is_installing
        self._is_loading = is_loading
        self._show_tag()
        self.use_button.setVisible(entry.is_usable and not is_used)
        self.use_button.setEnabled(not runs)
        self.continue_button.setVisible(entry.order is not None and not is_installing)
        for made in (self.verify_button, self.move_button):
            made.setVisible(entry.is_usable and not entry.is_demo)
            made.setEnabled(not is_busy and not is_installing)
        self.verify_button.setVisible(entry.is_usable and bool(entry.scheme))
        self.move_button.setEnabled(self.move_button.isEnabled() and not is_used)
        self.delete_button.setVisible(not entry.is_demo)
        self.delete_button.setEnabled(not is_busy and not is_installing and not is_used)
        self.problem.show_sentence("" if is_installing else self._problem_words())
        packing = entry.packing
        can_quantize = packing is not None and not packing.is_done and not packing.is_taken
        self.quantize_button.setVisible(can_quantize and not runs)
        self.quantize_button.setEnabled(
            packing is not None and not packing.lacks and not is_busy and not is_installing
        )
        self.packing.setVisible(packing is not None and not packing.is_done and not runs)
        self.failure.show_sentence(mine.failure if mine is not None else "")
        self._show_work()
        self._explain()
        # A row without buttons takes no room either.
        self._foot.setVisible(not entry.is_demo or not is_used)
        self._foot.fit()

    def _explain(self) -> None:
        """Why the grey buttons are grey."""
        busy = busy_words() if self._is_blocked else ""
        used = self.tr("This model is in use; choose another one first.") if self._is_used else ""
        for made, reason in (
            (self.use_button, busy),
            (self.quantize_button, busy),
            (self.verify_button, busy),
            (self.move_button, busy or used),
            (self.delete_button, busy or used),
        ):
            explain(made, "" if made.isEnabled() else reason)

    def _problem_words(self) -> str:
        if self.entry.order is not None:
            return self.tr("This installation was interrupted. What is finished is kept.")
        return self.entry.problem

    def _scheme_of_packing(self) -> str:
        return self.entry.packing.scheme if self.entry.packing is not None else ""

    def _packing_words(self) -> str:
        """What a packed copy would take, or why there can be none."""
        packing = self.entry.packing
        if packing is None:
            return ""
        scheme, size = words.scheme_name(packing.scheme), size_text(packing.nbytes)
        if packing.is_taken:
            text = self.tr("No copy with {0} can be made: {1} is there already and no model.")
            return text.format(scheme, packing.dest)
        if packing.lacks and packing.free is not None:
            text = self.tr("For a copy with {0}, {1}.")
            return text.format(scheme, words.disk_shortage(packing.lacks, packing.free))
        if packing.is_begun:
            text = self.tr("A copy with {0} is begun; what is finished is kept.")
            return text.format(scheme)
        text = self.tr("A copy with {0} would take {1}; this one stays.")
        return text.format(scheme, size)

    def _show_tag(self) -> None:
        if self._is_loading:
            text = self.tr("Loading…")
        elif self._is_used:
            text = self.tr("In use")
        elif self.entry.is_demo:
            text = self.tr("Demo")
        elif self.entry.order is not None:
            text = self.tr("Not finished")
        else:
            text = ""
        self.tag.setText(text)
        self.tag.setVisible(bool(text))

    def _show_work(self) -> None:
        work = self._work
        runs = work is not None and not work.is_over
        self.bar.setVisible(runs and work is not None and work.total > 0)
        self.stop_button.setVisible(runs and work is not None and work.kind is not WorkKind.DELETE)
        text = self._state_of(work) if work is not None else ""
        self.state.setText(text)
        self.state.setVisible(bool(text))
        if work is not None and work.total:
            self.bar.set_share(work.done / work.total)

    def _state_of(self, work: Work) -> str:
        if work.is_over:
            if work.failure or work.is_stopped:
                return ""
            match work.kind:
                case WorkKind.VERIFY:
                    return self.tr("Every file and tensor is as it was written.")
                case WorkKind.QUANTIZE:
                    return self.tr("Done: the quantized model is in the list.")
                case _:
                    return ""
        match work.kind:
            case WorkKind.VERIFY:
                doing = self.tr("Verifying…")
            case WorkKind.MOVE:
                doing = self.tr("Moving; the old copy is deleted when the new one is checked…")
            case WorkKind.DELETE:
                return self.tr("Deleting…")
            case WorkKind.IMPORT:
                doing = self.tr("Copying…")
            case WorkKind.QUANTIZE:
                doing = self.tr("Quantizing to {0}; it can be stopped and continued…").format(
                    words.scheme_name(self._scheme_of_packing())
                )
        if not work.total:
            return doing
        sizes = self.tr("{0} of {1}").format(size_text(work.done), size_text(work.total))
        if work.seconds_left is None:
            return f"{doing} {sizes}"
        left = self.tr("about {0} left").format(words.duration(work.seconds_left))
        return f"{doing} {sizes} · {left}"

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.name)
        head.addWidget(self.tag, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addStretch(1)
        self._foot = ButtonRow(
            (
                self.use_button,
                self.continue_button,
                self.quantize_button,
                self.verify_button,
                self.move_button,
                self.delete_button,
                self.stop_button,
            ),
            self,
        )
        words_of = QVBoxLayout()
        words_of.setSpacing(3)
        words_of.addLayout(head)
        words_of.addWidget(self.about)
        words_of.addWidget(self.path)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 16)
        column.setSpacing(12)
        column.addLayout(words_of)
        column.addWidget(self.plan)
        column.addWidget(self.notes)
        column.addWidget(self.packing)
        column.addWidget(self.problem)
        column.addWidget(self.failure)
        column.addWidget(self.state)
        column.addWidget(self.bar)
        column.addWidget(self._foot)

    @Slot()
    def _ask_use(self) -> None:
        self.use_asked.emit(self.entry)

    @Slot()
    def _ask_continue(self) -> None:
        self.continue_asked.emit(self.entry)

    @Slot()
    def _ask_quantize(self) -> None:
        self.quantize_asked.emit(self.entry)

    @Slot()
    def _ask_verify(self) -> None:
        self.verify_asked.emit(self.entry)

    @Slot()
    def _ask_move(self) -> None:
        self.move_asked.emit(self.entry)

    @Slot()
    def _ask_delete(self) -> None:
        self.delete_asked.emit(self.entry)

    def _retranslate(self) -> None:
        entry = self.entry
        self.name.setText(entry.name)
        about = [size_text(entry.nbytes)]
        if entry.is_demo:
            about.append(self.tr("comes with the app, is not clever"))
        elif entry.scheme or entry.is_usable:
            about.append(words.scheme_name(entry.scheme))
        if entry.repo:
            about.append(entry.repo)
        self.about.setText(" · ".join(about))
        self.path.setVisible(not entry.is_demo)
        self.path.set_path(str(entry.path))
        self.plan.setText(words.headline(entry.plan) if entry.plan is not None else "")
        self.plan.setVisible(entry.plan is not None)
        notes = words.notes(entry.plan) if entry.plan is not None and not entry.is_demo else ""
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        self.packing.setText(self._packing_words())
        is_begun = entry.packing is not None and entry.packing.is_begun
        self.quantize_button.setText(
            self.tr("Continue quantizing") if is_begun else self.tr("Quantize")
        )
        self.use_button.setText(self.tr("Use this model"))
        self.continue_button.setText(self.tr("Continue the installation"))
        self.verify_button.setText(self.tr("Verify"))
        self.move_button.setText(self.tr("Move…"))
        self.delete_button.setText(self.tr("Delete…"))
        self.stop_button.setText(self.tr("Stop"))
        for made in (
            self.use_button,
            self.continue_button,
            self.quantize_button,
            self.verify_button,
            self.move_button,
            self.delete_button,
            self.stop_button,
        ):
            made.setAccessibleName(f"{made.text()} {entry.name}")
        self._show_tag()
        self._explain()
        self._show_work()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
