"""What counts as right in the evaluation, and how single results become figures. No torch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clover_desktop.tools.seedling.corpus.values import EvaluationPrompt


@dataclass(frozen=True)
class Outcome:
    """One answer. `tokens` counts the response with its end token, `passes` the previews, `blocks`
    the blocks or rounds, `commits` causal passes after the prompt; `ended` tells that it came to
    its own end."""

    kind: str
    language: str
    right: bool | None
    tokens: int
    passes: int
    blocks: int
    commits: int
    seconds: float
    ended: bool


@dataclass(frozen=True)
class Figures:
    """A group of outcomes. `accuracy` is None where nothing has a right answer."""

    count: int
    accuracy: float | None
    ended: float
    tokens_per_pass: float
    tokens_per_forward: float
    passes_per_block: float
    tokens_per_second: float


def is_right(answer: str, prompt: EvaluationPrompt) -> bool | None:
    """Passages: the answer holds an accepted value; elsewhere it equals one. White space does not
    count. None where the prompt has no right answer."""
    if not prompt.accepted:
        return None
    found = " ".join(answer.split())
    accepted = [" ".join(wanted.split()) for wanted in prompt.accepted]
    if prompt.kind == "passage":
        return any(wanted in found for wanted in accepted)
    return found in accepted


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """Means over a group that is not empty; speeds are totals over totals."""
    judged = [outcome.right for outcome in outcomes if outcome.right is not None]
    tokens = sum(outcome.tokens for outcome in outcomes)
    passes = sum(outcome.passes for outcome in outcomes)
    forwards = passes + sum(outcome.commits for outcome in outcomes)
    blocks = sum(outcome.blocks for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    return Figures(
        count=len(outcomes),
        accuracy=sum(judged) / len(judged) if judged else None,
        ended=sum(outcome.ended for outcome in outcomes) / len(outcomes),
        tokens_per_pass=tokens / passes if passes else 0.0,
        tokens_per_forward=tokens / max(1, forwards),
        passes_per_block=passes / max(1, blocks),
        tokens_per_second=tokens / max(seconds, 1e-9),
    )


def by_group(outcomes: Iterable[Outcome]) -> list[tuple[str, Figures]]:
    """Figures by kind and language, by kind where there is more than one language, and over all."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[f"{outcome.kind} {outcome.language}"].append(outcome)
        groups[f"{outcome.kind}"].append(outcome)
        groups["all"].append(outcome)
    names = sorted(groups, key=lambda name: (name == "all", name))
    return [(name, figures(groups[name])) for name in names]


def table(rows: Sequence[tuple[str, Figures]]) -> str:
    """The figures as text, one group a line."""
    lines = [
        f"{'group':<16}{'prompts':>8}{'right':>8}{'ended':>8}{'tok/pass':>10}{'tok/fwd':>9}"
        f"{'pass/block':>12}{'tok/s':>8}"
    ]
    for name, row in rows:
        right = "-" if row.accuracy is None else f"{100 * row.accuracy:.1f}%"
        lines.append(
            f"{name:<16}{row.count:>8}{right:>8}{100 * row.ended:>7.1f}%"
            f"{row.tokens_per_pass:>10.2f}{row.tokens_per_forward:>9.2f}"
            f"{row.passes_per_block:>12.2f}{row.tokens_per_second:>8.0f}"
        )
    return "\n".join(lines)
