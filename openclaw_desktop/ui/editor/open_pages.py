"""The pages of the open files: a tab for each, one in front, and which were in front before it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QStackedWidget, QWidget

from openclaw_desktop.ui.editor.page import Page
from openclaw_desktop.ui.editor.recent import Recent
from openclaw_desktop.ui.editor.tab_bar import TabBar


class OpenPages:
    """Keeps bar, stack and order in step; each page goes by the path of its file."""

    def __init__(self, empty: QWidget) -> None:
        """`empty` is shown while no file is open."""
        self.bar, self.stack = TabBar(), QStackedWidget()
        self._empty = empty
        self._pages: dict[str, Page] = {}
        self._recent = Recent()
        self.stack.addWidget(empty)
        self.bar.hide()

    def __iter__(self) -> Iterator[Page]:
        return iter(list(self._pages.values()))

    def __contains__(self, path: str) -> bool:
        return path in self._pages

    def get(self, path: str) -> Page | None:
        """The page of a file, None when it is not open."""
        return self._pages.get(path)

    @property
    def front_path(self) -> str:
        """The file in front, "" when none is open."""
        page = self.stack.currentWidget()
        return page.file.path if isinstance(page, Page) else ""

    @property
    def front(self) -> Page | None:
        """The page in front."""
        return self._pages.get(self.front_path)

    def unsaved(self) -> list[str]:
        """The files, from left to right, that hold text which is not on disk."""
        pages = map(self._pages.get, self.bar.paths())  # a tab outlives its page a moment
        return [page.file.path for page in pages if page is not None and page.file.dirty]

    def add(self, page: Page, hover: str) -> None:
        """Puts a new page behind the others, with the last tab."""
        self._pages[page.file.path] = page
        self.stack.addWidget(page)
        self.bar.add(page.file.path, hover)
        self.bar.show()

    def forget(self, page: Page) -> bool:
        """The page counts as closed from now on; False when it did already."""
        if self._pages.pop(page.file.path, None) is None:
            return False
        self._recent.forget(page.file.path)
        return True

    def take_away(self, page: Page) -> None:
        """Takes tab and page of a forgotten page away; whoever is next in front was shown before."""
        self.stack.removeWidget(page)
        self.bar.removeTab(self.bar.paths().index(page.file.path))
        self.bar.rename()
        self.bar.setVisible(bool(self._pages))
        if not self._pages:
            self.stack.setCurrentWidget(self._empty)

    def rename(self, page: Page, path: str, hover: str) -> None:
        """The page's file has another path, which no open file has."""
        old = page.file.path
        self._pages[path] = self._pages.pop(old)
        page.file.path = page.file.real = path
        self._recent.rename(old, path)
        self.bar.describe(self.bar.paths().index(old), path, hover)

    @property
    def latest(self) -> str:
        """The file last in front, "" when there is none."""
        return self._recent.latest

    def bring(self) -> bool:
        """Brings the page of the current tab to the front; False when it has none any more."""
        index = self.bar.currentIndex()
        page = self._pages.get(self.bar.paths()[index]) if index >= 0 else None
        if page is None:
            return False
        self.stack.setCurrentWidget(page)
        self._recent.use(page.file.path)
        return True

    def back(self, step: int) -> str:
        """The file that was in front `step` files ago, while one goes back; "" when there is no other."""
        return self._recent.go(step)

    def stop(self) -> None:
        """Going back ended: what is in front now counts as used."""
        self._recent.stop()
