"""What macOS is told of the program, and its icon; the bundle itself is PyInstaller's work."""

from __future__ import annotations

from pathlib import Path

from program import OLDEST_MACOS, draw, look
from project import MAKER, TITLE, version
from shell import run

IDENTIFIER = f"{MAKER.replace('_', '-')}.OpenClawDesktop"  # Apple allows no underscores
SIDES = (16, 32, 128, 256, 512)

_OPENS = {
    "CFBundleTypeName": "Folder of notes",
    "CFBundleTypeRole": "Editor",
    "LSHandlerRank": "Alternate",  # offered under "Open With", never in the Finder's place
    "LSItemContentTypes": ["public.folder", "net.daringfireball.markdown"],
}
_READS = f"{TITLE} reads and edits the notes in the folders that you open with it."


def information() -> dict[str, object]:
    """The Info.plist, apart from what PyInstaller writes into every one."""
    folders = ("Documents", "Desktop", "Downloads", "RemovableVolumes", "NetworkVolumes")
    asked = {
        f"NS{place}{'' if place.endswith('Volumes') else 'Folder'}UsageDescription": _READS
        for place in folders
    }
    return {
        "CFBundleName": TITLE,
        "CFBundleDisplayName": TITLE,
        "CFBundleShortVersionString": version(),
        "CFBundleVersion": version(),
        "LSMinimumSystemVersion": OLDEST_MACOS,
        "LSApplicationCategoryType": "public.app-category.productivity",
        "NSHumanReadableCopyright": "MIT License",
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,  # dark where the system is
        "CFBundleDocumentTypes": [_OPENS],
        **asked,
    }


def prepare(work: Path) -> None:
    """Makes the icon for the specification, which finds it in `look(work)`."""
    folder = look(work) / "app.iconset"
    draw(work, pictures(folder))
    run("iconutil", "--convert", "icns", "--output", look(work) / "app.icns", folder)


def pictures(folder: Path) -> dict[Path, int]:
    """The files that iconutil asks for, and how wide they are."""
    plain = {folder / f"icon_{side}x{side}.png": side for side in SIDES}
    return plain | {folder / f"icon_{side}x{side}@2x.png": 2 * side for side in SIDES}


def of_program(program: Path) -> Path:
    """The bundle that PyInstaller made beside the program's folder."""
    return program.parent / f"{TITLE}.app"


def checked(program: Path) -> Path:
    """`program`, whose bundle holds together: every file in it is signed, be it without a name."""
    run("codesign", "--verify", "--deep", "--strict", of_program(program))
    return program
