"""Run: python3 run.py test tests/unit/models/test_convert.py

Checkpoints of every layout become the same folder, whatever order and interruptions they go
through; a checkpoint with anything wrong in it is refused in one sentence before work begins.
"""

import errno
import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from clover_desktop.errors import CheckpointError, CloverError, ConfigError, TensorError, UsageError
from clover_desktop.models import conversion_writer, convert
from clover_desktop.models.conversion_journal import JOURNAL
from clover_desktop.models.convert import (
    Journal,
    convert_shard,
    copy_small_files,
    finish,
    make_plan,
    quantize_folder,
)
from clover_desktop.models.manifest import Manifest
from clover_desktop.models.verify import verify_folder
from clover_desktop.models.weights import load_model
from make_checkpoint import make_checkpoint

INDEX = "model.safetensors.index.json"
SUPPORT = Path(__file__).parents[2] / "support"


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    return make_checkpoint(tmp_path_factory.mktemp("original"))


@pytest.fixture
def source(original, tmp_path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "source"))


@pytest.fixture(scope="module")
def result(original, tmp_path_factory) -> dict[str, bytes]:
    return contents(quantized(original, tmp_path_factory.mktemp("result") / "model"))


def quantized(source: Path, dest: Path, **options) -> Path:
    for _ in quantize_folder(source, dest, device="cpu", **options):
        pass
    return dest


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def shards(folder: Path) -> list[Path]:
    return sorted(folder.glob("model-*.safetensors"))


def change_shard(path: Path, change) -> None:
    tensors = load_file(path)
    change(tensors)
    save_file(tensors, path)


def rebuild_index(folder: Path) -> None:
    places = {name: path.name for path in shards(folder) for name in load_file(path)}
    (folder / INDEX).write_text(json.dumps({"weight_map": places}))


def test_the_folder_has_all_files_and_no_leftovers(original, result):
    names = {"config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json"}
    names |= {"LICENSE", "chat_template.jinja", "manifest.json", "precise.safetensors"}
    names |= {"vocabulary.safetensors", "layer-00.safetensors", "layer-01.safetensors"}
    assert set(result) == names
    for name in (
        "config.json",
        "generation_config.json",
        "tokenizer.json",
        "tokenizer_config.json",
    ):
        assert result[name] == (original / name).read_bytes()
    assert result["chat_template.jinja"] == b"{% for m in messages %}{{ m.content }}{% endfor %}"


def test_two_runs_give_identical_bytes(original, result, tmp_path):
    assert contents(quantized(original, tmp_path / "again")) == result


def test_a_file_of_ours_is_read_by_the_library(result, tmp_path):
    (tmp_path / "layer.safetensors").write_bytes(result["layer-00.safetensors"])
    tensors = load_file(tmp_path / "layer.safetensors")
    assert tensors["layers.0.mlp.experts"].dtype == torch.uint8
    assert tensors["layers.0.mlp.experts"].shape[0] == 4
    header = int.from_bytes(result["layer-00.safetensors"][:8], "little")
    assert (header + 8) % 4096 == 0


@pytest.mark.parametrize("layout", ["split", "one shard", "transposed", "language_model"])
def test_layouts_give_the_same_bytes(layout, original, result, tmp_path):
    source = tmp_path / "source"
    if layout == "split":
        make_checkpoint(source, shard_nbytes=9_000)
        merged = {
            name: tensor for path in shards(source) for name, tensor in load_file(path).items()
        }
        for path in shards(source):
            path.unlink()
        pieces: list[dict[str, torch.Tensor]] = [{}, {}, {}]
        for name, tensor in merged.items():
            if "mlp.experts" not in name:
                pieces[0][name] = tensor
                continue
            base, _, kind = name.rpartition(".")
            for number, expert in enumerate(tensor):
                parts = expert.chunk(2) if kind == "gate_up_proj" else [expert]
                for part, matrix in zip(
                    ["gate", "up"] if parts[1:] else ["down"], parts, strict=True
                ):
                    # One expert's matrices lie in different shards.
                    key = f"{base}.{number}.{part}_proj.weight"
                    pieces[(number + len(part)) % 3][key] = matrix.clone()
        for number, piece in enumerate(pieces):
            save_file(piece, source / f"model-{number}.safetensors")
        rebuild_index(source)
    else:
        make_checkpoint(source, shard_nbytes=60_000 if layout == "transposed" else 10**9)
        for path in shards(source):
            if layout == "transposed":
                change_shard(path, transpose_experts)
            elif layout == "language_model":
                change_shard(path, add_prefix)
        rebuild_index(source)
    assert contents(quantized(source, tmp_path / "dest")) == result


def transpose_experts(tensors: dict[str, torch.Tensor]) -> None:
    for name in [name for name in tensors if "mlp.experts" in name]:
        tensors[name] = tensors[name].transpose(1, 2).contiguous()


def add_prefix(tensors: dict[str, torch.Tensor]) -> None:
    for name in [name for name in tensors if name.startswith("model.")]:
        tensors[name.replace("model.", "model.language_model.", 1)] = tensors.pop(name)
    tensors["mtp.layers.0.weight"] = torch.ones(3)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16], ids=str)
def test_what_stays_precise_keeps_its_type_and_value(dtype, tmp_path):
    source = make_checkpoint(tmp_path / "source", dtype=dtype)
    dest = quantized(source, tmp_path / "dest")
    stored = load_file(dest / "precise.safetensors")
    merged = {name: tensor for path in shards(source) for name, tensor in load_file(path).items()}
    for name, tensor in stored.items():
        theirs = f"model.{name}".replace("conv_weight", "conv1d.weight")
        assert torch.equal(tensor.flatten(), merged[theirs].flatten()), name
        assert tensor.dtype == dtype
    assert len(stored) == 21


def test_shards_in_any_order_and_deleted_behind(source, result, tmp_path):
    dest, work = tmp_path / "dest", tmp_path / "dest" / ".install"
    dest.mkdir()
    copy_small_files(source, dest)
    shutil.copy(source / INDEX, dest)
    plan = make_plan(dest, device="cpu")
    for path in reversed(shards(source)):
        with Journal(work, plan) as journal:
            steps = list(convert_shard(path, dest, plan, journal))
        assert steps[-1].done == steps[-1].total == path.stat().st_size
        assert [step.done for step in steps] == sorted(step.done for step in steps)
        path.unlink()
    with Journal(work, plan) as journal:
        finish(dest, plan, journal)
    work.rmdir()
    (dest / INDEX).unlink()
    assert contents(dest) == result
    assert plan.result_nbytes == pytest.approx(
        sum(len(data) for name, data in result.items() if name.endswith("s")), rel=0.05
    )


def test_nothing_has_its_final_name_before_it_is_whole(source, tmp_path):
    dest = tmp_path / "dest"
    for _ in quantize_folder(source, dest, device="cpu"):
        for path in dest.glob("*.safetensors"):
            load_file(path)
        assert not Manifest.read(dest).complete
    assert Manifest.read(dest).complete


@pytest.mark.parametrize("stop", [1, 4, 9, 15])
def test_stopped_and_resumed(stop, source, result, tmp_path):
    dest = tmp_path / "dest"
    steps = quantize_folder(source, dest, device="cpu")
    for _ in range(stop):
        next(steps)
    steps.close()
    with pytest.raises(CheckpointError, match="--resume"):
        quantized(source, dest)
    quantized(source, dest, resume=True)
    assert contents(dest) == result
    quantized(source, dest, resume=True)
    assert contents(dest) == result


def test_finished_tensors_are_not_done_again(source, tmp_path, monkeypatch):
    monkeypatch.setattr(conversion_writer, "SYNC_NBYTES", 1)
    dest = tmp_path / "dest"
    steps = quantize_folder(source, dest, device="cpu")
    for step in steps:
        if step.done > step.total // 2:
            break
    steps.close()
    rest = list(quantize_folder(source, dest, device="cpu", resume=True))
    assert "model.embed_tokens.weight" not in {step.tensor for step in rest}
    first = next(step for step in rest if step.tensor)
    assert first.done > first.total // 3


def test_a_torn_last_line_counts_for_nothing(source, result, tmp_path, monkeypatch):
    monkeypatch.setattr(conversion_writer, "SYNC_NBYTES", 1)
    dest = tmp_path / "dest"
    for share in (0.4, 0.6):
        steps = quantize_folder(source, dest, device="cpu", resume=dest.exists())
        for step in steps:
            if step.done > step.total * share:
                break
        steps.close()
        path = dest / ".convert" / JOURNAL
        # The rest must go away, also where it is longer than the lines that come in its place.
        path.write_bytes(path.read_bytes()[:-7] + b"z" * 50_000)
    quantized(source, dest, resume=True)
    assert contents(dest) == result


def test_another_source_does_not_continue(source, tmp_path):
    dest = tmp_path / "dest"
    steps = quantize_folder(source, dest, device="cpu")
    next(steps)
    steps.close()
    other = make_checkpoint(tmp_path / "other", seed=1)
    for options in ({"source": other}, {"source": source, "scheme": "compact"}):
        with pytest.raises(CheckpointError, match="another checkpoint or scheme"):
            quantized(dest=dest, resume=True, **options)


def test_a_lost_unfinished_file_is_told(source, tmp_path, monkeypatch):
    monkeypatch.setattr(conversion_writer, "SYNC_NBYTES", 1)
    dest = tmp_path / "dest"
    steps = quantize_folder(source, dest, device="cpu")
    for _ in range(6):
        next(steps)
    steps.close()
    with Journal(dest / ".convert", journal_plan(source)) as journal:
        assert journal.parts
    for path in (dest / ".convert").glob("*.partial"):
        path.unlink()
    with pytest.raises(CheckpointError, match="on which its journal counts"):
        quantized(source, dest, resume=True)


def journal_plan(source: Path):
    plan = make_plan(source, device="cpu")
    return convert.replace(plan, identity=convert._identity(convert._checked_shards(source, plan)))


def test_a_full_disk_is_a_sentence_and_can_be_continued(source, result, tmp_path, monkeypatch):
    dest, calls = tmp_path / "dest", []
    write = conversion_writer.Writer._write

    def fail(self, layout, start, values):
        calls.append(layout.name)
        if len(calls) == 12:
            raise OSError(errno.ENOSPC, "No space left on device", str(dest))
        write(self, layout, start, values)

    monkeypatch.setattr(conversion_writer.Writer, "_write", fail)
    with pytest.raises(CheckpointError, match="is full"):
        quantized(source, dest)
    monkeypatch.undo()
    quantized(source, dest, resume=True)
    assert contents(dest) == result


def test_too_little_space_is_told_before_the_start(source, tmp_path, monkeypatch):
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(CheckpointError, match="GB are free"):
        quantized(source, tmp_path / "dest")


def test_a_tied_head(tmp_path):
    source = make_checkpoint(tmp_path / "source", changes={"tie_word_embeddings": True})
    dest = quantized(source, tmp_path / "dest")
    assert "lm_head.weight.codes" not in load_file(dest / "vocabulary.safetensors")
    model = load_model(dest)
    assert torch.equal(model.lm_head.codes, model.embed_tokens.codes)


def test_an_unknown_scheme(source, tmp_path):
    with pytest.raises(UsageError, match="int4-g64, compact"):
        quantized(source, tmp_path / "dest", scheme="int2")


# --- bad input: one sentence, before anything is written -----------------------------------------


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


def with_index(folder: Path, change) -> None:
    index = json.loads((folder / INDEX).read_text())
    change(index["weight_map"])
    (folder / INDEX).write_text(json.dumps(index))


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


KILLED = """
import os, random, signal, sys, time
sys.path.insert(0, {support!r})
import torch
torch.set_num_threads(1)
from clover_desktop.models import conversion_writer
from clover_desktop.models.convert import quantize_folder
conversion_writer.SYNC_NBYTES = 20_000
source, dest = sys.argv[1:]
from pathlib import Path

def run():
    for _ in quantize_folder(Path(source), Path(dest), device="cpu", resume=Path(dest).exists()):
        pass

def attempt(seconds):
    child = os.fork()
    if not child:
        code = 1
        try:
            run()
            code = 0
        finally:
            os._exit(code)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

random.seed(11)
kills, longest = 0, 0.4
while kills < 10:
    code = attempt(random.uniform(0.0, longest))
    if code == 0:
        longest /= 2
        import shutil
        shutil.rmtree(dest)
    elif code == -signal.SIGKILL:
        kills += 1
    else:
        sys.exit("a resumed run failed")
assert attempt(None) == 0
"""


@pytest.mark.slow  # eleven processes, each from the start of the conversion or its last tensor
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_at_ten_points(source, result, tmp_path):
    dest = tmp_path / "dest"
    script = KILLED.format(support=str(SUPPORT))
    subprocess.run(
        [sys.executable, "-P", "-c", script, str(source), str(dest)], check=True, timeout=110
    )
    assert contents(dest) == result
    list(verify_folder(dest))
