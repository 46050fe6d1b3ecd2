"""Which format each parameter gets, as data. The network says what stays precise, not the
converter: the names are those of `CloverModel.named_parameters`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from clover_desktop.errors import UsageError
from clover_desktop.models.formats import BITS, INT3, INT4, INT8, STORED

_PRECISE = (
    # A 4-bit router ruins long answers, and all of these together are 0.1 GB of 19.
    r"(.*\.)?\w*norm\.weight",
    r".*\.mlp\.gate\.weight",
    r".*\.mlp\.shared_expert_gate\.weight",
    r".*\.linear_attn\.conv_(right_)?weight",
    r".*\.linear_attn\.(A_log|dt_bias)",
    r".*\.linear_attn\.in_proj_[ab]\.weight",
    r".*\.linear_attn\.bd_softmax_\w+",
)
_DENSE = (
    r"embed_tokens\.weight",
    r"lm_head\.weight",
    r".*\.self_attn\.[qkvo]_proj\.weight",
    r".*\.linear_attn\.(in_proj_qkv|in_proj_z|out_proj)\.weight",
    r".*\.mlp\.shared_expert\.(gate|up|down)_proj\.weight",
)
_GATE_UP, _DOWN = r".*\.mlp\.experts\.gate_up_proj", r".*\.mlp\.experts\.down_proj"


@dataclass(frozen=True)
class Scheme:
    """`rules` are pairs of a pattern for a whole parameter name and its format; exactly one
    pattern fits a name."""

    name: str
    rules: tuple[tuple[str, str], ...]

    def format_of(self, parameter: str) -> str:
        """The format of a parameter, as named in `formats`."""
        for pattern, form in self.rules:
            if re.fullmatch(pattern, parameter):
                return form
        raise KeyError(parameter)

    @property
    def gate_up_bits(self) -> int:
        """Bits of the routed experts' gate and up."""
        return BITS[dict(self.rules)[_GATE_UP]]

    @property
    def down_bits(self) -> int:
        """Bits of the routed experts' down."""
        return BITS[dict(self.rules)[_DOWN]]


def _scheme(name: str, gate_up: str, down: str) -> Scheme:
    return Scheme(
        name,
        (
            (_GATE_UP, gate_up),
            (_DOWN, down),
            *((pattern, STORED) for pattern in _PRECISE),
            *((pattern, INT8) for pattern in _DENSE),
        ),
    )


SCHEMES: Mapping[str, Scheme] = {
    scheme.name: scheme
    for scheme in (_scheme("int4-g64", INT4, INT4), _scheme("compact", INT3, INT4))
}


def scheme_named(name: str) -> Scheme:
    """The scheme of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in SCHEMES:
        raise UsageError(f"The scheme {name!r} is not known; choose one of {', '.join(SCHEMES)}.")
    return SCHEMES[name]
