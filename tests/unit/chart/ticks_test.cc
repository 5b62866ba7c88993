// Tests that ticks equal those of d3-array 3.2, d3-scale 4 and d3-time 3.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "chart/scale.h"
#include "chart/tick_labels.h"
#include "chart/ticks.h"

namespace {

using chart::format_time;
using chart::parse_time;
using Numbers = std::vector<double>;

std::vector<std::string> dates(const Numbers& moments) {
  std::vector<std::string> texts;
  for (double moment : moments) texts.push_back(format_time(moment, "%Y-%m-%d %H:%M", quantity::english()));
  return texts;
}

std::vector<std::string> labels(const chart::Scale& scale, double count, std::string_view format) {
  std::vector<std::string> texts;
  for (const chart::Tick& tick :
       chart::labelled_ticks(scale, count, format, scale.ticks(count), false, quantity::english()))
    texts.push_back(tick.label);
  return texts;
}

chart::Scale scale(chart::ScaleType type, double from, double to) {
  chart::Scale made;
  made.type = type;
  made.from = from, made.to = to;
  return made;
}

}  // namespace

TEST_CASE("ticks are multiples of 1, 2 or 5 times a power of ten") {
  CHECK(chart::ticks(0, 1, 5) == Numbers{0, 0.2, 0.4, 0.6, 0.8, 1});
  CHECK(chart::ticks(0, 1, 10) == Numbers{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
  CHECK(chart::ticks(-10, 10, 4) == Numbers{-10, -5, 0, 5, 10});
  CHECK(scale(chart::ScaleType::linear, 10, 0).ticks(5) == Numbers{10, 8, 6, 4, 2, 0});
  CHECK(chart::ticks(3, 97, 4) == Numbers{20, 40, 60, 80});
  CHECK(chart::ticks(0, 0.00031, 3) == Numbers{0, 0.0001, 0.0002, 0.0003});
  CHECK(chart::ticks(5, 5, 4) == Numbers{5});
  CHECK(chart::ticks(1, 364, 0.1) == Numbers{});
  CHECK(chart::ticks(0, 1, 0).empty());
}

TEST_CASE("the step of ticks is exact") {
  CHECK(chart::tick_step(0, 100, 10) == 10);
  CHECK(chart::tick_step(0, 1, 5) == 0.2);
}

TEST_CASE("nice() widens a domain to its tick steps") {
  CHECK(chart::nice(1.1, 10.9, 10) == std::pair(1.0, 11.0));
  CHECK(chart::nice(-0.1, 123.1, 10) == std::pair(-10.0, 130.0));
  CHECK(chart::nice(0, 8.5, 10) == std::pair(0.0, 9.0));
  CHECK(chart::nice(5, 5, 10) == std::pair(5.0, 5.0));
  CHECK(chart::nice_log(0.02, 350, 10) == std::pair(0.01, 1000.0));
  CHECK(chart::nice_log(3, 300, 2) == std::pair(2.0, 512.0));
}

TEST_CASE("a log scale has a tick for each digit if there are few powers, otherwise only for powers") {
  CHECK(chart::log_ticks(1, 20, 10) == Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20});
  CHECK(chart::log_ticks(0.5, 2, 10) == Numbers{0.5, 0.6, 0.7, 0.8, 0.9, 1, 2});
  CHECK(chart::log_ticks(1e-3, 1e12, 10, 5) == Numbers{1e-2, 1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12});
  CHECK(chart::log_ticks(1, 16, 2) == Numbers{1, 2, 4, 8, 16});
  CHECK(chart::log_ticks(40, 60, 10) == Numbers{40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60});
}

TEST_CASE("moments are parsed and formatted in UTC") {
  CHECK(*parse_time("1970-01-02") == 86400000);
  CHECK(*parse_time("2026-01-31T10:30") == 1769855400000);
  CHECK(*parse_time("2026-01-31 10:30:15.250Z") == 1769855415250);
  CHECK(*parse_time("2026-01-31T10:30:15.25Z") == 1769855415250);
  CHECK(*parse_time("2026-01-31T10:30:15.2500009") > 1769855415250);
  CHECK(*parse_time("2026-01-31T12:30:15.250+02:00") == 1769855415250);
  CHECK(*parse_time("2026-01-30T22:00-12:30") == *parse_time("2026-01-31T10:30"));
  CHECK_FALSE(parse_time("2026-01-31T10:30:15."));
  CHECK_FALSE(parse_time("2026-01-31T10:30+2"));
  CHECK_FALSE(parse_time("2026-01-31T10:30+02:00Z"));
  CHECK(*parse_time("2024") == *parse_time("2024-01-01"));
  CHECK(*parse_time("2024-03") == *parse_time("2024-03-01T00:00:00"));
  CHECK(*parse_time("1899-12-31") < 0);
  CHECK_FALSE(parse_time("2026-02-30"));
  CHECK_FALSE(parse_time("2026-13"));
  CHECK_FALSE(parse_time("2026-01-01T25:00"));
  CHECK_FALSE(parse_time("soon"));
  CHECK_FALSE(parse_time(""));
  CHECK(format_time(*parse_time("2024-03-09T15:04:05.006"), "%Y %y %m %b %B %d %-d %e %a %A %H %I %p %M %S %L %j %q %%",
                    quantity::english()) == "2024 24 03 Mar March 09 9  9 Sat Saturday 15 03 PM 04 05 006 069 1 %");
  CHECK(format_time(-1, "%Y-%m-%d %H:%M:%S.%L", quantity::english()) == "1969-12-31 23:59:59.999");
  std::string bad;
  CHECK_FALSE(chart::is_time_format("%Y-%Q", &bad));
  CHECK(bad == "%Q");
}

TEST_CASE("time ticks are at round dates and times") {
  CHECK(dates(chart::time_ticks(*parse_time("2026-01-01T00:00"), *parse_time("2026-01-01T12:00"), 4)) ==
        std::vector<std::string>{"2026-01-01 00:00", "2026-01-01 03:00", "2026-01-01 06:00", "2026-01-01 09:00",
                                 "2026-01-01 12:00"});
  CHECK(dates(chart::time_ticks(*parse_time("2024-02-20"), *parse_time("2024-03-04"), 8)) ==
        std::vector<std::string>{"2024-02-21 00:00", "2024-02-23 00:00", "2024-02-25 00:00", "2024-02-27 00:00",
                                 "2024-02-29 00:00", "2024-03-01 00:00", "2024-03-03 00:00"});
  CHECK(dates(chart::time_ticks(*parse_time("2023-11-15"), *parse_time("2024-08-02"), 4)) ==
        std::vector<std::string>{"2024-01-01 00:00", "2024-04-01 00:00", "2024-07-01 00:00"});
  CHECK(dates(chart::time_ticks(*parse_time("1900"), *parse_time("2026"), 5)) ==
        std::vector<std::string>{"1900-01-01 00:00", "1920-01-01 00:00", "1940-01-01 00:00", "1960-01-01 00:00",
                                 "1980-01-01 00:00", "2000-01-01 00:00", "2020-01-01 00:00"});
  auto [from, to] = chart::nice_time(*parse_time("2025-01-09"), *parse_time("2025-07-19"));
  CHECK(format_time(from, "%Y-%m-%d", quantity::english()) == "2025-01-01");
  CHECK(format_time(to, "%Y-%m-%d", quantity::english()) == "2025-08-01");
}

TEST_CASE("time labels name the finest unit that is not zero") {
  for (auto [moment, label] : std::vector<std::pair<const char*, const char*>>{{"2026-01-01", "2026"},
                                                                               {"2026-03-01", "March"},
                                                                               {"2026-03-08", "Mar 08"},
                                                                               {"2026-03-10", "Tue 10"},
                                                                               {"2026-03-10T15:00", "03 PM"},
                                                                               {"2026-03-10T15:20", "03:20"},
                                                                               {"2026-03-10T15:20:07", ":07"}}) {
    CHECK(chart::tick_time_text(*parse_time(moment), quantity::english()) == label);
  }
}

TEST_CASE("money has no prefixes on a log scale of many powers") {
  std::vector<double> values = {1e9, 1e13};
  quantity::Field field{.name = "gdp"};
  const auto format = [&] { return chart::tick_format(field, false, values, quantity::standard_units()); };
  CHECK(format() == "");
  field.unit = "USD";
  CHECK(labels(scale(chart::ScaleType::log, 1e9, 1e13), 2, format()).back() == "1,000,000,000,000");
}

TEST_CASE("labels have enough digits to distinguish the ticks") {
  using chart::ScaleType;
  using Texts = std::vector<std::string>;
  CHECK(labels(scale(ScaleType::linear, 0, 1), 3, "") == Texts{"0.0", "0.5", "1.0"});
  CHECK(labels(scale(ScaleType::linear, 0, 2000000), 2, "") == Texts{"0", "1,000,000", "2,000,000"});
  CHECK(labels(scale(ScaleType::linear, 0, 2000000), 5, "s") == Texts{"0.0M", "0.5M", "1.0M", "1.5M", "2.0M"});
  CHECK(labels(scale(ScaleType::linear, 0, 0.1), 3, "%") == Texts{"0%", "5%", "10%"});
  CHECK(labels(scale(ScaleType::linear, -2, 2), 3, "") == Texts{"−2", "−1", "0", "1", "2"});
  CHECK(labels(scale(ScaleType::linear, 0, 3), 3, ".2f") == Texts{"0.00", "1.00", "2.00", "3.00"});
  CHECK(labels(scale(ScaleType::log, 0.1, 10), 10, "") ==
        Texts{"0.1", "0.2", "0.3", "0.4", "0.5", "", "", "", "", "1", "2", "3", "4", "5", "", "", "", "", "10"});
}

TEST_CASE("bands and points divide a range as in d3") {
  chart::Scale bands = scale(chart::ScaleType::band, 0, 0);
  bands.categories = {"a", "b", "c"};
  bands.padding_inner = 0.1, bands.padding_outer = 0.05;
  bands.range_from = 0, bands.range_to = 300;
  bands.index_categories();
  CHECK(bands.step() == doctest::Approx(100));
  CHECK(bands.bandwidth() == doctest::Approx(90));
  CHECK(bands.band_start(1) == doctest::Approx(105));
  CHECK(bands.index_of("c") == 2);
  CHECK(bands.index_of("d") == -1);
  bands.type = chart::ScaleType::point;
  bands.padding_outer = 0.5;
  CHECK(bands.centre(0) == doctest::Approx(50));
  CHECK(bands.centre(2) == doctest::Approx(250));
  std::swap(bands.range_from, bands.range_to);
  CHECK(bands.centre(0) == doctest::Approx(250));
}

TEST_CASE("continuous scales map values by their type") {
  chart::Scale log = scale(chart::ScaleType::log, 1, 100);
  log.range_to = 200;
  CHECK(log.position(10) == doctest::Approx(100));
  CHECK(std::isnan(log.position(0)));
  chart::Scale root = scale(chart::ScaleType::sqrt, 0, 100);
  CHECK(root.position(25) == doctest::Approx(0.5));
  chart::Scale single = scale(chart::ScaleType::linear, 5, 5);
  CHECK(single.position(5) == 0.5);
}
