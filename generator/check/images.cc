// Checks the images of a site: their weight, and colours of drawings and diagrams (check/checks.h).
#include "check/checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "blocks/diagram.h"
#include "picture/image_file.h"
#include "picture/svg_tags.h"

namespace check {
namespace {

// A phone on a slow connection needs more than a few seconds for such a file, and a screen can't show all of it.
constexpr size_t kMaxBytes = 1'000'000;
constexpr unsigned kMaxPixels = 4000;

bool is_svg(const base::SourceText& file) { return base::lower(file.path()).ends_with(".svg"); }

void check_weight(const base::SourceText& file, base::Diagnostics& diagnostics) {
  const auto size = picture::image_size(file.text());
  const bool is_drawing = is_svg(file);
  const bool wide = size && !is_drawing && std::max(size->width, size->height) > kMaxPixels;
  if (file.text().size() <= kMaxBytes && !wide) return;
  std::string what = fmt::format("this image is {:.1f} MB", static_cast<double>(file.text().size()) / 1e6);
  if (size && !is_drawing) what += fmt::format(" and {} × {} pixels", size->width, size->height);
  base::Diagnostic& warning = diagnostics.warning("huge-image", {}, std::move(what));
  warning.path = file.path();
  warning.expect(fmt::format("at most {} MB, and {} pixels on the longer side", kMaxBytes / 1'000'000, kMaxPixels))
      .suggest("reduce its size: pages show images at most 1,800 pixels wide");
}

void check_drawing(const base::SourceText& file, base::Diagnostics& diagnostics) {
  for (const picture::ActivePart& part : picture::active_parts(file.text()))
    diagnostics
        .error("unsafe-svg", {&file, static_cast<uint32_t>(part.begin), static_cast<uint32_t>(part.end)},
               fmt::format("{} is not allowed in an SVG", part.what))
        .expect("shapes, text and styles, and addresses of parts of the same file")
        .of("form:" + part.what)
        .suggest("remove it, or export the drawing as a plain SVG or a PNG");
}

void check_diagram(const base::SourceText& file, const std::vector<std::string>& colours,
                   base::Diagnostics& diagnostics) {
  for (blocks::DiagramFault& fault : blocks::read_diagram(file.text(), &colours).faults)
    diagnostics
        .error("bad-diagram", {&file, static_cast<uint32_t>(fault.begin), static_cast<uint32_t>(fault.end)},
               std::move(fault.what))
        .expect(std::move(fault.expected));
}

}  // namespace

void check_images(const site::Site& site, const std::vector<std::string>& colours, base::Diagnostics& diagnostics) {
  for (const io::SourceFile* each : site.files) {
    const base::SourceText& file = each->source;
    if (base::lower(file.path()).ends_with(".svgz"))
      diagnostics.error("unsafe-svg", file.path(), "a compressed SVG is not checked, so it is not published")
          .suggest("save it as .svg, without compression");
    if (!picture::is_image(file.path())) continue;
    if (!picture::is_as_named(file.path(), file.text())) {
      diagnostics.error("unreadable-image", file.path(), "this file does not have the format of its extension")
          .suggest("save it again with the right extension");
      continue;
    }
    if (picture::is_cut_off(file.text()))
      diagnostics.error("unreadable-image", file.path(), "this file ends before the picture does")
          .suggest("copy or save it again");
    check_weight(file, diagnostics);
    if (!is_svg(file)) continue;
    check_drawing(file, diagnostics);
    if (blocks::is_diagram(file.text())) check_diagram(file, colours, diagnostics);
  }
}

}  // namespace check
