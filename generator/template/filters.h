// The filters: upper lower replace(old, new) urlencode; length first last join(separator); default(value);
// fill(name=value, …), which puts values where a text of strings/en.yaml says {name}.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "template/operations.h"
#include "template/value.h"

namespace templates {

struct Filter {
  std::string_view name;
  size_t arguments = 0;
  Value (*run)(const Value& subject, std::span<const Value* const> given) = nullptr;  // fill: null pointer
  bool takes_unknown = false;  // default: the subject may be a name or attribute that does not exist
  bool takes_names = false;    // fill: any number of named arguments
};

// Null pointer when there is none.
const Filter* find_filter(std::string_view name);
std::vector<std::string_view> filter_names();

// Puts each value where the text says {name}; HTML when one of them is.
Value fill(const Value& text, const std::vector<std::string_view>& names, std::span<const Value* const> values);

}  // namespace templates
