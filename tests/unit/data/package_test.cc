// Tests the Data Package standard (https://datapackage.org/standard/), property by property: each package loads as it
// was published, with the values that the standard defines.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "base/text.h"
#include "data_fixture.h"
#include "quantity/locale.h"
#include "unit/text.h"

namespace {

// Returns the values of all rows: "a|1;b|2".
std::string rows_of(TestData& data, const std::string& table = "t") {
  const std::optional<quantity::Frame> frame = data.run("SELECT * FROM \"" + table + "\"");
  std::string out;
  for (size_t row = 0; frame && row < frame->rows(); ++row) {
    out += row > 0 ? ";" : "";
    for (size_t i = 0; i < frame->columns(); ++i)
      if (frame->fields[i].name != "ref") out += (i > 0 ? "|" : "") + quantity::to_text(frame->at(row, i));
  }
  return out;
}

// Makes a package whose resource `t` is t.csv. `keys` are more keys of the resource, `fields` are those of its schema.
TestData package(const std::string& keys, const std::string& fields, const std::string& text,
                 const std::string& schema = "", const std::string& path = R"("path": "t.csv",)") {
  TestData data;
  data.descriptor(R"({"name": "p", "sources": [{"title": "Lab"}], "resources": [{"name": "t", )" + path + keys +
                  R"("schema": {)" + schema + R"("fields": [)" + fields + "]}}]}");
  data.file("t.csv", text).load();
  return data;
}

std::string codes(TestData& data) {
  std::string out;
  for (const base::Diagnostic& each : data.diagnostics.list()) out += (out.empty() ? "" : " ") + std::string(each.code);
  return out;
}

struct Case {
  const char* what;
  std::string keys;
  std::string fields;
  std::string text;
  std::string rows;  // the expected rows, or the codes of the diagnostics
  std::string schema = "";
};

std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(1000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

TEST_CASE("the units that a site declares read and write numbers in its language") {
  const base::SourceText file("data/units.json", R"({"units": [{"name": "cup"}], "aliases": {"mug": "cup"}})");
  base::Diagnostics diagnostics;
  const quantity::Units units = data::read_units(&file, diagnostics, "de");
  CHECK(!diagnostics.has_errors());
  CHECK(units.parse("mug"));
  CHECK(units.locale().decimal == ",");
}

TEST_CASE("a column \"source\" without ids is a plain column if the table states its source otherwise") {
  const std::string fields = R"({"name": "a"}, {"name": "n", "type": "number"}, {"name": "source"})";
  TestData published = package("", fields, "a,n,source\nx,1,own survey\ny,2,\n", R"("primaryKey": "a",)");
  CHECK(codes(published) == "");
  CHECK(rows_of(published) == "x|1|own survey;y|2|");
  CHECK(published.database->provenance("t/x")->source_id == "lab");
  TestData ids = package("", fields, "a,n,source\nx,1,lab\ny,2,own survey\n", R"("primaryKey": "a",)");
  CHECK(codes(ids) == "unknown-source");
  TestData alone;
  alone.descriptor(R"({"resources": [{"name": "t", "path": "t.csv", "locator": "p. 1", "schema": {"primaryKey": "a",
"fields": [)" + fields +
                   "]}}]}");
  alone.file("t.csv", "a,n,source\nx,1,own survey\n").load();
  CHECK(codes(alone) == "unknown-source");
}

TEST_CASE("files are read in the dialect that the descriptor states") {
  const std::string ab = R"({"name": "a"}, {"name": "b", "type": "integer"})";
  for (const Case& each : std::vector<Case>{
           {"delimiter", R"("dialect": {"delimiter": ";"},)", ab, "a;b\nx;1\n", "x|1"},
           {"tabs by the format", R"("format": "tsv",)", ab, "a\tb\nx\t1\n", "x|1"},
           {"quoteChar", R"("dialect": {"quoteChar": "'"},)", ab, "a,b\n'x,y',1\n", "x,y|1"},
           {"no quoteChar", R"("dialect": {"quoteChar": ""},)", ab, "a,b\nx\"y,1\n", "x\"y|1"},
           {"doubleQuote", "", ab, "a,b\n\"x\"\"y\",1\n", "x\"y|1"},
           {"escapeChar", R"("dialect": {"escapeChar": "\\", "doubleQuote": false},)", ab,
            "a,b\n\"x\\\"y\",1\nx\\,y,2\n", "x\"y|1;x,y|2"},
           {"skipInitialSpace", R"("dialect": {"skipInitialSpace": true},)", ab, "a, b\nx, 1\n", "x|1"},
           {"commentChar", R"("dialect": {"commentChar": "#"},)", ab, "# made by hand\na,b\n#y,2\nx,1\n", "x|1"},
           {"header false", R"("dialect": {"header": false},)", ab, "x,1\ny,2\n", "x|1;y|2"},
           {"headerRows", R"("dialect": {"headerRows": [1]},)", ab, "a,b\nx,1\n", "x|1"},
           {"nullSequence", R"("dialect": {"nullSequence": "\\N"},)", ab, "a,b\nx,\\N\n", "x|"},
           {"lineTerminator", R"("dialect": {"lineTerminator": "\r\n"},)", ab, "a,b\r\nx,1\r\n", "x|1"},
           {"case of the header", "", ab, "A,B\nx,1\n", "x|1"},
           {"UTF-8 with a mark", R"("encoding": "utf-8-sig",)", ab,
            "\xEF\xBB\xBF"
            "a,b\nx,1\n",
            "x|1"},
           {"windows-1252", R"("encoding": "windows-1252",)", ab, "a,b\n\x80\xE9,1\n", "€é|1"},
           {"an encoding that does not exist", R"("encoding": "klingon",)", ab, "a,b\n", "unknown-value"},
           {"text that is not in its encoding", R"("encoding": "ascii-8",)", ab, "a,b\n", "unknown-value"},
           {"a delimiter of two characters", R"("dialect": {"delimiter": "||"},)", ab, "a,b\n", "wrong-type"},
           {"lines that end in ;", R"("dialect": {"lineTerminator": ";"},)", ab, "a,b\n", "unknown-value"}}) {
    CAPTURE(std::string(each.what));
    TestData data = package(each.keys, each.fields, each.text, each.schema);
    CHECK((data.diagnostics.empty() ? rows_of(data) : codes(data)) == each.rows);
  }
}

TEST_CASE("columns about the row are recognised however their names are capitalised") {
  const std::string fields = R"({"name": "a"}, {"name": "n", "type": "number"}, {"name": "SOURCE"}, {"name": "As_of"})";
  TestData data = package("", fields, "a,n,SOURCE,As_of\nx,1,lab,2020\n", R"("primaryKey": ["a", "Source"],)");
  CHECK(codes(data) == "");
  CHECK(data.database->provenance("t/x/lab")->source_id == "lab");
  CHECK(data.database->provenance("t/x/lab")->as_of == "2020");
  CHECK(data.database->find_table("t")->fields[2].title == "SOURCE");
  TestData texts = package("", fields, "a,n,SOURCE,As_of\nx,1,own survey,2020\n", R"("primaryKey": "a",)");
  CHECK(codes(texts) == "");
  CHECK(rows_of(texts) == "x|1|own survey|2020");
}

TEST_CASE("a unit in a heading must be that of the field") {
  const auto said = [](const std::string& keys) {
    TestData data = package("", "{\"name\": \"a\", \"type\": \"number\", " + keys + "}", "a\n1\n");
    return data.said();
  };
  for (const char* other :
       {R"x("title": "Length, m", "unit": "km")x", R"x("title": "Weight, thousand kg", "unit": "kg")x",
        R"x("title": "Length (m)", "unit": "km")x", R"x("title": "Length [in m]", "unit": "km")x",
        R"x("title": "Fee (EUR)", "unit": "USD/h")x", R"x("title": "Share (%)", "unit": "1")x"})
    CHECK(has(said(other), "error[unit-mismatch]"));
  CHECK(has(said(R"x("title": "Length (m)", "unit": "km")x"), "\"Length (m)\" says m, but the field is in km"));
  for (const char* same : {R"x("title": "Length (km)", "unit": "km")x", R"x("title": "Latency (min)", "unit": "ms")x",
                           R"x("title": "Share (%)", "unit": "1", "format": ".0%")x",
                           R"x("title": "Fee (EUR)", "unit": "EUR/h")x", R"x("title": "Users (m)", "unit": "1")x"})
    CHECK(said(same) == "");
}

TEST_CASE("values are read by the type and the format of their field") {
  auto field = [](const std::string& keys) { return R"({"name": "a", )" + keys + "}"; };
  const std::string error = "wrong-type";
  for (const Case& each : std::vector<Case>{
           {"missingValues", "", field(R"("type": "number")"), "a\n1\n-\nn/a\n", "1;;",
            R"("missingValues": ["", "-", "n/a"],)"},
           {"missingValues with labels", "", field(R"("type": "number")"), "a\n-99\n1\n", ";1",
            R"("missingValues": [{"value": "-99", "label": "not asked"}],)"},
           {"a missing number, however it is written", "", field(R"("type": "number")"), "a\n -999\n-999.0\n-99\n",
            ";;-99", R"("missingValues": ["-999"],)"},
           {"missingValues of texts", "", field(R"("type": "string")"), "a\n-999.0\n -999\n-999\n", "-999.0; -999;",
            R"("missingValues": ["-999"],)"},
           {"missingValues of a field", "", field(R"("type": "string", "missingValues": ["x"])"), "a\nx\ny\n", ";y"},
           {"decimalChar", "", field(R"("type": "number", "decimalChar": ",")"), "a\n\"1,5\"\n", "1.5"},
           {"a point instead of the decimalChar", "", field(R"("type": "number", "decimalChar": ",")"), "a\n1.5\n",
            error},
           {"groupChar", "", field(R"("type": "number", "groupChar": ",")"), "a\n\"1,234,567.5\"\n", "1234567.5"},
           {"both", "", field(R"("type": "number", "groupChar": ".", "decimalChar": ",")"), "a\n\"1.234,5\"\n",
            "1234.5"},
           {"groupChar of integers", "", field(R"("type": "integer", "groupChar": " ")"), "a\n1 234\n", "1234"},
           {"bareNumber", "", field(R"("type": "number", "bareNumber": false)"), "a\n€ -9.5 %\n", "-9.5"},
           {"bareNumber in the unit of the field", "", field(R"("type": "number", "bareNumber": false, "unit": "km")"),
            "a\n5 km\n7\n6 kilometres (est.)\n", "5;7;6"},
           {"bareNumber in another unit", "", field(R"("type": "number", "bareNumber": false, "unit": "km")"),
            "a\n5 km\n5 m\n7 %\n6 meters deep\n€ 9\n", "unit-mismatch unit-mismatch unit-mismatch unit-mismatch"},
           {"bareNumber with a text that may be a unit", "",
            field(R"("type": "number", "bareNumber": false, "unit": "km")"), "a\n5 mi\nm 5\n5 [m]\n5 マイル\n",
            "unit-mismatch unit-mismatch unit-mismatch unit-mismatch"},
           {"bareNumber with a mark, and with the unit in brackets", "",
            field(R"("type": "number", "bareNumber": false, "unit": "km")"), "a\n5 †\n6 [km]\n7*\n", "5;6;7"},
           {"bareNumber of what is counted", "", field(R"("type": "number", "bareNumber": false, "unit": "1")"),
            "a\n5 stars\n6 stars\n7\n", "5;6;7"},
           {"bareNumber of two things", "", field(R"("type": "number", "bareNumber": false)"), "a\n5 mi\n6 ft\n",
            "unit-mismatch"},
           {"bareNumber in two units", "", field(R"("type": "number", "bareNumber": false)"), "a\n5 km\n6 m\n",
            "unit-mismatch"},
           {"bareNumber of a price", "", field(R"("type": "number", "bareNumber": false, "unit": "EUR/h")"), "a\n€ 5\n",
            "5"},
           {"a plus sign", "", field(R"("type": "integer")"), "a\n+5\n", "5"},
           {"a plus sign of a long number", "", field(R"("type": "number")"), "a\n+9007199254740993\n+.5\n",
            "9007199254740993;0.5"},
           {"two signs", "", field(R"("type": "number")"), "a\n+-5\n", error},
           {"bareNumber of integers", "", field(R"("type": "integer", "bareNumber": false)"), "a\n95%\n", "95"},
           {"a sign that is no hyphen", "", field(R"("type": "number", "bareNumber": false)"), "a\n\u22125 km\n",
            error},
           {"a bound", "", field(R"("type": "number", "bareNumber": false)"), "a\n<5 km\n", error},
           {"a number in brackets", "", field(R"("type": "number", "bareNumber": false)"), "a\n(95)\n", error},
           {"a scale", "", field(R"("type": "number", "bareNumber": false)"), "a\n1.5 million km\n", error},
           {"a letter for a scale", "", field(R"("type": "number", "bareNumber": false)"), "a\n95k\n", error},
           {"marks that separate no groups", "", field(R"("type": "number", "groupChar": ",")"), "a\n\"1,5\"\n", error},
           {"groups of two digits", "", field(R"("type": "number", "groupChar": ",")"), "a\n\"12,34,567\"\n",
            "1234567"},
           {"a percentage of percent", "", field(R"("type": "number", "unit": "%", "format": ".1%")"), "a\n25\n",
            "bad-format"},
           {"dollars for euros", "", field(R"("type": "number", "unit": "EUR", "format": "$,.2f")"), "a\n25\n",
            "bad-format"},
           {"not a bare number", "", field(R"("type": "number")"), "a\n95%\n", error},
           {"spaces around a number", "", field(R"("type": "number")"), "a\n 1.5\n\"2\n\"\n", "1.5;2"},
           {"NaN", "", field(R"("type": "number")"), "a\nNaN\n", error},
           {"booleans", "", field(R"("type": "boolean")"), "a\nTrue\n0\n", "1;0"},
           {"trueValues", "", field(R"("type": "boolean", "trueValues": ["yes"], "falseValues": ["no"])"),
            "a\nyes\nno\n", "1;0"},
           {"a word that is neither", "", field(R"("type": "boolean", "trueValues": ["yes"], "falseValues": ["no"])"),
            "a\ntrue\n", error},
           {"dates", "", field(R"("type": "date")"), "a\n2024-03-04\n", "2024-03-04"},
           {"dates by a pattern", "", field(R"("type": "date", "format": "%d/%m/%Y")"), "a\n04/03/2024\n",
            "2024-03-04"},
           {"the day before the month", "", field(R"("type": "date", "format": "%Y-%d-%m")"), "a\n2024-03-04\n",
            "2024-04-03"},
           {"a month that does not exist", "", field(R"("type": "date", "format": "%Y-%d-%m")"), "a\n2024-03-14\n",
            error},
           {"a day that does not exist", "", field(R"("type": "date", "format": "%d.%m.%Y")"), "a\n30.02.2024\n",
            error},
           {"a year of two digits", "", field(R"("type": "date", "format": "%d %b %y")"), "a\n4 Mar 24\n",
            "2024-03-04"},
           {"a short year for %Y", "", field(R"("type": "date", "format": "%Y-%m-%d")"), "a\n24-03-04\n", error},
           {"dates of any format", "", field(R"("type": "date", "format": "any")"), "a\n2024-03-04\n", "2024-03-04"},
           {"which may name the month", "", field(R"("type": "date", "format": "any")"),
            "a\n4 March 2024\n\"Mar 4, 2024\"\n2024/03/04\n13/04/2024\n4/13/2024\n4.4.2024\n",
            "2024-03-04;2024-03-04;2024-03-04;2024-04-13;2024-04-13;2024-04-04"},
           {"or lack the day", "", field(R"("type": "date", "format": "any")"), "a\n2024-03\nMarch 2024\n2024\n",
            "2024-03;2024-03;2024"},
           {"but must not be guessed", "", field(R"("type": "date", "format": "any")"), "a\n04/03/2024\n", error},
           {"and must exist", "", field(R"("type": "date", "format": "any")"), "a\n31 Feb 2024\n", error},
           {"a format that is not a pattern", "", field(R"("type": "date", "format": "YYYY")"), "a\n2024-03-04\n",
            "bad-format"},
           {"datetimes", "", field(R"("type": "datetime")"), "a\n2024-03-04T05:06:07Z\n", "2024-03-04T05:06:07Z"},
           {"datetimes by a pattern", "", field(R"("type": "datetime", "format": "%d/%m/%Y %I:%M %p")"),
            "a\n04/03/2024 01:30 PM\n", "2024-03-04T13:30:00"},
           {"fractions and zones", "", field(R"("type": "datetime", "format": "%Y-%m-%d %H:%M:%S.%f%z")"),
            "a\n2024-03-04 05:06:07.250+0130\n", "2024-03-04T05:06:07.250+01:30"},
           {"times", "", field(R"("type": "time")"), "a\n05:06:07\n", "05:06:07"},
           {"times by a pattern", "", field(R"("type": "time", "format": "%H.%M")"), "a\n05.06\n", "05:06:00"},
           {"years", "", field(R"("type": "year")"), "a\n1999\n", "1999"},
           {"months", "", field(R"("type": "yearmonth")"), "a\n1999-12\n", "1999-12"},
           {"durations", "", field(R"("type": "duration")"), "a\nP1Y2M10DT2H30M\n", "P1Y2M10DT2H30M"},
           {"geopoints as lists", "", field(R"("type": "geopoint", "format": "array")"), "a\n\"[90.5, 45.5]\"\n",
            "[90.5, 45.5]"},
           {"geojson", "", field(R"("type": "geojson")"), "a\n\"{\"\"type\"\": \"\"Point\"\"}\"\n",
            R"({"type": "Point"})"},
           {"objects", "", field(R"("type": "object")"), "a\n{}\n", "{}"},
           {"arrays", "", field(R"("type": "array")"), "a\n[1]\n", "[1]"},
           {"lists", "", field(R"("type": "list", "delimiter": ";", "itemType": "integer")"), "a\n1;2\n", "1;2"},
           {"any", "", field(R"("type": "any")"), "a\n1\nx\n", "1;x"},
           {"e-mail addresses", "", field(R"("type": "string", "format": "email")"), "a\na@b.example\n", "a@b.example"},
           {"URIs", "", field(R"("type": "string", "format": "uri")"), "a\nhttps://a.example\n", "https://a.example"},
           {"a name with spaces and a slash", "", R"({"name": "km / h", "type": "string"})", "km / h\n1\n", "1"}}) {
    CAPTURE(std::string(each.what));
    TestData data = package(each.keys, each.fields, each.text, each.schema);
    CHECK((data.diagnostics.empty() ? rows_of(data) : codes(data)) == each.rows);
  }
}

TEST_CASE("values are checked by the constraints and keys of their fields") {
  auto field = [](const std::string& keys) { return R"({"name": "a", )" + keys + R"(}, {"name": "b"})"; };
  const std::string bounds =
      R"("type": "date", "format": "%d/%m/%Y", "constraints": {"minimum": "01/02/2024", "maximum": "2024-03-31"})";
  for (const Case& each : std::vector<Case>{
           {"bounds as they are written", "", field(bounds), "a,b\n15/02/2024,\n", "2024-02-15|"},
           {"below", "", field(bounds), "a,b\n31/01/2024,\n", "below-minimum"},
           {"above", "", field(bounds), "a,b\n01/04/2024,\n", "above-maximum"},
           {"exclusiveMinimum", "", field(R"("type": "integer", "constraints": {"exclusiveMinimum": 0})"), "a,b\n0,\n",
            "below-minimum"},
           {"exclusiveMaximum", "", field(R"("type": "integer", "constraints": {"exclusiveMaximum": 5})"),
            "a,b\n4,\n5,\n", "above-maximum"},
           {"an enum of written values", "",
            field(R"("type": "number", "decimalChar": ",", "constraints": {"enum": ["1,5"]})"), "a,b\n\"1,5\",\n",
            "1.5|"},
           {"jsonSchema", "", field(R"("type": "object", "constraints": {"jsonSchema": {}})"), "a,b\n{},\n",
            "unknown-key"},
           {"an unknown constraint", "", field(R"("type": "number", "constraints": {"min": 5})"), "a,b\n1,\n",
            "unknown-key"},
           {"a misspelt constraint of a field", "", field(R"("type": "number", "minimun": 5)"), "a,b\n1,\n",
            "unknown-key"},
           {"uniqueKeys", "", field(R"("type": "string")"), "a,b\n1,x\n1,y\n", "1|x;1|y",
            R"("uniqueKeys": [["a", "b"]],)"},
           {"uniqueKeys with slashes", "", field(R"("type": "string")"), "a,b\nx/y,z\nx,y/z\n", "x/y|z;x|y/z",
            R"("uniqueKeys": [["a", "b"]],)"},
           {"uniqueKeys that are not", "", field(R"("type": "string")"), "a,b\n1,x\n1,x\n", "not-unique",
            R"("uniqueKeys": [["a", "b"]],)"},
           {"nulls are not equal", "", field(R"("type": "string")"), "a,b\n1,\n1,\n", "1|;1|",
            R"("uniqueKeys": [["a", "b"]],)"},
           {"columns without a field", "", field(R"("type": "string")"), "a,b,c\n1,2,3\n", "unknown-column"},
           {"which a subset allows", "", field(R"("type": "string")"), "a,b,c\n1,2,3\n", "1|2",
            R"("fieldsMatch": "subset",)"},
           {"fields without a column", "", field(R"("type": "string")"), "a\n1\n", "1|",
            R"("fieldsMatch": "superset",)"},
           {"which a subset does not allow", "", field(R"("type": "string")"), "a\n1\n", "unknown-column",
            R"("fieldsMatch": "subset",)"}}) {
    CAPTURE(std::string(each.what));
    TestData data = package(each.keys, each.fields, each.text, each.schema);
    CHECK((data.diagnostics.empty() ? rows_of(data) : codes(data)) == each.rows);
  }
}

TEST_CASE("rows are found in one file, in several files, and in the descriptor") {
  const std::string fields = R"({"name": "a"}, {"name": "b", "type": "integer"})";
  auto inline_rows = [&](const std::string& data, const std::string& keys = "") {
    TestData test = package(keys, fields, "", "", R"("data": )" + data + ", ");
    return test.diagnostics.empty() ? rows_of(test) : codes(test);
  };
  CHECK(inline_rows(R"([{"a": "x", "b": 1}, {"a": "y"}])") == "x|1;y|");
  CHECK(inline_rows(R"([["b", "a"], [1, "x"]])") == "x|1");
  CHECK(inline_rows(R"("a,b\nx,1\n")") == "x|1");
  CHECK(inline_rows(R"("a;b\nx;1\n")", R"("format": "csv", "dialect": {"delimiter": ";"}, )") == "x|1");
  CHECK(inline_rows(R"([{"a": {"b": 1}}])") == "json-rows");

  auto file = [&](const std::string& path, const std::string& text, const std::string& keys = "",
                  const std::string& schema = "") {
    TestData test;
    test.descriptor(R"({"sources": [{"title": "Lab"}], "resources": [{"name": "t", "path": )" + path + ", " + keys +
                    R"("schema": {)" + schema + R"("fields": [)" + fields + "]}}]}");
    test.file("t.csv.gz", gzip("a,b\nx,1\n")).file("t.bin", text).file("t.json", text).file("t.ndjson", text);
    test.file("1.csv", "a,b\nx,1\n").file("2.csv", "a,b\ny,2\n").file("3.csv", "z,3\n").load();
    return test.diagnostics.empty() ? rows_of(test) : codes(test);
  };
  CHECK(file(R"("t.csv.gz")", "") == "x|1");
  CHECK(file(R"("t.bin")", gzip("a,b\nx,1\n"), R"("compression": "gz", "format": "csv", )") == "x|1");
  CHECK(file(R"("t.bin")", "no gzip", R"("compression": "gz", "format": "csv", )") == "csv-syntax");
  CHECK(file(R"("t.bin")", gzip(std::string(size_t{4} << 20, 'x')), R"("compression": "gz", "format": "csv", )") ==
        "csv-syntax");  // a small file that would need much memory
  CHECK(file(R"("./1.csv")", "") == "x|1");
  CHECK(file(R"(["1.csv", "2.csv", "3.csv"])", "") == "x|1;y|2;z|3");
  CHECK(file(R"(["1.csv", "4.csv"])", "") == "missing-file");
  CHECK(file(R"("t.ndjson")", "{\"a\": \"x\", \"b\": 1}\n{\"a\": \"y\"}\n") == "x|1;y|");
  CHECK(file(R"("t.json")", R"({"rows": [{"a": "x"}]})", R"("dialect": {"property": "rows"}, )") == "x|");
  CHECK(file(R"("t.json")", R"({"rows": 1})", R"("dialect": {"property": "rows"}, )") == "json-rows");
  CHECK(file(R"("../1.csv")", "") == "bad-path");
  CHECK(file(R"(["1.csv", "/etc/passwd"])", "") == "bad-path");
  CHECK(file(R"("https://a.example/1.csv")", "") == "bad-path");
}

TEST_CASE("a schema and a dialect may be in separate files, inside the folder") {
  auto with = [](const std::string& schema, const std::string& dialect) {
    TestData data;
    data.descriptor(R"({"resources": [{"name": "t", "path": "t.csv", "schema": )" + schema + R"(, "dialect": )" +
                    dialect + "}]}");
    data.file("t.csv", "a;b\nx;2024\n")
        .file("schemas/t.json", R"({"fields": [{"name": "a"}, {"name": "b", "type": "year"}]})");
    data.file("dialect.json", R"({"delimiter": ";"})").load();
    return data.diagnostics.empty() ? rows_of(data) : codes(data);
  };
  CHECK(with(R"("schemas/t.json")", R"("dialect.json")") == "x|2024");
  CHECK(with(R"("../t.json")", R"("dialect.json")") == "bad-path");
  CHECK(with(R"("schemas/other.json")", R"("dialect.json")") == "missing-file");
}

TEST_CASE("a header of several lines, and comments by their lines, are refused") {
  for (const char* key : {"headerRows", "commentRows"}) {
    TestData data = package(fmt::format(R"("dialect": {{"{}": [1, 2]}},)", key), R"({"name": "a"})", "a\nx\n");
    CHECK(has(data.said(), fmt::format("error[unknown-value]: \"{}\" can't be read\n", key)));
  }
}

TEST_CASE("an error in the form of a file or field is reported at its position") {
  TestData data = package(R"("dialect": {"commentChar": "#"},)",
                          R"({"name": "d", "type": "date", "format": "%d/%m/%Y"})", "# Title\nd\n# none\n32/01/2024\n");
  CHECK(data.said() == R"(error[wrong-type]: "d" cannot be "32/01/2024"
  --> data/t.csv:4:1
   |
 4 | 32/01/2024
   | ^^^^^^^^^^
   = expected: a text of the form %d/%m/%Y
)");
  TestData outside = package("", R"({"name": "n", "type": "integer", "minimum": 5})", "n\n1\n");
  CHECK(has(outside.said(), "help: write \"constraints\": {\"minimum\": 5}\n"));
  TestData both = package(R"("data": [],)", R"({"name": "n"})", "n\n1\n");
  CHECK(has(both.said(), "error[unknown-key]: a resource cannot have both \"path\" and \"data\"\n"));
  TestData rows = package("", R"({"name": "n", "type": "integer"})", "", "", "\n\n\"data\": [{\"n\": \"x\"}], ");
  CHECK(has(rows.said(), "  --> data/datapackage.json:3:16\n"));
}

TEST_CASE("a found package is cited by its sources, and its rows are numbered") {
  TestData data;
  data.descriptor(
      R"({"name": "p", "title": "P", "licenses": [{"name": "CC0-1.0"}], "keywords": ["a"], "colour": {"of": 1},
"sources": [{"title": "World Bank", "path": "https://bank.example/gdp", "weight": 3}],
"resources": [{"name": "GDP by Year", "path": "gdp.csv", "views": [], "schema": {"fields": [
  {"name": "Country Name", "note to self": 1}, {"name": "Value", "type": "number"}]}},
{"name": "both", "path": "gdp.csv", "sources": [{"title": "A"}, {"title": "B", "path": "https://b.example/"}],
 "schema": {"fields": [{"name": "Country Name"}, {"name": "Value", "type": "number"}]}},
{"name": "picture", "path": "picture.png"},
{"name": "plain", "path": "gdp.csv"}]})");
  data.file("gdp.csv", "Country Name,Value\nChad,1.5\nChile,2\n").load();
  CHECK(data.said() == R"(warning[unknown-value]: "picture" is not a table of this site: its format is png
  --> data/datapackage.json:7:10
   |
 7 | {"name": "picture", "path": "picture.png"},
   |          ^^^^^^^^^
   = expected: "format": csv, tsv, json or ndjson, which may be compressed with gzip
)");
  const auto provenance = data.database->provenance("gdp-by-year/2");
  REQUIRE(provenance);
  REQUIRE(provenance->source);
  CHECK(provenance->source->id == "world-bank");
  CHECK(provenance->source->title == "World Bank");
  CHECK(provenance->source->url == "https://bank.example/gdp");
  CHECK(provenance->source->license == "CC0-1.0");
  CHECK(provenance->locator == "gdp.csv");
  CHECK(data.database->provenance("both/1")->source->title == "A; B");
  CHECK(rows_of(data, "gdp-by-year") == "Chad|1.5;Chile|2");
  CHECK(rows_of(data, "plain") == "Chad|1.5;Chile|2");
  const auto cell = data.connection->find_cell("gdp-by-year", "2", "Value");
  REQUIRE_FALSE(cell);
  CHECK(cell.error().help == "add a primaryKey");
}

TEST_CASE("an error in a source of a package is reported at the package's sources") {
  TestData data;
  data.descriptor(R"({"sources": [{"title": "Lab", "path": "mailto://lab"}],
"resources": [{"name": "t", "path": "t.csv", "schema": {"fields": [{"name": "n", "type": "integer"}]}}]})");
  data.file("t.csv", "n\n1\n").load();
  CHECK(has(data.said(), "  --> data/datapackage.json:1:13\n"));
}

TEST_CASE("a package without sources that states who made it is itself the source") {
  TestData data;
  data.descriptor(R"({"title": "Fish", "id": "https://doi.example/1", "version": "2", "created": "2024-08-27T12:45:21Z",
"contributors": [{"title": "Ada Berg", "role": "author"}, {"givenName": "Li", "familyName": "Na"}],
"resources": [{"path": "data/weights.v1.csv", "schema": {"fields": [
 {"name": "w", "type": "number", "unit": "stone"}, {"name": "s", "type": "string", "unit": "m"}]}}]})");
  data.file("data/weights.v1.csv", "w,s\n1.5,x\n").load();
  CHECK(codes(data) == "wrong-type bad-unit");
  CHECK_FALSE(data.diagnostics.has_errors());
  CHECK(data.database->find_table("weights")->fields[0].title == "w (stone)");
  const data::Source* source = data.database->provenance("weights/1")->source;
  CHECK(source->title == "Fish");
  CHECK(source->url == "https://doi.example/1");
  CHECK(source->issued.text() == "2024-08-27");
  REQUIRE(source->authors.size() == 2);
  CHECK(source->authors[1].text() == "Li Na");

  TestData own;
  own.descriptor(R"({"title": "Fish", "resources": [{"name": "w", "path": "w.csv",
"schema": {"fields": [{"name": "w", "type": "number", "unit": "stone"}]}}]})");
  own.file("w.csv", "w\n1.5\n").load();
  CHECK(codes(own) == "bad-unit missing-source");
}

TEST_CASE("the bibliography of the site is preferred to a package's own entry") {
  TestData data = package("", R"({"name": "n", "type": "integer"})", "n\n1\n");
  data.sources("s", R"([{"id": "lab", "type": "report", "title": "A report of the lab"}])").load();
  CHECK(data.said() == "");
  CHECK(data.database->provenance("t/1")->source->title == "A report of the lab");
}

TEST_CASE("a key that resembles one of the standard's is a warning") {
  TestData data;
  data.descriptor(
      R"({"licence": [], "resources": [{"name": "t", "path": "t.csv", "schma": 1, "schema": {"fields": [{"name": "a"}]}}]})");
  data.file("t.csv", "a\n1\n").load();
  CHECK(codes(data) == "unknown-key unknown-key");
  CHECK_FALSE(data.diagnostics.has_errors());
}
