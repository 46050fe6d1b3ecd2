"""Plans, times and schemes in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from clover_desktop import planning
from clover_desktop.planning import COMPACT, INT4_G64, Plan
from clover_desktop.ui.library.state import Survey, size_text
from clover_desktop.ui.sentences import in_words

_GPU = "gpu"


def duration(seconds: float) -> str:
    """A time in words that promises no more than is known."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return QCoreApplication.translate("Words", "less than a minute")
    if minutes < 60:
        return QCoreApplication.translate("Words", "{0} min").format(minutes)
    if minutes < 48 * 60:
        hours, rest = divmod(minutes, 60)
        return QCoreApplication.translate("Words", "{0} h {1} min").format(hours, rest)
    return QCoreApplication.translate("Words", "{0} days").format(round(minutes / 1440))


def speed(tokens_per_second: float) -> str:
    """Tokens per second, without digits nobody knows."""
    digits = 0 if tokens_per_second >= 9.5 else 1
    return f"{tokens_per_second:.{digits}f}"


def scheme_name(scheme: str) -> str:
    """How weights are packed."""
    if scheme == INT4_G64.name:
        return QCoreApplication.translate("Words", "4 bits")
    if scheme == COMPACT.name:
        return QCoreApplication.translate("Words", "3 bits")
    return QCoreApplication.translate("Words", "16 bits")


def headline(plan: Plan) -> str:
    """Whether it fits, where it lies, how fast it should be: one sentence."""
    context = _context(plan)
    if not plan.fits:
        title = QCoreApplication.translate("Words", "Does not fit with {0}: {1}")
        return title.format(context, "; ".join(shortages(plan)))
    where = _places(plan)
    title = QCoreApplication.translate(
        "Words", "Fits with {0}: {1}; about {2} tokens per second with Diffusion."
    )
    return title.format(context, where, speed(plan.tokens_per_second["low_confidence"]))


def shortages(plan: Plan) -> list[str]:
    """What is missing, and how much."""
    found = []
    for missing in plan.missing:
        if missing.place == "disk":
            found.append(disk_shortage(missing.nbytes, missing.free))
            continue
        short, free = size_text(missing.nbytes), size_text(missing.free)
        needed = size_text(missing.nbytes + missing.free)
        if missing.place == "gpu":
            text = QCoreApplication.translate(
                "Words", "{0} of GPU memory are missing ({1} are needed, {2} are free)"
            )
        else:
            text = QCoreApplication.translate(
                "Words", "{0} of RAM are missing ({1} are needed, {2} are free)"
            )
        found.append(text.format(short, needed, free))
    return found


def notes(plan: Plan) -> str:
    """What a plan says besides whether it fits and how fast, a line each."""
    return "\n".join(in_words(note) for note in planning.notes(plan))


def disk_shortage(nbytes: int, free: int) -> str:
    """How much disk is missing."""
    text = QCoreApplication.translate(
        "Words", "{0} of free disk are missing ({1} are needed, {2} are free)"
    )
    return text.format(size_text(nbytes), size_text(nbytes + free), size_text(free))


def way_out(survey: Survey, scheme: str) -> str:
    """What could be done where a scheme does not fit; empty where it does."""
    places = {missing.place for missing in survey.plans[scheme].missing}
    found = []
    if places - {"disk"}:
        others = [name for name, plan in survey.plans.items() if plan.fits]
        text = QCoreApplication.translate("Words", "It would fit with {0}.")
        if others:
            found.append(text.format(scheme_name(others[0])))
        elif scheme in survey.shorter:
            found.append(text.format(_context_words(survey.shorter[scheme])))
        else:
            found.append(
                QCoreApplication.translate(
                    "Words",
                    "No setting of it fits this computer as it is now: close other programs or "
                    "add memory. The demo model runs anywhere.",
                )
            )
    if "disk" in places:
        found.append(
            QCoreApplication.translate(
                "Words", "Choose a folder on another drive, or free some disk."
            )
        )
    return " ".join(found)


def _context(plan: Plan) -> str:
    return _context_words(plan.request.context)


def _context_words(context: int) -> str:
    if context % 1024 == 0:
        return QCoreApplication.translate("Words", "{0}K context").format(context // 1024)
    return QCoreApplication.translate("Words", "{0} tokens of context").format(context)


def _places(plan: Plan) -> str:
    parts = []
    if plan.device == _GPU:
        experts = plan.request.geometry.num_experts
        if plan.resident_per_layer == experts:
            text = QCoreApplication.translate("Words", "all {0} experts per layer on the GPU")
            parts.append(text.format(experts))
        else:
            text = QCoreApplication.translate("Words", "{0} of {1} experts per layer on the GPU")
            parts.append(text.format(plan.resident_per_layer, experts))
    else:
        text = QCoreApplication.translate("Words", "on the CPU with {0} in RAM")
        parts.append(text.format(size_text(plan.ram_bytes)))
    experts_in_ram = plan.nbytes("ram", name="experts")
    if plan.device == _GPU and experts_in_ram:
        text = QCoreApplication.translate("Words", "{0} of experts in RAM ({1} of RAM in all)")
        parts.append(text.format(size_text(experts_in_ram), size_text(plan.ram_bytes)))
    elif plan.device == _GPU:
        text = QCoreApplication.translate("Words", "{0} in RAM")
        parts.append(text.format(size_text(plan.ram_bytes)))
    if plan.disk_bytes:
        text = QCoreApplication.translate("Words", "{0} read from disk")
        parts.append(text.format(size_text(plan.disk_bytes)))
    text = parts[0]
    for part in parts[1:]:
        text = QCoreApplication.translate("Words", "{0}, plus {1}").format(text, part)
    return text
