"""The cases for the options of commands; each sets one, or names the test that covers it."""
from keys_cases import (BUILD, CHART, CHECK, IMPORT, ONE, SITE, TABLES, case, drinks, front, importing, json_edit,
                        resource_key)

# The output, files or status of a command differ with the option.


def option(key, command, *options, given=(), **more):
    case(key, given=list(given), commands=[command], changed_commands=[[*command, *options]], **more)


def at(folder, files):
    return [(f"{folder}/{path}", text) for path, text in files.items()]


DRAFT = [front("content/notes/two.md", "draft: true"), ("content/notes/two.md", "The second note.", "The second note: [0.4 L](fig:drinks/cup/size).")]
WRONG = [("content/index.md", "0.25 L", "0.3 L")]
EMPTY = [(TABLES, "FROM drinks d", "FROM drinks d WHERE d.kind = 'none'")]  # causes a warning
PROMISED = [("data/permalinks.txt", "index.html\nnotes/gone.html\n")]
for name, value in (("--root", ["--root", "other"]), ("--format", ["--format", "json"]), ("-q", ["-q"]), ("--quiet", ["--quiet"]), ("-v", ["-v"]), ("--verbose", ["--verbose"])):
    option(f"command-line#common {name}", BUILD, *value, given=[*at("other", SITE), *(EMPTY if name == "--format" else [])])
option("command-line#build --out", BUILD, "--out", "elsewhere")
option("command-line#build --base-url", BUILD, "--base-url", "https://bar.example/")
option("command-line#build --repository", BUILD, "--repository", "https://github.com/example/bar")
option("command-line#build --drafts", BUILD, "--drafts", given=DRAFT[:1])
option("command-line#build --strict", BUILD, "--strict", given=EMPTY)
option("command-line#build --adopt-output", BUILD, "--adopt-output", given=[("site/mine.txt", "mine")], starts_clean=False)
option("command-line#build --no-cache", ["build"], "--no-cache")
case("command-line#check --today", commands=[CHECK], changed_commands=[["check", "--today", "2026-01-13"]], given=[resource_key("stale_after_days", 20)])
option("command-line#check --drafts", CHECK, "--drafts", given=DRAFT)
option("command-line#check --strict", CHECK, "--strict", given=EMPTY)
UNBOUND = [(ONE, "The first note.", "A mug holds 4 L.")]
option("command-line#check --write-baseline", CHECK, "--write-baseline", given=UNBOUND)
option("command-line#check --grow", [*CHECK, "--write-baseline"], "--grow", given=[*UNBOUND, ("data/unbound.txt", "")], starts_clean=False)
LOCAL = [json_edit("data/sources/all.json", lambda sources: sources[0].pop("URL")), ("content/index.md", "See [one]", "See [it](http://127.0.0.1:9/) and [one]")]
LOCALLY = [*CHECK, "--external", "--allow-private", "127.0.0.0/8", "--timeout", "1", "--patience", "0", "--pause", "0"]
option("command-line#check --time-limit", LOCALLY, "--time-limit", "0", given=LOCAL)
option("command-line#fix --dry-run", ["fix"], "--dry-run", given=WRONG)
option("command-line#fix --permalinks", ["fix"], "--permalinks")
option("command-line#fix --drafts", ["fix"], "--drafts", given=DRAFT)
NEW = ["new", "resource", "in.csv", "--name", "bars", "--source", "menu", "--as-of", "2026"]
BARS = [("in.csv", "bar,seats,opened\nBlue Room,12,1/2/2020\nRed Hall,20,3/4/2021\n")]
for name, value, *edit in (("--columns", "bar,seats"), ("--without", "Red Hall"), ("--missing", "20"), ("--fill", "opened=never", ("in.csv", "3/4/2021", "")),
                           ("--dates", "dmy"), ("--text", "seats")):
    option(f"command-line#new {name}", NEW, name, value, given=[*BARS, *edit])
option("command-line#new --parentheses", NEW, "--parentheses", "seats", given=[*BARS, ("in.csv", "12", "(12)")])
option("command-line#new --footnotes", NEW, "--footnotes", given=[*BARS, ("in.csv", "12", "12²")])
for name, value in (("--title", "Bars of the town"), ("--description", "A bar."), ("--locator", "p. 3"), ("--key", "seats")):
    option(f"command-line#new {name}", NEW, name, value, given=BARS)
case("command-line#new --name", given=BARS, commands=[NEW], changed_commands=[[*NEW[:4], "pubs", *NEW[5:]]])
case("command-line#new --source", given=BARS, commands=[NEW], changed_commands=[[*NEW[:6], "other", *NEW[7:]]])
case("command-line#new --as-of", given=BARS, commands=[NEW], changed_commands=[[*NEW[:8], "2025"]])
case("command-line#new --no-source", given=BARS, commands=[NEW], changed_commands=[[*NEW[:5], "--no-source", "We counted."]])
option("command-line#new --dry-run", NEW, "--dry-run", given=BARS)
MERGED = [("in.html", "<table><tr><th>bar<th>seats<tr><td>Blue<td rowspan=2>12<tr><td>Red<tr><td>Old<td>3</table>")]
option("command-line#new --merged", ["new", "resource", "in.html", *NEW[3:]], "--merged", "seats", given=MERGED)
option("command-line#new --unit", NEW, "--unit", "seats=1", given=BARS)
option("command-line#new --no-assumptions", NEW, "--no-assumptions", given=BARS)
option("command-line#new --number-rows", NEW, "--number-rows", given=BARS)
option("command-line#new --decimal", NEW, "--decimal", ",", given=[*BARS, ("in.csv", "12", '"1,200"')], starts_clean=False)
option("command-line#new --header", NEW, "--header", "3", given=[("in.csv", "Bars of the town\nthe,first,edition\nbar,seats,opened\nBlue Room,12,2020\n")])
WIDE_BARS = [("in.csv", "bar,2020,2021\nBlue Room,12,13\n")]
LONG_BARS = ["--longer", "year={2020..2030}", "--value", "seats"]
option("command-line#new --longer", NEW, *LONG_BARS, given=WIDE_BARS)
case("command-line#new --value", given=WIDE_BARS, commands=[[*NEW, *LONG_BARS]], changed_commands=[[*NEW, *LONG_BARS[:3], "places"]])
PAGES = [("in.md", "|bar|seats|\n|-|-|\n|Blue|12|\n\n|bar|seats|\n|-|-|\n|Red|13|\n")]
option("command-line#new --table", ["new", "resource", "in.md", *NEW[3:]], "--table", "2", given=PAGES)
option("command-line#new --rows", ["new", "resource", "in.json", *NEW[3:]], "--rows", "b", given=[("in.json", '{"a": [{"bar": "x", "seats": 1}], "b": [{"bar": "y", "seats": 2}]}')])
DIFF = ["diff", "old", "new"]
SIDES = [*at("old", SITE), *at("new", {**SITE, "data/drinks.csv": SITE["data/drinks.csv"].replace("2.5", "2.75"), "content/tables.md": CHART[0][1](SITE["content/tables.md"])})]
option("command-line#diff --format", DIFF, "--format", "markdown", given=SIDES)
option("command-line#diff --save", ["diff", "old"], "--save", given=[*SIDES, drinks("2.5", "2.75")])
option("command-line#diff --date", ["diff", "old", "--save"], "--date", "2026-02-03", given=[*SIDES, drinks("2.5", "2.75")])
option("command-line#diff --exit-code", DIFF, "--exit-code", given=SIDES)
MARKDOWN = [*DIFF, "--format", "markdown"]
BOTH_DRAWN = [*[json_edit(f"{side}/data/site.json", lambda site: site["features"].update(images=True)) for side in ("old", "new")],
              ("old/content/tables.md", CHART[0][1]), ("old/data/drinks.csv", "0.25", "0.3")]
for name, value in (("--before-url", "https://before.example/"), ("--after-url", "https://after.example/")):
    urls = ["--before-url", "https://old.example/", "--after-url", "https://new.example/"]
    case(f"command-line#diff {name}", given=[*SIDES, *BOTH_DRAWN], commands=[[*MARKDOWN, *urls]],
         changed_commands=[[*MARKDOWN, *[value if before == name else each for before, each in zip(["", *urls], urls)]]])
MANY = [(f"{side}/data/makers.json", "[\n" + ",\n".join(f'{{"id": "m{i}", "town": "{town}"}}' for i in range(80)) + "\n]\n") for side, town in (("old", "A"), ("new", "B"))]
for name in ("-v", "--verbose"):
    option(f"command-line#diff {name}", DIFF, name, given=[*SIDES, *MANY, *[(f"{side}/data/datapackage.json", SITE["data/datapackage.json"]) for side in ("old", "new")]])
case("command-line#diff --root", given=at("other", dict(SIDES)), commands=[["diff", "old", "new"]], changed_commands=[["diff", "old", "new", "--root", "other"]], starts_clean=False)
for name in ("-q", "--quiet"):
    option(f"command-line#diff {name}", ["diff", "old"], name, given=[*SIDES, *EMPTY])
importing("command-line#import --settings", commands=[["import", "table", "in.csv", "--as-of", "2026-02-01"]], changed_commands=[IMPORT], starts_clean=False)
importing("command-line#import --source", commands=[IMPORT], changed_commands=[[*IMPORT, "--source", "other"]])
importing("command-line#import --as-of", commands=[IMPORT], changed_commands=[[*IMPORT[:5], "--as-of", "2026-02-02"]])
importing("command-line#import --edition", commands=[IMPORT], changed_commands=[[*IMPORT, "--edition", "2026.1"]])
importing("command-line#import --dry-run", commands=[IMPORT], changed_commands=[[*IMPORT, "--dry-run"]])
importing("command-line#import --strict", commands=[IMPORT], changed_commands=[[*IMPORT, "--strict"]], given=[("in.csv", "2,75", "27,5")])
importing("command-line#import --keep-dates", commands=[IMPORT[:5]], changed_commands=[[*IMPORT[:5], "--keep-dates"]], starts_clean=False)
importing("command-line#import --remove-gone", commands=[IMPORT], changed_commands=[[*IMPORT, "--remove-gone"]])


# The environment.
case("command-line#status SOURCE_DATE_EPOCH", commands=[["check"]], environment={"SOURCE_DATE_EPOCH": "1830000000"}, given=[resource_key("stale_after_days", 200)])

# Options that other tests cover: the file or folder, and the text that gives the option.
ELSEWHERE = {
    "command-line#common --work": ("tests/robust/budgets.py", '"--work"'),
    "command-line#common --jobs": ("tests/robust/reproducible.py", "--jobs"), "command-line#diff --jobs": ("tests/robust/reproducible.py", "--jobs"),
    "command-line#serve --port": ("tests/commands/serve.mjs", '"--port"'),
    **{f"command-line#serve {name}": ("tests/commands/serve.mjs", f'"{name}"') for name in ("--host", "--allow-host", "--poll")},
    "command-line#serve --drafts": ("tests/commands/serve.mjs", '"--drafts"'),
    **{f"command-line#load {name}": ("tests/commands/load.py", name) for name in ("--env", "--timeout", "--max-size", "--allow-loss", "--dry-run")},
    "command-line#fix --units": ("tests/commands/new_site.sh", "fix --units"),
    "command-line#new new site --lang": ("tests/commands/new_site.sh", "--bare --lang pl"),
    "command-line#new new site --bare": ("tests/commands/new_site.sh", "--bare"),
    "command-line#import --no-assumptions": ("tests/sites_invalid/import-assumption.txt", "--no-assumptions"),
    **{f"command-line#check {name}": ("tests/commands/external.py", f'"{name}"') for name in (
        "--external", "--pause", "--timeout", "--patience", "--allow-private", "--certificates")},
    **{f"command-line#import --{name}": ("tests/unit/importers", f'"{name}"') for name in ("round", "duplicates", "cloud", "benchmarks", "ignore")},
    "command-line#import --revision": ("tests/import", "--revision"),
    "command-line#status NO_COLOR": ("tests/unit/cli/common_test.cc", "NO_COLOR"),
    **{f"command-line#action {name}": (".github/actions/sourcebook/action.yml", "inputs." + name) for name in (
        "version", "package", "sha256", "build", "check", "root", "out", "base-url", "repository", "options", "cache")},
}
