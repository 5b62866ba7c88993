#include "template/operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "notation/json.h"

namespace templates {
namespace {

// true counts as 1, which is equal to 1.
bool counts(const Value& value) { return value.kind() == Kind::integer || value.kind() == Kind::boolean; }
int64_t as_count(const Value& value) { return value.kind() == Kind::boolean ? value.as_bool() : value.as_integer(); }

[[noreturn]] void refuse(std::string_view what, const Value& a, const Value& b) {
  throw ValueError{fmt::format("{} does not work on {} and {}", what, kind_name(a.kind()), kind_name(b.kind())), ""};
}

bool equal(const Value& a, const Value& b) {
  if (counts(a) && counts(b)) return as_count(a) == as_count(b);
  if (has_characters(a) && has_characters(b)) return characters(a) == characters(b);
  if (a.kind() != b.kind()) return false;
  if (!a.is_null()) refuse("this comparison", a, b);
  return true;
}

// Numbers compare with numbers, text with text.
bool less(const Value& a, const Value& b) {
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return a.as_integer() < b.as_integer();
  if (has_characters(a) && has_characters(b)) return characters(a) < characters(b);  // UTF-8 sorts as code points do
  refuse("this comparison", a, b);
}

bool contains(const Value& container, const Value& item) {
  if (has_characters(container) && has_characters(item)) {
    return characters(container).find(characters(item)) != std::string_view::npos;
  }
  if (container.kind() == Kind::list) {
    const List& list = container.as_list();
    return std::any_of(list.begin(), list.end(), [&](const Value& each) { return equal(each, item); });
  }
  if (container.kind() == Kind::map && has_characters(item)) {
    return container.as_map().find(characters(item)) != nullptr;
  }
  refuse("\"in\"", item, container);
}

}  // namespace

void append_text(std::string& out, const Value& value) {
  if (has_characters(value)) {
    out += characters(value);
  } else if (value.kind() == Kind::integer) {
    fmt::format_to(std::back_inserter(out), "{}", value.as_integer());
  } else {
    throw ValueError{fmt::format("{} cannot become text", kind_name(value.kind())), ""};
  }
}

std::string_view characters(const Value& value) {
  return value.kind() == Kind::text ? value.as_text() : std::string_view(value.as_safe_html().str());
}

bool compare(Comparison comparison, const Value& a, const Value& b) {
  switch (comparison) {
    case Comparison::equal:
      return equal(a, b);
    case Comparison::unequal:
      return !equal(a, b);
    case Comparison::less:
      return less(a, b);
    case Comparison::less_equal:
      return !less(b, a);
    case Comparison::greater:
      return less(b, a);
    case Comparison::greater_equal:
      return !less(a, b);
    case Comparison::in:
      return contains(b, a);
    case Comparison::not_in:
      return !contains(b, a);
  }
  return false;
}

Value concat(std::span<const Value> parts) {
  std::string out;
  const bool html =
      std::any_of(parts.begin(), parts.end(), [](const Value& part) { return part.kind() == Kind::safe_html; });
  for (const Value& part : parts) {
    if (html && part.kind() == Kind::text) {
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
    case Kind::null:
      out += "null";
      return;
    case Kind::boolean:
      out += value.as_bool() ? "true" : "false";
      return;
    case Kind::integer:
      append_text(out, value);
      return;
    case Kind::text:
    case Kind::safe_html:
      out += notation::script_text(characters(value));
      return;
    case Kind::list:
      out += '[';
      for (const Value& item : value.as_list()) {
        out += std::exchange(separator, ",");
        append_json(out, item);
      }
      out += ']';
      return;
    case Kind::map:
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

}  // namespace templates
