"""Keys in the system's keyring, which is there or not, open or locked."""

from __future__ import annotations

import keyring
import keyring.backend
import keyring.errors
import pytest

from openclaw_desktop.errors import KeyStoreError
from openclaw_desktop.keys import NO_KEYRING, Keys

ADDRESS = "https://api.example/v1"


class Memory(keyring.backend.KeyringBackend):
    """A keyring that lives as long as a test."""

    priority = 5  # pyright: ignore

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class Locked(Memory):
    def get_password(self, service: str, username: str) -> str | None:
        raise keyring.errors.KeyringLocked("the person said no")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise keyring.errors.PasswordSetError("the person said no")


class PlainFile(Memory):
    priority = 0.5  # pyright: ignore


def use(backend: keyring.backend.KeyringBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring.core, "_keyring_backend", backend)


def test_a_key_is_kept_replaced_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Memory(), monkeypatch)
    keys = Keys()
    assert keys.key_of(ADDRESS) is None
    keys.keep(ADDRESS, "one")
    keys.keep(ADDRESS, "two")
    assert keys.key_of(ADDRESS) == "two"
    assert keys.key_of("https://elsewhere.example") is None
    keys.keep(ADDRESS, "")
    keys.keep(ADDRESS, "")
    assert keys.key_of(ADDRESS) is None


def test_a_locked_keyring_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Locked(), monkeypatch)
    with pytest.raises(KeyStoreError, match="the person said no"):
        Keys().key_of(ADDRESS)
    with pytest.raises(KeyStoreError, match="does not keep the key") as raised:
        Keys().keep(ADDRESS, "sk-secret")
    assert "sk-secret" not in str(raised.value)


def test_a_keyring_that_is_a_plain_file_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    use(PlainFile(), monkeypatch)
    assert Keys().problem == NO_KEYRING
    assert Keys().key_of(ADDRESS) is None
    with pytest.raises(KeyStoreError, match="has no keyring"):
        Keys().keep(ADDRESS, "one")
