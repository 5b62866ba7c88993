#!/usr/bin/python3
"""Tests `sourcebook load`: the examples of the handbook with a local PostgreSQL, and all kinds of failure.

The files of the examples are read from the page: blocks whose first line names a path below data/."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("SOURCEBOOK", ROOT / "build/release/sourcebook")).resolve()
failures = []
passed = 0


def check(name, actual, expected=True):
    global passed
    if actual == expected:
        passed += 1
    else:
        failures.append(f"{name}\n  expected: {expected!r}\n  actual:   {actual!r}")


class Postgres:
    """A separate cluster without network, run by an unprivileged user, because it refuses to run as root."""

    def __init__(self, folder):
        self.folder = folder
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
        self.bin = programs[-1] if programs else None
        self.user = "postgres" if os.getuid() == 0 else None
        folder.mkdir()
        if self.user:
            shutil.chown(folder, self.user)

    def run(self, program, *arguments, **more):
        more.setdefault("stdout", subprocess.DEVNULL)
        subprocess.run([self.bin / program, *map(str, arguments)], check=True, user=self.user, cwd=self.folder,
                       env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, **more)

    def start(self):
        self.run("initdb", "--no-sync", "-D", self.folder / "cluster", "-U", "team", "-A", "trust", "-E", "UTF8")
        options = f"-c listen_addresses='' -c fsync=off -k {self.folder}"
        self.run("pg_ctl", "-w", "-D", self.folder / "cluster", "-l", self.folder / "log", "-o", options, "start")

    def stop(self):
        self.run("pg_ctl", "-D", self.folder / "cluster", "-m", "immediate", "stop")

    def ask(self, sql):
        self.run("psql", "--no-psqlrc", "-q", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "team", "postgres",
                 input=sql, text=True)


def examples():
    page = (ROOT / "content/handbook/importing.md").read_text()
    return dict(re.findall(r"`(data/\S+)`:\n\n```\w+\n(.*?)^```$", page, re.M | re.S))


def write(site, path, text, executable=False):
    file = site / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(0o755 if executable else 0o644)


def load(site, *arguments, env=None):
    done = subprocess.run([PROGRAM, "load", "--root", site, *arguments], capture_output=True, text=True, timeout=60,
                          env={"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1", **(env or {})})
    return done.returncode, done.stdout, done.stderr


def examples_against(postgres, site):
    files = examples()
    check("the page shows three files", sorted(files), ["data/datapackage.json", "data/gauges.sh", "data/levels.sh"])
    for path, text in files.items():
        write(site, path, text, path.endswith(".sh"))
    write(site, "data/gauges.txt", 'ulm\tUlm, "Neu"\tDanube\npassau\tPassau\tDanube\n')
    write(site, "data/sources/all.json", '[{"id": "readings", "type": "dataset", "title": "Readings"}]\n')
    write(site, "content/index.md", "---\ntitle: Rivers\n---\n[2.35 m](fig:levels/ulm/2025/level) at Ulm.\n")
    postgres.ask("""
        CREATE TABLE reading (gauge text, at timestamp, level numeric);
        INSERT INTO reading SELECT 'ulm', timestamp '2025-01-01' + n * interval '1 hour', 2.35 FROM generate_series(1, 100) n;
        INSERT INTO reading VALUES ('ulm', '2026-02-03', 2.10), ('passau', '2025-05-06', 4.5), ('passau', '2025-05-07', 4.6);
    """)
    where = {"PGHOST": str(postgres.folder), "PGDATABASE": "postgres", "PGUSER": "team"}
    names = [word for name in where for word in ("--env", name)]
    check("both tables are loaded", load(site, *names, env=where), (
        0,
        "levels: 3 rows, before 0; data/levels.csv written\ngauges: 2 rows, before 0; data/gauges.csv written\n",
        "levels: running data/levels.sh\ngauges: running data/gauges.sh\n"))
    levels = (site / "data/levels.csv").read_text()
    check("the database's rows", levels, "gauge,year,level,readings,as_of\npassau,2025,4.55,2,2025-05-07\n"
          "ulm,2025,2.35,100,2025-01-05\nulm,2026,2.10,1,2026-02-03\n")
    check("the list's rows", (site / "data/gauges.csv").read_text(),
          'id,name,river\nulm,"Ulm, ""Neu""","Danube"\npassau,"Passau","Danube"\n')
    build = subprocess.run([PROGRAM, "build", "-q", "--root", site], capture_output=True, text=True)
    check("the site builds", (build.returncode, build.stderr), (0, ""))
    before = (site / "data/levels.csv").stat().st_mtime_ns
    check("a second run reports no change", load(site, "levels", *names, env=where)[:2],
          (0, "levels: 3 rows, before 3; data/levels.csv unchanged\n"))
    check("and writes nothing", (site / "data/levels.csv").stat().st_mtime_ns, before)

    # Rows with errors in two tables; one loader's rows are valid, but refer to the other's.
    postgres.ask("INSERT INTO reading VALUES ('linz', '2026-03-01', -1)")
    write(site, "data/gauges.txt", "ulm\tUlm\tDanube\nulm\tUlm\tDanube\npassau\tPassau\tDanube\n")
    status, said, errors = load(site, "-q", *names, env=where)
    check("wrong rows", (status, said), (1, ""))
    check("are all reported at once", errors, """error[duplicate-key]: two rows have the key "ulm" in "gauges"
  --> data/gauges.csv:3:1
   |
 3 | ulm,"Ulm","Danube"
   | ^^^
   = note: the first
  ::: data/gauges.csv:2:1
   |
 2 | ulm,"Ulm","Danube"
   | ^^^

error[broken-foreign-key]: "gauge" is "linz", which is not a row of "gauges"
  --> data/levels.csv:2:1
   |
 2 | linz,2026,-1.00,1,2026-03-01
   | ^^^^
   = expected: a value of gauges.id

error[below-minimum]: "level" is -1.00, less than allowed
  --> data/levels.csv:2:11
   |
 2 | linz,2026,-1.00,1,2026-03-01
   |           ^^^^^
   = expected: 0 or more

3 errors
nothing was written
""")
    check("and the file does not change", (site / "data/levels.csv").read_text(), levels)
    # The database fails: the loader's standard error and status are shown.
    postgres.ask("ALTER TABLE reading RENAME TO readings")
    status, said, errors = load(site, "levels", *names, env=where)
    check("a query that fails", (status, said, errors.splitlines()[1]),
          (1, "", 'levels: ERROR:  relation "reading" does not exist'))
    check("ends the loader", 'error[loader-failed]: the loader of "levels" exited with status 3\n' in errors)


def small_site(site):
    write(site, "data/datapackage.json", """{"resources": [
  {"name": "drinks", "path": "drinks.json", "loader": "tools/drinks.sh",
   "schema": {"fields": [{"name": "id", "type": "string"}], "primaryKey": ["id"]}},
  {"name": "sizes", "path": "sizes.csv", "schema": {"fields": [{"name": "id", "type": "string"}]}}
]}
""")
    write(site, "data/drinks.json", '[{"id": "latte"}]\n')
    write(site, "data/sizes.csv", "id\nsmall\n")


def failing(site, script, *arguments, executable=True):
    """The diagnostics of a loader that fails, without the excerpt; also checks that the table does not change."""
    if script is not None:
        write(site, "data/tools/drinks.sh", script, executable)
    before = (site / "data/drinks.json").read_text()
    status, said, errors = load(site, "-q", *arguments)
    check("nothing is printed", said, "")
    check("the table does not change", (site / "data/drinks.json").read_text(), before)
    place = """  --> data/datapackage.json:2:12
   |
 2 |   {"name": "drinks", "path": "drinks.json", "loader": "tools/drinks.sh",
   |            ^^^^^^^^
"""
    return status, errors.replace(place, "")


def limits(site):
    small_site(site)
    check("no such file", failing(site, None), (1, """error[loader-failed]: the loader of "drinks" is not a file: data/tools/drinks.sh
   = expected: the path of an executable inside data/, not a symbolic link

1 error
nothing was written
"""))
    check("not executable", failing(site, "#!/bin/sh\necho '[]'\n", executable=False), (1, """error[loader-failed]: the loader of "drinks" can't be started: data/tools/drinks.sh: Permission denied
   = help: make it executable: chmod +x data/tools/drinks.sh

1 error
nothing was written
"""))
    check("no interpreter", failing(site, "#!/bin/none\necho '[]'\n"), (1, """error[loader-failed]: the loader of "drinks" can't be started: data/tools/drinks.sh: No such file or directory
   = help: its first line must name its interpreter, such as "#!/bin/sh"

1 error
nothing was written
"""))
    check("CRLF line ends", failing(site, "#!/bin/sh\r\necho '[]'\r\n")[1].split("help: ")[-1],
          "its first line ends in CR LF, and the CR is read as part of the name: save it with LF\n\n1 error\nnothing was written\n")
    write(site, "data/tools/drinks.sh", "#!/bin/sh\necho '[{\"id\": \"mocha\"}]'\n", True)
    descriptor = (site / "data/datapackage.json").read_text()
    write(site, "data/datapackage.json", descriptor.replace('"sizes.csv"', '"drinks.json", "loader": "tools/drinks.sh"'))
    status, said, errors = load(site, "-q")
    check("two loaders of one file", (status, errors.splitlines()[0]),
          (1, 'error[loader-failed]: the loader of "sizes" was not run: the loader of "drinks" writes data/drinks.json too'))
    check("neither writes it", (site / "data/drinks.json").read_text(), '[{"id": "latte"}]\n')
    write(site, "data/datapackage.json", descriptor)
    (site / "data/drinks.json").rename(site / "drinks.json")
    (site / "data/drinks.json").symlink_to("../drinks.json")
    check("a table that is a link", failing(site, "#!/bin/sh\necho ran >&2\n"), (1, """error[loader-failed]: the loader of "drinks" was not run: data/drinks.json is not a file
   = expected: a regular file, or no file yet; a folder or a symbolic link is not allowed

1 error
nothing was written
"""))
    (site / "drinks.json").replace(site / "data/drinks.json")
    check("it fails", failing(site, "#!/bin/sh\necho '[{\"id\": \"mocha\"}]'\nprintf 'no \033[31mmilk' >&2\nexit 4\n"),
          (1, """drinks: no ␛[31mmilk
error[loader-failed]: the loader of "drinks" exited with status 4
   = expected: an executable that prints the rows and exits with status 0
   = help: its standard error is above

1 error
nothing was written
"""))
    check("a signal", failing(site, "#!/bin/sh\nkill -SEGV $$\n"), (1, """error[loader-failed]: the loader of "drinks" was terminated by a signal: Segmentation fault

1 error
nothing was written
"""))
    check("no rows", failing(site, "#!/bin/sh\necho '[]'\n"), (1, """error[loader-lost-rows]: the loader of "drinks" printed 0 rows, and exited with status 0; there was 1 before
   = expected: at most a tenth fewer
   = help: check the loader; if these rows were removed on purpose: --allow-loss

1 error
nothing was written
"""))
    # Unreadable output is not reported as empty.
    check("CSV for JSON", failing(site, "#!/bin/sh\nprintf 'id\\nmocha\\n'\n"), (1, """error[json-syntax]: expected a value
  --> data/drinks.json:1:1
   |
 1 | id
   | ^^
   = help: values are text in "…", numbers, true, false, null, […] and {…}

1 error
nothing was written
"""))
    check("nothing at all", re.findall(r"error\[.*?\]", failing(site, "#!/bin/sh\n")[1]), ["error[loader-lost-rows]", "error[json-syntax]"])
    check("too much", failing(site, "#!/bin/sh\nexec yes\n", "--max-size", "1"), (1, """error[loader-failed]: the loader of "drinks" printed too much and was stopped
   = help: make it print only the rows that the site shows, or use --max-size MIB

1 error
nothing was written
"""))
    # The loader leaves a child, and a child of that one.
    begin = time.time()
    check("too slow", failing(site, "#!/bin/sh\nsleep 4242 &\nsh -c 'sleep 4243 & sleep 4244' &\nsleep 4245\n",
                              "--timeout", "1"), (1, """error[loader-failed]: the loader of "drinks" took too long and was stopped
   = help: make it print fewer rows, or give it more time: --timeout SECONDS

1 error
nothing was written
"""))
    check("within its time limit", time.time() - begin < 8)
    check("no process remains", running("sleep 424"), [])
    check("half an array", failing(site, "#!/bin/sh\nprintf '[{\"id\": \"latte\"}'\n")[0], 1)


def running(words):
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = process.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if line.startswith(words):
            found.append(line)
    return found


def successes(site):
    small_site(site)
    # Processes that a loader leaves are ended without waiting for them.
    write(site, "data/tools/drinks.sh", "#!/bin/sh\nsleep 4246 &\npwd >&2\ncat >&2\nenv | sort >&2\necho '[{\"id\": \"tea\"}]'\n",
          True)
    begin = time.time()
    status, said, errors = load(site, "--env", "CUP", "drinks", env={"CUP": "blue", "SECRET": "x"})
    check("it ends with its program", (status, time.time() - begin < 8), (0, True))
    check("so do its children", running("sleep 4246"), [])
    check("the output states what was written", said, "drinks: 1 row, before 1; data/drinks.json written\n")
    names = [line.split("=")[0] for line in errors.splitlines()[2:]]
    check("a clean environment", names, ["drinks: CUP", "drinks: HOME", "drinks: LC_ALL", "drinks: PATH", "drinks: PWD",
                                         "drinks: SOURCEBOOK_RESOURCE", "drinks: TZ"])
    check("it runs in data/", errors.splitlines()[1], f"drinks: {site / 'data'}")
    check("its rows are written", (site / "data/drinks.json").read_text(), '[{"id": "tea"}]\n')
    write(site, "data/tools/drinks.sh", "#!/bin/sh\necho '[]'\n", True)
    check("a dry run writes nothing", load(site, "--dry-run", "--allow-loss")[:2],
          (0, "drinks: 0 rows, before 1; data/drinks.json would be written\n"))
    check("the file does not change", (site / "data/drinks.json").read_text(), '[{"id": "tea"}]\n')
    write(site, "data/tools/drinks.sh", "#!/bin/sh\nrm drinks.json\necho '[{\"id\": \"tea\"}]'\n", True)
    check("a loader that removes its table's file", load(site)[:2], (0, "drinks: 1 row, before 1; data/drinks.json written\n"))
    check("its file is written", (site / "data/drinks.json").read_text(), '[{"id": "tea"}]\n')
    write(site, "data/tools/drinks.sh", "#!/bin/sh\necho '[{\"id\": \"mocha\"}]' >drinks.json\necho '[]'\n", True)
    check("an edit while it runs", load(site, "--allow-loss"), (1, "", """drinks: running data/tools/drinks.sh
error[file-changed]: data/drinks.json has changed since it was read
  --> data/drinks.json
   = help: nothing was written; run the command again

1 error
"""))
    check("the edit is kept", (site / "data/drinks.json").read_text(), '[{"id": "mocha"}]\n')
    write(site, "data/tools/drinks.sh", "#!/bin/sh\necho '[]'\n", True)
    check("--allow-loss accepts an empty table", load(site, "--allow-loss")[:2],
          (0, "drinks: 0 rows, before 1; data/drinks.json written\n"))


def usage(site):
    small_site(site)
    check("no such table", load(site, "drink"), (2, "", """error[usage]: there is no resource "drink"
   = help: did you mean "drinks"?
"""))
    check("no loader", load(site, "sizes"), (2, "", """error[usage]: "sizes" does not have a loader
   = help: these have: "drinks"
"""))
    check("no variable", load(site, "--env", "NOWHERE"), (2, "", """error[usage]: the environment variable NOWHERE is not set
   = help: set it, or omit --env
"""))


def interrupted(site):
    small_site(site)
    write(site, "data/tools/drinks.sh", "#!/bin/sh\necho started >&2\nsleep 4247\n", True)
    process = subprocess.Popen([PROGRAM, "load", "-q", "--root", site], stderr=subprocess.PIPE, text=True)
    check("it runs", process.stderr.readline(), "drinks: started\n")
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=20)[1]
    check("Ctrl-C", (process.returncode, said), (1, "interrupted\nnothing was written\n"))
    check("ends the loader", running("sleep 4247"), [])
    write(site, "data/tools/drinks.sh", "#!/bin/bash\ntrap '' PIPE\necho '[{\"id\": \"tea\"}]'\n"
          "for i in {1..50}; do echo $i >&2; sleep .1; done\nexec sleep 4248\n", True)
    process = subprocess.Popen([PROGRAM, "load", "-q", "--root", site], stderr=subprocess.PIPE, text=True)
    check("it prints a line", process.stderr.readline(), "drinks: 1\n")
    process.stderr.close()  # as `head -1` does
    check("standard error is closed", process.wait(timeout=20), -signal.SIGPIPE)
    check("which ends the loader", [running("sleep 4248"), running(f"/bin/bash {site}")], [[], []])
    check("and its table does not change", (site / "data/drinks.json").read_text(), '[{"id": "latte"}]\n')


def lost(site):
    """Errors of other tables, and rows that are missing."""
    small_site(site)
    write(site, "data/tools/drinks.sh", "#!/bin/sh\necho '[{\"id\": \"mocha\"}]'\n", True)
    write(site, "data/sizes.csv", "id\nsmall,1\n")
    check("an error in another table", load(site, "-q"), (1, "", """error[csv-syntax]: this line has 2 cells, but the first line has 1 column
  --> data/sizes.csv:2:1
   |
 2 | small,1
   | ^^^^^^^
   = help: put cells that contain the delimiter in quotes

1 error
nothing was written
"""))
    (site / "data/sizes.csv").write_text("id\nsmall\n")
    # A pipe whose first command fails part of the way.
    rows = ",\n".join(f'{{"id": "d{n}"}}' for n in range(40))
    write(site, "data/drinks.json", f"[\n{rows}\n]\n")
    shrink = "#!/bin/sh\n(head -{} drinks.json; exit 1) | sed '$s/,$//; $a]'\n"
    write(site, "data/tools/drinks.sh", shrink.format(36), True)
    status, said, errors = load(site, "-q")
    check("rows that are missing", (status, said, [line for line in errors.splitlines() if "|" not in line]), (1, "", [
        'error[loader-lost-rows]: the loader of "drinks" printed 35 rows, and exited with status 0; there were 40 before',
        "  --> data/datapackage.json:2:12", "   = expected: at most a tenth fewer",
        "   = help: check the loader; if these rows were removed on purpose: --allow-loss", "", "1 error", "nothing was written"]))
    check("nothing is written", (site / "data/drinks.json").read_text().count("id"), 40)
    check("--allow-loss accepts them", load(site, "-q", "--allow-loss"), (0, "", ""))
    write(site, "data/tools/drinks.sh", shrink.format(33), True)
    check("a tenth may go", load(site, "-q"), (0, "", ""))


with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    work.chmod(0o755)
    for part in (limits, successes, usage, interrupted, lost):
        part(work / part.__name__)
    server = Postgres(work / "postgres")
    if not server.bin:
        failures.append("PostgreSQL is not installed: apt-get install postgresql")
    else:
        server.start()
        try:
            examples_against(server, work / "rivers")
        finally:
            server.stop()
for failure in failures:
    print(failure)
print(f"load: {passed} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
