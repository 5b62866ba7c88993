// Computes the values of this build for comparison with those that a page read in the previous build.
#pragma once
#include <string_view>

#include "pages/render.h"
#include "site/kind.h"

namespace pages {

// The inputs from which values are computed.
struct ValueSources {
  const site::Site& site;
  const Theme& theme;
  const Backlinks& backlinks;
};

// Returns the value hash of a key in the record of `page`, or of another page if the key names one. For an unknown key
// or a missing page, returns a hash that no record contains.
base::Hash value_hash_of(std::string_view key, const site::Page& page, const ValueSources& sources);

site::DependencyScope dependency_scope(std::string_view key);

}  // namespace pages
