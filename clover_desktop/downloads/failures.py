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

from clover_desktop.errors import CloverError

GIGABYTE = 1_000_000_000


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


def size_words(nbytes: float) -> str:
    """A size in words, as `5.3 GB`; small ones in megabytes, kilobytes or bytes."""
    for unit, name in ((GIGABYTE, "GB"), (1_000_000, "MB"), (1_000, "kB")):
        if nbytes >= 0.9995 * unit:
            return f"{nbytes / unit:.1f} {name}"
    return f"{int(nbytes)} bytes"


# --- from exceptions of the transport ---------------------------------------------------------


def from_transport(error: Exception, *, host: str, proxy: str = "") -> DownloadError:
    """The error for what the HTTP library raised while talking to `host` through `proxy`."""
    causes = list(_causes(error))
    if isinstance(error, httpx2.ProxyError):
        return ProxyError(
            f"The proxy {proxy} refused the connection to {host} ({error}); check its address and"
            " your rights there."
        )
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return OfflineError(
                f"{host} showed a certificate that is not trusted ({cause.verify_message}); check"
                " the clock of this machine, or ask who runs your network."
            )
    if proxy and isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout):
        return ProxyError(
            f"The proxy {proxy} cannot be reached; check the proxy's address in the settings or in"
            " HTTPS_PROXY."
        )
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            if cause.errno in (socket.EAI_AGAIN, getattr(socket, "EAI_NODATA", None)):
                return OfflineError(
                    f"There is no network connection, so {host} cannot be looked up; connect and"
                    " try again."
                )
            return OfflineError(
                f"The name {host} was not found; check the address of the hub or the mirror."
            )
        if isinstance(cause, OSError) and cause.errno in (
            errno.ENETUNREACH,
            errno.EHOSTUNREACH,
            errno.ENETDOWN,
        ):
            return OfflineError(f"There is no network connection to {host}; connect and try again.")
        if isinstance(cause, ConnectionRefusedError):
            return OfflineError(f"{host} refused the connection; check the address of the hub.")
    if isinstance(error, httpx2.TimeoutException):
        return OfflineError(f"{host} did not answer in time; try again later.")
    return OfflineError(f"The connection to {host} broke ({_words(error)}); try again.")


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
        when = f"in {wait:.0f} seconds" if wait is not None else "in a few minutes"
        return BusyError(
            f"{host} gets too many requests from here (429); try again {when}.", wait_seconds=wait
        )
    if code == "GatedRepo":
        what = "your token has no access to it" if has_token else "no token is set"
        return AccessError(
            f"{repo} is gated and {what}; accept its terms on {host}, then set HF_TOKEN or the"
            " token field to a token of that account."
        )
    if code == "RepoNotFound":
        # The hub says the same of private repositories and of those that do not exist.
        return MissingError(
            f"There is no model {repo} on {host}, or it is private; check the name, or set HF_TOKEN"
            " or the token field."
        )
    if status == 401 and has_token:
        return AccessError(
            f"{host} does not accept the token for {thing} (401); set HF_TOKEN or the token field"
            " to a valid one."
        )
    if status == 401:
        return AccessError(
            f"{host} shows {thing} to nobody without access (401): check the name, or set HF_TOKEN"
            " or the token field."
        )
    if status == 403:
        return AccessError(
            f"{host} forbids {thing} (403); it may be gated or need another token, or a filter in"
            " your network blocks it."
        )
    if code == "RevisionNotFound":
        return MissingError(
            f"{repo} has no revision {revision} on {host}; leave --revision out for its newest."
        )
    if status in (404, 410):
        if file:
            return MissingError(f"{repo} has no file {file} at revision {revision} on {host}.")
        return MissingError(f"There is no model {repo} on {host}; check the name.")
    if status in (451,):
        return AccessError(f"{host} may not show {thing} in your country (451).")
    return ServerError(
        f"{host} answered {status} ({_reason(status)}) for {thing}; try again later."
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
    return DamagedError(
        f"{file} arrived damaged {tries} times (its hash is not the one that the hub promises); the"
        f" last copy is kept as {kept}, try again later or use another mirror."
    )


def shorter(file: str, *, got: int, promised: int) -> DamagedError:
    """The server ends before the promised length, also after asking for the rest."""
    return DamagedError(
        f"{file} ends after {got} of the {promised} bytes that the hub promises; try again later or"
        " use another mirror."
    )


def longer(file: str, *, got: int, promised: int) -> DamagedError:
    """The server has more than was promised."""
    return DamagedError(
        f"{file} is longer than the {promised} bytes that the hub promises ({got} were offered);"
        " try again later or use another mirror."
    )


def no_space(folder: str, *, needed: int, free: int) -> SpaceError:
    """Said before the start."""
    return SpaceError(
        f"The installation needs {size_words(needed)} at its peak in {folder}, but only"
        f" {size_words(free)} are free; free {size_words(needed - free)} more, or choose another"
        " drive with --dest."
    )


def disk_full(folder: str) -> SpaceError:
    """Said midway: the installation pauses and goes on once there is room."""
    return SpaceError(
        f"The drive of {folder} is full, so the installation is paused; free some space and it goes"
        " on by itself."
    )


def is_full(error: OSError) -> bool:
    """Whether an error of the file system means that there is no room."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)
