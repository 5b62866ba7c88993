// A log of one run of MLPerf Training, and the score of a set of runs.
//
// The format (mlperf_logging's): lines ":::MLLOG {json}" with `key`, `time_ms` (once `time_s`), `value`, `metadata`.
// They may be prefixed by a rank ("0: ", "[0] "), glued to other output or to one another; anything may stand between
// them, lines may end in CRLF, and some bytes are not UTF-8. A run lasts from the key run_start to run_stop, whose
// metadata.status says "success" or "aborted"; a run that crashed has no run_stop.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quantity/decimal.h"

namespace import {

struct Run {
  enum class End { converged, aborted, missing } end = End::missing;
  quantity::Exact milliseconds;  // of a run that converged
  std::string benchmark;         // as the log says; "" where it does not
  std::string problem;           // why the log can't be scored at all; else ""
};

Run read_run(std::string_view log);

// Whether two names stand for one benchmark of a round: signs and case vary, and some logs kept the name of an earlier
// round ("ssd" in a folder retinanet).
bool is_same_benchmark(std::string_view a, std::string_view b);

// How many runs the rules ask for, of the benchmark as its folder is called; nothing for one that is not known here.
std::optional<size_t> runs_asked_for(std::string_view benchmark);

struct Score {
  std::optional<quantity::Exact> minutes;
  std::string problem;  // why there are none
};

// By MLPerf's rule: the fastest and the slowest run are dropped (four of each of the 40 of unet3d), the mean of the
// rest counts; a run that did not converge counts as the slowest. There is none for another number of runs than the
// rules ask for; of a benchmark that is not known here, any number that they ask for somewhere will do.
Score score_of(const std::vector<Run>& runs, std::string_view benchmark);

}  // namespace import
