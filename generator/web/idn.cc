#include <limits>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "web/url.h"

namespace web {
namespace {

// RFC 3492, 5: the parameters of Punycode.
constexpr uint32_t kBase = 36, kTMin = 1, kTMax = 26, kSkew = 38, kDamp = 700, kInitialBias = 72, kInitialN = 128;
constexpr size_t kMostLabel = 63, kMostName = 253;  // RFC 1035, 2.3.4

char digit(uint32_t value) { return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26)); }

uint32_t adapt(uint32_t delta, uint32_t points, bool first) {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / points;
  uint32_t k = 0;
  for (; delta > ((kBase - kTMin) * kTMax) / 2; k += kBase) delta /= kBase - kTMin;
  return k + (kBase - kTMin + 1) * delta / (delta + kSkew);
}

// RFC 3492, 6.3. Nothing for a label that is too long to be one.
std::optional<std::string> punycode(const std::u32string& label) {
  if (label.size() > kMostLabel) return std::nullopt;  // so that nothing below overflows
  std::string out;
  for (char32_t c : label)
    if (c < 128) out += static_cast<char>(c);
  const auto basic = static_cast<uint32_t>(out.size());
  uint32_t handled = basic, n = kInitialN, delta = 0, bias = kInitialBias;
  if (basic > 0) out += '-';
  while (handled < label.size()) {
    char32_t next = std::numeric_limits<char32_t>::max();
    for (char32_t c : label)
      if (c >= n && c < next) next = c;
    delta += (next - n) * (handled + 1);
    n = next;
    for (char32_t c : label) {
      if (c < n) ++delta;
      if (c != n) continue;
      uint32_t q = delta;
      for (uint32_t k = kBase;; k += kBase) {
        const uint32_t t = k <= bias ? kTMin : (k >= bias + kTMax ? kTMax : k - bias);
        if (q < t) break;
        out += digit(t + (q - t) % (kBase - t));
        q = (q - t) / (kBase - t);
      }
      out += digit(q);
      bias = adapt(delta, handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
    ++delta;
    ++n;
  }
  return out;
}

bool is_host_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; }

// "" when it is none.
std::string ascii_label(std::string_view label) {
  std::u32string points;
  bool is_ascii = true;
  while (!label.empty()) {
    points += base::take_code_point(label);
    is_ascii = is_ascii && points.back() < 128;
    if (points.back() < 128 && !is_host_letter(static_cast<char>(points.back()))) return "";
  }
  std::string out;
  if (is_ascii) {
    out.assign(points.begin(), points.end());
  } else {
    std::optional<std::string> encoded = punycode(points);
    if (!encoded) return "";
    out = "xn--" + *encoded;
  }
  return out.size() <= kMostLabel ? out : "";
}

}  // namespace

std::string ascii_host(std::string_view host) {
  if (base::find_invalid_utf8(host)) return "";
  std::string name = base::normalise_nfc(base::lower_case(host));
  for (std::string_view stop : {"。", "．", "｡"}) name = base::replace_all(std::move(name), stop, ".");  // UTS #46
  const bool is_rooted = name.ends_with('.');
  if (is_rooted) name.pop_back();
  std::string out;
  for (std::string_view label : base::split(name, '.')) {
    std::string ascii = ascii_label(label);
    if (ascii.empty()) return "";
    if (!out.empty()) out += '.';
    out += ascii;
  }
  return out.size() <= kMostName ? out : "";
}

}  // namespace web
