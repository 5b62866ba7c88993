// What may follow "is".
#include "template/filters.h"

namespace templates {
namespace {

const std::vector<Test>& tests() {
  using V = const Value&;
  using A = const Value*;
  static const std::vector<Test> table = {
      {"defined", false, nullptr},
      {"undefined", false, nullptr},
      {"none", false, [](V v, A) { return v.is_null(); }},
      {"string", false, [](V v, A) { return has_characters(v); }},
      {"number", false, [](V v, A) { return is_numeric(v) || v.kind() == Kind::boolean; }},
      {"integer", false, [](V v, A) { return v.kind() == Kind::integer; }},
      {"float", false, [](V v, A) { return v.kind() == Kind::number; }},
      {"boolean", false, [](V v, A) { return v.kind() == Kind::boolean; }},
      {"true", false, [](V v, A) { return v.kind() == Kind::boolean && v.as_bool(); }},
      {"false", false, [](V v, A) { return v.kind() == Kind::boolean && !v.as_bool(); }},
      {"mapping", false, [](V v, A) { return v.kind() == Kind::map; }},
      {"sequence", false, [](V v, A) { return has_characters(v) || v.kind() == Kind::list || v.kind() == Kind::map; }},
      {"iterable", false, [](V v, A) { return has_characters(v) || v.kind() == Kind::list || v.kind() == Kind::map; }},
      {"odd", false, [](V v, A) { return equal(arithmetic(Op::modulo, v, Value(2)), Value(1)); }},
      {"even", false, [](V v, A) { return equal(arithmetic(Op::modulo, v, Value(2)), Value(0)); }},
      {"divisibleby", true, [](V v, A a) { return equal(arithmetic(Op::modulo, v, *a), Value(0)); }},
  };
  return table;
}

}  // namespace

const Test* find_test(std::string_view name) {
  for (const Test& test : tests()) {
    if (test.name == name) return &test;
  }
  return nullptr;
}

std::vector<std::string_view> test_names() {
  std::vector<std::string_view> names;
  for (const Test& test : tests()) names.push_back(test.name);
  return names;
}

}  // namespace templates
