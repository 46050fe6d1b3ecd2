"""The models of this machine for the window: what is there, what is being done, what was found.

Holds no widget. All work runs on threads of `Jobs` or in child processes; what is known lies in
plain values that the page reads after a signal.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from clover_desktop.downloads.catalog import check_repo_name, check_revision, folder_name
from clover_desktop.downloads.messages import Failed, Finished, Message, from_line
from clover_desktop.errors import CloverError
from clover_desktop.ui.jobs import Jobs, Report, StopSwitch
from clover_desktop.ui.library.services import OFFERED, Services
from clover_desktop.ui.library.state import (
    Entry,
    Installation,
    Order,
    Packing,
    Step,
    Survey,
    Work,
    WorkKind,
)

log = logging.getLogger(__name__)

_TICK_MS = 1000
_NOWHERE = Path()


class Library(QObject):
    """Installed models, one installation, one piece of work on a model at a time.

    Attributes:
        entries: the demo model and the installed ones. survey: this machine, None until it was
            looked at. installation, work: the present or the last one.
        problem: a sentence about listing, looking or keeping settings, or empty.

    Signals:
        entries_changed(), survey_changed(), installation_changed(), work_changed(),
        problem_changed()
        model_ready(Path): an installation has finished here.
        model_gone(Path, Path): a model was moved to the second, or deleted (then it is `Path()`).
    """

    entries_changed = Signal()
    survey_changed = Signal()
    installation_changed = Signal()
    work_changed = Signal()
    problem_changed = Signal()
    model_ready = Signal(object)
    model_gone = Signal(object, object)

    def __init__(
        self,
        services: Services,
        *,
        now: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.services = services
        self.values = services.load()
        self.entries: tuple[Entry, ...] = ()
        self.survey: Survey | None = None
        self.installation: Installation | None = None
        self.work: Work | None = None
        self.problem = ""
        self.now = now
        self._jobs = Jobs(self)
        self._install_stop = StopSwitch()
        self._work_stop = StopSwitch()
        self._target = _NOWHERE
        self._is_swept = False
        # A silent helper must show as a speed of 0, so somebody has to look while it is silent.
        self._ticker = QTimer(self)
        self._ticker.setInterval(_TICK_MS)
        self._ticker.timeout.connect(self.installation_changed)

    # --- looking ------------------------------------------------------------------------------

    @property
    def place(self) -> Path:
        """The folder in which models are installed."""
        return Path(self.values.folder) if self.values.folder else self.services.default_place()

    @property
    def unfinished(self) -> Entry | None:
        """An interrupted installation that can be continued."""
        return next((entry for entry in self.entries if entry.order is not None), None)

    @Slot()
    def refresh(self) -> None:
        """List the models anew."""
        is_first, self._is_swept = not self._is_swept, True

        def work(report: Report) -> tuple[Entry, ...]:
            if is_first:
                self.services.sweep()
            return self.services.entries()

        self._jobs.run(work, done=self._take_entries, failed=self._take_problem)

    @Slot()
    def look(self) -> None:
        """Look at the machine anew."""
        place = self.place
        self._jobs.run(
            lambda report: self.services.survey(place),
            done=self._take_survey,
            failed=self._take_problem,
        )

    def set_place(self, folder: Path) -> None:
        """Install into `folder` from now on."""
        # As models elsewhere are listed, or a card would not be known as the one being installed.
        self._keep(folder=str(folder.resolve()))
        self.look()

    def set_hub(self, *, mirror: str, proxy: str, token: str) -> None:
        """How the hub is reached from the next start of an installation on."""
        self._keep(mirror=mirror, proxy=proxy, token=token)

    def select(self, path: Path | None) -> None:
        """Keep which model is used at the next start; None for the demo model."""
        self._keep(selected="" if path is None else str(path))

    # --- installing ---------------------------------------------------------------------------

    def offered_order(self, scheme: str) -> Order:
        """The installation of the offered model."""
        return Order(OFFERED.repo, self.place / folder_name(OFFERED.repo), scheme=scheme)

    def named_order(self, repo: str, revision: str, scheme: str) -> Order:
        """The installation of any repository, in a folder that no other model has.

        Raises:
            UsageError: the name or the revision cannot be one.
        """
        check_repo_name(repo)
        check_revision(revision)
        folder = self.place / folder_name(repo)
        others = [entry for entry in self.entries if entry.path == folder and entry.repo != repo]
        if others:
            folder = self.place / repo.replace("/", "-")
        return Order(repo, folder, revision, scheme)

    def install(self, order: Order) -> None:
        """Start or continue an installation; nothing happens while another one runs."""
        if self.installation is not None and self.installation.step.is_active:
            return
        if self.installation is not None and self.installation.order == order:
            self.installation.restart(self.now())
        else:
            self.installation = Installation(order, self.now())
        self._install_stop = stop = StopSwitch()
        values, services = self.values, self.services

        def work(report: Report) -> None:
            child = services.start_install(order, values)
            try:
                stop.bind(child.cancel)
                for line in child.messages():
                    report(from_line(line))
            finally:
                stop.unbind()
                child.close()

        self._jobs.run(
            work, done=self._end_install, failed=self._fail_install, told=self._take_message
        )
        self._ticker.start()
        self.installation_changed.emit()

    @Slot()
    def resume(self) -> None:
        """Continue the installation that is shown."""
        if self.installation is not None:
            self.install(self.installation.order)

    @Slot()
    def pause(self) -> None:
        """End the helper process; what is finished stays, and `resume` goes on."""
        self._stop_install(Step.PAUSING)

    @Slot()
    def cancel(self) -> None:
        """End the installation; what is finished stays until it is deleted."""
        installation = self.installation
        if installation is not None and not installation.step.is_active:
            installation.step = Step.STOPPED
            self._after_install()
            return
        self._stop_install(Step.STOPPING)

    @Slot()
    def dismiss(self) -> None:
        """Show the ended installation no more."""
        if self.installation is not None and not self.installation.step.is_active:
            self.installation = None
            self.installation_changed.emit()

    # --- working on a model -------------------------------------------------------------------

    @property
    def is_working(self) -> bool:
        """A piece of work on a model runs."""
        return self.work is not None and not self.work.is_over

    def verify(self, path: Path) -> None:
        """Check every byte of a model."""
        services, stop = self.services, StopSwitch()
        self._begin(WorkKind.VERIFY, path, stop, lambda r: services.verify(path, r, stop))

    def move(self, path: Path, parent: Path) -> None:
        """Move a model below another folder."""
        services, stop = self.services, StopSwitch()
        self._begin(
            WorkKind.MOVE,
            path,
            stop,
            lambda r: services.move(path, parent, r, stop),
            target=parent / path.name,
        )

    def import_folder(self, path: Path) -> None:
        """Copy a model from anywhere into the models folder."""
        services, stop = self.services, StopSwitch()
        self._begin(WorkKind.IMPORT, path, stop, lambda r: services.import_folder(path, r, stop))

    def quantize(self, path: Path, packing: Packing) -> None:
        """Make the packed copy of an unpacked model, or go on with it."""
        services, stop = self.services, StopSwitch()
        self._begin(
            WorkKind.QUANTIZE, path, stop, lambda r: services.quantize(path, packing, r, stop)
        )

    def delete(self, path: Path) -> None:
        """Delete a model; the page has asked before."""
        services = self.services
        self._begin(WorkKind.DELETE, path, StopSwitch(), lambda r: services.delete(path))

    @Slot()
    def stop_work(self) -> None:
        """End the check, copy or conversion that runs; a model that was to be moved stays where it
        was, and what is converted is kept."""
        if self.work is not None and not self.work.is_over:
            self.work.is_stopped = True
            self._switch(self._work_stop)

    @Slot()
    def close(self) -> None:
        """End all work; an installation goes on at the next start."""
        self._ticker.stop()
        self._jobs.close()
        self._install_stop.switch()
        self._work_stop.switch()

    # --- results ------------------------------------------------------------------------------

    def _take_entries(self, entries: tuple[Entry, ...]) -> None:
        self.entries = entries
        self._set_problem("")
        self.entries_changed.emit()

    def _take_survey(self, survey: Survey) -> None:
        if survey.place == self.place:
            self.survey = survey
            self.survey_changed.emit()

    def _take_problem(self, error: CloverError) -> None:
        self._set_problem(error.sentence)

    def _set_problem(self, sentence: str) -> None:
        if sentence != self.problem:
            self.problem = sentence
            self.problem_changed.emit()

    def _take_message(self, message: Message) -> None:
        installation = self.installation
        assert installation is not None
        installation.take(message, self.now())
        if isinstance(message, Failed) and message.detail:
            log.info("installation: %s\n%s", message.sentence, message.detail)
        if not isinstance(message, Finished):
            self.installation_changed.emit()

    def _end_install(self, nothing: None) -> None:
        assert self.installation is not None
        self.installation.end(None)
        self._after_install()

    def _fail_install(self, error: CloverError) -> None:
        assert self.installation is not None
        if error.detail:
            log.info("installation: %s\n%s", error.sentence, error.detail)
        self.installation.end(Failed(error.kind, error.sentence, error.detail))
        self._after_install()

    def _after_install(self) -> None:
        installation = self.installation
        assert installation is not None
        self._ticker.stop()
        if installation.usual_rate:
            self._keep(bytes_per_second=round(installation.usual_rate, 1))
        self.installation_changed.emit()
        self.refresh()
        self.look()
        if installation.result is not None:
            self.model_ready.emit(Path(installation.result.path))

    def _stop_install(self, step: Step) -> None:
        installation = self.installation
        if installation is not None and installation.step in (Step.STARTING, Step.RUNNING):
            installation.step = step
            self.installation_changed.emit()
            self._switch(self._install_stop)

    def _switch(self, stop: StopSwitch) -> None:
        # A process that is killed while it writes may take a moment to end.
        self._jobs.run(lambda report: stop.switch(), done=_ignore, failed=self._take_problem)

    def _begin(
        self,
        kind: WorkKind,
        path: Path,
        stop: StopSwitch,
        work: Callable[[Report], None],
        *,
        target: Path = _NOWHERE,
    ) -> None:
        if self.is_working:
            return
        self.work = Work(kind, path)
        self._work_stop = stop
        self._target = target
        self._jobs.run(work, done=self._end_work, failed=self._fail_work, told=self._take_work)
        self.work_changed.emit()

    def _take_work(self, progress: tuple[int, int]) -> None:
        assert self.work is not None
        self.work.move(*progress, self.now())
        self.work_changed.emit()

    def _end_work(self, nothing: None) -> None:
        assert self.work is not None
        work = self.work
        work.is_over = True
        if not work.is_stopped and work.kind in (WorkKind.MOVE, WorkKind.DELETE):
            self.model_gone.emit(work.path, self._target)
        self.work_changed.emit()
        if work.kind is not WorkKind.VERIFY:
            self.refresh()
            self.look()

    def _fail_work(self, error: CloverError) -> None:
        assert self.work is not None
        self.work.is_over = True
        self.work.failure = error.sentence
        if error.detail:
            log.info("%s: %s\n%s", self.work.kind, error.sentence, error.detail)
        self.work_changed.emit()
        if self.work.kind is WorkKind.QUANTIZE:
            # What is begun can be continued.
            self.refresh()

    def _keep(self, **changes: str | float) -> None:
        values = replace(self.values, **changes)  # type: ignore[arg-type]
        if values == self.values:
            return
        self.values = values
        self._jobs.run(
            # The newest, whichever thread comes last.
            lambda report: self.services.save(self.values),
            done=_ignore,
            failed=self._take_problem,
        )


def _ignore(nothing: object) -> None:
    pass
