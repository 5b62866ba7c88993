// One price of a list, as a row: what the importers of prices have in common.
#pragma once
#include <string>
#include <string_view>

#include "import/importer.h"
#include "quantity/decimal.h"

namespace import {

// Of which `terms` is on-demand, spot, commit-1y or commit-3y.
inline constexpr std::string_view kPriceFields =
    "id provider offering accelerator accelerators region terms usd_per_hour usd_per_accelerator_hour as_of locator";

struct Price {
  std::string cloud;     // "gcp": `provider`, and the first part of the id
  std::string item;      // the second part of the id
  std::string offering;  // what readers see
  std::string accelerator, region, terms, locator, as_of, where;
  long accelerators = 0;
  quantity::Exact per_hour;  // USD, of the whole offering
  std::string digits;        // of `per_hour` as published; "" where it was calculated
};

// A price for one accelerator has six digits after the point at most, as price lists have.
void add_price(const Price& price, Task& task);

// A row with its id alone. Of `price` counts what that is made of: cloud, item, region, terms; and `where`.
Row keyed_row(const Price& price);
// One that is published and can't be taken in, so that what the site has of it is not gone.
void leave_out_price(const Price& price, const std::string& why, Task& task);

}  // namespace import
