// A link to a term of the glossary, with a card that shows its definition.
#pragma once
#include <string>
#include <string_view>

#include "markup/html.h"

namespace blocks {

// Returns the link to the term's entry, followed by the card with its definition.
markup::SafeHtml term_html(const std::string& href, const markup::SafeHtml& word, std::string_view definition);

}  // namespace blocks
