#!/usr/bin/env python3
"""Tests the handbook's tutorial as a reader runs it: writes its files, runs its commands, compares its error message.

A fence after a line "`PATH`:" is a file. A block ```sh is run by sh, in the folder where the last one ended, and prints
the block ```text that follows it. The wrong number of section 4 is tried with the file as the tutorial shows it at that
point. Words in bold are new terms, and so is each term of generator/GLOSSARY.md in the text or a command: at most
twelve, and two in a section. The tour of README.md is run too.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "content/handbook/tutorial.md"
GLOSSARY = ROOT / "generator/GLOSSARY.md"
MAX_WORDS = 1500
MAX_TERMS, MAX_TERMS_IN_SECTION = 12, 2

FENCE = re.compile(r"(?:^`(?P<path>[^`\n]+)`:\n)?^(?P<ticks>`{3,})(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=ticks)$",
                   re.MULTILINE | re.DOTALL)


def run(script, folder, environment):
    """Returns the shell's last folder, its exit code, and its output."""
    result = subprocess.run(["sh", "-e", "-c", script + '\npwd > "$LAST_FOLDER"'], cwd=folder, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode == 0:
        folder = pathlib.Path(pathlib.Path(environment["LAST_FOLDER"]).read_text().strip())
    return folder, result.returncode, result.stdout


def terms_of(section):
    """Returns the terms of the project that a reader of the section meets."""
    words = FENCE.sub(lambda block: block["text"] if block["info"] == "sh" else "", section).lower()
    words = re.sub(r"\]\([^)]*\)|https?://\S+", " ", words)  # addresses of links
    listed = re.findall(r"^\| ([a-z ]+) \|", GLOSSARY.read_text(), re.MULTILINE)
    used = {term for term in listed if term != "term" and re.search(rf"(?<![\w/]){term}s?(?![\w/])", words)}
    return used | set(re.findall(r"\*\*([^*]+)\*\*", words))


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/sourcebook").resolve()
    text = PAGE.read_text()
    passed, failures = 0, []

    def expect(condition, message):
        nonlocal passed
        if condition:
            passed += 1
        else:
            failures.append(message)

    expect(len(text.split()) <= MAX_WORDS, f"the tutorial has {len(text.split())} words, more than {MAX_WORDS}")
    terms, known = [], set()
    for section in text.split("\n## ")[1:-1]:  # the last one has links to other pages
        terms.append(terms_of(section) - known)
        known |= terms[-1]
    expect(sum(map(len, terms)) <= MAX_TERMS, f"more than {MAX_TERMS} terms: {terms}")
    expect(max(map(len, terms)) <= MAX_TERMS_IN_SECTION, f"more than {MAX_TERMS_IN_SECTION} terms in a section: {terms}")
    printed = ""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "work"
        folder.mkdir()
        environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", HOME=temporary,
                           LAST_FOLDER=f"{temporary}/last", GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@example.org",
                           GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@example.org")
        for block in FENCE.finditer(text):
            line = text.count("\n", 0, block.start()) + 1
            if block["path"]:
                file = folder / block["path"]
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block["text"])
            elif block["info"] == "sh":
                folder, code, printed = run(block["text"], folder, environment)
                expect(code == 0, f"line {line}: exit code {code}:\n{printed}")
            elif block["text"].startswith("error"):
                index = folder / "content/index.md"
                right = index.read_text()
                index.write_text(right.replace("2860 km", "2850 km"))
                _, code, output = run("sourcebook build", folder, environment)
                expect(code != 0 and block["text"] in output, f"line {line}: the message is another one:\n{output}")
                _, code, output = run("sourcebook fix", folder, environment)
                expect(code == 0 and index.read_text() == right, f"line {line}: fix did not restore it:\n{output}")
            elif block["info"] == "text" and not block["text"].startswith("sourcebook "):
                expect(block["text"] in printed, f"line {line}: the commands above print:\n{printed}")
        page = (folder / "site/index.html").read_text()
        expect("2850 km" in page and "2,850" in page, "the second edition is not on the page")
        expect('id="rivers-chart"' in page, "the page has no chart")
        # README.md
        tour = (ROOT / "README.md").read_text().split("\n## Five minutes\n")[1].split("\n## ")[0]
        for block in FENCE.finditer(tour):
            if block["info"] == "sh":
                lines = [each for each in block["text"].splitlines() if not each.startswith(("export PATH=", "sourcebook serve"))]
                folder, code, output = run("\n".join([*lines, "sourcebook build"]), folder, environment)
                expect(code == 0, f"README.md: exit code {code}:\n{output}")
            else:
                index = folder / "content/index.md"
                index.write_text(index.read_text().replace("2860 km", "2861 km"))
                _, code, output = run("sourcebook build", folder, environment)
                expect(code != 0 and block["text"] in output, f"README.md: the message is another one:\n{output}")
    for failure in failures:
        print(f"{PAGE.relative_to(ROOT)}: {failure}")
    print(f"tutorial: {passed} passed, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
