// Finds columns of numbers without a unit: "10" may be bars or pascals, and is added to anything.
#pragma once
#include <vector>

#include "base/diagnostic.h"
#include "data/database.h"

namespace check {

struct UnitlessField {
  const data::Resource* resource;
  const data::ResourceField* field;
};

// Returns the fields of type "number" and "integer" that have neither `unit` nor `unitField`, except keys, foreign keys
// and years, in the order of the descriptor.
std::vector<UnitlessField> find_unitless(const data::Package& package);

// Reports a warning "no-unit" for each, and for columns of texts that are all numbers.
void check_units(const data::Database& database, base::Diagnostics& diagnostics);

}  // namespace check
