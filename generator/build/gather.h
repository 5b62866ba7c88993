// The gather pass: the site-wide files, made from what was rendered.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "build/output.h"
#include "build/parse.h"
#include "build/products.h"
#include "pages/render.h"

namespace build {

// What rests on each source, in the order of the pages' addresses. The names are those of the pages' uses.
pages::Backlinks collect_backlinks(const std::vector<pages::RenderedPage>& rendered);

// Where the site publishes files as they are: those of content/, and the theme's.
std::set<std::string, std::less<>> addresses_of_own_files(const Inputs& inputs, const site::Site& site);

// Moves the pages and their files into the outputs, noting in the pages what was published, and adds files of content/,
// assets, downloads of the data, and sitemap.xml, robots.txt and .nojekyll.
void gather(const Inputs& inputs, const site::Site& site, std::vector<pages::RenderedPage>& rendered,
            Products& products, Outputs& outputs);

// Adds the files that are published at an earlier address too; `earlier` holds those that stand, and an error
// "unreadable-file" tells what can't be read there. REQUIRES: all others are there.
void add_copies(const site::Site& site, const io::FileSystem& earlier, Outputs& outputs,
                base::Diagnostics& diagnostics);

}  // namespace build
