#include "markup/colour.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"

namespace markup {
namespace {

std::optional<Colour> from_hex(std::string_view digits) {
  if (digits.size() != 3 && digits.size() != 6) return std::nullopt;
  size_t width = digits.size() / 3;
  double parts[3];
  for (size_t i = 0; i < 3; ++i) {
    std::string_view part = digits.substr(i * width, width);
    const auto value = base::parse_number<unsigned>(part, 16);
    if (!value) return std::nullopt;
    parts[i] = *value / (width == 1 ? 15.0 : 255.0);
  }
  return Colour{parts[0], parts[1], parts[2]};
}

// Parses a number from 0 to 255, or a percentage.
std::optional<double> channel(std::string_view text) {
  bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  const auto value = base::parse_number<double>(text);
  return value ? std::optional(std::clamp(*value / (percent ? 100 : 255), 0.0, 1.0)) : std::nullopt;
}

// Parses the arguments of rgb().
std::optional<Colour> from_rgb(std::string_view inside) {
  std::string spaced(inside);
  std::replace(spaced.begin(), spaced.end(), ',', ' ');
  std::vector<double> parts;
  for (std::string_view word : base::split(spaced, ' ')) {
    if (base::trim(word).empty()) continue;
    auto value = channel(base::trim(word));
    if (!value) return std::nullopt;
    parts.push_back(*value);
  }
  if (parts.size() != 3) return std::nullopt;
  return Colour{parts[0], parts[1], parts[2]};
}

double linear(double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); }

}  // namespace

std::optional<Colour> parse_colour(std::string_view css) {
  css = base::trim(css);
  if (css == "black") return Colour{0, 0, 0};
  if (css == "white") return Colour{1, 1, 1};
  if (css.starts_with('#')) return from_hex(css.substr(1));
  constexpr std::string_view kRgb = "rgb(";
  if (css.starts_with(kRgb) && css.ends_with(')'))
    return from_rgb(css.substr(kRgb.size(), css.size() - kRgb.size() - 1));
  return std::nullopt;
}

double luminance(const Colour& colour) {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

double contrast(const Colour& a, const Colour& b) {
  double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

Colour with_contrast(const Colour& colour, const Colour& background, double needed) {
  const double end = luminance(background) > kMiddleLuminance ? 0 : 1;
  constexpr int kSteps = 100;
  Colour mixed = colour;
  for (int step = 1; step <= kSteps && contrast(mixed, background) < needed; ++step) {
    const double share = static_cast<double>(step) / kSteps;
    const auto mix = [&](double part) { return std::round((part + (end - part) * share) * 255) / 255; };
    mixed = {mix(colour.red), mix(colour.green), mix(colour.blue)};
  }
  return mixed;
}

std::string to_hex(const Colour& colour) {
  const auto byte = [](double part) { return static_cast<int>(std::lround(part * 255)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green), byte(colour.blue));
}

}  // namespace markup
