#include "quantity/locale.h"

#include <doctest/doctest.h>

#include "base/text.h"
#include "quantity/figure_text.h"
#include "quantity/number_format.h"
#include "quantity/present.h"

namespace quantity {
namespace {

std::vector<std::string_view> all_locales() {
  std::vector<std::string_view> tags;
  for (const std::string_view line : base::split(locale_files().front().second, '\n'))
    if (const std::string_view tag = line.substr(0, line.find('\t')); tags.size() < 2 || !tag.empty())
      tags.push_back(tag);
  tags.erase(tags.begin(), tags.begin() + 2);  // the source and the names of the columns
  return tags;
}

std::string written(std::string_view number, std::string_view tag) { return write_number(number, *find_locale(tag)); }

FigureCheck check(std::string_view text, std::string_view value, std::string_view unit, std::string_view tag) {
  const Units units({}, {}, nullptr, tag);
  return check_figure(parse_figure(text, units), *Exact::parse(value), unit, units);
}

bool is_right(std::string_view text, std::string_view value, std::string_view unit, std::string_view tag) {
  return check(text, value, unit, tag).outcome == FigureOutcome::ok;
}

TEST_CASE("a locale is found by its tag, its region without its script, or its language") {
  CHECK(find_locale("de-CH") != find_locale("de"));
  CHECK(find_locale("DE-ch") == find_locale("de-CH"));
  CHECK(find_locale("de-Latn-CH") == find_locale("de-CH"));
  CHECK(find_locale("de-DE-1996") == find_locale("de"));
  CHECK(find_locale("en-GB") == find_locale("en"));
  CHECK(find_locale("zh-Hant-TW") == find_locale("zh-Hant"));
  CHECK(find_locale("xx") == nullptr);
  CHECK(find_locale("tlh") == nullptr);
}

TEST_CASE("numbers have the marks of their locale") {
  CHECK(written("-1234567.5", "en") == "-1,234,567.5");
  CHECK(written("1234567.5", "de") == "1.234.567,5");
  CHECK(written("1234567.5", "fr") == "1\u202f234\u202f567,5");
  CHECK(written("1234567.5", "en-IN") == "12,34,567.5");
  CHECK(written("1234.5", "de-CH") == "1'234.5");
  CHECK(written("1234.5", "es") == "1234,5");  // the last group has two digits before it
  CHECK(written("12345", "es") == "12.345");
  CHECK(write_number("1234.5", *find_locale("de"), false) == "1234,5");
  const auto format = [](const char* spec, double value, const char* tag) {
    return (*NumberFormat::parse(spec))(value, *find_locale(tag));
  };
  CHECK(format("$,.2f", -1234.5, "de") == "−1.234,50\u00a0$");
  CHECK(format("$,.2f", 1234.5, "nl") == "$\u00a01.234,50");
  CHECK(format(".0%", 0.38, "de") == "38\u00a0%");
  CHECK(format(".0%", 0.38, "tr") == "%38");
  CHECK(format(".1e", 1234, "de") == "1,2e+3");
  CHECK(format("012,d", 1234567, "de") == "0.001.234.567");
}

TEST_CASE("units are symbols where only English has words, and money is where the locale has it") {
  const auto shown = [](double value, const char* unit, const char* tag) {
    Field field;
    field.unit = unit;
    field.resource = "data";
    return present_with_unit(value, field, Units({{.name = "chip", .plural = "chips"}}, {}, nullptr, tag));
  };
  CHECK(shown(2.7, "USD/chip/h", "en") == "$2.70 per chip-hour");
  CHECK(shown(2.7, "USD/chip/h", "de") == "2,70\u00a0$/chip/h");
  CHECK(shown(2.7, "CHF", "de-CH") == "CHF\u00a02.70");
  CHECK(shown(3.5, "h", "de") == "3,5 h");
  CHECK(shown(38, "%", "de") == "38 %");
  CHECK(shown(38, "%", "tr") == "%38");
  CHECK(shown(5, "1/s", "de") == "5/s");
}

TEST_CASE("what a locale prints is read as the same number, in every locale") {
  for (const std::string_view tag : all_locales()) {
    const Units units({}, {}, nullptr, tag);
    for (const char* number : {"0.5", "2.85", "28.5", "285", "2850", "2850.25", "28500", "1234567", "-1234567.125"})
      for (const char* unit : {"", "km", "USD", "%", "USD/h"}) {
        Field field;
        field.unit = unit;
        field.resource = "data";
        const std::string text = present_with_unit(*read_number(number), field, units);
        const FigureCheck same = check(text, number, unit, tag);
        CHECK_MESSAGE(same.outcome == FigureOutcome::ok, tag, ": ", text, ": ", same.why);
      }
  }
}

TEST_CASE("a changed digit or mark is refused in every locale") {
  for (const std::string_view tag : all_locales()) {
    const std::string right = written("1234567.25", tag);
    for (size_t at = 0; at < right.size(); ++at) {
      std::string wrong = right;
      if (base::is_digit(wrong[at]))
        wrong[at] = wrong[at] == '9' ? '0' : static_cast<char>(wrong[at] + 1);
      else if (wrong[at] == '.' || wrong[at] == ',' || wrong[at] == '\'')
        wrong[at] = wrong[at] == '.' ? ',' : '.';
      else
        continue;
      CHECK_FALSE_MESSAGE(is_right(wrong, "1234567.25", "", tag), tag, ": ", wrong);
    }
    // The form of a language with other marks.
    const std::string_view other = find_locale(tag)->decimal == "." ? "de" : "en";
    for (const char* number : {"2.85", "2.850", "1234567.25"})
      CHECK_FALSE_MESSAGE(is_right(written(number, other), number, "", tag), tag, ": ", written(number, other));
  }
}

TEST_CASE("a number in the form of another language is an error that says so") {
  const FigureCheck large = check("2.850 km", "2.85", "km", "de");
  CHECK(large.outcome == FigureOutcome::mismatch);
  CHECK(large.why ==
        "the text says 2.850 km, the data 2,85 km; \"2.850\" is 2.85 in English, where the decimal mark is \".\"; in "
        "the "
        "language of this site it is \",\"");
  CHECK(large.should_say == "2,850 km");
  const FigureCheck small = check("90,0 mg", "90", "mg", "en");
  CHECK(small.outcome == FigureOutcome::mismatch);
  CHECK(small.should_say == "90.0 mg");
  CHECK(check("2.85 km", "2.85", "km", "fr").should_say == "2,85 km");
  CHECK(check("1 000 km", "1000", "km", "fr").why ==
        "\"1 000\" is not one number: thousands are separated by a narrow no-break space (U+202F)");
}

TEST_CASE("numbers are read in the form of the site's language") {
  CHECK(is_right("1.232,7 km", "1232.7", "km", "de"));
  CHECK(is_right("1232,7 km", "1232.7", "km", "de"));
  CHECK(is_right("2.850 km", "2850", "km", "de"));
  CHECK(is_right("2,70\u00a0€", "2.7", "EUR", "de"));
  CHECK(is_right("5–6 km", "5.5", "km", "de"));
  CHECK(is_right("≈ 3 km", "2.9", "km", "de"));
  CHECK(is_right("1’234.5 km", "1234.5", "km", "de-CH"));
  CHECK(is_right("12,34,567", "1234567", "", "en-IN"));
  CHECK(is_right("1\u00a0234,5", "1234.5", "", "fr"));
  CHECK_FALSE(is_right("12,34,567", "1234567", "", "en"));
  CHECK_FALSE(is_right("５ km", "5", "km", "ja"));
  // English words mean something else elsewhere: a German billion is a million millions.
  CHECK_FALSE(is_right("2 billion", "2000000000", "", "de"));
  CHECK_FALSE(is_right("2B", "2000000000", "", "de"));
}

TEST_CASE("months of the language are read in dates") {
  CHECK(states_date("31. Januar 2026", "2026-01-31", Units({}, {}, nullptr, "de")));
  CHECK(states_date("31. Jänner 2026", "2026-01-31", Units({}, {}, nullptr, "de-AT")));
  CHECK(states_date("31 января 2026", "2026-01-31", Units({}, {}, nullptr, "ru")));
  CHECK_FALSE(states_date("31. März 2026", "2026-01-31", Units({}, {}, nullptr, "de")));
  CHECK(find_stated("Es begann am 5. Januar.", Units({}, {}, nullptr, "de")).empty());
}

}  // namespace
}  // namespace quantity
