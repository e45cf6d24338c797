"""Where the frozen program begins."""

import os

from openclaw_desktop.__main__ import main

# PyInstaller's own start leads the loader to the libraries inside, which has been done by now. The browser or
# file manager that this program opens must find the system's.
before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
os.environ.pop("LD_LIBRARY_PATH", None)
if before is not None:
    os.environ["LD_LIBRARY_PATH"] = before

main()
