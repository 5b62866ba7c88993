"""The initial inputs of fuzz targets in addition to tests/fuzz/corpus/: files of this repository, in the form that
each target reads. `seeds(target)` returns a list of bytes."""
import gzip
import io
import itertools
import json
import pathlib
import re
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tests/support"))
import cases  # noqa: E402

UNPACKED = tempfile.TemporaryDirectory()  # with the cases of tests/sites_invalid/ as folders
cases.unpack(pathlib.Path(UNPACKED.name, "tests/sites_invalid"))
BETWEEN = b"\n%%\n"


def paths(pattern):
    """Returns the paths that match a pattern below the root, and below a root with the unpacked cases."""
    return [path for root in (ROOT, pathlib.Path(UNPACKED.name)) for path in sorted(root.glob(pattern))]


def files(*patterns, most=16_000):
    """Returns the bytes of files that match a pattern, and are small enough for many mutations."""
    for pattern in patterns:
        for path in paths(pattern):
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= most:
                yield path.read_bytes()


def markdown():
    return files("content/**/*.md", "tests/sites*/**/*.md", most=10**6)


def head(page):
    end = page.find(b"\n---\n", 3)
    return page[: end + 5] if page.startswith(b"---\n") and end > 0 else b""


def front_matter():
    yield from filter(None, map(head, markdown()))
    yield from files("data/*.yaml", "data/imports/*.yaml", "templates/strings/*.yaml")


def sections():
    for page in markdown():
        yield page[:6000]
        for part in re.split(rb"\n(?=## )", page[len(head(page)) :]):
            yield part[:6000]


def templates():
    base = (ROOT / "templates/base.html").read_bytes()
    for page in files("templates/*.html", "tests/sites*/*/templates/*.html"):
        yield page
        yield BETWEEN.join([page, base[:3000]])
    yield from files("templates/parts/*.html")


def descriptors():
    for path in paths("tests/sites*/*/data/datapackage.json"):
        text, rows = path.read_text(errors="replace"), {"json": b"[]", "csv": b""}
        for kind in rows:
            named = re.search(rf'"path": *"([^"/]+\.{kind})"', text)
            if named and (path.parent / named[1]).is_file():
                text = text.replace(f'"{named[1]}"', f'"rows.{kind}"')
                rows[kind] = (path.parent / named[1]).read_bytes()
        yield BETWEEN.join([text.encode(), rows["json"], rows["csv"]])
    # Forms of the standard that no site uses.
    dialect = {"delimiter": ";", "commentChar": "#", "escapeChar": "\\",
               "doubleQuote": False, "skipInitialSpace": True, "nullSequence": "N"}
    numbers = [{"name": "a", "type": "number", "decimalChar": ",", "groupChar": ".", "bareNumber": False},
               {"name": "b", "type": "date", "format": "%d/%m/%Y"}]
    texts = [{"name": "a", "type": "list", "itemType": "integer", "delimiter": ";"}, {"name": "b", "type": "time", "format": "%H.%M.%S.%f"},
             {"name": "c", "type": "boolean", "trueValues": ["y"], "falseValues": ["n"]}, {"name": "d", "type": "geopoint"}]
    fields = [{"name": "a"}, {"name": "n", "type": "number", "unit": "km"}]
    history = [{"name": "edition"}, *fields, {"name": "as_of"}]
    editions = [{"version": "1", "date": "2024", "source": "card"}, {"version": "2", "date": "2025", "source": "card", "changes_from": "1"},
                {"version": "3", "date": "2026", "source": "card"}]
    for resources, rows, cells in (
            ([{"name": "A b", "path": "rows.csv", "encoding": "latin1", "dialect": dialect, "schema": {
                "missingValues": ["-"], "uniqueKeys": [["a", "b"]], "fieldsMatch": "subset", "fields": numbers}}],
             "[]", 'x\na;b\n1.234,5 €;04/03/2024\n#c\n"2\\"";-\n'),
            ([{"name": "t", "path": ["rows.csv", "rows.csv"], "schema": {"fields": texts}}], "[]",
             'a,b,c,d\n1;2,05.06.07.5,y,"1, 2"\n'),
            ([{"name": "t", "path": "rows.json", "source": "card", "locator": "p. 1", "as_of": "2026", "editions": editions, "history": "h",
               "schema": {"fields": fields, "primaryKey": "a"}},
              {"name": "h", "path": "rows.csv", "locator": "p. 1", "schema": {"fields": history, "primaryKey": ["edition", "a"]}}],
             '[{"a": "x", "n": 1}]', "edition,a,n,as_of\n1,x,1,\n1,y,2,2023\n1,z,3,\n2,x,4,\n2,y,,\n"),
            ([{"name": "t", "path": "rows.json", "dialect": {"property": "r"}, "schema": {"fields": [{"name": "a", "type": "object"}]}},
              {"name": "u", "data": [["a"], [1]], "schema": {"fields": [{"name": "a", "type": "integer"}]}},
              {"name": "v", "path": "rows.json", "format": "ndjson"}, {"data": "a,b\n1,2\n", "name": "w"}], '{"r": [{"a": {}}]}', "")):
        package = {"sources": [{"title": "Lab"}], "licenses": [{"name": "CC0"}], "resources": resources}
        yield BETWEEN.join([json.dumps(package).encode(), rows.encode(), cells.encode()])


def charts():
    """Yields specs of charts with the fields of the target's rows."""
    names = ["name", "price", "size", "day", "town", "year"]

    def renamed(text):
        found = dict.fromkeys(re.findall(r'"?field"?: *"?([A-Za-z_]+)', text))
        for field, name in zip(found, itertools.cycle(names)):
            text = re.sub(rf'("?field"?: *"?){field}\b', rf"\g<1>{name}", text)
        return text

    for page in markdown():
        for fence in re.findall(r"```chart[^\n]*\n(.*?)```", page.decode(errors="replace"), re.DOTALL):
            yield renamed(fence).encode()
    for case in files("tests/unit/chart/oracle/specs/*.json", most=200_000):
        spec = json.loads(case).get("spec")
        if spec:
            yield renamed(json.dumps(spec, indent=1)).encode()


def figures():
    units = ["USD/chip/h", "TFLOP/s", "%", "1", "GB", "min", "EUR"]
    formats = [",.2f", ".3s", "d", "$.2f", ".1%", "", "~g"]
    texts = {"0.989 quadrillion FLOP", "over 2.5 cents an hour", "1,250 basis points", "between 1.2 and 1.4 teraflops",
             "minus 5 degrees Celsius", "twice", "at most US$1.2k per 1,000 tokens", "900 MB–1,100 MB", "−5 × 10^3"}
    for page in markdown():
        texts.update(re.findall(r"\[([^]\n]{1,60})\]\(fig:", page.decode(errors="replace")))
    for i, text in enumerate(sorted(texts)):
        value = (re.findall(r"[0-9][0-9.]*", text.replace(",", "")) or ["2.5"])[0]
        unit = units[i % len(units)]
        yield f"{text}\n{value}\n{unit}\n{formats[i % len(formats)]}\na * {value} {unit} + max(b, 5 %)".encode()


def flows():
    for index in paths("content/*/index.md") + paths("tests/sites*/**/index.md"):
        if b"\nflow:" not in index.read_bytes():
            continue
        steps = [path for path in sorted(index.parent.glob("*.md")) if path != index][:11]
        texts = [head(path.read_bytes()).decode(errors="replace") for path in [index, *steps]]
        for letter, step in zip("abcdefghijk", steps):
            texts = [re.sub(rf"(?<![\w-]){re.escape(step.stem)}(?![\w-])", letter, text) for text in texts]
        yield BETWEEN.join(text.encode() for text in texts)


def published(case):
    """Returns the files of a folder of tests/import/, each with its path."""
    root = ROOT / "tests/import" / case
    paths = [path for path in sorted((root / "upstream").rglob("*")) if path.is_file()]
    packed = [str(path.relative_to(root / "upstream")).encode() + b"\n" + path.read_bytes() for path in paths]
    settings = [path for path in sorted((root / "site/data/imports").glob("*.yaml"))]
    packed += [str(path.relative_to(root / "site")).encode() + b"\n" + path.read_bytes() for path in settings]
    yield BETWEEN.join(packed)
    yield from (BETWEEN.join(packed[i : i + 4]) for i in range(0, len(packed), 4))


def tables():
    """Returns a name and the file, or the files of a workbook between lines "%%", each with its path."""
    for case in sorted((ROOT / "tests/import").glob("table-*/upstream/*")):
        if case.stat().st_size < 8_000:
            yield case.name.encode() + b"\n" + case.read_bytes()
    for page in files("tests/sites*/**/tables.md", "README.md"):
        yield b"a.md\n" + page[:6000]
    head, cells = "<tr><th>a<th colspan=2>b</tr>", "<tr><td>1 ± 0.5<td rowspan=2>3 kWh<td>2026-01-31</tr><tr><td>-<td>b</tr>"
    yield f"a.html\n<h1>T</h1><table><caption>C</caption>{head}{cells}</table><table>{cells}</table>".encode()
    strings = "<sst><si><t>a</t></si><si><r><t>b</t></r><r><t>c</t></r></si></sst>"
    styles = '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00 [$€-407]"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    relations = "".join(f'<Relationship Id="{name}" Type="x/{kind}" Target="{path}"/>' for name, kind, path in (
        ("r1", "worksheet", "s1.xml"), ("r2", "sharedStrings", "t.xml"), ("r3", "styles", "u.xml")))
    sheet = ('<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>n</t></is></c></row>'
             '<row r="2"><c r="A2" s="1"><v>46053</v></c><c r="B2" s="2"><f>1+1</f><v>2</v></c></row>'
             '<row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" t="e"><v>#N/A</v></c></row></sheetData>'
             '<mergeCells><mergeCell ref="A2:A4"/></mergeCells></worksheet>')
    parts = ["a.xlsx", 'xl/workbook.xml\n<workbook><workbookPr date1904="1"/><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
             f"xl/_rels/workbook.xml.rels\n<Relationships>{relations}</Relationships>", f"xl/s1.xml\n{sheet}",
             f"xl/t.xml\n{strings}", f"xl/u.xml\n{styles}"]
    yield BETWEEN.join(part.encode() for part in parts)
    row = ('<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="1.5"><text:p>1,5</text:p>'
           '</table:table-cell><table:table-cell table:number-columns-repeated="3"/><table:covered-table-cell/></table:table-row>')
    yield BETWEEN.join([b"a.ods", f"content.xml\n<office:spreadsheet><table:table table:name=\"S\">{row}</table:table></office:spreadsheet>".encode()])


def sources():
    for kind in ("json", "yaml", "bib"):
        for file in files(f"data/sources/*.{kind}", f"tests/sites*/**/sources/*.{kind}", most=6_000):
            yield f"a.{kind}\n".encode() + file
    yield b"""a.bib
@string{j = "Journal of " # {X}}
@article{a_1, author = {van {der} Berg, Jr., J\\'er\\^ome and {An Institute}}, title = {On {\\'E}l\\`eves of $H_2O$ \\emph{x}}, journal = j,
  year = 2020, month = feb # "~" # 3, pages = {1--20}, doi = {10.1000/x}, crossref = {b}, note = "a \\url{http://x.y}"}
@proceedings(b, title = {T}, date = {2001-02-03/2001-02-05}, eprint = {2001.1}, eprinttype = {arxiv})
@comment{x} @preamble{"y"} % z
@xdata{c, publisher = {P}, location = {L and M}}"""
    yield b"a.yaml\nreferences:\n- id: a\n  type: book\n  issued: 1998~/2004\n  author: [{literal: X}, {family: Y, given: Z, non-dropping-particle: de}]\n"


def archives():
    """Returns a name and a compressed file: of the workbooks of the target `tables`, and of a CSV file."""
    csv = b"a,b\n1,2\n"
    yield b"a.csv.gz\n" + gzip.compress(csv, mtime=0)
    for table in [*tables(), b"a.zip\n%%\na.csv\n" + csv]:
        name, _, content = table.partition(b"\n")
        if not name.endswith((b".xlsx", b".ods", b".zip")):
            continue
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for part in filter(None, content.removeprefix(b"%%\n").split(BETWEEN)):
                path, _, text = part.partition(b"\n")
                archive.writestr(zipfile.ZipInfo(path.decode()), text)
        yield name + b"\n" + packed.getvalue()


def settings():
    """Returns the path that says what a file is, and the file."""
    for path, patterns in (("data/site.json", ["data/site.json", "tests/sites*/*/data/site.json"]),
                           ("data/units.json", ["data/units.json", "tests/sites*/*/data/units.json"]),
                           ("data/imports/table.yaml", ["data/imports/*.yaml", "tests/import/*/site/data/imports/*.yaml"]),
                           ("templates/strings/en.yaml", ["templates/strings/*.yaml"])):
        for file in files(*patterns):
            yield path.encode() + b"\n" + file


SEEDS = {
    "archive": archives,
    "settings": settings,
    "picture": lambda: files("**/content/**/*.svg", "tests/**/*.svg", "tests/**/*.png", "tests/**/*.jpg", "tests/**/*.gif", "tests/**/*.webp", most=6_000),
    "tables": tables,
    "sources": sources,
    "json": lambda: files("data/*.json", "tests/sites*/**/*.json"),
    "csv": lambda: files("data/*.csv", "tests/sites*/**/*.csv", "tests/import/**/*.csv"),
    "front_matter": front_matter,
    "markdown": sections,
    "template": templates,
    "descriptor": descriptors,
    "chart": charts,
    "figure": figures,
    "losses": lambda: (bytes(step * n % 256 for n in range(400)) for step in (1, 3, 7, 11, 101)),
    "flow": flows,
    "addresses": lambda: files("data/permalinks.txt", "data/redirects.csv", "tests/sites*/**/permalinks.txt",
                               "tests/sites*/**/redirects.csv", most=10**6),
    "search": lambda: files("tests/unit/chart/golden/*.svg", "templates/**/*.html"),
    "import-training": lambda: itertools.chain(published("training-tree"), published("training-summary")),
    "import-inference": lambda: published("inference"),
    "import-skypilot": lambda: published("skypilot"),
    "import-gcp": lambda: published("gcp"),
    "import-table": lambda: itertools.chain(published("table-tsv"), published("table-json"), published("handbook")),
}


def seeds(target):
    return list(SEEDS[target]()) if target in SEEDS else []
