#include "web/robots.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "web/url.h"

namespace web {
namespace {

// Whether a pattern matches: '*' matches any text, and a '$' at the end matches the end of the text.
bool matches(std::string_view pattern, std::string_view text) {
  const bool is_whole = pattern.ends_with('$');
  if (is_whole) pattern.remove_suffix(1);
  std::vector<std::string_view> parts = base::split(pattern, '*');
  if (!text.starts_with(parts.front())) return false;
  if (parts.size() == 1) return !is_whole || text.size() == pattern.size();
  size_t at = parts.front().size();
  for (size_t i = 1; i + (is_whole ? 1 : 0) < parts.size(); ++i) {
    at = text.find(parts[i], at);
    if (at == std::string_view::npos) return false;
    at += parts[i].size();
  }
  return !is_whole || text.substr(at).ends_with(parts.back());
}

// Returns a program's name without its version ("/1.0"), in lower case.
std::string product_of(std::string_view value) {
  if (value.starts_with('*')) return "*";
  const auto* end = std::ranges::find_if_not(value, [](char c) { return base::is_letter(c) || c == '_' || c == '-'; });
  return base::lower({value.begin(), end});
}

}  // namespace

Robots Robots::parse(std::string_view text, std::string_view product) {
  text = text.substr(0, kMaxBytes);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string lines = base::replace_all(std::string(text), "\r", "\n");
  Robots ours, for_everybody;
  bool found = false, in_names = false, for_us = false, for_all = false;
  for (std::string_view line : base::split(lines, '\n')) {
    line = line.substr(0, line.find('#'));
    const size_t colon = std::min(line.find(':'), line.size());
    const std::string key = base::lower(base::trim(line.substr(0, colon)));
    const std::string_view value = base::trim(line.substr(std::min(colon + 1, line.size())));
    if (key == "user-agent") {
      if (!in_names) for_us = for_all = false;  // a new group begins
      in_names = true;
      for_us = for_us || product_of(value) == base::lower(product);
      for_all = for_all || product_of(value) == "*";
      found = found || for_us;
    } else if (key == "allow" || key == "disallow" || key == "crawl-delay") {  // a Sitemap line does not end the names
      in_names = false;
      if (for_us) ours.add_line(key, value);
      if (for_all) for_everybody.add_line(key, value);
    }
  }
  return found ? ours : for_everybody;
}

void Robots::add_line(std::string_view key, std::string_view value) {
  if (const auto seconds = base::parse_number<double>(value);
      key == "crawl-delay" && seconds && std::isfinite(*seconds))
    crawl_delay_ = std::max(*seconds, crawl_delay_);
  if (key != "crawl-delay" && !value.empty()) rules_.push_back({normalise_escapes(value), key == "allow"});
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
