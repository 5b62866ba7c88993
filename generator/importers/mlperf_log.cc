// Reads logs of MLPerf Training, and scores a set of runs; the format is described in mlperf.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "importers/mlperf.h"
#include "notation/json.h"

namespace import {
namespace {

constexpr std::string_view kMark = ":::MLLOG";
constexpr std::array<size_t, 5> kSetSizes = {3, 5, 10, 20, 40};  // numbers of runs that the rules of some round require
constexpr int kMaxStartDistance = 10'000;  // a time in ms between the run_start lines of several ranks

// How many runs make a set. The numbers are from MLPerf's own check of submissions (mlperf_logging/benchmark_meta.py in
// mlcommons/logging, as of round 6.1), which has one number for all rounds of a benchmark.
constexpr std::pair<std::string_view, size_t> kRuns[] = {{"bert", 10},        {"deepseekv3_671b", 3},
                                                         {"dlrm", 5},         {"dlrm_dcnv2", 10},
                                                         {"flux1", 10},       {"gnmt", 10},
                                                         {"gnn", 10},         {"gpt3", 3},
                                                         {"gpt_oss_20b", 10}, {"llama2_70b_lora", 10},
                                                         {"llama31_405b", 3}, {"llama31_8b", 10},
                                                         {"maskrcnn", 5},     {"minigo", 10},
                                                         {"ncf", 10},         {"qwen35_397b_grpo", 3},
                                                         {"resnet", 5},       {"retinanet", 5},
                                                         {"rgat", 10},        {"rnnt", 10},
                                                         {"ssd", 5},          {"stable_diffusion", 10},
                                                         {"transformer", 10}, {"unet3d", 40}};

// Different names of the same benchmark in logs and in folders of a round, without punctuation.
constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
    {"ssd", "retinanet"}, {"gnn", "rgat"}, {"dlrm", "dlrmdcnv2"}, {"dlrmv2", "dlrmdcnv2"}, {"flux", "flux1"}};

std::string plain_name(std::string_view benchmark) {
  std::string name = base::lower_case(benchmark);
  std::erase_if(name, [](char c) { return !base::is_digit(c) && !(c >= 'a' && c <= 'z'); });
  const auto* renamed = std::ranges::find(kRenamed, name, [](const auto& each) { return each.first; });
  return renamed == std::end(kRenamed) ? name : std::string(renamed->second);
}

// Returns the text from the first "{" of a line to the bracket that closes it; "" if it is not closed. Numbers that
// Python writes but JSON does not allow become null, so that the rest of the line can be read.
std::string object_in(std::string_view line) {
  std::string object;
  size_t depth = 0;
  bool is_quoted = false;
  for (size_t i = std::min(line.find('{'), line.size()); i < line.size(); ++i) {
    const auto is_at = [&](std::string_view word) { return line.substr(i).starts_with(word); };
    if (!is_quoted)
      for (std::string_view word : {"-Infinity", "Infinity", "NaN"})
        if (is_at(word)) {
          object += "null";
          i += word.size();
        }
    if (i >= line.size()) break;
    object += line[i];
    if (is_quoted && line[i] == '\\' && i + 1 < line.size()) {
      object += line[++i];
    } else if (line[i] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted) {
      if (line[i] == '{') ++depth;
      if (line[i] == '}' && --depth == 0) return object;
    }
  }
  return "";
}

std::optional<quantity::Exact> time_of(const notation::Node& line) {
  if (auto ms = quantity::Exact::parse(scalar(line, "time_ms"))) return ms;
  if (auto s = quantity::Exact::parse(scalar(line, "time_s"))) return *s * 1000;
  return std::nullopt;
}

class LogReader {
 public:
  Run read(std::string_view log) {
    for (size_t at = log.find(kMark); at != std::string_view::npos;) {
      const size_t from = at + kMark.size();
      at = log.find(kMark, from);
      const std::string_view rest = log.substr(from, at - from);
      read_line(rest.substr(0, rest.find('\n')));
    }
    if (run_.problem.empty() && !start_) run_.problem = "the log has no run_start";
    if (!run_.problem.empty() || !stop_) return run_;
    run_.milliseconds = *stop_ - *start_;
    if (run_.milliseconds.sign() <= 0) run_.problem = "run_stop comes before run_start";
    return run_;
  }

 private:
  void read_line(std::string_view line) {
    const auto contains = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
    if (!contains("run_start") && !contains("run_stop") && !contains("submission_benchmark")) return;
    const base::SourceText text("", base::with_valid_utf8(object_in(line)));
    base::Diagnostics ignored;
    const auto node = notation::parse_json(base::whole(text), ignored);
    if (!node || !node->is_map()) {
      run_.problem = fmt::format("a line of the log is truncated: {}", base::trim(line).substr(0, 60));
      return;
    }
    const std::string key = scalar(*node, "key");
    if (key == "submission_benchmark") set_benchmark(scalar(*node, "value"));
    if (key != "run_start" && key != "run_stop") return;
    const auto time = time_of(*node);
    if (!time) {
      run_.problem = key + " has no time";
    } else if (key == "run_start") {
      if (start_ && (*start_ - *time).abs() > quantity::Exact(kMaxStartDistance))
        run_.problem = "the log has two run_starts at different times";
      start_ = time;
    } else {
      const notation::Node* metadata = node->find("metadata");
      const std::string status = metadata && metadata->is_map() ? scalar(*metadata, "status") : "";
      if (status.empty()) run_.problem = "run_stop does not say whether the run converged";
      run_.end = status == "success" ? Run::End::converged : Run::End::aborted;
      stop_ = time;
    }
  }

  void set_benchmark(const std::string& name) {
    if (!run_.benchmark.empty() && !is_same_benchmark(run_.benchmark, name))
      run_.problem = "the log has two benchmarks";
    run_.benchmark = name;
  }

  Run run_;
  std::optional<quantity::Exact> start_, stop_;
};

}  // namespace

Run read_run(std::string_view log) { return LogReader().read(log); }

bool is_same_benchmark(std::string_view a, std::string_view b) { return plain_name(a) == plain_name(b); }

std::optional<size_t> required_runs(std::string_view benchmark) {
  const auto* known = std::ranges::find(kRuns, benchmark, [](const auto& each) { return each.first; });
  return known == std::end(kRuns) ? std::nullopt : std::optional(known->second);
}

Score score_of(const std::vector<Run>& runs, std::string_view benchmark) {
  const size_t count = runs.size();
  const auto required = required_runs(benchmark);
  if (required ? count != *required : std::ranges::find(kSetSizes, count) == kSetSizes.end())
    return {std::nullopt, fmt::format("{}, but the rules require {}", base::count_of(count, "run"),
                                      required ? std::to_string(*required) : "3, 5, 10, 20 or 40")};
  std::vector<quantity::Exact> times;
  for (const Run& run : runs)
    if (run.end == Run::End::converged) times.push_back(run.milliseconds);
  const size_t drop = benchmark == "unet3d" ? 4 : 1;
  if (const size_t failed = count - times.size(); failed > drop)
    return {std::nullopt, fmt::format("{} of {} did not converge", failed, base::count_of(count, "run"))};
  std::ranges::sort(times);
  quantity::Exact sum = 0;
  for (size_t i = drop; i < count - drop; ++i) sum = sum + times[i];
  return {sum / static_cast<int64_t>(count - 2 * drop) / 60'000, ""};
}

}  // namespace import
