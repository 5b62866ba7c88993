// From an importer's rows to rows of the site: words, sources, dates, constants and names of columns as the settings
// have them, and only the rows that they let in.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "data/bibliography.h"
#include "data/descriptor.h"
#include "import/data_file.h"
#include "import/harvest.h"
#include "import/settings.h"

namespace import {

// Changes `harvest`, and puts rows whose words are not known among its unread ones. `as_of` stands in the place of the
// settings', if it is not "". `keys` are those of the rows that the site has: these take part in the choice of the
// best, and come in anyway. Rows that are left out are told in its skips; of those with one key one is left, and
// "duplicate-key" told of those that differ (alike.h). "unknown-source", once for each, where the bibliography has no
// such source. REQUIRES: check_settings().
void prepare_rows(Harvest& harvest, const Settings& settings, const std::string& as_of,
                  const data::Bibliography& bibliography, const data::Resource& resource, const std::set<Key>& keys,
                  base::Diagnostics& diagnostics);

// A field of the importer as the resource calls it; "" if it is left out.
std::string column_of(const Settings& settings, const std::string& field);

}  // namespace import
