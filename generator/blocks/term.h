// A link to a word of the glossary, with its meaning beside it.
#pragma once
#include <string>
#include <string_view>

#include "markup/html.h"

namespace blocks {

// The link to the word's entry, and beside it the card with its definition.
markup::SafeHtml term_html(const std::string& href, const markup::SafeHtml& word, std::string_view definition);

}  // namespace blocks
