// Builds the values that all pages of a site share when they are rendered, with a hash of each part.
#pragma once
#include <string>
#include <vector>

#include "build/parse.h"
#include "pages/theme.h"

namespace build {

// `mark` is the address of the site's picture, or "" for the theme's. REQUIRES: the templates have been compiled. All
// arguments must outlive the theme.
pages::Theme make_theme(const Inputs& inputs, const site::Site& site, const pages::Navigation& navigation,
                        const std::string& mark, std::vector<site::FooterLink> footer);

}  // namespace build
