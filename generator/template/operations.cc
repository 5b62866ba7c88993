#include "template/operations.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "markup/url.h"
#include "notation/json.h"

namespace templates {
namespace {

// Whether a value is an integer or a boolean, because true is equal to 1.
bool counts(const Value& value) { return value.kind() == ValueType::integer || value.kind() == ValueType::boolean; }
int64_t as_count(const Value& value) {
  return value.kind() == ValueType::boolean ? value.as_bool() : value.as_integer();
}

[[noreturn]] void refuse(std::string_view what, const Value& a, const Value& b) {
  throw ValueError{fmt::format("{} does not work on {} and {}", what, kind_name(a.kind()), kind_name(b.kind())), ""};
}

bool are_equal(const Value& a, const Value& b) {
  if (counts(a) && counts(b)) return as_count(a) == as_count(b);
  if (has_characters(a) && has_characters(b)) return characters(a) == characters(b);
  if (a.kind() != b.kind()) return false;
  if (!a.is_null()) refuse("this comparison", a, b);
  return true;
}

// Compares numbers with numbers, and text with text.
bool is_less(const Value& a, const Value& b) {
  if (a.kind() == ValueType::integer && b.kind() == ValueType::integer) return a.as_integer() < b.as_integer();
  if (has_characters(a) && has_characters(b)) return characters(a) < characters(b);  // UTF-8 sorts like code points
  refuse("this comparison", a, b);
}

void check_size(size_t bytes) {
  constexpr size_t kMaxText = size_t{4} << 20;
  if (bytes > kMaxText) throw ValueError{"this makes a text of more than 4 MB", "print its parts instead"};
}

bool contains(const Value& container, const Value& item) {
  if (has_characters(container) && has_characters(item)) {
    return characters(container).find(characters(item)) != std::string_view::npos;
  }
  if (container.kind() == ValueType::list) {
    const List& list = container.as_list();
    return std::any_of(list.begin(), list.end(), [&](const Value& each) { return are_equal(each, item); });
  }
  if (container.kind() == ValueType::map && has_characters(item)) {
    return container.as_map().find(characters(item)) != nullptr;
  }
  refuse("\"in\"", item, container);
}

}  // namespace

void append_text(std::string& out, const Value& value) {
  if (has_characters(value)) {
    out += characters(value);
  } else if (value.kind() == ValueType::integer) {
    fmt::format_to(std::back_inserter(out), "{}", value.as_integer());
  } else {
    throw ValueError{fmt::format("{} cannot be converted to text", kind_name(value.kind())), ""};
  }
}

std::string_view characters(const Value& value) {
  return value.kind() == ValueType::text ? value.as_text() : std::string_view(value.as_safe_html().str());
}

bool compare(Comparison comparison, const Value& left, const Value& right) {
  const Value& a = comparison.is_swapped ? right : left;
  const Value& b = comparison.is_swapped ? left : right;
  using enum Comparison::Relation;
  const bool holds = comparison.relation == equal  ? are_equal(a, b)
                     : comparison.relation == less ? is_less(a, b)
                                                   : contains(b, a);
  return holds != comparison.is_negated;
}

Value concat(std::span<const Value> parts) {
  size_t size = 0;
  for (const Value& part : parts) size += has_characters(part) ? characters(part).size() : 0;
  check_size(size);
  std::string out;
  const bool html =
      std::any_of(parts.begin(), parts.end(), [](const Value& part) { return part.kind() == ValueType::safe_html; });
  for (const Value& part : parts) {
    if (html && part.kind() == ValueType::text) {
      markup::append_escaped(out, part.as_text());
    } else {
      append_text(out, part);
    }
  }
  if (!html) return Value(std::move(out));
  return Value(markup::SafeHtml::trusted(std::move(out)));
}

void append_json(std::string& out, const Value& value) {
  std::string_view separator;
  switch (value.kind()) {
    case ValueType::null:
      out += "null";
      return;
    case ValueType::boolean:
      out += value.as_bool() ? "true" : "false";
      return;
    case ValueType::integer:
      append_text(out, value);
      return;
    case ValueType::text:
    case ValueType::safe_html:
      out += notation::script_text(characters(value));
      return;
    case ValueType::list:
      out += '[';
      for (const Value& item : value.as_list()) {
        out += std::exchange(separator, ",");
        append_json(out, item);
      }
      out += ']';
      return;
    case ValueType::map:
      out += '{';
      for (const auto& [name, item] : value.as_map()) {
        out += std::exchange(separator, ",");
        out.append(notation::script_text(name)) += ':';
        append_json(out, item);
      }
      out += '}';
      return;
  }
}

namespace {

using Given = std::span<const Value* const>;

[[noreturn]] void refuse_subject(std::string_view filter, std::string_view wanted, const Value& value) {
  throw ValueError{fmt::format("\"{}\" works on {}, not on {}", filter, wanted, kind_name(value.kind())), ""};
}

// Returns text, or a number as text. Refuses HTML, because after a change it might no longer be HTML.
std::string plain_text(std::string_view filter, const Value& value) {
  if (value.kind() != ValueType::text && value.kind() != ValueType::integer) refuse_subject(filter, "text", value);
  std::string text;
  append_text(text, value);
  return text;
}

const List& list_of(std::string_view filter, const Value& value) {
  if (value.kind() != ValueType::list) refuse_subject(filter, "a list", value);
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
  if (from.empty()) throw ValueError{"\"replace\" needs text to look for", ""};
  std::string text = plain_text("replace", subject);
  const std::string to = plain_text("replace", *given[1]);
  check_size(text.size() / from.size() * to.size());
  return base::replace_all(std::move(text), from, to);
}

// Percent-encodes everything except letters, digits, and _ . - ~ /
Value urlencode(const Value& subject, Given) {
  std::string out;
  for (char c : plain_text("urlencode", subject)) {
    if (base::is_letter(c) || base::is_digit(c) || std::string_view("_.-~/").find(c) != std::string_view::npos)
      out += c;
    else
      markup::append_percent_encoded(out, c);
  }
  return out;
}

Value length(const Value& subject, Given) {
  if (has_characters(subject)) return base::count_code_points(characters(subject));
  if (subject.kind() == ValueType::map) return subject.as_map().size();
  if (subject.kind() == ValueType::list) return subject.as_list().size();
  refuse_subject("length", "text, a list or a map", subject);
}

Value end_of(std::string_view filter, const Value& subject, bool front) {
  const List& list = list_of(filter, subject);
  if (list.empty())
    throw ValueError{fmt::format("an empty list has no \"{}\"", filter), "check it first: {% if list %}"};
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

// The evaluator has already replaced an unknown subject by the default.
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

namespace {

// Returns the text of the name `key` in a map, in the plural form of `count` if the map has it.
const Value& text_for_count(const Map& map, const std::vector<std::string_view>& names, Given values,
                            const quantity::Locale& locale) {
  const auto given = [&](std::string_view name, ValueType kind) {
    const auto at = static_cast<size_t>(std::ranges::find(names, name) - names.begin());
    if (at == names.size() || values[at]->kind() != kind)
      throw ValueError{fmt::format("\"fill\" of a map needs {} for \"{}\"", kind_name(kind), name), ""};
    return values[at];
  };
  const std::string_view key = given("key", ValueType::text)->as_text();
  const auto count = static_cast<uint64_t>(given("count", ValueType::integer)->as_integer());
  if (const Value* form = map.find(fmt::format("{}_{}", key, quantity::plural_form(count, locale)))) return *form;
  const Value* text = map.find(key);
  if (!text) throw ValueError{fmt::format("there is no string \"{}\"", key), ""};
  return *text;
}

}  // namespace

Value fill(const Value& subject, const std::vector<std::string_view>& names, Given values,
           const quantity::Locale& locale) {
  const bool has_forms = subject.kind() == ValueType::map;
  const Value& text = has_forms ? text_for_count(subject.as_map(), names, values, locale) : subject;
  if (text.kind() != ValueType::text) refuse_subject("fill", "text", text);
  std::string_view rest = text.as_text();
  std::vector<bool> used(values.size());
  for (size_t i = 0; i < names.size(); ++i) used[i] = has_forms && (names[i] == "key" || names[i] == "count");
  std::vector<Value> parts;
  for (;;) {
    size_t open = rest.find('{');
    size_t close = open == std::string_view::npos ? open : rest.find('}', open);
    if (close == std::string_view::npos) break;
    std::string_view name = rest.substr(open + 1, close - open - 1);
    auto at = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (at == names.size()) {
      throw ValueError{
          fmt::format("the string \"{}\" has a placeholder \"{{{}}}\" without a value", text.as_text(), name),
          base::did_you_mean(name, names)};
    }
    used[at] = true;
    parts.push_back(Value::borrow(rest.substr(0, open)));
    const Value& value = *values[at];
    // Other whole numbers may be years.
    const bool is_count = (name == "count" || name == "shown") && value.kind() == ValueType::integer;
    if (is_count)
      parts.emplace_back(quantity::write_number(std::to_string(value.as_integer()), locale));
    else
      parts.push_back(name == "date" && value.kind() == ValueType::text
                          ? Value(quantity::write_date(value.as_text(), locale))
                          : value);
    rest.remove_prefix(close + 1);
  }
  auto unused = std::find(used.begin(), used.end(), false);
  if (unused != used.end()) {
    throw ValueError{fmt::format("the string \"{}\" has no placeholder \"{{{}}}\"", text.as_text(),
                                 names[static_cast<size_t>(unused - used.begin())]),
                     ""};
  }
  parts.push_back(Value::borrow(rest));
  return concat(parts);
}

}  // namespace templates
