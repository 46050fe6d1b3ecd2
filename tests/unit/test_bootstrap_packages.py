"""Run: python3 run.py test tests/unit/test_bootstrap_packages.py

What set-up asks of pip and of the operating system, with both of them played.
"""

import contextlib
import errno
import importlib.metadata
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from clover_desktop.bootstrap import environment, errors, packages, system


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", "The disk is full"),
        (
            "WARNING: Retrying (Retry(total=0)) after connection broken by "
            "'NewConnectionError(...)'\nERROR: No matching distribution found for x==1",
            "check the network",
        ),
        (
            "ERROR: No matching distribution found for torch==9.",
            "No matching distribution found for torch==9 (",
        ),
        ("Killed", "no reason given"),
    ],
    ids=["disk", "network", "other", "silent"],
)
def test_a_failure_of_pip_is_one_sentence(output: str, sentence: str) -> None:
    text = errors.pip_sentence(output, Path("setup.log"))
    assert sentence in text
    assert "\n" not in text


def test_an_error_of_the_system_is_one_sentence() -> None:
    assert "disk is full" in errors.world_sentence(OSError(errno.ENOSPC, "No space left"))
    refused = PermissionError(errno.EACCES, "Permission denied", "/x/y")
    assert "Permission denied (/x/y)" in errors.world_sentence(refused)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  Downloading torch-2.13.0-cp311-none-any.whl (180.9 MB)", "torch-2.13.0 (180.9 MB)"),
        ("  Downloading tomli_w-1.2.0-py3-none-any.whl (6.7 kB)", ""),
        ("  Downloading numpy-2.4.6-cp311-linux.whl.metadata (6 kB)", ""),
        ("Processing ./wheels/torch-2.13.0+cpu-cp311-linux.whl", "torch-2.13.0+cpu"),
        ("Installing collected packages: a, b", "unpacking ..."),
        ("Collecting torch", ""),
    ],
)
def test_progress_shows_the_big_steps(line: str, expected: str) -> None:
    assert packages.pip_progress(line + "\n") == expected


def test_pip_reports_its_output_and_failure(tmp_path: Path) -> None:
    script = tmp_path / "python"
    script.write_text("#!/bin/sh\necho working\necho 'ERROR: broken wheel'\nexit 3\n")
    script.chmod(0o755)
    with (tmp_path / "lock").open("w") as lock:
        pip = packages.Pip(script, tmp_path / "setup.log", lock.fileno())
        with pytest.raises(errors.SetupError, match="broken wheel"):
            pip.install("x")
    assert pip.log.read_text() == "working\nERROR: broken wheel\n"


class FakePip:
    """Writes the version file of the torch that each source would bring.

    Attributes:
        calls: the arguments of each installation that was tried.
    """

    def __init__(self, venv: Path, sources: dict[str, str | None]) -> None:
        self.calls: list[Sequence[str]] = []
        self._file = venv / "lib/python3.11/site-packages/torch/version.py"
        self._sources = sources

    def tries_to_install(self, *arguments: str) -> bool:
        self.calls.append(arguments)
        for source, cuda in self._sources.items():
            if source in arguments:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._file.write_text(f"__version__ = '2.13.0+x'\ncuda: Optional[str] = {cuda!r}\n")
                return True
        return False


@pytest.mark.parametrize(
    ("sources", "cuda", "tried", "found"),
    [
        ({"--no-index": None}, False, 1, False),
        ({packages.CPU_INDEX: None}, False, 2, False),
        ({"--no-index": "13.0", packages.CPU_INDEX: None}, False, 2, False),
        ({}, False, 2, None),
        ({"torch===2.13.0": "13.0"}, True, 1, True),
        ({}, True, 1, None),
    ],
    ids=["at-hand", "cpu-index", "mislabelled", "neither", "gpu", "gpu-offline"],
)
def test_the_right_torch_is_looked_for_in_order(
    sources: dict[str, str | None], cuda: bool, tried: int, found: bool | None, tmp_path: Path
) -> None:
    pip = FakePip(tmp_path, sources)
    packages.install_torch(pip, tmp_path, "2.13.0", cuda=cuda)  # type: ignore[arg-type]
    assert len(pip.calls) == tried
    assert packages.torch_has_cuda(tmp_path, "2.13.0") is found
    if found is not None:
        packages.install_torch(pip, tmp_path, "2.13.0", cuda=cuda)  # type: ignore[arg-type]
        assert len(pip.calls) == tried


def test_torch_of_this_environment_is_read_right() -> None:
    version, _, label = importlib.metadata.version("torch").partition("+")
    found = packages.torch_has_cuda(Path(sys.prefix), version)
    assert found is (label != "cpu")
    assert packages.torch_has_cuda(Path(sys.prefix), "0.0.1") is None


def test_a_read_only_checkout_is_installed_from_a_copy(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name in environment.SOURCE_FOLDERS:
        (root / name / "deep").mkdir(parents=True)
        (root / name / "deep" / "file").touch()
        (root / name / "deep").chmod(0o500)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (root / name).touch()
    seen: list[set[str]] = []

    class CopyPip:
        def install(self, *arguments: str) -> None:
            copy = Path(arguments[-1])
            assert copy != root
            # The build writes here, and root, who may run this, could in any case.
            assert (copy / "kernels" / "deep").stat().st_mode & 0o200
            seen.append({path.relative_to(copy).as_posix() for path in copy.rglob("file")})

    packages.install_project(
        CopyPip(),  # type: ignore[arg-type]
        root,
        environment.SOURCE_FOLDERS,
        editable=False,
    )
    assert seen == [{f"{name}/deep/file" for name in environment.SOURCE_FOLDERS}]


@pytest.mark.parametrize(
    ("variables", "screen"),
    [
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, False),
        ({"DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"QT_QPA_PLATFORM": "xcb"}, True),
        ({}, False),
    ],
    ids=str,
)
def test_x11_libraries_are_wanted_on_x11_only(
    variables: dict[str, str], screen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    libraries = system.window_libraries()
    assert ("libxcb-cursor.so.0" in libraries) is screen
    assert "libGL.so.1" in libraries


MISSING = {"libclover-none.so.7": "libclover7"}


def test_missing_libraries_are_one_sentence_before_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "can_install", lambda: False)
    with (
        pytest.raises(errors.SetupError, match="`sudo apt-get install libclover7`"),
        system.packages(MISSING, fonts=False, folder=tmp_path),
    ):
        pytest.fail("the body must not run")


@pytest.mark.parametrize("works", [True, False])
def test_root_installs_missing_libraries_meanwhile(
    works: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[str] = []

    def install(names: list[str]) -> bool:
        time.sleep(0.05)
        installed.extend(names)
        return True

    monkeypatch.setattr(system, "can_install", lambda: True)
    monkeypatch.setattr(system, "apt_install", install)
    monkeypatch.setattr(system, "is_loadable", lambda name: works and bool(installed))
    outcome = (
        contextlib.nullcontext() if works else pytest.raises(errors.SetupError, match="libclover7")
    )
    ran = []
    with outcome, system.packages(MISSING, fonts=False, folder=tmp_path):
        ran.append(True)
    assert ran == [True]
    assert installed == ["libclover7"]


def test_fonts_are_asked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "can_install", lambda: False)
    monkeypatch.setattr(system, "missing_fonts", lambda: ["fonts-noto-cjk"])
    for _ in range(2):
        with system.packages({}, fonts=True, folder=tmp_path):
            pass
    assert capsys.readouterr().err.count("fonts-noto-cjk") == 1


def test_libraries_are_found_by_the_linker() -> None:
    assert system.is_loadable("libc.so.6") or sys.platform != "linux"
    assert system.missing_packages(MISSING) == ["libclover7"]
