"""Run: python3 run.py test tests/unit/test_bootstrap.py

run.py and the set-up behind it, without ever installing a package.
"""

import errno
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from clover_desktop import cli, paths
from clover_desktop.bootstrap import environment, errors, packages, system

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run_script() -> ModuleType:
    """run.py as a module."""
    spec = importlib.util.spec_from_file_location("run_script", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def venv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the environment will be in a home folder of the test's own; nothing is there yet."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv(environment.VENV_VARIABLE, raising=False)
    return environment.venv_folder()


class FakeSetUp:
    """Stands for everything that makes and fills an environment, and counts.

    Attributes:
        made: how many environments were made.
        filled: the extras of each filling.
        installed: for each installation of the project, whether as a link.
        failure: raised in the middle of filling, if set.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        self.filled: list[list[str]] = []
        self.installed: list[bool] = []
        self.failure: BaseException | None = None
        monkeypatch.setattr(environment, "make_venv", self._make)
        monkeypatch.setattr(environment, "require_space", lambda *_: None)
        monkeypatch.setattr(packages, "install_pins", self._fill)
        monkeypatch.setattr(packages, "install_project", self._install)
        monkeypatch.setattr(system, "has_nvidia_driver", lambda: False)

    def _make(self, venv: Path, lock: int) -> None:
        self.made += 1
        write_interpreter(venv)

    def _install(self, *_: object, editable: bool) -> None:
        self.installed.append(editable)

    def _fill(self, pip: object, venv: Path, project: object, extras: list[str], **_: bool) -> None:
        self.filled.append(extras)
        (venv / "half-way").touch()
        if self.failure is not None:
            raise self.failure
        (venv / "half-way").unlink()


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeSetUp:
    return FakeSetUp(monkeypatch)


def write_interpreter(venv: Path) -> None:
    """Make `venv` look like an environment of the running Python."""
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    version = ".".join(map(str, sys.version_info[:3]))
    home = Path(sys.executable).resolve().parent
    (venv / "pyvenv.cfg").write_text(f"home = {home}\nversion = {version}\n")


def start_script(
    *arguments: str, cwd: Path, variables: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Start run.py as a person does."""
    inherited = {name: text for name, text in os.environ.items() if name != "OMP_WAIT_POLICY"}
    return subprocess.run(
        [sys.executable, str(ROOT / "run.py"), *arguments],
        cwd=cwd,
        env={**inherited, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_second_start_reaches_the_app_within_a_second(tmp_path: Path, venv: Path) -> None:
    write_interpreter(venv)
    library = venv / "lib" / "python{}.{}".format(*sys.version_info) / "site-packages"
    app = library / "clover_desktop"
    app.mkdir(parents=True)
    (app / "__init__.py").touch()
    (app / "__main__.py").write_text(
        "import json, os, sys\n"
        "json.dump([sys.argv[1:], os.getcwd(), sys.flags.safe_path, sys.prefix,"
        " os.environ['OMP_WAIT_POLICY']], sys.stdout)\n"
    )
    wanted = environment.wanted_stamp(ROOT, ["engine"], {})
    environment.write_stamp(venv, {**wanted, "complete": True, "made_here": True})
    variables = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "elsewhere")}
    seconds = []
    for _ in range(3):
        began = time.monotonic()
        result = start_script("chat", "--prompt", "a  b 你", cwd=tmp_path, variables=variables)
        seconds.append(time.monotonic() - began)
        assert result.returncode == 0, result.stderr
        assert result.stderr == ""
        assert json.loads(result.stdout) == [
            ["chat", "--prompt", "a  b 你"],
            str(tmp_path),
            True,
            str(venv),
            "PASSIVE",
        ]
    assert min(seconds) < 1.0
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: path.write_text("mine"), "is not a folder"),
        (lambda path: (path.mkdir(), (path / "thesis.txt").touch()), "holds other files"),
        (
            lambda path: (path.mkdir(), (path / "pyvenv.cfg").write_text("version = 3.9.2\n")),
            "has no working Python 3.11 or newer",
        ),
    ],
    ids=["a-file", "a-folder-in-use", "an-old-venv"],
)
def test_a_bad_place_is_one_sentence_and_stays_as_it_is(
    make: Callable[[Path], object], sentence: str, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    make(place)
    before = sorted(tmp_path.rglob("*"))
    variables = {environment.VENV_VARIABLE: str(place), "HOME": str(tmp_path / "home")}
    result = start_script("doctor", cwd=tmp_path, variables=variables)
    assert result.returncode == 1
    assert sentence in result.stderr
    assert environment.VENV_VARIABLE in result.stderr
    assert result.stderr.count("\n") == 1
    assert sorted(set(tmp_path.rglob("*")) - {Path(f"{place}.lock")}) == before


def test_a_place_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    variables = {environment.VENV_VARIABLE: str(tmp_path / "file" / "venv")}
    result = start_script("doctor", cwd=tmp_path, variables=variables)
    assert result.returncode == 1
    assert result.stderr.startswith("clover-desktop: Set-up failed: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_is_there_before_anything_is_set_up(flag: str, tmp_path: Path) -> None:
    variables = {environment.VENV_VARIABLE: str(tmp_path / "venv"), "HOME": str(tmp_path / "home")}
    result = start_script(flag, cwd=tmp_path, variables=variables)
    assert (result.returncode, result.stderr) == (0, "")
    for part in ("python3 run.py [ARGS]", "run.py test", environment.VENV_VARIABLE):
        assert part in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_help_is_that_of_the_app_where_it_is_set_up(
    run_script: ModuleType,
    fake: FakeSetUp,
    venv: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(run_script, "replace_process", lambda command: commands.append(command))
    environment.prepare(ROOT, ["engine"])
    monkeypatch.setenv(paths.COMMAND_VARIABLE, "")
    run_script.main(["--help"])
    assert capsys.readouterr().out == ""
    assert commands == [[str(venv / "bin" / "python"), "-P", "-m", "clover_desktop", "--help"]]
    assert paths.command_name() == cli.FROM_CHECKOUT


@pytest.mark.parametrize("arguments", [[], ["test"], ["chat", "--prompt", "x"]], ids=" ".join)
def test_an_old_python_says_what_to_install(
    arguments: list[str],
    run_script: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stub = tmp_path / "python3.13"
    stub.write_text("#!/bin/sh\nexit 127\n")
    stub.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(run_script.sys, "version_info", (3, 9, 2))
    assert run_script.main(arguments) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "Python 3.11 or newer is needed, and this is 3.9.2: install it" in printed.err
    assert "python3.11-venv" in printed.err


def test_an_old_python_goes_on_under_a_newer_one(
    run_script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = tmp_path / "python3.12"
    stub.write_text("#!/bin/sh\nexit 0\n")
    stub.chmod(0o755)
    commands: list[list[str]] = []
    monkeypatch.setattr(run_script, "replace_process", lambda command: commands.append(command))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(run_script.sys, "version_info", (3, 9, 2))
    run_script.main(["chat", "--prompt", "x"])
    assert commands == [[str(stub), str(ROOT / "run.py"), "chat", "--prompt", "x"]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], True),
        (["--demo"], True),
        (["--help"], False),
        (["--version"], False),
        (["chat", "--prompt", "x"], False),
    ],
    ids=lambda value: " ".join(value) or "nothing" if isinstance(value, list) else "",
)
def test_only_the_window_asks_for_window_libraries(
    run_script: ModuleType, arguments: list[str], expected: bool
) -> None:
    assert run_script.wants_window(arguments) is expected


def test_the_place_comes_from_the_home_folder_alone(
    tmp_path: Path, venv: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert venv.parent == tmp_path / "home" / ".cache" / "clover-desktop"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    monkeypatch.setenv("CLOVER_DESKTOP_HOME", str(tmp_path / "y"))
    assert environment.venv_folder() == venv
    monkeypatch.setenv(environment.VENV_VARIABLE, str(tmp_path / "z"))
    assert environment.venv_folder() == tmp_path / "z"


def test_set_up_happens_once_and_extras_add_up(fake: FakeSetUp, venv: Path) -> None:
    for _ in range(2):
        assert environment.prepare(ROOT, ["engine"]) == venv / "bin" / "python"
    assert fake.filled == [["engine"]]
    environment.prepare(ROOT, ["engine", "dev"])
    environment.prepare(ROOT, ["engine"])
    assert fake.filled == [["engine"], ["dev", "engine"]]
    assert fake.made == 1


def test_an_interrupted_set_up_begins_again(fake: FakeSetUp, venv: Path) -> None:
    fake.failure = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        environment.prepare(ROOT, ["engine"])
    assert (venv / "half-way").exists()
    fake.failure = None
    environment.prepare(ROOT, ["engine"])
    assert not (venv / "half-way").exists()
    assert fake.made == 2


def test_an_interrupted_update_begins_from_nothing(fake: FakeSetUp, venv: Path) -> None:
    environment.prepare(ROOT, ["engine"])
    fake.failure = errors.SetupError("no network")
    with pytest.raises(errors.SetupError):
        environment.prepare(ROOT, ["engine", "dev"])
    fake.failure = None
    environment.prepare(ROOT, ["engine"])
    assert fake.made == 2


@pytest.mark.parametrize("text", ["", "{", "[]", '{"complete": true}'])
def test_a_ruined_stamp_counts_as_none(text: str, fake: FakeSetUp, venv: Path) -> None:
    environment.prepare(ROOT, ["engine"])
    (venv / environment.STAMP_NAME).write_text(text)
    environment.prepare(ROOT, ["engine"])
    assert len(fake.filled) == 2


def test_a_lost_interpreter_is_made_again(fake: FakeSetUp, venv: Path) -> None:
    environment.prepare(ROOT, ["engine"])
    (venv / "bin" / "python").unlink()
    environment.prepare(ROOT, ["engine"])
    assert fake.made == 2


def test_a_venv_of_someone_else_is_added_to_but_never_cleared(
    fake: FakeSetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "theirs"
    write_interpreter(theirs)
    (theirs / "precious").touch()
    monkeypatch.setenv(environment.VENV_VARIABLE, str(theirs))
    fake.failure = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        environment.prepare(ROOT, ["engine"])
    fake.failure = None
    environment.prepare(ROOT, ["engine"])
    assert (theirs / "precious").exists()
    assert fake.made == 0
    assert len(fake.filled) == 2


def wanted() -> environment.Stamp:
    return {
        "recipe": 1,
        "pins": "p",
        "extras": ["engine"],
        "source": {"path": "/here", "editable": True},
        "cuda": False,
    }


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, True),
        ({"extras": ["dev", "engine"]}, True),
        ({"cuda": True}, True),
        ({"complete": False}, False),
        ({"recipe": 0}, False),
        ({"pins": "q"}, False),
        ({"extras": ["dev"]}, False),
        ({"source": {"path": "/there", "editable": True}}, False),
    ],
    ids=str,
)
def test_a_stamp_serves_only_for_what_it_was_made_from(
    change: environment.Stamp, expected: bool
) -> None:
    stamp = {**wanted(), "complete": True, **change}
    assert environment.is_current(stamp, wanted()) is expected


def test_a_new_gpu_asks_for_another_torch() -> None:
    stamp = {**wanted(), "complete": True}
    assert not environment.is_current(stamp, {**wanted(), "cuda": True})


def test_tool_settings_do_not_count_as_pins(tmp_path: Path) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    pins = []
    for changed in (
        text,
        text.replace("line-length = 100", "line-length = 99"),
        text.replace("tomli-w==1.2.0", "tomli-w==1.1.0"),
    ):
        (tmp_path / "pyproject.toml").write_text(changed, encoding="utf-8")
        pins.append(environment.wanted_stamp(tmp_path, [], {})["pins"])
    assert pins[0] == pins[1] != pins[2]


def test_a_read_only_checkout_counts_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    file = tmp_path / "kernels" / "a.py"
    file.parent.mkdir()
    file.write_text("1")
    first = environment.source_state(tmp_path)
    assert first["editable"] is False
    assert environment.source_state(tmp_path) == first
    # A start writes bytecode beside what it imports.
    (tmp_path / "kernels" / "__pycache__").mkdir()
    (tmp_path / "kernels" / "__pycache__" / "a.cpython-311.pyc").touch()
    assert environment.source_state(tmp_path) == first
    file.write_text("12")
    assert environment.source_state(tmp_path) != first


def checkout(folder: Path) -> Path:
    """Sources that can be installed as far as `FakeSetUp` is concerned."""
    (folder / "kernels").mkdir(parents=True)
    (folder / "kernels" / "a.py").write_text("1")
    (folder / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    return folder


@pytest.mark.parametrize("is_writable_first", [True, False], ids=["link", "copy"])
def test_a_checkout_that_changes_between_writable_and_read_only_is_installed_once(
    is_writable_first: bool,
    fake: FakeSetUp,
    venv: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = checkout(tmp_path / "checkout")
    is_writable = is_writable_first
    monkeypatch.setattr(os, "access", lambda *_: is_writable)
    for _ in range(3):
        environment.prepare(root, ["engine"])
        is_writable = not is_writable
    assert fake.installed == [is_writable_first]
    # A file that is edited counts for a copy alone, and makes it a link where that is possible.
    (root / "kernels" / "a.py").write_text("12")
    is_writable = True
    environment.prepare(root, ["engine"])
    assert fake.installed == ([True] if is_writable_first else [False, True])
    assert len(fake.filled) == 1


def test_another_checkout_with_the_same_pins_needs_no_packages(
    fake: FakeSetUp, venv: Path, tmp_path: Path
) -> None:
    one, two = checkout(tmp_path / "one"), checkout(tmp_path / "two")
    for root in (one, two, two, one):
        environment.prepare(root, ["engine"])
    assert fake.installed == [True, True, True]
    assert fake.filled == [["engine"]]
    assert fake.made == 1


def test_a_change_of_checkout_that_was_interrupted_is_made_up_for(
    fake: FakeSetUp, venv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = checkout(tmp_path / "one"), checkout(tmp_path / "two")
    environment.prepare(one, ["engine"])

    def fail(*_: object, editable: bool) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(packages, "install_project", fail)
        with pytest.raises(KeyboardInterrupt):
            environment.prepare(two, ["engine"])
    environment.prepare(one, ["engine"])
    assert fake.installed == [True, True]
    assert (len(fake.filled), fake.made) == (1, 1)


def test_two_starts_take_turns(venv: Path) -> None:
    with environment.locked(venv):
        other = os.open(f"{venv}.lock", os.O_RDWR)
        try:
            assert not environment.try_lock(other)
        finally:
            os.close(other)
    with environment.locked(venv) as lock:
        assert environment.try_lock(lock)


def test_a_missing_venv_module_names_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    monkeypatch.setattr(system, "can_install", lambda: False)
    with pytest.raises(errors.SetupError, match=r"sudo apt-get install python3\.\d+-venv"):
        environment.make_venv(tmp_path / "venv", 0)


def test_a_full_disk_is_noticed_at_once(tmp_path: Path) -> None:
    environment.require_space(tmp_path, 1)
    with pytest.raises(errors.SetupError, match="GB are free: make room"):
        environment.require_space(tmp_path, 10**18)


@pytest.mark.skipif(sys.platform == "win32", reason="flock is of Unix")
def test_a_disk_that_knows_no_locks_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def refuse(*arguments: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    assert environment.try_lock(0)


def test_closed_streams_are_no_mistake(
    run_script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    # `run.py chat >&-`: Python then has None for the stream.
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(os, "execv", lambda path, command: None)
    assert run_script.replace_process([sys.executable, "-c", "raise SystemExit(3)"]) == 3
