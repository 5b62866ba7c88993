// The gather pass: the files of the whole site, and PNG files of the SVG pictures of pages.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "build/build.h"
#include "build/output.h"
#include "build/parse.h"
#include "pages/render.h"
#include "pages/rendered_page.h"

namespace build {

// The uses of each source, in the order of the pages' addresses. Names point into the pages' uses.
pages::Backlinks collect_backlinks(const std::vector<pages::RenderedPage>& rendered);

// The addresses of files that are published unchanged: those of content/, and the theme's.
std::set<std::string, std::less<>> addresses_of_own_files(const Inputs& inputs, const site::Site& site);

// Moves the files of a page into the outputs, and records them in the page.
void publish_page(pages::RenderedPage& page, Outputs& outputs);

// Adds files of content/, assets, downloads of the data, and sitemap.xml, robots.txt and .nojekyll.
void gather(const Inputs& inputs, const site::Site& site, unsigned jobs, Products& products, Outputs& outputs);

// Adds the files that are also published at an earlier address. An error "unreadable-file" for those that can't be
// read. REQUIRES: all other files were added
void add_copies(const site::Site& site, Outputs& outputs, base::Diagnostics& diagnostics);

// Device pixels per CSS px of a picture. An integer, so that lines on whole px are sharp.
inline constexpr double kPictureScale = 2;

// Adds the pictures. Error "no-pictures" if the machine can't draw them.
void draw_pictures(std::vector<pages::RenderedPage>& rendered, const Options& options, Outputs& outputs,
                   base::Diagnostics& diagnostics);

}  // namespace build
