// Tests whole imports, including those of hostile files: an import never crashes, and never writes only some of its
// rows.
#include "taken.h"

#include <fmt/format.h>

#include "base/natural_order.h"
#include "import/data_file.h"
#include "import/json_edit.h"
#include "importers/mlperf.h"
#include "io/disk.h"

namespace {

using import_test::Files;
using import_test::Published;
using import_test::site_of;
using import_test::take;
using import_test::Taken;

const std::string kFields =
    R"({"name": "id"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "source"}, {"name": "locator"})";

Files table_site(const std::string& settings, const std::string& fields = kFields) {
  return site_of(fields, "table", settings + "columns: {Id: id, N: n}\n");
}

Taken take_table(const std::string& bytes, const std::string& settings = "", const std::string& rows = "[]\n") {
  Files site = table_site(settings);
  site["data/rows.json"] = rows;
  return take(site, "table", Published({{"t.csv", bytes}}, {"t.csv"}));
}

std::string run_log(long start, long stop, const std::string& status) {
  auto line = [](const char* key, long ms, const std::string& metadata) {
    return ":::MLLOG {\"key\": \"" + std::string(key) + "\", \"time_ms\": " + std::to_string(ms) + ", \"metadata\": {" +
           metadata + "}}\n";
  };
  return line("run_start", start, "") + line("run_stop", stop, "\"status\": \"" + status + "\"");
}

TEST_CASE("rows are not written to a folder or through a link") {
  Files site = table_site("");
  site.erase("data/rows.json");
  site["data/rows.json/x"] = "";
  CHECK(take(site, "table", Published({{"t.csv", "Id,N\na,1\n"}}, {"t.csv"})).said() ==
        "error[not-a-file]: data/rows.json is not a file\n  --> data/rows.json\n"
        "   = expected: a regular file, or no file yet; a folder or a symbolic link is not allowed\n");
}

TEST_CASE("numbers are sorted by value, and different texts are never equal") {
  const char* sorted[] = {"", "a", "a-1", "a-2", "a-10", "a-10b", "a2", "a02x", "a2x", "a10", "b"};
  for (size_t i = 0; i < std::size(sorted); ++i)
    for (size_t j = 0; j < std::size(sorted); ++j) {
      CAPTURE(sorted[i]);
      CAPTURE(sorted[j]);
      CHECK(base::is_naturally_before(sorted[i], sorted[j]) == (i < j));
    }
}

TEST_CASE("a run is read from its log, whatever other output is around its lines") {
  import::Run run = import::read_run("x 0: " + run_log(1000, 61000, "success"));
  CHECK(run.end == import::Run::End::converged);
  CHECK(run.milliseconds == quantity::Exact(60000));
  CHECK(import::read_run(run_log(1000, 2000, "aborted")).end == import::Run::End::aborted);
  CHECK(import::read_run(":::MLLOG {\"key\": \"run_start\", \"time_s\": 1.5}").end == import::Run::End::missing);
  const std::pair<std::string, const char*> broken[] = {
      {"", "the log has no run_start"},
      {"\0\xFF", "the log has no run_start"},
      {":::MLLOG", "no run_start"},
      {":::MLLOG run_start", "truncated"},
      {":::MLLOG {\"key\": \"run_start\", \"time_ms\": {{{{", "truncated"},
      {":::MLLOG {\"key\": \"run_start\", \"time_ms\": \"soon\"}", "no time"},
      {run_log(1000, 900, "success"), "before run_start"},
      {run_log(1000, 2000, ""), "whether the run converged"},
      {run_log(1000, 2000, "success") + run_log(90000, 99000, "success"), "two run_starts"},
      {":::MLLOG " + std::string(100000, '{') + "run_stop", "truncated"},
  };
  for (const auto& [log, why] : broken) {
    CAPTURE(why);
    CHECK(has(import::read_run(log).problem, why));
  }
}

TEST_CASE("a score omits the fastest and the slowest run, and four of each for the forty runs of unet3d") {
  auto runs = [](std::vector<int> minutes, size_t failed = 0) {
    std::vector<import::Run> out(failed, import::Run{import::Run::End::aborted, 0, "", ""});
    for (int each : minutes) out.push_back({import::Run::End::converged, quantity::Exact(each) * 60000, "", ""});
    return out;
  };
  auto minutes = [](const import::Score& score) {
    return score.minutes ? score.minutes->to_fraction() : score.problem;
  };
  CHECK(minutes(score_of(runs({9, 1, 4}), "x")) == "4");
  CHECK(minutes(score_of(runs({9, 1, 4, 5, 7}), "x")) == "16/3");
  CHECK(minutes(score_of(runs({1, 4, 5, 7}, 1), "x")) == "16/3");
  CHECK(has(minutes(score_of(runs({4, 5, 7}, 2), "x")), "2 of 5 runs did not converge"));
  CHECK(has(minutes(score_of(runs({4, 5, 7, 8, 9, 9}), "x")), "6 runs"));
  std::vector<int> forty(32, 10);
  forty.insert(forty.end(), {1, 1, 1, 1, 99, 99, 99, 99});
  CHECK(minutes(score_of(runs(forty), "unet3d")) == "10");
  CHECK(minutes(score_of(runs(forty), "other")) != "10");
}

TEST_CASE("unchanged rows keep their bytes, and numbers their digits") {
  std::string before =
      "[\n{\"n\": 2.0,   \"id\": \"b\", \"source\": \"list\", \"locator\": \"t.csv\"},\n"
      "{\"id\": \"z\", \"n\": 1, \"source\": \"list\", \"locator\": \"t.csv\"}\n]\n";
  Taken taken = take_table("Id,N\nb,2\na,1.50\n", "", before);
  CHECK(taken.file("data/rows.json") ==
        "[\n{\"id\": \"a\", \"n\": 1.50, \"source\": \"list\", \"locator\": \"t.csv\"},\n"
        "{\"n\": 2.0,   \"id\": \"b\", \"source\": \"list\", \"locator\": \"t.csv\"},\n"
        "{\"id\": \"z\", \"n\": 1, \"source\": \"list\", \"locator\": \"t.csv\"}\n]\n");
  CHECK(taken.imported.merged.gone == std::vector<std::string>{"z"});
  CHECK(taken.imported.merged.same == 1);
}

TEST_CASE("the layout of rows in a table is preserved") {
  Taken spread =
      take_table("Id,N\nb,2\n", "", "[\n  {\n    \"id\": \"z\",\n    \"n\": 1.0,\n    \"source\": \"list\"\n  }\n]");
  CHECK(spread.file("data/rows.json") ==
        "[\n  {\n    \"id\": \"b\",\n    \"n\": 2,\n    \"source\": \"list\",\n    \"locator\": \"t.csv\"\n  },\n"
        "  {\n    \"id\": \"z\",\n    \"n\": 1.0,\n    \"source\": \"list\"\n  }\n]\n");
  Taken indented = take_table("Id,N\nb,2\n", "", "[\n\t{\"id\": \"z\", \"n\": 1,\n\t \"source\": \"list\"}\n]\n");
  CHECK(indented.file("data/rows.json") ==
        "[\n\t{\"id\": \"b\", \"n\": 2, \"source\": \"list\", \"locator\": \"t.csv\"},\n"
        "\t{\"id\": \"z\", \"n\": 1,\n\t \"source\": \"list\"}\n]\n");
  Taken one_line = take_table("Id,N\nb,2\n", "", "[{\"id\": \"z\", \"n\": 1, \"source\": \"list\"}]");
  CHECK(one_line.file("data/rows.json") ==
        "[\n{\"id\": \"b\", \"n\": 2, \"source\": \"list\", \"locator\": \"t.csv\"},\n"
        "{\"id\": \"z\", \"n\": 1, \"source\": \"list\"}\n]\n");
}

TEST_CASE("rows with changed values are listed, and rows with only a changed locator are counted") {
  const std::string rows =
      "[\n{\"id\": \"a\", \"n\": 1, \"source\": \"list\", \"locator\": \"old\"},\n"
      "{\"id\": \"b\", \"n\": 2, \"source\": \"list\", \"locator\": \"old\"}\n]\n";
  const Taken taken = take_table("Id,N\na,1\nb,3\n", "", rows);
  CHECK(has(taken.report(),
            "\nchanged:\n  ~ b: n 2 -> 3 (+50.0 %); locator old -> t.csv\n"
            "\nchanged in source, locator or date only:\n  ~ a: locator old -> t.csv\n"));
  CHECK(has(import::report_of(taken.imported, false),
            "\nchanged in source, locator or date only: 1 row (-v lists them)\n"));
  std::string many, files = "Id,N\n";
  for (char id = 'a'; id < 'f'; ++id) {
    many += (many.empty() ? "" : ",\n") + std::string("{\"id\": \"") + id + "\", \"n\": 100, \"source\": \"list\"}";
    files += std::string(1, id) + (id == 'a' ? ",103\n" : std::string(",") + std::to_string(100 - (id - 'a')) + "\n");
  }
  CHECK(has(take_table(files, "", "[\n" + many + "\n]\n").report(),
            "\nnumbers:\n  n: 4 fell by 3.0 % (median), 1 rose by 3.0 % (median)\n"));
}

TEST_CASE("an import that changes nothing writes nothing, whatever the layout of the table") {
  for (const char* rows : {R"([{"id": "b", "n": 1, "source": "list", "locator": "t.csv"}, {"id": "a", "n": 2}])",
                           "[ {\n\"id\": \"b\", \"n\": 1, \"source\": \"list\", \"locator\": \"t.csv\"} ]"}) {
    Taken taken = take_table("Id,N\nb,1\n", "", rows);
    CHECK(taken.imported.merged.same == 1);
    CHECK(taken.file("data/rows.json").empty());
  }
}

TEST_CASE("the line breaks of a table and the first line of CSV are preserved") {
  Taken json = take_table("Id,N\nb,2\n", "", "[\r\n{\"id\": \"a\", \"n\": 1, \"source\": \"list\"}\r\n]\r\n");
  CHECK(json.file("data/rows.json") ==
        "[\r\n{\"id\": \"a\", \"n\": 1, \"source\": \"list\"},\r\n"
        "{\"id\": \"b\", \"n\": 2, \"source\": \"list\", \"locator\": \"t.csv\"}\r\n]\r\n");
  Files site = table_site("");
  std::string& descriptor = site["data/datapackage.json"];
  descriptor.replace(descriptor.find("rows.json"), 9, "rows.csv");
  const std::string before = "\xEF\xBB\xBF\"id\",n,source,\"locator\"\r\na,1,list,\"t.csv\"\r\n";
  site["data/rows.csv"] = before;
  CHECK(take(site, "table", Published({{"t.csv", "Id,N\na,1\n"}}, {"t.csv"})).file("data/rows.csv").empty());
  CHECK(take(site, "table", Published({{"t.csv", "Id,N\nb,2\n"}}, {"t.csv"})).file("data/rows.csv") ==
        before + "b,2,list,t.csv\r\n");
  site["data/rows.csv"] = "id,n,source,locator\n\"a\rb\",1,list,t.csv\n";  // a line break of old files in a cell
  CHECK(take(site, "table", Published({{"t.csv", "Id,N\n\"a\rb\",1\n"}}, {"t.csv"})).imported.merged.same == 1);
}

TEST_CASE("file names that are not UTF-8 give the same result twice") {
  Taken taken = take(table_site(""), "table", Published({{"t\xE4.csv", "Id,N\na,1\n"}}, {"t\xE4.csv"}));
  CHECK(has(taken.file("data/rows.json"), "\"locator\": \"t?.csv\""));
  Files site = table_site("");
  site["data/rows.json"] = taken.file("data/rows.json");
  Taken again = take(site, "table", Published({{"t\xE4.csv", "Id,N\na,1\n"}}, {"t\xE4.csv"}));
  CHECK(again.imported.merged.same == 1);
}

TEST_CASE("numbers are written as decimals that JSON allows, whatever the publisher wrote") {
  std::string rows = take_table("Id;N\na;+3\nb;.5\nc;007\ne;-0.50\nf;1e3\n").file("data/rows.json");
  for (const char* part :
       {"\"a\", \"n\": 3,", "\"b\", \"n\": 0.5,", "\"c\", \"n\": 7,", "\"e\", \"n\": -0.50,", "\"f\", \"n\": 1e3,"})
    CHECK_MESSAGE(has(rows, part), rows);
}

TEST_CASE("an ambiguous number is never guessed") {
  Taken open = take_table("Id,N\na,\"1,234\"\n");
  CHECK(has(open.said(), "error[ambiguous-number]"));
  CHECK(open.imported.files.empty());
  CHECK(has(take_table("Id,N\na,\"1,234\"\n", "decimal: \",\"\n").file("data/rows.json"), "\"n\": 1.234,"));
  CHECK(has(take_table("Id,N\na,\"1,234\"\n", "decimal: \".\"\n").file("data/rows.json"), "\"n\": 1234,"));
  CHECK(has(take_table("Id,N\na,\"1,234\"\nb,\"1,234.5\"\n").file("data/rows.json"), "\"n\": 1234,"));
}

TEST_CASE("hostile files are errors with a position, and nothing is written") {
  const std::pair<std::string, const char*> files[] = {
      {"", "csv-syntax"},
      {"Id,N\n", "csv-syntax"},
      {"Id,N\na,1,2\n", "csv-syntax"},
      {"Id,N\n\"a,1\n", "csv-syntax"},
      {std::string("Id,N\na\0,1\n", 10), "NUL"},
      {"PK\x03\x04", "Not a zip archive"},
      {"Id,Id,N\na,b,1\n", "2 columns \"Id\""},
      {"X,Y\na,1\n", "no column \"Id\""},
      {"[", "json-syntax"},
      {"[]", "import-format"},
      {"[1, 2]", "import-format"},
      {"{\"a\": [], \"b\": []}", "import-format"},
      {"[{\"Id\": \"a\", \"N\": [[1]]}]", "import-format"},
      {std::string(5000, '['), "too-deep"},
      {"Id,N\na," + std::string(500, '9') + "\n", "wrong-type"},
      {"Id,N\na,1e999999999\n", "wrong-type"},
      {"Id,N\na,1e400\n", "\"n\" cannot be \"1e400\"\n  --> t.csv:2:3\n"},
      {"Id,N\na,NaN1\n", "wrong-type"},
  };
  for (const auto& [bytes, why] : files) {
    CAPTURE(bytes.substr(0, 40));
    Taken taken = take_table(bytes);
    CHECK(taken.failed());
    CHECK_MESSAGE(has(taken.said(), why), taken.said());
    CHECK(taken.imported.files.empty());
  }
}

TEST_CASE("every importer rejects files of other formats") {
  const std::string junk[] = {"",
                              "\xFF\xFE\x00",
                              "\x1F\x8B\x08",
                              "{}",
                              "[]",
                              "[1]",
                              "a,b\n1,2\n",
                              "a: [1",
                              "---\ncompute: {instance: []}\n",
                              "{\"compute\": {\"instance\": 1}}",
                              std::string(3000, '{'),
                              "[{\"ID\": {}}]",
                              "\r\n\r\n"};
  for (const import::Importer& each : import::importers())
    for (const std::string& bytes : junk)
      for (const char* name : {"vms.csv", "summary.json", "summary.csv", "pricing.yml"}) {
        CAPTURE(each.name);
        CAPTURE(bytes);
        CAPTURE(name);
        Files site = site_of(kFields, each.name, each.name == "table" ? "columns: {Id: id}\n" : "");
        Taken taken = take(site, each.name, Published({{name, bytes}}, {name}, "/results_v1.0/gcp"));
        CHECK(taken.imported.files.empty());
        bool empty_list = bytes == "[]" && !taken.failed();
        CHECK((taken.failed() || empty_list));
      }
}

TEST_CASE("every importer reports the format of a file that is not text") {
  const std::pair<const char*, const char*> files[] = {{"mlperf-training", "summary.json"},
                                                       {"mlperf-training", "summary.csv"},
                                                       {"mlperf-inference", "summary_results.json"},
                                                       {"skypilot-prices", "vms.csv"},
                                                       {"gcp-prices", "pricing.yml"},
                                                       {"table", "t.json"}};
  for (const auto& [importer, name] : files) {
    const std::string at = std::string("\n  --> ") + name + "\n";
    const std::pair<std::string, std::string> cases[] = {
        {"\x1F\x8B\x08", "the file is compressed" + at + "   = help: unpack it first\n"},
        {std::string("[\0{\0", 4), "the file is in UTF-16" + at + "   = help: save it in UTF-8\n"}};
    for (const auto& [bytes, said] : cases)
      if (importer != std::string("table") || bytes[0] == '[')  // the importer `table` decompresses files
        CHECK(take(site_of(kFields, importer, ""), importer, Published({{name, bytes}}, {name}, "/v1.0/gcp")).said() ==
              "error[import-format]: " + said);
  }
}

TEST_CASE("a tree without results is an error, and so is a file instead of a tree") {
  Files site = site_of(kFields, "mlperf-training", "");
  CHECK(has(take(site, "mlperf-training", Published({{"README.md", "x"}}, {""}, "/training_results_v1.0")).said(),
            "not a tree of results"));
  CHECK(has(take(site, "mlperf-training", Published({{"A/results/s/b/result_0.txt", ""}}, {""}, "/x")).said(),
            "--round"));
  CHECK(has(take(site, "mlperf-training", Published({{"result_0.txt", ""}}, {"result_0.txt"})).said(),
            "must be a summary"));
}

TEST_CASE("a million rows are imported in about a second") {
  std::string bytes = "Id,N\n";
  for (int i = 0; i < 100'000; ++i) bytes += "r" + std::to_string(i) + "," + std::to_string(i) + ".50\n";
  Files site = table_site("");
  io::MemoryFileSystem root(site);
  Published published({{"t.csv", bytes}}, {"t.csv"});
  auto imported = import::import_files(root, import_test::importer("table"), {}, published.given);
  CHECK(imported.merged.added.size() == 100'000);
  CHECK(!imported.failed());
}

TEST_CASE("the error for an invalid value of an option has an example") {
  struct Wrong {
    const char *importer, *option, *value, *help;
  };
  const Wrong wrong[] = {{"mlperf-training", "round", "v4.1", "4.1"},
                         {"mlperf-training", "round", "latest", "4.1"},
                         {"mlperf-inference", "duplicates", "always", "once"},
                         {"skypilot-prices", "cloud", "GCP", "gcp"}};
  for (const Wrong& each : wrong) {
    CAPTURE(each.value);
    Published published({{"vms.csv", ""}}, {"vms.csv"});
    Files site = site_of(kFields, each.importer, "");
    const std::string why =
        fmt::format("\"{}\" is not a valid value for --{}give a value such as {}", each.value, each.option, each.help);
    CHECK(take(site, each.importer, published, {.options = {{each.option, each.value}}}).said() == why);
    site = site_of(kFields, each.importer, fmt::format("options: {{{}: {}}}\n", each.option, each.value));
    CHECK(take(site, each.importer, published).said() == why);
  }
}

TEST_CASE("invalid settings are reported with their position") {
  const std::pair<std::string, const char*> settings[] = {
      {"resource: [a]\n", "wrong-type"},
      {"resource: rows\nresorce: x\n", "unknown-key"},
      {"source: x\n", "missing-key"},
      {"resource: rows\nas_of: soon\n", "bad-date"},
      {"resource: none\n", "unknown-table"},
      {"resource: rows\nnames: none\n", "unknown-table"},
      {"resource: rows\n", "missing-key"},
      {"resource: rows\noptions: {rund: 1}\n", "has no option"},
      {"a: b: c\n", "yaml-syntax"},
      {"resource: rows\ncolumns: {Id: id, N: {field: n, unit: furlong}}\n", "bad-unit"},
      {"resource: rows\ncolumns: {Id: id, N: {field: n, unit: kg}}\n", "unit-mismatch"},
      {"resource: rows\nsource: lost\ncolumns: {Id: id, N: n}\n", "unknown-source"},
      {"resource: rows\ncolumns: {Id: id, N: n}\nbest: {of: id, by: [n]}\n", "unknown-field"},
      {"resource: rows\nsource: lost\ncolumns: {Id: id, N: n}\n", "table.yaml:2:9"},
  };
  for (const auto& [text, why] : settings) {
    CAPTURE(text);
    Files site = table_site("", kFields + R"(, {"name": "kind"}, {"name": "m", "type": "number", "better": "higher"})");
    site["data/imports/table.yaml"] = text;
    Taken taken = take(site, "table", Published({{"t.csv", "Id,N\na,1\n"}}, {"t.csv"}));
    CHECK(taken.failed());
    CHECK_MESSAGE(has(taken.said(), why), taken.said());
  }
  Files none = table_site("");
  none.erase("data/imports/table.yaml");
  CHECK(has(take(none, "table", Published({{"t.csv", "Id\na\n"}}, {"t.csv"})).said(),
            "there is no settings file data/imports/table.yaml"));
  CHECK(
      take(table_site(""), "table", Published({{"t.csv", "Id\na\n"}}, {"t.csv"}), {.settings = "/tmp/t.yaml"}).said() ==
      "there is no settings file /tmp/t.yaml"
      "--settings is a path from the site's folder");
}

TEST_CASE("unknown names in settings are reported all at once") {
  Files site = table_site("", kFields + R"(, {"name": "m", "type": "number", "better": "higher"})");
  site["data/imports/table.yaml"] =
      "resource: rows\nsource: list\ncolumns: {Id: id, N: n, Kind: null}\nvalues: {ib: {a: b}}\nfields: {m: k}\n"
      "constants: {note: x}\nbest: {of: id, by: [n, note, knid], always: {idd: [a]}}\n";
  const Published file({{"t.csv", "Id,N,Kind\na,1,k\n"}}, {"t.csv"});
  CHECK(take(site, "table", file).said() == R"~(error[unknown-field]: the imported rows have no field "ib"
  --> data/imports/table.yaml:4:10
   |
 4 | values: {ib: {a: b}}
   |          ^^
   = expected: "id", "n" or "locator"
   = help: did you mean "id"?
error[unknown-field]: the imported rows have no field "m"
  --> data/imports/table.yaml:5:10
   |
 5 | fields: {m: k}
   |          ^
   = expected: "id", "n", "locator", "source" or "as_of"
   = help: did you mean "n"?
error[unknown-field]: "id" must be a field of "rows" with "better"
  --> data/imports/table.yaml:7:12
   |
 7 | best: {of: id, by: [n, note, knid], always: {idd: [a]}}
   |            ^^
   = help: give the field "better": "higher" or "lower" in data/datapackage.json
error[unknown-field]: the imported rows have no field "knid"
  --> data/imports/table.yaml:7:20
   |
 7 | best: {of: id, by: [n, note, knid], always: {idd: [a]}}
   |                    ^^^^^^^^^^^^^^^
   = expected: "id", "n", "locator", "source", "as_of" or "note"
error[unknown-field]: the imported rows have no field "idd"
  --> data/imports/table.yaml:7:46
   |
 7 | best: {of: id, by: [n, note, knid], always: {idd: [a]}}
   |                                              ^^^
   = expected: "id", "n", "locator", "source", "as_of" or "note"
   = help: did you mean "id"?
)~");
  // `only` and texts may refer to headers of the file; other settings may not.
  site["data/imports/table.yaml"] =
      "resource: rows\nsource: list\ncolumns: {Id: id, N: n}\nlocator: \"{file}:{line}, {Kind}\"\nonly: {Kind: [k], "
      "id: [a]}\n";
  CHECK(take(site, "table", file).imported.merged.added.size() == 1);
  site["data/imports/table.yaml"] =
      "resource: rows\nsource: list\ncolumns: {Id: id, N: n}\nlocator: \"{Knid}\"\nonly: {Ib: [a]}\n";
  CHECK(take(site, "table", file).said() == R"~(error[unknown-column]: t.csv has no column "Ib"
  --> data/imports/table.yaml:5:8
   |
 5 | only: {Ib: [a]}
   |        ^^
   = expected: "Id", "N" or "Kind"
   = help: did you mean "Id"?
error[unknown-column]: t.csv has no column "Knid"
  --> data/imports/table.yaml:4:10
   |
 4 | locator: "{Knid}"
   |          ^^^^^^^^
   = expected: "Id", "N" or "Kind"
   = help: did you mean "Kind"?
)~");
}

TEST_CASE("later values of a row are not headers, and `best` needs an existing column") {
  Files site = table_site("", kFields + R"(, {"name": "m", "type": "number", "better": "higher"})");
  const Published file({{"t.csv", "Id,Id2,N\na,,1\n"}}, {"t.csv"});
  auto said = [&](const std::string& settings) {
    site["data/imports/table.yaml"] = "resource: rows\nsource: list\ncolumns: {Id: id, Id2: id, N: n}\n" + settings;
    return take(site, "table", file).said();
  };
  for (const char* asked : {"only: {source: [list]}\n", "only: {as_of: [2026-03]}\n", "locator: \"{source}\"\n",
                            "locator: \"{locator}\"\n"})
    CHECK(has(said(asked), "error[unknown-column]: t.csv has no column"));
  CHECK(said("only: {locator: [t.csv], file: [t.csv]}\nconstants: {note: \"{source}, {as_of}, {locator}\"}\n") == "");
  CHECK(has(said("best: {of: m, by: [id]}\n"),
            "the imported rows have no field \"m\"\n  --> data/imports/table.yaml:4:12\n"));
  CHECK(has(said("best: {of: n, by: [q]}\nfields: {locator: null, source: id}\n"),
            "expected: \"id\", \"n\" or \"as_of\"\n"));
  CHECK(has(said("values: {o: {a: b}}\n"), "expected: \"id\", \"n\" or \"locator\"\n"));
}

TEST_CASE("an unknown source in a row is reported at the row") {
  Files site = site_of(kFields, "table", "columns: {Id: id, N: n, From: source}\n");
  CHECK(take(site, "table", Published({{"t.csv", "Id,N,From\na,1,list\nb,2,lsit\nc,3,lsit\n"}}, {"t.csv"})).said() ==
        "error[unknown-source]: there is no source \"lsit\" in data/sources/\n  --> t.csv:3:5\n   |\n"
        " 3 | b,2,lsit\n   |     ^^^^\n   = help: did you mean \"list\"? If not, write it first: sourcebook new source "
        "URL --id lsit\n");
}

TEST_CASE("--source overrides that of the settings, with the names in it") {
  Files site = table_site("", kFields);
  site["data/imports/table.yaml"] = "resource: rows\nsource: \"list-{Year}\"\ncolumns: {Id: id, N: n}\n";
  const Published file({{"t.csv", "Id,N,Of\na,1,st\n"}}, {"t.csv"});
  import::Request request;
  for (const char* source : {"list", "li{Of}"}) {
    request.source = source;
    CHECK(take(site, "table", file, request).imported.merged.added.size() == 1);
  }
}

TEST_CASE("settings of an importer may name its fields, and the guide lists all of them") {
  Files site =
      site_of(kFields, "gcp-prices", "fields: {acelerator: chip}\nvalues: {source: {a: b}}\nlocator: \"{offer}\"\n");
  const std::string said = take(site, "gcp-prices", Published({{"p.yml", "a: b\n"}}, {"p.yml"})).said();
  for (const char* part :
       {"no field \"acelerator\"\n  --> data/imports/gcp-prices.yaml:4:10\n", "did you mean \"accelerator\"?",
        "no field \"source\"\n  --> data/imports/gcp-prices.yaml:5:10\n",
        "no field \"offer\"\n  --> data/imports/gcp-prices.yaml:6:10\n"})
    CHECK_MESSAGE(has(said, part), said);
  const io::DiskFileSystem repository(SOURCEBOOK_ROOT);
  const std::string guide = repository.read("content/handbook/importing.md").value();
  for (const import::Importer& each : import::importers())
    if (!each.fields.empty())
      CHECK_MESSAGE(has(guide, fmt::format("\n- `{}`: `{}`\n", each.name, each.fields)), each.name);
}

TEST_CASE("rows that violate a constraint are errors at their position in the file") {
  Files site =
      table_site("", R"({"name": "id"}, {"name": "n", "type": "number", "unit": "km", "constraints": {"maximum": 9}},
{"name": "source"}, {"name": "locator"})");
  Taken taken = take(site, "table", Published({{"t.csv", "Id,N\na,1\nb,10\n"}}, {"t.csv"}));
  CHECK(taken.said() ==
        "error[above-maximum]: \"n\" is 10, more than allowed\n"
        "  --> t.csv:3:3\n   |\n 3 | b,10\n   |   ^^\n   = expected: 9 or less\n");
  Taken json = take(site, "table",
                    Published({{"t.json", "[{\"Id\": \"a\", \"N\": 1},\n{\"Id\": \"b\",\n\"N\": 10}]"}}, {"t.json"}));
  CHECK(has(json.said(), "  --> t.json:3:6\n   |\n 3 | \"N\": 10}]\n   |      ^^\n"));
  // For an error in a value that is not from a cell, the report shows the row.
  site["data/imports/table.yaml"] += "constants: {n: \"11\"}\n";
  CHECK(has(take(site, "table", Published({{"t.csv", "Id,N\na,1\n"}}, {"t.csv"})).said(),
            "  --> t.csv:2:1\n   |\n 2 | a,1\n   | ^^^\n"));
  // The next build reports errors that the site already has.
  site = table_site("");
  site["data/names.json"] = R"([{"name": "a", "within": "any"}, {"name": "a", "within": "any"}])";
  CHECK(!take(site, "table", Published({{"t.csv", "Id,N\na,1\n"}}, {"t.csv"})).failed());
}

TEST_CASE("an import accepts the same sources as a build") {
  Files site = table_site("");
  site["data/sources/papers/2024.json"] = site["data/sources/all.json"];
  site["data/sources/all.json"] = "[]";
  site["data/sources/._all.json"] = "no JSON";
  site["data/views/.#v.sql"] = "no SQL";
  const Taken taken = take(site, "table", Published({{"t.csv", "Id,N\na,1\n"}}, {"t.csv"}));
  CHECK(taken.said() == "");
  CHECK(taken.imported.merged.added == std::vector<std::string>{"a"});
}

TEST_CASE("a new error is reported even if an existing one has the same text") {
  Files site = table_site("", R"({"name": "id"}, {"name": "n", "type": "number", "unit": "km"}, {"name": "of"},
{"name": "source"}, {"name": "locator"})");
  site["data/imports/table.yaml"] += "constants: {of: x}\n";
  std::string& descriptor = site["data/datapackage.json"];
  descriptor.insert(descriptor.rfind("\"primaryKey\""),
                    R"("foreignKeys": [{"fields": "of", "reference": {"resource": "names", "fields": "name"}}], )");
  site["data/rows.json"] =
      "[\n"
      R"({"id": "old", "n": 1, "of": "x", "source": "list", "locator": "l"})"
      "\n]\n";
  Taken again = take(site, "table", Published({{"t.csv", "Id,N\nold,2\n"}}, {"t.csv"}), {.as_of = "2026-03"});
  CHECK(again.said() == "");
  CHECK(take(site, "table", Published({{"t.csv", "Id,N\nnew,2\n"}}, {"t.csv"})).said() ==
        "error[broken-foreign-key]: \"of\" is \"x\", which is not a row of \"names\"\n"
        "  --> t.csv:2:1\n   |\n 2 | new,2\n   | ^^^^^\n"
        "   = expected: a value of names.name\n");
}

TEST_CASE("the most specific name wins, and a size must be a multiple of what it counts") {
  Files site = site_of(kFields, "table", "columns: {Id: {field: id, names: true}, N: n}\n",
                       R"({"name": "x", "within": "any", "means": "everywhere"},
{"name": "x", "within": "table", "means": "here"}, {"name": "y", "within": "other", "means": "elsewhere"},
{"name": "s", "within": "any", "means": "slice", "counts": 2}, {"name": "t-1", "within": "any", "means": "t"})");
  Taken taken = take(
      site, "table",
      Published({{"t.csv", "Id,N\nx,1\ny,2\ns-8,3\ns-7,4\ns-0,5\ns-08,6\nt-1,7\nt-2,8\ns-99999999999999999999,9\n"}},
                {"t.csv"}));
  std::string rows = taken.file("data/rows.json");
  CHECK(has(rows, "\"here\""));
  CHECK(has(rows, "\"slice\""));
  CHECK(has(rows, "\"t\""));
  CHECK(taken.imported.merged.added.size() == 3);
  CHECK(taken.imported.unknown.reasons().size() == 6);
}

TEST_CASE("the best rows of the table and the import remain, in whatever batches they are imported") {
  std::string fields =
      R"({"name": "id"}, {"name": "kind"}, {"name": "n", "type": "number", "unit": "km", "better": "lower"},
{"name": "source"}, {"name": "locator"})";
  Files site = site_of(fields, "table",
                       "best: {of: n, by: [kind], always: {kind: [all]}}\ncolumns: {Id: id, Kind: kind, N: n}\n");
  const auto row = [](const std::string& id, const std::string& kind, int n) {
    return "{\"id\": \"" + id + "\", \"kind\": \"" + kind + "\", \"n\": " + std::to_string(n) +
           ", \"source\": \"list\", \"locator\": \"t.csv\"}";
  };
  const auto with = [&](const std::vector<std::string>& rows, const std::string& lines) {
    site["data/rows.json"] = "[\n" + base::join(rows, ",\n") + "\n]\n";
    return take(site, "table", Published({{"t.csv", "Id,Kind,N\n" + lines}}, {"t.csv"}));
  };
  const std::string best = row("b", "k", 4), other = row("d", "all", 1);
  const std::string expected = "[\n" + best + ",\n" + other + "\n]\n";
  CHECK(with({}, "a,k,5\nb,k,4\nc,k,6\nd,all,1\n").file("data/rows.json") == expected);
  CHECK(with({best, other}, "a,k,5\nc,k,6\n").file("data/rows.json") == "");
  CHECK(with({best, other}, "a,k,4\n").imported.merged.added.empty());  // an equal result does not replace the old one
  Taken later = with({row("a", "k", 5), other}, "b,k,4\nc,k,6\n");
  CHECK(later.file("data/rows.json") == expected);
  CHECK(later.imported.merged.beaten == std::vector<std::string>{"a"});
  CHECK(has(later.report(), "no longer the best, and removed:\n  - a\n"));
  // The file also contains the row that is replaced, with a changed value.
  CHECK(with({row("a", "k", 3), other}, "a,k,5\nb,k,4\nd,all,1\n").file("data/rows.json") == expected);
  // Rows that somebody kept in addition to the best one are not removed.
  CHECK(with({row("a", "k", 5), row("c", "k", 6)}, "b,k,4\nc,k,6\n").file("data/rows.json") ==
        "[\n" + row("a", "k", 5) + ",\n" + best + ",\n" + row("c", "k", 6) + "\n]\n");
}

TEST_CASE("the best is chosen among rows with different keys, and two different rows with the same key are an error") {
  std::string fields =
      R"({"name": "id"}, {"name": "kind"}, {"name": "n", "type": "number", "unit": "km", "better": "lower"},
{"name": "source"}, {"name": "locator"})";
  const std::string settings =
      "best: {of: n, by: [kind], always: {kind: [all]}}\ncolumns: {Id: id, Kind: kind, N: n}\n";
  auto with = [&](const std::string& bytes, const std::string& rows = "[]\n") {
    Files site = site_of(fields, "table", settings);
    site["data/rows.json"] = rows;
    return take(site, "table", Published({{"t.csv", "Id,Kind,N\n" + bytes}}, {"t.csv"}));
  };
  CHECK(with("a,k,5.5\na,k,5.25\n").said() ==
        "error[duplicate-key]: two rows have the key \"a\" and differ in \"n\"\n"
        "  --> t.csv:3:1\n   |\n 3 | a,k,5.25\n   | ^^^^^^^^\n"
        "   = expected: one row for each key: id\n"
        "   = note: the other one\n  ::: t.csv:2:1\n   |\n 2 | a,k,5.5\n   | ^^^^^^^\n");
  for (const char* differing :
       {"a,k,5\na,k,4\nb,k,3\n", "a,k,5\nb,k,3\na,j,5\n", "a,all,5\na,k,4\nb,k,3\n", "a,k,\nb,k,3\na,k,4\n"})
    CHECK_MESSAGE(has(with(differing).said(), "error[duplicate-key]: two rows have the key \"a\""), differing);
  // The result does not depend on existing rows.
  CHECK(has(with("a,k,5\na,k,4\n", "[\n{\"id\": \"a\", \"kind\": \"k\", \"n\": 4, \"source\": \"list\"}\n]\n").said(),
            "error[duplicate-key]: two rows have the key \"a\" and differ in \"n\"\n"));
  Taken alike = with("a,k,5\nb,k,4\na,k,5.0\nb,k,4.0\n");
  CHECK(alike.imported.merged.added == std::vector<std::string>{"b"});
  CHECK(alike.left_out() ==
        "another row has a better n for the same kind (t.csv:2)\nduplicate row (t.csv:4, t.csv:5)\n");
}

}  // namespace
