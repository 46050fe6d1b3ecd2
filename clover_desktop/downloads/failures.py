"""What can go wrong on the way to a file, one sentence each.

DownloadError           kind "download"; `is_passing` tells that trying again may help
├── OfflineError        "network": no connection, no such name, no answer in time, refused
├── ProxyError          "proxy": the proxy cannot be reached or refuses
├── AccessError         "access": 401 and 403, a gated repository or a bad token
├── MissingError        "not_found": no such repository, revision or file
├── BusyError           "busy": 429, with the seconds to wait
├── ServerError         "server": 5xx, or an answer that makes no sense
├── RedirectError       "redirect": a loop, or a redirect to where we do not go
├── DamagedError        "damaged": another hash or another length than the hub promised
└── SpaceError          "space": the drive is too small or full
"""

from __future__ import annotations

import errno
import http
import re
import socket
import ssl
from collections.abc import Iterator, Mapping

import httpx2

from clover_desktop.errors import CloverError, said, size_words


class DownloadError(CloverError):
    """A download failed."""

    kind = "download"
    is_passing = False


class OfflineError(DownloadError):
    """The host cannot be reached."""

    kind = "network"
    is_passing = True


class ProxyError(DownloadError):
    """The proxy is the obstacle."""

    kind = "proxy"
    is_passing = True


class AccessError(DownloadError):
    """The hub does not let us in."""

    kind = "access"


class MissingError(DownloadError):
    """There is no such thing on the hub."""

    kind = "not_found"


class BusyError(DownloadError):
    """Too many requests; `wait_seconds` is what the server asks for, None if it does not say."""

    kind = "busy"
    is_passing = True

    def __init__(self, sentence: str, *, wait_seconds: float | None) -> None:
        super().__init__(sentence)
        self.wait_seconds = wait_seconds


class ServerError(DownloadError):
    """The server's own fault."""

    kind = "server"
    is_passing = True


class RedirectError(DownloadError):
    """A redirect that is not followed."""

    kind = "redirect"


class DamagedError(DownloadError):
    """What arrived is not what the hub promised."""

    kind = "damaged"


class SpaceError(DownloadError):
    """Not enough room on the drive."""

    kind = "space"


# --- from exceptions of the transport ---------------------------------------------------------


def from_transport(error: Exception, *, host: str, proxy: str = "") -> DownloadError:
    """The error for what the HTTP library raised while talking to `host` through `proxy`."""
    causes = list(_causes(error))
    if isinstance(error, httpx2.ProxyError):
        text = (
            "The proxy {proxy} refused the connection to {host} ({why}); check its address and your"
            " rights there."
        )
        return ProxyError(said("proxy_refused", text, proxy=proxy, host=host, why=error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            text = (
                "{host} showed a certificate that is not trusted ({why}); check the clock of this"
                " machine, or ask who runs your network."
            )
            return OfflineError(said("certificate", text, host=host, why=cause.verify_message))
    if proxy and isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        text = (
            "The proxy {proxy} cannot be reached; check the proxy's address in the settings or in"
            " HTTPS_PROXY."
        )
        return ProxyError(said("proxy_gone", text, proxy=proxy))
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            if cause.errno in (socket.EAI_AGAIN, getattr(socket, "EAI_NODATA", None)):
                text = (
                    "There is no network connection, so {host} cannot be looked up; connect and try"
                    " again."
                )
                return OfflineError(said("no_network_for_name", text, host=host))
            text = "The name {host} was not found; check the address of the hub or the mirror."
            return OfflineError(said("no_such_host", text, host=host))
        if isinstance(cause, OSError) and cause.errno in (
            errno.ENETUNREACH,
            errno.EHOSTUNREACH,
            errno.ENETDOWN,
        ):
            text = "There is no network connection to {host}; connect and try again."
            return OfflineError(said("no_network", text, host=host))
        if isinstance(cause, ConnectionRefusedError):
            text = "{host} refused the connection; check the address of the hub."
            return OfflineError(said("refused", text, host=host))
    if isinstance(error, httpx2.TimeoutException):
        text = "{host} did not answer in time; try again later."
        return OfflineError(said("no_answer", text, host=host))
    text = "The connection to {host} broke ({why}); try again."
    return OfflineError(said("broken", text, host=host, why=_words(error)))


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__


def _words(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


# --- from answers -----------------------------------------------------------------------------


def from_answer(
    status: int,
    headers: Mapping[str, str],
    *,
    host: str,
    repo: str,
    revision: str,
    file: str = "",
    has_token: bool = False,
) -> DownloadError:
    """The error for an answer with `status` of 300 or more."""
    code = headers.get("x-error-code", "")
    thing = f"{file} of {repo}" if file else repo
    if status == 429:
        wait = wait_seconds(headers)
        if wait is None:
            text = "{host} gets too many requests from here (429); try again in a few minutes."
            return BusyError(said("busy", text, host=host), wait_seconds=None)
        text = "{host} gets too many requests from here (429); try again in {wait} seconds."
        sentence = said("busy_for", text, host=host, wait=f"{wait:.0f}")
        return BusyError(sentence, wait_seconds=wait)
    if code == "GatedRepo":
        if has_token:
            text = (
                "{repo} is gated and your token has no access to it; accept its terms on {host},"
                " then set HF_TOKEN or the token field to a token of that account."
            )
            return AccessError(said("gated_for_token", text, repo=repo, host=host))
        text = (
            "{repo} is gated and no token is set; accept its terms on {host}, then set HF_TOKEN or"
            " the token field to a token of that account."
        )
        return AccessError(said("gated", text, repo=repo, host=host))
    if code == "RepoNotFound":
        # The hub says the same of private repositories and of those that do not exist.
        text = (
            "There is no model {repo} on {host}, or it is private; check the name, or set HF_TOKEN"
            " or the token field."
        )
        return MissingError(said("no_repo_or_private", text, repo=repo, host=host))
    if status == 401 and has_token:
        text = (
            "{host} does not accept the token for {thing} (401); set HF_TOKEN or the token field to"
            " a valid one."
        )
        return AccessError(said("token_refused", text, host=host, thing=thing))
    if status == 401:
        text = (
            "{host} shows {thing} to nobody without access (401): check the name, or set HF_TOKEN"
            " or the token field."
        )
        return AccessError(said("token_wanted", text, host=host, thing=thing))
    if status == 403:
        text = (
            "{host} forbids {thing} (403); it may be gated or need another token, or a filter in"
            " your network blocks it."
        )
        return AccessError(said("forbidden", text, host=host, thing=thing))
    if code == "RevisionNotFound":
        text = "{repo} has no revision {revision} on {host}; leave --revision out for its newest."
        return MissingError(said("no_revision", text, repo=repo, revision=revision, host=host))
    if status in (404, 410):
        if file:
            text = "{repo} has no file {file} at revision {revision} on {host}."
            return MissingError(
                said("no_file", text, repo=repo, file=file, revision=revision, host=host)
            )
        text = "There is no model {repo} on {host}; check the name."
        return MissingError(said("no_repo", text, repo=repo, host=host))
    if status in (451,):
        text = "{host} may not show {thing} in your country (451)."
        return AccessError(said("not_in_your_country", text, host=host, thing=thing))
    text = "{host} answered {status} ({reason}) for {thing}; try again later."
    return ServerError(
        said("server", text, host=host, status=status, reason=_reason(status), thing=thing)
    )


def wait_seconds(headers: Mapping[str, str]) -> float | None:
    """What a 429 or 503 asks to wait: `Retry-After` in seconds, or the hub's `RateLimit` header."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,6}(\.\d*)?", text):
        return float(text)
    limit = re.search(r";\s*r=0\b.*?;\s*t=(\d{1,6})", headers.get("ratelimit", ""))
    return float(limit[1]) if limit else None


def _reason(status: int) -> str:
    try:
        return http.HTTPStatus(status).phrase
    except ValueError:
        return "an unknown status"


# --- about files ------------------------------------------------------------------------------


def wrong_hash(file: str, *, tries: int, kept: str) -> DamagedError:
    """After the last try."""
    text = (
        "{file} arrived damaged {tries} times (its hash is not the one that the hub promises); the"
        " last copy is kept as {kept}, try again later or use another mirror."
    )
    return DamagedError(said("wrong_hash", text, file=file, tries=tries, kept=kept))


def shorter(file: str, *, got: int, promised: int) -> DamagedError:
    """The server ends before the promised length, also after asking for the rest."""
    text = (
        "{file} ends after {got} of the {promised} bytes that the hub promises; try again later or"
        " use another mirror."
    )
    return DamagedError(said("shorter", text, file=file, got=got, promised=promised))


def ends_early(file: str, *, host: str, got: int, promised: int) -> OfflineError:
    """The connection was closed before the end; asking for the rest may help."""
    text = "{host} ends {file} after {got} of {promised} bytes; try again later."
    return OfflineError(said("ends_early", text, host=host, file=file, got=got, promised=promised))


def longer(file: str, *, got: int, promised: int) -> DamagedError:
    """The server has more than was promised."""
    text = (
        "{file} is longer than the {promised} bytes that the hub promises ({got} were offered);"
        " try again later or use another mirror."
    )
    return DamagedError(said("longer", text, file=file, got=got, promised=promised))


def no_space(folder: str, *, needed: int, free: int) -> SpaceError:
    """Said before the start."""
    text = (
        "The installation needs {needed} at its peak in {folder}, but only {free} are free; free"
        " {more} more, or choose another drive with --dest."
    )
    sizes = {"needed": needed, "free": free, "more": needed - free}
    words = {name: size_words(nbytes) for name, nbytes in sizes.items()}
    return SpaceError(said("no_space", text, folder=folder, **words))


def disk_full(folder: str) -> SpaceError:
    """Said midway: the installation pauses and goes on once there is room."""
    text = (
        "The drive of {folder} is full, so the installation is paused; free some space and it goes"
        " on by itself."
    )
    return SpaceError(said("disk_full", text, folder=folder))


def is_full(error: OSError) -> bool:
    """Whether an error of the file system means that there is no room."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)
