// Checks what a link sets in an estimate or a table of its page: [a 7B model](estimate.md?run.size=7#run).
#pragma once
#include "base/diagnostic.h"
#include "site/link.h"
#include "site/site.h"

namespace check {

// Checks each "NAME.KEY=VALUE" of a link's query. Queries of pages without estimates and tables are not checked: they
// may be for scripts of the site's own. Codes: "estimate-name", "estimate-choice", "bad-value", "unknown-column".
void check_query(const site::Site& site, const site::InternalLink& link, base::Diagnostics& diagnostics);

}  // namespace check
