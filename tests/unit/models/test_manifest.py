"""Run: python3 run.py test tests/unit/models/test_manifest.py"""

import json
import os
from dataclasses import replace

import pytest

from clover_desktop.errors import CheckpointError
from clover_desktop.models.manifest import (
    MANIFEST,
    FileEntry,
    Manifest,
    Source,
    is_plain_name,
    write_whole,
)

HASH = "0" * 64
WHOLE = Manifest(
    scheme="int4-g64",
    complete=True,
    source=Source("a/b", "abc", "apache-2.0"),
    files={"b.safetensors": FileEntry(5, HASH), "a.json": FileEntry(0, HASH)},
    stored={"b.safetensors": {"y": HASH, "x": HASH}},
    formats={"norm.weight": "stored", "embed_tokens.weight": "int8-g64"},
    errors={"norm.weight": 0.0, "embed_tokens.weight": 0.006},
)


def test_what_is_written_is_read(tmp_path):
    WHOLE.save(tmp_path)
    assert Manifest.read(tmp_path) == WHOLE
    assert os.listdir(tmp_path) == [MANIFEST]
    named = replace(WHOLE, identity="1" * 64)
    named.save(tmp_path)
    assert Manifest.read(tmp_path) == named


def test_the_same_bytes_whatever_the_order():
    turned = Manifest(
        WHOLE.scheme,
        WHOLE.complete,
        WHOLE.source,
        dict(reversed(WHOLE.files.items())),
        {"b.safetensors": {"x": HASH, "y": HASH}},
        dict(reversed(WHOLE.formats.items())),
        WHOLE.errors,
    )
    assert turned.to_bytes() == WHOLE.to_bytes()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 2}, "update the app"),
        ({"format": 0}, "is not a manifest"),
        ({"format": True}, "is not a manifest"),
        ({"time": 3}, "is not a manifest"),
        ({"scheme": "int1"}, "unknown scheme 'int1'"),
        ({"identity": "folder"}, "in place of a hash"),
        ({"complete": "yes"}, "does not say whether"),
        ({"source": {"repo": "a"}}, "unusable entry source"),
        ({"files": []}, "unusable entry files"),
        ({"files": {"../a": {"bytes": 1, "sha256": HASH}}}, r"file '\.\./a'"),
        ({"files": {"/a": {"bytes": 1, "sha256": HASH}}}, "file '/a'"),
        ({"files": {"a": {"bytes": -1, "sha256": HASH}}}, "-1 bytes"),
        ({"files": {"a": {"bytes": 1, "sha256": "12"}}}, "in place of a hash"),
        ({"stored": {"c": {}}}, "not among its files"),
        ({"parameters": {"p": {"format": "int5", "error": 0}}}, "tensor 'p'"),
        ({"parameters": {"p": {"format": "stored", "error": "0"}}}, "tensor 'p'"),
        ({"parameters": {"p": {"format": "stored", "error": float("nan")}}}, "tensor 'p'"),
    ],
)
def test_anything_else_is_refused(change, words, tmp_path):
    raw = json.loads(WHOLE.to_bytes())
    (tmp_path / MANIFEST).write_text(json.dumps({**raw, **change}))
    with pytest.raises(CheckpointError, match=words):
        Manifest.read(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 1', "\xff"])
def test_a_ruined_file(content, tmp_path):
    (tmp_path / MANIFEST).write_text(content, encoding="latin-1")
    with pytest.raises(CheckpointError, match=r"manifest\.json"):
        Manifest.read(tmp_path)


def test_a_failed_save_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OSError, match="full"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "C:a", "a\0"])
def test_names_that_are_no_names(name):
    assert not is_plain_name(name)
