#!/usr/bin/env python3
"""Unpacks the cases of tests/sites_invalid/, whose README.md describes the format.
usage: cases.py FOLDER [NAME…]  unpacks all cases, or some: the files of each into FOLDER/NAME/, its command into
                                FOLDER/NAME.command, and its expected output into FOLDER/NAME.expected"""
import ast
import pathlib
import re
import subprocess
import sys

CASES = pathlib.Path(__file__).resolve().parents[1] / "sites_invalid"
SEPARATOR = re.compile(r"^-- (.+?)(?: \((.+)\))? --\n", re.MULTILINE)


def read(path):
    """Returns the settings of a case, the notation and text of each file by its path, and the expected output."""
    text, _, expected = path.read_bytes().decode().partition("-- expected output --\n")
    head, *parts = SEPARATOR.split(text)
    settings = dict(re.findall(r"^(base|command): (.+)$", head, re.MULTILINE))
    files = {name: (notation, text) for name, notation, text in zip(parts[0::3], parts[1::3], parts[2::3])}
    if "base" in settings:
        files = read(CASES / f"bases/{settings['base']}.txt")[1] | files
    return settings, files, expected


def write(path, notation, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if notation is None or notation == "executable":
        path.write_bytes(text.encode())
        path.chmod(0o755 if notation else 0o644)
    elif notation == "escaped":
        path.write_bytes(ast.literal_eval(f'b"""{text}"""'))
    elif notation == "output of sh":
        path.write_bytes(subprocess.run(["sh", "-e"], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout)
    elif notation.startswith("link to "):
        path.symlink_to(notation.removeprefix("link to "))
    else:
        sys.exit(f"{path}: unknown notation ({notation})")


def unpack(folder, names=()):
    for path in sorted(CASES.glob("*.txt")):
        if names and path.stem not in names:
            continue
        settings, files, expected = read(path)
        for name, (notation, text) in files.items():
            write(folder / path.stem / name, notation, text)
        (folder / f"{path.stem}.command").write_text(settings.get("command", "build"))
        (folder / f"{path.stem}.expected").write_bytes(expected.encode())


if __name__ == "__main__":
    unpack(pathlib.Path(sys.argv[1]), sys.argv[2:])
