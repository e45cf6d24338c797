"""Network drives are told from local disks."""

from __future__ import annotations

from pathlib import Path

from openclaw_desktop.workspace.drives import REMOTE, file_system, network_drive

MOUNTS = r"""22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:38 / /home rw shared:2 - xfs /dev/sdb1 rw
41 40 0:39 / /home/sam/My\040Share rw shared:3 - cifs //server/share rw
42 22 0:40 / /mnt/nas rw - ext4 /dev/sdc1 rw
43 22 0:41 / /mnt/nas rw - nfs4 nas:/export rw
not a mount line
"""


def test_the_deepest_mount_counts() -> None:
    assert file_system("/home/sam/My Share/notes", MOUNTS) == "cifs"
    assert file_system("/home/sam/My Shared", MOUNTS) == "xfs"
    assert file_system("/srv", MOUNTS) == "ext4"


def test_of_two_mounts_on_one_folder_the_later_counts() -> None:
    assert file_system("/mnt/nas", MOUNTS) == "nfs4"


def test_nothing_is_known_without_mounts() -> None:
    assert file_system("/srv", "") is None


def test_a_local_folder_is_no_network_drive(tmp_path: Path) -> None:
    assert network_drive(tmp_path) is None
    assert {"nfs", "nfs4", "cifs", "fuse.sshfs"} <= REMOTE
