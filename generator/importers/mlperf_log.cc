#include "importers/mlperf_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "import/scalar.h"
#include "notation/json.h"

namespace import {
namespace {

constexpr std::string_view kMark = ":::MLLOG";
constexpr std::array<size_t, 5> kSetSizes = {3, 5, 10, 20, 40};  // what the rules of all rounds ask for somewhere
constexpr int kMostApart = 10'000;                               // ms between the run_starts of several ranks

// How many runs make a set, by MLPerf's own check of submissions: mlperf_logging/benchmark_meta.py of
// mlcommons/logging, which has one number for all rounds of a benchmark. What it got since round 5.0 is not here.
constexpr std::array<std::pair<std::string_view, size_t>, 18> kRuns = {{{"bert", 10},
                                                                        {"dlrm", 5},
                                                                        {"dlrm_dcnv2", 10},
                                                                        {"gnmt", 10},
                                                                        {"gnn", 10},
                                                                        {"gpt3", 3},
                                                                        {"llama2_70b_lora", 10},
                                                                        {"maskrcnn", 5},
                                                                        {"minigo", 10},
                                                                        {"ncf", 10},
                                                                        {"resnet", 5},
                                                                        {"retinanet", 5},
                                                                        {"rgat", 10},
                                                                        {"rnnt", 10},
                                                                        {"ssd", 5},
                                                                        {"stable_diffusion", 10},
                                                                        {"transformer", 10},
                                                                        {"unet3d", 40}}};

// Names, without signs, that stand in logs and in folders of one round.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kRenamed = {
    {{"ssd", "retinanet"}, {"gnn", "rgat"}, {"dlrm", "dlrmdcnv2"}, {"dlrmv2", "dlrmdcnv2"}, {"flux", "flux1"}}};

std::string plain_name(std::string_view benchmark) {
  std::string name;
  for (char c : base::lower_case(benchmark))
    if (base::is_digit(c) || (c >= 'a' && c <= 'z')) name += c;
  for (const auto& [before, after] : kRenamed)
    if (name == before) return std::string(after);
  return name;
}

// From a "{" to the bracket that closes it, within one line; "" where none does.
std::string_view object_at(std::string_view text) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size() && text[i] != '\n'; ++i) {
    if (quoted) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        quoted = false;
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == '{') {
      ++depth;
    } else if (text[i] == '}' && --depth == 0) {
      return text.substr(0, i + 1);
    }
  }
  return {};
}

// Python writes numbers that JSON has no words for: null stands for them, so that the rest of the line counts.
std::string without_nan(std::string_view object) {
  std::string text;
  bool quoted = false;
  for (size_t i = 0; i < object.size(); ++i) {
    if (!quoted)
      for (std::string_view word : {"-Infinity", "Infinity", "NaN"})
        if (object.substr(i).starts_with(word)) text += "null", i += word.size();
    if (quoted && object[i] == '\\')
      text += object[i++];
    else if (object[i] == '"')
      quoted = !quoted;
    text += object[i];
  }
  return text;
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
      size_t from = at + kMark.size();
      at = log.find(kMark, from);
      read_line(log.substr(from, at - from));
    }
    if (run_.problem.empty() && !start_) run_.problem = "no run_start in the log";
    if (!run_.problem.empty() || !stop_) return run_;
    run_.milliseconds = *stop_ - *start_;
    if (run_.milliseconds.sign() <= 0) run_.problem = "run_stop comes before run_start";
    return run_;
  }

 private:
  // From behind one mark to the next.
  void read_line(std::string_view rest) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    const auto says = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
    if (!says("run_start") && !says("run_stop") && !says("submission_benchmark")) return;
    size_t open = line.find('{');
    std::string_view object = open == std::string_view::npos ? std::string_view() : object_at(line.substr(open));
    base::SourceText text("", base::with_valid_utf8(without_nan(object)));
    base::Diagnostics ignored;
    auto node = notation::parse_json(base::whole(text), ignored);
    if (!node || !node->is_map()) {
      run_.problem = fmt::format("a line of the log is torn: {}", base::trim(line).substr(0, 60));
      return;
    }
    take(scalar(*node, "key"), *node);
  }

  void take(const std::string& key, const notation::Node& line) {
    if (key == "submission_benchmark") take_benchmark(scalar(line, "value"));
    if (key != "run_start" && key != "run_stop") return;
    auto time = time_of(line);
    if (!time) {
      run_.problem = key + " has no time";
    } else if (key == "run_start") {
      if (start_ && (*start_ - *time).abs() > quantity::Exact(kMostApart))
        run_.problem = "the log has two run_starts that are not at one time";
      start_ = time;
    } else {
      const notation::Node* metadata = line.find("metadata");
      std::string status = metadata && metadata->is_map() ? scalar(*metadata, "status") : "";
      if (status.empty()) run_.problem = "run_stop does not say whether the run converged";
      run_.end = status == "success" ? Run::End::converged : Run::End::aborted;
      stop_ = time;
    }
  }

  void take_benchmark(const std::string& name) {
    if (!run_.benchmark.empty() && !is_same_benchmark(run_.benchmark, name))
      run_.problem = "the log says two benchmarks";
    run_.benchmark = name;
  }

  Run run_;
  std::optional<quantity::Exact> start_, stop_;
};

}  // namespace

Run read_run(std::string_view log) { return LogReader().read(log); }

bool is_same_benchmark(std::string_view a, std::string_view b) { return plain_name(a) == plain_name(b); }

std::optional<size_t> runs_asked_for(std::string_view benchmark) {
  for (const auto& [name, runs] : kRuns)
    if (name == benchmark) return runs;
  return std::nullopt;
}

Score score_of(const std::vector<Run>& runs, std::string_view benchmark) {
  size_t count = runs.size();
  auto asked = runs_asked_for(benchmark);
  if (asked ? count != *asked : std::find(kSetSizes.begin(), kSetSizes.end(), count) == kSetSizes.end())
    return {std::nullopt, fmt::format("{}, where the rules ask for {}", base::count_of(count, "run"),
                                      asked ? std::to_string(*asked) : "3, 5, 10, 20 or 40")};
  std::vector<quantity::Exact> times;
  for (const Run& run : runs)
    if (run.end == Run::End::converged) times.push_back(run.milliseconds);
  size_t drop = benchmark == "unet3d" ? 4 : 1;
  if (size_t failed = count - times.size(); failed > drop)
    return {std::nullopt, fmt::format("{} of {} did not converge", failed, base::count_of(count, "run"))};
  std::sort(times.begin(), times.end());
  quantity::Exact sum = 0;
  for (size_t i = drop; i < count - drop; ++i) sum = sum + times[i];
  return {sum / static_cast<int64_t>(count - 2 * drop) / 60'000, ""};
}

}  // namespace import
