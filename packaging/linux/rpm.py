"""The package of Fedora, openSUSE and their kind: `dnf install ./openclaw-desktop-*.rpm`."""

from __future__ import annotations

import shutil
from pathlib import Path

from linux import elf, tree
from project import DESCRIPTION, HOMEPAGE, NAME, SUMMARY, released, version
from shell import output, run

_SPEC = """\
Name: {name}
Version: {version}
Release: 1
Summary: {summary}
License: MIT AND LGPL-3.0-only AND Apache-2.0 AND BSD-3-Clause AND GPL-2.0-only WITH GCC-exception-2.0
URL: {homepage}
BuildArch: {architecture}
AutoReqProv: no
{requires}
Recommends: google-noto-sans-cjk-fonts

%description
{description}

%install
cp -a {root}/. %{{buildroot}}/

%files
/usr/bin/{name}
/usr/lib/{name}
/usr/share/applications/{name}.desktop
/usr/share/metainfo/{metainfo}
/usr/share/icons/hicolor/*/apps/{name}*
%dir /usr/share/doc/{name}
%doc /usr/share/man/man1/{name}.1.gz
%license /usr/share/doc/{name}/copyright
"""

_AS_IT_IS = {
    "__os_install_post": "%{nil}",  # neither stripped nor compiled once more
    "debug_package": "%{nil}",
    "_build_id_links": "none",
    "_binary_payload": "w10.zstdio",
    "clamp_mtime_to_source_date_epoch": "1",
    "use_source_date_epoch_as_buildtime": "1",
    "_buildhost": "localhost",
}


def build(program: Path, work: Path, out: Path) -> Path:
    """Makes the package of the program's folder; returns its file in `out`."""
    root, top = work / "rpm", work / "rpmbuild"
    tree.lay(program, work, root)
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir(parents=True)
    architecture = output("rpm", "--eval", "%{_arch}").strip()
    spec = top / f"{NAME}.spec"
    spec.write_text(_spec(root, architecture), encoding="utf-8")
    defines = {**_AS_IT_IS, "_topdir": str(top), "_rpmdir": str(top / "packages")}
    run(
        *("rpmbuild", "-bb", "--quiet", "--nodeps", "--target", architecture),
        *(word for name, value in defines.items() for word in ("--define", f"{name} {value}")),
        spec,
        env={"SOURCE_DATE_EPOCH": str(int(released().timestamp()))},
    )
    made = top / "packages" / architecture / f"{NAME}-{version()}-1.{architecture}.rpm"
    return Path(shutil.copy(made, out))


def requires(root: Path) -> list[str]:
    """What the system must have, by the names its packages announce for libraries of 64 bits."""
    names = sorted(name for name in elf.of_the_system(root) if not name.startswith("ld-linux"))
    return [f"libc.so.6(GLIBC_{elf.libc()})(64bit)", *(f"{name}()(64bit)" for name in names)]


def _spec(root: Path, architecture: str) -> str:
    return _SPEC.format(
        name=NAME,
        version=version(),
        summary=SUMMARY,
        homepage=HOMEPAGE,
        architecture=architecture,
        requires="\n".join(f"Requires: {each}" for each in requires(root)),
        description="\n\n".join(DESCRIPTION),
        root=root,
        metainfo=tree.METAINFO,
    )
