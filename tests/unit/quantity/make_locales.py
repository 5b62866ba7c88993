#!/usr/bin/env python3
"""Writes generator/quantity/locales/cldr.tsv: how each locale of CLDR's modern coverage writes numbers and months.

Usage: make_locales.py FOLDER > generator/quantity/locales/cldr.tsv
FOLDER contains the npm packages cldr-core, cldr-numbers-full, cldr-dates-full, cldr-localenames-full and cldr-misc-full,
unpacked into folders of these names.

The digits are 0 to 9 in every locale, so the marks are those of the numbering system "latn". An empty cell is that of the
row that quantity::find_locale() would find without this one; a row of empty cells is left out. Regions have the short
names and dates of their language, except those of English, whose dates have another order. generator/quantity/locale.h describes the columns.
"""
import json
import pathlib
import re
import sys

CLDR = pathlib.Path(sys.argv[1])
COLUMNS = ("locale", "decimal", "group", "sizes", "least", "percent", "money", "yes", "no", "plurals", "name", "months", "alone", "short",
           "days", "short_days", "day", "date", "month", "hour")
SAME_IN_REGIONS = 7  # the last columns
INVISIBLE = re.compile("[\u061c\u200e\u200f]")  # marks of direction, which the page sets


def read(path):
    return json.loads((CLDR / path).read_text(encoding="utf-8"))


def main(package, locale, file):
    path = f"{package}/main/{locale}/{file}.json"
    return read(path)["main"][locale] if (CLDR / path).exists() else None


def side(pattern, sign):
    """The sign and the space next to the number, with "0" for the number: "0 ¤"."""
    return re.sub(r"[#0.,]+", "0", INVISIBLE.sub("", pattern.split(";")[0])).replace(sign, "¤")


def d3(pattern, locale):
    """A pattern of a date in the directives of d3-time-format, which pads days after months in English."""
    day = "%d" if locale.split("-")[0] == "en" and pattern.startswith("M") else "%-d"
    directives = {"y": "%Y", "M": "%-m", "MM": "%m", "MMM": "%b", "MMMM": "%B", "L": "%-m", "LL": "%m", "LLL": "%b",
                  "LLLL": "%B", "d": day, "dd": "%d"}
    return re.sub(r"'([^']*)'|([A-Za-z])\2*", lambda found: found[1] or directives.get(found[0], found[0]), pattern)


def relation(text):
    """A relation of a plural rule for whole numbers: "n%10=2..4", or True or False if it is about decimals."""
    operand, modulus, is_equal, values = re.fullmatch(r"([a-z])(?: % (\d+))? (!?)= (\S+)", text).groups()
    if operand in "ni":
        return f"n{'%' + modulus if modulus else ''}{is_equal}={values}"
    return any(each.split("..")[0] == "0" for each in values.split(",")) != bool(is_equal)


def plurals(locale, rules):
    """The rules of CLDR for whole numbers without the form "other": "one:n=1;few:n%10=2..4&n%100!=12..14"."""
    found = []
    for name, rule in rules.get(locale, rules.get(locale.split("-")[0], {})).items():
        options = []
        for option in rule.split("@")[0].strip().split(" or "):
            relations = [relation(each) for each in option.split(" and ")] if option else [False]
            if False not in relations:
                options.append("&".join(each for each in relations if each is not True))
        if options:
            found.append(f"{name.removeprefix('pluralRule-count-')}:{'|'.join(options)}")
    return ";".join(found)


def name_of(locale):
    """The language in itself: "français"."""
    names = main("cldr-localenames-full", locale, "languages")
    language, *rest = locale.split("-")
    name = locale if rest and len(rest[0]) == 4 else language  # in Chinese, that of the script
    return names["localeDisplayNames"]["languages"].get(name, "") if names else ""


def row_of(locale, rules):
    numbers = main("cldr-numbers-full", locale, "numbers")["numbers"]
    dates = main("cldr-dates-full", locale, "ca-gregorian")["dates"]["calendars"]["gregorian"]
    words = main("cldr-misc-full", locale, "posix")["posix"]["messages"]
    marks = numbers["symbols-numberSystem-latn"]
    pattern = numbers["decimalFormats-numberSystem-latn"]["standard"].split(".")[0].split(",")
    names = [list(dates["months"][kind][width].values())
             for kind, width in (("format", "wide"), ("stand-alone", "wide"), ("format", "abbreviated"))]
    days = [list(dates["days"]["format"][width].values()) for width in ("wide", "abbreviated")]
    patterns = [d3(dates["dateTimeFormats"]["availableFormats"][name], locale) for name in ("MMMd", "yMMMd", "yMMM")]
    return (marks["decimal"], marks["group"], "3" if len(pattern) == 2 else str(len(pattern[1])),
            str(numbers["minimumGroupingDigits"]), side(numbers["percentFormats-numberSystem-latn"]["standard"], "%"),
            side(numbers["currencyFormats-numberSystem-latn"]["standard"], "¤"),
            words["yesstr"].split(":")[0], words["nostr"].split(":")[0], plurals(locale, rules),
            name_of(locale),
            "|".join(names[0]), *("|".join(each) for each in (*names[1:], *days)),
            *patterns, "%I %p" if locale.split("-")[0] == "en" else "%H:%M")


def found_without(locale, rows):
    """The row that find_locale() finds for a locale that has no row; None if there is none."""
    parts = locale.split("-")
    names = ["-".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
    if len(parts) > 2:
        names.insert(0, f"{parts[0]}-{parts[2]}")
    return next((rows[name] for name in names if name in rows), None)


def run():
    levels = read("cldr-core/coverageLevels.json")["effectiveCoverageLevels"]
    names = [name for name in read("cldr-core/availableLocales.json")["availableLocales"]["full"]
             if levels.get(name.split("-")[0]) == "modern" and name != "und"]
    rules = read("cldr-core/supplemental/plurals.json")["supplemental"]["plurals-type-cardinal"]
    rows, lines = {}, []
    for name in sorted(names, key=lambda name: (name.count("-"), name)):
        row, other = row_of(name, rules), found_without(name, rows)
        if other and len(name.split("-")[-1]) < 4 and name.split("-")[0] != "en":  # a region
            row = row[:-SAME_IN_REGIONS] + other[-SAME_IN_REGIONS:]
        if other is None or row != other:
            rows[name] = row
            lines.append("\t".join((name, *("" if other and cell == other[i] else cell for i, cell in enumerate(row)))))
    print(f"# CLDR {read('cldr-core/package.json')['version']}, Unicode License v3, written by make_locales.py")
    print("\t".join(COLUMNS), *sorted(lines), sep="\n")


run()
