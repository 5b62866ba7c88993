// Reads a submitter's summary of MLPerf Training; the format is described in mlperf.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "import/cell_text.h"
#include "importers/mlperf.h"

namespace import {
namespace {

constexpr std::string_view kSystemColumns =
    "division availability submitter system number_of_nodes host_processor_model_name host_processors_count "
    "accelerator_model_name accelerators_count accelerators_per_node framework notes private_id details_url code_url "
    "hash id";

// Since round 6.0, a benchmark has a column for each of these measures: "bert:GBS". Only the first one is the score.
constexpr std::string_view kScore = "time_to_train";
constexpr std::string_view kOtherMeasures[] = {"Energy", "GBS", "samples_to_converge", "RCP", "rcp_scaling_factor"};

constexpr std::array<std::string_view, 6> kSummaryColumns = {"submitter",          "system", "accelerator_model_name",
                                                             "accelerators_count", "notes",  "details_url"};

constexpr HeadedTable kSummary = {
    "summary of MLPerf Training", kSummaryColumns,
    "the columns division, availability, submitter, system, …, notes, one column for each "
    "benchmark, details_url, code_url"};

// Returns the name of the folder with a system's results, which is also the name of the system's file: NAME for
// ".../systems/NAME.json".
std::string_view folder_of(std::string_view details_url) {
  const std::string_view name = details_url.substr(details_url.rfind('/') + 1);
  return name.ends_with(".json") ? name.substr(0, name.size() - 5) : "";
}

class SummaryReader {
 public:
  SummaryReader(const InputFile& file, Task& task) : file_(file), task_(task) {}

  void read() {
    const std::string lower = base::lower_case(file_.shown);
    if (lower.ends_with(".json"))
      read_json();
    else if (lower.ends_with(".csv"))
      each_headed_row(file_, kSummary, task_, [&](const auto& line, const auto& where) { read_row(line, where); });
    else
      task_.diagnostics
          .error("import-format", file_.shown, fmt::format("{} must be a summary or a folder", file_.shown))
          .expect("a results tree (a folder), a summary.csv or a summary.json");
  }

 private:
  void read_json() {
    const base::SourceText* text = read_text(file_, task_.texts, task_.diagnostics);
    const auto list = text ? task_.read_list(*text) : std::nullopt;
    if (!list) return;
    for (const notation::Node& item : list->items) {
      std::vector<std::string_view> columns;
      std::deque<std::string> values;
      NamedCells line;
      for (const notation::Entry& entry : item.entries) {
        columns.push_back(entry.key);
        line.emplace_back(entry.key, values.emplace_back(scalar(item, entry.key)));
      }
      if (!check_heads(columns, item.span, kSummary, task_.diagnostics)) return;
      read_row(line, fmt::format("{}:{}", file_.shown, item.span.source->line_of(item.span.begin)));
    }
  }

  void read_row(const NamedCells& line, const std::string& where) {
    if (has_wrong_round_) return;
    const std::string_view details = cell_of(line, "details_url");
    const auto round = round_of(file_, details, where, task_);
    has_wrong_round_ = !round;
    if (has_wrong_round_) return;
    TrainingResult result;
    result.round = *round;
    result.folder = folder_of(details);
    result.submitter = cell_of(line, "submitter");
    for (const auto& [field, column] : {std::pair("system", "system"),
                                        {"division", "division"},
                                        {"availability", "availability"},
                                        {"accelerator_as_published", "accelerator_model_name"},
                                        {"processor", "host_processor_model_name"},
                                        {"framework", "framework"}})
      result.row.set(field, cell_of(line, column));
    for (const auto& [field, column] : {std::pair("accelerators", "accelerators_count"), {"nodes", "number_of_nodes"}})
      if (const auto count = count_of_text(cell_of(line, column))) result.row.set(field, std::to_string(*count));
    if (result.folder.empty()) result.folder = cell_of(line, "system");
    ran_on_host_ = has_no_accelerator(cell_of(line, "accelerator_model_name"), cell_of(line, "accelerators_count"));
    size_t scores = 0;
    for (const auto& [column, value] : line) {
      if (base::has_word(kSystemColumns, column)) continue;
      const size_t colon = column.find(':');
      const std::string_view benchmark = column.substr(0, colon);
      const std::string_view measure = colon == std::string_view::npos ? kScore : column.substr(colon + 1);
      if (!check_column(column, benchmark, measure) || measure != kScore) continue;
      if (!value.empty()) {
        ++scores;
        ++task_.input.read;
        result.benchmark = benchmark;
        read_score(result, value, fmt::format("{}, {}", where, column));
      }
    }
    if (scores > 0) return;
    ++task_.input.read;
    task_.input.skips.skip_row("no score in any column", where);
  }

  void read_score(TrainingResult& result, std::string_view value, const std::string& where) {
    if (result.round.empty()) return task_.input.skips.skip_row("the round is unknown; give it: --round 4.1", where);
    if (result.round == "2.0" || result.round == "2.1")
      return task_.input.skips.skip_row("summaries of rounds 2.0 and 2.1 are from before the review", where);
    if (ran_on_host_) return task_.input.skips.skip_row(std::string(kRanOnHost), where);
    const auto skip = [&](const std::string& why) { leave_out(row_of(result, where), why, task_); };
    const std::string minutes = digits_of(value);
    if (minutes.empty()) return skip("the score is not a number");
    if (quantity::Exact::parse(minutes)->sign() <= 0) return skip("the score is not above 0");
    if (!result.row.find("accelerators")) return skip("the number of accelerators is missing");
    const bool has_own_folder = file_.folder_name() == result.submitter;
    result.row.set("minutes", minutes);
    result.row.set("locator_detail",
                   fmt::format("{}{}, system {}, column {}", has_own_folder ? result.submitter + "/" : "", file_.name(),
                               result.row.at("system"), result.benchmark));
    add_training_result(result, where, task_);
  }

  // Returns whether a column is known, and reports each one that is not once.
  bool check_column(std::string_view column, std::string_view benchmark, std::string_view measure) {
    if (is_listed(task_.option("ignore"), column)) return false;
    const bool is_benchmark = required_runs(benchmark) || is_listed(task_.option("benchmarks"), benchmark);
    const bool is_measure = measure == kScore || std::ranges::find(kOtherMeasures, measure) != std::end(kOtherMeasures);
    if (is_benchmark && is_measure) return true;
    const std::string_view unknown = is_measure ? benchmark : column;  // a benchmark has several columns
    if (checked_.insert(std::string(unknown)).second) report_unknown("column", unknown, is_measure, file_.shown, task_);
    return false;
  }

  const InputFile& file_;
  Task& task_;
  bool has_wrong_round_ = false;   // whether a wrong round was reported
  bool ran_on_host_ = false;       // whether the system of the current row has no accelerators
  std::set<std::string> checked_;  // unknown columns and benchmarks that were reported
};

}  // namespace

void read_training_summary(const InputFile& file, Task& task) { SummaryReader(file, task).read(); }

}  // namespace import
