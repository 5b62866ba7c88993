// Whether a page that somebody else wrote has the part that a link names.
#pragma once
#include <string>
#include <string_view>

namespace web {

// The part of a link's fragment that can be looked for in HTML, as it was written; "" when there is nothing to look
// for: "top", a place in an app ("#/settings", "#!page"), words to find (":~:text=…").
std::string anchor_of(std::string_view fragment);

// True when some element has that id, or that name. Rather too often true than too seldom: what stands in comments and
// scripts counts too, and so does an id to which GitHub's script puts "user-content-" before.
bool has_anchor(std::string_view html, std::string_view anchor);

// Of a Content-Type header: whether anchors can be looked for.
bool is_html(std::string_view content_type);

}  // namespace web
