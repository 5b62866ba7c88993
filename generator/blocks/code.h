// Code as readers see it: in colours that the theme gives by classes (hl-keyword, hl-string …), escaped, in a box that
// the keyboard can scroll.
#pragma once
#include <string_view>

#include "blocks/context.h"
#include "document/document.h"
#include "markup/html.h"

namespace blocks {

// A fenced or indented block. "{lines}" after the language numbers its lines. Warning "unknown-language" for one that
// the highlighter does not know, which is shown plain.
markup::SafeHtml code_block(const document::Fence& fence, Context& context);

// Code that the site shows of itself: the SQL of a query.
markup::SafeHtml code_html(std::string_view language, std::string_view code, Context& context);

}  // namespace blocks
