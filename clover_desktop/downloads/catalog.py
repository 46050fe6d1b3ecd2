"""The models that the app offers by itself; any other repository can be named."""

from __future__ import annotations

from dataclasses import dataclass


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


def folder_name(repo: str) -> str:
    """The name of a repository's folder below the models folder."""
    return repo.rpartition("/")[2]
