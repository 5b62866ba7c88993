#include "template/value.h"

#include <algorithm>

namespace templates {

std::string_view kind_name(ValueType kind) {
  constexpr std::string_view kNames[] = {"none", "true or false", "a number", "text", "HTML", "a list", "a map"};
  return kNames[static_cast<size_t>(kind)];
}

namespace {

// Returns a non-owning pointer, without reference counting.
template <typename T>
std::shared_ptr<const T> unowned(const T& value) {
  return {std::shared_ptr<const T>(), &value};
}

struct IsTrue {
  bool operator()(std::monostate) const { return false; }
  bool operator()(bool value) const { return value; }
  bool operator()(int64_t value) const { return value != 0; }
  bool operator()(std::string_view text) const { return !text.empty(); }
  bool operator()(const auto& shared) const { return !shared->empty(); }
};

// Many values of a page are empty, and need no memory.
template <typename T>
std::shared_ptr<const T> shared(T value) {
  static const T kEmpty;
  return value.empty() ? unowned(kEmpty) : std::make_shared<const T>(std::move(value));
}

}  // namespace

Value::Value(std::string text) {
  if (text.empty())
    state_ = std::string_view();
  else
    state_ = std::make_shared<const std::string>(std::move(text));
}
Value::Value(List list) : state_(shared(std::move(list))) {}
Value::Value(Map map) : state_(shared(std::move(map))) {}

Value Value::borrow(std::string_view text) {
  Value value;
  value.state_ = text;
  return value;
}

Value Value::borrow(const markup::SafeHtml& html) {
  Value value;
  value.state_ = unowned(html);
  return value;
}

std::string_view Value::as_text() const {
  if (auto* borrowed = std::get_if<std::string_view>(&state_)) return *borrowed;
  return *std::get<SharedText>(state_);
}

bool Value::truthy() const { return std::visit(IsTrue(), state_); }

size_t Map::index_of(std::string_view name) const {
  if (entries_.size() > kLinear) {
    const auto found = index_.find(base::hash_bytes(name));
    return found == index_.end() ? entries_.size() : found->second;
  }
  const auto found = std::find_if(begin(), end(), [&](const Entry& entry) { return entry.name == name; });
  return static_cast<size_t>(found - begin());
}

const Value* Map::find(std::string_view name) const {
  const size_t index = index_of(name);
  return index < entries_.size() ? &entries_[index].value : nullptr;
}

Map& Map::set(std::string_view name, Value value) & {
  if (const size_t index = index_of(name); index < entries_.size()) {
    entries_[index].value = std::move(value);
    return *this;
  }
  if (entries_.empty()) entries_.reserve(8);
  entries_.emplace_back(std::string(name), std::move(value));
  if (entries_.size() > kLinear)
    for (size_t i = index_.size(); i < entries_.size(); ++i) index_.emplace(base::hash_bytes(entries_[i].name), i);
  return *this;
}

}  // namespace templates
