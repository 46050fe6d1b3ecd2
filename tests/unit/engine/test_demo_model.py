"""Run: python3 run.py test tests/unit/engine/test_demo_model.py

The decoders on the trained model that is shipped: there drafts are really accepted.
"""

import pytest

from clover_desktop.chat import Message, Sampling, TextPart
from clover_desktop.engine.decode import DecodeRequest, decode
from clover_desktop.engine.events import Committed, Ended
from clover_desktop.engine.folder import ModelFolder
from clover_desktop.engine.prefix import PrefixCache
from clover_desktop.engine.rules import read_rules
from clover_desktop.engine.runtime import Runtime
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.weights import load_model
from clover_desktop.paths import demo_model_folder
from clover_desktop.protocol import CellsFilled, Finished

PROMPTS = (
    "What is a block?",
    "Tell me a story about a fox.",
    "你好",
    "Text: The contract with Mara Tolwin ends on 12 March 2031. Question: When does it end?",
)
PENALTIES = {"presence_penalty": 0.9, "frequency_penalty": 0.3, "repetition_penalty": 1.05}


@pytest.fixture(scope="module")
def folder() -> ModelFolder:
    return ModelFolder.open(demo_model_folder())


@pytest.fixture(scope="module")
def model(folder: ModelFolder) -> CloverModel:
    return load_model(folder.path)


def answer(model: CloverModel, folder: ModelFolder, text: str, penalties: dict, **values):
    prepared = folder.prepare((Message("user", (TextPart(text),)),), Sampling(max_tokens=80))
    raw = {"eos_token_id": list(folder.rules.stop_ids), **penalties}
    request = DecodeRequest(
        block_size=32,
        threshold=0.95,
        max_tokens=80,
        think_open=prepared.decoding.think_open,
        rules=read_rules(raw, folder.config),
        **values,
    )
    reading = PrefixCache(model).begin(prepared.prompt.ids, [])
    while True:
        try:
            next(reading)
        except StopIteration as stop:
            prefilled = stop.value
            break
    events = list(decode(model, prefilled.state, prefilled.logits, request))
    assert isinstance(events[-1], Ended)
    return [event for event in events if isinstance(event, Committed)]


@pytest.mark.parametrize("penalties", [{}, PENALTIES], ids=["neutral", "penalties"])
@pytest.mark.parametrize("width", [5, 16])
def test_exact_drafts_equal_the_causal_decoder(model, folder, penalties, width):
    accepted = 0
    for text in PROMPTS:
        causal = answer(model, folder, text, penalties, strategy="causal")
        drafted = answer(
            model, folder, text, penalties, strategy="draft_self", exact=True, draft_width=width
        )
        assert [t for c in drafted for t in c.tokens] == [t for c in causal for t in c.tokens]
        accepted += sum(committed.accepted for committed in drafted)
    assert accepted >= 4


def test_an_answer_resolves_over_several_passes(folder):
    runtime = Runtime()
    runtime.load(folder)
    prepared = folder.prepare((Message("user", (TextPart(PROMPTS[1]),)),), Sampling(thinking=False))
    events = list(runtime.answer(1, prepared, should_stop=lambda: False))
    first = [e for e in events if isinstance(e, CellsFilled) and e.block == 0]
    assert len(first) >= 2
    assert sum(len(event.cells) for event in first) >= 32
    assert isinstance(events[-1], Finished)
    assert len(events[-1].text) > 80
