// SkyPilot's catalogs of prices: catalogs/vN/CLOUD/vms.csv (skypilot-org/skypilot-catalog), read by the names of its
// columns, whose order differs from cloud to cloud, and may below a second header:
//   InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice
// Prices are USD an hour of the whole row. A row a zone; the zones of a region that agree become one row here, those
// that don't a row each, with the zone as its region. GpuInfo (a Python dictionary) is not used.
//
// On Google Cloud there are three kinds of rows. Host machines (InstanceType without an accelerator) have none. GPU
// rows (no InstanceType) hold the price of the GPUs without their host, and often of another SKU than the on-demand
// one, so they are left out. Slices of TPUs have AcceleratorCount 1 whatever their size: the size stands in the name
// ("tpu-v5p-8"), and the table of names says whether it counts chips or cores of which two make a chip. They have no
// InstanceType either: what that table knows as a name with a size is one, and each that begins with "tpu".
// 700.0 as the price of a slice means that none is known. Some rows stand there twice. On AWS a SpotPrice that is equal
// to Price means that there is no spot price.
//
// Fields: see price.h. The catalog carries no date.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "import/digits.h"
#include "import/each_file.h"
#include "import/headed_rows.h"
#include "importers/price.h"

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

// One text for one number, however it is written: "8" and "8.0". What is no number stays.
std::string plain(const std::string& text) {
  auto number = quantity::Exact::parse(text);
  return number ? number->to_decimal().value_or(text) : text;
}

bool is_called_tpu(std::string_view name) { return base::lower_case(name.substr(0, 3)) == "tpu"; }

// "v5p-8" of "tpu-v5p-8", "7x-8" of "tpu7x-8".
std::string_view without_tpu(std::string_view name) {
  if (is_called_tpu(name)) name.remove_prefix(3);
  if (name.starts_with('-')) name.remove_prefix(1);
  return name;
}

// Where the file stands in the catalog: "catalogs/v8/gcp/vms.csv".
std::string path_in_catalog(const Given& given) {
  size_t at = given.beside.rfind("/catalogs/");
  return at == std::string::npos ? given.folder_name() + "/" + given.name() : given.beside.substr(at + 1);
}

class CatalogReader {
 public:
  CatalogReader(const Given& given, Task& task) : given_(given), task_(task) {}

  void read() {
    const std::string folder = given_.folder_name();
    const bool is_named = std::find(kClouds.begin(), kClouds.end(), folder) != kClouds.end();
    cloud_ = task_.option("cloud");
    if (is_named && !cloud_.empty() && cloud_ != folder) {
      task_.diagnostics
          .error("import-format", given_.shown,
                 fmt::format("the folder of {} is named after {}, and --cloud says {}", given_.shown, folder, cloud_))
          .suggest("take --cloud out, of the settings' options too: it is for folders that are named after no cloud");
      return;
    }
    if (is_named) cloud_ = folder;
    if (cloud_.empty()) {
      task_.diagnostics
          .error("import-format", given_.shown, fmt::format("no folder says of which cloud {} is", given_.shown))
          .suggest("say it: --cloud gcp");
      return;
    }
    std::vector<CatalogRow> rows;
    each_headed_row(given_, kCatalog, task_,
                    [&](const NamedCells& row, const std::string& where) { take(row, where, rows); });
    group_zones(rows);
  }

 private:
  // Each price counts as read once, zones that agree as one: here where it is left out, in add_one where it comes in.
  void skip(const std::string& why, const CatalogRow& row) {
    ++task_.harvest.read;
    task_.harvest.skips.add(why, row.where);
  }

  void take(const NamedCells& cells, const std::string& where, std::vector<CatalogRow>& rows) {
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
    return row.instance.empty() && (is_called_tpu(row.accelerator) || name_of(row).size > 0);
  }

  // Rows of one region with the same prices differ in their zones only.
  void group_zones(const std::vector<CatalogRow>& rows) {
    struct Place {
      std::set<std::pair<std::string, std::string>> seen;  // zone, plain price
      std::map<std::string, std::vector<const CatalogRow*>> by_price;
    };
    auto group = [&](const std::string& terms, std::string CatalogRow::* price) {
      std::map<std::array<std::string, 4>, Place> places;
      for (const CatalogRow& row : rows) {
        Place& place = places[{row.instance, row.accelerator, plain(row.count), row.region}];
        std::string number = plain(row.*price);
        bool twice = !place.seen.emplace(row.zone, number).second;
        if (twice && terms == "on-demand") skip("the same row twice", row);
        if (!twice && usable(row, terms, row.*price)) place.by_price[number].push_back(&row);
      }
      for (const auto& [key, place] : places)
        for (const auto& [number, alike] : place.by_price)
          add(alike, terms, alike.front()->*price, place.by_price.size() > 1);
    };
    group("on-demand", &CatalogRow::price);
    group("spot", &CatalogRow::spot);
  }

  bool usable(const CatalogRow& row, const std::string& terms, const std::string& price) {
    auto unusable = [&](const char* why) {
      skip(fmt::format("{} ({})", why, terms), row);
      return false;
    };
    auto unreadable = [&](const char* why) {
      keep_as_it_is(row, terms);
      return unusable(why);
    };
    if (price.empty()) return unusable("no price");
    auto number = quantity::Exact::parse(price);
    if (!number || number->sign() < 0) return unreadable("the price is no number");
    if (number->sign() == 0) return unreadable("the price is 0");
    if (is_slice(row) && *number == *quantity::Exact::parse(kNoPrice))
      return unusable("700.0, which stands for \"no price\"");
    auto list = quantity::Exact::parse(row.price);
    if (cloud_ == "aws" && terms == "spot" && list && *list == *number)
      return unusable("equal to the on-demand price: there is no spot price");
    return true;
  }

  // What the site has of the row, under its region or its zone, is not gone.
  void keep_as_it_is(const CatalogRow& row, const std::string& terms) {
    Price price;
    price.cloud = cloud_;
    price.item = item_of(row, name_of(row));
    price.terms = terms;
    price.where = row.where;
    for (const std::string& region : {row.region, row.zone}) {
      price.region = region;
      task_.harvest.unread.push_back(keyed_row(price));
    }
  }

  static std::string item_of(const CatalogRow& row, const FoundName& name) {
    if (name.size > 0)
      return name.counted == "1" ? name.known->means : fmt::format("{}-{}", name.known->means, name.counted);
    if (!row.instance.empty()) return row.instance;
    bool unknown_slice = !name.known && is_called_tpu(row.accelerator);  // most are called as they are published
    return unknown_slice ? row.accelerator : fmt::format("{}x{}", plain(row.count), row.accelerator);
  }

  void add(const std::vector<const CatalogRow*>& alike, const std::string& terms, const std::string& digits,
           bool zones_differ) {
    const CatalogRow& row = *alike.front();
    std::vector<std::string> zones;
    for (const CatalogRow* each : alike) zones.push_back(each->zone);
    std::sort(zones.begin(), zones.end());
    zones.erase(std::unique(zones.begin(), zones.end()), zones.end());
    if (!zones_differ) return add_one(row, terms, digits, zones, row.region);
    for (const std::string& zone : zones) add_one(row, terms, digits, {zone}, zone.empty() ? row.region : zone);
  }

  void add_one(const CatalogRow& row, const std::string& terms, const std::string& digits,
               const std::vector<std::string>& zones, const std::string& region) {
    ++task_.harvest.read;
    Price price;
    price.cloud = cloud_;
    price.item = item_of(row, {});
    price.region = region;
    price.terms = terms;
    price.where = row.where;
    auto found = task_.look_up(row.accelerator, "", keyed_row(price));
    if (!found) return;
    bool slice = found->size > 0;
    if (!slice && is_slice(row))
      return leave_out_price(price,
                             "a slice whose size the table of names does not count: it needs the name without "
                             "the size, with \"counts\"",
                             task_);
    price.item = item_of(row, *found);
    price.accelerator = found->known->means;
    price.accelerators = slice ? found->size : count_of_text(row.count).value_or(0);
    if (price.accelerators == 0) return leave_out_price(price, "AcceleratorCount is no whole number", task_);
    price.offering = slice ? title_of(row, *found) : price.item;
    price.digits = digits;
    price.per_hour = *quantity::Exact::parse(digits);
    price.locator = locator_of(row, zones, terms);
    if (slice)
      price.locator += fmt::format(
          "; price is for the whole slice = {} chip(s); name counts {}", price.accelerators,
          found->known->counts == "1" ? "chips" : fmt::format("TensorCores, {} per chip", found->known->counts));
    add_price(price, task_);
  }

  // "TPU v5p-8"; of one that is called after its size of 1, "TPU v6e (v6e-1)".
  static std::string title_of(const CatalogRow& slice, const FoundName& name) {
    const std::string_view published = without_tpu(slice.accelerator);
    return name.counted == "1" ? fmt::format("TPU {} ({})", without_tpu(name.known->means), published)
                               : fmt::format("TPU {}", published);
  }

  std::string locator_of(const CatalogRow& row, const std::vector<std::string>& zones, const std::string& terms) const {
    std::string revision = task_.option("revision");
    std::string locator = path_in_catalog(given_) + (revision.empty() ? "" : " @ " + revision) + ", row ";
    if (!row.instance.empty()) locator += fmt::format("InstanceType={}, ", row.instance);
    locator += fmt::format("AcceleratorName={}, Region={}", row.accelerator, row.region);
    if (std::vector<std::string> ends = short_zones(zones, row.region); !ends.empty())
      locator += fmt::format(", AvailabilityZone={}-{{{}}}", row.region, base::join(ends, ","));
    else if (zones.size() > 1 || !zones.front().empty())
      locator += fmt::format(", AvailabilityZone={}", base::join(zones, ","));
    return locator + fmt::format(", column {}", terms == "spot" ? "SpotPrice" : "Price");
  }

  // What the zones have behind their region; nothing where one is named otherwise.
  static std::vector<std::string> short_zones(const std::vector<std::string>& zones, const std::string& region) {
    std::vector<std::string> ends;
    for (const std::string& zone : zones) {
      if (!zone.starts_with(region + "-")) return {};
      ends.push_back(zone.substr(region.size() + 1));
    }
    return ends;
  }

  const Given& given_;
  Task& task_;
  std::string cloud_;
};

}  // namespace

void import_skypilot_prices(const std::vector<Given>& given, Task& task) {
  task.harvest.what = "price";
  task.harvest.scope = {"provider"};
  each_file(given, task, "vms.csv", [&](const Given& each) { CatalogReader(each, task).read(); });
}

}  // namespace import
