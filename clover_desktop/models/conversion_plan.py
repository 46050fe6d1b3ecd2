"""What a conversion will write, worked out from config.json before a weight is read.

Every byte of the result has its place from the start: one file a layer, in which each routed
expert is one range, one for embedding and head, and one for all that stays as it was stored. So
shards may come in any order, experts of a layer may lie in several of them, and a conversion that
was killed goes on to the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch

from clover_desktop.checkpoint_files import INDEX
from clover_desktop.errors import CheckpointError, TensorError, said
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.config import CloverConfig, read_json
from clover_desktop.models.formats import STORED
from clover_desktop.models.manifest import FORMAT, Source
from clover_desktop.models.schemes import Scheme, scheme_named
from clover_desktop.models.shards import FileLayout, Shard, StoredTensor, lay_out
from clover_desktop.models.weights import (
    READABLE,
    canonical_name,
    fits_shape,
    split_expert,
)
from clover_kernels.quant_experts import ExpertLayout
from clover_kernels.quant_matmul import groups

PRECISE_FILE = "precise.safetensors"
VOCABULARY_FILE = "vocabulary.safetensors"
CODES, SCALES = ".codes", ".scales"
"""Ends of the stored names of an 8-bit parameter."""
_LAYER = re.compile(r"layers\.(\d+)\.")


@dataclass(frozen=True)
class Part:
    """A tensor of a source shard and its place in the network: a whole parameter, or with
    `expert` and `matrix` (gate, up, down) one matrix of a fused one."""

    stored: StoredTensor
    parameter: str
    expert: int | None = None
    matrix: str = ""
    is_transposed: bool = False

    @property
    def key(self) -> str:
        """Its name in the journal."""
        if self.expert is None:
            return self.parameter
        return f"{self.parameter}.{self.expert}.{self.matrix}"


@dataclass(frozen=True)
class Plan:
    """`shapes`: the network's parameters. `files`: the files with a place for each tensor; the
    file of what stays precise is laid out last, when its types are known. `index`: tensor to
    shard, as the source's index says, or None. `device`: where to quantize. `identity`: what tells
    this source from another of the same shapes, as far as it is known."""

    config: CloverConfig
    scheme: Scheme
    source: Source
    device: torch.device
    shapes: Mapping[str, tuple[int, ...]]
    experts: ExpertLayout
    files: Mapping[str, FileLayout]
    index: Mapping[str, str] | None
    formats: Mapping[str, str]
    identity: str = ""

    @property
    def fingerprint(self) -> str:
        """What a journal must have been begun with to be continued."""
        facts = [FORMAT, self.scheme.name, self.source.repo, self.source.revision, self.identity]
        facts += [repr(self.config), sorted(self.shapes)]
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()

    @property
    def result_nbytes(self) -> int:
        """Bytes of all weights when done, with 16 bits for what stays as stored."""
        precise = [name for name, form in self.formats.items() if form == STORED]
        laid_out = sum(layout.nbytes for layout in self.files.values())
        return laid_out + 2 * sum(math.prod(self.shapes[name]) for name in precise)

    def file_of(self, parameter: str) -> str:
        """The file that a parameter goes to."""
        if self.formats[parameter] == STORED:
            return PRECISE_FILE
        layer = _LAYER.match(parameter)
        return layer_file(int(layer[1])) if layer else VOCABULARY_FILE

    def parts_needed(self, parameter: str) -> int:
        """Into how many parts a parameter falls where experts are stored one by one."""
        if ".mlp.experts." not in parameter:
            return 1
        experts = self.config.num_experts
        return 2 * experts if parameter.endswith("gate_up_proj") else experts

    def parts_of(
        self, shard: Shard, stored_shapes: Mapping[str, tuple[int, ...]] | None = None
    ) -> list[Part]:
        """The tensors of a shard in the order of their bytes, checked one by one.

        Args:
            stored_shapes: shapes of tensors in other shards, by the network's names.

        Raises:
            CheckpointError: the shard and the index disagree. TensorError: a tensor is unknown,
                or of the wrong shape or type.
        """
        self._check_index(shard)
        known = {**(stored_shapes or {}), **shapes_in(shard)}
        parts = [self._part(tensor, shard, known) for tensor in shard.tensors.values()]
        return [part for part in parts if part is not None]

    def check_complete(self, keys: Collection[str]) -> None:
        """Check that the parts of these keys are all that the network needs.

        Raises:
            TensorError: one is missing.
        """
        for parameter in self.shapes:
            if parameter in keys:
                continue
            absent = [key for key in self._split_keys(parameter) if key not in keys]
            if absent:
                # One expert of many is named by itself, a whole parameter by its own name.
                is_begun = len(absent) < self.parts_needed(parameter)
                text = "The tensor {tensor} is missing in the checkpoint; fetch it again."
                tensor = absent[0] if is_begun else parameter
                raise TensorError(said("no_tensor", text, tensor=tensor))

    def check_index(self) -> None:
        """Check the index alone, before any shard is there: that it names all that is needed.

        Raises:
            TensorError: a tensor is missing.
        """
        if self.index is None:
            return
        keys: set[str] = set()
        for tensor in self.index:
            name = canonical_name(tensor)
            split = split_expert(name) if name else None
            if split:
                keys.add(f"{split[0]}.{split[1]}.{split[2]}")
            elif name:
                keys.add(name)
        self.check_complete(keys)

    def _split_keys(self, parameter: str) -> list[str]:
        if ".mlp.experts." not in parameter:
            return [parameter]
        matrices = ("gate", "up") if parameter.endswith("gate_up_proj") else ("down",)
        return [
            f"{parameter}.{expert}.{matrix}"
            for expert in range(self.config.num_experts)
            for matrix in matrices
        ]

    def _check_index(self, shard: Shard) -> None:
        if self.index is None:
            return
        name = shard.path.name
        for tensor in shard.tensors:
            if self.index.get(tensor) != name:
                text = (
                    "{file} holds the tensor {tensor}, and {index} does not say so; the two are of "
                    "different revisions, fetch both again."
                )
                raise CheckpointError(
                    said("not_in_index", text, file=name, tensor=tensor, index=INDEX)
                )
        for tensor, place in self.index.items():
            if place == name and tensor not in shard.tensors:
                text = (
                    "{index} places the tensor {tensor} in {file}, which lacks it; the two are of "
                    "different revisions, fetch both again."
                )
                raise CheckpointError(
                    said("not_in_shard", text, index=INDEX, tensor=tensor, file=name)
                )

    def _part(
        self, tensor: StoredTensor, shard: Shard, known: Mapping[str, tuple[int, ...]]
    ) -> Part | None:
        name = canonical_name(tensor.name)
        if name is None or (name == "lm_head.weight" and self.config.tie_word_embeddings):
            return None
        split = split_expert(name)
        parameter = split[0] if split else name
        if parameter not in self.shapes or (split and split[1] >= self.config.num_experts):
            text = (
                "{file} holds the tensor {tensor}, which this model does not have; the checkpoint "
                "is of another kind or damaged."
            )
            raise TensorError(said("odd_tensor", text, file=shard.path.name, tensor=tensor.name))
        if tensor.dtype not in READABLE:
            text = (
                "The tensor {tensor} in {file} is of type {dtype}; a checkpoint in BF16, F16 or "
                "F32 is needed."
            )
            raise TensorError(
                said(
                    "odd_type",
                    text,
                    tensor=tensor.name,
                    file=shard.path.name,
                    dtype=tensor.dtype,
                )
            )
        shape = self.shapes[parameter]
        if split:
            rows = shape[1] // 2 if parameter.endswith("gate_up_proj") else shape[1]
            part = Part(tensor, parameter, split[1], split[2])
            shape = (rows, shape[2])
        else:
            is_transposed = len(shape) == 3 and _is_transposed(parameter, shape, known)
            part = Part(tensor, parameter, is_transposed=is_transposed)
            if is_transposed:
                shape = (shape[0], shape[2], shape[1])
        if not fits_shape(tensor.name, tensor.shape, shape):
            text = (
                "The tensor {tensor} in {file} has the shape {found}, and config.json asks for "
                "{wanted}; the two do not belong together."
            )
            shapes = {"found": list(tensor.shape), "wanted": list(shape)}
            place = {"tensor": tensor.name, "file": shard.path.name}
            raise TensorError(said("tensor_shape", text, **place, **shapes))
        return part


def make_plan(
    folder: Path,
    *,
    scheme: str = "int4-g64",
    source: Source | None = None,
    device: str = "auto",
) -> Plan:
    """Plan the conversion of a checkpoint whose config.json, and index if it has one, lie in
    `folder`. `device`: `auto` takes a GPU if there is one.

    Raises:
        CheckpointError: one of the two cannot be read. ConfigError: config.json asks for what is
            not implemented. UsageError: an unknown scheme.
    """
    config = CloverConfig.from_folder(folder)
    chosen = scheme_named(scheme)
    with torch.device("meta"):
        parameters = dict(CloverModel(config).named_parameters())
    shapes = {name: tuple(parameter.shape) for name, parameter in parameters.items()}
    if config.tie_word_embeddings:
        del shapes["lm_head.weight"]
    experts = ExpertLayout.of(
        config.hidden_size,
        config.moe_intermediate_size,
        gate_up_bits=chosen.gate_up_bits,
        down_bits=chosen.down_bits,
    )
    return Plan(
        config=config,
        scheme=chosen,
        source=source or Source(),
        device=_device(device),
        shapes=shapes,
        experts=experts,
        files={layout.name: layout for layout in _files(config, chosen, shapes, experts)},
        index=_read_index(folder),
        formats={name: chosen.format_of(name) for name in shapes},
    )


def layer_file(index: int) -> str:
    """The name of a layer's file."""
    return f"layer-{index:02d}.safetensors"


def experts_name(layer: int) -> str:
    """The stored name of a layer's expert records, uint8 [E, bytes]."""
    return f"layers.{layer}.mlp.experts"


def layer_of(parameter: str) -> int:
    """The layer that a parameter belongs to."""
    found = _LAYER.match(parameter)
    assert found is not None
    return int(found[1])


def shapes_in(shard: Shard) -> dict[str, tuple[int, ...]]:
    """The stored shapes of a shard's tensors by the network's names."""
    names = {canonical_name(tensor.name): tensor.shape for tensor in shard.tensors.values()}
    return {name: shape for name, shape in names.items() if name is not None}


def _files(
    config: CloverConfig,
    scheme: Scheme,
    shapes: Mapping[str, tuple[int, ...]],
    experts: ExpertLayout,
) -> Iterator[FileLayout]:
    dense = [name for name in shapes if scheme.format_of(name) == "int8-g64"]
    for layer in range(len(config.layer_types)):
        own = [name for name in dense if name.startswith(f"layers.{layer}.")]
        records = (experts_name(layer), "U8", (config.num_experts, experts.nbytes))
        yield lay_out(layer_file(layer), [records, *_dense_tensors(own, shapes)])
    rest = [name for name in dense if not name.startswith("layers.")]
    yield lay_out(VOCABULARY_FILE, _dense_tensors(rest, shapes))


def _dense_tensors(
    names: list[str], shapes: Mapping[str, tuple[int, ...]]
) -> list[tuple[str, str, tuple[int, ...]]]:
    """Scales first: their offsets must stay even whatever the widths."""
    scales = [(name + SCALES, "BF16", (shapes[name][0], groups(shapes[name][1]))) for name in names]
    return [*scales, *((name + CODES, "I8", shapes[name]) for name in names)]


def _is_transposed(
    parameter: str, shape: tuple[int, ...], known: Mapping[str, tuple[int, ...]]
) -> bool:
    """Whether a fused expert lies as [E, in, out]; a square one goes with its sibling, and where
    that is not at hand lies as the network has it."""
    stored = known[parameter]
    turned = (shape[0], shape[2], shape[1])
    if turned != shape:
        return stored == turned
    here, there = "gate_up_proj", "down_proj"
    other = known.get(
        parameter.replace(here, there) if here in parameter else parameter.replace(there, here)
    )
    if other is None or len(other) != 3 or other[1] == other[2]:
        return False
    return (other[2] if here in parameter else other[1]) == shape[1]


def _read_index(folder: Path) -> Mapping[str, str] | None:
    if not (folder / INDEX).exists():
        return None
    weight_map = read_json(folder / INDEX).get("weight_map")
    if not isinstance(weight_map, dict) or not all(isinstance(v, str) for v in weight_map.values()):
        text = "{path} has no usable weight_map; fetch the file again."
        raise CheckpointError(said("index_without_map", text, path=folder / INDEX))
    return weight_map


def _device(name: str) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)
