// The keys of front matter. Part of read_front_matter().
#pragma once
#include "document/front_matter.h"
#include "notation/format.h"

namespace document {

// Gives keys of other programs the names that they have here, and moves unknown keys of the map to `front.extra`. A key
// that is a misspelt one of the format stays, so that reading the map reports it.
void take_foreign_keys(notation::Node& map, const notation::AnyFormat& format, FrontMatter& front);

const notation::Format<FrontMatter>& front_matter_format();

}  // namespace document
