#!/usr/bin/env python3
"""Writes expected.txt: the entries of entries.json and entries.bib as Pandoc renders them, one a line: ID|HTML.

    apt-get install pandoc && python3 tests/unit/blocks/bibliography/expected.py

Made with Pandoc 2.17, whose default style is Chicago 17 (author-date). Each entry is rendered alone, because Pandoc
distinguishes entries of one author. Links and what only Pandoc marks are removed. The publisher of an entry without
authors is given to Pandoc as its author, because we list it first.
"""
import json
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).parent
PAGE = '---\nnocite: "@*"\nlang: en-US\n---\n'


def pandoc(arguments, text=""):
    return subprocess.run(["pandoc", *arguments], input=text, check=True, capture_output=True, text=True).stdout


def plain(html):
    html = re.sub(r"</?a\b[^>]*>", "", html).replace("\n", " ")
    while match := re.search(r"<span([^<>]*)>((?:(?!</?span).)*)</span>", html):
        inner = match[2] if "smallcaps" not in match[1] else f"<sc>{match[2]}</sc>"
        html = html[: match.start()] + inner + html[match.end() :]
    return html


def render(bibliography):
    html = pandoc(["--citeproc", "--bibliography", str(bibliography), "-t", "html", "--wrap=none"], PAGE)
    return plain(re.search(r'<div id="ref-[^>]*>\n(.*?)\n</div>', html, re.S)[1])


def publisher_first(entry):
    has_names = any(role in entry for role in ("author", "editor", "translator", "director"))
    if "publisher" in entry and not has_names and entry["type"] not in ("bill", "legal_case", "legislation", "patent"):
        entry["author"] = [{"literal": entry.pop("publisher")}]
    return entry


def main():
    lines = []
    one = HERE / "one.json"
    try:
        for entry in json.loads((HERE / "entries.json").read_text()):
            one.write_text(json.dumps([publisher_first(entry)]))
            lines.append(f"{entry['id']}|{render(one)}")
        for entry in json.loads(pandoc(["-f", "biblatex", "-t", "csljson", str(HERE / "entries.bib")])):
            one.write_text(json.dumps([publisher_first(entry)]))
            lines.append(f"{entry['id']}|{render(one)}")
    finally:
        one.unlink(missing_ok=True)
    (HERE / "expected.txt").write_text("\n".join(lines) + "\n")


main()
