"""Start Clover Desktop, or run its tests, from a checkout; what is needed is set up first.

    python3 run.py [ARGS]         start the app; arguments go to its command line
    python3 run.py test           ruff, mypy, import-linter and all tests
    python3 run.py test [ARGS]    pytest alone, with these arguments (`tests/unit/test_paths.py`)

The packages pinned in pyproject.toml go into a virtual environment below the home folder;
CLOVER_DESKTOP_VENV names another place. How it is made and kept is told in
clover_desktop/bootstrap/. This file is readable to Python 3.8, so that an old Python can say what
is missing.
"""

from __future__ import annotations

import signal

if __name__ == "__main__":
    # Ctrl+C among the imports ends the script without a traceback; main() has its own answer to it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Sequence

ROOT = Path(__file__).resolve().parent


def main(arguments: Sequence[str]) -> int:
    """Set up, then start the app (which replaces this process) or the tests; the exit code."""
    if sys.version_info < (3, 11):
        return under_newer_python(arguments)
    # Packages are unpacked without bytecode, which the first import writes; where that is forbidden
    # every start would compile torch anew, six seconds each time.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Only for this import: `kernels` beside this file would hide a package of that name.
    sys.path.insert(0, str(ROOT))
    try:
        from clover_desktop.bootstrap.errors import SetupError, world_sentence
    finally:
        sys.path.remove(str(ROOT))
    try:
        if list(arguments[:1]) == ["test"]:
            return test(arguments[1:])
        if list(arguments[:1]) in (["-h"], ["--help"]) and not is_set_up():
            return print_usage()
        return start(arguments)
    except SetupError as error:
        note(str(error))
    except BrokenPipeError:
        # The reader of the usage has gone: nothing to say, also not at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except OSError as error:
        note(world_sentence(error))
    except KeyboardInterrupt:
        note("Stopped; the next start goes on with what is missing.")
        return 130
    return 1


def under_newer_python(arguments: Sequence[str]) -> int:
    """Go on under a newer Python from the path, or say that there is none."""
    probe = "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))"
    for name in ("python3.13", "python3.12", "python3.11", "python3.14"):
        found = shutil.which(name)
        # A version manager's stub may be on the path and start nothing.
        if found and succeeds([found, "-c", probe]):
            return replace_process([found, str(ROOT / "run.py"), *arguments])
    note(
        "Python 3.11 or newer is needed, and this is "
        f"{'.'.join(map(str, sys.version_info[:3]))}: install it (Debian, Ubuntu: "
        "`sudo apt-get install python3.11 python3.11-venv`) and start with `python3.11 run.py`."
    )
    return 1


def succeeds(command: list[str]) -> bool:
    """Whether `command` ends well; its output is dropped."""
    null = subprocess.DEVNULL
    return subprocess.run(command, stdout=null, stderr=null, check=False).returncode == 0


def is_set_up() -> bool:
    """Whether the app can start as things are."""
    from clover_desktop.bootstrap import environment
    from clover_desktop.bootstrap.errors import SetupError

    try:
        return environment.ready_python(ROOT, ["engine"]) is not None
    except (SetupError, OSError):
        return False


def print_usage() -> int:
    """Tell what this script does. The app's own help needs the app, which is not there yet."""
    print((__doc__ or "").strip())
    print("\nThe app's own help is shown here as soon as a first start has set it up.")
    return 0


def start(arguments: Sequence[str]) -> int:
    """Start the app with `arguments`."""
    from clover_desktop.bootstrap import environment, system

    window = wants_window(arguments)
    libraries = system.window_libraries() if window else {}
    with system.packages(libraries, fonts=window, folder=environment.venv_folder().parent):
        python = environment.prepare(ROOT, ["engine"])
    os.environ.setdefault("OMP_WAIT_POLICY", OMP_WAIT_POLICY)
    # What the app's help and its sentences call it: there need not be another command.
    os.environ["CLOVER_DESKTOP_COMMAND"] = "python3 run.py"
    return replace_process([str(python), "-P", "-m", "clover_desktop", *arguments])


# Idle OpenMP threads that spin can slow a block on a busy machine a hundredfold.
OMP_WAIT_POLICY = "PASSIVE"


def wants_window(arguments: Sequence[str]) -> bool:
    """Whether the app will open its window: no sub-command, and not just help or the version."""
    return not arguments or (
        arguments[0].startswith("-") and arguments[0] not in ("-h", "--help", "--version")
    )


def test(arguments: Sequence[str]) -> int:
    """Run every check and all tests, or pytest alone where it is given arguments."""
    from clover_desktop.bootstrap import environment, system

    folder = environment.venv_folder().parent
    with system.packages(system.OFFSCREEN_LIBRARIES, fonts=True, folder=folder):
        python = environment.prepare(ROOT, ["engine", "dev"])
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.setdefault("OMP_WAIT_POLICY", OMP_WAIT_POLICY)
    # A later -m replaces the one in pyproject.toml, which leaves out the slow tests.
    pytest = [str(python), "-P", "-m", "pytest", "-m", "not gpu and not weights"]
    if arguments:
        command = [*pytest, *absolute_paths(arguments)]
        return subprocess.run(command, cwd=str(ROOT), check=False).returncode
    show_kernels_to_mypy()
    scripts = python.parent
    results = [
        run_step("ruff check", [str(scripts / "ruff"), "check", "."]),
        run_step("ruff format", [str(scripts / "ruff"), "format", "--check", "."]),
        run_step("mypy", [str(scripts / "mypy")]),
        run_step("import-linter", [str(scripts / "lint-imports"), "--no-logo"]),
        run_step("pytest", pytest),
    ]
    note("; ".join(line for line, _ in results))
    return 0 if all(passed for _, passed in results) else 1


def run_step(name: str, command: list[str]) -> tuple[str, bool]:
    """Run one check with its output shown; how it went, in words and as a fact."""
    note(f"{name} ...")
    began = time.monotonic()
    passed = subprocess.run(command, cwd=str(ROOT), check=False).returncode == 0
    return f"{name} {'ok' if passed else 'FAILED'} ({time.monotonic() - began:.0f} s)", passed


def absolute_paths(arguments: Sequence[str]) -> list[str]:
    """The arguments, with paths made absolute: pytest starts in ROOT, wherever the person is."""
    return [
        os.path.abspath(text) if os.path.exists(text.split("::")[0]) else text for text in arguments
    ]


def show_kernels_to_mypy() -> None:
    """Link kernels/ under its installed name where mypy_path in pyproject.toml looks for it."""
    link = ROOT / ".mypy_cache" / "links" / "clover_kernels"
    if not link.exists():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(ROOT / "kernels", target_is_directory=True)


def replace_process(command: list[str]) -> int:
    """Become `command`; where the system cannot, run it and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # it is None where it was closed
            stream.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def note(text: str) -> None:
    """One plain line on standard error."""
    print(f"clover-desktop: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A started script's folder leads the path; see main() for why it must not.
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != ROOT]
    sys.exit(main(sys.argv[1:]))
