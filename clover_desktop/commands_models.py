"""The commands about models: install, quantize, verify, plan. Their flags are in `command_flags`.

Each `run_NAME` takes the parsed options and a report, and returns the exit code. Quantizing and
verifying are loaded by name: no import leads from here to torch.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from clover_desktop import paths
from clover_desktop.downloads import catalog, library_values, messages
from clover_desktop.downloads.connection import HubSettings
from clover_desktop.downloads.install import SOURCE, WORK, Request
from clover_desktop.downloads.installed import InstalledModels
from clover_desktop.downloads.library_values import load_values
from clover_desktop.downloads.manifest_file import read_manifest
from clover_desktop.downloads.prepare import install_job
from clover_desktop.errors import (
    CheckpointError,
    CloverError,
    Interrupted,
    UsageError,
    said,
    size_words,
)
from clover_desktop.planning import (
    BF16,
    INT4_G64,
    SCHEMES,
    Geometry,
    detect,
    known_geometry,
    make_plan,
    plan_json,
)
from clover_desktop.processes import Child, ChildError

DONE, INTERRUPTED = 0, 130
_LINE_SECONDS = 5.0


class Report(Protocol):
    """Where a command's results go."""

    def entry(self, values: dict[str, Any]) -> None:
        """A JSON object, written only with --json."""

    def line(self, text: str) -> None:
        """A line of text, written only without --json."""

    def remark(self, sentence: str) -> None:
        """A sentence on standard error."""


# --- install ----------------------------------------------------------------------------------


def run_install(options: argparse.Namespace, report: Report) -> int:
    """Install in a child process; an interrupt kills it, and the same command goes on later."""
    catalog.check_repo_name(options.repo)
    catalog.check_revision(options.revision)
    models = InstalledModels(paths.models_folder())
    if options.dest is not None and not options.dest.strip():
        raise UsageError("The folder is empty; give --dest the model's own folder.")
    folder = (
        models.folder / catalog.folder_name(options.repo)
        if options.dest is None
        else Path(options.dest).expanduser().absolute()
    )
    request = Request(options.repo, folder, options.revision, options.scheme)
    job = install_job(request, _hub_settings())
    started = time.monotonic()
    lines = _ProgressLines(report)
    finished: messages.Finished | None = None
    try:
        with Child("prepare", job) as child:
            for line in child.messages():
                match message := messages.from_line(line):
                    case messages.Progress():
                        lines.show(message)
                    case messages.Notice():
                        if message.sentence:
                            report.remark(message.sentence)
                    case messages.Finished():
                        finished = message
                    case messages.Failed():
                        raise _ToldError(message)
            tail = child.error_tail()
    except Interrupted:
        report.entry({"event": "finished", "reason": "cancelled", "path": str(folder)})
        report.line("Stopped; the same command goes on from here.")
        return INTERRUPTED
    if finished is None:
        raise ChildError("The installation ended without a result; start it again.", detail=tail)
    models.remember(folder)
    report.entry(
        {
            "event": "finished",
            "path": finished.path,
            "repo": finished.repo,
            "revision": finished.revision,
            "scheme": finished.scheme,
            "bytes": finished.nbytes,
            "seconds": round(time.monotonic() - started, 3),
        }
    )
    report.line(f"{finished.repo} is ready in {finished.path} ({size_words(finished.nbytes)}).")
    _remark_on_chat(folder, report)
    return DONE


def _hub_settings() -> HubSettings:
    """The environment, as it can be given with the command, then the Models page's fields."""
    environment = paths.hub_environment()
    values = load_values(paths.config_folder() / library_values.FILE_NAME)
    has_proxy = any(environment.proxies.get(scheme) for scheme in ("http", "https", "all"))
    return HubSettings.combined(
        environment,
        mirror="" if environment.endpoint else values.mirror.strip(),
        proxy="" if has_proxy else values.proxy.strip(),
        token="" if environment.token else values.token.strip(),
    )


class _ToldError(CloverError):
    """A failure that the child told."""

    def __init__(self, failed: messages.Failed) -> None:
        super().__init__(failed.sentence, detail=failed.detail)
        self.kind = failed.error


class _ProgressLines:
    """Progress as events, or as a line from time to time."""

    def __init__(self, report: Report, *, is_verifying: bool = False) -> None:
        """`is_verifying`: the whole work is to verify; in an installation each shard is verified
        right after its download, whose last line tells enough."""
        self._report = report
        self._is_verifying = is_verifying
        self._shown = -_LINE_SECONDS

    def show(self, progress: messages.Progress) -> None:
        self._report.entry(
            {
                "event": "progress",
                "stage": progress.stage,
                "file": progress.file,
                "done": progress.done,
                "total": progress.total,
                "bytes_per_second": progress.bytes_per_second,
            }
        )
        now = time.monotonic()
        is_told = self._is_verifying or progress.stage != "verify"
        is_end = progress.done == progress.total and is_told
        if not is_end and now - self._shown < _LINE_SECONDS:
            return
        self._shown = now
        left = ""
        if progress.seconds_left is not None and progress.seconds_left >= 60:
            left = f", {round(progress.seconds_left / 60)} min left"
        which = f" (shard {progress.shard} of {progress.shards})" if progress.shards else ""
        self._report.line(
            f"{progress.stage} {progress.file}{which}: {size_words(progress.done)} of"
            f" {size_words(progress.total)}, {size_words(progress.bytes_per_second)}/s{left}"
        )


# --- quantize and verify ----------------------------------------------------------------------


def run_quantize(options: argparse.Namespace, report: Report) -> int:
    """Convert a local folder."""
    for name, value in (("SOURCE", options.source), ("DEST", options.dest)):
        if not value.strip():
            raise UsageError(f"{name} is empty; give quantize SOURCE DEST two folders.")
    lines = _ProgressLines(report)
    started = time.monotonic()
    dest = Path(options.dest).expanduser().absolute()
    try:
        convert: Any = _loaded("clover_desktop.models.convert")
        for step in convert.quantize_folder(
            Path(options.source).expanduser(), dest, scheme=options.scheme, resume=options.resume
        ):
            lines.show(_as_progress(step, "quantize"))
    except Interrupted:
        report.entry({"event": "finished", "reason": "cancelled", "path": str(dest)})
        report.line("Stopped; the same command with --resume goes on from here.")
        return INTERRUPTED
    nbytes = sum(path.stat().st_size for path in dest.rglob("*") if path.is_file())
    report.entry(
        {
            "event": "finished",
            "path": str(dest),
            "scheme": options.scheme,
            "bytes": nbytes,
            "seconds": round(time.monotonic() - started, 3),
        }
    )
    report.line(f"{dest} is ready ({size_words(nbytes)}).")
    _remark_on_chat(dest, report)
    return DONE


def run_verify(options: argparse.Namespace, report: Report) -> int:
    """Check a model's files and tensors."""
    if not options.path.strip():
        raise UsageError("PATH is empty; give verify a model's folder.")
    lines = _ProgressLines(report, is_verifying=True)
    path = Path(options.path).expanduser()
    try:
        verify: Any = _loaded("clover_desktop.models.verify")
        for step in verify.verify_folder(path):
            lines.show(_as_progress(step, "verify"))
    except Interrupted:
        report.entry({"event": "finished", "reason": "cancelled", "path": str(path)})
        report.line("Stopped; nothing is wrong so far.")
        return INTERRUPTED
    report.entry({"event": "finished", "path": str(path)})
    report.line(f"{path} is whole.")
    _remark_on_chat(path, report)
    return DONE


def _remark_on_chat(folder: Path, report: Report) -> None:
    """Weights can be whole without the files that a chat needs: say so, it is no failure."""
    files: Any = _loaded("clover_desktop.models.chat_files")
    try:
        files.check_chat_files(folder)
    except CheckpointError as error:
        report.remark(f"It cannot chat yet: {error.sentence[0].lower()}{error.sentence[1:]}")


def _as_progress(step: Any, stage: str) -> messages.Progress:
    return messages.Progress(
        stage, str(step.file), int(step.done), int(step.total), float(step.bytes_per_second)
    )


def _loaded(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise CloverError(
            f"The engine is not installed completely ({error}); run python3 run.py once."
        ) from error


# --- plan -------------------------------------------------------------------------------------


def run_plan(options: argparse.Namespace, report: Report) -> int:
    """Print what fits; the exit code is 0 whether it does or not."""
    geometry, scheme, model = _planned_model(options.model)
    folder = paths.models_folder() if model is None else None
    machine = detect(folder, visible_devices=paths.visible_devices())
    machine = machine.with_given(vram=options.vram, ram=options.ram)
    plan = make_plan(geometry, machine, scheme=scheme, context=options.context)
    if model is not None and _is_unfinished(model):
        text = "The model in {path} is not finished; continue its installation or conversion."
        unfinished = said("model_not_finished", text, path=model)
        plan = replace(plan, sentences=(*plan.sentences, unfinished))
    report.entry(plan_json(plan))
    for sentence in plan.sentences:
        report.line(sentence)
    return DONE


def _is_unfinished(folder: Path) -> bool:
    manifest = read_manifest(folder)
    has_work = (folder / WORK / "journal").exists()
    return has_work or (manifest is not None and not manifest.is_complete)


def _planned_model(name: str) -> tuple[Geometry, str, Path | None]:
    """Geometry, scheme, and its folder if it is on this machine."""
    if not name.strip():
        raise UsageError("The model's name is empty; give --model a folder or a name.")
    folder = Path(name).expanduser()
    if not folder.is_dir():
        installed = InstalledModels(paths.models_folder()).find(name)
        demo = paths.demo_model_folder()
        if name.casefold() == demo.name and installed is None:
            folder = demo
        elif installed is None or not installed.is_complete:
            known = known_geometry(name)
            if known is not None:
                return known, INT4_G64.name, None
            if installed is None:
                raise CheckpointError(
                    f"There is no model folder and no known model {name!r}; give --model a folder"
                    f" or {catalog.CLOVER.repo}."
                )
            folder = installed.path
        else:
            folder = installed.path
    begun = folder / WORK / SOURCE
    has_config = (folder / "config.json").exists() or not (begun / "config.json").exists()
    try:
        raw = json.loads(((folder if has_config else begun) / "config.json").read_bytes())
    except FileNotFoundError as error:
        raise CheckpointError(f"{folder} has no config.json, so it is no model.") from error
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{folder / 'config.json'} cannot be read as JSON.") from error
    if not isinstance(raw, dict):
        raise CheckpointError(f"{folder / 'config.json'} holds no settings of a model.")
    manifest = read_manifest(folder)
    scheme = manifest.scheme if manifest is not None and manifest.scheme in SCHEMES else BF16.name
    return Geometry.from_config(raw, name=folder.resolve().name), scheme, folder
