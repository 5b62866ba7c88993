#include "chart/tick_labels.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "chart/ticks.h"
#include "chart/time_axis.h"
#include "quantity/number_format.h"

namespace chart {
namespace {

// A d3-format, split before its precision.
struct Specifier {
  std::string head;  // the format before its precision
  bool has_precision = false;
  std::string precision;  // the precision: ".2"
  bool trim = false;
  char type = 0;

  std::string with(int digits, char other_type, bool trimmed) const {
    std::string text = head + (has_precision ? precision : fmt::format(".{}", std::max(0, digits)));
    if (trimmed) text += '~';
    if (other_type) text += other_type;
    return text;
  }
};

Specifier split_specifier(std::string_view text) {
  Specifier specifier;
  std::string_view rest = text;
  if (!rest.empty() && std::isalpha(static_cast<unsigned char>(rest.back()))) specifier.type = rest.back();
  if (!rest.empty() && rest.back() == '%') specifier.type = '%';
  if (specifier.type) rest.remove_suffix(1);
  if (!rest.empty() && rest.back() == '~') {
    specifier.trim = true;
    rest.remove_suffix(1);
  }
  size_t digits = rest.size();
  while (digits > 0 && rest[digits - 1] >= '0' && rest[digits - 1] <= '9') --digits;
  if (digits > 0 && digits < rest.size() && rest[digits - 1] == '.') {
    specifier.has_precision = true;
    specifier.precision = rest.substr(digits - 1);
    rest = rest.substr(0, digits - 1);
  }
  specifier.head = rest;
  return specifier;
}

// Returns whether the label of a value would not change with more digits. `text` is a d3-format with a precision.
std::function<bool(double)> exactness(const std::string& text) {
  const Specifier specifier = split_specifier(text);
  if (specifier.type == 'd') return [](double value) { return value == std::floor(value); };
  if (!specifier.has_precision) return nullptr;
  int digits = 0;
  std::from_chars(specifier.precision.data() + 1, specifier.precision.data() + specifier.precision.size(), digits);
  auto format = [&](int more) {
    return quantity::NumberFormat::parse(fmt::format("{}.{}~{}", specifier.head, std::min(digits + more, 15),
                                                     specifier.type ? std::string(1, specifier.type) : ""));
  };
  auto coarse = format(0), fine = format(3);
  if (!coarse || !fine) return nullptr;
  return [coarse = *coarse, fine = *fine](double value) { return coarse(value) == fine(value); };
}

// Labels all ticks with the SI prefix of the largest one.
TickText with_si_prefix(const Specifier& specifier, double step, double greatest) {
  static constexpr std::string_view kPrefixes[] = {"y", "z", "a", "f", "p", "n", "µ", "m", "",
                                                   "k", "M", "G", "T", "P", "E", "Z", "Y"};
  int thousands = std::clamp(static_cast<int>(std::floor(decimal_exponent(greatest) / 3.0)), -8, 8);
  int digits = std::max(0, thousands * 3 - decimal_exponent(step));
  auto format = quantity::NumberFormat::parse(specifier.with(digits, 'f', specifier.trim));
  if (!format) return {};
  double factor = std::pow(10, -thousands * 3);
  return {[format = *format, factor, prefix = std::string(kPrefixes[thousands + 8])](double value) {
            return format(value * factor) + prefix;
          },
          [exact = exactness(specifier.with(digits, 'f', specifier.trim)), factor](double value) {
            return !exact || exact(value * factor);
          }};
}

TickText span_text(const Scale& scale, double count, std::string_view text) {
  Specifier specifier = split_specifier(text.empty() ? ",f" : text);
  const double step = std::abs(tick_step(scale.from, scale.to, count));
  const double greatest = std::max(std::abs(scale.from), std::abs(scale.to));
  std::string chosen(text.empty() ? ",f" : text);
  if (scale.from == scale.to && !specifier.has_precision && (specifier.type == 'f' || specifier.type == '%'))
    chosen = specifier.with(12, specifier.type, true);  // the only tick, with all its digits
  if (!specifier.has_precision && std::isfinite(step) && step > 0) {
    const int exponent = decimal_exponent(step);
    switch (specifier.type) {
      case 's':
        return with_si_prefix(specifier, step, greatest);
      case 0:
      case 'e':
      case 'g':
      case 'p':
      case 'r': {
        int digits = std::max(0, decimal_exponent(greatest - step) - exponent) + 1;
        chosen = specifier.with(digits - (specifier.type == 'e'), specifier.type, specifier.trim);
        break;
      }
      case 'f':
      case '%':
        if (decimal_exponent(greatest) > 20 || exponent < -20) {  // a label has no space for so many digits
          chosen = specifier.with(std::max(0, decimal_exponent(greatest - step) - exponent), 'e', true);
          break;
        }
        chosen =
            specifier.with(std::max(0, -exponent) - (specifier.type == '%' ? 2 : 0), specifier.type, specifier.trim);
        break;
      default:
        break;
    }
  }
  auto format = quantity::NumberFormat::parse(chosen);
  if (!format) return {};
  return {[format = *format](double value) { return format(value); }, exactness(chosen)};
}

TickText log_text(const Scale& scale, double count, std::string_view text, bool all) {
  Specifier specifier = split_specifier(text.empty() ? "," : text);
  std::string chosen(text);
  if (!specifier.has_precision) {
    int digits = 12 - (specifier.type == '%' ? 2 : specifier.type == 'e' ? 1 : 0);
    chosen = specifier.with(digits, specifier.type, true);
  }
  auto format = quantity::NumberFormat::parse(chosen);
  if (!format) return {};
  if (all) return {[format = *format](double value) { return format(value); }, exactness(chosen)};
  // d3's rule for which ticks of a power get a label: k / base increases as the number of ticks decreases.
  const double ticks = std::max<double>(1, static_cast<double>(scale.ticks(count).size()));
  const double most = std::max(1.0, scale.base * count / ticks);
  return {[format = *format, base = scale.base, most](double value) {
            double part = value / power_of(base, std::floor(std::log(value) / std::log(base) + 0.5));
            if (part * base < base - 0.5) part *= base;
            return part <= most ? format(value) : std::string();
          },
          exactness(chosen)};
}

}  // namespace

int decimal_exponent(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  // The shortest digits that identify the number, as in JavaScript's toExponential().
  char buffer[40];
  auto [stop, error] = std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::scientific);
  std::string_view text(buffer, stop - buffer);
  size_t at = text.find('e') + 1;
  if (text[at] == '+') ++at;
  int exponent = 0;
  std::from_chars(text.data() + at, text.data() + text.size(), exponent);
  return exponent;
}

std::optional<TickText> tick_text(const Scale& scale, double count, std::string_view format, std::string* why,
                                  bool all) {
  if (scale.type == ScaleType::time) {
    if (format.empty()) return TickText{tick_time_text, nullptr};
    std::string bad;
    if (!is_time_format(format, &bad)) {
      *why = fmt::format("\"{}\" is not a directive of a time format", bad);
      return std::nullopt;
    }
    return TickText{[text = std::string(format)](double moment) { return format_time(moment, text); }, nullptr};
  }
  if (!format.empty() && !quantity::NumberFormat::parse(format, why)) return std::nullopt;
  TickText text = scale.type == ScaleType::log ? log_text(scale, count, format, all) : span_text(scale, count, format);
  if (!text.write) {
    *why = fmt::format("\"{}\" is not a number format", format);
    return std::nullopt;
  }
  return text;
}

std::string keep_whole_ticks(const quantity::Field& field, std::vector<double>& values) {
  const bool whole_format = field.format.ends_with('d');
  if (field.type != quantity::FieldType::integer && !whole_format) return "";
  auto is_whole = [](double value) { return value == std::floor(value); };
  const auto whole = std::count_if(values.begin(), values.end(), is_whole);
  if (whole < 2 || whole == std::ssize(values)) return "";
  std::erase_if(values, [&](double value) { return !is_whole(value); });
  return whole_format ? field.format : ",d";
}

void drop_rounded_labels(const TickText& text, const std::vector<double>& values, bool stated,
                         std::vector<std::string>& labels) {
  if (!text.is_exact) {
    // Months repeat, but a year between them distinguishes them.
    for (size_t i = labels.size(); i-- > 1;)
      if (labels[i] == labels[i - 1]) labels[i].clear();
    return;
  }
  auto is_exact = [&](size_t i) { return text.is_exact(values[i]); };
  std::map<std::string, size_t> times, exact;
  for (size_t i = 0; i < labels.size(); ++i) {
    ++times[labels[i]];
    if (is_exact(i)) exact.emplace(labels[i], i);
  }
  exact.erase("");
  const bool exact_only = !stated && exact.size() >= 2;
  for (size_t i = 0; i < labels.size(); ++i) {
    auto kept = exact.find(labels[i]);
    const bool is_kept = kept != exact.end() && kept->second == i;
    if (!is_kept && (exact_only || times[labels[i]] > 1)) labels[i].clear();
  }
}

}  // namespace chart
