"""Load a model folder and answer: protocol events from a generator. No queues, no thread.

`worker` runs this on the engine's thread, the command line on its main thread.
"""

from __future__ import annotations

import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

from clover_desktop.chat import Reason, Stats
from clover_desktop.engine.canvas import Canvas, draft_cells
from clover_desktop.engine.decode import decode
from clover_desktop.engine.events import (
    BlockOpened,
    Committed,
    DecodeEvent,
    Drafted,
    Ended,
    Filled,
    Stepped,
)
from clover_desktop.engine.folder import ModelFolder, Prepared
from clover_desktop.engine.placement import Placement, notice, placements
from clover_desktop.engine.prefix import Prefilled, PrefillProgress, PrefixCache
from clover_desktop.engine.thinking import AnswerParts
from clover_desktop.errors import BugError, CloverError, DeviceError, UsageError, said
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.manifest import MANIFEST
from clover_desktop.models.weights import load_model
from clover_desktop.planning.memory import available_ram
from clover_desktop.protocol import (
    BlockCommitted,
    CellsDrafted,
    CellsFilled,
    Event,
    Finished,
    Loaded,
    PromptProgress,
    Started,
)
from clover_desktop.protocol import BlockOpened as BlockShown

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float64": torch.float64}
NO_MEMORY = ("out of memory", "can't allocate memory", "not enough memory")


class Runtime:
    """One loaded model and the prefix it has read. For one thread at a time."""

    def __init__(self) -> None:
        self._model: CloverModel | None = None
        self._folder: ModelFolder | None = None
        self._cache: PrefixCache | None = None
        self._below: list[Placement] = []
        self._asked, self._dtype = "cpu", "auto"

    @property
    def is_loaded(self) -> bool:
        return self._model is not None

    def load(
        self,
        folder: ModelFolder,
        *,
        device: str = "auto",
        dtype: str = "auto",
        on_progress: Callable[[int, int], None] | None = None,
    ) -> Loaded:
        """Load the weights of `folder` in place of the loaded model.

        Args:
            device: `auto`, `cpu` or `cuda`. dtype: `auto`, `float32`, `bfloat16` or `float64`.
            on_progress: called with the bytes done and in all; may raise to stop.

        A GPU that has too little memory keeps fewer experts, or gives way to the CPU, and
        `Loaded.notice` says so.

        Raises:
            DeviceError: there is no such device. CheckpointError: the weights cannot be used.
        """
        place = _device(device)
        _dtype(dtype, place)
        self.unload()
        _leave_a_core_free()
        self._asked, self._dtype = place, dtype
        return self._place_on(placements(folder.path, folder.config, place), folder, on_progress)

    def step_down(self) -> Loaded:
        """Load the model anew where it needs less memory of the GPU; see `gives_way`.

        Raises:
            UsageError: no model is loaded. CheckpointError: the weights cannot be used.
        """
        folder, below = self.folder, self._below
        self.unload()
        return self._place_on(below, folder, None)

    def _place_on(
        self,
        rungs: list[Placement],
        folder: ModelFolder,
        on_progress: Callable[[int, int], None] | None,
    ) -> Loaded:
        """Load on the first of `rungs` that has the memory."""
        below = list(rungs)
        model = None
        while model is None:
            rung = below.pop(0)
            kind = _dtype(self._dtype, rung.device)
            model = _tried(folder.path, rung, kind, on_progress)
            if model is None:
                torch.cuda.empty_cache()
        self._below = below
        self._model, self._folder, self._cache = model, folder, PrefixCache(model)
        # Collections need not visit the libraries and the model: that takes longer than a frame.
        gc.freeze()
        config = folder.config
        return Loaded(
            path=str(folder.path),
            name=folder.name,
            device=rung.device,
            dtype=str(kind).removeprefix("torch."),
            block_size=config.block_size,
            block_sizes=config.block_sizes,
            threshold=config.threshold,
            temperature=folder.rules.temperature,
            context=config.max_position_embeddings,
            can_think=folder.template.knows_thinking,
            nbytes=sum(parameter.nbytes for parameter in model.parameters()),
            notice=notice(rung, self._asked),
        )

    def gives_way(self, error: Exception) -> bool:
        """Whether the loaded model should step down after `error`."""
        return bool(self._below) and _is_out_of_memory(error)

    @property
    def next_device(self) -> str:
        """Where `step_down` will try first: `cuda` with fewer experts, or `cpu`."""
        return self._below[0].device

    def unload(self) -> None:
        """Free the model's memory and return it to the system."""
        if self._model is None:
            return
        is_on_gpu = self._model.device.type == "cuda"
        # The last reference frees the weights; a full collection would only hold the window up.
        self._model = self._folder = self._cache = None
        if is_on_gpu:
            torch.cuda.empty_cache()
        _trim_heap()

    @property
    def folder(self) -> ModelFolder:
        """The folder of the loaded model.

        Raises:
            UsageError: none is loaded.
        """
        if self._folder is None:
            raise UsageError(said("no_model", "No model is loaded; choose one first."))
        return self._folder

    def answer(
        self, request_id: int, prepared: Prepared, *, should_stop: Callable[[], bool]
    ) -> Iterator[Event]:
        """Answer a prepared request: `Started`, progress and blocks, at last `Finished`.

        `should_stop` is asked between passes; once it says so the answer ends as `cancelled` with
        the blocks committed so far. Closing the generator ends it without a last event.

        Raises:
            CloverError: the answer failed; the model stays loaded and its prefix is forgotten.
        """
        folder = self.folder
        assert self._model is not None
        assert self._cache is not None
        answer = _Answer(request_id, prepared, folder.parts(thinking=prepared.thinking))
        if self._model.device.type == "cuda":
            torch.cuda.reset_peak_memory_stats()
        decoding = prepared.decoding
        yield Started(
            request_id=request_id,
            model=folder.name,
            prompt_tokens=len(prepared.prompt.ids),
            block_size=decoding.block_size,
            threshold=decoding.threshold,
            strategy=decoding.strategy,
            seed=decoding.seed,
            thinking=prepared.thinking,
        )
        try:
            prefilled = yield from self._read_prompt(answer, should_stop)
            if prefilled is not None:
                passes = decode(self._model, prefilled.state, prefilled.logits, decoding)
                with closing(passes):
                    yield from self._follow(answer, passes, should_stop)
        except Exception:
            with suppress(Exception):
                self._cache.reset()
            raise
        yield answer.finished(self._peak_memory())

    def _read_prompt(
        self, answer: _Answer, should_stop: Callable[[], bool]
    ) -> Generator[Event, None, Prefilled | None]:
        """Bring the state to the prompt; None if that was stopped."""
        assert self._cache is not None
        prompt = answer.prepared.prompt
        with closing(self._cache.begin(prompt.ids, [prompt.snapshot_at])) as reading:
            while True:
                if should_stop():
                    return None
                step: PrefillProgress | Prefilled
                try:
                    step = next(reading)
                except StopIteration as stop:
                    answer.prompt_seconds = answer.seconds
                    prefilled: Prefilled = stop.value
                    return prefilled
                yield PromptProgress(answer.request_id, step.done, step.total, step.reused)

    def _follow(
        self,
        answer: _Answer,
        passes: Iterator[DecodeEvent],
        should_stop: Callable[[], bool],
    ) -> Iterator[Event]:
        """Decoder events to protocol events. A committed block that ends inside a character waits
        for the next event, because only then is it known whether the answer ends there."""
        assert self._cache is not None
        waiting: BlockCommitted | None = None
        for event in passes:
            if waiting is not None:
                if isinstance(event, Ended):
                    rest = answer.parts.finish()
                    waiting = replace(
                        waiting,
                        thinking=waiting.thinking + rest.thinking,
                        text=waiting.text + rest.text,
                    )
                yield waiting
                waiting = None
            if isinstance(event, Committed):
                self._cache.record_commit(event.tokens)
                waiting = answer.committed(event)
                if not answer.parts.pending:
                    yield waiting
                    waiting = None
            elif isinstance(event, Ended):
                answer.reason = event.reason
                answer.commits = event.commits
            elif isinstance(event, Stepped):
                answer.commits = event.commits
            else:
                yield answer.shown(event)
            if should_stop() and not isinstance(event, Ended):
                break
        if waiting is not None:
            yield waiting

    def _peak_memory(self) -> int:
        assert self._model is not None
        if self._model.device.type == "cuda":
            return torch.cuda.max_memory_allocated()
        return _peak_resident()


@dataclass
class _Answer:
    """What one answer has come to so far."""

    request_id: int
    prepared: Prepared
    parts: AnswerParts
    started: float = field(default_factory=time.perf_counter)
    prompt_seconds: float = 0.0
    reason: Reason = "cancelled"
    tokens: int = 0
    passes: int = 0
    commits: int = 0
    canvas: Canvas | None = None

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def shown(self, event: BlockOpened | Filled | Drafted) -> Event:
        """The event of a pass, with texts."""
        if isinstance(event, BlockOpened):
            self.canvas = Canvas(event.size, self.parts)
            return BlockShown(self.request_id, event.block, event.size)
        self.passes += 1
        if isinstance(event, Drafted):
            cells = draft_cells(event.fills, self.parts)
            return CellsDrafted(self.request_id, event.block, cells)
        assert self.canvas is not None
        cells = self.canvas.fill(event.fills)
        return CellsFilled(self.request_id, event.block, event.pass_number, cells)

    def committed(self, event: Committed) -> BlockCommitted:
        """Take the tokens of a block or round."""
        self.tokens += len(event.tokens)
        self.commits = event.commits
        added = self.parts.feed(event.tokens)
        return BlockCommitted(
            request_id=self.request_id,
            block=event.block,
            tokens=event.tokens,
            thinking=added.thinking,
            text=added.text,
            accepted=event.accepted,
        )

    def finished(self, peak_memory: int) -> Finished:
        """The last event."""
        seconds = self.seconds
        decoding = max(seconds - self.prompt_seconds, 1e-9)
        stats = Stats(
            tokens=self.tokens,
            passes=self.passes,
            commits=self.commits,
            seconds=seconds,
            tokens_per_second=self.tokens / decoding,
            peak_memory_bytes=peak_memory,
        )
        return Finished(self.request_id, self.reason, self.parts.text, self.parts.thinking, stats)


def devices() -> tuple[str, ...]:
    """The devices of this machine, the best last."""
    return ("cpu", "cuda") if torch.cuda.is_available() else ("cpu",)


def explained(error: Exception) -> CloverError:
    """Any failure as one with a sentence: the project's own, the device's, or else a bug."""
    if isinstance(error, CloverError):
        return error
    detail = "".join(traceback.format_exception(error))
    if _is_out_of_memory(error):
        sentence = said(
            "no_memory",
            "The memory is not enough for this; close other programs, shorten the chat, or choose"
            " a smaller model.",
        )
        return DeviceError(sentence, detail=detail)
    if "CUDA error" in str(error):
        sentence = said("gpu_fault", "The GPU reported a fault; restart the app to use it again.")
        return DeviceError(sentence, detail=detail)
    sentence = said(
        "engine_mistake",
        "The engine made a mistake of its own ({name}); try again, and report it if it comes back.",
        name=type(error).__name__,
    )
    return BugError(sentence, detail=detail)


def _watched(
    path: Path, place: str, kind: torch.dtype, on_progress: Callable[[int, int], None] | None
) -> Callable[[int, int], None] | None:
    """`on_progress`, which first looks whether the weights fit into RAM: where they do not, Linux
    ends the whole app instead of refusing. Mapped weights need no room of their own."""
    if place != "cpu" or kind is torch.bfloat16 or (path / MANIFEST).exists():
        return on_progress
    is_first = True

    def report(done: int, total: int) -> None:
        nonlocal is_first
        if is_first and 0 < available_ram()[0] < total - done:
            raise MemoryError
        is_first = False
        if on_progress is not None:
            on_progress(done, total)

    return report


def _tried(
    path: Path,
    rung: Placement,
    kind: torch.dtype,
    on_progress: Callable[[int, int], None] | None,
) -> CloverModel | None:
    """The model, None if the GPU has too little memory for it. A function of its own: a traceback
    that is kept would hold what was already on the GPU."""
    watched = _watched(path, rung.device, kind, on_progress)
    split = {"resident": rung.resident} if rung.resident < rung.experts else {}
    try:
        return load_model(path, device=rung.device, dtype=kind, on_progress=watched, **split)
    except Exception as error:
        if rung.device == "cpu" or not _is_out_of_memory(error):
            raise
        return None


def _is_out_of_memory(error: Exception) -> bool:
    return isinstance(error, MemoryError | torch.OutOfMemoryError) or any(
        phrase in str(error) for phrase in NO_MEMORY
    )


def _device(name: str) -> str:
    if name not in ("auto", "cpu", "cuda"):
        raise UsageError(f"{name!r} is no device; choose auto, cpu or cuda.")
    found = devices()
    if name == "auto":
        return found[-1]
    if name not in found:
        text = "This machine has no GPU that can be used; choose the device cpu."
        raise DeviceError(said("no_gpu", text))
    return name


def _dtype(name: str, device: str) -> torch.dtype:
    if name == "auto":
        return torch.float32 if device == "cpu" else torch.bfloat16
    if name not in DTYPES:
        raise UsageError(f"{name!r} is no precision; choose one of {', '.join(DTYPES)}.")
    return DTYPES[name]


def _leave_a_core_free() -> None:
    """Bound torch's threads, so that the window's thread always finds a core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    torch.set_num_threads(max(1, min(torch.get_num_threads(), (cores or 1) - 1)))


def _peak_resident() -> int:
    """The most memory this process has held, in bytes; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _trim_heap() -> None:
    """Give freed memory back: glibc keeps it, in chunks of up to 32 MB, for later allocations."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
