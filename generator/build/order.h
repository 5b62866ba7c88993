// Finds queries whose result depends on the order in which SQLite reads tables, which may differ between versions.
#pragma once
#include "base/diagnostic.h"
#include "build/parse.h"
#include "site/site.h"

namespace build {

// Reruns every query of the site with that order reversed: shared views, queries and asserts of pages. Reports an error
// "unordered-query" for each query whose result differs. Returns how many queries were run; failed queries are skipped.
size_t check_order(const Inputs& inputs, const site::Site& site, unsigned jobs, base::Diagnostics& diagnostics);

}  // namespace build
