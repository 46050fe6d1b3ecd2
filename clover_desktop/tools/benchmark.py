"""Real figures of window and engine: `python -m clover_desktop.tools.benchmark [--model FOLDER]`.

Start to first paint, first block, frame gaps while an answer is written (each in a fresh process
with a real window and the real worker thread), passes and tokens a second of the three decoders,
prefill, and peak memory. Without a screen it runs on Qt's offscreen platform.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clover_desktop import paths

PROMPTS = (
    "Tell me a story about a fox.",
    "What is a block?",
    "Write about the sea.",
)
DECODERS = ("low_confidence", "draft_self", "causal")


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmark", description=__doc__)
    parser.add_argument("--model", type=Path, default=paths.demo_model_folder())
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--window-child", type=float, default=None, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.window_child is not None:
        _say(json.dumps(_window_figures(arguments.model, arguments.window_child)))
        return 0
    figures = dict(_all_figures(arguments))
    if arguments.json:
        _say(json.dumps(figures))
    else:
        width = max(map(len, figures))
        for name, value in figures.items():
            _say(
                f"{name:<{width}}  {value:.4g}"
                if isinstance(value, float)
                else f"{name:<{width}}  {value}"
            )
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _all_figures(arguments: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    runs = [_window_run(arguments.model) for _ in range(arguments.repeats)]
    for name in runs[0]:
        yield name, statistics.median(run[name] for run in runs)
    yield from _engine_figures(arguments.model, arguments.threads)


def _window_run(model: Path) -> dict[str, float]:
    """One start of the app in a process of its own; seconds count from before it."""
    environment = {**os.environ, "QT_LOGGING_RULES": "qt.text.font.db=false"}
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    command = [sys.executable, "-P", "-m", __spec__.name, "--model", str(model)]
    done = subprocess.run(
        [*command, "--window-child", repr(time.time())],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if done.returncode:
        raise SystemExit(f"The window did not run: {done.stderr.strip()[-500:]}")
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _window_figures(model: Path, started: float) -> dict[str, float]:
    """Inside the child: the app as a person starts it, one question, then the end."""
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from clover_desktop import app as root
    from clover_desktop.engine_client import ThreadEngine
    from clover_desktop.protocol import BlockCommitted, CellsFilled, Finished
    from clover_desktop.ui.chat.controller import Phase

    root._prepare_threads()
    application = QApplication(sys.argv[:1])
    parts = root.build(application, ThreadEngine, model_path=model)
    figures: dict[str, float] = {}
    gaps: list[float] = []
    asked = last = 0.0

    def painted() -> None:
        figures.setdefault("start to first paint, s", time.time() - started)

    def phase(now: Phase) -> None:
        nonlocal asked, last
        if now is Phase.IDLE and "start to model loaded, s" not in figures:
            figures["start to model loaded, s"] = time.time() - started
            parts.controller.send(PROMPTS[0])
            asked = last = time.perf_counter()
            ticker.start()

    def received(event: object) -> None:
        if isinstance(event, CellsFilled):
            figures.setdefault("question to first cells, s", time.perf_counter() - asked)
        elif isinstance(event, BlockCommitted):
            figures.setdefault("question to first block, s", time.perf_counter() - asked)
        elif isinstance(event, Finished):
            figures["answer in the window, s"] = time.perf_counter() - asked
            ticker.stop()
            parts.window.close()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        gaps.append(now - last)
        last = now

    ticker = QTimer(application)
    ticker.setTimerType(Qt.TimerType.PreciseTimer)
    ticker.setInterval(16)
    ticker.timeout.connect(tick)
    parts.window.first_painted.connect(painted)
    parts.controller.phase_changed.connect(phase)
    parts.bridge.received.connect(received)
    QTimer.singleShot(240_000, application.quit)
    parts.window.show()
    application.exec()
    parts.close_engine()
    ordered = sorted(gaps) or [0.0]
    figures["frame gap p50, ms"] = 1e3 * ordered[len(ordered) // 2]
    figures["frame gap p99, ms"] = 1e3 * ordered[int(0.99 * (len(ordered) - 1))]
    figures["frame gap max, ms"] = 1e3 * ordered[-1]
    figures["frames"] = float(len(gaps))
    figures["peak memory with window, MB"] = _peak_megabytes()
    return figures


def _engine_figures(model: Path, threads: int | None) -> Iterator[tuple[str, Any]]:
    """The engine alone, on this thread."""
    import torch

    from clover_desktop.chat import Message, Sampling, TextPart
    from clover_desktop.engine.folder import ModelFolder
    from clover_desktop.engine.runtime import Runtime
    from clover_desktop.models.weights import load_model
    from clover_desktop.protocol import Finished

    folder = ModelFolder.open(model)
    runtime = Runtime()
    before = time.perf_counter()
    runtime.load(folder)
    yield "load, s", time.perf_counter() - before
    if threads:
        torch.set_num_threads(threads)
    yield "torch threads", torch.get_num_threads()
    for decoder in DECODERS:
        sampling = Sampling(strategy=decoder, max_tokens=256)  # type: ignore[arg-type]
        stats = []
        for index, text in enumerate((PROMPTS[0], *PROMPTS)):
            prepared = folder.prepare((Message("user", (TextPart(text),)),), sampling)
            events = runtime.answer(index, prepared, should_stop=lambda: False)
            final = [event for event in events if isinstance(event, Finished)].pop()
            if index:
                stats.append(final.stats)
        tokens = sum(each.tokens for each in stats)
        seconds = sum(each.tokens / max(each.tokens_per_second, 1e-9) for each in stats)
        passes = sum(each.passes for each in stats)
        forwards = passes + sum(each.commits for each in stats)
        yield f"{decoder}: tokens per second", tokens / seconds
        yield f"{decoder}: passes per second", forwards / seconds
        yield f"{decoder}: TPF", tokens / max(1, forwards)
        if passes:
            yield f"{decoder}: tokens per pass", tokens / passes
    network = load_model(model)
    ids = torch.arange(1024) % 256
    network.commit(ids, network.new_state(), logits="none")
    before = time.perf_counter()
    network.commit(ids, network.new_state(), logits="none")
    yield "prefill of 1024 tokens, tokens per second", 1024 / (time.perf_counter() - before)
    yield "peak memory of the engine, MB", _peak_megabytes()


def _peak_megabytes() -> float:
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 if sys.platform != "darwin" else 1024) / 1024


if __name__ == "__main__":
    sys.exit(main())
