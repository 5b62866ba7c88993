// Which template shows a page: the one named after its kind, unless the author chose another.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "document/front_matter.h"
#include "site/page.h"

namespace site {

// The template of a page of this kind ("lesson.html"): the front matter's `layout`, if set; `known` are the templates
// that exist. A template that needs values of another kind is refused. After the error "unknown-layout" the
// template of the kind is used.
std::string layout_of(PageKind kind, const document::FrontMatter& front, const std::vector<std::string_view>& known,
                      base::Diagnostics& diagnostics);

}  // namespace site
