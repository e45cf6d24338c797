"""Synthetic twins of the ten hardest workspaces that were met, with invented content.

Each twin is made from a seed and is the same every time; `scale` 1.0 has the counts and sizes that were
seen, less has proportionally fewer files (the giant files keep their shape, not their length). A needle,
a word that is nowhere else, is planted in one file, for a search to find.

    python tests/hard_inputs.py NAME FOLDER [SCALE]
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random

NEEDLE = "quillwort-7731"

ENGLISH = (
    *("gauge", "station", "harbour", "ledger", "kettle", "lantern", "meadow", "orchard", "pantry", "quarry"),
    *("ridge", "saddle", "timber", "valley", "window", "yarn", "anchor", "barrel", "candle", "drawer"),
)
CHINESE = ("茶叶", "库存", "会议", "记录", "数据库", "迁移", "天气", "雨量", "花园", "港口", "订单", "客户")
KOREAN = ("회의", "기록", "날씨", "정원", "창고", "주문", "계획", "온도")
BOOTSTRAP = (
    *("AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md"),
    *("USER.md", "HEARTBEAT.md", "BOOTSTRAP.md", "MEMORY.md"),
)
NAMES = (
    *("a\n'b' \"c\" (d).md", "-", "EOF", "notes.md:845", "trailing dot.", "trailing space ", " leading.md"),
    *("字" * 52 + "xy", "сборник/заметка о погоде.md", "中文 文件夹/记忆 一.md", "-rf.md", "#tag.md"),
    *("emoji 🦞.md", "100%.md", "a&b;c.md", 'quote"s.md', "q?.md", "pipe|.md", "$HOME.md", "~.md"),
    *("case.md", "Case.md", "CASE.md", "e\u0301.md", "tab\there.md", "[x](y).md", "..md", ".hidden.md"),
    "n" * 252 + ".md",
)
BYTES: dict[str, bytes] = {
    "mixed-ends.md": b"# A\r\n\r\n- one\n- two\r\nlast without end",
    "crlf.md": b"# A\r\n\r\n## B\r\n\r\n- x\r\n",
    "lone-cr.md": b"# A\rstill A\n\ntext\r\n",
    "bom.md": b"\xef\xbb\xbf# With a mark\n",
    "bom-only.md": b"\xef\xbb\xbf",
    "utf16.md": "# Wide\n".encode("utf-16"),
    "latin1.md": b"# caf\xe9\n",
    "nul.md": b"# A\n\na\0b\n",
    "ansi.md": b"# \x1b[31mred\x1b[0m\n\n\t- tab\n",
    "long.md": b"# Long\n\n" + b"x" * 6_474 + b"\n",
    "fence.md": b"# A\n\n```\n# not a heading\n## nor this\n```\n\n~~~\n# open\n",
    "separators.md": "# A\u2028B\n\n- c\x85d\x0ce\n".encode(),
    "spaces.md": b" \n\t\n   ",
    "no-end.md": b"# A\n\n- trailing  \n- spaces ",
    "bidi.md": "# \u202etxet\n\n\u200b\ufeff\n".encode(),
    "deep.md": "".join("  " * depth + "- deep\n" for depth in range(60)).encode(),
    "quotes.md": (">" * 300 + " deep\n").encode(),
    "brackets.md": b"[" * 5_000 + b"\n" + b"*" * 5_000 + b"\n" + b"`" * 5_001 + b"\n",
}
FIRST_DAY = date(2026, 1, 5)
LAST_DAY = date(2026, 8, 3)


@dataclass(slots=True)
class Maker:
    """Writes files below `root`, and remembers which name the system refused."""

    root: Path
    random: Random
    scale: float
    refused: list[str] = field(default_factory=list[str])

    def count(self, whole: int, least: int = 1) -> int:
        """A number of files at this scale."""
        return max(least, round(whole * self.scale))

    def write(self, path: str, data: str | bytes) -> None:
        """One file, with the folders it needs; UTF-8 with the line ends as given."""
        raw = data.encode("utf-8") if isinstance(data, str) else data
        target = self.root / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(raw)
        except (OSError, ValueError):
            self.refused.append(path)

    def link(self, path: str, target: str) -> None:
        """One symbolic link, where the system has them."""
        link = self.root / path
        link.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(OSError):
            link.symlink_to(target)

    def words(self, number: int, language: str = "en") -> str:
        """Words without meaning, in one of three scripts."""
        if language == "zh":
            return "".join(self.random.choices(CHINESE, k=number)) + "。"
        return " ".join(self.random.choices(KOREAN if language == "ko" else ENGLISH, k=number))

    def note(self, title: str, *, entries: int = 6, language: str = "en") -> str:
        """A short note: a heading, a paragraph, a list."""
        lines = [f"# {title}", "", self.words(20, language), ""]
        lines += [f"- {self.words(8, language)}" for _ in range(entries)]
        return "\n".join(lines) + "\n"

    def sized(self, title: str, characters: int, *, headings: int = 8) -> str:
        """A note of about so many characters, in sections whose headings repeat."""
        parts, left = [f"# {title}\n"], characters
        for number in range(headings):
            section = f"\n## {self.random.choice(('Notes', 'Status', 'Open', f'Part {number}'))}\n\n"
            while len(section) < left / (headings - number):
                section += f"- {self.words(9)}\n"
            parts.append(section)
            left -= len(section)
        return "".join(parts)

    def bootstrap(self) -> None:
        """The root files of an agent."""
        for name in BOOTSTRAP:
            self.write(name, self.note(name.removesuffix(".md").title()))


def _day(number: int) -> str:
    return (FIRST_DAY + timedelta(days=number)).isoformat()


def flat_flood(make: Maker) -> None:
    """Thousands of files in a flat memory/, up to 64 a day, with copies, logs, and backups full of NULs."""
    make.bootstrap()
    timed = make.count(2_099, 130)
    for number in range(timed):
        day, minute = _day(number % 128), (number * 7) % 1440
        language = ("en", "zh", "en", "ko")[number % 4]
        path = f"memory/{day}-{minute // 60:02d}{minute % 60:02d}.md"
        make.write(path, make.note(f"Session: {day}", language=language))
    for number in range(make.count(232)):
        make.write(f"memory/topic {number}.md", make.note(f"Topic {number}", language="zh"))
    for number in range(make.count(1_125)):
        part = "overview" if number % 2 else "abstract"
        make.write(f"memory/viking/{_day(number % 128)}-{number:04d}/{part}.md", make.note(part))
    for number in range(make.count(168)):
        make.write(f"memory/run-{number}.log", make.words(200))
    for number in range(make.count(82)):
        make.write(f"memory/{_day(number)}.md.bak", make.note("Backup"))
    for number, (size, nuls) in enumerate(((1_600_000, 53_000), (500_000, 18_000), (900_000, 30_000))):
        make.write(f"memory/backup-{number}.md", _with_nuls(make, size, nuls))
    make.write("memory/needle.md", f"# Needle\n\nThe {NEEDLE} grows here.\n")


def _with_nuls(make: Maker, size: int, nuls: int) -> str:
    """Text with NULs, a line of 200,211 characters and every sign that some programs call a line's end."""
    odd = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\r"
    size, nuls = make.count(size, 20_000), make.count(nuls, 500)
    long_line = (make.words(40) + " ") * (make.count(200_211, 4_000) // 240)
    text = f"# Backup\n\n{long_line}\n" + "".join(f"{make.words(6)}{sign}" for sign in odd) + "\n"
    while len(text) < size - nuls:
        text += f"- {make.words(12)}\n"
    return text + "\0" * nuls + "\n"


def giant_diaries(make: Maker) -> None:
    """Diaries of hundreds of headings that repeat, with clock times and checkboxes, and a long MEMORY.md."""
    make.bootstrap()
    make.write("MEMORY.md", make.sized("Memory", make.count(50_500, 6_000), headings=40))
    for number in range(make.count(75, 4)):
        headings = make.count(892, 60) if number == 0 else make.count(180, 12)
        lines = [f"# {_day(number)}", ""]
        for heading in range(headings):
            clock = f"{heading // 60 % 24:02d}:{heading % 60:02d} " if heading % 4 == 0 else ""
            lines += [f"{'##' if heading % 9 == 0 else '###'} {clock}{('Work', 'Notes')[heading % 2]}", ""]
            lines += [f"- [{'x' if heading % 2 else ' '}] {make.words(9)}", f"  - {make.words(5)}", ""]
        if number == 1:
            lines += ["### Needle", "", f"The {NEEDLE} was watered.", ""]
        make.write(f"memory/{_day(number)}.md", "\n".join(lines))


def data_lake(make: Maker) -> None:
    """Notes among JSON, tables, pictures and byte code, in folders five deep, up to 52 notes a day."""
    make.bootstrap()
    for number in range(make.count(1_462, 60)):
        folder = "/".join(f"area{(number // 8**depth) % 8}" for depth in range(number % 5 + 1))
        day = _day(number // 52)
        make.write(f"memory/{folder}/{day}-item-{number}.md", make.note(f"Item {number}"))
    for number in range(make.count(312)):
        make.write(f"memory/data/{number}.json", f'{{"value": {number}}}')
    make.write("memory/data/one-line.json", '{"rows": [' + "1," * make.count(890_000, 20_000) + "0]}")
    for number in range(make.count(98)):
        make.write(f"memory/data/{number}.csv", "a,b\n" + "1,2\n" * 50)
    for suffix in ("pdf", "docx", "png", "pyc", "sqlite"):
        make.write(f"memory/files/thing.{suffix}", make.random.randbytes(5_000))
    make.write("memory/plan.md.bak-20260515", make.note("Old plan"))
    make.write("memory/no-suffix", "plain\n")
    make.write("memory/area1/area2/needle.md", f"# Deep\n\nThe {NEEDLE} lies deep.\n")


def machine_markers(make: Maker) -> None:
    """A file a machine owns: one heading, separators, markers that open once and close twice."""
    make.bootstrap()
    lines = ["# Dream diary", "", "<!-- openclaw:dreaming:diary:start -->"]
    for number in range(68):
        lines += [f"<!-- openclaw:dreaming:backfill-entry day={_day(number)} -->", "", "---", ""]
        lines += [make.words(40) for _ in range(make.count(24, 2))] + ["", "---"]
    lines += ["<!-- openclaw:dreaming:diary:end -->", "", "<!-- openclaw:dreaming:diary:end -->", ""]
    make.write("DREAMS.md", "\n".join(lines))
    for number in range(make.count(40, 6)):
        open_, close = "<!-- openclaw:dreaming:rem:start -->\n", "<!-- openclaw:dreaming:rem:end -->\n"
        text = make.note(f"Day {number}") + open_ + make.words(30) + "\n" + (close if number % 7 else "")
        make.write(f"memory/{_day(number)}.md", text)
    make.write("memory/needle.md", f"# N\n\n<!-- openclaw:dreaming:rem:end -->\n\nThe {NEEDLE} dreams.\n")


def huge_tree(make: Maker) -> None:
    """Some 99,000 files, 90,643 of them in one folder, and one single memory note."""
    make.bootstrap()
    folder = make.root / "dataset/items"
    folder.mkdir(parents=True)
    for number in range(make.count(90_643, 900)):
        (folder / f"item-{number:06d}.json").touch()
    for number in range(make.count(8_400, 80)):
        make.write(f"src/pkg{number % 97}/mod{number}.py", "x = 1\n")
    for number in range(43):
        inside = f"src/pkg{number % 7}"
        target = str(make.root / inside) if number < 15 else "nowhere" if number == 15 else f"../{inside}"
        make.link(f"links/link{number}", target)
    for number in range(4):
        (make.root / f"vendor/module{number}").mkdir(parents=True)
    make.write("docs/long-line.md", "# Long\n\n" + "word " * make.count(30_800, 2_000) + "\n")
    for number in range(make.count(129, 3)):
        make.write(f"logs/{number}.jsonl", '{"a": 1}\n' * make.count(20_000, 50))
    make.write("memory/2026-01-05.md", f"# Monday\n\nThe {NEEDLE} is the only note.\n")


def linked_root(make: Maker) -> None:
    """Root files that are links into an agent's folder, far over every budget, beside look-alike roots."""
    sizes = {"AGENTS": 25, "IDENTITY": 22, "MEMORY": 69, "SOUL": 15, "USER": 7}
    for name in (*BOOTSTRAP, "DREAMS.md"):
        stem = name.removesuffix(".md")
        thousands = make.count(1000 * sizes.get(stem, 2), 900)
        make.write(f"agents/main/{name}", make.sized(stem.title(), thousands))
        make.link(name, f"agents/main/{name}")
    make.link("shared", "agents/main")
    for number in range(make.count(14, 3)):
        for name in BOOTSTRAP:
            make.write(f"backups/root-{number}/{name}", make.note(name))
    for number in range(make.count(33, 4)):
        make.write(f"agents/main/MEMORY.md.backup-{number}", make.note("Backup"))
    matter = "---\nstatus: active\ntitle: Thing\ntags: [a, b]\n---\n"
    for number in range(make.count(334, 20)):
        text = make.note(f"Note {number}")
        make.write(f"memory/{_day(number % 90)}-thing-{number}.md", matter + text if number % 3 else text)
    make.write("memory/large.md", make.sized("Large", make.count(220_000, 10_000), headings=30))
    long_line = make.words(3_163 // 7)
    make.write("memory/wide.md", f"# Wide\n\n## Two\n\n{(long_line + chr(10)) * make.count(30, 3)}")
    make.write("agents/main/needle.md", f"# N\n\nThe {NEEDLE} is linked.\n")
    make.link("memory/needle.md", "../agents/main/needle.md")


def state_directory(make: Maker) -> None:
    """A whole state directory: folders that look like workspaces, transcripts, and no notes of its own."""
    for number in range(make.count(33, 5)):
        base = "workspace" if number == 0 else f"agents/agent{number}/workspace"
        for name in BOOTSTRAP:
            make.write(f"{base}/{name}", make.note(name))
        make.write(f"{base}/memory/{_day(number)}.md", make.note("Day"))
        make.write(f"agents/agent{number}/.env", "NAME=value\n")
    make.write("workspace/memory/needle.md", f"# N\n\nThe {NEEDLE} has a state.\n")
    for number in range(make.count(50, 6)):
        base = f"agents/agent{number % 14}/sessions"
        suffix = ("jsonl", "jsonl.deleted.2026-02-01", "jsonl.reset.2026-02-02", "jsonl.lock")[number % 4]
        line = '{"type":"message","text":"%s"}\n' % ("w " * make.count(296_000, 500))
        make.write(f"{base}/{number:08x}-0000.{suffix}", line * (7 if number == 0 else 1))
        make.write(f"{base}/sessions.json", '{"main": {"sessionId": "gone"}}')
    for name in ("openclaw.json", "openclaw.json.bak", "old/openclaw.json", "openclaw.json.bak2"):
        make.write(name, f'// {name}\n{{"agents": {{"defaults": {{"workspace": "~/w"}}}}}}\n')
    for number in range(17):
        make.link(f"links/{number}", "../workspace" if number % 2 else f"../agents/agent{number % 3}")
    make.write("memory/main.sqlite", b"SQLite format 3\0" + make.random.randbytes(4_000))


def saw_tooth(make: Maker) -> None:
    """A MEMORY.md about to be rewritten again and again (`versions`), beside ordinary notes."""
    make.bootstrap()
    make.write("MEMORY.md", next(versions(make.random)))
    for number in range(make.count(24, 5)):
        make.write(f"memory/{_day(number)}.md", make.note("Day"))
    make.write("memory/needle.md", f"# N\n\nThe {NEEDLE} is stable.\n")


def versions(random: Random, number: int = 80) -> Iterator[str]:
    """MEMORY.md as it was written `number` times: 68 bytes, growing to 86 kB, cut to 46 %, then to 8 %."""
    lines = ["# Memory", "", "One line is all there is in the beginning of this."]
    yield "\n".join(lines) + "\n"
    for change in range(1, number):
        if change in (number // 2, number - 5):
            kept = 0.46 if change == number // 2 else 0.08
            lines = ["# Memory", "", *random.sample(lines[3:], round(len(lines) * kept))]
        else:
            lines += ["", f"## Week {change}", ""]
            lines += [f"- {' '.join(random.choices(ENGLISH, k=8))}" for _ in range(random.randrange(20, 60))]
            del lines[4 : 4 + random.randrange(4)]
        yield "\n".join(lines) + "\n"


def rewritten_past(make: Maker) -> None:
    """Months of daily notes that `rewrite_past` will change; one is dated a day ahead."""
    make.bootstrap()
    for number in range(make.count(210, 40)):
        make.write(f"memory/{_day(number)}.md", make.note(_day(number), entries=120))
    make.write(f"memory/{LAST_DAY + timedelta(days=1)}.md", make.note("Tomorrow"))
    make.write("memory/needle.md", f"# N\n\nThe {NEEDLE} remembers.\n")


def rewrite_past(root: Path, random: Random) -> dict[str, str | None]:
    """Changes the past: notes lose a hundred lines, or a few; some move into an archive, some vanish.

    Returns what every touched path holds now, None where it is gone.
    """
    notes = sorted(path for path in (root / "memory").glob("20*.md"))
    now: dict[str, str | None] = {}
    for number, note in enumerate(notes):
        path = note.relative_to(root).as_posix()
        lines = note.read_text(encoding="utf-8").split("\n")
        match number % 5:
            case 0:
                now[path] = "\n".join(lines[:10] + lines[107:])
            case 1:
                del lines[random.randrange(4, 20)]
                now[path] = "\n".join(lines)
            case 2:
                now[path], now[f"memory/archive/{note.name}"] = None, "\n".join(lines)
            case 3:
                now[path] = None
            case _:
                continue
    for path, text in now.items():
        if text is None:
            (root / path).unlink()
        else:
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_bytes(text.encode())
    return now


def hostile_names(make: Maker) -> None:
    """Names and bytes that break programs: what the system refuses is left out."""
    make.bootstrap()
    make.write("AGENTS.md", b"")
    for name in NAMES:
        make.write(name if "/" in name else f"memory/{name}", make.note("Named"))
    make.write("memory.md", make.note("The other memory"))
    with contextlib.suppress(OSError, ValueError):
        Path(os.fsdecode(os.fsencode(make.root) + b"/memory/caf\xe9.md")).write_bytes(b"# Latin-1 name\n")
    for name, data in BYTES.items():
        make.write(f"memory/bytes/{name}", data)
    make.write("memory/bytes/one-megabyte-line.md", b"y" * make.count(1_000_000, 50_000))
    make.write("openclaw.json", '// limits\n{"agents": {"defaults": {"bootstrapMaxChars": 32000}}}\n')
    make.write("memory/it’s a “needle”.md", f"# N\n\nThe {NEEDLE} is hostile.\n")


TWINS: dict[str, Callable[[Maker], None]] = {
    twin.__name__: twin
    for twin in (
        *(flat_flood, giant_diaries, data_lake, machine_markers, huge_tree),
        *(linked_root, state_directory, saw_tooth, rewritten_past, hostile_names),
    )
}


def make_twin(name: str, root: Path, *, scale: float = 1.0, seed: int = 7) -> Maker:
    """Makes one twin in the new folder `root`."""
    root.mkdir(parents=True)
    maker = Maker(root, Random(f"{name}-{seed}"), scale)
    TWINS[name](maker)
    return maker


if __name__ == "__main__":
    make_twin(sys.argv[1], Path(sys.argv[2]), scale=float(sys.argv[3]) if sys.argv[3:] else 1.0)
