"""The training corpus of Seedling: generated text, English and Simplified Chinese.

Everything follows from a seed. `conversation(seed, index)` is a pure function, so that a training
run resumes at any place of the stream. `evaluation_prompts` uses wordings and entities that the
stream never holds; nothing may be tuned on them.
"""

from clover_desktop.tools.seedling.corpus.evaluation import evaluation_prompts
from clover_desktop.tools.seedling.corpus.mix import KINDS, conversation, conversations
from clover_desktop.tools.seedling.corpus.values import Conversation, EvaluationPrompt

__all__ = [
    "KINDS",
    "Conversation",
    "EvaluationPrompt",
    "conversation",
    "conversations",
    "evaluation_prompts",
]
