"""A folder in the app's format to a network that uses it where it lies.

On a CPU every weight stays a view of the mapped file: opening reads the headers and what stays
precise, and a byte of an expert is read when the expert is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import torch
from torch import Tensor, nn

from clover_desktop.errors import CheckpointError, TensorError, said
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.conversion_plan import (
    CODES,
    PRECISE_FILE,
    SCALES,
    Plan,
    experts_name,
    make_plan,
)
from clover_desktop.models.formats import INT8, STORED
from clover_desktop.models.layers import wide
from clover_desktop.models.manifest import MANIFEST, Manifest
from clover_desktop.models.quantized import QuantizedEmbedding, QuantizedExperts, QuantizedLinear
from clover_desktop.models.shards import Shard, map_tensors, read_header
from clover_desktop.models.split_experts import SplitExperts

EMBEDDING, HEAD = "embed_tokens", "lm_head"


def load_quantized(
    folder: Path,
    *,
    device: str | torch.device = "cpu",
    dtype: torch.dtype = torch.float32,
    on_progress: Callable[[int, int], None] | None = None,
    exact: bool = False,
    resident: int | None = None,
) -> CloverModel:
    """Load a folder with a manifest.

    Args:
        dtype: of the activations; norms, gates and the like are kept in fp32 under bf16.
        on_progress: called with the bytes of weights placed and in all.
        exact: see `QuantizedExperts`.
        resident: so many experts of each layer go to `device`, and the others stay a mapping that
            the CPU reads; all go there unless given.

    Raises:
        CheckpointError: the model is not finished, or a file is not what the manifest says; hashes
            are the business of `verify`. TensorError: a tensor is missing or not needed.
    """
    plan, manifest = open_folder(folder)
    with torch.device("meta"):
        model = CloverModel(plan.config)
    stored: dict[str, Tensor] = {}
    for name in (*plan.files, PRECISE_FILE):
        stored |= map_tensors(check_file(folder, name, plan, manifest))
    total = sum(tensor.nbytes for tensor in stored.values())
    done = 0

    def take(
        name: str, kept: torch.dtype | None = None, *, place: str | torch.device = device
    ) -> Tensor:
        nonlocal done
        tensor = stored[name]
        done += tensor.nbytes
        if on_progress is not None:
            on_progress(done, total)
        return tensor.to(device=place, dtype=kept)

    for parameter, form in plan.formats.items():
        owner, _, attribute = parameter.rpartition(".")
        if form == STORED:
            value = take(parameter, wide(dtype)).view(plan.shapes[parameter])
            kept = nn.Parameter(value, requires_grad=False)
            setattr(model.get_submodule(owner), attribute, kept)
        elif form == INT8:
            codes, scales = take(parameter + CODES), take(parameter + SCALES)
            layer = QuantizedEmbedding(codes, scales, dtype) if owner == EMBEDDING else None
            _replace(model, owner, layer or QuantizedLinear(codes, scales))
    if plan.config.tie_word_embeddings:
        codes, scales = stored[f"{EMBEDDING}.weight{CODES}"], stored[f"{EMBEDDING}.weight{SCALES}"]
        _replace(model, HEAD, QuantizedLinear(codes.to(device), scales.to(device)))
    count = plan.config.num_experts if resident is None else resident
    for index in range(len(plan.config.layer_types)):
        experts: nn.Module
        if count < plan.config.num_experts:
            records = take(experts_name(index), place="cpu")
            experts = SplitExperts(records, plan.experts, count=count, device=device, exact=exact)
        else:
            experts = QuantizedExperts(take(experts_name(index)), plan.experts, exact=exact)
        _replace(model, f"layers.{index}.mlp.experts", experts)
    return model.eval()


def weight_bytes(folder: Path) -> tuple[int, int]:
    """Bytes of all routed experts, and of everything else, of a finished model.

    Raises:
        CheckpointError: it is not finished, or does not fit its config.json.
    """
    plan, manifest = open_folder(folder)
    layers = len(plan.config.layer_types)
    routed = layers * plan.config.num_experts * plan.experts.nbytes
    names = (*plan.files, PRECISE_FILE)
    return routed, sum(manifest.files[name].nbytes for name in names) - routed


def open_folder(folder: Path) -> tuple[Plan, Manifest]:
    """The manifest of a finished model and the plan that its files follow.

    Raises:
        CheckpointError: it is not finished, or does not fit its config.json.
    """
    manifest = Manifest.read(folder)
    if not manifest.complete:
        text = "The model in {path} is not finished; continue its installation or conversion."
        raise CheckpointError(said("model_not_finished", text, path=folder))
    plan = make_plan(folder, scheme=manifest.scheme, device="cpu")
    if dict(manifest.formats) != dict(plan.formats):
        odd = sorted(set(manifest.formats.items()) ^ set(plan.formats.items()))[0][0]
        text = (
            "{path} and config.json do not belong together: they differ in the tensor {tensor}; "
            "delete the model, then install or quantize it again."
        )
        raise CheckpointError(said("manifest_other", text, path=folder / MANIFEST, tensor=odd))
    return plan, manifest


def check_file(folder: Path, name: str, plan: Plan, manifest: Manifest) -> Shard:
    """The header of one of the model's files, compared with what must be in it.

    Raises:
        CheckpointError: the file is missing, or of another length. TensorError: a tensor is
            missing, unexpected, or of another shape or type; the sentence names both.
    """
    entry = manifest.files.get(name)
    if entry is None:
        raise lacks(folder, name)
    shard = read_header(folder / name)
    if shard.nbytes != entry.nbytes:
        text = (
            "{path} has {found} bytes in place of {wanted}; delete the model, then install or "
            "quantize it again."
        )
        sizes = {"found": shard.nbytes, "wanted": entry.nbytes}
        raise CheckpointError(said("file_other_size", text, path=folder / name, **sizes))
    wanted = _wanted(name, plan, shard)
    for tensor in sorted({*wanted, *shard.tensors}):
        found = shard.tensors.get(tensor)
        if found is None or tensor not in wanted or found.shape != wanted[tensor][1]:
            if found is None:
                text = (
                    "{file} lacks the tensor {tensor}; delete the model, then install or quantize "
                    "it again."
                )
                raise TensorError(said("tensor_lacking", text, file=name, tensor=tensor))
            text = (
                "{file} holds another form of the tensor {tensor}; delete the model, then install "
                "or quantize it again."
            )
            raise TensorError(said("tensor_other_form", text, file=name, tensor=tensor))
        if found.dtype != wanted[tensor][0]:
            text = (
                "{file} holds {tensor} in the type {kind}; delete the model, then install or "
                "quantize it again."
            )
            kind = found.dtype
            raise TensorError(said("tensor_other_type", text, file=name, tensor=tensor, kind=kind))
    return shard


def lacks(folder: Path, name: str) -> CheckpointError:
    """The sentence for a manifest without a file that the model must have."""
    text = "{path} lacks the file {file}; delete the model, then install or quantize it again."
    return CheckpointError(said("manifest_lacks", text, path=folder / MANIFEST, file=name))


def _wanted(name: str, plan: Plan, shard: Shard) -> Mapping[str, tuple[str, tuple[int, ...]]]:
    """Type and shape of each tensor that a file must have."""
    if name != PRECISE_FILE:
        tensors = plan.files[name].tensors
        return {key: (tensor.dtype, tensor.shape) for key, tensor in tensors.items()}
    kept = [key for key, form in plan.formats.items() if form == STORED]
    types = {key: shard.tensors[key].dtype for key in kept if key in shard.tensors}
    allowed = {key: kind for key, kind in types.items() if kind in ("BF16", "F16", "F32", "F64")}
    return {key: (allowed.get(key, "BF16"), plan.shapes[key]) for key in kept}


def _replace(model: nn.Module, name: str, layer: nn.Module) -> None:
    owner, _, attribute = name.rpartition(".")
    setattr(model.get_submodule(owner), attribute, layer)
