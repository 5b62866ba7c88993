#include "template/filters.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"

namespace templates {
namespace {

using Given = std::span<const Value* const>;

[[noreturn]] void refuse(std::string_view filter, std::string_view wanted, const Value& value) {
  throw ValueError{fmt::format("\"{}\" works on {}, not on {}", filter, wanted, kind_name(value.kind())), ""};
}

// Text, or a number as text. HTML is refused: changed, it might no longer be HTML.
std::string plain_text(std::string_view filter, const Value& value) {
  if (value.kind() != Kind::text && value.kind() != Kind::integer) refuse(filter, "text", value);
  std::string text;
  append_text(text, value);
  return text;
}

const List& list_of(std::string_view filter, const Value& value) {
  if (value.kind() != Kind::list) refuse(filter, "a list", value);
  return value.as_list();
}

Value upper(const Value& subject, Given) {
  const std::string text = plain_text("upper", subject);
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const char32_t c = base::take_code_point(rest);
    if (c == U'ß') {
      out += "SS";
    } else {
      base::append_code_point(out, static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c))));
    }
  }
  return out;
}

Value lower(const Value& subject, Given) { return base::lower_case(plain_text("lower", subject)); }

Value replace(const Value& subject, Given given) {
  std::string from = plain_text("replace", *given[0]);
  if (from.empty()) throw ValueError{"\"replace\" needs a text to look for", ""};
  return base::replace_all(plain_text("replace", subject), from, plain_text("replace", *given[1]));
}

// Percent-encoded, but for letters, digits, and _ . - ~ /
Value urlencode(const Value& subject, Given) {
  std::string out;
  for (char c : plain_text("urlencode", subject)) {
    if (base::is_letter(c) || base::is_digit(c) || std::string_view("_.-~/").find(c) != std::string_view::npos) {
      out += c;
    } else {
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

Value length(const Value& subject, Given) {
  if (has_characters(subject)) return base::count_code_points(characters(subject));
  if (subject.kind() == Kind::map) return subject.as_map().size();
  if (subject.kind() == Kind::list) return subject.as_list().size();
  refuse("length", "text, a list or a map", subject);
}

Value end_of(std::string_view filter, const Value& subject, bool front) {
  const List& list = list_of(filter, subject);
  if (list.empty()) throw ValueError{fmt::format("an empty list has no \"{}\"", filter), "ask before: {% if list %}"};
  return list[front ? 0 : list.size() - 1];
}
Value first(const Value& subject, Given) { return end_of("first", subject, true); }
Value last(const Value& subject, Given) { return end_of("last", subject, false); }

Value join(const Value& subject, Given given) {
  std::vector<Value> parts;
  for (const Value& item : list_of("join", subject)) {
    if (!parts.empty()) parts.push_back(*given[0]);
    parts.push_back(item);
  }
  return concat(parts);
}

// The evaluator has put the default in place of an unknown subject already.
Value defaulted(const Value& subject, Given) { return subject; }

constexpr Filter kFilters[] = {
    {"upper", 0, upper},
    {"lower", 0, lower},
    {"replace", 2, replace},
    {"urlencode", 0, urlencode},
    {"length", 0, length},
    {"first", 0, first},
    {"last", 0, last},
    {"join", 1, join},
    {"default", 1, defaulted, true},
    {"fill", 0, nullptr, false, true},
};

}  // namespace

const Filter* find_filter(std::string_view name) {
  for (const Filter& filter : kFilters) {
    if (filter.name == name) return &filter;
  }
  return nullptr;
}

std::vector<std::string_view> filter_names() {
  std::vector<std::string_view> names;
  for (const Filter& filter : kFilters) names.push_back(filter.name);
  return names;
}

Value fill(const Value& text, const std::vector<std::string_view>& names, Given values) {
  if (text.kind() != Kind::text) refuse("fill", "text", text);
  std::string_view rest = text.as_text();
  std::vector<bool> used(values.size());
  std::vector<Value> parts;
  for (;;) {
    size_t open = rest.find('{');
    size_t close = open == std::string_view::npos ? open : rest.find('}', open);
    if (close == std::string_view::npos) break;
    std::string_view name = rest.substr(open + 1, close - open - 1);
    auto at = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (at == names.size()) {
      throw ValueError{fmt::format("the text \"{}\" has a place \"{{{}}}\" that is not filled", text.as_text(), name),
                       base::did_you_mean(name, names)};
    }
    used[at] = true;
    parts.push_back(Value::borrow(rest.substr(0, open)));
    parts.push_back(*values[at]);
    rest.remove_prefix(close + 1);
  }
  auto unused = std::find(used.begin(), used.end(), false);
  if (unused != used.end()) {
    throw ValueError{fmt::format("the text \"{}\" has no place \"{{{}}}\"", text.as_text(),
                                 names[static_cast<size_t>(unused - used.begin())]),
                     ""};
  }
  parts.push_back(Value::borrow(rest));
  return concat(parts);
}

}  // namespace templates
