"""A key that the program is given: it must lie in the keyring of the desktop afterwards."""

from __future__ import annotations

from linux.person import Person

TOOLS = ("dbus-daemon", "gnome-keyring", "libsecret-tools")
KEY = "a-key-of-nobody"
ADDRESS = "https://embeddings.example/v1"
WITHOUT = "no keyring"

_GIVE = f"""\
export OPENCLAW_DESKTOP_HOME=/tmp/keys
mkdir -p /tmp/keys/config
printf '[agent]\\nendpoint = "{ADDRESS}"\\n' > /tmp/keys/config/settings.toml
printf {KEY} | "$1" agent-index --workspace "$2" --key - 2>&1
"""
_GIVE_IN_A_SESSION = f"""\
printf password | gnome-keyring-daemon --unlock --components=secrets > /dev/null
{_GIVE}
secret-tool lookup service 'OpenClaw Desktop' username {ADDRESS}
"""


def keep(person: Person) -> None:
    """Gives the program a key without a keyring, and with GNOME's; then asks another program for it."""
    given = ("sh", person.command, person.workspace)
    told = person.room.ask("sh", "-c", f"{_GIVE}true", *given)
    if WITHOUT not in told:
        raise SystemExit(f"without a keyring it says: {told}")
    print(told.strip())
    person.room.install(*TOOLS)
    told = person.room.ask("dbus-run-session", "--", "sh", "-ec", _GIVE_IN_A_SESSION, *given)
    if KEY not in told:
        raise SystemExit(f"the key is not in the keyring: {told}")
    print(told.splitlines()[0])
