"""`python -m openclaw_desktop` and the `openclaw-desktop` command."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Runs the command line with this process's arguments and leaves with its exit code."""
    try:
        from openclaw_desktop.cli import run  # here, because Ctrl+C may come while this takes its half second

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
