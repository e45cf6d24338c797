"""`python -m openclaw_desktop` and the `openclaw-desktop` command."""

import sys

from openclaw_desktop.cli import run


def main() -> None:
    """Runs the command line with this process's arguments and leaves with its exit code."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
