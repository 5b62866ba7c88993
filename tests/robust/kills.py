#!/usr/bin/python3
"""Tests that no data is lost if a run is killed, by `kill -9` at random moments of every command that writes.

faults.py kills at each call that changes a file. Here kills happen at random times, with two threads: between
calls, in two calls at once, during computation; every other kill is after the first file has changed. After each, every
file has its old or its new bytes; the same command succeeds if run again, and leaves no temporary files; and a build
writes the files and folders of a clean build. Each run starts some time after the last change, so that the cache's file
stamps are tested too.
usage: tests/robust/kills.py [--all] [--seed N] [SCENE…]    --all kills each command MANY times, otherwise FEW
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import faults
from faults import MEMORY, SAID, SCENES, Run, Scene, Trial, is_temporary, put, tree
from tally import check, end

FEW, MANY = 3, 200
MAX_TRIES = 4  # for each kill: runs that end before it do not count
SETTLE = 2.1  # seconds until a file has a stamp (io/disk.cc)
JOBS = 2
LARGER = faults.ROOT / "tests/sites/storage-engines"


def files_of(site):
    return {str(path.relative_to(site)): path.read_text() for folder in ("content", "data") for path in (site / folder).rglob("*") if path.is_file()}


def scenes():
    larger = files_of(LARGER)
    larger["data/site.json"] = larger["data/site.json"].replace("{", '{"features": {"images": false, "cards": false},', 1)  # the slowest parts, with a separate scene
    edits = {path: larger[path] + "\nA word more.\n" for path in ("content/lessons/trees-and-logs.md", "content/faq/why-order.md")}
    edits |= {"content/faq/new.md": "---\ntitle: Is it new?\n---\nIt is.\n", "data/benchmarks.csv": larger["data/benchmarks.csv"].replace(",4.1,", ",4.2,")}
    assert edits["data/benchmarks.csv"] != larger["data/benchmarks.csv"]
    return SCENES + [
        Scene("first build of a larger site", ["build"], files=larger, build=True),
        Scene("build of a larger site after edits", ["build"], [["build"]], edits, files=larger, build=True),
    ]


# Concurrent runs change each other's timing and nothing else.
gate = threading.Semaphore(faults.WORKERS)


def run(base, command):
    with gate:
        return Run(base, command, jobs=JOBS)


def sources_of(root):
    """Returns the files that people write."""
    return {path: data for path, data in tree(root).items() if not path.startswith(("site/", MEMORY + "/")) and not is_temporary(path)}


def published(root):
    """Returns files with their bytes, and folders."""
    found = {path: data for path, data in tree(root).items() if path.startswith("site/")}
    for at, folders, _ in os.walk(root / "site"):
        found |= {os.path.relpath(os.path.join(at, name), root) + "/": None for name in folders}
    return found


class Changes:
    """Returns the times of a site's files and folders: a rename changes the time of its folder. The output folder is
created early."""

    def __init__(self, root):
        self.site = root / "site"
        self.folders = {at: os.stat(at).st_mtime_ns for at, _, _ in os.walk(root) if at != str(root)}

    def have_come(self):
        try:
            return any(os.stat(at).st_mtime_ns != before for at, before in self.folders.items()) or (
                str(self.site) not in self.folders and self.site.is_dir() and any(self.site.iterdir()))
        except FileNotFoundError:
            return True  # a folder was removed

    def wait(self, process):
        while process.poll() is None and not self.have_come():
            pass


class Kills(Trial):
    """One scene, killed repeatedly. Each run has its own copy of the site."""

    def __init__(self, scene, work, moments):
        super().__init__(scene, work)
        self.moments, self.clean, self.lock = moments, {}, threading.Lock()
        self.undone = self.amid = self.done = self.ended = 0

    def base(self, n):
        return self.work / f"kill-{n}"

    def name(self, n):
        is_amid, part = self.moments[n]
        return f"{self.scene.name}: kill {n} at {part:.3f} of {'what it takes after its first change' if is_amid else 'its time'}"

    def prepare(self, base):
        put(base / "root", self.scene.files)
        put(base, self.scene.other)

    def settle(self, bases):
        """Runs the first build and a second one that stores file stamps, then makes the edits."""
        time.sleep(SETTLE)
        for step in self.scene.steps:
            for again in range(2):
                for done in pool.map(lambda base: run(base, step), bases):
                    check(done.status == 0, lambda: f"{self.scene.name}: before: ends with {done.status}: {done.said[-300:]}")
                time.sleep(SETTLE)
        for base in bases:
            put(base / "root", self.scene.edits)

    def start(self, base):
        command = [str(base / part[3:]) if part.startswith("../") else part for part in self.scene.command]
        with open(base / SAID, "wb") as said:
            return subprocess.Popen([faults.PROGRAM, *command, "--root", str(base / "root"), "--jobs", str(JOBS)], stdout=said,
                                    stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, cwd="/", env=faults.ENVIRONMENT)

    def measure(self, base):
        """Returns how long a run takes without a kill, in total and after its first change of a file."""
        with gate:
            begin, changes = time.monotonic(), Changes(base / "root")
            process = self.start(base)
            changes.wait(process)
            first = time.monotonic()
            assert process.wait(faults.PATIENCE) == 0, self.scene.name
            self.seconds, self.changing = time.monotonic() - begin, time.monotonic() - first
        self.see(base)

    def kill(self, n):
        """Returns whether it was killed before it ended."""
        base, (is_amid, part) = self.base(n), self.moments[n]
        with gate:
            begin, changes = time.monotonic(), Changes(base / "root")
            process = self.start(base)
            if is_amid:
                changes.wait(process)
                time.sleep(part * self.changing)
            else:
                time.sleep(max(0, begin + part * self.seconds - time.monotonic()))
            process.kill()
            process.wait(faults.PATIENCE)
        now = tree(base / "root")
        self.judge(self.name(n), now, killed=True)
        was_killed = process.returncode == -9
        check(was_killed or process.returncode == 0, lambda: f"{self.name(n)}: ends by itself with {process.returncode}")
        with self.lock:
            if not was_killed:
                self.ended += 1
            elif now == self.before:
                self.undone += 1
            elif now == self.after:
                self.done += 1
            else:
                self.amid += 1
        return was_killed

    def from_nothing(self, sources):
        """Returns the status and the output of a clean build of these files."""
        key = frozenset((path, hash(data)) for path, data in sources.items())
        with self.lock:
            if key not in self.clean:
                base = self.work / f"clean-{len(self.clean)}"
                for path, data in sources.items():
                    (base / "root" / path).parent.mkdir(parents=True, exist_ok=True)
                    (base / "root" / path).write_bytes(data)
                done = run(base, ["build"])
                self.clean[key] = done.status, done.said, published(base / "root")
                self.drop(base)
            return self.clean[key]

    def follow(self, n):
        base, name = self.base(n), self.name(n)
        now = tree(base / "root")
        changed = [path for path in self.differing(now, self.before) if not is_temporary(path)]
        is_done = changed == self.differing(self.after, self.before) and not self.scene.is_build
        if is_done:
            check(now == self.after, lambda: f"{name}: all is written, and there differ {self.differing(now, self.after)[:4]}")
        elif changed and not self.scene.is_by_file:  # between files: version control shows it
            again = run(base, self.scene.command)
            check(again.status in (0, 1, 2), lambda: f"{name}: another run ends with {again.status}: {again.said[-300:]}")
        else:
            again = run(base, self.scene.command)
            differ = self.differing(tree(base / "root"), self.after)
            check(again.status == 0 and not differ, lambda: f"{name}: another run ends with {again.status}, and there differ {differ[:4]}: {again.said[-300:]}")
        status, said, clean = self.from_nothing(sources_of(base / "root"))
        built = run(base, ["build"])
        there = published(base / "root")
        if status == 0:
            differ = self.differing(there, clean)
            check(built.status == 0 and not differ, lambda: f"{name}: the build that follows ends with {built.status}, and there differ {differ[:4]}: {built.said[-300:]}")
        else:
            check(built.status == status and built.said == said, lambda: f"{name}: the next build prints something else than a clean one: {built.said[-300:]}")
        self.drop(base)

    def run(self):
        count = len(self.moments)
        bases = [self.base(n) for n in range(count)] + [self.work / "undisturbed"]
        for base in bases:
            self.prepare(base)
        self.settle(bases)
        self.measure(bases[-1])
        left = list(range(count))
        for _ in range(MAX_TRIES):
            was_killed = dict(zip(left, pool.map(self.kill, left)))
            ended = [n for n in left if not was_killed[n]]
            if not ended:
                break
            left = ended
            for n in left:
                self.drop(self.base(n))
                self.prepare(self.base(n))
                self.moments[n] = self.moments[n][0], self.moments[n][1] * 0.5
            self.settle([self.base(n) for n in left])
        time.sleep(SETTLE)
        list(pool.map(self.follow, range(count)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("scenes", nargs="*")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    count = MANY if options.all else FEW
    begin, killed = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        def one(scene, moments):
            work = pathlib.Path(folder) / re.sub(r"[^a-z]+", "-", scene.name)
            work.mkdir()
            kills = Kills(scene, work, moments)
            kills.run()
            shutil.rmtree(work)
            return kills

        wanted = [scene for scene in scenes() if not options.scenes or scene.name in options.scenes]
        drawn = [(scene, [(i % 2 == 1, (i + chance.random()) / count) for i in range(count)]) for scene in wanted]
        with concurrent.futures.ThreadPoolExecutor(len(wanted) if count == FEW else 1) as stage:
            for kills in stage.map(lambda each: one(*each), drawn):
                killed += kills.undone + kills.amid + kills.done
                print(f"{kills.scene.name}: killed {kills.undone} times before its first file, {kills.amid} amid them, {kills.done} after the last"
                      f" ({1000 * kills.seconds:.0f} ms, {1000 * kills.changing:.0f} of them from the first on; {kills.ended} ended before)", flush=True)
    print(f"{killed} kills in {time.monotonic() - begin:.0f} s")
    return end("kills")


if __name__ == "__main__":
    with concurrent.futures.ThreadPoolExecutor(4 * faults.WORKERS) as pool:
        sys.exit(main())
