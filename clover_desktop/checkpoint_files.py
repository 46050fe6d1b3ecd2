"""Names of the files of a released checkpoint, for what fetches them and what reads them."""

INDEX = "model.safetensors.index.json"
SINGLE = "model.safetensors"
SMALL_FILES = (
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.json",
    "merges.txt",
    "chat_template.jinja",
    "LICENSE",
    "NOTICE",
)
"""Files that come along unchanged, as far as the checkpoint has them."""
