"""The main window: lays the pieces out and joins them. What they do is in their own modules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QIcon,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from clover_desktop import paths
from clover_desktop.protocol import Loaded
from clover_desktop.settings import AnswerSettings, LookSettings, WindowSettings
from clover_desktop.ui.actions import Actions, Command, ShortcutSheet
from clover_desktop.ui.bar import NoticeBar
from clover_desktop.ui.chat.composer import Composer
from clover_desktop.ui.chat.controller import ChatController, Phase, Problem
from clover_desktop.ui.chat.transcript import COLUMN_WIDTH, Transcript
from clover_desktop.ui.chat.turns import Exchange
from clover_desktop.ui.drops import FileGate
from clover_desktop.ui.language import Translations
from clover_desktop.ui.library.library import Library
from clover_desktop.ui.library.models_page import ModelsPage
from clover_desktop.ui.links import LinkQuestion
from clover_desktop.ui.look import Look
from clover_desktop.ui.settings.keeper import SettingsKeeper
from clover_desktop.ui.settings.panel import PANEL_WIDTH, SettingsPanel
from clover_desktop.ui.sheet import window_sheet
from clover_desktop.ui.theme import apply_theme, theme_for
from clover_desktop.ui.welcome import WelcomePage

DEMO_NAME = "Seedling"
_SIZE = QSize(1120, 780)
_LEAST_SIZE = QSize(480, 420)
# The transcript always keeps room for its scroll bar; what stands below it lines up with the text.
_SCROLL_BAR = 12


class MainWindow(QMainWindow):
    """One chat with its settings panel.

    Signals:
        first_painted(): the window is on the screen; slow things may begin.
        closed()
    """

    first_painted = Signal()
    closed = Signal()

    def __init__(
        self,
        controller: ChatController,
        look: Look,
        translations: Translations,
        library: Library,
        keeper: SettingsKeeper,
        *,
        demo_path: Path,
    ) -> None:
        super().__init__()
        self._controller = controller
        self._look = look
        self._translations = translations
        self._library = library
        self._demo_path = demo_path
        self._ready_model: Path | None = None
        self._models: ModelsPage | None = None
        self._has_painted = False
        self._keeper = keeper
        self.look_settings = keeper.settings.look
        self.setWindowIcon(QIcon(str(paths.assets_folder() / "icons" / "clover.svg")))
        self.setMinimumSize(_LEAST_SIZE)
        self.resize(_SIZE)

        self.welcome = WelcomePage(look)
        self.transcript = Transcript(look)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.transcript)
        self.notice = NoticeBar(look)
        self.composer = Composer(look)
        self.caption = QLabel()
        self.caption.setObjectName("caption")
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.caption.setWordWrap(True)
        self.panel = SettingsPanel(look)
        self.panel.hide()
        self.model_name = QLabel()
        self.model_name.setObjectName("model_name")
        self.model_name.setTextFormat(Qt.TextFormat.PlainText)
        self.demo_tag = QLabel()
        self.demo_tag.setObjectName("demo_tag")
        self.new_button = self._icon_button()
        self.models_button = self._icon_button()
        self.panel_button = self._icon_button()
        self.panel_button.setCheckable(True)
        self.actions_of_window = Actions(self, self._commands())
        self._files = FileGate(self)

        self._lay_out()
        self._connect()
        self._restyle()
        self._retranslate()
        self._show_phase(controller.phase)
        self._show_page()
        self._show_models_state()
        self._restore()
        self.composer.setFocus()

    @property
    def models(self) -> ModelsPage:
        """The Models page, made when it is first asked for."""
        if self._models is None:
            self._models = ModelsPage(self._look, self._library)
            self._models.use_asked.connect(self.use_model)
            self._models.close_asked.connect(self.close_models)
            self.pages.addWidget(self._models)
            self._files.watch(self._models)
            self._show_models_state()
        return self._models

    @Slot()
    def open_models(self) -> None:
        """Show the Models page."""
        self.pages.setCurrentWidget(self.models)
        self._show_page()
        self.models.open()

    @Slot()
    def close_models(self) -> None:
        """Back to the conversation, or to the welcome page."""
        has_chat = bool(self.transcript.answers)
        self.pages.setCurrentWidget(self.transcript if has_chat else self.welcome)
        self._show_page()
        self.composer.setFocus()

    def toggle_models(self) -> None:
        """Show the Models page, or leave it."""
        if self._models is not None and self.pages.currentWidget() is self._models:
            self.close_models()
        else:
            self.open_models()

    @Slot(object)
    def use_model(self, path: Path) -> None:
        """Answer with the model in `path` from now on, also after the next start."""
        self._ready_model = None
        self._library.select(None if path == self._demo_path else path)
        self._controller.use_model(str(path))
        self._show_models_state()

    def toggle_panel(self) -> None:
        """Show or hide the settings."""
        is_open = not self.panel.isVisibleTo(self)
        self.panel.setVisible(is_open)
        self._place_panel()
        self._enable_escape()
        self.panel_button.setChecked(is_open)
        self._keep_window()
        if not is_open:
            self.composer.setFocus()

    def _keep_window(self) -> None:
        """What of the window is open and how large it is, also after the next start."""
        known = self._keeper.settings.window
        is_maximized = self.isMaximized()
        size = QSize(known.width or 0, known.height or 0) if is_maximized else self.size()
        self._keeper.keep_window(
            WindowSettings(
                panel_open=self.panel.isVisibleTo(self),
                width=size.width() or None,
                height=size.height() or None,
                is_maximized=is_maximized,
            )
        )

    def _place_panel(self) -> None:
        """Beside the text, or over it where both have no room: the text keeps its width."""
        central = self._central
        is_beside = self.width() >= _LEAST_SIZE.width() + PANEL_WIDTH
        if is_beside != (self._whole.indexOf(self.panel) >= 0):
            if is_beside:
                self._whole.addWidget(self.panel)
            else:
                self._whole.removeWidget(self.panel)
        if not is_beside:
            room = central.rect()
            left = max(0, room.width() - PANEL_WIDTH)
            self.panel.setGeometry(left, 0, PANEL_WIDTH, room.height())
            self.panel.raise_()

    @property
    def _panel_covers(self) -> bool:
        """The settings lie over the text."""
        return self.panel.isVisibleTo(self) and self._whole.indexOf(self.panel) < 0

    def escape(self) -> None:
        """Close the settings where they lie over the text, else stop the answer."""
        if self._panel_covers:
            self.toggle_panel()
        else:
            self._controller.stop()

    def _enable_escape(self) -> None:
        # Elsewhere the key belongs to the page that is shown.
        does_something = self._panel_covers or self._controller.phase.is_busy
        self.actions_of_window["stop"].setEnabled(does_something)

    def _restore(self) -> None:
        """What was set before this start."""
        settings = self._keeper.settings
        kept = settings.window
        if kept.width and kept.height:
            self.resize(QSize(kept.width, kept.height).boundedTo(self.screen().availableSize()))
        if kept.is_maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)
        self.panel.set_look(settings.look)
        self.panel.set_answer(settings.answer)
        self._take_answer_settings(settings.answer)
        if settings.window.panel_open:
            self.toggle_panel()
        if self._keeper.problem:
            self._tell_of_settings(self._keeper.problem)

    @Slot(object)
    def _tell_of_settings(self, sentence: str) -> None:
        self.notice.show_problem(Problem("settings", sentence, "", None))

    @Slot()
    def _refuse_files(self) -> None:
        self.notice.show_problem(Problem("files", "", "", None))

    def toggle_theme(self) -> None:
        """From light to dark and back."""
        is_dark = self._look.theme.name == "dark"
        self.set_look(replace(self.look_settings, theme="light" if is_dark else "dark"))

    def show_shortcuts(self) -> None:
        """Open the list of shortcuts."""
        sheet = ShortcutSheet(self.actions_of_window, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    def copy_last_answer(self) -> None:
        """The last answer to the clipboard."""
        if self.transcript.answers:
            self.transcript.answers[-1].copy_answer()

    @Slot(object)
    def set_look(self, settings: LookSettings) -> None:
        """Theme, language and speed of the animation, at once."""
        before, self.look_settings = self.look_settings, settings
        self._keeper.keep_look(settings)
        self.panel.set_look(settings)
        if settings.animation != self._look.speed:
            self._look.set_speed(settings.animation)
        if settings.theme != before.theme:
            self._apply_theme()
        if settings.language != before.language:
            self._translations.use(settings.language)

    def _commands(self) -> tuple[Command, ...]:
        return (
            Command("new", lambda: self.tr("New chat"), ("Ctrl+N",), self._controller.new_chat),
            Command(
                "stop",
                lambda: self.tr("Stop the answer, or close what covers it"),
                ("Esc",),
                self.escape,
            ),
            Command(
                "again",
                lambda: self.tr("Ask the last question again"),
                ("Ctrl+R",),
                self._controller.ask_again,
            ),
            Command(
                "copy",
                lambda: self.tr("Copy the last answer"),
                ("Ctrl+Shift+C",),
                self.copy_last_answer,
            ),
            Command(
                "latest",
                lambda: self.tr("Jump to the latest text"),
                ("Ctrl+J",),
                self.transcript.jump_to_latest,
            ),
            Command(
                "focus", lambda: self.tr("Write a message"), ("Ctrl+L",), self.composer.setFocus
            ),
            Command(
                "thinking",
                lambda: self.tr("Thinking on or off"),
                ("Ctrl+Shift+T",),
                self.panel.toggle_thinking,
            ),
            Command("models", lambda: self.tr("Models"), ("Ctrl+Shift+M",), self.toggle_models),
            Command("panel", lambda: self.tr("Settings"), ("Ctrl+.", "Ctrl+B"), self.toggle_panel),
            Command(
                "theme",
                lambda: self.tr("Light or dark theme"),
                ("Ctrl+Shift+D",),
                self.toggle_theme,
            ),
            Command(
                "shortcuts",
                lambda: self.tr("Keyboard shortcuts"),
                ("Ctrl+/",),
                self.show_shortcuts,
            ),
            Command("quit", lambda: self.tr("Quit"), ("Ctrl+Q",), self.close),
        )

    def _lay_out(self) -> None:
        header = QWidget()
        header.setObjectName("header")
        row = QHBoxLayout(header)
        row.setContentsMargins(20, 10, 12, 6)
        row.setSpacing(8)
        row.addWidget(self.model_name)
        row.addWidget(self.demo_tag, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        row.addWidget(self.new_button)
        row.addWidget(self.models_button)
        row.addWidget(self.panel_button)

        foot = QWidget()
        foot.setMaximumWidth(COLUMN_WIDTH + 48)
        self._below = below = QVBoxLayout(foot)
        below.setSpacing(8)
        below.addWidget(self.notice)
        below.addWidget(self.composer)
        below.addWidget(self.caption)
        centred = QHBoxLayout()
        centred.setContentsMargins(0, 0, _SCROLL_BAR, 0)
        centred.addStretch(1)
        centred.addWidget(foot, 1000)
        centred.addStretch(1)

        main = QVBoxLayout()
        main.setContentsMargins(0, 0, 0, 0)
        main.setSpacing(0)
        main.addWidget(header)
        main.addWidget(self.pages, 1)
        main.addLayout(centred)
        central = QWidget()
        self._central = central
        self._whole = whole = QHBoxLayout(central)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(main, 1)
        whole.addWidget(self.panel)
        self.setCentralWidget(central)

    def _connect(self) -> None:
        controller, composer = self._controller, self.composer
        controller.phase_changed.connect(self._show_phase)
        controller.load_progressed.connect(composer.set_load_share)
        controller.model_changed.connect(self._show_model)
        controller.model_kept.connect(self._keep_model)
        controller.exchange_added.connect(self._show_exchange)
        controller.exchange_dropped.connect(self.transcript.drop_last)
        controller.answer_changed.connect(self.transcript.apply)
        controller.cleared.connect(self._show_welcome)
        controller.question_returned.connect(self._take_back)
        controller.problem_met.connect(self.notice.show_problem)
        controller.problem_over.connect(self.notice.dismiss)
        self.notice.way_taken.connect(controller.follow)
        composer.submitted.connect(self._send)
        composer.stop_asked.connect(controller.stop)
        composer.thinking_chosen.connect(self.panel.thinking.setChecked)
        composer.edit.paged.connect(self.transcript.page)
        composer.files_offered.connect(self._refuse_files)
        self._files.offered.connect(self._refuse_files)
        self._files.watch(self.panel)
        self.panel.answer_changed.connect(self._take_answer_settings)
        self.panel.answer_chosen.connect(self._keeper.keep_answer)
        self._keeper.could_not_save.connect(self._tell_of_settings)
        self.panel.look_changed.connect(self.set_look)
        self.panel.close_asked.connect(self.toggle_panel)
        self.welcome.example_chosen.connect(self._try_example)
        self.transcript.link_asked.connect(LinkQuestion(self).ask)
        self.transcript.again_asked.connect(controller.ask_again)
        self.welcome.models_asked.connect(self.open_models)
        self._library.entries_changed.connect(self._show_models_state)
        self._library.model_ready.connect(self._take_ready_model)
        self._library.model_gone.connect(self._leave_model)
        self.new_button.clicked.connect(controller.new_chat)
        self.models_button.clicked.connect(self.toggle_models)
        self.panel_button.clicked.connect(self.toggle_panel)
        self._look.changed.connect(self._restyle)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._take_answer_settings(controller.settings)

    def _icon_button(self) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "icon")
        button.setIconSize(QSize(20, 20))
        return button

    @Slot(str)
    def _send(self, text: str) -> None:
        if self._controller.send(text):
            self.composer.clear()

    @Slot(str)
    def _try_example(self, prompt: str) -> None:
        # Before the model is there the words wait in the field, and go from there.
        if not self._controller.send(prompt) and not self.composer.text:
            self.composer.set_text(prompt)
            self.composer.submit()
        self.composer.setFocus()

    @Slot(object)
    def _take_answer_settings(self, settings: AnswerSettings) -> None:
        self._controller.settings = settings
        model = self._controller.model
        can_think = model is None or model.can_think
        self.composer.set_thinking(settings.thinking, is_possible=can_think)

    @Slot(object)
    def _show_exchange(self, exchange: Exchange) -> None:
        self.transcript.add(exchange)
        self.pages.setCurrentWidget(self.transcript)
        self._show_page()

    @Slot()
    def _show_welcome(self) -> None:
        self.transcript.clear()
        self.pages.setCurrentWidget(self.welcome)
        self._show_page()
        self.composer.setFocus()

    @Slot(str)
    def _take_back(self, question: str) -> None:
        # It may fit now, or after a cut; what is being written is not lost for it.
        if not self.composer.text:
            self.composer.set_text(question)

    def _show_page(self) -> None:
        # The field belongs to the conversation; a notice may concern both.
        is_chat = self._models is None or self.pages.currentWidget() is not self._models
        self._below.setContentsMargins(24, 4 if is_chat else 0, 24, 10 if is_chat else 0)
        self.composer.setVisible(is_chat)
        self.caption.setVisible(is_chat)
        self._show_caption()

    @property
    def _is_demo(self) -> bool:
        return Path(self._controller.model_path) == self._demo_path

    @Slot()
    def _show_models_state(self) -> None:
        """What the welcome page and the Models page say about models."""
        library, controller = self._library, self._controller
        unfinished = library.unfinished
        self.demo_tag.setVisible(self._is_demo)
        self.welcome.show_models(
            is_demo=self._is_demo,
            has_others=any(entry.is_usable and not entry.is_demo for entry in library.entries),
            unfinished=unfinished.name if unfinished is not None else "",
        )
        if self._models is not None:
            self._models.set_used(
                Path(controller.model_path), is_loading=controller.phase is Phase.LOADING
            )

    @Slot(object)
    def _take_ready_model(self, path: Path) -> None:
        # What is being answered is answered to its end.
        self._ready_model = path
        self._show_phase(self._controller.phase)

    @Slot(object, object)
    def _leave_model(self, path: Path, target: Path) -> None:
        """A model was moved to `target`, or deleted: forget that it was to be used."""
        if self._library.values.selected == str(path):
            self._library.select(target if target != Path() else None)

    @Slot()
    def _keep_model(self) -> None:
        path = Path(self._controller.model_path)
        if self._controller.model is not None:
            self._library.select(None if path == self._demo_path else path)
        self._show_models_state()

    def _show_caption(self) -> None:
        if self.pages.currentWidget() is self.welcome:
            text = self.tr("Nothing you write leaves this computer.")
        elif self._is_demo:
            text = self.tr("Seedling is a small demo and not clever: check what it says.")
        else:
            text = self.tr("Answers can be wrong: check what matters.")
        self.caption.setText(text)

    @Slot(object)
    def _show_phase(self, phase: Phase) -> None:
        self.composer.set_phase(phase)
        self._enable_escape()
        self.actions_of_window["again"].setEnabled(phase is Phase.IDLE)
        self._show_models_state()
        if phase in (Phase.IDLE, Phase.DOWN):
            if not self._library.entries:
                # The first look at what is installed waits until the model is there.
                self._library.refresh()
            if self._ready_model is not None:
                self.use_model(self._ready_model)

    @Slot(object)
    def _show_model(self, model: Loaded) -> None:
        self.model_name.setText(DEMO_NAME if self._is_demo else model.name)
        self.panel.set_model(model)
        self._show_models_state()
        self._show_caption()

    @Slot()
    def _follow_system(self) -> None:
        if self.look_settings.theme == "system":
            self._apply_theme()

    def _apply_theme(self) -> None:
        theme = theme_for(self.look_settings.theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)
        self._look.set_theme(theme)

    @Slot()
    def _restyle(self) -> None:
        theme = self._look.theme
        self.setStyleSheet(theme.style_sheet() + window_sheet(theme))
        self.new_button.setIcon(theme.icon("new_chat"))
        self.models_button.setIcon(theme.icon("models"))
        self.panel_button.setIcon(theme.icon("panel"))

    def _retranslate(self) -> None:
        self.setWindowTitle("Clover Desktop")
        self.actions_of_window.retranslate()
        if self._controller.model is None:
            self.model_name.setText(DEMO_NAME if self._is_demo else "Clover")
        self.demo_tag.setText(self.tr("Demo"))
        self.demo_tag.setToolTip(self.tr("A small model to try the app with; it is not clever."))
        self._show_caption()
        for button, key in (
            (self.new_button, "new"),
            (self.models_button, "models"),
            (self.panel_button, "panel"),
        ):
            button.setAccessibleName(self.actions_of_window[key].text())
            button.setToolTip(self.actions_of_window.tip(key))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_panel()
        self._enable_escape()
        if self._has_painted:
            self._keep_window()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._has_painted:
            self._has_painted = True
            QTimer.singleShot(0, self.first_painted.emit)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:
        # Nothing is asked: what was committed is kept, and the engine is told to stop.
        self._controller.stop()
        self.closed.emit()
        event.accept()
