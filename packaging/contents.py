"""Pure: what of that which PyInstaller finds belongs into the program's folder, and what stays out."""

from __future__ import annotations

import re

LEFT_OUT_MODULES = [
    *("tkinter", "IPython", "matplotlib", "scipy", "pandas", "PIL", "OpenGL", "h5py", "cupy", "numba"),
    *("zstandard._cffi", "zstandard.backend_cffi", "readline", "curses", "PySide6.QtTest"),
    *("pytest", "hypothesis", "setuptools", "pip", "lib2to3", "pydoc_data", "turtledemo", "ensurepip"),
]
"""Optional to some library, and never used by this program."""

_QT = r"PySide6/(?:Qt/)?"
_LEFT_OUT = (
    # Drivers of screens without a desktop, databases, printers, designers and servers.
    _QT
    + r"plugins/(?:designer|egldeviceintegrations|generic|networkinformation|printsupport|qml\w+|sqldrivers"
    r"|tls|vectorimageformats|wayland-graphics-integration-server)/",
    _QT + r"plugins/platforms/(?:lib)?q(?:eglfs|linuxfb|minimal|minimalegl|vkkhrdisplay|vnc|direct2d)\b",
    _QT + r"plugins/platforminputcontexts/(?:lib)?qtvirtualkeyboard",
    _QT + r"plugins/imageformats/(?:lib)?q(?:pdf|tga|tiff|wbmp|icns)\b",
    _QT + r"(?:lib/)?(?:lib)?Qt6?(?:Pdf|Qml|Quick|VirtualKeyboard|Labs|EglF|Wayland(?:Egl)?Compositor)",
    _QT + r"(?:qml|translations)/",
    # Each library of llama.cpp is there up to three times, and one of them is looked for by each name.
    r"llama_cpp/lib/lib(?:llama|mtmd|ggml|ggml-base)\.so\.\d+\.\d+",
    r"llama_cpp/lib/lib(?:ggml|ggml-base)\.so$",
    r"llama_cpp/lib/libllama\.so\.\d",
    r"llama_cpp/lib/(?:lib)?mtmd",
    r"openclaw_desktop/_resources/screenshots/",  # they are for its page in the web
    r"pyqtgraph/(?:examples|.*/tests)/",
    r".*\.(?:pyi|h|hpp|c|cpp|pyx|pxd|a|lib)$",
)

# What the graphics drivers load too, and would get from us in a version too old for them.
_GRAPHICS = r"""
    stdc\+\+ gcc_s GL EGL GLX GLdispatch OpenGL drm gbm wayland-\w+
    X11 X11-xcb Xext Xrender Xau Xdmcp ICE SM xkbcommon xkbcommon-x11
    xcb xcb-(?!cursor|icccm|image|keysyms|render-util|util)\w+
    X(?:cursor|composite|damage|fixes|i|inerama|randr) pixman-1
"""
# What reads the system's own settings, in the format of the system's own version, and what that needs.
_SETTINGS = r"""
    fontconfig freetype expat dbus-1 systemd glib-2.0 gio-2.0 gobject-2.0 gmodule-2.0 gthread-2.0
    gtk-3 gdk-3 gdk_pixbuf-2.0 pango\w*-1.0 cairo(?:-gobject)? atk-1.0 atk-bridge-2.0 atspi
    harfbuzz epoxy fribidi thai datrie graphite2 png16 jpeg mount blkid selinux pcre2?-\w+
    cups krb5\w* gssapi_krb5 k5crypto com_err keyutils gcrypt gpg-error cap lz4 zstd lzma bsd md uuid tirpc
    nsl z brotli\w+ tinfo\w* ncurses\w* readline
"""
_SYSTEM_LIBRARY = re.compile(rf"lib(?:{'|'.join((_GRAPHICS + _SETTINGS).split())})\.so[.\d]*")
_LEFT_OUT_PATH = re.compile("|".join(_LEFT_OUT))


def belongs(name: str) -> bool:
    """Whether the file that is to lie at `name`, below the program's folder, is one the program needs."""
    path = name.replace("\\", "/")
    if "/" not in path and _SYSTEM_LIBRARY.fullmatch(path):
        return False
    return _LEFT_OUT_PATH.match(path) is None
