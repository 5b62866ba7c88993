// The keys of front matter. Part of read_front_matter().
#pragma once
#include "document/front_matter.h"
#include "notation/format.h"

namespace document {

// Reading needs FrontMatter::span, for the message that there is no title.
const notation::Format<FrontMatter>& front_matter_format();

}  // namespace document
