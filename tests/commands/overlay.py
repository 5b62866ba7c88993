#!/usr/bin/python3
"""Tests that an overlay adds private content and data to a private site, and that none of it is in the public one."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("SOURCEBOOK", ROOT / "build/release/sourcebook")).resolve()
SECRET = "quetzal"  # occurs in all private files and in no public ones
failures = []
passed = 0


def check(name, actual, expected=True):
    global passed
    if actual == expected:
        passed += 1
    else:
        failures.append(f"{name}\n  expected: {expected!r}\n  actual:   {actual!r}")


def sourcebook(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          env={"PATH": os.environ["PATH"], "HOME": "/", "NO_COLOR": "1"})
    return done.returncode, done.stdout, done.stderr


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def bytes_of(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def saying(files):
    """Returns the files that contain the secret in their bytes or names."""
    return [name for name, text in files.items() if SECRET in name.lower() or SECRET.encode() in text.lower()]


def make_overlay(folder):
    write(folder / "content/lessons/quetzal.md", """---
title: What Quetzal costs us
description: The quetzal prices that were negotiated.
date: 2026-11-01
---
A month is [EUR 1,234.50](fig:deals/quetzal/price). More: [prices](../deals/quetzal.html), [by size](größe.md).

```table quetzal-deals
data: deals
caption: Quetzal deals
```

```sql quetzal_sql
SELECT d.id, d.price, d.ref FROM deals d ORDER BY d.price
```

```chart quetzal-chart
data: quetzal_sql
title: Quetzal is dear
mark: bar
encoding:
  x: {field: price, type: quantitative}
  y: {field: id, type: nominal}
```
""")
    write(folder / "content/deals/index.md", "---\ntitle: Quetzal deals\n---\nAll of them.\n")
    write(folder / "content/deals/deal.md", """---
title: "Deal {id}"
pages: {query: deals, address: "{id}", title: "Deal {id}"}
---
It costs [](fig:deals/{id}/price).
""")
    write(folder / "content/quetzal.txt", "A file of Quetzal's.\n")
    # Replaces the site's page.
    write(folder / "content/faq/are-these-real.md", "---\ntitle: Are these real?\n---\nQuetzal is.\n")
    write(folder / "data/datapackage.json", """{"resources": [
{"name": "deals", "path": "deals.json", "title": "Quetzal deals", "source": "quetzal", "locator": "annex", "as_of": "2026-11-01",
 "schema": {"fields": [{"name": "id", "type": "string"}, {"name": "price", "type": "number", "unit": "EUR", "format": ",.2f"}],
  "primaryKey": ["id"]}},
{"name": "engines", "description": "With Quetzal's."}]}
""")
    write(folder / "data/deals.json", '[{"id": "quetzal", "price": 1234.5}, {"id": "quetzal-2", "price": 99}]\n')
    write(folder / "data/sources/quetzal.json", '[{"id": "quetzal", "type": "contract", "title": "The Quetzal contract"}]\n')
    write(folder / "data/site.json", """{"title": "With Quetzal", "base_url": "https://quetzal.example/", "repository": null,
"colours": {"quetzal": 6}}
""")
    write(folder / "data/permalinks.txt", "lessons/quetzal.html #quetzal-deals\n")
    write(folder / "data/redirects.csv", "from,to,since,why\nlessons/quetzals.html,lessons/quetzal.html,2026-11-01,\n")
    write(folder / "data/figures.yaml", "quetzal_year: 12 * deals/quetzal/price\n")
    write(folder / "templates/assets/quetzal.txt", "quetzal\n")


def build(root, out, *more):
    return sourcebook("build", "-q", "--root", root, "--out", out, *more)


def nothing_leaks(work):
    root, overlay, public, fresh, private = (work / name for name in ("site", "overlay", "public", "fresh", "private"))
    shutil.copytree(ROOT / "tests/sites/storage-engines", root, ignore=shutil.ignore_patterns("expected", ".sourcebook"))
    make_overlay(overlay)
    inputs = bytes_of(root)
    check("the public site", build(root, fresh), (0, "", ""))
    clean = bytes_of(fresh)
    check("contains nothing private", saying(clean), [])

    check("the private site", build(root, private, "--overlay", overlay), (0, "", ""))
    inside = bytes_of(private)
    said = saying(inside)
    for part in ("lessons/quetzal.html", "lessons/quetzal.md", "deals/quetzal-2.html", "quetzal.txt", "feed.xml",
                 "sitemap.xml", "llms.txt", "sources/quetzal.html", "data/deals.csv", "data/datapackage.json",
                 "charts/quetzal-chart.svg", "charts/quetzal-chart.png", "tables/quetzal-deals.csv",
                 "embed/quetzal-chart.html", "lessons/quetzals.html", "assets/quetzal.txt", "faq/are-these-real.html",
                 "index.html"):
        check(f"private: {part}", part in said)
    check("private: the search", any(name.startswith("assets/search") or "search" in name for name in said))
    check("private: a card", any("card" in name and "quetzal" in name for name in inside))
    check("its own address", b"https://quetzal.example/lessons/quetzal.html" in inside["lessons/quetzal.html"])
    check("has the site's files", "engines/alder.html" in inside)

    check("the public site again", build(root, public), (0, "", ""))
    check("equals the first", bytes_of(public) == clean)
    # In the private site's folder, private files are removed, and the others have their public bytes again.
    check("the public site over the private one", build(root, private), (0, "", ""))
    after = bytes_of(private)
    check("no other files", sourcebook("build", "--root", root, "--out", private)[1].count(" 0 removed; "), 1)
    write(private / "lessons/quetzal.html", "of a build whose manifest is lost")
    left = "not removed: lessons/quetzal.html (not written by a build)\n"
    said = sourcebook("build", "--root", root, "--out", private, "-v")[1]
    check("other files are counted and listed", (", 0 removed, 1 not removed; " in said, left in said), (True, True))
    (private / "lessons/quetzal.html").unlink()
    check("equals it too", sorted(name for name in clean.keys() | after.keys() if clean.get(name) != after.get(name)), [])
    check("and contains nothing private", saying(after), [])
    # The site's folder has the cache of public builds; a private build writes its cache to the overlay's folder.
    own = bytes_of(root)
    check("the cache in the site's folder contains nothing private", saying(own), [])
    check("there is a cache", any(name.startswith(".sourcebook/") for name in own))
    check("the site's files do not change", {name: text for name, text in own.items() if not name.startswith(".sourcebook/")} == inputs)

    # Only public addresses are recorded.
    check("recording", sourcebook("fix", "-q", "--permalinks", "--root", root)[0], 0)
    check("nothing private is recorded", SECRET in (root / "data/permalinks.txt").read_text(), False)
    check("check reads an overlay", sourcebook("check", "-q", "--overlay", overlay, "--root", root)[0], 0)
    # An error in private data is reported, and nothing is written.
    write(overlay / "data/deals.json", '[{"id": "quetzal", "price": "dear"}]\n')
    status, _, errors = build(root, work / "none", "--overlay", overlay)
    check("an error in private data", (status, 'error[wrong-type]: "price" cannot be "dear"' in errors or errors, (work / "none").exists()),
          (1, True, False))


def without_address(work):
    """The pages of a private site must not have canonical addresses of the public one."""
    root, overlay = work / "site", work / "small"
    write(overlay / "content/quetzal.md", "---\ntitle: Quetzal\n---\nWords.\n")
    check("without site.json", build(root, work / "small-site", "--overlay", overlay), (0, "", ""))
    check("no canonical address", b"canonical" in (work / "small-site/quetzal.html").read_bytes(), False)
    check("but --base-url gives one",
          build(root, work / "small-site", "--overlay", overlay, "--base-url", "https://team.example/"), (0, "", ""))
    check("with that URL", b"https://team.example/quetzal.html" in (work / "small-site/quetzal.html").read_bytes())


def as_people_save_them(work):
    """Byte order marks and comments at the top of a file are valid in the middle of two merged files."""
    root, overlay, out = work / "saved/site", work / "saved/overlay", work / "saved/out"
    write(root / "content/index.md", "---\ntitle: Home\n---\n[8](fig:ours) and [9](fig:theirs)\n")
    write(root / "data/redirects.csv", "from,to,since,why\nold.html,index.html,2026-01-01,\n")
    write(root / "data/figures.yaml", "---\nours: {is: 8, why: an example}\n")
    write(root / "data/permalinks.txt", "index.html")
    for head in ("from,to,since,why\r\n", '"from","to","since","why"\n', "\n from,to,since,why\n"):
        for mark in ("", "\ufeff"):
            write(overlay / "data/redirects.csv", f"{mark}{head}older.html,index.html,2026-01-01,\n")
            write(overlay / "data/figures.yaml", f"{mark}# Theirs.\n--- # at last\ntheirs: {{is: 9, why: an example}}\n")
            write(overlay / "data/permalinks.txt", f"{mark}older.html\n")
            check(f"{mark!r} {head!r}", build(root, out, "--overlay", overlay), (0, "", ""))
            check("both redirect", ((out / "old.html").exists(), (out / "older.html").exists()), (True, True))
            shutil.rmtree(out, ignore_errors=True)
    for blank in ("", "\ufeff\n"):
        write(root / "data/redirects.csv", blank)
        check(f"below {blank!r}", build(root, out, "--overlay", overlay), (0, "", ""))
        check("it redirects", (out / "older.html").exists(), True)
        shutil.rmtree(out, ignore_errors=True)


def mistakes_below(work):
    """Errors in a file of the site are reported, although it is merged with the overlay's file of that name."""
    root, overlay, out = work / "mistaken/site", work / "mistaken/overlay", work / "mistaken/out"
    write(root / "content/index.md", "---\ntitle: Home\n---\nWords.\n")
    write(overlay / "data/site.json", '{"title": "Private"}\n')
    write(root / "data/site.json", '{"title": "Public",}\n')
    status, _, errors = build(root, out, "--overlay", overlay)
    check("invalid JSON", (status, errors.startswith("error[json-syntax]: a comma after the last value\n") or errors), (1, True))
    write(root / "data/site.json", '["Public"]\n')
    status, _, errors = build(root, out, "--overlay", overlay)
    check("not a map", (status, errors.startswith("error[wrong-type]: site.json must be a map") or errors), (1, True))
    write(root / "data/site.json", '{"title": "Public"}\n')
    write(overlay / "data/site.json", '["Private"]\n')
    status, _, errors = build(root, out, "--overlay", overlay)
    check("not a map in the overlay", (status, errors.startswith("error[wrong-type]: site.json must be a map") or errors), (1, True))


def empty_lists(work):
    """An overlay without tables does not remove those of the site."""
    root, overlay, out = work / "begun/site", work / "begun/overlay", work / "begun/out"
    write(root / "content/index.md", "---\ntitle: Home\n---\n[2,850](fig:rivers/danube/length) long.\n")
    write(root / "data/sources/all.json", '[{"id": "atlas", "type": "book", "title": "An atlas"}]\n')
    write(root / "data/rivers.csv", "id,length\ndanube,2850\n")
    write(root / "data/datapackage.json", """{"resources": [{"name": "rivers", "path": "rivers.csv", "source": "atlas", "locator": "p. 12",
        "schema": {"fields": [{"name": "id", "type": "string"}, {"name": "length", "type": "number", "unit": "1"}], "primaryKey": ["id"]}}]}\n""")
    write(overlay / "data/datapackage.json", '{"resources": []}\n')
    status, _, errors = build(root, out, "--overlay", overlay)
    check("no tables yet", (status, errors), (0, ""))


def usage(work):
    root, overlay = work / "site", work / "overlay"
    help_ = "   = help: give a folder outside the site's folders that contains content/, data/ or templates/\n"
    out = work / "refused"

    def refused(overlay, *more):
        return sourcebook("build", "--root", root, "--overlay", overlay, *more)

    check("not a folder", refused(work / "nowhere", "--out", out),
          (2, "", f"error[usage]: the overlay {work}/nowhere is not a folder\n{help_}"))
    check("the site itself", refused(root, "--out", out),
          (2, "", f"error[usage]: the overlay {root} is the site's own folder\n{help_}"))
    check("what public builds read", refused(root / "content/faq", "--out", out),
          (2, "", f"error[usage]: the overlay {root}/content/faq is inside content/, which public builds read\n{help_}"))
    (work / "empty").mkdir()
    check("an empty folder", refused(work / "empty", "--out", out),
          (2, "", f"error[usage]: the overlay {work}/empty does not contain content/, data/ or templates/\n{help_}"))
    (work / "linked/content").mkdir(parents=True)
    (work / "linked/data").symlink_to(overlay / "data")
    check("a folder in it that is a link", refused(work / "linked", "--out", out),
          (1, "", """error[not-a-file]: data is a symbolic link
  --> data
   = expected: a file or a folder
   = help: copy the file itself to this path; links are not followed, so that a build reads nothing outside the site

1 error
"""))
    another = "   = help: choose another folder with --out\n"
    check("without --out", refused(overlay), (2, "", "error[usage]: a site with an overlay needs a separate output folder\n"
                                         "   = help: give one with --out\n"))
    check("the public output folder", refused(overlay, "--out", "site"),
          (2, "", f"error[usage]: the output folder is site/, from which the public site is published\n{another}"))
    check("inside the public output folder", refused(overlay, "--out", "site/team"),
          (2, "", "error[usage]: the output folder is inside site/, from which the public site is published\n"
                  + another))
    check("inside the output of another build", refused(overlay, "--out", work / "public/deeper/team"),
          (2, "", f"error[usage]: the output folder is inside {work}/public, which contains the output of another site\n{another}"))
    check("nothing is written there", [(root / "site").exists(), (work / "public/deeper").exists()], [False, False])
    check("inside the overlay", refused(overlay, "--out", overlay / "data/out"),
          (2, "", f"error[usage]: the output folder is inside data/, which is read\n{another}"))
    check("nothing is written", out.exists(), False)


with tempfile.TemporaryDirectory() as folder:
    for part in (nothing_leaks, without_address, as_people_save_them, mistakes_below, empty_lists, usage):
        part(pathlib.Path(folder))
for failure in failures:
    print(failure)
print(f"overlay: {passed} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
