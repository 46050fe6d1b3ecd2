# Run: python3 run.py test tests/unit/test_processes.py
"""A real child process: its messages, its limits, its end, and that of its parent."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clover_desktop import processes
from clover_desktop.errors import BugError
from clover_desktop.processes import Child, ChildError

# The child is a module of this test's folder; it stands where `prepare` is.
BODY = """
import os, subprocess, sys, time

def main(channel):
    job = channel.job()
    print("a stray print")
    sys.stderr.write("an error line\\n")
    exec(job["do"])
    return job.get("code", 0)
"""


@pytest.fixture(autouse=True)
def odd_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child named `odd`, that runs what its job says."""
    (tmp_path / "odd_child.py").write_text(BODY)
    start = (
        "import sys\\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\\n"
        "from clover_desktop import processes\\n"
        "processes.ENTRIES = {'odd': 'odd_child'}\\n"
        "sys.exit(processes.run_child(['odd']))\\n"
    )
    monkeypatch.setattr(processes, "ENTRIES", {"odd": "odd_child"})
    monkeypatch.setattr(
        processes, "command", lambda name: [sys.executable, "-P", "-c", start.replace("\\n", "\n")]
    )


def said(do: str, **job: Any) -> list[dict[str, Any]]:
    with Child("odd", {"do": do, **job}) as child:
        return list(child.messages())


def is_alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False


def gone(pid: int) -> bool:
    deadline = time.monotonic() + 10
    while is_alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_alive(pid)


@pytest.fixture
def sleeper() -> Iterator[Child]:
    """A child that started another process and waits."""
    do = (
        "other = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])\n"
        "channel.send({'kind': 'pid', 'pid': other.pid})\ntime.sleep(99)"
    )
    with Child("odd", {"do": do}) as child:
        yield child


def test_messages_come_and_stray_prints_do_not(capfd: pytest.CaptureFixture[str]) -> None:
    assert said("for n in range(3): channel.send({'kind': 'n', 'n': n, 'text': '模'})") == [
        {"kind": "n", "n": n, "text": "模"} for n in range(3)
    ]
    assert capfd.readouterr().out == ""


def test_cancel_kills_the_whole_group(sleeper: Child) -> None:
    (message,) = [next(sleeper.messages())]
    assert is_alive(message["pid"])
    sleeper.cancel()
    assert gone(message["pid"])
    assert gone(sleeper.pid)
    assert list(sleeper.messages()) == []


def test_leaving_kills_it(sleeper: Child) -> None:
    message = next(sleeper.messages())
    sleeper.close()
    assert gone(message["pid"])


def test_an_end_without_success_is_told_with_the_last_lines() -> None:
    with pytest.raises(ChildError, match="exit code 3") as caught:
        said("pass", code=3)
    assert "an error line" in caught.value.detail
    assert "Traceback" not in caught.value.sentence
    with pytest.raises(ChildError, match="killed"):
        said("os.kill(os.getpid(), 9)")
    with pytest.raises(ChildError, match="exit code 1") as caught:
        said("raise ValueError('its own mistake')")
    assert "its own mistake" in caught.value.detail


@pytest.mark.parametrize(
    "written",
    [
        "b'no json' + end",
        "b'[1]' + end",
        "b'{\"kind\": 1}' + end",
        "b'{}' + end",
        "b'x' * 70_000",
        'b\'{"kind": "cut"}\'',
    ],
    ids=["text", "list", "number", "none", "long", "cut"],
)
def test_what_is_no_message_ends_it(written: str) -> None:
    with pytest.raises(ChildError, match="no message"):
        said(f"end = bytes([10]); channel._output.write({written})")


def test_a_message_that_is_too_long_is_not_sent() -> None:
    with pytest.raises(ChildError, match="exit code 1"):
        said("channel.send({'kind': 'x', 'text': 'y' * 70_000})")


def test_a_child_ends_with_its_parent() -> None:
    code = (
        "import os\nfrom clover_desktop import processes\n"
        f"processes.ENTRIES = {processes.ENTRIES!r}\n"
        f"processes.command = lambda name: {processes.command('odd')!r}\n"
        "do = 'channel.send(dict(kind=\"up\")); time.sleep(99)'\n"
        "child = processes.Child('odd', {'do': do})\n"
        "next(child.messages())\nprint(child.pid, flush=True)\nos._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, timeout=60)
    assert gone(int(done.stdout))


def test_an_interrupt_in_the_terminal_is_not_for_the_child(sleeper: Child) -> None:
    message = next(sleeper.messages())
    os.kill(sleeper.pid, signal.SIGINT)
    time.sleep(0.1)
    assert is_alive(message["pid"])


def test_an_unknown_child_is_a_mistake_of_ours() -> None:
    with pytest.raises(BugError):
        Child("nobody", {})
    assert processes.run_child(["nobody"]) == 2
    assert processes.run_child([]) == 2


def test_the_real_command_names_every_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert processes.command("prepare")[-2:] == ["--child", "prepare"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert processes.command("prepare") == [sys.executable, "--child", "prepare"]
