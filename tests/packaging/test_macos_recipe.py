"""What macOS is told of the program, how its image is made, what the scripts do with secrets and without."""

from __future__ import annotations

import os
import plistlib
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

import project
from macos import bundle, dmg

MACOS = project.ROOT / "packaging" / "macos"
SCRIPTS = sorted(MACOS.glob("*.sh"))

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts are those of a Unix")


class Tools:
    """Stand-ins for macOS' own tools; each notes how it was called and says what it is told to."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.calls = folder / "bin", folder / "calls"
        self.folder.mkdir()
        self.calls.touch()
        monkeypatch.setenv("PATH", f"{self.folder}{os.pathsep}{os.environ['PATH']}")

    def add(self, name: str, *lines: str) -> None:
        tool = self.folder / name
        tool.write_text("\n".join(["#!/bin/sh", f'echo "{name} $*" >> "{self.calls}"', *lines, ""]))
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)

    @property
    def called(self) -> list[str]:
        return self.calls.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tools:
    for name in ("MACOS_CERTIFICATE", "NOTARY_KEY", dmg.IDENTITY):
        monkeypatch.delenv(name, raising=False)
    return Tools(tmp_path, monkeypatch)


def script(name: str, *words: str | Path, **environment: str) -> str:
    """What the script prints."""
    done = subprocess.run(
        [MACOS / name, *words], env={**os.environ, **environment}, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_the_information_can_be_written_and_names_the_one_version() -> None:
    told = plistlib.loads(plistlib.dumps(bundle.information()))
    assert told["CFBundleShortVersionString"] == told["CFBundleVersion"] == project.version()
    assert re.fullmatch(r"[A-Za-z0-9.-]+", bundle.IDENTIFIER), "Apple allows no other characters"
    assert told["NSDocumentsFolderUsageDescription"].startswith(project.TITLE)
    assert re.fullmatch(r"\d+\.\d+", told["LSMinimumSystemVersion"])


def test_folders_are_offered_to_be_opened_and_not_taken() -> None:
    told = plistlib.loads(plistlib.dumps(bundle.information()))
    [kind] = told["CFBundleDocumentTypes"]
    assert "public.folder" in kind["LSItemContentTypes"]
    assert kind["LSHandlerRank"] == "Alternate"


def test_only_what_is_needed_is_asked_of_the_hardened_runtime() -> None:
    asked = plistlib.loads((MACOS / "entitlements.plist").read_bytes())
    assert asked == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_the_icon_has_every_picture_that_iconutil_asks_for() -> None:
    files = bundle.pictures(Path("app.iconset"))
    assert {file.name: width for file, width in files.items()} == {
        "icon_16x16.png": 16,
        "icon_16x16@2x.png": 32,
        "icon_32x32.png": 32,
        "icon_32x32@2x.png": 64,
        "icon_128x128.png": 128,
        "icon_128x128@2x.png": 256,
        "icon_256x256.png": 256,
        "icon_256x256@2x.png": 512,
        "icon_512x512.png": 512,
        "icon_512x512@2x.png": 1024,
    }


@pytest.mark.parametrize("machine", ["arm64", "x86_64"])
def test_the_image_holds_the_program_and_a_way_to_install_it(
    tmp_path: Path, tools: Tools, monkeypatch: pytest.MonkeyPatch, machine: str
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    tools.add("hdiutil", 'for last; do :; done; : > "$last"')
    tools.add("codesign")
    app = tmp_path / "program" / f"{project.TITLE}.app" / "Contents"
    (app / "Frameworks").mkdir(parents=True)
    (app / "Frameworks" / "libllama.dylib").write_bytes(b"library")
    (app / "Resources").mkdir()
    (app / "Resources" / "libllama.dylib").symlink_to("../Frameworks/libllama.dylib")
    package = dmg.build(tmp_path / "program" / project.NAME, tmp_path, tmp_path)
    assert package.name == f"openclaw-desktop-{project.version()}-macos-{machine}.dmg"
    assert package.is_file()
    stage = tmp_path / "dmg"
    assert sorted(path.name for path in stage.iterdir()) == ["Applications", f"{project.TITLE}.app"]
    assert (stage / "Applications").readlink() == Path("/Applications")
    assert (stage / f"{project.TITLE}.app" / "Contents" / "Resources" / "libllama.dylib").is_symlink()
    assert [call.split()[0] for call in tools.called] == ["hdiutil"]
    monkeypatch.setenv(dmg.IDENTITY, "Developer ID Application: Sam")
    dmg.build(tmp_path / "program" / project.NAME, tmp_path, tmp_path)
    assert tools.called[-1] == f"codesign --sign Developer ID Application: Sam --timestamp {package}"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_shell_understands_every_script(path: Path) -> None:
    assert path.stat().st_mode & stat.S_IXUSR
    subprocess.run(["sh", "-n", path], check=True)
    if checker := shutil.which("shellcheck"):
        subprocess.run([checker, path], check=True)


def test_without_secrets_nothing_is_signed_or_sent(tmp_path: Path, tools: Tools) -> None:
    tools.add("security")
    tools.add("xcrun")
    assert script("keychain.sh") == ""
    assert "not notarised" in script("notarise.sh", tmp_path / "a.dmg")
    assert tools.called == []


def test_the_certificate_gets_a_keychain_and_its_name_is_printed(tmp_path: Path, tools: Tools) -> None:
    line = '  1) 0123456789ABCDEF0123456789ABCDEF01234567 "Developer ID Application: Sam (TEAM)"'
    tools.add(
        "security",
        f"""[ "$1" = find-identity ] && printf '%s\\n     1 valid identities found\\n' '{line}'""",
        f'[ "$1" = import ] && cp "$2" "{tmp_path}/imported.p12"',
        "exit 0",
    )
    printed = script(
        "keychain.sh",
        MACOS_CERTIFICATE="Y2VydGlmaWNhdGU=",
        MACOS_CERTIFICATE_PASSWORD="secret",
        RUNNER_TEMP=str(tmp_path),
        TMPDIR=str(tmp_path),
    )
    assert printed == "Developer ID Application: Sam (TEAM)\n"
    assert (tmp_path / "imported.p12").read_bytes() == b"certificate"
    assert not list(tmp_path.glob("**/certificate.p12")), "the certificate does not stay on the disk"


def test_the_image_is_sent_to_apple_and_the_key_does_not_stay(tmp_path: Path, tools: Tools) -> None:
    tools.add("xcrun", f'[ "$1" = notarytool ] && cp "$5" "{tmp_path}/sent.p8"', "exit 0")
    tools.add("spctl")
    script(
        "notarise.sh",
        "a.dmg",
        NOTARY_KEY="-----BEGIN\nkey",
        NOTARY_KEY_ID="ID",
        NOTARY_ISSUER="ISSUER",
        TMPDIR=str(tmp_path),
    )
    assert (tmp_path / "sent.p8").read_text(encoding="utf-8") == "-----BEGIN\nkey\n"
    assert [" ".join(call.split()[:3]) for call in tools.called] == [
        "xcrun notarytool submit",
        "xcrun stapler staple",
        "spctl --assess --type",
    ]
    assert not list(tmp_path.glob("**/key.p8"))


def test_what_apple_refuses_is_not_passed_off_as_notarised(tmp_path: Path, tools: Tools) -> None:
    tools.add("xcrun", "exit 1")
    with pytest.raises(subprocess.CalledProcessError):
        script("notarise.sh", "a.dmg", NOTARY_KEY="key", NOTARY_KEY_ID="ID", NOTARY_ISSUER="ISSUER")
    assert len(tools.called) == 1
