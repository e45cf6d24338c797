"""Makes the folder that runs without Python: an environment, llama.cpp for any processor, PyInstaller."""

from __future__ import annotations

import hashlib
import shutil
import sys
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

from project import ICON, NAME, ROOT, released
from shell import output, run

CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
ANY_PROCESSOR = "-DGGML_NATIVE=OFF -DGGML_BACKEND_DL=ON -DGGML_CPU_ALL_VARIANTS=ON -DLLAVA_BUILD=OFF"
"""One back end a generation of processors, chosen when the program runs (see index/back_ends.py)."""

NOTHING_ELSE = "-DGGML_OPENMP=OFF -DGGML_METAL=OFF -DGGML_BLAS=OFF"
"""Windows and macOS have no OpenMP of their own to share, and vectors are computed by the processor."""

OLDEST_MACOS = "13.0"
"""Qt 6.11's own limit; without saying so llama.cpp would ask for the system it was compiled on."""

LLAMA_CMAKE = ANY_PROCESSOR if sys.platform == "linux" else f"{ANY_PROCESSOR} {NOTHING_ELSE}"


def freeze(work: Path, prepare: Callable[[Path], None]) -> Path:
    """The finished folder, below `work`, where the compiled llama.cpp stays for the next time.

    `prepare` is called with `work` once there is an environment, for what the specification wants to find.
    """
    python = _environment(work)
    prepare(work)
    target = work / "program"
    shutil.rmtree(target, ignore_errors=True)
    run(
        # -P: from the top of the project it would take the package as it lies there, without its resources.
        *(python, "-P", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", target, "--workpath", work / "pyinstaller"),
        ROOT / "packaging" / f"{NAME}.spec",
        env={"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(int(released().timestamp()))},
    )
    if not any(target.rglob("*.gguf")):
        raise SystemExit(f"{target} is not complete: it holds no model")
    return target / NAME


def _python_of(work: Path) -> Path:
    """The interpreter of the build's own environment."""
    folder = work / "venv"
    return folder / "Scripts" / "python.exe" if sys.platform == "win32" else folder / "bin" / "python"


def _environment(work: Path) -> Path:
    """The build's own environment with everything in it, the program as it lies here; returns its Python."""
    python = _python_of(work)
    if not python.is_file():
        venv.create(work / "venv", with_pip=True)
    pip = (python, "-m", "pip", "install", "--quiet", "--constraint", CONSTRAINTS)
    run(*pip, "pyinstaller", "hatchling", _llama_wheel(work, python))
    run(*pip, ROOT)  # what it needs
    run(*pip, "--force-reinstall", "--no-deps", "--no-build-isolation", ROOT)  # itself, as it lies here now
    return python


def _llama_wheel(work: Path, python: Path) -> Path:
    """llama-cpp-python for any processor; compiled (10 minutes) only when its version or options changed."""
    lines = CONSTRAINTS.read_text(encoding="utf-8").split()
    wanted = next(line for line in lines if line.startswith("llama_cpp_python=="))
    kept = work / "wheels" / hashlib.sha256(f"{wanted} {LLAMA_CMAKE}".encode()).hexdigest()[:12]
    if not any(kept.glob("*.whl")):
        # pip keeps wheels by name alone and would give the one that is tuned to this very processor.
        run(
            *(python, "-m", "pip", "wheel", "--no-deps", "--no-cache-dir", "--wheel-dir", kept, wanted),
            env={"CMAKE_ARGS": LLAMA_CMAKE, "MACOSX_DEPLOYMENT_TARGET": OLDEST_MACOS},
        )
    return next(kept.glob("*.whl"))


def licences(program: Path) -> str:
    """All licences in full, as the finished program itself prints them."""
    return output(program / NAME, "--licences")


def look(work: Path) -> Path:
    """Where the icon and the like lie for the specification, which finds them from its own work folder."""
    return work / "look"


def draw(work: Path, pictures: Mapping[Path, int]) -> None:
    """Paints the icon into each of these files, so many pixels wide."""
    wanted = [f"{size}={file}" for file, size in pictures.items()]
    run(_python_of(work), ROOT / "packaging" / "drawing.py", ICON, *wanted)
