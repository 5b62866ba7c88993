#include "markup/stylesheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/colour.h"

namespace markup {
namespace {

constexpr int kMaxVarDepth = 20;  // nesting of var()

// Replaces comments with spaces, so that all offsets stay the same.
std::string without_comments(std::string_view css) {
  std::string plain(css);
  char quote = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    if (quote) {
      if (plain[i] == '\\')
        ++i;
      else if (plain[i] == quote || plain[i] == '\n')
        quote = 0;
    } else if (plain[i] == '"' || plain[i] == '\'') {
      quote = plain[i];
    } else if (plain.compare(i, 2, "/*") == 0) {
      size_t end = std::min(plain.find("*/", i + 2), plain.size() - 2) + 2;
      std::fill(plain.begin() + static_cast<long>(i), plain.begin() + static_cast<long>(end), ' ');
      i = end - 1;
    }
  }
  return plain;
}

// Returns the position of the first of `stops` after `begin` outside strings, brackets and braces, or the end.
size_t find_end(std::string_view css, size_t begin, std::string_view stops) {
  int depth = 0;
  char quote = 0;
  for (size_t i = begin; i < css.size(); ++i) {
    char c = css[i];
    if (quote) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
      continue;
    }
    if (depth == 0 && stops.find(c) != std::string_view::npos) return i;
    if (c == '"' || c == '\'') quote = c;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') depth = std::max(0, depth - 1);
  }
  return css.size();
}

std::string_view trimmed(std::string_view css, size_t begin, size_t end) {
  return base::trim(css.substr(begin, end - begin));
}

using EachRule = std::function<void(std::string_view prelude, size_t begin, size_t end)>;

// Calls `each` with the text before each pair of braces in [begin, end), and the offsets of the text inside the braces.
void for_each_rule(std::string_view css, size_t begin, size_t end, const EachRule& each) {
  css = css.substr(0, end);
  for (size_t at = begin; at < end;) {
    size_t open = find_end(css, at, "{;}");
    if (open == end) return;
    size_t close = css[open] == '{' ? find_end(css, open + 1, "}") : open;
    if (css[open] == '{') each(trimmed(css, at, open), open + 1, close);
    at = close + 1;
  }
}

using EachDeclaration = std::function<void(std::string_view name, std::string_view value, size_t begin, size_t end)>;

void for_each_declaration(std::string_view css, size_t begin, size_t end, const EachDeclaration& each) {
  css = css.substr(0, end);
  while (begin < end) {
    size_t stop = find_end(css, begin, ";");
    size_t colon = find_end(css.substr(0, stop), begin, ":");
    if (colon < stop) {
      std::string_view name = trimmed(css, begin, colon), whole = trimmed(css, begin, stop);
      auto from = static_cast<size_t>(whole.data() - css.data());
      each(name, trimmed(css, colon + 1, stop), from, from + whole.size());
    }
    begin = stop + 1;
  }
}

bool selects_root(std::string_view selector) {
  for (std::string_view each : base::split(selector, ','))
    if (base::trim(each) == ":root") return true;
  return false;
}

std::optional<Scheme> scheme_of(std::string_view media) {
  std::string text = base::replace_all(std::string(media), " ", "");
  if (text.find("prefers-color-scheme:dark") != std::string::npos) return Scheme::dark;
  if (text.find("prefers-color-scheme:light") != std::string::npos || text == "@mediascreen") return Scheme::light;
  if (text == "@mediaprint") return Scheme::print;
  return std::nullopt;
}

// The arguments [begin, end) of the first var() at or after `at`, without the brackets; npos if there is none.
struct VarCall {
  size_t begin = std::string_view::npos, end = 0;
  std::string_view name, fallback;
  bool has_fallback = false;
};

VarCall find_var(std::string_view value, size_t at) {
  VarCall call;
  constexpr std::string_view kVar = "var(";
  call.begin = value.find(kVar, at);
  if (call.begin == std::string_view::npos) return call;
  size_t inside = call.begin + kVar.size();
  size_t close = find_end(value, inside, ")"), comma = std::min(find_end(value, inside, ","), close);
  call.name = trimmed(value, inside, comma);
  call.has_fallback = comma < close;
  if (call.has_fallback) call.fallback = trimmed(value, comma + 1, close);
  call.end = std::min(close + 1, value.size());
  return call;
}

std::optional<std::string> resolve_value(const Tokens& tokens, Scheme scheme, std::string_view value, int depth) {
  if (depth > kMaxVarDepth) return std::nullopt;
  std::string resolved;
  size_t at = 0;
  for (VarCall call; (call = find_var(value, at)).begin != std::string_view::npos; at = call.end) {
    resolved += value.substr(at, call.begin - at);
    const Token* token = tokens.find(scheme, call.name);
    if (!token && !call.has_fallback) return std::nullopt;
    auto inner = resolve_value(tokens, scheme, token ? token->value : call.fallback, depth + 1);
    if (!inner) return std::nullopt;
    resolved += *inner;
  }
  return resolved.append(value.substr(at));
}

// Returns the two values of light-dark(A, B). For any other value, returns it twice.
std::pair<std::string_view, std::string_view> light_and_dark(std::string_view value) {
  constexpr std::string_view kCall = "light-dark(";
  if (!value.starts_with(kCall)) return {value, value};
  size_t close = find_end(value, kCall.size(), ")"), comma = std::min(find_end(value, kCall.size(), ","), close);
  if (close + 1 != value.size() || comma == close) return {value, value};
  return {trimmed(value, kCall.size(), comma), trimmed(value, comma + 1, close)};
}

}  // namespace

Tokens Tokens::read(const base::SourceText& css) {
  Tokens tokens;
  std::string plain = without_comments(css.text());
  auto declare = [&](Scheme scheme, size_t begin, size_t end) {
    for_each_declaration(plain, begin, end, [&](std::string_view name, std::string_view value, size_t from, size_t to) {
      if (!name.starts_with("--")) return;
      base::Span span{&css, static_cast<uint32_t>(from), static_cast<uint32_t>(to)};
      auto [light, dark] = light_and_dark(value);
      // Print uses the light colours.
      std::string_view own = scheme == Scheme::dark ? dark : light;
      tokens.declared_[scheme].insert_or_assign(std::string(name), Token{std::string(own), span});
      if (scheme == Scheme::light && dark.data() != light.data())
        tokens.declared_[Scheme::dark].insert_or_assign(std::string(name), Token{std::string(dark), span});
    });
  };
  auto read_rules = [&](auto& self, Scheme scheme, size_t begin, size_t end) -> void {
    for_each_rule(plain, begin, end, [&](std::string_view prelude, size_t from, size_t to) {
      if (selects_root(prelude)) return declare(scheme, from, to);
      if (prelude.starts_with("@layer")) return self(self, scheme, from, to);
      if (!prelude.starts_with("@media")) return;
      if (auto asked = scheme_of(prelude)) self(self, *asked, from, to);
    });
  };
  read_rules(read_rules, Scheme::light, 0, plain.size());
  return tokens;
}

const Token* Tokens::find(Scheme scheme, std::string_view name) const {
  for (Scheme each : {scheme, Scheme::light}) {
    auto declared = declared_.find(each);
    if (declared == declared_.end()) continue;
    if (auto found = declared->second.find(name); found != declared->second.end()) return &found->second;
  }
  return nullptr;
}

std::vector<std::string> Tokens::colours() const {
  std::vector<std::string> names;
  auto light = declared_.find(Scheme::light);
  if (light == declared_.end()) return names;
  for (const auto& [name, token] : light->second)
    if (token.value.starts_with("rgb(") || parse_colour(token.value)) names.push_back(name.substr(2));
  return names;
}

std::optional<std::string> Tokens::resolve(Scheme scheme, std::string_view value) const {
  return resolve_value(*this, scheme, value, 0);
}

std::string with_tokens(const base::SourceText& css,
                        const std::map<std::string, std::pair<std::string, std::string>>& values) {
  const Tokens tokens = Tokens::read(css);
  std::map<uint32_t, std::pair<uint32_t, std::string>> edits;  // maps the beginning of an edit to its end and new text
  for (const auto& [name, value] : values) {
    const Token *light = tokens.find(Scheme::light, name), *dark = tokens.find(Scheme::dark, name);
    if (!light) continue;
    auto declare = [&](const Token& token, const std::string& text) {
      edits.try_emplace(token.span.begin, token.span.end, fmt::format("{}: {}", name, text));
    };
    const bool together = dark->span.begin == light->span.begin && value.first != value.second;
    declare(*light, together ? fmt::format("light-dark({}, {})", value.first, value.second) : value.first);
    declare(*dark, value.second);
  }
  std::string text;
  uint32_t at = 0;
  for (const auto& [begin, edit] : edits) {
    text.append(css.text().substr(at, begin - at)).append(edit.second);
    at = edit.first;
  }
  return text.append(css.text().substr(at));
}

std::vector<CustomProperty> custom_properties(const base::SourceText& css) {
  const std::string plain = without_comments(css.text());
  std::map<uint32_t, CustomProperty> found;  // by its beginning
  const auto add = [&](std::string_view name, size_t begin, size_t end, bool is_of_root) {
    const base::Span span{&css, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    found.try_emplace(span.begin, std::string(name), span, is_of_root);
  };
  for_each_rule(plain, 0, plain.size(), [&](std::string_view selector, size_t begin, size_t end) {
    if (selector != ":root") return;
    for_each_declaration(plain, begin, end, [&](std::string_view name, std::string_view, size_t from, size_t to) {
      if (name.starts_with("--")) add(name, from, to, true);
    });
  });
  const auto is_name = [](char c) { return base::is_letter(c) || base::is_digit(c) || c == '-' || c == '_'; };
  for (size_t at = 0; (at = plain.find("--", at)) != std::string::npos;) {
    const size_t begin = at;
    while (at < plain.size() && is_name(plain[at])) ++at;
    const size_t after = plain.find_first_not_of(" \t\r\n\f", at);
    const bool is_whole = begin == 0 || !is_name(plain[begin - 1]);
    if (is_whole && after != std::string::npos && plain[after] == ':')
      add(std::string_view(plain).substr(begin, at - begin), begin, at, false);
  }
  std::vector<CustomProperty> all;
  for (auto& [begin, property] : found) all.push_back(std::move(property));
  return all;
}

std::string resolve_stylesheet(std::string_view css, const Tokens& tokens, Scheme scheme) {
  std::string plain = without_comments(css), sheet;
  for_each_rule(plain, 0, plain.size(), [&](std::string_view selector, size_t begin, size_t end) {
    if (selector.starts_with('@')) return;
    std::string body;
    for_each_declaration(plain, begin, end, [&](std::string_view name, std::string_view value, size_t, size_t) {
      auto resolved = tokens.resolve(scheme, value);
      if (resolved) body.append(name).append(":").append(base::one_line(*resolved)).append(";");
    });
    if (!body.empty()) body.pop_back(), sheet += base::one_line(selector) + "{" + body + "}";
  });
  return sheet;
}

std::set<std::string> required_tokens(std::string_view css) {
  std::string plain = without_comments(css);
  std::set<std::string> names;
  for_each_rule(plain, 0, plain.size(), [&](std::string_view selector, size_t begin, size_t end) {
    if (selector.starts_with('@')) return;
    std::string_view body = std::string_view(plain).substr(begin, end - begin);
    VarCall call;
    for (size_t at = 0; (call = find_var(body, at)).begin != std::string_view::npos; at = call.end)
      if (!call.has_fallback) names.emplace(call.name);
  });
  return names;
}

void for_each_declaration_in(std::string_view css, const EachSelected& each) {
  constexpr int kMaxNesting = 8;
  const std::string plain = without_comments(css);
  const std::string_view text = plain;
  // Reads the inside of a rule, or of the stylesheet, which has no selectors. `around` are the rules around it.
  const auto read = [&](auto& self, size_t at, size_t end, const std::string& around, std::string_view selectors,
                        int depth) -> void {
    for (size_t stop = 0; at < end; at = stop + 1) {
      stop = find_end(text.substr(0, end), at, "{;}");
      const std::string_view prelude = trimmed(text, at, stop);
      if (stop < end && text[stop] == '{') {
        const size_t open = std::exchange(stop, find_end(text.substr(0, end), stop + 1, "}")) + 1;
        const bool is_at_rule = prelude.starts_with('@');
        const std::string_view outer = is_at_rule ? prelude : selectors;
        const bool is_for_print = prelude.starts_with("@media print") && prelude.find(',') == std::string_view::npos;
        if (depth < kMaxNesting && !is_for_print)
          self(self, open, stop, !outer.empty() ? around + base::shortened(outer) + " " : around,
               is_at_rule ? selectors : prelude, depth + 1);
        continue;
      }
      for_each_declaration(text, at, stop, [&](std::string_view name, std::string_view value, size_t, size_t) {
        for (size_t part = 0, comma = 0; part < selectors.size(); part = comma + 1) {
          comma = find_end(selectors, part, ",");
          each(around + base::one_line(trimmed(selectors, part, comma)), name, value);
        }
      });
    }
  };
  read(read, 0, text.size(), "", "", 0);
}

}  // namespace markup
