#!/usr/bin/python3
"""Tests that no script is published: puts every payload of payloads/corpus.txt into every field of a site.

Sites are made with a payload in each field (payloads/sites.py). Payloads that the program rejects with file and line
are removed, and the rest is built. That takes four builds, because errors of later passes appear when earlier ones
are removed. Then a browser, the Nu checker and the readers of each format check the output, and a browser checks the
error pages of serve.
usage: tests/robust/payloads.py [NAME…]   (of the sites in payloads/sites.py; default: all)
"""
import collections
import concurrent.futures
import fnmatch
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/robust/payloads"), str(ROOT / "tests/support")]
import corpus  # noqa: E402
import formats  # noqa: E402
import sites  # noqa: E402
import tally  # noqa: E402
from tally import check  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
PER_TEXT = {"data": 64}  # payloads in one text, if a page has only one; otherwise 32
MOST_ROUNDS = 8
def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, timeout=300,
                          env={"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1"})


# ---- output of the program

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def check_said(name, done, form):
    """Checks that output cannot control a terminal or a workflow's log."""
    text = (done.stderr + done.stdout).decode("utf-8", "surrogateescape")
    check(done.returncode in (0, 1), f"{name}: status {done.returncode}: {text[-300:]}")
    found = CONTROL.search(text)
    check(found is None, f"{name}: {form}: prints a control character: {text[max(0, found.start() - 80):found.end() + 40]!r}" if found else "")
    if form == "github":
        strange = [line for line in text.split("\n") if line and not line.startswith(("::error ", "::warning "))]
        check(not strange, f"{name}: not an annotation: {strange[:3]}")


def visible(text):
    """Returns the text in the form in which the program prints it."""
    out = ""
    for c in text:
        n = ord(c)
        out += "    " if c == "\t" else chr(0x2400 + n) if n < 0x20 else f"\\u{n:04x}" if CONTROL.match(c) else c
    return out


# ---- sites without rejected payloads

# Codes of diagnostics about a whole file.
VIEW = "data/views/seen.sql"
NAVIGATION = '"navigation" lists "%s", which is neither a folder nor a page'


# The text that identifies a payload with such an error if several share a line.
ABOUT = {"accidental-emphasis": re.compile("[*~_]"), "unknown-placeholder": re.compile("[{}]"),
         "active-file": re.compile(""), "figure-unreadable": re.compile(r"\]\((fig|count|assert|given):"),
         "unsupported-value": re.compile(r"\*\*|~~|`|\]\("),
         # In a title, whose texts have one place in common.
         "raw-html": re.compile("<"), "unbalanced-html": re.compile("<"), "image-without-alt": re.compile(r"!\["),
         "external-image": re.compile(r"!\[|<img"),
         "broken-link-syntax": re.compile(r"\]\("), "unknown-page": re.compile(r"\]\("), "bad-link": re.compile(r"\]\(|<"),
         "link-outside": re.compile(r"\]\("), "undefined-footnote": re.compile(r"\[\^"), "not-inline": re.compile(r"^\W|\n"),
         "foreign-syntax": re.compile(r"\{\{|\{%|\\[A-Za-z]|::|@"),
         "text-direction": re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")}


def blamed(site, mistake):
    """Returns the payloads that an error is about."""
    if mistake["code"] == "unknown-navigation" and "line" not in mistake:
        return [pair for pair in site.whole[mistake["file"]] if pair[0] == "site.navigation" and NAVIGATION % pair[1] == mistake["message"]]
    if mistake["code"] == "active-file":  # names all such files of a folder, or patterns for them
        listed = re.findall(r'"([^"]+/[^"]+)"', mistake["help"])
        files = [file for file in site.whole if any(fnmatch.fnmatch(file, "content/" + pattern) for pattern in listed)]
        return [pair for file in files for pair in site.whole[file]]
    places = [mistake, *mistake.get("notes", [])]
    pairs = next(filter(None, (site.at(place.get("file", ""), place.get("line"), place.get("end", {}).get("line")) for place in places)), [])
    for part in re.findall("</?[A-Za-z][A-Za-z0-9-]*", mistake["message"]) + re.findall('"([^"]+)"', mistake["message"]):
        pairs = [pair for pair in pairs if part.lower() in pair[1].lower() or part in visible(pair[1])] or pairs
    if about := ABOUT.get(mistake["code"]):
        pairs = [pair for pair in pairs if about.search(pair[1])] or pairs
    named = [pair for pair in pairs if pair[1] and any(p in mistake["message"] for p in (pair[1], visible(pair[1])))]
    if len(pairs) > 1 and named:
        longest = max(len(payload) for _, payload in named)
        return [pair for pair in named if len(pair[1]) == longest]
    return pairs


def meaning(payload):
    return html.unescape(urllib.parse.unquote(payload)).strip()


def same(site, mistake, pairs):
    """Returns all of these files with the same text, because only the first of several with the same error may be
    reported."""
    said = {meaning(payload) for _, payload in pairs}
    files = {place.get("file") for place in [mistake, *mistake.get("notes", [])]}
    return [pair for file in files for pair in site.whole[file] if meaning(pair[1]) in said]


class Settled:
    """A site without the rejected payloads."""

    def __init__(self):
        self.passed, self.failures = 0, []
        self.tried, self.refused, self.rounds = set(), set(), 0
        self.expected = []
        self.first = self.last = None  # folders


def settle(name, payloads, work):
    """Makes, checks and builds a site until nothing is rejected."""
    tally.passed, tally.failures[:] = 0, []  # of this process
    out = work / "sites" / name
    settled = Settled()
    while True:
        settled.rounds += 1
        site = sites.make(name, payloads, PER_TEXT.get(name, 32), settled.refused)
        settled.tried |= site.used
        settled.last = work / f"{name}-{settled.rounds}"
        settled.first = settled.first or settled.last
        site.save(settled.last)
        # A rejected payload may change what those after it mean, so all errors are needed at once.
        done = run("build", "--root", settled.last, "--out", out, "--format", "json", "--work", "64")
        check_said(name, done, "json")
        if done.returncode == 0:
            settled.expected = site.expected
            check_said(name, run("check", "--root", settled.last, "--today", "2026-01-01", "--format", "github"), "github")
            break
        check(not out.exists(), f"{name}: something is written beside mistakes")
        if settled.rounds == 1:
            check_said(name, run("build", "--root", settled.last, "--out", out), "text")
            check_said(name, run("build", "--root", settled.last, "--out", out, "--format", "github"), "github")
        mistakes = [json.loads(line) for line in done.stderr.decode().split("\n") if line.startswith("{")]
        before = len(settled.refused)
        # The same form in one file is one mistake, whose notes are its other places.
        mistakes += [{**mistake, "notes": [], **note, "message": mistake["message"]}
                     for mistake in mistakes for note in mistake.get("notes", []) if not note["message"]]
        for mistake in mistakes:
            if mistake["severity"] != "error":
                continue
            if mistake["code"] == "unknown-query" and any(each.get("file") == VIEW for each in mistakes):
                continue  # the view has a mistake of its own
            pairs = blamed(site, mistake)
            is_of_several = mistake["code"] in ABOUT  # one payload opens what another closes
            if not pairs or (len({field for field, _ in pairs}) == 1 and len(set(pairs)) > 2 and not is_of_several):
                tally.failures.append(f"{name}: a mistake that leads to no payload of {len(pairs)}: {json.dumps(mistake)[:400]}")
            settled.refused.update(pairs if settled.rounds < 3 else same(site, mistake, pairs))
        if len(settled.refused) == before or settled.rounds == MOST_ROUNDS:
            tally.failures.append(f"{name}: still refused after {settled.rounds} rounds: {json.dumps(mistakes[:2])[:600]}")
            break
    settled.passed, settled.failures = tally.passed, list(tally.failures)
    return settled


# ---- in a browser


def look(folder):
    done = subprocess.run(["node", str(ROOT / "tests/robust/payloads/look.mjs"), str(folder)], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        tally.failures.append(f"the browser: {done.stderr[-1500:]}")
        return {"pages": 0, "visits": 0, "uses": 0, "texts": 0, "took": {}, "found": []}
    return json.loads(done.stdout)


def served(good, bad, payloads, work):
    """Tests the pages that serve shows for a broken site and for unknown addresses."""
    root = work / "served"
    shutil.copytree(good, root)
    (work / "paths.json").write_text(json.dumps(payloads))
    done = subprocess.run(["node", str(ROOT / "tests/robust/payloads/served.mjs"), str(root), str(bad), str(work / "paths.json")],
                          capture_output=True, text=True, timeout=300, env={**os.environ, "SOURCEBOOK": PROGRAM})
    if done.returncode != 0:
        return {"mistakes": 0, "asked": 0, "found": [f"serve: {done.stderr[-1500:]}"]}
    return json.loads(done.stdout)


# Pages that repeat others, or are not ours.
REPEATED = re.compile(r"(/print\.html|/embed/.*|^files/drawings/.*|/named/.*)$")
ALIKE = re.compile(r"^once-\d+/(?!index|table|404)|/(old|pages|slugs|raw/p|sources/l)")


# Links to other sites that are allowed; `check --external` reports them.
EXTERNAL = re.compile(r"for attribute “href” on element “a”: (Invalid host|URL includes credentials|Expected a slash|Unexpected slash|Backslash)")


def nu(folder):
    """Returns the Nu checker's errors. Checks only every tenth of the pages with a payload in one place."""
    modules = pathlib.Path(os.environ.get("SOURCEBOOK_NODE_MODULES", ROOT / "build/node/node_modules"))
    jar = next((modules / "vnu-jar").rglob("vnu.jar"))
    pages = [str(page.relative_to(folder)) for page in sorted(folder.rglob("*.html"))]
    pages = [page for n, page in enumerate(pages) if not REPEATED.search(page) and (n % 10 == 0 or not ALIKE.search(page))]
    done = subprocess.run(["java", "-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", jar, "--format", "json", "--stdout",
                           "--errors-only", "--exit-zero-always", *pages], capture_output=True, timeout=600, cwd=folder)
    messages = json.loads(done.stdout)["messages"]
    return len(pages), sorted({f"Nu: {'/'.join(message['url'].split('/')[-3:])}: {message['message']}: {message.get('extract', '')!r}"
                               for message in messages if not EXTERNAL.search(message["message"])})


def odd_bytes(odd, work):
    """Tests invalid bytes in files of each kind: they are rejected with an error or published unchanged, and never
    cause a crash."""
    kinds = {
        "content/index.md": b"---\ntitle: It\n---\n%s\n", "content/page.md": b'---\ntitle: "%s"\n---\nIt.\n', "content/file.txt": b"%s",
        "content/drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg">%s</svg>', "data/site.json": b'{"title": "%s"}',
        "data/things.csv": b"id,text\n1,%s\n", "data/sources/a.json": b'[{"id": "a", "type": "book", "title": "%s"}]',
        "data/redirects.csv": b"from,to,since,why\na.html,index.html,2026-01-01,%s\n", "data/permalinks.txt": b"index.html #%s\n",
        "data/figures.yaml": b'a: {is: 1 + 1, why: "%s"}\n', "data/units.json": b'{"aliases": {"%s": "h"}}',
        "data/views/v.sql": b"SELECT '%s' AS id\n", "templates/parts/mark.html": b"<b>%s</b>", "templates/strings/en.yaml": b'menu: "%s"\n',
        "data/changes/2026-01-01.json": b'{"title": "%s"}', "content/\xff%s.md": b"---\ntitle: It\n---\nIt.\n"}
    escaped = {path: form for path, form in kinds.items() if path.endswith((".json", ".yaml"))}
    tries = 0
    for n, payload in enumerate(odd):
        for k, (path, form) in enumerate([*kinds.items(), *escaped.items()]):
            as_escape = k >= len(kinds)
            if (n + k) % 2:
                continue  # half of them are enough
            data = payload
            if as_escape:
                if b"\0" not in payload:
                    continue
                data = payload.decode("latin-1").replace("\\", "\\\\").replace('"', '\\"').replace("\0", "\\u0000").encode()
            root, out = work / f"odd-{n}-{k}", work / "odd-out" / f"{n}-{k}"
            files = {b"content/index.md": b"---\ntitle: Home\n---\nHome.\n", b"data/things.csv": b"id,text\n1,x\n",
                     b"data/datapackage.json": b'{"resources": [{"name": "things", "path": "things.csv", "schema": {"primaryKey": ["id"], '
                                               b'"fields": [{"name": "id", "type": "string"}, {"name": "text", "type": "string"}]}}]}'}
            name = path.encode("latin-1")
            if b"%s" in name:
                if b"\0" in payload or b"/" in payload:
                    continue
                files[name % payload] = form
            else:
                files[name] = form.replace(b"%s", data)
            for file, held in files.items():
                target = os.path.join(os.fsencode(root), file)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with open(target, "wb") as opened:
                    opened.write(held)
            tries += 1
            check_said(f"odd bytes in {path}", run("build", "--root", root, "--out", out), "text")
    return tries


def main():
    payloads, odd = corpus.texts(corpus.read())
    names = sys.argv[1:] or ["words", "data", "addresses", "files", *(f"once-{n}" for n in range(sites.ONCE))]
    with tempfile.TemporaryDirectory(prefix="payloads-") as folder:
        work = pathlib.Path(os.environ.get("PAYLOADS_KEEP") or folder)
        (work / "sites").mkdir(parents=True, exist_ok=True)
        begin = time.monotonic()
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            settled = dict(zip(names, pool.map(settle, names, *zip(*[(payloads, work)] * len(names)))))
        expected = collections.defaultdict(list)
        for name, each in settled.items():
            tally.passed += each.passed
            tally.failures.extend(each.failures)
            print(f"{name}: {len(each.tried)} times a payload in a field, {len(each.refused)} refused, {each.rounds} builds")
            for page, _, texts in each.expected:
                expected[f"{name}/{page}"] += texts
        print(f"({time.monotonic() - begin:.0f} s)", flush=True)
        queries = [(site, text) for site in ("words", "data") if site in names for text in payloads[::100]]
        (work / "sites" / "look.json").write_text(json.dumps({"expected": expected, "queries": queries}))
        shown, last = work / "sites", settled[names[-1]]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            parts = [pool.submit(look, shown), pool.submit(nu, shown), pool.submit(odd_bytes, odd, work),
                     pool.submit(served, last.last, last.first, payloads[::4], work), pool.submit(formats.look, shown)]
            seen, (valid, invalid), tries, live, (files, broken) = [part.result() for part in parts]
        print(f"browser: {seen['pages']} pages, {seen['visits']} visits, {seen['uses']} uses, {seen['texts']} texts that had to show; "
              f"Nu: {valid} pages; formats: {files} files; odd bytes: {len(odd)} payloads, {tries} files; "
              f"serve: {live['asked']} addresses, {live['mistakes']} mistakes shown")
        for name, count, found in (("the browser", seen["pages"], seen["found"]), ("Nu", valid, invalid), ("formats", files, broken),
                                   ("serve", live["asked"], live["found"])):
            check(count > 0 and not found, f"{name} found something: {str(found)[:600]}")
            tally.failures.extend(found)
        count, times = len(payloads) + len(odd), sum(len(each.tried) for each in settled.values())
        fields = {field for each in settled.values() for field, _ in each.tried}
        print(f"in all: {count} payloads in {len(fields)} fields, {times} times, {sum(len(each.refused) for each in settled.values())} refused; "
              f"{time.monotonic() - begin:.0f} s")
    return tally.end("payloads", lambda failure: visible(failure)[:500])


if __name__ == "__main__":
    sys.exit(main())
