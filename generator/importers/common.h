// Code that the importers in this folder share: values of published maps and tables, versions in file names, rows by
// id, and prices.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "import/importer.h"
#include "quantity/decimal.h"

namespace import {

// A value of a map as text, trimmed, with single spaces; "" for null, lists, maps and a missing key.
std::string scalar(const notation::Node& map, std::string_view key);

// The digits of a number as they were published ("12.50"); "" if the text is not a number.
std::string digits_of(std::string_view text);

// How a system could be had, in MLPerf's own words of today, which differ from round to round and from submitter to
// submitter; "" for an empty text, nullopt for words that no round has.
std::optional<std::string> availability_of(std::string_view published);
// Why a result with other words is left out.
std::string unknown_availability(std::string_view published);
// Whether a system has no accelerators, by their published model and number: it ran on its host processors.
bool has_no_accelerator(std::string_view model, std::string_view count);
inline constexpr std::string_view kRanOnHost = "no accelerator: it ran on the host processor";

// The last part of a path that names results by their version, such as "training_results_v4.0-main"; "" without one.
std::string_view results_in(std::string_view path);
// "4.0" of such a part; without one, of the last part that contains a version; "" if none does.
std::string version_in(std::string_view path);

// A row with its id only.
Row row_with_id(const std::string& id, const std::string& where);
// Notes a published row that can't be imported, so that the site's row with its id is not gone.
void leave_out(const Row& row, const std::string& why, Task& task);

// A published table that is read by the names of its columns, whose order differs from file to file. A file may contain
// several headers; each applies to the rows below it.
struct HeadedTable {
  std::string_view name;                       // "catalog of SkyPilot"
  std::span<const std::string_view> required;  // columns that identify the format, and headers in it
  std::string_view expected;                   // these and others, for messages
};

// A row, by the names of its columns.
using NamedCells = std::vector<std::pair<std::string_view, std::string_view>>;
// "" if there is no such column.
std::string_view cell_of(const NamedCells& row, std::string_view column);

// Returns false, after an error "import-format", if a required column is missing or any is there twice.
bool check_heads(const std::vector<std::string_view>& heads, base::Span at, const HeadedTable& table,
                 base::Diagnostics& diagnostics);

// Calls `add` with each row of a file and its place, "vms.csv:37"; further headers are noted. Errors: those of
// read_sheet() and check_heads().
void each_headed_row(const InputFile& file, const HeadedTable& table, Task& task,
                     const std::function<void(const NamedCells& row, const std::string& where)>& add);

inline constexpr std::string_view kPriceFields =
    "id provider offering accelerator accelerators region terms usd_per_hour usd_per_accelerator_hour as_of locator";

struct Price {
  std::string cloud;     // "gcp": `provider`, and the first part of the id
  std::string item;      // the second part of the id
  std::string offering;  // what readers see
  std::string accelerator, region, locator, as_of, where;
  std::string terms;  // on-demand, spot, commit-1y or commit-3y
  long accelerators = 0;
  quantity::Exact per_hour;  // USD, of the whole offering
  std::string digits;        // of `per_hour` as published; "" if it was computed
};

// A row with the id of a price: cloud, item, region, terms.
Row row_of(const Price& price);
// Adds a price. Prices per accelerator have at most six digits after the point, as price lists have.
void add_price(const Price& price, Task& task);

}  // namespace import
