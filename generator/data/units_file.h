// data/units.json: the units of a site's subject.
//   {"units": [{"name": "cup", "plural": "cups", "title": "What one person drinks", "prefixes": false}],
//    "aliases": {"hours": "h"}}
#pragma once
#include "base/diagnostic.h"
#include "quantity/unit.h"

namespace data {

// The built-in units alone when there is no file.
quantity::Units read_units(const base::SourceText* file, base::Diagnostics& diagnostics);

}  // namespace data
