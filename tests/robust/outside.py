#!/usr/bin/python3
"""Tests that no site makes the program read outside the site's folder or write outside the output folder.

Next to each site is a folder with a canary file. Each case tries to reach it, or to make the program hang: paths with
"..", links, pipes, names, queries. Afterwards the canary must not be in the output or the messages, no other file may
have changed, and strace must not have seen an access to that folder.
usage: tests/robust/outside.py [CASE…]
"""
import json
import os
import pathlib
import re
import resource
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, checked, end, skip  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
CANARY = "canary-7c1f9e"  # in all files outside the site
LIMIT = 30  # CPU seconds; a build of these sites takes less than one, and a query that is stopped takes some
PATIENCE = 300  # seconds, for commands that wait and do nothing
MEMORY = 6 << 30  # bytes of address space
TRACE = ["strace", "-f", "--seccomp-bpf", "-qq", "-y"]  # -y prints the paths of open folders


def can_trace():
    """Returns whether ptrace is allowed."""
    return bool(shutil.which("strace")) and subprocess.run([*TRACE, "true"], capture_output=True).returncode == 0


STRACE = can_trace()


class Case:
    """A site in a separate folder, next to the folder that it must not reach."""

    def __init__(self, work, name):
        self.name = name
        self.base = work / f"{len(os.listdir(work))}-{re.sub(r'[^a-z-]+', '-', name)[:60]}"
        self.root, self.out, self.secret = self.base / "root", self.base / "out", self.base / "secret"
        for folder in (self.root, self.secret / "below"):
            folder.mkdir(parents=True)
        for path in ("canary.txt", "below/canary.md", "canary.json", "index.md", "canary.html", "canary.svg"):
            (self.secret / path).write_text(f'["{CANARY}"]\n' if path.endswith(".json") else f"---\ntitle: {CANARY}\n---\n<svg>{CANARY}</svg>\n")
        self.write("content/index.md", "---\ntitle: Home\n---\nHome.\n")
        self.write("data/site.json", '{"title": "A site", "features": {"images": false, "cards": false}}\n')

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape"))

    def tree(self):
        """Returns types and bytes of all files except the output and the build cache."""
        found = {}
        written = {self.out, self.root / ".sourcebook"}
        for folder, folders, files in os.walk(self.base):
            folders[:] = [name for name in folders
                          if (path := pathlib.Path(folder, name)) not in written or path.is_symlink()]
            for name in folders + files:
                path = pathlib.Path(folder, name)
                mode = path.lstat().st_mode
                found[str(path)] = os.readlink(path) if stat.S_ISLNK(mode) else path.read_bytes() if stat.S_ISREG(mode) else stat.S_IFMT(mode)
        return found

    def run(self, *arguments, statuses=(0, 1), out=None):
        before = self.tree()
        command = [PROGRAM, *(arguments or ("build",)), "--root", str(self.root)]
        if not arguments or arguments[0] == "build":
            command += ["--out", str(out or self.out)] if out != "" else []
        trace = self.base.parent / (self.base.name + ".strace")
        if STRACE:
            command = [*TRACE, "-o", str(trace), "-e", "trace=open,openat,openat2,creat,rename,renameat,renameat2,unlink,"
                       "unlinkat,mkdir,mkdirat,symlink,symlinkat,link,linkat,connect,execve", *command]
        begin = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, env={"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1"},
                                  preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
                                                      resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))))
        except subprocess.TimeoutExpired:
            check(False, f"{self.name}: hangs")
            return 124, ""
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        check(done.returncode in statuses, f"{self.name}: status {done.returncode} after {time.monotonic() - begin:.1f} s: {said[-600:]}")
        check(CANARY not in said, f"{self.name}: prints the canary: {said[-600:]}")
        published = [path for path in self.out.rglob("*") if path.is_file() and not path.is_symlink()] if self.out.is_dir() else []
        leaks = [str(path) for path in published if CANARY.encode() in path.read_bytes()]
        check(not leaks, f"{self.name}: publishes the canary: {leaks}")
        after = self.tree()
        check(before == after, f"{self.name}: changed {sorted(set(before.items()) ^ set(after.items()), key=str)[:3] if len(before) < 900 else '…'}")
        if STRACE:
            self.check_trace(trace)
        return done.returncode, said

    def is_output(self, line):
        """Returns whether a call names a file in an open folder of the output: an old address may have any name."""
        call = re.search(r'\(\d+<([^>]*)>, "([^"]*)"', line)
        opened = re.search(r"= \d+<([^>]*)>$", line)  # the end of a call that another one interrupted
        path = os.path.join(*call.groups()) if call else opened[1] if opened else ""
        return os.path.normpath(path).startswith(f"{self.out}/")

    def check_trace(self, trace):
        text = trace.read_text(errors="replace")
        opened = [line for line in text.splitlines() if re.search(r'secret(/|")', line) and not re.search(r"execve|= -1 ", line) and not self.is_output(line)]
        check(not opened, f"{self.name}: reached outside: {opened[:3]}")
        check("connect(" not in text or all("AF_UNIX" in line for line in text.splitlines() if "connect(" in line),
              f"{self.name}: asked the network")
        programs = [line for line in text.splitlines() if "execve(" in line and "= 0" in line]
        check(len(programs) == 1, f"{self.name}: started a program: {programs[1:2]}")
        trace.unlink()


# ---- paths with ".."


def climbing(case):
    """Ways to name the canary."""
    inside = str(case.secret / "canary")
    for ending in ("txt", "html", "md", "json", "svg"):
        yield f"../../secret/canary.{ending}"
        yield f"{inside}.{ending}"
    yield from ("../secret/canary.txt", "../../../secret/canary.txt", "./../../secret/canary.txt", "a/../../../secret/canary.txt",
                "..%2F..%2Fsecret%2Fcanary.txt", "%2e%2e/%2e%2e/secret/canary.md", "..%252F..%252Fsecret%252Fcanary.txt",
                "..\\..\\secret\\canary.txt", "．．/．．/secret/canary.txt", "..\u2215..\u2215secret\u2215canary.txt",
                "....//....//secret/canary.txt", "..;/..;/secret/canary.txt", f"file://{inside}.txt", f"//{inside}.txt",
                "/etc/passwd", "/proc/self/environ", "/proc/self/cwd/../secret/canary.txt", "/proc/self/root/etc/passwd", "/dev/zero",
                "/dev/stdin", "~/canary.txt", "$HOME/canary.txt", "..", "../..", "/", ".", "../../secret", "../../secret/",
                "a" * 5000, "a/" * 2000, "../" * 2000, "%00", "canary.txt%00.md", "CON", "\u0000".replace("\0", "") + "...")


def q(text):
    return json.dumps(text, ensure_ascii=False)


SITE = '{"title": "A site", "features": {"images": false, "cards": false}, %s}\n'
TABLE = '{"resources": [{"name": "things", "path": %s, "schema": {"primaryKey": ["id"], "fields": [{"name": "id", "type": "string"}]}}]}\n'
THINGS = '[{"id": %s}]\n'

# The places of a site that name a file. Some test all paths in one site.
ONE_EACH = {
    "resource": lambda c, p: c.write("data/datapackage.json", TABLE % q(p)),
    "mark": lambda c, p: c.write("data/site.json", SITE % f'"mark": {q(p)}'),
    "navigation": lambda c, p: c.write("data/site.json", SITE % f'"navigation": [{q(p)}]'),
    "footer": lambda c, p: c.write("data/site.json", SITE % f'"footer": {{"links": [{q(p)}, {{"title": "It", "href": {q(p)}}}]}}'),
    "include": lambda c, p: c.write("templates/parts/mark.html", f'{{% include {q(p)} %}}'),
    "extends": lambda c, p: c.write("templates/page.html", f'{{% extends {q(p)} %}}'),
    "layout": lambda c, p: c.write("content/a.md", f"---\ntitle: A\nlayout: {q(p)}\n---\nIt.\n"),
}
ALL_AT_ONCE = {
    "slug": lambda c, n, p: c.write(f"content/a{n}.md", f"---\ntitle: A\nslug: {q(p)}\n---\nIt.\n"),
    "contents": lambda c, n, p: c.write(f"content/s{n}/index.md", f"---\ntitle: A\ncontents: [{q(p)}]\n---\nIt.\n"),
    "link": lambda c, n, p: c.write(f"content/a{n}.md", f"---\ntitle: A\n---\n[It](<{p}>) and ![It](<{p}>).\n"),
    "flow": lambda c, n, p: (c.write(f"content/f{n}/index.md", f"---\ntitle: A\nflow: {{start: {q(p)}}}\n---\nIt.\n"),
                             c.write(f"content/f{n}/o.md", f"---\noutcome: A\nnext: [{q(p)}]\n---\nIt.\n")),
    "block": lambda c, n, p: c.write(f"content/a{n}.md", f"---\ntitle: A\n---\n```table {p}\ndata: {q(p)}\n```\n\n[1](fig:{p})\n"),
    "redirect": lambda c, n, p: c.write("data/redirects.csv", ("from,to,since,why\n" if n == 0 else (c.root / "data/redirects.csv").read_text())
                                        + f'"{p}",index.html,2026-01-01,\nold{n}.html,"{p}",2026-01-01,\n'),
    "permalink": lambda c, n, p: c.write("data/permalinks.txt", ("" if n == 0 else (c.root / "data/permalinks.txt").read_text()) + p + "\n"),
    "change": lambda c, n, p: c.write(f"data/changes/2026-01-{n % 28 + 1:02}.json", f'{{"title": "A", "pages": {{"added": [{q(p)}]}}, '
                                      f'"corrections": [{{"page": {q(p)}, "text": "A"}}]}}'),
    "source": lambda c, n, p: c.write(f"data/sources/s{n}.json", f'[{{"id": {q(p)}, "type": "book", "title": "A", "URL": {q(p)}}}]'),
}


def climbing_paths(work):
    for field, put in ONE_EACH.items():
        for n, path in enumerate(climbing(Case(work, f"paths of {field}"))):
            case = Case(work, f"{field} {n}")
            put(case, path)
            case.run()
    for field, put in ALL_AT_ONCE.items():
        case = Case(work, f"every {field}")
        for n, path in enumerate(climbing(case)):
            put(case, n, path)
        case.run()
    case = Case(work, "pages made from rows that climb")
    rows = [{"id": path} for path in climbing(case)]
    case.write("data/datapackage.json", TABLE % '"things.json"')
    case.write("data/things.json", json.dumps(rows))
    case.write("content/made/thing.md", '---\ntitle: It\npages: {query: things, address: "{id}", title: "It {id}"}\n---\nIt.\n')
    case.run()


# ---- links


def links(work):
    def linked(name, at, to, **more):
        case = Case(work, name)
        link = case.root / at
        link.parent.mkdir(parents=True, exist_ok=True)
        if link.is_dir() and not link.is_symlink():
            shutil.rmtree(link)
        link.unlink(missing_ok=True)
        link.symlink_to(to)
        return case.run(**more)

    for name, at, to in (
            ("a linked page", "content/a.md", "../../secret/below/canary.md"), ("a linked home page", "content/index.md", "../../secret/index.md"),
            ("a linked file", "content/a.txt", "../../secret/canary.txt"), ("a linked drawing", "content/a.svg", "../../secret/canary.svg"),
            ("a linked folder", "content/a", "../../secret"), ("a linked content folder", "content", "../secret"),
            ("a linked data folder", "data", "../secret"), ("linked settings", "data/site.json", "../../secret/canary.json"),
            ("a linked table", "data/things.json", "../../secret/canary.json"), ("linked sources", "data/sources", "../../secret"),
            ("a linked template", "templates/page.html", "../../secret/canary.html"), ("a linked templates folder", "templates", "../secret"),
            ("a linked asset", "templates/assets/style.css", "../../../secret/canary.txt"), ("a link to itself", "content/a.md", "a.md"),
            ("a link to its folder", "content/a", "."), ("a link to nothing", "content/a.md", "nothing.md"),
            ("a link to the root", "content/a", "/"), ("a link to a process", "content/a.txt", "/proc/self/environ"),
            ("a link to a device", "content/a.txt", "/dev/zero"), ("a link within the site", "content/b.md", "index.md")):
        status, said = linked(name, at, to)
        check(status == 1 and "link" in said, f"{name}: is not reported: {status}: {said[-300:]}")


def links_in_the_output(work):
    for name, at, to in (("a linked page", "index.html", "secret/canary.txt"), ("a linked folder", "lessons", "secret"),
                         ("a linked manifest", ".sourcebook-manifest", "secret/canary.txt"), ("linked assets", "assets", "secret/below")):
        case = Case(work, f"output: {name}")
        case.write("content/lessons/index.md", "---\ntitle: Lessons\n---\nAll.\n")
        case.write("content/lessons/canary.md", "---\ntitle: Canary\n---\nIt.\n")
        case.out.mkdir()
        (case.out / at).symlink_to(case.base / to)
        case.run(statuses=(0, 2, 3))
        case.run("build", "--adopt-output", statuses=(0, 3))
    # A manifest that lists a file outside, with its hash.
    case = Case(work, "output: a manifest that climbs")
    case.run()
    manifest = next(path for path in case.out.iterdir() if "manifest" in path.name)
    line = manifest.read_text().split("\n")[0]
    with open(manifest, "a", encoding="utf-8") as opened:
        for path in ("../secret/canary.txt", str(case.secret / "canary.txt"), "a/../../secret/canary.txt"):
            opened.write(f"{line.split(' ')[0]} {path}\n")
    case.run()
    # The default output folder.
    case = Case(work, "output: the folder itself is a link")
    (case.root / "site").symlink_to("../secret")
    status, said = case.run("build", statuses=(2, 3), out="")
    check("link" in said, f"{case.name}: is not reported: {said[-300:]}")
    case = Case(work, "output: a folder above it is a link")
    (case.root / "public").symlink_to("../secret")
    status, said = case.run("build", statuses=(2, 3), out="public/site")
    check("link" in said, f"{case.name}: is not reported: {said[-300:]}")
    for folder in ("content", "content/sub", "data", "templates", ".", "..", "data/../content", "./content/../data/x"):
        case = Case(work, f"output: {folder}")
        case.run("build", statuses=(2,), out=folder)


# ---- pipes, sockets, devices


def special_files(work):
    for at in ("content/a.md", "content/index.md", "content/a.svg", "data/site.json", "data/things.csv", "data/sources/a.json",
               "data/views/v.sql", "templates/page.html", "templates/assets/style.css", "data/permalinks.txt"):
        case = Case(work, f"a pipe at {at}")
        file = case.root / at
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        os.mkfifo(file)
        status, said = case.run()
        check(status == 1 and "not-a-file" in said, f"{case.name}: is not reported: {said[-300:]}")
    case = Case(work, "a socket")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(case.root / "content")  # a socket's path is short
        try:
            server.bind("a.md")
        finally:
            os.chdir(here)
        status, said = case.run()
    check(status == 1 and "not-a-file" in said, f"{case.name}: is not reported: {said[-300:]}")
    if os.geteuid() == 0:
        case = Case(work, "a device")
        try:
            os.mknod(case.root / "content/a.md", stat.S_IFCHR | 0o666, os.makedev(1, 5))
        except PermissionError:
            return
        status, said = case.run()
        check(status == 1 and "not-a-file" in said, f"{case.name}: is not reported: {said[-300:]}")
    for at in ("index.html", ".sourcebook-manifest", "assets/style.css"):
        case = Case(work, f"a pipe in the output at {at}")
        (case.out / at).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(case.out / at)
        case.run(statuses=(0, 2, 3))
        case.run("build", "--adopt-output", statuses=(0, 3))


# ---- names


def names(work):
    composed, parts = unicodedata.normalize("NFC", "é"), unicodedata.normalize("NFD", "é")
    page = "---\ntitle: A\n---\nIt.\n"
    for name, files in {
            "two compositions of one name": [f"content/{composed}.md", f"content/{parts}.md"],
            "names that differ in case": ["content/a.md", "content/A.md"],
            "folders that differ in case": ["content/b/x.md", "content/B/y.md"],
            "names that are equal after case folding": ["content/straße.md", "content/strasse.md", "content/STRASSE.md"],
            "a page and a file of one address": ["content/a.md", "content/a.html"],
            "a page at an asset's address": ["content/assets/style.css", "content/assets/page.js"],
            "a file at the manifest's name": ["content/x/.sourcebook-manifest", "content/.sourcebook-manifest"],
            "names that Windows keeps for itself": ["content/CON.md", "content/nul.txt", "content/a.", "content/b "],
            "names that look like others": ["content/раge.md", "content/page.md"],
            "names of 255 bytes": ["content/" + "a" * 252 + ".md", "content/" + "é" * 126 + ".md"],
            "folders nested too deeply": ["content/" + "a/" * 60 + "x.md"],
            "an address longer than paths are": ["content/" + ("a" * 190 + "/") * 18 + "x.md"],
            "a name with a new line": ["content/a\nb.md", "content/a\x1b[2Jb.md", "content/a\u202eb.md"],
            "a name that is not UTF-8": ["content/a\udcff.md"]}.items():
        case = Case(work, name)
        for file in files:
            case.write(file, page)
        status, said = case.run(statuses=(0, 1, 3))
        check(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", said), f"{name}: prints control characters: {said[-300:]!r}")
    for name, slugs in {"slugs that differ in composition": [composed, parts], "slugs that differ in case": ["a", "A"],
                        "slugs that look like others": ["раge", "page"], "slugs that are reserved": ["index", "assets", "404"],
                        "a slug of 5,000 letters": ["a" * 5000]}.items():
        case = Case(work, name)
        for n, slug in enumerate(slugs):
            case.write(f"content/x{n}.md", f"---\ntitle: A\nslug: {q(slug)}\n---\nIt.\n")
        case.run(statuses=(0, 1, 3))


# ---- queries


QUERIES = {
    "attach": "ATTACH DATABASE '%s' AS x", "attach-memory": "ATTACH ':memory:' AS x", "detach": "DETACH main",
    "pragma": "PRAGMA database_list", "pragma-table": "SELECT * FROM pragma_database_list", "pragma-set": "PRAGMA writable_schema = 1",
    "vacuum": "VACUUM INTO '%s'", "vacuum-plain": "VACUUM", "read-file": "SELECT readfile('%s') AS x", "write-file": "SELECT writefile('%s', 'x') AS x",
    "extension": "SELECT load_extension('%s') AS x", "edit": "SELECT edit('x', 'vi') AS x", "fts": "SELECT fts3_tokenizer('simple') AS x",
    "schema": "SELECT sql FROM sqlite_schema", "master": "SELECT name FROM sqlite_master", "temp": "SELECT * FROM sqlite_temp_schema",
    "dbpage": "SELECT * FROM sqlite_dbpage", "stat": "SELECT * FROM dbstat", "create": "CREATE TABLE x (a)", "temporary": "CREATE TEMP TABLE x (a)",
    "virtual": "CREATE VIRTUAL TABLE x USING csv(filename='%s')", "trigger": "CREATE TRIGGER x AFTER INSERT ON things BEGIN SELECT 1; END",
    "insert": "INSERT INTO things VALUES ('x')", "update": "UPDATE things SET id = 'x'", "delete": "DELETE FROM things", "drop": "DROP TABLE things",
    "two": "SELECT id FROM things; DROP TABLE things", "begin": "BEGIN", "savepoint": "SAVEPOINT x", "analyze": "ANALYZE", "reindex": "REINDEX",
    "explain": "EXPLAIN SELECT id FROM things", "with": "WITH x AS (SELECT 1) DELETE FROM things", "returning": "DELETE FROM things RETURNING id",
    "generate": "SELECT value FROM generate_series(1, 1000000000)", "tree": "SELECT * FROM json_tree('[1]')",
    "version": "SELECT sqlite_version() AS x", "source": "SELECT sqlite_source_id() AS x", "options": "SELECT sqlite_compileoption_get(1) AS x",
    "log": "SELECT sqlite_log(1, 'x') AS x", "changes": "SELECT changes() AS x", "rowid": "SELECT last_insert_rowid() AS x",
    "random": "SELECT random() AS x", "randomblob": "SELECT randomblob(2000000000) AS x", "zeroblob": "SELECT zeroblob(2000000000) AS x",
    "hex": "SELECT hex(zeroblob(1000000000)) AS x", "printf": "SELECT printf('%%.*c', 2000000000, 'x') AS x", "format": "SELECT format('%%2000000000d', 1) AS x",
    "clock": "SELECT datetime('now') AS x", "date": "SELECT CURRENT_TIMESTAMP AS x", "soundex": "SELECT soundex('x') AS x",
    "recursion": "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) AS x FROM r",
    "rows": "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n AS x FROM r",
    "doubling": "WITH RECURSIVE r(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM r) SELECT max(length(t)) AS x FROM r",
    "replace": "SELECT replace(replace(replace(replace('xxxxxxxx', 'x', 'xxxxxxxxxxxxxxxx'), 'x', 'xxxxxxxxxxxxxxxx'), 'x', 'xxxxxxxxxxxxxxxx'), 'x', 'xxxxxxxxxxxxxxxx') AS x",
    "like": "SELECT id FROM things WHERE replace(replace('xxxx', 'x', 'xxxxxxxxxxxxxxxx'), 'x', 'xxxxxxxxxxxxxxxxxxxxxxxx') LIKE '%%x%%x%%x%%x%%x%%x%%x%%x%%y'",
    "glob": "SELECT replace(replace(replace('xx', 'x', 'xxxxxxxxxxxxxxxx'), 'x', 'xxxxxxxxxxxxxxxx'), 'x', 'xxxxxxxxxxxxxxxx') GLOB '*x*x*x*x*x*x*x*x*y' AS x",
    "sort": "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 3000000) SELECT n AS x FROM r ORDER BY hex(hex(hex(n))) LIMIT 1",
    "depth": "SELECT " + "(" * 3000 + "1" + ")" * 3000 + " AS x", "unions": " UNION ALL ".join(["SELECT 1 AS x"] * 600),
    "columns": "SELECT " + ", ".join(f"1 AS c{n}" for n in range(3000)), "long": "SELECT '" + "x" * 300000 + "' AS x",
    "json-deep": "SELECT json('" + "[" * 100000 + "') AS x", "window": "SELECT sum(1) OVER (ORDER BY id ROWS 1000000000 PRECEDING) AS x FROM things",
    "nul": "SELECT 1 AS x\0; DROP TABLE things",
}
COSTLY = {"recursion", "rows", "doubling", "replace", "like", "glob", "sort", "window"}
FINE = {"replace", "like", "glob", "sort", "window", "depth", "json-deep"}  # may succeed, if they end soon


def queries(work):
    """Queries that only cost time and memory in a block; the others also as a view and an assert."""
    for name, text in QUERIES.items():
        case = Case(work, f"query {name}")
        text = text.replace("%%", "%") if "%s" not in text else text % (case.secret / "canary.txt")
        case.write("data/datapackage.json", TABLE % '"things.json"')
        case.write("data/things.json", THINGS % '"one"')
        page = f"---\ntitle: A\n---\n```sql block\n{text}\n```\n\n```table t\ndata: block\n```\n"
        if name not in COSTLY:
            page += f"\n```sql assert never\n-- it is so\n{text}\n```\n"
            case.write("data/views/seen.sql", text + "\n")
        case.write("content/a.md", page)
        case.run(statuses=(0, 1) if name in FINE else (1,))


CASES = [climbing_paths, links, links_in_the_output, special_files, names, queries]


def main():
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="outside-") as folder:
        for case in CASES:
            if wanted and case.__name__ not in wanted:
                continue
            begin, before = time.monotonic(), checked()
            (pathlib.Path(folder) / case.__name__).mkdir()
            case(pathlib.Path(folder) / case.__name__)
            print(f"{case.__name__}: {checked() - before} checks, {time.monotonic() - begin:.1f} s")
    if not STRACE:
        skip("no strace: which files are opened is not seen")
    return end("outside")


if __name__ == "__main__":
    sys.exit(main())
