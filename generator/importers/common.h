// Code that the importers in this folder share. Reads values of published maps and tables, and versions in file names,
// and makes rows from ids and prices.
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

// Returns a value of a map as text, trimmed, with single spaces; "" for null, lists, maps and a missing key.
std::string scalar(const notation::Node& map, std::string_view key);

// Returns the digits of a number as published ("12.50"); "" if the text is not a number.
std::string digits_of(std::string_view text);

// Returns how a system is available, in MLPerf's current words, because the published words differ by round and
// submitter. Returns "" for an empty text, and nullopt for words that no round uses.
std::optional<std::string> availability_of(std::string_view published);
// Returns the reason for skipping a result with such unknown words.
std::string unknown_availability(std::string_view published);
// Whether a system ran on its host processors only, according to the published model and number of its accelerators.
bool has_no_accelerator(std::string_view model, std::string_view count);
inline constexpr std::string_view kRanOnHost = "no accelerator: it ran on the host processor";

// Returns the last part of a path that names published results with a version ("training_results_v4.0-main"), or "".
std::string_view results_in(std::string_view path);
// Returns the version in that part ("4.0"), otherwise the version in the last part that contains one, or "".
std::string version_in(std::string_view path);

// Whether an option, "a, b", lists a name.
bool is_listed(std::string_view option, std::string_view name);
// Reports a published name that the importer does not know ("column", "key", "benchmark"), and the options that accept
// it. Points at its first occurrence in the last text that was read.
void report_unknown(std::string_view what, std::string_view name, bool may_be_benchmark, const std::string& shown,
                    Task& task);

// Makes a row that has only an id.
Row row_with_id(const std::string& id, const std::string& where);
// Notes that a published row can't be imported, so that the site's row with its id does not count as removed.
void leave_out(const Row& row, const std::string& why, Task& task);

// Describes a published table whose columns are found by name, because their order differs from file to file. A file
// may contain several headers; each applies to the rows below it.
struct HeadedTable {
  std::string_view name;                       // the format's name in messages: "catalog of SkyPilot"
  std::span<const std::string_view> required;  // columns that every header has, by which the format is recognised
  std::string_view expected;                   // the expected columns in messages
};

// The cells of a row, each with the name of its column.
using NamedCells = std::vector<std::pair<std::string_view, std::string_view>>;
// Returns "" if there is no such column.
std::string_view cell_of(const NamedCells& row, std::string_view column);

// Checks the columns of a header. Returns false after an error "import-format" if a required column is missing or any
// column occurs twice.
bool check_heads(const std::vector<std::string_view>& heads, base::Span at, const HeadedTable& table,
                 base::Diagnostics& diagnostics);

// Calls `add` with each row of a file and its place ("vms.csv:37"); adds a note for further headers. Errors: those of
// read_sheet() and check_heads().
void each_headed_row(const InputFile& file, const HeadedTable& table, Task& task,
                     const std::function<void(const NamedCells& row, const std::string& where)>& add);

inline constexpr std::string_view kPriceFields =
    "id provider offering accelerator accelerators region terms usd_per_hour usd_per_accelerator_hour as_of locator "
    "locator_detail";

struct Price {
  std::string cloud;     // the value of `provider`, and the first part of the id: "gcp"
  std::string item;      // the second part of the id
  std::string offering;  // the name that readers see
  std::string accelerator, region, as_of, where;
  std::string locator_detail;  // the exact place in the file
  std::string terms;           // the terms: on-demand, spot, commit-1y or commit-3y
  long accelerators = 0;
  quantity::Exact per_hour;  // the price in USD for the whole offering
  std::string digits;        // the published text of `per_hour`; "" if it was computed
};

// Makes a row with the id of a price: cloud, item, region, terms.
Row row_of(const Price& price);
// Adds a row for a price. Prices per accelerator are rounded to six digits after the point, as in price lists.
void add_price(const Price& price, Task& task);

}  // namespace import
