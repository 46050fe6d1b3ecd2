"""Sentences about the hub, installing, quantizing, verifying, and the notes of plans.

They are the window's own words: where the command line names a flag, they name what the window
has in its place. `sentences.in_words` looks here for the codes that it does not have itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_MARKED: Mapping[str, object] = {
    "no_repo_name": QT_TRANSLATE_NOOP(
        "Sentences", "{name} is no model's name; it looks like OWNER/NAME."
    ),
    "empty_revision": QT_TRANSLATE_NOOP(
        "Sentences", "The revision is empty; leave its field empty for the newest."
    ),
    "no_revision_name": QT_TRANSLATE_NOOP(
        "Sentences", "{revision} is no revision; give the name of a branch or a tag, or a commit."
    ),
    "mirror_field": QT_TRANSLATE_NOOP("Sentences", "the mirror field"),
    "proxy_field": QT_TRANSLATE_NOOP("Sentences", "the proxy field"),
    "no_address": QT_TRANSLATE_NOOP(
        "Sentences", "{address} in {where} is no address; it must look like https://host."
    ),
    "circle": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} redirects in a circle ({times} times); check the address of the hub or the mirror.",
    ),
    "circle_of_list": QT_TRANSLATE_NOOP(
        "Sentences", "{host} redirects in a circle; check the address of the hub or the mirror."
    ),
    "told_offline": QT_TRANSLATE_NOOP(
        "Sentences",
        "HF_HUB_OFFLINE is set on this computer, so {host} is not contacted; unset it to download.",
    ),
    "unencrypted": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} redirects to {target} without encryption, which is not followed; use another "
        "mirror.",
    ),
    "proxy_unusable": QT_TRANSLATE_NOOP(
        "Sentences", "The proxy {proxy} cannot be used ({why}); check its address."
    ),
    "broken": QT_TRANSLATE_NOOP("Sentences", "The connection to {host} broke ({why}); try again."),
    "busy": QT_TRANSLATE_NOOP(
        "Sentences", "{host} gets too many requests from here (429); try again in a few minutes."
    ),
    "busy_for": QT_TRANSLATE_NOOP(
        "Sentences", "{host} gets too many requests from here (429); try again in {wait} seconds."
    ),
    "server": QT_TRANSLATE_NOOP(
        "Sentences", "{host} answered {status} ({reason}) for {thing}; try again later."
    ),
    "wrong_hash": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} arrived damaged {tries} times (its hash is not the one that the hub promises); "
        "the last copy is kept as {kept}, try again later or use another mirror.",
    ),
    "shorter": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} ends after {got} of the {promised} bytes that the hub promises; try again later"
        " or use another mirror.",
    ),
    "ends_early": QT_TRANSLATE_NOOP(
        "Sentences", "{host} ends {file} after {got} of {promised} bytes; try again later."
    ),
    "longer": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} is longer than the {promised} bytes that the hub promises ({got} were offered);"
        " try again later or use another mirror.",
    ),
    "no_space": QT_TRANSLATE_NOOP(
        "Sentences",
        "The installation needs {needed} at its peak in {folder}, but only {free} are free; "
        "free {more} more, or choose a folder on another drive.",
    ),
    "disk_full": QT_TRANSLATE_NOOP(
        "Sentences",
        "The drive of {folder} is full, so the installation is paused; free some space and it "
        "goes on by itself.",
    ),
    "proxy_refused": QT_TRANSLATE_NOOP(
        "Sentences",
        "The proxy {proxy} refused the connection to {host} ({why}); check its address and your"
        " rights there.",
    ),
    "proxy_gone": QT_TRANSLATE_NOOP(
        "Sentences", "The proxy {proxy} cannot be reached; check its address in the field below."
    ),
    "no_answer": QT_TRANSLATE_NOOP("Sentences", "{host} did not answer in time; try again later."),
    "gated": QT_TRANSLATE_NOOP(
        "Sentences",
        "{repo} is gated and no token is set; accept its terms on {host}, then put a token of "
        "that account into the token field.",
    ),
    "gated_for_token": QT_TRANSLATE_NOOP(
        "Sentences",
        "{repo} is gated and your token has no access to it; accept its terms on {host}, then "
        "put a token of that account into the token field.",
    ),
    "no_repo_or_private": QT_TRANSLATE_NOOP(
        "Sentences",
        "There is no model {repo} on {host}, or it is private; check the name, or fill in the "
        "token field.",
    ),
    "token_refused": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} does not accept the token for {thing} (401); put a valid one into the token field.",
    ),
    "token_wanted": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} shows {thing} to nobody without access (401): check the name, or fill in the "
        "token field.",
    ),
    "forbidden": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} forbids {thing} (403); it may be gated or need another token, or a filter in "
        "your network blocks it.",
    ),
    "no_revision": QT_TRANSLATE_NOOP(
        "Sentences",
        "{repo} has no revision {revision} on {host}; leave the revision empty for its newest.",
    ),
    "no_repo": QT_TRANSLATE_NOOP(
        "Sentences", "There is no model {repo} on {host}; check the name."
    ),
    "not_in_your_country": QT_TRANSLATE_NOOP(
        "Sentences", "{host} may not show {thing} in your country (451)."
    ),
    "certificate": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} showed a certificate that is not trusted ({why}); check the clock of this "
        "machine, or ask who runs your network.",
    ),
    "no_such_host": QT_TRANSLATE_NOOP(
        "Sentences", "The name {host} was not found; check the address of the hub or the mirror."
    ),
    "no_network": QT_TRANSLATE_NOOP(
        "Sentences", "There is no network connection to {host}; connect and try again."
    ),
    "refused": QT_TRANSLATE_NOOP(
        "Sentences", "{host} refused the connection; check the address of the hub."
    ),
    "no_file": QT_TRANSLATE_NOOP(
        "Sentences", "{repo} has no file {file} at revision {revision} on {host}."
    ),
    "no_network_for_name": QT_TRANSLATE_NOOP(
        "Sentences",
        "There is no network connection, so {host} cannot be looked up; connect and try again.",
    ),
    "fetched_again": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} arrived damaged; it is fetched again ({attempt} of {tries}), the damaged copy "
        "is kept as {kept} until then.",
    ),
    "nonsense": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} answers nonsense about {repo}; check the address of the hub or the mirror.",
    ),
    "other_revision": QT_TRANSLATE_NOOP(
        "Sentences", "{host} offers {repo} at another revision than {revision}."
    ),
    "no_config": QT_TRANSLATE_NOOP(
        "Sentences", "{repo} has no config.json, so it is no model that can be used."
    ),
    "no_safetensors": QT_TRANSLATE_NOOP(
        "Sentences", "{repo} has no weights in safetensors, and no other kind is ever read."
    ),
    "unfinished_other": QT_TRANSLATE_NOOP(
        "Sentences",
        "{folder} holds an unfinished installation of {repo} at {revision} as {scheme}; finish "
        "or delete that one, or choose another folder.",
    ),
    "index_other": QT_TRANSLATE_NOOP(
        "Sentences",
        "The index of {repo} names {file}, which is not among its files; the index belongs to "
        "another revision.",
    ),
    "not_empty": QT_TRANSLATE_NOOP(
        "Sentences",
        "{folder} is not empty and holds no installation to continue; choose another folder, or"
        " empty it.",
    ),
    "no_folder": QT_TRANSLATE_NOOP("Sentences", "{folder} is no folder; choose another."),
    "folder_not_made": QT_TRANSLATE_NOOP(
        "Sentences", "The folder {folder} cannot be made ({why}); choose another."
    ),
    "already_running": QT_TRANSLATE_NOOP(
        "Sentences", "Another installation into {folder} is running; wait for it or cancel it."
    ),
    "not_finished": QT_TRANSLATE_NOOP(
        "Sentences", "The installation of {name} is not finished; continue it."
    ),
    "no_space_for_copy": QT_TRANSLATE_NOOP(
        "Sentences",
        "{name} needs {needed} in {folder}, but only {free} are free; choose another drive.",
    ),
    "not_a_model": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is no model's folder: it has no config.json with weights beside it."
    ),
    "not_installed": QT_TRANSLATE_NOOP("Sentences", "{path} is none of the installed models."),
    "no_parent": QT_TRANSLATE_NOOP("Sentences", "There is no folder {path}; make it first."),
    "is_there": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is there already; rename or remove it first."
    ),
    "not_complete": QT_TRANSLATE_NOOP(
        "Sentences",
        "{name} is not complete; finish quantizing it, or delete it and install it again.",
    ),
    "not_readable": QT_TRANSLATE_NOOP(
        "Sentences", "{path} cannot be read ({why}); check its drive."
    ),
    "not_copied": QT_TRANSLATE_NOOP(
        "Sentences", "{name} could not be copied to {folder} ({why}); the original is untouched."
    ),
    "not_deleted": QT_TRANSLATE_NOOP(
        "Sentences", "{path} cannot be deleted ({why}); close what uses it and try again."
    ),
    "lacks_file": QT_TRANSLATE_NOOP(
        "Sentences", "{name} lacks its file {file}; delete it and install it again."
    ),
    "is_link": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is a link; copy the model's own files first."
    ),
    "holds_link": QT_TRANSLATE_NOOP(
        "Sentences", "{name} holds a link instead of a file; copy the model itself."
    ),
    "bad_manifest": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} cannot be read as a manifest; delete the model, then install or quantize it again.",
    ),
    "helper_nonsense": QT_TRANSLATE_NOOP(
        "Sentences",
        "The helper process reported something that cannot be; start the installation again, "
        "what is finished is kept.",
    ),
    "helper_mistake": QT_TRANSLATE_NOOP(
        "Sentences",
        "The helper process made a mistake of its own ({what}); start it again, what is "
        "finished is kept.",
    ),
    "helper_disk_failed": QT_TRANSLATE_NOOP(
        "Sentences",
        "The disk failed at {path} ({why}); check the drive and start it again, what is "
        "finished is kept.",
    ),
    "helper_no_message": QT_TRANSLATE_NOOP(
        "Sentences",
        "The helper process {name} said something that is no message, so it was ended; start it"
        " again, what it finished is kept.",
    ),
    "helper_ended": QT_TRANSLATE_NOOP(
        "Sentences",
        "The helper process {name} ended unexpectedly ({why}); start it again, what it finished"
        " is kept.",
    ),
    "helper_not_started": QT_TRANSLATE_NOOP(
        "Sentences",
        "The helper process {name} cannot be started ({why}); close other programs and try again.",
    ),
    "helper_no_result": QT_TRANSLATE_NOOP(
        "Sentences", "The helper process ended without a result; start it again."
    ),
    "no_result": QT_TRANSLATE_NOOP(
        "Sentences", "The installation ended without a result; start it again."
    ),
    "signal": QT_TRANSLATE_NOOP("Sentences", "signal {code}"),
    "exit_code": QT_TRANSLATE_NOOP("Sentences", "exit code {code}"),
    "killed": QT_TRANSLATE_NOOP("Sentences", "it was killed, perhaps because memory ran out"),
    "model_type": QT_TRANSLATE_NOOP(
        "Sentences",
        "This checkpoint is of the model type {found}, and only {known} can be run; choose a "
        "Clover checkpoint.",
    ),
    "no_json": QT_TRANSLATE_NOOP(
        "Sentences", "{file} is missing in {folder}; choose a folder that holds a checkpoint."
    ),
    "unreadable": QT_TRANSLATE_NOOP("Sentences", "{path} cannot be read: {why}."),
    "bad_json": QT_TRANSLATE_NOOP("Sentences", "{path} is not valid JSON; fetch the file again."),
    "other_conversion": QT_TRANSLATE_NOOP(
        "Sentences",
        "{folder} holds the unfinished conversion of another checkpoint or with another scheme; "
        "continue it with its own, choose another folder, or delete that one.",
    ),
    "journal_damaged": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is damaged; delete the folder {folder} and start again."
    ),
    "odd_tensor": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} holds the tensor {tensor}, which this model does not have; the checkpoint is of"
        " another kind or damaged.",
    ),
    "odd_type": QT_TRANSLATE_NOOP(
        "Sentences",
        "The tensor {tensor} in {file} is of type {dtype}; a checkpoint in BF16, F16 or F32 is "
        "needed.",
    ),
    "no_tensor": QT_TRANSLATE_NOOP(
        "Sentences", "The tensor {tensor} is missing in the checkpoint; fetch it again."
    ),
    "dest_other": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} holds a model of the scheme {scheme} that was made in another way; choose "
        "another folder.",
    ),
    "disk_while_quantizing": QT_TRANSLATE_NOOP(
        "Sentences", "{path} cannot be read or written ({why}); mend that and continue."
    ),
    "no_source": QT_TRANSLATE_NOOP(
        "Sentences", "There is no folder {path}; give the one with the checkpoint."
    ),
    "nested_folders": QT_TRANSLATE_NOOP(
        "Sentences",
        "The checkpoint {source} and the new model {dest} lie one in the other; choose another "
        "folder for the new model.",
    ),
    "quantized_already": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is quantized already, as {scheme}; give the folder of the checkpoint that it was "
        "made from.",
    ),
    "dest_not_empty": QT_TRANSLATE_NOOP("Sentences", "{path} is not empty; choose another folder."),
    "no_space_to_quantize": QT_TRANSLATE_NOOP(
        "Sentences",
        "The result needs {needed} in {path}, and only {free} are free; free some or choose "
        "another drive.",
    ),
    "full_while_quantizing": QT_TRANSLATE_NOOP(
        "Sentences",
        "The disk of {path} is full; the whole model takes {needed}, so free some space and "
        "continue.",
    ),
    "not_finite": QT_TRANSLATE_NOOP(
        "Sentences",
        "The tensor {tensor} in {file} holds a value that is not a finite number; fetch the "
        "shard again.",
    ),
    "dest_begun": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is not empty; choose another folder, or continue."
    ),
    "model_not_finished": QT_TRANSLATE_NOOP(
        "Sentences", "The model in {path} is not finished; continue its installation or conversion."
    ),
    "no_shard": QT_TRANSLATE_NOOP("Sentences", "{file} is missing in {folder}; fetch it again."),
    "no_header": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} has no usable header, so it is no safetensors file or a damaged one; fetch it "
        "again.",
    ),
    "tensor_cut": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is truncated: its tensor {tensor} ends at byte {end}, and the file has "
        "{nbytes}; fetch it again.",
    ),
    "link_out": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is a link to a place outside the model's folder; copy the file itself there.",
    ),
    "pickle": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is a pickle file under another name, and those are never opened because they "
        "can run code; fetch the model in safetensors form.",
    ),
    "truncated": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is truncated or not a safetensors file; fetch it again."
    ),
    "header_damaged": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is damaged in its header; delete the model and install it again."
    ),
    "file_changed": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is not as it was written; delete the model and install it again."
    ),
    "not_in_manifest": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is not in the manifest; delete that file."
    ),
    "file_missing": QT_TRANSLATE_NOOP(
        "Sentences", "{file} is missing in {folder}; delete the model and install it again."
    ),
    "wrong_size": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} has {nbytes} bytes in place of {wanted}; delete the model and install it again.",
    ),
    "tensor_damaged": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is damaged in the tensor {tensor}; delete the model and install it again.",
    ),
    "nothing_to_verify": QT_TRANSLATE_NOOP(
        "Sentences", "There is no folder {path}; give the one with the model."
    ),
    "odd_redirect": QT_TRANSLATE_NOOP(
        "Sentences", "{host} redirects to something that is no web address."
    ),
    "list_elsewhere": QT_TRANSLATE_NOOP(
        "Sentences",
        "{host} redirects the list of files to {target}, which is not followed; check the "
        "address of the hub or the mirror.",
    ),
    "compressed": QT_TRANSLATE_NOOP(
        "Sentences", "{host} sends {file} compressed, which was not asked for."
    ),
    "other_part": QT_TRANSLATE_NOOP(
        "Sentences", "{host} sends another part of {file} than was asked for."
    ),
    "unusable_name": QT_TRANSLATE_NOOP(
        "Sentences", "{host} lists a file of {repo} with an unusable name: {name}."
    ),
    "no_index": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is no index of weights; fetch the model again."
    ),
    "index_outside": QT_TRANSLATE_NOOP(
        "Sentences", "{path} names {name}, which is outside the model's folder."
    ),
    "index_other_kind": QT_TRANSLATE_NOOP(
        "Sentences", "{path} names {name}; only safetensors are ever read."
    ),
    "index_no_weights": QT_TRANSLATE_NOOP(
        "Sentences", "{path} names no weights; fetch the model again."
    ),
    "journal_other_version": QT_TRANSLATE_NOOP(
        "Sentences",
        "The journal of this installation is of another version; remove the folder {folder} and"
        " start again.",
    ),
    "not_in_index": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} holds the tensor {tensor}, and {index} does not say so; the two are of "
        "different revisions, fetch both again.",
    ),
    "not_in_shard": QT_TRANSLATE_NOOP(
        "Sentences",
        "{index} places the tensor {tensor} in {file}, which lacks it; the two are of different"
        " revisions, fetch both again.",
    ),
    "tensor_again": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} holds the tensor {tensor}, which another shard has brought already; the "
        "checkpoint is damaged.",
    ),
    "conversion_lost": QT_TRANSLATE_NOOP(
        "Sentences",
        "{folder} lacks {file}, on which its journal counts; delete that folder and start again.",
    ),
    "tensor_already": QT_TRANSLATE_NOOP(
        "Sentences",
        "{file} holds the tensor {tensor}, which the checkpoint has already, there or split by "
        "expert; it is damaged.",
    ),
    "tensor_range": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is damaged: the range of its tensor {tensor} does not fit the shape {shape}; "
        "fetch it again.",
    ),
    "tensor_overlaps": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is damaged: its tensor {tensor} overlaps the one before it; fetch it again.",
    ),
    "tensor_gap": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} is damaged: its tensor {tensor} leaves a gap before it; fetch it again.",
    ),
    "shard_longer": QT_TRANSLATE_NOOP(
        "Sentences", "{path} is {count} bytes longer than its header says; fetch it again."
    ),
    "ends_within": QT_TRANSLATE_NOOP("Sentences", "{path} ends within {tensor}; fetch it again."),
    "no_manifest": QT_TRANSLATE_NOOP(
        "Sentences",
        "{path} has no {file}, so there is nothing to verify it against; models that were "
        "installed or quantized by this app have one.",
    ),
    "netlog": QT_TRANSLATE_NOOP(
        "Sentences",
        "The connection log {path} cannot be used ({why}), so no connection is opened; free "
        "some disk space or remove that file.",
    ),
    "context": QT_TRANSLATE_NOOP("Sentences", "{count} tokens of context"),
    "context_in_k": QT_TRANSLATE_NOOP("Sentences", "{count}K context"),
    "assumed": QT_TRANSLATE_NOOP(
        "Sentences", "The speeds are estimates, not measured here: they assume {figures}."
    ),
    "measured": QT_TRANSLATE_NOOP(
        "Sentences", "The speeds follow from bandwidths measured on this machine."
    ),
    "and_more": QT_TRANSLATE_NOOP("Sentences", "{first}, {more}"),
    "figure": QT_TRANSLATE_NOOP("Sentences", "{rate} {what}"),
    "card_lacks": QT_TRANSLATE_NOOP(
        "Sentences",
        "The GPU lacks {size} of free memory for the parts that must lie on it before any "
        "expert does, so it is not used.",
    ),
    "card_lacks_now": QT_TRANSLATE_NOOP(
        "Sentences",
        "The GPU lacks {size} of free memory for the parts that must lie on it before any "
        "expert does, so it is not used; it would be used {way}.",
    ),
    "with_context": QT_TRANSLATE_NOOP("Sentences", "with {context}"),
    "with_scheme": QT_TRANSLATE_NOOP("Sentences", "as {scheme}"),
    "with_scheme_and_context": QT_TRANSLATE_NOOP("Sentences", "as {scheme} with {context}"),
    "other_programs": QT_TRANSLATE_NOOP(
        "Sentences",
        "Other programs hold {held} of the {total} of {name}; with them closed, {then} instead "
        "of {now} experts per layer would lie on it.",
    ),
    "inside_card": QT_TRANSLATE_NOOP("Sentences", "inside the card, half of it reached"),
    "from_ram": QT_TRANSLATE_NOOP("Sentences", "from RAM with a recent processor"),
    "from_disk": QT_TRANSLATE_NOOP("Sentences", "from disk"),
    "to_card": QT_TRANSLATE_NOOP("Sentences", "to the card"),
    "experts_on_disk": QT_TRANSLATE_NOOP(
        "Sentences",
        "{size} of experts stay on disk and are read when they are needed, so keep the model on"
        " a fast drive.",
    ),
    "card_used": QT_TRANSLATE_NOOP("Sentences", "{name} is used."),
    "card_integrated": QT_TRANSLATE_NOOP(
        "Sentences", "{name} is integrated: it shares the machine's RAM and is not used."
    ),
    "card_of_other_maker": QT_TRANSLATE_NOOP(
        "Sentences", "{name} is not used: the engine runs on NVIDIA cards and on the CPU."
    ),
    "card_silent": QT_TRANSLATE_NOOP(
        "Sentences", "{name} does not tell how much of its memory is free and is not used."
    ),
    "second_card": QT_TRANSLATE_NOOP(
        "Sentences", "{name} has {size} free and is not used: a model runs on one card."
    ),
    "card_on_other_driver": QT_TRANSLATE_NOOP(
        "Sentences",
        "{name} is there, but runs on the driver {driver}; install NVIDIA's own driver to use it.",
    ),
    "card_on_system_driver": QT_TRANSLATE_NOOP(
        "Sentences",
        "{name} is there, but runs on the driver that came with the system; install NVIDIA's "
        "own driver to use it.",
    ),
    "card_without_tool": QT_TRANSLATE_NOOP(
        "Sentences",
        "{name} is there, but nvidia-smi does not tell how much of its memory is free, so it is"
        " not used; install NVIDIA's driver tools, or restart the machine if the driver has "
        "just been updated.",
    ),
}
TEXTS: Mapping[str, str] = {code: str(text) for code, text in _MARKED.items()}
"""Code to the text in English, which is also the key of its translation."""


def words_of_models(code: str) -> str | None:
    """The text with gaps in the language of the window now; None for an unknown code."""
    return QCoreApplication.translate("Sentences", TEXTS[code]) if code in TEXTS else None
