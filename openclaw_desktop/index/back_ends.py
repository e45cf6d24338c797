"""The parts of llama.cpp that compute, in a build that is made for other people's processors.

Such a build has one library a generation of processors (on x86 from SSE4.2 to AVX-512) in the folder `bin`
beside the package, and takes the best that runs here once it is told of the folder. A build for this very
processor has none of them, and nothing is to be done.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_REGISTRY = {"win32": "ggml.dll", "darwin": "libggml.0.dylib"}
_OF_OTHERS = "libggml.so.0"


def load(package: Path, platform: str = sys.platform) -> None:
    """Loads the one for this processor, before the first model; `package` is the folder of `llama_cpp`."""
    folder = package.parent / "bin"
    if not any(folder.glob("*ggml-cpu-*")):
        return
    # By the very name that libllama asks for: `libggml.so` beside it would be loaded as a second library with
    # a list of its own, and llama.cpp would find no processor at all.
    registry = ctypes.CDLL(str(package / "lib" / _REGISTRY.get(platform, _OF_OTHERS)))
    load_all = registry.ggml_backend_load_all_from_path
    load_all.argtypes, load_all.restype = [ctypes.c_char_p], None
    load_all(os.fsencode(folder))
