"""The program's entry: a child process, the command line if there are arguments, else the window.

Which of the two is decided before Qt or torch is imported.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run the program; returns its exit code."""
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()
    try:
        if sys.argv[1:2] == ["--child"]:
            from clover_desktop import processes

            return processes.run_child(sys.argv[2:])
        if len(sys.argv) > 1:
            from clover_desktop import cli

            return cli.main(sys.argv[1:])
        from clover_desktop import app

        return app.main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
