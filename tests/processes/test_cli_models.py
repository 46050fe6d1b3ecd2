# Run: python -P -m pytest tests/processes/test_cli_models.py -m "slow or not slow"
"""`install`, `quantize`, `verify` and `plan` as child processes: events, sentences, exit codes.

Those that import torch are marked slow. The checkpoint is the small one of `tests/vectors`.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clover_desktop.command_flags import SCHEMES
from clover_desktop.planning import BF16, RELEASE_NAME
from clover_desktop.planning import SCHEMES as PLANNED_SCHEMES
from hub_server import COMMIT, HubServer

ONE = Path(__file__).parents[1] / "vectors" / "one"
COMMAND = (sys.executable, "-P", "-m", "clover_desktop")
PLAN_KEYS = ["fits", "resident_per_layer", "vram_bytes", "ram_bytes", "disk_bytes", "kv_bytes"]
PLAN_KEYS += ["tokens_per_second", "sentences"]
PROGRESS_KEYS = ["event", "stage", "file", "done", "total", "bytes_per_second"]

Done = subprocess.CompletedProcess[bytes]


@pytest.fixture
def hub() -> Iterator[HubServer]:
    files = {path.name: path.read_bytes() for path in ONE.iterdir()}
    with HubServer(files) as server:
        yield server


@pytest.fixture
def online(hub: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setenv("HF_ENDPOINT", hub.url)


def run(*arguments: str | Path) -> Done:
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, timeout=400)


def sentence(done: Done, code: int) -> str:
    text = done.stderr.decode()
    assert done.returncode == code, text
    assert "Traceback" not in text
    assert text.count("\n") == 1
    return text.strip()


def events(done: Done) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert all(list(e) == PROGRESS_KEYS for e in found if e["event"] == "progress")
    return found


# --- plan ---------------------------------------------------------------------------------------


def test_plan_knows_the_release_by_name() -> None:
    done = run("plan", "--model", RELEASE_NAME, "--vram", "16000000000", "--ram", "32000000000")
    assert done.returncode == 0
    assert b"Fits" in done.stdout
    done = run(
        "plan", "--model", RELEASE_NAME, "--vram", "0", "--ram", "1000000000", "--json",
        "--context", "4096",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    plan = json.loads(done.stdout)
    assert list(plan) == PLAN_KEYS
    assert plan["fits"] is False


def test_plan_reads_a_folder() -> None:
    done = run("plan", "--model", ONE, "--ram", "8000000000", "--vram", "0", "--json")
    assert json.loads(done.stdout)["fits"] is True
    done = run("plan", "--model", "Seedling", "--ram", "8000000000", "--vram", "0", "--json")
    assert json.loads(done.stdout)["fits"] is True


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("plan", "--model", "nobody/knows"), 1, "no known model 'nobody/knows'"),
        (("plan", "--model", ""), 2, "empty"),
        (("plan",), 2, "--model"),
        (("plan", "--model", RELEASE_NAME, "--vram", "-1"), 2, "below 0"),
        (("plan", "--model", RELEASE_NAME, "--context", "999999999"), 2, "131,072"),
        (("install", "no-owner"), 2, "OWNER/NAME"),
        (("install", "a/b", "--scheme", "int2"), 2, "int2"),
        (("install",), 2, "REPO"),
        (("install", "a/b", "--dest", ""), 2, "--dest"),
        (("quantize", "only-one"), 2, "DEST"),
        (("verify",), 2, "PATH"),
        (("verify", ""), 2, "PATH is empty"),
        (("quantize", "", "somewhere"), 2, "SOURCE is empty"),
        (("quantize", str(ONE), " "), 2, "DEST is empty"),
    ],
    ids=str,
)
def test_wrong_usage_is_told(arguments: tuple[str, ...], code: int, words: str) -> None:
    assert words in sentence(run(*arguments), code)


def test_the_flags_name_all_schemes() -> None:
    assert tuple(name for name in PLANNED_SCHEMES if name != BF16.name) == SCHEMES


# --- install ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("online")
def test_a_failure_is_an_event_and_a_sentence(hub: HubServer, tmp_path: Path) -> None:
    done = run("install", "owner/none", "--dest", tmp_path / "m", "--json")
    told = sentence(done, 1)
    assert "no model owner/none" in told
    assert events(done) == [{"event": "error", "kind": "not_found", "message": told}]
    assert not (tmp_path / "m").exists()


def test_offline_mode_is_respected(hub: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    assert "HF_HUB_OFFLINE" in sentence(run("install", hub.repo), 1)
    assert hub.seen == []


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.usefixtures("online")
def test_install_and_verify(hub: HubServer, tmp_path: Path, private_folders: Path) -> None:
    done = run("install", hub.repo, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    told = events(done)
    stages = {e["stage"] for e in told if e["event"] == "progress"}
    assert stages == {"download", "verify", "quantize", "delete"}
    folder = private_folders / "models" / "model"
    assert told[-1]["event"] == "finished"
    assert told[-1]["path"] == str(folder)
    assert told[-1]["revision"] == COMMIT
    names = sorted(os.listdir(folder))
    assert "manifest.json" in names
    assert not any(name.startswith(".") or "index" in name or "-of-" in name for name in names)

    assert run("verify", folder).returncode == 0
    weights = folder / "layer-00.safetensors"
    damaged = bytearray(weights.read_bytes())
    damaged[-3] ^= 1
    weights.write_bytes(damaged)
    assert "layer-00.safetensors" in sentence(run("verify", folder, "--json"), 1)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.usefixtures("online")
def test_install_gives_the_bytes_of_quantize(hub: HubServer, tmp_path: Path) -> None:
    assert run("install", hub.repo, "--dest", tmp_path / "a").returncode == 0
    done = run("quantize", ONE, tmp_path / "b", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert events(done)[-1]["event"] == "finished"
    one, other = (
        {p.name: p.read_bytes() for p in (tmp_path / name).iterdir() if p.is_file()}
        for name in "ab"
    )
    # The manifests differ in the source's name only.
    assert one.pop("manifest.json") != other.pop("manifest.json")
    assert one == other


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.usefixtures("online")
def test_an_interrupt_ends_the_child_and_is_continued(hub: HubServer, tmp_path: Path) -> None:
    fault = hub.fail("store", "slow", after=20_000, times=99)
    process = subprocess.Popen(
        [*COMMAND, "install", hub.repo, "--dest", str(tmp_path / "m"), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=400)
    assert (process.returncode, err) == (130, b"")
    assert json.loads(out.splitlines()[-1])["reason"] == "cancelled"
    asked = len(hub.seen)
    time.sleep(0.5)
    assert len(hub.seen) == asked
    fault.times = 0
    assert run("install", hub.repo, "--dest", tmp_path / "m").returncode == 0
    assert run("verify", tmp_path / "m").returncode == 0


def test_a_model_that_cannot_chat_is_told_of(tmp_path: Path) -> None:
    source = shutil.copytree(ONE, tmp_path / "source")
    (source / "tokenizer.json").unlink()
    done = run("quantize", str(source), str(tmp_path / "m"))
    assert done.returncode == 0
    words = b"It cannot chat yet: the model folder"
    assert words in done.stderr
    assert words in run("verify", str(tmp_path / "m")).stderr
