"""The page where a question is asked: holds who of question, answer and reasons hears whom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent, Qt
from PySide6.QtWidgets import QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import IndexState
from openclaw_desktop.search.ranking import Answer, Hit
from openclaw_desktop.settings import Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.advising import Advising
from openclaw_desktop.ui.search_view.ask_layout import AskLayout
from openclaw_desktop.ui.search_view.choices import Choices, Offered
from openclaw_desktop.ui.search_view.consent import Consenting
from openclaw_desktop.ui.search_view.detail import Page
from openclaw_desktop.ui.search_view.explaining import Explaining
from openclaw_desktop.ui.search_view.opening import Opening
from openclaw_desktop.ui.search_view.searchers import AS_AGENT, Asking
from openclaw_desktop.ui.search_view.session import SearchSession
from openclaw_desktop.ui.search_view.settling import Settling
from openclaw_desktop.ui.search_view.standing import nothing_found
from openclaw_desktop.ui.search_view.standing_line import StandingLine
from openclaw_desktop.ui.search_view.trying import Trying


class AskPage(AskLayout):
    """Ask, see what gave each hit its score, and try what another ranking would do."""

    open_requested = Signal(str, int, int)  # path, first and last line of the chunk
    session_requested = Signal(str, int)  # a session's id, and a turn of it; 0: its end
    review_requested = Signal(str)  # the id of a proposal

    def __init__(
        self,
        bridge: Bridge,
        parent: QWidget | None = None,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__(bridge, now, parent)
        self._bridge, self._now = bridge, now
        self._nearest_wanted = False
        self._search_settings = bridge.engine.settings.search
        self.session = SearchSession(bridge, self)
        self.consenting = Consenting(bridge, self)
        self.opening = Opening(bridge, self)
        self.advising = Advising(bridge, self.panes.detail.advice, now, self)
        self._choices = Choices(bridge, self)
        self._settling = Settling(bridge, self)
        self._line = StandingLine(bridge, self.session, self.notice)
        self._explaining = Explaining(bridge, self.session, self.panes, self.advising)
        self._trying = Trying(bridge, self.bar, self.session, self.panes)
        self._connect()
        self._trying.start()
        self._show_empty()

    # What others ask of this page

    def focus_query(self, text: str = "") -> None:
        """Puts the cursor into the question; a `text` is asked at once."""
        self.field.setFocus()
        if text:
            self.field.set_question(text)
        else:
            self.field.selectAll()

    def ask_as_agent(self, agent: str, text: str) -> None:
        """Asks the agent of that name, in its own index and by its own rules."""
        self.bar.offer_agent(agent)
        self.bar.choose(AS_AGENT)
        self._trying.start()
        if self.shows_beside:
            self.set_side_by_side(False)
        self.focus_query(text)

    def explain_path(self, path: str, line: int = 0) -> None:
        """Says why a file, or one line of it (0: any), is not among the hits."""
        if self.shows_beside:
            self.set_side_by_side(False)
        self._explaining.explain_path(path, line)

    def set_side_by_side(self, beside: bool) -> None:
        """The agent's search beside this program's, or one of them alone with all that can be tried."""
        if beside and self.bar.beside.isHidden():
            return
        self._show_beside(beside)
        self._show_line()
        self._ask()

    # Asking

    def _asking(self, *, quiet: bool = False) -> Asking:
        return Asking(
            self.field.text().strip(),
            self.bar.ranking,
            self.filters.where(self._now().date()),
            self.panes.tuning.overrides(),
            quiet,
        )

    def _ask(self, *, quiet: bool = False) -> None:
        if not quiet:
            self._nearest_wanted = False
        asking = self._asking(quiet=quiet)
        if self.shows_beside:
            self.beside.ask(asking.text)
        elif asking.text:
            self.session.ask(asking, self._now())
        else:
            self.session.forget()
            self._show_empty()

    def _on_asked(self, text: str) -> None:
        self._choices.remember(text)
        self._ask()

    def _into_answers(self) -> None:
        (self.beside.list if self.shows_beside else self.panes.results).setFocus()

    def _on_beside(self, beside: bool) -> None:
        if beside != self.shows_beside:
            self.set_side_by_side(beside)

    def _on_typed(self) -> None:
        self._ask()

    def _on_filter(self) -> None:
        asked = self.session.question
        if asked is None or asked.where != self.filters.where(self._now().date()):
            self._ask()

    def _on_preset(self) -> None:
        self._trying.start()
        self._ask()

    def _refresh(self) -> None:
        if self.field.text().strip():
            self._ask(quiet=True)

    # Answers

    def _on_answer(self, answer: Answer) -> None:
        self._show_line()
        by_agent = self.session.ranking == AS_AGENT
        self.panes.detail.why_not.offer_help(by_agent, answer.terms)
        self._trying.start_as_agent()
        filtered = self.filters.active and not by_agent
        tried = bool(self.panes.tuning.overrides())
        if answer.hits or tried or self._nearest_wanted:
            self.panes.show_results()
        else:
            state = None if by_agent else self._bridge.engine.index_state
            title, sentence = nothing_found(answer, state, filtered=filtered)
            button = "Show the nearest anyway" if answer.below else "Clear the filters" if filtered else ""
            self.panes.empty.set_texts(title, sentence, button)
            self.panes.show_empty(explained=self.panes.detail.page is Page.WHY_NOT)
        self._trying.show(answer)
        if self.panes.detail.page is Page.WHY_NOT:
            self.panes.detail.why_not.ask_again()

    def _on_selected(self, _: Hit | None) -> None:
        self.panes.detail.show_row(self.session.answer, self.panes.results.row())

    def _on_failed(self, error: DesktopError) -> None:
        if self.session.answer is None:
            self.panes.empty.set_texts("The search did not work", str(error), "Try again")
            self.panes.show_empty()
        else:
            self.notice.say(f"The search did not work: {error}", button="Try again", warning=True)

    def _on_empty_button(self) -> None:
        answer = self.session.answer
        if answer is not None and answer.below:
            self._nearest_wanted = True
            self.panes.show_results()
        elif answer is not None and self.filters.active:
            self.filters.clear()
        else:
            self._ask()

    def _show_empty(self) -> None:
        self.panes.results.clear()
        self.panes.detail.show_row(None, None)
        self._describe_beginning()
        self.panes.show_empty(explained=self.panes.detail.page is Page.WHY_NOT)
        self._show_line()

    def _describe_beginning(self) -> None:
        state = self._bridge.engine.index_state
        self.panes.empty.set_texts(
            "Ask this workspace",
            "Type a question or a few words. Each result shows what gave it its score, and what took some "
            f"of it away.\n\nIndex: {state.sentence}.",
        )

    def _show_line(self) -> None:
        if self.shows_beside:
            self.notice.say("")
        else:
            self._line.show()

    def _open(self, hit: Hit) -> None:
        self._choices.remember(self.field.text())
        self.opening.open(hit.candidate)

    # The workspace moves on

    def _on_index_state(self, state: IndexState) -> None:
        if self.session.answer is not None:
            self._show_line()
        elif not self.field.text().strip():
            self._describe_beginning()

    def _on_settings(self, settings: Settings) -> None:
        if settings.search == self._search_settings:
            return
        self._search_settings = settings.search
        if self.bar.ranking != AS_AGENT:
            self.bar.choose(settings.search.preset)
            self._on_preset()

    def _on_offered(self, offered: Offered) -> None:
        self.bar.offer_agent(offered.agent)
        if offered.agent is not None:
            self.beside.name_agent(offered.agent)
        elif self.shows_beside:
            self.set_side_by_side(False)
        self.panes.detail.why_not.set_paths(offered.paths)
        self.filters.set_folders(offered.folders)
        self.field.set_history(offered.history)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Loads the lists when they are first needed or have changed."""
        super().showEvent(event)
        self._choices.load()

    def _connect(self) -> None:
        bridge, panes = self._bridge, self.panes
        self.field.asked.connect(self._on_asked)
        self.field.typed.connect(self._on_typed)
        self.field.left.connect(self._into_answers)
        self.preset.activated.connect(self._on_preset)
        self.bar.beside.toggled.connect(self._on_beside)
        self.beside.opened.connect(self._open)
        self.beside.left.connect(self.field.setFocus)
        self.filters.changed.connect(self._on_filter)
        self.session.answered.connect(self._on_answer)
        self.session.failed.connect(self._on_failed)
        panes.empty.clicked.connect(self._on_empty_button)
        panes.results.hit_selected.connect(self._on_selected)
        panes.results.opened.connect(self._open)
        panes.results.left.connect(self.field.setFocus)
        self.advising.proposed.connect(self.review_requested)
        self.beside.advising.proposed.connect(self.review_requested)
        self._choices.arrived.connect(self._on_offered)
        self._choices.history_changed.connect(self.field.set_history)
        self._line.model_wanted.connect(self.consenting.offer)
        self._line.retried.connect(self._ask)
        self._explaining.question_wanted.connect(self.field.setFocus)
        self._trying.candidates_wanted.connect(self._ask)
        self.consenting.allowed.connect(self._ask)
        self.consenting.failed.connect(self._on_failed)
        self.opening.file.connect(self.open_requested)
        self.opening.session.connect(self.session_requested)
        self._settling.settled.connect(self._refresh)
        bridge.index_state_changed.connect(self._on_index_state)
        bridge.settings_changed.connect(self._on_settings)
        focus = QShortcut(QKeySequence("Ctrl+L"), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        focus.activated.connect(self.focus_query)
