#!/usr/bin/env python3
"""Tests that published runs lie within the ranges that the field guide's estimates show: evaluates the formulas of the
built pages, as the script of a page does, with the inputs of published_runs.json, which names the source of each run.
Runs are of dense models, at most 8,192 tokens long, with stated arithmetic and number of chips, and served ones with a
stated number of requests at the same time. The slow end of serving is that of the slowest of these runs.
usage: tests/guide/published_runs.py SITE     (a built field guide)
"""
import html
import json
import pathlib
import re
import sys
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))
from tally import check, end  # noqa: E402

BINARY = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b if b else None,
    "min": min, "max": max,
    "<": lambda a, b: a if a < b else None, "<=": lambda a, b: a if a <= b else None, ">": lambda a, b: a if a > b else None,
    ">=": lambda a, b: a if a >= b else None, "=": lambda a, b: a if a == b else None,
}


def calculate(steps, operands):
    """Returns the value of a formula in postfix order, or None: texts are operators and numbers, integers are operands."""
    stack = []
    for step in steps:
        if step in BINARY:
            second, first = stack.pop(), stack.pop()
            stack.append(BINARY[step](first, second))
        elif step == "ceil":
            stack.append(Fraction(-((-stack.pop()) // 1)))
        else:
            stack.append(operands[step] if isinstance(step, int) else Fraction(step))
        if stack[-1] is None:
            return None
    return stack[0]


class Estimate:
    """The formulas, rows and inputs of an estimate on a built page."""

    def __init__(self, page, name):
        figure = re.search(rf'<figure class="estimate" id="{name}">.*?</figure>', page, re.S).group(0)
        form = re.search(r"<form .*?</form>", figure, re.S).group(0)
        data = lambda key: json.loads(html.unescape(re.search(rf' data-{key}="([^"]*)"', form).group(1)))
        self.results, self.conditions, rows = data("results"), data("requires"), data("rows")
        template = re.search(r"<template>(.*?)</template>", figure, re.S).group(1)
        columns = re.findall(r'<th[^>]* data-column="([^"]*)"', template)
        cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in re.findall(r"<tr.*?</tr>", template, re.S)]
        cells = [[re.sub("<[^>]*>", "", cell) for cell in row] for row in cells if "<th" not in row[1:]][-len(rows):]
        # The cells, and the values that reasons mention, without their units.
        self.rows = [({**dict(zip(columns, row)), **{key: text.split()[0] for key, text in texts.items()}}, known)
                     for row, (_, known, texts, *_) in zip(cells, rows)]
        self.choices = [choices for choices, *_ in rows]
        self.numbers, self.options, self.chosen_by = [], [], []
        for control in re.findall(rf'<(?:input|select) [^>]*name="{name}\.[^>]*>(?:(?:<option.*?</option>)*)', form):
            key = re.search(rf'name="{name}\.([^"]*)"', control).group(1)
            values = [html.unescape(value) for value in re.findall(r'<option value="([^"]*)"', control)]
            numbers = re.search(r'data-numbers="([^"]*)"', control)
            if numbers:
                first = (re.findall(r'<option value="([^"]*)" selected', control) or values)[0]
                self.options.append((key, first, dict(zip(values, json.loads(html.unescape(numbers.group(1)))))))
            elif values:
                self.chosen_by.append(key)
            else:
                self.numbers.append((key, Fraction(re.search(r' value="([^"]*)"', control).group(1))))

    def each(self, cells, choices, **inputs):
        """Returns the results by name, and whether all conditions are met, of each row that has these cells and choices."""
        unknown = set(inputs) - {key for key, *_ in self.numbers + self.options}
        assert not unknown, unknown
        given = [Fraction(str(inputs.get(key, preset))) for key, preset in self.numbers]
        for key, first, values in self.options:
            given += [Fraction(number) for number in values[inputs.get(key, first)]]
        for (texts, known), chosen in zip(self.rows, self.choices):
            if any(texts[key] != value for key, value in cells.items()):
                continue
            if any(chosen[self.chosen_by.index(key)] != value for key, value in choices.items()):
                continue
            operands = given + [None if number is None else Fraction(number) for number in known]
            try:
                for result in self.results:
                    operands.append(calculate(result["steps"], operands))
                met = all(calculate(condition["steps"], operands) is not None for condition in self.conditions)
            except TypeError:  # a number that is missing
                continue
            yield dict(zip((result["name"] for result in self.results), operands[-len(self.results):])), met


def within(low, value, high, what):
    rounding = Fraction(1, 10**9)  # the ends come from queries, which calculate with binary fractions
    check(low * (1 - rounding) <= value <= high * (1 + rounding), f"{what}: {float(value):.4g} is not within {float(low):.4g} to {float(high):.4g}")


def test_serving(serving, run):
    """A run of one copy: the measured time for a token is between the bound and the slow end."""
    what = f"{run['model']} on {run['chips']} {run['chip']}, {run['requests']} requests ({run['source']})"
    rows = serving.each({"chip": run["chip"], "size": str(run["chips"])}, {"terms": "on-demand"}, model=run["model"],
                        precision=run["weights"], requests=run["requests"], context=run["input"] + run["output"],
                        answer=run["output"], pace=1, usable=100)
    found = [result for result, met in rows if met]
    if check(found, f"{what}: not estimated"):
        check(found[0]["copies"] == 1 == found[0]["copies_to"], f"{what}: more than one copy")
        within(found[0]["step"], Fraction(1000 * run["requests"]) / Fraction(str(run["tokens"])), found[0]["step_to"], what)


def test_smallest(serving, run):
    """The smallest slice that holds a model is the one that a published sizing names."""
    rows = serving.each({"chip": run["chip"]}, {"terms": "on-demand"}, model=run["model"], precision=run["weights"], requests=1,
                        context=run["context"], pace=1)
    chips = min(result["chips"] for result, met in rows if met)
    check(chips == run["chips"], f"{run['model']} in {run['weights']} on {run['chip']}: {chips} chips, not {run['chips']} ({run['source']})")


def test_training(training, run, tokens, chip_hours):
    """The published chip-hours are between those of the fast and of the slow end, with all paid hours in use."""
    what = f"{run['model']} in {run['precision']} on {run['chip']} ({run['source']}, {run['where']})"
    found = [result for result, _ in training.each({"chip": run["chip"]}, {"precision": run["precision"], "terms": "on-demand"},
                                                   size=run["parameters"], tokens=tokens, use=100) if result["hours_to"]]
    if check(found, f"{what}: not estimated"):
        within(found[0]["chips"] * found[0]["hours"], chip_hours, found[0]["chips_to"] * found[0]["hours_to"], what)


def main(site):
    pages = pathlib.Path(site) / "choose"
    serving = Estimate((pages / "serving-estimate.html").read_text(), "serving-cost")
    training = Estimate((pages / "estimate.html").read_text(), "run-cost")
    runs = json.loads((pathlib.Path(__file__).parent / "published_runs.json").read_text())
    for run in runs["serving"]:
        test_serving(serving, run)
    for run in runs["smallest"]:
        test_smallest(serving, run)
    for run in runs["training"]:
        test_training(training, run, 1000, Fraction(10**12) / Fraction(str(run["tokens_per_chip"])) / 3600)
    for run in runs["whole"]:
        test_training(training, run, run["tokens"], run["chip_hours"])
    check(sum(map(len, runs.values())) >= 20, "fewer than 20 runs")


if len(sys.argv) != 2:
    sys.exit(__doc__.strip().split("\n")[-1])
main(sys.argv[1])
sys.exit(end("published runs"))
