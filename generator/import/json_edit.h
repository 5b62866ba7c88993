// Edits a JSON file without changing any other bytes.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "notation/node.h"

namespace import {

class JsonEditor {
 public:
  // Reports errors of parse_json. `file` must outlive the editor.
  JsonEditor(const base::SourceText& file, base::Diagnostics& diagnostics);
  explicit operator bool() const { return root_.has_value(); }  // whether the file is valid

  // Returns the object with this text at `key`, in the list at `list` or, if that is "", in the list that is the file;
  // or null.
  const notation::Node* find(std::string_view list, std::string_view key, std::string_view text) const;
  // Sets a key of an object to a JSON value. A missing key is inserted before the existing key `before`, with the same
  // white space.
  void set(const notation::Node& object, std::string_view key, const std::string& json, base::Span before);
  // Sets a key of a resource in data/datapackage.json; a missing key is inserted before its schema.
  void set_in_resource(std::string_view resource, std::string_view key, const std::string& json);
  void replace(base::Span span, std::string text) { edits_.push_back({span, std::move(text)}); }
  void insert(size_t at, std::string text);
  // Adds `item` to the end of the list at `key` of the file's object; creates the list if it is missing. `item` is JSON
  // indented by two spaces per level; it gets the indentation of its neighbours and the line ends of the file. Returns
  // false after an error "wrong-type".
  bool append(std::string_view key, std::string_view item, base::Diagnostics& diagnostics);

  // Returns the white space before a position in its line; nullopt if anything else is before the position.
  std::optional<std::string> indent_of(size_t place) const;
  std::string text() const;  // returns the new text of the file

 private:
  const base::SourceText& file_;
  std::optional<notation::Node> root_;
  std::vector<base::Edit> edits_;
};

// Writes a list of texts as JSON on one line.
std::string json_list(const std::vector<std::string>& texts);
// Writes a date in CSL's form: {"date-parts": [[2026, 1, 31]]}.
std::string date_parts(std::string_view date);

}  // namespace import
