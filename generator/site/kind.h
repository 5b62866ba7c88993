// A kind of dependency: its name, the inputs of its value, and the function that computes the value. Lists of kinds are
// types, so that the code that reads a value (View::read) and the code that compares it in the next build (KindTable)
// are both generated from them.
#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/hash.h"
#include "site/value_hash.h"

namespace site {

// The inputs that a value is computed from.
enum class DependencyScope {
  site,
  page,  // the value depends on the site and the page that reads it
  data   // the value depends only on the database, and so is unchanged while the data are
};

// A text as a template argument.
template <size_t N>
struct Name {
  char text[N] = {};
  constexpr Name(const char (&literal)[N]) { std::copy_n(literal, N, text); }  // NOLINT(google-explicit-constructor)
  constexpr operator std::string_view() const { return {text, N - 1}; }        // NOLINT(google-explicit-constructor)
};

template <class Result, class Model>
std::remove_cvref_t<Result> result_of(Result (*)(const Model&, std::string_view));

// `compute` is a function of a model and an argument; the argument is "" for a kind with a single value.
template <Name name, DependencyScope from, auto compute>
struct Kind {
  static constexpr std::string_view kName = name;
  static constexpr DependencyScope kFrom = from;
  static constexpr auto kCompute = compute;
  using Value = decltype(result_of(compute));
};

template <class... Kinds>
struct KindList : Kinds... {};

template <class... A, class... B>
constexpr KindList<A..., B...> operator+(KindList<A...>, KindList<B...>) {
  return {};
}

// Returns the kind with this name of a KindList, one of whose bases it is; an unknown name does not compile.
template <Name name, DependencyScope from, auto compute>
constexpr Kind<name, from, compute> kind_named(Kind<name, from, compute>) {
  return {};
}

// A dependency key split into its two parts: "frame:prices" becomes {"frame", "prices"}.
struct Key {
  std::string_view name, argument;
};
inline Key parse_key(std::string_view key) {
  const size_t colon = std::min(key.find(':'), key.size());
  return {key.substr(0, colon), key.substr(std::min(colon + 1, key.size()))};
}

// A kind for keys that are known only at run time: those of the previous build.
template <class Model>
struct KindEntry {
  std::string_view name;
  DependencyScope from;
  base::Hash (*value_hash)(const Model& model, std::string_view argument);
};

template <class Model, class... Kinds>
constexpr std::array<KindEntry<Model>, sizeof...(Kinds)> kind_table(KindList<Kinds...>) {
  return {{{Kinds::kName, Kinds::kFrom, [](const Model& model, std::string_view argument) {
              return value_hash(Kinds::kCompute(model, argument));
            }}...}};
}

// ---- the dependencies of a page: the keys that it read, with value hashes

// Maps keys ("config", "page:lessons/cost.html") to value hashes.
using Record = std::map<std::string, base::Hash, std::less<>>;

class Recorder {
 public:
  explicit Recorder(bool records = true) : records_(records) {}

  // Records a key with the result of hash(). Does not call hash() if the key is already recorded or recording is off.
  template <class HashOf>
  void add(std::string_view name, std::string_view argument, HashOf&& hash) {
    if (!records_) return;
    key_.assign(name);
    if (!argument.empty()) key_.append(":").append(argument);
    if (const auto at = record_.lower_bound(key_); at == record_.end() || at->first != key_)
      record_.emplace_hint(at, key_, hash());
  }
  const Record& record() const { return record_; }
  Record take() { return std::move(record_); }

 private:
  bool records_;
  Record record_;
  std::string key_;  // the key of the last call, whose buffer is reused because tables read a value for each cell
};

}  // namespace site
