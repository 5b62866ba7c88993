// The words of the glossary: what content/glossary.md says first below each of its headings.
#pragma once
#include <map>
#include <string>

#include "document/document.h"

namespace site {

inline constexpr std::string_view kGlossary = "glossary.md";  // below content/

// The anchor of a word -> its definition in plain text; "" for a heading that no paragraph follows.
using Definitions = std::map<std::string, std::string, std::less<>>;

Definitions definitions_of(const document::Document& glossary);

}  // namespace site
