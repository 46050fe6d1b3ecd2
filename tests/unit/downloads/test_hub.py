# Run: python3 run.py test tests/unit/downloads/test_hub.py
"""The list of a repository's files; the unmodified `huggingface_hub` client against our server."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clover_desktop.downloads import hub as hub_module
from clover_desktop.downloads.connection import Connections, HubSettings, Timeouts
from clover_desktop.downloads.failures import (
    AccessError,
    BusyError,
    DownloadError,
    MissingError,
    OfflineError,
    ProxyError,
    RedirectError,
    ServerError,
)
from clover_desktop.downloads.hub import HubRepo, is_safe_name, list_files
from clover_desktop.errors import UsageError
from clover_desktop.netlog import NetLog
from clover_desktop.paths import HubEnvironment
from hub_server import COMMIT, HubServer, proxy_server, silent_server

LARGE = bytes(range(256)) * 20
FILES = {"config.json": b"{}", "model.safetensors": LARGE}


@pytest.fixture
def hub() -> Iterator[HubServer]:
    with HubServer(dict(FILES)) as server:
        yield server


List = Callable[..., HubRepo]


@pytest.fixture
def listed(hub: HubServer, tmp_path: Path) -> Iterator[List]:
    log = NetLog(tmp_path / "log.db")

    def run(repo: str = "owner/model", revision: str = "main", **settings: Any) -> HubRepo:
        given = HubSettings(**{"endpoint": hub.url, **settings})
        with Connections(given, log, timeouts=Timeouts(1.0, 0.3)) as connections:
            return list_files(connections, repo, revision=revision)

    yield run
    log.close()


def test_one_request_pins_the_revision(hub: HubServer, listed: List) -> None:
    repo = listed()
    assert (repo.revision, repo.requested, repo.licence) == (COMMIT, "main", "apache-2.0")
    assert {file.name: file.nbytes for file in repo.files} == {
        "config.json": 2,
        "model.safetensors": len(LARGE),
    }
    small, large = repo.files
    assert (len(small.git_sha1), small.sha256, len(large.sha256)) == (40, "", 64)
    assert hub.paths("hub") == ["/api/models/owner/model/revision/main"]


def test_nothing_about_this_machine_is_sent(hub: HubServer, listed: List) -> None:
    listed()
    (seen,) = hub.seen
    assert seen.headers["user-agent"].startswith("clover-desktop/")
    assert "authorization" not in seen.headers
    assert hub_module.constants.HF_HUB_DISABLE_XET
    assert hub_module.constants.HF_HUB_DISABLE_TELEMETRY


def test_the_token_is_sent_to_the_hub(hub: HubServer, listed: List) -> None:
    hub.token = "hf_secret"
    assert listed(token="hf_secret").revision == COMMIT
    with pytest.raises(AccessError, match="gated and no token is set"):
        listed()


@pytest.mark.parametrize(
    ("code", "headers", "kind", "words"),
    [
        (401, {}, AccessError, "without access"),
        (403, {}, AccessError, "forbids"),
        (403, {"X-Error-Code": "GatedRepo"}, AccessError, "gated"),
        (404, {}, MissingError, "no model owner/model"),
        (429, {"Retry-After": "30"}, BusyError, "in 30 seconds"),
        (429, {"RateLimit": '"api";r=0;t=55'}, BusyError, "in 55 seconds"),
        (500, {}, ServerError, "500"),
        (503, {}, ServerError, "503"),
    ],
)
def test_each_refusal_has_its_sentence(
    hub: HubServer,
    listed: List,
    code: int,
    headers: dict[str, str],
    kind: type[DownloadError],
    words: str,
) -> None:
    hub.fail("api", "status", code=code, headers=headers)
    with pytest.raises(kind, match=words):
        listed()


def test_an_unknown_repository_and_revision(listed: List) -> None:
    with pytest.raises(MissingError, match="no model owner/none"):
        listed("owner/none")
    with pytest.raises(MissingError, match="no revision v9"):
        listed(revision="v9")


@pytest.mark.parametrize("name", ["", "model", "a/b/c", "../x", "a/..", "a b/c", "https://x/y"])
def test_what_is_no_name_is_asked_of_nobody(hub: HubServer, listed: List, name: str) -> None:
    with pytest.raises(UsageError, match="OWNER/NAME"):
        listed(name)
    assert hub.seen == []


def test_redirects_stay_on_the_hub(hub: HubServer, listed: List) -> None:
    hub.fail("api", "loop", times=99)
    with pytest.raises(RedirectError, match="circle"):
        listed()
    hub.faults.clear()
    asked = len(hub.paths("store"))
    hub.fail("api", "elsewhere", url=f"{hub.store_url}/x")
    with pytest.raises(RedirectError, match="not followed"):
        listed()
    assert len(hub.paths("store")) == asked


def test_a_hub_that_never_answers(listed: List) -> None:
    with silent_server() as url, pytest.raises(OfflineError, match="did not answer in time"):
        listed(endpoint=url)


def test_a_proxy_that_refuses(listed: List) -> None:
    with proxy_server(lambda url: 407) as (url, _), pytest.raises(DownloadError, match="407"):
        listed(proxies={"http": url})
    with pytest.raises(ProxyError, match=r"proxy http://127\.0\.0\.1:9 cannot be reached"):
        listed(proxies={"http": "http://user:secret@127.0.0.1:9"})


@pytest.mark.parametrize(
    "lie",
    [
        {"size": -1},
        {"size": "5"},
        {"lfs": None, "blobId": None},
        {"rfilename": "../config.json"},
        {"rfilename": "C:\\config.json"},
    ],
)
def test_a_nonsensical_list_is_refused(hub: HubServer, listed: List, lie: dict[str, Any]) -> None:
    hub.lies["config.json"] = lie
    with pytest.raises(ServerError):
        listed()


def test_safe_names() -> None:
    safe = ["a.json", "a/b.json", "模型.json"]
    bad = ["", "/a", "a//b", "a/../b", "..", "a\\b", "a:b", "a\0b", "x" * 300, "./a"]
    assert [is_safe_name(name) for name in safe] == [True] * 3
    assert [is_safe_name(name) for name in bad] == [False] * len(bad)


# --- settings -----------------------------------------------------------------------------------


def test_own_fields_come_before_the_environment() -> None:
    environment = HubEnvironment("http://env.example", "env", {"https": "http://p:1", "no": "x"})
    assert HubSettings.combined(environment).endpoint == "http://env.example"
    own = HubSettings.combined(
        environment, mirror="https://mirror.example/", proxy="http://own:2", token="own"
    )
    assert (own.endpoint, own.token) == ("https://mirror.example", "own")
    assert own.proxy_for("https://mirror.example/a") == "http://own:2"
    assert HubSettings.combined(HubEnvironment()).endpoint == "https://huggingface.co"


@pytest.mark.parametrize("address", ["mirror.example", "ftp://x", "https://", "::"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(UsageError, match="no address"):
        HubSettings.combined(HubEnvironment(), mirror=address)


def test_the_token_is_never_shown() -> None:
    assert "hf_secret" not in repr(HubSettings(token="hf_secret"))
    assert "hf_secret" not in repr(HubEnvironment(token="hf_secret"))


# --- the server itself --------------------------------------------------------------------------

CLIENT = """
import json, os, huggingface_hub
api = huggingface_hub.HfApi()
info = api.model_info("owner/model", files_metadata=True)
paths = [huggingface_hub.hf_hub_download("owner/model", name) for name in
         ("config.json", "model.safetensors")]
tree = sorted(entry.path for entry in api.list_repo_tree("owner/model"))
print(json.dumps([info.sha, tree, [os.path.getsize(path) for path in paths]]))
"""


def test_the_unmodified_client_works_against_it(
    hub: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another process: the client reads its environment once, at its import.
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    done = subprocess.run([sys.executable, "-P", "-c", CLIENT], capture_output=True, timeout=100)
    assert done.returncode == 0, done.stderr.decode()
    assert json.loads(done.stdout) == [
        COMMIT,
        ["config.json", "model.safetensors"],
        [2, len(LARGE)],
    ]
    stored = [seen for seen in hub.seen if seen.place == "store"]
    assert stored
    assert all("authorization" not in seen.headers for seen in stored)
