// Checks that numbers keep all digits from the file through SQL to the downloads.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "data/export.h"
#include "data_fixture.h"

namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kDescriptor = R"({"name": "n", "resources": [
{"name": "a", "path": "a.csv", "as_of": "2024", "source": "s", "locator": "p. 1",
 "schema": {"primaryKey": "id", "fields": [{"name": "id", "type": "string"},
  {"name": "n", "type": "number", "unit": "1"CONSTRAINTS}, {"name": "i", "type": "integer", "unit": "1"}]}}]})";

// Creates a table from rows "NUMBER" or "NUMBER,INTEGER", with the keys r1, r2 …
TestData numbers(const Texts& rows, std::string_view constraints = "", const std::string& view = "") {
  TestData data;
  std::string descriptor(kDescriptor);
  descriptor.replace(descriptor.find("CONSTRAINTS"), 11, constraints);
  data.sources("s", R"([{"id": "s", "type": "book", "title": "S"}])").descriptor(descriptor);
  std::string csv = "id,n,i\n";
  for (size_t i = 0; i < rows.size(); ++i)
    csv += fmt::format("r{},{}{}\n", i + 1, rows[i], rows[i].find(',') == std::string::npos ? "," : "");
  data.file("a.csv", csv);
  if (!view.empty()) data.view("v", view);
  data.load();
  return data;
}

// Returns the cells of the result's first column.
Texts column(TestData& data, const std::string& sql) {
  data::Query query = data.query(sql);
  query.shown = false;
  auto frame = data.connection->run(query, {}, data.diagnostics);
  Texts out;
  for (size_t row = 0; frame && row < frame->rows(); ++row) out.push_back(quantity::to_text(frame->at(row, 0)));
  CHECK(data.said() == "");
  return out;
}

std::string value(TestData& data, const std::string& expression) {
  Texts found = column(data, "SELECT " + expression + " AS x FROM a ORDER BY id LIMIT 1");
  return found.size() == 1 ? found[0] : "?";
}

const Texts kLong = {"123456789012345678",
                     "9007199254740993",
                     "-9007199254740993",
                     "9223372036854775807",
                     "9223372036854775808",
                     "12345678901234567890",
                     "12345678901234567890.123456789",
                     "0.1234567890123456789",
                     "-0.1234567890123456789",
                     "0.10000000000000000555",
                     "0.30000000000000004",
                     "3.14159265358979323846264338327950288",
                     "1" + std::string(298, '2') + "3"};

}  // namespace

TEST_CASE("a published number has all its digits in queries, cells, views, unions, choices and downloads") {
  TestData data = numbers(kLong, "", "SELECT id, n, ref FROM a");
  CHECK(data.said() == "");
  CHECK(column(data, "SELECT n FROM a ORDER BY rowid") == kLong);
  CHECK(column(data, "WITH t AS (SELECT n AS m, id FROM a) SELECT m FROM t JOIN a USING (id) ORDER BY a.rowid") ==
        kLong);
  CHECK(column(data, "SELECT n FROM v ORDER BY rowid") == kLong);
  CHECK(column(data, "SELECT n FROM a WHERE id = 'r8' UNION ALL SELECT n FROM a WHERE id = 'r6' UNION ALL SELECT 1") ==
        Texts{kLong[7], kLong[5], "1"});
  CHECK(column(data, "SELECT coalesce(NULL, n) FROM a ORDER BY rowid") == kLong);
  CHECK(column(data, "SELECT CASE WHEN 1 THEN n END FROM a ORDER BY rowid") == kLong);
  CHECK(column(data, "SELECT max(n) FROM a GROUP BY id ORDER BY a.rowid") == kLong);
  CHECK(column(data, "SELECT (SELECT b.n FROM a b WHERE b.id = a.id) FROM a ORDER BY rowid") == kLong);
  CHECK(column(data, "SELECT lag(n, 0) OVER (ORDER BY rowid) FROM a ORDER BY rowid") == kLong);
  for (size_t i = 0; i < kLong.size(); ++i) {
    auto cell = data.connection->find_cell("a", fmt::format("r{}", i + 1), "n");
    REQUIRE(cell.ok());
    CHECK(quantity::to_text(cell->value) == kLong[i]);
  }
  const quantity::Frame frame = data.connection->table("a");
  const data::RowOrigins origins(frame, *data.database);
  const std::string csv = data::write_csv(frame, origins), json = data::write_json(frame, origins);
  std::string resource_csv, resource_json;
  data::write_resource(data.database->tables()[0], *data.connection, [&](std::string_view a, std::string_view b) {
    resource_csv += a;
    resource_json += b;
  });
  for (const std::string& number : kLong) {
    CHECK(csv.find("," + number + ",") != std::string::npos);
    CHECK(json.find("\"n\": " + number + ",") != std::string::npos);
    CHECK(resource_csv.find("," + number + ",") != std::string::npos);
    CHECK(resource_json.find("\"n\": " + number + "}") != std::string::npos);
  }
}

TEST_CASE("numbers written differently are equal if their values are") {
  const std::pair<const char*, const char*> written[] = {
      {"1E+3", "1000"},
      {".5", "0.5"},
      {"5.", "5"},
      {"007", "7"},
      {"1.10", "1.1"},
      {"-0", "0"},
      {"1e-7", "1e-07"},
      {"2.675", "2.675"},
      {"1e21", "1e+21"},
      {"1e-320", "1e-320"},
      {"123456789012345678.", "123456789012345678"},
      {"1.234567890123456789e30", "1234567890123456789000000000000"},
      {"1.2345678901234567890e-10", "0.0000000001234567890123456789"},
      {"0.1000000000000000000", "0.1"},
      {"100000000000000000000", "1e+20"}};
  for (const auto& [from, to] : written) {
    TestData data = numbers({from});
    CHECK(data.said() == "");
    CHECK(value(data, "n") == to);
  }
}

TEST_CASE("long numbers compare, sort, group and join by all their digits") {
  TestData data = numbers({"0.12345678901234567892", "0.12345678901234567890", "0.12345678901234567891",
                           "0.12345678901234567890", "0.1234567890123456", "0.123456789012346"});
  CHECK(data.said() == "");
  CHECK(column(data, "SELECT id FROM a ORDER BY n, id") == Texts{"r5", "r2", "r4", "r3", "r1", "r6"});
  CHECK(column(data, "SELECT count(DISTINCT n) FROM a") == Texts{"5"});
  CHECK(column(data, "SELECT count(*) FROM a GROUP BY n ORDER BY n") == Texts{"1", "2", "1", "1", "1"});
  CHECK(column(data, "SELECT b.id FROM a JOIN a b ON b.n = a.n AND b.id <> a.id ORDER BY 1") == Texts{"r2", "r4"});
  CHECK(column(data, "SELECT b.id FROM a JOIN a b ON b.n > a.n WHERE a.id = 'r3' ORDER BY 1") == Texts{"r1", "r6"});
  CHECK(column(data, "SELECT min(n) FROM a WHERE id <> 'r5'") == Texts{"0.1234567890123456789"});
  CHECK(column(data, "SELECT id FROM a WHERE n = 0.12345678901234567891") == Texts{"r3"});
  CHECK(column(data, "SELECT id FROM a WHERE n = 1.2345678901234567891e-1") == Texts{"r3"});
  CHECK(column(data, "SELECT id FROM a WHERE n > 0.12345678901234567891 ORDER BY id") == Texts{"r1", "r6"});
  CHECK(column(data, "SELECT id FROM a WHERE n <= .1234567890123456 ORDER BY id") == Texts{"r5"});
}

TEST_CASE("whole numbers up to 2^63 compare and calculate exactly") {
  TestData data = numbers({"9007199254740993,9007199254740993", "9007199254740992,9007199254740992"});
  CHECK(column(data, "SELECT id FROM a WHERE n = 9007199254740993 AND i = n") == Texts{"r1"});
  CHECK(column(data, "SELECT n + 1 FROM a ORDER BY id") == Texts{"9007199254740994", "9007199254740993"});
  CHECK(value(data, "n - i") == "0");
}

TEST_CASE("medians and quantiles are exact, on a straight line between two numbers, as in Vega-Lite") {
  TestData data = numbers({"0.1,4", "0.3,1", "0.2,3", "10,2", ","});
  CHECK(column(data, "SELECT median(n) FROM a") == Texts{"0.25"});
  CHECK(column(data, "SELECT quantile(n, 0.25) FROM a") == Texts{"0.175"});
  CHECK(column(data, "SELECT quantile(n, 0) + quantile(n, 1) FROM a") == Texts{"10.1"});
  CHECK(column(data, "SELECT quantile(i, 0.5) FROM a WHERE i < 4") == Texts{"2"});
  CHECK(column(data, "SELECT median(i) FROM a WHERE i > 0 GROUP BY i > 2 ORDER BY 1") == Texts{"1.5", "3.5"});
  CHECK(column(data, "SELECT count(*) FROM a WHERE n > 50 HAVING median(n) IS NULL") == Texts{"0"});
}

TEST_CASE("intervals of means are those of Student's t") {
  TestData data = numbers({"1,1", "2,2", "3,3", "4,4", "5,5", "6,6", "7,7", "8,8", "9,9", "10,10", ","});
  const auto rounded = [&](const std::string& value, const std::string& where) {
    return column(data, "SELECT round(" + value + ", 4) FROM a WHERE " + where + " HAVING count(n) > 0");
  };
  CHECK(rounded("ci_low(n)", "n > 0") == Texts{"3.3341"});  // t(0.975, 9) = 2.262157
  CHECK(rounded("ci_high(n)", "n > 0") == Texts{"7.6659"});
  CHECK(rounded("ci_high(n)", "n < 3") == Texts{"7.8531"});  // t(0.975, 1) = 12.7062
  CHECK(rounded("ci_high(n)", "n < 4") == Texts{"4.4841"});  // t(0.975, 2) = 4.302653
  CHECK(column(data, "SELECT count(n) FROM a WHERE n = 3 HAVING ci_low(n) IS NULL") == Texts{"1"});
  // t(0.975, 999) = 1.962341
  CHECK(column(data,
               "WITH RECURSIVE s(x) AS (SELECT 1.0 UNION ALL SELECT x + 1 FROM s WHERE x < 1000), "
               "v AS (SELECT ci_high(x) - avg(x) AS half, count(x) AS c FROM s) SELECT round(half, 3) FROM v") ==
        Texts{"17.923"});
}

TEST_CASE("sums and averages are exact decimals, without noise and without overflow") {
  const std::pair<Texts, std::pair<const char*, const char*>> cases[] = {
      {{"0.1", "0.2"}, {"0.3", "0.15"}},
      {{"1234567.89", "0.2", "0.0000001"}, {"1234568.0900001", "411522.6966667"}},
      {{"9007199254740993", "1"}, {"9007199254740994", "4503599627370497"}},
      {{"9223372036854775807", "9223372036854775807"}, {"18446744073709551614", "9223372036854775807"}},
      {{"9007199254740993", "0.5"}, {"9007199254740993.5", "4503599627370496.75"}},
      {{"0.1234567890123456789", "0.1234567890123456789"}, {"0.2469135780246913578", "0.1234567890123456789"}},
      {{"1", "1", "2"}, {"4", "1.33333333333333"}},
      {{"-0.1", "0.1", "1e-20"}, {"1e-20", "3.33333333333333e-21"}},
      {{"0.7", "0.1", "-0.8"}, {"0", "0"}}};
  for (const auto& [rows, expected] : cases) {
    TestData data = numbers(rows);
    CHECK(column(data, "SELECT sum(n) FROM a") == Texts{expected.first});
    CHECK(column(data, "SELECT total(n) FROM a") == Texts{expected.first});
    CHECK(quantity::to_double(quantity::read_number(column(data, "SELECT avg(n) FROM a").at(0)).value()) ==
          quantity::to_double(quantity::read_number(expected.second).value()));
  }
  TestData data = numbers({"0.1,1", "0.2,2", "0.3", ","});
  CHECK(column(data,
               "SELECT sum(n) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM a WHERE n > 0 "
               "ORDER BY id") == Texts{"0.1", "0.3", "0.5"});
  CHECK(column(data, "SELECT sum(i) FROM a") == Texts{"3"});
  CHECK(column(data, "SELECT avg(i) FROM a") == Texts{"1.5"});
  CHECK(column(data, "SELECT count(*) FROM a WHERE n > 5 HAVING sum(n) IS NULL AND avg(n) IS NULL AND total(n) = 0") ==
        Texts{"0"});
  CHECK(column(data, "SELECT sum(DISTINCT n) FILTER (WHERE id <> 'r1') FROM a") == Texts{"0.5"});
  CHECK(column(data, "SELECT count(*) FROM a HAVING sum(n) = 0.6") == Texts{"4"});
}

TEST_CASE("arithmetic in SQL is exact, and a repeating fraction shows 15 digits") {
  TestData data = numbers({"0.1,1", "0.2,2", "0.1234567890123456789,3"}, "",
                          "-- @x {unit: 1}\nSELECT a.id, a.n * 3 AS x, a.ref FROM a");
  CHECK(data.said() == "");
  const std::pair<const char*, const char*> cases[] = {{"n + 0.2", "0.3"},
                                                       {"n + 0.2 = 0.3", "1"},
                                                       {"n * 3 = 0.3", "1"},
                                                       {"n / 3", "0.0333333333333333"},
                                                       {"n / 3 * 3 = n", "1"},
                                                       {"1 / 3 + 1 / 3 + 1 / 3", "1"},
                                                       {"1234567.89 + 0.2 + 0.0000001", "1234568.0900001"},
                                                       {"0.5 + 0.5", "1"},
                                                       {"1 - 0.9", "0.1"},
                                                       {"4.35 * 100", "435"},
                                                       {"1.1 * 1.1", "1.21"},
                                                       {"123456789.1 * 123456789.1", "15241578774881878.81"},
                                                       {"123456789012345678 / 3", "41152263004115226"},
                                                       {"123456789012345679 / 3", "41152263004115226"},
                                                       {"123456789012345679 / 3 * 3", "123456789012345679"},
                                                       {"1 / 1073741824", "0.000000000931322574615478515625"},
                                                       {"7.0 % 2", "1"},
                                                       {"-7 % 4", "-3"},
                                                       {"mod(7.5, 2)", "1.5"},
                                                       {"round(2.675, 2)", "2.68"},
                                                       {"round(-0.5)", "-1"},
                                                       {"ceil(1.2) - floor(-1.2) + trunc(-1.7) + sign(-3.5)", "2"},
                                                       {"abs(-0.3) + -(-0.1)", "0.4"},
                                                       {"1e300 * 10", "1e+301"},
                                                       {"'12.5' + 1", "13.5"},
                                                       {"n + NULL IS NULL", "1"},
                                                       {"sqrt(2)", "1.4142135623731"},
                                                       {"sqrt(2) * sqrt(2)", "2"},
                                                       {"sqrt(i + 3) + n", "2.1"}};
  for (const auto& [expression, result] : cases) {
    CAPTURE(std::string(expression));
    CHECK(value(data, expression) == result);
  }
  CHECK(column(data, "SELECT x FROM v WHERE x = 0.3") == Texts{"0.3"});
  CHECK(column(data, "SELECT x FROM v WHERE id = 'r3'") == Texts{"0.3703703670370370367"});
  CHECK(column(data, "SELECT sum(n * 3) FROM a WHERE id < 'r3'") == Texts{"0.9"});
  CHECK(column(data, "SELECT sum(x) FROM (SELECT 1 / 3 AS x UNION ALL SELECT 1000 / 3)") == Texts{"333.666666666667"});
}

TEST_CASE("% is the remainder of whole numbers") {
  TestData data = numbers({"7.5,2"});
  for (const char* expression : {"n % 2", "7 % 2.5", "2 * n % 4 % 0.5", "sqrt(2) % 1"}) {
    CAPTURE(expression);
    CHECK_FALSE(data.run(std::string("SELECT ") + expression + " AS x FROM a").has_value());
    CHECK(data.said().find("write mod(a, b)") != std::string::npos);
  }
}

TEST_CASE("arithmetic keeps the digits of long numbers, and whole numbers do not overflow") {
  TestData data = numbers({"12345678901234567890.25,9223372036854775807", "0.1234567890123456789,1"});
  CHECK(data.said() == "");
  const std::pair<const char*, const char*> cases[] = {
      {"n + 1", "12345678901234567891.25"},
      {"1 + n - 0.25", "12345678901234567891"},
      {"n - n", "0"},
      {"n + 0.1 + 0.01 + 0.02 - 0.04 + 0.05 - 0.06 + 0.07 + 0.08 - 0.09 - 0.14", "12345678901234567890.25"},
      {"floor(n * 2 / 4 * 8 / 2) % 1000", "780"},
      {"-n", "-12345678901234567890.25"},
      {"- -n = n", "1"},
      {"+n", "12345678901234567890.25"},
      {"abs(-n)", "12345678901234567890.25"},
      {"n * 2", "24691357802469135780.5"},
      {"n / 2", "6172839450617283945.125"},
      {"n * 0.1", "1234567890123456789.025"},
      {"round(n, 1)", "12345678901234567890.3"},
      {"round(n)", "12345678901234567890"},
      {"floor(n) - 12345678901234567000", "890"},
      {"floor(n) % 100", "90"},
      {"max(n + 1, 3)", "12345678901234567891.25"},
      {"min(-n, n * 2)", "-12345678901234567890.25"},
      {"n - 0.1234567890123456789", "12345678901234567890.1265432109876543211"},
      {"CASE WHEN n + 1 > n THEN n + 1 END", "12345678901234567891.25"},
      {"i + i", "18446744073709551614"},
      {"i * i", "85070591730234615847396907784232501249"},
      {"-i - 2", "-9223372036854775809"},
      {"i + 1 - 1", "9223372036854775807"},
      {"n || ' of it'", "12345678901234567890.25 of it"},
      {"length(n)", "23"},
      {"CAST(n AS TEXT)", "12345678901234567890.25"},
      {"CAST(i AS REAL)", "9223372036854775807"},
      {"CAST('12345678901234567890.25' AS NUMERIC) = n", "1"},
      {"group_concat(n, ', ')", "12345678901234567890.25, 0.1234567890123456789"},
      {"CAST(n / 1000000 AS INTEGER)", "12345678901234"},
      {"12345678901234567890.25 + 1 - n", "1"}};
  for (const auto& [expression, result] : cases) {
    CAPTURE(std::string(expression));
    for (int run = 0; run < 2; ++run) CHECK(value(data, expression) == result);
  }
}

TEST_CASE("an operation that would lose digits is an error that shows what to write") {
  TestData data = numbers({"12345678901234567890.25,9223372036854775807"});
  const std::pair<const char*, const char*> cases[] = {
      {"sqrt(n)",
       "sqrt() calculates with 15 digits, but 12345678901234567890.25 has more: round it first, as in "
       "sqrt(round(x, 6))"},
      {"ln(i)", "ln() calculates with 15 digits, but 9223372036854775807 has more"},
      {"pow(n, 2)", "pow() calculates"},
      {"sin(n + 1)", "sin() calculates"},
      {"n * 1e300", "a result exceeds 1.7e308"},
      {"1e-300 * 1e-300", "a result is below 1e-307"},
      {"CAST(n AS INTEGER)", "does not fit in a 64-bit integer"},
      {"n | 1", "does not fit in a 64-bit integer"}};
  for (const auto& [expression, expected] : cases) {
    CAPTURE(std::string(expression));
    data.run("-- @x {unit: m}\nSELECT " + std::string(expression) + " AS x, ref FROM a");
    const std::string said = data.said();
    CHECK(said.find("error[sql-error]") != std::string::npos);
    CHECK(said.find(expected) != std::string::npos);
  }
  std::string alike = "SELECT 'x' AS x";
  for (int i = 0; i < 99; ++i) alike += fmt::format(", 12345678901234567890 + 0.{:02}1 > 0 AS x{}", i, i);
  data.run(alike);
  CHECK(data.said().find("differ only after their 16th digit") != std::string::npos);
}

TEST_CASE("SQL has the same meaning with exact arithmetic") {
  TestData data = numbers({"2,3", "4,5"});
  const std::pair<const char*, const char*> cases[] = {
      {"1 + 2 * 3 - 4 / 2", "5"},
      {"(1 + 2) * 3", "9"},
      {"2 - 3 - 4", "-5"},
      {"-2 * -3", "6"},
      {"- - 2", "2"},
      {"+2 - -2", "4"},
      {"-n * 2 + i", "-1"},
      {"1 || 2 * 3", "36"},
      {"1 + 2 || 3", "24"},
      {"1 + 1 = 2 AND NOT 1 + 1 = 3", "1"},
      {"n BETWEEN 1 + 0 AND 1 + 1", "1"},
      {"n IN (1 + 1, 5) AND n + 1 IN (3)", "1"},
      {"n NOT IN (SELECT i + 1 FROM a)", "1"},
      {"CASE n + 0 WHEN 1 + 1 THEN 2 * 5 ELSE 0 END + 1", "11"},
      {"max(n + 1, n - 1) * 2", "6"},
      {"sum(n) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) + 1", "3"},
      {"count(*) * 2", "4"},
      {"sum(n) FILTER (WHERE i > 1 + 3) + 1", "5"},
      {"(SELECT max(b.n + 1) FROM a AS b) - 1", "4"},
      {"EXISTS (SELECT 1 FROM a WHERE n - 2 = 0)", "1"},
      {"'{\"k\": [1, 2]}' -> 'k' ->> 1", "2"},
      {"'a' || 'b' COLLATE NOCASE = 'AB'", "1"},
      {"x'4142' || 'c'", "ABc"},
      {"5 & 3 | 8", "9"},
      {"1 << 2 + 1", "8"},
      {"~5 + 1", "-5"},
      {"-8 >> 1", "-4"},
      {"a.n*a.i", "6"},
      {"\"n\" * [i]", "6"},
      {"n -- two\n + /* and */ 1", "3"},
      {"iif(n - 2, 1 / 0, 3 * 2)", "6"},
      {"json_array(n * 2)", "[4]"},
      {"substr('abcdef', 1 + 1, 4 - 2)", "bc"},
      {"n LIKE 1 + 1", "1"},
      {"1 IS NOT 1 - 1", "1"},
      {"typeof(1 + 1) || typeof(0.5 + 0.25)", "integerreal"}};
  for (const auto& [expression, result] : cases) {
    CAPTURE(std::string(expression));
    CHECK(value(data, expression) == result);
  }
  CHECK(column(data,
               "WITH RECURSIVE c(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM c WHERE x < 2 + 1) SELECT x FROM "
               "c ORDER BY -x LIMIT 1 + 1 OFFSET 2 - 1") == Texts{"2", "1"});
  CHECK(column(data, "SELECT n * 2 FROM a GROUP BY n * 2 HAVING n * 2 > 4") == Texts{"8"});
  CHECK(column(data, "SELECT match * 2 FROM (SELECT n AS match FROM a) ORDER BY 1") == Texts{"4", "8"});
  CHECK(column(data, "SELECT n FROM a JOIN (SELECT 2 + 2 AS m) ON (n) + 0 = m") == Texts{"4"});
}

TEST_CASE("a query that is nested too deeply is an error") {
  TestData data = numbers({"1"});
  std::string sums = "1", signs;
  for (int i = 0; i < 50'000; ++i) sums += "+1", signs += "- ";
  for (const std::string& expression :
       {sums, signs + "1", std::string(90'000, '(') + "1" + std::string(90'000, ')'), std::string(900, '(') + "1"}) {
    data.run("SELECT " + expression + " AS x");
    CHECK(data.said().find("the query's expressions nest too deeply") != std::string::npos);
  }
}

TEST_CASE("a row is found by a first column with many digits") {
  TestData data = numbers({"0.12345678901234567891", "0.12345678901234567892", "12345678901234567890", "0.3", "5"}, "",
                          "SELECT n, id, ref FROM a");
  CHECK(data.said() == "");
  const std::pair<const char*, const char*> cases[] = {{"0.12345678901234567891", "r1"},
                                                       {"0.12345678901234567892", "r2"},
                                                       {"12345678901234567890", "r3"},
                                                       {"0.3", "r4"},
                                                       {"5", "r5"}};
  for (const auto& [key, id] : cases) {
    auto cell = data.connection->find_cell("v", key, "id");
    REQUIRE(cell.ok());
    CHECK(quantity::to_text(cell->value) == id);
  }
  CHECK(!data.connection->find_cell("v", "0.1234567890123456789", "id").ok());
}

TEST_CASE("a slash divides exactly, also whole numbers") {
  TestData data = numbers({"3,1", "4,2"}, "", "-- @share {unit: 1}\nSELECT a.id, a.i / 2 AS share, a.ref FROM a");
  CHECK(data.said() == "");
  const std::pair<const char*, const char*> cases[] = {{"1 / 2", "0.5"},
                                                       {"i / 2", "0.5"},
                                                       {"n/2", "1.5"},
                                                       {"100 * i / 3", "33.3333333333333"},
                                                       {"(i) / (2)", "0.5"},
                                                       {"-i / 2", "-0.5"},
                                                       {"i /* of */ / 2", "0.5"},
                                                       {"1/2/2", "0.25"},
                                                       {"count(*) / 4", "0.5"},
                                                       {"sum(i) / 2", "1.5"},
                                                       {"CAST(7 / 2 AS INTEGER)", "3"},
                                                       {"'a/b' || i", "a/b1"},
                                                       {"7 % 4 / 2", "1.5"},
                                                       {"6 / 3", "2"},
                                                       {"i / 0 IS NULL", "1"},
                                                       {"CASE WHEN i / 2 > 0 THEN 'more' ELSE 'none' END", "more"}};
  for (const auto& [expression, result] : cases) CHECK(value(data, expression) == result);
  CHECK(column(data, "SELECT share FROM v ORDER BY id") == Texts{"0.5", "1"});
  CHECK(column(data, "SELECT id FROM a WHERE i / 2 < 1") ==
        Texts{"r1"});  // the comparison is a condition, as in asserts
}

TEST_CASE("columns and errors of a query with a division are in the author's spelling") {
  TestData data = numbers({"3,1"});
  data.run("SELECT i/2 FROM a");
  CHECK(data.said().find("\"i/2\" is a computed number, but its unit is not declared") != std::string::npos);
  data.run("SELECT i / 2 AS x, nothere FROM a");
  const std::string said = data.said();
  CHECK(said.find("no such column: nothere") != std::string::npos);
  CHECK(said.find("content/page.md:1:20") != std::string::npos);
  data.run("SELECT i / FROM a");
  CHECK(data.said().find("near \"FROM\": syntax error") != std::string::npos);
  data.run("SELECT / i FROM a");
  CHECK(data.said().find("near \"/\": syntax error") != std::string::npos);
  data.run("SELECT i / 2 AS x FROM a;; -- 1 / 2\n");
  CHECK(data.said().find("sql-not-allowed") == std::string::npos);
  data.run("SELECT i / 2 AS x FROM a; 0.12345678901234567890 / 2 / 3");
  CHECK(data.said().find("content/page.md:1:27") != std::string::npos);
  data.run("SELECT i / 2 AS x FROM a; SELECT 1 / 2");
  CHECK(data.said().find("content/page.md:1:27") != std::string::npos);
}

TEST_CASE("a number that cannot be represented is an error") {
  const std::pair<const char*, const char*> cases[] = {
      {"1e400", "a number between 1e-307 and 1.7e308"},
      {"-1e400", "a number between 1e-307 and 1.7e308"},
      {"1e-400", "a number between 1e-307 and 1.7e308"},
      {"123456789012345678.5", "at most 15 digits before the decimal point"},
      {"nan", "a number"},
      {"inf", "a number"},
      {"0x10", "a number"},
      {"1_000", "a number"},
      {"1 000", "a number"},
      {"1'000", "a number"},
      {"٣", "a number"}};
  for (const auto& [written, expected] : cases) {
    TestData data = numbers({written});
    const std::string said = data.said();
    CHECK(said.find("error[wrong-type]") != std::string::npos);
    CHECK(said.find(expected) != std::string::npos);
  }
  CHECK(numbers({"0." + std::string(450, '3')}).said().find("at most 400 digits") != std::string::npos);
  CHECK(numbers({"1,9223372036854775808"}).said().find("the field's type could be number") != std::string::npos);
  Texts alike;
  for (int i = 0; i < 100; ++i) alike.push_back(fmt::format("0.123456789012345678{:02}", i));
  CHECK(numbers(alike).said().find("after their 16th digit") != std::string::npos);
}

TEST_CASE("bounds are exact to the last digit") {
  TestData over = numbers({"0.12345678901234567891"}, R"(, "constraints": {"maximum": 0.1234567890123456789})");
  CHECK(over.said().find("error[above-maximum]") != std::string::npos);
  TestData under = numbers({"9007199254740992"}, R"(, "constraints": {"minimum": 9007199254740993})");
  CHECK(under.said().find("error[below-minimum]") != std::string::npos);
  CHECK(numbers({"9007199254740993"}, R"(, "constraints": {"minimum": 9007199254740993})").said() == "");
}
