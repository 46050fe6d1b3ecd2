# Run: python3 run.py test tests/ui/test_theme.py
import json
import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from clover_desktop import paths
from clover_desktop.ui.theme import Theme, ThemeName, apply_theme, contrast_ratio, theme_for

NAMES: tuple[ThemeName, ...] = ("light", "dark")

READABLE = [
    *(
        ("text", ground)
        for ground in (
            "window",
            "surface",
            "surface_raised",
            "surface_sunken",
            "sidebar",
            "user_bubble",
            "code_surface",
            "hover",
            "accent_soft",
            "cell_low",
            "cell_middle",
            "cell_high",
            "cell_glow",
            "danger_surface",
            "warning_surface",
        )
    ),
    *(("text_muted", ground) for ground in ("window", "surface", "sidebar", "surface_sunken")),
    ("draft_text", "draft_surface"),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("on_accent", "accent_pressed"),
    ("on_selection", "selection"),
    ("accent", "surface"),
    ("link", "surface"),
    ("danger", "danger_surface"),
    ("danger", "surface"),
    ("warning", "warning_surface"),
]

# Signs without letters need 3 to 1.
VISIBLE = [
    ("forced", "cell_low"),
    ("forced", "cell_high"),
    ("rejected", "draft_surface"),
    ("focus", "window"),
    ("focus", "surface"),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("ink", "ground"), READABLE)
def test_text_can_be_read_on_its_ground(name: ThemeName, ink: str, ground: str) -> None:
    theme = Theme.load(name)
    assert contrast_ratio(theme.color(ink), theme.color(ground)) >= 4.5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("sign", "ground"), VISIBLE)
def test_signs_can_be_seen_on_their_ground(name: ThemeName, sign: str, ground: str) -> None:
    theme = Theme.load(name)
    assert contrast_ratio(theme.color(sign), theme.color(ground)) >= 3.0


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast_ratio(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21.0)
    assert contrast_ratio(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.01)


def test_both_themes_have_the_same_tokens_and_differ_in_colour_only() -> None:
    folder = paths.assets_folder() / "themes"
    light, dark = (
        json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in NAMES
    )
    assert light["color"].keys() == dark["color"].keys()
    for part in ("space", "radius", "motion", "type"):
        assert light[part] == dark[part]
    for colour in (*light["color"].values(), *dark["color"].values()):
        assert re.fullmatch(r"#[0-9a-f]{6}", colour)


def test_reduced_motion_takes_no_time_and_changes_no_colour() -> None:
    theme = Theme.load("light")
    still = theme.with_reduced_motion()
    assert theme.duration("fill") == pytest.approx(0.16)
    assert {still.duration(token) for token in theme.durations} == {0.0}
    assert still.color("text") == theme.color("text")


@pytest.mark.parametrize("name", NAMES)
def test_an_applied_theme_reaches_the_widgets(qtbot: QtBot, name: ThemeName) -> None:
    theme = Theme.load(name)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    old_palette, old_font, old_sheet = app.palette(), app.font(), app.styleSheet()
    try:
        apply_theme(app, theme)
        app.setStyleSheet(theme.style_sheet())
        button = QPushButton("Send")
        button.setProperty("kind", "primary")
        qtbot.addWidget(button)
        image = button.grab().toImage()
        assert app.palette().color(QPalette.ColorRole.Window) == theme.color("window")
        near_left_edge = image.pixelColor(6, image.height() // 2)
        assert near_left_edge == theme.color("accent")
        assert app.font().families()[0] == theme.font("body").families()[0]
    finally:
        app.setStyleSheet(old_sheet)
        app.setFont(old_font)
        app.setPalette(old_palette)


def test_fonts_name_a_chinese_family_where_one_is_installed(qapp: QApplication) -> None:
    theme = Theme.load("light")
    for role in ("small", "body", "title", "code"):
        font = theme.font(role)
        assert font.families()
        assert font.pixelSize() == theme.sizes[role]
    assert theme.line_height("body") == 24


def test_a_setting_chooses_the_theme(qapp: QApplication) -> None:
    assert theme_for("dark").name == "dark"
    assert theme_for("light").name == "light"
    assert theme_for("system").name in NAMES
    assert theme_for("dark", reduced_motion=True).is_reduced_motion
    assert not theme_for("dark", reduced_motion=False).is_reduced_motion


@pytest.mark.parametrize(
    "icon", sorted(path.stem for path in (paths.assets_folder() / "icons").glob("*.svg"))
)
def test_an_icon_is_drawn_in_the_colour_asked_for(qapp: QApplication, icon: str) -> None:
    theme = Theme.load("dark")
    image = theme.icon(icon, "danger").pixmap(QSize(48, 48)).toImage()
    solid = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    ]
    assert solid
    if icon != "clover":  # the app's own icon keeps its colours
        assert {colour.name() for colour in solid} == {theme.color("danger").name()}
