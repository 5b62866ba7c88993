// The values of templates: null, true and false, integers, text, SafeHtml, lists and maps.
//
//   Map page;
//   page.set("title", "Rivers").set("minutes", 4).set("content", std::move(safe_html));
//   List pages;
//   pages.push(std::move(page));
//   Value shared(std::move(pages));     // now immutable; copying it copies a pointer
//   Map context;
//   context.set("pages", shared);
//
// A Value is immutable and may be read from any thread. Values that many pages share (a navigation) are built once and
// set into the context of each page, which does not copy them.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/hash.h"
#include "markup/html.h"

namespace templates {

class List;
class Map;

enum class ValueType { null, boolean, integer, text, safe_html, list, map };
// Returns the name of a kind for messages: "text", "a list", "true or false" …
std::string_view kind_name(ValueType kind);

class Value {
 public:
  Value() = default;
  Value(std::nullptr_t) {}
  template <std::same_as<bool> Bool>
  Value(Bool value) : state_(value) {}
  template <std::integral Integer>
    requires(!std::same_as<Integer, bool> && !std::same_as<Integer, char>)
  Value(Integer value) : state_(static_cast<int64_t>(value)) {}
  Value(double) = delete;  // other numbers are passed as text
  Value(std::string text);
  Value(std::string_view text) : Value(std::string(text)) {}
  Value(const char* text) : Value(std::string(text)) {}
  Value(markup::SafeHtml html) : state_(std::make_shared<const markup::SafeHtml>(std::move(html))) {}
  Value(List list);
  Value(Map map);

  // Makes a value that does not own its text or HTML, which must outlive the last render with it.
  static Value borrow(std::string_view text);
  static Value borrow(std::same_as<std::string> auto&& passing) = delete;
  static Value borrow(const markup::SafeHtml& html);

  ValueType kind() const { return kKinds[state_.index()]; }
  bool is_null() const { return state_.index() == 0; }

  // REQUIRES: the value is of that kind.
  bool as_bool() const { return std::get<bool>(state_); }
  int64_t as_integer() const { return std::get<int64_t>(state_); }
  std::string_view as_text() const;
  const markup::SafeHtml& as_safe_html() const { return *std::get<SharedHtml>(state_); }
  const List& as_list() const { return *std::get<SharedList>(state_); }
  const Map& as_map() const { return *std::get<SharedMap>(state_); }

  // Like Python's bool(): null, false, 0, "" and empty lists and maps are false.
  bool truthy() const;

 private:
  using SharedText = std::shared_ptr<const std::string>;
  using SharedHtml = std::shared_ptr<const markup::SafeHtml>;
  using SharedList = std::shared_ptr<const List>;
  using SharedMap = std::shared_ptr<const Map>;
  static constexpr ValueType kKinds[] = {ValueType::null, ValueType::boolean,   ValueType::integer, ValueType::text,
                                         ValueType::text, ValueType::safe_html, ValueType::list,    ValueType::map};

  std::variant<std::monostate, bool, int64_t, SharedText, std::string_view, SharedHtml, SharedList, SharedMap> state_;
};

class List {
 public:
  List() = default;
  List& push(Value value) {
    items_.push_back(std::move(value));
    return *this;
  }
  void reserve(size_t count) { items_.reserve(count); }

  size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  const Value& operator[](size_t index) const { return items_[index]; }
  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }

 private:
  std::vector<Value> items_;
};

// A map in the order in which names were first set. Small maps are searched linearly, large ones by hash.
class Map {
 public:
  struct Entry {
    std::string name;
    Value value;
  };

  Map() = default;
  void reserve(size_t names) { entries_.reserve(names); }
  // Sets a value. Replaces the value of an existing name.
  Map& set(std::string_view name, Value value) &;
  Map&& set(std::string_view name, Value value) && { return std::move(set(name, std::move(value))); }
  // Returns the value of a name, or null.
  const Value* find(std::string_view name) const;

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  size_t index_of(std::string_view name) const;  // returns size() if there is no such name

  static constexpr size_t kLinear = 48;  // up to this size a linear search is faster than a hash

  std::vector<Entry> entries_;
  std::unordered_map<base::Hash, size_t> index_;  // indices by the hashes of names, in large maps
};

}  // namespace templates
