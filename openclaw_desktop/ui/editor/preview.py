"""Pure: Markdown to the HTML a preview shows; nothing in it runs, and nothing is fetched."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

from openclaw_desktop.ui.editor import cut_marks
from openclaw_desktop.ui.editor.codec import label
from openclaw_desktop.ui.editor.cut_marks import Place

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererProtocol
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

LONGEST = 100_000
"""Characters that are rendered: reading their HTML takes the window's thread 20 ms, in one long list 70."""

ANCHORS = 250
"""About so many are set in a long text: each takes the window's thread longer than the words it is set at."""

_FRONT = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_IMAGE = re.compile(r'<img src="([^"]*)" alt="([^"]*)"[^>]*>')
_BOX = re.compile(rf"([{cut_marks.MARKS}]*)\[([ xX])\](?=[{cut_marks.MARKS}]*\s)")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # could make text read otherwise
_WIKI = re.compile(r"!?\[\[([^\[\]|#\n]*)(#[^\[\]|\n]*)?(?:\|([^\[\]\n]*))?\]\]")
WIKI = "wiki"
"""The scheme of links that name a note instead of a path."""

_WEB = ("http", "https", "mailto")


@dataclass(frozen=True, slots=True)
class Preview:
    """HTML, and a sentence when it is not all of the text.

    `mark` is the character that stands in the HTML before each of the `marks` places that were to be found
    again in it.
    """

    html: str
    cut: str = ""
    mark: str = ""
    marks: int = 0


def render(text: str, places: Sequence[Place] = ()) -> Preview:
    """The HTML of a Markdown text, as far as it is rendered.

    Blocks have anchors `line-N` (1-based), so that the preview can follow the editor: all of them in a text
    of less than ANCHORS lines. `places`, which are sorted, are marked.
    """
    text, at = _readable(text.replace("\r\n", "\n"), places)
    front = _FRONT.match(text)
    hidden = front.end() if front else 0
    cut = ""
    if len(text) > LONGEST:
        end = text.rfind("\n", hidden, LONGEST) + 1 or LONGEST
        cut = f"The preview shows the first {end:,} of {len(text):,} characters."
        text = text[:end]
    # Front matter keeps its lines, so that those of the rest are right.
    feeds = text.count("\n", 0, hidden)
    at = [max(position - hidden, 0) + feeds for position in at]
    text = "\n" * feeds + text[hidden:]
    mark = cut_marks.mark_for(text) if at else ""
    env: dict[str, Any] = {"mark": mark, "at": at if mark else []}
    return Preview(_parser().render(text, env), cut, mark, env.get("marks", 0))


def _readable(text: str, places: Sequence[Place]) -> tuple[str, list[int]]:
    """The text with line feeds alone and direction marks as words, and where `places` are in it."""
    at = [0, *cut_marks.positions(text, places), len(text)]
    pieces = [_DIRECTION.sub(_name, text[a:b]) for a, b in pairwise(at)]
    return "".join(pieces).replace("\r", "\n"), [*accumulate(map(len, pieces[:-1]))]


def _name(match: re.Match[str]) -> str:
    return f"⟨{label(match[0])}⟩"


def inside(base: str, address: str) -> str | None:
    """The workspace path that `address` in the file `base` names, or None when it is not a path inside.

    Web addresses, absolute paths and paths that climb out of the workspace are not.
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    name = unquote(parts.path)
    if (
        parts.scheme
        or parts.netloc
        or not name
        or name.startswith(("/", "\\"))
        or "\\" in name
        or "\0" in name
    ):
        return None
    found: list[str] = []
    for part in (PurePosixPath(base).parent / name).parts:
        if part == "..":
            if not found:
                return None
            found.pop()
        else:
            found.append(part)
    return "/".join(found) or None


def named(name: str, paths: Iterable[str]) -> str | None:
    """Of `paths` the one a wikilink means: by its path or file name, ".md" left out or not, any case."""
    wanted = name.strip().strip("/").casefold()
    wanted = wanted if wanted.endswith(".md") else f"{wanted}.md"
    fitting = [path for path in paths if f"/{path.casefold()}".endswith(f"/{wanted}")]
    return min(fitting, key=lambda path: (path.count("/"), path), default=None)


def images(base: str, html_text: str) -> list[str]:
    """The addresses of pictures in rendered HTML that name a file inside the workspace."""
    found = dict.fromkeys(html.unescape(match[1]) for match in _IMAGE.finditer(html_text))
    return [source for source in found if inside(base, source)]


def without_images(html_text: str, shown: Collection[str]) -> str:
    """The HTML with every picture whose address is not in `shown` replaced by what it is about."""

    def words(match: re.Match[str]) -> str:
        if html.unescape(match[1]) in shown:
            return match[0]
        return f"<i>[picture not shown: {match[2] or match[1]}]</i>"

    return _IMAGE.sub(words, html_text)


def on_the_web(address: str) -> bool:
    """Whether `address` is one for the system's browser or mail program."""
    try:
        return urlsplit(address).scheme.lower() in _WEB
    except ValueError:
        return False


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # no window waits for it, but a preview

    parser = MarkdownIt("commonmark", {"html": True, "linkify": False, "maxNesting": 50})
    parser.enable(["table", "strikethrough"])
    parser.inline.ruler.before("link", "wikilink", _wikilink)
    parser.core.ruler.after("block", "marks", _marks)
    parser.core.ruler.push("boxes", lambda state: _boxes(state.tokens))
    parser.core.ruler.push("lines", lambda state: _anchors(state.tokens, state.src.count("\n") // ANCHORS))
    for rule in ("html_block", "html_inline"):  # found, so that comments can be left out; never passed on
        parser.add_render_rule(rule, _as_text)
    return parser


def _as_text(_self: RendererProtocol, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    """HTML in a note is shown as the text it is; comments are left out."""
    source = re.sub(r"<!--.*?(?:-->|\Z)", "", tokens[index].content, flags=re.DOTALL)
    return html.escape(source) if source.strip() else ""


def _wikilink(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] not in "[!":
        return False
    match = _WIKI.match(state.src, state.pos, state.posMax)
    if not match or not match[1].strip():
        return False
    if not silent:
        name = match[1].strip()
        opening = state.push("link_open", "a", 1)
        opening.attrs = {"href": f"{WIKI}:{quote(name)}"}
        state.push("text", "", 0).content = match[3] or f"{name}{match[2] or ''}"
        state.push("link_close", "a", -1)
    state.pos = match.end()
    return True


def _marks(state: StateCore) -> None:
    """Marks the places that are to be found again; blocks are parsed, what is in them is not yet."""
    if at := state.env.get("at"):
        mark, tokens = state.env["mark"], state.tokens
        state.env["marks"] = cut_marks.put(state.md, tokens, state.src, at, mark, state.env)


def _boxes(tokens: list[Token]) -> None:
    """A list item that starts with a box is marked by one, instead of a bullet."""
    for before, token in zip(tokens, tokens[2:], strict=False):
        if before.type == "list_item_open" and token.type == "inline" and token.children:
            first = token.children[0]
            if first.type == "text" and (box := _BOX.match(first.content)):
                first.content = box[1] + ("☐" if box[2] == " " else "☑") + first.content[box.end() :]
                before.attrSet("style", "list-style-type:none")


def _anchors(tokens: list[Token], gap: int) -> None:
    """Sets them at blocks that are at least `gap` lines after the one before."""
    last = -gap
    for token in tokens:
        if token.map and token.nesting >= 0 and token.type not in ("inline", "tbody_open", "thead_open"):
            line = token.map[0]
            if line - last >= gap:
                token.attrSet("id", f"line-{line + 1}")
                last = line
