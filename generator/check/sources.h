// Finds what is stale, sources that nothing uses, and rows that are newer than their source, which can't support them:
// the date of the row or of the source was not updated with a value, or the value has a different source.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "data/database.h"
#include "data/dates.h"
#include "site/content.h"
#include "site/site.h"

namespace check {

using data::Day;
using data::last_day_of;

// ---- staleness.cc: what is stale on a given date: data by `as_of` and `stale_after_days`, sources by `accessed` (or
// `issued`) and `custom.stale_after_days`, pages by `reviewed` and `review_after_days`. Not part of a build, because
// the output of a build does not depend on the date.

// Returns the number of warnings: "stale-data", "stale-source", "stale-page".
size_t check_staleness(const data::Database& database, const site::Contents& contents, Day today,
                       base::Diagnostics& diagnostics);

// Reports figures of titles, captions and other short texts whose data are older than their `stale_after_days`, as
// warnings "stale-headline", and returns their number.
size_t check_headlines(const site::Site& site, Day today, base::Diagnostics& diagnostics);

// ---- sources.cc

// Whether a source may change after publication: a page, a data set or software may, but not a report or a book.
bool is_living(const data::Source& source);

// Returns the newest date in a text such as "page as read on 2026-09-17"; "" if there is none.
std::string newest_date_in(std::string_view text);

// Why a source can't state numbers of a date, for the end of a sentence: ", issued 2026-06", ", of 2025", ", a book
// without a date"; "" if it may. Its title, its id and its version may name a year or a quarter. Sources that may
// change can state them if nothing else dates them, because an import updates when they were accessed.
std::string period_before(const data::Source& source, std::string_view date);

// Reports warnings "newer-than-source", by resource and source.
void check_source_dates(const data::Database& database, base::Diagnostics& diagnostics);

// Returns the sources that no page cites, that no row of the data comes from, and that do not supersede a used source,
// in the order of the bibliography. `cited` contains the ids that pages use (blocks::Use::on without a "/").
std::vector<const data::Source*> unused_sources(const data::Database& database,
                                                const std::set<std::string, std::less<>>& cited);

}  // namespace check
