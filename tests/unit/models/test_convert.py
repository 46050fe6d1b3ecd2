"""Run: python3 run.py test tests/unit/models/test_convert.py

Checkpoints of every layout become the same folder, whatever order and interruptions they go
through; a checkpoint with anything wrong in it is refused in one sentence before work begins.
"""

import errno
import os
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from clover_desktop.downloads.conversion import Conversion
from clover_desktop.downloads.install import Origin
from clover_desktop.errors import CheckpointError, NoSpaceError, TensorError, UsageError
from clover_desktop.models import conversion_journal, conversion_writer, convert
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
from converted import (
    INDEX,
    change_shard,
    contents,
    quantized,
    rebuild_index,
    shards,
    unnamed,
    with_index,
)
from make_checkpoint import make_checkpoint

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
    assert unnamed(contents(quantized(source, tmp_path / "dest"))) == unnamed(result)


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
    assert unnamed(contents(dest)) == unnamed(result)
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


def test_killed_before_the_first_tensor(source, result, tmp_path, monkeypatch):
    def cut(source, folder):
        shutil.copy(source / "config.json", folder)
        raise KeyboardInterrupt

    dest = tmp_path / "dest"
    monkeypatch.setattr(convert, "copy_small_files", cut)
    with pytest.raises(KeyboardInterrupt):
        quantized(source, dest)
    monkeypatch.undo()
    steps = quantize_folder(source, dest, device="cpu", resume=True)
    next(steps)
    with pytest.raises(CheckpointError, match="is running"):
        quantized(source, dest, resume=True)
    steps.close()
    quantized(source, dest, resume=True)
    (dest / ".convert").mkdir()
    quantized(source, dest, resume=True)
    assert contents(dest) == result


def test_a_finished_model_of_another_source_is_not_this_one(source, tmp_path):
    dest = quantized(source, tmp_path / "dest")
    before = contents(dest)
    with pytest.raises(CheckpointError, match="made in another way"):
        quantized(make_checkpoint(tmp_path / "other", seed=1), dest, resume=True)
    assert contents(dest) == before


@pytest.mark.parametrize(
    "error", [torch.OutOfMemoryError("full"), RuntimeError("CUDA error: out of memory")], ids=str
)
def test_a_gpu_that_another_program_fills(error, source, result, tmp_path, monkeypatch):
    on_device, failed = convert._convert_on, []

    def fail_on_gpu(device, part, *rest):
        steps = on_device(torch.device("cpu"), part, *rest)
        if device.type == "cuda" and len(failed) < 9:
            failed.append(part)
            yield from islice(steps, 2)
            raise error
        yield from steps

    monkeypatch.setattr(convert, "SLICE", 2_000)
    monkeypatch.setattr(convert, "_convert_on", fail_on_gpu)
    dest = tmp_path / "dest"
    steps = list(quantize_folder(source, dest, device="cuda"))
    assert len(failed) == 9
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert steps[-1].done == steps[-1].total
    assert contents(dest) == result


def test_another_failure_of_the_gpu_is_told(source, tmp_path, monkeypatch):
    def fail(device, *rest):
        assert device.type == "cuda"
        raise RuntimeError("CUDA error: an illegal memory access was encountered")

    monkeypatch.setattr(convert, "_convert_on", fail)
    with pytest.raises(RuntimeError, match="illegal"):
        list(quantize_folder(source, tmp_path / "dest", device="cuda"))


@pytest.mark.skipif(os.name == "nt", reason="folders are not synced there")
def test_no_line_counts_on_a_file_whose_name_may_be_lost(source, tmp_path, monkeypatch):
    durable: set[Path] = set()
    flush, dest = Journal.flush, tmp_path / "dest"
    told: list[str] = []

    def sync(folder):
        durable.update(folder.iterdir())

    def checked(self):
        lost = {self.work, *self.work.iterdir()} - durable
        told.extend(path.name for path in lost)
        flush(self)

    for module in (conversion_journal, conversion_writer):
        monkeypatch.setattr(module, "sync_folder", sync)
    monkeypatch.setattr(Journal, "flush", checked)
    monkeypatch.setattr(conversion_writer, "SYNC_NBYTES", 1)
    quantized(source, dest)
    # The file that is written last is renamed before a line speaks of it.
    assert told == []
    assert any(path.name.endswith(".partial") for path in durable)


def split_experts(places: dict[str, str]) -> None:
    for name in [name for name in places if "mlp.experts" in name]:
        base, _, kind = name.rpartition(".")
        file = places.pop(name)
        for matrix in ("gate", "up") if kind == "gate_up_proj" else ("down",):
            for number in range(4):
                places[f"{base}.{number}.{matrix}_proj.weight"] = file


def test_an_index_is_checked_before_any_shard_is_there(source, tmp_path):
    def check() -> None:
        Conversion(Origin("a/b", "1", "mit"), "int4-g64").check(source)

    for path in shards(source):
        path.unlink()
    check()
    with_index(source, split_experts)
    check()
    lost = "model.layers.1.mlp.experts.2.up_proj.weight"
    with_index(source, lambda places: places.pop(lost))
    with pytest.raises(TensorError, match=r"gate_up_proj\.2\.up is missing in the checkpoint"):
        check()
    with_index(source, lambda places: places.update({lost: "model-9.safetensors"}))
    with_index(source, lambda places: places.pop("model.norm.weight"))
    with pytest.raises(TensorError, match=r"norm\.weight is missing in the checkpoint"):
        check()


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
        with pytest.raises(CheckpointError, match="another checkpoint or with another scheme"):
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
    with pytest.raises(NoSpaceError, match=r"is full; the whole model takes \d+\.\d kB, "):
        quantized(source, dest)
    monkeypatch.undo()
    quantized(source, dest, resume=True)
    assert contents(dest) == result


def test_too_little_space_is_told_before_the_start(source, tmp_path, monkeypatch):
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    words = r"The result needs \d+\.\d kB in .*, and only 1\.0 kB are free"
    with pytest.raises(NoSpaceError, match=words) as caught:
        quantized(source, tmp_path / "dest")
    assert caught.value.kind == "space"


def test_a_tied_head(tmp_path):
    source = make_checkpoint(tmp_path / "source", changes={"tie_word_embeddings": True})
    dest = quantized(source, tmp_path / "dest")
    assert "lm_head.weight.codes" not in load_file(dest / "vocabulary.safetensors")
    model = load_model(dest)
    assert torch.equal(model.lm_head.codes, model.embed_tokens.codes)


def test_an_unknown_scheme(source, tmp_path):
    with pytest.raises(UsageError, match="int4-g64, compact"):
        quantized(source, tmp_path / "dest", scheme="int2")


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
