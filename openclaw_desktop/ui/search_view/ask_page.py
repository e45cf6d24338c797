"""The page where a question is asked: places question, answer and reasons, and holds who hears whom."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent, Qt
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.search import presets
from openclaw_desktop.search.query import WhyNot
from openclaw_desktop.search.ranking import Answer, Hit
from openclaw_desktop.settings import SearchSettings, Settings
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.search_view.advising import Advising
from openclaw_desktop.ui.search_view.ask_bar import AskBar
from openclaw_desktop.ui.search_view.consent import Consenting
from openclaw_desktop.ui.search_view.detail import Page
from openclaw_desktop.ui.search_view.latest import Latest
from openclaw_desktop.ui.search_view.moves import moves
from openclaw_desktop.ui.search_view.notice import Notice
from openclaw_desktop.ui.search_view.opening import Opening
from openclaw_desktop.ui.search_view.panes import Panes
from openclaw_desktop.ui.search_view.rows import place
from openclaw_desktop.ui.search_view.searchers import AS_AGENT, Asking, why_not
from openclaw_desktop.ui.search_view.session import SearchSession
from openclaw_desktop.ui.search_view.side_by_side import SideBySide
from openclaw_desktop.ui.search_view.standing import agent_line, nothing_found, quiet_line
from openclaw_desktop.ui.search_view.tuning import KNOBS

NARROW = 1100
"""Below this width the filters stand under the question, and "why" and "try" take turns."""

SETTLE_MS = 400
"""How long the index must be quiet before a search is asked again by itself."""

LONGEST_REMEMBERED = 500

ASK_MODEL = "Ask the model…"


class AskPage(QWidget):
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
        super().__init__(parent)
        self._bridge = bridge
        self._now = now
        self._nearest_wanted = False
        self.session = SearchSession(bridge, self)
        self._why_not = Latest(bridge, self)
        self._lists = Latest(bridge, self)
        self.consenting = Consenting(bridge, self)
        self.opening = Opening(bridge, self)
        self._lists_stale = True
        self._search_settings = bridge.engine.settings.search
        self._complete = _is_complete(bridge.engine.index_state)
        self.bar = AskBar(self._search_settings.preset)
        self.field, self.preset, self.filters = self.bar.field, self.bar.preset, self.bar.filters
        self.notice = Notice()
        self.panes = Panes(bridge.engine.settings.editor)
        self.advising = Advising(bridge, self.panes.detail.advice, now, self)
        self.beside = SideBySide(bridge, now)
        self._answers = QStackedWidget()
        self._gather_later = QTimer(self, interval=200, singleShot=True)
        self._settled = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._lay_out()
        self._connect()
        self._start_tuning()
        self._show_empty()

    # What others ask of this page

    def focus_query(self, text: str = "") -> None:
        """Puts the cursor into the question; a `text` is asked at once."""
        self.field.setFocus()
        if text:
            self.field.set_question(text)
        else:
            self.field.selectAll()

    def stops(self) -> list[QWidget]:
        """What F6 goes through: the question, what is found, and what explains it."""
        if self.shows_beside:
            return [self.bar, self.beside.list, self.beside.detail]
        found = self.panes.results if self.panes.shows_results else self.panes.empty
        return [self.bar, found, self.panes.reasons]

    def ask_as_agent(self, agent: str, text: str) -> None:
        """Asks the agent of that name, in its own index and by its own rules."""
        self.bar.offer_agent(agent)
        self.bar.choose(AS_AGENT)
        self._start_tuning()
        if self.shows_beside:
            self.set_side_by_side(False)
        self.focus_query(text)

    def explain_path(self, path: str, line: int = 0) -> None:
        """Says why a file, or one line of it (0: any), is not among the hits."""
        if self.shows_beside:
            self.set_side_by_side(False)
        self.panes.show_why()
        self.panes.reasons.setVisible(True)
        self.panes.detail.turn_to(Page.WHY_NOT)
        self.panes.detail.why_not.ask_about(path, line)

    def set_side_by_side(self, beside: bool) -> None:
        """The agent's search beside this program's, or one of them alone with all that can be tried."""
        if beside and self.bar.beside.isHidden():
            return
        self.bar.beside.setChecked(beside)
        self._answers.setCurrentWidget(self.beside if beside else self.panes)
        self.bar.show_ranking(not beside)
        self._show_line()
        self._ask()

    @property
    def shows_beside(self) -> bool:
        """Whether both searches are shown beside each other."""
        return self._answers.currentWidget() is self.beside

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
        self._remember(text)
        self._ask()

    def _into_answers(self) -> None:
        (self.beside.list if self.shows_beside else self.panes.results).setFocus()

    def _on_beside(self, beside: bool) -> None:
        if beside != self.shows_beside:
            self.set_side_by_side(beside)

    def _on_typed(self) -> None:
        self._ask()

    def _remember(self, text: str) -> None:
        if 0 < len(text.strip()) <= LONGEST_REMEMBERED:
            self._bridge.spawn(self._remember_in_engine(text.strip()), name="remember query")

    async def _remember_in_engine(self, text: str) -> None:
        await self._bridge.call(self._bridge.engine.remember_query, text)
        self.field.set_history(await self._bridge.call(self._bridge.engine.history))

    def _on_filter(self) -> None:
        asked = self.session.question
        if asked is None or asked.where != self.filters.where(self._now().date()):
            self._ask()

    def _on_preset(self) -> None:
        self._start_tuning()
        self._ask()

    def _refresh(self) -> None:
        if self.field.text().strip():
            self._ask(quiet=True)

    # Answers

    def _on_answer(self, answer: Answer) -> None:
        self._show_line()
        by_agent = self.session.ranking == AS_AGENT
        self.panes.detail.why_not.offer_help(by_agent, answer.terms)
        base = self.session.base
        if base is not None and self.session.ranking == AS_AGENT and not self.panes.tuning.overrides():
            self.panes.tuning.start_from(base)
        filtered = self.filters.active and self.session.ranking != AS_AGENT
        tried = bool(self.panes.tuning.overrides())
        if answer.hits or tried or self._nearest_wanted:
            self.panes.show_results()
        else:
            state = None if self.session.ranking == AS_AGENT else self._bridge.engine.index_state
            title, sentence = nothing_found(answer, state, filtered=filtered)
            button = "Show the nearest anyway" if answer.below else "Clear the filters" if filtered else ""
            self.panes.empty.set_texts(title, sentence, button)
            self.panes.show_empty(explained=self.panes.detail.page is Page.WHY_NOT)
        self._show_ranking(answer)
        if self.panes.detail.page is Page.WHY_NOT:
            self.panes.detail.why_not.ask_again()

    def _show_ranking(self, answer: Answer) -> None:
        """The list, its explanation, and what moved against the person's own ranking."""
        untuned = self.session.untuned or answer
        moved = moves(
            [hit.candidate.chunk_id for hit in untuned.hits], [hit.candidate.chunk_id for hit in answer.hits]
        )
        names = {hit.candidate.chunk_id: place(hit.candidate) for hit in (*untuned.hits, *answer.hits)}
        self.panes.results.show_answer(answer, moved)
        self.panes.tuning.show_moves(moved, names)

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
        state = self._bridge.engine.index_state
        answer = self.session.answer
        if self.shows_beside:
            self.notice.say("")
            return
        if self.session.ranking == AS_AGENT:
            asked = self.session.asked
            can_ask = answer is not None and answer.keywords_only and asked is not None and asked.model
            self.notice.say(agent_line(answer, asked), button=ASK_MODEL if can_ask else "")
            return
        sentence = quiet_line(state, answer)
        retry = "Try the model again" if state.keywords_only else ""
        self.notice.say(sentence if answer else "", button=retry, warning=state.keywords_only)

    def _on_notice(self) -> None:
        if self.notice.button == ASK_MODEL:
            self.consenting.offer()
            return
        if self._bridge.engine.index_state.keywords_only:
            self._bridge.spawn(self._retry_model(), name="retry model")
        self._ask()

    async def _retry_model(self) -> None:
        await self._bridge.call(self._bridge.engine.retry_model)

    def _open(self, hit: Hit) -> None:
        self._remember(self.field.text())
        self.opening.open(hit.candidate)

    # Trying

    def _start_tuning(self) -> None:
        """The agent's own numbers are known with its first answer."""
        ranking, settings = self.bar.ranking, self._bridge.engine.settings.search
        self.panes.tuning.start_from(
            presets.PRESETS[settings.preset].defaults
            if ranking == AS_AGENT
            else presets.parameters(ranking, settings)
        )
        self.panes.tuning.show_moves({}, {})
        self.panes.tuning.save_button.setVisible(ranking != AS_AGENT)
        self.bar.show_filters(ranking != AS_AGENT)

    def _on_tuned(self, gathers: bool) -> None:
        if gathers:
            self._gather_later.start()
            return
        answer = self.session.rerank(self.panes.tuning.overrides())
        if answer is not None:
            self.panes.show_results()
            self._show_ranking(answer)

    def _save_as_default(self) -> None:
        """Saves what is tried; a value the preset has anyway is left to the preset."""
        preset = self.bar.ranking
        settings = self._bridge.engine.settings.search
        own = presets.parameters(preset, settings)
        plain = presets.parameters(preset, SearchSettings())
        tried = self.panes.tuning.overrides()
        values: dict[str, object] = {"search.preset": preset}
        for knob in KNOBS:
            value = tried.get(knob.parameter, getattr(own, knob.parameter))
            kept = None if value == getattr(plain, knob.parameter) else value
            values[f"search.{knob.parameter}"] = kept
        self._bridge.spawn(self._bridge.change_settings(values), name="save ranking")

    def _on_settings(self, settings: Settings) -> None:
        if settings.search == self._search_settings:
            return
        self._search_settings = settings.search
        if self.bar.ranking != AS_AGENT:
            self.bar.choose(settings.search.preset)
            self._on_preset()

    # Why not

    def _on_why_not(self, path: str, line: int) -> None:
        question = self.session.question
        if question is None:
            sentence = f"Ask a question first; then this says where {path} stands in its answer."
            self.panes.detail.why_not.show_sentence(sentence)
            self.field.setFocus()
            return
        engine, ranking = self._bridge.engine, self.session.ranking
        self._why_not.ask(lambda: why_not(engine, ranking, question, path, line or None))

    def _on_why_not_answer(self, answer: WhyNot) -> None:
        self.panes.detail.why_not.show_answer(answer)

    def _on_why_not_failed(self, error: DesktopError) -> None:
        self.panes.detail.why_not.show_sentence(str(error))

    def _on_help(self, path: str, line: int) -> None:
        question = self.session.question
        if question is None:
            return
        if line:
            self.panes.detail.turn_to(Page.ADVICE)
            self.panes.make_room()
            self.advising.ask(question, path, line)
        else:
            self.panes.detail.why_not.line.setFocus()
            self.panes.detail.why_not.show_sentence("Say which line the agent should find.")

    # The workspace moves on

    def _on_index_state(self, state: IndexState) -> None:
        complete, self._complete = self._complete, _is_complete(state)
        if self._complete and not complete:
            self._settled.start()
        if self.session.answer is not None:
            self._show_line()
        elif not self.field.text().strip():
            self._describe_beginning()

    def _on_files_indexed(self) -> None:
        self._settled.start()

    def _on_files_changed(self, _: frozenset[str]) -> None:
        self._lists_stale = True

    def _load_lists(self) -> None:
        """The files and folders that can be chosen, and the earlier questions."""
        engine = self._bridge.engine
        self._lists_stale = False

        def load() -> tuple[list[str], list[str], str | None]:
            paths = [e.path for e in engine.scan() if not e.is_folder and e.path.lower().endswith(".md")]
            return sorted(paths), engine.history(), engine.agent.name()

        self._lists.ask(load)

    def _on_lists(self, loaded: tuple[list[str], list[str], str | None]) -> None:
        paths, history, agent = loaded
        self.bar.offer_agent(agent)
        if agent is not None:
            self.beside.name_agent(agent)
        elif self.shows_beside:
            self.set_side_by_side(False)
        self.panes.detail.why_not.set_paths(paths)
        self.filters.set_folders(folders_of(paths))
        self.field.set_history(history)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Loads the lists when they are first needed or have changed."""
        super().showEvent(event)
        if self._lists_stale:
            self._load_lists()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow the filters go below the question, and "why" and "try" take turns."""
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW
        self.bar.set_narrow(narrow)
        self.panes.set_narrow(narrow)

    def _lay_out(self) -> None:
        line = QFrame()
        line.setProperty("role", "hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(line)
        column.addWidget(self.notice)
        self._answers.addWidget(self.panes)
        self._answers.addWidget(self.beside)
        column.addWidget(self._answers, 1)

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
        self.notice.clicked.connect(self._on_notice)
        self.session.answered.connect(self._on_answer)
        self.session.failed.connect(self._on_failed)
        panes.empty.clicked.connect(self._on_empty_button)
        panes.results.hit_selected.connect(self._on_selected)
        panes.results.opened.connect(self._open)
        panes.results.left.connect(self.field.setFocus)
        panes.tuning.changed.connect(self._on_tuned)
        panes.tuning.saved.connect(self._save_as_default)
        panes.detail.why_not.asked.connect(self._on_why_not)
        panes.detail.why_not.help_wanted.connect(self._on_help)
        self.advising.proposed.connect(self.review_requested)
        self.beside.advising.proposed.connect(self.review_requested)
        self._why_not.arrived.connect(self._on_why_not_answer)
        self._why_not.failed.connect(self._on_why_not_failed)
        self._lists.arrived.connect(self._on_lists)
        self.consenting.allowed.connect(self._ask)
        self.consenting.failed.connect(self._on_failed)
        self.opening.file.connect(self.open_requested)
        self.opening.session.connect(self.session_requested)
        self._gather_later.timeout.connect(self._ask)
        self._settled.timeout.connect(self._refresh)
        bridge.files_indexed.connect(self._on_files_indexed)
        bridge.files_changed.connect(self._on_files_changed)
        bridge.index_state_changed.connect(self._on_index_state)
        bridge.settings_changed.connect(self._on_settings)
        focus = QShortcut(QKeySequence("Ctrl+L"), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        focus.activated.connect(self.focus_query)


def _is_complete(state: IndexState) -> bool:
    """Whether every passage can be found by its meaning."""
    return state.phase is IndexPhase.READY and not state.keywords_only


def folders_of(paths: list[str]) -> list[str]:
    """Every folder that holds one of these files, at any depth."""
    found = {"/".join(parts[:n]) for p in paths for parts in [p.split("/")] for n in range(1, len(parts))}
    return sorted(found)
