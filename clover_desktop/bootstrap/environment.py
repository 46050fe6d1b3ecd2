"""The virtual environment: where it lies, whether it fits, and how it is made again.

A stamp inside says what the environment was made from. It is written last, so that an interrupted
set-up is noticed, and while it fits, a start reads two small files and goes on. One environment
serves several checkouts: the stamp names the one that is installed.
"""

import contextlib
import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from clover_desktop.bootstrap import packages, system
from clover_desktop.bootstrap.errors import SetupError, note

# Raised when the steps of set-up change, so that environments made by older steps are brought up.
RECIPE = 1

VENV_VARIABLE = "CLOVER_DESKTOP_VENV"
STAMP_NAME = "clover-desktop.json"
SOURCE_FOLDERS = ("clover_desktop", "kernels", "assets")

# What the packages take, with room to unpack: 1.3 GB with the CPU build of torch.
NEEDED_BYTES = 2_500_000_000
NEEDED_BYTES_CUDA = 9_000_000_000

Stamp = dict[str, Any]


def venv_folder() -> Path:
    """Where the virtual environment lies.

    Below the home folder and never where XDG variables point: tests redirect those, and each would
    set up an environment of its own.
    """
    named = os.environ.get(VENV_VARIABLE, "")
    if named:
        return Path(named).expanduser().absolute()
    home = Path("~").expanduser()
    if not home.is_absolute():
        raise SetupError(f"The home folder is not known: set {VENV_VARIABLE} to a folder.")
    return home / ".cache" / "clover-desktop" / "venv-{}.{}".format(*sys.version_info)


def venv_python(venv: Path) -> Path:
    """The interpreter of a virtual environment."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def prepare(root: Path, extras: list[str]) -> Path:
    """Bring the virtual environment up to the pyproject.toml of `root`; its interpreter.

    Args:
        root: the checkout.
        extras: names of optional dependencies to have; those already there stay.

    Raises:
        SetupError: it cannot be made; the sentence says why and what to do.
        OSError: the disk or the folder does not allow it.
    """
    if ready := ready_python(root, extras):
        return ready
    venv = venv_folder()
    python = venv_python(venv)
    with locked(venv) as lock:
        stamp = read_stamp(venv)
        wanted = wanted_stamp(root, extras, stamp)
        if not (is_current(stamp, wanted) and python.exists()):
            wanted["extras"] = sorted({*extras, *stamp.get("extras", [])})
            set_up(root, venv, stamp, wanted, lock)
    return python


def ready_python(root: Path, extras: list[str]) -> Path | None:
    """The interpreter of the environment if it serves as it is; nothing is set up.

    Raises:
        SetupError: pyproject.toml cannot be read, or there is no place for an environment.
    """
    venv = venv_folder()
    python = venv_python(venv)
    stamp = read_stamp(venv)
    if is_current(stamp, wanted_stamp(root, extras, stamp)) and python.exists():
        return python
    return None


def wanted_stamp(root: Path, extras: list[str], stamp: Stamp) -> Stamp:
    """What the environment has to be made from, where `stamp` tells what it is made from now."""
    project = read_pyproject(root)
    relevant = [project["build-system"], project["project"], project["tool"]["setuptools"]]
    return {
        "recipe": RECIPE,
        "pins": hashlib.sha256(json.dumps(relevant, sort_keys=True).encode()).hexdigest(),
        "extras": sorted(extras),
        "source": source_state(root, stamp.get("source")),
        "cuda": system.has_nvidia_driver(),
    }


def is_current(stamp: Stamp, wanted: Stamp) -> bool:
    """Whether an environment with `stamp` serves for `wanted`; more than is wanted does no harm."""
    return has_packages(stamp, wanted) and stamp.get("source") == wanted["source"]


def has_packages(stamp: Stamp, wanted: Stamp) -> bool:
    """Whether everything but the project itself is as `wanted`."""
    return (
        stamp.get("complete") is True
        and all(stamp.get(key) == wanted[key] for key in ("recipe", "pins"))
        and set(stamp.get("extras", [])) >= set(wanted["extras"])
        and bool(stamp.get("cuda")) >= wanted["cuda"]
    )


def read_stamp(venv: Path) -> Stamp:
    """The stamp of an environment; empty if there is none or it cannot be read."""
    try:
        stamp = json.loads((venv / STAMP_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(venv: Path, stamp: Stamp) -> None:
    """Write the stamp whole or not at all."""
    part = venv / (STAMP_NAME + ".part")
    part.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    part.replace(venv / STAMP_NAME)


def read_pyproject(root: Path) -> dict[str, Any]:
    """pyproject.toml, the one place of pins."""
    file = root / "pyproject.toml"
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{file} cannot be read: {error}.") from None


def source_state(root: Path, installed: object = None) -> dict[str, Any]:
    """What the installed project depends on.

    A checkout that can be written to is installed as a link, so its place is enough. Another one
    is copied, because the building of a link writes beside the sources, so a change of any file
    counts. What is `installed` stays while it serves: a link serves a checkout that has become
    read-only, and a copy one that can be written to until a file changes.
    """
    link = {"path": str(root), "editable": True}
    if installed == link:
        return link
    can_write = os.access(root, os.W_OK)
    if can_write and not (isinstance(installed, dict) and installed.get("path") == str(root)):
        return link
    copy = {"path": str(root), "editable": False, "files": files_digest(root)}
    return link if can_write and installed != copy else copy


def files_digest(root: Path) -> str:
    """A digest of the names, sizes and times of all sources."""
    # Folders and bytecode are left out: running the program changes both.
    files = (
        path
        for name in SOURCE_FOLDERS
        for path in sorted((root / name).rglob("*"))
        if "__pycache__" not in path.parts and path.is_file()
    )
    listing = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hashlib.sha256(repr(listing).encode()).hexdigest()


@contextlib.contextmanager
def locked(venv: Path) -> Iterator[int]:
    """Hold the lock beside the environment; yields its descriptor.

    pip inherits the descriptor: if this process is killed, the lock holds until its pip is
    through, so that the next start never clears a folder that is being written to.
    """
    venv.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(f"{venv}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not try_lock(lock):
            note("Another start is setting up; waiting for it.")
            while not try_lock(lock):
                time.sleep(0.2)
        yield lock
    finally:
        os.close(lock)


def try_lock(descriptor: int) -> bool:
    """Take the lock if it is free; a disk that knows no locks counts as free."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some network disks: there would be no end to the waiting.
        return error.errno in (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)
    return True


def set_up(root: Path, venv: Path, stamp: Stamp, wanted: Stamp, lock: int) -> None:
    """Make the environment, or bring it up, and stamp it."""
    began = time.monotonic()
    made_here = clear_if_ours(venv, stamp)
    python = venv_python(venv)
    only_source = has_packages(stamp, wanted) and python.exists()
    # An interrupted change of the project alone leaves the packages whole.
    write_stamp(
        venv,
        {**stamp, "source": None} if only_source else {"complete": False, "made_here": made_here},
    )
    pip = packages.Pip(python, Path(f"{venv}.log"), lock)
    if only_source:
        wanted = {**wanted, "cuda": stamp["cuda"]}
        note(f"Installing the program from {root}.")
    elif python.exists():
        note(f"Bringing {venv} up to date.")
    else:
        require_space(venv, NEEDED_BYTES_CUDA if wanted["cuda"] else NEEDED_BYTES)
        note(f"Setting up in {venv}: once, and a few minutes.")
        make_venv(venv, lock)
    if not only_source:
        pins = read_pyproject(root)
        packages.install_pins(pip, venv, pins, wanted["extras"], cuda=wanted["cuda"])
    packages.install_project(pip, root, SOURCE_FOLDERS, editable=wanted["source"]["editable"])
    write_stamp(venv, {**wanted, "complete": True, "made_here": made_here})
    note(f"Set-up took {time.monotonic() - began:.0f} s.")


def clear_if_ours(venv: Path, stamp: Stamp) -> bool:
    """Empty what an interrupted set-up left; whether the environment is ours to empty.

    pip believes a package it was half way through to be installed, so such a folder is of no use.
    A virtual environment that someone else made, and named for us, is only added to.
    """
    if venv.exists() and not venv.is_dir():
        raise SetupError(f"{venv} is not a folder: set {VENV_VARIABLE} to a new or empty one.")
    venv.mkdir(parents=True, exist_ok=True)
    entries = [path for path in venv.iterdir() if path.name != STAMP_NAME]
    works = venv_python(venv).exists()
    foreign = stamp.get("made_here") is False
    if not stamp and entries and os.environ.get(VENV_VARIABLE):
        if not (venv / "pyvenv.cfg").is_file():
            raise SetupError(
                f"{venv} holds other files: set {VENV_VARIABLE} to a new or empty folder."
            )
        foreign = True
    if foreign and not (works and venv_version(venv) >= (3, 11)):
        raise SetupError(
            f"The virtual environment {venv} has no working Python 3.11 or newer: set "
            f"{VENV_VARIABLE} to a new or empty folder."
        )
    if not foreign and not (works and stamp.get("complete")):
        for path in entries:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    return not foreign


def venv_version(venv: Path) -> tuple[int, int]:
    """The Python version that pyvenv.cfg states; (0, 0) if it states none."""
    text = (venv / "pyvenv.cfg").read_text(encoding="utf-8", errors="replace")
    found = re.search(r"^version(?:_info)?\s*=\s*(\d+)\.(\d+)", text, re.MULTILINE)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def require_space(venv: Path, needed_bytes: int) -> None:
    """Raise SetupError if the disk has no room for the packages."""
    free = shutil.disk_usage(venv).free
    if free < needed_bytes:
        raise SetupError(
            f"Set-up needs {needed_bytes / 1e9:.1f} GB in {venv.parent}, and {free / 1e9:.1f} GB "
            f"are free: make room, or set {VENV_VARIABLE} to a folder on another disk."
        )


def make_venv(venv: Path, lock: int) -> None:
    """Make an empty environment with pip. Debian keeps a part of Python that this needs apart.

    The child inherits the lock, as pip does: if this process is killed, no other start works in
    the folder until the child is through.

    Raises:
        SetupError: that part is missing and cannot be installed from here, or the making failed.
    """
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if not has_venv_module() and not system.apt_install([package]):
        raise SetupError(
            "Python's venv module is missing: install it (Debian, Ubuntu: `sudo apt-get install "
            f"{package}`) and start again."
        )
    made = subprocess.run(
        [sys.executable, "-m", "venv", str(venv)],
        capture_output=True,
        text=True,
        check=False,
        pass_fds=() if os.name == "nt" else (lock,),
    )
    if made.returncode != 0:
        lines = (made.stderr or made.stdout).strip().splitlines() or ["no reason given"]
        raise SetupError(
            f"Python's venv module failed ({lines[-1].rstrip('.')}): install it anew (Debian, "
            f"Ubuntu: `sudo apt-get install {package}`) and start again."
        )


def has_venv_module() -> bool:
    """Whether this Python can make an environment with pip in it."""
    return all(find_spec(name) for name in ("venv", "ensurepip"))
