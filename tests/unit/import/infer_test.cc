// Tests how types, units and keys are inferred from a table, and which questions its author gets.
#include <fmt/format.h>

#include <chrono>
#include <random>

#include "data/descriptor.h"
#include "imported.h"

namespace {

using import_test::Imported;
using import_test::take_in;
using quantity::FieldType;
using Names = std::vector<std::string>;

FieldType type_of(const std::string& cells, const std::string& head = "x") {
  std::string text = "id," + head + "\n";
  int row = 0;
  for (size_t at = 0; at < cells.size();) {
    size_t end = std::min(cells.find(' ', at), cells.size());
    text += "r" + std::to_string(++row) + "," + cells.substr(at, end - at) + "\n";
    at = end + 1;
  }
  Imported done = take_in(text);
  REQUIRE_MESSAGE(done.table, done.said());
  return done.table->columns[1].type;
}

TEST_CASE("types are inferred from the values") {
  CHECK(type_of("1 2 3") == FieldType::integer);
  CHECK(type_of("1 2.5 3") == FieldType::number);
  CHECK(type_of("1 2 3", "x (ms)") == FieldType::number);  // with integers, 1 / 2 would be 0
  CHECK(type_of("1e3 2") == FieldType::number);
  CHECK(type_of("99999999999999999999 1") == FieldType::number);
  CHECK(type_of("true False TRUE") == FieldType::boolean);
  CHECK(type_of("0 1 1") == FieldType::integer);
  CHECK(type_of("2026-01-31 2025-12-01") == FieldType::date);
  CHECK(type_of("2026-01-31 2025-02-30") == FieldType::string);  // there is no such date
  CHECK(type_of("2026-01 2025-12") == FieldType::yearmonth);
  CHECK(type_of("2026-01-31T12:00:00Z 2025-12-01T00:00") == FieldType::datetime);
  CHECK(type_of("1999 2004", "year") == FieldType::year);
  CHECK(type_of("1999 2004", "Built (year)") == FieldType::year);
  CHECK(type_of("1999 2004", "height") == FieldType::integer);
  CHECK(type_of("007 010") == FieldType::string);
  CHECK(type_of("a b c") == FieldType::string);
  CHECK(type_of("a 2 3") == FieldType::string);  // two numbers among three values are not a large majority
  CHECK(type_of("10.0.0.1 10.0.0.2") == FieldType::string);
}

TEST_CASE("a whole file is inferred") {
  Imported done = take_in(
      "\xEF\xBB\xBFModel;Maker;Price (USD/h);Speed [GB/s];Seen;In stock\r\n"
      "a-1;Acme;1.234,50;10;2026-01-31;TRUE\r\n"
      "b-2;Acme;n/a;12;2026-02-01;false\r\n"
      "c-3;Bolt;99;11,5;2026-02-01;false\r\n");
  CHECK(done.csv() ==
        "model,maker,price,speed,seen,in_stock\n"
        "a-1,Acme,1234.50,10,2026-01-31,true\n"
        "b-2,Acme,,12,2026-02-01,false\n"
        "c-3,Bolt,99,11.5,2026-02-01,false\n");
  CHECK(done.key() == Names{"model"});
  CHECK(done.column("price").unit == "USD/h");
  CHECK(done.noted("1 value of price, such as \"n/a\", was treated as empty"));
  CHECK(done.noted("separated by semicolons"));
  CHECK(import::descriptor_of(
            {.name = "offers", .title = "Offers", .source = "list", .locator = "table 1", .as_of = "2026-02"},
            *done.table) == R"({
  "name": "offers",
  "path": "offers.csv",
  "title": "Offers",
  "source": "list",
  "locator": "table 1",
  "as_of": "2026-02",
  "schema": {
    "fields": [
      {"name": "model", "title": "Model", "type": "string"},
      {"name": "maker", "title": "Maker", "type": "string"},
      {"name": "price", "title": "Price", "type": "number", "unit": "USD/h"},
      {"name": "speed", "title": "Speed", "type": "number", "unit": "GB/s"},
      {"name": "seen", "title": "Seen", "type": "date"},
      {"name": "in_stock", "title": "In stock", "type": "boolean"}
    ],
    "primaryKey": ["model"]
  }
})");
}

TEST_CASE("an ambiguous number is an error, unless another number shows its meaning") {
  CHECK(has(take_in("id,n\na,\"1,234\"\n").said(), "error[ambiguous-number]: \"1,234\" may be 1234 or 1.234"));
  import::InferOptions comma, point;
  comma.decimal = ",";
  point.decimal = ".";
  CHECK(take_in("id,n\na,\"1,234\"\n", comma).csv() == "id,n\na,1.234\n");
  CHECK(take_in("id,n\na,\"1,234\"\n", point).csv() == "id,n\na,1234\n");
  CHECK(take_in("id,n,m\na,\"1,234\",2.5\n").csv() == "id,n,m\na,1234,2.5\n");
  CHECK(take_in("id;n;m\na;1,234;2,5\n").csv() == "id,n,m\na,1.234,2.5\n");
  CHECK(take_in("id,n\na,\"1,234\"\nb,\"1,234,567\"\n").csv() == "id,n\na,1234\nb,1234567\n");
  CHECK(
      has(take_in("id,n\na,1.234\nb,\"12,500\"\n").said(), "error[ambiguous-number]: \"1.234\" may be 1.234 or 1234"));
  CHECK(take_in("id,n\na,1.234\nb,0.567\n").csv() == "id,n\na,1.234\nb,0.567\n");
  CHECK(take_in("id,n\na,1.234\n", point).csv() == "id,n\na,1.234\n");
  CHECK(has(take_in("id;n\na;1.234\nb;5.678\n").said(), "error[ambiguous-number]: \"1.234\" may be 1.234 or 1234"));
  CHECK(take_in("id;n\na;1.234\nb;5.67\n").csv() == "id,n\na,1.234\nb,5.67\n");
  CHECK(take_in("id;n;m\na;1.234;2,5\n").csv() == "id,n,m\na,1234,2.5\n");
}

TEST_CASE("the decimal mark and the order of dates that a file shows are kept for its next edition") {
  using Shown = std::set<std::string>;
  const auto decimals = [](const std::string& text) { return take_in(text).table->decimals; };
  CHECK(decimals("id,n\na,\"1,234.5\"\nb,\"2,345\"\n") == Shown{"."});
  CHECK(decimals("id;n\na;1.234,5\nb;2.345\n") == Shown{","});
  CHECK(decimals("id;n;m\na;2,5;2.5\n") == Shown{",", "."});
  CHECK(decimals("id,n\na,5\n") == Shown());
  const auto orders = [](const std::string& text) { return take_in(text).table->orders; };
  CHECK(orders("id,day\na,5/2/2008\nb,6/13/2008\n") == Shown{"mdy"});
  CHECK(orders("id,day\na,31.1.2026\n") == Shown{"dmy"});
  CHECK(orders("id,day\na,5/5/2008\n") == Shown());
  CHECK(orders("id,day\na,31 Jan 2026\n") == Shown());
  CHECK(orders("id,day\na,2026-01-31\n") == Shown());
  import::InferOptions point;
  point.decimal = ".";
  CHECK(has(take_in("id;n;m\na;\"1,234\";2,5\n", point).said(), "ambiguous-number"));
}

TEST_CASE("a column with decimal points and decimal commas is text, and the first odd one is listed") {
  Imported done = take_in("id;n\na;1,5\nb;2.5\nc;3,5\n");
  CHECK(done.csv() == "id,n\na,\"1,5\"\nb,2.5\nc,\"3,5\"\n");
  CHECK(done.noted("n is text, because it has decimal points and decimal commas: \"2.5\" in line 3 differs from most"));
}

TEST_CASE("a few commas in a file with commas between its cells may be lists, which is a question") {
  const std::string rows = "a,2\nb,0\nc,\"2,2\"\nd,3\n";
  const auto lists = take_in("id,digits\n" + rows);
  CHECK(lists.csv() == "id,digits\n" + rows);
  CHECK(
      lists.noted("digits is text: \"2,2\" in line 4 may be a number with a decimal comma or a list; if it is a "
                  "number: --decimal ,"));
  CHECK(take_in("id,digits\n" + rows, {.decimal = ","}).csv() == "id,digits\na,2\nb,0\nc,2.2\nd,3\n");
  CHECK(take_in("id,digits\na,\"2,5\"\nb,\"3,5\"\nc,1\n").csv() == "id,digits\na,2.5\nb,3.5\nc,1\n");
  CHECK(take_in("id;digits\na;2\nb;0\nc;2,2\nd;3\n").csv() == "id,digits\na,2\nb,0\nc,2.2\nd,3\n");
  // They do not decide how another column is read.
  CHECK(has(take_in("id,digits,n\na,2,\"1,234\"\nb,0,5\nc,\"2,2\",6\nd,3,7\n").said(), "\"1,234\" may be 1234 or"));
}

TEST_CASE("a column of numbers with other values is text, and the values are listed") {
  std::string text = "id,n\n";
  for (int i = 0; i < 20; ++i) text += "r" + std::to_string(i) + "," + (i == 4 ? "12x" : i == 9 ? "#REF!" : "5") + "\n";
  Imported done = take_in(text);
  CHECK(done.column("n").type == FieldType::string);
  CHECK(done.csv() == text);
  CHECK(done.noted(
      "n is text, because 2 of its 20 values are not numbers: \"12x\" in line 6, \"#REF!\" in line 11; for a "
      "column of numbers, fix the file, or if they mean no value, run this again with --missing '12x'"));
  import::InferOptions as_text;
  as_text.texts = {"n"};
  CHECK(!take_in(text, as_text).noted("n is text"));
  CHECK(take_in("id,n (ms)\na,1\nb,x\nc,y\n").noted("n_ms is text, because 2 of its 3 values"));
  CHECK(take_in("id,n\na,1\nb,[c]\nc,2\nd,3\ne,[c]\n").noted("\"[c]\" in line 3; for"));  // the word is the same
  Imported texts = take_in("id,Name (h)\na,x\nb,y\n");
  CHECK(texts.column("name_h").title == "Name (h)");
  CHECK(texts.column("name_h").unit == "");
}

TEST_CASE("n/a becomes an empty cell in a column of texts, as in the next import") {
  Imported done = take_in("id,colour\na,red\nb,n/a\n");
  CHECK(done.csv() == "id,colour\na,red\nb,\n");
  CHECK(done.column("colour").empty == 1);
  CHECK(done.noted("1 value of colour, such as \"n/a\", was treated as empty"));
}

TEST_CASE("a zero with a minus is written without it, which is reported") {
  Imported done = take_in("id,x\na,-0.0\nb,-0.5\n");
  CHECK(done.csv() == "id,x\na,0.0\nb,-0.5\n");
  CHECK(done.noted("the values of x are written plainly: \"-0.0\" becomes 0.0"));
}

TEST_CASE("a column without values has numbers if its header or an option states their unit") {
  Imported done = take_in("id,x,Reserved ($/h),Seen\na,1,N/A,\nb,2,,\n");
  CHECK(done.table->columns[2].type == FieldType::number);
  CHECK(done.table->columns[2].unit == "$/h");
  CHECK(done.csv() == "id,x,reserved,seen\na,1,,\nb,2,,\n");
  CHECK(done.table->columns[3].type == FieldType::string);
}

TEST_CASE("symbols give a unit if the header does not") {
  Imported done = take_in("id,cost,share\na,$5,10 %\nb,$7.50,20%\n");
  CHECK(done.column("cost").unit == "USD");
  CHECK(done.column("share").unit == "%");
  CHECK(done.csv() == "id,cost,share\na,5,10\nb,7.50,20\n");
  CHECK(done.assumed("cost is in USD, because of its symbol $; --unit cost=USD, or another currency"));
  CHECK(take_in("id,cost\na,€5\nb,€7\n").noted("cost is in EUR, as the symbol € shows"));
}

TEST_CASE("a symbol that is not the header's unit is an error, and numbers without a symbol are reported") {
  CHECK(has(take_in("id,share (%)\na,8 ‰\nb,5 ‰\n").said(),
            "error[mixed-types]: \"8 ‰\" has the symbol ‰, but \"share (%)\" is in %\n  --> file.csv:2:3\n"));
  CHECK(has(take_in("id,cost (EUR/h)\na,5\nb,$8\n").said(),
            "\"$8\" has the symbol $, but \"cost (EUR/h)\" is in EUR/h\n  --> file.csv:3:3\n"));
  CHECK(has(take_in("id,share\na,8 %\nb,5 ‰\n").said(), "\"5 ‰\" has the symbol ‰, but \"share\" is in %"));
  CHECK(take_in("id,cost (USD/h),share (%)\na,$8,5 %\nb,$5,6 %\n").said() == "");
  const std::string mixed = "id,share (%)\na,80 %\nb,0.8\n";
  CHECK(take_in(mixed).assumed(
      "1 of 2 numbers of \"share (%)\" has the symbol %; the others are in %; --unit share=%, or another unit"));
  CHECK_FALSE(take_in(mixed, {.units = {{"share", "%"}}}).assumed("symbol"));
}

TEST_CASE("whole numbers that may be dates of a spreadsheet are reported") {
  CHECK(
      take_in("id,valid_from\na,45658\nb,45689\n").noted("45658 may be a date as spreadsheets count days, 2025-01-01"));
  CHECK(!take_in("id,price\na,45658\nb,45689\n").noted("spreadsheets"));
  CHECK(!take_in("id,valid_from\na,45658\nb,12\n").noted("spreadsheets"));
}

TEST_CASE("a unit is in brackets, in the cells or in the options; a clear end of a name is assumed") {
  Imported done = take_in("id,x (km),elec_kwh,coldest_day,seats_m,n\na,1,2,3,4,5\n");
  CHECK(done.column("x").unit == "km");
  CHECK(done.column("elec_kwh").unit == "kWh");
  CHECK(done.assumed("elec_kwh is in kWh, as the end of its name says; another unit: --unit elec_kwh=UNIT"));
  CHECK(!done.assumed("x is"));
  CHECK(done.column("coldest_day").unit == "");
  CHECK(done.column("coldest_day").title == "Coldest day");
  CHECK(
      done.noted("coldest_day: is it in d? The end of its name may mean something else; write --unit "
                 "coldest_day=d, or 1 for a count or a ratio"));
  CHECK(done.noted("seats_m: is it in m?"));
  CHECK(take_in("id,wind_ms\na,3\n")
            .noted("is it in m/s or ms? The end of its name may mean both; write --unit "
                   "wind_ms=m/s or --unit wind_ms=ms,"));
  Imported given = take_in("id,x (-),elec_kwh,coldest_day\na,1,2,3\n",
                           {.units = {{"coldest_day", "°C"}, {"elec_kwh", "MWh"}, {"x (-)", "1"}, {"x", "m"}}});
  CHECK(given.column("coldest_day").unit == "°C");
  CHECK(given.column("elec_kwh").unit == "MWh");
  CHECK(given.column("x").unit == "m");
  CHECK(!given.assumed("elec_kwh"));
  CHECK(!given.noted("coldest_day"));
  CHECK(has(import::settings_of({.name = "t"}, *given.table, *given.sheet, ""),
            "  \"x (-)\": {field: \"x\", unit: \"m\"}\n"));
  CHECK(take_in("id,n\na,1\n", {.units = {{"n", "1"}}}).column("n").type == FieldType::integer);
  CHECK(has(take_in("id,n\na,1\n", {.units = {{"n", "furlong"}}}).said(), "error[bad-unit]: --unit n=furlong: "));
  CHECK(has(take_in("id,n\na,1\n", {.units = {{"id", "km"}}}).said(), "--unit id: it is not a column of numbers"));
  CHECK(has(take_in("id,n\na,1\n", {.units = {{"m", "km"}}}).said(), "the file has no column \"m\""));
}

TEST_CASE("units in the names of rows raise a question") {
  const std::string rows = "what,y2023\nJobs (in thousands),26785.3\nRate (%),7.1\n";
  CHECK(take_in(rows).noted("what names units, in \"Rate (%)\" and \"Jobs (in thousands)\": if they are those"));
  CHECK(!take_in(rows, {.units = {{"y2023", "1"}}}).noted("names units"));
  CHECK(!take_in("what,n\nOslo (S),1\nBergen (m),2\nNarvik (A),3\n").noted("names units"));
  CHECK(!take_in("what,n\nOslo (km),1\nBergen (km),2\n").noted("names units"));
}

TEST_CASE("texts that are amounts are no key that is found") {
  CHECK(!take_in("flops,n\n34.4G,1.5\n101G,1.5\n15.4G,2.5\n").assumed("primary key: flops"));
  CHECK(take_in("flops,n\n34.4G,1.5\n101G,1.5\n15.4G,2.5\n").table->key.empty());
  CHECK(take_in("size,n\n7B,1.5\n13B,1.5\n70B,2.5\n").table->key == std::vector<size_t>{0});
}

TEST_CASE("a number before a percent sign in a header is no other unit") {
  const Imported done = take_in("id,Phase 1 %\na,29%\nb,36%\n");
  CHECK(done.column("phase_1").unit == "%");
  CHECK(!done.assumed("may mean several things"));
}

TEST_CASE("an option can't give another unit than the header") {
  const auto said = [](const std::string& head, const std::string& unit) {
    return take_in("id,\"" + head + "\"\na,1\n", {.units = {{head, unit}}}).said();
  };
  CHECK(has(said("Length (m)", "km"), "error[unit-mismatch]: the header \"Length (m)\" says m, but --unit gives km\n"));
  CHECK(has(said("Mass (kg)", "1"), "error[unit-mismatch]"));
  CHECK(has(said("Price (EUR)", "USD"), "error[unit-mismatch]"));
  CHECK(has(said("People (thousands)", "1"), "the header \"People (thousands)\" says thousands, but --unit gives 1\n"));
  CHECK(has(said("GDP (in 1000 of USD)", "USD"), "error[unit-mismatch]"));
  CHECK(has(said("GDP (billion USD)", "MUSD"), "says billion USD, but --unit gives MUSD\n"));
  CHECK(has(said("Sales (millions)", "GUSD"), "error[unit-mismatch]"));
  CHECK(said("Power (billion kWh)", "TWh") == "");
  CHECK(said("Deaths (per 1000 people)", "1") == "");
  CHECK(said("Deaths (per 100 000 people)", "1") == "");
  CHECK(said("Deaths (per 1000 people)", "‰") == "");
  CHECK(said("Distance (miles)", "1") == "");
  CHECK(has(said("Ripening (months)", "d"), "says months, but --unit gives d\n"));
  CHECK(said("Ripening (months)", "1") == "");
  for (const char* unit : {"t", "1", "USD"})
    CHECK(has(said("Emissions (kg CO2e)", unit), "says kg CO2e, but --unit gives " + std::string(unit)));
  CHECK(said("Emissions (kg CO2e)", "kg") == "");
  CHECK(said("Emissions (kg CO2e per day)", "kg/d") == "");
  CHECK(has(said("Emissions (t CO2e)", "kg"), "says t CO2e, but --unit gives kg\n"));
  for (const char* unit : {"ha", "1", "km"})
    CHECK(has(said("Area (sq. km)", unit), "says sq. km, but --unit gives " + std::string(unit)));
  CHECK(said("Area (sq. km)", "km²") == "");
  for (const char* unit : {"1", "USD", "MUSD", "kg"})
    CHECK(has(said("Output (GDP, billions)", unit), "says GDP, billions, but --unit gives " + std::string(unit)));
  CHECK(said("Output (GDP, billions)", "GUSD") == "");
  CHECK(has(said("Output (constant 2015 US$)", "EUR"), "says constant 2015 US$, but --unit gives EUR\n"));
  CHECK(said("Output (constant 2015 US$)", "USD") == "");
  CHECK(said("Price (EUR, converted from USD)", "EUR") == "");
  CHECK(said("Nursery (day care places)", "1") == "");
  CHECK(has(said("Ventas (miles de euros)", "EUR"), "error[unit-mismatch]"));
  CHECK(said("GDP (thousands)", "kUSD") == "");
  CHECK(said("Length (m)", "m") == "");
  CHECK(said("Users (m)", "1") == "");  // a letter may mean millions
  CHECK(said("Price ($)", "CAD/h") == "");
  CHECK(said("Price (EUR)", "EUR/h") == "");
  CHECK(said("mem_gb", "GiB") == "");  // the end of a name is not a statement
}

TEST_CASE("a symbol of money below a header with a scale is only a question") {
  const Imported millions = take_in("id,Revenue in millions\na,$5\nb,$7\n");
  CHECK(millions.column("revenue_in_millions").unit == "");
  CHECK(millions.noted("are its numbers USD, or a thousand or a million of them, as its header says?"));
  CHECK(take_in("id,Price per million tokens\na,$5\nb,$7\n").column("price_per_million_tokens").unit == "USD");
}

TEST_CASE("a percentage that only a name states, and a number in parentheses, are listed as assumed") {
  CHECK(take_in("id,cpu_pct\na,5\n").assumed("cpu_pct is in %, as the end of its name says"));
  CHECK(!take_in("id,CPU %\na,5\n").assumed("cpu"));
  const Imported shares = take_in("id,win_pct,Load (%)\na,.4,.5\nb,.6,.7\n");
  CHECK(shares.column("win_pct").unit == "");
  CHECK(shares.noted("if they are shares, --unit win_pct=1; if 0.5 is half a percent, --unit win_pct=%"));
  CHECK(shares.column("load").unit == "%");
  CHECK(take_in("id,win_pct\na,.4\nb,.6\n", {.units = {{"win_pct", "%"}}}).column("win_pct").unit == "%");
  CHECK(take_in("id,x\na,(0.12)\nb,3.5\n")
            .assumed("\"(0.12)\" becomes -0.12; to confirm it: --parentheses x; as text: --text x"));
  CHECK(!take_in("id,x\na,(0.12)\nb,3.5\n", {.negatives = {"x"}}).noted("parentheses"));
  CHECK(!take_in("id,x\na,-0.12\nb,3.5\n").assumed("x"));
}

TEST_CASE("a percentage among plain numbers is an error, unless their unit is given") {
  CHECK(has(take_in("id,Score\na,10\nb,20\nc,5%\n").said(),
            "error[mixed-types]: \"10\" has no symbol, but other numbers of \"Score\" have the symbol %"));
  CHECK(take_in("id,Score\na,10\nb,5%\n", {.units = {{"Score", "%"}}}).column("score").unit == "%");
}

TEST_CASE("a column of currencies has the units of prices") {
  Imported done = take_in("Item,Price,Currency,Stock\nA,10,EUR,3\nB,12,USD,4\nC,,,5\n");
  CHECK(done.column("price").unit_field == "currency");
  CHECK(done.column("price").type == FieldType::number);
  CHECK(done.column("stock").unit_field == "");
  CHECK(done.assumed("price is in the currency that currency gives in its row; another unit: --unit price=UNIT"));
  CHECK(has(import::descriptor_of({.name = "t"}, *done.table),
            R"("name": "price", "title": "Price", "type": "number", "unitField": "currency"})"));
  for (const char* name :
       {"Low", "Stock", "Price index", "Cost rank", "Number of prices", "Dollar price", "USD price"}) {
    CAPTURE(name);
    Imported other = take_in(fmt::format("Item,{},Ccy\nA,10,EUR\nB,12,USD\n", name));
    CHECK(other.table->columns[1].unit_field == "");
    CHECK(other.noted("ccy has units: which of "));
  }
  CHECK(take_in("Item,List price,Kind\nA,10,EUR\nB,12,$\n").column("list_price").unit_field == "kind");
  CHECK(take_in("Item,Value,Kind\nA,10,ALL\nB,12,ALL\n").column("value").unit_field == "");  // any word
  CHECK(take_in("Item,Cost,Tax,Cost currency\nA,10,1,EUR\n").column("cost").unit_field == "cost_currency");
  Imported two = take_in("Item,Low,High,Currency\nA,1,2,EUR\n");
  CHECK(two.column("low").unit_field == "");
  CHECK(two.noted("currency has units: which of low, high are in them? Write --unit NAME='{currency}' for each"));
  Imported given = take_in("Item,Low,High,Currency\nA,1,2,EUR\n", {.units = {{"Low", "{Currency}"}}});
  CHECK(given.column("low").unit_field == "currency");
  CHECK(given.column("high").unit_field == "");
}

TEST_CASE("prices in one currency beside a column with another are an error that names the rows") {
  const std::string prices = "Item,Price (EUR),Currency\nA,10,EUR\nB,12,USD\nC,,CHF\nD,9,CHF\n";
  CHECK(has(take_in(prices).said(),
            "error[mixed-types]: \"Price (EUR)\" is in EUR, but currency says USD in line 3, CHF in line 5\n"
            "  --> file.csv:3:3\n"));
  CHECK(has(take_in("Item,price_eur,Currency\nA,10,USD\n").said(), "\"price_eur\" is in EUR, but currency says USD"));
  CHECK(has(take_in("Item,Cost (EUR/kg),Cost currency\nA,10,USD\n").said(), "cost_currency says USD in line 2"));
  CHECK(has(take_in("Item,Price,Currency\nA,$10,CAD\n").said(), "\"Price\" is in USD, but currency says CAD"));
  // Each way out that the message names:
  CHECK(take_in(prices, {.units = {{"price", "EUR"}}}).column("price").unit == "EUR");
  const Imported by_row = take_in(prices, {.units = {{"price", "{currency}"}}});
  CHECK(by_row.column("price").unit_field == "currency");
  CHECK(by_row.column("price").unit == "");
  CHECK(has(take_in("Item,Price,Currency\nA,€10,USD\n", {.units = {{"price", "{currency}"}}}).said(),
            "\"€10\" in line 2 is not in USD"));
  // No contradiction: equal, another column's currency, or an amount that was converted.
  CHECK(take_in("Item,Price (EUR),Currency\nA,10,EUR\n").column("price").unit == "EUR");
  CHECK(take_in("Item,Local price,Price (USD),Currency\nA,10,8,CHF\n").column("local_price").unit_field == "currency");
  CHECK(take_in("Item,Fee (USD),Cost,Cost currency\nA,1,10,CHF\n").column("fee").unit == "USD");
  CHECK(take_in("Country,GDP (USD),Currency\nA,10,CHF\n").column("gdp").unit == "USD");
}

TEST_CASE("a letter in brackets is a unit only if its header says what is measured") {
  CHECK(take_in("id,Power (W)\na,5\n").column("power").unit == "W");
  CHECK_FALSE(take_in("id,Power (W)\na,5\n").assumed("power"));
  const Imported wins = take_in("Team,Wins (W),Goals (G)\na,5,7\n");
  CHECK(wins.column("wins").unit == "");
  CHECK(wins.column("wins").title == "Wins (W)");
  CHECK(
      wins.assumed("wins has no unit, because (W) may mean several things; --unit wins=UNIT, such as W if it is that, "
                   "or to confirm a "
                   "count: --unit wins=1"));
  CHECK_FALSE(take_in("Team,Wins (W)\na,5\n", {.units = {{"wins", "1"}}}).assumed("short"));
  CHECK(take_in("id,Watts (W)\na,5\n").column("watts").unit == "W");
}

TEST_CASE("raised digits in a header may be a factor, which is a question") {
  Imported done = take_in("id,Pop 10⁶\na,5\nb,6\n");
  CHECK(done.noted("if the raised digits in \"Pop 10⁶\" are a power, multiply its numbers by it in the file"));
  import::InferOptions known;
  known.units = {{done.table->columns[1].name, "1"}};
  CHECK(!take_in("id,Pop 10⁶\na,5\nb,6\n", known).noted("raised digits"));
  CHECK(!take_in("id,Area km²\na,5\nb,6\n").noted("raised digits"));
}

TEST_CASE("the symbol of percentages is not lost below unknown brackets") {
  CHECK(take_in("id,p (pp)\na,5%\nb,6%\n").column("p").unit == "%");
}

TEST_CASE("units that differ by row are a question, and one that is not known is named") {
  CHECK(take_in("Item,Amount,Unit\nA,10,kg\nB,12,L\n")
            .noted("is amount in the units of unit? Write --unit amount='{unit}', or --unit amount=UNIT"));
  CHECK(take_in("Item,Amount,Unit\nA,10,kg\nB,12,box\n").noted("\"box\" in line 3 is not a known unit"));
  CHECK(take_in("Item,Price,Currency\nA,10,EUR\nB,12,\n").noted("\"\" in line 3 is not a known unit"));
  CHECK(take_in("Item,Price,Currency\nA,10,EUR\nB,12,Taler\n").column("price").unit_field == "");
  CHECK(has(take_in("Item,n,u\nA,10,kg\nB,12,box\n", {.units = {{"n", "{u}"}}}).said(),
            "error[bad-unit]: --unit n={u}: \"box\" in line 3 is not a known unit"));
  CHECK(has(take_in("Item,n\nA,10\n", {.units = {{"n", "{u}"}}}).said(), "the file has no column \"u\""));
}

TEST_CASE("a header that multiplies its numbers asks for a prefix of the unit") {
  const auto asks = [](const std::string& head, const std::string& unit) {
    return take_in("id," + head + "\na,5\n").noted("its header multiplies its numbers (") &&
           take_in("id," + head + "\na,5\n").noted("=" + unit);
  };
  CHECK(asks("GDP (billion USD)", "GUSD;"));
  CHECK(asks("GDP (Mio. EUR)", "MEUR;"));
  CHECK(asks("Sales (€ bn)", "G€;"));
  CHECK(asks("Revenue (mn)", "MUNIT, such as MUSD;"));
  CHECK(asks("Stock (in 1000)", "kUNIT, such as kUSD;"));
  CHECK(has(take_in("id,GDP (bn USD)\na,5\n", {.units = {{"gdp", "USD"}}}).said(), "with its prefix: GUSD"));
  CHECK(take_in("id,GDP (BILLIONS)\na,5\n", {.units = {{"gdp", "GUSD"}}}).column("gdp").title == "GDP");
}

TEST_CASE("a currency with the year of its prices is asked about") {
  CHECK(take_in("id,Fare (2015 EUR)\na,5\n").noted("Write --unit fare=EUR; its title keeps the year"));
  const Imported done = take_in("id,Fare (2015 EUR)\na,5\n", {.units = {{"fare", "EUR"}}});
  CHECK(done.column("fare").unit == "EUR");
  CHECK(done.column("fare").title == "Fare (2015 EUR)");
  CHECK(done.said() == "");
}

TEST_CASE("unknown units are reported") {
  Imported done = take_in("id,drunk (cup)\na,5\nb,7\n");
  CHECK(done.column("drunk").unit == "");
  CHECK(done.column("drunk").type == FieldType::integer);
  CHECK(
      done.noted("If (cup) is a unit, write {\"units\": [{\"name\": \"cup\"}]} into data/units.json, and "
                 "\"unit\": \"cup\" into the field"));
  CHECK(take_in("id,area (sq ft)\na,5\n")
            .noted("[{\"name\": \"sq_ft\"}]} into data/units.json, and \"unit\": \"sq_ft\""));
  CHECK(
      take_in("id,rate (cups/h)\na,5\n")
          .noted(R"(write {"units": [{"name": "cup", "plural": "cups"}]} into data/units.json, and "unit": "cup/h")"));
}

TEST_CASE("a number in brackets is part of no unit") {
  CHECK(take_in("id,fat (g/100 g)\na,5\n").noted("--unit fat=1 keeps (g/100 g) in its title"));
}

TEST_CASE("two columns with the same name are distinguished by their units, otherwise by a number") {
  Imported units = take_in("id,price (USD),price (EUR)\na,1,2\n");
  CHECK(units.column("price_usd").unit == "USD");
  CHECK(units.column("price_eur").unit == "EUR");
  Imported same = take_in("id,n,n\na,1,2\n");
  CHECK(same.csv() == "id,n,n_2\na,1,2\n");
  CHECK(same.noted("\"n (2)\" is named n_2, because another column is named n"));
  CHECK(take_in("id,a b,a_b\nx,1,2\n").noted("\"a_b\" is named a_b_2, because another column is named a_b"));
  CHECK(take_in(",n\n0,5\n1,6\n").csv() == "column_1,n\n0,5\n1,6\n");
}

TEST_CASE("the key is the smallest unique set of columns, and never includes a quantity or a column with gaps") {
  CHECK(take_in("n (ms),id\n1,a\n2,b\n").key() == Names{"id"});
  CHECK(take_in("a,b,n (ms)\nx,p,5\nx,q,6\ny,p,7\n").key() == Names{"a", "b"});
  CHECK(take_in("a,b,c,n (s)\nx,i,p,5\nx,i,q,6\nx,j,p,7\ny,i,p,8\n").key() == Names{"a", "b", "c"});
  CHECK(take_in("a,b\n,x\n1,y\n").key() == Names{"b"});
  CHECK(take_in("source,id\ns,a\nt,b\n").key() == Names{"id"});
  import::InferOptions said;
  said.key = {"Maker", "model"};
  CHECK(take_in("id,Maker,model\n1,a,x\n2,a,y\n", said).key() == Names{"maker", "model"});
  said.key = {"maker"};
  CHECK(has(take_in("id,maker,n (s)\n1,a,1\n2,a,2\n", said).said(), "lines 2 and 3 are equal in maker"));
  said.key = {"makr"};
  CHECK(has(take_in("id,maker\n1,a\n", said).said(), "error[unknown-column]: the file has no column \"makr\""));
  CHECK(take_in("a,n (ms)\nx,1\nx,1\n").table->no_key == "lines 2 and 3 are equal in a");
  CHECK(take_in("m (ms),n (ms)\n1,1\n2,2\n").table->no_key == "no column distinguishes the rows");
  Imported gaps = take_in("a,b,n (ms)\nx,,1\nx,p,1\n");
  CHECK(gaps.table->no_key_help == "fill 1 empty cell of b, which distinguishes them, with --fill b=TEXT");
  CHECK(has(take_in("a,b,n (ms)\nx,p,1\nx,q,1\n", {.key = {"a"}}).said(), "help: give more columns with --key"));
  // Only all five columns together are unique. Such a key is accepted if given, but not searched for.
  const std::string five =
      "a,b,c,d,e,n (ms)\nx,x,x,x,x,1\ny,x,x,x,x,2\nx,y,x,x,x,3\nx,x,y,x,x,4\nx,x,x,y,x,5\nx,x,x,x,y,6\n";
  CHECK(take_in(five, {.key = {"a", "b", "c", "d", "e"}}).key() == Names{"a", "b", "c", "d", "e"});
  CHECK(take_in(five).table->no_key == "no set of up to four columns is unique");
  CHECK(take_in(five).key().empty());
  CHECK(take_in("a,b,n\nx,p,1\nx,q,2\n").key() == Names{"b"});  // n is more likely a measurement
  CHECK(take_in("watt,name\n300,x\n250,y\n").key() == Names{"name"});
  CHECK(take_in("id,text\n1,x\n2,y\n").key() == Names{"id"});
}

TEST_CASE("a key that is found has no number that may be measured, so that each needs a source") {
  const Imported scores = take_in("City,Score\nOslo,7\nOslo,8\nRome,7\n");
  CHECK(scores.key().empty());
  CHECK(scores.table->no_key == "lines 2 and 3 are equal in city");
  CHECK(scores.table->no_key_help == "if the numbers of score name the rows, --key city,score");
  CHECK(scores.table->numbers().size() == 1);
  CHECK(take_in("City,Score\nOslo,7\nOslo,8\n", {.key = {"city", "score"}}).key() == Names{"city", "score"});
  CHECK(take_in("Rank,Score\n1,7.5\n2,6.5\n").table->no_key_help == "if the numbers of rank name the rows, --key rank");
  // Texts, most of which are numbers.
  CHECK(take_in("City,Score\nOslo,1\nOslo,2\nOslo,3\nOslo,4\nOslo,5\nOslo,late\n").key().empty());
  // Ids and dates by their names and forms.
  CHECK(take_in("City,Year,n (s)\na,2020,1\na,2021,2\nb,2020,3\n").key() == Names{"city", "year"});
  CHECK(take_in("Year,Month,n (s)\n2020,1,1\n2020,2,2\n2021,1,3\n").key() == Names{"year", "month"});
  CHECK(take_in("Country code,n (s)\n40,1\n56,2\n").key() == Names{"country_code"});
  CHECK(take_in("Day,n (s)\n2026-01-01,1\n2026-01-02,2\n").key() == Names{"day"});
}

TEST_CASE("the confidence in a key is reported") {
  CHECK(has(take_in("id,b\n1,x\n2,y\n").table->key_reason, "so few that it is a guess; so is b"));
  std::string rows;
  for (int i = 0; i < 30; ++i) rows += std::to_string(i) + "," + (i % 2 ? "x" : "y") + "\n";
  CHECK(take_in("id,b\n" + rows).table->key_reason == "the smallest set that is unique in all 30 rows");
}

TEST_CASE("spreadsheet errors among texts are reported") {
  CHECK(take_in("id,d\na,2026-01-01\nb,#REF!\n").noted("d contains an error of a spreadsheet, \"#REF!\" in line 3"));
}

TEST_CASE("millions with points are not mistaken for dates") {
  CHECK(take_in("id;n (kg)\na;1.234.567\nb;2.345.678\n").csv() == "id,n\na,1234567\nb,2345678\n");
  CHECK(take_in("id;n (kg)\na;12.345.678\nb;2.345\n").csv() == "id,n\na,12345678\nb,2345\n");
}

TEST_CASE("dates are read if only one order of day and month is possible") {
  CHECK(take_in("id,day\na,31.1.2026\nb,1.2.2026\n").csv() == "id,day\na,2026-01-31\nb,2026-02-01\n");
  CHECK(take_in("id,day\na,1/31/2026\nb,2/1/2026\n").csv() == "id,day\na,2026-01-31\nb,2026-02-01\n");
  CHECK(take_in("id,day\na,\"Jan 31, 2026\"\nb,2 March 2026\n").column("day").type == FieldType::string);
  CHECK(take_in("id,day\na,31 Jan 2026\nb,2 March 2026\n").csv() == "id,day\na,2026-01-31\nb,2026-03-02\n");
  const std::string either = "id,day\na,3/1/2026\nb,2/1/2026\n";
  CHECK(take_in(either).noted("day seems to contain dates"));
  CHECK(take_in(either, {.dates = "dmy"}).csv() == "id,day\na,2026-01-03\nb,2026-01-02\n");
  CHECK(take_in("id,at\na,2026-01-31 12:00 UTC\nb,2026-01-31 13:30:00 +0100\n").csv() ==
        "id,at\na,2026-01-31T12:00Z\nb,2026-01-31T13:30:00+01:00\n");
}

TEST_CASE("the date of each row is written in ISO 8601, or its order is asked about") {
  const std::string text = "id,as_of\na,9/5/2016\nb,10/5/2016\n";
  CHECK(take_in(text).noted("as_of seems to contain dates; they stay text until"));
  CHECK(take_in(text, {.dates = "dmy"}).csv() == "id,as_of\na,2016-05-09\nb,2016-05-10\n");
  CHECK(take_in("id,as_of\na,9/25/2016\nb,10/5/2016\n").csv() == "id,as_of\na,2016-09-25\nb,2016-10-05\n");
  CHECK(!take_in("id,as_of\na,2016\nb,2016-05\n").noted("as_of"));
}

TEST_CASE("years are read as such if they are stored with a fraction of zeros") {
  const auto years = take_in("id,year,length\na,1960.0,2850.0\nb,1961.00,1233.0\nc,,1.5\n");
  CHECK(years.csv() == "id,year,length\na,1960,2850.0\nb,1961,1233.0\nc,,1.5\n");
  CHECK(years.column("year").type == quantity::FieldType::year);
  CHECK(take_in("id,year\na,1960.5\nb,1961.0\n").column("year").type == quantity::FieldType::number);
}

TEST_CASE("whole numbers that may be years are a question, and become years if the unit says so") {
  const std::string text = "id,opened\na,1879\nb,2011\nc,\n";
  CHECK(take_in(text).column("opened").type == FieldType::integer);
  CHECK(take_in(text).noted("opened: if its numbers are years, write --unit opened=year"));
  const auto years = take_in(text, {.units = {{"opened", "year"}}});
  CHECK(years.said() == "");
  CHECK(years.column("opened").type == FieldType::year);
  CHECK(years.column("opened").unit == "");
  CHECK(!years.noted("if its numbers are years"));
  CHECK(!take_in(text, {.units = {{"opened", "1"}}}).noted("if its numbers are years"));
  const quantity::Units with_years({{.name = "year"}}, {});
  CHECK(take_in(text, {.units = {{"opened", "year"}}}, with_years).column("opened").unit == "year");
  for (const char* other : {"id,n\na,1879\nb,12\n", "id,n\na,1879.5\n", "id,n (km)\na,1879\n", "id,n\na,\"1,879\"\n"})
    CHECK(!take_in(other).noted("if its numbers are years"));
  CHECK(has(take_in("id,n\na,1879\nb,12\n", {.units = {{"n", "year"}}}).said(), "\"12\" is not a year of four digits"));
  CHECK(has(take_in("id,n\na,1901.5\nb,1902\n", {.units = {{"n", "year"}}}).said(), "\"1901.5\" is not a year"));
}

TEST_CASE("a long text in brackets at the end of a header is a question about the unit") {
  CHECK(take_in("id,Price (in US dollars per hour on demand)\na,1.5\n")
            .noted("if (in US dollars per hour on demand) at the end of its header says the unit, give it: --unit "
                   "price_in_us_dollars_per_hour_on_demand=UNIT"));
  CHECK(!take_in("id,Place (in US dollars per hour on demand)\na,b\n").noted("at the end of its header"));
}

TEST_CASE("yes and no are booleans, unless there is a third word") {
  CHECK(take_in("id,kept\na,Yes\nb,no\n").csv() == "id,kept\na,true\nb,false\n");
  CHECK(take_in("id,kept\na,✓\nb,✗\n").column("kept").type == FieldType::boolean);
  CHECK(take_in("id,kept\na,yes\nb,partly\n").column("kept").type == FieldType::string);
}

TEST_CASE("dates in other formats are reported") {
  CHECK(take_in("id,day\na,31.01.26\nb,2026/1/31\n").noted("day seems to contain dates"));
  std::string days;
  for (int i = 1; i <= 9; ++i) days += fmt::format("r{0},2026-02-0{0}\n", i);
  CHECK(take_in("id,day\n" + days + "x,2026-02-30\n")
            .noted("day is text: 9 of its 10 values are dates, \"2026-02-30\" in line 11 is not"));
  CHECK(take_in("id,day\n" + days + "x,n/a\n").noted("\"n/a\" in line 11 is not"));
  CHECK(!take_in("id,day\n" + days + "x,\n").noted("is none"));
}

// Checks that the inferred descriptor of a random table loads without errors.
TEST_CASE("the descriptor of any table can be read") {
  std::mt19937 random(3);
  const std::vector<Names> kinds = {{"1", "2", "30"},          {"1.5", "2", "-3e2"},
                                    {"1,234.5", "7", ""},      {"a", "b \"q\"", "c, d"},
                                    {"true", "false", "TRUE"}, {"2026-01-31", "", "2025-02-28"},
                                    {"$5", "$6.10", "n/a"},    {"x\ny", "ß", "日本"},
                                    {"007", "01", "9"},        {"", "", ""},
                                    {"12 %", "3%", "4 %"},     {"1999", "2004", "2026"}};
  const Names heads = {"id",    "Price (USD/h)", "x [ms]",  "Größe",   "",      "ref",
                       "order", "a b",           "n (cup)", "share %", "\"q\"", "year"};
  for (int i = 0; i < 400; ++i) {
    size_t columns = 1 + random() % 6, rows = 1 + random() % 9;
    auto quoted = [](std::string cell) {
      std::string out = "\"";
      for (char c : cell) out += c == '"' ? "\"\"" : std::string(1, c);
      return out + "\"";
    };
    std::string text = "key";
    std::vector<size_t> kind;
    for (size_t c = 0; c < columns; ++c) {
      kind.push_back(random() % kinds.size());
      text += "," + quoted(heads[random() % heads.size()]);
    }
    for (size_t r = 0; r < rows; ++r) {
      text += "\nk" + std::to_string(r);
      for (size_t c = 0; c < columns; ++c) text += "," + quoted(kinds[kind[c]][random() % 3]);
    }
    CAPTURE(text);
    Imported done = take_in(text + "\n");
    if (!done.table) continue;  // random columns may mix symbols, which is an error
    base::SourceText descriptor(
        "data/datapackage.json",
        "{\"resources\": [" + import::descriptor_of({"t", "T", "", "", "", ""}, *done.table) + "]}");
    base::Diagnostics diagnostics;
    data::Package package = data::read_package(descriptor, [](const std::string&) { return nullptr; }, diagnostics);
    CHECK(diagnostics.empty());
    CHECK(package.resources.at(0).fields.size() == done.table->columns.size());
    // Importing the written file again must change nothing.
    Imported again = take_in(done.csv());
    if (again.table) CHECK(again.csv() == done.csv());
  }
}

TEST_CASE("a table of 200,000 rows is read within seconds, even with a key of two columns") {
  std::string text = "day,place,n (ms)\n";
  for (int i = 0; i < 200000; ++i)
    text += "d" + std::to_string(i / 500) + ",p" + std::to_string(i % 500) + "," + std::to_string(i) + ".5\n";
  auto start = std::chrono::steady_clock::now();
  Imported done = take_in(std::move(text));
  CHECK(done.key() == Names{"day", "place"});
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

}  // namespace
