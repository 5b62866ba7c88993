// A format is described once: a list of the keys of a map, each with its place in a struct, its type, its default and
// its meaning. The reader with its messages, the JSON Schema (schema.h) and the handbook's table of keys are made from
// this list, so they can't contradict each other.
//
//   const Format<Plan> kPlan{"the plan", {
//       {"title", text(&Plan::title), kRequired, "The heading."},
//       {"pages", texts(&Plan::pages), "none", "The paths of the pages, in order."},
//   }};
//   Plan plan = kPlan.read(node, diagnostics);
#pragma once
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"
#include "notation/reader.h"

namespace notation {

class AnyFormat;

// What a value may be, apart from null: null means that an optional key is not given.
struct Type {
  std::string name;                            // for people: "text", "true or false"
  std::string schema;                          // a JSON Schema
  std::vector<const AnyFormat*> formats = {};  // those that `schema` refers to, as reference_to() does
};
inline const Type kText{"text", R"({"type": ["string", "number"]})"};
inline const Type kTexts{"list of texts", R"({"anyOf": [{"type": ["string", "number"]},
    {"type": "array", "items": {"type": ["string", "number"]}}]})"};
inline const Type kFilledTexts{"list of texts", R"({"anyOf": [{"type": ["string", "number"], "minLength": 1},
    {"type": "array", "items": {"type": ["string", "number"], "minLength": 1}}]})"};
inline const Type kFlag{"true or false", R"({"type": "boolean"})"};

// What holds if a key is not given, for people: "none", "the file's name".
struct Default {
  constexpr Default(const char* given, Need is_needed = Need::optional) : words(given), need(is_needed) {}

  std::string_view words;
  Need need;
};
inline constexpr Default kRequired{"required", Need::required};

// The type of a value, and how to store it in a T. `read` is called only if the value is given.
template <class T>
struct Value {
  using Read = std::function<void(Reader& from, std::string_view key, T& to)>;

  Value(Type is, Read reads, bool nullable = false)
      : type(std::move(is)), read(std::move(reads)), takes_null(nullable) {}
  // The value of a base class of T.
  template <class Base>
    requires std::derived_from<T, Base>
  Value(Value<Base> other)  // NOLINT(google-explicit-constructor)
      : type(std::move(other.type)),
        read(std::move(other.read)),
        takes_null(other.takes_null),
        refuses_null(other.refuses_null) {}

  Type type;
  Read read;
  bool takes_null;            // whether null has a meaning of its own, or is an error: `read` is called for it
  bool refuses_null = false;  // whether it is an error
};

template <class T>
struct Key {
  std::string_view name;
  Value<T> value;
  Default standard;
  std::string_view meaning;       // one or more sentences in Markdown
  std::string_view used_by = "";  // what the key is for, as words separated by spaces: "bar line"; "" for everything
};

// A format without its struct: what a schema and the handbook need.
class AnyFormat {
 public:
  struct KeyInfo {
    std::string_view name;
    Type type;
    Default standard;
    std::string_view meaning;
    bool refuses_null;
    std::string_view used_by;
  };
  // Reports a key that other programs have and this format does not. Returns false if it does not know the key.
  using Explain = std::function<bool(const Entry& entry, const AnyFormat& format, base::Diagnostics& diagnostics)>;

  std::string_view what() const { return what_; }  // the subject of messages: "the plan"
  std::string name() const;                        // the name in a schema: "plan"
  const std::vector<KeyInfo>& keys() const { return keys_; }
  std::vector<std::string_view> key_names() const;
  const KeyInfo* find(std::string_view key) const;  // returns null for an unknown key
  std::string_view rules() const { return rules_; }
  bool is_open() const { return ignored_.has_value(); }  // whether there may be keys of other programs

 protected:
  AnyFormat(std::string_view what, std::string_view rules, Explain explain, std::optional<std::string_view> ignored)
      : what_(what), rules_(rules), ignored_(ignored), explain_(std::move(explain)) {}
  ~AnyFormat() = default;
  void finish(Reader& reader, base::Diagnostics& diagnostics) const;

  std::string_view what_, rules_;
  std::optional<std::string_view> ignored_;
  Explain explain_;
  std::vector<KeyInfo> keys_;
};

template <class T>
struct FormatOptions {
  std::string_view rules = "{}";  // rules between keys, as a JSON object with members of a JSON Schema …
  void (*check)(T& value, const Node& map,
                base::Diagnostics& diagnostics) = nullptr;  // … and a function that checks them
  AnyFormat::Explain explain = nullptr;
  // Of a format to which other programs add keys: the keys of its standard that have no effect here.
  std::optional<std::string_view> ignored = {};
};

// Formats refer to each other by address. They are constants of one file, defined before the formats that contain them,
// or in a function that returns a reference: constants of other files may not exist yet.
template <class T>
class Format : public AnyFormat {
 public:
  Format(std::string_view what, const std::vector<Key<T>>& keys, FormatOptions<T> options = {})
      : AnyFormat(what, options.rules, std::move(options.explain), options.ignored), check_(options.check) {
    for (const Key<T>& key : keys) {
      keys_.push_back({key.name, key.value.type, key.standard, key.meaning, key.value.refuses_null, key.used_by});
      takes_null_.push_back(key.value.takes_null);
      reads_.push_back(key.value.read);
    }
  }
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;

  // Reads a map into `to`, which keeps what is not given. Codes: those of Reader, and of the rules between keys. `what`
  // is the subject of messages.
  void read(const Node& map, std::string what, T& to, base::Diagnostics& diagnostics) const {
    Reader reader(map, std::move(what), diagnostics);
    for (size_t i = 0; i < keys_.size(); ++i) {
      const Node* value = reader.node(keys_[i].name, keys_[i].standard.need);
      if (value && (!value->is_null() || takes_null_[i])) reads_[i](reader, keys_[i].name, to);
    }
    finish(reader, diagnostics);
    if (check_) check_(to, map, diagnostics);
  }
  // Returns a new value. A member `span` becomes that of the map.
  T read(const Node& map, base::Diagnostics& diagnostics) const {
    T value;
    if constexpr (requires { value.span; }) value.span = map.span;
    read(map, std::string(what_), value, diagnostics);
    return value;
  }

 private:
  void (*check_)(T& value, const Node& map, base::Diagnostics& diagnostics);
  std::vector<typename Value<T>::Read> reads_;  // by key
  std::vector<bool> takes_null_;
};

Type number_type(bool is_whole, const Range& range);
Type choice_type(const std::vector<std::string_view>& words);
// Returns the schema of a map in this format, for Type::schema.
std::string reference_to(const AnyFormat& format);
Type map_type(const AnyFormat& format);
Type list_type(const AnyFormat& format);   // a list of maps
Type named_type(const AnyFormat& format);  // a map of maps with free names
Type only_map(const AnyFormat& format);    // a map that cannot be null
// These combine other types; `name` is for people.
Type list_of(std::string name, const Type& items);
Type either(std::string name, const std::vector<Type>& types);

// Returns the keys of both lists.
template <class T>
std::vector<Key<T>> joined(std::vector<Key<T>> keys, const std::vector<std::type_identity_t<Key<T>>>& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

// The kinds of values, for `using namespace`. A text is stored in a std::string, or with its span in a struct of both.
namespace kinds {

// The type of a value that is stored in a place, which may be optional.
template <class Stored>
struct Given {
  using Type = Stored;
};
template <class Stored>
struct Given<std::optional<Stored>> {
  using Type = Stored;
};

// Returns a text in the form of its place.
template <class Stored>
Stored stored_text(std::string text, base::Span span) {
  if constexpr (std::same_as<Stored, std::string>)
    return text;
  else
    return text.empty() ? Stored() : Stored{std::move(text), span};
}

template <class T, class Stored>
Value<T> text(Stored T::* place) {
  return {kText, [place](Reader& from, std::string_view key, T& to) {
            to.*place = stored_text<typename Given<Stored>::Type>(from.text(key), from.span_of(key));
          }};
}

// A list of texts, or one text. `filled` refuses empty texts.
template <class T, class Stored>
Value<T> texts(std::vector<Stored> T::* place, bool filled = false) {
  return {filled ? kFilledTexts : kTexts, [=](Reader& from, std::string_view key, T& to) {
            std::vector<base::Span> spans;
            std::vector<std::string> values = filled ? from.filled_texts(key, spans) : from.texts(key, &spans);
            for (size_t i = 0; i < values.size(); ++i)
              (to.*place).push_back(stored_text<Stored>(std::move(values[i]), spans[i]));
          }};
}
template <class T, class Stored>
Value<T> filled_texts(std::vector<Stored> T::* place) {
  return texts(place, true);
}

// The same, with the spans in a separate list.
template <class T>
Value<T> texts(std::vector<std::string> T::* place, std::vector<base::Span> T::* spans) {
  return {kTexts, [=](Reader& from, std::string_view key, T& to) { to.*place = from.texts(key, &(to.*spans)); }};
}

// `Stored` is bool or std::optional<bool>.
template <class T, class Stored>
Value<T> flag(Stored T::* place) {
  return {kFlag, [place](Reader& from, std::string_view key, T& to) {
            if (const auto value = from.boolean(key)) to.*place = static_cast<bool>(*value);
          }};
}

// `Stored` is a type of whole numbers, or an optional one.
template <class T, class Stored>
Value<T> whole_number(Stored T::* place, Range range = {}) {
  return {number_type(true, range), [=](Reader& from, std::string_view key, T& to) {
            const std::optional<long> value = from.integer(key);
            if (value && from.is_in(range, key, static_cast<double>(*value)))
              to.*place = static_cast<typename Given<Stored>::Type>(*value);
          }};
}

// `Stored` is double or std::optional<double>.
template <class T, class Stored>
Value<T> number(Stored T::* place, Range range = {}) {
  return {number_type(false, range), [=](Reader& from, std::string_view key, T& to) {
            const std::optional<double> value = from.number(key);
            if (value && from.is_in(range, key, *value)) to.*place = static_cast<double>(*value);
          }};
}

// One of some words, each with what is stored for it.
template <class T, class Stored>
  requires(!std::same_as<Stored, std::string>)
Value<T> choice(Stored T::* place, std::vector<std::pair<std::string_view, typename Given<Stored>::Type>> choices) {
  std::vector<std::string_view> words;
  for (const auto& each : choices) words.push_back(each.first);
  Type type = choice_type(words);
  return {std::move(type), [place, words, choices = std::move(choices)](Reader& from, std::string_view key, T& to) {
            const std::string given = from.choice(key, words);
            for (const auto& [word, stored] : choices)
              if (word == given) to.*place = stored;
          }};
}

// One of some words, stored as a text.
template <class T>
Value<T> choice(std::string T::* place, const std::vector<std::string_view>& words) {
  return {choice_type(words), [=](Reader& from, std::string_view key, T& to) { to.*place = from.choice(key, words); }};
}

// A value, or all keys, of a part of the struct.
template <class T, class Part>
Value<T> within(Part T::* place, Value<Part> value) {
  const auto read = [place, read = std::move(value.read)](Reader& from, std::string_view key, T& to) {
    read(from, key, to.*place);
  };
  Value<T> whole(std::move(value.type), read, value.takes_null);
  whole.refuses_null = value.refuses_null;
  return whole;
}

template <class T, class Part>
std::vector<Key<T>> within(Part T::* place, const std::vector<Key<Part>>& keys) {
  std::vector<Key<T>> whole;
  for (const Key<Part>& key : keys)
    whole.push_back({key.name, within(place, key.value), key.standard, key.meaning, key.used_by});
  return whole;
}

// A value whose span is stored too.
template <class T>
Value<T> with_span(base::Span T::* span, Value<T> value) {
  value.read = [span, read = std::move(value.read)](Reader& from, std::string_view key, T& to) {
    to.*span = from.span_of(key);
    read(from, key, to);
  };
  return value;
}

// A value that other code reads.
template <class T>
Value<T> unread(Type type) {
  return {std::move(type), [](Reader&, std::string_view, T&) {}};
}

// Texts that other code reads.
template <class T>
Value<T> unread_texts() {
  return {kTexts, [](Reader& from, std::string_view key, T&) { from.texts(key); }};
}

// A map. `Stored` is `Entry`, an optional one, or a shared pointer to a constant one.
template <class T, class Stored, class Entry>
Value<T> map(Stored T::* place, const Format<Entry>& format) {
  return {map_type(format), [place, &format](Reader& from, std::string_view key, T& to) {
            const Node* node = from.map(key);
            if (!node) return;
            if constexpr (std::same_as<Stored, std::shared_ptr<const Entry>>)
              to.*place = std::make_shared<const Entry>(format.read(*node, from.diagnostics()));
            else
              to.*place = format.read(*node, from.diagnostics());
          }};
}

// A map whose values are stored in the same struct.
template <class T>
Value<T> map(const Format<T>& format) {
  return {map_type(format), [&format](Reader& from, std::string_view key, T& to) {
            if (const Node* node = from.map(key))
              format.read(*node, std::string(format.what()), to, from.diagnostics());
          }};
}

template <class T, class Entry>
Value<T> list(std::vector<Entry> T::* place, const Format<Entry>& format) {
  return {list_type(format), [place, &format](Reader& from, std::string_view key, T& to) {
            if (const Node* node = from.list(key))
              for (const Node& item : node->items) (to.*place).push_back(format.read(item, from.diagnostics()));
          }};
}

// A map of maps, each stored with its name by `set_name`.
template <class T, class Entry>
Value<T> named(std::vector<Entry> T::* place, const Format<Entry>& format,
               std::type_identity_t<void (*)(Entry& entry, const notation::Entry& from)> set_name) {
  return {named_type(format), [=, &format](Reader& from, std::string_view key, T& to) {
            const Node* node = from.map(key);
            if (!node) return;
            for (const notation::Entry& each : node->entries) {
              Entry entry;
              set_name(entry, each);
              format.read(each.value, std::string(format.what()) + " \"" + each.key + "\"", entry, from.diagnostics());
              (to.*place).push_back(std::move(entry));
            }
          }};
}

}  // namespace kinds
}  // namespace notation
