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
  CHECK(find_locale("en-US") == find_locale("en"));
  CHECK(find_locale("en-GB") != find_locale("en"));
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
        "the text says 2.850 km, the data 2,85 km; \"2.850\" is 2850 in the language of this site, where the decimal "
        "mark "
        "is \",\", and 2.85 in English");
  CHECK(large.should_say == "2,850 km");
  const FigureCheck small = check("90,0 mg", "90", "mg", "en");
  CHECK(small.outcome == FigureOutcome::mismatch);
  CHECK(small.should_say == "90.0 mg");
  CHECK(check("2.85 km", "2.85", "km", "fr").should_say == "2,85 km");
  CHECK(check("1 000 km", "1000", "km", "fr").why ==
        "\"1 000\" is not one number: thousands are separated by a narrow no-break space (U+202F)");
}

TEST_CASE("plain spaces and digits of other scripts are refused, and corrected where they are right") {
  const auto corrected = [](std::string_view text, std::string_view value, std::string_view tag) {
    const FigureCheck found = check(text, value, "km", tag);
    return found.outcome == FigureOutcome::mismatch ? found.should_say : "";
  };
  CHECK(corrected("2 850 km", "2850", "fr") == "2\u202f850 km");
  CHECK(corrected("1 232 850,5 km", "1232850.5", "fr") == "1\u202f232\u202f850,5 km");
  CHECK(corrected("2 850 km", "2850", "de") == "2.850 km");
  CHECK(corrected("２，８５０．５ km", "2850.5", "ja") == "2,850.5 km");
  CHECK(corrected("٢٬٨٥٠٫٥ km", "2850.5", "ar") == "2,850.5 km");
  CHECK(corrected("२,८५०.५ km", "2850.5", "hi") == "2,850.5 km");
  CHECK(check("2 850 km", "2851", "km", "fr").outcome == FigureOutcome::unreadable);
  CHECK(check("28 50 km", "2850", "km", "fr").outcome == FigureOutcome::unreadable);
}

TEST_CASE("a hundred numbers are right in each language, and wrong with a digit changed, added or removed") {
  uint64_t seed = 56;
  const auto random = [&](uint64_t below) {
    seed = seed * 6364136223846793005 + 1442695040888963407;
    return (seed >> 33) % below;
  };
  for (const char* tag : {"en", "de", "fr", "es", "ja", "zh-Hans", "ar", "he", "de-CH", "hi"})
    for (int i = 0; i < 100; ++i) {
      std::string value = std::to_string(1 + random(9)) + std::to_string(10 + random(9'000'000));
      if (random(2)) value += "." + std::to_string(1 + random(9)) + std::to_string(1 + random(9));
      const std::string right = written(value, tag);
      REQUIRE_MESSAGE(is_right(right + " km", value, "km", tag), tag, ": ", right);
      size_t at = random(right.size());
      while (!base::is_digit(right[at])) at = (at + 1) % right.size();
      std::string changed = right, added = right, removed = right;
      changed[at] = static_cast<char>('0' + (right[at] - '0' + 1 + static_cast<int>(random(9))) % 10);
      added.insert(at, 1, static_cast<char>('1' + random(9)));
      removed.erase(0, 1);
      for (const std::string& wrong : {changed, added, removed})
        CHECK_FALSE_MESSAGE(is_right(wrong + " km", value, "km", tag), tag, ": ", wrong, " for ", value);
    }
}

TEST_CASE("dates are those of the language, and of ISO 8601 in English") {
  const auto date = [](std::string_view iso, std::string_view tag) { return write_date(iso, *find_locale(tag)); };
  CHECK(date("2020-03-01", "en") == "2020-03-01");
  CHECK(date("2020-03-01", "en-US") == "2020-03-01");
  CHECK(date("2020-03-01", "en-CA") == "2020-03-01");
  CHECK(date("2020-03-01", "en-GB") == "1 Mar 2020");
  CHECK(date("2020-09-10", "en-IN") == "10 Sept 2020");
  CHECK(date("2020-03", "en-Latn-ZA") == "Mar 2020");
  CHECK(date("2020-03-01", "de") == "1. März 2020");
  CHECK(date("2020-01-05", "fr-CA") == "5 janv. 2020");
  CHECK(date("2020-03-01", "ja") == "2020年3月1日");
  CHECK(date("2020-03-01", "hu") == "2020. márc. 1.");
  CHECK(date("2020-03", "cs") == "březen 2020");
  CHECK(date("2020", "de") == "2020");
  for (const char* other : {"", "2020-13-01", "2020-03-01T10:00", "about 2020-03", "1-2-3"})
    CHECK(date(other, "de") == other);
}

TEST_CASE("counts have the plural forms of CLDR") {
  const auto forms = [](std::string_view tag, std::initializer_list<uint64_t> counts) {
    std::string all;
    for (const uint64_t count : counts) all += std::string(plural_form(count, *find_locale(tag))) + " ";
    return all;
  };
  CHECK(forms("en", {0, 1, 2, 11}) == "other one other other ");
  CHECK(forms("fr", {0, 1, 2, 1'000'000}) == "one one other many ");
  CHECK(forms("pt-PT", {0, 1}) == "other one ");
  CHECK(forms("ja", {0, 1, 2}) == "other other other ");
  CHECK(forms("pl", {1, 2, 5, 12, 22, 25}) == "one few many many few many ");
  CHECK(forms("ru", {1, 11, 21, 3, 5, 111}) == "one many one few many many ");
  CHECK(forms("ar", {0, 1, 2, 3, 11, 100}) == "zero one two few many other ");
  CHECK(plural_forms(*find_locale("pl")).size() == 3);
  CHECK(plural_forms(*find_locale("en")).at("one") == uint64_t{1});
  CHECK(!plural_forms(*find_locale("fr")).at("one"));
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
