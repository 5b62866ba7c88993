// Reads a map with known keys: each function states a key and its type; finish() reports all other keys, with a
// suggestion. A value of a wrong type is reported at its place; a wrong or missing optional value gives the default.
//
//   notation::Reader reader(node, "front matter", diagnostics);
//   page.title = reader.text("title", required);
//   page.draft = reader.boolean("draft");
//   reader.finish();
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

enum class Need { optional, required };

class Reader {
 public:
  // `what` names the map in messages: "front matter", "this table". A node that is not a map is an error "wrong-type";
  // a null node is an empty map.
  Reader(const Node& map, std::string what, base::Diagnostics& diagnostics);

  std::string text(std::string_view key, Need need = Need::optional);  // also of a number, as written
  std::optional<bool> boolean(std::string_view key);
  std::optional<long> integer(std::string_view key);
  std::optional<double> number(std::string_view key);
  // A list of texts; a single text is a list of one. Adds the span of each to `spans`, if given.
  std::vector<std::string> texts(std::string_view key, std::vector<base::Span>* spans = nullptr);
  // Returns one of `allowed`, or "" (error "unknown-value" with a suggestion).
  std::string choice(std::string_view key, const std::vector<std::string_view>& allowed);
  // Any value, or null when absent.
  const Node* node(std::string_view key, Need need = Need::optional);
  const Node* list(std::string_view key);
  const Node* map(std::string_view key);
  // The span of the key's value, or of the map when absent: for messages.
  base::Span span_of(std::string_view key) const;

  // Error "unknown-key" for each key that none of the functions was called with.
  void finish();
  // As above for a map that may have keys of others: only a warning for each that is nearly one of the known keys.
  void finish_open();

 private:
  // The value unless it is missing or null.
  const Node* given(std::string_view key, Need need = Need::optional);
  const Node* of_kind(Kind kind, std::string_view key);
  void wrong_type(const Node& value, std::string_view key, std::string_view expected);
  std::vector<std::string_view> known_once() const;

  const Node* map_;
  std::string what_;
  base::Diagnostics& diagnostics_;
  std::vector<std::string> known_;  // keys, some of them twice
};

}  // namespace notation
