"""What the hub has: a repository's files at one commit, with sizes and hashes.

The list comes through `huggingface_hub`; files are then fetched by `fetch`. The library's own side
traffic (telemetry, its registry of agents, Xet, implicit tokens) is switched off here, before its
first request, and its client is ours, which talks to nobody but the hub.
"""

from __future__ import annotations

import re
import urllib.parse
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

import httpx2
import huggingface_hub
from huggingface_hub import constants
from huggingface_hub.errors import HfHubHTTPError, HFValidationError

from clover_desktop.downloads.catalog import check_repo_name, no_repo_name
from clover_desktop.downloads.connection import Connections, host_of, shown
from clover_desktop.downloads.failures import (
    DownloadError,
    MissingError,
    RedirectError,
    ServerError,
    from_answer,
    from_transport,
)
from clover_desktop.errors import said

_COMMIT = re.compile(r"[0-9a-f]{40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
MOST_FILES = 10_000


@dataclass(frozen=True)
class HubFile:
    """A file of a repository. Large ones have a sha256, the others the sha1 of their git blob;
    one of the two is always there."""

    name: str
    nbytes: int
    sha256: str = ""
    git_sha1: str = ""


@dataclass(frozen=True)
class HubRepo:
    """A repository at one commit. `requested` is the revision that was asked for."""

    name: str
    requested: str
    revision: str
    licence: str
    files: tuple[HubFile, ...]


def list_files(connections: Connections, repo: str, *, revision: str = "main") -> HubRepo:
    """Pin `revision` to its commit and list the files there. One request.

    Raises:
        UsageError: `repo` cannot be a name.
        DownloadError: the hub cannot be reached, or has no such thing.
    """
    check_repo_name(repo)
    connections.check_online()
    settings = connections.settings
    host = host_of(settings.endpoint)
    silence(connections)
    try:
        api = huggingface_hub.HfApi(endpoint=settings.endpoint, token=settings.token or False)
        info = api.model_info(
            repo, revision=revision, files_metadata=True, timeout=connections.timeouts.read
        )
    except HfHubHTTPError as error:
        raise from_answer(
            error.response.status_code,
            error.response.headers,
            host=host,
            repo=repo,
            revision=revision,
            has_token=bool(settings.token),
        ) from error
    except DownloadError:
        raise
    except httpx2.TooManyRedirects as error:
        text = "{host} redirects in a circle; check the address of the hub or the mirror."
        raise RedirectError(said("circle_of_list", text, host=host)) from error
    except httpx2.TransportError as error:
        # Without its user name and password: the sentence is shown and logged.
        proxy = shown(settings.proxy_for(settings.endpoint))
        raise from_transport(error, host=host, proxy=proxy) from error
    except HFValidationError as error:
        raise no_repo_name(repo) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _nonsense(host, repo) from error
    finally:
        huggingface_hub.close_session()
    return _checked(info, repo, revision, host)


def silence(connections: Connections) -> None:
    """Make the hub library send nothing but what it is asked for, through our client."""
    # Read once at its import, and only there: `constants` is what its functions look at.
    constants.HF_HUB_DISABLE_TELEMETRY = True  # also keeps it from /api/agent-harnesses
    constants.HF_HUB_DISABLE_XET = True
    constants.HF_HUB_DISABLE_IMPLICIT_TOKEN = True
    constants.HF_HUB_DISABLE_UPDATE_CHECK = True
    huggingface_hub.set_client_factory(connections.hub_client)


def resolve_url(endpoint: str, repo: str, revision: str, name: str) -> str:
    """Where the hub has the file; it may redirect."""
    return (
        f"{endpoint}/{repo}/resolve/{urllib.parse.quote(revision, safe='')}/"
        f"{urllib.parse.quote(name)}"
    )


def _checked(info: Any, repo: str, revision: str, host: str) -> HubRepo:
    """A server's answer is not trusted: names, sizes and hashes are looked at one by one."""
    sha, siblings = info.sha, info.siblings
    if not isinstance(sha, str) or not _COMMIT.fullmatch(sha) or not isinstance(siblings, list):
        raise _nonsense(host, repo)
    if _COMMIT.fullmatch(revision) and sha != revision:
        text = "{host} offers {repo} at another revision than {revision}."
        raise MissingError(said("other_revision", text, host=host, repo=repo, revision=revision))
    if len(siblings) > MOST_FILES:
        raise _nonsense(host, repo)
    files = []
    for sibling in siblings:
        name, nbytes = sibling.rfilename, sibling.size
        sha256, blob = "", ""
        if sibling.lfs is not None:
            sha256, nbytes = str(sibling.lfs.sha256), sibling.lfs.size
        else:
            blob = str(sibling.blob_id or "")
        if not isinstance(name, str) or not is_safe_name(name):
            text = "{host} lists a file of {repo} with an unusable name: {name}."
            raise ServerError(said("unusable_name", text, host=host, repo=repo, name=repr(name)))
        if not isinstance(nbytes, int) or isinstance(nbytes, bool) or nbytes < 0:
            raise _nonsense(host, repo)
        if not (_SHA256.fullmatch(sha256) or _COMMIT.fullmatch(blob)):
            raise _nonsense(host, repo)
        files.append(HubFile(name, nbytes, sha256, blob))
    card = getattr(info, "card_data", None)
    licence = getattr(card, "license", None)
    return HubRepo(
        name=repo,
        requested=revision,
        revision=sha,
        licence=licence if isinstance(licence, str) else "",
        files=tuple(sorted(files, key=lambda file: file.name)),
    )


def is_safe_name(name: str) -> bool:
    """Whether a name from a server or an index stays inside its folder on every system."""
    path = PurePosixPath(name)
    return (
        bool(name)
        and len(name) <= 240
        and not path.is_absolute()
        and all(part not in ("..", ".") for part in name.split("/"))
        and "" not in name.split("/")
        and not any(ord(letter) < 32 or letter in '\\:*?"<>|' for letter in name)
    )


def _nonsense(host: str, repo: str) -> ServerError:
    text = "{host} answers nonsense about {repo}; check the address of the hub or the mirror."
    return ServerError(said("nonsense", text, host=host, repo=repo))
