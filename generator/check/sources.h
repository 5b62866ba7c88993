// Sources that nothing uses, and rows that are newer than their source, so that it can't support them: the date of the
// row or of the source was not updated with a value, or the source is another one.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "check/staleness.h"
#include "data/database.h"

namespace check {

// Whether a source may change after it was published: a page, a data set, software; not a report or a book.
bool is_living(const data::Source& source);

// The newest date in a text: "page as read on 2026-09-17"; "" for none.
std::string newest_date_in(std::string_view text);

// The last day that a source can describe.
struct SourceEnd {
  Day day;
  std::string date;  // as written
  std::string key;   // "accessed", "issued" or "version"
};

// The newest date in its `version`, if any, because a version does not change. Otherwise the later of `accessed` and
// `issued`, or `issued` for publications that do not change, such as a report. Nullopt for a source without a date.
std::optional<SourceEnd> end_of_source(const data::Source& source);

struct NewerRows {
  const data::Resource* resource = nullptr;
  const data::Source* source = nullptr;
  SourceEnd end;
  std::vector<std::string> refs;  // in the order of the file; of a resource without a key, its name
  std::string newest, newest_ref;
};

// The rows that are newer than their source, by resource and source.
std::vector<NewerRows> find_newer_rows(const data::Database& database);

// Warnings "newer-than-source".
void check_source_dates(const data::Database& database, base::Diagnostics& diagnostics);

// Sources that no page cites, that no row of the data comes from, and that do not supersede a used source; in the order
// of the bibliography. `cited` are the ids that pages use (blocks::Use::on without a "/").
std::vector<const data::Source*> unused_sources(const data::Database& database,
                                                const std::set<std::string, std::less<>>& cited);

}  // namespace check
