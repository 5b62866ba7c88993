// The query pass: every query and every figure of the site, evaluated once, side by side, and frozen.
#pragma once
#include <memory>
#include <vector>

#include "build/parse.h"
#include "site/evaluation.h"

namespace build {

// One for each page that somebody wrote, and one for each row where a file makes its pages from data; in the order of
// the files and of the rows. What failed was reported, and is a null frame or an absent cell.
std::vector<std::shared_ptr<const site::Evaluation>> run_queries(const Inputs& inputs, unsigned jobs,
                                                                 base::Diagnostics& diagnostics);

}  // namespace build
