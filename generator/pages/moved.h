// Parts of a page that are now elsewhere: at another heading of the page, on another page, or nowhere.
//
// If the part is now at another heading of the same page, that heading gets the old id as a second id. The others are a
// list at the end of the page that is hidden until one of them is the `:target`; assets/moved.js then redirects from
// it.
#pragma once
#include "site/view.h"
#include "template/value.h"

namespace pages {

// Whether a heading of the page has the part's old id.
bool is_at_heading(const site::RedirectRow& part, site::View& view);

// {href, title, inside} of a redirect's target: `href` is "" if it was retired, and `inside` is whether the target
// is on the site.
templates::Map lead(const site::RedirectRow& redirect, site::View& view);

// The page at an address, or the one that its readers are redirected to; null for none.
const site::Page* page_now(const site::Site& site, std::string_view address);

// The list of a page: {id, href, title, inside, since, why}.
templates::List moved_parts(site::View& view);

}  // namespace pages
