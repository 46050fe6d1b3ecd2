"""What fits where on a machine, and how fast it should be; pure, standard library only."""

from clover_desktop.planning.explain import notes
from clover_desktop.planning.geometry import (
    BF16,
    COMPACT,
    INT4_G64,
    RELEASE,
    RELEASE_NAME,
    SCHEMES,
    Geometry,
    Scheme,
    known_geometry,
)
from clover_desktop.planning.hardware import detect
from clover_desktop.planning.ladder import next_plan
from clover_desktop.planning.layout import Missing, Part, Plan, Request
from clover_desktop.planning.machine import Bandwidths, Gpu, Machine
from clover_desktop.planning.plan import (
    DEFAULT_CONTEXT,
    make_plan,
    plan_json,
    plan_request,
    scheme_named,
)

__all__ = [
    "BF16",
    "COMPACT",
    "DEFAULT_CONTEXT",
    "INT4_G64",
    "RELEASE",
    "RELEASE_NAME",
    "SCHEMES",
    "Bandwidths",
    "Geometry",
    "Gpu",
    "Machine",
    "Missing",
    "Part",
    "Plan",
    "Request",
    "Scheme",
    "detect",
    "known_geometry",
    "make_plan",
    "next_plan",
    "notes",
    "plan_json",
    "plan_request",
    "scheme_named",
]
