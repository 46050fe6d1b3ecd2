"""The way to the hub: whom we talk to, through which proxy, with which token; all of it logged.

Redirects are followed by hand, so that the token is sent to the hub's own origin and to nobody
else, and so that each host that is talked to stands in the log.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2

from clover_desktop import __version__
from clover_desktop.downloads.failures import (
    DownloadError,
    OfflineError,
    RedirectError,
    from_transport,
)
from clover_desktop.errors import UsageError, said
from clover_desktop.netlog import NetLog, NetLogError
from clover_desktop.paths import HubEnvironment

HUB = "https://huggingface.co"
USER_AGENT = f"clover-desktop/{__version__}"
MOST_REDIRECTS = 8
_LOG_SECONDS = 1.0
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class HubSettings:
    """Whom to ask and how. `proxies` maps `http`, `https`, `all` to a URL, `no` to exceptions."""

    endpoint: str = HUB
    token: str = field(default="", repr=False)
    proxies: Mapping[str, str] = field(default_factory=dict, repr=False)
    is_offline: bool = False

    @classmethod
    def combined(
        cls, environment: HubEnvironment, *, mirror: str = "", proxy: str = "", token: str = ""
    ) -> HubSettings:
        """The app's own fields where they are filled in, else the environment.

        Raises:
            UsageError: an address is no http or https URL.
        """
        endpoint = (mirror or environment.endpoint or HUB).rstrip("/")
        where = said("mirror_field", "the mirror field") if mirror else "HF_ENDPOINT"
        _check_url(endpoint, where, ("http", "https"))
        proxies = dict(environment.proxies)
        if proxy:
            where = said("proxy_field", "the proxy field")
            _check_url(proxy, where, ("http", "https", "socks5", "socks5h"))
            proxies = {"all": proxy, "no": proxies.get("no", "")}
        return cls(endpoint, token or environment.token, proxies, environment.is_offline)

    def to_job(self) -> dict[str, Any]:
        """As plain values for a child process; it travels on a pipe, never on a command line."""
        return dataclasses.asdict(self) | {"proxies": dict(self.proxies)}

    def proxy_for(self, url: str) -> str:
        """The proxy for `url`, empty for none."""
        parts = httpx2.URL(url)
        proxy = self.proxies.get(parts.scheme) or self.proxies.get("all") or ""
        no_proxy = self.proxies.get("no", "")
        exceptions = {"no": no_proxy}
        if no_proxy and urllib.request.proxy_bypass_environment(  # type: ignore[attr-defined]
            parts.netloc.decode(), exceptions
        ):
            return ""
        return proxy if "://" in proxy or not proxy else f"http://{proxy}"


def _check_url(text: str, where: str, schemes: tuple[str, ...]) -> None:
    try:
        url = httpx2.URL(text)
    except (httpx2.InvalidURL, ValueError):
        url = httpx2.URL("")
    if url.scheme not in schemes or not url.host:
        sentence = "{address} in {where} is no address; it must look like https://host."
        raise UsageError(said("no_address", sentence, address=repr(text), where=where))


def host_of(url: str) -> str:
    """`name:port`, the port left out where it is the scheme's own."""
    return httpx2.URL(url).netloc.decode()


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host, port."""
    parts = httpx2.URL(url)
    return parts.scheme, parts.host, parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)


@dataclass(frozen=True)
class Timeouts:
    """Seconds: to connect, and without any byte while reading."""

    connect: float = 10.0
    read: float = 20.0


class Connections:
    """HTTP clients of one job, one per proxy. Close it, or use it as a context manager."""

    def __init__(
        self, settings: HubSettings, log: NetLog, *, timeouts: Timeouts | None = None
    ) -> None:
        self.settings = settings
        self.log = log
        self.timeouts = timeouts or Timeouts()
        self._clients: dict[str, httpx2.Client] = {}

    def __enter__(self) -> Connections:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            client.close()
        self._clients.clear()

    def check_online(self) -> None:
        """Refuse where the person asked for no contact at all.

        Raises:
            OfflineError: HF_HUB_OFFLINE is set.
        """
        if self.settings.is_offline:
            text = "HF_HUB_OFFLINE is set, so {host} is not contacted; unset it to download."
            raise OfflineError(said("told_offline", text, host=host_of(self.settings.endpoint)))

    def hub_client(self) -> httpx2.Client:
        """A client for the hub library: it talks to the hub's own host and nobody else."""
        origin = origin_of(self.settings.endpoint)
        return httpx2.Client(
            transport=_HubTransport(self, origin),
            follow_redirects=True,
            max_redirects=MOST_REDIRECTS,
            trust_env=False,
            timeout=self._timeout(),
        )

    @contextlib.contextmanager
    def get(
        self, url: str, *, purpose: str, headers: Mapping[str, str] | None = None
    ) -> Iterator[httpx2.Response]:
        """Ask for `url` and follow redirects; the body is streamed and not decoded.

        Raises:
            DownloadError: no answer, or a redirect that is not followed.
        """
        self.check_online()
        home = origin_of(url)
        agreed = origin_of(self.settings.endpoint)
        for _ in range(MOST_REDIRECTS + 1):
            given = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity", **(headers or {})}
            # Only the hub itself may see the token: what stands behind a redirect never does.
            if self.settings.token and origin_of(url) == agreed:
                given["Authorization"] = f"Bearer {self.settings.token}"
            response = self._send(url, given, purpose)
            try:
                if not response.is_redirect:
                    yield response
                    return
                url = self._next(url, response)
            finally:
                response.close()
        text = (
            "{host} redirects in a circle ({times} times); check the address of the hub or the"
            " mirror."
        )
        raise RedirectError(said("circle", text, host=home[1], times=MOST_REDIRECTS))

    def _next(self, url: str, response: httpx2.Response) -> str:
        try:
            target = httpx2.URL(url).join(response.headers["location"])
        except (httpx2.InvalidURL, ValueError):
            target = httpx2.URL("")
        if target.scheme not in ("http", "https") or not target.host:
            text = "{host} redirects to something that is no web address."
            raise RedirectError(said("odd_redirect", text, host=host_of(url)))
        if httpx2.URL(url).scheme == "https" and target.scheme == "http":
            text = (
                "{host} redirects to {target} without encryption, which is not followed; use"
                " another mirror."
            )
            raise RedirectError(said("unencrypted", text, host=host_of(url), target=target.host))
        return str(target)

    def _send(self, url: str, headers: Mapping[str, str], purpose: str) -> httpx2.Response:
        proxy = self.settings.proxy_for(url)
        client = self._client(proxy)
        request = client.build_request(
            "GET", url, headers=dict(headers), extensions={"purpose": purpose}
        )
        try:
            return client.send(request, stream=True, follow_redirects=False)
        except httpx2.TransportError as error:
            raise from_transport(error, host=host_of(url), proxy=shown(proxy)) from error

    def _client(self, proxy: str) -> httpx2.Client:
        if proxy not in self._clients:
            self._clients[proxy] = httpx2.Client(
                transport=self.transport(proxy), trust_env=False, timeout=self._timeout()
            )
        return self._clients[proxy]

    def transport(self, proxy: str) -> LoggedTransport:
        """A logged transport through `proxy`, or straight if it is empty."""
        # The system's certificates, and SSL_CERT_FILE; proxies are ours to choose.
        try:
            inner = httpx2.HTTPTransport(trust_env=True, proxy=proxy or None)
        except (ValueError, ImportError) as error:
            text = "The proxy {proxy} cannot be used ({why}); check its address."
            raise DownloadError(
                said("proxy_unusable", text, proxy=shown(proxy), why=error)
            ) from error
        return LoggedTransport(inner, self.log, proxy=shown(proxy))

    def _timeout(self) -> httpx2.Timeout:
        return httpx2.Timeout(
            self.timeouts.read, connect=self.timeouts.connect, pool=self.timeouts.connect
        )


def shown(proxy: str) -> str:
    """A proxy's URL without user name and password."""
    if not proxy:
        return ""
    url = httpx2.URL(proxy)
    return f"{url.scheme}://{url.netloc.decode()}"


class LoggedTransport(httpx2.BaseTransport):
    """Writes each exchange into the connection log: before it begins, while it runs, at its end."""

    def __init__(self, inner: httpx2.BaseTransport, log: NetLog, *, proxy: str) -> None:
        self._inner = inner
        self._log = log
        self._proxy = proxy

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        purpose = request.extensions.get("purpose", "model hub")
        host = request.url.netloc.decode()
        entry = self._log.begin(host, purpose, proxy=self._proxy)
        sent = len(request.url.raw_path) + sum(len(k) + len(v) + 4 for k, v in request.headers.raw)
        try:
            response = self._inner.handle_request(request)
        except BaseException as error:
            with contextlib.suppress(NetLogError):
                self._log.update(entry, sent=sent, outcome=type(error).__name__)
            raise
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _LoggedStream(
            response.stream, self._log, entry, sent, str(response.status_code)
        )
        return response

    def close(self) -> None:
        self._inner.close()


class _LoggedStream(httpx2.SyncByteStream):
    def __init__(
        self, inner: httpx2.SyncByteStream, log: NetLog, entry: int, sent: int, outcome: str
    ) -> None:
        self._inner = inner
        self._log = log
        self._entry = entry
        self._sent = sent
        self._outcome = outcome
        self._received = 0

    def __iter__(self) -> Iterator[bytes]:
        logged = time.monotonic()
        try:
            for piece in self._inner:
                self._received += len(piece)
                if time.monotonic() - logged > _LOG_SECONDS:
                    logged = time.monotonic()
                    self._note()
                yield piece
        except httpx2.TransportError as error:
            self._outcome = type(error).__name__
            raise

    def close(self) -> None:
        self._inner.close()
        self._note(self._outcome)

    def _note(self, outcome: str | None = None) -> None:
        # The entry is there; that its bytes cannot be written to a full disk ends no transfer.
        with contextlib.suppress(NetLogError):
            self._log.update(self._entry, sent=self._sent, received=self._received, outcome=outcome)


class _HubTransport(httpx2.BaseTransport):
    """For the hub library: refuses every host but the hub's own."""

    def __init__(self, connections: Connections, origin: tuple[str, str, int]) -> None:
        self._connections = connections
        self._origin = origin
        self._transports: dict[str, LoggedTransport] = {}

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        url = str(request.url)
        if origin_of(url) != self._origin:
            text = (
                "{host} redirects the list of files to {target}, which is not followed; check the"
                " address of the hub or the mirror."
            )
            raise RedirectError(
                said("list_elsewhere", text, host=self._origin[1], target=request.url.host)
            )
        self._connections.check_online()
        proxy = self._connections.settings.proxy_for(url)
        if proxy not in self._transports:
            self._transports[proxy] = self._connections.transport(proxy)
        request.headers["User-Agent"] = USER_AGENT
        request.extensions = {**request.extensions, "purpose": "list of a model's files"}
        return self._transports[proxy].handle_request(request)

    def close(self) -> None:
        for transport in self._transports.values():
            transport.close()
