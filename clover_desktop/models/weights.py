"""Checkpoint files to the network: names, layouts, checks. Files are mapped, not read whole.

`canonical_name` is the one place where checkpoint names become ours. Fused and split experts, both
orientations of a fused expert, sharded and single files are told apart here and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from clover_desktop.checkpoint_files import INDEX, SINGLE
from clover_desktop.errors import CheckpointError, TensorError, said
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.config import CloverConfig, read_json
from clover_desktop.models.layers import wide
from clover_desktop.models.manifest import MANIFEST

READABLE = {"BF16", "F16", "F32", "F64"}

_SKIPPED = re.compile(r"(model\.)?(mtp|visual|vision_tower)\.")
_SPLIT_EXPERT = re.compile(r"(.*\.mlp\.experts)\.(\d+)\.(gate|up|down)_proj\.weight$")
_RENAMED = {
    "linear_attn.conv1d.weight": "linear_attn.conv_weight",
    "mlp.experts.gate_up_proj.weight": "mlp.experts.gate_up_proj",
    "mlp.experts.down_proj.weight": "mlp.experts.down_proj",
}
_PRECISE = re.compile(
    r"norm|A_log$|dt_bias$|conv_|in_proj_[ab]\.|bd_softmax_|mlp\.gate\.|shared_expert_gate"
)


def canonical_name(name: str) -> str | None:
    """Our parameter's name for a tensor of the checkpoint; None for `mtp.*` and `model.visual.*`,
    which the text network does not use. Split experts keep their number."""
    if _SKIPPED.match(name):
        return None
    for prefix in ("model.language_model.", "language_model.model.", "model."):
        if name.startswith(prefix):
            name = name[len(prefix) :]
            break
    for theirs, ours in _RENAMED.items():
        if name.endswith(theirs):
            return name[: -len(theirs)] + ours
    return name


def split_expert(name: str) -> tuple[str, int, str] | None:
    """(fused parameter, expert, one of gate, up, down) for the canonical name of a split expert."""
    split = _SPLIT_EXPERT.match(name)
    if split is None:
        return None
    fused = "down_proj" if split[3] == "down" else "gate_up_proj"
    return f"{split[1]}.{fused}", int(split[2]), split[3]


def stays_precise(name: str) -> bool:
    """True for parameters kept in the wide dtype when the model is bf16: norms, router, gates,
    convolutions, decay and `bd_softmax_*`."""
    return _PRECISE.search(name) is not None


@dataclass
class _Stored:
    """Where a tensor lies: its checkpoint name and the open file."""

    name: str
    file: Any
    path: Path


@dataclass
class _Sources:
    """What a parameter is made of: one tensor, or the parts of split experts by (number, part)."""

    whole: _Stored | None = None
    parts: dict[tuple[int, str], _Stored] = field(default_factory=dict)


def load_model(
    folder: Path,
    *,
    device: str | torch.device = "cpu",
    dtype: torch.dtype = torch.float32,
    on_progress: Callable[[int, int], None] | None = None,
    resident: int | None = None,
) -> CloverModel:
    """Load an unpacked checkpoint folder, or one of ours with a manifest.

    Args:
        folder: config.json and safetensors, one file or shards with an index. dtype: of the big
            weights; small sensitive ones stay in fp32 under bf16. on_progress: called with the
            bytes of parameters done and in all. resident: experts of each layer on `device`; only
            a folder with a manifest can be split, another one ignores it.

    Raises:
        CheckpointError: a file is missing, truncated or not safetensors. ConfigError: config.json.
        TensorError: a tensor is missing, unexpected, of the wrong shape or type.
    """
    if (folder / MANIFEST).exists():
        # Imported here because that module builds on the names of this one.
        from clover_desktop.models.quantized_weights import load_quantized

        return load_quantized(
            folder, device=device, dtype=dtype, on_progress=on_progress, resident=resident
        )
    config = CloverConfig.from_folder(folder)
    with torch.device("meta"):
        model = CloverModel(config)
    expected = dict(model.named_parameters())
    total = sum(parameter.numel() for parameter in expected.values()) * dtype.itemsize
    done = 0
    with ExitStack() as stack:
        sources = _collect(folder, stack, expected)
        for name, parameter in expected.items():
            tensor = _assemble(name, parameter.shape, sources)
            kept = wide(dtype) if stays_precise(name) else dtype
            _assign(model, name, tensor.to(device=device, dtype=kept))
            done += parameter.numel() * dtype.itemsize
            if on_progress is not None:
                on_progress(done, total)
    return model.eval()


def checkpoint_files(folder: Path) -> list[Path]:
    """The safetensors files of a checkpoint folder, in the order of their names.

    Raises:
        CheckpointError: there are none, or the index names a file outside the folder or one that
            does not exist.
    """
    index = folder / INDEX
    if not index.exists():
        if (folder / SINGLE).is_file():
            return [folder / SINGLE]
        text = (
            "{folder} holds neither model.safetensors nor model.safetensors.index.json; choose a "
            "folder with a checkpoint."
        )
        raise CheckpointError(said("no_weights", text, folder=folder))
    weight_map = read_json(index).get("weight_map")
    if not isinstance(weight_map, dict) or not all(isinstance(v, str) for v in weight_map.values()):
        text = "{path} has no usable weight_map; fetch the file again."
        raise CheckpointError(said("index_without_map", text, path=index))
    names = sorted(set(weight_map.values()))
    if not names:
        text = "{path} names no files; fetch the file again."
        raise CheckpointError(said("index_empty", text, path=index))
    for name in names:
        if name != Path(name).name or "\\" in name or not name.endswith(".safetensors"):
            text = "{path} names the file {name}, which is not a shard's name."
            raise CheckpointError(said("index_odd_name", text, path=index, name=repr(name)))
        if not (folder / name).is_file():
            text = "{file} is missing in {folder}; fetch it again."
            raise CheckpointError(said("no_shard", text, file=name, folder=folder))
    return [folder / name for name in names]


def _collect(
    folder: Path, stack: ExitStack, expected: dict[str, nn.Parameter]
) -> dict[str, _Sources]:
    """Match every stored tensor with a parameter; nothing may be left on either side."""
    sources = {name: _Sources() for name in expected}
    head_is_tied = False
    for path, file in _open_files(folder, stack):
        for stored in file.keys():  # noqa: SIM118 - safe_open is not a mapping
            name = canonical_name(stored)
            if name is None:
                continue
            entry = _Stored(stored, file, path)
            split = split_expert(name)
            if split:
                target = sources.get(split[0])
                key = split[1:]
                if target is not None and key not in target.parts:
                    target.parts[key] = entry
                    continue
            elif name in sources and sources[name].whole is None:
                sources[name].whole = entry
                continue
            text = (
                "{file} holds the tensor {tensor}, which this model does not have or has already; "
                "the checkpoint is of another kind or damaged."
            )
            raise TensorError(said("tensor_unknown", text, file=path.name, tensor=stored))
    if "lm_head.weight" in sources and sources["lm_head.weight"].whole is None:
        head_is_tied = CloverConfig.from_folder(folder).tie_word_embeddings
    if head_is_tied:
        sources["lm_head.weight"] = sources["embed_tokens.weight"]
    return sources


def _open_files(folder: Path, stack: ExitStack) -> Iterator[tuple[Path, Any]]:
    for path in checkpoint_files(folder):
        try:
            yield path, stack.enter_context(safe_open(path, framework="pt", device="cpu"))
        except (SafetensorError, OSError) as error:
            text = "{path} is truncated or not a safetensors file; fetch it again."
            sentence = said("truncated", text, path=path)
            raise CheckpointError(sentence, detail=str(error)) from error


def _assemble(name: str, shape: torch.Size, all_sources: dict[str, _Sources]) -> Tensor:
    sources = all_sources[name]
    if sources.whole is not None:
        if sources.parts:
            text = "The tensor {tensor} is given both whole and split by expert."
            raise TensorError(said("tensor_twice", text, tensor=name))
        tensor = _read(sources.whole)
        if len(shape) == 3 and _is_transposed(name, shape, tensor.shape, all_sources):
            tensor = tensor.transpose(1, 2).contiguous()
        return _fitted(tensor, shape, sources.whole)
    if not sources.parts:
        text = "The tensor {tensor} is missing in the checkpoint; fetch it again."
        raise TensorError(said("no_tensor", text, tensor=name))
    parts = ("gate", "up") if name.endswith("gate_up_proj") else ("down",)
    count = shape[0]
    part_shape = torch.Size((shape[1] // len(parts), shape[2]))
    stacked: Tensor | None = None
    for number in range(count):
        for place, part in enumerate(parts):
            stored = sources.parts.pop((number, part), None)
            if stored is None:
                text = (
                    "The tensor {part} of expert {number} is missing for {tensor}; fetch the "
                    "checkpoint again."
                )
                gap = {"part": f"{part}_proj", "number": number, "tensor": name}
                raise TensorError(said("expert_missing", text, **gap))
            tensor = _fitted(_read(stored), part_shape, stored)
            if stacked is None:
                stacked = torch.empty(shape, dtype=tensor.dtype)
            rows = slice(place * part_shape[0], (place + 1) * part_shape[0])
            stacked[number, rows] = tensor
    if sources.parts:
        stored = next(iter(sources.parts.values()))
        text = "{file} holds {tensor}, an expert beyond num_experts."
        raise TensorError(said("expert_beyond", text, file=stored.path.name, tensor=stored.name))
    assert stacked is not None
    return stacked


def _is_transposed(
    name: str, shape: torch.Size, stored: torch.Size, sources: dict[str, _Sources]
) -> bool:
    """Whether a fused expert lies as [E, in, out]. A square one is told by its sibling: gate_up and
    down of a layer are written the same way."""
    if shape[1] != shape[2]:
        return stored == (shape[0], shape[2], shape[1])
    here, there = "gate_up_proj", "down_proj"
    sibling = name.replace(here, there) if here in name else name.replace(there, here)
    whole = sources[sibling].whole
    if whole is None:
        return False
    other = whole.file.get_slice(whole.name).get_shape()
    if len(other) != 3 or other[1] == other[2]:
        return False
    return bool((other[2] if here in name else other[1]) == shape[1])


def _read(stored: _Stored) -> Tensor:
    kind = stored.file.get_slice(stored.name).get_dtype()
    if kind not in READABLE:
        text = (
            "The tensor {tensor} in {file} is of type {dtype}; a checkpoint in BF16, F16 or F32 is "
            "needed."
        )
        place = {"tensor": stored.name, "file": stored.path.name}
        raise TensorError(said("odd_type", text, dtype=kind, **place))
    tensor: Tensor = stored.file.get_tensor(stored.name)
    return tensor


def _fitted(tensor: Tensor, shape: torch.Size, stored: _Stored) -> Tensor:
    """The tensor in our shape."""
    if fits_shape(stored.name, tensor.shape, shape):
        return tensor.reshape(shape)
    text = (
        "The tensor {tensor} in {file} has the shape {found}, and config.json asks for {wanted}; "
        "the two do not belong together."
    )
    place = {"tensor": stored.name, "file": stored.path.name}
    shapes = {"found": list(tensor.shape), "wanted": list(shape)}
    raise TensorError(said("tensor_shape", text, **place, **shapes))


def fits_shape(name: str, stored: Sequence[int], shape: Sequence[int]) -> bool:
    """Whether a stored tensor of that name may be read as `shape`. Size-1 axes of the convolution
    and any shape of the per-head values are as good as ours."""
    if tuple(stored) == tuple(shape):
        return True
    is_loose = "conv" in name or "bd_softmax_" in name
    return is_loose and _without_ones(stored) == _without_ones(shape)


def _without_ones(shape: Sequence[int]) -> list[int]:
    return [size for size in shape if size != 1]


def _assign(model: nn.Module, name: str, tensor: Tensor) -> None:
    owner, _, attribute = name.rpartition(".")
    module = model.get_submodule(owner)
    setattr(module, attribute, nn.Parameter(tensor, requires_grad=False))
