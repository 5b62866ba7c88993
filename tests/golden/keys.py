#!/usr/bin/env python3
"""Tests that every key and option in the handbook has an effect: for each there is a case that sets or changes it, and
then pages, messages or the exit status must differ. The keys are read from the tables of all pages of the handbook, so
a documented key without a case fails.
usage: tests/golden/keys.py [KEY…]"""
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import keys_block_cases  # noqa: F401 (adds its cases)
from keys_cases import CASES, COPIED, SITE
from keys_option_cases import ELSEWHERE

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

PROGRAM = str(pathlib.Path(os.environ.get("SOURCEBOOK", ROOT / "build/release/sourcebook")).resolve())
# Titles of the first column of tables of keys.
HEADS = "^(key|constraint|option|input|variable|channel|column)"
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1", "SOURCE_DATE_EPOCH": "1773532800", "LC_ALL": "C"}
# Copies of authors' files, which also contain keys without an effect.
COPIES = re.compile(r"(\.md|^\.sourcebook-manifest|^data/datapackage\.json)$")


def documented():
    """PAGE#KEY of each row of a table of keys or options, and the text of the first cell for messages."""
    found = []
    for file in sorted((ROOT / "content/handbook").glob("*.md")):
        page, head, section = file.stem, None, ""
        for line in file.read_text().split("\n"):
            if line.startswith("## "):
                section = (re.findall(r"{#([^}]+)}", line) or [""])[0]
            if not line.startswith("|"):
                head = None
                continue
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if head is None:
                head = cells[0].lower()
            elif re.match(HEADS + r"\b", head) and set(cells[0]) - set("-: "):
                of = re.sub(HEADS + r"s?( of)?( an?| any| some)?", "", head).strip(" `") if "`, `" not in head else ""
                names = re.findall(r"`([^`]+)`", cells[0])
                names = [name for name in names if name.startswith("-") or not names[0].startswith("-")]
                found += [f"{page}#{section} {of + ' ' if of else ''}{name.split()[0]}" for name in names]
    return found


def write(root, files):
    for path, text in files.items():
        file = root / path
        if text is None:
            file.unlink(missing_ok=True)
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if text.startswith("#!"):
            file.chmod(0o755)


def edited(files, edits):
    """Each edit is (path, old, new), (path, text) or (path, function of the text). With "first" after `new`, only the first place changes."""
    files = dict(files)
    for path, *change in edits:
        if len(change) == 1:
            files[path] = change[0](files[path]) if callable(change[0]) else change[0]
            continue
        old, new, *first = change
        if files[path].count(old) != 1 and not first:
            raise ValueError(f"{path}: {old!r} is there {files[path].count(old)} times")
        files[path] = files[path].replace(old, new, 1)
    return files


def tree(folder, copies):
    return {path: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.rglob("*")) if file.is_file()
            for path in [str(file.relative_to(folder))] if copies or not COPIES.search(path)}


def observe(work, files, commands, copies, environment):
    """Returns the output and status of each command, and the files afterwards."""
    root = work / "site"
    shutil.rmtree(work, ignore_errors=True)
    write(root, files)
    seen = []
    for command in commands:
        done = subprocess.run([PROGRAM, *command], cwd=root, capture_output=True, env=ENVIRONMENT | environment, timeout=120)
        said = re.sub(r"in [0-9.]+ m?s\b|[0-9.]+ m?s\b", "", (done.stdout + done.stderr).decode(errors="replace"))
        seen.append((done.returncode, said.replace(str(root), ".")))
    written = {path: text for path, text in tree(root, True).items() if not path.startswith((".sourcebook/", "site/")) and files.get(path) != (root / path).read_text("utf-8", "replace")}
    written[".sourcebook"] = (root / ".sourcebook").exists()
    return seen, tree(root / "site", copies), written


def differing(one, other):
    for (status, said), (status_2, said_2) in zip(one[0], other[0]):
        if status != status_2 or said != said_2:
            return f"status {status} and {status_2}: {said_2[:300]}"
    for here, there in zip(one[1:], other[1:]):
        paths = [path for path in sorted(here.keys() | there.keys()) if here.get(path) != there.get(path)]
        if paths:
            return "files: " + ", ".join(paths[:3])
    return ""


def run(case, folder):
    work = pathlib.Path(folder) / re.sub(r"[^A-Za-z0-9]+", "-", case.key)
    before = edited(SITE, case.given)
    one = observe(work, before, case.commands, case.key in COPIED, {})
    other = observe(work, edited(before, case.edits), case.changed_commands or case.commands, case.key in COPIED, case.environment)
    shutil.rmtree(work)
    return one, differing(one, other)


def main():
    wanted = sys.argv[1:]
    cases = [case for case in CASES if not wanted or case.key in wanted]
    if not wanted:
        keys, covered = documented(), {case.key for case in CASES} | ELSEWHERE.keys()
        for key, (path, given) in ELSEWHERE.items():
            files = [ROOT / path] if (ROOT / path).is_file() else [file for file in (ROOT / path).rglob("*") if file.is_file()]
            check(any(given in file.read_text("utf-8", "replace") for file in files), f"{key}: {path} does not give it as {given}")
        for key in keys:
            check(key in covered, f"{key}: documented in the handbook, and no case shows what it does")
        for key in sorted(covered - set(keys)):
            check(False, f"{key}: a case for a key that the handbook does not list")
    with tempfile.TemporaryDirectory(prefix="keys-") as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for case, result in zip(cases, pool.map(lambda each: run(each, folder), cases)):
            (seen, _, _), difference = result
            if case.starts_clean:
                check(all(status == 0 for status, _ in seen), f"{case.key}: the site of the case does not build: {seen[0][1][:600]}")
            check(difference, f"{case.key}: nothing differs when it is given or changed")
            if wanted:
                print(f"{case.key}: {difference}")
    return end("keys")


if __name__ == "__main__":
    sys.exit(main())
