// Queries whose result hangs on the order in which SQLite walks through tables, which the next version may change.
#pragma once
#include "base/diagnostic.h"
#include "build/parse.h"
#include "site/site.h"

namespace build {

// Runs every query of the site once more with that order turned round: shared views, queries and asserts of pages. An
// error "unordered-query" for each that gives another result. Returns how many were run; those that failed are not.
size_t check_order(const Inputs& inputs, const site::Site& site, unsigned jobs, base::Diagnostics& diagnostics);

}  // namespace build
