"""What a Linux desktop is told of the program: menu, software centre, icons, manual."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

import drawing
import project
from linux import tree
from openclaw_desktop import __version__
from openclaw_desktop.cli.parser import COMMANDS, window_parser

LINUX = project.ROOT / "packaging" / "linux"


class Entry(configparser.ConfigParser):
    """A desktop entry, whose keys have capitals."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


@pytest.fixture
def entry() -> configparser.ConfigParser:
    parser = Entry(interpolation=None)
    parser.read(LINUX / f"{project.NAME}.desktop", encoding="utf-8")
    return parser


@pytest.fixture
def metainfo(monkeypatch: pytest.MonkeyPatch) -> ElementTree.Element:
    monkeypatch.setattr(tree, "released", lambda: datetime(2026, 3, 1, tzinfo=UTC))
    return ElementTree.fromstring(tree.metainfo())


def test_the_menu_starts_the_command_with_the_folders_that_are_dropped_on_it(
    entry: configparser.ConfigParser,
) -> None:
    main = entry["Desktop Entry"]
    assert main["Exec"] == f"{project.NAME} %F"
    assert main["Name"] == project.TITLE
    assert main["Comment"] == project.SUMMARY


def test_it_does_not_become_the_program_that_opens_folders(
    entry: configparser.ConfigParser, metainfo: ElementTree.Element
) -> None:
    """Where a desktop has no file manager set, the first by name of all that take folders opens them."""
    assert entry["Desktop Entry"]["MimeType"] == "text/markdown;"
    assert [each.text for each in metainfo.iter("mediatype")] == ["text/markdown"]


def test_a_window_is_known_as_the_programs_by_its_class(entry: configparser.ConfigParser) -> None:
    """Qt takes the class of a window from the name that `setDesktopFileName` is given."""
    assert entry["Desktop Entry"]["StartupWMClass"] == project.NAME


def test_every_quick_action_uses_options_that_there_are(entry: configparser.ConfigParser) -> None:
    names = [name for name in entry["Desktop Entry"]["Actions"].split(";") if name]
    assert len(names) == 3
    for name in names:
        words = entry[f"Desktop Action {name}"]["Exec"].split()
        assert words[0] == project.NAME
        assert window_parser().parse_args(words[1:]).view == name


def test_the_software_centre_is_told_the_version_and_where_to_start(metainfo: ElementTree.Element) -> None:
    release = metainfo.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": __version__, "date": "2026-03-01"}
    assert metainfo.findtext("launchable") == f"{project.NAME}.desktop"
    assert metainfo.findtext("summary") == project.SUMMARY
    assert f"{metainfo.findtext('id')}.metainfo.xml" == tree.METAINFO
    assert "@" not in ElementTree.tostring(metainfo, encoding="unicode")


@pytest.mark.parametrize("tool", [("appstreamcli", "validate", "--no-net"), ("desktop-file-validate",)])
def test_the_desktops_own_tools_have_nothing_against_it(
    tool: tuple[str, ...], metainfo: ElementTree.Element, tmp_path: Path
) -> None:
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not installed")
    file = LINUX / f"{project.NAME}.desktop"
    if tool[0] == "appstreamcli":
        file = tmp_path / tree.METAINFO
        ElementTree.ElementTree(metainfo).write(file, encoding="utf-8", xml_declaration=True)
    subprocess.run([*tool, file], check=True)


def test_every_picture_it_shows_is_in_the_project(metainfo: ElementTree.Element) -> None:
    shown = [(image.text or "").split("/raw/main/")[1] for image in metainfo.iter("image")]
    assert shown
    for path in shown:
        assert (project.ROOT / path).is_file(), path


def test_the_icon_is_there_in_every_size_and_in_one_colour(tmp_path: Path) -> None:
    files = tree.pictures(tmp_path)
    assert files[tmp_path / "48x48" / "apps" / f"{project.NAME}.png"] == 48, "what every icon theme must have"
    for file, size in files.items():
        drawing.paint(project.ICON, size, file)
        picture = QImage(str(file))
        assert (picture.width(), picture.height()) == (size, size)
        assert picture.pixelColor(size // 2, size // 8).alpha() == 255
        assert picture.pixelColor(0, 0).alpha() < 255
    symbolic = ElementTree.parse(LINUX / f"{project.NAME}-symbolic.svg").getroot()
    assert symbolic.attrib["width"] == "16"


def test_the_manual_names_commands_and_options_that_there_are() -> None:
    manual = (LINUX / f"{project.NAME}.1").read_text(encoding="utf-8").replace("\\-", "-")
    named = re.findall(r"[a-z-]+", manual.split(".BR ", 1)[1].split("\n", 1)[0].replace(" and ", " "))
    assert named
    assert set(named) <= set(COMMANDS)
    for option in ("--demo", "--screenshot", "--version", "--licences"):
        assert option in manual
