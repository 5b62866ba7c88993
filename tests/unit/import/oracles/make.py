#!/usr/bin/env python3
"""Makes the files of this folder, and beside each one what another program shows in its cells (FILE.csv).

Workbooks are compared with LibreOffice (soffice --convert-to csv, cells as shown), web pages with Chromium (innerText
of cells, placed by the boxes on the screen), Markdown with Chromium after npm's `marked` made HTML of it.
tests/unit/import/oracle_test.cc compares them with what the program reads, and needs none of these.

usage: make.py            rewrites all files; needs soffice, chromium-headless-shell and npx
       make.py FILE…      writes FILE.csv beside other workbooks and pages, to compare these:
                          SOURCEBOOK_ORACLES=FOLDER build/release/test_import
"""
import csv, html, io, json, pathlib, subprocess, sys, tempfile, zipfile

HERE = pathlib.Path(__file__).resolve().parent
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false"
STAMP = (2026, 1, 1, 0, 0, 0)

# name: (number format, stored values). Each becomes an XLSX file, and those with dates or times also an ODS file that
# LibreOffice writes.
FORMATS = {
    "general": ("General", ["1960.0", "29.299999999999955", "0.1", "-12", "1234567.25", "0"]),
    "integer": ("0", ["1", "20", "-3"]),
    "decimals": ("0.00", ["1.5", "2.25", "-0.75", "1000.5"]),
    "groups": ("#,##0", ["1234", "1234567", "12"]),
    "group-decimals": ("#,##0.00", ["1234.5", "-1234567.25", "0"]),
    "percent": ("0%", ["0.5", "1", "0.07"]),
    "percent-decimals": ("0.00%", ["0.1234", "0.005", "-0.25"]),
    "scientific": ("0.00E+00", ["12345", "0.00012", "-1"]),
    "euro": ('#,##0.00 "€"', ["1234.5", "7"]),
    "dollar": ('"$"#,##0.00', ["1234.5", "7.25"]),
    "kilowatt-hours": ('0.0" kWh"', ["1.5", "20"]),
    "negative-brackets": ("#,##0_);(#,##0)", ["5", "-1234"]),
    "negative-red": ("0.0;[Red]-0.0", ["1.5", "-2.5"]),
    "year": ("0", ["1999", "2024.0"]),
    "date": ("yyyy\\-mm\\-dd", ["61", "36526", "46053"]),
    "date-time": ("yyyy\\-mm\\-dd\\ hh:mm:ss", ["46053.5", "36526.25"]),
    "date-slashes": ("d/m/yyyy", ["46050", "36526"]),
    "date-year": ("yyyy", ["46050", "22000"]),
    "date-month": ("yyyy\\-mm", ["46050", "22000"]),
    "date-points": ("dd.mm.yyyy", ["46050", "40000"]),
    "date-us": ("m/d/yyyy", ["46050", "40000"]),
    "time": ("hh:mm:ss", ["0.5", "0.0625", "0.999988425925926"]),
    "time-short": ("hh:mm", ["0.5", "0.0625"]),
    "hours": ("[h]:mm:ss", ["1.0625", "0.5", "2.5", "0.000011574074074074"]),
    "hours-minutes": ("[h]:mm", ["1.0625", "0.0555555555555556", "10"]),
    "hours-padded": ("[hh]:mm:ss", ["0.25", "4.125"]),
    "hours-capitals": ("[HH]:MM:SS", ["1.0625", "0.25"]),
    "minutes-seconds": ("[mm]:ss", ["0.0625", "0.00868055555555556"]),
    "seconds": ("[s]", ["0.5", "1.5", "0.25"]),
    "seconds-padded": ("[ss]", ["0.0001", "1.0625"]),
    "hours-negative": ("[h]:mm:ss", ["0.5", "-1.0625"]),
    "colour-condition": ("[Blue]0.0", ["1.5", "2"]),
    "hidden-zeros": ("0;\\-0;;@", ["5", "-3", "0", "1.25"]),
    "hidden-negative": ("0.0;;0.0", ["5", "-3", "0"]),
    "hidden-all": (";;;", ["5", "-3", "0"]),
    "text-format": ("@", ["12", "0.5"]),
    "zeros": ("00000", ["1067", "80331", "-5"]),
    "zeros-dash": ("00000\\-0000", ["10671234", "803312222"]),
    "zeros-negative": ("000;\\-000", ["7", "-7", "1234"]),
    "date-midnight": ("yyyy\\-mm\\-dd\\ hh:mm", ["46053.5", "36526"]),
}

# name: XML of the texts in cells
TEXTS = {
    "entities": ["R&amp;D", "a &lt; b", "&#233;t&#xe9;", "&quot;q&quot;", "x&apos;y"],
    "cdata": ["<![CDATA[R&D <x>]]>", "<![CDATA[a]]>b", "<![CDATA[&amp;]]>"],
    "escapes": ["line_x000A_break", "_x000D_b", "_x005F_x0041_", "_x00G1_", "a_x1"],
    "spaces": ["  a  ", "b  c", "d"],
    "unicode": ["Größe", "日本語", "Ω ± µ", "e\u0301"],
    "number-like": ["007", "1,234", "1e5", "+5", "-"],
    "quotes": ["a,b", 'say "x"', "semi;colon"],
}

# name: (cells as XML, merged ranges)
SHEETS = {
    "merged-rows": ([["a", "b"], ["x", "1"], [None, "2"]], ["A2:A3"]),
    "merged-columns": ([["a", "b", "c"], ["x", "1", "2"], ["y", "3", "4"]], []),
    "gaps": ([["a", "b", "c"], ["x", None, "2"], [None, "3", None]], []),
    "booleans": ([["a", "b"], ["x", True], ["y", False]], []),
}

PAGES = {
    "plain": "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
    "sections": "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    "foot-first": "<table><thead><tr><th>a<th>b<tfoot><tr><td>all<td>9<tbody><tr><td>x<td>1</table>",
    "hidden-style": "<table><tr><th>a<th>b<tr><td><span style='display:none'>1</span>42<td>x</table>",
    "hidden-attribute": "<table><tr><th>a<th>b<tr><td>10<span hidden>9</span><td>x</table>",
    "hidden-visibility": "<table><tr><th>a<th>b<tr><td>10<span style='visibility:hidden'>9</span><td>x</table>",
    "hidden-class": "<style>.x, i {display: none}</style><table><tr><th>a<th>b<tr><td><span class='y x'>1</span>42<td><i>3</i>x</table>",
    "hidden-id": "<style>#k {visibility: hidden} @media print {b {display: none}}</style><table><tr><th>a<th>b<tr><td><span id=k>1</span>42<td><b>3</b>x</table>",
    "hidden-escape": "<style>.sm\\:n {display: none}</style><table><tr><th>a<th>b<tr><td><span class='sm:n'>1</span>42<td>x</table>",
    "hidden-row": "<table><tr><th>a<th>b<tr hidden><td>0<td>0<tr><td>1<td>2</table>",
    "hidden-cell": "<table><tr><th>a<th>b<tr><td hidden>0<td>1<td>2</table>",
    "template": "<table><tr><th>a<th>b<tr><td>2<template>9</template>00<td>3<noscript>7</noscript>00</table>",
    "script": "<table><tr><th>a<th>b<tr><td>2<script>var x = 9</script>0<td>3<style>p {}</style>1</table>",
    "entities": "<table><tr><th>Caf&eacute;<th>&euro;<tr><td>Stra&szlig;e &amp; Co<td>&minus;5<tr><td>&Aring;re<td>&le;3</table>",
    "numeric-entities": "<table><tr><th>a<th>b<tr><td>&#8364;5<td>&#x2264;&#128;</table>",
    "entity-bare": "<table><tr><th>a<th>b<tr><td>AT&T &copy 5<td>&notit; &ampx</table>",
    "rowspan": "<table><tr><th>a<th>b<tr><td rowspan=2>x<td>1<tr><td>2<tr><td>y<td>3</table>",
    "rowspan-zero": "<table><tr><th>a<th>b<tbody><tr><td rowspan=0>x<td>1<tr><td>2<tbody><tr><td>y<td>3</table>",
    "rowspan-beyond": "<table><tr><th>a<th>b<tbody><tr><td rowspan=9>x<td>1<tr><td>2</table>",
    "colspan": "<table><tr><th>a<th>b<th>c<tr><td colspan=2>x<td>1<tr><td>y<td>2<td>3</table>",
    "both-spans": "<table><tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>x<td>1<tr><td>2<tr><td>y<td>3<td>4</table>",
    "breaks": "<table><tr><th>a<th>b<tr><td>x<br>y<td><p>p</p><p>q</p><tr><td>u<wbr>v<td>s<div>t</div></table>",
    "inline": "<table><tr><th>a<th>b<tr><td><b>1</b><i>2</i>3<td><a href=x>l</a> <code>c</code></table>",
    "unclosed": "<table><tr><td>a<td>b<tr><td>1<td>2<tr><td>3<td>4",
    "misplaced": "<table><tr><td>a<td>b</td>stray</tr><tr><td>1<td>2</table>",
    "comments": "<table><tr><th>a<th>b<tr><td>1<!-- 9 -->2<td>3<!---->4</table>",
    "spaces": "<table><tr><th>a<th>b<tr><td>  1\n 2  <td>3&nbsp;4</table>",
    "details": "<table><tr><th>a<th>b<tr><td>1<select><option>9</select><td>2<input value=9></table>",
}

MARKDOWN = {
    "code": "| a | b |\n|---|---|\n| `__init__` | `a**b` |\n| `` a`b `` | `a \\| b` |\n",
    "underscores": "| a | b |\n|---|---|\n| my__private__name | snake_case_name |\n| _it_ | __bold__ |\n",
    "asterisks": "| a | b |\n|---|---|\n| 2 * 3 * 4 | **b** |\n| *i* | a*b*c |\n",
    "links": "| a | b |\n|---|---|\n| [x](y) | [z][1] |\n| <https://example.org/a_b> | ![alt](i.png)t |\n\n[1]: /u\n",
    "entities": "| a | b |\n|---|---|\n| Caf&eacute; | &euro;5 |\n| \\*x\\* | a&amp;b |\n",
    "html": "| a | b |\n|---|---|\n| x<br>y | <b>1</b>2 |\n| <span hidden>9</span>8 | 7 |\n",
    "no-edges": "a | b\n--- | ---\n1 | 2\n3 | 4\n",
    "short-rows": "| a | b | c |\n|---|---|---|\n| 1 |\n| 2 | 3 | 4 |\n",
    "alignment": "| a | b |\n|:--|--:|\n| -5 | +6 |\n| - 5 | 1. x |\n",
    "tilde": "| a | b |\n|---|---|\n| ~5 | 10 ~ 20 |\n",
    "backslashes": "| a | b |\n|---|---|\n| C:\\dir | a\\|b |\n",
    "nested": "| a | b |\n|---|---|\n| **`x_y`** | [*i* `c`](u) |\n",
}

SCRIPT = """<script>
function shown(table) {
  const cells = [...table.querySelectorAll("td, th")].filter(c => c.closest("table") === table && c.getClientRects().length);
  const boxes = cells.map(c => c.getBoundingClientRect());
  const edges = side => [...new Set(boxes.map(b => Math.round(b[side])))].sort((a, b) => a - b);
  const xs = edges("left"), ys = edges("top");
  const rows = ys.map(() => xs.map(() => ""));
  cells.forEach((c, i) => ys.forEach((y, r) => xs.forEach((x, k) => {
    if (y >= Math.round(boxes[i].top) && y < Math.round(boxes[i].bottom) &&
        x >= Math.round(boxes[i].left) && x < Math.round(boxes[i].right)) rows[r][k] = c.innerText;
  })));
  return rows;
}
const result = document.createElement("pre");
result.id = "shown";
result.textContent = JSON.stringify(shown(document.querySelector("table")));
document.body.append(result);
</script><style>td, th {min-width: 3em; height: 2em}</style>"""


def package(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, STAMP), text)
    return out.getvalue()


def workbook(rows, number_format="General", merged=()):
    xml = ""
    for r, row in enumerate(rows, 1):
        xml += f'<row r="{r}">'
        for c, cell in enumerate(row):
            place = f'r="{chr(65 + c)}{r}"'
            if isinstance(cell, bool):
                xml += f'<c {place} t="b"><v>{int(cell)}</v></c>'
            elif isinstance(cell, tuple):
                xml += f'<c {place} s="1"><v>{cell[0]}</v></c>'
            elif cell is not None:
                xml += f'<c {place} t="inlineStr"><is><t xml:space="preserve">{cell}</t></is></c>'
        xml += "</row>"
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    code = html.escape(number_format)
    merges = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    merges = f"<mergeCells>{merges}</mergeCells>" if merges else ""
    relation = "http://schemas.openxmlformats.org/package/2006/relationships"
    return package({
        "[Content_Types].xml": f'{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{types}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{types}.worksheet+xml"/>'
            f'<Override PartName="/xl/styles.xml" ContentType="{types}.styles+xml"/></Types>',
        "_rels/.rels": f'{head}<Relationships xmlns="{relation}"><Relationship Id="r" '
            f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{head}<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
            '<sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{head}<Relationships xmlns="{relation}">'
            f'<Relationship Id="s" Type="{office}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="t" Type="{office}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'{head}<styleSheet xmlns="{main}"><numFmts count="1"><numFmt numFmtId="170" formatCode="{code}"/>'
            '</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>'
            '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="170" applyNumberFormat="1"/>'
            "</cellXfs></styleSheet>",
        "xl/worksheets/sheet1.xml": f'{head}<worksheet xmlns="{main}"><sheetData>{xml}</sheetData>{merges}</worksheet>'})


def convert(target, files, folder):
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(["soffice", f"-env:UserInstallation=file://{profile}", "--headless", "--convert-to", target,
                        "--outdir", str(folder), *map(str, files)], check=True, capture_output=True)


def write_csv(path, rows):
    with open(path, "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows([" ".join(cell.split()) for cell in row] for row in rows)


def compare_workbooks(files):
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".xlsx", ".ods"):
            some = [file for file in files if file.suffix == suffix]
            if some:
                convert(CSV, some, folder)
            for file in some:
                made = pathlib.Path(folder) / (file.stem + ".csv")
                if made.exists():
                    write_csv(f"{file}.csv", csv.reader(open(made, newline="", encoding="utf-8")))
                    made.unlink()


def compare_page(file, text):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        page.write_text("<!doctype html><meta charset=utf-8>" + text + SCRIPT)
        dom = subprocess.run(["chromium-headless-shell", "--headless", "--no-sandbox", "--disable-quic",
                              "--no-first-run", "--disable-background-networking", "--disable-component-update",
                              "--disable-sync", f"--user-data-dir={folder}/profile", "--dump-dom", f"file://{page}"],
                             check=True, capture_output=True, text=True).stdout
    shown = dom[dom.rindex('<pre id="shown">') + len('<pre id="shown">'):dom.rindex("</pre>")]
    write_csv(f"{file}.csv", json.loads(html.unescape(shown)))


def main():
    given = [pathlib.Path(each).resolve() for each in sys.argv[1:]]
    if given:
        compare_workbooks(given)
        for file in given:
            if file.suffix == ".html":
                compare_page(file, file.read_text())
        return
    for old in HERE.glob("*.*"):
        if old.suffix != ".py":
            old.unlink()
    books = {name: workbook([["name", "value"]] + [[chr(97 + i), (value,)] for i, value in enumerate(values)], code)
             for name, (code, values) in FORMATS.items()}
    books |= {f"text-{name}": workbook([["name", "value"]] + [[chr(97 + i), each] for i, each in enumerate(texts)])
              for name, texts in TEXTS.items()}
    books |= {f"sheet-{name}": workbook(rows, merged=merged) for name, (rows, merged) in SHEETS.items()}
    for name, content in books.items():
        (HERE / f"{name}.xlsx").write_bytes(content)
    as_ods = ("date", "time", "zeros", "hours", "minutes", "seconds", "percent", "hidden", "sheet")
    convert("ods", [path for path in sorted(HERE.glob("*.xlsx")) if path.name.startswith(as_ods)], HERE)
    for path in HERE.glob("*.ods"):  # only what is read: without thumbnails, settings and dates
        with zipfile.ZipFile(path) as archive:
            parts = {name: archive.read(name) for name in ("mimetype", "content.xml", "styles.xml", "META-INF/manifest.xml")}
        path.write_bytes(package(parts))
    compare_workbooks(sorted(HERE.glob("*.xlsx")) + sorted(HERE.glob("*.ods")))
    for name, text in PAGES.items():
        (HERE / f"{name}.html").write_text(text)
        compare_page(HERE / f"{name}.html", text)
    for name, text in MARKDOWN.items():
        file = HERE / f"{name}.md"
        file.write_text(text)
        compare_page(file, subprocess.run(["npx", "--yes", "marked@15", "--gfm"], input=text, check=True,
                                          capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
