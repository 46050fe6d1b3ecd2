"""The child process that prepares models: installs, and whatever else takes the processor for long.

Its job says what to do; what it finds out goes back as the messages of `messages`. The quantizer
and the estimate of sizes are loaded by name, so that no import leads from here to the network.
"""

from __future__ import annotations

import importlib
import os
import traceback
from pathlib import Path
from typing import Any

from clover_desktop import netlog
from clover_desktop.downloads.connection import Connections, HubSettings, Timeouts
from clover_desktop.downloads.install import Installer, Request
from clover_desktop.downloads.messages import Failed, Message, to_line
from clover_desktop.downloads.patience import Patience
from clover_desktop.errors import CloverError
from clover_desktop.processes import Channel

CONVERSION = "clover_desktop.downloads.conversion"


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


def main(channel: Channel) -> int:
    """Run the job that the parent sends; the exit code is 0 also after a failure that was told."""

    def send(message: Message) -> None:
        channel.send(to_line(message))

    if hasattr(os, "nice"):
        # What the person sees comes first.
        os.nice(5)
    try:
        _install(channel.job(), send)
    except CloverError as error:
        send(Failed(error.kind, error.sentence, error.detail))
    except OSError as error:
        where = f" at {error.filename}" if error.filename else ""
        send(
            Failed(
                "disk",
                f"The disk failed{where} ({error.strerror or error}); check the drive and start the"
                " installation again, what is finished is kept.",
            )
        )
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        send(
            Failed(
                "bug",
                f"The installation made a mistake of its own ({what[:300]}); start it again, what"
                " is finished is kept.",
                traceback.format_exc(),
            )
        )
    return 0


def _install(job: dict[str, Any], send: Any) -> None:
    request = Request(job["repo"], Path(job["folder"]), job["revision"], job["scheme"])
    log = netlog.open_default()
    make_converter = importlib.import_module(job["conversion"]).make_converter
    timeouts = Timeouts(**job["timeouts"])
    with Connections(HubSettings(**job["settings"]), log, timeouts=timeouts) as connections:
        patience = Patience(**job["patience"])
        Installer(request, connections, make_converter, send, patience=patience).run()
    log.close()
