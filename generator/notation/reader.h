// Reads a map with known keys: each function states a key and its type; finish() reports all other keys, with a
// suggestion. A value of a wrong type is reported at its position; a wrong or missing optional value gives the default.
//
//   notation::Reader reader(node, "front matter", diagnostics);
//   page.title = reader.text("title", required);
//   page.draft = reader.boolean("draft");
//   reader.finish();
//
// format.h makes such readers from lists of keys.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace notation {

enum class Need { optional, required };

// The range of a number: from `least` or above `above`, up to `most`.
struct Range {
  std::optional<double> least = {}, most = {}, above = {};
};

class Reader {
 public:
  // `what` names the map in messages: "front matter", "this table". A node that is not a map is an error "wrong-type";
  // a null node is an empty map.
  Reader(const Node& map, std::string what, base::Diagnostics& diagnostics);

  std::string text(std::string_view key, Need need = Need::optional);  // returns the number's text
  std::optional<bool> boolean(std::string_view key);
  std::optional<long> integer(std::string_view key);
  std::optional<double> number(std::string_view key);
  // Returns a list of texts; a single text is a list of one. Adds the span of each to `spans`, if given.
  std::vector<std::string> texts(std::string_view key, std::vector<base::Span>* spans = nullptr);
  // The same, but reports and omits empty texts ("bad-value").
  std::vector<std::string> filled_texts(std::string_view key, std::vector<base::Span>& spans);
  // Returns one of `allowed`. Otherwise reports "unknown-value" with a suggestion, and returns "".
  std::string choice(std::string_view key, const std::vector<std::string_view>& allowed);
  // Returns a value of any kind, or null if it is absent.
  const Node* node(std::string_view key, Need need = Need::optional);
  const Node* list(std::string_view key);
  const Node* map(std::string_view key);
  // Returns the span of a key's value, for messages; if it is absent, that of the map.
  base::Span span_of(std::string_view key) const;
  // Returns whether the value of a key is in the range. Otherwise reports "bad-value".
  bool is_in(const Range& range, std::string_view key, double value);
  base::Diagnostics& diagnostics() { return diagnostics_; }
  // Reports "wrong-type" for the value of a key. REQUIRES: the key is given.
  void wrong_type(std::string_view key, std::string_view expected) { wrong_type(*map_->find(key), key, expected); }

  // Reports "unknown-key" for each key that was not read.
  void finish() { finish(false); }
  // Like finish(), for a map that may also have keys of other programs: only warns of keys that are nearly a known one.
  void finish_open() { finish(true); }
  // `explain` may report an unknown key itself, and then returns true.
  void finish(bool is_open, const std::function<bool(const Entry&)>& explain = {});

 private:
  // Returns the value unless it is missing or null.
  const Node* given(std::string_view key, Need need = Need::optional);
  const Node* of_kind(Kind kind, std::string_view key);
  void wrong_type(const Node& value, std::string_view key, std::string_view expected);

  const Node* map_;
  std::string what_;
  base::Diagnostics& diagnostics_;
  std::vector<std::string> known_;  // all keys that were read, possibly with duplicates
};

}  // namespace notation
