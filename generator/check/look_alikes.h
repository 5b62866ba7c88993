// Characters that look like others, or are not seen.
#pragma once
#include "base/diagnostic.h"
#include "site/content.h"

namespace check {

// Returns the Latin letter or digit that a character looks like: "е" of Cyrillic, "２", "𝟚"; 0 if there is none.
char latin_of(char32_t c);

// Whether it is a soft hyphen, a space without width or a joiner, which readers don't see.
bool is_invisible(char32_t c);

// Reports links whose text has a word of Latin letters and of others that look like them: readers take it for another
// name. Code: a warning "mixed-scripts".
void check_link_texts(const site::Contents& contents, base::Diagnostics& diagnostics);

}  // namespace check
