#include "template/operations.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/utf8.h"

namespace templates {
namespace {

// Python counts true as 1 in arithmetic and comparisons; here only == does.
int64_t as_int(const Value& value) { return value.kind() == Kind::boolean ? value.as_bool() : value.as_integer(); }
bool counts(const Value& value) { return is_numeric(value) || value.kind() == Kind::boolean; }

[[noreturn]] void refuse(std::string_view what, const Value& a, const Value& b) {
  throw ValueError{fmt::format("{} does not work on {} and {}", what, kind_name(a.kind()), kind_name(b.kind())), ""};
}

std::string_view sign_of(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::floor_divide:
      return "//";
    default:
      return "%";
  }
}

Value integer_arithmetic(Op op, int64_t a, int64_t b) {
  int64_t result = 0;
  bool overflow = false;
  switch (op) {
    case Op::add:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Op::subtract:
      overflow = __builtin_sub_overflow(a, b, &result);
      break;
    case Op::multiply:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    default: {
      // Rounds down, and the remainder has the sign of b.
      if (a == INT64_MIN && b == -1) {
        overflow = op == Op::floor_divide;
        break;
      }
      int64_t quotient = a / b;
      int64_t rest = a % b;
      bool down = rest != 0 && ((rest < 0) != (b < 0));
      result = op == Op::floor_divide ? quotient - down : rest + (down ? b : 0);
    }
  }
  if (overflow) throw ValueError{fmt::format("{} {} {} is too large", a, sign_of(op), b), ""};
  return Value(result);
}

// Python's float_divmod: the remainder by fmod, then adjusted to the sign of b.
Value float_division(Op op, double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0) {
    if ((b < 0) != (rest < 0)) {
      rest += b;
      quotient -= 1;
    }
  } else {
    rest = std::copysign(0.0, b);
  }
  if (op == Op::modulo) return Value(rest);
  if (quotient == 0) return Value(std::copysign(0.0, a / b));
  double whole = std::floor(quotient);
  if (quotient - whole > 0.5) whole += 1;
  return Value(whole);
}

// An integer compared with a floating-point number, exactly: -1, 0 or 1.
int compare_exactly(int64_t a, double b) {
  if (std::isnan(b)) return 1;
  if (b >= 9223372036854775808.0) return -1;
  if (b < -9223372036854775808.0) return 1;
  auto whole = static_cast<int64_t>(b);
  if (a != whole) return a < whole ? -1 : 1;
  double rest = b - static_cast<double>(whole);
  return rest > 0 ? -1 : rest < 0 ? 1 : 0;
}

int compare_numbers(const Value& a, const Value& b) {
  bool real_a = a.kind() == Kind::number;
  bool real_b = b.kind() == Kind::number;
  if (real_a && real_b) return a.as_number() < b.as_number() ? -1 : a.as_number() > b.as_number() ? 1 : 0;
  if (real_a) return -compare_exactly(as_int(b), a.as_number());
  if (real_b) return compare_exactly(as_int(a), b.as_number());
  return as_int(a) < as_int(b) ? -1 : as_int(a) > as_int(b) ? 1 : 0;
}

bool equal_maps(const Map& a, const Map& b) {
  if (a.size() != b.size()) return false;
  for (const Map::Entry& entry : a) {
    const Value* other = b.find(entry.name);
    if (!other || !equal(entry.value, *other)) return false;
  }
  return true;
}

bool equal_lists(const List& a, const List& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!equal(a[i], b[i])) return false;
  }
  return true;
}

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    char32_t c = base::take_code_point(text);
    switch (c) {
      case '"':
        out += "\\\"";
        continue;
      case '\\':
        out += "\\\\";
        continue;
      case '\n':
        out += "\\n";
        continue;
      case '\r':
        out += "\\r";
        continue;
      case '\t':
        out += "\\t";
        continue;
      default:
        break;
    }
    // No HTML may hold control characters and those that are none, within a script neither.
    const bool none = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
    if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029 || (c >= 0x7F && c < 0xA0)) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else if (none) {
      out += "\\ufffd";
    } else {
      base::append_code_point(out, c);
    }
  }
  out += '"';
}

}  // namespace

std::string number_text(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

void append_text(std::string& out, const Value& value) {
  switch (value.kind()) {
    case Kind::text:
      out += value.as_text();
      return;
    case Kind::safe_html:
      out += value.as_safe_html().str();
      return;
    case Kind::integer:
      fmt::format_to(std::back_inserter(out), "{}", value.as_integer());
      return;
    case Kind::number:
      out += number_text(value.as_number());
      return;
    default:
      throw ValueError{fmt::format("{} cannot become text", kind_name(value.kind())), ""};
  }
}

std::string to_text(const Value& value) {
  std::string out;
  append_text(out, value);
  return out;
}

bool is_numeric(const Value& value) { return value.kind() == Kind::integer || value.kind() == Kind::number; }

double to_number(const Value& value) {
  return value.kind() == Kind::number ? value.as_number() : static_cast<double>(as_int(value));
}

std::string_view characters(const Value& value) {
  return value.kind() == Kind::text ? value.as_text() : std::string_view(value.as_safe_html().str());
}

bool equal(const Value& a, const Value& b) {
  if (counts(a) && counts(b)) return compare_numbers(a, b) == 0;
  if (has_characters(a) && has_characters(b)) return characters(a) == characters(b);
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::null:
      return true;
    case Kind::list:
      return equal_lists(a.as_list(), b.as_list());
    case Kind::map:
      return equal_maps(a.as_map(), b.as_map());
    default:
      return false;
  }
}

bool less(const Value& a, const Value& b) {
  if (is_numeric(a) && is_numeric(b)) return compare_numbers(a, b) < 0;
  if (has_characters(a) && has_characters(b)) return characters(a) < characters(b);  // UTF-8 sorts as code points do
  refuse("this comparison", a, b);
}

bool contains(const Value& container, const Value& item) {
  if (has_characters(container) && has_characters(item)) {
    return characters(container).find(characters(item)) != std::string_view::npos;
  }
  if (container.kind() == Kind::list) {
    for (const Value& each : container.as_list()) {
      if (equal(each, item)) return true;
    }
    return false;
  }
  if (container.kind() == Kind::map && has_characters(item)) {
    return container.as_map().find(characters(item)) != nullptr;
  }
  refuse("\"in\"", item, container);
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

Value arithmetic(Op op, const Value& a, const Value& b) {
  if (op == Op::add && has_characters(a) && has_characters(b)) return concat(a, b);
  if (!is_numeric(a) || !is_numeric(b)) refuse(fmt::format("\"{}\"", sign_of(op)), a, b);
  bool divides = op == Op::divide || op == Op::floor_divide || op == Op::modulo;
  if (divides && to_number(b) == 0) throw ValueError{"division by zero", ""};
  if (op != Op::divide && a.kind() == Kind::integer && b.kind() == Kind::integer) {
    return integer_arithmetic(op, a.as_integer(), b.as_integer());
  }
  double x = to_number(a);
  double y = to_number(b);
  Value result;
  switch (op) {
    case Op::add:
      result = x + y;
      break;
    case Op::subtract:
      result = x - y;
      break;
    case Op::multiply:
      result = x * y;
      break;
    case Op::divide:
      result = x / y;
      break;
    default:
      result = float_division(op, x, y);
  }
  if (!std::isfinite(result.as_number())) throw ValueError{"the result is too large", ""};
  return result;
}

Value negate(const Value& value) {
  if (value.kind() == Kind::number) return Value(-value.as_number());
  if (value.kind() != Kind::integer) {
    throw ValueError{fmt::format("\"-\" does not work on {}", kind_name(value.kind())), ""};
  }
  return integer_arithmetic(Op::subtract, 0, value.as_integer());
}

Value concat(const Value& a, const Value& b) {
  if (a.kind() != Kind::safe_html && b.kind() != Kind::safe_html) {
    std::string text;
    append_text(text, a);
    append_text(text, b);
    return Value(std::move(text));
  }
  markup::SafeHtml html;
  for (const Value* part : {&a, &b}) {
    html += part->kind() == Kind::safe_html ? part->as_safe_html() : markup::SafeHtml::text(to_text(*part));
  }
  return Value(std::move(html));
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
    case Kind::number:
      out += std::isfinite(value.as_number()) ? number_text(value.as_number()) : "null";
      return;
    case Kind::text:
    case Kind::safe_html:
      append_json_text(out, characters(value));
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
        append_json_text(out, name);
        out += ':';
        append_json(out, item);
      }
      out += '}';
      return;
  }
}

}  // namespace templates
