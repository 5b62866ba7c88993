#include "importers/importers.h"

#include <array>

#include "base/utf8.h"
#include "importers/common.h"

namespace import {
namespace {

bool is_round(const std::string& value) { return version_in("v" + value) == value; }
bool is_once(const std::string& value) { return value == "once"; }
bool is_list(const std::string& value) { return !value.empty(); }
bool is_cloud(const std::string& value) { return value == base::lower_case(value); }  // like folder names

}  // namespace

std::span<const Importer> importers() {
  const ImporterOption kBenchmarks{"benchmarks", "Benchmarks that are newer than this program, to import them: A,B",
                                   "bert,ssd", is_list};
  const ImporterOption kIgnore{"ignore", "Columns that are newer than this program, to leave them out: A,B", "A,B",
                               is_list};
  static const std::array kImporters = {
      Importer{"mlperf-training",
               "Results trees of MLPerf Training, scored from their logs, and submitters' summary.csv or summary.json",
               {{"round", "The round of the results, if no folder is named after it: `4.1`", "4.1", is_round},
                kBenchmarks,
                kIgnore},
               "id suite round division availability submitter system accelerator accelerator_as_published "
               "accelerators nodes processor framework benchmark metric minutes locator locator_detail",
               import_mlperf_training},
      Importer{"mlperf-inference",
               "summary_results.json of a round of MLPerf Inference, or a summary.json or summary.csv",
               {{"duplicates",
                 "`once`: leave out a result for `99 %` of the accuracy if that for `99.9 %` has the same number",
                 "once", is_once},
                kBenchmarks,
                kIgnore},
               "id suite kind round division availability submission submitter system accelerator "
               "accelerator_as_published accelerators nodes processor framework benchmark model_version scenario "
               "metric throughput latency unit weights locator locator_detail",
               import_mlperf_inference},
      Importer{"skypilot-prices",
               "vms.csv of a cloud in SkyPilot's catalog of prices",
               {{"cloud", "The seller, if the file's folder is not named after it: gcp", "gcp", is_cloud},
                {"revision", "Revision of the catalog, for the locators", "", nullptr}},
               kPriceFields,
               import_skypilot_prices},
      Importer{"gcp-prices",
               "pricing.yml of the Google Cloud pricing and cost calculator",
               {{"revision", "Revision of the file, for the locators", "", nullptr}},
               kPriceFields,
               import_gcp_prices},
      Importer{
          "table", "Any CSV, TSV, JSON or JSON Lines, with settings that describe its columns", {}, "", import_table},
  };
  return kImporters;
}

}  // namespace import
