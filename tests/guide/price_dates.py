#!/usr/bin/env python3
"""Tests that the answers of the field guide date old prices: on the home page, in comparisons, answers, the decision
flow and the pages of prices, a figure computed from a price that is too old to count as current has a month in the same
sentence or list item, or in the same row of a table of the home page.
usage: tests/guide/price_dates.py SITE     (a built field guide)
"""
import calendar
import datetime
import html.parser
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

SECTIONS = ("accelerators", "choose", "compare", "faq", "index.html", "prices")
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
HIDDEN = {"script", "style", "template"}
MONTH = re.compile(r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* 20\d\d\b")
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z\x01])")
FIGURE = re.compile("\x01(.*?)\x02")


class Page(html.parser.HTMLParser):
    """Collects the list items, table rows, titles and paragraphs as (element, text), with figures as \x01note\x02, and for
    each note the dates of the prices in it, with the days after which they are old."""

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.dates = [], [], {}
        self.feed(text)

    def block(self):
        """Returns the element to which text here belongs: a list item with everything in it, or the innermost block."""
        if any("notes" in each["class"] or each["name"] in HIDDEN for each in self.open):
            return None
        blocks = [each for each in self.open if each["name"] in ("h1", "li", "p", "tr")]
        return next((each for each in blocks if each["name"] == "li"), blocks[-1] if blocks else None)

    def handle_starttag(self, name, attributes):
        attributes = {key: value or "" for key, value in attributes}
        classes = attributes.get("class", "").split()
        if name not in VOID:
            self.open.append({"name": name, "id": attributes.get("id"), "class": classes, "text": ""})
        if "age" in classes and "data-limit" in attributes:
            for each in self.open:
                self.dates.setdefault(each["id"], []).append((attributes["data-date"], int(attributes["data-limit"])))
        block = self.block()
        if block and name == "a" and {"cell", "fig"} & set(classes):
            block["text"] += f"\x01{attributes['href'][1:]}\x02"
        elif block and name == "td":
            block["text"] += " "

    def handle_endtag(self, name):
        while self.open:
            element = self.open.pop()
            if element["text"]:
                self.texts.append((element["name"], element["text"]))
            if element["name"] == name:
                break

    def handle_data(self, text):
        block = self.block()
        if block:
            block["text"] += text


def last_day(date):
    """Returns the last day of a day, a month or a year."""
    year, month, day, *_ = [*map(int, date.split("-")), 0, 0]
    month = month or 12
    return datetime.date(year, month, day or calendar.monthrange(year, month)[1])


def main(site):
    files = [path for path in sorted(site.rglob("*.html")) if path.relative_to(site).parts[0] in SECTIONS and path.name != "print.html"]
    pages = {str(path.relative_to(site)): Page(path.read_text()) for path in files}
    newest = last_day(max(date for page in pages.values() for dates in page.dates.values() for date, _ in dates if date.count("-") == 2))
    figures = old = 0
    for where, page in pages.items():
        for name, text in page.texts:
            if name == "tr" and where != "index.html":
                continue
            for part in [text] if name in ("li", "tr") else SENTENCE.split(text):
                shown = FIGURE.sub("", part).strip()
                notes = FIGURE.findall(part)
                dates = [date for note in notes for date, limit in page.dates.get(note, []) if (newest - last_day(date)).days > limit]
                figures += len(notes)
                old += len(dates) > 0
                check(not dates or MONTH.search(shown), lambda: f"{where}: a price of {min(dates)} without its month: {shown}")
    check(figures > 500, f"only {figures} figures found")
    check(old > 20, f"only {old} texts with old prices found")
    return end("dates of the guide's prices")


sys.exit(main(pathlib.Path(sys.argv[1])))
