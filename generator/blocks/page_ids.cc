#include "blocks/page_ids.h"

namespace blocks {

std::string PageIds::make(std::string wanted) const {
  while (taken_.contains(wanted)) wanted += '~';
  return wanted;
}

std::string PageIds::claim(std::string wanted) { return *taken_.insert(make(std::move(wanted))).first; }

std::string PageIds::claim_chart(std::string name) {
  const auto is_taken = [&](const char* part) { return !is_free(name + part); };
  while (is_taken("-title") || is_taken("-description") || is_taken("-clip") || has_prefix(name + "-pattern-"))
    name += '~';
  taken_.insert(name + "-title");
  return name;
}

bool PageIds::has_prefix(const std::string& prefix) const {
  auto at = taken_.lower_bound(prefix);
  return at != taken_.end() && at->starts_with(prefix);
}

}  // namespace blocks
