#!/usr/bin/python3
"""Tests Markdown that others wrote: builds sites from thousands of files in Debian packages, one site per package.

Each site is built twice. First unchanged, except that each document gets a front matter; errors are counted. Then with links
to missing files replaced by links to example.org, with raw HTML allowed, and without documents that are still rejected: the
output must equal that of libcmark-gfm.
usage: tests/robust/corpora.py [PACKAGE | FOLDER]…   (default: all of PACKAGES; a folder is used directly)
SOURCEBOOK_CORPORA: where downloaded packages are stored (default: build/corpora)
"""
import collections
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import plain_html

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
import cmark_gfm  # noqa: E402

PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
KEPT = pathlib.Path(os.environ.get("SOURCEBOOK_CORPORA", ROOT / "build/corpora"))
PACKAGES = ["rust-src", "node-babel7", "docker-doc", "npm", "nodejs-doc", "buildah", "podman", "node-undici", "webpack",
            "golang-google-grpc-dev", "golang-github-docker-docker-dev", "golang-github-containers-common-dev",
            "golang-1.19-src", "golang-github-grpc-ecosystem-grpc-gateway-dev", "golang-github-opencontainers-image-spec-dev",
            "systemd", "ruby-rails", "golang-google-cloud-dev"]
SECONDS = 120  # limit for one build
MOST_ROUNDS = 40
MAX_FIXES = 400  # errors fixed in one document before it is skipped
MARKDOWN = (".md", ".markdown", ".md.gz", ".markdown.gz")
# Errors that are due to missing files around a document.
NOWHERE = {"unknown-page", "unknown-anchor", "missing-file", "link-outside", "broken-link", "not-a-file", "link-form", "external-image"}
ELSEWHERE = "https://example.org/"
PICTURE = "picture.svg"

failures = []
passed = 0


def check(fact, what):
    global passed
    if fact:
        passed += 1
    else:
        failures.append(what)
    return fact


# ---- what to build

def unpacked(package):
    """Returns the package's files, without installing it."""
    folder = KEPT / package
    if not folder.is_dir():
        with tempfile.TemporaryDirectory() as work:
            os.chmod(work, 0o755)
            subprocess.run(["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", package], cwd=work, check=True)
            [archive] = pathlib.Path(work).glob("*.deb")
            subprocess.run(["dpkg-deb", "-x", archive, f"{work}/x"], check=True)
            KEPT.mkdir(parents=True, exist_ok=True)
            shutil.move(f"{work}/x", folder)
    return folder


FRONT = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def documents(folder):
    """Returns Markdown by its path in content/, without another tool's front matter, and the other files next to it."""
    # Names with a dot at the start are not content.
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink() and path.name.lower().endswith(MARKDOWN)
             and not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    top = pathlib.Path(os.path.commonpath([path.parent for path in found])) if found else folder
    texts, others = {}, {}
    for path in found:
        body = gzip.decompress(path.read_bytes()) if path.name.endswith(".gz") else path.read_bytes()
        name = re.sub(r"(?i)\.(md|markdown)(\.gz)?$", ".md", str(path.relative_to(top)))
        texts.setdefault(f"docs/{name}", FRONT.sub(b"", body, count=1))
    beside = {path.parent for path in found}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and path not in found and path.suffix.lower() in (".png", ".svg", ".jpg", ".gif", ".jpeg", ".webp") \
                and any(parent in beside for parent in path.parents):
            others[f"docs/{os.path.relpath(path, top)}"] = path
    return texts, {name: path for name, path in others.items() if ".." not in name}


def lay(site, texts, others, settings):
    shutil.rmtree(site, ignore_errors=True)
    (site / "data").mkdir(parents=True)
    (site / "content").mkdir()
    (site / "data/site.json").write_text(json.dumps({"title": "Markdown of others", "lang": "en", **settings}))
    (site / "content" / PICTURE).write_text('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
    (site / "content/index.md").write_text("---\ntitle: Markdown of others\n---\nAs it came.\n")
    for name, body in texts.items():
        path = site / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(head(name) + body)
    for name, source in others.items():
        path = site / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)


def head(name):
    return f"---\ntitle: {json.dumps(name)}\n---\n".encode()


def build(name, site, out):
    """Returns the errors, or None if the program did not end properly."""
    try:
        done = subprocess.run([PROGRAM, "build", "--root", site, "--out", out, "--format", "json"], capture_output=True, timeout=SECONDS,
                              env={"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1"})
    except subprocess.TimeoutExpired:
        check(False, f"{name}: not built within {SECONDS} s")
        return None
    mistakes = [json.loads(line) for line in done.stderr.decode("utf-8", "replace").split("\n") if line.startswith("{")]
    mistakes = [mistake for mistake in mistakes if mistake["severity"] == "error"]
    if not check(done.returncode == (1 if mistakes else 0), f"{name}: status {done.returncode}: {done.stderr[-500:]!r}"):
        return None
    return mistakes


# ---- fixing

def document_of(mistake):
    return mistake.get("file", "").removeprefix("content/")


def fix(texts, mistakes):
    """Replaces broken links by links to another site. Returns the documents that changed."""
    fixed = set()
    spots = {(document_of(m), m["line"], m["column"], m["end"]["line"], m["end"]["column"], m["code"]) for m in mistakes if m["code"] in NOWHERE and "end" in m}
    for name, line, column, last, end, code in sorted(spots, reverse=True):
        if name not in texts or line != last:
            continue
        # Columns count characters; the front matter has three lines.
        lines = texts[name].decode("utf-8", "replace").split("\n")
        text = lines[line - 4]
        lines[line - 4] = text[:column - 1] + ("../" * name.count("/") + PICTURE if "image" in code else ELSEWHERE) + text[end - 1:]
        texts[name] = "\n".join(lines).encode()
        fixed.add(name)
    return fixed


def settle(name, texts, others, work):
    """Builds with fixes and without documents that are still rejected. Returns the folder, the documents, and why others were
    skipped."""
    site, out = work / "site", work / "out"
    left_out, tried = {}, collections.Counter()
    texts, others = dict(texts), dict(others)
    for _ in range(MOST_ROUNDS):
        lay(site, texts, others, {"features": {"highlight": False, "images": False, "search": False}})
        mistakes = build(name, site, out)
        if mistakes is None:
            return None
        if not mistakes:
            return out, texts, left_out
        before = {document: texts[document] for document in {document_of(m) for m in mistakes} if document in texts}
        fix(texts, mistakes)
        changed = False
        for mistake in mistakes:
            document = document_of(mistake)
            if document in others:
                del others[document]
                changed = True
            if document in before:
                tried[document] += 1
                if mistake["code"] not in NOWHERE or texts.get(document) == before[document] or tried[document] > MAX_FIXES:
                    left_out.setdefault(document, mistake)
                    texts.pop(document, None)
                changed = True
        if not check(changed, f"{name}: a mistake that is about no document: {json.dumps(mistakes[0])[:400]}"):
            return None
    check(False, f"{name}: still refused after {MOST_ROUNDS} rounds: {json.dumps(mistakes[0])[:400]}")
    return None


# ---- comparing

def compare(name, out, texts, render, has_raw_html):
    counts = collections.Counter()
    for document, body in texts.items():
        text = body.decode("utf-8", "replace")
        page = out / re.sub(r"\.md$", ".html", document)
        if not check(page.is_file(), f"{name}: {document} has no page {page.name}"):
            continue
        ours, additions = plain_html.read(page.read_text(), True)
        theirs, _ = plain_html.read(render(text), False)
        difference = plain_html.first_difference(ours, theirs)
        if difference and (additions or has_raw_html(text)):
            counts["with an addition of ours" if additions else "with raw HTML, sanitised"] += 1
            continue
        counts["same"] += difference is None
        counts["different"] += difference is not None
        check(difference is None, f"{name}: {document}: {difference}")
    return counts


# ---- main

def corpus(name, folder, work, render, has_raw_html):
    texts, others = documents(folder)
    if not check(texts, f"{name}: no Markdown in {folder}"):
        return collections.Counter()
    lay(work / "site", texts, others, {})
    mistakes = build(name, work / "site", work / "out")
    if mistakes is None:
        return collections.Counter()
    refused = collections.defaultdict(set)
    for mistake in mistakes:
        refused[mistake["code"]].add(document_of(mistake))
    counts = collections.Counter({"files": len(texts), "fine": len(texts) - len({d for some in refused.values() for d in some} & set(texts))})
    print(f"{name}: {len(texts)} documents, {counts['fine']} without a mistake as they are; "
          + ", ".join(f"{code} in {len(some)}" for code, some in sorted(refused.items(), key=lambda each: -len(each[1]))), flush=True)
    for code, some in refused.items():
        counts[f"refused: {code}"] += len(some)
    settled = settle(name, texts, others, work)
    if settled:
        out, texts, left_out = settled
        counts["built"] += len(texts)
        counts += compare(name, out, texts, render, has_raw_html)
        for document, mistake in sorted(left_out.items()):
            print(f"  skipped: {document}:{mistake.get('line', '')}: {mistake['code']}: {mistake['message'][:150]}")
            counts[f"skipped: {mistake['code']}"] += 1
    return counts


def main():
    render, has_raw_html = cmark_gfm.load_cmark(), cmark_gfm.load_raw_html()
    total = collections.Counter()
    for name in sys.argv[1:] or PACKAGES:
        folder = pathlib.Path(name).resolve() if "/" in name else unpacked(name)
        with tempfile.TemporaryDirectory() as work:
            total += corpus(name, folder, pathlib.Path(work), render, has_raw_html)
    print("\n".join(f"{count:6} {what}" for what, count in sorted(total.items(), key=lambda each: (each[0].startswith(("refused", "left")), -each[1]))))
    for failure in failures[:60]:
        print(f"FAILED {failure[:700]}")
    print(f"corpora: {passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
