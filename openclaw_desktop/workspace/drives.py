"""Tells a network drive, on which changes made by others are not announced."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

_REMOTE = """
9p afs ceph cifs davfs glusterfs ncpfs nfs nfs4 smb3 smbfs vboxsf virtiofs vmhgfs
fuse.davfs2 fuse.rclone fuse.s3fs fuse.sshfs fuse.vmhgfs-fuse
"""
REMOTE = frozenset(_REMOTE.split())
"""File systems whose files others change behind the kernel's back."""


def network_drive(root: Path) -> str | None:
    """What kind of network drive `root` lies on ("nfs"); None for a local disk or where it cannot be told."""
    if sys.platform == "win32":
        import ctypes

        remote = ctypes.windll.kernel32.GetDriveTypeW(root.anchor) == 4  # DRIVE_REMOTE
        return "share" if remote or root.drive.startswith("\\\\") else None
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return None
    kind = file_system(os.path.realpath(root), mounts)
    return kind if kind in REMOTE else None


def file_system(path: str, mountinfo: str) -> str | None:
    """The type of the file system that `path` lies on, after Linux' /proc/self/mountinfo (proc(5))."""
    longest, kind = -1, None
    for line in mountinfo.split("\n"):
        left, separator, right = line.partition(" - ")
        fields = left.split(" ")
        if not separator or len(fields) < 5:
            continue
        point = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), fields[4])
        below = path == point or path.startswith(point.rstrip("/") + "/")
        if below and len(point) >= longest:  # of two mounts on one folder the later one counts
            longest, kind = len(point), right.split(" ")[0]
    return kind
