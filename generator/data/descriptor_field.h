// One field of a resource's schema, read from the descriptor.
#pragma once
#include <string>

#include "data/descriptor.h"
#include "notation/node.h"

namespace data {

// Without a name where it has none that a table could have.
ResourceField read_field(const notation::Node& node, const std::string& resource, base::Diagnostics& diagnostics);

}  // namespace data
