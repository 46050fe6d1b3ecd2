"""What the engine and the services say, in the language of the window.

Their sentences come with a code and what fills the gaps (`errors.Sentence`). The English texts here
are the same as where they are said; `tests/ui/test_sentences.py` compares them.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from clover_desktop.errors import Sentence
from clover_desktop.ui.sentences_models import words_of_models


def in_words(sentence: str) -> str:
    """`sentence` in the language of the window; as it is where the window has no words for it."""
    if not isinstance(sentence, Sentence):
        return sentence
    words = known_sentences().get(sentence.code) or words_of_models(sentence.code)
    if words is None:
        return str(sentence)
    try:
        return words.format(**{name: in_words(value) for name, value in sentence.values.items()})
    except KeyError:
        # A helper process may say a code without its values.
        return str(sentence)


def known_sentences() -> dict[str, str]:
    """Code to text with gaps, in the language of the window now."""
    return _of_engine() | _of_model_folder() | _of_config() | _of_weights() | _of_files()


def _of_engine() -> dict[str, str]:
    """The engine's thread, memory, and the length of what is asked."""
    translate = QCoreApplication.translate
    return {
        "engine_stopped": translate("Sentences", "The engine has stopped; start it again."),
        "engine_not_loaded": translate(
            "Sentences", "The engine could not be loaded ({why}); install the app again."
        ),
        "engine_died": translate(
            "Sentences", "The engine stopped unexpectedly ({why}); start it again."
        ),
        "engine_ended": translate(
            "Sentences", "The engine stopped without being asked to; start it again."
        ),
        "no_model": translate("Sentences", "No model is loaded; choose one first."),
        "no_message": translate("Sentences", "There is no message to answer; write one."),
        "no_memory": translate(
            "Sentences",
            "The memory is not enough for this; close other programs, shorten the chat, or choose "
            "a smaller model.",
        ),
        "gpu_full_loading": translate(
            "Sentences",
            "The memory of the GPU is not enough for this model: the CPU goes on, more slowly.",
        ),
        "gpu_full_answering": translate(
            "Sentences",
            "The memory of the GPU is not enough for this answer: the CPU goes on from here, more "
            "slowly; ask again.",
        ),
        "gpu_full_fewer": translate(
            "Sentences",
            "The memory of the GPU is not enough for this answer: fewer experts stay on it from "
            "here, and answers take longer; ask again.",
        ),
        "experts_in_ram": translate(
            "Sentences",
            "The memory of the GPU holds {resident} of {experts} experts of each layer: the others "
            "work in RAM, more slowly.",
        ),
        "no_gpu": translate(
            "Sentences", "This machine has no GPU that can be used; choose the device cpu."
        ),
        "gpu_fault": translate(
            "Sentences", "The GPU reported a fault; restart the app to use it again."
        ),
        "engine_mistake": translate(
            "Sentences",
            "The engine made a mistake of its own ({name}); try again, and report it if it comes "
            "back.",
        ),
        "not_a_number": translate(
            "Sentences",
            "The network computed a value that is not a number; load the model again, or choose "
            "float32 as its precision.",
        ),
        "context_full": translate(
            "Sentences",
            "The prompt has {tokens} tokens and the model's context of {context} leaves no room "
            "for an answer; shorten the prompt or begin a new chat.",
        ),
        "template_refused": translate(
            "Sentences",
            "The model's chat template refused the conversation ({why}); start a new chat or use "
            "another model.",
        ),
        "template_empty": translate(
            "Sentences",
            "The model's chat template made nothing of the conversation; use another model.",
        ),
    }


def _of_model_folder() -> dict[str, str]:
    """A model's folder, template, tokenizer and rules."""
    translate = QCoreApplication.translate
    return {
        "model_folder_missing": translate(
            "Sentences",
            "There is no model folder at {path}; name the folder that holds its config.json.",
        ),
        "model_is_file": translate(
            "Sentences", "{path} is a file; name the model's folder instead."
        ),
        "template_broken": translate(
            "Sentences",
            "The model's chat template cannot be read ({why}); copy the complete checkpoint.",
        ),
        "no_template": translate(
            "Sentences",
            "The model folder {folder} has no chat template: neither chat_template.jinja nor an "
            "entry chat_template in tokenizer_config.json; copy the complete checkpoint.",
        ),
        "file_not_json": translate(
            "Sentences", "The file {path} is not valid JSON ({why}); copy the complete checkpoint."
        ),
        "file_unreadable": translate("Sentences", "The file {path} cannot be read ({why})."),
        "file_not_text": translate(
            "Sentences", "The file {path} is not text in UTF-8; copy the complete checkpoint."
        ),
        "no_tokenizer": translate(
            "Sentences",
            "The model folder {folder} has no readable tokenizer.json ({why}); copy the complete "
            "checkpoint.",
        ),
        "tokenizer_broken": translate(
            "Sentences", "The tokenizer {path} cannot be used: {why}; copy the complete checkpoint."
        ),
        "tokenizer_ids": translate(
            "Sentences",
            "The tokenizer in {path} has ids that its network lacks; copy the complete checkpoint.",
        ),
        "rules_unreadable": translate(
            "Sentences", "{path} cannot be read; download or copy the model again."
        ),
        "rules_not_json": translate(
            "Sentences", "{path} is not valid JSON; download or copy the model again."
        ),
        "rules_no_object": translate(
            "Sentences", "{path} must hold one JSON object; download or copy the model again."
        ),
        "rules_not_implemented": translate(
            "Sentences",
            "generation_config.json: {key} is {value}, which this app does not implement; remove "
            "the key to go on without it.",
        ),
        "rules_wrong": translate(
            "Sentences", "generation_config.json: {key} is {value} and must be {wanted}."
        ),
        "not_text": translate("Sentences", "it is not text in UTF-8"),
        "empty_token": translate("Sentences", "an entry of added_tokens is empty"),
        "not_byte_level": translate("Sentences", "only byte-level vocabularies are supported"),
    }


def _of_config() -> dict[str, str]:
    """config.json."""
    translate = QCoreApplication.translate
    return {
        "no_json_object": translate(
            "Sentences", "{path} must hold a JSON object; fetch the file again."
        ),
        "config_algorithm": translate(
            "Sentences",
            "The denoising algorithm {found} in config.json is not known; only 'low_confidence' "
            "is.",
        ),
        "config_twice": translate(
            "Sentences",
            "config.json gives {key} twice, as {first} and {second}; mend the file or fetch it "
            "again.",
        ),
        "config_layers": translate(
            "Sentences",
            "layer_types in config.json must list {count} layers, one for each of "
            "num_hidden_layers.",
        ),
        "config_layer_type": translate(
            "Sentences", "The layer type {kind} in config.json is not implemented."
        ),
        "config_multiple": translate(
            "Sentences", "{whole} in config.json must be a multiple of {part}."
        ),
        "config_experts": translate(
            "Sentences", "num_experts_per_tok in config.json is larger than num_experts."
        ),
        "config_rotary": translate(
            "Sentences",
            "head_dim times partial_rotary_factor in config.json must be an even number.",
        ),
        "config_count": translate(
            "Sentences", "{key} in config.json must be a whole number of {low} or more."
        ),
        "config_flag": translate("Sentences", "{key} in config.json must be true or false."),
        "config_ids": translate("Sentences", "{key} in config.json must hold token ids."),
        "config_value": translate(
            "Sentences", "{key} = {value} in config.json is not implemented; it must be {wanted}."
        ),
        "config_lacks": translate("Sentences", "config.json lacks {key}; fetch the file again."),
        "config_outside": translate(
            "Sentences", "{key} in config.json lies outside the vocabulary."
        ),
        "config_object": translate("Sentences", "{key} in config.json must be an object."),
        "config_number": translate(
            "Sentences", "{key} in config.json must be a number from {low} to {high}."
        ),
    }


def _of_weights() -> dict[str, str]:
    """Shards, tensors and the manifest."""
    translate = QCoreApplication.translate
    return {
        "no_weights": translate(
            "Sentences",
            "{folder} holds neither model.safetensors nor model.safetensors.index.json; choose a "
            "folder with a checkpoint.",
        ),
        "index_without_map": translate(
            "Sentences", "{path} has no usable weight_map; fetch the file again."
        ),
        "index_empty": translate("Sentences", "{path} names no files; fetch the file again."),
        "index_odd_name": translate(
            "Sentences", "{path} names the file {name}, which is not a shard's name."
        ),
        "tensor_unknown": translate(
            "Sentences",
            "{file} holds the tensor {tensor}, which this model does not have or has already; the "
            "checkpoint is of another kind or damaged.",
        ),
        "tensor_twice": translate(
            "Sentences", "The tensor {tensor} is given both whole and split by expert."
        ),
        "expert_missing": translate(
            "Sentences",
            "The tensor {part} of expert {number} is missing for {tensor}; fetch the checkpoint "
            "again.",
        ),
        "expert_beyond": translate(
            "Sentences", "{file} holds {tensor}, an expert beyond num_experts."
        ),
        "tensor_shape": translate(
            "Sentences",
            "The tensor {tensor} in {file} has the shape {found}, and config.json asks for "
            "{wanted}; the two do not belong together.",
        ),
        "manifest_newer": translate(
            "Sentences",
            "{path} has the format {number}, and this version of the app reads up to {known}; "
            "update the app.",
        ),
        "manifest_ruined": translate(
            "Sentences", "{path} {what}; delete the model, then install or quantize it again."
        ),
        "manifest_other": translate(
            "Sentences",
            "{path} and config.json do not belong together: they differ in the tensor {tensor}; "
            "delete the model, then install or quantize it again.",
        ),
        "manifest_lacks": translate(
            "Sentences",
            "{path} lacks the file {file}; delete the model, then install or quantize it again.",
        ),
        "file_other_size": translate(
            "Sentences",
            "{path} has {found} bytes in place of {wanted}; delete the model, then install or "
            "quantize it again.",
        ),
        "tensor_lacking": translate(
            "Sentences",
            "{file} lacks the tensor {tensor}; delete the model, then install or quantize it "
            "again.",
        ),
        "tensor_other_form": translate(
            "Sentences",
            "{file} holds another form of the tensor {tensor}; delete the model, then install or "
            "quantize it again.",
        ),
        "tensor_other_type": translate(
            "Sentences",
            "{file} holds {tensor} in the type {kind}; delete the model, then install or quantize "
            "it again.",
        ),
    }


def _of_files() -> dict[str, str]:
    """The file of settings, and what is done with files aside."""
    translate = QCoreApplication.translate
    return {
        "settings_not_kept": translate(
            "Sentences",
            "The settings cannot be saved ({why}): they hold until the app is closed.",
        ),
        "settings_unreadable": translate(
            "Sentences",
            "The settings in {path} cannot be read ({why}): the defaults are used, and changes "
            "are not kept.",
        ),
        "settings_newer": translate(
            "Sentences",
            "The settings in {path} are of a newer Clover Desktop: the defaults are used, and the "
            "file is left as it is. Update the app to use it.",
        ),
        "settings_stuck": translate(
            "Sentences",
            "The settings in {path} cannot be read: the defaults are used, and changes are not "
            "kept.",
        ),
        "settings_aside": translate(
            "Sentences",
            "The settings could not be read and were kept aside as {path}: the defaults are used.",
        ),
        "inside": translate("Sentences", "Something went wrong inside ({name}: {why}); try again."),
        "disk_failed": translate("Sentences", "The disk failed ({why}); check it and try again."),
        "disk_failed_at": translate(
            "Sentences", "The disk failed at {path} ({why}); check it and try again."
        ),
    }
