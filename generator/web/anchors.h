// Whether a page of another site has the part that a link names.
#pragma once
#include <string>
#include <string_view>

namespace web {

// The part of a decoded fragment that can be looked for in HTML; "" if there is nothing to look for: "top", a place in
// an app ("#/settings", "#!page"), words to find (":~:text=…").
std::string anchor_of(std::string_view fragment);

// Whether an element has that id or name, or "user-content-" and that id, which GitHub's script strips.
bool has_anchor(std::string_view html, std::string_view anchor);

// Whether a Content-Type header says that anchors can be looked for.
bool is_html(std::string_view content_type);

}  // namespace web
