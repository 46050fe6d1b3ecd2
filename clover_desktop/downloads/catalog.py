"""The models that the app offers by itself; any other repository can be named."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clover_desktop.errors import UsageError, said


@dataclass(frozen=True)
class KnownModel:
    """A repository on the hub. `source_nbytes` is about what has to be downloaded."""

    repo: str
    title: str
    licence: str
    source_nbytes: int


CLOVER = KnownModel(
    repo="Diffuspace/Clover-35B-A3B-Preview",
    title="Clover-35B",
    licence="apache-2.0",
    source_nbytes=69_300_000_000,
)

KNOWN_MODELS = (CLOVER,)


def known_model(repo: str) -> KnownModel | None:
    """The known model of that name, or None."""
    return next((model for model in KNOWN_MODELS if model.repo == repo), None)


def check_repo_name(name: str) -> None:
    """Refuse what cannot be a repository's name.

    Raises:
        UsageError: it is not of the form OWNER/NAME.
    """
    part = r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}"
    if not re.fullmatch(rf"{part}/{part}", name) or ".." in name or "--" in name:
        raise no_repo_name(name)


def check_revision(revision: str) -> None:
    """Refuse what cannot be a branch, a tag or a commit.

    Raises:
        UsageError: it is empty, or holds what git allows in no name.
    """
    if not revision.strip():
        text = "The revision is empty; leave --revision out for the newest."
        raise UsageError(said("empty_revision", text))
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._/+@-]{0,199}", revision) or ".." in revision:
        text = "{revision} is no revision; give the name of a branch or a tag, or a commit."
        raise UsageError(said("no_revision_name", text, revision=repr(revision)))


def no_repo_name(name: str) -> UsageError:
    """The error for what is no repository's name."""
    text = "{name} is no model's name; it looks like OWNER/NAME."
    return UsageError(said("no_repo_name", text, name=repr(name)))


def folder_name(repo: str) -> str:
    """The name of a repository's folder below the models folder."""
    return repo.rpartition("/")[2]
