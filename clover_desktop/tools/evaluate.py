"""Measure the demo model: `python -m clover_desktop.tools.evaluate [--model FOLDER]`.

Asks the held-out prompts through the real engine with each decoder and prints, by kind and
language, how many answers are right, passes per block and tokens per pass. `--look` asks prompts of
the training generator instead (another seed): good for a look while training, says nothing about
held-out wordings.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from clover_desktop.chat import STRATEGIES, Message, Sampling, Strategy, TextPart
from clover_desktop.engine.folder import ModelFolder
from clover_desktop.engine.runtime import Runtime
from clover_desktop.protocol import BlockCommitted, Finished
from clover_desktop.tools.seedling.corpus import (
    EvaluationPrompt,
    conversation,
    evaluation_prompts,
)
from clover_desktop.tools.seedling.scoring import Outcome, by_group, is_right, table

LOOK_SEED = 77
MOST_TOKENS = 320

_ROLES = {"system": "system", "user": "user", "assistant": "assistant"}


def look_prompts(count: int) -> list[EvaluationPrompt]:
    """Prompts of the training generator, from a part of its stream that training does not read."""
    prompts = []
    for index in range(count):
        talk = conversation(LOOK_SEED, index)
        answer = () if talk.kind == "free" else (talk.messages[-1][1],)
        prompts.append(
            EvaluationPrompt(
                talk.messages[:-1], talk.language, talk.kind, talk.thinking is not None, answer
            )
        )
    return prompts


def thinned(prompts: Sequence[EvaluationPrompt], most: int) -> list[EvaluationPrompt]:
    """At most `most` prompts of each kind and language, spread evenly over the list."""
    totals = Counter((prompt.kind, prompt.language) for prompt in prompts)
    seen: Counter[tuple[str, str]] = Counter()
    kept = []
    for prompt in prompts:
        group = (prompt.kind, prompt.language)
        total, place = totals[group], seen[group]
        seen[group] += 1
        if place * most // total != (place + 1) * most // total or total <= most:
            kept.append(prompt)
    return kept


def ask(
    runtime: Runtime, folder: ModelFolder, prompt: EvaluationPrompt, sampling: Sampling
) -> tuple[Outcome, Finished]:
    """One answer of the loaded model."""
    messages = [
        Message(_ROLES[role], (TextPart(text),))  # type: ignore[arg-type]
        for role, text in prompt.messages
    ]
    prepared = folder.prepare(messages, sampling)
    blocks = 0
    finished: Finished | None = None
    for event in runtime.answer(0, prepared, should_stop=lambda: False):
        blocks += isinstance(event, BlockCommitted)
        if isinstance(event, Finished):
            finished = event
    assert finished is not None
    stats = finished.stats
    outcome = Outcome(
        kind=prompt.kind,
        language=prompt.language,
        right=is_right(finished.text, prompt),
        tokens=stats.tokens,
        passes=stats.passes,
        blocks=blocks,
        commits=stats.commits,
        seconds=stats.tokens / max(stats.tokens_per_second, 1e-9),
        ended=finished.reason == "eos",
    )
    return outcome, finished


def outcomes(
    runtime: Runtime,
    folder: ModelFolder,
    prompts: Sequence[EvaluationPrompt],
    options: argparse.Namespace,
    strategy: Strategy,
) -> Iterator[tuple[EvaluationPrompt, Outcome, Finished]]:
    """All prompts with one decoder."""
    for prompt in prompts:
        sampling = Sampling(
            strategy=strategy,
            thinking=prompt.thinking,
            block_size=options.block_size,
            threshold=options.threshold,
            exact=options.exact,
            seed=0,
            max_tokens=MOST_TOKENS,
        )
        yield prompt, *ask(runtime, folder, prompt, sampling)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="evaluate", description=__doc__)
    default = Path(__file__).resolve().parents[2] / "assets" / "seedling"
    parser.add_argument("--model", type=Path, default=default, help="checkpoint folder")
    parser.add_argument("--decoder", action="append", choices=STRATEGIES, help="only this one")
    parser.add_argument("--most", type=int, default=10_000, help="prompts a kind and language")
    parser.add_argument("--block-size", type=int, default=None)
    parser.add_argument("--threshold", type=float, default=None)
    parser.add_argument("--exact", action="store_true", help="exact acceptance in draft_self")
    parser.add_argument("--look", type=int, default=0, metavar="N", help="N training-like prompts")
    parser.add_argument("--show", action="store_true", help="print the wrong answers")
    parser.add_argument("--json", type=Path, default=None, help="also write the figures here")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    """The command line; returns the exit code."""
    options = _arguments()
    torch.set_num_threads(options.threads)
    prompts = look_prompts(options.look) if options.look else evaluation_prompts()
    prompts = thinned(prompts, options.most)
    folder = ModelFolder.open(options.model)
    runtime = Runtime()
    runtime.load(folder, device="cpu")
    report = {}
    for strategy in options.decoder or STRATEGIES:
        results = []
        for prompt, outcome, finished in outcomes(runtime, folder, prompts, options, strategy):
            results.append(outcome)
            if options.show and not outcome.right:
                sys.stdout.write(
                    f"[{prompt.kind} {prompt.language}] {prompt.messages[-1][1]!r}\n"
                    f"    wanted {prompt.accepted!r}\n    got    {finished.text!r}"
                    f" ({outcome.tokens} tokens, {outcome.passes} passes)\n"
                )
        rows = by_group(results)
        report[strategy] = {name: asdict(row) for name, row in rows}
        sys.stdout.write(f"\n{strategy}, {len(results)} prompts\n{table(rows)}\n")
        sys.stdout.flush()
    if options.json is not None:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
