#include "quantity/change.h"

#include "quantity/present.h"

namespace quantity {
namespace {

constexpr int kSignificantOfChange = 3;
constexpr int64_t kMaxPercent = 1'000'000'000;

// Returns `after` in the unit of `before`; nullopt if one of them is not a number, or if the units do not convert.
std::optional<Exact> in_unit_of(const ValueInUnit& before, const ValueInUnit& after, const Units& units) {
  auto value = Exact::from(after.value);
  if (!value || before.unit == after.unit) return value;
  auto from = units.parse(after.unit), to = units.parse(before.unit);
  return from && to ? convert(*value, *from, *to) : std::nullopt;
}

std::string show(const ValueInUnit& shown, const std::string& format, const Units& units) {
  Field field;
  field.format = format;
  field.unit = shown.unit;
  field.resource = field.column = "-";  // treated as a published column, so that every digit is shown
  return present_with_unit(shown.value, field, units);
}

}  // namespace

bool same_quantity(const ValueInUnit& a, const ValueInUnit& b, const Units& units) {
  if (a == b) return true;
  if (!is_number(a.value) || !is_number(b.value)) return a.value == b.value && a.unit == b.unit;
  auto value = Exact::from(a.value), other = in_unit_of(a, b, units);
  return value && other && *value == *other;
}

std::optional<Exact> percent_change(const ValueInUnit& before, const ValueInUnit& after, const Units& units) {
  auto was = Exact::from(before.value), is = in_unit_of(before, after, units);
  if (!was || !is || was->sign() == 0 || before.unit.empty()) return std::nullopt;
  const Exact percent = (*is - *was) / was->abs() * Exact(100);
  return percent.abs() < Exact(kMaxPercent) ? std::optional(percent) : std::nullopt;
}

std::string percent_text(const Exact& percent, const Units& units) {
  if (percent.sign() == 0) return attach_unit("0", "%", units);
  const int digits = std::max(0, kSignificantOfChange - 1 - percent.magnitude());
  std::string text = percent.abs().round_half_up(digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return attach_unit((percent.sign() < 0 ? "\u2212" : "+") + write_number(text, units.locale()), "%", units);
}

ShownChange show_change(const ValueInUnit& before, const ValueInUnit& after, const std::string& format,
                        const Units& units) {
  ShownChange shown{show(before, format, units), show(after, format, units), "", false};
  const bool same = same_quantity(before, after, units);
  shown.only_unit = same && before.unit != after.unit && is_number(before.value);
  if (shown.before == shown.after && !(before == after)) {
    shown.before = show(before, "", units);
    shown.after = show(after, "", units);
  }
  if (auto percent = percent_change(before, after, units); percent && !same)
    shown.percent = percent_text(*percent, units);
  return shown;
}

}  // namespace quantity
