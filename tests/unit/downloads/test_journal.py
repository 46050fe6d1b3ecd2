# Run: python3 run.py test tests/unit/downloads/test_journal.py
"""The journal: whatever a crash leaves, what was finished before it is believed."""

from pathlib import Path

import pytest

from clover_desktop.downloads.journal import Journal


def numbers(path: Path) -> list[int]:
    journal = Journal(path)
    found = [record["n"] for record in journal.records]
    journal.close()
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = Journal(tmp_path / "journal")
    for n in range(3):
        journal.append("step", n=n, file="模型")
    journal.close()
    return tmp_path / "journal"


def test_records_come_back(path: Path) -> None:
    assert numbers(path) == [0, 1, 2]
    journal = Journal(path)
    assert journal.last("step", n=1) == {"kind": "step", "n": 1, "file": "模型"}
    assert (journal.last("step") or {})["n"] == 2
    assert journal.last("other") is None
    journal.close()


def test_a_line_cut_anywhere_is_dropped(path: Path) -> None:
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        assert numbers(path) == [0, 1]
        assert path.read_bytes() == whole[:start]


def test_a_wrong_byte_ends_what_is_believed(path: Path) -> None:
    whole = path.read_bytes()
    place = whole.index(b"\n") + 20
    path.write_bytes(whole[:place] + b"?" + whole[place + 1 :])
    assert numbers(path) == [0]


def test_it_goes_on_after_a_cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])
    journal = Journal(path)
    journal.append("step", n=9)
    journal.close()
    assert numbers(path) == [0, 1, 9]
