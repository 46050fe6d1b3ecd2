"""The page before the first question: what this is, what it is not, and three things to try."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from clover_desktop import paths
from clover_desktop.ui.look import Look

_MARK = 56
_NARROW = 640


class ExampleCard(QPushButton):
    """A prompt to try: what kind it is, and its words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.prompt = ""
        self.setObjectName("example")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # A button is as low as it can be; cards side by side are all as high as the highest.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._kind = QLabel(self)
        self._kind.setObjectName("example_kind")
        self._words = QLabel(self)
        self._words.setProperty("role", "muted")
        for label in (self._kind, self._words):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(6)
        column.addWidget(self._kind)
        column.addWidget(self._words, 1)

    def set_example(self, kind: str, prompt: str) -> None:
        """Show a prompt and what kind it is."""
        self.prompt = prompt
        self._kind.setText(kind)
        self._words.setText(" ".join(prompt.split()))
        self.setAccessibleName(kind)
        self.setAccessibleDescription(prompt)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        width = max(180, self.width())
        height = layout.totalHeightForWidth(width) if layout is not None else 120
        return QSize(200, max(84, height))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())


class WelcomePage(QScrollArea):
    """Name, one sentence, the demo's limits, three example prompts.

    Signals:
        example_chosen(str): the words of a prompt.
        models_asked(): the Models page is to be opened.
    """

    example_chosen = Signal(str)
    models_asked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._mark = QLabel(self)
        icon = QIcon(str(paths.assets_folder() / "icons" / "clover.svg"))
        self._mark.setPixmap(icon.pixmap(QSize(_MARK, _MARK), self.devicePixelRatioF()))
        self.title = QLabel(self)
        self.title.setObjectName("welcome_title")
        self.sentence = QLabel(self)
        self.sentence.setObjectName("welcome_sentence")
        self.demo = QLabel(self)
        self.demo.setProperty("role", "muted")
        for label in (self.title, self.sentence, self.demo):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
        self.get_button = QPushButton(self)
        self.get_button.setProperty("kind", "primary")
        self.get_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.get_button.clicked.connect(self.models_asked)
        self._unfinished = ""
        self.cards = [ExampleCard(self) for _ in range(3)]
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(14)
        for card in self.cards:
            self._row.addWidget(card, 1)
            card.clicked.connect(self._choose)

        body = QWidget()
        body.setObjectName("scroll_body")
        inner = QFrame(body)
        inner.setMaximumWidth(808)  # as wide as the composer, margins included
        column = QVBoxLayout(inner)
        column.setContentsMargins(24, 0, 24, 0)
        column.setSpacing(10)
        column.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.sentence)
        column.addSpacing(22)
        column.addLayout(self._row)
        column.addSpacing(12)
        column.addWidget(self.demo)
        column.addSpacing(4)
        column.addWidget(self.get_button, 0, Qt.AlignmentFlag.AlignHCenter)
        outer = QVBoxLayout(body)
        # As much room at the right as the scroll bar of a conversation takes.
        outer.setContentsMargins(0, 16, 12, 16)
        outer.addStretch(3)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(inner, 1000)
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(4)
        self.setWidget(body)
        self._retranslate()

    def show_models(self, *, is_demo: bool, has_others: bool, unfinished: str) -> None:
        """Say what is worth saying about models: that this is a demo, that there is a better one,
        or that an installation (its name in `unfinished`) was interrupted."""
        self._unfinished = unfinished
        self.demo.setVisible(is_demo)
        self.get_button.setVisible(bool(unfinished) or not has_others)
        self._retranslate()

    @Slot()
    def _choose(self) -> None:
        card = self.sender()
        if isinstance(card, ExampleCard):
            self.example_chosen.emit(card.prompt)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Welcome"))
        self.title.setText("Clover")
        self.sentence.setText(
            self.tr("Ask something, and watch the answer take shape block by block.")
        )
        self.demo.setText(
            self.tr(
                "This is a small demo model called Seedling. It is not clever: it knows this app, "
                "short passages and little stories."
            )
        )
        self.get_button.setText(
            self.tr("Continue installing {0}").format(self._unfinished)
            if self._unfinished
            else self.tr("Get {0}").format("Clover-35B")
        )
        self.cards[0].set_example(
            self.tr("Ask for help"), self.tr("What is the confidence threshold?")
        )
        self.cards[1].set_example(
            self.tr("Ask about a passage"),
            self.tr(
                "The invoice must be paid by July 28, 2031. Clara Lindt wrote the minutes. The "
                "order has the number FA-83920.\n\nWho wrote the minutes?"
            ),
        )
        self.cards[2].set_example(
            self.tr("Let it write"), self.tr("Tell me a short story about a fox.")
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Side by side where there is room, else one below the other.
        is_narrow = event.size().width() < _NARROW
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
