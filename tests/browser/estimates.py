#!/usr/bin/python3
"""Tests that the script of estimates calculates the same as the build: makes sites with random formulas, conditions,
options and cases, whose tables of cases are compared with the form's results in a browser
(tests/browser/estimate.test.mjs).
usage: tests/browser/estimates.py [SEED]   (default: 1)
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SOURCEBOOK", str(ROOT / "build/release/sourcebook"))
ROWS, OPTIONS, RESULTS, CASES = 12, 4, 6, 20

random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 1)


def number():
    """Returns a random number, often a whole one, so that rounding up and comparisons reach their edge cases."""
    return random.choice([random.randint(1, 6), random.randint(1, 6), round(random.uniform(0.01, 500), random.randint(1, 4))])


def formula(operands, depth=3):
    """Returns a formula of plain numbers, whose divisors are never 0."""
    if depth == 0 or random.random() < 0.2:
        return random.choice([*operands, *operands, str(number())])
    left, right = formula(operands, depth - 1), formula(operands, depth - 1)
    return random.choice([
        f"({left} + {right})", f"({left} - {right})", f"({left} * {right})", f"({left} / {random.choice(['b', 'n', 'kind.factor', 'other.weight', str(number())])})",
        f"min({left}, {right})", f"max({left}, {right})", f"ceil({left})"])


def field(name, unit):
    return {"name": name, "type": "number", "unit": unit}


def rows(count, *names):
    return [{"id": f"r{i}", "kind": random.choice("xyz"), **{name: None if name == "a" and random.random() < 0.15 else number() for name in names},
             "source": "s", "locator": "p. 1"} for i in range(count)]


def resource(name, *fields):
    text = [{"name": each, "type": "string"} for each in ("id", "kind", "source", "locator")]
    return {"name": name, "path": f"{name}.json", "schema": {"primaryKey": "id", "fields": [*text, *fields]}}


def estimate(i):
    operands, results = ["a", "b", "n", "share", "other.weight", "kind.factor", "other.factor", "kind.weight", "wait / 1 min"], {}
    for i in range(RESULTS):
        results[f"f{i}"] = {"title": f"F{i}", "unit": random.choice(["1", "%"]), "format": random.choice([",.2f", ".0f", ",.5f", ",.3r", ".1r"]),
                            "better": random.choice(["lower", "higher"]), "formula": f"b * 0 + {formula(operands)}"}
        operands.append(f"f{i}")
    conditions = [{"condition": f"{formula(operands, 2)} {random.choice(['<', '<=', '>', '>=', '='])} {formula(operands, 2)}",
                   "reason": "F0 is {f0}, a is {a}"} for _ in range(2)]
    conditions.insert(random.randint(0, 2), {"condition": "a", "reason": "a is missing"})
    spec = {"data": "things", "caption": f"Random {i}", "columns": ["id", "kind", "a"], "note": "Random.", "sort": f"f{random.randrange(RESULTS)}",
            "inputs": {"n": {"title": "N", "unit": "1", "min": 0.001, "max": 1000, "default": 3}, "share": {"title": "Share", "unit": "%", "min": 0, "max": 100, "default": 40},
                       "wait": {"title": "Wait", "unit": "h", "min": 0, "max": 9, "default": 1}, "kind": {"title": "Kind", "data": "options", "column": "id"},
                       "other": {"title": "Other", "data": "options", "column": "id", "default": "r1"},
                       "only": {"title": "Only", "column": "kind"}},
            "results": results, "requires": conditions,
            "cases": [{"who": f"Case {i:02}", "inputs": {"n": random.choice([random.randint(1, 9), round(random.uniform(0.001, 1000), 3)]), "share": random.randint(0, 100),
                                                         "wait": round(random.uniform(0, 9), 2), "kind": f"r{random.randrange(OPTIONS)}",
                                                         "other": f"r{random.randrange(OPTIONS)}"}} for i in range(CASES)]}
    for condition in conditions:
        condition["gap"] = random.random() < 0.5
    if random.random() < 0.5:
        spec["best_of"] = "kind"
    ends = [name for name in results if name != spec["sort"] and results[name]["unit"] == results[spec["sort"]]["unit"]]
    if ends and random.random() < 0.7:
        spec["sort_to"] = random.choice(ends)
        begin, end = sorted((spec["sort"], spec["sort_to"]), key=list(results).index)  # a formula uses results before it
        least_or_most = "max" if end == spec["sort_to"] else "min"  # a range may not end below its begin
        results[end]["formula"] = f"{least_or_most}({begin}, {results[end]['formula']})"
    return spec


with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)
    files = {
        "data/site.json": {"title": "Random", "features": {"images": False, "cards": False}},
        "data/sources/s.json": [{"id": "s", "type": "book", "title": "Numbers", "publisher": "A press"}],
        "data/datapackage.json": {"name": "random", "resources": [resource("things", field("a", "1"), field("b", "1")), resource("options", field("factor", "1"), field("weight", "1"))]},
        "data/things.json": rows(ROWS, "a", "b"), "data/options.json": rows(OPTIONS, "factor", "weight"),
    }
    for path, value in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(json.dumps(value))
    blocks = "\n".join(f"```estimate random-{i}\n{json.dumps(estimate(i))}\n```\n" for i in range(4))
    (root / "content").mkdir()
    (root / "content/index.md").write_text(f"---\ntitle: Random\ndescription: Random estimates.\n---\n{blocks}")
    built = subprocess.run([PROGRAM, "build", "--root", folder, "--out", str(root / "site")], capture_output=True, text=True)
    if built.returncode:
        sys.exit(built.stderr)
    done = subprocess.run(["node", "--test", "--test-name-pattern=script computes", str(ROOT / "tests/browser/estimate.test.mjs")], env={**os.environ, "SITE": str(root / "site")}, cwd=ROOT)
    sys.exit(done.returncode)
