"""What the operating system has to bring: shared libraries for Qt, fonts, a GPU driver."""

import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from clover_desktop.bootstrap.errors import SetupError, note

# Shared library to Debian package. Qt links the first always, the second on an X11 screen.
OFFSCREEN_LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
}
SCREEN_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
# What fontconfig is asked for, to Debian package.
FONTS = {
    ":lang=zh-cn": "fonts-noto-cjk",
    ":lang=und-zsye": "fonts-noto-color-emoji",
}
FONTS_MARK = "fonts-looked-at"


def window_libraries() -> dict[str, str]:
    """The libraries that a window needs here, each with its Debian package."""
    if sys.platform != "linux":
        return {}
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    has_x11 = bool(os.environ.get("DISPLAY")) and not os.environ.get("WAYLAND_DISPLAY")
    if platform.startswith("xcb") or (not platform and has_x11):
        return OFFSCREEN_LIBRARIES | SCREEN_LIBRARIES
    return OFFSCREEN_LIBRARIES


@contextlib.contextmanager
def packages(libraries: Mapping[str, str], *, fonts: bool, folder: Path) -> Iterator[None]:
    """Install what is missing while the body runs, if root runs this; otherwise ask for it.

    Fonts are looked for once only, as it takes time and a person may do without.

    Args:
        libraries: shared library to Debian package.
        fonts: whether Chinese and emoji will be drawn.
        folder: where the mark goes that fonts were looked for.

    Raises:
        SetupError: a library is missing, before the body or after a vain try to install it.
    """
    needed = missing_packages(libraries)
    mark = folder / FONTS_MARK
    wanted = missing_fonts() if fonts and sys.platform == "linux" and not mark.exists() else []
    installing = None
    if can_install() and (needed or wanted):
        note(f"Installing system packages: {' '.join([*needed, *wanted])}.")
        installing = threading.Thread(target=apt_install, args=([*needed, *wanted],), daemon=True)
        installing.start()
    elif needed:
        raise SetupError(libraries_sentence(needed))
    elif wanted:
        note(
            "Chinese or emoji may show as boxes until fonts are installed: "
            f"`sudo apt-get install {' '.join(wanted)}`."
        )
    yield
    if installing is not None:
        installing.join()
    if needed and (needed := missing_packages(libraries)):
        raise SetupError(libraries_sentence(needed))
    if fonts and not mark.exists():
        with contextlib.suppress(OSError):
            mark.touch()


def missing_packages(libraries: Mapping[str, str]) -> list[str]:
    """The packages of those libraries that the dynamic linker does not find."""
    return [package for library, package in libraries.items() if not is_loadable(library)]


def is_loadable(library: str) -> bool:
    """Whether the dynamic linker finds `library`."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def libraries_sentence(missing: list[str]) -> str:
    """What to type for missing libraries."""
    return (
        "The window needs system libraries that are missing: install them with `sudo apt-get "
        f"install {' '.join(missing)}` (names as in Debian and Ubuntu) and start again."
    )


def missing_fonts() -> list[str]:
    """The font packages whose characters no installed font has."""
    if not shutil.which("fc-list"):
        return list(FONTS.values()) if can_install() else []
    return [package for pattern, package in FONTS.items() if not has_font(pattern)]


def has_font(pattern: str) -> bool:
    """Whether fontconfig knows a font for `pattern`."""
    found = subprocess.run(["fc-list", pattern, "family"], capture_output=True, check=False)
    return bool(found.stdout.strip())


def can_install() -> bool:
    """Whether system packages can be installed from here without asking for a password."""
    if sys.platform == "win32":
        return False
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(names: list[str]) -> bool:
    """Install Debian packages quietly, if that is possible from here; whether it went well."""
    if not can_install():
        return False
    options = ["-qq", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=2"]
    actions = (["update"], ["install", "-y", "--no-install-recommends", *names])
    # A list that cannot be fetched may still be good enough: only the last step counts.
    return [_apt_get([*options, *action]) for action in actions][-1]


def _apt_get(arguments: list[str]) -> bool:
    null = subprocess.DEVNULL
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            ["apt-get", *arguments],
            env=environment,
            stdin=null,
            stdout=null,
            stderr=null,
            timeout=600,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def has_nvidia_driver() -> bool:
    """Whether an NVIDIA driver is at work on this machine."""
    return Path("/proc/driver/nvidia/version").exists() or shutil.which("nvidia-smi") is not None
