// Writes records of changes as JSON (site/changes.h).
#include "base/text.h"
#include "notation/json.h"
#include "site/changes.h"

namespace site {
namespace {

using notation::json_text;

// Formats a change in percent for programs. Pages compute it from the values instead.
std::string percent_number(const quantity::Exact& percent) {
  if (percent.sign() == 0) return "0";
  const int digits = std::max(0, 5 - percent.magnitude());
  auto rounded = quantity::Exact::parse(percent.round_half_up(digits));
  return rounded ? rounded->to_decimal().value_or("0") : "0";
}

}  // namespace

void add_values(const ValueChange& change, const quantity::Units& units, JsonObject& object) {
  const quantity::ValueInUnit &before = change.before, &after = change.after;
  object.text("format", change.format).value("before", before.value).value("after", after.value);
  const bool both = !quantity::is_null(before.value) && !quantity::is_null(after.value);
  if (!both || before.unit == after.unit)
    object.text("unit", quantity::is_null(after.value) ? before.unit : after.unit);
  else
    object.text("unit_before", before.unit).text("unit_after", after.unit);
  if (auto percent = quantity::percent_change(before, after, units)) object.raw("percent", percent_number(*percent));
}

JsonObject& JsonObject::text(std::string_view key, std::string_view value) {
  return value.empty() ? *this : raw(key, json_text(value));
}

JsonObject& JsonObject::texts(std::string_view key, const std::vector<std::string>& values) {
  if (values.empty()) return *this;
  std::vector<std::string> list;
  for (const std::string& value : values) list.push_back(json_text(value));
  return raw(key, "[" + base::join(list, ", ") + "]");
}

JsonObject& JsonObject::value(std::string_view key, const quantity::Value& value) {
  if (quantity::is_null(value)) return *this;
  const auto* text = std::get_if<std::string>(&value);
  return raw(key, text ? json_text(*text) : quantity::to_text(value));
}

JsonObject& JsonObject::count(std::string_view key, size_t value) { return raw(key, std::to_string(value)); }

JsonObject& JsonObject::raw(std::string_view key, std::string_view json) {
  if (out_.size() > 1) out_ += ", ";
  out_.append(json_text(key)).append(": ").append(json);
  return *this;
}

std::string JsonObject::take() { return std::move(out_) + "}"; }

std::string json_lines(std::string_view key, const std::vector<std::string>& list) {
  return list.empty() ? "" : json_text(key) + ": [\n" + base::join(list, ",\n") + "\n]";
}

std::string json_document(const std::vector<std::string>& members) {
  std::string out;
  for (const std::string& member : members)
    if (!member.empty()) out += (out.empty() ? "{\n" : ",\n") + member;
  return out.empty() ? "{}\n" : out + "\n}\n";
}

}  // namespace site
