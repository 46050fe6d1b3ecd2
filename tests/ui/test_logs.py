# Run: python -m pytest tests/ui/test_logs.py
"""Mistakes that nobody caught: in the log of the window, never as a traceback in the terminal."""

import os
import subprocess
import sys
from pathlib import Path

MISTAKES = """
import logging, sys, threading
from PySide6.QtCore import QCoreApplication, QTimer
from clover_desktop import app

def broken():
    raise ValueError("no such fox")

app._keep_logs()
qt = QCoreApplication([])
QTimer.singleShot(0, broken)
QTimer.singleShot(20, qt.quit)
qt.exec()
thread = threading.Thread(target=broken, name="hill")
thread.start()
thread.join()
logging.getLogger("fox").info("%d", "not a number")
print("went on")
broken()
"""


def test_what_nobody_caught_is_in_the_log_and_not_in_the_terminal(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-P", "-c", MISTAKES],
        capture_output=True,
        text=True,
        timeout=60,
        env=dict(os.environ) | {"CLOVER_DESKTOP_HOME": str(tmp_path)},
    )
    assert done.stdout == "went on\n"
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    # One sentence each: of the slot, of the thread, of the end.
    assert done.stderr.count("(ValueError: no such fox)") == done.stderr.count("\n") == 3
    (kept,) = tmp_path.rglob("window.log")
    text = kept.read_text(encoding="utf-8")
    assert text.count("Traceback") == 3
    assert text.count("ValueError: no such fox") == 3
