"""Pure: small pieces of HTML. Text is text until `escaped` makes it harmless; markup is its own type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape


class Markup(str):
    """HTML that is harmless already."""

    __slots__ = ()


Cell = str | Markup


def escaped(cell: Cell) -> Markup:
    """The text as HTML. What could not be seen or would turn the text round is shown as its code."""
    return cell if isinstance(cell, Markup) else Markup(escape(_seen(cell, keep="\n"), quote=True))


def name(text: str) -> Markup:
    """A file's name or a sentence with one: on one line, its direction its own."""
    return Markup(f"<bdi>{escape(_seen(text), quote=True)}</bdi>")


def code(text: str) -> Markup:
    """A hash."""
    return Markup(f"<code>{escape(_seen(text), quote=True)}</code>")


def when(at: datetime) -> Markup:
    """A moment in UTC."""
    utc = at.astimezone(UTC)
    return Markup(f'<time datetime="{utc.isoformat(timespec="seconds")}">{utc:%Y-%m-%d %H:%M:%S} UTC</time>')


def lines(*cells: Cell) -> Markup:
    """Pieces below each other; a text in them keeps its own lines."""
    return Markup("".join(f'<div class="text">{escaped(cell)}</div>' for cell in cells if cell))


def section(key: str, title: str, content: str) -> Markup:
    """A part of the page that a link can lead to."""
    return Markup(f'<section id="{key}">\n<h2>{escaped(title)}</h2>\n{content}</section>\n')


def table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[Cell]], *, empty: str) -> Markup:
    """A table; `empty` stands there instead of one without rows. Headings that are all "" are left out."""
    body = "".join(_row(row) for row in rows)
    if not body:
        return Markup(f"<p>{escaped(empty)}</p>\n")
    head = "".join(f'<th scope="col">{escaped(heading)}</th>' for heading in headings)
    head = f"<thead><tr>{head}</tr></thead>\n" if any(headings) else ""
    return Markup(
        f"<table>\n<caption>{escaped(caption)}</caption>\n{head}<tbody>\n{body}</tbody>\n</table>\n"
    )


def _row(row: Sequence[Cell]) -> str:
    first, *others = (escaped(cell) for cell in row)
    cells = "".join(f"<td>{cell}</td>" for cell in others)
    return f'<tr><th scope="row">{first}</th>{cells}</tr>\n'


def _seen(text: str, keep: str = "") -> str:
    return "".join(c if c.isprintable() or c in keep or c == "\u3000" else _code(c) for c in text)


def _code(character: str) -> str:
    return "\\n" if character == "\n" else f"\\u{{{ord(character):x}}}"
