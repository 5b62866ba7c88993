"""Sites with payloads in every field.

A field is a place that authors write: "page.title", "source.URL", "markdown.heading". `Site.use(field, payload)` puts the
payload there; `Site.write` records its lines, so that the line of an error identifies the rejected payload. Rejected
payloads are added to `refused` and omitted the next time.
"""
import collections
import json
import pathlib
import re
import zlib

WORDS = "in its place"  # replaces a payload that was removed


def yaml(text):
    out = ""
    for c in text:
        if c in '"\\':
            out += "\\" + c
        elif " " <= c <= "~" or (ord(c) >= 0xA0 and c.isprintable()):
            out += c
        elif ord(c) < 0x100:
            out += f"\\x{ord(c):02x}"
        else:
            out += f"\\u{ord(c):04x}" if ord(c) < 0x10000 else f"\\U{ord(c):08x}"
    return f'"{out}"'


def jsn(value):
    return json.dumps(value, ensure_ascii=False)


def csv(text):
    return '"' + text.replace('"', '""') + '"'


def line(text):
    """Returns the text on one line, for places where a new line would end the text."""
    return text.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


def shown(field, payload):
    """Returns the text that readers see: in titles, questions and captions, a link to an assumption is shown as its
    words."""
    return re.sub(r"\[([^]]*)\]\(given:[^)]*\)", r"\1", payload) if field.startswith(("faq.", "flow.")) else payload


def yaml_list(items):
    return "[" + ", ".join(map(yaml, items)) + "]"


class Site:
    def __init__(self, name, refused):
        self.name = name
        self.refused = refused    # {(field, payload)}
        self.files = {}
        self.lines = collections.defaultdict(int)  # path -> lines so far
        self.places = collections.defaultdict(list)  # (path, line) -> [(field, payload)]
        self.whole = collections.defaultdict(list)  # path -> all payloads in the file
        self.pending = []
        self.used = set()
        self.expected = []  # (page, field, payloads): texts that the page must show

    def use(self, field, payload):
        """Returns the payload, or None if it is rejected."""
        if (field, payload) in self.refused:
            return None
        self.used.add((field, payload))
        self.pending.append((field, payload))
        return payload

    def uses(self, field, payloads):
        return [p for p in payloads if self.use(field, p) is not None]

    def joined(self, field, payloads, page=None):
        """Joins payloads into one text."""
        kept = self.uses(field, payloads)
        if page and kept:
            is_markdown = field.startswith(("faq.", "flow."))  # whose marks are not shown
            self.expected.append((page, field, [shown(field, payload) for payload in kept
                                                if not is_markdown or not re.search(r"[`\\]", payload)]))
        return " ¦ ".join(["at", *kept]) if len(kept) != 1 else kept[0]

    def write(self, path, text):
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
        first = last = self.lines[path] + 1
        last += max(data.count(b"\n"), data.count(b"\r")) - (1 if data.endswith(b"\n") else 0)
        if data.startswith((b",\n", b"],\n", b"},\n", b"\n")):
            first += 1  # the line break before it
        for number in range(first, last + 1):
            self.places[path, number] += self.pending
        self.whole[path] += self.pending
        self.pending = []
        self.files.setdefault(path, bytearray()).extend(data)
        self.lines[path] += data.count(b"\n")

    def save(self, folder):
        for path, data in self.files.items():
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)

    def at(self, path, number, last=None):
        """Returns the payloads in these lines, or the nearest before them; without a line, all payloads in the file."""
        if number is None:
            return self.whole[path]
        if last and last > number:
            return [pair for each in range(number, last + 1) for pair in self.places[path, each]]
        while number > 0:
            if self.places[path, number]:
                return self.places[path, number]
            number -= 1
        return self.whole[path]


# ---- the parts of a large site

FEATURES = {"images": False, "cards": False, "embeds": True}
SOURCE = "the-source"


# Texts that cannot contain figures or citations reject them, so each is alone there.
REFERS = re.compile(r"\]\((fig|given|assert):|\[@")


def parts_of(items, size):
    return [items[i:i + size] for i in range(0, len(items), size)]


def groups_of(payloads, size):
    """Returns groups of payloads that share a text, if a page has only one text."""
    return parts_of([p for p in payloads if not REFERS.search(p)], size) + [[p] for p in payloads if REFERS.search(p)]


def markdown_places(site, path, p):
    """Puts each payload into each place that Markdown has, on separate lines, because errors state the line."""
    def put(field, before, after="", text=None):
        if site.use("markdown." + field, p) is not None:
            site.write(path, before + (line(p) if text is None else text) + after + "\n\n")

    put("text", "It says ", " here.")
    put("heading", "## On ")
    put("emphasis", "It says *", "* here.")
    put("strong", "It says **", "** here.")
    put("struck", "It says ~~", "~~ here.")
    put("code", "It says ``` ", " ``` here.")
    put("link-text", "See [", "](../index.md).")
    put("link-title", 'See [it](../index.md "', '").')
    put("link-target", "See [it](", ").")
    put("link-target-in-brackets", "See [it](<", ">).")
    put("link-anchor", "See [it](../index.md#", ").")
    put("link-outside", "See [it](https://example.org/", ").")
    put("autolink", "See <", ">.")
    put("autolink-outside", "See https://example.org/", " there.")
    put("image-alt", "![", "](../picture.svg)")
    put("image-title", '![A picture](../picture.svg "', '")')
    put("diagram-alt", "![", "](../diagram.svg)")
    put("image-target", "![A picture](", ")")
    put("reference", f"See [it][r{zlib.crc32(p.encode())}].\n\n[r{zlib.crc32(p.encode())}]: ")
    put("reference-title", f"See [it][t{zlib.crc32(p.encode())}].\n\n[t{zlib.crc32(p.encode())}]: https://example.org/ \"", '"')
    put("quote", "> ")
    put("item", "- ")
    put("task", "- [ ] ")
    put("cell", "| A | B |\n|---|---|\n| ", " | b |")
    put("callout", "> [!NOTE]\n> ")
    put("callout-kind", "> [!", "]\n> It says.")
    put("footnote", f"A note[^n{zlib.crc32(p.encode())}].\n\n[^n{zlib.crc32(p.encode())}]: ")
    put("inline-html", "It says <sub>", "</sub> here.")
    put("details", "<details>\n<summary>", "</summary>\n\nIt says.\n\n</details>")
    put("comment", "It says <!-- ", " --> here.")
    put("math", "It says $`", "`$ here.")
    put("math-block", "```math\n", "\n```")
    put("citation-locator", f"It says [@{SOURCE}, ", "].")
    put("given", "It takes [", "](given:).")
    put("figure-text", "It takes [", "](fig:things/r0/value).")
    put("figure-name", "It takes [1](fig:", ").")
    put("assert-name", "It is [the best](assert:", ").")
    put("fence", "````text\n", "\n````", p.replace("\r", ""))
    put("fence-word", "````", "\ncode\n````")
    put("language", "````python\n", "\n````", p.replace("\r", ""))
    put("block", "", "", p)


def lessons(site, groups):
    site.write("content/lessons/index.md", "---\ntitle: Lessons\n---\nAll.\n")
    for u, group in enumerate(groups):
        path, page = f"content/lessons/u{u}.md", f"lessons/u{u}.html"
        put = lambda text: site.write(path, text)
        put("---\n")
        put(f"title: {yaml(site.joined('page.title', group, page))}\n")
        put(f"description: {yaml(site.joined('page.description', group, page))}\n")
        put(f"owner: {yaml(site.joined('page.owner', group))}\n")
        put("date: 2026-01-01\nreviewed: 2026-01-02\nauthors:\n")
        for p in group:
            if site.use("page.author", p) is not None:
                put(f"  - {yaml(p)}\n")
        put("  - A. Author\ntags:\n")
        for p in group:
            if site.use("page.tag", p) is not None:
                put(f"  - {yaml(p)}\n")
        put("  - a\nkey_points:\n")
        for p in group:
            if site.use("page.key_point", p) is not None:
                put(f"  - {yaml('It says ' + p)}\n")
        put("  - One.\n")
        if site.refused:
            fine = [p for p in group if ("page.key_point", p) not in site.refused and "[" not in p and "`" not in p]
            put(f"takeaway: {yaml('It says ' + site.joined('page.takeaway', fine))}\n")
        put("figures:\n")
        put(f"  f{u}: {{is: 2 * things/r0/value, why: {yaml(site.joined('figure.why', group, page))}}}\n")
        put(f"---\nIt takes [EUR 3](fig:f{u}).\n\n")
        for p in group:
            markdown_places(site, path, p)


def raw_yaml(site, groups):
    """Writes values without quotes, so that YAML interprets them: in blocks and, if they have a meaning in YAML, in
    front matter. There each needs a separate page, because an error may hide everything after it."""
    site.write("content/raw/index.md", "---\ntitle: Raw\n---\nAll.\n")
    n = 0
    for u, group in enumerate(groups):
        path = f"content/raw/b{u}.md"
        site.write(path, f"---\ntitle: Raw {u}\n---\n")
        for p in group:
            if site.use("block", p) is not None:
                site.write(path, f"```table raw{n}\ndata: things\nrows: 1\ncaption: {line(p)}\n```\n\n")
            n += 1
    strange = [p for group in groups for p in group if len(p) < 80 and (p[:1] in "!&*<[{?:-|>%@`#~.\"'\\" or ": " in p or " #" in p or "\n" in p)]
    for n, p in enumerate(strange[::3]):
        if site.use("front-matter", p) is not None:
            site.write(f"content/raw/p{n}.md", f"---\ntitle: {p}\n---\nIt says.\n")


def tables_and_charts(site, groups):
    site.write("content/compare/index.md", "---\ntitle: Compare\n---\nAll.\n")
    for u, group in enumerate(groups):
        path, page = f"content/compare/u{u}.md", f"compare/u{u}.html"
        put = lambda text: site.write(path, text)
        put(f"---\ntitle: Comparison {u}\n---\n")
        put(f"```sql q{u}\nSELECT t.name, t.note, t.value, t.ref, t.id,\n")
        for n, p in enumerate(group):
            if site.use("sql.text", p) is not None:
                put(f"  '{line(p).replace(chr(39), chr(39) * 2)}' AS c{n},\n")
        put("  'x' AS last_text\nFROM things t\n")
        for p in group:
            if site.use("sql.comment", p) is not None:
                put(f"-- {line(p)}\n")
        put(f"WHERE t.grp = {u}\nORDER BY t.id\n```\n\n")
        put(f"```table t{u}\ndata: q{u}\n")
        put(f"caption: {yaml(site.joined('table.caption', group, page))}\n")
        put(f"note: {yaml(site.joined('table.note', group, page))}\n")
        put(f"same: {yaml('It is the same: ' + site.joined('table.same', group, page))}\n")
        put(f"differs: {yaml('It differs: ' + site.joined('table.differs', group, page))}\n")
        put("columns:\n")
        put(f"  - {{name: name, title: {yaml(site.joined('table.column', group, page))}}}\n")
        put(f"  - {{name: note, missing: {yaml('no ' + site.joined('table.missing', group))}}}\n")
        put(f"  - group: {yaml(site.joined('table.group', group, page))}\n    columns:\n")
        put(f"      - {{name: value, footnote: {yaml(site.joined('table.footnote', group, page))}, bar: true}}\n")
        for n, p in enumerate(group):
            if ("sql.text", p) not in site.refused:
                if site.use("table.column-link", p) is not None:
                    put(f"  - {{name: c{n}, link: c{n}}}\n")
                elif site.use("table.cell", p) is not None:
                    put(f"  - c{n}\n")
                    site.expected.append((page, "table.cell", [p]))
        put("```\n\n")
        chart(site, path, f"c{u}", f"SELECT t.name, t.value, t.ref FROM things t WHERE t.grp = {u} ORDER BY t.id", group, "")
        # Colours distinguish eight series.
        chart(site, path, f"d{u}", "SELECT t.id, t.note, t.value, t.ref FROM things t "
              f"WHERE t.grp = {u} AND t.part = {u % max(1, len(group) // 8)} ORDER BY t.id", group[:8],
              f"  color: {{field: note, type: nominal, title: {yaml('Of ' + site.joined('chart.legend', group))}}}\n")


def chart(site, path, name, query, group, colour):
    put = lambda text: site.write(path, text)
    put(f"```sql q{name}\n{query}\n```\n\n```chart {name}\ndata: q{name}\n")
    put(f"caption: {yaml(site.joined('chart.caption', group))}\n")
    put("title:\n")
    put(f"  text: {yaml('On ' + site.joined('chart.title', group))}\n")
    put(f"  subtitle: {yaml(site.joined('chart.subtitle', group))}\n")
    put(f"note: {yaml(site.joined('chart.note', group))}\n")
    put("mark: bar\nencoding:\n")
    put(f"  x: {{field: value, type: quantitative, title: {yaml('In ' + site.joined('chart.axis', group))}}}\n")
    put(f"  y: {{field: {'id' if colour else 'name'}, type: nominal, title: {yaml('By ' + site.joined('chart.axis-2', group))}}}\n")
    put(colour)
    put(f"  tooltip: [{{field: value, title: {yaml('At ' + site.joined('chart.tooltip', group))}}}]\n```\n\n")


def questions(site, groups):
    site.write("content/faq/index.md", "---\ntitle: Questions\n---\nAll.\n")
    for u, group in enumerate(groups):
        path, page = f"content/faq/u{u}.md", f"faq/u{u}.html"
        site.write(path, f"---\ntitle: {yaml(site.joined('faq.question', group, page))}\n---\n")
        for p in group:
            if site.use("faq.answer", p) is not None:
                site.write(path, f"It says ``` {line(p)} ``` here.\n\n")


def flows(site, groups):
    """Makes flows of ten questions; each question leads to the next one, and its answers to an outcome with the same
    payloads."""
    for f, chapter in enumerate(parts_of(list(enumerate(groups)), 10)):
        folder = f"content/choose{f}"
        names = [f"q{u}" for u, _ in chapter]
        site.write(f"{folder}/index.md", f"---\ntitle: Choose {f}\nflow: {{start: {names[0]}}}\n"
                                         f"contents: [{', '.join(names)}]\ncases:\n")
        for at, (u, group) in enumerate(chapter):
            way = "".join(f"q{before}: b, " for before, _ in chapter[:at]) + f"q{u}: a"
            site.write(f"{folder}/index.md", f"  - {{who: {yaml('They ' + site.joined('flow.case', group))}, "
                                             f"answers: {{{way}}}, reaches: o{u}}}\n")
        site.write(f"{folder}/index.md", "---\nChoose.\n")
        for at, (u, group) in enumerate(chapter):
            path, page = f"{folder}/q{u}.md", f"choose{f}/q{u}.html"
            follows = f"q{u + 1}" if at + 1 < len(chapter) else f"o{u}"
            put = lambda text: site.write(path, text)
            put(f"---\nquestion: {yaml(site.joined('flow.question', group, page))}\nanswers:\n")
            put(f"  a:\n    label: {yaml('Yes: ' + site.joined('flow.answer', group, page))}\n    to: o{u}\n    because:\n")
            for p in group:
                if site.use("flow.because", p) is not None:
                    put(f"      - {yaml(f'It says {p} [@{SOURCE}].')}\n")
            put(f"      - It says so [@{SOURCE}].\n")
            put(f"  b: {{label: No, to: {follows}, because: ['It says so [@{SOURCE}].']}}\n---\nIt says.\n")
            path, page = f"{folder}/o{u}.md", f"choose{f}/o{u}.html"
            put(f"---\noutcome: {yaml(site.joined('flow.outcome', group, page))}\nnext: [../index.md]\n---\nIt says.\n")


def glossary(site, groups):
    path = "content/glossary.md"
    site.write(path, "---\ntitle: Glossary\n---\n## A word {#word}\n\nIt means.\n\n")
    for u, group in enumerate(groups):
        for n, p in enumerate(group):
            term, meaning = site.use("glossary.term", p), site.use("glossary.meaning", p)
            site.write(path, f"## {line(term) if term is not None else WORDS} {{#w{u}-{n}}}\n")
            site.write(path, f"\nIt means ``` {line(p) if meaning is not None else WORDS} ``` here.\n\n")


def made_pages(site, groups):
    """Makes pages from rows, whose values become titles, addresses, text and links."""
    site.write("content/made/index.md", "---\ntitle: Made\n---\nAll.\n")
    site.write("content/made/thing.md", '---\ntitle: "{name}"\ndescription: "{name}: {note}"\n'
               'pages: {query: groups, address: "{id}", title: "{name}"}\n---\n'
               "It says {name}, **{name}** and [{name}](../index.md), which is {note}.\n\n- {name}\n\n| A |\n|---|\n| {name} |\n")


def sources(site, groups):
    path = "data/sources/all.json"
    put = lambda text: site.write(path, text)
    put("[\n")
    put(jsn({"id": SOURCE, "type": "book", "title": "The source", "URL": "https://example.org/"}))
    for u, group in enumerate(groups):
        page = f"sources/s{u}.html"
        put(f',\n{{"id": "s{u}", "type": "book"')
        for key in ("title", "publisher", "container-title", "note", "abstract", "version", "DOI", "volume", "page", "ISBN",
                    "publisher-place", "edition", "language"):
            put(f',\n"{key}": {jsn(site.joined("source." + key, group, page if key in ("title", "publisher") else None))}')
        put(',\n"author": [{"literal": "A"}')
        for p in group:
            if site.use("source.author", p) is not None:
                put(f',\n{{"literal": {jsn(p)}}}')
            if site.use("source.family", p) is not None:
                put(f',\n{{"family": {jsn(p)}, "given": "A."}}')
            if site.use("source.given", p) is not None:
                put(f',\n{{"family": "B", "given": {jsn(p)}}}')
        put(f'],\n"issued": {{"literal": {jsn(site.joined("source.issued", group))}}},\n"custom": {{')
        put(f'"license": {jsn(site.joined("source.license", group))},\n')
        put(f'"kind": {jsn(site.joined("source.kind", group))},\n"status": "dated",\n')
        put(f'"reason": {jsn(site.joined("source.reason", group, page))}}}}}')
    put("\n]\n")


def tables_of_data(site, groups):
    fields = [{"name": "id", "type": "string"}, {"name": "grp", "type": "integer"}, {"name": "part", "type": "integer"}, {"name": "name", "type": "string"},
              {"name": "note", "type": "string"}, {"name": "value", "type": "number", "unit": "EUR"},
              {"name": "locator", "type": "string"}]
    keyed = [{"name": "name", "type": "string"}, {"name": "value", "type": "number", "unit": "EUR"}]
    joined = [{"name": n, "type": "string"} for n in ("id", "name", "note")]
    package = {"name": "payloads", "resources": [
        {"name": "things", "path": "things.json", "source": SOURCE, "schema": {"fields": fields, "primaryKey": ["id"]}},
        {"name": "groups", "path": "groups.json", "schema": {"fields": joined, "primaryKey": ["id"]}},
        {"name": "keyed", "path": "keyed.json", "source": SOURCE, "locator": "p. 1",
         "schema": {"fields": keyed, "primaryKey": ["name"]}},
        {"name": "listed", "path": "listed.csv", "schema": {"fields": [{"name": "id", "type": "string"},
                                                                       {"name": "text", "type": "string"}],
                                                            "primaryKey": ["id"]}}]}
    site.write("data/datapackage.json", jsn(package))
    put = lambda text: site.write("data/things.json", text)
    put("[")
    n = 0
    for u, group in enumerate(groups):
        for k, p in enumerate(group):
            name, note, locator = (site.use("data." + f, p) for f in ("text", "note", "locator"))
            put(("," if n else "") + "\n" + jsn({"id": f"r{n}", "grp": u, "part": k // 8, "name": f"{name if name is not None else WORDS} {n}",
                                                 "note": note if note is not None else WORDS, "value": n + 1.5,
                                                 "locator": locator if locator else WORDS}))
            n += 1
    put("\n]\n")
    put = lambda text: site.write("data/groups.json", text)
    put("[")
    for u, group in enumerate(groups):
        page = f"made/m{u}.html"
        row = {"id": f"m{u}", "name": site.joined("data.page-title", group, page), "note": f"note {u}"}
        put(("," if u else "") + "\n" + jsn(row))
    put("\n]\n")
    put = lambda text: site.write("data/keyed.json", text)
    put("[")
    put('\n{"name": "first", "value": 1}')
    for group in groups:
        for p in group:
            if site.use("data.key", p) is not None:
                put(",\n" + jsn({"name": p, "value": 2.5}))
    put("\n]\n")
    put = lambda text: site.write("data/listed.csv", text)
    put("id,text\n")
    n = 0
    for group in groups:
        for p in group:
            if site.use("data.csv", p) is not None:
                put(f"c{n},{csv(p)}\n")
                n += 1
    site.write("content/keyed.md", "---\ntitle: Keyed\n---\n```table keyed-rows\ndata: keyed\ncaption: By key\n```\n\n"
                                   "```table listed-rows\ndata: listed\ncaption: Listed\nrows: 20\n```\n")


def addresses_of_sources(site, groups):
    path = "data/sources/addresses.json"
    site.write(path, '[\n{"id": "first", "type": "book", "title": "First"}')
    n = 0
    for group in groups:
        for p in group:
            for field, url in (("source.URL", p), ("source.URL-query", "https://example.org/?q=" + p)):
                if site.use(field, p) is not None:
                    site.write(path, f',\n{{"id": "l{n}", "type": "webpage", "title": "L{n}", "URL": {jsn(url)}}}')
                    n += 1
            if site.use("source.id", p) is not None:
                site.write(path, f',\n{{"id": {jsn(p)}, "type": "webpage", "title": "By id", "URL": "https://example.org/"}}')
    site.write(path, "\n]\n")


def redirects(site, groups):
    path = "data/redirects.csv"
    site.write(path, "from,to,since,why\n")
    n = 0
    for u, group in enumerate(groups):
        site.write(path, f"old/w{u}.html,index.html,2026-01-01,{csv(site.joined('redirect.why', group, f'old/w{u}.html'))}\n")
    for group in groups:
        for p in group:
            if site.use("redirect.to", p) is not None:
                site.write(path, f"old/t{n}.html,{csv(p)},2026-01-01,\n")
            if site.use("redirect.from", p) is not None:
                site.write(path, f"{csv('old/' + p + '.html')},index.html,2026-01-01,\n")
            if site.use("redirect.from-anchor", p) is not None:
                site.write(path, f"{csv('lessons/index.html#' + p)},glossary.html,2026-01-01,\n")
            n += 1


def permalinks(site, groups):
    for group in groups:
        for p in group:
            if site.use("permalink", p) is not None:
                site.write("data/permalinks.txt", line(p) + "\n")
            if site.use("permalink.anchor", p) is not None:
                site.write("data/permalinks.txt", f"index.html #{line(p)}\n")


def changes(site, groups):
    path = "data/changes/2026-01-01.json"
    put = lambda text: site.write(path, text)
    page = "changes/2026-01-01.html"
    put(f'{{"title": {jsn(site.joined("change.title", groups[0], page))}')
    put(f',\n"summary": {jsn(site.joined("change.summary", groups[0]))}')
    everything = [p for group in groups for p in group]

    def entries(key, fixed, fields):
        """Makes a list with an entry for each payload; each field is on a separate line."""
        put(f',\n"{key}": [')
        for n, p in enumerate(everything):
            put(("," if n else "") + "{" + fixed)
            for name, field in fields.items():
                put(f',\n"{name}": {jsn(p if p and site.use("change." + field, p) is not None else WORDS)}')
            put("}\n")
        put("]")

    entries("corrections", '"page": "index.html"', {"text": "correction"})
    entries("figures", '"change": "changed", "before": 1, "after": 2', {"figure": "figure", "title": "figure-title"})
    entries("flows", '"flow": "choose0/index.html"', {"case": "flow-case", "before": "flow-before", "after": "flow-after"})
    put(',\n"tables": [{"change": "changed", "resource": "things", "title": "Things", "rows_before": 1, "rows_after": 1, "settings": [')
    for n, p in enumerate(everything):
        put(("," if n else "") + f'{{"setting": "{("source", "locator", "as_of")[n % 3]}"')
        for name in ("before", "after"):
            put(f',\n"{name}": {jsn(p if p and site.use("change.setting", p) is not None else WORDS)}')
        put("}\n")
    put('], "rows": [')
    for n, p in enumerate(everything):
        put(("," if n else "") + '{"change": "changed", "source": "' + SOURCE + '"')
        for name in ("key", "name"):
            put(f',\n"{name}": {jsn(p if p and site.use("change." + name, p) is not None else WORDS)}')
        put(',\n"values": [{"field": "value"')
        for name in ("title", "before", "after"):
            put(f',\n"{name}": {jsn(p if p and site.use("change." + name, p) is not None else WORDS + name)}')
        put("}]}\n")
    put("]}]}\n")


ACTIVE = re.compile(r"<\w|&|\]\]>|<[!?/]")


def pictures(site, groups):
    """Makes drawings with unescaped payloads: one drawing for each payload with tags, because parsing ends at the
    first error."""
    start = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" '
             'width="9" height="9">\n')
    n = 0
    for u, group in enumerate(groups):
        site.write(f"content/drawings/all{u}.svg", start)
        for p in group:
            if site.use("svg", p) is not None:
                if ACTIVE.search(p):
                    site.write(f"content/drawings/p{n}.svg", start + p + "\n</svg>\n")
                    n += 1
                else:
                    site.write(f"content/drawings/all{u}.svg", f"<text>{p}</text>\n")
        site.write(f"content/drawings/all{u}.svg", "</svg>\n")


def diagrams(site, groups):
    """Makes diagrams, which become parts of their pages, with one payload each: in a text and its description, or
    unescaped between tags."""
    start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g fill="var(--ink)" font-size="9">\n'
    site.write("content/diagrams.md", "---\ntitle: Diagrams\n---\n")
    for n, p in enumerate(p for group in groups for p in group):
        if site.use("diagram", p) is not None:
            text = f"<text>{p}</text>" if n % 2 else f"</g><desc>{p}</desc><g>{p}"
            site.write(f"content/diagram{n}.svg", start + text + "</g></svg>\n")
            site.write("content/diagrams.md", f"![A diagram](diagram{n}.svg)\n\n")


def names(site, groups):
    """Makes files and folders whose names are payloads."""
    for group in groups:
        for p in group:
            name = p.encode()
            if not name or b"/" in name or len(name) > 250 or name in (b".", b"..") or name.startswith(b"."):
                continue
            if site.use("file.name", p) is not None:
                site.write(f"content/named/{p}", "It says.\n")
            if len(name) < 240 and site.use("page.name", p) is not None:
                site.write(f"content/pages/{p}.md", "---\ntitle: It\n---\nIt says.\n")
    n = 0
    for group in groups:
        for p in group:
            if site.use("page.slug", p) is not None:
                site.write(f"content/slugs/p{n}.md", f"---\ntitle: It\nslug: {yaml(p)}\n---\nIt says.\n")
                n += 1


def small_table(site, _):
    site.write("data/datapackage.json", '{"resources": [{"name": "things", "path": "things.csv", "schema": {"primaryKey": ["id"], '
               '"fields": [{"name": "id", "type": "string"}]}}]}\n')
    site.write("data/things.csv", "id\none\n")


def small_parts(site):
    features = dict(FEATURES, embeds=site.name != "files")
    site.write("data/site.json", jsn({"title": "Payloads", "base_url": "https://example.org/payloads/", "features": features}))
    site.write("content/index.md", "---\ntitle: Home\n---\nHome.\n")
    site.write("content/diagram.svg", '<svg viewBox="0 0 9 9"><g fill="var(--ink)"/></svg>\n')
    site.write("content/picture.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>\n')


ONCE = 9  # sites


def once(name, payloads, refused):
    """Makes a small site with these payloads in its settings and in everything else that a site has once."""
    site = Site(name, refused)
    at = lambda field, page=None: site.joined(field, payloads, page)
    home = "index.html"
    put = lambda text: site.write("data/site.json", text)
    put('{"features": ' + jsn(FEATURES) + ', "base_url": "https://example.org/payloads/",\n')
    put(f'"title": {jsn(at("site.title", home))},\n')
    put(f'"description": {jsn(at("site.description", home))},\n')
    put('"footer": {')
    put(f'"text": {jsn(at("site.footer", home))},\n"links": [{{"title": "Home", "href": "https://example.org/"}}')
    for p in payloads:
        if site.use("site.footer-link", p) is not None:
            put(f',\n{{"title": {jsn(p)}, "href": "https://example.org/"}}')
        if site.use("site.footer-href", p) is not None:
            put(f',\n{{"title": "A link", "href": {jsn(p)}}}')
    put('\n]},\n"colours": {"first": 1')
    for p in payloads:
        if site.use("site.colour", p) is not None:
            put(f',\n{jsn(p)}: 2')
    put('},\n"search": {"synonyms": [["first", "one"]')
    for p in payloads:
        if site.use("site.synonym", p) is not None:
            put(f',\n["first", {jsn(p)}]')
    put("]},\n")
    for n, key in enumerate(("repository", "mark", "lang")):
        if site.use("site." + key, payloads[n]) is not None:
            put(f'"{key}": {jsn(payloads[n])},\n')
    put('"navigation": ["faq", "table"')
    for p in payloads:
        if site.use("site.navigation", p) is not None:
            put(f",\n{jsn(p)}")
    put("]}\n")
    site.write("content/index.md", "---\ntitle: Home\n---\nHome [@a].\n")
    site.write("content/faq/index.md", "---\ntitle: Questions\n---\nAll.\n")
    site.write("content/faq/one.md", "---\ntitle: One?\n---\nYes.\n")
    site.write("data/sources/a.json", '[{"id": "a", "type": "book", "title": "A"}]\n')
    # Words of the interface, which templates print in texts, attributes and scripts.
    for key in ("home", "search_title", "search_failed", "report_figure", "share_address", "references", "skip_to_content",
                "table_filter", "share", "on_this_page", "source", "chart_source", "all_sources", "menu"):
        site.write("templates/strings/en.yaml", f"{key}: {yaml(line(at('strings.' + key)))}\n")
    put = lambda text: site.write("data/datapackage.json", text)
    put('{"name": "payloads",\n')
    put(f'"title": {jsn(at("package.title"))},\n')
    put(f'"description": {jsn(at("package.description"))},\n"resources": [{{"name": "things", "path": "things.json", "source": "a",\n')
    put(f'"locator": {jsn("At " + at("resource.locator"))},\n')
    put(f'"title": {jsn(at("resource.title", "data/things.html"))},\n')
    put(f'"description": {jsn(at("resource.description", "data/things.html"))},\n')
    put(f'"caveats": [{{"when": "1 = 1", "text": {jsn("It is so: " + at("resource.caveat", "data/things.html"))}}}],\n"licenses": [')
    for n, p in enumerate(["CC0"] + site.uses("license.title", payloads)):
        put((",\n" if n else "") + jsn({"name": "CC0-1.0", "title": p, "path": "https://example.org/"}))
    put('],\n"sources": [{"title": "It", "path": "https://example.org/"}')
    for p in payloads:
        if site.use("package-source.title", p) is not None:
            put(f',\n{{"title": {jsn(p)}}}')
        if site.use("package-source.path", p) is not None:
            put(f',\n{{"title": "It", "path": {jsn(p)}}}')
    put('],\n"schema": {"primaryKey": ["id"], "fields": [{"name": "id", "type": "string"},\n{"name": "value", "type": "number", "unit": "widget",\n')
    put(f'"title": {jsn(at("field.title", "data/things.html"))},\n')
    put(f'"description": {jsn("It " + at("field.description", "data/things.html"))}}},\n{{"name": "kind", "type": "string",\n"categories": [{{"value": "a", "label": ')
    put(f'{jsn(at("category.label", "data/things.html"))}}}]}}')
    for n, p in enumerate(payloads):
        if site.use("field.name", p) is not None:
            put(f',\n{{"name": {jsn(p)}, "type": "string"}}')
    put("]}}]}\n")
    # Each payload is on a separate line of the JSON; names that the descriptor rejects are not columns either.
    site.write("data/things.json", '[{"id": "one", "value": 1.5, "kind": "a"')
    for p in payloads:
        if site.use("field.name", p) is not None:
            site.write("data/things.json", f",\n{jsn(p)}: {jsn(p)}")
    site.write("data/things.json", "}]\n")
    put = lambda text: site.write("data/units.json", text)
    put('{"units": [{"name": "widget", "plural": "widgets", "title": ' + f'{jsn("A thing: " + at("unit.title"))}}}')
    for p in payloads:
        if site.use("unit.name", p) is not None:
            put(f',\n{{"name": {jsn(p)}, "title": "A unit"}}')
    put('],\n"aliases": {"w": "widget"')
    for p in payloads:
        if site.use("unit.alias", p) is not None:
            put(f",\n{jsn(p)}: \"widget\"")
    put("}}\n")
    site.write("data/views/seen.sql", f"-- @twice {{title: {yaml(at('view.title', 'table.html'))}, unit: widget}}\n"
               "SELECT t.id, t.value, 2 * t.value AS twice, t.ref AS twice__ref, t.ref FROM things t ORDER BY t.id\n")
    site.write("content/table.md", "---\ntitle: Table\n---\nIt takes [3 widgets](fig:named).\n\n```table seen-rows\ndata: seen\n"
               "caption: Seen\n```\n\n")
    site.write("data/figures.yaml", f"named: {{is: 2 * things/one/value, why: {yaml('It is so: ' + at('figures.why', 'table.html'))}}}\n")
    put = lambda text: site.write("content/table.md", text)
    # Figures and citations are rejected there, and tried alone in the texts of tables.
    at = lambda field, page=None: site.joined(field, [p for p in payloads if not REFERS.search(p)], page)
    put("```sql rates\nSELECT t.id, t.kind, t.value, t.ref FROM things t ORDER BY t.id\n```\n\n```estimate time\ndata: rates\n")
    put(f"caption: {yaml(at('estimate.caption', 'table.html'))}\ncolumns: [id, value]\ninputs:\n")
    put(f"  amount: {{title: {yaml(at('estimate.input', 'table.html'))}, unit: widget, min: 1, max: 9, default: 2,\n")
    put(f"    help: {yaml(at('estimate.help'))}}}\nresults:\n")
    put(f"  share: {{title: {yaml(at('estimate.result', 'table.html'))}, unit: 1, formula: amount / value, format: '.1f'}}\n")
    put(f"requires:\n  - {{condition: value >= 0 widget, reason: {yaml(at('estimate.reason'))}}}\ncases:\n")
    put(f"  - {{who: {yaml(at('estimate.case', 'table.html'))}, inputs: {{amount: 3}}}}\n")
    put(f"note: {yaml(at('estimate.note', 'table.html'))}\n```\n")
    return site


def one_source(site, _):
    sources(site, [])


def one_row(site, groups):
    tables_of_data(site, [groups[0][:1]])


SITES = {
    "words": [sources, one_row, lessons, glossary],
    "data": [one_source, tables_of_data, tables_and_charts, questions, flows, made_pages, changes],
    "addresses": [addresses_of_sources, redirects, permalinks, names],
    "files": [small_table, raw_yaml, pictures, diagrams],
}


def make(name, payloads, size, refused):
    """Makes the site of that name, with every payload in every field of its parts except rejected ones; "once-2"
    contains what a site has once, with a ninth of the payloads."""
    if name.startswith("once-"):
        return once(name, payloads[int(name.removeprefix("once-"))::ONCE], refused)
    site = Site(name, refused)
    groups = groups_of(payloads, size)
    small_parts(site)
    for part in SITES[name]:
        part(site, groups)
    return site
