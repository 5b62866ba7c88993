// Parts of a page that have moved to another heading of the page or to another page, or that were removed.
// If the part is now at another heading of the same page, that heading gets the old id as a second id. The other parts
// are in a list at the end of the page, which is hidden until one of them is the `:target`; assets/moved.js then
// redirects to the new address.
#pragma once
#include "site/view.h"
#include "template/value.h"

namespace pages {

// Whether a heading of the page gets the part's old id.
bool is_at_heading(const site::Redirect& part, site::View& view);

// Returns {href, title, inside, since, why} of a redirect: `href` is "" if the page was retired, and `inside` is
// whether the target is on the site.
templates::Map lead(const site::Redirect& redirect, site::View& view);

// Returns the page at an address, or the page that the address redirects to; null if there is none.
const site::Page* page_now(const site::Site& site, std::string_view address);

// Returns the moved parts of the view's page: {id, href, title, inside, since, why}.
templates::List moved_parts(site::View& view);

}  // namespace pages
