// Reads a map with known keys: each get() states a key and its type; finish() reports the keys nobody asked for, with a
// suggestion. Wrong types are reported where they stand; a wrong or missing optional value gives the default.
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
  // `what` names the map in messages: "front matter", "this table". A node that is no map is an error "wrong-type";
  // a null node reads as an empty map.
  Reader(const Node& map, std::string what, base::Diagnostics& diagnostics);

  std::string text(std::string_view key, Need need = Need::optional);  // also takes a number, as written
  std::optional<bool> boolean(std::string_view key);
  std::optional<long> integer(std::string_view key);
  std::optional<double> number(std::string_view key);
  // A list of texts; a single text is a list of one. `spans`, if any, get the place of each.
  std::vector<std::string> texts(std::string_view key, std::vector<base::Span>* spans = nullptr);
  // One of `allowed`, or "" (error "unknown-value" with a suggestion).
  std::string choice(std::string_view key, const std::vector<std::string_view>& allowed);
  // Any value, for the caller to read further; null pointer when absent.
  const Node* node(std::string_view key, Need need = Need::optional);
  const Node* list(std::string_view key);
  const Node* map(std::string_view key);
  // The key's value wherever it is, for messages about it; the map's span when absent.
  base::Span span_of(std::string_view key) const;

  // Error "unknown-key" for each key that was not asked for.
  void finish();

 private:
  const Node* take(std::string_view key, Need need);
  void wrong_type(const Node& value, std::string_view key, std::string_view expected);
  std::vector<std::string_view> known_keys() const;

  const Node* map_;
  std::string what_;
  base::Diagnostics& diagnostics_;
  std::vector<std::string> asked_;  // some of them twice
};

}  // namespace notation
