# Run: python3 run.py test tests/unit/test_quiet_engine.py
"""Warnings of the engine's libraries do not reach a person's terminal."""

import subprocess
import sys
from pathlib import Path


def test_an_import_of_the_engine_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(
        "import warnings\nwarnings.warn('Failed to initialize NumPy')\n", encoding="utf-8"
    )
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from clover_desktop.engine_client import import_engine\n"
        "import_engine('noisy')\n"
    )
    # Of its own, as pytest catches warnings before they are shown.
    result = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stderr == ""
