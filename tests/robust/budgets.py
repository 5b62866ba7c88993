#!/usr/bin/python3
"""Tests that small inputs have a small cost: each case ends or is refused, needs at most 200 MB, and prints the same
messages with any number of threads. It fails if it takes 20 CPU seconds, ten times what a build's budget takes. Also
tests that a build does not use an output folder with files of others.
usage: tests/robust/budgets.py [CASE…]
"""
import gzip
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
HUNG, MEGABYTES = 20, 200  # the limits of a case: CPU seconds, MB
PRINTED = 1_100_000  # bytes

HOME = "---\ntitle: Home\n---\nHello.\n"
SITE = '{"title": "T", "features": {"highlight": false, "images": false, "cards": false}}'
SOURCE = '[{"id": "s", "type": "book", "title": "A", "publisher": "P", "issued": {"date-parts": [[2020]]}}]'
LONG = "WITH RECURSIVE b(x,i) AS (SELECT 'aaaaaaaaaaaaaaaa',1 UNION ALL SELECT x||x,i+1 FROM b WHERE i<%d)\n"


def page(text):
    return f"---\ntitle: P\n---\n{text}"


def query(sql, block="table"):
    return page(f"```sql q\n{sql}\n```\n\n```{block} t\ndata: q\ncaption: C\ncolumns: [id]\n```\n")


def table(rows, constraints="", fields=("id", "t")):
    return {"data/datapackage.json": json.dumps({"resources": [{
        "name": "d", "path": "d.csv", "source": "s", "as_of": "2020", "schema": {"primaryKey": "id", "fields": [
            {"name": name, "type": "string", **(json.loads(constraints) if constraints and name == "t" else {})} for name in fields]}}]}),
            "data/sources/s.json": SOURCE, "data/d.csv": ",".join(fields) + "\n" + rows}


ROWS = table("".join(f"{i},x\n" for i in range(1000)))
INSTR = "instr((SELECT x||'c' FROM b WHERE i=%d),(SELECT x||'b' FROM b WHERE i=%d)) > "
CAVEATS = json.dumps({"resources": [{**each, "caveats": [{"when": "1", "text": "C"}] * 300} for each in json.loads(ROWS["data/datapackage.json"])["resources"]]})
GROUPS = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="g0" width="9" height="9"/>' + "".join(
    f'<g id="g{i + 1}">' + f'<use href="#g{i}"/>' * 10 + "</g>" for i in range(9)) + "</svg>"
EDITIONS = {"data/sources/s.json": SOURCE, "data/d.csv": "id,t\n", "data/h.csv": "edition,id,t\n" + "".join(f"e1000,{i},x\n" for i in range(1000)), "data/datapackage.json": json.dumps({"resources": [
    {"name": "d", "path": "d.csv", "history": "h", "schema": {"primaryKey": "id", "fields": [{"name": "id"}, {"name": "t"}]},
     "editions": [{"version": f"e{year}", "date": f"{year}", **({"changes_from": f"e{year - 1}"} if year > 1000 else {})} for year in range(1000, 1200)] + [{"version": "now", "date": "2020"}]},
    {"name": "h", "path": "h.csv", "schema": {"primaryKey": ["edition", "id"], "fields": [{"name": "edition"}, {"name": "id"}, {"name": "t"}]}}]})}
# The files of the site in addition to its first page, the exit status, and texts that the messages must contain.
CASES = {
    "one step of SQL that is quadratic": ({"p.md": query(LONG % 18 + "SELECT 'a' AS id WHERE " + INSTR % (18, 17) + "5")}, 1, "too-much-work"),
    "texts below the limit": ({"p.md": query(LONG % 16 + "SELECT 'a' AS id WHERE " + " OR ".join(INSTR % (16, 15) + str(i) for i in range(1, 30)) + " OR 1")}, 0, ""),
    "replace and trim": ({"p.md": query(LONG % 16 + "SELECT 'a' AS id WHERE length(replace((SELECT x FROM b WHERE i=15), 'aaaab', 'c')) + length(trim((SELECT x FROM b WHERE i=15), (SELECT x FROM b WHERE i=14))) >= 0")}, 0, ""),
    "long texts compared in each step": ({"p.md": query(LONG % 16 + ", n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<3000000) SELECT 'a' AS id FROM n WHERE (SELECT x FROM b WHERE i=16) || n.i = (SELECT x FROM b WHERE i=16) || 'x' || n.i")}, 1, "too-much-work"),
    "a pattern like another in each step": ({"p.md": query(LONG % 15 + ", n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<3000000) SELECT 'a' AS id FROM n WHERE (SELECT x FROM b WHERE i=15) LIKE '%' || n.i || 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab%'")}, 1, "too-much-work"),
    "endless rows": ({"p.md": query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i AS id FROM n")}, 1, "too-much-work"),
    "long rows kept in a list": ({"p.md": query(LONG % 16 + ", n(i, y) AS (SELECT 1, (SELECT x FROM b WHERE i=16) UNION SELECT i+1, y||i FROM n WHERE i<100000) SELECT count(*) || '' AS id FROM n")}, 1, "too-much-work"),
    "endless refs": ({**table("".join(f"{i},x\n" for i in range(2000))), "p.md": query("SELECT a.id || '-' || b.id AS id, all_refs(a.ref) AS ref FROM d a, d b, d c GROUP BY a.id, b.id")}, 1, "too-much-work"),
    "refs in each row of a table's files": ({**table("".join(f"{i},x\n" for i in range(60))), "p.md": query("SELECT a.id AS id, all_refs(b.ref) OVER () AS ref FROM d a, d b, d c WHERE c.id < '2'")}, 1, "too-much-work"),
    "queries on many pages": ({f"p{i}.md": query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<400000) SELECT max(i) || '' AS id FROM n") for i in range(100)}, 1, "too-much-work"),
    "endless blocks": ({**table("".join(f"{i},{'x' * 20}\n" for i in range(1000))), "p.md": page("".join(f"```table t{i}\ndata: d\ncaption: C\ncolumns: [id, t]\n```\n\n" for i in range(700)))}, 1, "too-much-work"),
    "a table of a million rows": ({**ROWS, "p.md": query("SELECT a.id || '-' || b.id AS id FROM d a, d b")}, 1, "too-much-work"),
    "a page for each of a million rows": ({**ROWS, "p.md": "---\ntitle: P\npages: {query: q, address: \"{id}\", title: \"{id}\"}\n---\n```sql q\nSELECT a.id || '-' || b.id AS id FROM d a, d b\n```\n"}, 1, "too-much-work"),
    "a chart of many layers": ({**ROWS, "p.md": page("```chart t\ndata: d\ntitle: T\nlayer:\n" + "- mark: point\n  encoding:\n    x: {field: id, type: nominal}\n    y: {field: t, type: nominal}\n" * 300 + "```\n")}, 1, "too-much-work"),
    "a chain of redirects": ({"data/redirects.csv": "from,to,since,why\n" + "".join(f"a{i}.html,a{i + 1}.html,2026-01-31,\n" for i in range(10000))}, 1, "redirect-chain"),
    "cells completed to the header's width": ({"p.md": page("|a" * 990 + "|\n" + "|-" * 990 + "|\n" + "a\n" * 7000)}, 1, "too-much-work"),
    "the same in a quote": ({"p.md": page("> " + "|a" * 990 + "|\n> " + "|-" * 990 + "|\n" + "> a\n" * 5000)}, 1, "too-much-work"),
    "escaped bars in a paragraph": ({"p.md": page("a\\|" * 5000 + "\n")}, 0, ""),
    "a column's pattern": ({**table("".join(f"{i},{'a' * 60}b\n" for i in range(20000)), '{"constraints": {"pattern": "((a{1,40}){1,40}){1,20}"}}')}, 1, "too-much-work"),
    "a pattern that is nearly too slow": ({**table("".join(f"{i},{'a' * 24}b\n" for i in range(20000)), '{"constraints": {"pattern": "(a|aa)+c|a+b"}}')}, 1, "too-much-work"),
    "unknown keys": ({"data/site.json": '{"title": "T", %s}' % ",".join(f'"k{i}": 1' for i in range(40000))}, 1, "unknown-key"),
    "messages": ({"p.md": page("\n\n".join(f"[a](nowhere{i}.md)" for i in range(20000)))}, 1, "more messages are not shown"),
    "references to a long definition": ({"p.md": page("[a] " * 50000 + "\n\n" + "[a]: /" + "b" * 100000 + "\n")}, 1, "too-much-work"),
    "a definition with a long title": ({"p.md": page("[a] " * 50000 + "\n\n[a]: /b\n\"" + "[c]:\n" * 20000 + "\"\n")}, 1, "too-much-work"),
    "many definitions": ({"p.md": page("".join(f"[a{i}]: https://a.example/{i} \"A {i}\"\n" for i in range(3000)) + "\n" + " ".join(f"[a{i}]" for i in range(3000)))}, 0, ""),
    "marks": ({"p.md": page("![[]()" * 40000)}, 1, "too-much-work"),
    "texts that double": ({"p.md": page("It."), "templates/page.html": "{% set a = 'xxxxxxxx' %}" + "{% set a = a ~ a ~ a %}" * 30 + "{{ a }}"}, 1, "template-value"),
    "charts on a page": ({**table("1,x\n2,y\n"), "data/site.json": '{"title": "T", "features": {"highlight": false}}', "p.md": page("".join(f"```chart c{i}\ndata: d\ntitle: T\nmark: point\nencoding: {{x: {{field: id, type: nominal}}, y: {{field: t, type: nominal}}}}\n```\n\n" for i in range(60)))}, 1, "too-much-work"),
    "long texts in a table": ({**ROWS, "p.md": query(LONG % 13 + "SELECT id || (SELECT x FROM b WHERE i=13) AS id FROM d")}, 1, "too-much-work"),
    "caveats with one text": ({**ROWS, "data/datapackage.json": CAVEATS, "p.md": page("It.")}, 0, ""),
    "an SVG that repeats its parts": ({"p.md": page("![A drawing](d.svg)"), "d.svg": GROUPS}, 1, "unsafe-svg"),
    "unchanged rows of many editions": ({**EDITIONS, "p.md": page("It.")}, 1, "bad-edition"),
    "a small file that is included often": ({"p.md": page("::: include ../examples/b.md\n\n" * 400), "data/site.json": SITE.replace("{", '{"includes": ["examples"], ', 1), "examples/b.md": "a word\n\n" * 700}, 1, "bad-include"),
    "includes that double": ({"p.md": page("It."), "templates/page.html": "{% include 'a0.html' %}", **{f"templates/a{i}.html": f"{{% include 'a{i + 1}.html' %}}" * 2 for i in range(29)}, "templates/a29.html": "x"}, 1, "too-much-work"),
}


class Site:
    def __init__(self, folder, files):
        self.root, self.out = folder / "root", folder / "out"
        self.write({"content/index.md": HOME, "data/site.json": SITE, **files})

    def write(self, files):
        for name, text in files.items():
            file = self.root / (name if "/" in name else f"content/{name}")
            file.parent.mkdir(parents=True, exist_ok=True)
            beside = file.with_name(file.name + "~")
            beside.write_bytes(text if isinstance(text, bytes) else text.encode())
            beside.rename(file)  # so that a build never reads only a part of it

    def run(self, *arguments, **environment):
        """Returns the status, the output, CPU seconds and megabytes."""
        command = [PROGRAM, *arguments, "--root", str(self.root)]
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(command, stdout=said, stderr=said, env={"PATH": os.environ["PATH"], "HOME": str(self.root.parent), **environment},
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (HUNG, HUNG)))
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            said.seek(0)
            text = said.read().decode("utf-8", "replace")
        return process.returncode, text, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000

    def build(self, *options, **environment):
        return self.run("build", "--out", str(self.out), *options, **environment)


def costs(work):
    for name, (files, status, words) in CASES.items():
        if not wanted(name):
            continue
        site = Site(work / re.sub(r"\W+", "-", name), files)
        ended, said, seconds, megabytes = site.build("--no-cache", "--jobs", "2")
        print(f"{name}: status {ended}, {seconds:.2f} s, {megabytes:.0f} MB, {len(said)} bytes")
        check(ended == status and words in said, f"{name}: status {ended}: {said[-400:]}")
        check(megabytes <= MEGABYTES, f"{name}: {megabytes:.0f} MB")
        check(len(said) <= PRINTED, f"{name}: prints {len(said)} bytes")
        if status:
            check(site.build("--no-cache", "--jobs", "1")[1] == said, f"{name}: other messages with one thread")
    if wanted("more work"):
        endless = Site(work / "more", {"p.md": query("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<9000000) SELECT max(i) || '' AS id FROM n")})
        check(endless.build()[0] == 1 and endless.build("--work", "10")[0] == 0, "--work allows more")


def imports(work):
    settings = "resource: d\nformat: csv\n"
    bomb = gzip.compress(b"0," * 50_000_000)
    rows = gzip.compress(b"a,b\n" + b"1,2\n" * 4_000_000)
    wide = b"|a" * 3000 + b"|\n" + b"|-" * 3000 + b"|\n" + b"|1\n" * 900
    for name, bytes_ in {"a gzip bomb": bomb, "gzip with many rows": rows, "completed rows": wide, "a spreadsheet": b"PK\x03\x04" + bytes(5000), "NULs": bytes(5_000_000), "one line": b"a," * 2_000_000,
                         "quotes": b'"' * 3_000_001, "nested JSON": b"[" * 1_000_000, "braces": b'{"a":' * 500_000}.items():
        if not wanted(name):
            continue
        site = Site(work / re.sub(r"\W+", "-", name), {**table("1,x\n"), "data/imports/it.yaml": settings, "in.csv": bytes_, "in.json": bytes_, "in.md": bytes_})
        for file in ("in.csv", "in.json", "in.md"):
            before = (site.root / "data/d.csv").read_bytes()
            status, said, _, megabytes = site.run("import", "table", str(site.root / file), "--settings", "it", "--as-of", "2026-01-01")
            check(status in (1, 2), f"{name} as {file}: status {status}: {said[-300:]}")
            check(megabytes <= MEGABYTES, f"{name} as {file}: {megabytes:.0f} MB")
            check(len(said) <= PRINTED and (site.root / "data/d.csv").read_bytes() == before, f"{name} as {file}: {said[:300]}")


def owned(work):
    """Tests output folders with files of others."""
    def files_in(folder):
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    for name, others in {"somebody's homepage": {"index.html": "ten years old"}, "a repository": {"HEAD": "ref: refs/heads/main", "config": ""},
                         "a home folder": {".profile": "PATH=/", "letters/a.txt": "Dear"}, "a hidden file": {".bashrc": ""}}.items():
        if not wanted(name):
            continue
        site = Site(work / name.replace(" ", "-"), {})
        for path, text in others.items():
            (site.out / path).parent.mkdir(parents=True, exist_ok=True)
            (site.out / path).write_text(text)
        before = files_in(site.out)
        status, said, *_ = site.build()
        check(status == 2 and "--adopt-output" in said and files_in(site.out) == before, f"{name}: {status}: {said}")
        status, said, *_ = site.build("--adopt-output")
        check(status == 0 and all((site.out / path).exists() for path in others), f"{name}: adopted: {said}")
        check(site.build()[0] == 0, f"{name}: adopted once")
    if wanted("an empty folder in a repository"):
        # This repository has such a folder, so that `./dev site` builds a fresh clone.
        site = Site(work / "kept", {})
        site.out.mkdir(parents=True, exist_ok=True)
        (site.out / ".gitignore").write_bytes((ROOT / "site/.gitignore").read_bytes())
        status, said, *_ = site.build()
        check(status == 0 and (site.out / ".gitignore").exists(), f"an empty folder in a repository: {status}: {said}")
    if not wanted("files that appear"):
        return
    site = Site(work / "appear", {})
    check(site.build()[0] == 0, "a first build")
    (site.out / "new.html").write_text("mine")
    site.write({"new.md": page("New.\n"), "content/index.md": HOME.replace("Hello", "Changed")})
    before = files_in(site.out)
    status, said, *_ = site.build()
    check(status == 1 and "error[foreign-file]" in said and "new.html" in said and files_in(site.out) == before, f"a file at the address of a new page: {status}: {said}")
    check(site.build("--adopt-output")[0] == 0 and "New." in (site.out / "new.html").read_text(), "is replaced on demand")
    (site.out / ".sourcebook-manifest").unlink()
    check(site.build()[0] == 2, "a lost manifest")
    check(site.build("--adopt-output")[0] == 0, "which is made again")


def together(work):
    """Tests concurrent builds while files change: each succeeds, and the last one equals a clean build."""
    if not wanted("builds at the same time"):
        return
    site = Site(work / "together", {f"p{i}.md": page(f"[next](p{(i + 1) % 60}.md)\n") for i in range(60)})
    command = [PROGRAM, "build", "--quiet", "--root", str(site.root), "--out", str(site.out)]
    for turn in range(3):
        running = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
        for i in range(60):
            site.write({f"p{i}.md": page(f"Turn {turn}: [next](p{(i + 1) % 60}.md)\n")})
        for each in running:
            said = each.communicate()[1]
            check(each.returncode == 0, f"builds at the same time: {each.returncode}: {said}")
    check(site.build()[0] == 0 and "Turn 2" in (site.out / "p59.html").read_text(), "the last of several builds is whole")
    check(not [path for path in site.out.iterdir() if path.name.startswith(".sourcebook-") and path.name != ".sourcebook-manifest"], "and leaves no temporary files")


def logs(work):
    """Tests that nothing in a site is a command in a GitHub log, or controls a terminal."""
    if not wanted("commands in logs"):
        return
    nasty = "##[stop-commands]x ::add-mask::e \x1b[31m"
    site = Site(work / "logs", {"##[add-mask]e.md": page("[a](b.md) " + nasty + "\n"), "p.md": query("SELECT 1 AS id, 2 -- ##[add-mask]e"),
                                "q.md": "---\ntitle: \"##[group]\"\n##[add-mask]: 1\n---\n::error::x\n"})
    for arguments in (["check"], ["build", "-v", "--out", str(site.out)], ["build", "--out", str(site.root.parent / "##[add-mask]")], ["explain", "##[group]x"], ["explain", "##[add-mask]e.html"],
                      ["diff", "##[group]"], ["build", "--root", "##[x]"], ["new", "page", "##[add-mask]x.md"]):
        for form in ("text", "github", "json"):
            said = site.run(*arguments, *(["--format", form] if arguments[0] in ("build", "check") else []), GITHUB_ACTIONS="true")[1]
            check("##[" not in said and "\x1b" not in said, f"{arguments} {form}: {said[:500]}")
            lines = [line for line in said.splitlines() if line.lstrip().startswith("::") and not re.match(r"::(error|warning) (file|title)=", line)]
            check(not lines, f"{arguments} {form}: {lines[:3]}")
            if form == "json":
                check(all(json.loads(line) for line in said.splitlines() if line.startswith("{")), f"{arguments}: JSON")


ONLY = sys.argv[1:]


def wanted(name):
    return not ONLY or any(each in name for each in ONLY)


with tempfile.TemporaryDirectory() as temporary:
    for part in (costs, imports, owned, together, logs):
        folder = pathlib.Path(temporary) / part.__name__
        folder.mkdir()
        part(folder)
sys.exit(end("budgets"))
