// Imports only the best of the rows that measure the same thing (`best` in the settings).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "import/steps.h"
#include "quantity/decimal.h"

namespace import {
namespace {

// A row that competes in its group: a row of the table, an imported row, or a row of the table that the import updates.
struct Contender {
  quantity::Exact value;
  Row* row = nullptr;
  const StoredRow* stored = nullptr;
};

struct Group {
  std::vector<Contender> stored;  // rows of the table with their new values
  std::vector<Contender> added;
};
using Groups = std::map<std::vector<std::string>, Group>;  // by the values of the columns `best.by`

Groups groups_of(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file) {
  Groups groups;
  const auto add = [&](Row* row, const StoredRow* stored) {
    const StoredCells cells = row ? StoredCells() : cells_of(resource, file, *stored);
    const auto text_of = [&](const std::string& column) {
      return row ? row->at(column) : text_at(resource, cells, column);
    };
    const auto is_always = [&](const auto& each) {
      return std::ranges::find(each.second.value, text_of(each.first)) != each.second.value.end();
    };
    const auto value = quantity::Exact::parse(text_of(best.of.value));
    if (!value || std::ranges::any_of(best.always, is_always)) return;
    std::vector<std::string> key;
    for (const std::string& column : best.by.value) key.emplace_back(text_of(column));
    Group& group = groups[key];
    (stored ? group.stored : group.added).push_back({*value, row, stored});
  };
  std::map<Key, Row*> imported;
  for (Row& row : input.rows) imported.emplace(key_of(resource, row), &row);
  std::set<const Row*> updates;
  for (const StoredRow& stored : file.rows) {
    const auto found = imported.find(stored.key);
    Row* row = found == imported.end() ? nullptr : found->second;
    updates.insert(row);
    add(row, &stored);
  }
  for (Row& row : input.rows)
    if (!updates.contains(&row)) add(&row, nullptr);
  return groups;
}

}  // namespace

void select_best(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file) {
  if (best.of.value.empty()) return;
  const bool is_higher = find_field(resource, best.of.value)->better == quantity::Better::higher;
  const auto is_better = [&](const Contender& a, const Contender& b) {
    return is_higher ? a.value > b.value : a.value < b.value;
  };
  std::set<const Row*> losers;
  for (const auto& [key, group] : groups_of(input, best, resource, file)) {
    if (group.added.empty()) continue;
    const Contender& winner = *std::ranges::min_element(group.added, is_better);
    // An imported row replaces a row of the table only if it is better.
    const bool is_beaten =
        std::ranges::any_of(group.stored, [&](const Contender& each) { return !is_better(winner, each); });
    for (const Contender& each : group.added)
      if (is_beaten || &each != &winner) losers.insert(each.row);
    if (is_beaten || group.stored.size() != 1) continue;
    winner.row->beats = group.stored.front().stored->key;
    if (group.stored.front().row) losers.insert(group.stored.front().row);
  }
  const std::string why =
      fmt::format("another row has a better {} for the same {}", best.of.value, base::join(best.by.value, ", "));
  std::erase_if(input.rows, [&](const Row& row) {
    if (!losers.contains(&row)) return false;
    input.skips.add(why, row.where);
    return true;
  });
}

}  // namespace import
