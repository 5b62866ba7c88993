// Checks the contrast of colours with the background: text and the parts of charts, in light, dark and print, by the
// theme's tokens. Ratios are those of WCAG 2.2 (markup/colour.h): 4.5:1 for text (1.4.3), 3:1 for meaningful parts of
// graphics (1.4.11).
#pragma once
#include <map>
#include <string>

#include "base/diagnostic.h"
#include "base/source_text.h"

namespace check {

using Places = std::map<std::string, base::Span, std::less<>>;

// `tokens` and `chart` are assets/tokens.css and chart.css of the site or of the default theme. Codes: "low-contrast";
// "missing-token" for a token that is measured here or used by `chart`; "unreadable-colour" for a measured token that
// is not written as #rrggbb, #rgb or rgb(), because the library that draws pictures of charts reads no other notation.
// `set_in_site` contains the positions of the tokens that site.json sets ("--accent").
void check_contrast(const base::SourceText& tokens, const base::SourceText& chart, const Places& set_in_site,
                    base::Diagnostics& diagnostics);

}  // namespace check
