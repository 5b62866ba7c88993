#include "web/anchors.h"

#include "base/text.h"
#include "markup/html_scanner.h"

namespace web {
std::string anchor_of(std::string_view fragment) {
  fragment = fragment.substr(0, fragment.find(":~:"));
  const bool is_of_app = fragment.starts_with('/') || fragment.starts_with('!');
  return is_of_app || base::lower(fragment) == "top" ? "" : std::string(fragment);
}

bool has_anchor(std::string_view html, std::string_view anchor) {
  constexpr std::string_view kGitHub = "user-content-";
  markup::HtmlScanner scanner(html);
  while (scanner.next()) {
    if (scanner.is_text()) continue;
    markup::HtmlAttributes attributes(scanner.tag().attributes);
    for (markup::HtmlAttribute each; attributes.next(each);) {
      if (!each.value || (base::lower(each.name) != "id" && base::lower(each.name) != "name")) continue;
      const std::string name = markup::unescaped(*each.value);
      const std::string_view shown = std::string_view(name).substr(name.starts_with(kGitHub) ? kGitHub.size() : 0);
      if (name == anchor || shown == anchor) return true;
    }
  }
  return false;
}

bool is_html(std::string_view content_type) {
  const std::string type = base::lower(base::trim(content_type.substr(0, content_type.find(';'))));
  return type == "text/html" || type == "application/xhtml+xml";
}

}  // namespace web
