// Tests headers of columns: names, titles and units.
#include <doctest/doctest.h>

#include <random>

#include "base/text.h"
#include "base/utf8.h"
#include "import/head.h"
#include "unit/text.h"

namespace {

using import::column_name;
using import::Head;

Head head(std::string_view text) { return import::read_head(text, quantity::standard_units()); }

TEST_CASE("a unit at the end of a header is read, in all common notations") {
  struct Case {
    const char *text, *name, *title, *unit;
  };
  const Case cases[] = {
      {"price (USD/h)", "price", "Price", "USD/h"},
      {"latency [ms]", "latency", "Latency", "ms"},
      {"Throughput (GB/s)", "throughput", "Throughput", "GB/s"},
      {"Cost per hour ($)", "cost_per_hour", "Cost per hour", "$"},
      {"load in %", "load", "Load", "%"},
      {"Load, %", "load", "Load", "%"},
      {"share %", "share", "Share", "%"},
      {"Speed in km/h", "speed", "Speed", "km/h"},
      {"Area [km²]", "area", "Area", "km²"},
      {"Temp (°C)", "temp", "Temp", "°C"},
      {"Power (list) (W)", "power_list", "Power (list)", "W"},
      {"price (USD per hour)", "price", "Price", "USD per hour"},
      {"Name", "name", "Name", ""},
      {"price_per_hour", "price_per_hour", "Price per hour", ""},
      {"born in London", "born_in_london", "Born in london", ""},
      {"Speed (2024)", "speed_2024", "Speed (2024)", ""},
      {"(ms)", "ms", "(ms)", ""},
      {"  run\n time  (s) ", "run_time", "Run time", "s"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    Head read = head(each.text);
    CHECK(read.name == each.name);
    CHECK(base::lower_case(read.title) == base::lower_case(each.title));
    CHECK(read.unit == each.unit);
    CHECK(read.unknown == "");
  }
}

TEST_CASE("unknown units in brackets are reported and stay in the title") {
  Head read = head("Cups (cup/day)");
  CHECK(read.unit == "");
  CHECK(read.unknown == "cup/day");
  CHECK(read.why.find("\"cup\" is not a known unit") != std::string::npos);
  CHECK(read.title == "Cups (cup/day)");
  CHECK(read.name == "cups");
  quantity::Units units({{"cup", "cups", "", std::nullopt}}, {});
  CHECK(import::read_head("Cups (cup/day)", units).unit == "cup/day");
}

TEST_CASE("long brackets may be a remark or a unit: they are named, and stay in the name") {
  const import::Head read = import::read_head("Price (in US dollars per hour on demand)", quantity::standard_units());
  CHECK(read.unknown == "in US dollars per hour on demand");
  CHECK(read.is_remark);
  CHECK(read.name == "price_in_us_dollars_per_hour_on_demand");
  CHECK(!import::read_head("Price (gold ducats)", quantity::standard_units()).is_remark);
  CHECK(import::read_head("Price (1, 2, 3, 4, 5, 6, 7, 8, 9)", quantity::standard_units()).unknown == "");
}

TEST_CASE("names can be used in a query without quotes") {
  CHECK(column_name("Größe") == "größe");
  CHECK(column_name("2025") == "column_2025");
  CHECK(column_name("order") == "order_");
  CHECK(column_name("Group") == "group_");
  CHECK(column_name("ref") == "reference");
  CHECK(column_name("a__ref") == "a_ref");
  CHECK(column_name("tokens/s") == "tokens_s");
  CHECK(column_name("area_km²") == "area_km2");
  CHECK(column_name("% of all") == "percent_of_all");
  CHECK(column_name("???") == "column");
  CHECK(column_name("") == "column");
  CHECK(column_name("a\"b; DROP TABLE x") == "a_b_drop_table_x");
}

TEST_CASE("any header gives a valid name, and a title on one line") {
  std::mt19937 random(7);
  const std::string_view parts[] = {"price", " ",   "(",      ")",  "[",  "]",    "USD",  "/", "h", "%",
                                    ",",     "in",  "ß",      "É",  "\"", "'",    "\n",   "1", "9", "_",
                                    "__ref", "ref", "select", "\t", "—",  "日本", "\x01", "."};
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (size_t n = random() % 8; n > 0; --n) text += parts[random() % std::size(parts)];
    CAPTURE(text);
    Head read = head(text);
    REQUIRE(!read.name.empty());
    CHECK(!base::find_invalid_utf8(read.name));
    CHECK(read.name.find_first_of("\"'/ \n\t.,()[]%-") == std::string::npos);
    CHECK(!(read.name.front() >= '0' && read.name.front() <= '9'));
    CHECK(read.name != "ref");
    CHECK(!read.name.ends_with("__ref"));
    CHECK(read.title.find('\n') == std::string::npos);
    if (!read.unit.empty()) CHECK(quantity::standard_units().parse(read.unit));
  }
}

TEST_CASE("a letter in brackets is a unit only if the title says what it measures, or it usually means nothing else") {
  const std::pair<const char*, const char*> cases[] = {{"Temp (C)", "°C"},      {"Mean temperature [C]", "°C"},
                                                       {"Temp (K)", "K"},       {"Charge (C)", "C"},
                                                       {"Coulombs (C)", "C"},   {"Capacity (F)", "F"},
                                                       {"Power (W)", "W"},      {"Force (N)", "N"},
                                                       {"Warmest (C)", ""},     {"Heat (F)", ""},
                                                       {"Revenue (B)", ""},     {"Sample size (N)", ""},
                                                       {"Lamp (K)", ""},        {"Wins (W)", ""},
                                                       {"Male (m)", ""},        {"Home (h)", ""},
                                                       {"Sets (s)", ""},        {"Games (g)", ""},
                                                       {"Mean depth (m)", "m"}, {"Seconds (s)", "s"},
                                                       {"Solve time (s)", "s"}, {"Time (s)", "s"}};
  for (const auto& [text, unit] : cases) {
    CAPTURE(text);
    CHECK(head(text).unit == unit);
    CHECK(head(text).is_letter);
  }
  // There is no unit °F unless a site declares it; the letter is never the farad.
  CHECK(head("Temp (F)").unit == "");
  CHECK(head("Temp (F)").unknown == "F");
}

TEST_CASE("what often means something else beside a number is a unit only if the title says what is measured") {
  for (const char* text : {"Sales (m)",
                           "Revenue (t)",
                           "Users, m",
                           "Visits in d",
                           "Price (min)",
                           "Temperature (min)",
                           "Opens (am)",
                           "Closes (pm)",
                           "Acidity (pH)",
                           "Wind (kt)",
                           "Power (PS)",
                           "Coal (MT)",
                           "Distance to shore (us)",
                           "Visitors (day)",
                           "Sentiment (s)",
                           "Average (d)",
                           "Attempts (C)",
                           "Worldwide (m)",
                           "Parameters (m)",
                           "Fatalities (t)",
                           "Age (Gy)",
                           "Concurrent (A)",
                           "Price (kg)",
                           "Fee (MWh)",
                           "Revenue (mm)",
                           "Revenue (TEUR)",
                           "Distance (nm)",
                           "Salary (h)",
                           "GDP billions (USD)",
                           "Umsatz Mio. (EUR)",
                           "Sales '000 (kg)",
                           "Revenue M (EUR)",
                           "Revenue k (USD)",
                           "Ventas miles (EUR)",
                           "売上 百万 (JPY)",
                           "Output x1000 (kg)",
                           "Output ×10³ (kg)",
                           "Output 10^6 (kg)",
                           "Output, 1,000 (kg)",
                           "Weight in t (kg)",
                           "Weight kg (t)",
                           "Length (km) (m)"}) {
    CAPTURE(text);
    CHECK(head(text).unit == "");
    CHECK(head(text).is_letter);
    CHECK(head(text).unknown != "");
  }
  for (const char* text : {"Duration (min)",
                           "Travel time (h)",
                           "Runtime (s)",
                           "Dose (Gy)",
                           "Wavelength (nm)",
                           "CO2 emissions (kt)",
                           "Seehöhe (m)",
                           "Laufzeit (s)",
                           "Fat (g)",
                           "Tank (l)",
                           "Time (day)",
                           "Storage (PB)",
                           "Rainfall (mm)",
                           "Size (kB)",
                           "Price (EUR)",
                           "Budget (MEUR)",
                           "Price per million tokens (USD)",
                           "Price per 1 million tokens (USD)",
                           "Price per 1,000 (USD)",
                           "Income 2000 (EUR)",
                           "Vitamin K (mg)",
                           "Prix (k€)",
                           "Cost (MUSD/t)",
                           "Share of billions (%)",
                           "Price (TRY)",
                           "Price (USD/h)",
                           "Price (%)",
                           "Cost (EUR/kg)",
                           "Frequency (Hz)"}) {
    CAPTURE(text);
    CHECK(head(text).unit != "");
  }
  // The site's own units mean what the site says.
  CHECK(import::read_head("Score (pt)", quantity::Units({{"pt", "pt", "", std::nullopt}}, {})).unit == "pt");
  CHECK(import::read_head("Sales (m)", quantity::standard_units(), true).unit == "m");
}

TEST_CASE("a currency whose code is a word is a unit only if something speaks of money") {
  for (const char* text : {"Lines in PHP", "Hours in CAD", "Visits in ALL", "Tries (TRY)", "Wins (ALL)"}) {
    CAPTURE(text);
    CHECK(head(text).unit == "");
    CHECK(head(text).is_letter);
    CHECK(head(text).unknown.size() == 3);
  }
  CHECK(head("Lines in PHP").name == "lines_in_php");
  CHECK(head("Price in CAD").unit == "CAD");
  CHECK(head("Monthly rent (PHP)").unit == "PHP");
  CHECK(head("Lines in USD").unit == "USD");
  CHECK(import::read_head("Tries (TRY)", quantity::standard_units(), true).unit == "TRY");
}

TEST_CASE("a factor in brackets is not part of a title") {
  for (const char* text : {"Pop (10⁶)", "Sales (000)", "Sales ('000)", "Sales (1,000)"})
    CHECK_MESSAGE(head(text).unknown != "", text);
  CHECK(head("Sales (2000)").unknown == "");
}

TEST_CASE("names are made unique") {
  std::set<std::string> taken;
  CHECK(import::unique_name("a", taken) == "a");
  CHECK(import::unique_name("a", taken) == "a_2");
  CHECK(import::unique_name("a_2", taken) == "a_2_2");
  CHECK(import::unique_name("a", taken) == "a_3");
}

TEST_CASE("the unit at the end of a name is read, in all common notations") {
  struct Case {
    const char *head, *unit, *title;
  };
  const Case cases[] = {{"latency_ms", "ms", "Latency"},
                        {"mem_gib", "GiB", "Mem"},
                        {"elec_kwh", "kWh", "Elec"},
                        {"heat_kwh_per_m2", "kWh/m2", "Heat"},
                        {"usd_per_hour", "USD/h", ""},
                        {"cost_usd_per_hour", "USD/h", "Cost"},
                        {"time_secs", "s", "Time"},
                        {"Time msec", "ms", "Time"},
                        {"QPS", "1/s", ""},
                        {"End-to-End % Solved", "%", ""},
                        {"% solved", "%", ""},
                        {"cpu_pct", "%", "Cpu"},
                        {"Memory GiB", "GiB", "Memory"},
                        {"price_eur", "EUR", "Price"},
                        {"GiB_per_s", "GiB/s", ""},
                        {"Model S", "", ""},  // this "S" is part of a name
                        {"ms", "", ""},
                        {"score", "", ""},
                        {"items_per_box", "", ""},
                        {"mp_days_off", "", ""},
                        {"tokens", "", ""}};
  for (const Case& each : cases) {
    CAPTURE(std::string(each.head));
    const import::NamedUnit named = import::read_named_unit(each.head, quantity::standard_units());
    CHECK(named.unit == each.unit);
    CHECK(named.title == each.title);
    CHECK(named.doubt == "");
  }
  const quantity::Units declared({{"query", "queries", "", {}}}, {});
  CHECK(import::read_named_unit("QPS", declared).unit == "query/s");
  for (const char* name : {"Tax 5%", "95% CI high", "VaR (95%)", "Top 10% income"})
    CHECK(import::read_named_unit(name, declared).unit == "");
  CHECK(head("time (hrs)").unit == "h");
  CHECK(head("time (hrs)").title == "Time");
}

TEST_CASE("an end of a name with another meaning is only a question about the unit") {
  const auto doubt_of = [](const char* head) { return import::read_named_unit(head, quantity::standard_units()); };
  for (const char* head :
       {"coldest_day", "best_hour",   "last_second", "wet_days", "opening_hours", "Time seconds",  "time_s",
        "seats_m",     "latency_min", "speed_mbps",  "img_w",    "sales_us",      "population_gb", "deaths_tb",
        "revenue_mm",  "papers_ml",   "staff_hr",    "m_per_s",  "min_per_day",   "Days"}) {
    CAPTURE(head);
    CHECK(doubt_of(head).doubt != "");
  }
  for (const char* head : {"wind_ms", "speed_ms", "velocity_ms", "wind_max_ms", "Wind ms", "trips_mm", "persons_km²"})
    CHECK_MESSAGE(doubt_of(head).doubt != "", head);
  for (const char* head : {"length_mm", "rain_mm", "body_mass_g", "volume_ml", "area_km²", "Area km²", "volume_m³",
                           "latency_p99_ms", "load_time_mean_ms", "render_msec"})
    CHECK_MESSAGE(doubt_of(head).doubt == "", head);
  CHECK(doubt_of("area_km²").unit == "km²");
  CHECK(doubt_of("volume_m³").unit == "m³");
  CHECK(doubt_of("body_mass_g").unit == "g");
  CHECK(doubt_of("coldest_day").unit == "d");
  CHECK(doubt_of("seats_m").unit == "m");
  CHECK(doubt_of("m_per_s").unit == "m/s");
  CHECK(doubt_of("speed_mbps").unit == "");
}

TEST_CASE("a unit before that of a name makes it a question about both, unless they convert") {
  const auto read = [](const char* head) { return import::read_named_unit(head, quantity::standard_units()); };
  for (const auto& [head, unit] : {std::pair("price_eur_kwh", "eur/kWh"),
                                   {"co2_g_kwh", "g/kWh"},
                                   {"eur_usd", "EUR/USD"},
                                   {"speed_km_h", "km/h"},
                                   {"cost_usd_kg", "USD/kg"},
                                   {"wage_usd_h", "USD/h"},
                                   {"dose_mg_kg", "mg/kg"}}) {
    CAPTURE(head);
    CHECK(read(head).doubt != "");
    CHECK(base::lower_case(read(head).unit) == base::lower_case(unit));
  }
  for (const char* head : {"latency_min_ms", "uptime_days_ms", "length_km", "disk_latency_ms", "total_distance_km",
                           "weight_kg", "verbrauch_kwh", "peak_power_kw", "strecke_km", "co2_kg"})
    CHECK_MESSAGE(read(head).doubt == "", head);
  for (const char* head : {"co2_kwh", "emissions_km", "emissions_elec_kwh", "co2_usd", "deaths_km", "rail_users_km"})
    CHECK_MESSAGE(read(head).other == "UNIT/" + read(head).unit, head);
  CHECK(read("wind_ms").other == "m/s");
  CHECK(read("sales_usd_m").other == "MUSD");
  for (const char* head : {"price_kwh", "fee_kg", "cost_ms", "fare_km", "toll_km"}) {
    CHECK(read(head).doubt != "");
    CHECK(read(head).unit == "");
  }
}

TEST_CASE("a scale or a kind of number before the unit of a name makes it a question without a unit") {
  for (const char* head : {"revenue_million_usd", "gdp_bn_usd", "salary_000_usd", "thousand_kwh", "Umsatz Mio. EUR",
                           "Revenue, (million) USD", "Umsatz Tsd. EUR", "total_1000_kg", "square_km", "sq_km",
                           "cubic_km", "price_per_mwh_eur", "per_kwh", "index_usd", "rank_usd", "log_usd"}) {
    CAPTURE(head);
    const import::NamedUnit named = import::read_named_unit(head, quantity::standard_units());
    CHECK(named.unit == "");
    CHECK(named.doubt != "");
  }
}

TEST_CASE("bits are not read as bytes") {
  for (const char* word : {"Gb", "Mb", "mb", "gb", "kb", "Gib"})
    CHECK(import::unit_of_word(word, quantity::standard_units()) == "");
  CHECK(import::unit_of_word("gib", quantity::standard_units()) == "GiB");
  CHECK(import::unit_of_word("KB", quantity::standard_units()) == "kB");
}

}  // namespace
