"""The small files without which a checkpoint has weights but cannot chat."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clover_desktop.errors import CheckpointError, said
from clover_desktop.models.config import read_json

TEMPLATE = "chat_template.jinja"
TOKENIZER = "tokenizer.json"
TOKENIZER_CONFIG = "tokenizer_config.json"


def check_chat_files(folder: Path) -> None:
    """Check that tokenizer and chat template are there; what is in them is the engine's affair.

    Raises:
        CheckpointError: one is missing or no JSON.
    """
    if not (folder / TOKENIZER).is_file():
        raise no_tokenizer(folder, os.strerror(errno.ENOENT))
    read_json(folder / TOKENIZER)
    if not (folder / TEMPLATE).is_file() and template_in_config(folder) is None:
        raise no_template(folder)


def template_in_config(folder: Path) -> str | None:
    """The chat template in `folder/tokenizer_config.json`, None if there is none.

    Raises:
        CheckpointError: the file is there and no JSON.
    """
    config = folder / TOKENIZER_CONFIG
    return default_template(read_json(config)) if config.exists() else None


def default_template(config: Mapping[str, Any]) -> str | None:
    """The chat template in the content of tokenizer_config.json, None if there is none."""
    template = config.get("chat_template")
    if isinstance(template, list):  # several by name, as older checkpoints have them
        named = {str(entry.get("name")): entry for entry in template if isinstance(entry, dict)}
        template = named.get("default", {}).get("template")
    return template if isinstance(template, str) else None


def no_tokenizer(folder: Path, why: str) -> CheckpointError:
    """What to raise where `folder` has no tokenizer; `why` as the system says it."""
    text = (
        "The model folder {folder} has no readable tokenizer.json ({why}); copy the complete "
        "checkpoint."
    )
    return CheckpointError(said("no_tokenizer", text, folder=folder, why=why))


def no_template(folder: Path) -> CheckpointError:
    """What to raise where `folder` has no chat template."""
    text = (
        "The model folder {folder} has no chat template: neither chat_template.jinja nor an "
        "entry chat_template in tokenizer_config.json; copy the complete checkpoint."
    )
    return CheckpointError(said("no_template", text, folder=folder))
