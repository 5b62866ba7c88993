// The origins of a whole chart: its sources, sorted by the number of values from each, and its dates.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "blocks/context.h"

namespace blocks {

struct Origins {
  static constexpr size_t kMaxNamed = 3;  // the number of sources named on one line

  std::vector<const data::Source*> sources;
  std::vector<std::string> unsourced;  // the texts of no_source_text()
  std::set<std::string> dates;         // the dates of dates_of()
  quantity::Refs refs;

  bool empty() const { return sources.empty() && unsourced.empty(); }
  bool is_long() const { return sources.size() + unsourced.size() > kMaxNamed; }
};

// Collects the origins of the measured cells in these columns.
Origins origins_of(const quantity::Frame& frame, const std::vector<size_t>& columns, Context& context);

// Lists the sources: "Source: Bean Street, Price card" or "Sources: A; B; C; and 2 more"; "" without sources.
std::string origins_text(const Origins& origins, Context& context);
// Like origins_text(), but with links to the sources' pages. `anchor` is the part of the page that uses the sources.
markup::SafeHtml origins_html(const Origins& origins, std::string_view anchor, bool in_short, Context& context);

}  // namespace blocks
