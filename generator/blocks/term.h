// A word of the glossary where it is linked: what it means stands beside it.
#pragma once
#include <string>
#include <string_view>

#include "blocks/context.h"

namespace blocks {

// What content/glossary.md says first below the heading with that anchor, as plain text; "" for none, and for links to
// other pages. Seen from the glossary itself nothing is said twice.
std::string definition(std::string_view address, std::string_view anchor, Context& context);

// The link to the word's entry, and beside it the card with its definition.
markup::SafeHtml term_html(const std::string& href, const markup::SafeHtml& word, std::string_view definition);

}  // namespace blocks
