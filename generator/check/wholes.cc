// Checks columns whose values are declared to be the parts of a whole (quantity::Field::whole).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/suggest.h"
#include "base/text.h"
#include "check/checks.h"
#include "data/connection.h"
#include "quantity/decimal.h"
#include "quantity/present.h"

namespace check {
namespace {

constexpr std::string_view kAll = "all";

// The parts of one whole.
struct Whole {
  quantity::Exact sum;
  quantity::Exact tolerance;  // half a unit of the last digit of each part
  bool is_complete = true;    // whether each part has a value
};

int digits_after_point(const quantity::Value& value) {
  const std::string text = quantity::to_text(value);
  const size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

class WholeChecker {
 public:
  WholeChecker(const quantity::Units& units, base::Diagnostics& diagnostics)
      : units_(units), diagnostics_(diagnostics) {}

  // `by` is what the column declares; `place` is the position of the declaration or of its block.
  void check(const quantity::Frame& frame, size_t column, std::string_view by, base::Span place) {
    const std::string unit_text = frame.fields[column].unit;
    const auto unit = units_.parse(unit_text);
    if (!unit || !unit->powers.empty() || unit_text.empty()) {
      report(frame, column, place, fmt::format("parts of a whole can't be in \"{}\"", unit_text))
          .expect("a column in % or 1");
      return;
    }
    std::vector<size_t> keys;
    for (const std::string_view part : base::split(by == kAll ? "" : by, ',')) {
      const std::string_view name = base::trim(part);
      if (name.empty()) continue;
      const int index = frame.find(name);
      if (index < 0) {
        report(frame, column, place, fmt::format("there is no column \"{}\"", name))
            .expect("`whole: all`, or the columns whose groups are each a whole: `whole: year, country`")
            .suggest(base::did_you_mean(name, base::views(frame.fields, &quantity::Field::name)));
        return;
      }
      keys.push_back(static_cast<size_t>(index));
    }
    std::map<std::string, Whole> wholes;
    for (size_t row = 0; row < frame.rows(); ++row) {
      std::string key;
      for (const size_t index : keys) key += (key.empty() ? "" : "/") + quantity::to_text(frame.at(row, index));
      Whole& whole = wholes[key];
      const quantity::Value& value = frame.at(row, column);
      const auto exact = quantity::Exact::from(value);
      whole.is_complete &= exact.has_value();
      if (!exact) continue;
      if (exact->sign() < 0) {
        report(frame, column, place,
               fmt::format("a part{} is negative: {}", key.empty() ? "" : fmt::format(" of \"{}\"", key),
                           quantity::present_with_unit(value, frame.fields[column], units_)))
            .expect("parts of a whole, which are 0 or more")
            .suggest("correct the value, or remove `whole`");
        return;
      }
      whole.sum = whole.sum + *exact * unit->factor;
      whole.tolerance = whole.tolerance + quantity::Exact::power_of_ten(-digits_after_point(value)) * unit->factor / 2;
    }
    for (const auto& [key, whole] : wholes) {
      const quantity::Exact apart = whole.sum - quantity::Exact(1);
      if (apart.abs() <= whole.tolerance || (!whole.is_complete && apart.sign() < 0)) continue;
      const auto shown = [&](const quantity::Exact& sum) {
        return quantity::present_with_unit((sum / unit->factor).to_value(), frame.fields[column], units_);
      };
      report(frame, column, place,
             fmt::format("the parts{} add up to {}, not {}", key.empty() ? "" : fmt::format(" of \"{}\"", key),
                         shown(whole.sum), shown(quantity::Exact(1))))
          .expect("parts that are each counted once, within the rounding of their digits")
          .suggest(
              "correct the values; if rows of other wholes are among them, write by which columns: "
              "`whole: year`; or remove `whole`");
    }
  }

 private:
  base::Diagnostic& report(const quantity::Frame& frame, size_t column, base::Span place, std::string message) {
    return diagnostics_.error("not-whole", place,
                              fmt::format("{}.{}: {}", frame.name, frame.fields[column].name, message));
  }

  const quantity::Units& units_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

void check_wholes(const site::Site& site, base::Diagnostics& diagnostics) {
  WholeChecker checker(site.database->units(), diagnostics);
  for_each_declared(site, &quantity::Field::whole,
                    [&](const quantity::Frame& frame, size_t column, const std::string& by, base::Span place) {
                      checker.check(frame, column, by, place);
                    });
}

}  // namespace check
