#include "web/robots.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "web/url.h"

namespace web {
namespace {

// '*' matches any text, a '$' at the end the end. Takes time in proportion to the product of both lengths at most.
bool matches(std::string_view pattern, std::string_view text) {
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
  std::string key;  // in lower case; "" for a line that is not a rule
  std::string_view value;
};

// Removes the first line from `text`.
Line take_line(std::string_view& text) {
  const size_t end = std::min(text.find_first_of("\r\n"), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  line = line.substr(0, line.find('#'));
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {base::lower(base::trim(line.substr(0, colon))), base::trim(line.substr(colon + 1))};
}

// The name of a program without its version ("/1.0"), in lower case.
std::string product_of(std::string_view value) {
  if (value.starts_with('*')) return "*";
  const auto end =
      std::find_if_not(value.begin(), value.end(), [](char c) { return base::is_letter(c) || c == '_' || c == '-'; });
  return base::lower(value.substr(0, static_cast<size_t>(end - value.begin())));
}

}  // namespace

Robots Robots::parse(std::string_view text, std::string_view product) {
  text = text.substr(0, kMaxBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Robots ours, everybodys;
  bool found = false, in_names = false, for_us = false, for_all = false;
  while (!text.empty()) {
    const Line line = take_line(text);
    if (line.key == "user-agent") {
      if (!in_names) for_us = for_all = false;  // another group
      in_names = true;
      for_us = for_us || product_of(line.value) == base::lower(product);
      for_all = for_all || product_of(line.value) == "*";
      found = found || for_us;
      continue;
    }
    const bool is_delay = line.key == "crawl-delay";
    if (line.key != "allow" && line.key != "disallow" && !is_delay) continue;  // such as a Sitemap line in a group
    in_names = false;
    if (for_us) ours.add(line.key, line.value);
    if (for_all) everybodys.add(line.key, line.value);
  }
  return found ? ours : everybodys;
}

void Robots::add(std::string_view key, std::string_view value) {
  if (key != "crawl-delay") {
    if (!value.empty()) rules_.push_back({normalise_escapes(value), key == "allow"});
    return;
  }
  double seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error == std::errc() && end == value.data() + value.size() && std::isfinite(seconds) && seconds >= 0)
    crawl_delay_ = std::max(seconds, crawl_delay_.value_or(0));
}

bool Robots::allows(std::string_view target) const {
  if (target == "/robots.txt") return true;
  const std::string address = normalise_escapes(target);
  size_t longest = 0;
  bool allowed = true;
  for (const Rule& rule : rules_) {
    if (rule.pattern.size() < longest || !matches(rule.pattern, address)) continue;
    allowed = rule.pattern.size() == longest ? allowed || rule.allow : rule.allow;
    longest = rule.pattern.size();
  }
  return allowed;
}

}  // namespace web
