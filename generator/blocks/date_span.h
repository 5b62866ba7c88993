// How far apart dates are, so that a table can tell whether one sentence can date all of its rows.
#pragma once
#include <set>
#include <string>

namespace blocks {

// Days from the first to the last of "2026-01-31", "2026-01", "2026" (these count as their first day); 0 for fewer than
// two dates. "" (undated) is left out.
long days_spanned(const std::set<std::string>& dates);

}  // namespace blocks
