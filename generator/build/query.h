// The query pass: every query and every figure of the site is evaluated once, in parallel.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "base/work.h"
#include "build/parse.h"
#include "build/store.h"
#include "site/evaluation.h"

namespace build {

// Returns an evaluation for each page that an author wrote, or for each row if a file makes its pages from data; in the
// order of the files and of the rows. Failures were reported, and are null frames or absent cells. `evaluated`, which
// may be null, has evaluations of the same data to reuse, and gets the new ones. If the budget is spent, the result is
// incomplete.
Evaluations run_queries(const Inputs& inputs, unsigned jobs, base::Budget& budget, base::Diagnostics& diagnostics,
                        Evaluated* evaluated = nullptr);

}  // namespace build
