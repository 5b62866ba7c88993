// Code with syntax highlighting: escaped, with classes that the theme colours (hl-keyword, hl-string …), in a box that
// the keyboard can scroll.
#pragma once
#include <string_view>

#include "blocks/context.h"
#include "document/document.h"
#include "markup/html.h"

namespace blocks {

// Renders a fenced or indented block. "{lines}" after the language numbers the lines. Warns about a language that the
// highlighter does not know ("unknown-language"); that code is not highlighted.
markup::SafeHtml code_block(const document::Fence& fence, Context& context);

// Renders code that the generator adds: the SQL of a query.
markup::SafeHtml code_html(std::string_view language, std::string_view code, Context& context);

}  // namespace blocks
