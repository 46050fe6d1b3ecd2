"""Invented names, companies, places, dates, amounts and numbers.

They are composed from few parts, so that a model has to copy them and yet knows each part. A fixed
share of each kind, chosen by checksum, is kept for the evaluation: a value is drawn from one side
only. Many of the trained English names are made of syllables that are drawn anew: from few parts
alone a model learns which pairs never come, and then does not copy those.
"""

from collections.abc import Callable
from random import Random

from clover_desktop.tools.seedling.corpus.facts_data import MONTHS
from clover_desktop.tools.seedling.corpus.grammar import choose, is_held_out, words

_FIRST_NAMES = words(
    "Anna|Bruno|Carla|David|Elena|Felix|Greta|Henry|Irene|Jonas|Karin|Lukas|Maria|Nils|Olga|Peter|"
    "Rita|Simon|Tessa|Ulrich|Vera|Walter|Yara|Adrian|Bianca|Conrad|Dora|Emil|Frida|Gustav|Helen|"
    "Ivan|Julia|Kevin|Laura|Martin|Nadia|Oscar|Paula|Robert|Sarah|Thomas|Viola|William|Agnes|"
    "Boris|Clara|Daniel"
)
_LAST_NAMES = words(
    "Abbott|Becker|Cooper|Dalton|Ekman|Fischer|Gruber|Hansen|Ivers|Jansen|Keller|Larsen|Meyer|"
    "Novak|Olsen|Parker|Quinn|Rossi|Schmidt|Turner|Ullman|Vogel|Weber|Young|Zimmer|Ashford|"
    "Barlow|Carver|Dixon|Ellis|Foster|Graham|Hobbs|Irving|Jarvis|Kowalski|Lindgren|Mason|Norton|"
    "Osborn|Pereira|Reuter|Sanders|Tanner|Vargas|Wagner|Yates|Archer"
)
_PLACE_STARTS = words("North|South|East|West|Old|New|Port|Lake|Fort|Upper|Lower|Great")
_PLACE_STEMS = words(
    "Milford|Harwick|Aldburg|Brenton|Carston|Denmoor|Elmstad|Fairhill|Glenford|Holbrook|Kirkdale|"
    "Langley|Marwood|Netherby|Oakhurst|Penrith|Redmere|Selby|Thornton|Waldheim|Ashby|Bramley|"
    "Corwen|Dunmore|Eastleigh|Falmouth|Grimsby|Hexham|Kelso|Lindale|Melrose|Norwick"
)
_COMPANY_STEMS = words(
    "Alder|Beacon|Cedar|Delta|Ember|Falcon|Garnet|Harbor|Iris|Juniper|Kestrel|Lotus|Maple|Nova|"
    "Orbit|Pioneer|Quartz|Raven|Summit|Tiger|Unity|Vector|Willow|Zenith|Amber|Birch|Comet|Dolphin|"
    "Echo|Forest|Globe|Horizon"
)
_COMPANY_ENDS = words("Ltd|Inc|Group|Partners|Foods|Logistics|Software|Energy")
_SURNAMES = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董程曹袁邓许傅沈"
_GIVEN = "明华丽芳强军敏静伟杰涛娟英勇艳超秀玉平红春梅兰桂霞飞鹏琳佳欣雨晨浩然子轩思怡嘉宁文博"
_PLACE_CHARACTERS = "临清江海山河东西南北安宁平和阳泉石龙金银白青云长永新兴福德庆"
_PLACE_KINDS = "市县镇市区"
_COMPANY_CHARACTERS = "华盛天成恒信达通瑞丰凯源中联百利宏远万顺启航佳美同创东方鼎泰"
_COMPANY_KINDS = ("贸易公司", "科技公司", "食品公司", "物流公司", "建筑公司", "出版社", "能源公司")

_FIRST_SOUNDS = words("b|br|c|d|f|g|gr|h|j|k|l|m|n|p|r|s|sh|st|t|tr|v|w|")
_VOWELS = words("a|e|i|o|u|a|e|i|o|u|ai|ea|ou")
_MIDDLE_SOUNDS = words("|||n|r|l|s|m")
_LAST_SOUNDS = words("||n|r|l|s|m|t|ck|nd|rn|ll|x")
INVENTED_SHARE = 0.35

Draw = Callable[[Random], str]


def _invented(rng: Random) -> str:
    """A word of two syllables that no list holds."""
    parts = (_FIRST_SOUNDS, _VOWELS, _MIDDLE_SOUNDS, _FIRST_SOUNDS, _VOWELS, _LAST_SOUNDS)
    return "".join(choose(rng, part) for part in parts).capitalize()


def _word(rng: Random, known: tuple[str, ...], held_out: bool) -> str:
    if not held_out and rng.random() < INVENTED_SHARE:
        return _invented(rng)
    return choose(rng, known)


def _until(rng: Random, held_out: bool, draw: Draw) -> str:
    while True:
        value = draw(rng)
        if is_held_out(value) == held_out:
            return value


def person(rng: Random, language: str, held_out: bool) -> str:
    if language == "en":

        def draw(r: Random) -> str:
            return f"{_word(r, _FIRST_NAMES, held_out)} {_word(r, _LAST_NAMES, held_out)}"

        return _until(rng, held_out, draw)
    # The first two characters decide, so that no longer name hides a held-out one.
    name = _until(rng, held_out, lambda r: choose(r, _SURNAMES) + choose(r, _GIVEN))
    return name + choose(rng, _GIVEN) if rng.random() < 0.6 else name


def place(rng: Random, language: str, held_out: bool) -> str:
    if language == "en":

        def draw(r: Random) -> str:
            return f"{choose(r, _PLACE_STARTS)} {_word(r, _PLACE_STEMS, held_out)}"

        return _until(rng, held_out, draw)
    stem = _until(
        rng, held_out, lambda r: choose(r, _PLACE_CHARACTERS) + choose(r, _PLACE_CHARACTERS)
    )
    return stem + choose(rng, _PLACE_KINDS)


def company(rng: Random, language: str, held_out: bool) -> str:
    if language == "en":

        def draw(r: Random) -> str:
            return f"{_word(r, _COMPANY_STEMS, held_out)} {choose(r, _COMPANY_ENDS)}"

        return _until(rng, held_out, draw)
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
    if rng.random() < 0.7:
        return f"{day} {MONTHS['en'][month - 1]} {year}"
    return f"{MONTHS['en'][month - 1]} {day}, {year}"


def amount(rng: Random, language: str, held_out: bool) -> str:
    digits = 2 + int(rng.random() * 4)
    least = 10 ** (digits - 1)
    number = int(_until(rng, held_out, lambda r: str(least + int(r.random() * 9 * least))))
    if digits > 2 and rng.random() < 0.5:
        rounded = number - number % 10
        number = rounded if is_held_out(str(rounded)) == held_out else number
    if language == "zh":
        return f"{number}元"
    return choose(rng, ("EUR {:,}", "${:,}", "{:,} euros")).format(number)


def reference(rng: Random, language: str, held_out: bool) -> str:
    """An invoice, order or file number."""
    number = _until(rng, held_out, lambda r: str(1000 + int(r.random() * 99000)))
    return f"{choose(rng, 'ABCDEFGHKLMNPRSTVW')}-{number}"


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
