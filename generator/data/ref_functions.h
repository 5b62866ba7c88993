// SQL functions over sets of refs. A set is a text: refs sorted, unique, one a line; null is the empty set.
//   refs(a.ref, b.ref, …)   the union of its arguments
//   all_refs(ref)           the union over a group
#pragma once
#include <sqlite3.h>

#include <string>
#include <string_view>

namespace data {

void add_ref_functions(sqlite3* handle);

// Calls with each ref of a set.
template <class Function>
void for_each_ref(std::string_view set, const Function& call) {
  while (!set.empty()) {
    size_t end = set.find('\n');
    call(set.substr(0, end));
    set = end == std::string_view::npos ? std::string_view() : set.substr(end + 1);
  }
}

}  // namespace data
