"""Where the frozen program begins."""

from openclaw_desktop.__main__ import main

main()
