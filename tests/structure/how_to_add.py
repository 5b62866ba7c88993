#!/usr/bin/env python3
"""Tests generator/README.md: its "How to add" lists name each file that contains an existing example of the kind,
files that the documents of generator/ name exist, and the table of folders equals that of CMakeLists.txt."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

GENERATOR = ROOT / "generator"
MAP = (GENERATOR / "README.md").read_text()
PATH = re.compile(r"`([\w./-]+/[\w.-]*|[\w-]+\.\w+|\.\w+)`")

# Maps an example of each kind to its pattern in the code, the lists that describe how to add one, and other files with
# that example, with the reason.
EXAMPLES = {
    "the chart mark `rule`": (
        r'MarkType::rule\b|\bM::rule\b|\{[^}]*\brule\b[^}]*\};|"rule"|\.mark-rule\b',
        ["a chart mark"],
        {"generator/chart/channels.cc": "a rule alone knows from its channels which way it runs",
         "generator/chart/mark_row.cc": "a bar with an open end is drawn as a rule"},
    ),
    "the front-matter key `takeaway`": (
        r"\btakeaway\b",
        ["a front-matter key", "a value of templates"],
        {"generator/cli/": "the command that makes a new lesson, and the lesson of the starter site",
         "generator/site/written_pages.cc": "the key makes a page a lesson"},
    ),
    "the key `cornerRadius` of marks": (
        r"\bcornerRadius\b|\bcorner_radius\b",
        ["a key of a chart, table or estimate"],
        {"generator/chart/mark_row.cc": "it draws the key",
         "generator/chart/spec_nearest.cc": "the key is the alternative to one of Vega-Lite"},
    ),
    "the importer `gcp-prices`": (r"gcp[-_]prices", ["an importer"], {}),
    "the kind of block `estimate`": (
        r'FenceKind::estimate\b|enum class FenceKind|"estimate"',
        ["a kind of block"],
        {"generator/passes/estimates.cc": "figures can state its numbers"},
    ),
    "the kind of page `faq`": (
        r"Kind::faq\b|\badd_faq_values\b|^ *faq,|\"faq\"",
        ["a kind of page"],
        {"generator/cli/": "the command that makes a new question"},
    ),
}


def code_of(path):
    """Returns the text of a file without its comments."""
    text = path.read_text(errors="ignore")
    if path.suffix in (".h", ".cc"):
        text = re.sub(r"//[^\n]*", "", text)
    elif path.suffix in (".css", ".js"):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    elif path.suffix == ".html":
        text = re.sub(r"\{#.*?#\}", "", text, flags=re.S)
    return text


def lists_of(text):
    """Returns the text of each list by its name: "- **a chart mark**: …"."""
    parts = re.split(r"^- \*\*|(?<=\. )\*\*", text.split("\n## How to add\n")[1].split("\n## ")[0], flags=re.M)
    return {part.split("**")[0]: part for part in parts[1:]}


def paths_in(text):
    """Returns the paths that a text names, from the repository's root; NAME stands for any name."""
    found = []
    for name in PATH.findall(text):
        if name.startswith("."):  # "`document/front_matter.h` and `.cc`"
            found.append(re.sub(r"\.\w+$", name, found[-1]))
        elif (ROOT / name).is_file():
            found.append(name)
        elif "/" not in name:  # "`templates/NAME.html` and `print.html`"
            found.append(f"{found[-1].rsplit('/', 1)[0]}/{name}" if found else name)
        elif (GENERATOR / name.split("/")[0]).is_dir():
            found.append("generator/" + name)
        else:
            found.append(name)
    return found


def covers(named, path):
    return re.fullmatch(re.escape(named).replace("NAME", r"[\w-]+"), path) is not None


sources = [path for folder in (GENERATOR, ROOT / "templates") for path in sorted(folder.rglob("*"))
           if path.is_file() and path.suffix != ".md"] + [ROOT / "CMakeLists.txt"]
lists = lists_of(MAP)
for what, (pattern, names, reasons) in EXAMPLES.items():
    named = [path for name in names for path in paths_in(lists.get(name, ""))]
    holds = re.compile(pattern, re.M)
    files = [str(path.relative_to(ROOT)) for path in sources if holds.search(code_of(path))]
    check(len(files) > 2, f"{what} is only in {files}: is its pattern still correct?")
    for path in files:
        if not any(path.startswith(reason) for reason in reasons):
            check(any(covers(each, path) for each in named),
                  f"{what} is in {path}, which the map does not name for {' or '.join(names)}")
    for path in reasons:
        check(any(file.startswith(path) for file in files), f"{what} is no longer in {path}, an exception here")

# Paths of code in the documents: a file, a folder, or a file without its ending ("`io/source_tree`").
for document in sorted(GENERATOR.glob("*.md")):
    text = document.read_text()
    for name in sorted(set(re.findall(r"`([a-z]+/[\w./]*)`", text))):
        bases = [base for base in (GENERATOR, ROOT) if (base / name.split("/")[0]).is_dir()]
        exists = any((base / name).exists() or any(base.glob(name.rstrip("/") + ".*")) for base in bases)
        is_pattern = re.search(r"[A-Z]{2}", name)
        check(exists or is_pattern or not bases, f"{document.name} names {name}, which does not exist")
    long_lines = [number for number, line in enumerate(text.split("\n"), 1) if len(line) > 120]
    check(not long_lines, f"{document.name} has lines of more than 120 characters: {long_lines}")
lines = MAP.count("\n")
check(lines <= 150, f"the map has {lines} lines; 150 is what a newcomer reads in ten minutes")

# The glossary: each term once, and used in the folder that it names.
terms = re.findall(r"^\| ([a-z ]+) \| .* \| `(\w+)/` \|$", (GENERATOR / "GLOSSARY.md").read_text(), re.M)
check(30 < len(terms) <= 80, f"the glossary has {len(terms)} terms; 80 is enough")
for term, folder in terms:
    check([name for name, _ in terms].count(term) == 1, f"the glossary explains \"{term}\" twice")
    word = re.compile(r"[ _-]?".join(term.split()), re.I)
    check(any(word.search(path.read_text(errors="ignore")) for path in (GENERATOR / folder).iterdir() if path.suffix in (".h", ".cc", ".md")),
          f"the glossary explains \"{term}\", which is not in {folder}/")

# The layers.
in_cmake = {folder: layer for layer, folders in
            re.findall(r"^set\(layer_(\d+) (.*)\)$", (ROOT / "CMakeLists.txt").read_text(), re.M)
            for folder in folders.split()}
in_map, layer = {}, ""
for first, folder, header in re.findall(r"^\| *(\d+|-|) *\| `(\w+)/` \| `([\w.]+)` \|", MAP, re.M):
    layer = first or layer
    in_map[folder] = layer
    path = GENERATOR / folder / header
    check(path.exists() and path.read_text()[:2] in ("//", "# "), f"{folder}/{header} does not begin with what {folder}/ is for")
differ = set(in_map.items()) ^ {*in_cmake.items(), ("package", "-")}
check(not differ, f"the map and CMakeLists.txt do not agree on the layers of {differ}")
folders = {path.name for path in GENERATOR.iterdir() if path.is_dir()}
check(set(in_map) == folders, f"the map and generator/ do not have the same folders: {set(in_map) ^ folders}")

sys.exit(end("how to add"))
