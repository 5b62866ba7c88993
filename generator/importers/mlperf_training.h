// MLPerf Training's published results, as its rows. Two forms are read.
//
// A results tree, as the repositories mlcommons/training_results_vROUND are (a folder of submitters, or one submitter):
//   SUBMITTER/systems/SYSTEM.json                            all values texts, mostly: "number_of_nodes": "64"
//   SUBMITTER/results/SYSTEM/BENCHMARK/result_N.txt          logs (mlperf_log.h), numbered from 0 or 1
//   SUBMITTER/results/SYSTEM/BENCHMARK/scaling.json          {"scaling_factor": 1.02…}, where the review left one: a
//                                                            set that converged faster than the reference is scaled up
// Minutes are the score of the logs times that factor.
//
// A submitter's summary.csv or summary.json: a row a system, a column a benchmark between `notes` and `details_url`,
// empty or null where nothing was submitted; the CSV may hold its header again, also with other columns, followed by
// the rows without scores. Those of rounds 2.0 and 2.1 are from before the review, unscaled, and are left out. Where
// both forms tell of one result, the logs count.
//
// Fields: see importer.cc.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "import/importer.h"

namespace import {

// What the two forms have in common.
struct TrainingResult {
  std::string round, submitter, folder, system, benchmark, division, availability, accelerator, processor, framework;
  long accelerators = 0, nodes = 0;  // 0: not said
  std::string minutes, locator;
  bool computed = false;
};
void add_training_result(const TrainingResult& result, const std::string& where, Task& task);
// One that is published and can't be taken in, so that what the site has of it is not gone. Of `result` counts what the
// row's id is made of: round, submitter, folder, benchmark.
void leave_out_training_result(const TrainingResult& result, const std::string& why, const std::string& where,
                               Task& task);

// The round that the path of what was given or an address in it, "" for none, is named after, or that --round says; ""
// where nothing says one. Nothing after an error: results of one round that --round says are of another.
std::optional<std::string> round_of(const Given& given, std::string_view address, const std::string& where, Task& task);

// A summary.csv or summary.json.
void read_training_summary(const Given& given, Task& task);

}  // namespace import
