#include "import/alike.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "import/data_file.h"
#include "quantity/decimal.h"

namespace import {
namespace {

constexpr size_t kMostConflicts = 10;
// Calculated values agree when they differ by less than this: other programs round their last digits otherwise.
constexpr double kRounding = 1e-12;

// A column in which two rows differ; "" where they are alike. Where they were read is no difference.
std::string difference(const data::Resource& resource, const Row& first, const Row& other) {
  for (const data::ResourceField& each : resource.fields) {
    const std::string& name = each.field.name;
    const Cell *a = first.find(name), *b = other.find(name);
    const bool alike = a && b ? agree(each.field, *a, *b) : a == b;
    if (!alike && name != "locator") return name;
  }
  return "";
}

void tell_conflict(const data::Resource& resource, const Key& key, const std::string& column, const Row& first,
                   const Row& row, base::Diagnostics& diagnostics) {
  std::string message = fmt::format("two rows have the key \"{}\" and differ in \"{}\"", shown(key), column);
  auto& error = row.span ? diagnostics.error("duplicate-key", row.span, std::move(message))
                         : diagnostics.error("duplicate-key", row.where, std::move(message));
  error.expect("one row for each key: " + base::join(resource.primary_key, ", "));
  if (first.span)
    error.note(first.span, "the other one");
  else
    error.suggest("the other one: " + first.where);
}

}  // namespace

bool agree(const quantity::Field& field, const std::optional<Cell>& before, const Cell& after) {
  if (!before) return after.is_empty();
  if (before->text == after.text) return true;
  if (field.type == quantity::FieldType::boolean) return base::lower_case(before->text) == base::lower_case(after.text);
  if (!quantity::is_numeric(field.type)) return false;
  auto a = quantity::Exact::parse(before->text), b = quantity::Exact::parse(after.text);
  if (!a || !b) return false;
  if (*a == *b) return true;
  double x = a->to_double(), y = b->to_double();
  return after.computed && std::abs(x - y) <= kRounding * std::max(std::abs(x), std::abs(y));
}

void leave_one_of_each_key(const data::Resource& resource, std::vector<Row>& rows, Skips& skips,
                           base::Diagnostics& diagnostics) {
  std::map<Key, const Row*> firsts;
  std::vector<Row> left;
  left.reserve(rows.size());  // so that the first ones stay where they are
  size_t conflicts = 0;
  for (Row& row : rows) {
    const Key key = key_of(resource, row);
    const auto first = firsts.find(key);
    if (key.empty() || first == firsts.end()) {
      left.push_back(std::move(row));
      firsts.emplace(key, &left.back());
      continue;
    }
    if (std::string column = difference(resource, *first->second, row); column.empty())
      skips.add("the same row twice", row.where);
    else if (++conflicts <= kMostConflicts)
      tell_conflict(resource, key, column, *first->second, row, diagnostics);
  }
  if (conflicts > kMostConflicts)
    diagnostics.error("duplicate-key", std::string(),
                      fmt::format("{} more keys stand for several rows", conflicts - kMostConflicts));
  rows = std::move(left);
}

}  // namespace import
