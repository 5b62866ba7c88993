// Texts of CSL with their markup: <i>, <b>, <sub>, <sup>, small caps, <span class="nocase"> and quotation marks. While
// a reference is put together, markup is one control character at each side (Mark), so that texts can be joined.
#pragma once
#include <string>
#include <string_view>

#include "markup/html.h"

namespace data {

// Each is closed by Mark::close. `quote` nests: “outer ‘inner’”. `title` is what a link goes around.
enum class Mark : char { italic = 1, bold, sub, sup, small_caps, no_case, quote, title, close };

std::string marked(Mark mark, std::string_view text);

// The text of a CSL variable; other control characters become spaces, tags that are not closed stay as they are.
std::string parse_csl_text(std::string_view text);

// Capitalises words as Chicago does. Source: https://docs.citationstyles.org/en/stable/specification.html#title-case
std::string title_case(std::string_view text);
std::string capitalize_first(std::string text);

// Moves a full stop or comma into the quotation marks before it, and removes a second one. The result is balanced: each
// mark is closed.
std::string with_tidy_punctuation(std::string_view text);

// These have tidy punctuation. `href` is the link of the title; "" for none.
std::string csl_plain(std::string_view text);
markup::SafeHtml csl_html(std::string_view text, std::string_view href);

}  // namespace data
