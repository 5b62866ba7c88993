// Tests real-world files: delimiters, line ends, byte order marks, and files that are not tables.
#include "imported.h"

namespace {

using import_test::Imported;
using import_test::read;
using import_test::take_in;

TEST_CASE("the delimiter is found whatever the cells contain") {
  const std::pair<const char*, char> files[] = {
      {"a,b\n1,2\n", ','},
      {"a;b\n1,5;2,5\n", ';'},
      {"a\tb\nx, y\tz\n", '\t'},
      {"a|b\n1|2\n", '|'},
      {"\"a;x\",b\n\"1;2;3\",4\n", ','},
      {"name;text\nx;\"a, b, c\"\ny;\"d, e, f\"\n", ';'},
      {"only\n1\n2\n", ','},
      {"Name, first;Price\nx;2,5\ny;3,5\n", ';'},
      {"a;b;c\n1,1;2,2;3,3\n4,4;5,5;6,6\n", ';'},
  };
  for (const auto& [text, delimiter] : files) {
    CAPTURE(text);
    Imported done = take_in(text);
    REQUIRE_MESSAGE(done.sheet, done.said());
    CHECK(done.sheet->delimiter == delimiter);
  }
}

TEST_CASE("byte order marks, CRLF, quotes, line breaks in cells and spaces around cells are handled") {
  Imported done = take_in("\xEF\xBB\xBFname , text\r\n x ,\"say \"\"hi\"\"\nthere\"\r\n\r\ny,\r\n");
  REQUIRE_MESSAGE(done.sheet, done.said());
  CHECK(done.sheet->columns[0].head == "name");
  CHECK(done.sheet->rows() == 2);
  CHECK(done.sheet->columns[1].cells[0] == "say \"hi\"\nthere");
  CHECK(done.csv() == "name,text\nx,\"say \"\"hi\"\"\nthere\"\ny,\n");
}

TEST_CASE("empty rows and columns of spreadsheets are skipped and reported") {
  Imported done = take_in("id,n,,\na,1,,\n,,,\nb,2,,\n");
  REQUIRE_MESSAGE(done.table, done.said());
  CHECK(done.csv() == "id,n\na,1\nb,2\n");
  CHECK(done.noted("1 empty row left out"));
  CHECK(done.noted("column 3 is empty and was skipped"));
  CHECK(done.noted("column 4 is empty and was skipped"));
  Imported longer = take_in("id,n\na,1,,\nb,2\n");  // the first row ends in extra delimiters
  CHECK(longer.csv() == "id,n\na,1\nb,2\n");
}

TEST_CASE("files that are not tables are rejected with a reason") {
  const std::pair<std::string, const char*> files[] = {
      {"", "the file is empty"},  {"\xEF\xBB\xBF", "the file is empty"}, {"\n\n\n", "the file is empty"},
      {"a,b\n", "has no rows"},   {"a,b\n,\n", "has no rows"},           {"a,b\r1,2\r", "CR alone"},
      {"a,b\n\xE9,2\n", "UTF-8"}, {"a,b\n\"x,2\n", "not closed"},
  };
  for (const auto& [text, why] : files) {
    CAPTURE(text);
    Imported done = take_in(text);
    CHECK(!done.sheet);
    CHECK_MESSAGE(has(done.said(), why), done.said());
    CHECK(has(done.said(), "error[csv-syntax]"));
  }
}

TEST_CASE("files that are not text are rejected with a remedy") {
  const std::string compressed = "the file is compressed\n  --> file.csv\n   = help: unpack it first\n";
  const std::string utf16 = "the file is in UTF-16\n  --> file.csv\n   = help: save it in UTF-8\n";
  const std::string web_page =
      "the file is a web page, not data\n  --> file.csv\n"
      "   = help: perhaps a login page, or a page that shows the data: download the file itself\n";
  const std::pair<std::string, std::string> files[] = {
      {"\x1F\x8B\x08", compressed},
      {"\xFD\x37zXZ", compressed},
      {"\x28\xB5\x2F\xFD", compressed},
      {std::string("\xFF\xFE") + "a", utf16},
      {"\xFE\xFF", utf16},
      {std::string("a\0,\0b\0", 6), utf16},
      {std::string("\0[\0\n", 4), utf16},
      {"PK\x03\x04zip",
       "the file is a workbook or an archive, not text\n  --> file.csv\n"
       "   = help: unpack it, or open it in a spreadsheet and save the sheet as CSV in UTF-8\n"},
      {"\xEF\xBB\xBF\n<!DOCTYPE HTML>\n<title>Sign in, please</title>\n", web_page},
      {"<html lang=\"en\"><table><tr><td>a", web_page},
      {std::string("a,b\n1,\0\n", 8),
       "unexpected NUL character in a text file\n  --> file.csv:2:3\n   |\n 2 | 1,␀\n   |   ^\n"},
      {std::string("a\0", 2), "unexpected NUL character in a text file\n  --> file.csv:1:2\n   |\n 1 | a␀\n   |  ^\n"},
  };
  for (const auto& [text, said] : files) CHECK(take_in(text).said() == "error[import-format]: " + said);
}

TEST_CASE("ragged rows are reported with their lines, up to five of them") {
  std::string text = "a,b\n";
  for (int i = 0; i < 9; ++i) text += i % 3 == 0 ? "1,2\n" : "1,2,3\n";
  Imported done = take_in(text + "7\n");
  CHECK(!done.sheet);
  CHECK(done.diagnostics.errors() == 6);
  CHECK(has(done.said(), "file.csv:3:1"));
  CHECK(has(done.said(), "this line has 3 cells, the first line has 2 cells"));
  CHECK(has(done.said(), "2 more lines have a different number of cells"));
}

TEST_CASE("lines around a table are reported, and are not part of it") {
  Imported done = take_in("Rivers of the atlas\n\nRiver,Length (km)\nDanube,2860\nRhine,1233\n\nSource: the atlas\n");
  CHECK(done.csv() == "river,length\nDanube,2860\nRhine,1233\n");
  CHECK(take_in("Lots of people,,,\nwrite,,notes,\na,b,c,d\nx,1,2,3\ny,2,3,4\nz,3,4,5\n").csv() ==
        "a,b,c,d\nx,1,2,3\ny,2,3,4\nz,3,4,5\n");
  CHECK(take_in(",n\n0,5\n1,6\n").csv() == "column_1,n\n0,5\n1,6\n");  // the first column has no header
  CHECK(take_in("id,,\na,1,2\nb,3,4\n").csv() == "id,column_2,column_3\na,1,2\nb,3,4\n");
  CHECK(take_in("id,n,m\na,1,2\nb,,\n").csv() == "id,n,m\na,1,2\nb,,\n");  // a row that has only a key is kept
}

TEST_CASE("footnote marks are not part of a number or a header, and units are not footnote marks") {
  Imported done = take_in(
      "Name*,Speed¹ (km/h),Area km²\nash*,12†,5\nelm,1500²,6\noak,14[3],7\n\n"
      "* planted\n² in 2020\n");
  CHECK(done.csv() == "name,speed,area_km2\nash,12,5\nelm,1500,6\noak,14,7\n");
  REQUIRE(done.sheet);
  CHECK(done.sheet->footnotes ==
        std::vector<std::string>{"Name: planted; Speed (km/h): †", "Speed (km/h): in 2020", "Speed (km/h): 3"});
  // No line explains the mark, so it is not a footnote.
  CHECK(take_in("id,n\nC**,1\nb,2\n").csv() == "id,n\nC**,1\nb,2\n");
}

TEST_CASE("a first line with numbers like the rows is not a header, even beside a word") {
  const auto is_header = [](const std::string& text) {
    const import_test::Read done = read("a.csv", text);
    base::Diagnostics diagnostics;
    REQUIRE_MESSAGE(done.sheet, said(done.diagnostics));
    return import::check_first_row(*done.sheet, diagnostics);
  };
  CHECK(!is_header("Total,1998,46991171\n0,1998,3390678\n5,1998,3428387\n"));
  CHECK(!is_header("A,5 km\nB,6 km\n"));
  CHECK(is_header("age,1998,1999\n0,3390678,5\n5,3428387,6\n"));
  CHECK(is_header("Runner,5 km,10 km\nA,15 min,32 min\nB,16 min,33 min\n"));
  CHECK(is_header("q,0.5,0.9\n1,3.1,4\n2,3.2,5\n"));
}

TEST_CASE("too many rows are an error that names the limit") {
  std::string rows = "a\n";
  rows.reserve(2 * import::kMaxRows + 2);
  for (size_t i = 0; i < import::kMaxRows; ++i) rows += "1\n";
  CHECK(has(said(read("a.csv", std::move(rows)).diagnostics), "error[csv-syntax]: more than 5 million rows"));
}

TEST_CASE("too many columns are an error") {
  std::string heads, row;
  for (size_t i = 0; i <= import::kMaxColumns; ++i) heads += "c" + std::to_string(i) + ",", row += "1,";
  Imported done = take_in(heads + "x\n" + row + "1\n");
  CHECK(!done.table);
  CHECK_MESSAGE(has(done.said(), "more than the 500"), done.said());
}

TEST_CASE("a header of two lines is found by the types below it") {
  Imported done = take_in("Region,Speed (m/s),,Price\n,low,high,\nNorth,1,2,3.5\nSouth,3,4,4.5\n");
  CHECK(done.csv() == "region,speed_low,speed_high,price\nNorth,1,2,3.5\nSouth,3,4,4.5\n");
  CHECK(done.column("speed_high").unit == "m/s");
  // Without a gap above it, or without numbers below it, a line is a row.
  CHECK(take_in("id,n\nall,x\nb,2\nc,3\n").sheet->rows() == 3);
  CHECK(take_in("id,,t\na,b,c\nd,e,f\ng,h,i\n").sheet->rows() == 3);
  CHECK(take_in("id,,n\na,b,1\nd,e,2\ng,h,3\n").sheet->rows() == 3);
}

TEST_CASE("a first line with quantities is a row below a short header, not the header itself") {
  CHECK(read("a.csv", "id,\na,5 km\nb,6 km\nc,7 km\n").csv() == "id|\na|5 km\nb|6 km\nc|7 km");
  CHECK(read("a.csv", "id,,\na,5 km,x\nb,6,y\nc,7,z\n").csv() == "id||\na|5 km|x\nb|6|y\nc|7|z");
  CHECK(read("a.csv", "Rivers,,\nid,0-14,2020\na,6,1\nb,7,2\n").csv() == "id|0-14|2020\na|6|1\nb|7|2");
}

TEST_CASE("a header with the types of the rows is refused, and a table may have none") {
  const auto check = [](const std::string& text, std::optional<size_t> header = std::nullopt) {
    import_test::Read done = read("a.csv", text, {.header = header});
    REQUIRE(done.sheet);
    import::check_first_row(*done.sheet, done.diagnostics);
    return said(done.diagnostics);
  };
  const std::string rivers = "danube,2850,1\nrhine,1233,2\nelbe,1094,3\n";
  CHECK(check(rivers) ==
        "error[csv-syntax]: this line is read as the header, but it has numbers or dates like the rows below it\n"
        "  --> a.csv:1:1\n"
        "   |\n"
        " 1 | danube,2850,1\n"
        "   | ^^^^^^^^^^^^^\n"
        "   = expected: a line with the names of the columns, above the rows\n"
        "   = help: add such a line; --header 0 reads a table without a header, and --header 1 says that this line is "
        "the header\n");
  CHECK(check(rivers, 0) == "");
  CHECK(check(rivers, 1) == "");
  CHECK(read("a.csv", rivers, {.header = 0}).csv() == "\ndanube|2850|1\nrhine|1233|2\nelbe|1094|3");
  CHECK(read("a.csv", rivers, {.header = 0}).sheet->columns[2].published() == "column 3");
  CHECK(read("a.csv", rivers, {.header = 1}).sheet->rows() == 2);
  CHECK(has(check("2020-01-01,a\n2020-01-02,b\n"), "1 | 2020-01-01,a"));
  CHECK(has(check("5\n6\n"), "this line is read as the header"));
  CHECK(has(check("a,1850\nb,1860\n"), "this line is read as the header"));
  // Headers that are numbers
  for (const char* text : {"country,1960,1961\na,5,6\n", "country,2020\na,5\nb,6\n", "station,1,2,3\na,5,6,7\n",
                           "country,2020,2010,2000\na,5,6,7\n", "2020,population\n5,6\n", "id,day\na,2020-01-01\n",
                           "a,b\nc,d\n", "quantile,0.5,mean\na,5,6\n"})
    CHECK_MESSAGE(check(text) == "", text);
}

TEST_CASE("notes are not a table") {
  const std::string notes =
      "Prices of heat\nThis file lists what one unit of heat costs,\nand was made from invoices of ten towns.\n"
      "Write to us for the data behind it.\n";
  CHECK(has(take_in(notes).said(),
            "error[csv-syntax]: this does not look like a table: most of its lines are sentences"));
  CHECK(has(take_in("Notes,\nThe first sheet has all of the prices.,\nThe second one has all of the towns.,\n").said(),
            "this does not look like a table"));
  CHECK(take_in("name\nNew York\nRio de Janeiro\n").sheet.has_value());
  CHECK(take_in("id,text\na,this is a text of several words\nb,this is another text of several words\n")
            .sheet.has_value());
}

}  // namespace
