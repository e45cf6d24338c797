"""The protection of the whole workspace: its rules, agreement, permissions, and secrets that lie about."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from openclaw_desktop.errors import DesktopError
from openclaw_desktop.review.policy import Rules
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.policies import NAMES
from openclaw_desktop.ui.protection_section import Section
from openclaw_desktop.ui.review_view.quiet import plainly
from openclaw_desktop.ui.tree.names import count_of, shown

if TYPE_CHECKING:
    from asyncio import Future

    from openclaw_desktop.review.risk.secrets import Secret

Question = Callable[[], Coroutine[Any, Any, None]]
"""Asks the engine and shows the answer."""


class ProtectionPage(QDialog):
    """The rules and three questions, each on a page of its own, so that no answer moves another's buttons."""

    open_requested = Signal(str, int, int)
    settings_requested = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.setWindowTitle("Protection")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(680, 520)
        self.rules = Section(
            "Which files are protected",
            "A file's own policy counts first, then the first rule of the settings that fits it.",
            "Change in Settings…",
        )
        self.check = Section(
            "Does everything agree?",
            "Compares every file with the version you approved, and the journal with the history.",
            "Check now",
        )
        self.secrets = Section(
            "Secrets in the workspace",
            "Keys, tokens and passwords in your notes are read by the agent and by everything it uses. "
            "What is kept in a history stays there, so a secret that was found should be changed.",
            "Look for secrets",
        )
        self.permissions = Section(
            "Permissions",
            "Takes away what nobody needs: others of this machine cannot look in, and SOUL.md and POLICY.md "
            "become read-only. Nothing is changed before you ask, and it can be undone.",
            "Harden",
            "Undo",
        )
        self._found: list[tuple[str, Secret]] = []
        self._answering: dict[str, Future[None]] = {}  # by the sections' titles
        self._own: list[str] = []  # files with a policy of their own, as they are listed
        self._lay_out()
        self.rules.asked.connect(self._to_settings)
        self.rules.opened.connect(self._open_own)
        self.check.asked.connect(lambda: self._ask(self.check, self._check))
        self.secrets.asked.connect(lambda: self._ask(self.secrets, self._look_for_secrets))
        self.secrets.opened.connect(self._open)
        self.permissions.asked.connect(lambda: self._ask(self.permissions, self._harden))
        self.permissions.taken_back.connect(lambda: self._ask(self.permissions, self._undo_hardening))
        bridge.review_changed.connect(self._look_at_rules)
        bridge.settings_changed.connect(self._look_at_rules)
        self._look_at_rules()
        self._ask(self.permissions, self._look_at_permissions)

    def _ask(self, section: Section, question: Question) -> None:
        section.begin()
        if section.title in self._answering:
            self._answering[section.title].cancel()  # asked anew, so that the older answer is not wanted
        answering = self._bridge.spawn(self._answer(section, question), name=section.title)
        self._answering[section.title] = answering
        self.finished.connect(answering.cancel)  # closed before the answer came

    async def _answer(self, section: Section, question: Question) -> None:
        try:
            await question()
        except DesktopError as error:
            section.answer(str(error), ())

    def _look_at_rules(self, _: object = None) -> None:
        self._ask(self.rules, self._list_rules)

    async def _list_rules(self) -> None:
        rules = await self._bridge.call(lambda: self._bridge.engine.desk.rules)
        self._own = list(rules.own)
        self.rules.answer(in_short(rules), rule_lines(rules))

    def _to_settings(self) -> None:
        self.settings_requested.emit()
        self.close()

    def _open_own(self, row: int) -> None:
        if row < len(self._own):
            self.open_requested.emit(self._own[row], 0, 0)

    async def _check(self) -> None:
        found = await self._bridge.call(self._bridge.engine.desk.verify)
        lines = [shown(item.sentence) for item in found]
        said = (
            f"{count_of(len(found), 'disagreement')}."
            if found
            else "Everything agrees: files, journal and history."
        )
        self.check.answer(said, lines)

    async def _look_for_secrets(self) -> None:
        self._found = list(await self._bridge.call(self._bridge.engine.desk.secrets))
        files = len({path for path, _ in self._found})
        said = (
            f"{count_of(len(self._found), 'secret')} in {count_of(files, 'file')}. Enter opens the line."
            if self._found
            else "No secret was found."
        )
        self.secrets.answer(said, [listed(path, secret) for path, secret in self._found])

    async def _look_at_permissions(self) -> None:
        await self._tell_permissions([])

    async def _harden(self) -> None:
        await self._tell_permissions(await self._bridge.call(self._bridge.engine.desk.harden))

    async def _undo_hardening(self) -> None:
        await self._tell_permissions(await self._bridge.call(self._bridge.engine.desk.undo_hardening))

    async def _tell_permissions(self, troubles: Sequence[str]) -> None:
        """How it is now, after what could not be done."""
        desk = self._bridge.engine.desk
        found = await self._bridge.call(desk.deviations)
        hardened = await self._bridge.call(lambda: desk.is_hardened)
        verb = "permits more than it needs" if len(found) == 1 else "permit more than they need"
        said = (
            f"{count_of(len(found), 'file or folder', 'files and folders')} {verb}."
            if found
            else "Nothing permits more than it needs."
        )
        self.permissions.answer(said, [shown(line) for line in (*troubles, *(f.sentence for f in found))])
        self.permissions.button.setEnabled(bool(found))
        self.permissions.back.setVisible(hardened)

    def _open(self, row: int) -> None:
        path, secret = self._found[row]
        self.open_requested.emit(path, secret.line, secret.line)

    def _lay_out(self) -> None:
        self.tabs = QTabBar(expanding=False, drawBase=False)
        self.tabs.setAccessibleName("About the protection")
        pages = QStackedWidget()
        for name, section in (
            ("Rules", self.rules),
            ("Agreement", self.check),
            ("Permissions", self.permissions),
            ("Secrets", self.secrets),
        ):
            self.tabs.addTab(name)
            pages.addWidget(section)
        self.tabs.currentChanged.connect(pages.setCurrentIndex)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 24)
        column.setSpacing(16)
        column.addWidget(self.tabs)
        column.addWidget(pages, 1)


def in_short(rules: Rules) -> str:
    """How many rules hold: "7 rules, and 1 file with a policy of its own."."""
    if not rules.protect:
        return "Protection is off in the settings: changes are only recorded."
    policies = "a policy of its own" if len(rules.own) == 1 else "policies of their own"
    own = f", and {count_of(len(rules.own), 'file')} with {policies}" if rules.own else ""
    return f"{count_of(len(rules.general), 'rule')}{own}."


def rule_lines(rules: Rules) -> list[str]:
    """The rules in the order in which they count: "a.md   Hold, set for this file", "SOUL.md   Locked"."""
    own = [f"{shown(path)}   {NAMES[policy]}, set for this file" for path, policy in rules.own.items()]
    return [*own, *(f"{plainly(rule.pattern)}   {NAMES[rule.policy]}" for rule in rules.general)]


def listed(path: str, secret: Secret) -> str:
    """A secret as a line: "MEMORY.md:14  GitHub token  ghp_…40"."""
    sure = "" if secret.certain else "perhaps "
    return f"{shown(path)}:{secret.line}   {sure}{secret.kind}   {secret.masked}"
