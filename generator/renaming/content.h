// Where pages, views and settings name a row that is renamed.
#pragma once
#include <set>

#include "build/build.h"
#include "data/connection.h"
#include "renaming/changes.h"
#include "renaming/found.h"

namespace renaming {

// Figures, reasons of flows, queries, specs of tables and charts, and parameters of all pages; figures and views of
// data/. `checked` is the site as it is, without mistakes.
void find_in_content(const build::CheckedSite& checked, const Changes& changes, Found& found);

// data/datapackage.json (caveats, enums, categories), data/site.json (colours) and data/imports/.
void find_in_settings(const build::CheckedSite& checked, const Changes& changes, Found& found);

// Finds a query's values that are compared with a renamed key. `place` is the query's text in its file, with nothing
// escaped in it; what is said of parameters goes to `parameters`: name -> the resources and columns that it is compared
// with, empty where that isn't known.
using ParameterUses = std::map<std::string, std::set<std::pair<std::string, std::string>>, std::less<>>;
void find_in_sql(base::Span place, const data::Params& params, data::Connection& connection, const Changes& changes,
                 ParameterUses& parameters, Found& found);

}  // namespace renaming
