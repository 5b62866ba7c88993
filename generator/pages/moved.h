// Parts of a page that have gone elsewhere: to another heading of the page, to another page, or for good.
//
// A part that another heading of the same page stands for is a second id of that heading. The others are a list at the
// page's end that is out of sight until somebody asks for one of them (`:target`); assets/moved.js leads on from it.
#pragma once
#include <string>

#include "site/view.h"
#include "template/value.h"

namespace pages {

// Whether a heading of the page carries the part's old id.
bool stands_at_heading(const site::Redirect& part, const site::Page& page);

// {href, title, inside} of where a redirect leads, seen from the view's page: `href` is "" for what was retired, and
// `inside` whether that is a page of the site. Records what it reads.
templates::Map lead(const site::Redirect& redirect, site::View& view);

// The page at an address, or the one that its readers are led on to; null for none. Records nothing.
const site::Page* page_now(const site::Site& site, std::string_view address);

// What leads on readers of a page that is no more; null for none.
const site::Redirect* read_redirect(std::string_view address, site::View& view);

// What a part of a page is called: a heading's words, a table's caption; "" for none.
std::string read_part(const site::Place& place, site::View& view);

// What the page's list says: {id, href, title, inside, since, why}. Records what it reads.
templates::List moved_parts(site::View& view);

}  // namespace pages
