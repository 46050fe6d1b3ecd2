"""Services of the Models page that play prepared answers: for tests of the window and pictures.

No detection, no network, no helper process: `Machine` values are given, installations say what a
script tells them to, and nothing on the disk is touched.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from clover_desktop import paths
from clover_desktop.downloads.library_values import LibraryValues
from clover_desktop.downloads.messages import Message, to_line
from clover_desktop.errors import CloverError
from clover_desktop.planning import RELEASE, Gpu, Machine, make_plan
from clover_desktop.ui.jobs import Report, StopSwitch
from clover_desktop.ui.library.services import OFFERED, Services, make_survey
from clover_desktop.ui.library.state import Entry, Order, Packing, Survey

GAMING = Machine(
    gpus=(
        Gpu(
            "NVIDIA GeForce RTX 4080",
            index=0,
            total=17_170_956_288,
            free=15_900_000_000,
            driver="570.86.16",
            link=25e9,
        ),
    ),
    ram=27_400_000_000,
    ram_total=33_500_000_000,
    free_disk=412_000_000_000,
    cores=8,
)
LAPTOP = Machine(ram=5_200_000_000, ram_total=8_200_000_000, free_disk=21_000_000_000, cores=4)
DEMO_ENTRY = Entry(paths.demo_model_folder(), "Seedling", nbytes=12_900_000, is_demo=True)


class ScriptedRun:
    """A helper process that says what it is told to."""

    def __init__(self) -> None:
        self.is_cancelled = False
        self._said: queue.SimpleQueue[Message | None] = queue.SimpleQueue()

    def say(self, *messages: Message) -> None:
        """Let it say something."""
        for message in messages:
            self._said.put(message)

    def end(self) -> None:
        """Let it end."""
        self._said.put(None)

    def messages(self) -> Iterator[dict[str, Any]]:
        while (message := self._said.get()) is not None:
            yield to_line(message)

    def cancel(self) -> None:
        self.is_cancelled = True
        self.end()

    def error_tail(self) -> str:
        return ""

    def close(self) -> None:
        """Nothing is open."""


class ScriptedServices(Services):
    """Keeps what it was asked for.

    Attributes:
        runs: the installations that were started, with their orders and the values in force.
        calls: (name, path) of the works on models. failures: the sentence with which a work of
            that name fails. is_slow: quantizing goes on until it is stopped.
    """

    def __init__(
        self,
        machine: Machine = GAMING,
        entries: tuple[Entry, ...] = (),
        *,
        values: LibraryValues | None = None,
        place: Path = Path("/home/mira/models"),
    ) -> None:
        super().__init__()
        self.machine = machine
        self.listed = entries
        self.values = values or LibraryValues()
        self.saved: list[LibraryValues] = []
        self.runs: list[tuple[ScriptedRun, Order, LibraryValues]] = []
        self.calls: list[tuple[str, Path]] = []
        self.failures: dict[str, str] = {}
        self.is_slow = False
        self._place = place

    def load(self) -> LibraryValues:
        return self.values

    def save(self, values: LibraryValues) -> None:
        self.saved.append(values)

    def default_place(self) -> Path:
        return self._place

    def survey(self, place: Path) -> Survey:
        return make_survey(place, self.machine)

    def entries(self) -> tuple[Entry, ...]:
        return (DEMO_ENTRY, *self.listed)

    def sweep(self) -> None:
        """Nothing is left."""

    def start_install(self, order: Order, values: LibraryValues) -> ScriptedRun:
        if "install" in self.failures:
            raise CloverError(self.failures["install"])
        run = ScriptedRun()
        self.runs.append((run, order, values))
        return run

    def quantize(self, source: Path, packing: Packing, report: Report, stop: StopSwitch) -> None:
        """Goes on until it is stopped, if `is_slow`."""
        self._call("quantize", source, lambda value: None)
        report((23_800_000_000, 69_300_000_000))
        while self.is_slow and not stop.is_on:
            time.sleep(0.01)
        if not stop.is_on:
            done = Entry(packing.dest, packing.dest.name, scheme=packing.scheme)
            self.listed = (*self.listed, done)
        packed = replace(packing, is_begun=stop.is_on, is_done=not stop.is_on)
        self.listed = tuple(
            replace(entry, packing=packed) if entry.path == source else entry
            for entry in self.listed
        )

    def verify(self, path: Path, report: Report, stop: StopSwitch) -> None:
        self._call("verify", path, report)

    def move(self, path: Path, parent: Path, report: Report, stop: StopSwitch) -> None:
        self._call("move", path, report)
        self.listed = tuple(
            replace(entry, path=parent / path.name) if entry.path == path else entry
            for entry in self.listed
        )

    def import_folder(self, path: Path, report: Report, stop: StopSwitch) -> None:
        self._call("import", path, report)

    def delete(self, path: Path) -> None:
        self._call("delete", path, lambda value: None)
        self.listed = tuple(entry for entry in self.listed if entry.path != path)

    def _call(self, name: str, path: Path, report: Report) -> None:
        self.calls.append((name, path))
        report((1, 2))
        if name in self.failures:
            raise CloverError(self.failures[name])


def clover_entry(path: Path, machine: Machine = GAMING, **values: Any) -> Entry:
    """The offered model as it is listed once it is installed."""
    plan = make_plan(RELEASE, replace(machine, free_disk=None))
    entry = Entry(path, path.name, OFFERED.repo, "int4-g64", 20_100_000_000, plan=plan)
    return replace(entry, **values)


def unpacked_entry(path: Path, free: int = 60_000_000_000, **values: Any) -> Entry:
    """A model that was imported as it is published, with `free` bytes on its drive."""
    name = f"{path.name}-int4-g64"
    packing = Packing(path.with_name(name), "int4-g64", 20_700_000_000, free=free)
    return replace(Entry(path, path.name, nbytes=69_300_000_000, packing=packing), **values)
