"""The panel at the right: how the next answer is made, and how the window looks.

The panel shows values and reports changes; it changes nothing by itself. What a model allows comes
with its `Loaded` event.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from clover_desktop.chat import STRATEGIES, Strategy
from clover_desktop.protocol import Loaded
from clover_desktop.settings import (
    SEED_LIMIT,
    TEMPERATURE_LIMIT,
    AnswerSettings,
    LookSettings,
)
from clover_desktop.ui.look import Look
from clover_desktop.ui.settings.controls import (
    Choice,
    Segments,
    Setting,
    Switch,
    ValueSlider,
    WheelGuard,
    inset_text,
)

PANEL_WIDTH = 328
_RANDOM = -1
_NO_LIMIT = 0


class SettingsPanel(QFrame):
    """All settings, each with one sentence.

    Signals:
        answer_changed(AnswerSettings): by the person, or because a model does not allow a wish.
        answer_chosen(AnswerSettings): by the person alone.
        look_changed(LookSettings)
        close_asked()
    """

    answer_changed = Signal(object)
    answer_chosen = Signal(object)
    look_changed = Signal(object)
    close_asked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look_service = look
        self._answer = AnswerSettings()
        self._look = LookSettings()
        self._model: Loaded | None = None
        self.setProperty("card", "panel")
        self.setObjectName("settings_panel")
        self.setFixedWidth(PANEL_WIDTH)

        self.thinking = Switch(look, self)
        self.block_size = Segments(self)
        self.threshold = ValueSlider(0.0, 1.0, 0.01, self)
        self.decoder = Choice(look, self)
        self.temperature = ValueSlider(0.0, TEMPERATURE_LIMIT, 0.05, self)
        self.seed = QSpinBox(self)
        self.seed.setRange(_RANDOM, SEED_LIMIT)
        self.longest = QSpinBox(self)
        self.longest.setRange(_NO_LIMIT, 1_000_000)
        self.longest.setSingleStep(64)
        for field in (self.seed, self.longest):
            inset_text(field)
        self.animation = Segments(self)
        self.theme = Segments(self)
        self.language = Choice(look, self)
        self.reset = QPushButton(self)

        self._settings = {
            "thinking": Setting(self.thinking, beside=True),
            "block_size": Setting(self.block_size, beside=False),
            "threshold": Setting(self.threshold, beside=False),
            "decoder": Setting(self.decoder, beside=False),
            "temperature": Setting(self.temperature, beside=False),
            "seed": Setting(self.seed, beside=False),
            "longest": Setting(self.longest, beside=False),
            "animation": Setting(self.animation, beside=False),
            "theme": Setting(self.theme, beside=False),
            "language": Setting(self.language, beside=False),
        }
        self._lay_out()
        self._connect()
        self._retranslate()
        self.set_answer(self._answer)
        self.set_look(self._look)

    def set_model(self, model: Loaded) -> None:
        """Take the bounds of `model`; wishes it does not allow go back to its own values."""
        self._model = model
        names = [str(size) for size in model.block_sizes]
        self.block_size.set_choices(model.block_sizes, names, self.tr("Block size"))
        # A value that this bound cuts is no wish of the person, and is not kept as one.
        self.longest.blockSignals(True)
        self.longest.setMaximum(max(1, model.context))
        self.longest.blockSignals(False)
        self.thinking.setEnabled(model.can_think)
        fitted = self._answer.fitted_to(model)
        self.set_answer(fitted)
        self.answer_changed.emit(fitted)

    def set_answer(self, settings: AnswerSettings) -> None:
        """Show `settings`, without a signal."""
        self._answer = settings
        model = self._model
        for widget in (self.thinking, self.decoder, self.seed, self.longest):
            widget.blockSignals(True)
        self.thinking.setChecked(settings.thinking and (model is None or model.can_think))
        self.decoder.setCurrentIndex(STRATEGIES.index(settings.strategy))
        self.seed.setValue(_RANDOM if settings.seed is None else settings.seed)
        self.longest.setValue(_NO_LIMIT if settings.max_tokens is None else settings.max_tokens)
        for widget in (self.thinking, self.decoder, self.seed, self.longest):
            widget.blockSignals(False)
        own_size = model.block_size if model is not None else 32
        self.block_size.set_value(settings.block_size or own_size)
        own_threshold = model.threshold if model is not None else 0.95
        self.threshold.set_value(
            own_threshold if settings.threshold is None else settings.threshold
        )
        own_temperature = model.temperature if model is not None else 0.0
        self.temperature.set_value(
            own_temperature if settings.temperature is None else settings.temperature
        )
        self._show_relevance()

    def set_look(self, settings: LookSettings) -> None:
        """Show `settings`, without a signal."""
        self._look = settings
        self.animation.set_value(settings.animation)
        self.theme.set_value(settings.theme)
        self.language.blockSignals(True)
        self.language.setCurrentIndex(max(0, self.language.findData(settings.language)))
        self.language.blockSignals(False)

    def toggle_thinking(self) -> None:
        """Thinking on or off, as a shortcut does it."""
        if self.thinking.isEnabled():
            self.thinking.click()

    def scroll_bar(self) -> QScrollBar:
        """What scrolls the settings."""
        return self._scroll.verticalScrollBar()

    def _lay_out(self) -> None:
        self._title = QLabel(self)
        self._title.setObjectName("panel_title")
        self._close = QToolButton(self)
        self._close.setProperty("kind", "icon")
        self._close.setIconSize(QSize(18, 18))
        head = QHBoxLayout()
        head.setContentsMargins(20, 14, 12, 6)
        head.addWidget(self._title, 1)
        head.addWidget(self._close)

        body = QWidget()
        body.setObjectName("scroll_body")
        column = QVBoxLayout(body)
        column.setContentsMargins(20, 4, 20, 24)
        column.setSpacing(20)
        self._note = self._section(column)
        for name in ("thinking", "decoder", "block_size", "threshold"):
            column.addWidget(self._settings[name])
        for name in ("temperature", "seed", "longest"):
            column.addWidget(self._settings[name])
        column.addWidget(self.reset)
        line = QFrame(self)
        line.setObjectName("rule")
        line.setFixedHeight(1)
        column.addWidget(line)
        self._look_title = self._section(column)
        for name in ("animation", "theme", "language"):
            column.addWidget(self._settings[name])
        column.addStretch(1)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(body)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(self._scroll, 1)
        self._wheel_guard = WheelGuard(self)
        self._wheel_guard.guard(self)

    def _section(self, column: QVBoxLayout) -> QLabel:
        label = QLabel(self)
        label.setProperty("role", "muted")
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(label)
        return label

    def _connect(self) -> None:
        self.thinking.toggled.connect(self._take_thinking)
        self.block_size.chosen.connect(self._take_block_size)
        self.threshold.changed.connect(self._take_threshold)
        self.decoder.currentIndexChanged.connect(self._take_decoder)
        self.temperature.changed.connect(self._take_temperature)
        self.seed.valueChanged.connect(self._take_seed)
        self.longest.valueChanged.connect(self._take_longest)
        self.reset.clicked.connect(self._take_reset)
        self.animation.chosen.connect(self._take_animation)
        self.theme.chosen.connect(self._take_theme)
        self.language.currentIndexChanged.connect(self._take_language)
        self._close.clicked.connect(self.close_asked)
        self._look_service.changed.connect(self._restyle)
        self._restyle()

    def _change(self, settings: AnswerSettings) -> None:
        self._answer = settings
        self._show_relevance()
        self.answer_changed.emit(settings)
        self.answer_chosen.emit(settings)

    @Slot(bool)
    def _take_thinking(self, is_on: bool) -> None:
        self._change(replace(self._answer, thinking=is_on))

    @Slot(object)
    def _take_block_size(self, size: int) -> None:
        self._change(replace(self._answer, block_size=size))

    @Slot(float)
    def _take_threshold(self, value: float) -> None:
        self._change(replace(self._answer, threshold=round(value, 2)))

    @Slot(int)
    def _take_decoder(self, index: int) -> None:
        self._change(replace(self._answer, strategy=STRATEGIES[index]))

    @Slot(float)
    def _take_temperature(self, value: float) -> None:
        self._change(replace(self._answer, temperature=round(value, 2)))

    @Slot(int)
    def _take_seed(self, value: int) -> None:
        self._change(replace(self._answer, seed=None if value == _RANDOM else value))

    @Slot(int)
    def _take_longest(self, value: int) -> None:
        self._change(replace(self._answer, max_tokens=None if value == _NO_LIMIT else value))

    @Slot()
    def _take_reset(self) -> None:
        self.set_answer(AnswerSettings())
        self.answer_changed.emit(self._answer)
        self.answer_chosen.emit(self._answer)

    @Slot(object)
    def _take_animation(self, speed: str) -> None:
        match speed:
            case "live" | "slow" | "off":
                self._change_look(replace(self._look, animation=speed))

    @Slot(object)
    def _take_theme(self, choice: str) -> None:
        match choice:
            case "system" | "light" | "dark":
                self._change_look(replace(self._look, theme=choice))

    @Slot(int)
    def _take_language(self, index: int) -> None:
        match self.language.itemData(index):
            case "system" | "en" | "zh_CN" as choice:
                self._change_look(replace(self._look, language=choice))

    def _change_look(self, settings: LookSettings) -> None:
        self._look = settings
        self.look_changed.emit(settings)

    def _show_relevance(self) -> None:
        """A control without effect on the chosen decoder cannot be moved, and says so."""
        strategy = self._answer.strategy
        is_diffusion = strategy == "low_confidence"
        for name in ("block_size", "threshold"):
            setting = self._settings[name]
            setting.control.setEnabled(is_diffusion)
            setting.set_words(setting.title.text(), self._sentence(name, strategy))
        self.seed.setEnabled(self.temperature.value() > 0)
        self._settings["decoder"].explanation.setText(self._decoder_sentence(strategy))

    def _sentence(self, name: str, strategy: Strategy) -> str:
        """What block size or threshold do with a decoder."""
        is_diffusion = strategy == "low_confidence"
        if name == "block_size":
            if is_diffusion:
                return self.tr(
                    "Places filled together: larger is faster, smaller follows its own text more."
                )
            return self.tr("Only Diffusion fills places together: no effect on this decoder.")
        if is_diffusion:
            return self.tr("How sure a fill must be: higher is more careful and takes more passes.")
        return self.tr("Only Diffusion asks how sure a fill is: no effect on this decoder.")

    def _decoder_sentence(self, strategy: Strategy) -> str:
        match strategy:
            case "low_confidence":
                return self.tr(
                    "Each pass fills every place the model is sure of: many at once, and you see "
                    "it happen."
                )
            case "draft_self":
                return self.tr(
                    "One pass drafts a run of tokens, a second keeps what it would have written "
                    "itself: often the fastest, close to One by one in quality."
                )
            case "causal":
                return self.tr(
                    "One token after another, as ordinary models write: the slowest, a yardstick "
                    "for the others."
                )

    @Slot()
    def _restyle(self) -> None:
        self._close.setIcon(self._look_service.theme.icon("close"))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Settings"))
        self._title.setText(self.tr("Settings"))
        self._note.setText(self.tr("Changes apply from your next message."))
        self._look_title.setText(self.tr("The window; these apply at once."))
        self._close.setAccessibleName(self.tr("Hide the settings"))
        self._close.setToolTip(self.tr("Hide the settings"))
        self.reset.setText(self.tr("Back to the model's own values"))
        self.seed.setSpecialValueText(self.tr("Random"))
        self.longest.setSpecialValueText(self.tr("As long as it fits"))
        self.longest.setSuffix(self.tr(" tokens"))
        self._fill_choices()
        words = self._settings
        words["thinking"].set_words(
            self.tr("Thinking"),
            self.tr("The model thinks in writing first: slower, better at questions with steps."),
        )
        words["block_size"].set_words(
            self.tr("Block size"),
            self._sentence("block_size", self._answer.strategy),
        )
        words["threshold"].set_words(
            self.tr("Confidence threshold"),
            self._sentence("threshold", self._answer.strategy),
        )
        words["decoder"].set_words(
            self.tr("Decoder"), self._decoder_sentence(self._answer.strategy)
        )
        words["temperature"].set_words(
            self.tr("Temperature"),
            self.tr("0 takes the likeliest word; higher varies more, errs more and fills slower."),
        )
        words["seed"].set_words(
            self.tr("Seed"),
            self.tr(
                "A fixed seed repeats an answer; it changes neither speed nor quality, and does "
                "nothing at temperature 0."
            ),
        )
        words["longest"].set_words(
            self.tr("Longest answer"),
            self.tr("Where an answer is cut: a low limit saves time, and may cut a sentence."),
        )
        words["animation"].set_words(
            self.tr("Animation"),
            self.tr("How the block moves: Slow shows each pass, Off shows whole blocks only."),
        )
        words["theme"].set_words(
            self.tr("Theme"), self.tr("Light or dark; System follows your desktop.")
        )
        words["language"].set_words(
            self.tr("Language"), self.tr("The language of the window, not of the answers.")
        )
        self.threshold.set_title(self.tr("Confidence threshold"))
        self.temperature.set_title(self.tr("Temperature"))

    def _fill_choices(self) -> None:
        names = (self.tr("Diffusion"), self.tr("Draft and verify"), self.tr("One by one"))
        self._refill(self.decoder, list(zip(STRATEGIES, names, strict=True)))
        # A language is named in itself, so that it is found by those who read no other.
        languages = [("system", self.tr("System")), ("en", "English"), ("zh_CN", "简体中文")]
        self._refill(self.language, languages)
        model = self._model
        sizes = model.block_sizes if model is not None else (8, 16, 32)
        names_of_sizes = [str(size) for size in sizes]
        self.block_size.set_choices(sizes, names_of_sizes, self.tr("Block size"))
        self.animation.set_choices(
            ("live", "slow", "off"),
            (self.tr("Live"), self.tr("Slow"), self.tr("Off")),
            self.tr("Animation"),
        )
        self.theme.set_choices(
            ("system", "light", "dark"),
            (self.tr("System"), self.tr("Light"), self.tr("Dark")),
            self.tr("Theme"),
        )

    def _refill(self, box: QComboBox, items: list[tuple[str, str]]) -> None:
        box.blockSignals(True)
        index = box.currentIndex()
        box.clear()
        for value, name in items:
            box.addItem(name, value)
        box.setCurrentIndex(max(0, index))
        box.blockSignals(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
