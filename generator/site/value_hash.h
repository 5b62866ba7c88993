// Hashes the values that pages read (site/view.h). The hash covers every field of a value, so that nothing can be shown
// that is not hashed. A struct states its number of fields; it does not compile if that number is missing or wrong, or
// if a field has no hash (a pointer to a Page, for example).
#pragma once
#include <bit>
#include <cstddef>
#include <ranges>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "base/hash.h"

namespace site {

// The number of fields of a struct: its member kFields, or a specialisation for the structs of lower layers.
template <class T>
inline constexpr size_t kFieldsOf = T::kFields;

// A value with a precomputed hash. `value` must be immutable.
template <class T>
struct Hashed {
  const T* value = nullptr;
  base::Hash hash;
};

template <class T>
base::Hash own_hash(const Hashed<T>& hashed) {
  return hashed.hash;
}

// Calls visit(fields…) with all fields of a struct.
template <class T, class Visit>
void visit_fields(T& value, Visit&& visit) {
  constexpr size_t kCount = kFieldsOf<std::remove_const_t<T>>;
  // Each field needs a name here; a different number of names is an error.
  if constexpr (kCount == 2) {
    auto& [a, b] = value;
    visit(a, b);
  } else if constexpr (kCount == 3) {
    auto& [a, b, c] = value;
    visit(a, b, c);
  } else if constexpr (kCount == 4) {
    auto& [a, b, c, d] = value;
    visit(a, b, c, d);
  } else if constexpr (kCount == 5) {
    auto& [a, b, c, d, e] = value;
    visit(a, b, c, d, e);
  } else if constexpr (kCount == 6) {
    auto& [a, b, c, d, e, f] = value;
    visit(a, b, c, d, e, f);
  } else if constexpr (kCount == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    visit(a, b, c, d, e, f, g);
  } else if constexpr (kCount == 8) {
    auto& [a, b, c, d, e, f, g, h] = value;
    visit(a, b, c, d, e, f, g, h);
  } else if constexpr (kCount == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = value;
    visit(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (kCount == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
    visit(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (kCount == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    visit(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (kCount == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    visit(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (kCount == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
    visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else {
    static_assert(kCount == 2, "add this number of fields above");
  }
}

template <class T>
void add_value(base::Hasher& hasher, const T& value) {
  if constexpr (requires { own_hash(value); }) {
    hasher.add(base::Hash(own_hash(value)));
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    hasher.add(std::string_view(value));
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    hasher.add(static_cast<uint64_t>(value));
  } else if constexpr (std::is_same_v<T, double>) {
    hasher.add(std::bit_cast<uint64_t>(value));
  } else if constexpr (std::ranges::input_range<const T>) {
    hasher.add(uint64_t{std::ranges::size(value)});
    for (const auto& item : value) add_value(hasher, item);
  } else if constexpr (requires { *value, static_cast<bool>(value); }) {  // a pointer or an optional
    hasher.add(uint64_t{static_cast<bool>(value)});
    if (value) add_value(hasher, *value);
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    std::apply([&](const auto&... each) { (add_value(hasher, each), ...); }, value);
  } else {
    visit_fields(value, [&](const auto&... fields) { (add_value(hasher, fields), ...); });
  }
}

template <class T>
base::Hash value_hash(const T& value) {
  base::Hasher hasher;
  add_value(hasher, value);
  return hasher.finish();
}

}  // namespace site
