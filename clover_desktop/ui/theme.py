"""The look as data: colours, space, radius, durations and type sizes, and what Qt makes of them.

The values live in `assets/themes/light.json` and `dark.json`; no widget holds a colour or a
duration of its own. A widget that is drawn by Fusion is styled here, through the palette and one
short style sheet; a widget that paints itself asks `Theme.color`. Which theme a person wants is
kept by the settings, not here.

Style sheet hooks for the rest of the window are dynamic properties: `kind` of a button (`primary`,
`quiet`, `icon`), `role` of a label (`muted`, `title`, `error`) and `card` of a frame (`surface`,
`user`, `error`, `warning`, `panel`).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyle

from clover_desktop import paths

ThemeName = Literal["light", "dark"]
ThemeSetting = Literal["system", "light", "dark"]
FontRole = Literal["small", "body", "title", "code"]

# The first installed family of each list draws Latin text. Chinese and emoji are always named: Qt
# left to itself may choose a brush script for Chinese.
UI_FAMILIES = (
    "Inter",
    "Segoe UI",
    "SF Pro Text",
    "Cantarell",
    "Ubuntu",
    "Noto Sans",
    "Source Sans 3",
    "Noto Sans CJK SC",
    "Microsoft YaHei UI",
    "PingFang SC",
    "DejaVu Sans",
)
CODE_FAMILIES = (
    "JetBrains Mono",
    "Cascadia Mono",
    "SF Mono",
    "Noto Sans Mono",
    "DejaVu Sans Mono",
    "Noto Sans Mono CJK SC",
    "Microsoft YaHei UI",
    "PingFang SC",
)
EMOJI_FAMILIES = ("Noto Color Emoji", "Segoe UI Emoji", "Apple Color Emoji")


@dataclass(frozen=True)
class Theme:
    """One set of tokens. Lengths are logical pixels, durations seconds.

    Asking for a token that the files do not have raises KeyError: that is our mistake.
    """

    name: ThemeName
    colors: Mapping[str, str]
    spaces: Mapping[str, int]
    radii: Mapping[str, int]
    durations: Mapping[str, float]
    sizes: Mapping[str, float]
    is_reduced_motion: bool = False

    @classmethod
    def load(cls, name: ThemeName, *, folder: Path | None = None) -> Theme:
        """Read a shipped theme (from `folder` in tests).

        Raises:
            FileNotFoundError: the shipped files are missing.
        """
        path = (folder or paths.assets_folder() / "themes") / f"{name}.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            name=name,
            colors=data["color"],
            spaces=data["space"],
            radii=data["radius"],
            durations=data["motion"],
            sizes=data["type"],
        )

    def with_reduced_motion(self, is_reduced: bool = True) -> Theme:
        """The same look in which nothing moves."""
        return replace(self, is_reduced_motion=is_reduced)

    def color(self, token: str, *, alpha: float = 1.0) -> QColor:
        """A new colour, with `alpha` from 0 to 1."""
        color = QColor(self.colors[token])
        if alpha < 1.0:
            color.setAlphaF(max(0.0, alpha))
        return color

    def space(self, token: str) -> int:
        """A distance: `xs`, `s`, `m`, `l`, `xl`, `xxl`."""
        return self.spaces[token]

    def radius(self, token: str) -> int:
        """A corner radius: `cell`, `s`, `m`, `l`."""
        return self.radii[token]

    def duration(self, token: str) -> float:
        """Seconds a movement takes; 0 where motion is reduced."""
        return 0.0 if self.is_reduced_motion else self.durations[token]

    def font(self, role: FontRole = "body") -> QFont:
        """A font with the families set explicitly and its size in pixels."""
        families = CODE_FAMILIES if role == "code" else UI_FAMILIES
        font = QFont()
        font.setFamilies(list(_installed((*families, *EMOJI_FAMILIES))))
        font.setPixelSize(round(self.sizes[role]))
        if role == "title":
            font.setWeight(QFont.Weight.DemiBold)
        if role == "code":
            font.setStyleHint(QFont.StyleHint.Monospace)
        return font

    def line_height(self, role: FontRole = "body") -> int:
        """The pitch of text lines in pixels; messages and the live block use the same."""
        return round(self.sizes[role] * self.sizes["line_height"])

    def icon(
        self, name: str, token: str = "text_muted", *, disabled: str = "text_disabled"
    ) -> QIcon:
        """`assets/icons/NAME.svg` in the colour of `token`, sharp at scales up to 300 %."""
        return QIcon(_icon(name, self.colors[token], self.colors[disabled]))

    def palette(self) -> QPalette:
        """The palette for Fusion; the disabled group included."""
        palette = QPalette()
        role = QPalette.ColorRole
        for target, token in (
            (role.Window, "window"),
            (role.WindowText, "text"),
            (role.Base, "surface"),
            (role.AlternateBase, "surface_sunken"),
            (role.Text, "text"),
            (role.PlaceholderText, "text_muted"),
            (role.Button, "surface_raised"),
            (role.ButtonText, "text"),
            (role.BrightText, "danger"),
            (role.ToolTipBase, "surface_raised"),
            (role.ToolTipText, "text"),
            (role.Highlight, "selection"),
            (role.HighlightedText, "on_selection"),
            (role.Accent, "accent"),
            (role.Link, "link"),
            (role.LinkVisited, "link"),
            (role.Light, "surface_raised"),
            (role.Midlight, "hover"),
            (role.Mid, "border"),
            (role.Dark, "border_strong"),
            (role.Shadow, "shadow"),
        ):
            palette.setColor(target, self.color(token))
        for target in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
            palette.setColor(QPalette.ColorGroup.Disabled, target, self.color("text_disabled"))
        return palette

    def style_sheet(self) -> str:
        """The style sheet of a window, apart from its own pieces."""
        words: dict[str, str] = {**self.colors}
        words |= {f"space_{key}": f"{value}px" for key, value in self.spaces.items()}
        words |= {f"radius_{key}": f"{value}px" for key, value in self.radii.items()}
        words |= {f"size_{key}": f"{value}px" for key, value in self.sizes.items()}
        return _STYLE_SHEET.format_map(words)


_STYLE_SHEET = """
QToolTip {{ background: {surface_raised}; color: {text}; border: 1px solid {border};
    border-radius: {radius_s}; padding: {space_xs} {space_s}; }}
QLabel[role="muted"] {{ color: {text_muted}; font-size: {size_small}; }}
QLabel[role="title"] {{ font-size: {size_title}; font-weight: 600; }}
QLabel[role="error"] {{ color: {danger}; }}
QPushButton, QToolButton {{ background: {surface_raised}; color: {text};
    border: 1px solid {border}; border-radius: {radius_m}; padding: 6px {space_m}; }}
QPushButton:hover, QToolButton:hover {{ background: {hover}; border-color: {border_strong}; }}
QPushButton:focus, QToolButton:focus {{ border: 1px solid {focus}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {text_disabled}; border-color: {border}; }}
QPushButton[kind="primary"] {{ background: {accent}; color: {on_accent}; border-color: {accent};
    font-weight: 600; }}
QPushButton[kind="primary"]:hover {{ background: {accent_hover}; border-color: {accent_hover}; }}
QPushButton[kind="primary"]:pressed {{ background: {accent_pressed}; }}
QPushButton[kind="primary"]:focus {{ border: 2px solid {text}; padding: 5px 11px; }}
QPushButton[kind="primary"]:disabled {{ background: {surface_sunken}; color: {text_disabled};
    border-color: {border}; }}
QPushButton[kind="quiet"], QToolButton[kind="icon"], QPushButton[kind="icon"] {{
    background: transparent; border: 1px solid transparent; color: {text_muted}; }}
QToolButton[kind="icon"], QPushButton[kind="icon"] {{ padding: 6px; }}
QPushButton[kind="quiet"]:hover, QToolButton[kind="icon"]:hover, QPushButton[kind="icon"]:hover {{
    background: {hover}; color: {text}; }}
QToolButton[kind="icon"]:checked {{ background: {accent_soft}; }}
QPushButton[kind="quiet"]:focus, QToolButton[kind="icon"]:focus, QPushButton[kind="icon"]:focus {{
    border: 1px solid {focus}; }}
QFrame[card="surface"] {{ background: {surface}; border: 1px solid {border};
    border-radius: {radius_l}; }}
QFrame[card="user"] {{ background: {user_bubble}; border: none; border-radius: {radius_l}; }}
QFrame[card="error"] {{ background: {danger_surface}; border: 1px solid {danger};
    border-radius: {radius_m}; }}
QFrame[card="warning"] {{ background: {warning_surface}; border: 1px solid {warning};
    border-radius: {radius_m}; }}
QFrame[card="panel"] {{ background: {sidebar}; border: none; }}
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox {{
    background: {surface}; color: {text}; border: 1px solid {border};
    border-radius: {radius_s}; padding: 4px {space_s};
    selection-background-color: {selection}; selection-color: {on_selection}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QComboBox:focus {{ border: 1px solid {focus}; }}
QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled {{ color: {text_disabled}; }}
QComboBox {{ combobox-popup: 0; }}
QComboBoxPrivateContainer {{ background: transparent; border: none; }}
QComboBox QAbstractItemView {{ background: {surface_raised}; color: {text};
    border: 1px solid {border_strong}; border-radius: {radius_m}; padding: 4px; outline: none;
    selection-background-color: {accent_soft}; selection-color: {text}; }}
QComboBox QAbstractItemView::item {{ min-height: 30px; padding: 0 8px;
    border-radius: {radius_s}; }}
QComboBox QAbstractItemView::item:selected {{ background: {accent_soft}; color: {text}; }}
QScrollArea, QScrollArea > QWidget > QWidget#scroll_body {{ background: transparent;
    border: none; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {border_strong}; border-radius: 3px; margin: 3px; }}
QScrollBar::handle:vertical {{ min-height: 36px; }}
QScrollBar::handle:horizontal {{ min-width: 36px; }}
QScrollBar::handle:hover {{ background: {text_disabled}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def theme_for(setting: ThemeSetting, *, reduced_motion: bool | None = None) -> Theme:
    """The theme a setting asks for; `system` follows the desktop, and is light where it is silent.

    `reduced_motion` None asks the desktop, as far as Qt knows its wish.
    """
    if setting == "system":
        scheme = QGuiApplication.styleHints().colorScheme()
        theme = Theme.load("dark" if scheme == Qt.ColorScheme.Dark else "light")
    else:
        theme = Theme.load(setting)
    is_reduced = system_reduces_motion() if reduced_motion is None else reduced_motion
    return theme.with_reduced_motion(is_reduced)


def system_reduces_motion() -> bool:
    """Whether the desktop asks for no animations. False where Qt cannot tell."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return False
    return app.style().styleHint(QStyle.StyleHint.SH_Widget_Animate) == 0


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the whole application the look: Fusion, palette and font.

    The style sheet belongs to the window, and reaches its dialogs and tips from there: Qt takes
    about 15 times as long to change that of the application, and as long for a style set anew.
    """
    if app.style().name().lower() != "fusion":
        app.setStyle("Fusion")
    if app.palette() != theme.palette():
        app.setPalette(theme.palette())
    if app.font() != theme.font("body"):
        app.setFont(theme.font("body"))


def contrast_ratio(first: QColor, second: QColor) -> float:
    """The WCAG 2 contrast of two opaque colours, from 1 to 21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def baseline(font: QFont, line_height: float) -> float:
    """Pixels from the top of a line of that pitch to its baseline, so that text sits in its
    middle."""
    metrics = QFontMetricsF(font)
    return (line_height - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent()


def _luminance(color: QColor) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4

    return (
        0.2126 * linear(color.redF())
        + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF())
    )


@functools.cache
def _installed(families: tuple[str, ...]) -> tuple[str, ...]:
    # Qt searches for aliases of every missing family, which takes long and may end in a script
    # font; so only installed ones are named.
    present = tuple(family for family in families if QFontDatabase.hasFamily(family))
    return present or families[-1:]


@functools.cache
def _svg_source(name: str) -> bytes:
    return (paths.assets_folder() / "icons" / f"{name}.svg").read_bytes()


@functools.cache
def _icon(name: str, color: str, disabled: str) -> QIcon:
    # Each message has some, and all are asked for again when the theme changes.
    icon = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, disabled)):
        for side in (16, 20, 24, 32, 48, 72):
            icon.addPixmap(_pixmap(name, ink, side), mode)
    return icon


def _pixmap(name: str, color: str, side: int) -> QPixmap:
    renderer = QSvgRenderer(
        QByteArray(_svg_source(name).replace(b"currentColor", color.encode("ascii")))
    )
    pixmap = QPixmap(QSize(side, side))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, side, side))
    painter.end()
    return pixmap
