// Rows that are newer than the source they come from, so that it can't say what they say: the date of the row or of the
// source was not moved with a new value, or the source is another one.
#pragma once
#include <string>
#include <vector>

#include "check/staleness.h"
#include "data/database.h"

namespace check {

// Whether its publisher goes on changing it once it is published: a page, a data set, software; not a report or a book.
bool is_living(const data::Source& source);

// The newest date in a text: "page as read on 2026-09-17"; "" for none.
std::string newest_date_in(std::string_view text);

// Until when a source can speak of anything.
struct SourceEnd {
  Day day;
  std::string date;  // as it is written
  std::string key;   // "accessed", "issued" or "version"
};

// The newest date in its `version`, if there is one: what is named there does not change. Else `accessed` or `issued`,
// whichever is later; of what does not change once it is published, such as a report, `issued`. Nothing for a source
// without a date.
std::optional<SourceEnd> end_of_source(const data::Source& source);

struct NewerRows {
  const data::Resource* resource = nullptr;
  const data::Source* source = nullptr;
  SourceEnd end;
  std::vector<std::string> refs;  // in the order of the file; of a resource without a key, its name
  std::string newest, newest_ref;
};

// By resource and source.
std::vector<NewerRows> find_newer_rows(const data::Database& database);

// Warnings "newer-than-source".
void check_source_dates(const data::Database& database, base::Diagnostics& diagnostics);

}  // namespace check
