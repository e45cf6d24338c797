"""A bar ends at its score, its numbers add up, and what was taken away is seen as taken away."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from openclaw_desktop.search.explain import BarPart
from openclaw_desktop.ui import theme
from openclaw_desktop.ui.search_view.bars import hundredths, legend, paint_bar, segments, signed

PARTS = (
    BarPart("vector", 0.41, "share"),
    BarPart("keyword", 0.36, "share"),
    BarPart("decay", -0.17, "loss"),
)
amounts = st.lists(st.floats(-1, 1, allow_nan=False), max_size=6)


def parts(values: list[float]) -> list[BarPart]:
    return [BarPart(f"factor {n}", value, "share") for n, value in enumerate(values)]


def test_gains_stand_side_by_side_and_losses_are_laid_back_from_their_end() -> None:
    vector, keyword, decay = segments(PARTS)
    assert (vector.start, vector.end) == (0, 0.41)
    assert (keyword.start, round(keyword.end, 9)) == (0.41, 0.77)
    assert (round(decay.start, 9), round(decay.end, 9), decay.lost) == (0.6, 0.77, True)


def test_a_loss_greater_than_all_gains_leaves_a_bar_of_length_zero() -> None:
    lost = segments((BarPart("vector", 0.2, "share"), BarPart("decay", -0.5, "loss")))[-1]
    assert (lost.start, lost.end) == (0.0, 0.2)


@given(amounts)
def test_the_numbers_of_a_legend_add_up_to_the_rounded_score(values: list[float]) -> None:
    rounded = hundredths(parts(values))
    assert sum(rounded) == round(sum(value * 100 for value in values))
    assert all(abs(whole - value * 100) < 1 for whole, value in zip(rounded, values, strict=True))


def test_a_legend_signs_what_was_added_or_taken_and_leaves_nothings_out() -> None:
    shown = (*PARTS, BarPart("importance", 0.05, "gain"), BarPart("path", 0.0, "gain"))
    assert [(part.name, number) for part, number in legend(shown)] == [
        ("vector", ".41"),
        ("keyword", ".36"),
        ("decay", "−.17"),
        ("importance", "+.05"),
    ]
    assert [signed(115), signed(-6), signed(100, plain=True)] == ["+1.15", "−.06", "1.00"]


def _painted(look: theme.Colours, floor: float | None = None) -> QImage:
    image = QImage(1000, 20, QImage.Format.Format_RGB32)
    image.fill(look.surface)
    painter = QPainter(image)
    paint_bar(painter, QRectF(0, 5, 1000, 10), PARTS, axis=1.0, floor=floor, look=look)
    painter.end()
    return image


def _colours_in(image: QImage, first: int, last: int) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(first, last) for y in range(6, 14)}


def test_factors_differ_by_pattern_and_a_loss_has_its_hatching(qapp: Any) -> None:
    for look in (theme.LIGHT, theme.DARK):
        image = _painted(look)
        assert _colours_in(image, 5, 405) == {look.vector.name()}
        striped = _colours_in(image, 415, 595)
        assert len(striped) > 1
        assert look.vector.name() not in striped
        assert look.keyword.name() not in _colours_in(image, 605, 765)
        beyond = {QColor(name).lightness() for name in _colours_in(image, 780, 995)}
        assert beyond == {look.hover.lightness()}


def test_the_noise_floor_is_a_dashed_line_over_the_bar(qapp: Any) -> None:
    look = theme.LIGHT
    column = [_painted(look, floor=0.25).pixelColor(x, y) for x in (249, 250) for y in range(2, 18)]
    assert min(c.lightness() for c in column) < look.vector.lightness() < max(c.lightness() for c in column)
