#!/usr/bin/env python3
"""Tests that the text of the field guide does not repeat itself: no figure is stated on more than three pages, so that an
example has one page to which others link. Tables, charts and estimates do not count, nor does the handbook.
usage: tests/guide/repeats.py [SITE]     (the folder with content/)
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

MOST_PAGES = 3
BLOCK = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
FRONT_MATTER = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
NAMED = re.compile(r"^  ([\w-]+): ([a-z_]+/\S+)$", re.MULTILINE)  # names of one value, not of a calculation
FIGURE = re.compile(r"\]\(fig:([^)]+)\)")

pages = collections.defaultdict(set)
content = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT) / "content"
for file in content.rglob("*.md"):
    name = str(file.relative_to(content))
    if name.startswith("handbook/"):
        continue
    text = file.read_text(encoding="utf-8")
    front_matter = FRONT_MATTER.match(text)
    names = dict(NAMED.findall(front_matter.group(1))) if front_matter else {}
    for figure in FIGURE.findall(BLOCK.sub("", text)):
        pages[names.get(figure, figure)].add(name)
for figure, found in sorted(pages.items()):
    check(len(found) <= MOST_PAGES, f"{figure} is stated on {len(found)} pages: {', '.join(sorted(found))}")
check(len(pages) > 500, f"only {len(pages)} figures found")
sys.exit(end("repeats of the guide"))
