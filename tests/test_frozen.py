"""A frozen program finds its way on a system it was not put together on."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from openclaw_desktop import frozen


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSSL looks for certificates where there are none."""
    usual = ssl.get_default_verify_paths()
    monkeypatch.setattr(ssl, "get_default_verify_paths", lambda: usual._replace(cafile=None, capath=None))


def test_programs_it_starts_get_the_library_path_that_was_there_before() -> None:
    environ = {"LD_LIBRARY_PATH": "/opt/inside", "LD_LIBRARY_PATH_ORIG": "/home/me/lib"}
    frozen.give_libraries_back(environ)
    assert environ == {"LD_LIBRARY_PATH": "/home/me/lib"}


def test_where_there_was_no_library_path_there_is_none() -> None:
    environ = {"LD_LIBRARY_PATH": "/opt/inside"}
    frozen.give_libraries_back(environ)
    assert environ == {}


def test_certificates_are_looked_for_where_this_system_keeps_them(nowhere: None, tmp_path: Path) -> None:
    environ = dict[str, str]()
    frozen.name_certificates(environ, tmp_path)
    assert environ == {"SSL_CERT_DIR": str(tmp_path)}


def test_a_system_without_certificates_is_no_reason_not_to_start(nowhere: None, tmp_path: Path) -> None:
    environ = dict[str, str]()
    frozen.name_certificates(environ, tmp_path / "none")
    assert Path(environ["SSL_CERT_DIR"]).is_dir()


def test_certificates_that_openssl_finds_are_left_to_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    usual = ssl.get_default_verify_paths()
    monkeypatch.setattr(ssl, "get_default_verify_paths", lambda: usual._replace(cafile="/etc/cert.pem"))
    environ = dict[str, str]()
    frozen.name_certificates(environ, tmp_path)
    assert environ == {}


@pytest.mark.parametrize(
    ("told", "taken"), [("fcitx", "ibus"), ("fcitx5", "ibus"), ("ibus", "ibus"), ("xim", "xim")]
)
def test_whoever_types_chinese_through_fcitx_still_does(told: str, taken: str) -> None:
    environ = {"QT_IM_MODULE": told}
    frozen.name_input_method(environ)
    assert environ["QT_IM_MODULE"] == taken


def test_the_plugins_of_a_session_are_not_those_of_the_qt_inside() -> None:
    environ = {"QT_PLUGIN_PATH": "/usr/lib/qt6/plugins", "HOME": "/home/me"}
    frozen.leave_foreign_plugins(environ)
    assert environ == {"HOME": "/home/me"}
