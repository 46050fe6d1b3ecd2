"""Train the demo model Seedling: `python -m clover_desktop.tools.train_demo --out FOLDER`.

FOLDER gets `training.pt` (with which `--resume` goes on), `losses.jsonl`, the tokenizer, and after
every checkpoint the exported model in `FOLDER/model`. `--smoke` runs a tiny model for some seconds.
"""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import torch
from tokenizers import Tokenizer

from clover_desktop.tools.seedling.batches import BatchStream, Encoder, Sample
from clover_desktop.tools.seedling.corpus import conversation
from clover_desktop.tools.seedling.export import HEAD_SHARPNESS, export
from clover_desktop.tools.seedling.geometry import SMOKE, Geometry, config_json, new_model
from clover_desktop.tools.seedling.tokenizer_training import train_tokenizer
from clover_desktop.tools.seedling.training import CHECKPOINT, Plan, Trainer, keep_memory

log = logging.getLogger(__name__)

CORPUS_SEED = 1
TOKENIZER_CONVERSATIONS = 30_000
SMOKE_PLAN = Plan(steps=30, warm_up=10, log_every=5)


def corpus_texts(count: int, seed: int = CORPUS_SEED) -> list[str]:
    """The texts of the first conversations, for the tokenizer."""
    texts = []
    for index in range(count):
        talk = conversation(seed, index)
        texts += [content for _, content in talk.messages]
        if talk.thinking is not None:
            texts.append(talk.thinking)
    return texts


def sample_stream(encoder: Encoder, *, rows: int, copies: int, pool: int) -> BatchStream:
    """The training stream over the corpus."""

    def draw(index: int) -> Sample:
        talk = conversation(CORPUS_SEED, index)
        return encoder.sample(talk.messages, talk.thinking, talk.chained)

    return BatchStream(draw, encoder, rows_per_batch=rows, pool_size=pool, copies=copies)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="train_demo", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoint and model")
    parser.add_argument("--minutes", type=float, default=90.0, help="training time in all")
    parser.add_argument(
        "--threads", type=int, default=2, help="CPU threads, each with its own batch"
    )
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    parser.add_argument("--smoke", action="store_true", help="a tiny model for a few steps")
    parser.add_argument("--device", default="auto", choices=("auto", "cpu", "cuda"))
    parser.add_argument("--rows", type=int, default=6144, help="clean rows in a step")
    parser.add_argument("--rate", type=float, default=Plan.rate, help="peak learning rate")
    return parser.parse_args()


def train(
    folder: Path,
    geometry: Geometry,
    plan: Plan,
    *,
    device: str = "cpu",
    resume: bool = False,
    rows: int = 6144,
    workers: int = 1,
    copies: int = 4,
    pool: int = 1024,
    tokenizer_conversations: int = TOKENIZER_CONVERSATIONS,
) -> Trainer:
    """Train by `plan`; `folder/model` gets the model at each checkpoint and at the end."""
    tokenizer_file = folder / "tokenizer.json"
    if resume and tokenizer_file.exists():
        tokenizer = Tokenizer.from_file(str(tokenizer_file))
    else:
        tokenizer = train_tokenizer(corpus_texts(tokenizer_conversations), geometry.vocabulary)
        folder.mkdir(parents=True, exist_ok=True)
        tokenizer.save(str(tokenizer_file), pretty=False)
    encoder = Encoder(tokenizer)
    raw = config_json(geometry, tokenizer)
    model = new_model(raw, seed=1).to(device)
    stream = sample_stream(encoder, rows=rows // workers, copies=copies, pool=pool)
    trainer = Trainer(model, stream, plan, folder, workers=workers)
    if resume:
        trainer.resume()
    log.info("%d parameters", sum(parameter.numel() for parameter in model.parameters()))

    def write(trainer: Trainer) -> None:
        export(trainer.average, raw, tokenizer, folder / "model", sharpness=HEAD_SHARPNESS)

    trainer.run(write)
    write(trainer)
    return trainer


def main() -> int:
    """The command line; returns the exit code."""
    options = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    keep_memory()
    # A polite stop ends like any exception: with a checkpoint.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    torch.set_num_threads(1)
    device = options.device
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    if options.resume and not (options.out / CHECKPOINT).exists():
        log.error("There is no %s in %s to resume from.", CHECKPOINT, options.out)
        return 1
    started = time.monotonic()
    if options.smoke:
        train(
            options.out,
            SMOKE,
            SMOKE_PLAN,
            device=device,
            resume=options.resume,
            rows=1024,
            copies=1,
            pool=128,
            tokenizer_conversations=400,
        )
    else:
        plan = replace(Plan(), minutes=options.minutes, rate=options.rate)
        train(
            options.out,
            Geometry(),
            plan,
            device=device,
            resume=options.resume,
            rows=options.rows,
            workers=options.threads if device == "cpu" else 1,
        )
    log.info("Done in %.1f minutes: %s", (time.monotonic() - started) / 60, options.out / "model")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
