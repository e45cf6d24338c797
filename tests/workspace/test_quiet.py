"""When a changed path is spoken of."""

from __future__ import annotations

from openclaw_desktop.workspace.quiet import BURST, LONGEST_BURST, Quiet


def test_a_path_is_taken_once_it_was_left_alone() -> None:
    quiet = Quiet(1.5)
    quiet.add("a.md", 10.0)
    quiet.add("a.md", 11.0)
    assert quiet.next_time() == 12.5
    assert quiet.take(12.4) == frozenset()
    assert quiet.take(12.5) == {"a.md"}
    assert quiet.next_time() is None
    assert quiet.take(99.0) == frozenset()


def test_other_quiet_seconds_count_for_what_waits_already() -> None:
    quiet = Quiet(60.0)
    quiet.add("a.md", 10.0)
    quiet.seconds = 1.5
    assert quiet.next_time() == 11.5
    assert quiet.take(11.5) == {"a.md"}


def test_a_busy_file_holds_up_nobody_else() -> None:
    quiet = Quiet(1.5)
    quiet.add("a.md", 10.0)
    for tenth in range(100):
        quiet.add("busy.log", 9.0 + tenth / 10)
    assert quiet.take(11.5) == {"a.md"}
    assert "busy.log" in quiet
    assert len(quiet) == 1


def test_a_burst_is_one_answer() -> None:
    quiet = Quiet(1.0)
    for number in range(5_000):
        now = 10.0 + number / 2_000
        quiet.add(f"{number}.md", now)
        assert quiet.take(now) == frozenset()
    end = quiet.next_time()
    assert end is not None
    assert len(quiet.take(end)) == 5_000


def test_a_burst_without_end_is_reported_all_the_same() -> None:
    quiet = Quiet(1.0)
    answers = 0
    for number in range(BURST * LONGEST_BURST * 4):
        now = number / BURST
        quiet.add(f"{number}.md", now)
        answers += bool(quiet.take(now))
    assert 2 <= answers <= 5


def test_a_few_files_do_not_wait_for_each_other() -> None:
    quiet = Quiet(1.0)
    quiet.add("a.md", 10.0)
    quiet.add("b.md", 10.9)
    assert quiet.take(11.0) == {"a.md"}
