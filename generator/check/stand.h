// The position of an anchor in the text of its page.
#pragma once
#include "base/diagnostic.h"
#include "site/place.h"
#include "site/site.h"

namespace check {

struct Stand {
  base::Span span;
  bool is_heading = false;
  bool has_own_id = false;  // {#id}
};

// A heading, or the name of a table, chart or estimate. Nothing for others.
Stand stand_of(const site::Site& site, const site::Place& place);

}  // namespace check
