// The bibliography as a whole: what of it nothing uses.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "data/database.h"

namespace check {

// Sources that no page cites, that no row of the data comes from, and that no used source names as what supersedes it;
// in the order of the bibliography. `cited` are the ids that pages rest on (blocks::Use::on without a "/").
std::vector<const data::Source*> unused_sources(const data::Database& database,
                                                const std::set<std::string, std::less<>>& cited);

}  // namespace check
