#include "web/robots.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace web {
namespace {

using base::lower;

bool equal_but_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

bool is_unreserved(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

// RFC 9309, 2.2.2: escapes of unreserved letters are resolved, letters outside ASCII are escaped; others stay, with
// their digits in upper case.
std::string one_form(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    unsigned value = 0;
    const char* digits = text.data() + i + 1;
    if (byte == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      if (is_unreserved(static_cast<unsigned char>(value)))
        out += static_cast<char>(value);
      else
        out += fmt::format("%{:02X}", value);
      i += 2;
    } else if (byte >= 128 || byte <= ' ') {
      out += fmt::format("%{:02X}", byte);
    } else {
      out += text[i];
    }
  }
  return out;
}

// '*' stands for any text, '$' at the end for the end. In the product of both lengths at most.
bool fits(std::string_view pattern, std::string_view text) {
  const bool is_whole = pattern.ends_with('$');
  if (is_whole) pattern.remove_suffix(1);
  size_t p = 0, t = 0, star = std::string_view::npos, resumed = 0;
  while (true) {
    if (p == pattern.size() && (!is_whole || t == text.size())) return true;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resumed = t;
    } else if (p < pattern.size() && t < text.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != std::string_view::npos && resumed < text.size()) {
      p = star + 1;
      t = ++resumed;
    } else {
      return false;
    }
  }
}

struct Line {
  std::string_view key, value;
};

// The next line without its comment; an empty key for one that says nothing.
Line take_line(std::string_view& text) {
  const size_t end = std::min(text.find_first_of("\r\n"), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  line = line.substr(0, std::min(line.find('#'), line.size()));
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {base::trim(line.substr(0, colon)), base::trim(line.substr(colon + 1))};
}

// The letters of which names of programs are made; what follows ("/1.0") is not compared.
std::string_view product_of(std::string_view value) {
  if (value.starts_with('*')) return "*";
  size_t end = 0;
  while (end < value.size() &&
         ((lower(value[end]) >= 'a' && lower(value[end]) <= 'z') || value[end] == '_' || value[end] == '-'))
    ++end;
  return value.substr(0, end);
}

}  // namespace

Robots Robots::parse(std::string_view text, std::string_view product) {
  text = text.substr(0, kMostBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Robots ours, everybodys;
  bool found = false, in_names = false, for_us = false, for_all = false;
  while (!text.empty()) {
    const Line line = take_line(text);
    if (equal_but_case(line.key, "user-agent")) {
      if (!in_names) for_us = for_all = false;  // another group
      in_names = true;
      for_us = for_us || equal_but_case(product_of(line.value), product);
      for_all = for_all || product_of(line.value) == "*";
      found = found || for_us;
      continue;
    }
    const bool allow = equal_but_case(line.key, "allow"), disallow = equal_but_case(line.key, "disallow");
    const bool delay = equal_but_case(line.key, "crawl-delay");
    if (!allow && !disallow && !delay) continue;  // a Sitemap line and the like end no list of names
    in_names = false;
    for (auto [counts, group] : {std::pair(for_us, &ours), std::pair(for_all, &everybodys)}) {
      if (!counts) continue;
      if (!delay) {
        if (!line.value.empty()) group->rules_.push_back({one_form(line.value), allow});
        continue;
      }
      double seconds = 0;
      auto [stop, error] = std::from_chars(line.value.data(), line.value.data() + line.value.size(), seconds);
      const bool is_number = error == std::errc() && stop == line.value.data() + line.value.size();
      if (is_number && std::isfinite(seconds) && seconds >= 0)
        group->crawl_delay_ = std::max(seconds, group->crawl_delay_.value_or(0));
    }
  }
  return found ? ours : everybodys;
}

bool Robots::allows(std::string_view target) const {
  if (target == "/robots.txt") return true;
  const std::string address = one_form(target);
  size_t longest = 0;
  bool allowed = true;
  for (const Rule& rule : rules_) {
    if (rule.pattern.size() < longest || !fits(rule.pattern, address)) continue;
    allowed = rule.pattern.size() == longest ? allowed || rule.allow : rule.allow;
    longest = rule.pattern.size();
  }
  return allowed;
}

}  // namespace web
