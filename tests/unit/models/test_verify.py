"""Run: python3 run.py test tests/unit/models/test_verify.py

One wrong byte anywhere is found, and named.
"""

import io
import json
import shutil
from pathlib import Path

import pytest

from clover_desktop.errors import CheckpointError, TensorError
from clover_desktop.models.convert import quantize_folder
from clover_desktop.models.manifest import MANIFEST, Manifest
from clover_desktop.models.shards import read_header
from clover_desktop.models.verify import verify_folder
from clover_desktop.models.weights import load_model
from make_checkpoint import make_checkpoint


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    source = make_checkpoint(folder / "source")
    for _ in quantize_folder(source, folder / "model", device="cpu"):
        pass
    return folder / "model"


@pytest.fixture
def model(whole, tmp_path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "model"))


def verify(folder: Path) -> list:
    return list(verify_folder(folder))


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_a_whole_model(model):
    steps = verify(model)
    assert steps[-1].done == steps[-1].total
    assert {step.file for step in steps} == set(Manifest.read(model).files)
    sizes = sum(path.stat().st_size for path in model.iterdir() if path.name != MANIFEST)
    assert steps[-1].total == sizes


@pytest.mark.parametrize(
    "tensor",
    ["layers.0.mlp.experts", "lm_head.weight.codes", "embed_tokens.weight.scales", "norm.weight"],
)
def test_a_wrong_byte_names_file_and_tensor(model, tensor):
    for path in sorted(model.glob("*.safetensors")):
        found = read_header(path).tensors.get(tensor)
        if found is None:
            continue
        flip(path, (found.start + found.end) // 2)
        with pytest.raises(TensorError) as caught:
            verify(model)
        assert path.name in caught.value.sentence
        assert f"tensor {tensor};" in caught.value.sentence
        return
    pytest.fail(f"no file holds {tensor}")


def test_a_wrong_byte_in_a_small_file(model):
    flip(model / "tokenizer.json", 3)
    with pytest.raises(CheckpointError, match=r"tokenizer\.json .*; delete the model and install"):
        verify(model)


def test_a_bad_disk_is_told_with_the_file(model, monkeypatch):
    class Bad(io.BytesIO):
        def read(self, count=-1):
            raise OSError(5, "Input/output error")

    opened = Path.open

    def open_bad(path, *rest, **options):
        return Bad() if path.name == "tokenizer.json" else opened(path, *rest, **options)

    monkeypatch.setattr(Path, "open", open_bad)
    with pytest.raises(CheckpointError, match=r"tokenizer\.json cannot be read \(Input/output"):
        verify(model)


def test_a_wrong_byte_in_the_padding_of_a_header(model):
    path = model / "layer-00.safetensors"
    length = int.from_bytes(path.read_bytes()[:8], "little")
    data = bytearray(path.read_bytes())
    data[8 + length - 1 : 8 + length] = b"\t"
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match="damaged in its header"):
        verify(model)


def missing(model: Path) -> None:
    (model / "layer-01.safetensors").unlink()


def short(model: Path) -> None:
    path = model / "precise.safetensors"
    path.write_bytes(path.read_bytes()[:-1])


def extra(model: Path) -> None:
    shutil.copy(model / "layer-00.safetensors", model / "layer-02.safetensors")


def link(model: Path) -> None:
    shutil.move(model / "layer-00.safetensors", model.parent)
    (model / "layer-00.safetensors").symlink_to(model.parent / "layer-00.safetensors")


def unfinished(model: Path) -> None:
    raw = json.loads((model / MANIFEST).read_text())
    (model / MANIFEST).write_text(json.dumps({**raw, "complete": False}))


def no_manifest(model: Path) -> None:
    (model / MANIFEST).unlink()


def other_layers(model: Path) -> None:
    raw = json.loads((model / "config.json").read_text())
    raw["layer_types"] = ["linear_attention", "linear_attention"]
    (model / "config.json").write_text(json.dumps(raw))


def forgotten(model: Path) -> None:
    missing(model)
    raw = json.loads((model / MANIFEST).read_text())
    for key in ("files", "stored"):
        del raw[key]["layer-01.safetensors"]
    (model / MANIFEST).write_text(json.dumps(raw))


@pytest.mark.parametrize(
    ("ruin", "words"),
    [
        (forgotten, r"manifest\.json lacks the file layer-01\.safetensors"),
        (missing, r"layer-01\.safetensors is missing"),
        (short, r"precise\.safetensors has \d+ bytes in place of"),
        (extra, r"layer-02\.safetensors is not in the manifest"),
        (link, "is a link to a place outside"),
        (unfinished, "is not finished"),
        (no_manifest, r"has no manifest\.json"),
        (other_layers, "do not belong together"),
    ],
)
def test_what_else_may_be_wrong(model, ruin, words):
    ruin(model)
    with pytest.raises(CheckpointError, match=words):
        verify(model)


@pytest.mark.parametrize("ruin", [missing, short, unfinished, other_layers])
def test_a_bad_model_is_not_loaded(model, ruin):
    ruin(model)
    with pytest.raises(CheckpointError):
        load_model(model)


def test_a_swapped_file_of_the_same_length_is_not_loaded(model):
    first, second = model / "layer-00.safetensors", model / "layer-01.safetensors"
    data = first.read_bytes()
    second.write_bytes(data[: second.stat().st_size].ljust(second.stat().st_size, b"\0"))
    with pytest.raises(CheckpointError, match=r"layer-01\.safetensors"):
        load_model(model)


def test_no_folder(tmp_path):
    with pytest.raises(CheckpointError, match="no folder"):
        verify(tmp_path / "absent")
