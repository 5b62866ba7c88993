#include "importers/importers.h"

#include <array>

#include "base/utf8.h"
#include "importers/price.h"

namespace import {
namespace {

bool is_round(const std::string& value) { return version_in("v" + value) == value; }
bool is_once(const std::string& value) { return value == "once"; }
bool is_cloud(const std::string& value) { return value == base::lower_case(value); }  // as folders are called

}  // namespace

std::span<const Importer> importers() {
  static const std::array kImporters = {
      Importer{"mlperf-training",
               "Results trees of MLPerf Training, scored from their logs, and submitters' summary.csv or summary.json",
               {{"round", "Of the results, such as 4.1, where no folder is named after it", "4.1", is_round}},
               "id suite round division availability submitter system accelerator accelerator_as_published "
               "accelerators nodes processor framework benchmark metric minutes locator",
               import_mlperf_training},
      Importer{"mlperf-inference",
               "summary_results.json of a round of MLPerf Inference",
               {{"twins",
                 "once: a result for 99 percent of the accuracy is left out where the one for 99.9 has its "
                 "number",
                 "once", is_once}},
               "id suite kind round division availability submission submitter system accelerator "
               "accelerator_as_published accelerators nodes processor framework benchmark model_version scenario "
               "metric throughput latency unit weights locator",
               import_mlperf_inference},
      Importer{"skypilot-prices",
               "vms.csv of a cloud in SkyPilot's catalog of prices",
               {{"cloud", "Whose prices they are, such as gcp, where the file's folder is not named after it", "gcp",
                 is_cloud},
                {"revision", "Of the catalog, for the locators", "", nullptr}},
               kPriceFields,
               import_skypilot_prices},
      Importer{"gcp-prices",
               "pricing.yml of the Google Cloud pricing and cost calculator",
               {{"revision", "Of the file, for the locators", "", nullptr}},
               kPriceFields,
               import_gcp_prices},
      Importer{
          "table", "Any CSV, TSV, JSON or JSON Lines, by a file that says what its columns are", {}, "", import_table},
  };
  return kImporters;
}

}  // namespace import
