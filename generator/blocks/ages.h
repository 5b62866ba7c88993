// Badges of values that are older than their `stale_after_days`: "6 months old". Ages count from the date of the site.
// assets/age.js raises the age of single values by the clock, so one that is not old yet has a hidden badge. How many
// values of a block are old never changes: the text names the date.
#pragma once
#include <map>
#include <string>

#include "data/database.h"
#include "markup/html.h"
#include "quantity/frame.h"
#include "site/evaluation.h"

namespace blocks {

struct Context;

// Returns " 6 months old" as a badge.
markup::SafeHtml age_html(const data::Age& age, Context& context);

// Returns the badge of a figure; empty if its value may have any age. The value of a formula is as old as its oldest
// input. The result of a query may be found among old rows and new ones, so it is old only if all are.
markup::SafeHtml figure_age_html(const site::Figure& figure, Context& context);

// The values of a table or chart that may be too old: how many have each limit and date.
using Ages = std::map<long, std::map<std::string, size_t>>;
// Returns " 9 of 15 older than 90 days on 2026-03-15" for each limit, as badges and as a text.
markup::SafeHtml ages_html(const Ages& ages, Context& context);
std::string ages_text(const Ages& ages, Context& context);

}  // namespace blocks
