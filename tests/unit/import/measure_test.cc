// Tests units, uncertainties and ranges in cells.
#include "import/measure.h"

#include "imported.h"

namespace {

std::string measure(std::string_view cell) {
  const auto read = import::read_measure(cell, quantity::standard_units());
  return read ? read->number + "|" + read->uncertainty + "|" + read->high + "|" + read->unit : "none";
}

TEST_CASE("a column without a header is named by its place in a question") {
  std::string rows;
  for (int i = 0; i < 9; ++i) rows += "a,1,5 km\n";
  import_test::Read read = import_test::read("t.csv", "id,n,\n" + rows + "a,1,far\n");
  REQUIRE(read.sheet);
  std::vector<std::string> notes, wanted;
  import::split_columns(*read.sheet, quantity::standard_units(), {}, notes, wanted, read.diagnostics);
  REQUIRE(wanted.size() == 1);
  CHECK(wanted[0] == "column 3 is text: 9 of its 10 values are numbers with a unit, \"far\" is not");
}

TEST_CASE("a column without a header gets the unit of its cells, and keeps its place as its name") {
  import_test::Read read = import_test::read("t.csv", "id,\na,5 km\nb,6 km\nc,7 km\n");
  REQUIRE(read.sheet);
  std::vector<std::string> notes, wanted;
  import::split_columns(*read.sheet, quantity::standard_units(), {}, notes, wanted, read.diagnostics);
  CHECK(read.csv() == "id|column 2 (km)\na|5\nb|6\nc|7");
  CHECK(notes == std::vector<std::string>{"the values of column 2 are in km, as each cell states"});
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

import_test::Imported split(const std::string& text, const import::InferOptions& options = {}) {
  import_test::Imported done;
  done.source = std::make_unique<base::SourceText>("file.csv", text);
  done.sheet = import::read_sheet(*done.source, done.diagnostics);
  std::vector<std::string> notes, wanted;
  import::split_columns(*done.sheet, quantity::standard_units(), options, notes, wanted, done.diagnostics);
  if (!done.diagnostics.has_errors())
    done.table = import::infer_table(*done.sheet, quantity::standard_units(), options, done.diagnostics);
  if (!done.table) return done;
  std::ranges::copy(notes, std::back_inserter(done.table->notes));
  std::ranges::copy(wanted, std::back_inserter(done.table->wanted));
  return done;
}

TEST_CASE("columns of uncertainties and ranges are split in two, and units are unified") {
  auto done = split("id,t,r,s\na,5.1 ± 0.2 ms,1–2 GB,500 kB/s\nb,6 ms,3 GB,1.5 MB/s\nc,,n/a,2 MB/s\n");
  CHECK(done.csv() == "id,t,t_uncertainty,r_low,r_high,s\na,5.1,0.2,1,2,0.5\nb,6,,3,3,1.5\nc,,,,,2\n");
  CHECK(done.column("t_uncertainty").unit == "ms");
  CHECK(done.column("r_high").unit == "GB");
  CHECK(import::settings_of({.name = "x"}, *done.table, *done.sheet, "") ==
        "# The next edition of x: sourcebook import FILE --edition VERSION --as-of DATE\nresource: x\ncolumns:\n  "
        "\"id\": \"id\"\n"
        "  \"t\": {field: \"t\", uncertainty: \"t_uncertainty\"}\n  \"r\": {low: \"r_low\", high: \"r_high\"}\n"
        "  \"s\": \"s\"\n");
}

TEST_CASE("numbers with a dash are ranges only if all values, a unit, the header or an option say so") {
  const auto csv_of = [](const std::string& text, const import::InferOptions& options = {}) {
    return split("id," + text, options).csv();
  };
  for (const char* text : {"d\na,2-14\nb,3-15\n", "phone\na,555-1234\nb,555-9999\n", "score\na,0–2\nb,1\n",
                           "d\na,2–14\nb,3-15\n", "season\na,2001–2002\nb,none yet\n"})
    CHECK(csv_of(text) == "id," + std::string(text));
  const auto days = split("id,day\na,2-14\nb,3-15\n");
  CHECK(
      days.noted("day is text: \"2-14\" in line 2 may be a range, a date or a name; if its values are ranges, give "
                 "their unit, or 1 without a unit: --unit day_low=UNIT"));
  const auto dashes = split("id,age\na,2–14\nb,15 to 64\nc,65 - 99\nd,\n");
  CHECK(dashes.csv() == "id,age_low,age_high\na,2,14\nb,15,64\nc,65,99\nd,,\n");
  CHECK(dashes.assumed("age contains ranges, which became two columns: its low and its high end; as text: --text age"));
  const std::string ranges = "a,2-14\nb,3\n";
  for (const std::string head : {"Age (d)", "Age range", "age_range", "age_percent"}) {
    CAPTURE(head);
    const auto known = split("id," + head + "\n" + ranges);
    CHECK(known.table->columns.size() == 3);
    CHECK(!known.assumed("contains ranges"));
  }
  CHECK(csv_of("age\n" + ranges, {.units = {{"age_low", "1"}}}) == "id,age_low,age_high\na,2,14\nb,3,3\n");
  CHECK(csv_of("Arrange\n" + ranges) == "id,arrange\n" + ranges);
  const std::string unnamed = "n,\na,1,2-14\nb,2,3\n";
  CHECK(csv_of(unnamed, {.units = {{"column_3_low", "1"}}}) == "id,n,column_3_low,column_3_high\na,1,2,14\nb,2,3,3\n");
}

TEST_CASE("a letter at the digits is a unit only if the header or an option says so") {
  const auto read_with = [](const std::string& text, const import::InferOptions& options, std::string* assumed) {
    import_test::Read read = import_test::read("t.csv", text);
    REQUIRE(read.sheet);
    std::vector<std::string> notes, wanted;
    import::split_columns(*read.sheet, quantity::standard_units(), options, notes, wanted, read.diagnostics);
    CHECK(wanted.empty());
    if (assumed) *assumed = read.sheet->assumed.empty() ? "" : read.sheet->assumed[0].line();
    return read.csv();
  };
  std::string assumed;
  CHECK(read_with("id,Seat\na,n/a\nb,12A\nc,14A\n", {}, &assumed) == "id|Seat\na|n/a\nb|12A\nc|14A");
  CHECK(assumed ==
        "Seat is text, because \"12A\" may not be a number with its unit; for numbers in A: --unit seat=A; to confirm "
        "the text: --text seat");
  CHECK(read_with("id,Seat\na,12A\nb,14C\n", {}, nullptr) == "id|Seat\na|12A\nb|14C");
  const import::InferOptions current = {.units = {{"current", "A"}}};
  CHECK(read_with("id,Current\na,12A\nb,14A\n", current, &assumed) == "id|Current (A)\na|12\nb|14");
  CHECK(assumed == "");
  CHECK(read_with("id,Current (mA)\na,12A\n", {}, nullptr) == "id|Current (mA)\na|12000");
  CHECK(read_with("id,Current\na,12 A\n", {}, nullptr) == "id|Current (A)\na|12");
  CHECK(read_with("id,Current\na,12A ± 1A\n", {}, nullptr) == "id|Current (A)|Current uncertainty (A)\na|12|1");
  // Of views, "m" may be millions.
  CHECK(read_with("id,Views\na,5 m\nb,7 m\n", {}, &assumed) == "id|Views\na|5 m\nb|7 m");
  CHECK(has(assumed,
            "Views is text, because \"5 m\" may not be a number with its unit; for numbers in m: --unit views=m"));
  for (const std::string cells : {"a,9 pm\nb,10 pm", "a,9 am\nb,10 am", "a,5 kt\nb,7 kt", "a,5 TEUR\nb,7 TEUR",
                                  "a,12 C\nb,14 C", "a,5 [m]\nb,7 [m]"})
    CHECK(read_with("id,Slot\n" + cells, {}, &assumed).ends_with(base::replace_all(cells, ",", "|")));
  CHECK(has(assumed, "for numbers in m: --unit slot=m"));
  CHECK(read_with("id,Sales in millions\na,5 EUR\nb,7 EUR\n", {}, nullptr).ends_with("a|5 EUR\nb|7 EUR"));
  CHECK(read_with("id,Depth\na,5 [m]\nb,7 [m]\n", {}, nullptr) == "id|Depth (m)\na|5\nb|7");
  CHECK(read_with("id,Depth\na,5 m\nb,7 m\n", {}, nullptr) == "id|Depth (m)\na|5\nb|7");
  CHECK(read_with("id,Views\na,5 m\n", {.units = {{"views", "m"}}}, nullptr) == "id|Views (m)\na|5");
}

TEST_CASE("a letter at the end of a range is a unit only if the header or an option says so") {
  for (const std::string rows : {"a,2-14A\nb,3A\n", "a,2–14A\nb,3–5A\n", "a,2A–14A\n"}) {
    CAPTURE(rows);
    CHECK(split("id,seats\n" + rows).csv() == "id,seats\n" + rows);
    CHECK(split("id,seats\n" + rows)
              .assumed("may not be a number with its unit; for numbers in A: --unit seats_low=A; to confirm the text: "
                       "--text seats"));
    const auto known = split("id,seats\n" + rows, {.units = {{"seats_low", "A"}}});
    CHECK(known.column("seats_high").unit == "A");
    CHECK(known.table->assumed.empty());
  }
}

TEST_CASE("negative numbers in parentheses with a unit are assumed") {
  import_test::Read read = import_test::read("t.csv", "id,n\na,(5.1) ms\nb,6 ms\n");
  REQUIRE(read.sheet);
  std::vector<std::string> notes, wanted;
  import::split_columns(*read.sheet, quantity::standard_units(), {}, notes, wanted, read.diagnostics);
  CHECK(read.csv() == "id|n (ms)\na|-5.1\nb|6");
  CHECK(
      read.assumed("numbers of n in parentheses are negative, such as \"(5.1) ms\"; to confirm it: --parentheses n; as "
                   "text: --text n"));
}

TEST_CASE("an uncertainty and both ends of a range have the unit of their column, however its header states it") {
  for (const std::string head : {"\"Time, s\"", "Time (s)", "Time in s", "Time [s]"}) {
    auto done = split("id," + head + ",\"Energy, J\"\na,0.373±0.009,1–2\nb,00.409±00.011,3\n");
    CHECK_MESSAGE(
        done.csv() == "id,time,time_uncertainty,energy_low,energy_high\na,0.373,0.009,1,2\nb,0.409,0.011,3,3\n", head);
    CHECK(done.column("time_uncertainty").unit == "s");
    CHECK(done.column("energy_high").unit == "J");
  }
  auto letters = split("id,Time (s),Length\na,0.3±0.1,5 m\nb,0.4±0.2,7 m\n");
  CHECK(letters.column("time_uncertainty").unit == "s");
  CHECK(letters.column("length").unit == "m");
  auto named = split("id,latency_ms\na,5 ± 1\nb,6 ± 2\n");
  CHECK(named.column("latency_ms").unit == "ms");
  CHECK(named.column("latency_ms_uncertainty").unit == "ms");
}

TEST_CASE("values in another unit than the header's are converted to it, or are an error") {
  auto metres = split("id,Length (km)\na,5 m\nb,7 m\n");
  CHECK(metres.csv() == "id,length\na,0.005\nb,0.007\n");
  CHECK(metres.column("length").unit == "km");
  CHECK(split("id,Length (km)\na,5 m\nb,7 km\nc,8 km ± 1\n").csv() ==
        "id,length,length_uncertainty\na,0.005,\nb,7,\nc,8,1\n");
  CHECK(has(
      split("id,Price (USD)\na,5 EUR\nb,7 EUR\n").said(),
      "error[mixed-types]: the values of \"Price (USD)\" are in different units: USD in the header, EUR from line 2"));
  CHECK(split("id,Price (USD/h)\na,5 USD\nb,7 USD\n").csv() == "id,price\na,5\nb,7\n");
}

TEST_CASE("a text column whose header has a unit is reported") {
  auto sums = split("id,\"Memory, MiB\"\na,36.62±00.12 + 0.25±00.00\nb,229.62 + 7\n");
  CHECK(sums.noted("its header has the unit MiB: \"36.62±00.12 + 0.25±00.00\" in line 2 is not a number"));
  CHECK(split("id,Range (km)\na,450 km\nb,420 km\nc,400 xy\n").noted("\"400 xy\" in line 4 is not a number"));
}

TEST_CASE("a currency that changes within a column is an error with its line") {
  CHECK(has(split("id,price\na,$5\nb,$6\nc,€7\n").said(),
            "error[mixed-types]: the values of \"price\" are in different units: $ from line 2, € from line 4\n"
            "  --> file.csv:4:3"));
  CHECK(has(split("id,price\na,5 USD\nb,6 EUR\n").said(), "USD from line 2, EUR from line 3"));
}

TEST_CASE("a row of units below the header is part of it") {
  const auto heads_of = [](const std::string& text, size_t rows) {
    const base::SourceText source("file.csv", text);
    base::Diagnostics diagnostics;
    auto sheet = import::read_sheet(source, diagnostics);
    REQUIRE(sheet);
    std::vector<std::string> notes;
    import::take_unit_row(*sheet, quantity::standard_units(), notes);
    CHECK(sheet->rows() == rows);
    std::string heads;
    for (const import::SheetColumn& each : sheet->columns) heads += each.head + "|" + each.published() + ";";
    return heads;
  };
  CHECK(heads_of("River,Length,Flow,Countries\n,km,[m3/s],\nDanube,2850,7000,10\n", 1) ==
        "River|River;Length (km)|Length;Flow (m3/s)|Flow;Countries|Countries;");
  CHECK(heads_of("River,Length\nUnit,km\nDanube,2850\nRhine,n/a\n", 2) == "River|River;Length (km)|Length;");
  CHECK(heads_of("River,Length\nA,km\nDanube,2850\n", 2) == "River|River;Length|Length;");   // "A" is a river
  CHECK(heads_of("River,Length\n,1\nDanube,2850\n", 2) == "River|River;Length|Length;");     // a number
  CHECK(heads_of("River,Length\n,long\nDanube,2850\n", 2) == "River|River;Length|Length;");  // no unit
  CHECK(heads_of("River,Mouth\n,m\nDanube,sea\n", 2) == "River|River;Mouth|Mouth;");         // texts
}

}  // namespace
