"""Conversations as training batches: clean rows, blocks where decoding has them, noise.

Everything here is a pure function of (corpus seed, noise seed, position), so that a resumed run
sees the very batches an undisturbed one would.

Axes: R conversations, T rows, N noised blocks, b rows of a block.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

import jinja2.sandbox
import torch
from tokenizers import Tokenizer
from torch import Tensor

from clover_desktop.tools.seedling.tokenizer_training import (
    CHAT_TEMPLATE,
    END_OF_TEXT,
    MASK,
    THINK_END,
    TURN_END,
    token_ids,
)

IGNORED = -100
BLOCK_SIZES = (8, 16, 32, 32, 32, 32, 32, 32)
LONG_RESPONSE = 72
OWN_SHARE = 0.5
MEAN_OWN = 1.5
MOST_OWN = 8

Turn = tuple[str, str]


@dataclass(frozen=True)
class Sample:
    """One conversation as the network sees it. `responses` are the places [first, end) of `ids`
    that are learned, each up to and with its end token."""

    ids: tuple[int, ...]
    responses: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Batch:
    """What one training step reads. All integer tensors are int64.

    `ids` [R, T] clean rows, padded on the right; `causal_targets` [R, T] next tokens or IGNORED,
    `block_of` [N] conversation of each block, `block_start` [N] its first row, `noised` [N, b] its
    ids with masks, `block_targets` [N, b] tokens under the masks or IGNORED, `block_weights` [N, b]
    fp32, lower behind the end token. `own_passes` [N]: so many passes of the model itself fill a
    block first, which is then fully masked here. `rows` counts the real clean rows.
    """

    block_size: int
    rows: int
    ids: Tensor
    causal_targets: Tensor
    block_of: Tensor
    block_start: Tensor
    noised: Tensor
    block_targets: Tensor
    block_weights: Tensor
    own_passes: Tensor

    def to(self, device: torch.device) -> Batch:
        """The same batch with its tensors on `device`."""
        names = [f.name for f in fields(self) if isinstance(getattr(self, f.name), Tensor)]
        tensors = {name: getattr(self, name) for name in names}
        return replace(self, **{name: tensor.to(device) for name, tensor in tensors.items()})


class Encoder:
    """Turns and thinking to a `Sample`, with the demo model's template and tokenizer."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.pad_id, self.end_id, self.mask_id = token_ids(tokenizer, END_OF_TEXT, TURN_END, MASK)
        self._line_end = tokenizer.encode("\n", add_special_tokens=False).ids
        self._template = jinja2.sandbox.ImmutableSandboxedEnvironment().from_string(CHAT_TEMPLATE)

    def prompt_ids(self, turns: Sequence[Turn], thinking: bool) -> tuple[int, ...]:
        """Ids of `turns` (role, content) and the generation prompt."""
        text = self._template.render(
            messages=[{"role": role, "content": content} for role, content in turns],
            add_generation_prompt=True,
            enable_thinking=thinking,
        )
        return tuple(self.tokenizer.encode(text, add_special_tokens=False).ids)

    def response_ids(self, answer: str, thinking: str | None) -> tuple[int, ...]:
        """Ids of an answer with its end token; `thinking` stands before it, None means off."""
        if thinking is not None:
            answer = f"{thinking}\n{THINK_END}\n\n{answer}"
        return (*self.tokenizer.encode(answer, add_special_tokens=False).ids, self.end_id)

    def sample(self, turns: Sequence[Turn], thinking: str | None, chained: bool = False) -> Sample:
        """The last of `turns` is the answer, with `thinking` before it. `chained` turns are learned
        answer by answer: each question stands behind what was really generated before it."""
        parts = [turns]
        if chained:
            ends = [at + 1 for at, turn in enumerate(turns) if turn[0] == "assistant"]
            parts = [turns[a:b] for a, b in zip([0, *ends], ends, strict=False)]
        ids: list[int] = []
        responses = []
        for place, part in enumerate(parts):
            thought = thinking if place == len(parts) - 1 else None
            if ids:
                ids += self._line_end
            ids += self.prompt_ids(part[:-1], thought is not None)
            first = len(ids)
            ids += self.response_ids(part[-1][1], thought)
            responses.append((first, len(ids)))
        return Sample(tuple(ids), tuple(responses))


def _noise(size: int, unaligned: bool, generator: random.Random) -> list[bool]:
    """Which rows of a block are masked; at least one.

    A decoder's block starts fully masked; a draft shows its first row and masks the rest; between
    lies any share. Far from anything shown a row of free text can only be guessed, so many blocks
    show a good part.
    """
    kind = generator.random()
    drafts = 0.3 if unaligned else 0.05
    if kind < drafts:
        shown = 1 if generator.random() < 0.8 else generator.randint(2, max(2, size // 2))
        return [row >= shown for row in range(size)]
    if kind < drafts + (0.1 if unaligned else 0.4):
        return [True] * size
    share = generator.uniform(0.1, 1.0)
    masked = [generator.random() < share for _ in range(size)]
    masked[generator.randrange(size)] = True
    return masked


def build_batch(
    samples: Sequence[Sample],
    block_size: int,
    encoder: Encoder,
    generator: random.Random,
    *,
    copies: int = 1,
    pad_weight: float = 0.5,
) -> Batch:
    """One batch. A quarter of the responses have their blocks moved off the prompt's end, as drafts
    do; half of the others are filled on by the model itself (`own_passes`).

    Each block is noised `copies` times, twice that in a conversation with one short response, whose
    prompt costs little, and once in a long response.
    """
    size = block_size
    rows = max(map(len, samples))
    ids = torch.full((len(samples), rows), encoder.pad_id)
    causal_targets = torch.full((len(samples), rows), IGNORED)
    block_of, block_start, noised, targets, weights = [], [], [], [], []
    own_passes: list[int] = []
    for index, sample in enumerate(samples):
        ids[index, : len(sample)] = torch.tensor(sample.ids)
        for first, end in sample.responses:
            causal_targets[index, first - 1 : end - 1] = ids[index, first:end]
            # Behind the end token the decoders drop everything; the pad makes it sure at once.
            line = [*sample.ids[first:end], *[encoder.pad_id] * size]
            unaligned = generator.random() < 0.25
            shift = generator.randrange(min(size, end - first)) if unaligned else 0
            times = copies if len(sample.responses) > 1 else 2 * copies
            if end - first > LONG_RESPONSE:
                times = 1
            for start in range(first + shift, end, size):
                clean = line[start - first : start - first + size]
                for _ in range(times):
                    passes = 0
                    if not unaligned and generator.random() < OWN_SHARE:
                        passes = min(1 + int(generator.expovariate(1 / MEAN_OWN)), MOST_OWN)
                    own_passes.append(passes)
                    masked = [True] * size if passes else _noise(size, unaligned, generator)
                    block_of.append(index)
                    block_start.append(start)
                    pairs = list(zip(clean, masked, strict=True))
                    noised.append([encoder.mask_id if hide else token for token, hide in pairs])
                    targets.append([token if hide else IGNORED for token, hide in pairs])
                    weights.append([1.0 if start + r < end else pad_weight for r in range(size)])
    return Batch(
        block_size=size,
        rows=sum(map(len, samples)),
        ids=ids,
        causal_targets=causal_targets,
        block_of=torch.tensor(block_of),
        block_start=torch.tensor(block_start),
        noised=torch.tensor(noised),
        block_targets=torch.tensor(targets),
        block_weights=torch.tensor(weights),
        own_passes=torch.tensor(own_passes),
    )


@dataclass
class Position:
    """How far the data was read: the next batch of which pool."""

    pool: int = 0
    batch: int = 0


class BatchStream:
    """Endless batches of about `rows_per_batch` clean rows each.

    Conversations are drawn in pools and sorted by length inside a pool, so that a batch has little
    padding; the batches of a pool come in random order. `position` is all that a checkpoint needs.
    """

    def __init__(
        self,
        draw: Callable[[int], Sample],
        encoder: Encoder,
        *,
        rows_per_batch: int,
        pool_size: int = 1024,
        longest: int = 960,
        seed: int = 0,
        copies: int = 1,
    ) -> None:
        self.position = Position()
        self._draw, self._encoder = draw, encoder
        self._rows, self._pool_size, self._longest = rows_per_batch, pool_size, longest
        self._seed, self._copies = seed, copies
        self._loaded: tuple[int, list[list[Sample]]] | None = None

    def _pool(self, pool: int) -> list[list[Sample]]:
        generator = random.Random(f"{self._seed}/{pool}")
        first = pool * self._pool_size
        samples = [self._draw(index) for index in range(first, first + self._pool_size)]
        samples = [sample for sample in samples if len(sample) <= self._longest]
        samples.sort(key=lambda sample: len(sample) * generator.uniform(0.95, 1.05))
        batches: list[list[Sample]] = [[]]
        longest = 0
        for sample in samples:
            longest = max(longest, len(sample))
            if batches[-1] and longest * (len(batches[-1]) + 1) > self._rows:
                batches.append([])
                longest = len(sample)
            batches[-1].append(sample)
        generator.shuffle(batches)
        return batches

    def next(self) -> Batch:
        """The batch at `position`, which moves on by one."""
        at = self.position
        if self._loaded is None or self._loaded[0] != at.pool:
            self._loaded = (at.pool, self._pool(at.pool))
        batches = self._loaded[1]
        if at.batch >= len(batches):
            self.position = Position(at.pool + 1, 0)
            return self.next()
        generator = random.Random(f"{self._seed}/{at.pool}/{at.batch}")
        size = BLOCK_SIZES[generator.randrange(len(BLOCK_SIZES))]
        batch = build_batch(batches[at.batch], size, self._encoder, generator, copies=self._copies)
        self.position = Position(at.pool, at.batch + 1)
        return batch
