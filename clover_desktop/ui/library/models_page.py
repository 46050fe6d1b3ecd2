"""The Models page: the machine, the offered model, what is installed, how the hub is reached.

The page asks and shows; `Library` does. Which model answers is told to it by the window.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QScrollBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from clover_desktop.errors import UsageError
from clover_desktop.ui.library.fields import HubFields
from clover_desktop.ui.library.install_view import InstallView
from clover_desktop.ui.library.library import Library
from clover_desktop.ui.library.model_card import ModelCard
from clover_desktop.ui.library.other_repo import OtherRepo
from clover_desktop.ui.library.pieces import (
    Bar,
    FolderChooser,
    Remark,
    busy_words,
    button,
    explain,
    text_label,
)
from clover_desktop.ui.library.plan_view import MachineView, PlanView
from clover_desktop.ui.library.services import OFFERED
from clover_desktop.ui.library.state import Entry, Step, WorkKind, size_text
from clover_desktop.ui.look import Look
from clover_desktop.ui.scrolling import vertical_scroll

_WIDTH = 780
_GAP = 14


class ModelsPage(QWidget):
    """All about models.

    Signals:
        use_asked(Path): answer with this model from now on.
        close_asked(): back to the conversation.
    """

    use_asked = Signal(object)
    close_asked = Signal()

    def __init__(self, look: Look, library: Library, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._library = library
        self._used: Path | None = None
        self._is_loading = False
        self._listed: tuple[Entry, ...] = ()
        self.cards: list[ModelCard] = []
        self.back_button = QToolButton(self)
        self.back_button.setProperty("kind", "icon")
        self.back_button.setIconSize(QSize(20, 20))
        self.title = QLabel(self)
        self.title.setProperty("role", "title")
        self.problem = Remark(look, "error")
        self.machine = MachineView()
        self.offer = PlanView(look)
        self.install = InstallView(look)
        self.other = OtherRepo(look)
        self.import_button = button(self)
        self.import_state = text_label(self, "muted")
        self.import_bar = Bar(self)
        self.import_stop = button(self, "quiet")
        self.import_failure = Remark(look, "error")
        self.fields = HubFields()
        self.chooser = FolderChooser(self)
        self._lay_out()
        self._connect()
        self._restyle()
        self._retranslate()
        self.fields.set_values(library.values)
        self._show_entries()
        self._show_offer()
        self._show_installation()

    def open(self) -> None:
        """Look at everything anew; called whenever the page comes into view."""
        self._library.refresh()
        self._library.look()
        self.back_button.setFocus()

    def set_used(self, path: Path, *, is_loading: bool) -> None:
        """Which model answers, or is being loaded."""
        self._used, self._is_loading = path, is_loading
        self._show_states()

    def scroll_bar(self) -> QScrollBar:
        """What scrolls the page."""
        return self._scroll.verticalScrollBar()

    def show_widget(self, widget: QWidget) -> None:
        """Scroll until `widget` is in sight."""
        self._scroll.ensureWidgetVisible(widget, 0, 24)

    def _lay_out(self) -> None:
        body = QWidget()
        body.setObjectName("scroll_body")
        inner = QFrame(body)
        inner.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(inner)
        column.setContentsMargins(24, 4, 24, 24)
        column.setSpacing(10)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self.back_button)
        head.addWidget(self.title, 1)
        column.addLayout(head)
        column.addWidget(self.problem)
        column.addSpacing(6)
        self._machine_title = self._section(column)
        column.addWidget(self.machine)
        column.addSpacing(_GAP)
        self._offer_title = self._section(column)
        column.addWidget(self.offer)
        column.addWidget(self.install)
        self._other_title = self._section(column)
        column.addWidget(self.other)
        column.addSpacing(_GAP)
        row = QHBoxLayout()
        self._models_title = text_label(self)
        self._models_title.setObjectName("section_title")
        row.addWidget(self._models_title, 1)
        row.addWidget(self.import_button)
        column.addLayout(row)
        copying = QHBoxLayout()
        copying.setSpacing(12)
        copying.addWidget(self.import_state)
        copying.addWidget(self.import_bar, 1)
        copying.addWidget(self.import_stop)
        column.addLayout(copying)
        column.addWidget(self.import_failure)
        self._cards_column = QVBoxLayout()
        self._cards_column.setSpacing(12)
        column.addLayout(self._cards_column)
        column.addSpacing(_GAP)
        self._fields_title = self._section(column)
        column.addWidget(self.fields)
        outer = QVBoxLayout(body)
        outer.setContentsMargins(0, 0, 0, 0)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(inner, 100)
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(1)
        self._scroll = vertical_scroll(body, self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._scroll)

    def _section(self, column: QVBoxLayout) -> QLabel:
        label = text_label(self)
        label.setObjectName("section_title")
        column.addWidget(label)
        return label

    def _connect(self) -> None:
        library = self._library
        library.entries_changed.connect(self._show_entries)
        library.survey_changed.connect(self._show_offer)
        library.installation_changed.connect(self._show_installation)
        library.work_changed.connect(self._show_states)
        library.problem_changed.connect(self._show_problem)
        self.back_button.clicked.connect(self.close_asked)
        self.offer.install_asked.connect(self._install)
        self.offer.place_asked.connect(self._ask_place)
        self.other.install_asked.connect(self._install_other)
        self.install.pause_asked.connect(library.pause)
        self.install.resume_asked.connect(library.resume)
        self.install.cancel_asked.connect(library.cancel)
        self.install.dismiss_asked.connect(library.dismiss)
        self.install.fields_asked.connect(self._show_fields)
        self.import_button.clicked.connect(self._ask_import)
        self.import_stop.clicked.connect(library.stop_work)
        self.fields.changed.connect(self._keep_fields)
        self.chooser.chosen.connect(self.take_folder)
        self._look.changed.connect(self._restyle)

    # --- showing ------------------------------------------------------------------------------

    @Slot()
    def _show_entries(self) -> None:
        entries = self._library.entries
        if entries != self._listed:
            self._listed = entries
            for card in self.cards:
                self._cards_column.removeWidget(card)
                card.hide()
                card.deleteLater()
            self.cards = [self._card(entry) for entry in entries]
        self._show_offer()
        self._show_states()

    def _card(self, entry: Entry) -> ModelCard:
        card = ModelCard(self._look, entry, self)
        card.use_asked.connect(self._use)
        card.verify_asked.connect(self._verify)
        card.move_asked.connect(self._ask_target)
        card.delete_asked.connect(self._ask_delete)
        card.continue_asked.connect(self._continue)
        card.quantize_asked.connect(self._quantize)
        card.stop_asked.connect(self._library.stop_work)
        self._cards_column.addWidget(card)
        return card

    @Slot()
    def _show_offer(self) -> None:
        library = self._library
        self.machine.show_machine(library.survey.machine if library.survey is not None else None)
        installation = library.installation
        is_free = installation is None or not installation.step.is_active
        self.offer.show_survey(
            library.survey, library.place, library.values.bytes_per_second, is_free=is_free
        )
        self.other.show_place(library.place, is_free=is_free)
        is_there = any(entry.repo == OFFERED.repo for entry in library.entries)
        is_offered = installation is None and not is_there
        self.offer.setVisible(is_offered)
        has_above = is_offered or installation is not None
        self._offer_title.setVisible(has_above)
        # The gap between two sections belongs to the second, which may be the first.
        self._other_title.setContentsMargins(0, _GAP if has_above else 0, 0, 0)
        self._retitle()

    @Slot()
    def _show_installation(self) -> None:
        library = self._library
        self.install.show_installation(library.installation, library.now())
        installation = library.installation
        is_free = installation is None or not installation.step.is_active
        self.other.show_place(library.place, is_free=is_free)
        if (installation is None) == self.offer.isHidden():
            self._show_offer()
        self._show_states()

    @Slot()
    def _show_states(self) -> None:
        library = self._library
        installation = library.installation
        for card in self.cards:
            path = card.entry.path
            is_used = path == self._used
            card.show_state(
                is_used=is_used,
                is_loading=is_used and self._is_loading,
                work=library.work,
                is_installing=installation is not None
                and installation.step not in (Step.STOPPED, Step.DONE)
                and installation.order.folder == path,
            )
        self._show_import()

    def _show_import(self) -> None:
        work = self._library.work
        mine = work if work is not None and work.kind is WorkKind.IMPORT else None
        runs = mine is not None and not mine.is_over
        is_free = not self._library.is_working
        self.import_button.setEnabled(is_free)
        explain(self.import_button, "" if is_free else busy_words())
        self.import_stop.setVisible(runs)
        self.import_bar.setVisible(runs)
        self.import_state.setVisible(runs)
        self.import_failure.show_sentence(mine.failure if mine is not None else "")
        if mine is None:
            return
        self.import_bar.set_share(mine.done / mine.total if mine.total else 0.0)
        self.import_state.setText(
            self.tr("Copying {0}: {1} of {2}").format(
                mine.path.name, size_text(mine.done), size_text(mine.total)
            )
        )

    @Slot()
    def _show_problem(self) -> None:
        self.problem.show_sentence(self._library.problem)

    @Slot()
    def _show_fields(self) -> None:
        self.show_widget(self.fields)
        self.fields.mirror.setFocus()

    # --- asking -------------------------------------------------------------------------------

    @Slot(str)
    def _install(self, scheme: str) -> None:
        self._library.install(self._library.offered_order(scheme))
        self._show_offer()

    @Slot(str, str, str)
    def _install_other(self, repo: str, revision: str, scheme: str) -> None:
        try:
            order = self._library.named_order(repo, revision, scheme)
        except UsageError as error:
            self.other.show_failure(error.sentence)
            return
        self.other.clear()
        self._library.install(order)
        self._show_offer()
        self.show_widget(self.install)

    @Slot(object)
    def _continue(self, entry: Entry) -> None:
        if entry.order is not None:
            self._library.install(entry.order)
            self._show_offer()
            self.show_widget(self.install)

    @Slot(object)
    def _use(self, entry: Entry) -> None:
        self.use_asked.emit(entry.path)

    @Slot(object)
    def _verify(self, entry: Entry) -> None:
        self._library.verify(entry.path)

    @Slot(object)
    def _quantize(self, entry: Entry) -> None:
        if entry.packing is not None:
            self._library.quantize(entry.path, entry.packing)

    @Slot()
    def _ask_place(self) -> None:
        title = self.tr("Where models are installed")
        self.chooser.ask(self, title, self._library.place, "place")

    @Slot()
    def _ask_import(self) -> None:
        self.chooser.ask(self, self.tr("The folder of a model"), Path.home(), "import")

    @Slot(object)
    def _ask_target(self, entry: Entry) -> None:
        title = self.tr("Where {0} is moved to").format(entry.name)
        self.chooser.ask(self, title, entry.path.parent, entry.path)

    @Slot(object, object)
    def take_folder(self, folder: Path, purpose: object) -> None:
        """A folder was chosen: `place`, `import`, or the path of the model that is to be moved."""
        if purpose == "place":
            self._library.set_place(folder)
            self._show_offer()
        elif purpose == "import":
            self._library.import_folder(folder)
        elif isinstance(purpose, Path):
            self._library.move(purpose, folder)

    @Slot(object)
    def _ask_delete(self, entry: Entry) -> None:
        box = QMessageBox(self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Delete a model"))
        box.setText(self.tr("Delete {0}?").format(entry.name))
        if entry.repo:
            text = self.tr("{0} are freed. To have it back it must be downloaded again.")
        else:
            text = self.tr("{0} are freed. To have it back you need its files from elsewhere.")
        box.setInformativeText(text.format(size_text(entry.nbytes)))
        delete = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        delete.setObjectName("delete")
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setProperty("path", entry.path)
        box.buttonClicked.connect(self._delete)
        box.open()

    @Slot(object)
    def _delete(self, pressed: QWidget) -> None:
        box = self.sender()
        if isinstance(box, QMessageBox) and pressed.objectName() == "delete":
            installation = self._library.installation
            path = box.property("path")
            if installation is not None and installation.order.folder == path:
                self._library.dismiss()
            self._library.delete(path)

    @Slot(str, str, str)
    def _keep_fields(self, mirror: str, proxy: str, token: str) -> None:
        self._library.set_hub(mirror=mirror, proxy=proxy, token=token)

    # --- looks --------------------------------------------------------------------------------

    @Slot()
    def _restyle(self) -> None:
        self.back_button.setIcon(self._look.theme.icon("back"))

    def _retitle(self) -> None:
        is_installing = self._library.installation is not None
        self._offer_title.setText(
            self.tr("Installation") if is_installing else self.tr("Get {0}").format(OFFERED.title)
        )

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Models"))
        self.title.setText(self.tr("Models"))
        self.back_button.setAccessibleName(self.tr("Back to the conversation"))
        self.back_button.setToolTip(self.tr("Back to the conversation (Esc)"))
        self._machine_title.setText(self.tr("This computer"))
        self._other_title.setText(self.tr("Another model of the hub"))
        self._models_title.setText(self.tr("On this computer"))
        self._fields_title.setText(self.tr("How the model hub is reached"))
        self.import_button.setText(self.tr("Import a folder…"))
        self.import_stop.setText(self.tr("Stop"))
        self.import_stop.setAccessibleName(self.tr("Stop copying"))
        self.import_bar.setAccessibleName(self.tr("Copying"))
        self._retitle()
        self._show_import()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # The window's Esc stops an answer; while none runs it leads back.
        if event.key() == Qt.Key.Key_Escape:
            self.close_asked.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
