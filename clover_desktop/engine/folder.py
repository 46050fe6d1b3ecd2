"""A checkpoint folder without its weights, and what a request becomes under its files.

Everything that can be refused is refused here, before a weight is read or a pass is run.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from clover_desktop.chat import Message, Sampling
from clover_desktop.engine.decode import DecodeRequest, check_request
from clover_desktop.engine.rules import GenerationRules, load_rules
from clover_desktop.engine.template import THINK_END, THINK_START, ChatTemplate, Prompt
from clover_desktop.engine.thinking import AnswerParts
from clover_desktop.engine.tokenizer import Tokenizer
from clover_desktop.errors import CheckpointError, ContextError, UsageError, said
from clover_desktop.models.config import CloverConfig

_T = TypeVar("_T")

DRAFT_WIDTH = 16
"""Rows of a draft where none are asked for, pending token included."""


@dataclass(frozen=True)
class Prepared:
    """A request ready to run: the prompt, and values in force after all defaults.

    `thinking` tells that the answer begins with a thought.
    """

    prompt: Prompt
    decoding: DecodeRequest
    thinking: bool


@dataclass(frozen=True)
class ModelFolder:
    """The small files of a checkpoint, read and checked."""

    path: Path
    config: CloverConfig
    rules: GenerationRules
    tokenizer: Tokenizer
    template: ChatTemplate

    @classmethod
    def open(cls, path: Path) -> ModelFolder:
        """Read config, rules, tokenizer and chat template.

        Raises:
            CheckpointError: one of the files is missing, broken, or of another kind of model.
        """
        if not path.is_dir():
            if path.exists():
                text = "{path} is a file; name the model's folder instead."
                raise CheckpointError(said("model_is_file", text, path=path))
            text = "There is no model folder at {path}; name the folder that holds its config.json."
            raise CheckpointError(said("model_folder_missing", text, path=path))
        config = CloverConfig.from_folder(path)
        return cls(
            path=path,
            config=config,
            rules=load_rules(path, config),
            tokenizer=Tokenizer.from_folder(path),
            template=ChatTemplate.from_folder(path),
        )

    @property
    def name(self) -> str:
        """What to call the model: its folder's name."""
        return self.path.resolve().name

    @property
    def think_end(self) -> int | None:
        """The id that closes a thought, if the checkpoint has one."""
        if self.rules.think_end_id is not None:
            return self.rules.think_end_id
        return self.tokenizer.specials.get(THINK_END)

    def prepare(self, messages: Sequence[Message], sampling: Sampling) -> Prepared:
        """Turn a conversation into a prompt and fill in the defaults of `sampling`.

        Thinking is off where the template does not know it, whatever was asked for.

        Raises:
            UsageError: a value is out of bounds, or there is nothing to answer.
            ContextError: the prompt leaves no room for an answer.
            TemplateError: the template failed or refused the conversation.
        """
        if not messages:
            raise UsageError(said("no_message", "There is no message to answer; write one."))
        knows = self.template.knows_thinking
        thinking = knows if sampling.thinking is None else knows and sampling.thinking
        prompt = self.template.build(messages, tokenizer=self.tokenizer, enable_thinking=thinking)
        if max(prompt.ids) >= self.config.vocab_size:
            text = (
                "The tokenizer in {path} has ids that its network lacks; copy the complete"
                " checkpoint."
            )
            raise CheckpointError(said("tokenizer_ids", text, path=self.path))
        context = self.config.max_position_embeddings
        room = context - len(prompt.ids)
        if room < 1:
            text = (
                "The prompt has {tokens} tokens and the model's context of {context} leaves no room"
                " for an answer; shorten the prompt or begin a new chat."
            )
            counts = {"tokens": f"{len(prompt.ids):,}", "context": f"{context:,}"}
            raise ContextError(said("context_full", text, **counts))
        rules = self.rules
        decoding = DecodeRequest(
            strategy=sampling.strategy,
            block_size=_given(sampling.block_size, self.config.block_size),
            threshold=_given(sampling.threshold, self.config.threshold),
            draft_width=_given(sampling.draft_width, min(DRAFT_WIDTH, self.config.block_size)),
            exact=sampling.exact,
            temperature=_given(sampling.temperature, rules.temperature),
            top_k=rules.top_k if sampling.top_k is None else sampling.top_k,
            top_p=rules.top_p if sampling.top_p is None else sampling.top_p,
            seed=secrets.randbelow(2**32) if sampling.seed is None else sampling.seed,
            max_tokens=_given(sampling.max_tokens, room),
            think_open=thinking and prompt.think_open,
            rules=rules,
        )
        check_request(self.config, decoding)
        return Prepared(prompt, decoding, thinking)

    def parts(self, *, thinking: bool) -> AnswerParts:
        """An empty answer that will be split and shown by this checkpoint's ids."""
        specials = self.tokenizer.specials
        markers = (self.think_end, specials.get(THINK_START), specials.get(THINK_END))
        stops = frozenset(self.rules.stop_ids)
        return AnswerParts(
            self.tokenizer,
            thinking=thinking,
            think_end=self.think_end,
            hidden=stops | {marker for marker in markers if marker is not None},
            stops=stops,
        )


def _given(value: _T | None, default: _T) -> _T:
    return default if value is None else value
