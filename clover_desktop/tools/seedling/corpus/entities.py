"""Invented names, companies, places, dates, amounts and numbers.

They are composed from syllables, so that a model has to copy them. A fixed share of each kind,
chosen by checksum, is kept for the evaluation: a value is drawn from one side only.
"""

from collections.abc import Callable
from random import Random

from clover_desktop.tools.seedling.corpus.facts_data import MONTHS
from clover_desktop.tools.seedling.corpus.grammar import choose, is_held_out, words

_STARTS = words("B|D|F|G|H|J|K|L|M|N|P|R|S|T|V|W|Br|Dr|Gr|Kl|Pr|St|Th|Tr|Ch|Sh|Al|El|Or|An")
_VOWELS = words("a|e|i|o|u|a|e|i|o|ai|ea|ou")
_FIRST_ENDS = words("ra|la|na|ta|ro|lo|n|s|l|ris|lin|nia|mir|vin|della|ren|do|mo|ssa|ko|bel")
_LAST_MIDDLES = words("l|n|r|m|ld|nd|rk|st|v|ss|ll|rt|b|mb")
_LAST_ENDS = words("win|man|er|berg|ton|field|ley|ow|ski|sen|well|ard|ino|ak|es|by|ham|ford")
_PLACE_ENDS = words("burg|ville|ford|haven|mere|stad|port|bridge|hill|mouth|wick|dale|field")
_COMPANY_ENDS = words("Ltd|Inc|GmbH|Group|Partners|Foods|Logistics|Software|Energy|Press")
_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董程曹袁邓许傅沈"
_GIVEN = "明华丽芳强军敏静伟杰涛娟英勇艳超秀玉平红春梅兰桂霞飞鹏琳佳欣雨晨浩然子轩思怡嘉宁文博"
_PLACE_CHARACTERS = "临清江海山河东西南北安宁平和阳泉石龙金银白青云长永新兴福德庆"
_PLACE_KINDS = "市县镇市区"
_COMPANY_CHARACTERS = "华盛天成恒信达通瑞丰凯源中联百利宏远万顺启航佳美同创东方鼎泰"
_COMPANY_KINDS = ("贸易公司", "科技公司", "食品公司", "物流公司", "建筑公司", "出版社", "能源公司")

Draw = Callable[[Random], str]


def _until(rng: Random, held_out: bool, draw: Draw) -> str:
    while True:
        value = draw(rng)
        if is_held_out(value) == held_out:
            return value


def _first(rng: Random) -> str:
    return choose(rng, _STARTS) + choose(rng, _VOWELS) + choose(rng, _FIRST_ENDS)


def _last(rng: Random) -> str:
    return (
        choose(rng, _STARTS)
        + choose(rng, _VOWELS)
        + choose(rng, _LAST_MIDDLES)
        + choose(rng, _LAST_ENDS)
    )


def _stem(rng: Random) -> str:
    return choose(rng, _STARTS) + choose(rng, _VOWELS) + choose(rng, _LAST_MIDDLES)


def person(rng: Random, language: str, held_out: bool) -> str:
    if language == "en":
        return f"{_until(rng, held_out, _first)} {_until(rng, held_out, _last)}"
    # The first two characters decide, so that no longer name hides a held-out one.
    name = _until(rng, held_out, lambda r: choose(r, _SURNAMES) + choose(r, _GIVEN))
    return name + choose(rng, _GIVEN) if rng.random() < 0.6 else name


def place(rng: Random, language: str, held_out: bool) -> str:
    if language == "en":
        return _until(rng, held_out, lambda r: _stem(r) + choose(r, _PLACE_ENDS))
    stem = _until(
        rng, held_out, lambda r: choose(r, _PLACE_CHARACTERS) + choose(r, _PLACE_CHARACTERS)
    )
    return stem + choose(rng, _PLACE_KINDS)


def company(rng: Random, language: str, held_out: bool) -> str:
    if language == "en":
        stem = _until(rng, held_out, lambda r: _stem(r) + choose(r, _FIRST_ENDS))
        return f"{stem} {choose(rng, _COMPANY_ENDS)}"
    stem = _until(
        rng, held_out, lambda r: choose(r, _COMPANY_CHARACTERS) + choose(r, _COMPANY_CHARACTERS)
    )
    return stem + choose(rng, _COMPANY_KINDS)


def date(rng: Random, language: str, held_out: bool) -> str:
    """A date between 2018 and 2039; all its spellings fall on the same side."""
    iso = _until(
        rng,
        held_out,
        lambda r: (
            f"{2018 + int(r.random() * 22)}-{1 + int(r.random() * 12):02}"
            f"-{1 + int(r.random() * 28):02}"
        ),
    )
    year, month, day = (int(part) for part in iso.split("-"))
    if language == "zh":
        return f"{year}年{month}月{day}日"
    roll = rng.random()
    if roll < 0.6:
        return f"{day} {MONTHS['en'][month - 1]} {year}"
    return f"{MONTHS['en'][month - 1]} {day}, {year}" if roll < 0.9 else iso


def amount(rng: Random, language: str, held_out: bool) -> str:
    digits = 2 + int(rng.random() * 4)
    least = 10 ** (digits - 1)
    number = int(_until(rng, held_out, lambda r: str(least + int(r.random() * 9 * least))))
    if digits > 2 and rng.random() < 0.5:
        rounded = number - number % 10
        number = rounded if is_held_out(str(rounded)) == held_out else number
    if language == "zh":
        return f"{number}元"
    return choose(rng, ("EUR {:,}", "${:,}", "{:,} euros", "GBP {:,}", "EUR {:,}")).format(number)


def reference(rng: Random, language: str, held_out: bool) -> str:
    """An invoice, order or file number."""
    letters = choose(rng, "ABCDEFGHKLMNPRSTVW") + choose(rng, "ABCDEFGHKLMNPRSTVW")
    return letters + "-" + _until(rng, held_out, lambda r: str(1000 + int(r.random() * 99000)))


def phone(rng: Random, language: str, held_out: bool) -> str:
    tail = _until(rng, held_out, lambda r: str(1000 + int(r.random() * 9000)))
    return f"0{10 + int(rng.random() * 90)}-{100 + int(rng.random() * 900)}-{tail}"


def room(rng: Random, language: str, held_out: bool) -> str:
    number = 100 + int(rng.random() * 500)
    return f"room {number}" if language == "en" else f"{number}室"


def clause(rng: Random, language: str, held_out: bool) -> str:
    number = 1 + int(rng.random() * 20)
    if language == "zh":
        return f"第{number}条"
    return f"clause {number}" + (f".{1 + int(rng.random() * 9)}" if rng.random() < 0.3 else "")


MAKERS: dict[str, Callable[[Random, str, bool], str]] = {
    "name": person,
    "place": place,
    "company": company,
    "date": date,
    "amount": amount,
    "reference": reference,
    "phone": phone,
    "room": room,
    "clause": clause,
}
