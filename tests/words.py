#!/usr/bin/env python3
"""Finds words that read as if translated: patterns of phrases, each with the words to use instead.

usage: tests/words.py [--list] [--lower] [--commits] [FOLDER…]
  --list     prints every place (in FOLDER, a folder of the repository such as generator/build)
  --lower    lowers the numbers in tests/words_allowed.txt to what is there
  --commits  checks the subjects of the last commits instead

A folder may have as many places as tests/words_allowed.txt allows, which only goes down; new ones fail.
A pattern matches anywhere in a file: in comments, names, messages and text. It is not a grammar check: keep the patterns
few and their matches certain. What is right in one place is an exception below.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "tests/words_allowed.txt"
SUFFIXES = {".cc", ".h", ".in", ".py", ".sh", ".mjs", ".js", ".md", ".yaml", ".yml", ".html", ".css", ".json", ".cmake", ".txt", ".h2m"}
FOLDERS = ("generator", "templates", "tests", "content", ".ci", ".github")
FILES = ("README.md", "CMakeLists.txt", "dev", "data/datapackage.json", "data/site.json")
# Data that others wrote, expected output (it changes with the program) and this script.
SKIPPED = re.compile(r"tests/(words|fuzz/corpus|spec|node_modules|payloads/corpus|import/|sites/|sites_invalid/|search/queries|bench/.*data)"
                     r"|package-lock|/oracle/|/expected|generator/package/copyright|unsafe_words")

# name: what to write instead, the pattern, an example that must match, and one that must not.
PATTERNS = {
    "kMost": ("kMax…", r"kMost[A-Z]\w*", "constexpr size_t kMostRows = 5;", "constexpr size_t kMaxRows = 5;"),
    "stand": ("is, is written", r"\bst(?:ands?|ood)\b(?! for\b)", "The reason stands below.", "N stands for a number; a standard."),
    "tell": ("print, report, list, show", r"\b(?:tells?|told|telling)\b", "It is told with its line.", "It is reported."),
    "unless said": ("by default", r"\bunless (?:said|told|asked)\b", "All, unless said.", "All, unless --jobs is given."),
    "whoever": ("users who, code that", r"\b(?:whoever|whomever|nobody's business)\b", "Whoever reads it.", "Who reads it?"),
    "is no": ("is not a", r"(?<!there )(?<!there\n)\b(?:is|are|was|were) no\b(?! (?:longer|more|less|fewer)\b)", "\"x\" is no list", "There is no list; it is no longer there."),
    "names no": ("is not a, has no", r"\bnames? no(?:ne)?\b", "It names no cell.", "\"x\" is not a cell."),
    "has none": ("does not have one", r"\b(?:has|have|had|gives?|says|needs?) none\b", "The page has none.", "None of the pages."),
    "mend": ("fix, correct", r"\b(?:mend(?:s|ed|ing)?|put right)\b", "Mend the row.", "Recommend a row; amend it."),
    "rest on": ("depend on", r"\brest(?:s|ed|ing)? on\b", "It rests on a row.", "The rest only."),
    "led to": ("refers to, is referenced by", r"\bled to by\b|\bleads? on\b", "Rows that lead on from it.", "It leads to a page."),
    "lasting": ("durable", r"\blasting\b|\bmake_lasting\b", "Writing::lasting", "It lasts a second."),
    "left over": ("stale, temporary, remaining", r"\bleft over\b|\bwhat was left\b|\bwhat is left\b", "What is left over.", "Left of it."),
    "of its own": ("separate, its own", r"\bof (?:its|their) own\b", "A page of its own.", "Its own page."),
    "from nothing": ("clean (build), from scratch", r"\bfrom nothing\b", "A build from nothing.", "Nothing from it."),
    "take over": ("accept, use, copy", r"\btak(?:es?|en|ing) (?:over|in|away|out)\b|\btook (?:over|in|away)\b", "It takes over the value.", "It takes 5 s."),
    "taken for": ("treated as", r"\bt(?:ake[sn]?|ook|aking) \w+ for\b|\btaken for\b", "Taken for absent.", "Taken five times."),
    "let wait": ("stage, release", r"\blet_\w+\b|\blets? (?:it|them|\w+s) (?:wait|go|stand|settle)\b", "let_wait(file)", "Let x be one."),
    "made invented": ("a standard term", r"\b(?:Harvest|harvested|Excess|Teller|Rooms)\b", "struct Harvest {", "struct Imported {"),
    "dear": ("expensive", r"\bdear(?:er|est)?\b", "The dearer one.", "The dearth."),
    "lately": ("recently", r"\b(?:lately|grown old|learnt)\b", "Lately changed.", "Later changed."),
    "for want of": ("because there is no", r"\bfor want of\b|\bwhere in doubt\b|\bin place of\b", "For want of room.", "In doubt."),
    "of which": ("whose, and, that", r"\bof wh(?:ich|om)\b", "A list, of which one is empty.", "Which of them."),
    "the same of": ("as above, for …", r"(?:^|// |[.] )The same (?:of|where|for)\b", "// The same of a table.", "The same table."),
    "nothing after": ("returns nullopt", r"\bNothing(?:,)? (?:after|where|for what|and why)\b|\bafter saying so\b", "Nothing, after saying so.", "Nothing was written."),
    "what holds": ("value, contents", r"\bwhat(?:ever)? (?:is|was) (?:there|said|told|asked)\b|\bwhat lies\b", "What is there already stays.", "What is a row?"),
    "another than": ("a different X than", r"\banother \w+ than\b", "It has another type than expected.", "It has a different type."),
    "else": ("otherwise", r"//[^\n]*[;,] else (?!if\b)", "// its title, else its key", "// its title, otherwise its key"),
    "belongs into": ("belongs in", r"\bbelongs? into\b", "It belongs into a list.", "It belongs in a list."),
    "behind": ("after", r"\bbehind (?:the|a|its) (?:heading|name|brackets?|link|number|word)\b", "Put it behind the heading.", "It is behind a login."),
    "gone": ("removed, missing", r"\b(?:is|are|was|were) gone\b", "Rows that are gone.", "Rows that were removed."),
    "lie": ("is, must be", r"\bl(?:ies|ay|ie) (?:above|below|between|outside|within|under|beside)\b", "It lies above 0.", "It must be above 0."),
    "is of": ("is dated", r"\b(?:is|are|was) of (?:\{\}|20\d\d)", "the row is of 2026", "the row is dated 2026"),
    "too great": ("too large", r"\btoo great\b", "The sum is too great.", "The sum is too large."),
    "said of": ("claims about, mentions", r"\b(?:said|spoken|speaks?) of\b", "What is said of it.", "Claims about it."),
    "one and the same": ("the same", r"\bone and the same\b", "For one and the same chip.", "For the same chip."),
    "has bytes": ("is … long", r"\bha(?:s|ve) \{[^}]*\} (?:MB|bytes|pixels|megabytes)\b", "\"the file has {} MB\"", "\"the file is {} MB\""),
    "without end": ("endless, without limit", r"\bwithout end\b", "A fraction without end.", "Without an end."),
    "look at what": ("check", r"\blook at what\b", "Look at what the query says.", "Check the query."),
    "let": ("an imperative: add, begin, run", r"(?:[.;:\"] |^|[\"]|, (?:or|and) )let (?:the|its?|an?|one)\b", "Rename it, or let the query make one.", "It let the reader in."),
    "what may": ("what can, whether", r"\bwhat may (?:be|not)\b", "What may be compared.", "What can be compared."),
    "in one line": ("on one line", r"\bin one line\b", "A key in one line.", "A key on one line."),
    "outside of": ("outside", r"\boutside of\b", "Outside of its blocks.", "Outside its blocks."),
    "twin": ("Markdown version", r"\btwins?\b|_twins?\b|\btwin_", "The twin of a page.", "Between the two."),
    "in colours": ("with syntax highlighting", r"\b[Cc]ode in colours\b|\bcoloured code\b", "Code in colours.", "Colours of code."),
}

# (pattern, regular expression for paths, regular expression for the line): right as it is.
EXCEPTIONS = [
    ("of which", r".*", r"each of which"),
    ("of its own", r"content/lessons/cost.md", r"two of its own chips"),
    ("tell", r"content/handbook/.*", r"can't tell|can tell"),
    ("dear", r"tests/.*", r""),  # of sample data
    ("mend", r"generator/site/words\.cc", r"kScripts"),  # a script of ISO 15924
    ("dear", r"generator/check/comparisons.cc", r"\(\?: cheap"),  # words that it finds
    # People and things in the guide's own pages: "investors were told", "it is not taken away", "what is left out".
    ("tell", r"(?:content/(?!handbook)|data/).*", r""), ("take over", r"content/(?!handbook).*", r"taken away|takes over"),
    ("left over", r"content/.*", r"(?i)what is left(?: out)?"), ("dear", r"content/compare/prices.md|content/lessons/cost.md", r"assert|holds:|\{dear\}|AS dear"),
    ("stand", r"content/.*", r"stands?-still|stand out"), ("is no", r"content/lessons/availability.md", r"second point is no,"),
    ("gone", r"tests/.*", r"folder"),
    ("twin", r"content/handbook/.*", r"#markdown-twins|no longer called a twin"), ("twin", r"generator/site/config.cc|tests/unit/site/.*", r"now called|node\("),
    ("twin", r"templates/assets/flow.js|tests/browser/late.mjs|tests/unit/importers/.*", r"clone|card|cite|tidy|twins|results"), ("tell", r"content/handbook/machines.md", r"\{#what-search-engines-are-told\}"),  # a permalink
]

BAD_VERBS = {"tell", "say", "let", "keep", "take", "ask", "give", "hold", "mend", "stand", "learn", "know"}
SUBJECT = re.compile(r"[\w./+ ,-]+: (?P<verb>[a-z]\w*)\b")


CASE_MATTERS = ("kMost", "made invented")


def compiled():
    return {name: re.compile(pattern if name in CASE_MATTERS else pattern.lower(), re.M) for name, (_, pattern, _, _) in PATTERNS.items()}


def matches(name, pattern, text, lower):
    return pattern.finditer(text if name in CASE_MATTERS else lower)


def files():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in SUFFIXES and not SKIPPED.search(str(path.relative_to(ROOT))):
                yield path
    yield from (ROOT / name for name in FILES)


def group_of(path):
    """generator/build, tests/unit/build, tests/browser, tests, templates, content/handbook, "."."""
    parts = path.relative_to(ROOT).parent.parts
    if parts[:2] == ("tests", "unit"):
        return "/".join(parts[:3])
    return "/".join(parts[:1 if parts[:1] == ("templates",) else 2]) or "."


def is_exception(name, path, line):
    return any(name == pattern and re.fullmatch(where, path) and re.search(text, line) for pattern, where, text in EXCEPTIONS)


def places():
    """(group, pattern, path, line number, line) of each line that a pattern matches."""
    patterns = compiled()
    for path in files():
        text = path.read_text(encoding="utf-8", errors="ignore")
        lower, relative = text.lower(), str(path.relative_to(ROOT))
        for name, pattern in patterns.items():
            last = 0
            for match in matches(name, pattern, text, lower):
                number = text.count("\n", 0, match.start()) + 1
                line = text[text.rfind("\n", 0, match.start()) + 1:].split("\n", 1)[0].strip()
                if number != last and not is_exception(name, relative, line):
                    yield group_of(path), name, relative, number, line
                last = number


def read_allowed():
    allowed = collections.Counter()
    for line in ALLOWED.read_text().splitlines():
        if line and not line.startswith("#"):
            group, entries = line.split(": ")
            for entry in entries.split(", "):
                name, count = entry.rsplit(" ", 1)
                allowed[group, name] = int(count)
    return allowed


def write_allowed(counts):
    groups = collections.defaultdict(list)
    for (group, name), count in sorted(counts.items()):
        if count:
            groups[group].append(f"{name} {count}")
    head = "# Places that tests/words.py allows, by folder and pattern. Numbers only go down: tests/words.py --lower\n"
    ALLOWED.write_text(head + "".join(f"{group}: {', '.join(entries)}\n" for group, entries in sorted(groups.items())))


def test_patterns():
    """Each pattern matches its first example, not its second."""
    return [f"the pattern \"{name}\" does not {'match' if wanted else 'pass'} its example: {example}"
            for name, pattern in compiled().items()
            for example, wanted in ((PATTERNS[name][2], True), (PATTERNS[name][3], False))
            if any(matches(name, pattern, example, example.lower())) != wanted] + [
        f"subject: {subject}" for subject, wanted in (("diff: list the pages", True), ("diff: Tell figures", False),
                                                      ("import: let a row's own date go first", False), ("no area", False))
        if bool(problem_of(subject)) == wanted]


def problem_of(subject):
    match = SUBJECT.match(subject)
    if not match:
        return "write `area: imperative`"
    return f"\"{match['verb']}\" is vague: name what the code does now" if match["verb"] in BAD_VERBS else ""


def check_commits():
    """The last ten commits since this script exists."""
    def git(*arguments):
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True)
    first = git("log", "--diff-filter=A", "--format=%H", "--", "tests/words.py").stdout.split()
    log = git("log", "--no-merges", "-10", "--format=%s", f"{first[-1]}..HEAD") if first else None
    subjects = log.stdout.splitlines() if log and log.returncode == 0 else []
    problems = [f"commit \"{subject}\": {problem_of(subject)}" for subject in subjects if problem_of(subject)]
    return problems, len(subjects)


def main(arguments):
    failures = test_patterns()
    if "--commits" in arguments:
        problems, checked = check_commits()
        failures += problems
    else:
        folders = [argument.rstrip("/") for argument in arguments if not argument.startswith("--")]
        found = [place for place in places() if not folders or place[0] in folders]
        if "--list" in arguments or folders:
            for _, name, path, number, line in found:
                print(f"{path}:{number}: {name} -> {PATTERNS[name][0]}: {line[:150]}")
        counts = collections.Counter((group, name) for group, name, *_ in found)
        allowed = read_allowed() if ALLOWED.exists() else counts
        if "--lower" in arguments:
            allowed = collections.Counter({key: min(allowed[key], counts[key]) for key in allowed})
            write_allowed(allowed)
        for key, count in sorted(counts.items()):
            if count > allowed[key]:
                failures.append(f"{key[0]}: \"{key[1]}\" {count} times, {allowed[key]} allowed; write {PATTERNS[key[1]][0]}"
                                f" (tests/words.py {key[0]} lists them)")
        checked = len(PATTERNS)
        print(f"words: {sum(counts.values())} places, {sum(allowed.values())} allowed")
    for failure in failures:
        print("FAILED", failure)
    print(f"words: {checked} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
