#!/usr/bin/env python3
"""Measures how the cost of a cold build grows if pages, rows, queries and sources of a synthetic site are doubled one
by one.

usage: grow.py PROGRAM [--pages 500] [--times 3]
Prints CPU time and memory of each step, and by how much both grew with each doubling: 2 is linear if what was doubled
causes all of the cost, more than 2 is worse than linear. Uses one thread, and the minimum of three runs.
"""
import argparse, os, shutil, subprocess, sys, tempfile

from timed import timed

HERE = os.path.dirname(os.path.abspath(__file__))


def cost(program, work, options):
    site = os.path.join(work, "corpus", "markdown")
    subprocess.run([sys.executable, os.path.join(HERE, "corpus.py"), os.path.dirname(site)] + options + ["--data", "--only", "markdown"], check=True, capture_output=True)
    runs = []
    for _ in range(3):
        for made in ("site", ".sourcebook"): shutil.rmtree(os.path.join(site, made), ignore_errors=True)
        runs.append(timed(f"'{program}' build --quiet --jobs 1", site))
    return min(cpu for _, cpu, _ in runs), min(memory for _, _, memory in runs)


def main():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("program")
    p.add_argument("--pages", type=int, default=500)
    p.add_argument("--times", type=int, default=3)
    a = p.parse_args()
    program = os.path.abspath(a.program)
    shm = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    print(f"growth of a cold build from {a.pages} pages, 20 rows and 1 query a page, 40 sources")
    with tempfile.TemporaryDirectory(prefix="sourcebook-grow-", dir=shm) as work:
        for what, first in (("pages", a.pages), ("rows", 20), ("queries", 1), ("sources", 40)):
            before = None
            for step in range(a.times + 1):
                value = first * 2**step
                options = [str(value)] if what == "pages" else [str(a.pages), f"--{what}", str(value)]
                now = cost(program, work, options)
                grew = "" if before is None else f"   CPU x {now[0] / before[0]:.2f}, memory x {now[1] / before[1]:.2f}"
                print(f"{what:8} {value:7}  CPU {now[0]:7.2f} s  memory {now[1]:6.0f} MB{grew}", flush=True)
                before = now


main()
