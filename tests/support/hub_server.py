"""A model hub on this machine: the protocol as the `huggingface_hub` client speaks it, and faults.

Two servers run: the hub with its API, small files and redirects, and a store for large files on a
second port. Each request and its headers are kept, so that a test can look at what was sent where.
"""

import hashlib
import json
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@dataclass(frozen=True)
class Seen:
    """A request: `place` is `hub` or `store`."""

    place: str
    method: str
    path: str
    headers: dict[str, str]


@dataclass
class Fault:
    """What goes wrong, at `place` (`api`, `resolve`, `store`) for files that end in `file`, for
    the next `times` requests.

    `kind` is one of: status (with `code`, `headers`), stall and cut (after `after` bytes), flip
    (the byte at `after`), short and long (Content-Length off by `after`), ignore_range,
    wrong_range, no_answer, loop, elsewhere (redirect to `url`), slow (bytes a second in `after`).
    """

    place: str
    kind: str
    file: str = ""
    times: int = 1
    after: int = 0
    code: int = 500
    headers: dict[str, str] = field(default_factory=dict)
    url: str = ""


class HubServer:
    """A hub with one repository. Files of `large_from` bytes and more lie in the store."""

    def __init__(
        self,
        files: dict[str, bytes],
        *,
        repo: str = "owner/model",
        large_from: int = 2000,
        licence: str = "apache-2.0",
    ) -> None:
        self.files = files
        self.repo = repo
        self.large_from = large_from
        self.licence = licence
        self.faults: list[Fault] = []
        self.seen: list[Seen] = []
        self.token = ""
        self.lies: dict[str, dict[str, Any]] = {}
        self.released = threading.Event()
        self._lock = threading.Lock()
        self._servers = [_Server(self, place) for place in ("hub", "store")]
        self.url, self.store_url = (f"http://127.0.0.1:{s.server_port}" for s in self._servers)
        self._threads = [
            threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
            for server in self._servers
        ]

    def __enter__(self) -> "HubServer":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.released.set()
        for server, thread in zip(self._servers, self._threads, strict=True):
            server.shutdown()
            server.server_close()
            thread.join()

    def fail(self, place: str, kind: str, **values: Any) -> Fault:
        """Plan a fault."""
        fault = Fault(place, kind, **values)
        self.faults.append(fault)
        return fault

    def take(self, place: str, path: str) -> Fault | None:
        """The fault for this request, if one is due."""
        with self._lock:
            for fault in self.faults:
                if fault.place == place and fault.times > 0 and path.endswith(fault.file):
                    fault.times -= 1
                    return fault
        return None

    def paths(self, place: str) -> list[str]:
        """The paths asked for at `hub` or `store`, in order."""
        return [seen.path for seen in self.seen if seen.place == place]

    def is_large(self, name: str) -> bool:
        return len(self.files[name]) >= self.large_from

    def sibling(self, name: str) -> dict[str, Any]:
        """A file as the API lists it."""
        data = self.files[name]
        entry: dict[str, Any] = {
            "rfilename": name,
            "size": len(data),
            "blobId": hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest(),
        }
        if self.is_large(name):
            entry["lfs"] = {
                "sha256": hashlib.sha256(data).hexdigest(),
                "size": len(data),
                "pointerSize": 134,
            }
        return entry | self.lies.get(name, {})


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, hub: HubServer, place: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hub, self.place = hub, place

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *arguments: Any) -> None:
        """Stay quiet."""

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        self.body = self.rfile.read(length)
        self._answer()

    def _answer(self) -> None:
        hub = self.server.hub
        url = urllib.parse.urlsplit(self.path)
        path = urllib.parse.unquote(url.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        hub.seen.append(Seen(self.server.place, self.command, path, headers))
        if self.server.place == "store":
            return self._store(path)
        if hub.token and headers.get("authorization") != f"Bearer {hub.token}":
            return self._json({"error": "no"}, 401, {"X-Error-Code": "GatedRepo"})
        if path.startswith("/api/"):
            return self._api(path)
        return self._resolve(path)

    # --- the hub ------------------------------------------------------------------------------

    def _api(self, path: str) -> None:
        hub = self.server.hub
        if self._fails(hub.take("api", path)):
            return None
        prefix = f"/api/models/{hub.repo}"
        if path != prefix and not path.startswith(prefix + "/"):
            return self._json({"error": "none"}, 404, {"X-Error-Code": "RepoNotFound"})
        parts = path[len(prefix) :].strip("/").split("/")
        if len(parts) > 1 and parts[1] not in ("main", COMMIT):
            return self._json({"error": "none"}, 404, {"X-Error-Code": "RevisionNotFound"})
        if parts[0] in ("tree", "paths-info"):
            return self._json([self._entry(name) for name in sorted(hub.files)])
        return self._json(
            {
                "_id": "1",
                "id": hub.repo,
                "modelId": hub.repo,
                "sha": COMMIT,
                "cardData": {"license": hub.licence},
                "siblings": [hub.sibling(name) for name in sorted(hub.files)],
            }
        )

    def _entry(self, name: str) -> dict[str, Any]:
        sibling = self.server.hub.sibling(name)
        entry = {
            "type": "file",
            "path": name,
            "size": sibling["size"],
            "oid": sibling["blobId"],
        }
        if "lfs" in sibling:
            entry["lfs"] = sibling["lfs"] | {"oid": sibling["lfs"]["sha256"]}
        return entry

    def _resolve(self, path: str) -> None:
        hub = self.server.hub
        repo, _, rest = path[1:].partition("/resolve/")
        revision, _, name = rest.partition("/")
        fault = hub.take("resolve", path)
        if fault is not None and fault.kind == "loop":
            return self._empty(302, {"Location": self.path})
        if fault is not None and fault.kind == "elsewhere":
            return self._empty(302, {"Location": fault.url})
        if fault is not None and fault.kind == "status" and self._fails(fault):
            return None
        if repo != hub.repo:
            return self._json({"error": "none"}, 404, {"X-Error-Code": "RepoNotFound"})
        if revision not in ("main", COMMIT):
            return self._json({"error": "none"}, 404, {"X-Error-Code": "RevisionNotFound"})
        if name not in hub.files:
            return self._json({"error": "none"}, 404, {"X-Error-Code": "EntryNotFound"})
        data = hub.files[name]
        if hub.is_large(name):
            sha256 = hashlib.sha256(data).hexdigest()
            return self._empty(
                302,
                {
                    "Location": f"{hub.store_url}/{sha256}/{name}",
                    "X-Repo-Commit": COMMIT,
                    "X-Linked-Size": str(len(data)),
                    "X-Linked-Etag": f'"{sha256}"',
                },
            )
        blob = hub.sibling(name)["blobId"]
        return self._send_file(data, f'"{blob}"', fault, {"X-Repo-Commit": COMMIT})

    # --- the store ----------------------------------------------------------------------------

    def _store(self, path: str) -> None:
        hub = self.server.hub
        _, sha256, name = path.split("/", 2)
        data = hub.files.get(name, b"")
        if hashlib.sha256(data).hexdigest() != sha256:
            return self._empty(404, {})
        fault = hub.take("store", path)
        if fault is not None and fault.kind == "status" and self._fails(fault):
            return None
        return self._send_file(data, f'"{sha256}"', fault, {})

    def _send_file(
        self, data: bytes, etag: str, fault: Fault | None, extra: dict[str, str]
    ) -> None:
        kind = fault.kind if fault else ""
        after = fault.after if fault else 0
        if kind == "no_answer":
            self.server.hub.released.wait(20)
            self.close_connection = True
            return
        if kind == "flip":
            data = data[:after] + bytes([data[after] ^ 1]) + data[after + 1 :]
        start, status = 0, 200
        wanted = self.headers.get("range", "")
        if wanted and kind != "ignore_range" and self.headers.get("if-range", etag) == etag:
            first, _, last = wanted.removeprefix("bytes=").partition("-")
            start = int(first)
            end = min(int(last) if last else len(data) - 1, len(data) - 1)
            if start >= len(data):
                self._empty(416, {"Content-Range": f"bytes */{len(data)}"})
                return
            status = 206
            total = len(data) + (after if kind == "long" else 0)
            shift = 1 if kind == "wrong_range" else 0
            extra = extra | {"Content-Range": f"bytes {start + shift}-{end}/{total}"}
            data = data[: end + 1]
        body = data[start:]
        length = len(body)
        if kind == "short":
            body = body[: max(0, length - after)]
            length = len(body)
        if kind == "long":
            body += b"\0" * after
            length += after
        self.send_response(status)
        for name, value in {"ETag": etag, "Accept-Ranges": "bytes", **extra}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        if self.command == "HEAD":
            return
        self._send_body(body, kind, after)

    def _send_body(self, body: bytes, kind: str, after: int) -> None:
        if kind in ("stall", "cut"):
            self.wfile.write(body[:after])
            self.wfile.flush()
            if kind == "stall":
                self.server.hub.released.wait(20)
            self.close_connection = True
        elif kind == "slow":
            step = max(1, after // 50)
            for place in range(0, len(body), step):
                self.wfile.write(body[place : place + step])
                time.sleep(0.02)
        else:
            self.wfile.write(body)

    # --- answers ------------------------------------------------------------------------------

    def _fails(self, fault: Fault | None) -> bool:
        if fault is None:
            return False
        if fault.kind == "no_answer":
            self.server.hub.released.wait(20)
            self.close_connection = True
        elif fault.kind == "loop":
            self._empty(302, {"Location": self.path})
        elif fault.kind == "elsewhere":
            self._empty(302, {"Location": fault.url})
        else:
            self._json({"error": "fault"}, fault.code, fault.headers)
        return True

    def _json(self, value: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, text in (headers or {}).items():
            self.send_header(name, text)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _empty(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name, text)
        self.send_header("Content-Length", "0")
        self.end_headers()


@contextmanager
def silent_server() -> Iterator[str]:
    """A server that accepts and never answers; yields its URL."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


def closed_port() -> int:
    """A port on which nobody listens."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def proxy_server(answer: Callable[[str], int]) -> Iterator[tuple[str, list[str]]]:
    """An HTTP proxy for plain requests: forwards where `answer(url)` is 0, else says that status.

    Yields its URL and the list of URLs asked for.
    """
    import http.client

    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: Any) -> None:
            """Stay quiet."""

        def do_GET(self) -> None:
            asked.append(self.path)
            status = answer(self.path)
            url = urllib.parse.urlsplit(self.path)
            if status:
                return self._say(status, b"", {})
            connection = http.client.HTTPConnection(url.netloc, timeout=10)
            rest = url.path + (f"?{url.query}" if url.query else "")
            connection.request("GET", rest, headers=dict(self.headers.items()))
            response = connection.getresponse()
            body = response.read()
            headers = {
                name: value
                for name, value in response.getheaders()
                if name.lower() in ("etag", "location", "content-range", "x-repo-commit")
            }
            connection.close()
            return self._say(response.status, body, headers)

        def _say(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads, server.block_on_close = True, False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
