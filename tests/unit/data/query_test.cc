#include <doctest/doctest.h>

#include "base/work.h"
#include "data_fixture.h"

using quantity::Refs;

TEST_CASE("the test site loads without diagnostics") {
  TestData data = rivers();
  data.load();
  CHECK(data.said() == "");
  CHECK(data.database->tables().size() == 5);
}

TEST_CASE("a column has the meaning of its field, through joins, subqueries and CTEs") {
  TestData data = rivers();
  data.load();
  auto frame = data.run(
      "WITH t AS (SELECT * FROM tolls) SELECT r.name, x.toll AS paid, x.ref FROM rivers r JOIN (SELECT river, lock, "
      "toll, ref FROM t) x ON x.river = r.id ORDER BY r.id, x.lock");
  CHECK(data.said() == "");
  REQUIRE(frame);
  REQUIRE(frame->rows() == 3);
  const quantity::Field& paid = frame->fields[1];
  CHECK(paid.name == "paid");
  CHECK(paid.title == "Toll");
  CHECK(paid.unit == "EUR/boat");
  CHECK(paid.format == ",.2f");
  CHECK(paid.better == quantity::Better::lower);
  CHECK(paid.resource == "tolls");
  CHECK(paid.column == "toll");
  CHECK(quantity::to_text(frame->at(0, 1)) == "2.7");
  CHECK(frame->refs_of(0, 1) == Refs{"tolls/elbe/1"});
  CHECK(frame->refs_of(0, 0) == Refs{"tolls/elbe/1"});  // a key's cell refers to its row
}

TEST_CASE("refs and units of a query of one table follow from it") {
  TestData data = rivers();
  data.load();
  auto frame = data.run("SELECT river, toll FROM tolls ORDER BY river, lock");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields.size() == 2);
  CHECK(frame->refs_of(0, 1) == Refs{"tolls/elbe/1"});

  frame = data.run(
      "SELECT t.river, sum(t.toll) AS total, avg(toll) mean, max(toll), count(*) AS locks -- by river\nFROM tolls AS t "
      "WHERE toll > quantity(0, 'EUR/boat') GROUP BY river ORDER BY river");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields[1].unit == "EUR/boat");
  CHECK(frame->fields[2].unit == "EUR/boat");
  CHECK(frame->fields[3].unit == "EUR/boat");
  CHECK(frame->fields[4].unit == "1");
  CHECK(quantity::to_text(frame->at(0, 1)) == "6.2");
  for (size_t column : {1, 2, 3, 4}) CHECK(frame->refs_of(0, column) == Refs{"tolls/elbe/1", "tolls/elbe/2"});

  // Nothing follows where rows have their own units, or the query is more than that.
  for (const char* sql :
       {"SELECT sum(length) AS total FROM tolls", "SELECT 2 * sum(toll) AS total FROM tolls",
        "SELECT a.toll FROM tolls a JOIN tolls b ON b.river = a.river", "SELECT DISTINCT toll FROM tolls",
        "SELECT toll FROM (SELECT toll FROM tolls)", "SELECT river, quantity(70, 'km') AS x FROM tolls",
        "SELECT river, toll, count(*) AS n FROM tolls GROUP BY river",
        "SELECT river, \"max\"(toll) AS most, all_refs(ref) AS ref FROM tolls GROUP BY river"}) {
    CAPTURE(sql);
    CHECK_FALSE(data.run(sql));
    CHECK(data.said() != "");
  }
  // Messages are where the author wrote.
  CHECK_FALSE(data.run("SELECT river, max(toll) AS most FROM tolls WHERE toll > quantity(1, 's') GROUP BY river"));
  const std::string text = data.said();
  CHECK(text.find("error[unit-mismatch]") != std::string::npos);
  CHECK(text.find("content/page.md:1:55") != std::string::npos);
}

TEST_CASE("a column without an aggregate has one value in each group") {
  TestData data = rivers();
  data.load();
  const auto said = [&](const char* sql) {
    CAPTURE(sql);
    const bool is_good = data.run(sql).has_value();
    const std::string text = data.said();
    CHECK(is_good == text.empty());
    return text;
  };
  CHECK(said("SELECT lock, avg(toll) AS mean, all_refs(ref) AS ref FROM tolls GROUP BY river") ==
        R"(error[sql-error]: "lock" has several values in the rows of a group, and any of them would be shown
  --> content/page.md:1:8
   |
 1 | SELECT lock, avg(toll) AS mean, all_refs(ref) AS ref FROM tolls GROUP BY river
   |        ^^^^
   = expected: a column of GROUP BY, or an aggregate: max(), min(), group_concat(), and for refs all_refs()
)");
  for (const char* sql :
       {"SELECT river, avg(toll) AS mean, ref FROM tolls GROUP BY river", "SELECT lock AS l FROM tolls GROUP BY river",
        "SELECT river, ref, all_refs(ref) AS toll__ref, sum(toll) AS toll FROM tolls",
        "SELECT t.river, upper(t.lock) AS l, min(toll) AS a, max(toll) AS b, all_refs(t.ref) AS ref FROM tolls t JOIN "
        "rivers r ON r.id = t.river GROUP BY t.river -- @a {unit: EUR/boat}\n-- @b {unit: EUR/boat}",
        "WITH a AS (SELECT * FROM tolls) SELECT river r, nullif(lock, 1) AS l FROM a GROUP BY r",
        "WITH a AS (SELECT river, lock, count(*) AS n FROM tolls GROUP BY river) SELECT river, lock FROM a",
        "SELECT lock FROM (SELECT lock, count(*) AS n FROM tolls GROUP BY river)",
        "SELECT DISTINCT lock FROM tolls GROUP BY river", "SELECT river FROM tolls GROUP BY river HAVING lock = 1",
        "SELECT 'l' || lock AS l FROM tolls GROUP BY river UNION ALL SELECT 'a'",
        "SELECT 100 * toll / sum(toll) AS share, all_refs(ref) AS ref FROM tolls -- @share {unit: 1}"})
    CHECK(said(sql).find("has several values in the rows of a group") != std::string::npos);
  // One min() or max() chooses the row; others have the same value in all rows of the group, or are not combined.
  for (const char* sql :
       {"SELECT river, lock, max(toll) AS most, all_refs(ref) AS ref FROM tolls GROUP BY river",
        "SELECT r.name, avg(toll) AS mean, all_refs(t.ref) AS mean__ref FROM tolls t JOIN rivers r ON r.id = t.river "
        "GROUP BY r.id -- @mean {unit: EUR/boat}",
        "SELECT upper(river) AS u, sum(toll) AS toll, all_refs(ref) AS ref FROM tolls GROUP BY 1 -- @toll {unit: "
        "EUR/boat}",
        "SELECT river, lock FROM tolls WHERE toll = (SELECT max(toll) FROM tolls) AND lock > 0",
        "SELECT 'a' AS id, sum(toll) AS toll, all_refs(ref) AS ref FROM tolls",
        "SELECT upper(substr(river, 1, 2)) AS r, count(*) AS n, all_refs(ref) AS ref FROM tolls GROUP BY substr(river, "
        "1, 2)",
        "SELECT river, count(*) AS lock, all_refs(ref) AS ref FROM tolls GROUP BY river HAVING lock > 1",
        "SELECT r.id FROM rivers r WHERE (SELECT 'a' || count(*) || r.id FROM tolls t) > '1'"})
    CHECK(said(sql) == "");
}

TEST_CASE("the order of the rows of tables does not decide a result") {
  TestData data = rivers();
  data.load();
  const auto said = [&](const char* sql) {
    CAPTURE(sql);
    const bool is_good = data.run(sql).has_value();
    const std::string text = data.said();
    CHECK(is_good == text.empty());
    return text;
  };
  CHECK(
      said("SELECT river, lock FROM tolls ORDER BY river LIMIT 1") ==
      R"(error[unordered-query]: "lock" of the query "q" has other values when its tables have their rows in another order
  --> content/page.md:1:15
   |
 1 | SELECT river, lock FROM tolls ORDER BY river LIMIT 1
   |               ^^^^
   = expected: one result, whichever rows come first
   = help: end each ORDER BY with a column that has no ties, such as the primary key, where LIMIT, row_number(), lag() or max() choose rows
)");
  for (const char* sql :
       {"SELECT river FROM tolls LIMIT 1",
        "SELECT lock, row_number() OVER (ORDER BY river) AS n, all_refs(ref) OVER () AS ref FROM tolls -- @n {unit: 1}",
        "SELECT lock, max(river) AS r FROM tolls WHERE river = 'elbe'", "SELECT (SELECT river FROM tolls) AS r",
        "SELECT 'n' || lock AS l, river FROM tolls UNION SELECT river, river FROM tolls ORDER BY river LIMIT 1",
        "SELECT (SELECT o.lock FROM tolls o WHERE o.river = t.river ORDER BY o.river LIMIT 1) AS l FROM tolls t",
        // The first row has the least or the greatest value.
        "SELECT (SELECT substr('abcd', o.lock, 1) FROM tolls o WHERE o.river = t.river LIMIT 1) AS l FROM tolls t",
        "SELECT (SELECT substr('dcba', o.lock, 1) FROM tolls o WHERE o.river = t.river LIMIT 1) AS l FROM tolls t",
        "SELECT lock FROM (SELECT DISTINCT lock, river FROM tolls ORDER BY river LIMIT 1)"})
    CHECK_MESSAGE(said(sql).find("error[unordered-query]") != std::string::npos, std::string(sql));
  for (const char* sql :
       {"SELECT river, lock FROM tolls ORDER BY river, lock LIMIT 1", "SELECT river, lock FROM tolls",
        "SELECT river, group_concat(lock) AS locks FROM tolls GROUP BY river",
        "SELECT lock, rank() OVER (ORDER BY river) AS n, all_refs(ref) OVER () AS ref FROM tolls -- @n {unit: 1}",
        "SELECT DISTINCT river FROM tolls ORDER BY river LIMIT 1"})
    CHECK(said(sql) == "");
}

TEST_CASE("a number that is calculated is not compared with a text") {
  TestData data = rivers();
  data.load();
  for (const char* sql :
       {"SELECT river FROM tolls GROUP BY river HAVING sum(toll) > '5'",
        "SELECT river, count(*) AS n, all_refs(ref) AS ref FROM tolls GROUP BY river HAVING n > '1'",
        "SELECT river FROM tolls GROUP BY river HAVING count(*) IN ('1', '2')",
        "SELECT river FROM tolls GROUP BY river HAVING count(*) BETWEEN '1' AND '2'",
        "WITH a AS (SELECT river, sum(toll) AS s FROM tolls GROUP BY river) SELECT river FROM a WHERE '5' < s"}) {
    CAPTURE(sql);
    CHECK_FALSE(data.run(sql));
    CHECK(data.said().find("take the quotes off") != std::string::npos);
  }
  for (const char* sql : {"SELECT river FROM tolls WHERE toll > '2' ORDER BY river, lock",
                          "SELECT river FROM tolls WHERE substr(river, 1, 1) > '2' ORDER BY river, lock"}) {
    CHECK(data.run(sql));
    CHECK(data.said() == "");
  }
}

TEST_CASE("computed values combine refs, and comments declare their units") {
  TestData data = rivers();
  data.load();
  auto frame = data.run(
      "-- @total {title: All tolls, unit: EUR/boat, better: lower, format: \".1f\"}\n"
      "SELECT river, sum(toll) AS total, all_refs(ref) AS total__ref FROM tolls GROUP BY river ORDER BY river");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields[1].title == "All tolls");
  CHECK(frame->fields[1].unit == "EUR/boat");
  CHECK(frame->fields[1].resource == "");
  CHECK(quantity::to_text(frame->at(0, 1)) == "6.2");
  CHECK(frame->refs_of(0, 1) == Refs{"tolls/elbe/1", "tolls/elbe/2"});

  frame = data.run(
      "-- @more like tolls.toll {title: Dearer by}\n"
      "SELECT a.toll - b.toll AS more, refs(a.ref, b.ref, NULL) AS more__ref FROM tolls a JOIN tolls b ON b.river = "
      "'oder' WHERE a.lock = 2");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields[0].title == "Dearer by");
  CHECK(frame->fields[0].unit == "EUR/boat");
  CHECK(frame->refs_of(0, 0) == Refs{"tolls/elbe/2", "tolls/oder/1"});
}

TEST_CASE("a computed text that is declared like a column has its labels") {
  TestData data = rivers();
  data.load();
  auto frame = data.run(
      "-- @river like tolls.river\n-- @toll like tolls.toll\n"
      "SELECT river, toll, ref AS toll__ref FROM (SELECT river, toll, ref FROM tolls UNION SELECT river, toll, ref "
      "FROM tolls)");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields[0].resource + "/" + frame->fields[0].column ==
        "tolls/river");  // labels are looked up in this column
  CHECK(frame->fields[1].resource == "");
}

TEST_CASE("a computed number without a unit is an error that shows what to write") {
  TestData data = rivers();
  data.load();
  CHECK_FALSE(data.run("SELECT river, toll * 2 AS twice, ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[undeclared-unit]: "twice" is a computed number, but its unit is not declared
  --> content/page.md:1:27
   |
 1 | SELECT river, toll * 2 AS twice, ref FROM tolls
   |                           ^^^^^
   = help: declare it in a comment of the query: -- @twice {title: …, unit: …} (unit: 1 for a plain number), or -- @twice like TABLE.COLUMN
)");
  CHECK(data.run("-- @wet {type: boolean}\nSELECT name, tidal = 1 AS wet FROM rivers"));
  CHECK(data.said() == "");
}

TEST_CASE("a number without a ref is an error that shows what to select") {
  TestData data = rivers();
  data.load();
  CHECK_FALSE(data.run("SELECT t.river, t.toll FROM tolls t, rivers"));
  CHECK(data.said() ==
        R"(error[number-without-ref]: "toll" has no source: the query selects neither "toll__ref" nor "ref"
  --> content/page.md:1:19
   |
 1 | SELECT t.river, t.toll FROM tolls t, rivers
   |                   ^^^^
   = help: select the ref of its row: ref, or … AS toll__ref
)");
  CHECK_FALSE(data.run("SELECT river, toll, NULL AS toll__ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[number-without-ref]: "toll" has no source in row 1: its toll__ref is null
  --> content/page.md:1:15
   |
 1 | SELECT river, toll, NULL AS toll__ref FROM tolls
   |               ^^^^
   = help: select the ref of its record
)");
  CHECK_FALSE(data.run("SELECT toll, 'tolls/rhine/1' AS ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[unknown-ref]: "toll" has the ref "tolls/rhine/1", which is not a record
  --> content/page.md:1:8
   |
 1 | SELECT toll, 'tolls/rhine/1' AS ref FROM tolls
   |        ^^^^
   = help: select ref or X__ref of a table, or combine refs with refs() and all_refs()
)");
}

TEST_CASE("after a UNION the metadata of the first part is not used") {
  TestData data = rivers();
  data.load();
  CHECK_FALSE(data.run("SELECT toll, ref FROM tolls UNION ALL SELECT length, ref FROM tolls"));
  CHECK(data.said().starts_with("error[undeclared-unit]: \"toll\" is a computed number"));
  CHECK_FALSE(
      data.run("WITH u AS (SELECT toll, ref FROM tolls UNION SELECT length, ref FROM tolls) SELECT toll, ref FROM u"));
  CHECK(data.said().starts_with("error[undeclared-unit]: \"toll\""));
  auto frame = data.run("SELECT toll, ref FROM tolls WHERE river IN (SELECT 'elbe' UNION SELECT 'oder')");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields[0].unit == "EUR/boat");
}

TEST_CASE("a declaration that contradicts the field, or names an unknown column, is an error") {
  TestData data = rivers();
  data.load();
  CHECK_FALSE(data.run("-- @toll {unit: USD/boat}\nSELECT toll, ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[unit-mismatch]: "toll" is declared in USD/boat, but it is tolls.toll, which is in EUR/boat
  --> content/page.md:1:17
   |
 1 | -- @toll {unit: USD/boat}
   |                 ^^^^^^^^
   = help: a declaration does not convert: omit the unit, or compute the value in SQL
)");
  CHECK_FALSE(data.run("-- @tol {title: Toll}\nSELECT toll, ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[unknown-column]: the query has no column "tol"
  --> content/page.md:1:5
   |
 1 | -- @tol {title: Toll}
   |     ^^^
   = expected: "toll"
   = help: did you mean "toll"?
)");
  CHECK_FALSE(data.run("-- @x like tolls.tol\nSELECT toll AS x, ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[unknown-column]: "tolls" has no column "tol"
  --> content/page.md:1:12
   |
 1 | -- @x like tolls.tol
   |            ^^^^^^^^^
   = help: did you mean "toll"?
)");
  CHECK_FALSE(data.run("-- @x {title: Length (m), unit: km}\nSELECT 1.5 AS x, ref FROM tolls"));
  CHECK(data.said().starts_with("error[unit-mismatch]: \"Length (m)\" says m, but the field is in km"));
  CHECK_FALSE(data.run("-- @toll is money\nSELECT toll, ref FROM tolls"));
  CHECK(data.said().starts_with("error[bad-declaration]: this is not a valid declaration of a column"));
}

TEST_CASE("a unit in another column is found by its origin") {
  TestData data = rivers();
  data.load();
  auto frame = data.run("SELECT length, unit AS measured_in, ref FROM tolls WHERE length IS NOT NULL");
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->fields[0].unit_field == "measured_in");
  CHECK_FALSE(data.run("SELECT length, ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[missing-unit-column]: the unit of "length" is in the column "unit", which the query does not select
  --> content/page.md:1:8
   |
 1 | SELECT length, ref FROM tolls
   |        ^^^^^^
   = help: select unit too
)");
}

TEST_CASE("SQL errors point at the token and suggest similar names") {
  TestData data = rivers();
  data.load();
  CHECK_FALSE(data.run("SELECT tol, ref FROM tolls"));
  CHECK(data.said() ==
        R"(error[sql-error]: no such column: tol
  --> content/page.md:1:8
   |
 1 | SELECT tol, ref FROM tolls
   |        ^^^
   = expected: a column of "tolls": "river", "lock", "toll", "length", "unit", "as_of" or "note"
   = help: did you mean "toll"?
)");
  CHECK_FALSE(data.run("SELECT 1 FROM\n  tols"));
  CHECK(data.said() ==
        R"(error[sql-error]: no such table: tols
  --> content/page.md:1:1
   |
 1 | SELECT 1 FROM
   | ^^^^^^
   = expected: "rivers", "tolls", "quantities", "figures" or "specs"
   = help: did you mean "tolls"?
)");
  CHECK_FALSE(data.run("SELECT river FROM tolls WHERE river = \"elbe\""));
  CHECK(data.said().find("help: strings are in single quotes: 'elbe'") != std::string::npos);
  CHECK_FALSE(data.run("SELECT river FORM tolls"));
  CHECK(data.said().starts_with("error[sql-error]: near \"tolls\": syntax error\n  --> content/page.md:1:19"));
  CHECK_FALSE(data.run("SELECT s.ref FROM specs s"));
  CHECK(data.said().find("in \"specs\" each column has its own ref: len__ref") != std::string::npos);
  CHECK_FALSE(data.run("SELECT a.river, b.river FROM tolls a JOIN tolls b"));
  CHECK(data.said() ==
        R"(error[duplicate-column]: two columns of the result are named "river"
  --> content/page.md:1:10
   |
 1 | SELECT a.river, b.river FROM tolls a JOIN tolls b
   |          ^^^^^
   = help: rename one of them: … AS other_river
)");
}

TEST_CASE("parameters are bound by name, and the error for a missing one names it") {
  TestData data = rivers();
  data.load();
  std::string sql = "SELECT toll, ref FROM tolls WHERE river = :river AND lock = :lock";
  auto frame = data.run(sql, {{"river", std::string("elbe")}, {"lock", int64_t{2}}, {"unused", int64_t{1}}});
  CHECK(data.said() == "");
  REQUIRE(frame);
  CHECK(frame->refs_of(0, 0) == Refs{"tolls/elbe/2"});
  frame = data.run(sql, {{"river", std::string("oder' OR 1 --")}, {"lock", int64_t{2}}});
  REQUIRE(frame);
  CHECK(frame->rows() == 0);
  CHECK_FALSE(data.run(sql, {{"rivr", std::string("elbe")}, {"lock", int64_t{2}}}));
  CHECK(data.said() ==
        R"(error[unknown-parameter]: there is no parameter "river"
  --> content/page.md:1:43
   |
 1 | SELECT toll, ref FROM tolls WHERE river = :river AND lock = :lock
   |                                           ^^^^^^
   = expected: "lock" or "rivr"
   = help: did you mean "rivr"?
)");
  CHECK_FALSE(data.run("SELECT toll, ref FROM tolls WHERE lock = ?"));
  CHECK(data.said().starts_with("error[unknown-parameter]: \"?\" is not a parameter"));
}

TEST_CASE("a query can only read, without functions of clocks and random numbers") {
  TestData data = rivers();
  data.load();
  for (const char* sql :
       {"DELETE FROM tolls", "PRAGMA user_version", "ATTACH '/tmp/x' AS x", "SELECT 1; SELECT 2", "EXPLAIN SELECT 1",
        "SELECT random() AS x", "SELECT randomblob(9) AS x", "SELECT zeroblob(999999999) AS x",
        "SELECT load_extension('x') AS x", "SELECT name FROM sqlite_master", "SELECT name FROM pragma_table_list",
        "WITH t AS (SELECT 1) DELETE FROM tolls", "SELECT last_insert_rowid() AS x"}) {
    CAPTURE(sql);
    CHECK_FALSE(data.run(sql));
    CHECK(data.said().starts_with("error[sql-not-allowed]"));
  }
  CHECK_FALSE(data.run("SELECT printf('%.2f', toll) AS x FROM tolls"));
  CHECK(data.said() ==
        R"(error[sql-not-allowed]: the function printf() is not available in queries
  --> content/page.md:1:8
   |
 1 | SELECT printf('%.2f', toll) AS x FROM tolls
   |        ^^^^^^
   = help: return the number itself, and set the "format" of its column
)");
  CHECK_FALSE(data.run("SELECT CURRENT_DATE AS x"));
  CHECK(data.said().find("a build does not depend on the clock") != std::string::npos);
  CHECK_FALSE(data.run("  -- only a comment"));
  CHECK(data.said().starts_with("error[sql-error]: this query is empty"));
}

TEST_CASE("endless work is stopped") {
  TestData data = rivers();
  data.load();
  CHECK_FALSE(
      data.run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) || '' AS last FROM n"));
  CHECK(data.said() ==
        R"(error[too-much-work]: the query takes too many steps: it needs more work than a build of this site may do
  --> content/page.md:1:1
   |
 1 | WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) || '' AS last FROM n
   | ^^^^
   = help: join on keys, end recursive queries by a condition, and choose or aggregate rows in SQL; for a site that you trust, --work 10 allows ten times as much
)");
  CHECK_FALSE(data.run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'x' AS x FROM n"));
  CHECK(data.said().starts_with("error[too-much-work]: the query returns too many rows"));
  CHECK(data.run("SELECT name FROM rivers"));
}

TEST_CASE("all rows of a table are read") {
  std::string rows = "id\n";
  for (size_t i = 0; i <= 1'000'000; ++i) rows += std::to_string(i) + "\n";
  TestData data;
  data.descriptor(R"({"name": "counts", "resources": [{"name": "counts", "path": "counts.csv",
    "schema": {"fields": [{"name": "id", "type": "integer"}], "primaryKey": "id"}}]})");
  data.file("counts.csv", rows).load();
  REQUIRE(data.said() == "");
  const quantity::Frame frame = data.connection->table("counts");
  REQUIRE(frame.rows() == 1'000'001);
  CHECK(frame.at(1'000'000, 0) == quantity::Value(int64_t{1'000'000}));
  CHECK(data.connection->table("counts", 2).rows() == 2);
}

TEST_CASE("long text of a table is read, before and after a query with a lower limit") {
  const std::string text(5'000'000, 'x');
  TestData data;
  data.descriptor(R"({"name": "texts", "resources": [{"name": "texts", "path": "texts.csv",
    "schema": {"fields": [{"name": "id", "type": "string"}, {"name": "body", "type": "string"}],
               "primaryKey": "id"}}]})");
  data.file("texts.csv", "id,body\na," + text + "\n").load();
  REQUIRE(data.said() == "");
  const auto is_read = [&] {
    std::vector<quantity::Value> bodies;
    data.connection->each_row("texts", [&](std::span<const quantity::Value> row) { bodies.push_back(row[1]); });
    const quantity::Frame frame = data.connection->table("texts");
    return bodies == std::vector<quantity::Value>{text} && frame.rows() == 1 && frame.at(0, 1) == bodies[0];
  };
  CHECK(is_read());
  CHECK_FALSE(data.run("SELECT body || 'y' AS longer FROM texts"));
  CHECK(data.said().starts_with("error[too-much-work]: the query makes a text of more than 1 MB"));
  CHECK(is_read());
}

TEST_CASE("functions that search texts return the same as SQLite's") {
  TestData data = rivers();
  data.load();
  const std::pair<const char*, const char*> cases[] = {
      {"instr('größe', 'ß')", "4"},
      {"instr('abc', '')", "1"},
      {"instr('abc', 'd')", "0"},
      {"instr(NULL, 'd') IS NULL", "1"},
      {"instr(12345, 34)", "3"},
      {"replace('aaa', 'aa', 'b')", "ba"},
      {"replace('a', '', 'b')", "a"},
      {"replace('aXbX', 'X', '')", "ab"},
      {"replace('a', 'a', NULL) IS NULL", "1"},
      {"'<' || trim('  a b ') || '>'", "<a b>"},
      {"trim('éaé', 'é')", "a"},
      {"ltrim('xxaxx', 'x')", "axx"},
      {"rtrim('xxaxx', 'xy')", "xxa"},
      {"trim('abc', '')", "abc"},
      {"trim('aaa', 'a')", ""},
  };
  for (const auto& [expression, expected] : cases) {
    CAPTURE(expression);
    auto frame = data.run(std::string("SELECT (") + expression + ") || '' AS x");
    REQUIRE(frame);
    CHECK(frame->at(0, 0) == quantity::Value(std::string(expected)));
  }
}

TEST_CASE("a query without measured columns has its row's ref on each cell") {
  TestData data = rivers();
  data.load();
  auto frame = data.run("SELECT id, name, ref FROM rivers ORDER BY id");
  REQUIRE(frame);
  CHECK(frame->refs_of(0, 0) == Refs{"rivers/elbe"});
  CHECK(frame->refs_of(0, 1) == Refs{"rivers/elbe"});
}

// Which page exceeds the budget of a build would otherwise depend on the number of threads, each with its connection.
TEST_CASE("a query needs the same work whether its connection has run it before or not") {
  TestData data = rivers();
  data.load();
  const auto work_of = [&](const std::string& sql) {
    const base::Meter meter(100'000'000);
    REQUIRE(data.run(sql));
    return meter.used();
  };
  const std::string counts =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 333) SELECT i || '' AS i FROM n";
  const std::string sums =
      "-- @total {title: All tolls, unit: EUR/boat}\n"
      "SELECT a.river, max(a.toll) AS total, all_refs(a.ref) AS total__ref FROM tolls a, rivers, rivers b, rivers c "
      "GROUP BY a.river";
  for (const std::string& sql : {counts, sums}) {
    const uint64_t first = work_of(sql);
    for (int run = 0; run < 5; ++run) CHECK(work_of(sql) == first);
    data.connection = data.database->connect();
    CHECK(work_of(sql) == first);
  }
}
