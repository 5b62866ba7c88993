// Tests that units and records are followed through whatever SQL does with a number.
#include <doctest/doctest.h>

#include "data_fixture.h"

namespace {

TestData runs() {
  TestData data;
  data.units(R"({"units": [{"name": "chip", "count": true}, {"name": "token", "count": true}, {"name": "boat"}]})");
  data.sources("s", R"([{"id": "s", "type": "book", "title": "Runs", "publisher": "P"}])");
  data.descriptor(R"({"name": "x", "resources": [
{"name": "runs", "path": "runs.csv", "source": "s", "locator": "t", "schema": {"primaryKey": "id", "fields": [
  {"name": "id", "type": "string"}, {"name": "day", "type": "date"}, {"name": "built", "type": "year"}, {"name": "secs", "type": "number", "unit": "s"},
  {"name": "ms", "type": "number", "unit": "ms"}, {"name": "gb", "type": "number", "unit": "GB"},
  {"name": "usd", "type": "number", "unit": "USD/chip/h"}, {"name": "chips", "type": "integer", "unit": "chip"},
  {"name": "boats", "type": "integer", "unit": "boat"}, {"name": "share", "type": "number", "unit": "%"},
  {"name": "v", "type": "number", "unitField": "u"}, {"name": "u", "type": "string"}]}}]})");
  data.file("runs.csv",
            "id,day,built,secs,ms,gb,usd,chips,boats,share,v,u\n"
            "a,2026-01-31,1999,10.1,10100,80,2,8,2,40,1,s\n"
            "b,2026-03-01,2001,20.3,20300,141,3,4,5,60,1,min\n"
            "c,2026-03-02,2020,,,24,1,1,1,10,2,min\n");
  return data;
}

// The first line of what is reported about a column with this expression and declared unit.
std::string said_about(const std::string& expression, const std::string& unit, const std::string& rest = "FROM runs r",
                       const std::string& id = "r.id", const std::string& ref = "r.ref") {
  TestData data = runs();
  data.load();
  REQUIRE(data.said() == "");
  data.run("-- @x {unit: \"" + unit + "\"}\nSELECT " + id + " AS id, " + expression + " AS x, " + ref + " AS ref " +
           rest + " ORDER BY r.id");
  const std::string said = data.said();
  return said.substr(0, said.find('\n'));
}

constexpr const char* kDiffer = "error[unit-mismatch]: this ";

bool is_refused(const std::string& expression, const std::string& unit, const std::string& rest = "FROM runs r") {
  return said_about(expression, unit, rest).starts_with("error[unit-mismatch]");
}

}  // namespace

TEST_CASE("sums, differences and comparisons need one unit") {
  CHECK(said_about("r.secs + r.gb", "s").starts_with(kDiffer + std::string("adds s and GB")));
  CHECK(said_about("r.secs - r.ms", "s").starts_with(kDiffer + std::string("subtracts s and ms")));
  CHECK(said_about("r.secs + r.ms / 1000", "s") == "");
  for (const char* condition :
       {"r.secs > r.gb", "r.usd < 2", "r.secs BETWEEN 1 AND 2", "r.secs IN (1, 2)", "r.secs <> 5", "r.share >= 40",
        "CASE r.secs WHEN 5 THEN 1 END", "nullif(r.secs, 5) IS NULL", "max(r.secs, r.gb) > quantity(2, 's')",
        "(SELECT count(*) FROM runs o WHERE o.gb > r.secs) > 0", "r.chips > r.boats"}) {
    INFO(condition);
    CHECK(is_refused("r.secs", "s", "FROM runs r WHERE " + std::string(condition)));
  }
  for (const char* condition :
       {"r.secs > 0", "r.secs > quantity(2, 's')", "r.chips >= 8", "r.usd < quantity(2, 'USD/chip/h')",
        "r.day > '2026-01-01'", "r.secs > r.ms / 1000 - quantity(1, 's')"}) {
    INFO(condition);
    CHECK(said_about("r.secs", "s", "FROM runs r WHERE " + std::string(condition)) == "");
  }
}

TEST_CASE("products and quotients have the unit that follows, and a bare number may convert") {
  CHECK(said_about("r.secs * r.usd", "USD").ends_with("is declared in USD, but it is in s*USD/chip/h"));
  CHECK(said_about("r.secs * r.usd / 3600", "USD") == "");
  CHECK(said_about("r.secs * r.usd * r.chips / (60 * 60)", "USD") == "");
  CHECK(said_about("r.secs * 2", "s") == "");
  CHECK(said_about("r.secs / 60", "min") == "");
  CHECK(is_refused("r.secs * 60", "h"));
  CHECK(is_refused("r.secs * 2", "USD/h"));
  CHECK(is_refused("r.usd * 40", "USD"));
  CHECK(said_about("r.usd * quantity(40, 'h')", "USD") == "");
  CHECK(said_about("r.gb / r.secs", "GB/s") == "");
  CHECK(said_about("r.gb * 1000 / r.secs", "MB/s") == "");
  CHECK(is_refused("r.gb / r.secs", "MB/s"));
  CHECK(is_refused("r.secs / r.ms", "1"));
  CHECK(said_about("r.secs * 1000 / r.ms", "1") == "");
  CHECK(is_refused("r.secs / 2", "%"));
  CHECK(said_about("r.gb * r.share / 100", "GB") == "");
  CHECK(is_refused("r.gb * r.share", "GB"));
  CHECK(is_refused("1 - r.share", "1"));
  CHECK(said_about("1 - r.share / 100", "1") == "");
  CHECK(is_refused("r.share / 100", "%"));
  CHECK(is_refused("r.share - r.share / 100", "%"));
  CHECK(said_about("r.share / 100", "1") == "");
  CHECK(said_about("100 * r.share / (r.share + r.share)", "%") == "");
  CHECK(said_about("r.share * r.share / 100", "%") == "");
  CHECK(is_refused("5", "s"));
  CHECK(said_about("r.secs + quantity(5, 's')", "s") == "");
  CHECK(is_refused("quantity(r.secs, 'h')", "h"));
  CHECK(said_about("quantity(5, 'sec onds')", "s").find("error[unit-mismatch]") == 0);
  CHECK(said_about("1 / r.secs", "1/s") == "");
  CHECK(said_about("1 / (1 / r.secs + 1 / r.secs)", "s") == "");
  CHECK(said_about("sqrt(r.secs * r.secs)", "s") == "");
  CHECK(is_refused("sqrt(r.secs)", "s"));
  CHECK(is_refused("ln(r.secs)", "1"));
  CHECK(said_about("ln(r.secs / quantity(1, 's'))", "1") == "");
}

TEST_CASE("a bare power of 1000 converts between units with prefixes") {
  CHECK(is_refused("r.secs * 1000", "s"));
  CHECK(is_refused("r.ms / 1000", "ms"));
  CHECK(is_refused("1e6 * r.gb", "GB"));
  CHECK(is_refused("r.gb / r.secs * 1000", "GB/s"));
  CHECK(said_about("avg(r.secs) * 1000", "s", "FROM runs r GROUP BY 1", "r.id", "all_refs(r.ref)")
            .ends_with("is declared in s, but it is converted to a thousandth or a thousand of s"));
  for (const char* sum : {"r.secs * 1000 + r.secs", "r.secs * 1000 - r.secs", "r.secs * 1000 + quantity(5, 's')",
                          "r.secs + r.secs / 1000", "iif(r.secs * 1000 > quantity(5, 's'), r.secs, r.secs)"}) {
    CAPTURE(sum);
    CHECK(said_about(sum, "s") != "");
  }
  CHECK(said_about("r.secs * 1000 + r.ms", "ms") == "");
  CHECK(said_about("r.secs * 1000 + r.secs * 1000", "ms") == "");
  CHECK(said_about("r.secs * 1000", "ms") == "");
  CHECK(said_about("r.secs * quantity(1000, '1')", "s") == "");
  CHECK(said_about("r.secs * r.chips * 1000", "s") == "");
  CHECK(said_about("round(r.secs * 1000) / 1000", "s") == "");
  CHECK(said_about("r.usd * 1000", "USD/chip/h") == "");
  CHECK(said_about("r.boats * 1000", "boat") == "");
}

TEST_CASE("a text that is shown has the unit of its number") {
  const auto said = [](const std::string& expression) {
    TestData data = runs();
    data.load();
    data.run("SELECT r.id, " + expression + " AS x FROM runs r ORDER BY r.id");
    const std::string text = data.said();
    return text.substr(0, text.find('\n'));
  };
  CHECK(said("r.gb || ' s'") ==
        "error[unit-mismatch]: this text states \"80 s\", and its number is 80 GB, in the query \"q\"");
  for (const char* expression :
       {"'takes ' || r.gb || ' MB'", "'$' || r.gb", "round(r.gb) || ' s'", "r.share || ' GB'",
        "coalesce(r.gb || ' s', 'none')", "r.gb || '000 GB'", "'1' || r.gb", "'-' || r.gb || ' GB'",
        "r.gb || ' thousand GB'", "replace('x s', 'x', r.gb)", "replace('x0 GB', 'x', r.gb)",
        "CAST(r.gb AS TEXT) || ' s'", "upper(r.id || ' ' || r.gb || ' s')"}) {
    CAPTURE(expression);
    CHECK(said(expression).starts_with("error[unit-mismatch]: this text states"));
  }
  for (const char* expression :
       {"r.gb || ' GB'", "'takes ' || round(r.gb) || ' GB of it'", "(r.gb * 1000) || ' MB'", "'$' || r.usd",
        "r.chips || ' chips'", "r.id || ' s'", "r.gb || ' things'", "r.share || ' %'", "r.gb || ' in all'",
        "replace('x GB', 'x', r.gb)", "replace(r.id, 'a', 'b')", "r.gb || '–' || (r.gb * 2) || ' GB'",
        "r.chips || '/' || r.boats", "substr('00' || r.chips, -2)", "r.id || '-' || r.chips"}) {
    CAPTURE(expression);
    CHECK(said(expression) == "");
  }
}

TEST_CASE("a text made of a number has its digits") {
  TestData data = runs();
  data.load();
  const auto said = [&](const std::string& expression) {
    data.run(
        "-- @x {type: string}\nWITH t AS (SELECT id, gb || ' GB' AS gb, name FROM (SELECT *, id AS name FROM runs)) "
        "SELECT r.id, " +
        expression + " AS x, r.ref FROM runs r JOIN t ON t.id = r.id ORDER BY r.id");
    return data.said();
  };
  for (const char* expression :
       {"substr(r.gb, 1, 1)", "rtrim(r.gb, '0')", "replace(replace(r.gb, '1', '2'), '2', '3')",
        "replace(r.secs, '.', '')", "substr(CAST(r.gb AS TEXT), 2)", "trim(r.gb || '', '0')", "substr(t.gb, 2)",
        "hex(r.gb)", "char(48 + r.boats)", "ltrim(upper(r.gb), '1') || ' GB'",
        "(SELECT group_concat(o.gb) FROM runs o)", "(SELECT group_concat(o.gb, '') FROM runs o)", "substr(r.ms, -3)",
        "substr(r.ms, -3) || ' ms'", "upper(r.gb) || '0'", "r.gb / 1000 || ' GB'"}) {
    CAPTURE(expression);
    CHECK(said(expression).starts_with("error[unit-mismatch]: "));
  }
  for (const char* expression :
       {"replace(r.secs, '.', ',')", "substr(t.gb, 1, length(t.gb) - 3)", "rtrim(r.gb || ', ', ', ')",
        "substr('00' || r.boats, -2)",
        "CAST(r.ms / quantity(1000, 'ms') AS INTEGER) || ',' || substr('00' || (r.ms % quantity(1000, 'ms')), -3)",
        "CAST(r.ms / 1000 AS INTEGER) || ',' || substr(r.ms, -3)", "replace(t.gb, ' GB', ' gigabytes')",
        "substr(r.day, 1, 4)", "upper(t.gb)",
        "substr((SELECT group_concat(', ' || o.gb) FROM runs o WHERE o.id = r.id), 3)", "(r.gb / 1000) || ' TB'",
        "(SELECT group_concat(o.gb || ' GB') FROM runs o WHERE o.id = r.id)",
        "(SELECT group_concat(o.id) FROM runs o WHERE o.id = r.id)"}) {
    CAPTURE(expression);
    CHECK(said(expression) == "");
  }
}

TEST_CASE("a number of the query itself does not have a record as its source") {
  for (const char* expression : {"quantity(5, 's')", "2 * quantity(5, 's')",
                                 "CASE r.id WHEN 'a' THEN quantity(5, 's') END", "max(r.secs, quantity(50, 's'))"}) {
    CAPTURE(expression);
    CHECK(said_about(expression, "s").starts_with("error[incomplete-refs]"));
  }
  for (const char* expression : {"max(r.secs, 0)", "quantity(CAST(substr(r.day, 9) AS INTEGER), 's')",
                                 "r.secs * quantity(1, '1')", "quantity(count(*) OVER (), 's')"}) {
    CAPTURE(expression);
    CHECK(said_about(expression, "s", "FROM runs r", "r.id", "all_refs(r.ref) OVER ()") == "");
  }
  TestData data = runs();
  data.load();
  for (const char* expression :
       {"max(secs, quantity(20, 's'))", "iif(id = 'a', quantity(77, 's'), secs)", "secs * 1"}) {
    CAPTURE(expression);
    const auto frame = data.run("-- @x {unit: s}\nSELECT id, " + std::string(expression) + " AS x, ref FROM runs");
    REQUIRE(frame);
    CHECK(frame->fields[1].has_constants == !std::string_view(expression).starts_with("secs"));
  }
  // A zero beside numbers of records is one of the query, unless it is computed from them.
  for (const auto& [expression, has_zero] : {std::pair("coalesce(secs, 0)", true),
                                             {"iif(id = 'a', 0, secs)", true},
                                             {"coalesce(iif(id = 'a', NULL, secs), 0)", true},
                                             {"max(secs, 0)", false},
                                             {"secs - secs", false},
                                             {"iif(id = 'a', 0, quantity(8760, 's'))", true}}) {
    CAPTURE(expression);
    const auto frame = data.run("-- @x {unit: s}\nSELECT id, " + std::string(expression) + " AS x, ref FROM runs");
    REQUIRE(frame);
    CHECK(frame->fields[1].has_constants == has_zero);
  }
  for (const char* expression : {"77", "3 * 4 + 1", "sqrt(2)", "CASE WHEN secs > 0 THEN 7 ELSE 0 END",
                                 "iif(secs > quantity(5, 's'), 7, 0)", "iif(id = 'a', 7, secs / secs)", "0"}) {
    CAPTURE(expression);
    const auto frame = data.run("-- @x {unit: 1}\nWITH t AS (SELECT id, " + std::string(expression) +
                                " AS y, ref FROM runs) SELECT id, y AS x, ref FROM t");
    REQUIRE(frame);
    CHECK(frame->fields[1].has_constants);
  }
  for (const char* expression :
       {"CASE WHEN secs > 0 THEN 1 ELSE 0 END", "secs > 0", "length(id)", "count(*) OVER ()"}) {
    CAPTURE(expression);
    const auto frame = data.run("-- @x {unit: 1}\nSELECT id, " + std::string(expression) +
                                " AS x, all_refs(ref) OVER () AS ref FROM runs");
    REQUIRE(frame);
    CHECK(!frame->fields[1].has_constants);
  }
}

TEST_CASE("units pass through functions, subqueries, CTEs, CASE, windows and compound selects") {
  for (const char* expression :
       {"round(r.secs, 1)", "abs(-r.secs)", "CAST(r.secs AS INTEGER)", "coalesce(r.secs, 0)", "max(r.secs, r.secs)",
        "iif(r.gb >= r.gb, r.secs, 0)", "(SELECT z FROM (SELECT secs AS z, id FROM runs) WHERE id = r.id)",
        "CASE r.id WHEN 'a' THEN r.secs ELSE 2 * r.secs END"}) {
    INFO(expression);
    CHECK(said_about(expression, "s") == "");
    CHECK(is_refused(expression, "GB"));
  }
  CHECK(is_refused("CASE r.id WHEN 'a' THEN r.secs ELSE r.gb END", "s"));
  CHECK(is_refused("lag(r.gb) OVER (ORDER BY r.id)", "s"));
  CHECK(is_refused("r.secs", "s", "FROM (SELECT id, secs, ref FROM runs UNION ALL SELECT id, gb, ref FROM runs) r"));
  CHECK(said_about("r.t", "s",
                   "FROM (WITH c(k, q) AS (SELECT id, secs FROM runs) SELECT k AS id, q AS t, ref FROM c JOIN runs ON "
                   "id = k) r") == "");
  CHECK(said_about("julianday('2026-03-01') - julianday(r.day)", "d") == "");
  CHECK(is_refused("julianday('2026-03-01') - julianday(r.day)", "h"));
}

TEST_CASE("a column with a unit of its row is summed in one unit") {
  CHECK(said_about("sum(r.v)", "s", "FROM runs r", "max(r.id)", "all_refs(r.ref)").find("this adds s and min") !=
        std::string::npos);
  CHECK(said_about("max(r.v)", "s", "FROM runs r").find("this compares s and min") != std::string::npos);
  CHECK(said_about("median(r.v)", "s", "FROM runs r", "max(r.id)", "all_refs(r.ref)").find("this adds s and min") !=
        std::string::npos);
  CHECK(said_about("quantile(r.secs, 0.9)", "GB", "FROM runs r", "max(r.id)", "all_refs(r.ref)")
            .find("is declared in GB, but it is in s") != std::string::npos);
  CHECK(said_about("ci_low(r.secs)", "GB", "FROM runs r HAVING count(r.secs) > 1", "max(r.id)", "all_refs(r.ref)")
            .find("is declared in GB, but it is in s") != std::string::npos);
  CHECK(said_about("ci_high(r.v)", "s", "FROM runs r HAVING count(r.v) > 1", "max(r.id)", "all_refs(r.ref)")
            .find("this adds s and min") != std::string::npos);
  TestData data = runs();
  data.load();
  CHECK(
      data.run("-- @t {unitField: u}\nSELECT u, sum(v) AS t, all_refs(ref) AS t__ref FROM runs GROUP BY u ORDER BY u"));
  CHECK(data.said() == "");
  CHECK(!data.run(
      "-- @t {unitField: u}\nSELECT 's' AS u, sum(v) AS t, all_refs(ref) AS t__ref FROM runs WHERE u = 'min'"));
}

TEST_CASE("a declaration does not change the unit that a row states") {
  CHECK(said_about("r.v", "min", "FROM runs r WHERE r.u = 'min'") == "");
  CHECK(said_about("r.v", "s") == "error[unit-mismatch]: \"x\" of the query \"q\" is declared in s, but it is in min");
  TestData data = runs();
  data.load();
  CHECK(
      !data.run("-- @x {unitField: w}\nSELECT id, v AS x, CASE u WHEN 'min' THEN 's' ELSE u END AS w, ref FROM runs"));
}

TEST_CASE("refs name all records that a number is made of") {
  CHECK(said_about("r.secs / sum(r.secs) OVER ()", "1").starts_with("error[incomplete-refs]"));
  CHECK(said_about("r.secs / (SELECT avg(secs) FROM runs)", "1").starts_with("error[incomplete-refs]"));
  CHECK(said_about("r.secs + o.secs", "s", "FROM runs r JOIN runs o ON o.id = 'b'")
            .starts_with("error[incomplete-refs]"));
  TestData data = runs();
  data.load();
  CHECK(data.run(
      "-- @x {unit: 1}\nSELECT id, secs / sum(secs) OVER () AS x, all_refs(ref) OVER () AS x__ref, ref FROM runs"));
  CHECK(data.said() == "");
}

TEST_CASE("an aggregate reads a number of a record once") {
  TestData data = runs();
  data.load();
  const auto said = [&](const std::string& expression, const std::string& from, const std::string& unit = "s") {
    data.run("-- @x {unit: \"" + unit + "\"}\nSELECT 'x' AS name, " + expression +
             " AS x, all_refs(r.ref) AS ref FROM " + from);
    const std::string all = data.said();
    return all.substr(0, all.find('\n'));
  };
  const std::string repeats = "runs r JOIN runs o ON o.built >= r.built", once = "runs r JOIN runs o USING (id)";
  for (const char* expression :
       {"sum(r.secs)", "total(r.secs)", "avg(r.secs)", "median(r.secs)", "quantile(r.secs, 0.9)", "sum(r.ms / 1000)",
        "sum(0.001 * r.ms)", "sum(round(r.ms / 1000))", "sum(coalesce(r.secs, 0))",
        "sum(CASE WHEN o.gb > 0 THEN r.secs END)", "sum(r.ms * quantity(0.001, 's/ms'))"}) {
    INFO(expression);
    CHECK(said(expression, repeats).starts_with("error[unit-mismatch]: "));
    CHECK(said(expression, once) == "");
  }
  CHECK(said("sum(r.secs)", repeats) ==
        "error[unit-mismatch]: sum() reads runs.secs of runs/a more than once, because its row is repeated, in the "
        "query \"q\"");
  CHECK(said("sum(secs)", "(SELECT r.secs, r.ref FROM " + repeats + ") r") != "");
  CHECK(said("sum(secs)", "(SELECT secs, ref FROM runs UNION ALL SELECT secs, ref FROM runs) r") != "");
  for (const char* expression : {"max(r.secs)", "sum(DISTINCT r.secs)", "sum(CASE WHEN o.id = r.id THEN r.secs END)",
                                 "sum(r.secs) FILTER (WHERE o.id = r.id)"}) {
    INFO(expression);
    CHECK(said(expression, repeats) == "");
  }
  CHECK(said("count(*)", repeats, "1") != "error[unit-mismatch]");
  // A weighted sum, and the least number of each group, count for each row.
  CHECK(said("sum(r.secs * n)", "runs r JOIN (SELECT built, count(*) AS n FROM runs GROUP BY built) c USING (built)") ==
        "");
  CHECK(said("sum(secs)",
             "(SELECT o.id, min(r.secs) AS secs, all_refs(r.ref) AS ref FROM runs r, runs o GROUP BY o.id) r") == "");
  CHECK(said("sum(secs)", "(SELECT r.id, r.secs, r.ref FROM " + repeats + " GROUP BY r.id) r") == "");
  CHECK(said("sum(secs)", "(SELECT secs, ref FROM runs UNION ALL SELECT ms / 1000, ref FROM runs) r") == "");
  CHECK(
      data.run("-- @x {unit: s}\nSELECT id, sum(secs) OVER (ORDER BY id ROWS 1 PRECEDING) AS x, ref, "
               "all_refs(ref) OVER (ORDER BY id ROWS 1 PRECEDING) AS x__ref FROM runs"));
}

TEST_CASE("a number that is copied from another record has that record's ref") {
  TestData data = runs();
  data.load();
  for (const char* sql : {"SELECT a.id, b.secs, a.ref FROM runs a JOIN runs b ON b.id = 'b' WHERE a.id <> 'b'",
                          "SELECT a.id, b.secs, a.ref FROM runs a, runs b WHERE a.id = 'a' AND b.id = 'b'",
                          "SELECT id, secs, (SELECT ref FROM runs WHERE id = 'c') AS ref FROM runs WHERE id = 'a'",
                          "SELECT id, (SELECT secs FROM runs WHERE id = 'b') AS secs, ref FROM runs WHERE id = 'a'",
                          "SELECT id, secs, 'runs/b' AS ref FROM runs WHERE id = 'a'",
                          "-- @x {unit: s}\nSELECT a.id, CASE WHEN b.id = 'b' THEN b.secs END AS x, a.ref FROM runs a "
                          "JOIN runs b ON b.id = "
                          "'b' WHERE a.id = 'a'"}) {
    INFO(sql);
    CHECK(!data.run(sql));
    CHECK(data.said().starts_with("error[incomplete-refs]"));
  }
  for (const char* sql : {"SELECT a.id, b.secs, a.ref, b.ref AS secs__ref FROM runs a JOIN runs b ON b.id = 'b'",
                          "SELECT a.id, b.secs, refs(a.ref, b.ref) AS ref FROM runs a JOIN runs b USING (id)",
                          "SELECT a.id, b.secs, a.ref FROM runs a JOIN runs b USING (id)"}) {
    INFO(sql);
    CHECK(data.run(sql));
    CHECK(data.said() == "");
  }
}

TEST_CASE("a text has no unit, whatever its query declares") {
  for (const char* expression :
       {"r.gb || ''", "CAST(r.gb AS TEXT)", "replace(r.gb * 1, 'q', '')", "strftime('%s', r.day)"}) {
    INFO(expression);
    CHECK(said_about(expression, "s").ends_with("is declared with a unit, but it is a text"));
  }
}

TEST_CASE("counts, ranks and EXISTS name the records that they count") {
  for (const char* expression :
       {"(SELECT count(*) FROM runs)", "count(*) OVER ()", "count(r.id) OVER (ORDER BY r.id)",
        "row_number() OVER (ORDER BY r.id)", "rank() OVER (ORDER BY r.secs)", "sum(r.secs > quantity(1, 's')) OVER ()",
        "(SELECT sum(CASE WHEN o.gb > quantity(50, 'GB') THEN 1 ELSE 0 END) FROM runs o)",
        "EXISTS (SELECT 1 FROM runs o WHERE o.gb > r.gb)", "NOT EXISTS (SELECT 1 FROM runs o WHERE o.gb > r.gb)",
        "1 - EXISTS (SELECT 1 FROM runs o WHERE o.gb > r.gb)", "percent_rank() OVER (ORDER BY r.id)",
        "cume_dist() OVER (PARTITION BY r.u = 'x' ORDER BY r.id)", "ntile(2) OVER (ORDER BY r.id)",
        "(SELECT length(group_concat('x', '')) FROM runs)",
        "(SELECT json_array_length(json_group_array(id)) FROM runs)", "unicode(char(r.chips))",
        "100.0 * count(*) OVER () / (SELECT count(*) FROM runs)"}) {
    INFO(expression);
    CHECK(said_about(expression, expression[0] == '1' && expression[1] == '0' ? "%" : "1")
              .starts_with("error[incomplete-refs]"));
  }
  for (const char* expression :
       {"CASE WHEN EXISTS (SELECT 1 FROM runs o WHERE o.gb > r.gb) THEN r.secs END",
        "CASE WHEN (SELECT count(*) FROM runs) > 1 THEN r.secs END", "iif(EXISTS (SELECT 1), r.secs, r.secs)"}) {
    INFO(expression);
    CHECK(said_about(expression, "s") == "");
  }
  TestData data = runs();
  data.load();
  for (const char* sql :
       {"-- @n {unit: 1}\nSELECT 'all' AS k, count(*) AS n, all_refs(ref) AS ref FROM runs",
        "-- @n {unit: '%'}\nSELECT 'all' AS k, 100.0 * sum(secs > quantity(1, 's')) / count(*) AS n, all_refs(ref) AS "
        "ref FROM runs",
        "-- @n {unit: 1}\nSELECT id, row_number() OVER (ORDER BY id) AS n, all_refs(ref) OVER () AS ref FROM runs",
        "SELECT id, secs, ref FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM runs) WHERE place = 1",
        "-- @n {unit: 1}\nSELECT id, percent_rank() OVER w AS n, all_refs(ref) OVER () AS ref FROM runs WINDOW w AS "
        "(ORDER "
        "BY id)",
        "-- @n {unit: 1}\nWITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 9) SELECT id, "
        "(SELECT "
        "count(*) FROM k) AS n, ref FROM runs",
        "-- @n {unit: 1}\nSELECT r.id, (SELECT count(*) FROM runs o WHERE o.id = r.id) AS n, r.ref FROM runs r"}) {
    INFO(sql);
    CHECK(data.run(sql));
    CHECK(data.said() == "");
  }
}

TEST_CASE("a text that is made of a number does not become a number without a unit") {
  for (const char* expression :
       {"CAST(r.secs AS TEXT) * 1", "CAST(CAST(r.secs AS TEXT) AS REAL)", "substr(r.secs, 1, 2) + 0",
        "(r.secs || '') * 2", "CAST(r.secs || '' AS INTEGER)", "sum(r.secs || '') OVER ()", "round(r.secs || '', 1)",
        "abs(replace(r.secs, '.', ''))", "json_array(r.secs) ->> 0", "json_array(r.id, r.secs * 2) ->> 1",
        "json_extract(json_array(r.secs), '$[0]')", "json_object('a', r.secs) ->> 'a'", "(json_array(r.secs) -> 0) + 1",
        "json_array(json_array(r.secs)) ->> 0 ->> 0",
        "(SELECT j ->> 0 FROM (SELECT id AS k, json_array(secs) AS j FROM runs) WHERE k = r.id)",
        "(SELECT t + 0 FROM (SELECT id AS k, CAST(secs AS TEXT) AS t FROM runs) WHERE k = r.id)"}) {
    INFO(expression);
    CHECK(said_about(expression, "1").starts_with("error[unit-mismatch]: this "));
  }
  CHECK(said_about("CAST(substr(r.day, 1, 4) AS INTEGER) - 2000", "1") == "");
  CHECK(said_about("substr(r.day, 1, 4) - 2000", "1") == "");
  CHECK(said_about("2026 - r.built", "1", "FROM runs r WHERE r.built > 1950") == "");
  CHECK(said_about("length(r.id)", "1") == "");
  CHECK(said_about("length(json_array(r.id) ->> 0)", "1") == "");
}

TEST_CASE("counts may be left out or added, and are not exchanged") {
  CHECK(said_about("r.chips * 1", "chip") == "");
  CHECK(said_about("r.chips * 1", "1") == "");
  CHECK(said_about("r.secs * r.chips", "chip*s") == "");
  CHECK(said_about("r.secs * 1", "chip*s") == "");
  CHECK(is_refused("r.chips * 1", "token"));
  CHECK(is_refused("r.secs * r.chips", "token*s"));
  CHECK(is_refused("r.secs / r.chips", "chip*s"));
  CHECK(is_refused("r.chips * 1 + quantity(1, 'token') * 1", "chip"));
  CHECK(is_refused("r.boats * 1", "1"));
  CHECK(is_refused("r.gb * quantity(1, 'token') / r.chips", "GB"));
  CHECK(is_refused("r.usd * quantity(1, 'token')", "USD/h"));
  CHECK(said_about("r.gb * quantity(1, 'token') / quantity(1, 'token')", "GB") == "");
}

TEST_CASE("a quotient is a percentage in any order of its factors") {
  for (const char* expression : {"r.gb / r.gb * 100", "100 * r.gb / r.gb", "r.gb * 100 / r.gb", "100 * (r.gb / r.gb)",
                                 "(r.gb / r.gb) * (10 * 10)"}) {
    INFO(expression);
    CHECK(said_about(expression, "%") == "");
    CHECK(said_about(expression, "1") == "");
  }
  CHECK(is_refused("r.gb / r.gb", "%"));
  CHECK(is_refused("r.gb / r.gb * 50", "%"));
}

TEST_CASE("dates of the data are calculated, and the clock is not read") {
  TestData data = runs();
  data.load();
  const auto frame = data.run(
      "-- @days {unit: d}\nSELECT r.id, julianday(r.day) - julianday('2026-01-01') AS days, r.ref FROM runs r ORDER BY "
      "r.id");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(quantity::to_text(frame->at(1, 1)) == "59");
  for (const char* of_number : {"unixepoch(gb, 'unixepoch')", "julianday(gb)", "julianday(gb || '')"}) {
    INFO(of_number);
    CHECK(!data.run("-- @x {unit: d}\nSELECT id, " + std::string(of_number) + " AS x, ref FROM runs"));
    CHECK(data.said().find("() of a number: its arguments are dates") != std::string::npos);
  }
  for (const char* clock :
       {"date('now')", "date()", "strftime('%Y')", "datetime(day, 'localtime')", "julianday('NOW')"}) {
    INFO(clock);
    CHECK(!data.run("SELECT id, " + std::string(clock) + " AS x, ref FROM runs"));
    CHECK(data.said().find("depends on the clock") != std::string::npos);
  }
}
