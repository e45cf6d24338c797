"""Keys of services, in the system's own keyring: never in a file of ours, never shown."""

from __future__ import annotations

from openclaw_desktop.errors import KeyStoreError

SERVICE = "OpenClaw Desktop"

NO_KEYRING = "this system has no keyring that a key could be kept in"

RECOMMENDED = 1
"""Back ends below it keep keys in plain files, or nowhere. keyring: priority."""


class Keys:
    """What the keyring has under this program's name; each key belongs to an address."""

    @property
    def problem(self) -> str | None:
        """Why no key can be kept, as part of a sentence."""
        import keyring  # here, because looking for the system's keyring takes a while

        return None if keyring.get_keyring().priority >= RECOMMENDED else NO_KEYRING

    def key_of(self, address: str) -> str | None:
        """The key for an address; None without one, or without a keyring.

        Raises KeyStoreError when the keyring does not give it. It may ask the person to unlock it.
        """
        import keyring
        import keyring.errors

        if self.problem:
            return None
        try:
            return keyring.get_password(SERVICE, address) or None
        except keyring.errors.KeyringError as error:
            raise KeyStoreError(f"The keyring does not give the key for {address}: {error}.") from error

    def keep(self, address: str, key: str) -> None:
        """Keeps a key, in place of an older one; an empty one takes it away. Raises KeyStoreError."""
        import keyring
        import keyring.errors

        if self.problem:
            raise KeyStoreError(f"The key is not kept: {self.problem}.")
        try:
            if key:
                keyring.set_password(SERVICE, address, key)
            elif keyring.get_password(SERVICE, address) is not None:
                keyring.delete_password(SERVICE, address)
        except keyring.errors.KeyringError as error:
            raise KeyStoreError(f"The keyring does not keep the key for {address}: {error}.") from error
