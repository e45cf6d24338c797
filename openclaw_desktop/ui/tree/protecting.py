"""The Protection submenu: which policy the selected files have, and giving them another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from openclaw_desktop.review.policy import SENTENCES, Policy, Rules
from openclaw_desktop.ui.bridge import Bridge
from openclaw_desktop.ui.policies import NAMES
from openclaw_desktop.ui.tree.facts import Facts
from openclaw_desktop.ui.tree.names import count_of, name_of, shown


class Protecting(QObject):
    """Sets the policy of single files, off the main thread."""

    told = Signal(str)

    def __init__(self, bridge: Bridge, facts: Facts, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._facts = facts

    def fill(self, menu: QMenu, paths: Sequence[str]) -> None:
        """The five policies, the present one ticked, and the way back to the rules."""
        menu.setToolTipsVisible(True)
        rules = self._facts.standing.rules
        present = {rules.policy_of(path) for path in paths}
        for policy, name in NAMES.items():
            said = f"{name} (read-only on disk)" if policy is Policy.LOCKED else name
            action = self._add(menu, said, SENTENCES[policy], partial(self.set, paths, policy))
            action.setCheckable(True)
            action.setChecked(present == {policy})
            action.setEnabled(rules.protect)
        menu.addSeparator()
        back = self._add(menu, as_ruled(rules, paths), "", partial(self.set, paths, None))
        back.setEnabled(any(path in rules.own for path in paths))
        if not rules.protect:
            menu.addAction("Protection is off in the settings").setEnabled(False)

    def set(self, paths: Sequence[str], policy: Policy | None) -> None:
        """Gives files a policy of their own, or takes it away again."""
        self._bridge.spawn(self._set(paths, policy), name="protect files")

    async def _set(self, paths: Sequence[str], policy: Policy | None) -> None:
        for path in paths:
            desk = self._bridge.engine.desk
            await self._bridge.call(desk.set_policy, path, policy, now=datetime.now(UTC))
        self.told.emit(done(self._facts.standing.rules, paths, policy))

    def _add(self, menu: QMenu, text: str, hint: str, act: Callable[[], None]) -> QAction:
        action = QAction(text, menu)
        action.setToolTip(hint)
        action.triggered.connect(lambda _checked=False: act())
        menu.addAction(action)
        return action


def as_ruled(rules: Rules, paths: Sequence[str]) -> str:
    """The entry that takes a file's own policy away: "As the rules say (hold)"."""
    ruled = {Rules(rules.general, {}, rules.protect).policy_of(path) for path in paths}
    if len(ruled) != 1:
        return "As the rules say"
    return f"As the rules say ({NAMES[ruled.pop()].lower()})"


def done(rules: Rules, paths: Sequence[str], policy: Policy | None) -> str:
    """What was done, in a sentence."""
    what = shown(name_of(paths[0])) if len(paths) == 1 else count_of(len(paths), "file")
    if policy is None:
        said, policy = "as the rules say", Rules(rules.general, {}, rules.protect).policy_of(paths[0])
    else:
        said = NAMES[policy].lower()
    meaning = f" {SENTENCES[policy]}" if len(paths) == 1 else ""
    return f"{what}: {said}.{meaning}"
