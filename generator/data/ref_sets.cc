#include "data/ref_sets.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "base/work.h"
#include "data/sql_functions.h"

namespace data {

uint32_t RefSets::number_of(std::string_view ref) {
  if (const auto known = numbers_.find(ref); known != numbers_.end()) return known->second;
  const auto at = numbers_.emplace(std::string(ref), static_cast<uint32_t>(numbers_.size())).first;
  names_.push_back(&at->first);
  single_.push_back(kNone);
  return at->second;
}

RefSets::Id RefSets::of(std::string_view refs) {
  if (!refs.empty() && refs.find('\n') == std::string_view::npos) {
    if (refs.starts_with(kSetSign)) return base::parse_number<Id>(refs.substr(kSetSign.size())).value_or(kNone);
    const uint32_t record = number_of(refs);
    if (single_[record] == kNone) single_[record] = add({record});
    return single_[record];
  }
  const auto known = by_text_.find(refs);
  if (known != by_text_.end()) return known->second;
  std::vector<uint32_t> records;
  for (const std::string_view ref : refs_in(refs)) std::ranges::copy(sets_[of(ref)], std::back_inserter(records));
  return by_text_[std::string(refs)] = add(std::move(records));
}

RefSets::Id RefSets::add(std::vector<uint32_t> records) {
  std::ranges::sort(records);
  records.erase(std::ranges::unique(records).begin(), records.end());
  const auto [at, is_new] = by_records_.try_emplace(std::move(records), static_cast<Id>(sets_.size()));
  if (is_new) sets_.push_back(at->first);
  return at->second;
}

RefSets::Id RefSets::united(Id a, Id b) {
  if (a == b || b == kNone) return a;
  if (a == kNone) return b;
  const auto [at, is_new] = unions_.try_emplace({a, b}, kNone);
  if (!is_new) return at->second;
  std::vector<uint32_t> both;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(), std::back_inserter(both));
  base::charge_work(kWorkOfNumber * both.size());
  return at->second = add(std::move(both));
}

RefSets::Id RefSets::at_least(uint64_t records) {
  if (records < 2) return kNone;  // each number has a ref
  return add({kAtLeast + static_cast<uint32_t>(std::min<uint64_t>(records, kNoRecord))});
}

std::pair<std::vector<uint32_t>, uint32_t> RefSets::parts(Id set) const {
  const std::vector<uint32_t>& all = sets_[set];
  const auto end = std::ranges::lower_bound(all, kAtLeast);
  return {{all.begin(), end}, end == all.end() ? 0 : all.back() - kAtLeast};
}

}  // namespace data
