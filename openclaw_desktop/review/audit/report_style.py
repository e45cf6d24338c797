"""How the report looks: on screens light and dark, and on paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --ink: #1c2024; --soft: #5b6470; --paper: #ffffff; --line: #d8dde3; --head: #f2f4f7; --link: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6e8eb; --soft: #a3acb8; --paper: #15181c; --line: #363c44; --head: #1f242a; --link: #7ab8ff;
  }
}
body {
  margin: 2rem auto; max-width: 90rem; padding: 0 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", "Noto Sans", "PingFang SC", "Hiragino Sans", "Microsoft YaHei",
    "Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "Malgun Gothic", sans-serif;
}
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; }
a { color: var(--link); }
dl {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 0.5rem 2rem; margin: 0;
}
dt { color: var(--soft); font-size: 0.85em; }
dd { margin: 0; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
table { border-collapse: collapse; width: 100%; margin-bottom: 1.5rem; }
caption { text-align: left; color: var(--soft); padding-bottom: 0.4rem; }
th, td {
  border: 1px solid var(--line); padding: 0.35rem 0.55rem; text-align: left; vertical-align: top;
  font-weight: normal; overflow-wrap: anywhere;
}
thead th { background: var(--head); font-weight: 600; overflow-wrap: normal; }
tbody th { font-weight: 500; min-width: 6rem; }
.text { white-space: pre-wrap; }
code { font: 0.85em/1.4 ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
time { white-space: nowrap; }
@media print {
  :root {
    color-scheme: light;
    --ink: #000000; --soft: #444444; --paper: #ffffff; --line: #999999; --head: #eeeeee; --link: #000000;
  }
  @page { size: A4 landscape; margin: 12mm; }
  body { margin: 0; padding: 0; max-width: none; font-size: 9pt; }
  nav { display: none; }
  thead { display: table-header-group; }
  tr, li { break-inside: avoid; }
  h2, caption { break-after: avoid; }
}
"""
