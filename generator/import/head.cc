#include "import/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/slug.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/named_unit.h"

namespace import {
namespace {

// Words of SQL that no column can be called without quotes (https://sqlite.org/lang_keywords.html; those that SQLite
// takes as names where it can are left out).
constexpr std::array<std::string_view, 66> kSqlWords = {
    "add",     "all",     "alter",      "and",         "as",      "autoincrement", "between",    "case",     "check",
    "collate", "commit",  "constraint", "create",      "default", "deferrable",    "delete",     "distinct", "drop",
    "else",    "escape",  "except",     "exists",      "foreign", "from",          "group",      "having",   "in",
    "index",   "insert",  "intersect",  "into",        "is",      "isnull",        "join",       "limit",    "not",
    "notnull", "null",    "on",         "or",          "order",   "primary",       "references", "select",   "set",
    "table",   "then",    "to",         "transaction", "union",   "unique",        "update",     "using",    "values",
    "when",    "where",   "with",       "returning",   "filter",  "left",          "right",      "inner",    "outer",
    "cross",   "natural", "full"};

// On one line, without control characters.
std::string tidy(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool space = base::is_space(c) || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return std::string(base::trim(out));
}

// A name of a program ("price_per_hour") becomes words; the first letter is a capital.
std::string title_of(std::string_view text) {
  std::string title = tidy(text);
  bool is_name = std::all_of(title.begin(), title.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == ' ';
  });
  if (is_name) std::replace_if(title.begin(), title.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
  title = std::string(base::trim(title));
  if (is_name && !title.empty() && title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

struct Split {
  std::string_view title, unit;
  bool bracketed = false;
};

// "a (b)" and "a [b]".
Split split_brackets(std::string_view text) {
  for (auto [open, close] : {std::pair{'(', ')'}, std::pair{'[', ']'}}) {
    if (!text.ends_with(close)) continue;
    int depth = 0;
    for (size_t at = text.size(); at-- > 0;) {
      if (text[at] == close) ++depth;
      if (text[at] != open || --depth > 0) continue;
      return {base::trim(text.substr(0, at)), base::trim(text.substr(at + 1, text.size() - at - 2)), true};
    }
  }
  return {text, "", false};
}

// "a in b", "a, b", "a %".
Split split_words(std::string_view text) {
  for (std::string_view divider : {" in ", ", ", " "}) {
    size_t at = text.rfind(divider);
    if (at == std::string_view::npos || at == 0) continue;
    std::string_view unit = base::trim(text.substr(at + divider.size()));
    if (divider == " " && unit != "%" && unit != "‰" && unit != "°C") continue;
    return {base::trim(text.substr(0, at)), unit, false};
  }
  return {text, "", false};
}

bool looks_like_a_unit(std::string_view text) {
  bool number = std::all_of(text.begin(), text.end(), [](char c) { return c < 'A' || c == '_'; });
  return !text.empty() && (!number || text == "%") && base::count_code_points(text) <= 24;
}

}  // namespace

std::string column_name(std::string_view text) {
  std::string words;
  for (char c : text) {
    bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                static_cast<unsigned char>(c) >= 0x80;
    if (c == '%')
      words += " percent ";
    else
      words += word ? c : ' ';
  }
  std::string name;
  for (char c : base::github_slug(base::normalise_nfc(words)))
    if (c != '-')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (name.ends_with('_')) name.pop_back();
  if (name.empty()) return "column";
  if (name.front() >= '0' && name.front() <= '9') name = "column_" + name;
  if (name == "ref" || name.ends_with("__ref")) name += "erence";
  if (std::find(kSqlWords.begin(), kSqlWords.end(), name) != kSqlWords.end()) name += "_";
  return name;
}

Head read_plain_head(std::string_view text) {
  Head head;
  head.title = title_of(text);
  head.name = column_name(text);
  return head;
}

Head read_head(std::string_view text, const quantity::Units& units) {
  std::string head_text = tidy(text);
  Split split = split_brackets(head_text);
  if (!split.bracketed) split = split_words(head_text);
  if (split.unit.empty() || split.title.empty()) return read_plain_head(head_text);
  Head head = read_plain_head(split.title);
  std::string why;
  bool known = units.parse(split.unit, &why).has_value();
  if (known) {
    head.unit = split.unit;
    return head;
  }
  if (!split.bracketed) return read_plain_head(head_text);
  head.title = title_of(head_text);
  if (!looks_like_a_unit(split.unit)) return read_plain_head(head_text);
  if (std::string unit = unit_of_word(split.unit, units); !unit.empty()) {
    head.title = title_of(split.title);
    head.unit = std::move(unit);
    return head;
  }
  head.unknown = split.unit;
  head.why = why;
  return head;
}

std::string unique_name(const std::string& name, std::set<std::string>& taken) {
  std::string result = name;
  for (int number = 2; !taken.insert(result).second; ++number)
    result = fmt::format("{}{}{}", name, name.ends_with('_') ? "" : "_", number);
  return result;
}

}  // namespace import
