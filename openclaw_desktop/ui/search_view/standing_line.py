"""The line between question and answer: what is to be known of the index, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.notice import Notice
from openclaw_desktop.ui.search_view.searchers import AS_AGENT
from openclaw_desktop.ui.search_view.session import SearchSession
from openclaw_desktop.ui.search_view.standing import agent_line, quiet_line

ASK_MODEL = "Ask the model…"


class StandingLine(QObject):
    """Speaks of whoever answered: this program's index, or the agent's own search."""

    model_wanted = Signal()  # the agent's own model is to be asked
    retried = Signal()

    def __init__(self, bridge: Bridge, session: SearchSession, notice: Notice) -> None:
        super().__init__(notice)
        self._bridge, self._session, self._notice = bridge, session, notice
        notice.clicked.connect(self._on_clicked)

    def show(self) -> None:
        """Says it of the answer that is shown."""
        state, answer = self._bridge.engine.index_state, self._session.answer
        if self._session.ranking == AS_AGENT:
            asked = self._session.asked
            can_ask = answer is not None and answer.keywords_only and asked is not None and asked.model
            self._notice.say(agent_line(answer, asked), button=ASK_MODEL if can_ask else "")
            return
        sentence = quiet_line(state, answer)
        retry = "Try the model again" if state.keywords_only else ""
        self._notice.say(sentence if answer else "", button=retry, warning=state.keywords_only)

    def _on_clicked(self) -> None:
        if self._notice.button == ASK_MODEL:
            self.model_wanted.emit()
            return
        if self._bridge.engine.index_state.keywords_only:
            self._bridge.spawn(self._retry_model(), name="retry model")
        self.retried.emit()

    async def _retry_model(self) -> None:
        await self._bridge.call(self._bridge.engine.retry_model)
