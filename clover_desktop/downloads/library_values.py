"""What is kept about models from start to start: where they come from and go to.

One small TOML file that only its owner may read, because the hub's token is in it. The Models page
writes it; the command line installs through the same mirror and proxy.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import secrets
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path

import tomli_w

log = logging.getLogger(__name__)

FILE_NAME = "models.toml"
_LONGEST_TEXT = 4096


@dataclass(frozen=True)
class LibraryValues:
    """What is kept from start to start. Texts are empty where nothing was chosen.

    `folder` is where models are installed, `selected` the folder of the model in use,
    `bytes_per_second` the download speed seen last, 0 if none was.
    """

    mirror: str = ""
    proxy: str = ""
    token: str = field(default="", repr=False)
    folder: str = ""
    selected: str = ""
    bytes_per_second: float = 0.0


def load_values(path: Path) -> LibraryValues:
    """Read the file; a value that is missing, unknown or ruined becomes its default.

    A file that is no TOML is kept aside as `models.toml.damaged`.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return LibraryValues()
    except OSError as error:
        log.info("%s cannot be read (%s)", path, error)
        return LibraryValues()
    except ValueError:
        with contextlib.suppress(OSError):
            os.replace(path, path.with_name(f"{path.name}.damaged"))
        return LibraryValues()
    values: dict[str, str | float] = {}
    for item in fields(LibraryValues):
        value = raw.get(item.name)
        if item.name == "bytes_per_second":
            if isinstance(value, int | float) and not isinstance(value, bool):
                rate = float(value)
                values[item.name] = rate if math.isfinite(rate) and rate > 0 else 0.0
        elif isinstance(value, str) and len(value) <= _LONGEST_TEXT:
            values[item.name] = value
    return LibraryValues(**values)  # type: ignore[arg-type]


def save_values(path: Path, values: LibraryValues) -> None:
    """Write the file whole or not at all, readable only by its owner.

    Raises:
        OSError: it cannot be written; the old one is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    text = tomli_w.dumps({item.name: getattr(values, item.name) for item in fields(values)})
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
