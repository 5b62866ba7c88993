// Colours that contrast with the background: text and the parts of charts, in light, dark and print, by the theme's
// tokens. Ratios are those of WCAG 2.2 (markup/colour.h): 4.5:1 for text (1.4.3), 3:1 for meaningful
// parts of graphics (1.4.11).
#pragma once
#include <map>
#include <string>

#include "base/diagnostic.h"
#include "base/source_text.h"

namespace check {

using Places = std::map<std::string, base::Span, std::less<>>;

// `tokens` and `chart` are the site's assets/tokens.css and chart.css, its own or the default ones. Codes:
// "low-contrast"; "missing-token" for one that is measured here or that `chart` uses; "unreadable-colour" for a
// measured one that is not written as #rrggbb, #rgb or rgb(): the library that draws pictures of
// charts reads no other notation. `set_in_site` has the positions of the tokens that site.json sets ("--accent").
void check_contrast(const base::SourceText& tokens, const base::SourceText& chart, const Places& set_in_site,
                    base::Diagnostics& diagnostics);

}  // namespace check
