"""What is tried instead of the agent's own terms: nothing of it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from openclaw_desktop.context import outlook_words as words
from openclaw_desktop.context.model_window import window_of
from openclaw_desktop.context.outlook import ENCODINGS
from openclaw_desktop.context.profiles import Profile, SessionKind
from openclaw_desktop.desk.outlooks import Own, Tried
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.context_view.budget.fields import Field, characters, chooser, editable_chooser
from openclaw_desktop.ui.context_view.window_field import PRESETS, refusal

WINDOW = 4
"""Which of the fields it is."""

SHARES = (12, 10, 9, 9, 16, 14)
"""What of the width each field takes, as its longest words need it."""

NARROW = 830
"""Below this width the fields stand in two rows."""

TRIED = "tried, not saved"
ASKED = "choose your model's"
"""Stands at a window that is not known."""

UNKNOWN = "unknown"
HOW = "Write 200k or 65,536."

VERSIONS: Mapping[Profile, str] = {"2026.9": "2026.9", "2026.2": "2026.2", "as described": "As described"}
SESSIONS: Mapping[SessionKind, str] = {
    "main": "Main",
    "group": "Group",
    "sub-agent": "Sub-agent",
    "cron": "Cron",
}


class WhatIf(QWidget):
    """Six fields, each with where its value is from. `changed` says that something else is tried."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tried = Tried()
        self._own: Own | None = None
        self._refused = ""  # what is written in place of a window and is none
        self.profile = chooser(list(VERSIONS.values()), hints=list(words.PROFILES.values()))
        self.kind = chooser(list(SESSIONS.values()), hints=list(words.KINDS.values()))
        self.per_file, self.total = characters(), characters()
        self.window_ = editable_chooser([*(f"{tokens:,}" for tokens in PRESETS), UNKNOWN], empty=UNKNOWN)
        self.encoding = chooser(list(ENCODINGS))
        self.reset_button = QPushButton("Reset")
        self.reset_button.setFixedHeight(theme.ROW)
        self.reset_button.setToolTip("Back to the agent's own")
        self._fields = [
            Field("Version", self.profile),
            Field("Session", self.kind),
            Field("Characters a file", self.per_file),
            Field("Characters in all", self.total),
            Field("Window in tokens", self.window_),
            Field("Tokens by", self.encoding),
        ]
        self._reset = Field("", self.reset_button)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(16, 10, 16, 10)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(theme.GAP)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._columns = 0
        self._arrange(len(self._fields))
        self._show_nothing()
        self._connect()
        self.setFocusProxy(self.profile)

    def show_own(self, own: Own) -> None:
        """The agent's own terms under the version that is chosen; what is tried stays in its field."""
        self._own = own
        terms = self.tried.of(own.terms)
        for widget, set_value in (
            (self.profile, lambda: self.profile.setCurrentText(VERSIONS[terms.profile])),
            (self.kind, lambda: self.kind.setCurrentText(SESSIONS[terms.session_kind])),
            (self.per_file, lambda: self.per_file.setValue(terms.limits.per_file)),
            (self.total, lambda: self.total.setValue(terms.limits.total)),
            (self.encoding, lambda: self.encoding.setCurrentText(terms.encoding)),
        ):
            with QSignalBlocker(widget):
                set_value()
        self._show_window(terms.window)
        self._show_sources(own)

    def reset(self) -> None:
        """Tries nothing any more."""
        self._refused = ""
        self._try(Tried())
        if self._own:
            self.show_own(self._own)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two rows where there is no room for one."""
        super().resizeEvent(event)
        self._arrange(len(self._fields) if self.width() >= NARROW else len(self._fields) // 2)

    def _show_window(self, window: int | None) -> None:
        """Writes the window, unless the person is writing it or has to put it right."""
        written = self.window_.currentText().strip()
        is_written = self.window_.hasFocus() and (not written or (_window(written) or None) == window)
        if self._refused or is_written:
            return
        unknown = UNKNOWN if self.tried.window == 0 else ""
        with QSignalBlocker(self.window_):
            self.window_.setEditText(f"{window:,}" if window else unknown)
        self._mark_window()

    def _show_sources(self, own: Own) -> None:
        tried = self.tried
        window_from = own.window_from if own.terms.window is not None else ASKED
        sources = (
            own.profile_from if tried.profile is None else TRIED,
            "" if tried.session_kind is None else TRIED,
            own.per_file_from if tried.per_file is None else TRIED,
            own.total_from if tried.total is None else TRIED,
            window_from if tried.window is None else TRIED,
            own.encoding_from if tried.encoding is None else TRIED,
        )
        for field, source in zip(self._fields, sources, strict=True):
            field.show_source(source)
        if self._refused:
            self._fields[WINDOW].show_refusal(HOW, refusal(self._refused))
        self.reset_button.setEnabled(self.tried != Tried() or bool(self._refused))

    def _show_nothing(self) -> None:
        """Until the agent's own terms are known nothing stands here that might be taken for them."""
        for choice in (self.profile, self.kind, self.encoding):
            choice.setCurrentIndex(-1)
        for number in (self.per_file, self.total):
            number.clear()
        self.reset_button.setEnabled(False)

    # What the person does

    def _connect(self) -> None:
        self.profile.activated.connect(self._on_profile)
        self.kind.activated.connect(self._on_kind)
        self.per_file.valueChanged.connect(self._on_per_file)
        self.total.valueChanged.connect(self._on_total)
        self.window_.editTextChanged.connect(self._on_window)
        if field := self.window_.lineEdit():
            field.editingFinished.connect(self._on_window_left)
        self.encoding.activated.connect(self._on_encoding)
        self.reset_button.clicked.connect(self.reset)

    def _on_profile(self, at: int) -> None:
        self._change(profile=list(VERSIONS)[at])

    def _on_kind(self, at: int) -> None:
        self._change(session_kind=list(SESSIONS)[at])

    def _on_per_file(self, characters: int) -> None:
        self._change(per_file=characters)

    def _on_total(self, characters: int) -> None:
        self._change(total=characters)

    def _on_encoding(self, at: int) -> None:
        self._change(encoding=ENCODINGS[at])

    def _on_window(self, text: str) -> None:
        window = _window(text)
        self._refused = text.strip() if window is None else ""
        self._mark_window()
        if window is not None or not text.strip():
            self._change(window=window)
        if self._own:
            self._show_sources(self._own)

    def _on_window_left(self) -> None:
        """An emptied field has the agent's own window again."""
        if self._own and not self.window_.currentText().strip():
            self._show_window(self.tried.of(self._own.terms).window)

    def _mark_window(self) -> None:
        wrong = bool(self._refused)
        if self.window_.property("wrong") != wrong:
            self.window_.setProperty("wrong", wrong)
            self.window_.style().polish(self.window_)

    def _change(self, **value: Any) -> None:
        self._try(replace(self.tried, **value))

    def _try(self, tried: Tried) -> None:
        tried = self._without_own(tried)
        if tried != self.tried:
            self.tried = tried
            self.changed.emit()

    def _without_own(self, tried: Tried) -> Tried:
        """What is the agent's own is not tried."""
        if self._own is None:
            return tried
        own = self._own.terms
        return Tried(
            profile=tried.profile,
            session_kind=None if tried.session_kind == own.session_kind else tried.session_kind,
            per_file=None if tried.per_file == own.limits.per_file else tried.per_file,
            total=None if tried.total == own.limits.total else tried.total,
            window=None if tried.window == (own.window or 0) else tried.window,
            encoding=None if tried.encoding == own.encoding else tried.encoding,
        )

    def _arrange(self, columns: int) -> None:
        """Puts so many fields into a row, and the button after the last."""
        if columns == self._columns:
            return
        self._columns = columns
        for at, field in enumerate(self._fields):
            self._grid.addWidget(field, at // columns, at % columns)
        self._grid.addWidget(self._reset, (len(self._fields) - 1) // columns, columns)
        shares = SHARES if columns == len(self._fields) else (1,) * columns
        for at, share in zip_longest(range(len(self._fields) + 1), shares, fillvalue=0):
            self._grid.setColumnStretch(at, share)


def _window(text: str) -> int | None:
    """The window that is written: 0 for one that nobody knows, None for none."""
    return 0 if text.strip().lower() == UNKNOWN else window_of(text)
