#!/usr/bin/env python3
"""Tests with an independent validator that all front matters, tables, charts, estimates and files of settings of this repository match the
JSON Schemas that `sourcebook schema` prints, and that invalid ones do not. usage: tests/structure/schemas.py [PROGRAM]"""
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/sourcebook")


class Core(yaml.SafeLoader):
    """YAML 1.2's core schema, as the program reads it: no dates, no "yes" and "no"."""


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first))


def read_yaml(text):
    return yaml.load(text, Loader=Core)


def validators():
    found = {}
    for name in ("front-matter", "table", "chart", "estimate", "site", "units", "import", "facts"):
        schema = json.loads(subprocess.run([PROGRAM, "schema", name], check=True, capture_output=True).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        found[name] = jsonschema.Draft202012Validator(schema)
    return found


def blocks(text):
    """Returns the ```table, ```chart and ```estimate blocks of a page, except examples in a longer fence."""
    fence, kind, lines = None, None, []
    for line in text.split("\n"):
        mark = re.match(r"^(`{3,})\s*(\S*)", line)
        if fence is None and mark:
            fence, kind, lines = mark[1], mark[2] if len(mark[1]) == 3 else None, []
        elif fence is not None and mark and mark[1].startswith(fence) and not mark[2]:
            if kind in ("table", "chart", "estimate"):
                yield kind, "\n".join(lines)
            fence = None
        elif fence is not None:
            lines.append(line)


def documents():
    """Returns all documents that must be valid: (kind, where, value)."""
    starters = [ROOT / "generator/cli/starter", *sorted((ROOT / "generator/cli/starters").iterdir())]
    roots = [ROOT, *starters, *sorted((ROOT / "tests/sites").iterdir())]
    for root in roots:
        for page in sorted((root / "content").rglob("*.md")):
            where = str(page.relative_to(ROOT))
            text = page.read_text(encoding="utf-8")
            front = re.match(r"^---\n(.*?)\n---\n", text, re.DOTALL)
            if front:
                yield "front-matter", where, read_yaml(front[1])
            for kind, block in blocks(text):
                yield kind, where, read_yaml(block)
        if (root / "data/site.json").is_file():
            yield "site", str(root), json.loads((root / "data/site.json").read_text(encoding="utf-8"))
        for file in root.glob("data/units.json"):
            yield "units", str(file), json.loads(file.read_text(encoding="utf-8"))
        for file in root.glob("expected/facts.json"):
            yield "facts", str(file), json.loads(file.read_text(encoding="utf-8"))
        for file in sorted(root.glob("data/imports/*.yaml")):
            yield "import", str(file), read_yaml(file.read_text(encoding="utf-8"))
    for file in sorted((ROOT / "tests/unit/chart/oracle/specs").glob("*.json")):
        yield "chart", file.name, json.loads(file.read_text(encoding="utf-8"))["spec"]


BROKEN = [
    ("units", "{units: [{plural: cups}]}"),
    ("units", "{units: [{name: cup, count: often}]}"),
    ("facts", "{facts: [{figure: a, value: 1, page: b.html}]}"),
    ("facts", "{facts: [{figure: a, value: 1, sources: [{place: p}], page: b.html}]}"),
    ("front-matter", "{title: A, desciption: B}"),
    ("front-matter", "{title: A, draft: maybe}"),
    ("front-matter", "{title: A, date: 31.1.2026}"),
    ("front-matter", "{title: A, date: 2026-1-31}"),
    ("front-matter", "{title: [A]}"),
    ("front-matter", "{title: A, review_after_days: 0}"),
    ("front-matter", "{title: A, tags: {a: b}}"),
    ("front-matter", "question: A"),
    ("front-matter", "{title: A, answers: {yes: {label: A, to: b}}}"),
    ("front-matter", "{question: A, answers: {yes: {label: A}}}"),
    ("front-matter", "{outcome: A, next: [{page: a.md}]}"),
    ("front-matter", "{title: A, flow: {begin: b}}"),
    ("front-matter", "{title: A, cases: [{who: a, answers: {b: c}}]}"),
    ("front-matter", "{title: A, pages: {query: a}}"),
    ("front-matter", "{title: A, figures: {a: {why: b}}}"),
    ("table", "caption: A"),
    ("table", "data: a"),
    ("table", "{data: a, caption: A, colums: [a]}"),
    ("table", "{data: a, caption: A, columns: a}"),
    ("table", "{data: a, caption: A, columns: [{title: a}]}"),
    ("table", "{data: a, caption: A, columns: [{name: a, better: bigger}]}"),
    ("table", "{data: a, caption: A, columns: [{group: a}]}"),
    ("table", "{data: a, caption: A, rows: 0}"),
    ("table", "{data: a, caption: A, rows: 1.5}"),
    ("table", "{data: a, caption: A, narrow: fold}"),
    ("chart", "{mark: bar, encoding: {x: {field: a}}}"),
    ("chart", "{data: a}"),
    ("chart", "{data: a, mark: pie}"),
    ("chart", "{data: {url: a.csv}, mark: bar}"),
    ("chart", "{data: a, mark: bar, transform: []}"),
    ("chart", "{data: a, mark: bar, encoding: {x: {field: a, aggregate: mean}}}"),
    ("chart", "{data: a, mark: bar, encoding: {colour: {field: a}}}"),
    ("chart", "{data: a, mark: bar, encoding: {x: {field: a, type: number}}}"),
    ("chart", "{data: a, mark: bar, layer: [{mark: bar}]}"),
    ("chart", "{data: a, layer: []}"),
    ("chart", "{data: a, mark: bar, height: 10}"),
    ("chart", "{data: a, mark: {type: line, interpolate: monotone}}"),
    ("chart", "{data: a, mark: bar, encoding: {x: {field: a, scale: null}}}"),
    ("chart", "{data: a, mark: bar, encoding: {x: null}}"),
    ("estimate", "{data: a, caption: A, note: b, results: {c: {title: C, unit: 1, formula: d}}}"),
    ("estimate", "{data: a, caption: A, note: b, inputs: {n: {title: N}}, results: {}}"),
    ("estimate", "{data: a, caption: A, note: b, inputs: {n: {title: N, column: a, min: 1}}, results: {}}"),
    ("estimate", "{data: a, caption: A, note: b, inputs: {n: {title: N, column: a}}, results: {c: {title: C}}}"),
    ("site", "{}"),
    ("site", "{title: A, titel: B}"),
    ("site", "{title: A, base_url: example.org}"),
    ("site", "{title: A, colours: {a: 9}}"),
    ("site", "{title: A, colours: {a: red}}"),
    ("site", "{title: A, features: {serach: false}}"),
    ("site", "{title: A, footer: A}"),
    ("site", "{title: A, footer: {links: [{title: A}]}}"),
    ("site", "{title: A, theme: {accent: blue}}"),
    ("site", "{title: A, theme: {accent: {light: '#fff'}}}"),
    ("site", "{title: A, date_column_after_days: -1}"),
    ("import", "source: a"),
    ("import", "{resource: a, sorce: b}"),
    ("import", "{resource: a, decimal: ';'}"),
    ("import", "{resource: a, header: -1}"),
    ("import", "{resource: a, longer: 'a={b,c}'}"),
    ("import", "{resource: a, values: {b: c}}"),
    ("import", "{resource: a, columns: {b: {feild: c}}}"),
    ("import", "{resource: a, best: {by: b}}"),
]


def main():
    checks = validators()
    passed, failed, counts = 0, 0, {}
    for kind, where, value in documents():
        counts[kind] = counts.get(kind, 0) + 1
        error = jsonschema.exceptions.best_match(checks[kind].iter_errors(value))
        if error is None:
            passed += 1
            continue
        failed += 1
        print(f"FAILED {kind} of {where}: {error.json_path}: {error.message[:300]}")
    for kind, text in BROKEN:
        if checks[kind].is_valid(read_yaml(text)):
            failed += 1
            print(f"FAILED {kind} schema accepts this: {text}")
        else:
            passed += 1
    for kind in checks:
        if counts.get(kind, 0) < (2 if kind == "units" else 3):
            failed += 1
            print(f"FAILED only {counts.get(kind, 0)} of {kind} were found")
    print("checked:", ", ".join(f"{count} {kind}" for kind, count in counts.items()) + f", {len(BROKEN)} broken ones")
    print(f"schemas: {passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
