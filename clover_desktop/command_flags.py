"""The flags of the commands about models; what carries them out is imported when one runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable

SCHEMES = ("int4-g64", "compact")


def add_model_commands(
    add_parser: Callable[..., argparse.ArgumentParser], whole: Callable[[str], int]
) -> None:
    """Register install, quantize, verify and plan; `whole` reads a whole number of 0 or more.

    Each sets `run` to the name of its function in `commands_models`.
    """
    install = add_parser("install", help="download, verify and quantize a model, shard by shard")
    install.add_argument("repo", metavar="REPO", help="its name on the hub, OWNER/NAME")
    install.add_argument("--revision", default="main", help="branch, tag or commit")
    install.add_argument("--dest", metavar="DIR", help="the model's own folder")
    install.set_defaults(run="run_install")

    quantize = add_parser("quantize", help="a local checkpoint folder into the app's format")
    quantize.add_argument("source", metavar="SOURCE", help="the checkpoint's folder")
    quantize.add_argument("dest", metavar="DEST", help="the new model's own folder")
    quantize.add_argument("--resume", action="store_true", help="go on with an unfinished one")
    quantize.set_defaults(run="run_quantize")
    for parser in (install, quantize):
        parser.add_argument(
            "--scheme", choices=SCHEMES, default=SCHEMES[0], help="how weights are packed"
        )

    verify = add_parser("verify", help="every file and tensor of a model against its manifest")
    verify.add_argument("path", metavar="PATH", help="the model's folder")
    verify.set_defaults(run="run_verify")

    plan = add_parser("plan", help="what fits on this machine, and how fast it should be")
    plan.add_argument("--model", metavar="PATH-OR-NAME", required=True)
    plan.add_argument("--vram", metavar="BYTES", type=whole, help="free memory of a GPU; 0: none")
    plan.add_argument("--ram", metavar="BYTES", type=whole, help="free main memory")
    plan.add_argument("--context", metavar="N", type=whole, help="tokens")
    plan.set_defaults(run="run_plan")

    for parser in (install, quantize, verify, plan):
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
