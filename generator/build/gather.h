// The gather pass: the site-wide files, made from what was rendered.
#pragma once
#include <vector>

#include "build/output.h"
#include "build/parse.h"
#include "pages/render.h"

namespace build {

// What rests on each source, in the order of the pages' addresses.
pages::Backlinks collect_backlinks(const std::vector<pages::RenderedPage>& rendered);

// Moves the pages and their files into the outputs, and adds files of content/, assets, downloads of the data, and
// sitemap.xml, robots.txt and .nojekyll.
void gather(const Inputs& inputs, const site::Site& site, std::vector<pages::RenderedPage>& rendered, Outputs& outputs);

// Adds the files that are published at an earlier address too. REQUIRES: all others are there.
void add_copies(const site::Site& site, Outputs& outputs);

}  // namespace build
