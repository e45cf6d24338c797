"""The one door: builds the rooms from the settings and offers the verbs every face uses.

Every verb blocks and may be called from any thread but the index thread; a window calls them from its
pool of readers. What happens by itself (files changing, the index filling) is told to the one listener.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from openclaw_desktop import places as places_module
from openclaw_desktop import recent, resources
from openclaw_desktop import settings as settings_module
from openclaw_desktop.desk.context_desk import ContextDesk
from openclaw_desktop.desk.desk import Desk
from openclaw_desktop.desk.lookup import Lookup
from openclaw_desktop.errors import (
    EmbedderError,
    NoWorkspaceError,
    SettingsError,
    WriteFailedError,
    reason_of,
)
from openclaw_desktop.events import Event, FilesChanged, IndexState
from openclaw_desktop.index.where import Where
from openclaw_desktop.index.worker import IndexWorker
from openclaw_desktop.kept_counts import KeptCounts
from openclaw_desktop.made_once import made_once
from openclaw_desktop.paths import expanded, is_folder
from openclaw_desktop.search import presets
from openclaw_desktop.search.question import Question
from openclaw_desktop.settings import Settings
from openclaw_desktop.settings_live import LiveSettings
from openclaw_desktop.workspace import agents, files, layout, operations, outline
from openclaw_desktop.workspace.agents import Agent, Installation
from openclaw_desktop.workspace.files import TextFile
from openclaw_desktop.workspace.layout import Entry
from openclaw_desktop.workspace.operations import Undo
from openclaw_desktop.workspace.outline import Node
from openclaw_desktop.workspace.watch import Watcher

if TYPE_CHECKING:
    from openclaw_desktop.agent_index.comparing import Comparison
    from openclaw_desktop.agent_index.question_vector import Ask
    from openclaw_desktop.agent_index.question_vectors import QuestionVectors
    from openclaw_desktop.desk.advice_desk import AdviceDesk
    from openclaw_desktop.desk.agent_desk import AgentDesk
    from openclaw_desktop.desk.past_desk import PastDesk
    from openclaw_desktop.desk.sessions_desk import SessionsDesk
    from openclaw_desktop.index.embed import Embedder, Vector
    from openclaw_desktop.index.status import Status
    from openclaw_desktop.index.store import Store
    from openclaw_desktop.search.query import Candidates, WhyNot
    from openclaw_desktop.search.ranking import Answer

EVERYWHERE = Where()
QUERIES_KEPT = 200
UNDO_KEPT = timedelta(days=7)
"""How long the copy of a deleted file is kept, so that the deletion can be undone."""

QUERY_SECONDS = 10.0
"""How long a search waits for its question's vector before it goes on with keywords alone."""


class Engine:
    """One open workspace: its files, its index and its search."""

    def __init__(
        self,
        root: Path,
        *,
        settings: Settings,
        places: places_module.Places,
        report: Callable[[Event], None],
        embedder: Callable[[], Embedder] | None = None,
        ask: Ask | None = None,
        role: str = "window",
        guards: bool = False,
    ) -> None:
        """`role` names this process to others that want to index the same workspace.

        `embedder` and `ask` stand in for the models: that of the own index, and the agent's.

        `guards`: a person decides here, so changes of protected files by others are held meanwhile.
        """
        self.root = Path(os.path.realpath(root))
        if not is_folder(self.root):
            raise NoWorkspaceError(f"{root} is not a folder that can be opened")
        self.settings = settings
        self._live_settings = LiveSettings(
            places.settings_file, used=lambda: self.settings, use=self._act_upon
        )
        self.places = places
        self.folder = places.of_workspace(self.root)
        self._counts = KeptCounts(self.folder / "token-counts.json")
        self._report = report
        self.new_embedder = embedder or self._llama
        self._role = role
        self._worker = self._new_worker()
        self.desk = Desk(
            self.root,
            self.folder / "review",
            settings=lambda: self.settings,
            lookup=Lookup(self._reader, lambda text: self._vector(text)[0]),
            report=report,
            looked_at=self._tell,
            clock=_now,
            guards=guards,
        )
        self.context = ContextDesk(self.root, lambda: self.desk.owner)
        self._ask = ask
        self._watcher = Watcher(
            self.root, self.desk.files_changed, quiet_seconds=settings.index.quiet_seconds
        )

    # Desks that a start has no use for: their code is half of what an engine loads

    @made_once
    def sessions(self) -> SessionsDesk:
        """The agent's sessions, and what became of their windows."""
        from openclaw_desktop.desk.sessions_desk import SessionsDesk

        return SessionsDesk(
            self.root, self.desk, cache=self.places.cache, encoding=lambda: self.settings.editor.encoding
        )

    @made_once
    def question_vectors(self) -> QuestionVectors:
        """Where vectors of questions to the agent's own index come from."""
        from openclaw_desktop.agent_index.question_vectors import QuestionVectors
        from openclaw_desktop.keys import Keys

        return QuestionVectors(
            lambda: self.settings.agent,
            new=self._agent_llama,
            keys=Keys(),
            bundled=resources.bundled_model(),
            bundled_name=resources.BUNDLED_MODEL_NAME,
            home=Path.home(),
        )

    @made_once
    def agent(self) -> AgentDesk:
        """The agent's own search."""
        from openclaw_desktop.desk.agent_desk import AgentDesk

        return AgentDesk(self.root, lambda: self.desk.owner, ask=self._ask or self.question_vectors)

    @made_once
    def advice(self) -> AdviceDesk:
        """What would make the agent find a passage."""
        from openclaw_desktop.desk.advice_desk import AdviceDesk

        return AdviceDesk(self.root, self.agent, self.desk)

    @made_once
    def past(self) -> PastDesk:
        """What the agent asked its memory, and what it was told."""
        from openclaw_desktop.desk.past_desk import PastDesk

        return PastDesk(self.root, self.sessions, self.agent, cache=self.places.cache)

    def _llama(self) -> Embedder:
        from openclaw_desktop.index.embed import LlamaEmbedder

        chosen = self.settings.index.model
        model = expanded(chosen) if chosen else resources.bundled_model()
        return LlamaEmbedder(model, threads=self.settings.index.threads)

    def _agent_llama(self, model: Path) -> Embedder:
        """OpenClaw gives texts to its models as they are."""
        from openclaw_desktop.index.embed import LlamaEmbedder

        return LlamaEmbedder(model, threads=self.settings.index.threads, prefixed=False)

    def _new_worker(self) -> IndexWorker:
        return IndexWorker(
            self.root,
            self.folder,
            self.places.cache,
            self.settings.index,
            self.new_embedder,
            self._on_event,
            role=self._role,
        )

    def start(self, *, watch: bool = True) -> None:
        """Begins indexing, guarding where this process does so, and, unless told not to, watching."""
        operations.forget_deleted(self.folder / "deleted", _now() - UNDO_KEPT)
        self._worker.start()
        self.desk.start()
        if watch:
            self._watcher.start()

    def put_off(self) -> None:
        """Says that `start` may never come: a search finds words in what there is, and waits for nothing."""
        self._worker.put_off()

    def close(self) -> None:
        """Stops watching and indexing; returns within a few seconds and leaves no thread or child."""
        self._watcher.stop()
        for closes in (Engine.agent.if_made(self), Engine.question_vectors.if_made(self)):
            if closes is not None:
                closes.close()
        self.desk.close()
        self._worker.close()
        self._counts.save()

    def _tell(self, paths: frozenset[str]) -> None:
        """These files changed, and what was to be put back in them is: index and window may look."""
        self._worker.submit_paths(paths)
        self._report(FilesChanged(paths))

    def _on_event(self, event: Event) -> None:
        if isinstance(event, IndexState):
            event = replace(event, watching=self._watcher.trouble)
        self._report(event)

    # Files

    def scan(self) -> list[Entry]:
        """Every file and folder of the workspace."""
        return list(layout.scan(self.root))

    def read(self, path: str) -> TextFile:
        """The text of one file; NotTextError says why it has none.

        What only this program locked is writable: `save` lifts the lock.
        """
        found = files.read(self.root, path)
        return found if found.writable else replace(found, writable=self.desk.lifts_lock(path))

    def read_lossy(self, path: str) -> TextFile:
        """What can be shown of a file that is no UTF-8 text; never to be saved."""
        return files.read_lossy(self.root, path)

    def save(self, path: str, text: str, *, seen: str | None, bom: bool = False) -> TextFile:
        """Writes `text` if the file is still the one whose hash is `seen` (None: it must not exist yet).

        What a person saves is approved by that, and recorded.
        """
        saved = self.desk.save(path, text, seen=seen, bom=bom, now=_now())
        self._worker.submit_paths(frozenset({path}))
        return saved

    def create(self, path: str, text: str = "") -> Undo:
        """A new file."""
        return self._done(lambda: operations.create(self.root, path, text))

    def create_folder(self, path: str) -> Undo:
        """A new folder."""
        return self._done(lambda: operations.create_folder(self.root, path))

    def move(self, path: str, new_path: str) -> Undo:
        """Renames or moves a file or folder; never over another."""
        return self._done(lambda: operations.move(self.root, path, new_path))

    def duplicate(self, path: str) -> Undo:
        """A copy beside the file."""
        return self._done(lambda: operations.duplicate(self.root, path))

    def delete(self, path: str) -> Undo:
        """Puts a file or folder into the system's trash."""
        return self._done(lambda: operations.delete(self.root, path, keep=self.folder / "deleted"))

    def undo(self, undo: Undo) -> tuple[str, ...]:
        """Takes one file operation back; returns the paths that changed."""
        paths = self.desk.by_hand(undo.undo, lambda changed: changed, now=_now())
        self._tell(frozenset(paths))
        return paths

    def _done(self, act: Callable[[], Undo]) -> Undo:
        """Does what the person wants, which approves it, and tells of it."""
        done = self.desk.by_hand(act, lambda undo: undo.paths, now=_now())
        self._tell(frozenset(done.paths))
        return done

    def daily_note(self, now: datetime) -> str:
        """The path of the daily note of `now`'s own date; it may not exist yet."""
        return layout.daily_note(now.date())

    def outline(self, path: str) -> tuple[Node, ...]:
        """The headings and entries of one Markdown file."""
        return outline.outline(self.read(path).text, pseudo_headings=self.settings.window.pseudo_headings)

    def count_tokens(self, text: str, encoding: str) -> int:
        """The tokens of a text, counted once however often it is asked for."""
        return self._counts.count(text, encoding)

    # Index

    @property
    def index_state(self) -> IndexState:
        """What the indexer is doing now."""
        return replace(self._worker.state, watching=self._watcher.trouble)

    @property
    def has_index(self) -> bool:
        """Whether there is an index from an earlier time to be asked before this one is started."""
        return self._worker.has_index

    def pause(self) -> None:
        """Stops embedding until `resume`; changed files are still searchable by keyword."""
        self._worker.pause()

    def resume(self) -> None:
        """Goes on embedding."""
        self._worker.resume()

    def rescan(self) -> None:
        """Compares every file with the index."""
        self._worker.rescan()

    def rebuild(self) -> None:
        """Builds the index anew beside the old one; vectors that are known are kept."""
        self._worker.rebuild()

    def retry_model(self) -> None:
        """Tries the embedding model again after it was given up."""
        self._worker.retry_embedder()

    def freshness(self) -> dict[str, Literal["indexed", "keywords", "waiting"]]:
        """How far the index is with each file."""
        return self._worker.freshness()

    def skipped(self) -> dict[str, str]:
        """Files the index leaves out, each with the reason."""
        return self._worker.skipped()

    def status(self) -> Status:
        """How far the index is, without starting it."""
        from openclaw_desktop.index import status

        return status.look(self.root, self.folder, self.settings.index)

    def _reader(self) -> AbstractContextManager[Store]:
        return closing(self._worker.reader())

    # Search

    def question(
        self,
        text: str,
        *,
        now: datetime,
        preset: str | None = None,
        where: Where = EVERYWHERE,
        **overrides: Any,
    ) -> Question:
        """A question with the person's own ranking, or another preset's, and single parameters changed."""
        search = self.settings.search
        if overrides:
            values = {f"search.{key}": value for key, value in overrides.items()}
            search = settings_module.changed(self.settings, values).search
        chosen = presets.parameters(preset or search.preset, search)
        return Question(text=text, parameters=chosen, now=now, where=where)

    def candidates(self, question: Question) -> Candidates:
        """What both legs find for a question, ready to be ranked and ranked again."""
        from openclaw_desktop.search import query

        vector, problem = self._vector(question.text)
        with self._reader() as store:
            return query.gather(store, question, vector, keywords_only=problem)

    def search(self, question: Question) -> Answer:
        """The ranked answer with everything that led to it."""
        from openclaw_desktop.search.ranking import rank

        return rank(self.candidates(question), question.parameters)

    def why_not(self, question: Question, path: str, line: int | None = None) -> WhyNot:
        """Where one file or line stands in this search, and which step lost it."""
        from openclaw_desktop.search import query

        vector, _ = self._vector(question.text)
        with self._reader() as store:
            return query.why_not(store, question, vector, path, line)

    def compare(self, text: str, *, now: datetime) -> Comparison:
        """The agent's own search and this one, side by side, each as it is configured.

        Raises AgentIndexError where the agent's index cannot be asked.
        """
        from openclaw_desktop.agent_index import comparing

        own = self.question(text, now=now)
        found = self.search(own)
        with self.agent.following(self.agent.question(text, now=now)) as theirs:
            return comparing.compare(
                theirs.answer,
                found,
                in_agent=lambda hit: theirs.why_not(
                    hit.candidate.path, (hit.candidate.start_line, hit.candidate.end_line)
                ),
                in_desktop=lambda hit: self.why_not(own, hit.candidate.path, hit.candidate.start_line),
            )

    def _vector(self, text: str) -> tuple[Vector | None, str | None]:
        """The question's vector, or None and the sentence why there is none."""
        if not text.strip():
            return None, None
        vector = self._worker.embed_query(text)
        try:
            return vector.result(timeout=QUERY_SECONDS), None
        except EmbedderError as error:
            return None, str(error)
        except TimeoutError:
            vector.cancel()
            return None, "the model did not answer in time"

    def history(self) -> list[str]:
        """Earlier queries, newest first."""
        return recent.entries(self.folder / "queries.json")

    def remember_query(self, text: str) -> None:
        """Puts a query first in the history; raises WriteFailedError."""
        file = self.folder / "queries.json"
        try:
            recent.put_first(file, text, most=QUERIES_KEPT)
        except OSError as error:
            raise WriteFailedError(file.name, f"this question is not kept: {reason_of(error)}") from error

    # Settings

    def keep_endpoint_key(self, key: str) -> str:
        """Keeps the key of the endpoint that the settings name in the keyring; an empty one is taken away.

        Returns what was done, as a sentence. Raises SettingsError without an endpoint; KeyStoreError.
        """
        address = self.settings.agent.endpoint
        if not address:
            raise SettingsError(
                "agent.endpoint is empty in the settings, so there is nothing to have a key for"
            )
        from openclaw_desktop.keys import Keys

        Keys().keep(address, key)
        return f"The key for {address} is {'in the keyring' if key else 'no longer in the keyring'}."

    def change_settings(self, values: Mapping[str, Any]) -> Settings:
        """Checks, saves and acts upon settings by key ("search.limit").

        Raises SettingsError with all as it was.
        """
        return self._live_settings.change(values)

    def read_settings_again(self) -> bool:
        """Acts upon what others wrote into the settings' file, and says whether they did."""
        return self._live_settings.read_again()

    def _act_upon(self, changed: Settings) -> None:
        before, self.settings = self.settings, changed
        if changed.index.quiet_seconds != before.index.quiet_seconds:
            self._watcher.change_quiet(changed.index.quiet_seconds)
        if changed.index != before.index:
            self._worker.change_settings(changed.index)
        if changed.review != before.review:
            self.desk.rules_changed()


def _now() -> datetime:
    return datetime.now(UTC)


def installation(environ: Mapping[str, str] = os.environ, home: Path | None = None) -> Installation | None:
    """The OpenClaw installation of this user, or None."""
    return agents.find(environ, home or Path.home())


def agent_of(found: Installation | None, root: Path) -> Agent | None:
    """The agent whose workspace `root` is."""
    return agents.agent_of(found, root) if found else None
