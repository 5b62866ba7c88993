// One field of a resource's schema, read from the descriptor.
#pragma once
#include <string>

#include "data/descriptor.h"
#include "notation/node.h"

namespace data {

ResourceField read_field(const notation::Node& node, const std::string& resource, base::Diagnostics& diagnostics);

}  // namespace data
