// Writes changes as JSON, for data/changes/ and for `sourcebook diff --format json`, which adds other members.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "site/changes.h"

namespace site {

// Writes a JSON object on one line, member by member. Empty texts, lists and values are omitted.
class JsonObject {
 public:
  JsonObject& text(std::string_view key, std::string_view value);
  JsonObject& texts(std::string_view key, const std::vector<std::string>& values);
  JsonObject& value(std::string_view key, const quantity::Value& value);
  JsonObject& count(std::string_view key, size_t value);  // writes 0 too
  JsonObject& raw(std::string_view key, std::string_view json);
  std::string take();

 private:
  std::string out_ = "{";
};

// Returns a member of the top-level object: a list with one entry per line; "" for an empty list.
std::string json_lines(std::string_view key, const std::vector<std::string>& entries);

// Returns the members that `diff` writes: tables, figures, ranks, flows, pages.
std::vector<std::string> change_members(const Changes& changes, const quantity::Units& units);

// Returns a JSON object for each row.
std::vector<std::string> row_entries(const std::vector<RowChange>& rows, const quantity::Units& units);

// Adds the old and the new value, their units, and the change in percent.
void add_values(const ValueChange& change, const quantity::Units& units, JsonObject& object);

// Joins members into an object, one per line.
std::string json_document(const std::vector<std::string>& members);

}  // namespace site
