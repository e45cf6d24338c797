"""The list of proposals: groups fold, the selection outlives refreshes, rows in sight are looked at."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot
from review_values import NOW, proposal

from openclaw_desktop.review.proposal import Proposal
from openclaw_desktop.ui.review_view import queue_delegate
from openclaw_desktop.ui.review_view.marks import Mark
from openclaw_desktop.ui.review_view.queue import Arrangement, grouped
from openclaw_desktop.ui.review_view.queue_list import QueueList
from openclaw_desktop.ui.review_view.queue_model import Header

SELECT = QItemSelectionModel.SelectionFlag.Select


@pytest.fixture
def queue(qtbot: QtBot) -> QueueList:
    marks = {"1": Mark(loud=("A key in line 3",), stale=True)}
    made = QueueList(lambda p: marks.get(p.id), lambda: NOW)
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    return made


def show(queue: QueueList, *proposals: Proposal, wanted: str | None = None) -> None:
    queue.show_groups(grouped(proposals, Arrangement.FILE, now=NOW), wanted=wanted)


def bulk(number: int = 30) -> list[Proposal]:
    return [proposal(100 + n, f"memory/{n}.md", minutes=60) for n in range(number)]


def ids(queue: QueueList) -> list[str]:
    return [p.id for p in queue.chosen()]


def headers(queue: QueueList) -> list[str]:
    return [f"{r.group.title}, {r.is_open}" for r in queue.rows.rows if isinstance(r, Header)]


def test_the_first_is_selected_at_first_and_a_selection_outlives_refreshes(queue: QueueList) -> None:
    show(queue, proposal(1), proposal(2, "USER.md"), proposal(3, "SOUL.md"))
    assert ids(queue) == ["1"]
    queue.select_ids(["2", "3"])
    show(queue, proposal(9, "AGENTS.md"), proposal(1), proposal(2, "USER.md"), proposal(3, "SOUL.md"))
    assert ids(queue) == ["3", "2"]
    show(queue, proposal(9, "AGENTS.md"))
    assert ids(queue) == ["9"]


def test_a_large_group_is_closed_beside_others_and_its_header_stands_for_all_of_it(queue: QueueList) -> None:
    show(queue, proposal(1), *bulk())
    assert headers(queue) == ["Workspace · today, True", "memory · today, False"]
    queue.setCurrentIndex(queue.rows.index(2))
    assert len(ids(queue)) == 30


def test_a_large_group_alone_is_open(queue: QueueList) -> None:
    show(queue, *bulk())
    assert headers(queue) == ["memory · today, True"]


def test_everything_selected_is_everything_once_closed_groups_included(queue: QueueList) -> None:
    show(queue, proposal(1), *bulk())
    queue.selectAll()
    assert len(ids(queue)) == 31


def test_an_open_header_inside_a_range_adds_nothing(queue: QueueList) -> None:
    show(queue, proposal(1), proposal(2, "memory/a.md"), proposal(3, "memory/b.md"))
    queue.select_ids(["1"])
    model = queue.selectionModel()
    model.select(queue.rows.index(2), SELECT)  # the header of memory
    model.select(queue.rows.index(3), SELECT)
    assert ids(queue) == ["1", "2"]


def test_right_opens_a_group_left_closes_it_and_it_stays_so(queue: QueueList, qtbot: QtBot) -> None:
    show(queue, proposal(1), *bulk())
    queue.setCurrentIndex(queue.rows.index(2))
    qtbot.keyClick(queue, Qt.Key.Key_Right)
    assert headers(queue)[1] == "memory · today, True"
    show(queue, proposal(1), *bulk(29))
    assert headers(queue)[1] == "memory · today, True"
    queue.select_ids(["100"])
    qtbot.keyClick(queue, Qt.Key.Key_Left)
    assert headers(queue)[1] == "memory · today, False"
    assert len(ids(queue)) == 29, "closing a group selects it, so that nothing unseen stays selected"


def test_a_click_on_a_chevron_folds_and_selects_nothing(queue: QueueList, qtbot: QtBot) -> None:
    show(queue, proposal(1), *bulk())
    place = queue.visualRect(queue.rows.index(2)).topLeft()
    place += type(place)(16, 14)
    qtbot.mouseClick(queue.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert headers(queue)[1] == "memory · today, True"
    assert ids(queue) == ["1"]


def test_steps_pass_over_open_headers(queue: QueueList) -> None:
    show(queue, proposal(1), proposal(2, "memory/a.md"), *bulk())
    queue.step(1)
    assert len(ids(queue)) == 31, "the closed group"
    queue.step(-1)
    assert ids(queue) == ["1"]
    queue.step(-1)
    assert ids(queue) == ["1"], "there is nothing above"


def test_what_is_selected_is_told_once(queue: QueueList, qtbot: QtBot) -> None:
    show(queue, proposal(1), proposal(2, "USER.md"))
    with qtbot.waitSignal(queue.chosen_changed) as told:
        queue.select_ids(["2"])
    assert [p.id for p in told.args[0]] == ["2"]  # type: ignore[index]
    with qtbot.assertNotEmitted(queue.chosen_changed):
        queue.select_ids(["2"])


def test_only_rows_in_sight_are_looked_at(queue: QueueList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(queue.seen_changed) as told:
        show(queue, *bulk(200))
    assert 5 < len(told.args[0]) < 30  # type: ignore[index]
    with qtbot.waitSignal(queue.seen_changed) as told:
        queue.scrollToBottom()
    assert told.args[0][-1].path == "memory/199.md"  # type: ignore[index]


def test_a_row_says_in_words_what_its_signs_mean(queue: QueueList) -> None:
    show(queue, proposal(1, reason="Sam said so"), proposal(2, "USER.md"))
    index = queue.rows.index_of("1")
    assert index.data() == "MEMORY.md, agent main, 3 min ago, 4 lines added, 2 removed"
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "A key in line 3" in tip
    assert "changed since" in tip
    assert queue.rows.index(0).data() == "Workspace · today, 2 changes"


def test_letters_are_left_to_the_view_and_enter_accepts(queue: QueueList, qtbot: QtBot) -> None:
    show(queue, proposal(1), proposal(2, "USER.md"))
    qtbot.keyClick(queue, Qt.Key.Key_U)
    assert ids(queue) == ["1"], "a letter does not jump to a name"
    with qtbot.waitSignal(queue.accept_wished):
        qtbot.keyClick(queue, Qt.Key.Key_Return)


def test_of_five_hundred_only_those_in_sight_are_painted(
    queue: QueueList, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    monkeypatch.setattr(queue_delegate, "sign", lambda p, look: painted.append(p.id) or ("held", look.held))
    show(queue, *[proposal(n, f"memory/{n}.md", reason="Sam said so") for n in range(500)])
    queue.grab()
    assert 5 < len(set(painted)) < 30
