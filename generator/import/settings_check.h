// Whether the fields and columns that the settings of an import name are among those that come in. A misspelt one would
// else do nothing, or what nobody meant: `best` by it takes all rows for alike.
#pragma once
#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/importer.h"
#include "import/settings.h"

namespace import {

// False after an error "unknown-field"; all of them are told. Heads of a table are known to its reader alone, which
// asks about `only` and texts there.
bool check_settings(const Settings& settings, const Importer& importer, const data::Resource& resource,
                    base::Diagnostics& diagnostics);

}  // namespace import
