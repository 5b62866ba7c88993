#include "importers/price.h"

#include <fmt/format.h>

#include "import/digits.h"

namespace import {

constexpr int kDigits = 6;

Row keyed_row(const Price& price) {
  Row row;
  row.where = price.where;
  row.text("id", fmt::format("{}/{}/{}/{}", price.cloud, price.item, price.region, price.terms));
  return row;
}

void leave_out_price(const Price& price, const std::string& why, Task& task) {
  task.harvest.skips.add(why, price.where);
  task.harvest.unread.push_back(keyed_row(price));
}

void add_price(const Price& price, Task& task) {
  Row row = keyed_row(price);
  row.text("provider", price.cloud);
  row.text("offering", price.offering);
  row.text("accelerator", price.accelerator);
  row.number("accelerators", std::to_string(price.accelerators));
  row.text("region", price.region);
  row.text("terms", price.terms);
  std::string whole = price.digits.empty() ? rounded_digits(price.per_hour, kDigits) : price.digits;
  row.number("usd_per_hour", whole);
  // Of the number that is shown, so that whoever divides it gets the same.
  row.number(
      "usd_per_accelerator_hour",
      price.accelerators == 1 ? whole : rounded_digits(*quantity::Exact::parse(whole) / price.accelerators, kDigits));
  row.text("as_of", price.as_of);
  row.text("locator", price.locator);
  task.harvest.rows.push_back(std::move(row));
}

}  // namespace import
