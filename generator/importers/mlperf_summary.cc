// A submitter's summary of MLPerf Training; the format is told in mlperf_training.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>

#include "base/text.h"
#include "base/utf8.h"
#include "import/digits.h"
#include "import/headed_rows.h"
#include "import/scalar.h"
#include "importers/mlperf_log.h"
#include "importers/mlperf_training.h"

namespace import {
namespace {

constexpr std::array<std::string_view, 13> kSystemColumns = {"division",
                                                             "availability",
                                                             "submitter",
                                                             "system",
                                                             "number_of_nodes",
                                                             "host_processor_model_name",
                                                             "host_processors_count",
                                                             "accelerator_model_name",
                                                             "accelerators_count",
                                                             "framework",
                                                             "notes",
                                                             "details_url",
                                                             "code_url"};

// Benchmarks stand between these two, by MLPerf's own mlperf_logging/result_summarizer; it may put more columns of its
// own behind them, such as hash and id.
constexpr std::string_view kBeforeBenchmarks = "notes", kAfterBenchmarks = "details_url";

constexpr std::array<std::string_view, 6> kSummaryColumns = {
    "submitter", "system", "accelerator_model_name", "accelerators_count", kBeforeBenchmarks, kAfterBenchmarks};

constexpr HeadedTable kSummary = {"summary of MLPerf Training", kSummaryColumns,
                                  "the columns division, availability, submitter, system, …, notes, one column a "
                                  "benchmark, details_url, code_url"};

bool is_system_column(std::string_view column) {
  return std::find(kSystemColumns.begin(), kSystemColumns.end(), column) != kSystemColumns.end();
}

// ".../systems/NAME.json": the folder of the system's results has the same name.
std::string_view folder_of(std::string_view details_url) {
  const std::string_view name = details_url.substr(details_url.rfind('/') + 1);
  return name.ends_with(".json") ? name.substr(0, name.size() - 5) : "";
}

class SummaryReader {
 public:
  SummaryReader(const Given& given, Task& task) : given_(given), task_(task) {}

  void read() {
    std::string lower = base::lower_case(given_.shown);
    if (lower.ends_with(".json"))
      read_json();
    else if (lower.ends_with(".csv"))
      each_headed_row(given_, kSummary, task_, [&](const auto& line, const auto& where) { take(line, where); });
    else
      task_.diagnostics
          .error("import-format", given_.shown, fmt::format("{} is neither a summary nor a folder", given_.shown))
          .expect("a results tree (a folder), a summary.csv or a summary.json");
    note("taken for benchmarks, which nothing here knows", new_benchmarks_);
    note("left out, since benchmarks stand between notes and details_url", left_out_);
  }

 private:
  void read_json() {
    const base::SourceText* text = read_text(given_, task_.texts, task_.diagnostics);
    if (!text) return;
    auto list = task_.read_list(*text);
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
      take(line, fmt::format("{}:{}", given_.shown, item.span.source->line_of(item.span.begin)));
    }
  }

  void take(const NamedCells& line, const std::string& where) {
    if (is_refused_) return;
    const std::string_view details = cell_of(line, "details_url");
    const auto round = round_of(given_, details, where, task_);
    if (!round) return void(is_refused_ = true);
    TrainingResult result;
    result.round = *round;
    result.submitter = cell_of(line, "submitter");
    result.system = cell_of(line, "system");
    result.folder = folder_of(details);
    if (result.folder.empty()) result.folder = result.system;
    result.division = cell_of(line, "division");
    result.availability = cell_of(line, "availability");
    result.accelerator = cell_of(line, "accelerator_model_name");
    result.accelerators = count_of_text(cell_of(line, "accelerators_count")).value_or(0);
    result.nodes = count_of_text(cell_of(line, "number_of_nodes")).value_or(0);
    result.processor = cell_of(line, "host_processor_model_name");
    result.framework = cell_of(line, "framework");
    const auto position = [&](std::string_view column) {
      return std::find_if(line.begin(), line.end(), [&](const auto& cell) { return cell.first == column; });
    };
    const auto before = position(kBeforeBenchmarks), after = position(kAfterBenchmarks);
    size_t scores = 0;
    for (auto cell = line.begin(); cell != line.end(); ++cell) {
      const auto& [column, value] = *cell;
      if (is_system_column(column)) continue;
      if (cell < before || cell > after) {
        add_once(column, left_out_);
      } else if (!value.empty()) {
        ++scores;
        take_benchmark(result, column, value, where);
      }
    }
    if (scores > 0) return;
    ++task_.harvest.read;
    task_.harvest.skips.add("no score in any column", where);
  }

  void take_benchmark(TrainingResult& result, std::string_view column, std::string_view value,
                      const std::string& where) {
    ++task_.harvest.read;
    if (!runs_asked_for(column)) add_once(column, new_benchmarks_);
    result.benchmark = column;
    take_score(result, value, fmt::format("{}, {}", where, column));
  }

  void take_score(TrainingResult& result, std::string_view value, const std::string& where) {
    if (result.round.empty()) return task_.harvest.skips.add("the round is not said; say it: --round 4.1", where);
    if (result.round == "2.0" || result.round == "2.1")
      return task_.harvest.skips.add("summaries of rounds 2.0 and 2.1 are from before the review", where);
    auto skip = [&](const std::string& why) { leave_out_training_result(result, why, where, task_); };
    result.minutes = digits_of(value);
    if (result.minutes.empty()) return skip("the score is no number");
    if (quantity::Exact::parse(result.minutes)->sign() <= 0) return skip("the score is not above 0");
    if (result.accelerators == 0) return skip("the number of accelerators is not said");
    bool own_folder = given_.folder_name() == result.submitter;
    result.locator = fmt::format("{}{}, system {}, column {}", own_folder ? result.submitter + "/" : "", given_.name(),
                                 result.system, result.benchmark);
    add_training_result(result, where, task_);
  }

  static void add_once(std::string_view column, std::vector<std::string>& columns) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.emplace_back(column);
  }

  void note(std::string_view what, const std::vector<std::string>& columns) {
    if (columns.empty()) return;
    task_.harvest.notes.push_back(fmt::format("columns of {} {}: {}", given_.shown, what, base::join(columns, ", ")));
  }

  const Given& given_;
  Task& task_;
  bool is_refused_ = false;                             // which need not be told of each row
  std::vector<std::string> new_benchmarks_, left_out_;  // columns
};

}  // namespace

void read_training_summary(const Given& given, Task& task) { SummaryReader(given, task).read(); }

}  // namespace import
