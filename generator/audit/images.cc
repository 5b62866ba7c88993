#include <fmt/format.h>

#include "audit/rules.h"
#include "base/text.h"

namespace audit {
namespace {

bool is_length(std::string_view written) {
  return !written.empty() && written.find_first_not_of("0123456789") == std::string_view::npos &&
         written.find_first_not_of('0') != std::string_view::npos;
}

void check_size(const Element& element, Findings& findings) {
  for (std::string_view name : {"width", "height"}) {
    const auto written = Page::find_attribute(element, name);
    if (written && is_length(*written)) continue;
    findings
        .warning("unsized-image", element.token,
                 written ? fmt::format("the {} \"{}\" of <{}> is no whole number", name, *written, element.name)
                         : fmt::format("<{}> has no {}", element.name, name))
        .expect("width and height in pixels, so that nothing moves when it has been loaded");
    return;
  }
}

// Whether an <input type="image"> or an area that is a link says where it leads.
bool needs_text(const Element& element) {
  if (element.is("img")) return true;
  if (element.is("area")) return Page::find_attribute(element, "href").has_value();
  return element.is("input") && equal_names(Page::attribute(element, "type"), "image");
}

}  // namespace

void check_images(const PageContext& context) {
  for (const Element& element : context.page.elements) {
    if (!element.is_one_of({"img", "area", "input", "iframe", "video"})) continue;
    if (needs_text(element) && !Page::find_attribute(element, "alt"))
      context.findings
          .error("image-without-alt", element.token,
                 fmt::format("<{}> has no text for those who can't see it", element.name))
          .expect("alt=\"…\"; for decoration, alt=\"\"");
    if (element.is("iframe") && base::trim(Page::attribute(element, "title")).empty())
      context.findings.error("image-without-alt", element.token, "a frame has no text for those who can't see it")
          .expect("title=\"…\"");
    if (element.is_one_of({"img", "iframe", "video"})) check_size(element, context.findings);
  }
}

}  // namespace audit
