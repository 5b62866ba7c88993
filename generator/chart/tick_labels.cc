#include "chart/tick_labels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "chart/ticks.h"
#include "quantity/number_format.h"

namespace chart {
namespace {

using quantity::Locale;
using quantity::NumberFormat;

constexpr int kMaxDigitsAdded = 3;

struct TickText {
  std::function<std::string(double)> write;
  std::function<bool(double)> is_exact;  // returns whether a label is not rounded; empty if none is rounded
};

// Returns floor(log10(|value|)) without rounding errors; 0 for 0.
int decimal_exponent(double value) { return std::isfinite(value) ? quantity::scientific(value).exponent : 0; }

// Returns whether the label of a value would not change with more digits.
std::function<bool(double)> exactness(const NumberFormat& format, const Locale& locale) {
  if (format.type() == 'd') return [](double value) { return value == std::floor(value); };
  if (!format.precision()) return nullptr;
  auto with_digits = [&](int digits) { return format.with(std::min(digits, 15), format.type(), true); };
  return [coarse = with_digits(*format.precision()), fine = with_digits(*format.precision() + 3),
          &locale](double value) { return coarse(value, locale) == fine(value, locale); };
}

TickText text_in(const NumberFormat& format, const Locale& locale) {
  return {[format, &locale](double value) { return format(value, locale); }, exactness(format, locale)};
}

// Labels all ticks with the SI prefix of the largest one.
TickText with_si_prefix_of(double greatest, const NumberFormat& format, double step, const Locale& locale) {
  const int thousands = std::clamp(static_cast<int>(std::floor(decimal_exponent(greatest) / 3.0)), -8, 8);
  const TickText number = text_in(format.with(thousands * 3 - decimal_exponent(step), 'f', format.trims()), locale);
  const double factor = std::pow(10, -thousands * 3);
  return {[write = number.write, factor, prefix = std::string(quantity::si_prefix(thousands))](double value) {
            return write(value * factor) + prefix;
          },
          [is_exact = number.is_exact, factor](double value) { return is_exact(value * factor); }};
}

TickText span_text(const Scale& scale, double count, std::string_view text, int more, const Locale& locale) {
  const NumberFormat format = *NumberFormat::parse(text.empty() ? ",f" : text);
  const char type = format.type();
  const double step =
      tick_step(std::min(scale.from, scale.to), std::max(scale.from, scale.to), count) / std::pow(10, more);
  const double greatest = std::max(std::abs(scale.from), std::abs(scale.to));
  if (type == 'd' && more > 0) return text_in(format.with(more, 'f', true), locale);
  if (format.precision()) return text_in(format.with(*format.precision() + more, type, format.trims()), locale);
  // The only tick has all its digits.
  if (scale.from == scale.to && (type == 'f' || type == '%')) return text_in(format.with(12, type, true), locale);
  if (!std::isfinite(step) || step <= 0) return text_in(format, locale);
  const int exponent = decimal_exponent(step);
  const int digits = std::max(0, decimal_exponent(greatest - step) - exponent);
  switch (type) {
    case 's':
      return with_si_prefix_of(greatest, format, step, locale);
    case 0:
    case 'e':
    case 'g':
    case 'p':
    case 'r':
      return text_in(format.with(digits + 1 - (type == 'e'), type, format.trims()), locale);
    case 'f':
    case '%':
      if (decimal_exponent(greatest) > 20 || exponent < -20)  // a label has no space for so many digits
        return text_in(format.with(digits, 'e', true), locale);
      return text_in(format.with(std::max(0, -exponent) - (type == '%' ? 2 : 0), type, format.trims()), locale);
    default:
      return text_in(format, locale);
  }
}

// On a log scale, ticks that would be too dense get the label "", as in d3, unless `all`.
TickText log_text(const Scale& scale, double count, std::string_view text, bool all, int more, const Locale& locale) {
  // Numbers that would need exponents have prefixes, so that all labels are in one notation.
  const auto [least, greatest] = std::minmax({std::abs(scale.from), std::abs(scale.to)});
  const bool is_plain = least >= 1e-6 && greatest < 1e12;
  NumberFormat format = *NumberFormat::parse(!text.empty() ? text : is_plain ? "," : "~s");
  const char type = format.type();
  const int decimals = format.precision() ? *format.precision() + more : 12 - (type == '%' ? 2 : type == 'e' ? 1 : 0);
  format = format.with(decimals, type, format.trims() || !format.precision());
  TickText every = text_in(format, locale);
  if (all) return every;
  // d3's rule for which ticks of a power get a label: k / base increases as the number of ticks decreases.
  const double ticks = std::max<double>(1, static_cast<double>(scale.ticks(count).size()));
  const double most = std::max(1.0, scale.base * count / ticks);
  return {[format, base = scale.base, most, &locale](double value) {
            double part = value / std::pow(base, std::floor(std::log(value) / std::log(base) + 0.5));
            if (part * base < base - 0.5) part *= base;
            return part <= most ? format(value, locale) : std::string();
          },
          every.is_exact};
}

// `more` is the number of digits to add to those of the format.
TickText tick_text(const Scale& scale, double count, std::string_view format, bool all, int more,
                   const Locale& locale) {
  if (scale.type == ScaleType::log) return log_text(scale, count, format, all, more, locale);
  if (scale.type != ScaleType::time) return span_text(scale, count, format, more, locale);
  if (format.empty()) return {[&locale](double moment) { return tick_time_text(moment, locale); }, nullptr};
  return {[text = std::string(format), &locale](double moment) { return format_time(moment, text, locale); }, nullptr};
}

void drop_rounded(const TickText& text, bool stated, std::vector<Tick>& ticks) {
  if (!text.is_exact) {
    // Months repeat, but a year between them distinguishes them.
    for (size_t i = ticks.size(); i-- > 1;)
      if (ticks[i].text == ticks[i - 1].text) ticks[i].text.clear();
    return;
  }
  std::map<std::string, size_t> times;
  std::map<std::string, const Tick*> exact;
  for (const Tick& tick : ticks) {
    ++times[tick.text];
    if (!tick.text.empty() && text.is_exact(tick.value)) exact.emplace(tick.text, &tick);
  }
  const bool exact_only = !stated && exact.size() >= 2;
  for (Tick& tick : ticks) {
    auto kept = exact.find(tick.text);
    const bool is_kept = kept != exact.end() && kept->second == &tick;
    if (!is_kept && (exact_only || times[tick.text] > 1)) tick.text.clear();
  }
}

}  // namespace

std::vector<Tick> labelled_ticks(const Scale& scale, double count, std::string_view format,
                                 const std::vector<double>& values, bool stated, const Locale& locale) {
  // A rounded label names another place than that of its tick, so digits are added until two ticks, or all that the
  // author lists, have exact labels.
  int more = 0;
  const auto is_exact = [&](int digits) {
    const TickText each = tick_text(scale, count, format, true, digits, locale);
    const auto wanted = stated ? std::ssize(values) : std::min<std::ptrdiff_t>(2, std::ssize(values));
    return !each.is_exact || std::ranges::count_if(values, each.is_exact) >= wanted;
  };
  while (more < kMaxDigitsAdded && !is_exact(more)) ++more;
  if (!is_exact(more)) more = 0;
  const TickText text = tick_text(scale, count, format, false, more, locale),
                 every = tick_text(scale, count, format, true, more, locale);
  std::vector<Tick> ticks;
  for (double value : values)
    ticks.push_back({value, scale.position(value), text.write(value), every.write(value), {}});
  drop_rounded(every, stated, ticks);
  return ticks;
}

bool keep_whole(std::vector<double>& values) {
  const auto is_part = [](double value) { return value != std::floor(value); };
  const auto parts = std::ranges::count_if(values, is_part);
  if (parts == 0 || parts + 2 > std::ssize(values)) return false;
  std::erase_if(values, is_part);
  return true;
}

std::string tick_format(const quantity::Field& field, bool stated, std::vector<double>& values,
                        const quantity::Units& units) {
  const bool whole_format = field.format.ends_with('d');
  if (!stated && (field.type == quantity::FieldType::integer || whole_format) && keep_whole(values))
    return whole_format ? field.format : ",d";
  const auto format = NumberFormat::parse(field.format);
  if (format && format->is_percent()) return "%";
  if (format && format->type() == 's') return format->has_symbol() ? "$~s" : "~s";
  if (format && format->has_symbol()) return "$,f";
  // Nobody writes "10G" of dollars, which a scale of many powers would be labelled with.
  const auto unit = units.parse(field.unit);
  return unit && !unit->parts.empty() && units.is_currency(unit->parts.front().name) ? ",f" : "";
}

void check_format(const std::string& format, base::Span at, Type type, std::string_view unit,
                  base::Diagnostics& diagnostics) {
  std::string why;
  if (format.empty()) return;
  if (type == Type::temporal) {
    if (is_time_format(format, &why)) return;
    diagnostics.error("chart-format", at, fmt::format("\"{}\" is not a directive of a time format", why))
        .expect("a time format such as \"%Y-%m\"");
  } else if (!NumberFormat::parse_for(unit, format, &why)) {
    diagnostics.error("chart-format", at, why).expect("a number format such as \",.1f\"");
  }
}

}  // namespace chart
