// The query pass: evaluates every query and every figure of the site once, in parallel.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "base/work.h"
#include "build/parse.h"
#include "build/store.h"
#include "site/evaluation.h"

namespace build {

// Returns an evaluation for each page that an author wrote, or for each row if a file makes its pages from data, in the
// order of the files and of the rows. Failures are reported, and result in null frames or absent cells. `evaluated`,
// which may be null, contains evaluations of the same data to reuse, and receives the new ones. If the budget is
// exceeded, the result is incomplete.
Evaluations run_queries(const Inputs& inputs, unsigned jobs, base::Budget& budget, base::Diagnostics& diagnostics,
                        Evaluated* evaluated = nullptr);

}  // namespace build
