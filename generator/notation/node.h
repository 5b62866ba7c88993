// Folder notation/: parses YAML and JSON into one kind of tree, in which each value has its span in the file.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"

namespace notation {

enum class Kind { null, boolean, number, string, list, map };
std::string_view kind_name(Kind kind);  // returns the name for messages: "text", "a number", "a list" …

struct Node;
struct Entry;

// A value. `text` is the scalar as written in the file, unquoted and unescaped (a number keeps its digits: "2.70").
struct Node {
  Kind kind = Kind::null;
  base::Span span;
  std::string text;
  std::vector<Node> items;     // the items of a list
  std::vector<Entry> entries;  // the entries of a map in the order of the file, with unique keys

  bool is_map() const { return kind == Kind::map; }
  bool is_list() const { return kind == Kind::list; }
  bool is_string() const { return kind == Kind::string; }
  bool is_null() const { return kind == Kind::null; }
  bool as_bool() const { return text == "true"; }
  double as_double() const;  // REQUIRES: the value is a number
  // Returns the value of a key in a map, or null.
  const Node* find(std::string_view key) const;
};

struct Entry {
  std::string key;
  base::Span key_span;
  Node value;
};

}  // namespace notation
