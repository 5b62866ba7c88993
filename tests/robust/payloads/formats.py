"""Checks the files of a site with payloads that programs read: CSV, JSON, XML, search files, Markdown versions,
robots.txt."""
import csv
import html.parser
import io
import json
import pathlib
import re
import xml.etree.ElementTree as xml

from cmark_gfm import load_cmark

NUMBER = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?$")
ROBOTS = re.compile(r"(User-agent: \*|Allow: /|Disallow:[^<>\"']*|Sitemap: https://example\.org/payloads/sitemap\.xml)?$")
LINK = re.compile(r"https?:|mailto:|tel:|[^:]*$|[^:]*[/?#]", re.I)
# The elements that Markdown versions consist of, and those that Markdown itself makes.
TAGS = {"a", "p", "br", "em", "strong", "del", "code", "pre", "ul", "ol", "li", "input", "table", "thead", "tbody", "tr", "th", "td",
        "blockquote", "hr", "img", "sup", "sub", "kbd", "section", "h1", "h2", "h3", "h4", "h5", "h6", "details", "summary", "abbr"}


class Tags(html.parser.HTMLParser):
    """Returns the parts of a Markdown version's HTML that are not allowed."""

    def __init__(self):
        super().__init__()
        self.faults = []

    def handle_starttag(self, tag, attributes):
        if tag not in TAGS:
            self.faults.append(f"<{tag}>")
        for name, value in attributes:
            if name.startswith("on") or name == "style" or (name in ("href", "src") and not LINK.match(value or "")):
                self.faults.append(f'{tag} {name}="{value}"')

    def handle_comment(self, data):
        if data != " ":  # a space separates two lists
            self.faults.append(f"<!--{data}-->")

    def handle_decl(self, declaration):
        self.faults.append(f"<!{declaration}>")

    def handle_pi(self, data):
        self.faults.append(f"<?{data}>")

    unknown_decl = handle_decl


def formulas(text):
    """Returns cells that a spreadsheet would treat as formulas."""
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    return [cell for row in rows for cell in row if cell[:1] and cell[0] in "=+-@\t\r\n" and not NUMBER.match(cell)]


def faults_of(path, data, render):
    """Returns the errors in a published file."""
    if path.suffix == ".woff2":  # the theme's fonts, which do not depend on the site
        return []
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return [f"no UTF-8: {error}"]
    if "\0" in text:
        return ["holds a NUL"]
    try:
        if path.suffix == ".csv":
            return [f"a formula: {cell!r}" for cell in formulas(text)]
        if path.suffix == ".json":
            json.loads(text)
        elif path.suffix == ".xml" or (path.suffix == ".svg" and path.parts[1] in ("charts", "assets")):
            xml.fromstring(text)
        elif path.suffix == ".js" and "search" in path.parts:
            for line in text.rstrip("\n").split("\n"):
                call = re.match(r'sourcebookSearch\("([^"]+)",(.*)\)$', line)
                if not call:
                    return [f"not a call: {line[:100]!r}"]
                json.loads(call.group(2))
        elif path.suffix == ".md" or path.name == "llms.txt":
            tags = Tags()
            tags.feed(render(text))
            tags.close()
            return [f"Markdown that makes {fault}" for fault in tags.faults]
        elif path.name == "robots.txt":
            return [f"a line {line!r}" for line in text.split("\n") if not ROBOTS.match(line)]
    except (ValueError, xml.ParseError, csv.Error) as error:
        return [f"{type(error).__name__}: {error}"]
    return []


def look(folder):
    """Checks all files below a folder of sites. Returns how many there are, and the errors."""
    render = load_cmark()
    found, count = [], 0
    for file in sorted(pathlib.Path(folder).rglob("*")):
        path = file.relative_to(folder)
        # Skips files that authors publish unchanged, and files that a browser checks.
        if not file.is_file() or len(path.parts) < 2 or path.parts[1] in ("named", "drawings") or path.suffix == ".html":
            continue
        count += 1
        found += [f"{path}: {fault}" for fault in faults_of(path, file.read_bytes(), render)]
    return count, found
