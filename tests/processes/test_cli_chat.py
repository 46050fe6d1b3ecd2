# Run: python -P -m pytest tests/processes/test_cli_chat.py -m "slow or not slow"
"""`chat` as a child process: bad input of every kind, the events, signals, closed pipes.

Tests marked slow are those whose child imports torch. In all others torch is replaced by a module
that fails, which proves that a mistake is told before anything heavy is loaded.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clover_desktop import __version__

ONE = Path(__file__).parents[1] / "vectors" / "one"
SHARD = "model-00001-of-00002.safetensors"
COMMAND = (sys.executable, "-P", "-m", "clover_desktop")
FEW = ("--block-size", "8", "--threshold", "0.3", "--max-tokens", "20", "--seed", "1")

EVENT_KEYS = {
    "started": "event model prompt_tokens block_size threshold strategy seed thinking",
    "filled": "event block pass cells",
    "drafted": "event block pass cells",
    "committed": "event block tokens thinking text",
    "finished": "event reason text thinking tokens passes commits tpf tokens_per_pass seconds "
    "tokens_per_second peak_memory_bytes",
    "error": "event kind message",
}

Done = subprocess.CompletedProcess[bytes]

# A child that imports torch takes four seconds of one core, and many times that on a busy machine.
CHILD_SECONDS = 200
pytestmark = pytest.mark.timeout(2 * CHILD_SECONDS + 60)


@pytest.fixture
def without_torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Children cannot import torch."""
    (tmp_path / "no_torch").mkdir()
    (tmp_path / "no_torch" / "torch.py").write_text("raise SystemExit(99)\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "no_torch"))


def run(*arguments: str | bytes, given: bytes = b"", **options: Any) -> Done:
    return subprocess.run(
        [*COMMAND, *arguments], input=given, capture_output=True, timeout=CHILD_SECONDS, **options
    )


def chat(*arguments: str | bytes, **options: Any) -> Done:
    return run("chat", "--model", str(ONE), *arguments, **options)


def sentence(done: Done, code: int) -> str:
    """The one sentence on standard error of a run that ended with `code`."""
    text = done.stderr.decode()
    assert done.returncode == code, text
    assert "Traceback" not in text
    assert text.endswith(".\n")
    assert text.count("\n") == 1
    return text.strip()


def events(done: Done | bytes) -> list[dict[str, Any]]:
    lines = (done if isinstance(done, bytes) else done.stdout).decode().splitlines()
    result = [json.loads(line) for line in lines]
    for event in result:
        assert list(event) == EVENT_KEYS[event["event"]].split()
    return result


# --- told before torch is imported ------------------------------------------------------------


@pytest.mark.usefixtures("without_torch")
@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["chat", "--prompt", "x", "--colour", "red"], "--colour"),
        (["paint"], "paint"),
        (["chat"], "--prompt"),
        (["chat", "--prompt", ""], "empty"),
        (["chat", "--prompt", " \n\t\u3000"], "empty"),
        (["chat", "--prompt", "-"], "empty"),
        (["chat", "--prompt", "x", "--model", ""], "--model"),
        (["chat", "--prompt", "x", "--threshold", "1.5"], "--threshold"),
        (["chat", "--prompt", "x", "--block-size", "2"], "--block-size"),
        (["chat", "--prompt", "x", "--max-tokens", "0"], "--max-tokens"),
        (["chat", "--prompt", "x", "--strategy", "magic"], "--strategy"),
    ],
    ids=lambda value: " ".join(value)[-40:] if isinstance(value, list) else "",
)
def test_wrong_usage_is_one_sentence_and_code_2(arguments: list[str], part: str) -> None:
    done = run(*arguments)
    assert part in sentence(done, 2)
    assert done.stdout == b""


@pytest.mark.usefixtures("without_torch")
@pytest.mark.parametrize(
    ("given", "part"),
    [(b"\xff\xfe\x00", "UTF-8"), (b"ab\xe4\xbd", "UTF-8"), (b"\xef\xbb\xbf \n", "empty")],
)
def test_standard_input_that_is_no_prompt(given: bytes, part: str) -> None:
    assert part in sentence(chat("--prompt", "-", given=given), 2)


@pytest.mark.usefixtures("without_torch")
@pytest.mark.skipif(sys.platform == "win32", reason="arguments are bytes on POSIX only")
@pytest.mark.parametrize("flag", ["--prompt", "--system"])
def test_arguments_that_are_no_text(flag: str) -> None:
    arguments = [flag, b"caf\xe9"]
    if flag == "--system":
        arguments += ["--prompt", "x"]
    assert flag in sentence(chat(*arguments), 2)


@pytest.mark.usefixtures("without_torch")
@pytest.mark.parametrize(
    ("model", "part"),
    [
        ("/nowhere/at all", "no model folder"),
        (str(ONE / "config.json"), "is a file"),
        ("x" * 300, "no model folder"),
        ("模型\nfolder", "no model folder"),
    ],
)
def test_a_model_that_is_no_folder_is_a_failure(model: str, part: str) -> None:
    done = run("chat", "--model", model, "--prompt", "x")
    assert part in sentence(done, 1)
    assert done.stdout == b""


@pytest.mark.usefixtures("without_torch")
def test_with_json_a_failure_is_an_event_as_well() -> None:
    for arguments, code, kind in (
        (["--prompt", ""], 2, "usage"),
        (["--prompt", "x", "--colour"], 2, "usage"),
        (["--prompt", "x", "--model", "/nowhere"], 1, "checkpoint"),
    ):
        done = run("chat", *arguments, "--json")
        (event,) = events(done)
        assert (event["event"], event["kind"]) == ("error", kind)
        assert event["message"] == sentence(done, code)


@pytest.mark.usefixtures("without_torch")
def test_version_and_help() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout.decode().split()[-1]) == (0, __version__)
    done = run("--help")
    assert done.returncode == 0
    assert b"chat" in done.stdout
    done = run("chat", "--help")
    assert done.returncode == 0
    flags = set(re.findall(rb"--[a-z-]+", done.stdout))
    assert flags >= set(
        b"--model --prompt --system --thinking --strategy --block-size --threshold --draft-width"
        b" --exact --temperature --top-k --top-p --seed --max-tokens --device --dtype"
        b" --json".split()
    )


@pytest.mark.usefixtures("without_torch")
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_while_waiting_for_the_prompt(number: signal.Signals) -> None:
    with subprocess.Popen(
        [*COMMAND, "chat", "--prompt", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        wait_until_it_reads(child)
        child.send_signal(number)
        assert child.stdout is not None
        assert child.stderr is not None
        output, errors = child.stdout.read(), child.stderr.read()
        assert child.wait(CHILD_SECONDS) == 130
    assert errors == b""
    (event,) = events(output)
    assert (event["event"], event["reason"], event["tokens"]) == ("finished", "cancelled", 0)


def wait_until_it_reads(child: subprocess.Popen[bytes]) -> None:
    """Wait until the child sleeps in a read of its standard input."""
    path = Path(f"/proc/{child.pid}/syscall")
    if not path.exists():
        pytest.skip("only Linux tells what a process waits for")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        words = path.read_text().split()
        if words[:2] == ["0", "0x0"]:  # read(0, ...)
            return
        time.sleep(0.02)
    raise AssertionError("the child never read its standard input")


def test_missing_libraries_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError('no torch here')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "no torch here" in sentence(chat("--prompt", "x"), 1)


# --- with the engine --------------------------------------------------------------------------


def copied(tmp_path: Path) -> Path:
    folder = shutil.copytree(ONE, tmp_path / "模型 copy", copy_function=shutil.copy)
    for path in folder.iterdir():
        path.chmod(0o644)
    return Path(folder)


def edit(name: str, **values: object) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        content = json.loads((folder / name).read_text(encoding="utf-8"))
        (folder / name).write_text(json.dumps({**content, **values}), encoding="utf-8")

    return apply


def write(name: str, content: bytes) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes(content) and None


def remove(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def truncate(folder: Path) -> None:
    content = (folder / SHARD).read_bytes()
    (folder / SHARD).write_bytes(content[: len(content) // 2])


def empty(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "part"),
    [
        (truncate, SHARD),
        (empty, "config.json"),
        (remove("tokenizer.json"), "tokenizer.json"),
        (write("config.json", b'{"model_type": '), "config.json"),
        (edit("config.json", model_type="llama"), "llama"),
        (edit("config.json", hidden_size=128), "128"),
        (write("chat_template.jinja", b"{{ raise_exception('No.') }}"), "template"),
    ],
    ids=["truncated", "empty", "no-tokenizer", "bad-json", "foreign", "geometry", "refusing"],
)
def test_a_checkpoint_that_cannot_be_used_is_a_failure(
    tmp_path: Path, spoil: Callable[[Path], None], part: str
) -> None:
    folder = copied(tmp_path)
    spoil(folder)
    done = run("chat", "--model", str(folder), "--prompt", "x", "--max-tokens", "1")
    assert part in sentence(done, 1)
    assert done.stdout == b""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["--prompt", "x" * 5000], 1, "context of 4,096 leaves no room"),
        (["--prompt", "x", "--block-size", "12"], 2, "12"),
        (["--prompt", "x", "--block-size", "64"], 2, "64"),
        (["--prompt", "x", "--strategy", "draft_self", "--draft-width", "33"], 2, "33"),
        (["--prompt", "x", "--draft-width", "33"], 2, "33"),
        (
            ["--prompt", "x", "--strategy", "draft_self", "--exact", "--temperature", "1"],
            2,
            "temperature",
        ),
    ],
    ids=[
        "long prompt",
        "no divisor",
        "large block",
        "wide draft",
        "wide unused draft",
        "exact and warm",
    ],
)
def test_what_only_the_model_can_tell(arguments: list[str], code: int, part: str) -> None:
    done = chat(*arguments, "--json")
    text = sentence(done, code)
    assert part in text
    (event,) = events(done)
    assert event == {
        "event": "error",
        "kind": "usage" if code == 2 else "context",
        "message": text,
    }


@pytest.mark.slow
def test_thinking_on_with_a_template_that_cannot_think(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "chat_template.jinja").write_text("{{ messages[0].content }}", encoding="utf-8")
    done = run("chat", "--model", str(folder), "--prompt", "x", "--thinking", "on")
    assert "thinking" in sentence(done, 2)
    done = run("chat", "--model", str(folder), "--prompt", "x", "--json", *FEW)
    assert done.returncode == 0
    started = events(done)[0]
    assert (started["thinking"], started["prompt_tokens"]) == (False, 1)
    assert started["model"] == "模型 copy"


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["low_confidence", "draft_self", "causal"])
def test_the_events_of_an_answer(strategy: str) -> None:
    done = chat("--prompt", "Hi 你好", "--json", "--strategy", strategy, *FEW, "--thinking", "off")
    assert done.returncode == 0
    assert done.stderr == b""
    told = events(done)
    kinds = [event["event"] for event in told]
    assert (kinds[0], kinds[-1]) == ("started", "finished")
    started, finished = told[0], told[-1]
    assert started["seed"] == 1
    assert started["thinking"] is False
    committed = [event for event in told if event["event"] == "committed"]
    tokens = [token for event in committed for token in event["tokens"]]
    assert len(tokens) == finished["tokens"]
    assert "".join(event["text"] for event in committed) == finished["text"]
    assert "".join(event["thinking"] for event in committed) == finished["thinking"] == ""
    assert finished["reason"] in ("eos", "length")
    previews = [event for event in told if event["event"] in ("filled", "drafted")]
    assert len(previews) == finished["passes"]
    expected = {"low_confidence": "filled", "draft_self": "drafted"}.get(strategy)
    assert {event["event"] for event in previews} == ({expected} if expected else set())
    forward = finished["passes"] + finished["commits"]
    assert finished["tpf"] == pytest.approx(finished["tokens"] / forward)
    if strategy == "low_confidence":
        for block in {event["block"] for event in previews}:
            cells = [c for event in previews if event["block"] == block for c in event["cells"]]
            assert sorted(cell["position"] for cell in cells) == list(range(8))
            assert set(cells[0]) == {"position", "token", "text", "confidence", "forced"}
    # The text alone is what standard output holds without --json, whatever the locale.
    plain = chat(
        "--prompt", "-", "--strategy", strategy, *FEW, "--thinking", "off",
        given="Hi 你好\n".encode(),
        env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert (plain.returncode, plain.stderr) == (0, b"")
    assert plain.stdout.decode() == finished["text"] + "\n"


@pytest.mark.slow
def test_without_a_model_the_demo_answers() -> None:
    done = run("chat", "--prompt", "Hello", "--json", "--max-tokens", "64")
    assert done.returncode == 0, done.stderr.decode()
    told = events(done)
    assert told[0]["model"] == "seedling"
    assert told[-1]["tokens"] > 0


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """The model without its stop ids, so that a signal finds it at work."""
    folder = copied(tmp_path)
    edit("generation_config.json", suppress_tokens=[256, 258])(folder)
    return folder


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_in_an_answer_ends_it_whole(endless: Path, number: signal.Signals) -> None:
    flags = ["--prompt", "x", "--json", "--block-size", "4", "--thinking", "off"]
    with subprocess.Popen(
        [*COMMAND, "chat", "--model", str(endless), *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        lines = b""
        while b"committed" not in lines:
            lines += (line := child.stdout.readline())
            assert line
        child.send_signal(number)
        lines += child.stdout.read()
        assert child.stderr.read() == b""
        assert child.wait(CHILD_SECONDS) == 130
    told = events(lines)
    finished = told[-1]
    assert (finished["event"], finished["reason"]) == ("finished", "cancelled")
    committed = [event for event in told if event["event"] == "committed"]
    assert finished["tokens"] == sum(len(event["tokens"]) for event in committed) >= 4
    assert finished["text"] == "".join(event["text"] for event in committed)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_interrupt_of_plain_text_says_nothing_more(endless: Path) -> None:
    flags = ["--prompt", "x", "--block-size", "4", "--thinking", "off"]
    with subprocess.Popen(
        [*COMMAND, "chat", "--model", str(endless), *flags],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        text = child.stdout.read(4)  # streamed: the answer itself has no end
        child.send_signal(signal.SIGINT)
        text += child.stdout.read()
        assert child.stderr.read() == b""
        assert child.wait(CHILD_SECONDS) == 130
    assert text.endswith(b"\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_goes_away_is_one_sentence(endless: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "chat", "--model", str(endless), "--prompt", "x", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        errors = child.stderr.read()
        assert child.wait(CHILD_SECONDS) == 1
    assert errors.decode() == "Standard output was closed before all was written.\n"


@pytest.mark.usefixtures("without_torch")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_does_not_hide_the_sentence() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "chat", "--prompt", "", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
        )
    assert "empty" in sentence(done, 2)
