#include "site/shown_texts.h"

#include <algorithm>

namespace site {

bool is_shown_key(std::string_view key) {
  // "text", "datum" and "value" are texts of a chart's marks and legend. "same" and "differs" may be sentences.
  constexpr std::string_view kShown[] = {"title",   "text",  "subtitle", "caption", "note", "footnote",
                                         "missing", "empty", "group",    "help",    "who",  "datum",
                                         "value",   "same",  "differs",  "reason"};
  return std::find(std::begin(kShown), std::end(kShown), key) != std::end(kShown);
}

}  // namespace site
