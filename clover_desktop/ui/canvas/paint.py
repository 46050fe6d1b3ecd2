"""Draw the pieces of a scene with QPainter.

Two cues tell how sure the model is of a cell: the colour of its shade, and a line under it that
needs no colour and is the thicker the more there is to doubt. So a page of certain words stays
calm. A cell that was forced has a folded corner, and its line is dotted.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QGlyphRun,
    QPainter,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from clover_desktop.ui.canvas.cells import CellPicture
from clover_desktop.ui.canvas.layout import direction
from clover_desktop.ui.canvas.scene import Glyphs, Sprite
from clover_desktop.ui.motion import mix, shimmer
from clover_desktop.ui.theme import Theme, baseline

_SHADES = 24  # steps of a colour ramp; more cannot be told apart
_LINE = 3.0  # thickness of the line under a cell of full doubt, pixels
_FOLD = 6.0  # side of the folded corner of a forced cell, pixels
_PAD = 1.5  # how far a shade reaches into the space beside a word, pixels


class CellPainter:
    """Brushes, pens and metrics for one theme and font, made once."""

    def __init__(self, theme: Theme, font: QFont, line_height: int) -> None:
        metrics = QFontMetricsF(font)
        self.line_height = line_height
        self.font = font
        self._italic = QFont(font)
        self._italic.setItalic(True)
        self._baseline = round(baseline(font, line_height))
        self._x_height = metrics.xHeight()
        self._em = float(font.pixelSize())
        self._shaped: dict[tuple[str, bool], list[tuple[float, QGlyphRun]]] = {}
        self._radius = float(theme.radius("cell"))
        self._text = QPen(theme.color("text"))
        self._draft_text = QPen(theme.color("draft_text"))
        self._draft_line = QBrush(theme.color("draft"))
        self._draft_brush = QBrush(theme.color("draft_surface"))
        self._draft_pen = QPen(theme.color("draft"), 1.0)
        self._strike_pen = QPen(theme.color("rejected"), 1.4)
        self._forced = QBrush(theme.color("forced"))
        self._glow = QBrush(theme.color("cell_glow"))
        self._blank = QBrush(theme.color("blank"))
        self._sign_pen = QPen(theme.color("text_muted"), 1.2)
        self._sign_pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._sign_pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self._shades = _ramp(theme, "cell_low", "cell_middle", "cell_high")
        self._lines = _ramp(theme, "line_low", "line_high")
        self._masks = _ramp(theme, "mask", "mask_shine")

    def paint(
        self, painter: QPainter, sprites: Iterable[Sprite], now: float, period: float
    ) -> None:
        """Draw `sprites` from the painter's origin down; `period` is that of the masks' light."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        page = list(sprites)
        # No pen is set while grounds are drawn; what needs one puts it away again.
        painter.setPen(Qt.PenStyle.NoPen)
        # All grounds before all text: a mask that still glides must not cover a word.
        for sprite in page:
            picture = sprite.picture
            if picture is None:
                continue
            if picture.mask > 0.0 and not sprite.piece.text:
                self._paint_mask(painter, sprite, picture, now, period)
            if picture.shade > 0.0:
                self._paint_shade(painter, sprite, picture)
        for sprite in page:
            picture = sprite.picture
            if picture is None:
                painter.setOpacity(1.0)
                self._draw_text(painter, sprite, self._text)
            elif picture.ink > 0.0 and sprite.piece.text and not sprite.piece.is_space:
                self._paint_text(painter, sprite, picture)
        painter.setOpacity(1.0)

    def _paint_mask(
        self, painter: QPainter, sprite: Sprite, picture: CellPicture, now: float, period: float
    ) -> None:
        height = round(self._em * 0.56)
        top = sprite.piece.line * self.line_height + self._baseline
        top -= round((self._x_height + height) / 2)
        place = sprite.x / (40.0 * self._em) + sprite.piece.line * 0.12
        light = shimmer(now, place, period)
        painter.setOpacity(picture.mask * sprite.arrival)
        painter.setBrush(self._masks[round(light * (_SHADES - 1))])
        painter.drawRoundedRect(QRectF(sprite.x, top, sprite.width, height), height / 2, height / 2)

    def _paint_shade(self, painter: QPainter, sprite: Sprite, picture: CellPicture) -> None:
        piece = sprite.piece
        if piece.is_space or not piece.text:
            self._paint_blank(painter, sprite, picture)
            return
        box = self._box(sprite)
        step = round(picture.level * (_SHADES - 1))
        opacity = picture.shade * sprite.arrival
        painter.setOpacity(opacity)
        if picture.outline > 0.0:
            painter.setPen(self._draft_pen)
            painter.setBrush(self._draft_brush)
            box = box.adjusted(0.5, 1.0, -0.5, -1.0)
            painter.drawRoundedRect(box, self._radius, self._radius)
            painter.setPen(Qt.PenStyle.NoPen)
            line = self._draft_line
        else:
            line = self._lines[step]
            painter.setBrush(self._shades[step])
            painter.drawRoundedRect(box, self._radius, self._radius)
            if picture.glow > 0.0:
                painter.setOpacity(opacity * picture.glow)
                painter.setBrush(self._glow)
                painter.drawRoundedRect(box, self._radius, self._radius)
                painter.setOpacity(opacity)
        thickness = _LINE * (1.0 - picture.level)
        if picture.mark > 0.0:
            self._paint_forced(painter, box, line, thickness)
        elif thickness > 0.2:
            left, bottom = box.left() + 2.0, box.bottom() - 0.5
            painter.fillRect(QRectF(left, bottom - thickness, box.width() - 4.0, thickness), line)

    def _paint_forced(self, painter: QPainter, box: QRectF, line: QBrush, thickness: float) -> None:
        left, right, bottom = box.left() + 2.0, box.right() - 2.0, box.bottom() - 0.5
        thickness = max(2.0, thickness)
        pen = QPen(line.color(), thickness)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern((2.0 / thickness, 2.0 / thickness))
        painter.setPen(pen)
        y = bottom - thickness / 2
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._forced)
        right, top = box.right(), box.top()
        fold = min(_FOLD, box.width())
        corner = (QPointF(right - fold, top), QPointF(right, top), QPointF(right, top + fold))
        painter.drawPolygon(QPolygonF(corner))

    def _paint_blank(self, painter: QPainter, sprite: Sprite, picture: CellPicture) -> None:
        # A cell without ink: a stop id, a marker, spaces, or a line end with its sign.
        piece = sprite.piece
        middle = piece.line * self.line_height + self._baseline - self._x_height / 2
        painter.setOpacity(picture.shade * sprite.arrival)
        if piece.text.startswith("\n"):
            painter.setPen(self._sign_pen)
            left = sprite.x + 2.0
            right = left + self._em * 0.5
            low = middle + 2.0
            painter.drawPolyline(
                [QPointF(right, low - 5.0), QPointF(right, low), QPointF(left, low)]
            )
            painter.drawPolyline(
                [QPointF(left + 3.0, low - 3.0), QPointF(left, low), QPointF(left + 3.0, low + 3.0)]
            )
            painter.setPen(Qt.PenStyle.NoPen)
            return
        painter.setBrush(self._blank)
        painter.drawRoundedRect(QRectF(sprite.x, middle - 2.0, sprite.width, 4.0), 2.0, 2.0)

    def _paint_text(self, painter: QPainter, sprite: Sprite, picture: CellPicture) -> None:
        painter.setOpacity(picture.ink * sprite.arrival)
        pen = self._draft_text if picture.is_italic else self._text
        self._draw_text(painter, sprite, pen, is_italic=picture.is_italic)
        if picture.strike > 0.0:
            painter.setPen(self._strike_pen)
            y = sprite.piece.line * self.line_height + self._baseline - self._x_height / 2
            painter.drawLine(QPointF(sprite.x, y), QPointF(sprite.x + sprite.width, y))

    def _draw_text(
        self, painter: QPainter, sprite: Sprite, pen: QPen, *, is_italic: bool = False
    ) -> None:
        # While its place is still opening, no more of a word shows than there is room for.
        is_cut = sprite.picture is not None and sprite.width < sprite.piece.width - 0.5
        if is_cut:
            painter.save()
            top = sprite.piece.line * self.line_height
            painter.setClipRect(
                QRectF(sprite.x - _PAD, top, sprite.width + 2 * _PAD, self.line_height),
                Qt.ClipOperation.IntersectClip,
            )
        painter.setPen(pen)
        y = sprite.piece.line * self.line_height + self._baseline
        for ascent, run in self._shape(sprite.piece.text, is_italic):
            painter.drawGlyphRun(QPointF(sprite.x, y - ascent), run)
        if is_cut:
            painter.restore()

    def _shape(self, text: str, is_italic: bool) -> list[tuple[float, QGlyphRun]]:
        # Shaping a text costs more than drawing it, and the same words are drawn in every frame.
        key = (text, is_italic)
        shaped = self._shaped.get(key)
        if shaped is None:
            if len(self._shaped) > 2048:
                self._shaped.clear()
            layout = QTextLayout(text, self._italic if is_italic else self.font)
            option = QTextOption()
            is_rtl = direction(text) > 0
            option.setTextDirection(
                Qt.LayoutDirection.RightToLeft if is_rtl else Qt.LayoutDirection.LeftToRight
            )
            option.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
            layout.setTextOption(option)
            layout.beginLayout()
            line = layout.createLine()
            layout.endLayout()
            shaped = [(line.ascent(), run) for run in layout.glyphRuns()]
            self._shaped[key] = shaped
        return shaped

    def _box(self, sprite: Sprite) -> QRectF:
        piece = sprite.piece
        left = max(0.0, sprite.x + (0.5 if piece.is_glued_left else -_PAD))
        right = sprite.x + sprite.width + (-0.5 if piece.is_glued_right else _PAD)
        top = piece.line * self.line_height + 1.5
        return QRectF(left, top, max(3.0, right - left), self.line_height - 3.0)


def glyphs_for(font: QFont) -> Glyphs:
    """The widths of what is drawn without text, for `font`."""
    metrics = QFontMetricsF(font)
    em = float(font.pixelSize())
    return Glyphs(
        em=em,
        gap=metrics.horizontalAdvance(" "),
        blank=round(em * 0.4),
        line_end=round(em * 0.75),
        token=metrics.horizontalAdvance(" word"),
    )


def _ramp(theme: Theme, *tokens: str) -> list[QBrush]:
    """Brushes from the first colour to the last, through those between."""
    stops = [theme.color(token) for token in tokens]
    brushes = []
    for step in range(_SHADES):
        way = step / (_SHADES - 1) * (len(stops) - 1)
        index = min(int(way), len(stops) - 2)
        low, high, share = stops[index], stops[index + 1], way - index
        channels = (
            mix(low.redF(), high.redF(), share),
            mix(low.greenF(), high.greenF(), share),
            mix(low.blueF(), high.blueF(), share),
        )
        brushes.append(QBrush(QColor.fromRgbF(*channels)))
    return brushes
