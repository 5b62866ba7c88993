#!/usr/bin/env python3
"""Tests files for programs: feed, sitemap, robots.txt, llms.txt, JSON-LD, and the Markdown versions of pages.

Builds the test sites and compares each file with its standard: RFC 4287 rule by rule, sitemaps.org (by its schema, from
the npm package sitemap in $SOURCEBOOK_NODE_MODULES), llmstxt.org and schema.org (by the vocabulary of the npm package
schema-dts). A Markdown version is parsed by libcmark-gfm, and must have the headings, tables, code, links and words of the
page.
usage: tests/golden/machines.py [SITE…]   (folders that were built with a base_url; default: builds the test sites)
"""
import html
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.robotparser
import xml.etree.ElementTree as xml
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from cmark_gfm import load_cmark  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
BASE = "https://example.org/a/b/"
problems = []
passed = 0


def check(fact, where, what):
    global passed
    if fact:
        passed += 1
    else:
        problems.append(f"{where}: {what}")


# ---- the contents of a page, from its HTML and from that of its Markdown version

EMPTY = {"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}
CONTROLS = {"nav", "script", "style", "template", "svg", "form", "button", "select", "textarea", "progress"}
FOR_BROWSERS = {"anchor", "card", "row", "page-meta", "table-key", "print-link", "minutes", "footnote-back",
                "callout-title", "fold", "cite", "ref", "footnote-ref", "drawing", "notes", "footnotes", "cell-notes"}
OWN_TAGS = {"a", "p", "br", "em", "strong", "del", "code", "pre", "ul", "ol", "li", "input", "table", "thead", "tbody", "tr",
            "th", "td", "blockquote", "hr", "img", "sup", "sub", "kbd", "section", "h1", "h2", "h3", "h4", "h5", "h6"}


class Said(HTMLParser):
    """Returns headings, code, tables, links and words, without elements that Markdown versions omit."""

    def __init__(self, text, is_markdown):
        super().__init__(convert_charrefs=True)
        self.is_markdown = is_markdown
        self.open, self.skipping, self.words = [], 0, []
        self.headings, self.code, self.tables, self.links, self.tags, self.images = [], [], [], [], set(), []
        self.feed(text)
        self.close()

    def left_out(self, tag, attributes):
        classes = set((attributes.get("class") or "").split())
        if self.is_markdown:
            return "footnotes" in classes or "footnote-ref" in classes
        return (tag in CONTROLS or bool(classes & FOR_BROWSERS) or "hidden" in attributes
                or attributes.get("aria-hidden") == "true" or attributes.get("data-markdown") == "no" or tag == "math")

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.add(tag)
        if tag in EMPTY:
            if not self.skipping and tag == "img":
                self.images.append(attributes.get("src"))
            return
        skip = bool(self.skipping) or self.left_out(tag, attributes)
        self.skipping += skip
        self.open.append((tag, skip))
        if skip:
            return
        if re.fullmatch("h[1-6]", tag):
            self.headings.append([tag, ""])
        elif tag == "pre":
            self.code.append("")
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr" and self.tables:
            self.tables[-1].append([])
        elif tag in ("td", "th") and self.tables and self.tables[-1]:
            self.tables[-1][-1].append("")
        elif tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])

    def handle_endtag(self, tag):
        while self.open and tag in [name for name, _ in self.open]:
            name, skip = self.open.pop()
            self.skipping -= skip
            if name == tag:
                break

    def handle_data(self, data):
        if self.skipping:
            return
        names = [name for name, _ in self.open]
        if any(re.fullmatch("h[1-6]", name) for name in names):
            self.headings[-1][1] += data
        if "pre" in names:
            self.code[-1] += data
        if ("td" in names or "th" in names) and self.tables and self.tables[-1] and self.tables[-1][-1]:
            self.tables[-1][-1][-1] += data
        self.words.append(data)


def squeezed(text):
    """Returns only letters and digits, which must be the same in both."""
    return re.sub(r"[\W_]+", "", text)


def check_markdown(where, page, markdown, render):
    article = page[page.index("<article"):page.index("</article>")]
    # Formulas are compared as their LaTeX.
    article = re.sub(r'<math[^>]*alttext="([^"]*)".*?</math>', lambda m: f"<code>${m[1]}$</code>", article, flags=re.S)
    article = re.sub(r'<div class="formula"[^>]*><code>\$(.*?)\$</code></div>', r"<pre>\1</pre>", article, flags=re.S)
    body, _, last = markdown.rpartition("\n\n***\n\n")
    check(last.startswith("Web page: ["), where, "does not say where the page is")
    rendered = render(body)
    shown, version = Said(article, False), Said(rendered, True)
    check(version.tags <= OWN_TAGS, where, f"raw HTML: {sorted(version.tags - OWN_TAGS)}")
    check("raw HTML omitted" not in rendered, where, "rejected HTML")
    for raw in re.findall(r"<(?!/?(?:sup|sub|kbd|br|em|strong|del)>|!-- -->)[a-zA-Z!/][^>]*>", strip_code(body)):
        check(re.match(r"<https?://", raw), where, f"raw HTML: {raw}")
    headings = [(tag, squeezed(text)) for tag, text in shown.headings]
    check([(tag, squeezed(text)) for tag, text in version.headings] == sorted_title(headings), where, "headings differ")
    check([squeezed(c) for c in version.code] == [squeezed(c) for c in shown.code], where, "code differs")
    check(len(version.tables) == len(shown.tables), where, f"{len(version.tables)} tables, {len(shown.tables)} on the page")
    for ours, theirs in zip(version.tables, shown.tables):
        widths = {len(row) for row in ours}
        check(len(widths) == 1, where, "a table's rows are not of one width")
        cells, mine = ([squeezed(re.sub(r"\[\d+\]", "", cell)) for row in table for cell in row]  # without sources' marks
                       for table in (theirs, ours))
        lost = Counter(c for c in cells if c) - Counter(c for c in mine if c)
        # Titles of groups of columns come before those of their columns.
        lost = [c for c in lost if not any(c in cell for cell in mine)]
        check(not lost, where, f"a table lost {list(lost)[:3]}")
    external = [link for link in shown.links if re.match("https?:|mailto:", link)]
    external_markdown = [link for link in version.links if re.match("https?:|mailto:", link)]
    check(Counter(map(canonical, external)) == Counter(map(canonical, external_markdown)), where,
          f"links differ: {list((Counter(map(canonical, external)) - Counter(map(canonical, external_markdown))))[:3]} / "
          f"{list((Counter(map(canonical, external_markdown)) - Counter(map(canonical, external))))[:3]}")
    slugs = {slug for slug in github_slugs(version.headings)}
    for link in version.links:
        if link.startswith("#") and not link.startswith("#fn"):
            check(urllib.parse.unquote(link[1:]) in slugs, where, f"no heading for {link}")
    words = Counter(re.findall(r"\w+", " ".join(shown.words)))
    said = Counter(re.findall(r"\w+", " ".join(version.words)))
    missing = {w for w in words if w not in said and w not in squeezed("".join(version.words))}
    check(not missing, where, f"words are missing: {sorted(missing)[:5]}")
    text = strip_code(body)
    defined = re.findall(r"^ *\[\^([^\]]+)\]:", text, flags=re.M)
    footnotes = set(re.findall(r"\[\^([^\]]+)\]", re.sub(r"^ *\[\^[^\]]+\]:", "", text, flags=re.M)))
    check(footnotes == set(defined) and len(defined) == len(set(defined)), where, "footnotes and marks differ")


def canonical(link):
    return urllib.parse.unquote(html.unescape(link))


def sorted_title(headings):
    """Checks that a Markdown version begins with the page's title."""
    titles = [h for h in headings if h[0] == "h1"]
    return titles + [h for h in headings if h[0] != "h1"]


def strip_code(markdown):
    without = re.sub(r"^([ >\-*0-9.)]*)(`{3,})[^`\n]*\n.*?^[ >]*\2 *$", "", markdown, flags=re.M | re.S)
    without = re.sub(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)", "", without, flags=re.S)
    return re.sub(r"\\[!-/:-@\[-`{-~]", "", without)


def github_slugs(headings):
    seen = Counter()
    for _, text in headings:
        slug = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
        yield slug if seen[slug] == 0 else f"{slug}-{seen[slug]}"
        seen[slug] += 1


# ---- RFC 4287

ATOM = "{http://www.w3.org/2005/Atom}"
# How often an element may occur in a feed and an entry, at least and at most.
FEED = {"id": (1, 1), "title": (1, 1), "updated": (1, 1), "subtitle": (0, 1), "generator": (0, 1), "author": (1, 99),
        "link": (1, 9), "entry": (0, 50)}
ENTRY = {"id": (1, 1), "title": (1, 1), "updated": (1, 1), "published": (0, 1), "summary": (0, 1), "author": (0, 99),
         "link": (1, 9), "category": (0, 99)}


def check_constructs(element, allowed, where):
    counts = Counter(child.tag for child in element)
    check(all(tag.startswith(ATOM) and tag[len(ATOM):] in allowed for tag in counts), where, f"elements {set(counts)}")
    for name, (least, most) in allowed.items():
        check(least <= counts[ATOM + name] <= most, where, f"{counts[ATOM + name]} of <{name}>")
    for name in ("updated", "published"):
        for date in element.findall(ATOM + name):
            check(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", date.text or ""), where, f"date {date.text}")
    for person in element.findall(ATOM + "author"):
        check([c.tag for c in person] == [ATOM + "name"] and (person[0].text or "").strip(), where, "an author's name")
    alternates = Counter()
    for link in element.findall(ATOM + "link"):
        check(set(link.attrib) == {"rel", "type", "href"} and link.get("href").startswith(BASE), where, str(link.attrib))
        if link.get("rel") == "alternate":
            alternates[link.get("type"), link.get("hreflang")] += 1
    check(all(n == 1 for n in alternates.values()) and alternates["text/html", None] == 1, where, "alternate links")
    check(urllib.parse.urlparse(element.findtext(ATOM + "id") or "").scheme, where, "the id is not an IRI")


def check_feed(site):
    where = "feed.xml"
    feed = xml.fromstring((site / "feed.xml").read_bytes())
    check(feed.tag == ATOM + "feed", where, feed.tag)
    check_constructs(feed, FEED, where)
    own = [link.get("href") for link in feed.findall(ATOM + "link") if link.get("rel") == "self"]
    check(own == [BASE + "feed.xml"], where, "its own address")
    entries = feed.findall(ATOM + "entry")
    for entry in entries:
        check_constructs(entry, ENTRY, where)
        for link in entry.findall(ATOM + "link"):
            check(file_of(site, link.get("href")).is_file(), where, f"leads to {link.get('href')}")
    ids = [entry.findtext(ATOM + "id") for entry in entries]
    check(len(ids) == len(set(ids)), where, "ids are not unique")
    dates = [entry.findtext(ATOM + "updated") for entry in entries]
    check(dates == sorted(dates, reverse=True) and feed.findtext(ATOM + "updated") == dates[0], where, "dates")


# ---- sitemaps.org, robots.txt, llmstxt.org

def file_of(site, url):
    path = urllib.parse.unquote(url[len(BASE):].split("#")[0])
    return site / (path + "index.html" if path == "" or path.endswith("/") else path)


def check_sitemap(site, pages, modules):
    where, space = "sitemap.xml", "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    schema = Path(modules) / "sitemap/schema/sitemap.xsd"
    valid = subprocess.run(["xmllint", "--noout", "--schema", schema, site / "sitemap.xml"], capture_output=True, text=True)
    check(valid.returncode == 0, where, valid.stderr)
    root = xml.fromstring((site / "sitemap.xml").read_bytes())
    check(root.tag == space + "urlset" and len(root) <= 50000, where, root.tag)
    listed = set()
    for url in root:
        check([c.tag for c in url] in ([space + "loc"], [space + "loc", space + "lastmod"]), where, "elements of <url>")
        loc, changed = url.findtext(space + "loc"), url.findtext(space + "lastmod")
        check(loc.startswith(BASE) and loc.isascii() and len(loc) < 2048, where, loc)
        check(changed is None or re.fullmatch(r"\d{4}-\d\d-\d\d", changed), where, str(changed))
        check(file_of(site, loc) not in listed, where, f"{loc} twice")
        listed.add(file_of(site, loc))
    wanted = {path for path, text in pages.items() if '<meta name="robots" content="noindex' not in text
              and 'rel="canonical"' in text and 'data-kind="search"' not in text}
    check(listed == wanted, where, f"differs from the pages: {sorted(map(str, listed ^ wanted))[:3]}")


def check_robots(site):
    robots = urllib.robotparser.RobotFileParser()
    robots.parse((site / "robots.txt").read_text().splitlines())
    check(robots.site_maps() == [BASE + "sitemap.xml"] and robots.can_fetch("x", BASE), "robots.txt", "what it says")


def check_llms(site, render):
    where, text = "llms.txt", (site / "llms.txt").read_text()
    shape = re.fullmatch(r"# [^\n]+\n(\n> [^\n]+\n)?\n[^#\n][^\n]*\n((\n## [^\n]+\n\n(- \[[^\n]+\n)*)+)", text)
    check(shape, where, "is not of the form that llmstxt.org gives")
    said = Said(render(text), True)
    check(len(said.links) == len(re.findall(r"^- \[|\]\(facts\.json\)|\]\(https://[^ )]*facts\.json\)", text, flags=re.M)), where, "links")
    for link in said.links:
        check(link.startswith(BASE) and file_of(site, link).is_file(), where, f"leads to {link}")


# ---- schema.org

class Vocabulary:
    """Returns types with their properties, by the interfaces of schema-dts."""

    def __init__(self, text):
        self.own, self.above = {}, {}
        for name, above, body in re.findall(r"^(?:export )?interface (\w+?)(?:Base)? (?:extends ([^{]+))?\{(.*?)^\}", text,
                                            flags=re.M | re.S):
            self.own.setdefault(name, set()).update(re.findall(r'^    "(\w+)"\??:', body, flags=re.M))
            parents = [re.sub("Base$", "", p.strip()) for p in re.sub(r"Partial<(\w+)>", r"\1", above or "").split(",")]
            self.above.setdefault(name, set()).update(p for p in parents if p and p != name)
        self.types = set(re.findall(r'"@type": "(\w+)"', text))

    def properties(self, name, seen=None):
        seen = seen or set()
        if name in seen:
            return set()
        seen.add(name)
        found = set(self.own.get(name, ()))
        for above in self.above.get(name, ()):
            found |= self.properties(above, seen)
        return found | (self.properties(name + "Leaf", seen) if name + "Leaf" in self.own else set())


def check_entity(entity, vocabulary, where):
    kind = entity.get("@type")
    check(isinstance(kind, str) and kind in vocabulary.types, where, f"type {kind}")
    known = vocabulary.properties(kind) | {"@type", "@id"}
    for name, value in entity.items():
        check(name in known, where, f"{kind} has no property {name}")
        check(value not in ("", None, [], {}), where, f"{kind}.{name} says nothing")
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                check_entity(each, vocabulary, where)
    for name in ("url", "@id", "contentUrl", "item"):
        if name in entity:
            check(re.match("https?://", entity[name]), where, f"{name}: {entity[name]}")


def check_json_ld(where, page, vocabulary):
    scripts = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, flags=re.S)
    check(len(scripts) <= 1, where, "several blocks of JSON-LD")
    if 'rel="canonical"' not in page or 'http-equiv="refresh"' in page or 'kind-print"' in page:
        return Counter()
    if not scripts:
        check(any(part in page for part in ('kind-redirect', 'kind-search', 'name="robots" content="noindex')), where, "no JSON-LD")
        return Counter()
    check("<" not in scripts[0], where, "a '<' in the script")
    data = json.loads(scripts[0])
    check(data["@context"] == "https://schema.org", where, "context")
    canonical_url = html.unescape(re.search(r'rel="canonical" href="([^"]*)"', page)[1])
    check(data["@graph"][0].get("url") == canonical_url, where, "the page's own address")
    for entity in data["@graph"]:
        if vocabulary:
            check_entity(entity, vocabulary, where)
    for each in data["@graph"]:
        if each["@type"] == "BreadcrumbList":
            items = each["itemListElement"]
            check([i["position"] for i in items] == list(range(1, len(items) + 1)), where, "positions")
            check(items[0]["item"] == BASE and items[-1]["item"] == canonical_url, where, "breadcrumbs")
        if each["@type"] == "Dataset":
            check(each.get("distribution"), where, "a data set without downloads")
            # Not every resource contains figures.
            check(each.get("isBasedOn") or where.startswith("data/"), where, "a data set without sources")
    return Counter(entity["@type"] for entity in data["@graph"])


def check_site(site, render, vocabulary, modules):
    pages = {path: path.read_text() for path in sorted(site.rglob("*.html")) if "embed" not in path.parts}
    types, versions = Counter(), 0
    for path, text in pages.items():
        where = str(path.relative_to(site))
        types += check_json_ld(where, text, vocabulary)
        alternate = re.search(r'<link rel="alternate" type="text/markdown"[^>]* href="([^"]*)"', text)
        version = path.with_suffix(".md")
        check(bool(alternate) == version.is_file(), where, "a Markdown version without its link, or a link without one")
        if alternate and version.is_file():
            versions += 1
            check(urllib.parse.unquote(alternate[1]) == version.name, where, alternate[1])
            check_markdown(str(version.relative_to(site)), text, version.read_text(), render)
    check(versions == len(list(site.rglob("*.md"))), "markdown", "a file of Markdown that no page names")
    check(versions > 0, "markdown", "none")
    if (site / "feed.xml").exists():
        check_feed(site)
    check_sitemap(site, pages, modules)
    check_robots(site)
    check_llms(site, render)
    return types


def main():
    render = load_cmark()
    modules = os.environ.get("SOURCEBOOK_NODE_MODULES", str(ROOT / "build/node/node_modules"))
    definitions = Path(modules) / "schema-dts/dist/schema.d.ts"
    vocabulary = Vocabulary(definitions.read_text()) if definitions.exists() else None
    if not vocabulary:
        print("skipped: JSON-LD is not compared with schema.org's vocabulary: schema-dts is not installed")
    types = Counter()
    with tempfile.TemporaryDirectory() as work:
        sites = [Path(argument) for argument in sys.argv[1:]]
        for name in [] if sites else ["minimal", "storage-engines", "hostile"]:
            sites.append(Path(work) / name)
            subprocess.run([PROGRAM, "build", "--quiet", "--root", ROOT / "tests/sites" / name, "--out", sites[-1],
                            "--base-url", BASE], check=True)
        for site in sites:
            before = len(problems)
            types += check_site(site, render, vocabulary, modules)
            for problem in problems[before:]:
                print(f"FAILED {site.name}: {problem}")
    if len(sys.argv) < 2:
        for name in ("Article", "LearningResource", "FAQPage", "Dataset", "DefinedTermSet", "BreadcrumbList", "DataCatalog"):
            check(types[name] > 0, "JSON-LD", f"no {name} in any site")
    print(f"machines: {passed} passed, {len(problems)} failed, {0 if vocabulary else 1} skipped")
    return 1 if problems else 0


sys.exit(main())
