// The day on which a command runs.
#pragma once
#include <optional>
#include <string>

#include "check/staleness.h"

namespace cli {

// SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/), else the clock; in UTC. Nothing, and
// why, for what is no number of seconds.
std::optional<check::Day> find_today(std::string& why);

// The same as "2026-01-31"; "" where there is none.
std::string day_of_today(std::string& why);

}  // namespace cli
