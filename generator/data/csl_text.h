// CSL's texts with their markup: <i>, <b>, <sub>, <sup>, small caps, <span class="nocase"> and quotation marks. Within
// a reference, each tag is one control character (Mark), so that texts can be joined.
#pragma once
#include <string>
#include <string_view>

#include "markup/html.h"

namespace data {

// Mark::close closes each of the others. `quote` nests: “outer ‘inner’”. `title` marks the text of a link.
enum class Mark : char { italic = 1, bold, sub, sup, small_caps, no_case, quote, title, close };

std::string marked(Mark mark, std::string_view text);

// Parses a CSL variable. Control characters that are not marks become spaces; tags that are not closed stay unchanged.
std::string parse_csl_text(std::string_view text);

// Capitalises words as in Chicago. Source: https://docs.citationstyles.org/en/stable/specification.html#title-case
std::string title_case(std::string_view text);
std::string capitalize_first(std::string text);

// Returns a version with seven digits of each hash: "0819a7d (main)".
std::string short_version(std::string_view version);

// Both move a full stop or comma into the preceding quotation marks, remove a duplicate one, and close each mark.
// `href` is the link of the title; "" if it has no link.
std::string csl_plain(std::string_view text);
markup::SafeHtml csl_html(std::string_view text, std::string_view href);

}  // namespace data
