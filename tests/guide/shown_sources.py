#!/usr/bin/env python3
"""Tests what readers of the field guide see of its sources: citations begin with the publisher, who asks a price or took
a measurement; hashes of revisions are cut or in a fold; no note is cut off. Pages of raw data show what was published.
usage: tests/guide/shown_sources.py SITE     (a built field guide)
"""
import html.parser
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

HASH = re.compile(r"\b[0-9a-f]{40}\b")
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page(html.parser.HTMLParser):
    """Collects the text outside closed folds, notes, and references as (source, text)."""

    def __init__(self, text):
        super().__init__()
        self.open, self.shown, self.notes, self.references = [], [], [], []
        self.feed(text)

    def is_in(self, *names):
        return any(name in names for name, _ in self.open)

    def handle_starttag(self, name, attributes):
        attributes = dict(attributes)
        if name not in VOID:
            self.open.append((name, attributes))
        if name == "li" and attributes.get("id", "").startswith("ref-"):
            self.references.append(["", ""])
        elif name == "li" and any(fold.get("class") == "notes" for _, fold in self.open):
            self.notes.append("")
        elif self.references and attributes.get("class") == "uses":
            self.references[-1][0] = pathlib.Path(attributes["href"]).stem

    def handle_endtag(self, name):
        while self.open and self.open.pop()[0] != name:
            pass

    def handle_data(self, text):
        if self.is_in("script", "style", "template", "head"):
            return
        if any(each.get("id", "").startswith("ref-") for _, each in self.open):
            self.references[-1][1] += text
        if self.notes and any(fold.get("class") == "notes" for _, fold in self.open) and self.is_in("li"):
            self.notes[-1] += text
        folds = [at for at, (name, attributes) in enumerate(self.open) if name == "details" and "open" not in attributes]
        if not folds or any(name == "summary" for name, _ in self.open[folds[-1]:]):
            self.shown.append(text)


def main(site):
    sources = [source for file in (ROOT / "data/sources").glob("*.json") for source in json.loads(file.read_text())]
    firsts = {source["id"].replace(".", ""): source.get("publisher") or source.get("container-title") or source["title"] for source in sources}
    pages = 0
    for path in sorted(site.rglob("*.html")):
        where = path.relative_to(site)
        if where.parts[0] in ("data", "embed", "handbook"):
            continue
        page = Page(path.read_text())
        pages += 1
        found = HASH.search(" ".join(page.shown))
        check(not found, lambda: f"{where}: shows the hash {found.group(0)}")
        for note in page.notes:
            check(not note.rstrip().endswith("…"), lambda: f"{where}: a note is cut off: {note.strip()[-60:]}")
        for source, text in page.references:
            plain = lambda words: re.sub(r"\W+", " ", words).strip().casefold()
            check(plain(text).startswith(plain(firsts[source])), lambda: f"{where}: begins with {text[:40]}, not with {firsts[source]}")
    check(pages > 300, f"{pages} pages")


if len(sys.argv) != 2:
    sys.exit(__doc__.strip().split("\n")[-1])
main(pathlib.Path(sys.argv[1]))
sys.exit(end("shown sources"))
