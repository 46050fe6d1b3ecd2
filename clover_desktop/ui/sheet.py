"""The style of the window's own pieces, made from the theme's tokens; the rest is in `theme.py`."""

from __future__ import annotations

from clover_desktop.ui.theme import Theme

_SHEET = """
#header {{ background: transparent; }}
#model_name {{ font-weight: 600; }}
#demo_tag {{ background: {accent_soft}; color: {accent}; border-radius: 9px;
    padding: 1px 9px; font-size: {size_small}px; font-weight: 600; }}
#welcome_title {{ font-size: 30px; font-weight: 600; }}
#welcome_sentence {{ color: {text_muted}; font-size: 16px; }}
#caption {{ color: {text_muted}; font-size: {size_small}px; }}
#example {{ background: {surface}; border: 1px solid {border}; border-radius: {radius_l}px;
    padding: 0; text-align: left; }}
#example:hover {{ border-color: {focus}; background: {surface_raised}; }}
#example:focus {{ border: 2px solid {focus}; }}
#example_kind {{ font-weight: 600; }}
#composer {{ background: {surface}; border: 1px solid {border_strong};
    border-radius: 22px; }}
#composer[focused="true"] {{ border: 1px solid {focus}; }}
#prompt, #prompt:focus {{ background: transparent; border: none; padding: 0; }}
#send {{ background: {accent}; border: none; border-radius: 18px; padding: 0; }}
#send:hover {{ background: {accent_hover}; }}
#send:pressed {{ background: {accent_pressed}; }}
#send:focus {{ border: 2px solid {text}; }}
#send:disabled {{ background: {border_strong}; }}
#think_chip {{ background: transparent; border: 1px solid {border}; border-radius: 15px;
    padding: 5px 12px 5px 9px; color: {text_muted}; font-size: {size_small}px; }}
#think_chip:hover {{ background: {hover}; }}
#think_chip:checked {{ background: {accent_soft}; border-color: {accent_soft}; color: {accent};
    font-weight: 600; }}
#think_chip:focus {{ border-color: {focus}; }}
#pasted_chip {{ background: {surface_sunken}; border: 1px solid {border};
    border-radius: {radius_m}px; }}
#pasted_body, #pasted_body:disabled {{ background: transparent; border: 1px solid transparent;
    border-radius: 7px; padding: 3px 8px; color: {text}; font-size: {size_small}px; }}
#pasted_body:hover:enabled {{ background: {hover}; }}
#pasted_remove {{ background: transparent; border: 1px solid transparent; border-radius: 7px;
    padding: 4px; }}
#pasted_remove:hover {{ background: {hover}; }}
#pasted_body:focus, #pasted_remove:focus {{ border: 1px solid {focus}; }}
#jump {{ background: {surface_raised}; border: 1px solid {border_strong}; border-radius: 19px;
    padding: 0; }}
#jump:hover {{ background: {hover}; }}
#transcript QScrollBar[idle="true"]::handle {{ background: transparent; }}
#transcript {{ background: transparent; border: 1px solid transparent; }}
#transcript:focus {{ border: 1px solid {focus}; }}
#text_view, #text_view:focus {{ background: transparent; border: none; padding: 0; }}
#text_view[tone="muted"] {{ color: {text_muted}; }}
#code_box {{ background: {code_surface}; border: 1px solid {border};
    border-radius: {radius_m}px; }}
#code_view, #code_view:focus {{ background: transparent; border: none;
    padding: 2px 14px 10px 14px; }}
#thinking_head {{ background: transparent; border: 1px solid transparent; padding: 3px 8px 3px 0;
    color: {text_muted}; font-size: 13px; text-align: left; }}
#thinking_head:hover {{ color: {text}; background: {hover}; }}
#thinking_head:focus {{ border: 1px solid {focus}; }}
#thinking_body {{ border: none; border-left: 2px solid {border}; margin-left: 8px; }}
#copy_answer {{ background: transparent; border: 1px solid transparent; padding: 5px 0;
    margin-right: -3px; }}
#copy_answer:focus {{ border: 1px solid {focus}; }}
#try_again {{ padding: 3px 10px; font-size: {size_small}px; }}
#notice_title {{ font-weight: 600; }}
QLabel[role="fact"] {{ font-size: 14px; }}
#rule {{ background: {border_strong}; border: none; }}
#settings_panel {{ border-left: 1px solid {border}; }}
#panel_title {{ font-size: 17px; font-weight: 600; }}
#setting_title {{ font-weight: 600; font-size: 14px; }}
#section_title {{ color: {text_muted}; font-size: {size_small}px; font-weight: 600; }}
#segments {{ background: {surface_sunken}; border: 1px solid {border};
    border-radius: {radius_m}px; }}
QToolButton[kind="segment"] {{ background: transparent; border: 1px solid transparent;
    border-radius: 7px; padding: 4px 6px; color: {text_muted}; font-size: 13px; }}
QToolButton[kind="segment"]:hover {{ color: {text}; }}
QToolButton[kind="segment"]:checked {{ background: {segment}; border: 1px solid {border_strong};
    color: {text}; font-weight: 600; }}
QToolButton[kind="segment"]:focus {{ border: 1px solid {focus}; }}
QToolButton[kind="segment"]:disabled {{ color: {text_disabled}; }}
QProgressBar {{ background: {mask}; border: none; border-radius: 3px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QSlider {{ min-height: 24px; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {border_strong}; }}
QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {accent}; }}
QSlider::sub-page:horizontal:disabled {{ background: {border_strong}; }}
QSlider::handle:horizontal {{ width: 16px; margin: -6px 0; border-radius: 8px;
    background: {accent}; border: none; }}
QSlider::handle:horizontal:disabled {{ background: {border_strong}; }}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{
    background: {accent_hover}; border: 2px solid {text}; width: 12px; }}
QComboBox::drop-down {{ border: none; width: 26px; }}
QSpinBox, QDoubleSpinBox, QComboBox {{ min-height: 24px; font-size: 14px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {{ background: transparent;
    border: none; padding: 0 4px; }}
#shortcut_keys {{ background: {surface_sunken}; border: 1px solid {border};
    border-radius: {radius_s}px; padding: 2px 8px; font-size: 13px; }}
"""


def window_sheet(theme: Theme) -> str:
    """The style sheet of the main window."""
    words: dict[str, object] = {**theme.colors}
    # The chosen one is the lightest of its row in both themes.
    words["segment"] = theme.colors["border" if theme.name == "dark" else "surface"]
    words |= {f"radius_{key}": value for key, value in theme.radii.items()}
    words |= {f"size_{key}": value for key, value in theme.sizes.items()}
    return _SHEET.format_map(words)
