"""Converts HTML to a list of tags and texts, which is equal for a page of a site and for libcmark-gfm's output of the
same Markdown, apart from additions of the site.

Additions of a site's page are omitted: links to headings, a section's list of pages, boxes in which tables scroll, syntax highlighting, labels
for screen readers. Differences of notation are normalised: alignment, names of ids, entities.
"""
import re
import urllib.parse
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input"}
ADDED = re.compile(r"\b(callout|formula|cite|figure|term|references)\b")  # classes of elements that plain Markdown does not have
KEPT = {"a": ("href", "title"), "img": ("alt", "title"), "input": ("checked",), "ol": ("start",)}
SPACES = re.compile(r"[ \t\r\n]+")
BLOCKS = {"p", "li", "ul", "ol", "pre", "table", "thead", "tbody", "tr", "cell", "blockquote", "section", "hr", "br",
          "h1", "h2", "h3", "h4", "h5", "h6"}


class Reader(HTMLParser):
    def __init__(self, ours):
        super().__init__(convert_charrefs=True)
        self.ours, self.out = ours, []
        self.stack = []  # for each open element the text that its end writes, or None
        self.dropped = 0  # depth within an omitted element
        self.inside = not ours  # for a page: within its content
        self.depth = 0
        self.additions = set()

    def open_tag(self, tag, attributes):
        kept = {}
        for name in KEPT.get(tag, ()):
            if attributes.get(name) is not None or (name in attributes and name == "checked"):
                kept[name] = attributes[name] or ""
        if tag == "a":
            kept["href"] = address(kept.get("href", ""))
        align = attributes.get("align") or next((c for c in ("left", "center", "right") if c in (attributes.get("class") or "").split()), None)
        if tag in ("td", "th"):
            tag = "cell"
            if align:
                kept["align"] = align
        return tag, tuple(sorted(kept.items()))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        classes = attributes.get("class") or ""
        if not self.inside:
            if tag == "div" and classes == "content":
                self.inside, self.depth = True, 0
            return
        if tag not in VOID:
            self.depth += 1
        if self.dropped:
            if tag not in VOID:
                self.dropped += 1
            return
        if self.ours and (tag in ("aside", "math", "figure") or ADDED.search(classes)):
            self.additions.add(tag if tag in ("aside", "math", "figure") else ADDED.search(classes)[1])
        back = tag == "a" and ("footnote-back" in classes)
        if back or (self.ours and classes in ("anchor", "chapters")):
            self.dropped = 1
            return
        if self.ours and (tag == "span" or (tag == "div" and classes in ("heading", "scroll"))):
            self.stack.append(None)
            return
        written = self.open_tag(tag, attributes)
        self.out.append(("<", *written))
        if tag not in VOID:
            self.stack.append(written[0])

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.inside or tag in VOID:
            return
        if self.depth == 0:
            self.inside = not self.ours
            return
        self.depth -= 1
        if self.dropped:
            self.dropped -= 1
            return
        if self.stack:
            written = self.stack.pop()
            if written:
                self.out.append((">", written))

    def handle_data(self, data):
        if self.inside and not self.dropped:
            self.out.append(("text", data))


def address(href):
    """Returns the comparable part of a link target, because a site changes the addresses of its pages."""
    if href.startswith("#"):
        return "#"
    if not re.match(r"[a-z][a-z0-9+.-]*:|//", href, re.IGNORECASE):
        return "here"
    return urllib.parse.unquote(href)


def merged(tokens):
    """Joins texts; collapses spaces as browsers do, except in <pre>."""
    out, pre = [], 0
    for token in tokens:
        if token[0] == "text":
            if out and out[-1][0] == "text":
                out[-1] = ("text", out[-1][1] + token[1])
            else:
                out.append(token)
        else:
            out.append(token)
    result = []
    for i, token in enumerate(out):
        if token[:2] == ("<", "pre"):
            pre += 1
        if token == (">", "pre"):
            pre -= 1
        if token[0] == "text":
            text = token[1] if pre else SPACES.sub(" ", token[1])
            if not pre:
                before, after = (out[i - 1] if i else ("<", "p")), (out[i + 1] if i + 1 < len(out) else (">", "p"))
                if before[0] != "text" and before[1] in BLOCKS:
                    text = text.lstrip(" ")
                if after[0] != "text" and after[1] in BLOCKS:
                    text = text.rstrip(" ")
            if text:
                result.append(("text", text))
        else:
            result.append(token)
    return result


def own_ids(tokens):
    """Removes {#own-id} at the end of headings, which only a site understands."""
    out = list(tokens)
    for i, token in enumerate(out[:-1]):
        if token[0] == "text" and out[i + 1][0] == ">" and re.fullmatch("h[1-6]", out[i + 1][1]):
            out[i] = ("text", re.sub(r"\s*\{#[^{}\s]+\}$", "", token[1]))
    return [token for token in out if token != ("text", "")]


def read(html, ours):
    """Returns the tokens, and the additions of the site among them."""
    reader = Reader(ours)
    reader.feed(html)
    reader.close()
    tokens = merged(reader.out)
    return (tokens if ours else own_ids(tokens)), reader.additions


def first_difference(ours, theirs):
    """Returns the first difference of two lists, or None."""
    for i in range(max(len(ours), len(theirs))):
        if ours[i:i + 1] != theirs[i:i + 1]:
            return f"after {ours[max(0, i - 2):i]}: {ours[i:i + 3]} is {theirs[i:i + 3]} elsewhere"
    return None
