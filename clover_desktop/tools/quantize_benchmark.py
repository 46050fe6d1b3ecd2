"""How fast and how small the quantizer works, on layers of the release's shapes.

    python -m clover_desktop.tools.quantize_benchmark [--layers 2] [--experts 256] [--scheme NAME]

Writes a random checkpoint, quantizes it, loads the result and runs one expert; prints bytes per
second, peak memory, peak disk, what opening costs, and the speed of a plain memory copy in the
same run to hold them against.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from clover_desktop.models.convert import quantize_folder
from clover_desktop.models.manifest import Manifest
from clover_desktop.models.weights import load_model
from clover_desktop.tools.random_checkpoint import write_checkpoint

LAYER: dict[str, Any] = {
    "model_type": "clover_moe",
    "hidden_size": 2048,
    "num_attention_heads": 16,
    "num_key_value_heads": 2,
    "head_dim": 256,
    "partial_rotary_factor": 0.25,
    "rope_theta": 10_000_000,
    "rms_norm_eps": 1e-6,
    "linear_num_key_heads": 16,
    "linear_num_value_heads": 32,
    "linear_key_head_dim": 128,
    "linear_value_head_dim": 128,
    "linear_conv_kernel_dim": 4,
    "moe_intermediate_size": 512,
    "shared_expert_intermediate_size": 512,
    "max_position_embeddings": 131_072,
    "block_size": 32,
    "vocab_size": 4096,
    "mask_token_id": 4095,
}
"""The release's layer; the vocabulary is short, its rows are like those of any dense layer."""
COPY_NBYTES = 2**28


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--experts", type=int, default=256)
    parser.add_argument("--scheme", default="int4-g64")
    parser.add_argument(
        "--folder", type=Path, help="where to work; a temporary folder unless given"
    )
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    config = {
        **LAYER,
        "num_experts": options.experts,
        "num_experts_per_tok": min(8, options.experts),
        "num_hidden_layers": options.layers,
        "layer_types": [
            "full_attention" if index % 2 else "linear_attention" for index in range(options.layers)
        ],
    }
    if options.write is not None:
        write_checkpoint(options.write, config)
        # No chat is begun with it, but a checkpoint without these is refused.
        (options.write / "tokenizer.json").write_text("{}")
        (options.write / "chat_template.jinja").write_text("")
        return
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        source = Path(folder) / "source"
        # In a process of its own, so that its memory is not counted below.
        subprocess.run([*_this_program(options), "--write", str(source)], check=True)
        _measure(source, Path(folder) / "model", options.scheme)


def _this_program(options: argparse.Namespace) -> list[str]:
    arguments = ["--layers", str(options.layers), "--experts", str(options.experts)]
    return [sys.executable, "-P", "-m", "clover_desktop.tools.quantize_benchmark", *arguments]


def _measure(source: Path, dest: Path, scheme: str) -> None:
    nbytes = _disk(source)
    print(f"source {nbytes / 1e9:.2f} GB, threads {torch.get_num_threads()}")
    before, disk = _peak_memory(), 0
    started, worked = time.monotonic(), time.process_time()
    for step in quantize_folder(source, dest, scheme=scheme):
        if not step.tensor or step.done == step.total:
            disk = max(disk, _disk(dest))
    seconds, worked = time.monotonic() - started, time.process_time() - worked
    print(f"quantize {nbytes / seconds / 1e6:.1f} MB/s in, {seconds:.0f} s ({worked:.0f} s of CPU)")
    print(f"peak memory {_peak_memory() / 1e6:.0f} MB, of which {before / 1e6:.0f} MB before it")
    disk = max(disk, _disk(dest))
    print(f"peak disk {disk / 1e9:.3f} GB for a result of {_disk(dest) / 1e9:.3f} GB")
    block = torch.ones(COPY_NBYTES // 4)
    copy = _seconds(lambda: block.clone())
    print(f"memory copy {COPY_NBYTES / copy / 1e6:.0f} MB/s of the same threads")
    errors = Manifest.read(dest).errors
    for part in ("gate_up_proj", "down_proj", "in_proj_qkv.weight", "embed_tokens.weight"):
        name = next(name for name in errors if name.endswith(part))
        print(f"error of {name}: {errors[name]}")
    _measure_use(dest)


def _measure_use(folder: Path) -> None:
    memory, started = _memory(), time.monotonic()
    model = load_model(folder)
    seconds = time.monotonic() - started
    print(f"open {seconds:.2f} s, memory {(_memory() - memory) / 1e6:+.0f} MB")
    layer = next(layer for _, layer in model.each_layer())
    experts = layer.mlp.experts
    for exact in (True, False):
        experts.exact = exact  # type: ignore[assignment]
        for rows in (1, 4, 16, 32):
            x = torch.randn(rows, 2048)
            chosen, weights = torch.zeros(rows, 1, dtype=torch.int64), torch.ones(rows, 1)
            spent = _seconds(lambda x=x, c=chosen, w=weights: experts(x, c, w))  # type: ignore[misc]
            way = "exact" if exact else "fast"
            print(f"one expert, {rows} rows, {way}: {spent * 1e3:.2f} ms")


def _seconds(run: Callable[[], object]) -> float:
    """The shortest of several runs: what the machine can do when nothing else does."""
    times = []
    for _ in range(15):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return min(times)


def _disk(folder: Path) -> int:
    """Bytes taken on the disk; the unwritten rest of an unfinished file takes none."""
    total = 0
    for path in folder.rglob("*"):
        status = path.stat()
        if path.is_file():
            total += 512 * getattr(status, "st_blocks", -(-status.st_size // 512))
    return total


def _status(key: str) -> int:
    path = Path("/proc/self/status")
    if not path.exists():
        return 0
    line = next(line for line in path.read_text().splitlines() if line.startswith(key))
    return 1024 * int(line.split()[1])


def _peak_memory() -> int:
    return _status("VmHWM")


def _memory() -> int:
    return _status("VmRSS")


if __name__ == "__main__":
    main()
