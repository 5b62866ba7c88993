// Values of keys that several formats have (notation/format.h), and the keys that fields share with declarations.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "notation/format.h"
#include "quantity/frame.h"

namespace data {

inline const notation::Type kPartialDate{
    "date", R"({"type": ["string", "number"], "pattern": "^([0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?)?$"})"};
inline const notation::Type kMissingValues{"list of texts", R"({"type": "array"})"};

// These return "" after an error: of a date, and of a text that readers see as it is written, so that a figure in it is
// an error ("figure-unreadable").
std::string read_partial_date(notation::Reader& reader, std::string_view key);
std::string read_shown_text(notation::Reader& reader, std::string_view key);
std::vector<std::string> read_missing_values(notation::Reader& reader, std::string_view key);

template <class T, class Stored>
notation::Value<T> read_by(notation::Type type, Stored T::* place,
                           Stored (*read)(notation::Reader&, std::string_view)) {
  return {std::move(type), [=](notation::Reader& from, std::string_view key, T& to) { to.*place = read(from, key); }};
}
template <class T>
notation::Value<T> partial_date(std::string T::* place) {
  return read_by(kPartialDate, place, read_partial_date);
}
template <class T>
notation::Value<T> shown_text(std::string T::* place) {
  return read_by(notation::kText, place, read_shown_text);
}
template <class T>
notation::Value<T> missing_values(std::vector<std::string> T::* place) {
  return read_by(kMissingValues, place, read_missing_values);
}

// The keys that say what a column means. `covers` is read as it is written.
const std::vector<notation::Key<quantity::Field>>& column_keys();

const notation::Format<quantity::Field>& declaration_format();
const notation::AnyFormat& package_format();
const notation::AnyFormat& custom_format();  // of a source
const notation::AnyFormat& units_format();   // of data/units.json

// The variables of CSL that a source may have, separated by spaces.
struct CslVariables {
  std::string_view names, dates, texts;
};
CslVariables csl_variables();

}  // namespace data
