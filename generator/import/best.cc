#include "import/best.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using GroupKey = std::vector<std::string>;  // the values of the columns `best.by`

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

class BestSelector {
 public:
  BestSelector(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file)
      : input_(input), best_(best), resource_(resource), file_(file) {
    const auto field = static_cast<size_t>(resource.find(best.of.value));
    is_higher_ = resource.fields[field].field.better == quantity::Better::higher;
  }

  void select() {
    std::map<Key, Row*> imported;
    for (Row& row : input_.rows) imported.emplace(key_of(resource_, row), &row);
    std::set<Key> known;
    for (const StoredRow& stored : file_.rows) {
      known.insert(stored.key);
      const auto at = imported.find(stored.key);
      add(at == imported.end() ? nullptr : at->second, &stored);
    }
    for (Row& row : input_.rows)
      if (!known.contains(key_of(resource_, row))) add(&row, nullptr);
    std::set<const Row*> losers;
    for (auto& [key, group] : groups_) decide(group, losers);
    const std::string why =
        fmt::format("another row has a better {} for the same {}", best_.of.value, base::join(best_.by.value, ", "));
    std::erase_if(input_.rows, [&](const Row& row) {
      if (!losers.contains(&row)) return false;
      input_.skips.add(why, row.where);
      return true;
    });
  }

 private:
  void add(Row* row, const StoredRow* stored) {
    const StoredCells cells = row ? StoredCells() : cells_of(resource_, file_, *stored);
    const auto text_of = [&](const std::string& column) -> std::string_view {
      if (row) return row->at(column);
      const int at = resource_.find(column);
      const auto* cell = at < 0 ? nullptr : &cells[static_cast<size_t>(at)];
      return cell && *cell ? std::string_view((*cell)->text) : std::string_view();
    };
    const auto is_always = [&](const auto& each) {
      return std::ranges::find(each.second.value, text_of(each.first)) != each.second.value.end();
    };
    const auto value = quantity::Exact::parse(text_of(best_.of.value));
    if (!value || std::ranges::any_of(best_.always, is_always)) return;
    GroupKey key;
    for (const std::string& column : best_.by.value) key.emplace_back(text_of(column));
    Group& group = groups_[key];
    (stored ? group.stored : group.added).push_back({*value, row, stored});
  }

  bool is_better(const Contender& a, const Contender& b) const {
    return is_higher_ ? a.value > b.value : a.value < b.value;
  }

  void decide(Group& group, std::set<const Row*>& losers) const {
    if (group.added.empty()) return;
    const auto better = [&](const Contender& a, const Contender& b) { return is_better(a, b); };
    const Contender& winner = *std::ranges::min_element(group.added, better);
    // An imported row replaces a row of the table only if it is better.
    const bool is_beaten = std::ranges::any_of(group.stored, [&](const auto& each) { return !better(winner, each); });
    for (const Contender& each : group.added)
      if (is_beaten || &each != &winner) losers.insert(each.row);
    if (is_beaten || group.stored.size() != 1) return;
    const Contender& replaced = group.stored.front();
    winner.row->beats = replaced.stored->key;
    if (replaced.row) losers.insert(replaced.row);
  }

  Input& input_;
  const BestOf& best_;
  const data::Resource& resource_;
  const DataFile& file_;
  bool is_higher_ = false;
  std::map<GroupKey, Group> groups_;
};

}  // namespace

void select_best(Input& input, const BestOf& best, const data::Resource& resource, const DataFile& file) {
  if (!best.of.value.empty()) BestSelector(input, best, resource, file).select();
}

}  // namespace import
