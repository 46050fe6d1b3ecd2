# Run: python3 run.py test tests/unit/downloads/test_fetch.py
"""One file from a local hub, with everything a server can do wrong."""

import dataclasses
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clover_desktop.downloads.connection import Connections, HubSettings, Timeouts
from clover_desktop.downloads.failures import (
    AccessError,
    BusyError,
    DamagedError,
    DownloadError,
    MissingError,
    OfflineError,
    RedirectError,
    ServerError,
)
from clover_desktop.downloads.fetch import Fetcher
from clover_desktop.downloads.hub import HubFile, HubRepo, list_files
from clover_desktop.downloads.patience import Backoff, Patience
from clover_desktop.netlog import NetLog
from hub_server import COMMIT, HubServer, proxy_server

NAME = "model.safetensors"
DATA = random.Random(1).randbytes(300_000)
QUICK = Patience(first_seconds=0.01, longest_seconds=0.05, network_seconds=2.0)


class Watch:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.places: list[tuple[str, int]] = []
        self.notices: list[str] = []
        self.sleeps: list[float] = []

    def placed(self, stage: str, done: int) -> None:
        self.places.append((stage, done))

    def notice(self, sentence: str) -> None:
        if sentence != (self.notices or [""])[-1]:
            self.notices.append(sentence)

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)


class Tags(dict[str, str]):
    def etag(self, name: str) -> str:
        return self.get(name, "")

    def set_etag(self, name: str, etag: str) -> None:
        self[name] = etag


@pytest.fixture
def hub() -> Iterator[HubServer]:
    with HubServer({NAME: DATA, "config.json": b"{}"}) as server:
        yield server


@pytest.fixture
def log(tmp_path: Path) -> Iterator[NetLog]:
    log = NetLog(tmp_path / "log.db")
    yield log
    log.close()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def tags() -> Tags:
    return Tags()


Fetch = Callable[..., bytes]


@pytest.fixture
def fetch(hub: HubServer, log: NetLog, watch: Watch, tags: Tags, tmp_path: Path) -> Fetch:
    """Fetches a file and returns its bytes."""

    def run(name: str = NAME, **settings: object) -> bytes:
        given = HubSettings(**{"endpoint": hub.url, **settings})  # type: ignore[arg-type]
        with Connections(given, log, timeouts=Timeouts(1.0, 0.4)) as connections:
            file = as_listed(hub, name)
            repo = HubRepo(hub.repo, "main", COMMIT, "", (file,))
            fetcher = Fetcher(
                connections,
                repo,
                tmp_path / "到 here",
                watcher=watch,
                etags=tags,
                patience=QUICK,
            )
            path, _ = fetcher.fetch(file)
            return path.read_bytes()

    return run


def as_listed(hub: HubServer, name: str) -> HubFile:
    sibling = hub.sibling(name) if name in hub.files else {"size": 5, "blobId": "0" * 40}
    sha256 = sibling.get("lfs", {}).get("sha256", "")
    return HubFile(name, sibling["size"], sha256, "" if sha256 else sibling["blobId"])


def strong_tag(hub: HubServer) -> str:
    sha256 = hub.sibling(NAME)["lfs"]["sha256"]
    return f'"{sha256}"'


def ranges(hub: HubServer) -> list[str]:
    return [seen.headers.get("range", "") for seen in hub.seen if seen.place == "store"]


def part(tmp_path: Path) -> Path:
    folder = tmp_path / "到 here"
    folder.mkdir(exist_ok=True)
    return folder / f"{NAME}.part"


# --- what goes well ---------------------------------------------------------------------------


def test_large_and_small_files_arrive_whole(hub: HubServer, fetch: Fetch, tmp_path: Path) -> None:
    assert fetch() == DATA
    assert fetch("config.json") == b"{}"
    assert sorted(os.listdir(tmp_path / "到 here")) == ["config.json", NAME]


def test_an_empty_file_needs_no_request(hub: HubServer, fetch: Fetch) -> None:
    hub.files["empty.txt"] = b""
    assert fetch("empty.txt") == b""


def test_the_token_never_reaches_the_second_host(hub: HubServer, fetch: Fetch) -> None:
    hub.token = "hf_secret"
    assert fetch(token="hf_secret") == DATA
    at_hub = [seen.headers for seen in hub.seen if seen.place == "hub"]
    at_store = [seen.headers for seen in hub.seen if seen.place == "store"]
    assert all(headers["authorization"] == "Bearer hf_secret" for headers in at_hub)
    assert len(at_store) == 1
    assert "authorization" not in at_store[0]
    assert "hf_secret" not in str(at_store)


def test_a_partial_file_is_continued_by_range(
    hub: HubServer, fetch: Fetch, tags: Tags, tmp_path: Path, watch: Watch
) -> None:
    part(tmp_path).write_bytes(DATA[:100_000])
    tags[NAME] = strong_tag(hub)
    assert fetch() == DATA
    assert ranges(hub) == ["bytes=100000-"]
    assert hub.seen[-1].headers["if-range"] == tags[NAME]
    assert ("verify", 100_000) in watch.places


def test_a_changed_etag_begins_again(
    hub: HubServer, fetch: Fetch, tags: Tags, tmp_path: Path
) -> None:
    part(tmp_path).write_bytes(b"?" * 100_000)
    tags[NAME] = '"of another file"'
    assert fetch() == DATA
    assert tags[NAME] == strong_tag(hub)


def test_a_partial_file_that_is_too_long_is_not_kept(
    hub: HubServer, fetch: Fetch, tmp_path: Path
) -> None:
    part(tmp_path).write_bytes(DATA + b"more")
    assert fetch() == DATA


def test_a_complete_file_without_its_journal_is_only_read_again(
    hub: HubServer, fetch: Fetch, tmp_path: Path
) -> None:
    part(tmp_path).with_name(NAME).write_bytes(DATA)
    assert fetch() == DATA
    assert hub.seen == []


def test_every_request_is_logged_with_its_bytes(hub: HubServer, fetch: Fetch, log: NetLog) -> None:
    fetch()
    entries = {entry.host: entry for entry in log.entries()}
    assert set(entries) == {hub.url[7:], hub.store_url[7:]}
    stored = entries[hub.store_url[7:]]
    assert stored.received == len(DATA)
    assert stored.outcome == "200"
    assert NAME in stored.purpose


# --- what passes ------------------------------------------------------------------------------


def test_a_stall_is_noticed_and_continued(hub: HubServer, fetch: Fetch, watch: Watch) -> None:
    hub.fail("store", "stall", after=70_000)
    assert fetch() == DATA
    assert ranges(hub)[1].startswith("bytes=")
    # The failure is told while it lasts, and taken back.
    assert "in time" in watch.notices[0]
    assert watch.notices[-1] == ""


def test_cuts_are_continued_however_many(hub: HubServer, fetch: Fetch, watch: Watch) -> None:
    hub.fail("store", "cut", after=20_000, times=12)
    assert fetch() == DATA
    assert len(ranges(hub)) == 13
    # Bytes arrived each time, so the waits start anew.
    assert max(watch.sleeps) <= 0.01


def test_a_server_without_ranges_is_asked_for_all(hub: HubServer, fetch: Fetch) -> None:
    hub.fail("store", "cut", after=20_000)
    hub.fail("store", "ignore_range")
    assert fetch() == DATA


def test_a_short_length_is_asked_for_the_rest(hub: HubServer, fetch: Fetch) -> None:
    hub.fail("store", "short", after=1000)
    assert fetch() == DATA


def test_a_wrong_range_is_asked_again(hub: HubServer, fetch: Fetch) -> None:
    hub.fail("store", "cut", after=20_000)
    hub.fail("store", "wrong_range")
    assert fetch() == DATA


@pytest.mark.parametrize("code", [500, 502, 503, 429])
def test_a_passing_status_is_tried_again(hub: HubServer, fetch: Fetch, code: int) -> None:
    hub.fail("store", "status", code=code, times=2)
    assert fetch() == DATA


def test_429_waits_as_long_as_the_server_asks(hub: HubServer, fetch: Fetch, watch: Watch) -> None:
    hub.fail("resolve", "status", code=429, headers={"Retry-After": "7"})
    assert fetch() == DATA
    assert 7.0 <= watch.sleeps[0] < 8.0


def test_a_flipped_byte_is_fetched_again(
    hub: HubServer, fetch: Fetch, watch: Watch, tmp_path: Path
) -> None:
    hub.fail("store", "flip", after=5)
    assert fetch() == DATA
    assert "2 of 3" in watch.notices[0]
    assert os.listdir(tmp_path / "到 here") == [NAME]


# --- what fails, each with its sentence -------------------------------------------------------


def test_three_damaged_copies_end_it_and_the_last_is_kept(
    hub: HubServer, fetch: Fetch, tmp_path: Path
) -> None:
    hub.fail("store", "flip", after=5, times=3)
    with pytest.raises(DamagedError, match="damaged 3 times") as caught:
        fetch()
    kept = tmp_path / "到 here" / f"{NAME}.damaged"
    assert str(kept) in caught.value.sentence
    assert len(kept.read_bytes()) == len(DATA)
    assert len(hub.paths("store")) == 3


@pytest.mark.parametrize(
    ("place", "code", "headers", "kind", "words"),
    [
        ("store", 404, {}, MissingError, f"no file {NAME} at revision main"),
        ("resolve", 401, {}, AccessError, "without access"),
        ("resolve", 403, {}, AccessError, "forbids"),
        ("resolve", 403, {"X-Error-Code": "GatedRepo"}, AccessError, "gated"),
        ("resolve", 404, {"X-Error-Code": "RevisionNotFound"}, MissingError, "no revision main"),
        ("resolve", 404, {"X-Error-Code": "RepoNotFound"}, MissingError, "no model owner/model"),
    ],
)
def test_a_refusal_is_told_at_once(
    hub: HubServer,
    fetch: Fetch,
    watch: Watch,
    place: str,
    code: int,
    headers: dict[str, str],
    kind: type[DownloadError],
    words: str,
) -> None:
    hub.fail(place, "status", code=code, headers=headers, times=99)
    with pytest.raises(kind, match=words) as caught:
        fetch()
    assert watch.sleeps == []
    assert "\n" not in caught.value.sentence


def test_a_bad_token_is_named(hub: HubServer, fetch: Fetch) -> None:
    hub.fail("resolve", "status", code=401, times=9)
    with pytest.raises(AccessError, match="does not accept the token"):
        fetch(token="hf_wrong")


def test_503_for_ever_ends_after_some_tries(hub: HubServer, fetch: Fetch, watch: Watch) -> None:
    hub.fail("store", "status", code=503, times=99)
    with pytest.raises(ServerError, match="503 \\(Service Unavailable\\)"):
        fetch()
    assert len(watch.sleeps) == QUICK.tries - 1


def test_429_that_asks_for_an_hour_is_told(hub: HubServer, fetch: Fetch) -> None:
    hub.fail("resolve", "status", code=429, headers={"Retry-After": "3600"}, times=9)
    with pytest.raises(BusyError, match="in 3600 seconds"):
        fetch()


def test_a_server_that_ends_early_for_ever(hub: HubServer, fetch: Fetch) -> None:
    hub.lies[NAME] = {"lfs": {**hub.sibling(NAME)["lfs"], "size": len(DATA) + 10}}
    hub.lies[NAME]["size"] = len(DATA) + 10
    with pytest.raises(DamagedError, match="ends after 300000 of the 300010 bytes"):
        fetch()


@pytest.mark.parametrize("has_part", [False, True])
def test_a_file_longer_than_promised(
    hub: HubServer, fetch: Fetch, tmp_path: Path, has_part: bool
) -> None:
    if has_part:
        part(tmp_path).write_bytes(DATA[:1000])
    hub.fail("store", "long", after=17, times=9)
    with pytest.raises(DamagedError, match="longer than the 300000 bytes"):
        fetch()


def test_a_server_that_never_answers(hub: HubServer, fetch: Fetch) -> None:
    hub.fail("store", "no_answer", times=99)
    began = time.monotonic()
    with pytest.raises(OfflineError, match="did not answer in time"):
        fetch()
    assert time.monotonic() - began < 10


def test_redirects_in_a_circle(hub: HubServer, fetch: Fetch) -> None:
    hub.fail("resolve", "loop", times=99)
    with pytest.raises(RedirectError, match="in a circle"):
        fetch()
    assert len(hub.seen) < 20


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x", "data:text/plain,x"])
def test_a_redirect_to_no_web_address(hub: HubServer, fetch: Fetch, target: str) -> None:
    hub.fail("resolve", "elsewhere", url=target, times=9)
    with pytest.raises(RedirectError, match="no web address"):
        fetch()


def test_nobody_listens(hub: HubServer, fetch: Fetch) -> None:
    with pytest.raises(OfflineError, match="refused the connection"):
        fetch(endpoint="http://127.0.0.1:9")


def test_offline_mode_contacts_nobody(hub: HubServer, fetch: Fetch) -> None:
    with pytest.raises(OfflineError, match="HF_HUB_OFFLINE"):
        fetch(is_offline=True)
    assert hub.seen == []


# --- proxies ----------------------------------------------------------------------------------


def test_a_proxy_carries_every_request(hub: HubServer, fetch: Fetch, log: NetLog) -> None:
    with proxy_server(lambda url: 0) as (url, asked):
        assert fetch(proxies={"http": url}) == DATA
    assert [hub.url in asked[0], hub.store_url in asked[1]] == [True, True]
    assert {entry.proxy for entry in log.entries()} == {url}


def test_a_proxy_is_left_out_for_excepted_hosts(hub: HubServer, fetch: Fetch) -> None:
    with proxy_server(lambda url: 500) as (url, asked):
        assert fetch(proxies={"all": url, "no": "127.0.0.1,example.org"}) == DATA
    assert asked == []


def test_a_dead_proxy_is_named(hub: HubServer, fetch: Fetch) -> None:
    with pytest.raises(DownloadError, match=r"proxy http://127\.0\.0\.1:9 cannot be reached"):
        fetch(proxies={"http": "http://user:pass@127.0.0.1:9"})


# --- back-off ---------------------------------------------------------------------------------


def test_back_off_doubles_with_jitter_and_starts_anew() -> None:
    patience = Patience(first_seconds=1.0, longest_seconds=10.0, late_tries=99)
    passing = ServerError("503.")
    for share, factor in ((0.0, 0.5), (1.0, 1.0)):
        backoff = Backoff(patience, clock=lambda: 0.0, share=lambda share=share: share)
        backoff.moved()
        waits = [backoff.wait_after(passing) for _ in range(6)]
        assert waits == [factor * n for n in (1, 2, 4, 8, 10, 10)]
        backoff.moved()
        assert backoff.wait_after(passing) == factor


def test_a_broken_network_is_waited_for_once_bytes_came() -> None:
    now = [0.0]
    backoff = Backoff(Patience(network_seconds=100.0), clock=lambda: now[0])
    backoff.moved()
    for now[0] in range(0, 100, 10):
        assert backoff.wait_after(OfflineError("gone.")) > 0
    now[0] = 101
    with pytest.raises(OfflineError):
        backoff.wait_after(OfflineError("gone."))


# --- a full disk ------------------------------------------------------------------------------


def test_a_full_disk_pauses(
    hub: HubServer, fetch: Fetch, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[int] = []
    write = Fetcher._write

    class Full:
        """A file whose disk is full for the next two writes."""

        def __init__(self, file: object) -> None:
            self.file = file

        def seek(self, place: int) -> None:
            self.file.seek(place)  # type: ignore[attr-defined]

        def write(self, data: memoryview) -> int:
            if len(failures) < 2:
                failures.append(28)
                raise OSError(28, "No space left on device")
            return int(self.file.write(data[:7]))  # type: ignore[attr-defined]

    monkeypatch.setattr(
        Fetcher, "_write", lambda self, file, piece, at: write(self, Full(file), piece, at)
    )
    hub.files[NAME] = DATA[:3000]
    assert fetch() == DATA[:3000]
    assert "paused" in watch.notices[0]
    assert watch.notices[1] == ""
    assert watch.sleeps == [QUICK.space_seconds] * 2


@contextmanager
def connections(hub: HubServer, log: NetLog, **values: object) -> Iterator[Connections]:
    settings = dataclasses.replace(HubSettings(endpoint=hub.url), **values)  # type: ignore[arg-type]
    with Connections(settings, log, timeouts=Timeouts(1.0, 0.4)) as made:
        yield made


def test_the_list_of_files_is_pinned(hub: HubServer, log: NetLog) -> None:
    with connections(hub, log) as made:
        repo = list_files(made, hub.repo)
    assert (repo.revision, repo.licence) == (COMMIT, "apache-2.0")
    assert [(file.name, file.nbytes) for file in repo.files] == [
        ("config.json", 2),
        (NAME, len(DATA)),
    ]
    assert len(hub.seen) == 1
