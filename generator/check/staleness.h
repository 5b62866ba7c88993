// Reports what is stale on a given date: data by `as_of` and `stale_after_days`, sources by `accessed` (or `issued`)
// and `custom.stale_after_days`, pages by `reviewed` and `review_after_days`. Not part of a build, because the output
// of a build does not depend on the date.
#pragma once
#include "base/diagnostic.h"
#include "data/database.h"
#include "data/dates.h"
#include "site/content.h"

namespace check {

using data::Day;
using data::last_day_of;

// Returns the number of warnings: "stale-data", "stale-source", "stale-page".
size_t check_staleness(const data::Database& database, const site::Contents& contents, Day today,
                       base::Diagnostics& diagnostics);

}  // namespace check
