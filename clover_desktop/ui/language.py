"""The language of the window: which one, and the translators that speak it.

The files in `translations/` are made by `pyside6-lupdate` and `pyside6-lrelease`; the commands are
in `tests/ui/test_translations.py`, which fails when they are out of date.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from clover_desktop.settings import LanguageChoice

FOLDER = Path(__file__).parent / "translations"
CHINESE = "zh_CN"


def language_for(choice: LanguageChoice) -> str:
    """`en` or `zh_CN`; `system` asks the desktop, whatever kind of Chinese it speaks."""
    if choice != "system":
        return choice
    is_chinese = QLocale.system().language() == QLocale.Language.Chinese
    return CHINESE if is_chinese else "en"


class Translations:
    """The translators that are installed now; they live as long as this object."""

    def __init__(self, app: QCoreApplication) -> None:
        self._app = app
        self._installed: list[QTranslator] = []
        self.language = "en"

    def use(self, choice: LanguageChoice) -> None:
        """Speak the chosen language from now on; open windows change at once."""
        language = language_for(choice)
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed.clear()
        self.language = language
        if language == "en":
            return
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        files = (f"{qt_folder}/qtbase_{language}.qm", f"{FOLDER}/clover_desktop_{language}.qm")
        for file in files:
            translator = QTranslator(self._app)
            if translator.load(file):
                self._app.installTranslator(translator)
                self._installed.append(translator)
