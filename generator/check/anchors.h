// The anchors of all pages, to be looked up.
#pragma once
#include <string_view>
#include <unordered_map>
#include <vector>

#include "site/link.h"

namespace check {

// Views into the pages' own texts, which outlive it.
class Anchors {
 public:
  explicit Anchors(const std::vector<site::PageLinks>& pages);
  // Null for what is no page: which anchors a file has is its own to know.
  const std::vector<std::string_view>* of(std::string_view address) const;
  bool has(std::string_view address, std::string_view anchor) const;

 private:
  std::unordered_map<std::string_view, std::vector<std::string_view>> by_address_;  // sorted; those of rows too
};

}  // namespace check
