"""The training loop: optimizer, schedule, average of the weights, checkpoints, log.

A checkpoint holds everything the next step depends on, so a resumed run repeats an undisturbed one
(schedule by steps; a schedule by time follows the clock).
"""

from __future__ import annotations

import ctypes
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from clover_desktop.models.clover import CloverModel
from clover_desktop.tools.seedling.batches import Batch, BatchStream, Position
from clover_desktop.tools.seedling.network import Losses, TwoStreams, Weights

log = logging.getLogger(__name__)

CHECKPOINT = "training.pt"
LOG = "losses.jsonl"

_Result = tuple[Losses, tuple[Tensor, ...]]


@dataclass(frozen=True)
class Plan:
    """How long and how fast to learn.

    With `steps` the run ends, and the rate falls, by steps; else by `minutes` of training time.
    `flat` is the share of the run before the rate begins to fall, `floor` what is left of it at the
    end, `average` the decay of the weights' moving average. `logit_speed` multiplies the rate of
    the preview's logit scale and history bias: numbers of size 5 that creep at the usual rate.
    """

    minutes: float = 90.0
    steps: int | None = None
    rate: float = 2.5e-3
    warm_up: int = 60
    flat: float = 0.25
    floor: float = 0.02
    clip: float = 1.0
    logit_speed: float = 10.0
    weight_decay: float = 0.05
    average: float = 0.995
    checkpoint_seconds: float = 300.0
    log_every: int = 10


def keep_memory() -> None:
    """Make glibc keep freed memory: fresh pages for every large tensor cost a third of a step."""
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL("libc.so.6").mallopt
    except (OSError, AttributeError):
        return
    trim_threshold, top_pad, mmap_max = -1, -2, -4
    mallopt(mmap_max, 0)
    mallopt(trim_threshold, -1)
    mallopt(top_pad, 256 << 20)


class Trainer:
    """Trains `model` on `stream` and keeps its files in `folder`.

    `average` is the moving average of the weights, the thing to export. A step reads one batch per
    worker; each worker is a thread with one core, which leaves fewer cores waiting for each other
    than many threads inside every product.
    """

    def __init__(
        self,
        model: CloverModel,
        stream: BatchStream,
        plan: Plan,
        folder: Path,
        *,
        coreset: bool = True,
        workers: int = 1,
    ) -> None:
        self.model, self.stream, self.plan, self.folder = model, stream, plan, folder
        self.step = 0
        self.seconds = 0.0
        self._network = TwoStreams(model, coreset=coreset)
        self._workers = workers
        self._pool: ThreadPoolExecutor | None = None
        named = list(model.named_parameters())
        self._parameters: list[Tensor] = [parameter for _, parameter in named]
        self._averages = [parameter.detach().clone() for parameter in self._parameters]
        self._names = [name for name, _ in named]
        decayed = [p for name, p in named if p.ndim >= 2 and "conv_" not in name]
        quick = [p for name, p in named if "bd_softmax_" in name]
        plain = [
            p for name, p in named if (p.ndim < 2 or "conv_" in name) and "bd_softmax_" not in name
        ]
        self.optimizer = torch.optim.AdamW(
            [
                {"params": decayed, "weight_decay": plan.weight_decay},
                {"params": plain, "weight_decay": 0.0},
                {"params": quick, "weight_decay": 0.0, "speed": plan.logit_speed},
            ],
            lr=plan.rate,
            betas=(0.9, 0.98),
            eps=1e-9,
            fused=True,
        )

    @property
    def average(self) -> dict[str, Tensor]:
        """The averaged weights by parameter name."""
        return dict(zip(self._names, self._averages, strict=True))

    def progress(self) -> float:
        """Share of the plan that is done, 0 to 1."""
        if self.plan.steps is not None:
            return min(1.0, self.step / self.plan.steps)
        return min(1.0, self.seconds / (60 * self.plan.minutes))

    def rate(self) -> float:
        """Learning rate of the next step: warm-up, flat, then falling in a line."""
        plan = self.plan
        falling = max(0.0, self.progress() - plan.flat) / (1 - plan.flat)
        share = 1 - (1 - plan.floor) * falling
        return plan.rate * share * min(1.0, (self.step + 1) / plan.warm_up)

    def one_step(self) -> tuple[list[Losses], int]:
        """Train on the next batch of each worker; returns their losses and all clean rows."""
        batches = [self.stream.next().to(self.model.device) for _ in range(self._workers)]
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate() * group.get("speed", 1.0)
        results = list(self._map(self._gradients, batches))
        for place, parameter in enumerate(self._parameters):
            grads = [grads[place] for _, grads in results]
            parameter.grad = torch.stack(grads).mean(0) if len(grads) > 1 else grads[0]
        torch.nn.utils.clip_grad_norm_(self._parameters, self.plan.clip)
        self.optimizer.step()
        self.step += 1
        decay = min(self.plan.average, self.step / (self.step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(self._averages, self._parameters, 1 - decay)
        rows = sum(batch.rows for batch in batches)
        return [losses for losses, _ in results], rows

    def _map(self, function: Callable[[Batch], _Result], batches: list[Batch]) -> Iterable[_Result]:
        if self._workers == 1:
            return map(function, batches)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(
                self._workers, initializer=torch.set_num_threads, initargs=(1,)
            )
        return self._pool.map(function, batches)

    def _gradients(self, batch: Batch) -> _Result:
        losses = self._network.losses(batch, Weights())
        return losses, torch.autograd.grad(losses.total, self._parameters)

    def run(self, after_checkpoint: Callable[[Trainer], None] | None = None) -> None:
        """Train to the end of the plan, with checkpoints on the way, at the end, and at a stop."""
        started, base = time.monotonic(), self.seconds
        saved = started
        gathered: list[tuple[list[Losses], int]] = []
        mark = (started, self.step)
        try:
            while self.progress() < 1:
                gathered.append(self.one_step())
                now = time.monotonic()
                self.seconds = base + now - started
                if len(gathered) == self.plan.log_every:
                    self._log(gathered, now - mark[0])
                    gathered, mark = [], (now, self.step)
                if now - saved >= self.plan.checkpoint_seconds:
                    self.save()
                    saved = time.monotonic()
                    if after_checkpoint is not None:
                        after_checkpoint(self)
        finally:
            self.save()
            if self._pool is not None:
                self._pool.shutdown()
                self._pool = None

    def _log(self, gathered: list[tuple[list[Losses], int]], seconds: float) -> None:
        losses = [loss for step, _ in gathered for loss in step]
        rows = sum(rows for _, rows in gathered)
        entry: dict[str, Any] = {
            "step": self.step,
            "minutes": round(self.seconds / 60, 2),
            **{
                name: round(float(torch.stack([getattr(loss, name) for loss in losses]).mean()), 4)
                for name in ("causal", "block", "balance", "sure")
            },
            "rate": round(self.rate(), 6),
            "rows_per_second": round(rows / seconds),
            "pool": self.stream.position.pool,
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        log.info("%s", entry)

    def save(self) -> None:
        """Write the checkpoint whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        partial = self.folder / (CHECKPOINT + ".partial")
        torch.save(
            {
                "model": self.model.state_dict(),
                "average": self._averages,
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
                "seconds": self.seconds,
                "position": asdict(self.stream.position),
            },
            partial,
        )
        os.replace(partial, self.folder / CHECKPOINT)

    def resume(self) -> None:
        """Go on from the checkpoint in `folder`.

        Raises FileNotFoundError where there is none.
        """
        stored = torch.load(self.folder / CHECKPOINT, map_location=self.model.device)
        self.model.load_state_dict(stored["model"])
        for kept, value in zip(self._averages, stored["average"], strict=True):
            kept.copy_(value)
        self.optimizer.load_state_dict(stored["optimizer"])
        self.step, self.seconds = stored["step"], stored["seconds"]
        self.stream.position = Position(**stored["position"])
