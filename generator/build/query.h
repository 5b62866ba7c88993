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

// One for each page that somebody wrote, or for each row if a file makes its pages from data; in the order of the files
// and of the rows. Failures were reported, and are null frames or absent cells. Uses what `evaluated` has for the
// same data, and adds new evaluations to it; may be null. If they spend the budget, the result is incomplete.
Evaluations run_queries(const Inputs& inputs, unsigned jobs, base::Budget& budget, base::Diagnostics& diagnostics,
                        Evaluated* evaluated = nullptr);

}  // namespace build
