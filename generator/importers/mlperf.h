// Reads MLPerf Training's published results, in two forms.
//
// A results tree, like the repositories mlcommons/training_results_vROUND (a folder of submitters, or one submitter):
//   SUBMITTER/systems/SYSTEM.json                            mostly texts: "number_of_nodes": "64"
//   SUBMITTER/results/SYSTEM/BENCHMARK/result_*.txt          logs of runs, with any names between
//   SUBMITTER/results/SYSTEM/BENCHMARK/scaling.json          {"scaling_factor": 1.02…}, if the review requires one: a
//                                                            set that converged faster than the reference is scaled up
// Minutes are the score of the logs times that factor.
//
// A log has lines ":::MLLOG {json}" with `key`, `time_ms` (or `time_s`), `value`, `metadata`. They may have a rank as a
// prefix ("0: ", "[0] ") or follow other output without a line end; there may be other lines, CRLF, and bytes that are
// not UTF-8. A run lasts from the key run_start to run_stop, whose metadata.status is "success" or "aborted"; a run
// that crashed has no run_stop.
//
// A submitter's summary.csv or summary.json: a row for each system, a column for each benchmark between `notes` and
// `details_url`, empty or null if nothing was submitted. Since round 6.0, it has several columns for each benchmark, of
// which BENCHMARK:time_to_train is the score. Columns, measures and benchmarks that are not known are errors. The CSV
// may contain further headers, also with other columns, before the rows without scores. The summaries of rounds 2.0
// and 2.1 precede the review and are unscaled: left out. If both forms have a result, the logs take precedence.
//
// Fields: see importers.cc.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common.h"

namespace import {

struct Run {
  enum class End { converged, aborted, missing } end = End::missing;
  quantity::Exact milliseconds;  // the duration, if the run converged
  std::string benchmark;         // the benchmark's name in the log; "" if missing
  std::string problem;           // the reason why the log can't be scored; "" if it can
};

Run read_run(std::string_view log);

// Whether two names mean the same benchmark of a round. Punctuation and case vary, and some logs have the name of an
// earlier round ("ssd" in a folder retinanet).
bool is_same_benchmark(std::string_view a, std::string_view b);

// Returns how many runs the rules require for a benchmark, which is named as its folder is; nullopt if unknown.
std::optional<size_t> required_runs(std::string_view benchmark);

struct Score {
  std::optional<quantity::Exact> minutes;
  std::string problem;  // the reason why there is no score
};

// Computes the score by MLPerf's rule: the mean of the runs without the fastest and the slowest one (without four of
// each for the 40 runs of unet3d). A run that did not converge counts as the slowest. There is no score if the number
// of runs is not the one that the rules require; for an unknown benchmark, any number that they require for another
// benchmark is accepted.
Score score_of(const std::vector<Run>& runs, std::string_view benchmark);

// A result from a log or a summary: the parts of its id, and its row, with words as published.
struct TrainingResult {
  std::string round, submitter, folder, benchmark;
  Row row;
};
// Makes a row with the id of a result: round, submitter, folder, benchmark.
Row row_of(const TrainingResult& result, const std::string& where);
// Adds the row, with the id and the words of the site.
void add_training_result(const TrainingResult& result, const std::string& where, Task& task);

// Returns the round of a file: from the name of its path, from an address in it (`address`, "" if there is none), or
// from --round; "" if none of these contains a round. Returns nullopt after an error if --round contradicts the name of
// the results.
std::optional<std::string> round_of(const InputFile& file, std::string_view address, const std::string& where,
                                    Task& task);

// Reads a summary.csv or summary.json.
void read_training_summary(const InputFile& file, Task& task);

}  // namespace import
