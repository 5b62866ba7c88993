// Queries whose result depends on the order in which SQLite reads tables, which another version may change.
#pragma once
#include "base/diagnostic.h"
#include "build/parse.h"
#include "site/site.h"

namespace build {

// Runs every query of the site again with that order reversed: shared views, queries and asserts of pages. An error
// "unordered-query" for each with another result. Returns how many were run; those that had failed are not.
size_t check_order(const Inputs& inputs, const site::Site& site, unsigned jobs, base::Diagnostics& diagnostics);

}  // namespace build
