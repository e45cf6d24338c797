"""Fetches what the tree shows, off the main thread: the listing, outlines, tokens, freshness."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from openclaw_desktop.errors import DesktopError, FileGoneError
from openclaw_desktop.events import IndexPhase, IndexState
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.tree.facts import COUNTED_BYTES, Facts, Tokens, stamp_of
from openclaw_desktop.ui.tree.listing import Entries, Wish, load
from openclaw_desktop.workspace.layout import Entry

if TYPE_CHECKING:
    from openclaw_desktop.engine import Engine

COUNTED_AT_ONCE = 8
READING_MS = 200
"""A file that takes longer to read says so."""
FRESHNESS_MS = 300


class TreeLoader(QObject):
    """Keeps one listing at a time under way; wishes that come meanwhile are fulfilled together after it."""

    loaded = Signal(object, object)  # Listing, dict of renamed paths
    unreadable = Signal(str)  # the workspace itself, as a sentence
    outline_ready = Signal(str, object)  # path, tuple of nodes
    outline_slow = Signal(str)
    no_text = Signal(str, str)  # path, sentence
    facts_changed = Signal()

    def __init__(self, bridge: Bridge, facts: Facts, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._facts = facts
        self._entries: Entries | None = None
        self._wish = Wish()
        self._changed: set[str] | None = set()
        self._renamed: dict[str, str] = {}
        self._wanted = False
        self._loading = False
        self._counting = False
        self._tried: set[tuple[str, tuple[int, int]]] = set()
        self._phase: tuple[IndexPhase, bool] | None = None
        self._freshness = QTimer(self, interval=FRESHNESS_MS, singleShot=True)
        self._freshness.timeout.connect(self._ask_freshness)
        bridge.files_changed.connect(self.refresh)
        bridge.files_indexed.connect(self._on_indexed)
        bridge.index_state_changed.connect(self._on_index_state)

    @property
    def entries(self) -> Entries:
        """What is known of the workspace."""
        return self._entries or {}

    @property
    def wish(self) -> Wish:
        """How the workspace is to be shown."""
        return self._wish

    # The listing

    def refresh(self, changed: frozenset[str] | None = None) -> None:
        """Looks at these paths again; at everything when they are not given."""
        self._changed = None if changed is None or self._changed is None else self._changed | changed
        self._load()

    def rename(self, renamed: Mapping[str, str]) -> None:
        """Announces renames, so that the next listing's rows are known again."""
        self._renamed |= renamed

    def show(self, **wish: Any) -> None:
        """Changes the filter, the order or the arrangement."""
        wished = replace(self._wish, **wish)
        if wished != self._wish:
            self._wish = wished
            self._load()

    def _load(self) -> None:
        self._wanted = True
        if not self._loading:
            self._loading = True
            self._spawn(self._load_all(), "list the workspace")

    async def _load_all(self) -> None:
        try:
            while self._wanted:
                self._wanted = False
                changed, self._changed = self._changed, set()
                await self._load_once(None if changed is None else frozenset(changed))
        finally:
            self._loading = False

    async def _load_once(self, changed: frozenset[str] | None) -> None:
        engine = self._bridge.engine
        try:
            listing = await self._bridge.call(
                load, engine.scan, engine.root, self._entries, changed, self._wish
            )
        except DesktopError as error:
            self.unreadable.emit(str(error))
            return
        self._entries = listing.entries
        self._facts.forget(listing.written)
        self.loaded.emit(listing, self._take_renames(listing.entries))

    def _take_renames(self, entries: Entries) -> dict[str, str]:
        """The announced renames that have happened; a listing made before one leaves it for the next."""
        happened = {old: new for old, new in self._renamed.items() if new in entries and old not in entries}
        self._renamed = {old: new for old, new in self._renamed.items() if old not in happened}
        return happened

    # Outlines

    def outline(self, path: str) -> None:
        """Reads the headings and entries of a file."""
        self._spawn(self._outline(path), f"outline {path!r}")

    async def _outline(self, path: str) -> None:
        slow = QTimer(self, interval=READING_MS, singleShot=True)
        slow.timeout.connect(lambda: self.outline_slow.emit(path))
        slow.start()
        try:
            nodes = await self._bridge.call(self._bridge.engine.outline, path)
        except DesktopError as error:
            self.no_text.emit(path, str(error))
        else:
            self.outline_ready.emit(path, nodes)
        finally:
            slow.stop()
            slow.deleteLater()

    # Facts

    def count(self, visible: Callable[[], Iterable[Entry]]) -> None:
        """Counts the tokens of the files in sight, a few at a time, as long as there are uncounted ones."""
        if not self._counting:
            self._counting = True
            self._spawn(self._count_all(visible), "count tokens")

    async def _count_all(self, visible: Callable[[], Iterable[Entry]]) -> None:
        try:
            while batch := self._uncounted(visible()):
                tried = {(entry.path, stamp_of(entry)) for entry in batch}
                self._tried |= tried
                engine = self._bridge.engine
                encoding = engine.settings.editor.encoding
                found = await self._bridge.call(counted, engine, batch, encoding)
                if encoding != engine.settings.editor.encoding:  # another was chosen meanwhile
                    self._tried -= tried
                    continue
                for path, result in found.items():
                    if isinstance(result, Tokens):
                        self._facts.tokens[path] = result
                    else:
                        self.no_text.emit(path, result)
                self.facts_changed.emit()
        finally:
            self._counting = False

    def _uncounted(self, entries: Iterable[Entry]) -> list[Entry]:
        uncounted = self._facts.uncounted(entries)
        return [e for e in uncounted if (e.path, stamp_of(e)) not in self._tried][:COUNTED_AT_ONCE]

    def recount(self) -> None:
        """Forgets every count: they are of another encoding."""
        self._tried.clear()
        self._facts.tokens.clear()
        self.facts_changed.emit()

    def _on_index_state(self, state: IndexState) -> None:
        phase = (state.phase, state.keywords_only)
        if phase != self._phase:
            self._phase = phase
            self._freshness.start()

    def _on_indexed(self, _paths: frozenset[str]) -> None:
        self._freshness.start()

    def _ask_freshness(self) -> None:
        self._spawn(self._fetch_freshness(), "ask how fresh the index is")

    async def _fetch_freshness(self) -> None:
        engine = self._bridge.engine
        self._facts.freshness = await self._bridge.call(engine.freshness)
        self._facts.not_indexed = await self._bridge.call(engine.skipped)
        self.facts_changed.emit()

    def _spawn(self, coroutine: Coroutine[Any, Any, None], name: str) -> None:
        self._bridge.spawn(coroutine, name=name)


def counted(engine: Engine, entries: Iterable[Entry], encoding: str) -> dict[str, Tokens | str]:
    """The tokens of each file, or the sentence why it has none; blocking. A vanished file is left out."""
    found: dict[str, Tokens | str] = {}
    for entry in entries:
        if entry.size > COUNTED_BYTES:
            found[entry.path] = Tokens(entry.size // 4, True, stamp_of(entry))
            continue
        try:
            text = engine.read(entry.path).text
        except FileGoneError:
            continue
        except DesktopError as error:
            found[entry.path] = str(error)
        else:
            found[entry.path] = Tokens(engine.count_tokens(text, encoding), False, stamp_of(entry))
    return found
