"""Where the frozen program begins."""

from openclaw_desktop import frozen

frozen.prepare()

from openclaw_desktop.__main__ import main  # noqa: E402 - what it loads needs what was prepared

main()
