// Code with syntax highlighting: escaped, with classes that the theme colours (hl-keyword, hl-string …), in a box that
// the keyboard can scroll.
#pragma once
#include <string_view>

#include "blocks/context.h"
#include "document/document.h"
#include "markup/html.h"

namespace blocks {

// A fenced or indented block. "{lines}" after the language numbers its lines. Warning "unknown-language" for one that
// the highlighter does not know; its code is not highlighted.
markup::SafeHtml code_block(const document::Fence& fence, Context& context);

// Code that the generator adds: the SQL of a query.
markup::SafeHtml code_html(std::string_view language, std::string_view code, Context& context);

}  // namespace blocks
