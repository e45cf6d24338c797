"""Pure: what a search's filter keeps out, in words."""

from __future__ import annotations

from openclaw_desktop.index.store import Where
from openclaw_desktop.workspace.layout import date_in


def excluded_by(where: Where, path: str, source: str) -> str | None:
    """Why a document passes no such filter; None when it passes."""
    if where.sources is not None and source not in where.sources:
        return f"the search is limited to {', '.join(sorted(where.sources))}, and this file is {source}"
    if where.folder and not path.startswith(where.folder.rstrip("/") + "/"):
        return f"the search is limited to the folder {where.folder}"
    if where.since or where.until:
        day = date_in(path)
        if day is None:
            return "the search is limited to dates, and this path has none"
        if (where.since and day < where.since) or (where.until and day > where.until):
            return f"the search is limited to other dates than {day.isoformat()}"
    return None
