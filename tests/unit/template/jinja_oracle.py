# Renders each case of a file with the real Jinja2 and prints the result: one JSON object per line, in and out.
# In: {"templates": {name: text}, "context": {…}}, where {"$html": text} is a Markup. Out: {"text": …} or {"error": …}.
import json
import sys

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup


def value(node):
    if isinstance(node, dict):
        if list(node) == ["$html"]:
            return Markup(node["$html"])
        return {name: value(item) for name, item in node.items()}
    if isinstance(node, list):
        return [value(item) for item in node]
    return node


with open(sys.argv[1], encoding="utf-8", newline="\n") as cases, \
     open(sys.argv[2], "w", encoding="utf-8", newline="\n") as results:
    for line in cases:
        case = json.loads(line)
        environment = Environment(autoescape=True, undefined=StrictUndefined, loader=DictLoader(case["templates"]))
        try:
            result = {"text": environment.get_template("main").render(value(case["context"]))}
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {error}"}
        results.write(json.dumps(result) + "\n")
