"""Asks whether questions may be sent to the agent's own model: where to, what, and with which key."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from openclaw_desktop.errors import DesktopError, EmbedderError
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.search_view.model_words import Offer, leaving, offer_of

WIDTH = 480


class ConsentDialog(QDialog):
    """Accepted once the address is in the settings, and the key, if there is one, in the keyring."""

    def __init__(self, bridge: Bridge, offer: Offer, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle("Ask the agent's model")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(WIDTH)
        self.why = QLabel(
            f"To find by meaning, a question needs a vector of the index's own model, “{offer.model}”. No"
            " model on this machine gives it; a service that has this model can be asked for it.",
            wordWrap=True,
            textFormat=Qt.TextFormat.PlainText,
        )
        self.address = QLineEdit(offer.address, placeholderText="https://api.openai.com/v1")
        self.address.setAccessibleName("Address")
        self.address.textChanged.connect(self._on_address)
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setAccessibleName("Key")
        self.key.setEnabled(offer.no_keyring is None)
        self.told = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.keyring = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.keyring.setProperty("role", "dim")
        self.keyring.setText(
            f"Only a service that wants no key can be asked: {offer.no_keyring}."
            if offer.no_keyring
            else "The key is kept in this system's keyring, never in a file; empty leaves what is there."
        )
        self.problem = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.problem.setProperty("role", "wrong")
        self.allow_button = QPushButton("&Allow and ask")
        self.allow_button.setProperty("primary", True)
        self.allow_button.setDefault(True)
        self.allow_button.clicked.connect(self._allow)
        self.later_button = QPushButton("&Not now")
        self.later_button.clicked.connect(self.reject)
        self._column = QVBoxLayout(self)
        self._lay_out()
        self._on_address()

    def _on_address(self) -> None:
        try:
            said, problem = leaving(self.address.text().strip()), ""
        except EmbedderError as error:
            said, problem = "", str(error).capitalize() + "." if self.address.text().strip() else ""
        self.told.setText(said)
        self._say(problem)
        self.allow_button.setEnabled(bool(said))

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.setFixedHeight(self._column.totalHeightForWidth(WIDTH))

    def _allow(self) -> None:
        self.allow_button.setEnabled(False)
        self._bridge.spawn(self._keep(self.address.text().strip(), self.key.text().strip()), name="consent")

    async def _keep(self, address: str, key: str) -> None:
        try:
            await self._bridge.change_settings({"agent.endpoint": address})
            if key:
                await self._bridge.call(self._bridge.engine.keep_endpoint_key, key)
        except DesktopError as error:
            self._say(str(error))
            self.allow_button.setEnabled(True)
        else:
            self.accept()

    def _lay_out(self) -> None:
        fields = QFormLayout()
        fields.setSpacing(theme.GAP)
        fields.addRow("Address", self.address)
        fields.addRow("Key", self.key)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP)
        buttons.addStretch(1)
        buttons.addWidget(self.later_button)
        buttons.addWidget(self.allow_button)
        self._column.setContentsMargins(24, 20, 24, 20)
        self._column.setSpacing(12)
        self._column.addWidget(self.why)
        self._column.addLayout(fields)
        for label in (self.keyring, self.told, self.problem):
            self._column.addWidget(label)
        self._column.addStretch(1)
        self._column.addLayout(buttons)


class Consenting(QObject):
    """Opens the dialog with what the index says of its model."""

    allowed = Signal()
    failed = Signal(object)  # DesktopError

    def __init__(self, bridge: Bridge, page: QWidget) -> None:
        super().__init__(page)
        self._bridge, self._page = bridge, page
        self._offering = Latest(bridge, self)
        self._offering.arrived.connect(self._on_offer)
        self._offering.failed.connect(self.failed)

    def offer(self) -> None:
        """Asks the person; nobody else is contacted."""
        self._offering.ask(partial(offer_of, self._bridge.engine))

    def _on_offer(self, offer: Offer) -> None:
        dialog = ConsentDialog(self._bridge, offer, self._page)
        dialog.accepted.connect(self.allowed)
        dialog.open()
