// The gather pass: collects the files of the whole site, and draws PNG files from the SVG pictures of pages.
#pragma once
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "pages/render.h"
#include "pages/rendered_page.h"
#include "passes/build.h"
#include "passes/output.h"
#include "passes/parse.h"

namespace passes {

// Returns the uses of each source, in the order of the pages' addresses. Names point into the pages' uses.
pages::Backlinks collect_backlinks(const std::vector<pages::RenderedPage>& rendered);
// The same from the uses of an earlier build, without the pages that no longer exist.
pages::Backlinks collect_backlinks(const std::map<std::string, blocks::Uses>& uses, const site::Site& site);

// Moves the files of a page into the outputs.
void publish_page(pages::RenderedPage& page, Outputs& outputs);

// Adds files of content/, assets, downloads of the data, and sitemap.xml, robots.txt and .nojekyll.
void gather(const Inputs& inputs, const site::Site& site, unsigned jobs, Outputs& outputs);

// Adds the files that are also published at an earlier address. Reports "unreadable-file" for files that can't be read.
// REQUIRES: all other files have been added.
void add_copies(const site::Site& site, Outputs& outputs, base::Diagnostics& diagnostics);

// The number of device pixels per CSS px in a picture. An integer, so that lines at whole px are sharp.
inline constexpr double kPictureScale = 2;

// Adds the pictures. Reports "no-pictures" if the machine can't draw them, and "missing-letters" or "bad-picture" if
// some can't be drawn. Returns false for the latter two, which are mistakes of the site.
bool draw_pictures(const site::Site& site, const std::vector<pages::RenderedPage>& rendered, const Options& options,
                   Outputs& outputs, base::Diagnostics& diagnostics);

}  // namespace passes
