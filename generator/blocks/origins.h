// The origins of a whole chart: its sources, by the number of values from each, and its dates.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "blocks/context.h"

namespace blocks {

struct Origins {
  static constexpr size_t kMaxNamed = 3;  // on one line

  std::vector<const data::Source*> sources;
  std::vector<std::string> unsourced;  // see no_source_text()
  std::set<std::string> dates;         // as dates_of() gives them
  quantity::Refs refs;

  bool empty() const { return sources.empty() && unsourced.empty(); }
  bool is_long() const { return sources.size() + unsourced.size() > kMaxNamed; }
};

// The origins of the measured cells in these columns.
Origins origins_of(const quantity::Frame& frame, const std::vector<size_t>& columns, Context& context);

// "Source: Bean Street, Price card", "Sources: A; B; C; and 2 more"; "" for none.
std::string origins_text(const Origins& origins, Context& context);
// As above, with links to the sources' pages, or to all of them. `anchor` is the part of the page that uses them.
markup::SafeHtml origins_html(const Origins& origins, std::string_view anchor, bool in_short, Context& context);

}  // namespace blocks
