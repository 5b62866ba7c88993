// Changes as JSON, for data/changes/ and for `sourcebook diff --format json`, which adds other members.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "site/changes.h"

namespace site {

// One JSON object on one line, written member by member; empty texts, lists and values are left out.
class JsonObject {
 public:
  JsonObject& text(std::string_view key, std::string_view value);
  JsonObject& texts(std::string_view key, const std::vector<std::string>& values);
  JsonObject& value(std::string_view key, const quantity::Value& value);
  JsonObject& count(std::string_view key, size_t value);  // 0 too
  JsonObject& raw(std::string_view key, std::string_view json);
  std::string take();

 private:
  std::string out_ = "{";
};

// A member of the top object: a list with one entry per line; "" for an empty list.
std::string json_lines(std::string_view key, const std::vector<std::string>& entries);

// The members that `diff` writes: tables, figures, ranks, flows, pages.
std::vector<std::string> change_members(const Changes& changes, const quantity::Units& units);

// Each row as a JSON object.
std::vector<std::string> row_entries(const std::vector<RowChange>& rows, const quantity::Units& units);

// Adds a value before and after, its units, and its change in percent.
void add_values(const ValueChange& change, const quantity::Units& units, JsonObject& object);

// Members as one object, each on a separate line.
std::string json_document(const std::vector<std::string>& members);

}  // namespace site
