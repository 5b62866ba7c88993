#!/usr/bin/python3
"""Tests that the same inputs give the same bytes, including pictures: each site is built in different environments, and
again over its own output.

One site is built in a matrix of folders, users, locales, time zones, umasks, orders of directories, threads, clocks and homes
that contains each pair of values of two factors; the others in environments that differ in all. Only SOURCE_DATE_EPOCH may
affect what commands write. Then each site is built again over its output, with and without the cache, which must not change
any file or its time.
usage: tests/robust/reproducible.py [SITE…]
"""
import concurrent.futures
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end, skip  # noqa: E402

PROGRAM = pathlib.Path(os.environ.get("SOURCEBOOK", ROOT / "build/release/sourcebook")).resolve()
WORKERS = max(1, min(4, len(os.sched_getaffinity(0))))
PATIENCE = 600  # seconds
SITES = {"guide": ROOT} | {site.name: site for site in sorted((ROOT / "tests/sites").iterdir()) if (site / "content").is_dir()}
IN_MATRIX = "storage-engines"
FAKETIME = next(iter(sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir>
<match target="pattern"><edit name="family" mode="assign" binding="strong"><string>DejaVu Serif</string></edit></match>
<match target="font"><edit name="antialias" mode="assign"><bool>false</bool></edit></match></fontconfig>
"""
# The first value of each is the default.
FACTORS = {
    "folder": ["a", "a rather long name of a folder, with spaces & größer als sonst/" + "deep/" * 12 + "here", "link"],
    "user": [0, 65534, 4242],  # the last has no name
    "locale": ["C", "C.UTF-8", "tr_TR.UTF-8", "de_DE.UTF-8"],
    "zone": ["UTC", "Asia/Kolkata", "<-12>12", "<+14>-14"],
    "umask": [0o022, 0o077, 0],
    "order": ["as it comes", "sorted", "shuffled"],
    "jobs": [1, 2, 5],
    "clock": [None, "1999-12-31 23:59:58", "2038-01-19 03:14:07"],
    "epoch": [None, "0", "4102444800"],
    "home": [None, "of other fonts"],
}
PLAIN = {name: values[0] for name, values in FACTORS.items()}
OTHER = {name: values[-1] for name, values in FACTORS.items()}

missing = []
disordered = []  # for each disordered folder, whether its order differs


# ---- environments


def pairs(row):
    return {frozenset([(a, row[a]), (b, row[b])]) for a, b in itertools.combinations(row, 2)}


def matrix(factors):
    """Returns a small set of rows that contains each pair of values of two factors."""
    wanted = {frozenset([(a, x), (b, y)]) for a, b in itertools.combinations(factors, 2) for x in factors[a] for y in factors[b]}
    rows = []
    while wanted:
        row = dict(min(wanted, key=lambda pair: sorted(map(repr, pair))))
        for name in factors:
            if name not in row:
                row[name] = max(factors[name], key=lambda value: len(pairs(row | {name: value}) & wanted))
        rows.append(row)
        wanted -= pairs(row)
    return rows


def make_locales(folder):
    """Returns the factors that this machine does not support."""
    folder.mkdir()
    for name in list(FACTORS["locale"]):
        if name.startswith("C"):
            continue
        language, charset = name.split(".")
        done = subprocess.run(["localedef", "-i", language, "-f", charset, str(folder / name)], capture_output=True) if shutil.which("localedef") else None
        if done is None or not (folder / name).is_dir():
            FACTORS["locale"].remove(name)
            missing.append(f"no locale {name}: package locales")


def mount(below, at, order):
    options = {"sorted": ["--sort-dirents=yes", "--reverse-dirents=yes"], "shuffled": ["--shuffle-dirents=yes", "--reverse-dirents=no"]}[order]
    if os.geteuid() == 0:
        options = ["--multi-user=yes", *options]
    at.mkdir()
    return bool(shutil.which("disorderfs")) and subprocess.run(["disorderfs", "-q", *options, str(below), str(at)], capture_output=True).returncode == 0


def unmount(at):
    if subprocess.run(["fusermount", "-u", str(at)], capture_output=True).returncode != 0:
        subprocess.run(["umount", "-l", str(at)], capture_output=True)


def lists(folder):
    return [list(os.listdir(at)) for at, _, _ in sorted(os.walk(folder))]


class Surroundings:
    """A copy of a site in another folder, and a way to run the program there."""

    def __init__(self, work, place, values):
        self.values, self.at, self.mounted = values, work / place, None
        self.at.mkdir()
        os.chmod(self.at, 0o755)
        below = self.at / "files"
        below.mkdir()
        if values["order"] != "as it comes" and mount(below, self.at / "disordered", values["order"]):
            self.mounted = self.at / "disordered"
        elif values["order"] != "as it comes" and (note := "no disorderfs: files are made in other orders instead") not in missing:
            missing.append(note)
        self.folder = (self.mounted or below) / ("there" if values["folder"] == "link" else values["folder"])
        self.below = below / self.folder.relative_to(self.mounted or below)
        self.root, self.out = self.folder / "site", self.folder / "out"

    def fill(self, site):
        """Copies the site's files; in another order if the file system cannot shuffle directories."""
        root = self.below / "site"
        files = sorted(str(path.relative_to(site)) for name in ("content", "data", "templates") for path in (site / name).rglob("*") if path.is_file())
        if self.values["order"] == "sorted":
            files.reverse()
        elif self.values["order"] == "shuffled":
            files.sort(key=lambda path: path[::-1])
        for path in files:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(site / path, root / path)
        if os.geteuid() == 0:
            for at, folders, names in os.walk(self.at / "files"):
                for name in [".", *folders, *names]:
                    os.chown(os.path.join(at, name), self.values["user"], self.values["user"])
        if self.values["folder"] == "link":
            (self.at / "link").symlink_to(self.folder)
            self.root, self.out = self.at / "link/site", self.at / "link/out"
        if self.mounted:
            disordered.append(lists(self.folder) != lists(self.below))

    def name(self):
        return ", ".join(f"{name} {value if name != 'umask' else oct(value)}" for name, value in self.values.items() if value != PLAIN[name]).replace("deep/", "") or "plain"

    def environment(self):
        variables = {"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1", "LC_ALL": self.values["locale"], "LANG": self.values["locale"], "TZ": self.values["zone"],
                     "LOCPATH": str(self.at.parent / "locales")}
        if self.values["epoch"]:
            variables["SOURCE_DATE_EPOCH"] = self.values["epoch"]
        if self.values["clock"] and FAKETIME:
            variables |= {"LD_PRELOAD": str(FAKETIME), "FAKETIME": "@" + self.values["clock"], "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        if self.values["home"]:
            home = self.at / "home"
            for place in (".config/fontconfig/fonts.conf", ".fonts.conf"):
                (home / place).parent.mkdir(parents=True, exist_ok=True)
                (home / place).write_text(FONTS)
            variables |= {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "FONTCONFIG_FILE": str(home / ".fonts.conf"), "COLUMNS": "40", "LC_NUMERIC": "de_DE.UTF-8"}
        return variables

    def run(self, *command):
        whole = [str(self.at.parent / "program/sourcebook"), *command, "--root", str(self.root)]
        if command[0] == "build":
            whole += ["--out", str(self.out), "--jobs", str(self.values["jobs"])]
        who = {"user": self.values["user"], "group": self.values["user"], "extra_groups": []} if os.geteuid() == 0 else {}
        done = subprocess.run(whole, capture_output=True, cwd="/", env=self.environment(), umask=self.values["umask"], timeout=PATIENCE, **who)
        self.said = (done.stdout + done.stderr).decode("utf-8", "replace")
        return check(done.returncode == 0, f"{self.name()}: `{' '.join(command)}` ends with {done.returncode}: {self.said[-600:]}")

    def drop(self):
        if self.mounted:
            unmount(self.mounted)
        shutil.rmtree(self.at)


def tree(folder):
    """Returns paths and bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def listing(folder):
    return {str(path.relative_to(folder)): (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def differing(one, other):
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))


# ---- tests


def same_elsewhere(work, name, plain, values, expected, number):
    there = Surroundings(work, f"elsewhere-{name}-{number}", values)
    try:
        there.fill(plain.root)  # not of the site, which may be edited meanwhile
        if there.run("build"):
            differ = differing(tree(there.out), expected)
            check(not differ, f"{name}: {there.name()}: there differ {len(differ)}: {differ[:5]}")
    finally:
        there.drop()


def not_written_again(work, name, plain):
    before = listing(plain.out)
    plain.run("build")
    check(listing(plain.out) == before, f"{name}: written again: {differing(listing(plain.out), before)[:5]}")
    copy = Surroundings(work, "copy-of-" + name, PLAIN)
    copy.fill(plain.root)
    copy.out = plain.out
    copy.run("build")  # a build without a cache for that folder renders all pages
    check(listing(plain.out) == before, f"{name}: written by who renders again: {differing(listing(plain.out), before)[:5]}")
    copy.drop()


COMMANDS = [["new", "source", "https://example.org/another"]]  # commands that write a date


def days(work, site):
    """Tests that the clock has no effect with SOURCE_DATE_EPOCH, but has one without it, which shows that the test
    works."""
    def after(name, **values):
        there = Surroundings(work, "day-" + name, PLAIN | values)
        there.fill(site)
        for command in COMMANDS:
            there.run(*command)
        found = tree(there.root)
        there.drop()
        return found

    fixed = after("fixed", epoch="1773532800")
    check(b"[2026, 3, 15]" in b"".join(fixed.values()), "SOURCE_DATE_EPOCH: no day is written down")
    check(fixed != after("later", epoch="1773619200"), "SOURCE_DATE_EPOCH: another day does not show")
    if not FAKETIME:
        return
    clock = FACTORS["clock"][1]
    same = after("clock", epoch="1773532800", clock=clock)
    check(same == fixed, f"SOURCE_DATE_EPOCH: the clock shows: {differing(same, fixed)[:5]}")
    check(b"[1999, 12, 31]" in b"".join(after("no-epoch", clock=clock).values()), "the clock was not another")


def main():
    sites = {name: site for name, site in SITES.items() if name in (sys.argv[1:] or SITES)}
    with tempfile.TemporaryDirectory(prefix="reproducible-") as folder, concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        work = pathlib.Path(folder)
        os.chmod(work, 0o755)
        (work / "program").mkdir(mode=0o755)
        for file in (PROGRAM, *PROGRAM.parent.glob("libsourcebook*.so*")):
            shutil.copy(file, work / "program")
        make_locales(work / "locales")
        if os.geteuid() != 0:
            FACTORS["user"] = [0]
            missing.append("no other users: only root can be them")
        if not FAKETIME:
            FACTORS["clock"] = [None]
            missing.append("no other clocks: package faketime")
        OTHER.update({name: values[-1] for name, values in FACTORS.items()})
        for name, site in sites.items():
            begin = time.monotonic()
            plain = Surroundings(work, "plain-" + name, PLAIN | {"jobs": 2})
            plain.fill(site)
            if not plain.run("build"):
                continue
            expected = tree(plain.out)
            pictures = sum(path.endswith(".png") for path in expected)
            rows = matrix(FACTORS) if name == IN_MATRIX else [OTHER]
            tasks = [pool.submit(same_elsewhere, work, name, plain, row, expected, n) for n, row in enumerate(rows)]
            tasks.append(pool.submit(not_written_again, work, name, plain))
            for task in tasks:
                task.result()
            if name == IN_MATRIX:
                check(pictures > 0, f"{name}: has no pictures")
                check(any(disordered) or not disordered, "no directory lies in another order")
                days(work, site)
            plain.drop()
            print(f"{name}: {len(expected)} files, {pictures} of them pictures, in {len(rows) + 1} surroundings, {time.monotonic() - begin:.1f} s", flush=True)
    for each in dict.fromkeys(missing):
        skip(each)
    return end("reproducible")


if __name__ == "__main__":
    sys.exit(main())
