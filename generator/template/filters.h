// Filters and tests, with Jinja2's names, parameters and results.
//
//   text      upper lower capitalize title trim(chars) replace(old, new) truncate(length, killwords, end, leeway)
//             urlencode escape e string
//   lists     length count first last join(d, attribute) sort(reverse, case_sensitive, attribute) reverse
//             batch(linecount, fill_with) map(attribute)
//   numbers   round(precision, method) int(default) float(default) abs
//   any       default(default_value, boolean) d
//   our own   fill(name=value, …): puts values where a text of strings/en.yaml says {name}
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "template/operations.h"
#include "template/value.h"

namespace templates {

struct Parameter {
  std::string_view name;
  bool required = false;
};

// The arguments by position of the parameter; null pointer for one that was not given. Throws ValueError.
using Given = std::span<const Value* const>;

struct Filter {
  std::string_view name;
  std::vector<Parameter> parameters;
  Value (*run)(const Value& subject, Given given);
  bool takes_unknown = false;  // default: the subject may be a name or attribute that does not exist
  bool takes_names = false;    // fill: any named argument
};

// Null pointer when there is none.
const Filter* find_filter(std::string_view name);
std::vector<std::string_view> filter_names();

// Puts each value where the text says {name}; HTML when one of them is.
Value fill(const Value& text, const std::vector<std::pair<std::string_view, const Value*>>& values);

struct Test {
  std::string_view name;
  bool takes_argument = false;
  bool (*run)(const Value& subject, const Value* argument);  // null pointer for defined and undefined
};

const Test* find_test(std::string_view name);
std::vector<std::string_view> test_names();

}  // namespace templates
