// Imports SkyPilot's price catalogs: catalogs/vN/CLOUD/vms.csv (skypilot-org/skypilot-catalog). The order of the
// columns differs from cloud to cloud:
//   InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice
// Prices are in USD per hour for everything in the row. There is a row for each zone. Zones of a region with the same
// price become one row here; otherwise each zone gets a row, with the zone as region. GpuInfo (a Python dictionary) is
// not used.
//
// On Google Cloud there are three kinds of rows. Host machines (InstanceType without an accelerator) are skipped. GPU
// rows (no InstanceType) have the price of the GPUs without their host, often for a different SKU than the on-demand
// price, so they are left out. Slices of TPUs do not have an InstanceType either, and their AcceleratorCount is 1: the
// size is in the name ("tpu-v5p-8"), and the table of names says whether it counts chips or cores (two per chip). A
// slice is a row whose name begins with "tpu", or is in the table of names with a size. The price 700.0 of a slice
// means that it has no price. Some rows are duplicates. On AWS a SpotPrice equal to Price means that there is no spot
// price.
//
// Fields: kPriceFields. The catalog has no date.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "import/cell_text.h"
#include "importers/common.h"

namespace import {
namespace {

constexpr std::array<std::string_view, 24> kClouds = {
    "aws",       "azure",  "cudo",  "do",         "fluidstack",     "gcp",    "hyperbolic", "hyperstack", "ibm",
    "lambda",    "nebius", "oci",   "paperspace", "primeintellect", "runpod", "samsung",    "scp",        "seeweb",
    "shadeform", "vast",   "verda", "vsphere",    "kubernetes",     "ssh"};
constexpr std::array<std::string_view, 5> kCatalogColumns = {"InstanceType", "AcceleratorName", "AcceleratorCount",
                                                             "Region", "Price"};
constexpr HeadedTable kCatalog = {
    "catalog of SkyPilot", kCatalogColumns,
    "InstanceType, AcceleratorName, AcceleratorCount, Region, Price, and perhaps SpotPrice"};
constexpr std::string_view kNoPrice = "700";

struct CatalogRow {
  std::string instance, accelerator, count, region, zone, price, spot, where;
};

// Normalizes a number: "8" for "8" and "8.0". Other texts are unchanged.
std::string plain(const std::string& text) {
  auto number = quantity::Exact::parse(text);
  return number ? number->to_decimal().value_or(text) : text;
}

bool has_tpu_name(std::string_view name) { return base::lower_case(name.substr(0, 3)) == "tpu"; }

// Returns the name without "tpu": "v5p-8" for "tpu-v5p-8", "7x-8" for "tpu7x-8".
std::string_view without_tpu(std::string_view name) {
  if (has_tpu_name(name)) name.remove_prefix(3);
  if (name.starts_with('-')) name.remove_prefix(1);
  return name;
}

// Returns the path of a file from the catalog's root: "catalogs/v8/gcp/vms.csv".
std::string path_in_catalog(const InputFile& file) {
  const size_t at = file.full_path.rfind("/catalogs/");
  return at == std::string::npos ? file.folder_name() + "/" + file.name() : file.full_path.substr(at + 1);
}

class CatalogReader {
 public:
  CatalogReader(const InputFile& file, Task& task) : file_(file), task_(task) {}

  void read() {
    const std::string folder = file_.folder_name();
    const bool is_named = std::ranges::find(kClouds, folder) != kClouds.end();
    cloud_ = task_.option("cloud");
    if (is_named && !cloud_.empty() && cloud_ != folder) {
      task_.diagnostics
          .error("import-format", file_.shown,
                 fmt::format("the folder of {} is named after {}, but --cloud is {}", file_.shown, folder, cloud_))
          .suggest(
              "remove --cloud, also from the settings' options: it is for folders that are not named after a cloud");
      return;
    }
    if (is_named) cloud_ = folder;
    if (cloud_.empty()) {
      task_.diagnostics
          .error("import-format", file_.shown, fmt::format("the path of {} does not contain its cloud", file_.shown))
          .suggest("give it: --cloud gcp");
      return;
    }
    std::vector<CatalogRow> rows;
    each_headed_row(file_, kCatalog, task_,
                    [&](const NamedCells& row, const std::string& where) { read_row(row, where, rows); });
    group_zones(rows);
  }

 private:
  // Skips a price. Each price is counted once, here or in add_one; zones with the same price count as one.
  void skip(const std::string& why, const CatalogRow& row) {
    ++task_.input.read;
    task_.input.skips.skip_row(why, row.where);
  }

  void read_row(const NamedCells& cells, const std::string& where, std::vector<CatalogRow>& rows) {
    const auto cell = [&](std::string_view column) { return std::string(cell_of(cells, column)); };
    CatalogRow row{cell("InstanceType"),     cell("AcceleratorName"), cell("AcceleratorCount"), cell("Region"),
                   cell("AvailabilityZone"), cell("Price"),           cell("SpotPrice"),        where};
    if (row.accelerator.empty()) return skip("a machine without accelerators", row);
    if (cloud_ == "gcp" && row.instance.empty() && !is_slice(row))
      return skip("GPUs on Google Cloud without their host, often at the price of another SKU", row);
    if (row.region.empty()) return skip("no region", row);
    rows.push_back(std::move(row));
  }

  FoundName name_of(const CatalogRow& row) const { return task_.names.find(row.accelerator, {task_.importer}); }

  bool is_slice(const CatalogRow& row) const {
    return row.instance.empty() && (has_tpu_name(row.accelerator) || name_of(row).size > 0);
  }

  // Adds a price for all zones of a region that have it, because their rows differ only in the zone.
  void group_zones(const std::vector<CatalogRow>& rows) {
    struct Place {
      std::set<std::pair<std::string, std::string>> seen;  // pairs of a zone and a normalized price
      std::map<std::string, std::vector<const CatalogRow*>> by_price;
    };
    auto group = [&](const std::string& terms, std::string CatalogRow::* price) {
      std::map<std::array<std::string, 4>, Place> places;
      for (const CatalogRow& row : rows) {
        Place& place = places[{row.instance, row.accelerator, plain(row.count), row.region}];
        std::string number = plain(row.*price);
        const bool is_duplicate = !place.seen.emplace(row.zone, number).second;
        if (is_duplicate && terms == "on-demand") skip("duplicate row", row);
        if (!is_duplicate && is_usable(row, terms, row.*price)) place.by_price[number].push_back(&row);
      }
      for (const auto& [key, place] : places)
        for (const auto& [number, alike] : place.by_price)
          add(alike, terms, alike.front()->*price, place.by_price.size() > 1);
    };
    group("on-demand", &CatalogRow::price);
    group("spot", &CatalogRow::spot);
  }

  // Whether a price can be imported; if not, it is skipped.
  bool is_usable(const CatalogRow& row, const std::string& terms, const std::string& price) {
    const auto number = quantity::Exact::parse(price), list = quantity::Exact::parse(row.price);
    const bool is_readable = number && number->sign() > 0;
    std::string why;
    if (price.empty())
      why = "no price";
    else if (!is_readable)
      why = number && number->sign() == 0 ? "the price is 0" : "the price is not a number";
    else if (is_slice(row) && *number == *quantity::Exact::parse(kNoPrice))
      why = "700.0, which means \"no price\"";
    else if (cloud_ == "aws" && terms == "spot" && list && *list == *number)
      why = "equal to the on-demand price: there is no spot price";
    if (why.empty()) return true;
    if (!price.empty() && !is_readable) note_unread(row, terms);
    skip(fmt::format("{} ({})", why, terms), row);
    return false;
  }

  // Notes the price as unread, by region and by zone, so that the site's rows for it do not count as removed.
  void note_unread(const CatalogRow& row, const std::string& terms) {
    Price price;
    price.cloud = cloud_;
    price.item = item_of(row, name_of(row));
    price.terms = terms;
    price.where = row.where;
    for (const std::string& region : {row.region, row.zone}) {
      price.region = region;
      task_.input.unread.push_back(row_of(price));
    }
  }

  static std::string item_of(const CatalogRow& row, const FoundName& name) {
    if (name.size > 0)
      return name.counted == "1" ? name.known->means : fmt::format("{}-{}", name.known->means, name.counted);
    if (!row.instance.empty()) return row.instance;
    // Most ids are equal to the published names.
    const bool is_unknown_slice = !name.known && has_tpu_name(row.accelerator);
    return is_unknown_slice ? row.accelerator : fmt::format("{}x{}", plain(row.count), row.accelerator);
  }

  void add(const std::vector<const CatalogRow*>& alike, const std::string& terms, const std::string& digits,
           bool zones_differ) {
    const CatalogRow& row = *alike.front();
    std::vector<std::string> zones;
    for (const CatalogRow* each : alike) zones.push_back(each->zone);
    std::ranges::sort(zones);
    zones.erase(std::unique(zones.begin(), zones.end()), zones.end());
    if (!zones_differ) return add_one(row, terms, digits, zones, row.region);
    for (const std::string& zone : zones) add_one(row, terms, digits, {zone}, zone.empty() ? row.region : zone);
  }

  void add_one(const CatalogRow& row, const std::string& terms, const std::string& digits,
               const std::vector<std::string>& zones, const std::string& region) {
    ++task_.input.read;
    Price price;
    price.cloud = cloud_;
    price.item = item_of(row, {});
    price.region = region;
    price.terms = terms;
    price.where = row.where;
    auto found = task_.look_up(row.accelerator, "", row_of(price));
    if (!found) return;
    const bool has_size = found->size > 0;
    if (!has_size && is_slice(row))
      return leave_out(row_of(price),
                       "the table of names does not count the size of this slice: add its name without the size, with "
                       "\"counts\"",
                       task_);
    price.item = item_of(row, *found);
    price.accelerator = found->known->means;
    price.accelerators = has_size ? found->size : count_of_text(row.count).value_or(0);
    if (price.accelerators == 0) return leave_out(row_of(price), "AcceleratorCount is not a whole number", task_);
    price.offering = has_size ? title_of(row, *found) : price.item;
    price.digits = digits;
    price.per_hour = *quantity::Exact::parse(digits);
    price.locator_detail = locator_of(row, zones, terms);
    if (has_size)
      price.locator_detail += fmt::format(
          "; price of the whole slice of {} chip{}, whose name counts {}", price.accelerators,
          price.accelerators == 1 ? "" : "s",
          found->known->counts == "1" ? "chips" : fmt::format("TensorCores, {} per chip", found->known->counts));
    add_price(price, task_);
  }

  // Returns the title of a slice: "TPU v5p-8"; for a size of 1, "TPU v6e (v6e-1)".
  static std::string title_of(const CatalogRow& slice, const FoundName& name) {
    const std::string_view published = without_tpu(slice.accelerator);
    return name.counted == "1" ? fmt::format("TPU {} ({})", without_tpu(name.known->means), published)
                               : fmt::format("TPU {}", published);
  }

  std::string locator_of(const CatalogRow& row, const std::vector<std::string>& zones, const std::string& terms) const {
    std::string revision = task_.option("revision");
    std::string locator = path_in_catalog(file_) + (revision.empty() ? "" : " @ " + revision) + ", row ";
    if (!row.instance.empty()) locator += fmt::format("InstanceType={}, ", row.instance);
    locator += fmt::format("AcceleratorName={}, Region={}", row.accelerator, row.region);
    if (std::vector<std::string> ends = short_zones(zones, row.region); !ends.empty())
      locator += fmt::format(", AvailabilityZone={}-{{{}}}", row.region, base::join(ends, ","));
    else if (zones.size() > 1 || !zones.front().empty())
      locator += fmt::format(", AvailabilityZone={}", base::join(zones, ","));
    return locator + fmt::format(", column {}", terms == "spot" ? "SpotPrice" : "Price");
  }

  // Returns the names of zones without their region; empty if one of them does not begin with the region.
  static std::vector<std::string> short_zones(const std::vector<std::string>& zones, const std::string& region) {
    std::vector<std::string> ends;
    for (const std::string& zone : zones) {
      if (!zone.starts_with(region + "-")) return {};
      ends.push_back(zone.substr(region.size() + 1));
    }
    return ends;
  }

  const InputFile& file_;
  Task& task_;
  std::string cloud_;
};

}  // namespace

void import_skypilot_prices(const std::vector<InputFile>& files, Task& task) {
  task.input.what = "price";
  task.input.scope = {"provider"};
  each_file(files, task, "vms.csv", [&](const InputFile& each) { CatalogReader(each, task).read(); });
}

}  // namespace import
