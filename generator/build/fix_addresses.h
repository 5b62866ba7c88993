// `sourcebook fix` for addresses: the rows of data/redirects.csv that lead on from what was lost, and the lines of
// data/permalinks.txt for what is new.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "build/build.h"

namespace build {

struct AddressFix {
  bool redirects = false;   // write the rows, not only propose them
  bool permalinks = false;  // record what is new, once nothing is wrong with the site
  std::string today;        // since when new rows lead on: "2026-01-31"
};

// What would mend redirects. Rows for what has a likely place now; rows that lead in two steps, in one.
struct RedirectPlan {
  std::vector<std::string> rows;  // new ones, and those that change as they will be
  std::string text;               // of the whole file, when it has them

  bool empty() const { return rows.empty(); }
};
// data/redirects.csv, or null, with its rows edited and new ones at its end.
std::string redirects_text(const base::SourceText* file, std::vector<base::Edit> edits,
                           const std::vector<std::string>& added);
RedirectPlan plan_redirects(const CheckedSite& checked, const std::string& today);

// Takes out of the diagnostics what the plan mends.
void forget_mended(const CheckedSite& checked, base::Diagnostics& diagnostics);

struct RecordPlan {
  size_t pages = 0;    // new ones
  size_t anchors = 0;  // new ones, on all pages
  size_t named = 0;    // others of which it is now recorded what they name
  std::string text;    // of the whole file; its own text when nothing is new
};
RecordPlan plan_record(const CheckedSite& checked);

}  // namespace build
