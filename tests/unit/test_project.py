"""Run: python3 run.py test tests/unit/test_project.py

Promises about the project as a whole: its pins, its tree, its imports, what a wheel holds.
"""

import ast
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest

import clover_desktop
import clover_kernels

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LONGEST_FILE_LINES = 600

ENGINE_SIDE = {"engine", "models", "tools"}
# Stand apart: the two entries branch before they import, and set-up knows none of our packages.
ENTRIES = {"__main__", "bootstrap"}
QT_SIDE = {"ui", "app", "tools"}


def our_files() -> Iterator[Path]:
    """Every file of the project that could be committed."""
    skipped = {"__pycache__", "build", "dist", "runs"}
    for folder, names, files in os.walk(ROOT):
        names[:] = [
            name
            for name in names
            if name not in skipped
            and (name == ".ci" or not name.startswith("."))
            and not name.endswith(".egg-info")
        ]
        yield from (Path(folder, name) for name in files)


def modules() -> list[str]:
    """The names of all modules of clover_desktop."""
    found = pkgutil.walk_packages(clover_desktop.__path__, "clover_desktop.")
    return sorted(module.name for module in found)


def part_of(module: str) -> str:
    """The part of clover_desktop that a module belongs to."""
    return module.split(".")[1]


def test_void_qt_calls_keep_their_hands_off_none() -> None:
    # PySide6 6.12.0 takes a reference to None with each void call, and after some thousand calls
    # Python 3.11 aborts. 200 calls must not show; a sound version stays within a few.
    if sys.version_info >= (3, 12):
        pytest.skip("None is immortal from Python 3.12 on")
    from PySide6.QtCore import QObject, Signal
    from PySide6.QtGui import QImage, QPainter

    class Emitter(QObject):
        happened = Signal()

    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    emitter = Emitter()
    before = sys.getrefcount(None), sys.getrefcount(True)
    for _ in range(200):
        painter.drawRect(0, 0, 4, 4)
        emitter.setObjectName("x")
        emitter.happened.emit()
    after = sys.getrefcount(None), sys.getrefcount(True)
    painter.end()
    assert abs(after[0] - before[0]) < 50
    assert abs(after[1] - before[1]) < 50


def test_direct_dependencies_are_pinned_exactly() -> None:
    project = PROJECT["project"]
    pins = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    assert [pin for pin in pins if not re.fullmatch(r"[\w-]+==[\w.]+", pin)] == []
    assert "PySide6-Essentials==6.11.3" in pins


def test_no_source_file_is_too_long() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in our_files()
        # Word lists and sentences of the demo model's corpus are data, one to a line.
        if path.suffix == ".py" and not path.stem.endswith("_data")
    }
    assert len(lengths) > 20
    assert {name: n for name, n in lengths.items() if n > LONGEST_FILE_LINES} == {}


def test_no_file_names_a_machine_or_a_registry() -> None:
    # Put together here, so that this file passes its own test.
    words = ["/" + "root/", "/" + "opt/", "/" + "work/", "pypi" + ".org", "python" + "hosted.org"]
    pattern = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, words))})")
    found = []
    for path in our_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in pattern.finditer(text)]
    assert found == []


def test_tests_have_names_of_their_own_and_no_packages() -> None:
    files = [path for path in our_files() if path.is_relative_to(ROOT / "tests")]
    assert [path for path in files if path.name == "__init__.py"] == []
    names = [path.name for path in files if path.name.startswith("test_")]
    assert sorted(names) == sorted(set(names))


def test_run_script_is_readable_to_python_3_8() -> None:
    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize(
    ("of", "banned"),
    [
        (lambda part: part not in ENGINE_SIDE | ENTRIES, {"torch", "triton", "tokenizers"}),
        (lambda part: part not in QT_SIDE | ENTRIES, {"PySide6", "shiboken6"}),
    ],
    ids=["no-tensors-on-the-window-side", "no-qt-outside-the-window"],
)
def test_importing_a_side_leaves_the_other_alone(
    of: Callable[[str], bool], banned: set[str]
) -> None:
    names = [name for name in modules() if of(part_of(name))]
    assert len(names) > 5
    script = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print(*sorted({banned!r} & sys.modules.keys()))\n"
    )
    # Takes over a second where torch is imported, which only a fresh process can show.
    result = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == []


def test_bootstrap_needs_nothing_but_the_standard_library() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from clover_desktop.bootstrap import environment, errors, packages, system\n"
    )
    # -S leaves out site-packages.
    subprocess.run([sys.executable, "-P", "-S", "-c", script], check=True)


def test_import_contracts_name_every_part() -> None:
    contracts = {
        contract["name"]: set(contract.get("source_modules", []))
        for contract in PROJECT["tool"]["importlinter"]["contracts"]
    }
    parts = {part_of(name) for name in modules()}
    window = {f"clover_desktop.{part}" for part in parts - ENGINE_SIDE - ENTRIES}
    assert contracts["No tensors on the window side"] == window
    no_qt = {f"clover_desktop.{part}" for part in parts - QT_SIDE - ENTRIES}
    assert contracts["Qt only in ui and app"] == no_qt | {"clover_kernels"}


@pytest.mark.slow
def test_a_wheel_holds_every_module_and_asset(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("clover_desktop", "kernels", "assets"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, source / name)
    flags = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *flags, "-w", str(tmp_path), str(source)],
        cwd=tmp_path,
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if "dist-info" not in name}
    installed = {"kernels": "clover_kernels", "assets": "clover_assets"}
    expected = set()
    for name in ("clover_desktop", "kernels", "assets"):
        for path in (source / name).rglob("*"):
            # The source of a translation is for translators; the app reads the .qm made from it.
            if path.is_file() and path.suffix != ".ts":
                inside = path.relative_to(source / name).as_posix()
                expected.add(f"{installed.get(name, name)}/{inside}")
    assert packed == expected


def test_kernels_are_installed_under_their_own_name() -> None:
    assert Path(clover_kernels.__file__).parent.name in {"kernels", "clover_kernels"}
    assert clover_desktop.__version__ == "0.1.0"
