#include "data/ref_functions.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "data/sqlite.h"

namespace data {
namespace {

using Set = std::set<std::string, std::less<>>;

// Refs in one group, in all; beyond it the query is asked to group more finely.
constexpr size_t kMaxGroupBytes = 4'000'000;

std::string_view text_of(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text == nullptr ? std::string_view() : std::string_view(text, static_cast<size_t>(sqlite3_value_bytes(value)));
}

// Returns the bytes added.
size_t add(Set& set, std::string_view refs) {
  size_t bytes = 0;
  for_each_ref(refs, [&](std::string_view ref) {
    if (!ref.empty() && set.find(ref) == set.end()) bytes += set.emplace(ref).first->size() + 1;
  });
  return bytes;
}

void give(sqlite3_context* context, const Set& set) {
  if (set.empty()) return sqlite3_result_null(context);
  std::string joined;
  for (const std::string& ref : set) {
    if (!joined.empty()) joined += '\n';
    joined += ref;
  }
  sqlite3_result_text64(context, joined.data(), joined.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void refs(sqlite3_context* context, int count, sqlite3_value** arguments) {
  Set set;
  for (int i = 0; i < count; ++i) add(set, text_of(arguments[i]));
  give(context, set);
}

struct Group {
  Set* set;
  size_t bytes;
};

void all_refs_step(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto* group = static_cast<Group*>(sqlite3_aggregate_context(context, sizeof(Group)));
  if (group == nullptr) return sqlite3_result_error_nomem(context);
  if (group->set == nullptr) group->set = new Set();
  group->bytes += add(*group->set, text_of(arguments[0]));
  if (group->bytes > kMaxGroupBytes)
    sqlite3_result_error(context, "all_refs() has more than 4,000,000 bytes of refs in one group", -1);
}

void all_refs_final(sqlite3_context* context) {
  auto* group = static_cast<Group*>(sqlite3_aggregate_context(context, 0));
  if (group == nullptr || group->set == nullptr) return sqlite3_result_null(context);
  give(context, *group->set);
  delete group->set;
}

}  // namespace

void add_ref_functions(sqlite3* handle) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int first = sqlite3_create_function_v2(handle, "refs", -1, kFlags, nullptr, refs, nullptr, nullptr, nullptr);
  int second = sqlite3_create_function_v2(handle, "all_refs", 1, kFlags, nullptr, nullptr, all_refs_step,
                                          all_refs_final, nullptr);
  if (first != SQLITE_OK || second != SQLITE_OK)
    throw SqliteError("SQLite refused the functions refs() and all_refs()");
}

}  // namespace data
