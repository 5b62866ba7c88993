#include "template/filters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "template/text_functions.h"

namespace templates {
namespace {

[[noreturn]] void refuse(std::string_view filter, std::string_view wanted, const Value& value) {
  throw ValueError{fmt::format("\"{}\" works on {}, not on {}", filter, wanted, kind_name(value.kind())), ""};
}

// Text, or a number as text. HTML is refused: changed, it might be HTML no more.
std::string plain_text(std::string_view filter, const Value& value) {
  if (value.kind() != Kind::text && !is_numeric(value)) refuse(filter, "text", value);
  return to_text(value);
}

const List& list_of(std::string_view filter, const Value& value) {
  if (value.kind() != Kind::list) refuse(filter, "a list", value);
  return value.as_list();
}

int64_t integer_of(std::string_view filter, const Value* given, int64_t otherwise) {
  if (!given) return otherwise;
  if (given->kind() != Kind::integer) refuse(filter, "an integer here", *given);
  return given->as_integer();
}

bool flag_of(const Value* given) { return given && given->truthy(); }

// The attribute of an item that "a.b" names; items themselves where none is named.
const Value& attribute_of(std::string_view filter, const Value& item, const Value* attribute) {
  if (!attribute) return item;
  if (attribute->kind() != Kind::text) refuse(filter, "the name of an attribute", *attribute);
  const Value* value = &item;
  for (std::string_view part : base::split(attribute->as_text(), '.')) {
    if (value->kind() != Kind::map) refuse(filter, "maps, to take an attribute of them,", *value);
    const Map& map = value->as_map();
    value = map.find(part);
    if (!value) {
      std::vector<std::string_view> names;
      for (const Map::Entry& entry : map) names.push_back(entry.name);
      throw ValueError{fmt::format("there is no \"{}\" in an item of this list", part),
                       base::did_you_mean(part, names)};
    }
  }
  return *value;
}

// --- text ---

Value upper(const Value& subject, Given) { return upper_case(plain_text("upper", subject)); }
Value lower(const Value& subject, Given) { return base::lower_case(plain_text("lower", subject)); }
Value capitalized(const Value& subject, Given) { return capitalize(plain_text("capitalize", subject)); }
Value titled(const Value& subject, Given) { return title_case(plain_text("title", subject)); }

Value trim(const Value& subject, Given given) {
  std::string text = plain_text("trim", subject);
  if (!given[0] || given[0]->is_null()) return strip(text);
  return strip(text, plain_text("trim", *given[0]));
}

Value replace(const Value& subject, Given given) {
  std::string text = plain_text("replace", subject);
  std::string from = plain_text("replace", *given[0]);
  if (from.empty()) throw ValueError{"\"replace\" needs a text to look for", ""};
  return base::replace_all(std::move(text), from, plain_text("replace", *given[1]));
}

Value truncate(const Value& subject, Given given) {
  std::string text = plain_text("truncate", subject);
  int64_t length = integer_of("truncate", given[0], 255);
  std::string end = given[2] ? plain_text("truncate", *given[2]) : "...";
  int64_t leeway = integer_of("truncate", given[3], 5);
  auto ending = static_cast<int64_t>(base::count_code_points(end));
  if (length < ending || leeway < 0 || leeway > INT32_MAX || length > INT32_MAX) {
    throw ValueError{fmt::format("\"truncate\" cannot cut to {} characters, with \"{}\" at the end", length, end), ""};
  }
  if (static_cast<int64_t>(base::count_code_points(text)) <= length + leeway) return text;
  std::string_view kept = first_characters(text, static_cast<size_t>(length - ending));
  if (!flag_of(given[1])) kept = kept.substr(0, kept.rfind(' '));
  return std::string(kept) + end;
}

Value urlencode(const Value& subject, Given) { return percent_encode(plain_text("urlencode", subject)); }

Value escape(const Value& subject, Given) {
  if (subject.kind() == Kind::safe_html) return subject;
  return markup::SafeHtml::text(to_text(subject));
}

Value string(const Value& subject, Given) {
  if (subject.kind() == Kind::safe_html) return subject;
  return to_text(subject);
}

// --- lists ---

Value length(const Value& subject, Given) {
  switch (subject.kind()) {
    case Kind::text:
    case Kind::safe_html:
      return base::count_code_points(characters(subject));
    case Kind::list:
      return subject.as_list().size();
    case Kind::map:
      return subject.as_map().size();
    default:
      refuse("length", "text, a list or a map", subject);
  }
}

Value end_of(std::string_view filter, const Value& subject, bool front) {
  const List& list = list_of(filter, subject);
  if (list.empty()) throw ValueError{fmt::format("an empty list has no \"{}\"", filter), "ask before: {% if list %}"};
  return list[front ? 0 : list.size() - 1];
}
Value first(const Value& subject, Given) { return end_of("first", subject, true); }
Value last(const Value& subject, Given) { return end_of("last", subject, false); }

Value join(const Value& subject, Given given) {
  const List& list = list_of("join", subject);
  Value separator = given[0] ? *given[0] : Value("");
  Value joined("");
  bool html = false;
  std::vector<const Value*> items;
  for (const Value& item : list) items.push_back(&attribute_of("join", item, given[1]));
  for (const Value* item : items) html |= item->kind() == Kind::safe_html;
  html |= separator.kind() == Kind::safe_html;
  if (!html) {
    std::string out;
    for (size_t i = 0; i < items.size(); ++i) {
      if (i > 0) append_text(out, separator);
      append_text(out, *items[i]);
    }
    return out;
  }
  markup::SafeHtml out;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += escape(separator, {}).as_safe_html();
    out += escape(*items[i], {}).as_safe_html();
  }
  return out;
}

Value sort(const Value& subject, Given given) {
  bool reversed = flag_of(given[0]);
  bool case_sensitive = flag_of(given[1]);
  struct Keyed {
    Value key;
    const Value* item;
  };
  std::vector<Keyed> items;
  for (const Value& item : list_of("sort", subject)) {
    Value key = attribute_of("sort", item, given[2]);
    if (!case_sensitive && has_characters(key)) key = base::lower_case(characters(key));
    // Compared here once with the first, so that the order below never throws halfway.
    if (!items.empty()) less(items.front().key, key);
    items.push_back({std::move(key), &item});
  }
  std::stable_sort(items.begin(), items.end(),
                   [&](const Keyed& a, const Keyed& b) { return reversed ? less(b.key, a.key) : less(a.key, b.key); });
  List sorted;
  for (const Keyed& each : items) sorted.push(*each.item);
  return sorted;
}

Value reversed(const Value& subject, Given) {
  if (subject.kind() == Kind::text) return reverse(subject.as_text());
  const List& list = list_of("reverse", subject);
  List out;
  out.reserve(list.size());
  for (size_t i = list.size(); i > 0; --i) out.push(list[i - 1]);
  return out;
}

Value batch(const Value& subject, Given given) {
  int64_t count = integer_of("batch", given[0], 0);
  if (count < 1 || count > 10'000) throw ValueError{fmt::format("\"batch\" cannot make rows of {}", count), ""};
  List rows;
  List row;
  for (const Value& item : list_of("batch", subject)) {
    if (row.size() == static_cast<size_t>(count)) rows.push(std::exchange(row, List()));
    row.push(item);
  }
  if (row.empty()) return rows;
  if (given[1] && !given[1]->is_null()) {
    while (row.size() < static_cast<size_t>(count)) row.push(*given[1]);
  }
  rows.push(std::move(row));
  return rows;
}

Value map(const Value& subject, Given given) {
  List out;
  for (const Value& item : list_of("map", subject)) out.push(attribute_of("map", item, given[0]));
  return out;
}

// --- numbers ---

// `text` rounded half to even on its exact value, as Python's round() does.
double rounded(double number, int precision) {
  std::string text = fmt::format("{:.{}f}", number, precision);
  double result = 0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

Value round(const Value& subject, Given given) {
  if (!is_numeric(subject)) refuse("round", "numbers", subject);
  int64_t precision = integer_of("round", given[0], 0);
  if (precision < 0 || precision > 300) throw ValueError{fmt::format("cannot round to {} digits", precision), ""};
  std::string method = given[1] ? plain_text("round", *given[1]) : "common";
  if (method == "common") {
    if (subject.kind() == Kind::integer) return subject;
    return rounded(subject.as_number(), static_cast<int>(precision));
  }
  if (method != "ceil" && method != "floor") {
    throw ValueError{fmt::format("there is no rounding \"{}\"", method), R"(write "common", "ceil" or "floor")"};
  }
  if (precision > 15) throw ValueError{fmt::format("cannot round {} to {} digits", method, precision), ""};
  double scale = 1;
  for (int64_t i = 0; i < precision; ++i) scale *= 10;
  double scaled = to_number(subject) * scale;
  return (method == "ceil" ? std::ceil(scaled) : std::floor(scaled)) / scale + 0.0;
}

// Takes what Python's int(text) and float(text) have in common off: white space and a plus sign.
std::string_view number_part(std::string_view text) {
  text = strip(text);
  if (text.starts_with('+') && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  return text;
}

bool read_float(std::string_view text, double& number) {
  text = number_part(text);
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return false;
  auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

Value to_int(const Value& subject, Given given) {
  Value otherwise = given[0] ? *given[0] : Value(0);
  if (subject.kind() == Kind::integer) return subject;
  double number = 0;
  if (subject.kind() == Kind::number) {
    number = subject.as_number();
  } else if (subject.kind() == Kind::text) {
    std::string_view text = number_part(subject.as_text());
    int64_t integer = 0;
    auto read = std::from_chars(text.data(), text.data() + text.size(), integer);
    if (read.ec == std::errc() && read.ptr == text.data() + text.size()) return integer;
    if (!read_float(text, number)) return otherwise;
  } else {
    refuse("int", "numbers and text", subject);
  }
  if (!(std::fabs(number) < 9.2e18)) throw ValueError{"this number is too large for an integer", ""};
  return static_cast<int64_t>(number);
}

Value to_float(const Value& subject, Given given) {
  Value otherwise = given[0] ? *given[0] : Value(0.0);
  if (is_numeric(subject)) return to_number(subject);
  if (subject.kind() != Kind::text) refuse("float", "numbers and text", subject);
  double number = 0;
  return read_float(subject.as_text(), number) ? Value(number) : otherwise;
}

Value absolute(const Value& subject, Given) {
  if (!is_numeric(subject)) refuse("abs", "numbers", subject);
  if (subject.kind() == Kind::number) return std::fabs(subject.as_number());
  return subject.as_integer() < 0 ? negate(subject) : subject;
}

// --- any ---

// The evaluator has put the default in place of an unknown subject already.
Value defaulted(const Value& subject, Given given) {
  if (flag_of(given[1]) && !subject.truthy()) return given[0] ? *given[0] : Value("");
  return subject;
}

Value filled(const Value& subject, Given) { return subject; }

const std::vector<Filter>& filters() {
  static const std::vector<Filter> table = {
      {"upper", {}, upper},
      {"lower", {}, lower},
      {"capitalize", {}, capitalized},
      {"title", {}, titled},
      {"trim", {{"chars"}}, trim},
      {"replace", {{"old", true}, {"new", true}}, replace},
      {"truncate", {{"length"}, {"killwords"}, {"end"}, {"leeway"}}, truncate},
      {"urlencode", {}, urlencode},
      {"escape", {}, escape},
      {"e", {}, escape},
      {"string", {}, string},
      {"length", {}, length},
      {"count", {}, length},
      {"first", {}, first},
      {"last", {}, last},
      {"join", {{"d"}, {"attribute"}}, join},
      {"sort", {{"reverse"}, {"case_sensitive"}, {"attribute"}}, sort},
      {"reverse", {}, reversed},
      {"batch", {{"linecount", true}, {"fill_with"}}, batch},
      {"map", {{"attribute", true}}, map},
      {"round", {{"precision"}, {"method"}}, round},
      {"int", {{"default"}}, to_int},
      {"float", {{"default"}}, to_float},
      {"abs", {}, absolute},
      {"default", {{"default_value"}, {"boolean"}}, defaulted, true},
      {"d", {{"default_value"}, {"boolean"}}, defaulted, true},
      {"fill", {}, filled, false, true},
  };
  return table;
}

}  // namespace

const Filter* find_filter(std::string_view name) {
  for (const Filter& filter : filters()) {
    if (filter.name == name) return &filter;
  }
  return nullptr;
}

std::vector<std::string_view> filter_names() {
  std::vector<std::string_view> names;
  for (const Filter& filter : filters()) names.push_back(filter.name);
  return names;
}

Value fill(const Value& text, const std::vector<std::pair<std::string_view, const Value*>>& values) {
  if (text.kind() != Kind::text) refuse("fill", "text", text);
  std::string_view rest = text.as_text();
  std::vector<std::string_view> names;
  for (const auto& [name, value] : values) names.push_back(name);
  std::vector<bool> used(values.size());
  Value out("");
  while (!rest.empty()) {
    size_t open = rest.find('{');
    size_t close = open == std::string_view::npos ? open : rest.find('}', open);
    if (close == std::string_view::npos) break;
    std::string_view name = rest.substr(open + 1, close - open - 1);
    size_t at = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (at == names.size()) {
      std::string help = base::did_you_mean(name, names);
      throw ValueError{fmt::format("the text \"{}\" has a place \"{{{}}}\" that is not filled", text.as_text(), name),
                       help};
    }
    used[at] = true;
    out = concat(concat(out, Value::borrow(rest.substr(0, open))), *values[at].second);
    rest.remove_prefix(close + 1);
  }
  for (size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) {
      throw ValueError{fmt::format("the text \"{}\" has no place \"{{{}}}\"", text.as_text(), names[i]), ""};
    }
  }
  return concat(out, Value::borrow(rest));
}

}  // namespace templates
