"""Run: python3 run.py test tests/unit/models/test_convert_refused.py

A checkpoint with anything wrong in it is refused in one sentence, before anything is written.
"""

import json
import pickle
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from clover_desktop.errors import (
    CheckpointError,
    CloverError,
    ConfigError,
    TensorError,
    UsageError,
)
from clover_desktop.models import convert
from clover_desktop.models.chat_files import check_chat_files
from clover_desktop.models.convert import Journal, convert_shard, make_plan
from converted import change_shard, quantized, rebuild_index, shards, with_index
from make_checkpoint import make_checkpoint


@pytest.fixture
def source(tmp_path) -> Path:
    return make_checkpoint(tmp_path / "source")


def truncate(folder: Path) -> None:
    path = shards(folder)[1]
    path.write_bytes(path.read_bytes()[:-10])


def header_of(path: Path) -> tuple[dict, bytes]:
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def with_header(folder: Path, change) -> None:
    path = shards(folder)[0]
    header, data = header_of(path)
    header.pop("__metadata__", None)
    change(header)
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def overlap(header: dict) -> None:
    first, second = sorted(header.values(), key=lambda entry: entry["data_offsets"])[:2]
    size = second["data_offsets"][1] - second["data_offsets"][0]
    start = first["data_offsets"][1] - 2
    second["data_offsets"] = [start, start + size]


def beyond(header: dict) -> None:
    last = max(header.values(), key=lambda entry: entry["data_offsets"])
    last["data_offsets"][1] += 4096
    last["shape"] = [last["shape"][0], -1]


def far(header: dict) -> None:
    last = max(header.values(), key=lambda entry: entry["data_offsets"])
    last["data_offsets"] = [10**12, 10**12 + 2]


def misfit(header: dict) -> None:
    next(iter(header.values()))["shape"] = [3]


def int_weights(tensors: dict) -> None:
    name = next(iter(tensors))
    tensors[name] = torch.zeros(tensors[name].shape, dtype=torch.int8)


def infinite(tensors: dict) -> None:
    next(iter(tensors.values())).view(-1)[5] = float("inf")


def drop(tensors: dict) -> None:
    tensors.pop(next(iter(tensors)))


def without_tensor(folder: Path) -> None:
    change_shard(shards(folder)[0], drop)
    rebuild_index(folder)


def with_extra(folder: Path) -> None:
    change_shard(shards(folder)[0], lambda t: t.update({"model.layers.0.extra": torch.ones(2)}))
    rebuild_index(folder)


def link_out(folder: Path) -> None:
    path = shards(folder)[0]
    shutil.move(path, folder.parent / path.name)
    path.symlink_to(folder.parent / path.name)


def pickled(folder: Path) -> None:
    shards(folder)[0].write_bytes(pickle.dumps({"a": 1}, protocol=4))


def other_type(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "model_type": "llama"}))


BAD = {
    "truncated": (truncate, CheckpointError, "is truncated: its tensor"),
    "empty": (lambda f: shards(f)[0].write_bytes(b""), CheckpointError, "truncated or not a"),
    "trailing bytes": (
        lambda f: shards(f)[0].write_bytes(shards(f)[0].read_bytes() + b"abc"),
        CheckpointError,
        "3 bytes longer than its header says",
    ),
    "overlap": (lambda f: with_header(f, overlap), CheckpointError, "overlaps the one before"),
    "out of range": (lambda f: with_header(f, far), CheckpointError, "is truncated: its tensor"),
    "impossible shape": (lambda f: with_header(f, beyond), CheckpointError, "no usable header"),
    "range misfit": (lambda f: with_header(f, misfit), CheckpointError, "does not fit the shape"),
    "dtype": (lambda f: change_shard(shards(f)[0], int_weights), TensorError, "is of type I8"),
    "not finite": (lambda f: change_shard(shards(f)[0], infinite), TensorError, "not a finite"),
    "missing": (without_tensor, TensorError, "is missing in the checkpoint"),
    "extra": (with_extra, TensorError, r"layers\.0\.extra, which this model does not have"),
    "model type": (other_type, ConfigError, "'llama'"),
    "pickle": (pickled, CheckpointError, "is a pickle file under another name"),
    "parent in index": (
        lambda f: with_index(f, lambda m: m.update(x="../model.safetensors")),
        CheckpointError,
        "not a shard's name",
    ),
    "absolute path in index": (
        lambda f: with_index(f, lambda m: m.update(x="/etc/model.safetensors")),
        CheckpointError,
        "not a shard's name",
    ),
    "link out": (link_out, CheckpointError, "is a link to a place outside"),
    "index of another revision": (
        lambda f: with_index(f, lambda m: m.update({"model.layers.9.x": shards(f)[0].name})),
        CheckpointError,
        "of different revisions",
    ),
    "index without a tensor": (
        lambda f: with_index(f, lambda m: m.pop("model.embed_tokens.weight")),
        CheckpointError,
        "of different revisions",
    ),
    "no shard": (lambda f: shards(f)[1].unlink(), CheckpointError, "is missing in"),
    "no config": (
        lambda f: (f / "config.json").unlink(),
        CheckpointError,
        "config.json is missing",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_checkpoint_is_refused_in_a_sentence(name, source, tmp_path):
    ruin, kind, words = BAD[name]
    ruin(source)
    dest = tmp_path / "dest"
    with pytest.raises(kind, match=words) as caught:
        quantized(source, dest)
    sentence = caught.value.sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    if name != "not finite":  # which only reading every weight can show
        assert not dest.exists()


MISSING = {
    "no tokenizer": (
        lambda f: (f / "tokenizer.json").unlink(),
        CheckpointError,
        r"no readable tokenizer\.json .*; copy the complete checkpoint",
    ),
    "tokenizer cut short": (
        lambda f: (f / "tokenizer.json").write_text('{"version"'),
        CheckpointError,
        r"tokenizer\.json is not valid JSON",
    ),
    "no template": (
        lambda f: (f / "tokenizer_config.json").write_text("{}"),
        CheckpointError,
        "has no chat template",
    ),
}


@pytest.mark.parametrize(("change", "kind", "words"), MISSING.values(), ids=MISSING)
def test_what_a_chat_needs(change, kind, words, source):
    check_chat_files(source)
    change(source)
    with pytest.raises(kind, match=words):
        check_chat_files(source)


def test_a_template_beside_the_tokenizer_is_enough(source):
    (source / "tokenizer_config.json").unlink()
    (source / "chat_template.jinja").write_text("{{ messages }}")
    check_chat_files(source)


@pytest.mark.parametrize("inside", ["source/model", "source", ".", "link/model"])
def test_one_folder_in_the_other_is_refused(inside, source, tmp_path):
    (tmp_path / "link").symlink_to(source)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UsageError, match="lie one in the other"):
        quantized(source, tmp_path / inside)
    assert sorted(tmp_path.rglob("*")) == before


def test_what_is_quantized_is_not_quantized_again(source, tmp_path):
    model = quantized(source, tmp_path / "model")
    with pytest.raises(CheckpointError, match="is quantized already, as int4-g64; give"):
        quantized(model, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    (source / "manifest.json").write_text('{"of": "another program"}')
    quantized(source, tmp_path / "other")


def test_the_same_tensor_in_two_shards(source, tmp_path):
    name, tensor = next(iter(load_file(shards(source)[0]).items()))
    change_shard(shards(source)[1], lambda t: t.update({name: tensor}))
    with pytest.raises(CheckpointError):
        quantized(source, tmp_path / "dest")
    plan = convert.replace(make_plan(source, device="cpu"), index=None)
    with Journal(tmp_path / "work", plan) as journal:
        list(convert_shard(shards(source)[0], tmp_path, plan, journal))
        with pytest.raises(CheckpointError, match="another shard has brought already"):
            list(convert_shard(shards(source)[1], tmp_path, plan, journal))


def test_nothing_is_executed(source, tmp_path):
    class Trap:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "executed",))

    shards(source)[0].write_bytes(pickle.dumps(Trap()))
    with pytest.raises(CloverError):
        quantized(source, tmp_path / "dest")
    assert not (tmp_path / "executed").exists()
