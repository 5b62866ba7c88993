#!/usr/bin/python3
"""Tests what actionlint does not: our actions are complete, and workflows give them only inputs that they have.

Workflows call an action by a path of this repository, or, in the site that `new site` writes, by a path of the program's
repository, which a step before checks out at the program's version; both refer to .github/actions/.
"""
import pathlib
import re
import subprocess
import sys

import yaml

top = pathlib.Path(__file__).resolve().parents[2]
problems = []
checked = 0
pinned = re.compile(r"actions/[a-z-]+(/[a-z]+)?@[0-9a-f]{40}")


def expect(is_so, where, what):
    global checked
    checked += 1
    if not is_so:
        problems.append(f"{where}: {what}")


def check_script(where, script):
    shell = subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True)
    expect(shell.returncode == 0, where, shell.stderr.strip())
    for name in re.findall(r'"\$GITHUB_ACTION_PATH/([a-z_.]+)"', script):
        expect((top / where).with_name(name).is_file(), where, f"there is no {name} beside it")


actions = {}
for file in sorted(top.glob(".github/actions/*/action.yml")):
    where = str(file.relative_to(top))
    text = file.read_text()
    action = yaml.safe_load(text)
    actions[file.parent.name] = inputs = action.get("inputs", {})
    expect(action["runs"]["using"] == "composite", where, "is not a composite action")
    for name, settings in inputs.items():
        expect(settings.get("description"), where, f"{name} says not what it is")
        expect(settings.get("required") or "default" in settings, where, f"{name} has no default")
    used = set(re.findall(r"\binputs\.([a-z0-9-]+)", text))
    expect(used == set(inputs), where, f"declared and used inputs differ: {used ^ set(inputs)}")
    for step in action["runs"]["steps"]:
        expect("uses" in step or "shell" in step, where, "a step has no shell")
        expect(pinned.fullmatch(step.get("uses", "actions/x@" + "0" * 40)), where, f"{step.get('uses')} is not pinned")
        # Expressions may contain text from strangers, such as the name of a branch: never use them in a script.
        expect("${{" not in step.get("run", ""), where, "a script holds an expression: pass it in the environment")
        if "run" in step:
            check_script(where, step["run"])

for folder in (".github/workflows", "generator/cli/starter/.github/workflows"):
    for file in sorted((top / folder).glob("*.yml")):
        where = str(file.relative_to(top))
        workflow = yaml.safe_load(file.read_text())
        expect(workflow.get("permissions") == {"contents": "read"}, where, "may more than read, for every job")
        images = re.findall(r"(?:container|[A-Z]+): ([a-z]+[:/][^\s$]+)$", file.read_text(), re.M)
        expect(all("@sha256:" in image for image in images), where, f"not pinned by digest: {images}")
        for job, settings in workflow["jobs"].items():
            expect("secrets." not in str(settings.get("env", "")), where, f"{job}: each step sees the secret")
            for step in settings["steps"]:
                script = step.get("run", "")
                expect("${{" not in script, where, f"{job}: a script holds an expression")
                check_script(where, script)
                used = step.get("uses", "")
                ours = re.fullmatch(r"\.(?:/\.sourcebook/program)?/\.github/actions/([a-z]+)", used)
                if not ours:
                    expect(not used or pinned.fullmatch(used), where, f"{job}: {used} is not pinned by its digest")
                    continue
                expect(ours[1] in actions, where, f"{job}: there is no action {ours[1]}")
                inputs = actions.get(ours[1], {})
                given = set(step.get("with", {}))
                expect(given <= set(inputs), where, f"{job}: {ours[1]} has no input {given - set(inputs)}")
                needed = {name for name, one in inputs.items() if one.get("required")}
                expect(needed <= given, where, f"{job}: {ours[1]} needs {needed - given}")

digests = {}
for file in [*top.glob(".github/**/*.yml"), *top.glob("generator/cli/starter/.github/**/*.yml")]:
    for name, digest in re.findall(r"uses: (actions/[a-z-]+)[/a-z]*@([0-9a-f]+ # v[0-9.]+)$", file.read_text(), re.M):
        digests.setdefault(name, set()).add(digest)
for name, found in digests.items():
    expect(len(found) == 1, name, f"has different digests: {sorted(found)}")

for problem in problems:
    print(problem)
print(f"actions: {checked - len(problems)} passed, {len(problems)} failed")
sys.exit(1 if problems else 0)
