#!/usr/bin/env python3
"""Writes one synthetic site in the source format of each generator, so that all do the same work.

usage: corpus.py OUT PAGES [--data] [--rows 20] [--queries 1] [--sources 40] [--seed 1] [--only hugo,zola,eleventy,mdbook,markdown]

Each page: about 900 words of prose with inline code, emphasis and links to other pages,
four second-level headings, a list, a 6x4 GFM table and a fenced code block (no highlighting).
With --data every page also shows a separate table of ROWS rows, read from one JSON file
(data/results.json: {page-id: [{engine, benchmark, metric, value, unit, source}, ...]}).
Every generator renders: the page in a layout with site navigation (20 sections), a table of
contents, one list page per section, a home page, sitemap.xml.
'markdown' is ours: content/SECTION/PAGE.md with YAML front matter; with --data each page has a sql and a table block, and
data/ contains datapackage.json, results.json (one row per measurement), units.json, sources/ (CSL-JSON). Its templates/
have the same small layout as the peers' (bench/templates).
"""
import argparse, json, os, random, re, shutil

WORDS = """storage engine page tree record index batch shard pipeline compiler memory bandwidth
latency throughput utilisation compaction precision segment planner checkpoint network topology
cluster scheduler quota reservation key sequence lookup decoder embedding compressed operator merge
layout padding block prefetch queue host device driver runtime profile trace sample warmup baseline
reading writing cost price hour commitment disk region availability framework graph dynamic
static shape control flow custom primitive library community support migration portability lock vendor""".split()
ENGINES = ["Alder 4", "Alder 5", "Alder 6", "Birch", "Birch S", "Cedar 10", "Cedar 20", "Elm", "Hazel X", "Rowan"]
BENCHMARKS = ["point", "scan", "insert", "update", "mixed", "bulk", "recover", "compact"]
SECTIONS = 20


def sentence(r):
    n = r.randint(8, 18)
    w = [r.choice(WORDS) for _ in range(n)]
    if r.random() < .25: w[r.randrange(n)] = "**" + r.choice(WORDS) + "**"
    if r.random() < .25: w[r.randrange(n)] = "`" + r.choice(WORDS) + "_" + r.choice(WORDS) + "`"
    return " ".join(w).capitalize() + "."


def page(r, i, pages):
    out = []
    for h in range(4):
        out.append(f"## {' '.join(r.choice(WORDS) for _ in range(3)).capitalize()} {h + 1}\n")
        for _ in range(3):
            para = " ".join(sentence(r) for _ in range(5))
            j = r.randrange(pages)
            out.append(para + f" See [page {j}]({url(j)}) for more.\n")
        if h == 1:
            out.append("\n".join(f"- {sentence(r)}" for _ in range(5)) + "\n")
        if h == 2:
            out.append("| name | peak | memory | price |\n| --- | ---: | ---: | ---: |\n" + "\n".join(
                f"| {r.choice(ENGINES)} | {r.randint(100, 4600)} | {r.randint(16, 288)} | {r.random() * 12:.2f} |"
                for _ in range(6)) + "\n")
        if h == 3:
            out.append("```python\n" + "\n".join(f"x{k} = {r.choice(WORDS)}(x{k - 1 if k else 0}, {r.randint(1, 99)})  # {r.choice(WORDS)} < {k} & more" for k in range(12)) + "\n```\n")
    return "\n".join(out)


def section(i): return f"section-{i % SECTIONS:02d}"
def name(i): return f"page-{i:06d}"
def url(i): return f"/{section(i)}/{name(i)}/"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f: f.write(text)


def query(page, number):
    """A query with its table; each text is different."""
    suffix = f"-{number}" if number else ""
    order = f"row + {number}" if number else "row"
    return (f"\n```sql rows{suffix}\nselect engine, benchmark, metric, value, ref from results where page = :key order by {order}\n```\n"
            f"\n```table results-{page}{suffix}\ndata: rows{suffix}\ncaption: Results\n```\n")


HUGO = {
    "layouts/_default/baseof.html": """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ .Title }} | {{ .Site.Title }}</title><meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}"></head><body><nav><ul>{{ range .Site.Sections }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></nav><main>{{ block "main" . }}{{ end }}</main><footer>{{ .Site.Title }}</footer></body></html>""",
    "layouts/_default/single.html": """{{ define "main" }}<article><h1>{{ .Title }}</h1><aside>{{ .TableOfContents }}</aside>{{ .Content }}DATA</article>{{ end }}""",
    "layouts/_default/list.html": """{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range .RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ .Description }}</li>{{ end }}</ul>{{ end }}""",
    "layouts/index.html": """{{ define "main" }}<h1>{{ .Site.Title }}</h1><ul>{{ range .Site.Sections }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}""",
}
HUGO_DATA = """<table><thead><tr><th>Engine</th><th>Benchmark</th><th>Metric</th><th>Value</th><th>Unit</th><th>Source</th></tr></thead><tbody>{{ range index .Site.Data.results .Params.key }}<tr><td>{{ .engine }}</td><td>{{ .benchmark }}</td><td>{{ .metric }}</td><td>{{ .value }}</td><td>{{ .unit }}</td><td>{{ .source }}</td></tr>{{ end }}</tbody></table>"""

ZOLA = {
    "templates/base.html": """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{% block title %}{{ config.title }}{% endblock %}</title></head><body><nav><ul>{% for s in config.extra.sections %}<li><a href="/{{ s }}/">{{ s }}</a></li>{% endfor %}</ul></nav><main>{% block main %}{% endblock %}</main><footer>{{ config.title }}</footer></body></html>""",
    "templates/page.html": """{% extends "base.html" %}{% block title %}{{ page.title }} | {{ config.title }}{% endblock %}{% block main %}<article><h1>{{ page.title }}</h1><aside><ul>{% for h in page.toc %}<li><a href="{{ h.permalink }}">{{ h.title }}</a></li>{% endfor %}</ul></aside>{{ page.content | safe }}DATA</article>{% endblock %}""",
    "templates/section.html": """{% extends "base.html" %}{% block main %}<h1>{{ section.title }}</h1><ul>{% for p in section.pages %}<li><a href="{{ p.permalink }}">{{ p.title }}</a> {{ p.description }}</li>{% endfor %}</ul>{% endblock %}""",
    "templates/index.html": """{% extends "base.html" %}{% block main %}<h1>{{ config.title }}</h1><ul>{% for s in config.extra.sections %}<li><a href="/{{ s }}/">{{ s }}</a></li>{% endfor %}</ul>{% endblock %}""",
}
ZOLA_DATA = """<table><thead><tr><th>Engine</th><th>Benchmark</th><th>Metric</th><th>Value</th><th>Unit</th><th>Source</th></tr></thead><tbody>{% set all = load_data(path="data/results.json") %}{% for r in all[page.extra.key] %}<tr><td>{{ r.engine }}</td><td>{{ r.benchmark }}</td><td>{{ r.metric }}</td><td>{{ r.value }}</td><td>{{ r.unit }}</td><td>{{ r.source }}</td></tr>{% endfor %}</tbody></table>"""

ELEVENTY = {
    "_includes/base.njk": """<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ title }} | Bench</title><meta name="description" content="{{ description }}"></head><body><nav><ul>{% for s in sections %}<li><a href="/{{ s }}/">{{ s }}</a></li>{% endfor %}</ul></nav><main>{{ content | safe }}</main><footer>Bench</footer></body></html>""",
    "_includes/page.njk": """---\nlayout: base.njk\n---\n<article><h1>{{ title }}</h1>{{ content | safe }}DATA</article>""",
    "_includes/list.njk": """---\nlayout: base.njk\n---\n<h1>{{ title }}</h1><ul>{% for p in collections[title] %}<li><a href="{{ p.url }}">{{ p.data.title }}</a> {{ p.data.description }}</li>{% endfor %}</ul>""",
}
ELEVENTY_DATA = """<table><thead><tr><th>Engine</th><th>Benchmark</th><th>Metric</th><th>Value</th><th>Unit</th><th>Source</th></tr></thead><tbody>{% for r in results[key] %}<tr><td>{{ r.engine }}</td><td>{{ r.benchmark }}</td><td>{{ r.metric }}</td><td>{{ r.value }}</td><td>{{ r.unit }}</td><td>{{ r.source }}</td></tr>{% endfor %}</tbody></table>"""


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out"); ap.add_argument("pages", type=int)
    ap.add_argument("--data", action="store_true"); ap.add_argument("--rows", type=int, default=20)
    ap.add_argument("--queries", type=int, default=1, help="of each page, with a table each"); ap.add_argument("--sources", type=int, default=40)
    ap.add_argument("--seed", type=int, default=1); ap.add_argument("--only", default="hugo,zola,eleventy,mdbook,markdown")
    a = ap.parse_args()
    shutil.rmtree(a.out, ignore_errors=True)
    only = a.only.split(",")
    secs = [f"section-{i:02d}" for i in range(SECTIONS)]
    results, r = {}, random.Random(a.seed + 1)
    if a.data:
        for i in range(a.pages):
            results[name(i)] = [{"engine": r.choice(ENGINES), "benchmark": r.choice(BENCHMARKS), "metric": "throughput",
                                 "value": round(r.random() * 10000, 2), "unit": "samples/s", "source": f"source-{r.randrange(a.sources):02d}"} for _ in range(a.rows)]
    data = json.dumps(results)

    def layouts(base, files, table):
        for k, v in files.items(): write(os.path.join(a.out, base, k), v.replace("DATA", table if a.data else ""))

    if "hugo" in only:
        write(f"{a.out}/hugo/hugo.toml", 'baseURL = "https://example.org/"\ntitle = "Bench"\ndisableKinds = ["taxonomy", "term", "rss"]\n[markup.highlight]\ncodeFences = false\n')
        layouts("hugo", HUGO, HUGO_DATA)
        if a.data: write(f"{a.out}/hugo/data/results.json", data)
    if "zola" in only:
        write(f"{a.out}/zola/config.toml", 'base_url = "https://example.org"\ntitle = "Bench"\ngenerate_feeds = false\n[extra]\nsections = ' + json.dumps(secs) + "\n")
        layouts("zola", ZOLA, ZOLA_DATA); write(f"{a.out}/zola/content/_index.md", '+++\n+++\n')
        if a.data: write(f"{a.out}/zola/data/results.json", data)
    if "eleventy" in only:
        write(f"{a.out}/eleventy/eleventy.config.js", "module.exports = c => ({dir: {input: 'content', includes: '../_includes', data: '../_data'}, markdownTemplateEngine: false})\n")
        write(f"{a.out}/eleventy/_data/sections.json", json.dumps(secs)); layouts("eleventy", ELEVENTY, ELEVENTY_DATA)
        if a.data: write(f"{a.out}/eleventy/_data/results.json", data)
    if "mdbook" in only:
        write(f"{a.out}/mdbook/book.toml", '[book]\ntitle = "Bench"\n[output.html.search]\nenable = false\n')
    if "markdown" in only:
        write(f"{a.out}/markdown/data/site.json", json.dumps({"title": "Bench", "lang": "en", "base_url": "https://example.org/", "features": {k: False for k in ("search", "markdown", "cards", "embeds", "images", "highlight", "print")}}))
        shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates"), f"{a.out}/markdown/templates")
    if "markdown" in only and a.data:
        rows = [{"page": k, "row": i, **r} for k, v in results.items() for i, r in enumerate(v)]
        write(f"{a.out}/markdown/data/results.json", "[\n" + ",\n".join(json.dumps({**x, "locator": f"row {x['row']}"}) for x in rows) + "\n]\n")
        fields = [("page", "string"), ("row", "integer"), ("engine", "string"), ("benchmark", "string"), ("metric", "string"), ("value", "number"), ("unit", "string"), ("source", "string"), ("locator", "string")]
        write(f"{a.out}/markdown/data/datapackage.json", json.dumps({"name": "bench", "resources": [{"name": "results", "path": "results.json", "title": "Results", "as_of": "2026-01-01",
              "schema": {"fields": [{"name": n, "type": ty, "title": n.capitalize(), **({"unit": "samples/s"} if n == "value" else {})} for n, ty in fields], "primaryKey": ["page", "row"]}}]}, indent=1))
        write(f"{a.out}/markdown/data/units.json", json.dumps({"units": [{"name": "samples"}]}))
        write(f"{a.out}/markdown/data/sources/bench.json", json.dumps([{"id": f"source-{i:02d}", "type": "dataset", "title": f"Source {i}", "publisher": "Bench", "issued": {"date-parts": [[2026, 1, 1]]}, "URL": f"https://example.org/{i}"} for i in range(a.sources)], indent=1))

    if "markdown" in only: write(f"{a.out}/markdown/content/index.md", "---\ntitle: Bench\n---\n")
    r, summary = random.Random(a.seed), {s: [] for s in secs}
    for i in range(a.pages):
        body, s, n = page(r, i, a.pages), section(i), name(i)
        title, desc = f"Page {i}", sentence(r).replace("*", "").replace("`", "")
        yaml = f'---\ntitle: "{title}"\ndescription: "{desc}"\nkey: {n}\n'
        if "hugo" in only: write(f"{a.out}/hugo/content/{s}/{n}.md", yaml + "---\n\n" + body)
        if "markdown" in only:
            block = "".join(query(n, q) for q in range(a.queries if a.data else 0))
            ours = yaml.replace(f"key: {n}\n", f"params: {{key: {n}}}\n")
            links = re.sub(r"\]\(/(section-\d+)/(page-\d+)/\)", r"](../\1/\2.md)", body)
            write(f"{a.out}/markdown/content/{s}/{n}.md", ours + "---\n\n" + links + block)
        if "eleventy" in only: write(f"{a.out}/eleventy/content/{s}/{n}.md", yaml + f"layout: page.njk\ntags: [{s}]\n---\n\n" + body)
        if "zola" in only: write(f"{a.out}/zola/content/{s}/{n}.md", f'+++\ntitle = "{title}"\ndescription = "{desc}"\n[extra]\nkey = "{n}"\n+++\n\n' + body)
        if "mdbook" in only: write(f"{a.out}/mdbook/src/{s}/{n}.md", f"# {title}\n\n" + body); summary[s].append((title, f"{s}/{n}.md"))
    for s in secs:
        if "hugo" in only: write(f"{a.out}/hugo/content/{s}/_index.md", f"---\ntitle: {s}\n---\n")
        if "markdown" in only: write(f"{a.out}/markdown/content/{s}/index.md", f"---\ntitle: {s}\n---\n")
        if "zola" in only: write(f"{a.out}/zola/content/{s}/_index.md", f'+++\ntitle = "{s}"\nsort_by = "none"\n+++\n')
        if "eleventy" in only: write(f"{a.out}/eleventy/content/{s}/index.md", f"---\ntitle: {s}\nlayout: list.njk\n---\n")
    if "mdbook" in only:
        write(f"{a.out}/mdbook/src/SUMMARY.md", "# Summary\n\n" + "".join(f"- [{s}]({v[0][1]})\n" + "".join(f"  - [{t}]({p})\n" for t, p in v[1:]) for s, v in summary.items() if v))


main()
