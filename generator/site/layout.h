// Chooses the template of a page: the one that is named after the page's kind, unless the author chose another.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "document/front_matter.h"
#include "site/page.h"

namespace site {

// Returns the template of a page of this kind ("lesson.html"), or the front matter's `layout` if it is set; `known`
// lists the existing templates. A template that needs values of another kind is refused. After the error
// "unknown-layout", returns the template of the kind.
std::string layout_of(PageKind kind, const document::FrontMatter& front, const std::vector<std::string_view>& known,
                      base::Diagnostics& diagnostics);

}  // namespace site
