"""The child process that prepares models: installs, quantizes a folder, verifies one.

Its job says what to do; what it finds out goes back as the messages of `messages`. The quantizer
and the estimate of sizes are loaded by name, so that no import leads from here to the network.
"""

from __future__ import annotations

import importlib
import os
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from clover_desktop import netlog
from clover_desktop.downloads.connection import Connections, HubSettings, Timeouts
from clover_desktop.downloads.install import Installer, Request, files_below
from clover_desktop.downloads.messages import Failed, Finished, Message, Progress, to_line
from clover_desktop.downloads.patience import Patience
from clover_desktop.errors import CloverError, said
from clover_desktop.processes import Channel

CONVERSION = "clover_desktop.downloads.conversion"
CONVERT = "clover_desktop.models.convert"
VERIFY = "clover_desktop.models.verify"
_STEP_SECONDS = 0.1
Send = Callable[[Message], None]


def install_job(
    request: Request,
    settings: HubSettings,
    *,
    conversion: str = CONVERSION,
    patience: dict[str, float] | None = None,
    timeouts: dict[str, float] | None = None,
) -> dict[str, Any]:
    """The job of an installation. `conversion` is the module whose `make_converter` quantizes."""
    return {
        "action": "install",
        "repo": request.repo,
        "folder": str(request.folder),
        "revision": request.revision,
        "scheme": request.scheme,
        "settings": settings.to_job(),
        "conversion": conversion,
        "patience": patience or {},
        "timeouts": timeouts or {},
    }


def quantize_job(
    source: Path, dest: Path, scheme: str, *, convert: str = CONVERT
) -> dict[str, Any]:
    """The job of converting a checkpoint on this machine, from its start or from where an earlier
    one was ended. `convert` is the module whose `quantize_folder` does it."""
    return {
        "action": "quantize",
        "source": str(source),
        "dest": str(dest),
        "scheme": scheme,
        "module": convert,
    }


def verify_job(path: Path) -> dict[str, Any]:
    """The job of checking every byte of a model."""
    return {"action": "verify", "path": str(path), "module": VERIFY}


def main(channel: Channel) -> int:
    """Run the job that the parent sends; the exit code is 0 also after a failure that was told."""

    def send(message: Message) -> None:
        channel.send(to_line(message))

    if hasattr(os, "nice"):
        # What the person sees comes first.
        os.nice(5)
    try:
        job = channel.job()
        actions = {"install": _install, "quantize": _quantize, "verify": _verify}
        actions[job["action"]](job, send)
    except CloverError as error:
        send(Failed(error.kind, error.sentence, error.detail))
    except OSError as error:
        text = (
            "The disk failed at {path} ({why}); check the drive and start it again, what is"
            " finished is kept."
        )
        why = error.strerror or error
        send(Failed("disk", said("helper_disk_failed", text, path=error.filename or "?", why=why)))
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        text = (
            "The helper process made a mistake of its own ({what}); start it again, what is"
            " finished is kept."
        )
        sentence = said("helper_mistake", text, what=what[:300])
        send(Failed("bug", sentence, traceback.format_exc()))
    return 0


def _quantize(job: dict[str, Any], send: Send) -> None:
    dest = Path(job["dest"])
    convert: Any = importlib.import_module(job["module"])
    steps = convert.quantize_folder(Path(job["source"]), dest, scheme=job["scheme"], resume=True)
    _tell_steps(steps, send)
    nbytes = sum(path.stat().st_size for path in files_below(dest))
    send(Finished(str(dest), "", "", job["scheme"], nbytes))


def _verify(job: dict[str, Any], send: Send) -> None:
    verify: Any = importlib.import_module(job["module"])
    _tell_steps(verify.verify_folder(Path(job["path"])), send)
    send(Finished(job["path"], "", "", "", 0))


def _tell_steps(steps: Iterable[Any], send: Send) -> None:
    """Tell at most ten steps a second, the first and the last among them."""
    told, last = -_STEP_SECONDS, None
    for step in steps:
        last = Progress(
            step.stage, step.file, int(step.done), int(step.total), float(step.bytes_per_second)
        )
        now = time.monotonic()
        if now - told >= _STEP_SECONDS:
            told = now
            send(last)
            last = None
    if last is not None:
        send(last)


def _install(job: dict[str, Any], send: Send) -> None:
    request = Request(job["repo"], Path(job["folder"]), job["revision"], job["scheme"])
    log = netlog.open_default()
    make_converter = importlib.import_module(job["conversion"]).make_converter
    timeouts = Timeouts(**job["timeouts"])
    with Connections(HubSettings(**job["settings"]), log, timeouts=timeouts) as connections:
        patience = Patience(**job["patience"])
        Installer(request, connections, make_converter, send, patience=patience).run()
    log.close()
