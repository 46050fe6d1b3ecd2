"""What the Models page has done elsewhere: detection, plans, files, child processes.

Every method but `load` may take long and is called on a thread of `Jobs`. The hub's client is
imported there too, so that it costs no start of the window.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from clover_desktop import paths
from clover_desktop.downloads.catalog import CLOVER
from clover_desktop.downloads.library_values import (
    FILE_NAME,
    LibraryValues,
    load_values,
    save_values,
)
from clover_desktop.errors import CloverError, said
from clover_desktop.planning import (
    BF16,
    COMPACT,
    INT4_G64,
    RELEASE,
    SCHEMES,
    Geometry,
    Machine,
    Plan,
    detect,
    make_plan,
)
from clover_desktop.planning.memory import free_disk
from clover_desktop.processes import Child
from clover_desktop.ui.jobs import Report, StopSwitch
from clover_desktop.ui.library.state import Entry, Order, Packing, Survey

OFFERED = CLOVER
OFFERED_SCHEMES = (INT4_G64, COMPACT)
_SHORTER_CONTEXTS = (8192, 4096, 2048)
_REPORT_SECONDS = 0.1


class InstallRun(Protocol):
    """A running helper process; `processes.Child` is one."""

    def messages(self) -> Iterator[dict[str, Any]]: ...
    def cancel(self) -> None: ...
    def error_tail(self) -> str: ...
    def close(self) -> None: ...


class Services:
    """The real ones."""

    def __init__(self, *, conversion: str | None = None) -> None:
        """`conversion` names another quantizer, for tests."""
        self._conversion = conversion
        self._saving = threading.Lock()

    def load(self) -> LibraryValues:
        """The kept values."""
        try:
            return load_values(paths.config_folder() / FILE_NAME)
        except OSError:
            return LibraryValues()

    def save(self, values: LibraryValues) -> None:
        """Keep the values."""
        with self._saving:
            save_values(paths.config_folder() / FILE_NAME, values)

    def default_place(self) -> Path:
        """Where models are installed unless another folder is chosen."""
        return paths.models_folder()

    def survey(self, place: Path) -> Survey:
        """Look at the machine and plan the offered model for it."""
        return make_survey(place, detect(place, visible_devices=paths.visible_devices()))

    def entries(self) -> tuple[Entry, ...]:
        """The demo model, then what is installed, each with its plan."""
        from clover_desktop.downloads.installed import InstalledModels, begun_request

        machine = detect(None, visible_devices=paths.visible_devices())
        demo = paths.demo_model_folder()
        found = [
            Entry(
                demo,
                "Seedling",
                nbytes=sum(path.stat().st_size for path in demo.glob("*") if path.is_file()),
                plan=_plan_of(demo, "", machine),
                is_demo=True,
            )
        ]
        for model in InstalledModels(paths.models_folder()).models():
            begun = begun_request(model.path) if model.is_unfinished else None
            order = None
            if begun is not None:
                order = Order(begun.repo, begun.folder, begun.revision, begun.scheme)
            is_unpacked = model.is_complete and not model.scheme
            found.append(
                Entry(
                    path=model.path,
                    name=model.name,
                    repo=model.repo or (order.repo if order is not None else ""),
                    scheme=model.scheme or (order.scheme if order is not None else ""),
                    nbytes=model.nbytes,
                    problem=model.problem,
                    plan=_plan_of(model.path, model.scheme, machine) if not model.problem else None,
                    order=order,
                    packing=packing_of(model.path, machine) if is_unpacked else None,
                )
            )
        return tuple(found)

    def sweep(self) -> None:
        """Remove what a crash left of deletions and copies."""
        from clover_desktop.downloads.installed import InstalledModels

        InstalledModels(paths.models_folder()).sweep()

    def start_install(self, order: Order, values: LibraryValues) -> InstallRun:
        """Start the helper process that installs.

        Raises:
            UsageError: the mirror or the proxy is no address.
            ChildError: it cannot be started.
        """
        from clover_desktop.downloads.connection import HubSettings
        from clover_desktop.downloads.install import Request
        from clover_desktop.downloads.installed import InstalledModels
        from clover_desktop.downloads.prepare import CONVERSION, install_job

        settings = HubSettings.combined(
            paths.hub_environment(),
            mirror=values.mirror.strip(),
            proxy=values.proxy.strip(),
            token=values.token.strip(),
        )
        request = Request(order.repo, order.folder, order.revision, order.scheme)
        order.folder.mkdir(parents=True, exist_ok=True)
        # Listed from the start, so that an interrupted one is found again.
        InstalledModels(paths.models_folder()).remember(order.folder)
        return Child(
            "prepare", install_job(request, settings, conversion=self._conversion or CONVERSION)
        )

    def quantize(self, source: Path, packing: Packing, report: Report, stop: StopSwitch) -> None:
        """Convert an unpacked model in a child process, or go on with it; reports (done, total).

        Raises:
            CloverError: it did not work; what is finished is kept.
        """
        from clover_desktop.downloads.installed import InstalledModels
        from clover_desktop.downloads.prepare import CONVERT, quantize_job

        job = quantize_job(
            source, packing.dest, packing.scheme, convert=self._conversion or CONVERT
        )
        run_helper(job, report, stop)
        if packing.dest.is_dir():
            InstalledModels(paths.models_folder()).remember(packing.dest)

    def verify(self, path: Path, report: Report, stop: StopSwitch) -> None:
        """Check every byte of a model in a child process; reports (done, total).

        Raises:
            CloverError: the first thing that is wrong.
        """
        from clover_desktop.downloads.prepare import verify_job

        run_helper(verify_job(path), report, stop)

    def move(self, path: Path, parent: Path, report: Report, stop: StopSwitch) -> None:
        """Move a model below another folder; reports (done, total).

        Raises:
            CloverError: it did not work; the model is still where it was.
        """
        from clover_desktop.downloads.installed import InstalledModels

        models = InstalledModels(paths.models_folder())
        _follow(models.move(path, parent), path, report, stop)

    def import_folder(self, path: Path, report: Report, stop: StopSwitch) -> None:
        """Copy a model from anywhere; reports (done, total).

        Raises:
            CloverError: it is no usable model, or the copy failed.
        """
        from clover_desktop.downloads.installed import InstalledModels

        models = InstalledModels(paths.models_folder())
        _follow(models.import_folder(path), path, report, stop)

    def delete(self, path: Path) -> None:
        """Delete an installed model.

        Raises:
            CloverError: it could not be deleted.
        """
        from clover_desktop.downloads.installed import InstalledModels

        InstalledModels(paths.models_folder()).delete(path)


def make_survey(place: Path, machine: Machine) -> Survey:
    """The offered model's plans for a machine, and what would fit in place of what does not."""
    plans = {scheme.name: make_plan(RELEASE, machine, scheme=scheme) for scheme in OFFERED_SCHEMES}
    any_disk = replace(machine, free_disk=None)
    shorter = {}
    for scheme in OFFERED_SCHEMES:
        if plans[scheme.name].fits:
            continue
        for context in _SHORTER_CONTEXTS:
            if make_plan(RELEASE, any_disk, scheme=scheme, context=context).fits:
                shorter[scheme.name] = context
                break
    return Survey(place, machine, plans, shorter)


def run_helper(job: dict[str, Any], report: Report, stop: StopSwitch) -> None:
    """Have the helper process do `job`; reports (done, total). `stop` kills it.

    Raises:
        CloverError: it failed, or ended without a result.
    """
    from clover_desktop.downloads import messages

    with Child("prepare", job) as child:
        stop.bind(child.cancel)
        try:
            for line in child.messages():
                match messages.from_line(line):
                    case messages.Progress(done=done, total=total):
                        report((done, total))
                    case messages.Failed(sentence=sentence, detail=detail):
                        raise CloverError(sentence, detail=detail)
                    case messages.Finished():
                        return
        finally:
            stop.unbind()
        tail = child.error_tail()
    if not stop.is_on:
        text = "The helper process ended without a result; start it again."
        raise CloverError(said("helper_no_result", text), detail=tail)


def _follow(steps: Iterable[Any], path: Path, report: Report, stop: StopSwitch) -> None:
    """Drive a copy to its end; each file counts once for its copy and once for its check."""
    total = 2 * sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    finished, current, shown = 0, ("", "", 0), 0.0
    for step in steps:
        if (step.stage, step.file) != current[:2]:
            finished += current[2]
        current = (step.stage, step.file, step.done)
        now = time.monotonic()
        if now - shown > _REPORT_SECONDS:
            shown = now
            report((min(finished + step.done, total), total))
        if stop.is_on:
            # Closing the iterator leaves the original as it was.
            getattr(steps, "close", lambda: None)()
            return


def packing_of(path: Path, machine: Machine) -> Packing | None:
    """The packed copy that can be made of an unpacked model, beside it; None if its config.json
    does not tell how large that is."""
    from clover_desktop.downloads.installed import CONVERTING, looks_like_model

    plan = _plan_of(path, INT4_G64.name, machine)
    if plan is None:
        return None
    dest = path.with_name(f"{path.name}-{INT4_G64.name}")
    is_begun = (dest / CONVERTING).is_dir()
    is_there = dest.exists() and not is_begun and any(dest.iterdir())
    is_done = is_there and looks_like_model(dest)
    return Packing(
        dest,
        INT4_G64.name,
        plan.installed_bytes,
        free=free_disk(dest),
        is_begun=is_begun,
        is_done=is_done,
        is_taken=is_there and not is_done,
    )


def _plan_of(path: Path, scheme: str, machine: Machine) -> Plan | None:
    try:
        raw = json.loads((path / "config.json").read_bytes())
        geometry = Geometry.from_config(raw, name=path.name)
        return make_plan(geometry, machine, scheme=SCHEMES.get(scheme, BF16))
    except (OSError, ValueError, AttributeError, TypeError, CloverError):
        return None
