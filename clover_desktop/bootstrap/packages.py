"""Filling the virtual environment with pip: the pinned packages, the right torch, the project."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clover_desktop.bootstrap.errors import SetupError, note, pip_sentence

CPU_INDEX = "https://download.pytorch.org/whl/cpu"


class Pip:
    """Runs `pip install`: output into a log, big steps as lines, a failure as a sentence.

    Attributes:
        python: the interpreter of the environment.
        log: the file that receives all output; emptied at first.
    """

    def __init__(self, python: Path, log: Path, lock: int) -> None:
        self.python = python
        self.log = log
        self._lock = lock
        log.write_bytes(b"")

    def install(self, *arguments: str) -> None:
        """`pip install` with `arguments`.

        Raises:
            SetupError: pip failed; the sentence says why.
        """
        # Bytecode is made where a module is first used: compiling everything now takes longer
        # than the rest of set-up, and most of it is never imported.
        flags = ["--no-input", "--no-compile", "--progress-bar=off"]
        output, code = self._run([str(self.python), "-m", "pip", "install", *flags, *arguments])
        if code != 0:
            raise SetupError(pip_sentence(output, self.log))

    def tries_to_install(self, *arguments: str) -> bool:
        """Whether `pip install` with `arguments` went well."""
        try:
            self.install(*arguments)
        except SetupError:
            return False
        return True

    def _run(self, command: list[str]) -> tuple[str, int]:
        environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0"}
        for name in ("PYTHONPATH", "PYTHONHOME"):
            environment.pop(name, None)
        process = subprocess.Popen(
            command,
            # Away from the checkout: its folder `kernels` would hide a package of that name.
            cwd=self.log.parent,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            pass_fds=() if os.name == "nt" else (self._lock,),
        )
        lines = []
        try:
            assert process.stdout is not None
            with process.stdout, self.log.open("a", encoding="utf-8") as log:
                for line in process.stdout:
                    lines.append(line)
                    log.write(line)
                    if progress := pip_progress(line):
                        note(progress)
            return "".join(lines), process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()


def pip_progress(line: str) -> str:
    """A line of pip's output as progress for a person; empty if it tells nothing."""
    if line.startswith("Installing collected packages"):
        return "unpacking ..."
    found = re.match(r"\s*(?:Downloading|Processing) (\S+\.whl)(?:\.metadata)?(.*)", line)
    if not found or (found[2].strip() and not re.search(r"\d [MG]B", found[2])):
        return ""
    return " ".join(["-".join(Path(found[1]).name.split("-")[:2]), *found[2].split()])


def install_pins(
    pip: Pip, venv: Path, project: dict[str, Any], extras: Sequence[str], *, cuda: bool
) -> None:
    """Install the pinned packages of the base and of `extras`, and what builds the project.

    Raises:
        SetupError: pip failed; the sentence says why.
    """
    optional = project["project"]["optional-dependencies"]
    pins = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    pins += [pin for extra in extras for pin in optional[extra]]
    versions = [pin.partition("==")[2] for pin in pins if pin.startswith("torch==")]
    if versions and sys.platform == "linux":
        install_torch(pip, venv, versions[0], cuda=cuda)
    pip.install(*pins)


def install_torch(pip: Pip, venv: Path, version: str, *, cuda: bool) -> None:
    """Install the torch that suits this Linux machine ahead of the rest, if it can be had.

    Without a GPU: the CPU build from a wheel at hand, or from PyTorch's own index. If there is
    neither, the plain pin that follows brings PyPI's build, with gigabytes of CUDA libraries. With
    a GPU: PyPI's build, also where a CPU wheel at hand counts as the newer version.
    """
    if torch_has_cuda(venv, version) is cuda:
        return
    if cuda:
        if not pip.tries_to_install(f"torch==={version}"):
            note("No torch with CUDA could be had; the CPU build will do for now.")
        return
    cpu = f"torch=={version}+cpu"
    for source in (["--no-index"], ["--index-url", CPU_INDEX, "--timeout=10", "--retries=1"]):
        if pip.tries_to_install("--no-deps", *source, cpu):
            # A label is a promise only: look at what came.
            if torch_has_cuda(venv, version) is False:
                return
            note("The CPU build of torch at hand was built with CUDA; looking for another.")


def torch_has_cuda(venv: Path, version: str) -> bool | None:
    """Whether the installed torch is a CUDA build; None if `version` is not installed."""
    library = "Lib" if os.name == "nt" else "lib/python3.*"
    for file in venv.glob(f"{library}/site-packages/torch/version.py"):
        text = file.read_text(encoding="utf-8")
        if re.search(rf"^__version__ = '{re.escape(version)}(\+\w+)?'", text, re.MULTILINE):
            return not re.search(r"^cuda\b.*= None$", text, re.MULTILINE)
    return None


def install_project(pip: Pip, root: Path, folders: Sequence[str], *, editable: bool) -> None:
    """Install the project: as a link to the checkout, or as a copy of one that is read-only.

    Raises:
        SetupError: pip failed; the sentence says why.
    """
    flags = ["--no-deps", "--no-build-isolation"]
    if editable:
        pip.install(*flags, "-e", str(root))
        return
    with tempfile.TemporaryDirectory() as scratch:
        # The build writes beside the sources.
        skip = shutil.ignore_patterns("__pycache__")
        for name in folders:
            shutil.copytree(
                root / name, Path(scratch, name), ignore=skip, copy_function=shutil.copyfile
            )
        for folder, _, _ in os.walk(scratch):
            Path(folder).chmod(0o700)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copyfile(root / name, Path(scratch, name))
        pip.install(*flags, "--force-reinstall", scratch)
