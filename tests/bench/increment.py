#!/usr/bin/env python3
"""Measures consecutive builds: cold, unchanged, one body, one row, one template.

usage: increment.py PROGRAM (--site DIR | --pages N [--data]) [--runs 3] [--jobs 2] [--walk PROGRAM]  (the corpus is on a tmpfs)
  --site: builds a copy of this site's folder, and edits its first data file with rows and its first lesson
  --walk: a program that stats all files of folders (walk.cc), for comparison with a build without changes
Prints wall and CPU time and memory, the best of the runs, and how many files were written.
"""
import argparse, os, re, shutil, subprocess, sys, tempfile, time

from timed import timed

LOCATOR = r'"locator": "'  # a text that no sentence states
BLOCK = r"\{%-? block \w+ -?%\}"

HERE = os.path.dirname(os.path.abspath(__file__))


def build(program, root, out, jobs):
    said = os.path.join(os.path.dirname(root), "said")
    wall, cpu, memory = timed(f"'{program}' build --root '{root}' --out '{out}' --jobs {jobs} >'{said}' 2>&1 || {{ cat '{said}' >&2; exit 1; }}", ".")
    with open(said) as f: counts = re.search(r": (\d+) written, (\d+) unchanged", f.read()).groups()
    return wall, cpu, memory, counts


def change(path, edit):
    with open(path) as f: text = f.read()
    new = edit(text)
    assert new != text, path
    with open(path, "w") as f: f.write(new)


def first(root, folder, accept):
    for at, folders, files in os.walk(os.path.join(root, folder)):
        folders.sort()
        for name in sorted(files):
            path = os.path.join(at, name)
            with open(path, errors="replace") as f:
                if accept(path, f.read()): return path
    return None


def edits(root, run):
    """Yields the edits before each build, with their names."""
    page = first(root, "content", lambda path, text: path.endswith(".md") and not path.endswith("index.md") and text.startswith("---\n") and "\n## " in text)
    rows = first(root, "data", lambda path, text: path.endswith(".json") and os.sep + "sources" + os.sep not in path and re.search(LOCATOR, text) is not None)
    template = os.path.join(root, "templates", "section.html")
    if run == 0: yield "built just before", lambda: None  # reads all files once more
    yield "unchanged", lambda: None
    yield "one body", lambda: change(page, lambda text: text + f"\nA sentence more, {run}.\n")
    if rows: yield "one row", lambda: change(rows, lambda text: re.sub(LOCATOR, r"\g<0>again, ", text, count=1))
    if os.path.exists(template): yield "one template", lambda: change(template, lambda text: re.sub(BLOCK, rf"\g<0><!-- {run} -->", text, count=1))


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("program")
    p.add_argument("--site")
    p.add_argument("--pages", type=int)
    p.add_argument("--data", action="store_true")
    p.add_argument("--runs", type=int, default=3)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--walk")
    a = p.parse_args()
    shm = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="sourcebook-bench-", dir=shm) as work:
        root, out = os.path.join(work, "root"), os.path.join(work, "site")
        if a.site:
            for folder in ("content", "data", "templates"):
                if os.path.isdir(os.path.join(a.site, folder)): shutil.copytree(os.path.join(a.site, folder), os.path.join(root, folder))
        else:
            corpus = [sys.executable, os.path.join(HERE, "corpus.py"), os.path.join(work, "corpus"), str(a.pages), "--only", "markdown"]
            subprocess.run(corpus + (["--data"] if a.data else []), check=True, capture_output=True)
            shutil.move(os.path.join(work, "corpus", "markdown"), root)
        best = {}
        def note(name, result):
            if name not in best or result[1] < best[name][1]: best[name] = result
        note("cold", build(a.program, root, out, a.jobs))
        for run in range(a.runs):
            for name, edit in edits(root, run):
                edit()
                time.sleep(3)  # files written a moment ago have no stamp yet and are read again
                note(name, build(a.program, root, out, a.jobs))
            if a.walk:
                folders = " ".join(f"'{folder}'" for folder in [*(os.path.join(root, part) for part in ("content", "data", "templates")), out])
                note("walking the same files", (*timed(f"'{a.walk}' {folders} >/dev/null", "."), ("", "")))
        what = a.site or f"{a.pages} pages{' with data' if a.data else ''}"
        print(f"{what + f', {a.jobs} threads':<36}{'wall s':>8}{'CPU s':>8}{'MB':>7}{'written':>9}")
        for name, (wall, cpu, memory, (written, _)) in best.items():
            print(f"  {name:<34}{wall:8.3f}{cpu:8.3f}{memory:7.0f}{written:>9}", flush=True)


main()
