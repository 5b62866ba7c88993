// Tests tables in the formats in which people publish them: workbooks, web pages, Markdown, JSON, compressed files.
#include "import/sheet.h"

#include <zlib.h>

#include "base/text.h"
#include "imported.h"
#include "unit/import/zip.h"

namespace {

using import_test::Read;
using import_test::read;

// Makes a workbook with sheets of this XML. Style 1 is a date, 2 a percentage, 3 euros, 4 kWh, 5 a date and time.
std::string xlsx(const Files& sheets, const std::string& strings = "", const std::string& fonts = "",
                 const std::string& more_cells = "") {
  Files files;
  std::string workbook = "<workbook xmlns:r=\"x\"><sheets>", relations = "<Relationships>";
  for (const auto& [name, xml] : sheets) {
    const std::string number = std::to_string(files.size() + 1);
    files.emplace_back("xl/worksheets/sheet" + number + ".xml",
                       "<?xml version=\"1.0\"?><worksheet>" + xml + "</worksheet>");
    workbook += "<sheet name=\"" + name + "\" r:id=\"rId" + number + "\"" +
                (name.starts_with("Hidden") ? " state=\"hidden\"" : "") + "/>";
    relations += "<Relationship Id=\"rId" + number + "\" Type=\"http://x/worksheet\" Target=\"worksheets/sheet" +
                 number + ".xml\"/>";
  }
  files.emplace_back("xl/workbook.xml", workbook + "</sheets></workbook>");
  for (const char* part : {"sharedStrings", "styles"})
    relations +=
        std::string("<Relationship Id=\"") + part + "\" Type=\"http://x/" + part + "\" Target=\"" + part + ".xml\"/>";
  files.emplace_back("xl/_rels/workbook.xml.rels", relations + "</Relationships>");
  files.emplace_back("xl/sharedStrings.xml", "<sst>" + strings + "</sst>");
  files.emplace_back("xl/styles.xml",
                     "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"#,##0.00\\ [$€-407]\"/>"
                     "<numFmt numFmtId=\"165\" formatCode=\"0.0&quot; kWh&quot;\"/></numFmts>" +
                         fonts +
                         "<cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs>"
                         "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"10\"/><xf numFmtId=\"164\"/>"
                         "<xf numFmtId=\"165\"/><xf numFmtId=\"22\"/>" +
                         more_cells + "</cellXfs></styleSheet>");
  return zip(files);
}

std::string text_cell(const std::string& place, const std::string& text) {
  return "<c r=\"" + place + "\" t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
}

TEST_CASE("a workbook's dates, percentages, currencies, units and formulas are read as a spreadsheet shows them") {
  const std::string rows = "<sheetData><row r=\"1\">" + text_cell("A1", "name") + text_cell("B1", "day") +
                           text_cell("C1", "share") + text_cell("D1", "price") + text_cell("E1", "use") +
                           text_cell("F1", "on") + text_cell("G1", "at") +
                           "</row><row r=\"3\"><c r=\"A3\" t=\"s\"><v>0</v></c><c r=\"B3\" s=\"1\"><v>46053</v></c>"
                           "<c r=\"C3\" s=\"2\"><v>0.125</v></c><c r=\"D3\" s=\"3\"><f>1+1</f><v>1234.5</v></c>"
                           "<c r=\"E3\" s=\"4\"><v>0.30000000000000004</v></c><c r=\"F3\" t=\"b\"><v>1</v></c>"
                           "<c r=\"G3\" s=\"5\"><v>46053.5</v></c></row></sheetData>";
  const Read done = read("a.xlsx", xlsx({{"Prices", rows}}, "<si><r><t>Ash &amp; </t></r><r><t>elm</t></r></si>"));
  CHECK(done.csv() ==
        "name|day|share|price|use|on|at\n"
        "Ash & elm|2026-01-31|12.5%|1234.5 €|0.3 kWh|true|2026-01-31T12:00:00");
  CHECK(done.noted("the stored results of 1 formula were used"));
  CHECK(done.sheet->lines == std::vector<size_t>{3});
  const std::string none =
      "<sheetData><row><c><v>1</v></c><c><v>1</v></c></row><row><c><f>1</f></c><c><v>2</v></c></row></sheetData>";
  CHECK(has(said(read("a.xlsx", xlsx({{"A", none}})).diagnostics), "1 formula without a stored result"));
}

// Makes a workbook with a name and values of this number format in each row.
std::string formatted(const std::string& format, const std::vector<std::string>& values,
                      const std::string& head = "n") {
  std::string rows = "<sheetData><row>" + text_cell("A1", "id") + text_cell("B1", head) + "</row>";
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string line = std::to_string(i + 2);
    rows += "<row>" + text_cell("A" + line, "x") + "<c r=\"B" + line + "\" s=\"1\"><v>" + values[i] + "</v></c></row>";
  }
  return zip({{"xl/workbook.xml", "<workbook><sheets><sheet name=\"A\" r:id=\"r\"/></sheets></workbook>"},
              {"xl/_rels/workbook.xml.rels",
               "<Relationships><Relationship Id=\"r\" Type=\"/worksheet\" Target=\"s.xml\"/>"
               "<Relationship Id=\"t\" Type=\"/styles\" Target=\"t.xml\"/></Relationships>"},
              {"xl/s.xml", "<worksheet>" + rows + "</sheetData></worksheet>"},
              {"xl/t.xml", "<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"" + format +
                               "\"/></numFmts><cellXfs><xf/><xf numFmtId=\"170\"/></cellXfs></styleSheet>"}});
}

TEST_CASE("durations of a workbook have a unit, whatever their format and their length") {
  const auto values = [](const std::string& format, const std::vector<std::string>& stored) {
    std::string out;
    const Read done = read("a.xlsx", formatted(format, stored));
    REQUIRE_MESSAGE(done.sheet, said(done.diagnostics));
    for (std::string_view cell : done.sheet->columns[1].cells) out += std::string(cell) + "|";
    return out;
  };
  CHECK(values("[s]", {"0.5", "1.5"}) == "43200 s|129600 s|");
  CHECK(values("[ss].000", {"1.1574074074074074e-5"}) == "1 s|");
  CHECK(values("[h]", {"1.0625", "2.5"}) == "25.5 h|60 h|");
  CHECK(values("[hh]:mm", {"1.0625", "0.5"}) == "25.5 h|12 h|");
  CHECK(values("[H]:MM:SS;@", {"1.0625"}) == "25.5 h|");
  CHECK(values("[h]:mm", {"0.0555555555555556", "2"}) == "80 min|2880 min|");
  CHECK(values("[h]:mm:ss", {"0.0000115740740740741", "1"}) == "1 s|86400 s|");
  CHECK(values("[mm]:ss", {"0.0625", "0.00868055555555556"}) == "90 min|12.5 min|");
  CHECK(values("[m]", {"-0.0625"}) == "-90 min|");
  CHECK(values("[Red]0.0", {"1.5"}) == "1.5|");
  // A time of day is not a duration; one that has a date is read as shown, which is reported.
  CHECK(values("h:mm", {"0.0625"}) == "01:30:00|");
  CHECK(values("h:mm AM/PM", {"0.75"}) == "18:00:00|");
  CHECK(values("mm:ss.0", {"0.0000173611111111111"}) == "00:00:01.500|");
  const Read hidden = read("a.xlsx", formatted("h:mm", {"1.0625", "0.25"}));
  CHECK(hidden.csv() == "id|n\nx|01:30:00\nx|06:00:00");
  CHECK(hidden.noted("1 cell of a time also has a date, or more than 24 hours"));
}

TEST_CASE("numbers of a workbook have the digits that a spreadsheet shows") {
  CHECK(read("a.xlsx", formatted("General", {"1960.0", "29.299999999999955", "1.50", "-0.0", "1.0E3"})).csv() ==
        "id|n\nx|1960\nx|29.3\nx|1.50\nx|0\nx|1.0E3");
  CHECK(
      read("a.xlsx", formatted("General", {"1234567890123456", "1234567890123457", "-12345678901234567890.0"})).csv() ==
      "id|n\nx|1234567890123456\nx|1234567890123457\nx|-12345678901234567890");
  CHECK(read("a.xlsx", formatted("00000", {"1067", "-5", "1234567", "1.5"})).csv() ==
        "id|n\nx|01067\nx|-00005\nx|1234567\nx|1.5");
  CHECK(read("a.xlsx", formatted("00000-0000", {"10671234"})).csv() == "id|n\nx|01067-1234");
  CHECK(read("a.xlsx", formatted("#,##0.00", {"7"})).csv() == "id|n\nx|7");
  CHECK(read("a.xlsx", formatted("# ?/?", {"0.5"})).csv() == "id|n\nx|0.5");
  CHECK(read("a.xlsx", formatted("0.00E+00", {"12345"})).csv() == "id|n\nx|12345");
  CHECK(read("a.xlsx", formatted("#,##0,", {"1234567", "0"})).csv() == "id|n\nx|1234.567\nx|0");
  CHECK(read("a.xlsx", formatted("0.0,,&quot;M&quot;", {"1200000"})).csv() == "id|n\nx|1.2M");
  CHECK(read("a.xlsx", formatted("#,##0,.0", {"-1234567"})).csv() == "id|n\nx|-1234.567");
  CHECK(read("a.xlsx", formatted("# ?/?&quot; in&quot;", {"5.5"})).csv() == "id|n\nx|5.5 in");
}

TEST_CASE("a number of an OpenDocument spreadsheet has the texts and the scale that its cell shows") {
  const auto cell = [](const std::string& stored, const std::string& shown, const std::string& type = "float",
                       const std::string& format = "") {
    const auto part = [](const std::string& attributes, const std::string& text) {
      return "<table:table-cell" + attributes + "><text:p>" + text + "</text:p></table:table-cell>";
    };
    const Read done = read(
        "a.ods", zip({{"mimetype", "x"},
                      {"content.xml",
                       format + "<style:style style:name=\"c\" style:data-style-name=\"N\"/><table:table>" +
                           "<table:table-row>" + part("", "id") + part("", "n") +
                           "</table:table-row><table:table-row table:default-cell-style-name=\"c\">" + part("", "x") +
                           part(" office:value-type=\"" + type + "\" office:value=\"" + stored + "\"", shown) +
                           "</table:table-row></table:table>"}}));
    return done.csv().substr(std::string("id|n\nx|").size());
  };
  const auto divided = [&](const std::string& stored, const std::string& shown, const std::string& type = "float") {
    return cell(stored, shown, type,
                "<number:number-style style:name=\"N\"><number:number number:display-factor=\"1000\"/>"
                "</number:number-style>");
  };
  CHECK(cell("5.25", "5,3 m") == "5.25 m");
  CHECK(divided("5000", "5.0k") == "5k");
  CHECK(cell("5", "5.0 bn") == "5 bn");
  CHECK(cell("5", "5 ±0.5") == "5 ±0.5");
  CHECK(cell("-5.5", "−5,5°C") == "-5.5°C");
  CHECK(cell("5", "5‰") == "5‰");
  CHECK(cell("-5", " $ (5.00)") == "$ -5");
  CHECK(cell("5", "5 m2") == "5 m2");
  CHECK(cell("5", "CO2 5") == "CO2 5");
  CHECK(divided("1234567", "1,235") == "1234.567");
  CHECK(divided("1234567", "1.235") == "1234.567");
  CHECK(cell("1234567.89", "1.234.567,9") == "1234567.89");
  CHECK(cell("1234567", "1 234 567") == "1234567");
  CHECK(cell("1234567890123456", "1.23E+15") == "1234567890123456");
  CHECK(cell("0.5", "1/2") == "0.5");
  CHECK(cell("1.5", "1 1/2 in") == "1.5 in");
  CHECK(cell("-2.25", "R +2.25") == "R +2.25");
  CHECK(cell("2.25", "+2.25") == "2.25");
  CHECK(divided("-2.5", "0.0 k") == "-0.0025 k");
  CHECK(divided("0.04", "0.0 k") == "0.00004 k");  // rounded, it is the same undivided
  CHECK(cell("5000", "5.0k") == "5.0k");           // nothing divides it, so this is another number
  CHECK(cell("5", "12 of 34") == "12 of 34");      // another number
  CHECK(cell("2.5", "2.50 €/h", "currency\" office:currency=\"EUR") == "2.5 €/h");
  CHECK(divided("2500", "2.5 k€", "currency\" office:currency=\"EUR") == "2.5 k€");
  CHECK(cell("2.5", "2,50 kr", "currency\" office:currency=\"SEK") == "2.5 SEK");
  const std::string by_size =
      "<number:number-style style:name=\"P\"><number:number number:display-factor=\"1000\"/><number:text>k"
      "</number:text></number:number-style><number:number-style style:name=\"N\"><number:number/><style:map "
      "style:condition=\"value()&gt;=100\" style:apply-style-name=\"P\"/></number:number-style>";
  CHECK(cell("5000", "5.0k", "float", by_size) == "5k");
  CHECK(cell("50", "50.0", "float", by_size) == "50");
  CHECK(cell("0.4", "0", "float", by_size) == "0");  // of 0.4 or of 0.0004: as shown
}

TEST_CASE("struck-out text of a workbook is left out, and reported") {
  const std::string rich = "<si><r><rPr><strike/></rPr><t>100</t></r><r><t> 90</t></r></si>";
  const Read done = read("a.xlsx", xlsx({{"A", "<sheetData><row>" + text_cell("A1", "a") + text_cell("B1", "b") +
                                                   "</row><row><c r=\"A2\" t=\"inlineStr\"><is><r><rPr><strike "
                                                   "val=\"0\"/></rPr><t>x</t></r></is></c><c r=\"B2\" t=\"s\"><v>0</v>"
                                                   "</c></row></sheetData>"}},
                                        rich));
  CHECK(done.csv() == "a|b\nx|90");
  CHECK(done.noted("struck-out text was left out of 1 cell"));
  const auto struck_style = [&](const std::string& cells) {
    return read("a.xlsx",
                xlsx({{"A", "<sheetData><row>" + text_cell("A1", "a") + text_cell("B1", "b") + text_cell("C1", "c") +
                                "</row><row>" + text_cell("A2", "x") + cells + "</row></sheetData>"}},
                     rich, "<fonts><font/><font><strike/></font></fonts>", "<xf numFmtId=\"0\" fontId=\"1\"/>"));
  };
  const Read font = struck_style("<c r=\"B2\" s=\"6\"><v>5</v></c><c r=\"C2\" s=\"0\"><v>6</v></c>");
  CHECK(font.csv() == "a|b|c\nx||6");
  CHECK(font.noted("struck-out text was left out of 1 cell"));
  CHECK(struck_style("<c r=\"B2\" s=\"6\" t=\"s\"><v>0</v></c><c r=\"C2\"><v>6</v></c>").csv() == "a|b|c\nx|90|6");
  const std::string low = "<si><r><t>1</t></r><r><rPr><vertAlign val=\"subscript\"/></rPr><t>2</t></r></si>";
  CHECK(read("a.xlsx", xlsx({{"A", "<sheetData><row>" + text_cell("A1", "a") + text_cell("B1", "b") + "</row><row>" +
                                       text_cell("A2", "x") + "<c r=\"B2\" t=\"s\"><v>0</v></c></row></sheetData>"}},
                            low))
            .csv() == "a|b\nx|1₂");

  const std::string styles =
      "<style:style style:name=\"S\"><style:text-properties style:text-line-through-style=\"solid\"/></style:style>"
      "<style:style style:name=\"N\"><style:text-properties style:text-line-through-style=\"none\"/></style:style>"
      "<style:style style:name=\"U\"><style:text-properties style:text-position=\"sub 58%\"/></style:style>"
      "<style:style style:name=\"P\"><style:text-properties style:text-position=\"33% 58%\"/></style:style>"
      "<style:style style:name=\"O\"><style:text-properties style:text-position=\"0% 100%\"/></style:style>"
      "<style:style style:name=\"C\" style:parent-style-name=\"S\"/>";
  const auto ods = [&](const std::string& attributes, const std::string& shown) {
    return read("a.ods", zip({{"content.xml", styles +
                                                  "<table:table><table:table-row><table:table-cell><text:p>a</text:p>"
                                                  "</table:table-cell><table:table-cell><text:p>b</text:p>"
                                                  "</table:table-cell></table:table-row><table:table-row>"
                                                  "<table:table-cell><text:p>x</text:p></table:table-cell>"
                                                  "<table:table-cell " +
                                                  attributes + "><text:p>" + shown +
                                                  "</text:p></table:table-cell></table:table-row></table:table>"}}));
  };
  CHECK(ods("", "<text:span text:style-name=\"S\">100</text:span> 90").csv() == "a|b\nx|90");
  CHECK(ods("", "1<text:span text:style-name=\"U\">2</text:span>").csv() == "a|b\nx|1₂");
  CHECK(ods("", "10<text:span text:style-name=\"P\">3</text:span>").csv() == "a|b\nx|10³");
  CHECK(ods("", "1<text:span text:style-name=\"O\">3</text:span>").csv() == "a|b\nx|13");
  CHECK(ods("table:style-name=\"C\" office:value-type=\"float\" office:value=\"5\"", "5").csv() == "a|b\nx|");
  CHECK(ods("table:style-name=\"C\" office:value-type=\"float\" office:value=\"5\"", "5").noted("out of 1 cell"));
  CHECK(ods("table:style-name=\"C\"", "<text:span text:style-name=\"N\">90</text:span> 100").csv() == "a|b\nx|90");
}

TEST_CASE("a number that its format hides is read as shown, and reported") {
  const Read zeros = read("a.xlsx", formatted("0;-0;;@", {"5", "-3", "0"}));
  CHECK(zeros.csv() == "id|n\nx|5\nx|-3\nx|");
  CHECK(zeros.noted("1 cell with a number that its format does not show was read as shown, empty"));
  CHECK(read("a.xlsx", formatted(";;;", {"5", "-3", "0", "7"})).csv() == "id|n\nx|\nx|\nx|\nx|");
  const Read sum = read("a.ods", zip({{"mimetype", "x"},
                                      {"content.xml",
                                       "<table:table><table:table-row><table:table-cell><text:p>id</text:p>"
                                       "</table:table-cell><table:table-cell><text:p>n</text:p></table:table-cell>"
                                       "</table:table-row><table:table-row><table:table-cell><text:p>x</text:p>"
                                       "</table:table-cell><table:table-cell table:formula=\"of:=0\" "
                                       "office:value-type=\"float\" office:value=\"0\"><text:p/></table:table-cell>"
                                       "</table:table-row></table:table>"}}));
  CHECK(sum.csv() == "id|n\nx|");
  CHECK(sum.noted("1 cell with a number that its format does not show"));
  CHECK(read("a.xlsx", formatted("0;-0;&quot;-&quot;", {"0"})).csv() == "id|n\nx|0");
  CHECK(read("a.xlsx", formatted("_(* #,##0_);_(* \\(#,##0\\);_(* &quot;-&quot;??_);_(@_)", {"0"})).csv() ==
        "id|n\nx|0");
}

TEST_CASE("a date of a workbook has the parts that its format shows") {
  CHECK(read("a.xlsx", formatted("mmm yy", {"46050"})).csv() == "id|n\nx|2026-01");
  CHECK(read("a.xlsx", formatted("yyyy", {"46050"})).csv() == "id|n\nx|2026");
  CHECK(read("a.xlsx", formatted("d mmm", {"46050"})).noted("the years of 1 date were read"));
  CHECK(!read("a.xlsx", formatted("[h]:mm", {"1.0625"})).noted("the years"));
  // Midnight is a time beside other times; otherwise it is how programs store dates.
  CHECK(read("a.xlsx", formatted("yyyy-mm-dd hh:mm", {"46050", "46050.5"})).csv() ==
        "id|n\nx|2026-01-28T00:00:00\nx|2026-01-28T12:00:00");
  CHECK(read("a.xlsx", formatted("yyyy-mm-dd hh:mm", {"46050", "46051"})).csv() == "id|n\nx|2026-01-28\nx|2026-01-29");
  const std::string styles =
      "<number:date-style style:name=\"N1\"><number:year/></number:date-style>"
      "<number:date-style style:name=\"N2\"><number:month number:textual=\"true\"/><number:year/></number:date-style>"
      "<number:date-style style:name=\"N3\"><number:day/><number:month/></number:date-style>"
      "<style:style style:name=\"c1\" style:data-style-name=\"N1\"/>"
      "<style:style style:name=\"c2\" style:data-style-name=\"N2\"/>"
      "<style:style style:name=\"c3\" style:data-style-name=\"N3\"/>"
      "<style:style style:name=\"c4\" style:parent-style-name=\"c1\"/>";
  std::string cells;
  for (const char* style : {"c1", "c2", "c3", "c4", "none"})
    cells +=
        "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell "
        "table:style-name=\"" +
        std::string(style) +
        "\" office:value-type=\"date\" office:date-value=\"1960-01-31\"><text:p>x</text:p></table:table-cell>"
        "</table:table-row>";
  const Read ods = read("a.ods", zip({{"mimetype", "x"},
                                      {"content.xml", styles +
                                                          "<table:table><table:table-row><table:table-cell>"
                                                          "<text:p>id</text:p></table:table-cell><table:table-cell>"
                                                          "<text:p>n</text:p></table:table-cell></table:table-row>" +
                                                          cells + "</table:table>"}}));
  CHECK(ods.csv() == "id|n\na|1960\na|1960-01\na|1960-01-31\na|1960\na|1960-01-31");
  CHECK(ods.noted("the years of 1 date were read"));
}

TEST_CASE("a number of a workbook has the texts of the section of its format that shows it") {
  const auto values = [](const std::string& format) {
    std::string out;
    const Read done = read("a.xlsx", formatted(format, {"2.25", "-2.25", "0.5", "0"}));
    REQUIRE_MESSAGE(done.sheet, said(done.diagnostics));
    for (std::string_view cell : done.sheet->columns[1].cells) out += std::string(cell) + "|";
    return out;
  };
  CHECK(values("&quot;D +&quot;0.0;[Red]&quot;R +&quot;0.0") == "D +2.25|R +2.25|D +0.5|D +0|");
  CHECK(values("\\+0.0;\\-0.0") == "2.25|-2.25|0.5|0|");
  CHECK(values("0.0_);\\(0.0\\)") == "2.25|-2.25|0.5|0|");
  CHECK(values("[&gt;=1]0.0&quot; kg&quot;;0.0&quot; g&quot;") == "2.25 kg|-2.25 g|0.5 g|0 g|");
  CHECK(values("0.0&quot; kg&quot;;[Red]0.0&quot; kg&quot;") == "2.25 kg|-2.25 kg|0.5 kg|0 kg|");
  CHECK(values("0.0;-0.0;&quot;none&quot;") == "2.25|-2.25|0.5|none|");
  CHECK(values("0.0&quot;;m&quot;;@") == "2.25;m|-2.25;m|0.5;m|0;m|");
}

TEST_CASE("CDATA sections and escapes in a workbook are resolved") {
  const auto text = [](const std::string& xml) {
    return read("a.xlsx", xlsx({{"A", "<sheetData><row>" + text_cell("A1", "a") + text_cell("B1", "b") + "</row><row>" +
                                          text_cell("A2", xml) + "<c r=\"B2\"><v>1</v></c></row></sheetData>"}}))
        .csv();
  };
  CHECK(text("<![CDATA[R&D <x>]]> ok") == "a|b\nR&D <x> ok|1");
  CHECK(text("<![CDATA[]]>x<![CDATA[&lt;]]>") == "a|b\nx&lt;|1");
  CHECK(text("one_x000D__x000a_two") == "a|b\none two|1");
  CHECK(text("_x005F_x0041_ _x0041_ _x00G1_ a_x1") == "a|b\n_x0041_ A _x00G1_ a_x1|1");
}

TEST_CASE("parts of a workbook are found by any prefix and case, and a missing text is an error") {
  const auto book = [](const std::string& strings) {
    return read(
        "a.xlsx",
        zip({{"xl/workbook.xml", "<workbook><sheet name=\"A\" xmlns:q=\"x\" q:id=\"r\"/></workbook>"},
             {"xl/_rels/workbook.xml.rels",
              "<Relationships><Relationship Id=\"r\" Type=\"/worksheet\" Target=\"Sheet.xml\"/>"
              "<Relationship Id=\"t\" Type=\"/sharedStrings\" Target=\"sharedStrings.xml\"/></Relationships>"},
             {"xl/sheet.xml",
              "<sheetData><row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c></row><row><c><v>5</v></c><c><v>6</v>"
              "</c></row></sheetData>"},
             {"xl/SharedStrings.xml", strings}}));
  };
  CHECK(book("<sst><si><t>a</t></si><si><t>b</t></si></sst>").csv() == "a|b\n5|6");
  CHECK(has(said(book("<sst><si><t>a</t></si></sst>").diagnostics), "or it is damaged"));
}

TEST_CASE("durations of an OpenDocument spreadsheet have a unit") {
  const auto cell = [](const std::string& style, const std::string& value, const std::string& shown) {
    return "<table:table-cell" + style + " office:value-type=\"time\" office:time-value=\"" + value + "\"><text:p>" +
           shown + "</text:p></table:table-cell>";
  };
  const std::string styles =
      "<number:time-style style:name=\"N1\" number:truncate-on-overflow=\"false\"><number:hours/></number:time-style>"
      "<number:time-style style:name=\"N2\"><number:hours/></number:time-style>"
      "<style:style style:name=\"c1\" style:data-style-name=\"N1\"/><style:style style:name=\"c2\" "
      "style:data-style-name=\"N2\"/>";
  const std::string content =
      styles +
      "<table:table table:name=\"A\"><table:table-column table:default-cell-style-name=\"c1\"/><table:table-row>"
      "<table:table-cell><text:p>up</text:p></table:table-cell><table:table-cell><text:p>at</text:p></table:table-cell>"
      "</table:table-row><table:table-row table:number-rows-repeated=\"2\">" +
      cell("", "PT25H30M00S", "25:30:00") + cell(" table:style-name=\"c2\"", "PT13H05M00S", "01:05 PM") +
      "</table:table-row></table:table>";
  CHECK(read("a.ods", zip({{"content.xml", content}})).csv() == "up|at\n25.5 h|01:05 PM\n25.5 h|01:05 PM");
}

TEST_CASE("merged cells, headers of two rows, titles and hidden sheets of a workbook are handled") {
  const std::string rows = "<sheetData><row r=\"1\">" + text_cell("A1", "Table 1") + "</row><row r=\"2\">" +
                           text_cell("A2", "Maker") + text_cell("B2", "Name") + text_cell("C2", "Speed (m/s)") +
                           "<c r=\"D2\"/></row><row r=\"3\">" + text_cell("C3", "low") + text_cell("D3", "high") +
                           "</row><row r=\"4\">" + text_cell("A4", "Acme") + text_cell("B4", "a") +
                           "<c r=\"C4\"><v>1</v></c><c r=\"D4\"><v>2</v></c></row><row r=\"5\">" +
                           text_cell("B5", "b") +
                           "<c r=\"C5\"><v>3</v></c><c r=\"D5\"><v>1.234</v></c></row></sheetData>"
                           "<mergeCells><mergeCell ref=\"A1:D1\"/><mergeCell ref=\"A2:A3\"/><mergeCell ref=\"B2:B3\"/>"
                           "<mergeCell ref=\"C2:D2\"/><mergeCell ref=\"A4:A5\"/></mergeCells>";
  const Read done = read("a.xlsx", xlsx({{"Hidden", rows}, {"Speeds", rows}}));
  CHECK(done.csv() == "Maker|Name|Speed low (m/s)|Speed high (m/s)\nAcme|a|1|2\nAcme|b|3|1.234");
  CHECK(done.noted("hidden sheets were not read: \"Hidden\""));
  CHECK(done.sheet->decimal == ".");  // numbers in a workbook are never ambiguous
  const Read two = read("a.xlsx", xlsx({{"A", rows}, {"B", rows}}));
  CHECK(has(said(two.diagnostics), "the file has 2 sheets"));
  CHECK(has(said(two.diagnostics), "1: \"A\" (5 rows), 2: \"B\" (5 rows)"));
  CHECK(read("a.xlsx", xlsx({{"A", rows}, {"B", rows}}), {.table = "B"}).sheet.has_value());
  const std::string names =
      "<sheetData><row>" + text_cell("A1", "Name") + "</row><row>" + text_cell("A2", "a") + "</row></sheetData>";
  CHECK(read("a.xlsx", xlsx({{"A", names}})).csv() == "Name\na");
  CHECK(has(said(read("a.xlsx", xlsx({{"A", "<sheetData/>"}})).diagnostics), "the file has no sheet with rows"));
  CHECK(has(said(read("a.xlsx", xlsx({{"Hidden", rows}})).diagnostics), "the file has no visible sheet with rows"));
  const Read odd = read("a.xlsx", xlsx({{"A", rows}}), {.header = 4});
  CHECK(odd.csv() == "Acme|a|1|2\nAcme|b|3|1.234");
  CHECK(done.assumed("the text of merged cells, such as \"Acme\", was written into each cell of Maker"));
  CHECK(read("a.xlsx", xlsx({{"A", rows}}), {.stated = {"maker"}}).noted("written into each cell of Maker"));
  CHECK(has(said(read("a.xlsx", xlsx({{"A", rows}}), {.header = 9}).diagnostics), "line 9 is not a line of the table"));
}

TEST_CASE("the number of merged cells is assumed to be that of each row, unless that is confirmed") {
  const auto table = [](const import::TableChoice& choice) {
    return read("a.html", "<table><tr><th>City<th>Cost (EUR)<tr><td>a<td rowspan=2>5<tr><td>b<tr><td>c<td>7</table>",
                choice);
  };
  const Read done = table({.stated = {"City", "Cost (EUR)"}});
  CHECK(done.csv() == "City|Cost (EUR)\na|5\nb|5\nc|7");
  CHECK(done.assumed(
      "the number of merged cells, such as \"5\", was written into each cell of Cost (EUR); to confirm it: "
      "--merged cost_eur, or in the settings {field: …, merged: repeat}"));
  for (const char* name : {"cost", "Cost (EUR)", "cost_eur"}) {
    CHECK(table({.merged = {name}}).sheet->assumed.empty());
    CHECK(table({.merged = {name}}).noted("was written into each cell of Cost (EUR)"));
  }
}

TEST_CASE("the header is found below notes, and notes below the table are left out") {
  const Read notes = read("a.csv",
                          "Lots of people,,,\nat,the,,of\nor,it,it,cells\nName,Job,Age,Born\nBo,actor,69,1947-01-08\n"
                          "Cy,,60,1956-10-21\nDi,author,,1926-04-28\nEd,actor,57,1958-06-07\nSome,,,\n,also like,,\n"
                          ",,at the,end\n");
  CHECK(notes.csv() ==
        "Name|Job|Age|Born\nBo|actor|69|1947-01-08\nCy||60|1956-10-21\nDi|author||1926-04-28\n"
        "Ed|actor|57|1958-06-07");
  CHECK(notes.assumed("left out above the table: or it it cells; another line as the header: --header LINE"));
  CHECK(notes.assumed("left out below the table: also like; if it is a row, fill its other cells"));
  // A word for a missing number is not a note, and names are not a header.
  CHECK(read("a.csv", "Name,Kind,Age\nash,tree,5\nelm,bush,7\nfir,,unknown\n").csv() ==
        "Name|Kind|Age\nash|tree|5\nelm|bush|7\nfir||unknown");
  CHECK(read("a.csv", "Name,Kind,Age\nash,tree,old\nelm,bush,7\nfir,bush,8\n").csv() ==
        "Name|Kind|Age\nash|tree|old\nelm|bush|7\nfir|bush|8");
}

TEST_CASE("the largest of several tables may be chosen, and the others are listed") {
  const std::string small = "<table><tr><td>a<td>b<tr><td>1<td>2</table>";
  const Read page = read("a.html", small + "<h2>Long</h2><table><tr><td>a<td>b<tr><td>3<td>4<tr><td>5<td>6</table>",
                         {.may_choose = true});
  CHECK(page.csv() == "a|b\n3|4\n5|6");
  CHECK(page.sheet->choice.table == "Long");
  CHECK(page.assumed(
      "the largest of 2 tables was read, 2: \"Long\" (3 rows); another one: --table NUMBER, of 1 (2 rows)"));
  CHECK(read("a.html", small + small, {.may_choose = true}).sheet->choice.table == "1");
  const Read lists = read("a.json", R"({"a": [{"n": 1}], "b": [{"n": 2}, {"n": 3}]})", {.may_choose = true});
  CHECK(lists.csv() == "n\n2\n3");
  CHECK(lists.sheet->choice.rows == "b");
  CHECK(lists.assumed("the largest of 2 lists of rows was read, b (2 rows); another one: --rows PATH, of a (1 row)"));
}

TEST_CASE("lines around a table and a joined header are assumed, unless their form or an option states them") {
  const std::string table =
      "Rivers of the atlas\n\nRiver,Length (km)\nDanube,2860\nRhine,1233\n\nThe whole basin\nSource: the atlas\n";
  const Read found = read("a.csv", table);
  CHECK(found.csv() == "River|Length (km)\nDanube|2860\nRhine|1233");
  CHECK(found.sheet->assumed.size() == 2);
  CHECK(found.assumed("left out above the table: Rivers of the atlas; another line as the header: --header LINE"));
  CHECK(
      found.assumed("left out below the table: The whole basin; if it is a row, fill its other cells; if it is not: "
                    "--without \"The whole basin\", or \"without\" in the settings"));
  CHECK(found.noted("left out below the table: Source: the atlas"));
  const Read given = read("a.csv", table, {.header = 3, .stated = {"The whole basin"}});
  CHECK(given.sheet->assumed.empty());
  CHECK(given.noted("left out above the table: Rivers of the atlas"));
  CHECK(given.noted("left out below the table: The whole basin"));
  CHECK(read("a.csv", table, {.stated = {"river"}}).sheet->assumed.size() == 1);  // so the header is known
  const std::string joined = "Region,Speed,,Price\n,low,high,\nNorth,1,2,3.5\nSouth,3,4,4.5\n";
  CHECK(read("a.csv", joined).assumed("the 2 lines of the header were joined; one line as the header: --header LINE"));
  CHECK(read("a.csv", joined, {.stated = {"Region"}}).noted("the 2 lines of the header were joined"));
  const std::string marked = "Region,Area¹,,Price [a]\n,land [b],water*,(EUR) [a]\nNorth,1,2,3.5\nSouth,3,4,4.5\n\n";
  CHECK(read("a.csv", marked + "[a] Without tax\n[b] Of 2020\n").csv() ==
        "Region|Area land|Area water|Price (EUR)\nNorth|1|2|3.5\nSouth|3|4|4.5");
  CHECK(read("a.csv", "Region,Area [a]\nNorth,1\nSouth,3\n\n[a] Of 2020\n").csv() == "Region|Area\nNorth|1\nSouth|3");
  CHECK(read("a.csv", "Region,Area [a]\nNorth,1\nSouth,3\n").csv() == "Region|Area [a]\nNorth|1\nSouth|3");
}

// An OpenDocument spreadsheet with a header, and a row that ends in the cell `last`.
std::string ods_with(const std::string& last) {
  return zip({{"content.xml",
               "<table:table table:name=\"A\"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
               "<table:table-cell><text:p>b</text:p></table:table-cell></table:table-row><table:table-row>"
               "<table:table-cell table:formula=\"of:=1\" office:value-type=\"float\" office:value=\"1\"/>" +
                   last + "</table:table-row></table:table>"}});
}

TEST_CASE("a formula without a stored result is an error with its cell") {
  const auto sheet = [](const std::string& result) {
    return "<sheetData><row r=\"1\">" + text_cell("A1", "Name") + text_cell("B1", "N") + "</row><row r=\"2\">" +
           text_cell("A2", "a") + "<c r=\"B2\"><f>1+1</f>" + result + "</c></row></sheetData>";
  };
  CHECK(read("a.xlsx", xlsx({{"A", sheet("<v>2</v>")}})).csv() == "Name|N\na|2");
  CHECK(has(said(read("a.xlsx", xlsx({{"A", sheet("")}})).diagnostics),
            "1 formula without a stored result, the first in the cell B2"));
  CHECK(read("a.ods", ods_with("<table:table-cell table:formula=\"of:=IF(1;&quot;&quot;;2)\"/>")).csv() == "a|b\n1|");
  CHECK(has(said(read("a.ods", ods_with("<table:table-cell table:formula=\"of:=1\" office:value-type=\"float\"/>"))
                     .diagnostics),
            "the first in the cell B2"));
}

TEST_CASE("a small file cannot expand to gigabytes") {
  std::string rows, page = "<table>";
  for (int i = 1; i <= 2000; ++i) {
    rows += "<row><c r=\"XFD" + std::to_string(i) + "\"><v>1</v></c></row>";
    page += "<tr><td colspan=1000 rowspan=1000>a<td>b";
  }
  CHECK(has(said(read("a.xlsx", xlsx({{"A", rows}})).diagnostics), "the table has more than 5000000 cells"));
  CHECK(has(said(read("a.html", page).diagnostics), "cells"));
  const std::string cell = "<table:table-cell table:number-columns-repeated=\"5000\"><text:p>" +
                           std::string(100'000, 'x') + "</text:p></table:table-cell>";
  CHECK(has(said(read("a.ods", ods_with(cell)).diagnostics), "repeats more text than a file of its size may"));
}

TEST_CASE("an OpenDocument spreadsheet is read") {
  const auto cell = [](const std::string& attributes, const std::string& text) {
    return "<table:table-cell " + attributes + "><text:p>" + text + "</text:p></table:table-cell>";
  };
  const std::string content =
      "<office:document-content><table:table table:name=\"A\"><table:table-row>" + cell("", "name") +
      cell("", "price") + cell("", "day") +
      "<table:table-cell table:number-columns-repeated=\"1000\"/></table:table-row><table:table-row>" +
      cell("office:value-type=\"string\"", "ash<text:s/>tree") +
      cell("office:value-type=\"currency\" office:currency=\"EUR\" office:value=\"2.5\"", "2,50 €") +
      cell("office:value-type=\"date\" office:date-value=\"2026-01-31\"", "31.01.26") +
      "</table:table-row><table:table-row table:number-rows-repeated=\"1048573\"><table:table-cell "
      "table:number-columns-repeated=\"1024\"/></table:table-row></table:table></office:document-content>";
  const Read done = read("a.ods", zip({{"content.xml", content}}));
  CHECK(done.csv() == "name|price|day\nash tree|2.5 EUR|2026-01-31");
}

TEST_CASE("tables in web pages and Markdown files are read") {
  const std::string page =
      "<!doctype html><h2>Speeds</h2><table><thead><tr><th rowspan=2>Name<th colspan=2>Speed<sup>a</sup></tr>"
      "<tr><th>low</th><th>high</th></tr></thead><tbody><tr><td>ash</td><td>1<sup><a href=#n2>2</a></sup><td>5 "
      "m<sup>2</sup></tr>"
      "<tr><td colspan=3>Elms</td></tr><tr><td><a href=x>elm</a><td>3<td>4&nbsp;m²</table>";
  CHECK(read("a.html", page).csv() == "Name|Speed[a] low|Speed[a] high|Section\nash|1|5 m²|\nelm|3|4 m²|Elms");
  const Read login =
      read("prices.csv", "<!doctype html><form>Sign in</form><table><tr><td>a<td>b<tr><td>c<td>d</table>");
  CHECK(has(said(login.diagnostics), "the file is a web page, not data"));
  CHECK(has(said(read("a.html", "<html><form>Sign in</form>").diagnostics), "the file has no table with rows"));
  const Read text =
      read("a.md",
           "# Codecs\n\nText | more\n\n| **Name** | Speed |\n|:--|--:|\n| [ash](x) | `1,5` |\n| a\\|b | 2[^1] |\n\n");
  CHECK(text.csv() == "Name|Speed\nash|1,5\na|b|2");
  CHECK(text.sheet->lines == std::vector<size_t>{7, 8});
  const Read mixed =
      read("a.md", "# Title\n\n<table><tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr></table>\n");
  CHECK(mixed.csv() == "a|b\n1|2");
}

TEST_CASE("a table of a web page is read as a browser shows it") {
  const auto rows = [](const std::string& html) {
    return read("a.html", "<table><tr><th>a<th>b</tr>" + html + "</table>").csv();
  };
  CHECK(rows("<tr><td><span style='color: red; DISPLAY:none !important'>1</span>42<td>10<b hidden>9</b>") ==
        "a|b\n42|10");
  CHECK(rows("<tr><td>1<template>2</template>3<td>4<noscript>5</noscript>6<style>7</style>") == "a|b\n13|46");
  CHECK(rows("<tr><td><i style='visibility: hidden'>0</i>7<td aria-hidden=true>8") == "a|b\n7|8");
  CHECK(rows("<tr><td>Caf&eacute; Stra&szlig;e &amp;amp; co<td>&euro;95 &minus;5 &#x2264;") ==
        "a|b\nCafé Straße &amp; co|€95 −5 ≤");
  CHECK(rows("<tr><td>x<div>y</div>z<td>1<wbr>000<p>b") == "a|b\nx y z|1000 b");
  CHECK(rows("<tr><td>x<td>1<sup>a<b>b</b></sup>") == "a|b\nx|1[ab]");
  CHECK(rows("<tr><td rowspan=0>x<td>1<tr><td>2<tbody><tr><td>y<td>3") == "a|b\nx|1\nx|2\ny|3");
  CHECK(rows("<tr><td rowspan=9>x<td>1<tbody><tr><td>y<td>3") == "a|b\nx|1\ny|3");
  // A foot has sums of the columns; a remark in it is one of the table.
  const Read foot = read("a.html",
                         "<table><tr><th>a<th>b<tfoot><tr><td>all<td>3<tr><td>Note: of 2026<td></tfoot><tbody><tr><td>x"
                         "<td>1<tr><td>y<td>2</table>");
  CHECK(foot.csv() == "a|b\nx|1\ny|2");
  CHECK(
      foot.assumed("left out the foot of the table: all 3; if it is a row, move it into the <tbody>; if it is not: "
                   "--without \"all 3\""));
  CHECK(foot.noted("left out below the table: Note: of 2026"));
  // What a page leaves out or strikes out is not read, and is reported.
  const Read hidden = read("a.html",
                           "<table><tr><th hidden>k<th>a<th>b<tr><td style='display: none'>9<td>x<td><s>$20</s> $15"
                           "<tr hidden><td>0<td>z<td>1<tr><td hidden>8<td>y<td>1<del>000</del>500</table>");
  CHECK(hidden.csv() == "a|b\nx|$15\ny|1500");
  CHECK(hidden.noted("1 row and 3 cells that the page hides were left out"));
  CHECK(hidden.noted("struck-out text was left out of 2 cells"));
  const Read nested = read("a.html",
                           "<table><tr><td>menu<td>x<table><caption>In<br>ner</caption><tr><th>c<th>d<tr><td>1<td>2"
                           "</table>y<tr><td>1<td>2</table>",
                           {.table = "Inn er"});
  CHECK(has(said(nested.diagnostics), "1 (2 rows), 2: \"In ner\" (2 rows)"));
  const std::string tab = "<div style='display:none'><table><tr><th>a<th>b<tr><td>1<td>2</table></div>";
  CHECK(has(said(read("a.html", tab).diagnostics), "the file has no visible table with rows"));
  CHECK(read("a.html", tab, {.table = "1"}).csv() == "a|b\n1|2");
  const Read windows = read("a.html", "<table><tr><th>a<th>b<tr><td>M\xFCnchen<td>5</table>");
  CHECK(windows.csv() == "a|b\nMünchen|5");
  CHECK(windows.assumed("read as Windows-1252"));
}

TEST_CASE("text that browsers do not show, or show elsewhere, is not a part of a number") {
  const auto cell = [](const std::string& html, const std::string& style = "") {
    const std::string csv =
        read("a.html", "<style>" + style + "</style><table><tr><th>a<th>b<tr><td>k<td>" + html + "</table>").csv();
    return csv.substr(csv.rfind('|') + 1);
  };
  for (const char* element : {"canvas", "audio", "video", "iframe", "meter", "progress", "dialog"})
    CHECK(cell("12<" + std::string(element) + ">34</" + element + ">") == "12");
  CHECK(cell("12<div popover>34</div>") == "12");
  CHECK(cell("12<details><summary>more</summary>34<i>5</i></details>") == "12 more");
  CHECK(cell("12<details open><summary>more</summary>34</details>") == "12 more 34");
  for (const char* head : {"Length (km) <button>▲▼</button>", "<button>Length (km)</button>"})
    CHECK(read("a.html", std::string("<table><tr><th>a<th>") + head + "<tr><td>k<td>1</table>").csv() ==
          "a|Length (km)\nk|1");
  for (const char* box :
       {"<dialog open>34</dialog>", "<button>34</button>", "<small>34</small>", "<textarea>34</textarea>", "<img>34",
        "<input>34", "<meter value=5>5</meter>34", "<svg></svg>34"})
    CHECK_MESSAGE(cell(std::string("12") + box) == "12; 34", box);
  CHECK(cell("12<input type=hidden value=7>34") == "1234");
  CHECK(cell("<div style='display:flex'><b>12</b><i>34</i></div>") == "12; 34");
  CHECK(cell("<ruby>12<rp>(</rp><rt>34</rt></ruby>") == "12⟨34⟩");
  for (const char* style : {"position:absolute", "float: right", "display:block", "display: flex",
                            "transform:translateX(2em)", "order: 2", "margin-left:-3em", "position:relative;left:-3em",
                            "top: -.5em", "vertical-align:4px", "padding: 0 1em", "margin-left: calc(0px - 2em)"}) {
    CAPTURE(style);
    CHECK(cell("12<span style='" + std::string(style) + "'>34</span>") == "12; 34");
    CHECK(cell("12<span class=x>34</span>", ".t .x {" + std::string(style) + "}") == "12; 34");
    CHECK(cell("<span style='" + std::string(style) + "'>34</span>") == "34");
  }
  for (const char* style :
       {"position:absolute;left:-9999px", "clip:rect(0 0 0 0)", "clip-path: inset(50%)", "width:0;overflow:hidden",
        "max-height: 0px", "color: rgba(0,0,0,0)", "color:#fff0", "color:rgb(0 0 0 / 0%)", "text-indent:-999em",
        "margin-left: -500px", "opacity:.01", "font-size: 1px", "font:0/0 a", "transform:scale(0)", "filter:opacity(0)",
        "-webkit-text-security:disc", "unicode-bidi:bidi-override",
        "-webkit-text-fill-color: TRANSPARENT !important"}) {
    CAPTURE(style);
    CHECK(cell("12<span style='" + std::string(style) + "'>34</span>").find("1234") == std::string::npos);
    CHECK(cell("<b class=x>34</b>", ".x {" + std::string(style) + "}") == "⟨34⟩");
  }
  CHECK(cell("12<span style='color:transparent'>34</span>") == "12");
  CHECK(cell("12<span style='content-visibility:hidden'>34</span>") == "12");
  // Groups of digits as Wikipedia writes them, and other styles that hide nothing.
  CHECK(cell("<span style='white-space:nowrap'>12<span style='margin-left:.25em'>345</span></span>") == "12345");
  for (const char* style :
       {"color:#fff", "color:rgb(0,0,0)", "color:#333330", "width:10px", "display:inline-block", "position:relative",
        "margin:0 -1px", "opacity:.9", "font-size:12px", "text-indent:-1em", "float:none", "clip:auto", "width:0.5em",
        "margin-right:-0.05em", "padding:0 2px", "left:0"})
    CHECK_MESSAGE(cell("12<span style='" + std::string(style) + "'>34</span>") == "1234", style);
}

TEST_CASE("lines may end in CR alone, also before a last LF") {
  for (const char* text : {"a,b\r1,2\r3,4", "a,b\r1,2\r3,4\r", "a,b\r1,2\r3,4\n"})
    CHECK(read("a.csv", text).csv() == "a|b\n1|2\n3|4");
  CHECK(read("a.csv", "a,b\r\n1,2\r\n").csv() == "a|b\n1|2");
}

TEST_CASE("rows that are probably sums of others are listed") {
  const std::string rows = "region,n\nNorth,1\nSouth,2\n";
  for (const char* name : {"Total",
                           "TOTAL:",
                           "Grand total",
                           "Sub-total",
                           "Sum",
                           "Average",
                           "EU average",
                           "Insgesamt",
                           "Total (all)",
                           "Ensemble",
                           "合计",
                           "Ø",
                           "All",
                           "Totale",
                           "Gesamtergebnis",
                           "Zwischensumme",
                           "Total général",
                           "Итого",
                           "小計",
                           "Total*",
                           "Total 1)",
                           "\"Total, all regions\"",
                           "Total U.S.",
                           "Total Europe",
                           "Subtotal North",
                           "Whole country",
                           "All regions",
                           "Toutes les régions",
                           "Gesamt Schweiz",
                           "World",
                           "EU-27",
                           "European Union (27)",
                           "Monde"}) {
    CAPTURE(name);
    CHECK(read("a.csv", rows + name + ",3\n").assumed("in line 4 is read as a row like the others"));
    const std::string cell = base::replace_all(std::string(name), "\"", "");
    CHECK(!read("a.csv", rows + name + ",3\n", {.stated = {cell}}).assumed("like the others"));
    CHECK(!read("a.csv", rows + name + ",3\n", {.stated = {""}}).assumed("like the others"));
  }
  CHECK(read("a.json", R"([{"r": "a", "n": 1}, {"r": "Total", "n": 1}])").assumed("\"Total\" in line"));
  CHECK(read("a.csv", rows + "Total,3\nTotal,4\n").assumed("\"Total\" in line 4, and in 1 line more"));
  CHECK(read("a.csv", "code,region,n\nno,Oslo,2\nWORLD,World,3\n").sheet->assumed.size() == 1);
  CHECK(read("a.csv", "code,region,n\nno,Oslo,2\nWORLD,World,3\n", {.stated = {"World"}}).sheet->assumed.empty());
  for (const char* name : {"Totalburg", "Sumatra", "Total seats", "Meantown", "Average speed of all", "All Saints",
                           "Dow Jones Industrial Average (DJIA) index", "World Bank"})
    CHECK_MESSAGE(!read("a.csv", rows + name + ",3\n").assumed("like the others"), name);
}

TEST_CASE("continents are listed if they stand beside the world and countries") {
  const auto lists = [](const std::string& rows, std::string_view name) {
    return read("a.csv", "area,n\n" + rows).assumed("\"" + std::string(name) + "\" in line");
  };
  const std::string countries = "Kenya,1\nPeru,2\nWorld,30\n";
  for (const char* name : {"Africa", "ASIA", "Europe", "Oceania", "Latin America & Caribbean", "High income",
                           "Asia (excl. China and India)", "Europa", "Amérique du Sud", "アフリカ"})
    CHECK_MESSAGE(lists(countries + name + ",7\n", name), name);
  CHECK(!lists("Kenya,1\nPeru,2\nAfrica,7\n", "Africa"));
  CHECK(!lists("Africa,1\nAsia,2\nWorld,3\n", "Africa"));
  CHECK(!lists(countries + "South Africa,7\nCentral African Republic,1\n", "South Africa"));
}

TEST_CASE("a row with the sums of all others is listed, whatever its name is") {
  const auto lists = [](const std::string& rows, std::string_view name = "Norden") {
    return read("a.csv", "region,n,share\n" + rows).assumed("\"" + std::string(name) + "\" in line");
  };
  CHECK(lists("Oslo,10,20 %\nBergen,20,44 %\nNarvik,12,\nNorden,42,100 %\n"));
  CHECK(lists("Norden,\"1,042.5\",\nOslo,\"1,010.5\",1\nBergen,20,1\nNarvik,12,2\n"));
  CHECK(read("a.csv", "r;n\nOslo;1.010,5\nNorden;1.042,5\nBergen;20\nNarvik;12\n").assumed("\"Norden\" in line"));
  CHECK(!lists("Oslo,10,20 %\nBergen,20,44 %\nNorden,30,100 %\n"));  // of two rows
  CHECK(!lists("Oslo,1,3\nBergen,2,9\nNarvik,3,7\nNorden,6,1\n"));   // one digit may be chance
  CHECK(!read("a.csv", "r,a,b,c\na,10,7,5\nb,20,8,5\nc,12,9,7\nd,42,3,8\n").assumed("like the others"));  // by chance
  CHECK(!lists("Oslo,-10,3\nBergen,20,9\nNarvik,12,7\nNorden,22,1\n"));
  CHECK(!read("a.csv", "r,n\na,10\nb,20\nc,12\nd,42\n", {.stated = {""}}).assumed("like the others"));
  CHECK(!read("a.csv", "r,n\na,10\nb,20\nc,12\nd,42\n", {.stated = {"d"}}).assumed("like the others"));
}

TEST_CASE("what a page's own style hides or strikes out is left out, and what it may hide is an error") {
  const auto table = [](const std::string& style, const std::string& cell) {
    return read("a.html", "<style>" + style +
                              "</style><p class=x>p</p><table><tr><th>a<th>b<tr><td>k<td id=c class='n o'>" + cell +
                              "</table>");
  };
  const auto shown = [&](const std::string& style, const std::string& cell) { return table(style, cell).csv(); };
  CHECK(shown(".x { DISPLAY: none }", "<i class='y x'>1</i>42") == "a|b\nk|42");
  CHECK(shown("i.x, u { color: red; visibility: hidden !important }", "<i class=x>1</i><b class=x>4</b><u>3</u>2") ==
        "a|b\nk|42");
  CHECK(shown("#c span{display:none} #s{display:none}", "<i id=s>1</i>42") == "a|b\nk|42");
  CHECK(shown(".s\\:x{display:none}", "<i class=s:x>1</i>42") == "a|b\nk|42");
  CHECK(shown(".x{text-decoration: red line-through}", "<i class=x>$100</i> $80") == "a|b\nk|$80");
  CHECK(shown("", "<i style='text-decoration-line: line-through'>100</i> 80") == "a|b\nk|80");
  CHECK(shown("i{opacity:0}", "<i>1</i>42") == "a|b\nk|42");
  CHECK(shown("", "<i style='font-size: 0'>1</i><b style='opacity:0'>2</b>42") == "a|b\nk|42");
  CHECK(shown("td.n::after{content:'\\f101'} i::before{content:''} p::after{content:'1'}", "42") == "a|b\nk|42");
  CHECK(table("i{display:none}", "<i>1</i>42").noted("hidden text was left out of 1 cell"));
  CHECK(shown("", "<select><option>1<option selected>2</select>6") == "a|b\nk|2; 6");
  CHECK(table("", "<table><tr><td>9</table>6")
            .assumed("a table, picture or field inside, or all but one of several choices, was left out of 1 cell"));
  for (const char* text :
       {"<input value=5>", "<input type=checkbox>", "<svg><text>5</text></svg>", "<img alt=x>", "5 <img alt='× 10³'>",
        "Size <input value=5>", "5 <meter value=6>6</meter>", "<canvas></canvas>"})
    CHECK_MESSAGE(table("", text).assumed("a table, picture or field inside"), text);
  for (const char* text : {"<img alt=Flag> 5", "5 <svg></svg>", "<input type=checkbox value=5> 7"})
    CHECK_MESSAGE(!table("", text).assumed("a table, picture or field inside"), text);
  // What is not seen hides what is inside it, and is reported.
  CHECK(shown("", "5<tr style='visibility:hidden'><td>l<td>6<tr><td>m<td>7") == "a|b\nk|5\nm|7");
  CHECK(table("", "5<tr><td>l<td style='visibility:hidden'>6").noted("hidden text was left out of 1 cell"));
  CHECK(read("a.html",
             "<div style='opacity:0'><table><tr><td>x<td>y<tr><td>1<td>2</table></div><table><tr><th>a<th>b"
             "<tr><td>3<td>4</table>")
            .csv() == "a|b\n3|4");
  // A stylesheet that is not read may hide a part of a cell.
  const std::string linked = "</style><link rel=stylesheet href=x.css><style>";
  CHECK(
      table(linked, "<span>1</span>42").assumed("linked stylesheets, which are not read, do not hide parts of 1 cell"));
  CHECK(!table(linked, "<span>42</span>").assumed("linked stylesheets"));
  CHECK(!table("", "<span>1</span>42").assumed("linked stylesheets"));
  CHECK(shown("td{i{color:red} b{x:y} font-weight:bold} td{ text-decoration:none; } [lang]{display:none}",
              "<i lang=de>1</i><b>42</b>") == "a|b\nk|42");
  // These do not apply, or to elements outside of the table.
  CHECK(shown("td{@media print{i{display:none}}} [hidden],[data-q='5']{display:none} .menu{i{&:hover{display:none}}}",
              "<i>4</i>2") == "a|b\nk|42");
  CHECK(shown("@media print {i{display:none}} i:hover{display:none} i::before{display:none} .x{display:none} "
              "p + .x {display:none}",
              "<i>4</i>2") == "a|b\nk|42");
  CHECK(shown("i{display:none}", "<i style='display: inline'>4</i>2") == "a|b\nk|42");
  for (const char* style :
       {"td > i{display:none}", "td:nth-child(2){display:none}", ".n:not(.o){visibility:hidden}",
        "@media (max-width: 40em){i{display:none}}", "i{display:none} .x{display:inline}", "td.n::before{content:'1'}",
        "i:after{content: attr(data-x)}", "td{.x{display:none}}", "td{&.x{display:none}}",
        "td{color:red; & i{color:red} > .x{display:none}}", "@media screen, print{.x{display:none}}",
        "i[class=x]{display:none}", "@supports (display:grid){@layer a{.x{display:none}}}",
        "#c{visibility:hidden} i{visibility:visible}"})
    CHECK_MESSAGE(has(said(table(style, "<i class=x>4</i>2").diagnostics),
                      "the page's own style may hide or add text by the selector"),
                  style);
}

TEST_CASE("raised digits after a number are a footnote only if something says so") {
  const auto cell = [](const std::string& text, const import::TableChoice& choice = {}) {
    const Read done = read("a.html", "<table><tr><th>a<th>b<tr><td>k<td>" + text + "</table>", choice);
    return done.csv().substr(std::string("a|b\nk|").size());
  };
  CHECK(cell("2<sup>10</sup>") == "2¹⁰");
  CHECK(cell("10<sup>-3</sup>") == "10⁻³");
  CHECK(cell("2<sup>10</sup>", {.has_footnotes = true}) == "2");
  CHECK(cell("2<sup><a href='#n'>10</a></sup>") == "2");
  CHECK(cell("2<a href='#n'><sup>1</sup></a>") == "2");
  CHECK(cell("2<sup>[1]</sup>") == "2");
  CHECK(cell("0.373<sub>±0.009</sub>") == "0.373±0.009");
  CHECK(cell("1<sub>2</sub>") == "1₂");  // never 12
  CHECK(cell("1<sub>e3</sub>") == "1[e3]");
  CHECK(cell("CO<sub>2</sub>") == "CO2");
  CHECK(cell("5<span style='vertical-align: super'>3</span>") == "5³");
  CHECK(cell("5<i style='vertical-align:sub'>3</i>") == "5₃");
  CHECK(cell("<math><msup><mn>10</mn><mn>3</mn></msup></math>") == "⟨103⟩");  // not a number
  CHECK(cell("1 <sub>234</sub>") == "1 ₂₃₄");
  CHECK(cell("2<sup>a</sup>") == "2");
  const auto head = [](const std::string& text) {
    return read("a.html", "<table><tr><th>a<th>" + text + "<tr><td>k<td>5</table>").csv();
  };
  CHECK(head("Pop 10<sup>6</sup>") == "a|Pop 10⁶\nk|5");
  CHECK(head("Rate ×10⁻³") == "a|Rate ×10⁻³\nk|5");
  CHECK(head("Pop 10⁶ (km)") == "a|Pop 10⁶ (km)\nk|5");
  CHECK(head("Pop 2020<sup>1</sup>") == "a|Pop 2020\nk|5");
  CHECK(head("Speed<sup>1</sup> (km/h)") == "a|Speed (km/h)\nk|5");
  const Read marks = read("a.md",
                          "| a[^k] | b |\n|-|-|\n| ash[^1] | 5[^long-name] |\n| elm | 6 |\n\n[^1]: *planted*\n"
                          "[^long-name]: without tax\n[^k]: of wood\n");
  CHECK(marks.csv() == "a|b\nash|5\nelm|6");
  CHECK(marks.sheet->footnotes.at(0) == "a: planted; b: without tax");
}

TEST_CASE("a web page with too many nested elements is refused in bounded time") {
  std::string page, open;
  for (int i = 0; i < 100'000; ++i) open += "<div>";
  CHECK(has(said(read("a.html", open).diagnostics), "elements nested too deeply"));
  for (int i = 0; i < 5000; ++i) page += "<span>";
  CHECK(read("a.html", page + "<table><tr><th>a<th>b<tr><td>" + page + "1<td>2</table>").csv() == "a|b\n1|2");
}

TEST_CASE("a table in Markdown is read as GitHub shows it") {
  const auto cell = [](const std::string& text, const std::string& after = "") {
    const Read done = read("a.md", "| a | b |\n|---|---|\n| " + text + " | 1 |\n" + after);
    REQUIRE_MESSAGE(done.sheet, said(done.diagnostics));
    return std::string(done.sheet->columns[0].cells[0]);
  };
  CHECK(cell("`__init__`") == "__init__");
  CHECK(cell("`a**b`") == "a**b");
  CHECK(cell("my__private__name") == "my__private__name");
  CHECK(cell("2 * 3 * 4") == "2 * 3 * 4");
  CHECK(cell("**bold** _it_ ***both***") == "bold it both");
  CHECK(cell("`` a`b ``") == "a`b");
  CHECK(cell("`a \\| b`") == "a | b");
  CHECK(cell("[x](y \"z\") ![logo](l.png)ok") == "x ok");
  CHECK(cell("[name][1]", "\n[1]: https://example.org\n") == "name");
  CHECK(cell("<https://example.org/a_b_c>") == "https://example.org/a_b_c");
  CHECK(cell("Caf&eacute; \\*x\\* 5&nbsp;m") == "Café *x* 5 m");
  CHECK(cell("a<br>b") == "a b");
  CHECK(cell("12<br>345") == "12; 345");  // two numbers, not 12,345
  CHECK(cell("10~20 GB") == "10~20 GB");
  CHECK(cell("`[^ab]`") == "[^ab]");
  CHECK(cell("- 5") == "- 5");
  CHECK(read("a.md", "a|b\n-|-\n1. x|2||\ny|3\n").csv() == "a|b\n1. x|2\ny|3");
  const Read fenced = read("a.md", "~~~\n```\n| a | b |\n|-|-|\n| 0 | 0 |\n~~~\n\n| c | d |\n|-|-|\n| 1 | 2 |\n");
  CHECK(fenced.csv() == "c|d\n1|2");
  CHECK(fenced.sheet->lines == std::vector<size_t>{10});
}

TEST_CASE("YAML and lists of lists are read") {
  CHECK(read("a.yml", "- id: x\n  n: 0.0000\n  at: 2025-02-25\n- {id: y, n: 2.50, tags: [a, b]}\n").csv() ==
        "id|n|at|tags\nx|0.0000|2025-02-25|\ny|2.50||a, b");
  CHECK(read("a.YAML", "ash: {n: 1}\nelm: {n: 2}\n").csv() == "id|n\nash|1\nelm|2");
  CHECK(has(said(read("a.yml", "- id: x\n  id: y\n").diagnostics), "error[duplicate-key]"));
  CHECK(read("a.zip", zip({{"a.yml", "- {id: x}\n"}})).csv() == "id\nx");
  CHECK(
      read("a.json", R"({"v": 1, "tags": ["C"], "result": [[0.035, 0.0], [0.193, null]]})", {.rows = "result"}).csv() ==
      "column 1|column 2\n0.035|0.0\n0.193|");
  CHECK(read("a.json", R"({"columns": ["id", "n"], "data": [["a", "b"], ["c", "d"]]})").csv() == "id|n\na|b\nc|d");
  const std::string ragged = said(read("a.json", R"([["a", "b"], ["x", 1, 2], ["y"]])").diagnostics);
  CHECK(has(ragged, "this list has 3 values, the first one has 2"));
  CHECK(has(ragged, "this list has 1 value, the first one has 2"));
}

TEST_CASE("JSON objects by id, nested lists, lists of lists and lists in cells are read") {
  CHECK(read("a.json", R"({"x": {"n": 1, "tags": ["a", "b"]}, "y": {"n": 2.50, "p": {"q": null}}})").csv() ==
        "id|n|tags|p.q\nx|1|a, b|\ny|2.50||");
  const std::string nested = R"({"vendor": "v", "models": [{"id": "a", "prices": [{"in": 3}, {"in": 4}]},
    {"id": "b", "prices": [{"in": 5}]}, {"id": "c", "prices": []}]})";
  const Read done = read("a.json", nested);
  CHECK(done.csv() == "id|prices.in|prices\na|3|\na|4|\nb|5|\nc||");
  CHECK(done.noted("each item of prices is a row"));
  CHECK(read("a.json", nested, {.rows = "models.prices"}).csv() == done.csv());
  CHECK(read("a.json", R"([["id", "n"], ["a", 1], ["b", 2]])").csv() == "id|n\na|1\nb|2");
  CHECK(read("a.json", R"([{"id": "a", "n": 1.234}])").sheet->decimal == ".");
  CHECK(read("a.json", R"([{"id": "a", "n": "1.234"}])").sheet->decimal == "");
}

TEST_CASE("values beside the rows of JSON are listed, however deep") {
  const Read meta = read("a.json", R"({"unit": "USD", "meta": {"a": 1}, "data": {"page": 1, "next": null,
                                       "rows": [{"id": "a", "n": 1}], "tags": ["x", "y"]}})");
  CHECK(meta.csv() == "id|n\na|1");
  CHECK(meta.noted("not imported: data.page: 1, data.next: null, data.tags (2 items), unit: USD, meta (1 key)"));
  CHECK(read("a.json", R"({"columns": ["a", "b"], "data": [[1, 2]], "rows": 1})").noted("not imported: rows: 1"));
  CHECK(read("a.json", R"({"a": {"n": 1}, "b": {"n": 2}, "c": {"n": 3}, "d": {"n": 4}, "updated": "2026"})")
            .noted("not imported: updated: 2026"));
  CHECK(!read("a.json", R"([{"id": "a"}])").noted("not imported"));
  const Read answer = read("a.json", R"([{"page": 1}, [{"country": {"id": "AT", "value": "Austria"}, "value": 1.5}]])");
  CHECK(answer.csv() == "country.id|country.value|value\nAT|Austria|1.5");
  CHECK(answer.noted("not imported: page: 1"));
}

TEST_CASE("JSON lists by column are read as rows, and must have equal lengths") {
  const std::string lists = R"({"day": ["a", "b"], "height": [5.10, null]})";
  auto whole = read("a.json", lists);
  CHECK(whole.csv() == "day|height\na|5.10\nb|");
  CHECK(whole.noted("each key is a column"));
  auto inner = read("a.json", R"({"height": "m", "daily": )" + lists + "}", {.rows = "daily"});
  CHECK(inner.csv() == "day|height\na|5.10\nb|");
  CHECK(inner.noted("not imported: height: m"));
  CHECK(has(said(read("a.json", R"({"day": ["a", "b"], "height": [5]})").diagnostics),
            "error[import-format]: this list has 1 value, the first one has 2\n  --> a.json:1:31\n"));
  CHECK(has(said(read("a.json", R"({"unit": "m", "day": ["a"], "height": [5]})").diagnostics),
            "there is no list of rows here"));
}

TEST_CASE("a table that pandas writes by columns is read as its rows") {
  const Read numbered = read("a.json", R"({"name": {"0": "a", "1": "b"}, "n": {"0": 1, "1": null}})");
  CHECK(numbered.csv() == "id|name|n\n0|a|1\n1|b|");
  CHECK(numbered.noted("each key is a column, as pandas writes a table"));
  CHECK(read("a.json", R"({"id": {"3": "a", "7": "b"}, "n": {"3": 1, "7": 2}})").csv() == "key|id|n\n3|a|1\n7|b|2");
  // Rows by their id, and years as columns
  CHECK(read("a.json", R"({"a": {"x": 1, "y": "p"}, "b": {"x": 2, "y": "q"}})").csv() == "id|x|y\na|1|p\nb|2|q");
  CHECK(read("a.json", R"({"a": {"1990": 1, "2000": 2}, "b": {"1990": 3, "2000": 4}})").csv() ==
        "id|1990|2000\na|1|2\nb|3|4");
  CHECK(read("a.json", R"({"a": {"x": 1}, "b": {"x": "p"}})").csv() == "id|x\na|1\nb|p");
}

TEST_CASE("columns of a table that pandas writes may have their rows in another order") {
  CHECK(read("a.json", R"({"n": {"0": 1, "1": 2}, "day": {"1": "b", "0": "a"}})").csv() == "id|n|day\n0|1|a\n1|2|b");
}

TEST_CASE("the caption of a table in a page is not lost") {
  const std::string table = "<tr><th>a<th>b<tr><td>x<td>1</table>";
  CHECK(read("a.html", "<h1>H</h1><table><caption>Prices in EUR</caption>" + table).sheet->caption == "Prices in EUR");
  CHECK(read("a.html", "<h1>H</h1><table>" + table).sheet->caption == "");
}

TEST_CASE("the header of a table in a page is known by its cells") {
  const auto is_accepted = [](const std::string& cells) {
    Read table = read("a.html", "<table><tr>" + cells + "<tr><td>x<td>1</table>");
    REQUIRE(table.sheet);
    return import::check_first_row(*table.sheet, table.diagnostics);
  };
  CHECK(is_accepted("<th>a<th>7"));
  CHECK(!is_accepted("<th>a<td>7"));
}

TEST_CASE("raised text in parentheses is in brackets once") {
  CHECK(read("a.md", "| a | Size<br><sup>(MB) |\n|--|--|\n| x | 1<sup>(2)</sup> |\n").csv() == "a|Size [MB]\nx|1");
}

TEST_CASE("a Markdown table ends where another block begins") {
  const std::string table = "| a | n |\n|--|--|\n| x | 1 |\n";
  for (const char* block :
       {"## More\n", "> said\n", "- item\n", "1. item\n", "---\n", "* * *\n", "<details>\n", "```\n| y | 2 |\n```\n"})
    CHECK_MESSAGE(read("a.md", table + block).csv() == "a|n\nx|1", block);
  CHECK(read("a.md", table + "#1 | 2\n- | 3\n<b>z</b> | 4\n").csv() == "a|n\nx|1\n#1|2\n-|3\nz|4");
  CHECK(read("a.md", table + "## Two\n" + table + "| y | 2 |\n", {.table = "Two"}).csv() == "a|n\nx|1\ny|2");
}

TEST_CASE("the header of a Markdown table is known, and a row with more cells is an error") {
  Read numbers = read("a.md", "| a | 7 |\n|---|---|\n| x | 1 |\n");
  REQUIRE(numbers.sheet);
  CHECK(import::check_first_row(*numbers.sheet, numbers.diagnostics));
  const Read longer = read("a.md", "Text\n\n| a | b |\n|---|---|\n| x | 1 |\n| y | 2 | 9 |\n| z | 3 | 8 |\n");
  CHECK(has(said(longer.diagnostics),
            "error[import-format]: this row has more cells than the header of its table\n"
            "  --> a.md:6:1"));
  CHECK(longer.diagnostics.errors() == 2);
}

std::string gzip(std::string text) {
  std::string packed(text.size() + 200, '\0');
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(text.data()), stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data()), stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST_CASE("compressed files and other encodings are read") {
  const std::string text = "id,n\na,1\n", packed = gzip(text);
  CHECK(read("a.csv.gz", packed).csv() == "id|n\na|1");
  CHECK(has(said(read("a.csv.gz", packed.substr(0, 20)).diagnostics), "the file is damaged"));
  CHECK(
      has(said(read("a.csv.gz", gzip(text + std::string(3'000'000, ' '))).diagnostics), "too large when decompressed"));
  CHECK(read("a.zip", zip({{"b.csv", text}})).csv() == "id|n\na|1");
  CHECK(has(said(read("a.zip", zip({{"b.csv", text}, {"c.csv", text}})).diagnostics), "the archive contains 2 files"));
  CHECK(has(said(read("a.zip", zip({{"b.csv", text}}, 1)).diagnostics), "b.csv in the archive is encrypted"));
  std::string damaged = zip({{"b.csv", text}});
  damaged[damaged.find("a,1") + 2] = '2';
  CHECK(has(said(read("a.zip", damaged).diagnostics), "b.csv in the archive is damaged (CRC error)"));
  CHECK(has(said(read("a.zip", damaged.substr(0, 60)).diagnostics), "the archive is damaged"));
  const Read windows = read("a.csv", "id,n\nM\xFCnchen,\x80 5\n");
  CHECK(windows.csv() == "id|n\nMünchen|€ 5");
  CHECK(windows.assumed("read as Windows-1252"));
  CHECK(read("a.csv", "id,n\ra,say \"x\"\r").csv() == "id|n\na|say \"x\"");
  CHECK(read("a.csv", std::string("\xFF\xFEi\0d\0\n\0\xE4\0\n\0", 12)).csv() == "id\nä");
  CHECK(has(said(read("a.xls", "\xD0\xCF\x11\xE0").diagnostics), "before 2007"));
}

}  // namespace
