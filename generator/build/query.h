// The query pass: every query and every figure of the site, evaluated once, side by side, and frozen.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "build/parse.h"
#include "site/evaluation.h"

namespace build {

using Evaluations = std::vector<std::shared_ptr<const site::Evaluation>>;

// What a build has evaluated, for the next one of the same process: of files of which nothing was said.
struct Evaluated {
  std::shared_ptr<const data::Database> database;
  std::map<const site::Content*, Evaluations> by_content;
};

// One for each page that somebody wrote, and one for each row where a file makes its pages from data; in the order of
// the files and of the rows. What failed was reported, and is a null frame or an absent cell. Takes from `evaluated`
// what it has for the same data, and leaves there what was evaluated now; null for none.
Evaluations run_queries(const Inputs& inputs, unsigned jobs, base::Diagnostics& diagnostics,
                        Evaluated* evaluated = nullptr);

}  // namespace build
