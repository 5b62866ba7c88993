// A submitter's summary of MLPerf Training; the format is told in mlperf_training.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "import/mlperf_training.h"
#include "import/published.h"
#include "import/sheet.h"

namespace import {
namespace {

using Line = std::vector<std::pair<std::string, std::string>>;  // column, value

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

constexpr std::array<std::string_view, 4> kSummaryColumns = {"submitter", "system", "accelerator_model_name",
                                                             "accelerators_count"};

// The first of the needed columns that is not there; "" where all are.
std::string_view missing_of(const std::vector<std::string>& columns) {
  for (std::string_view needed : kSummaryColumns)
    if (std::find(columns.begin(), columns.end(), needed) == columns.end()) return needed;
  return "";
}

std::string value_of(const Line& line, std::string_view column) {
  for (const auto& [name, value] : line)
    if (name == column) return value;
  return "";
}

// ".../systems/NAME.json": the folder of the system's results has the same name.
std::string folder_of(const std::string& details_url) {
  std::string name = details_url.substr(details_url.rfind('/') + 1);
  return name.ends_with(".json") ? name.substr(0, name.size() - 5) : "";
}

class SummaryReader {
 public:
  SummaryReader(const Given& given, Task& task) : given_(given), task_(task) {}

  void read() {
    const base::SourceText* text = read_text(given_, task_.texts, task_.diagnostics);
    if (!text) return;
    std::string lower = base::lower_case(given_.shown);
    if (lower.ends_with(".json"))
      read_json(*text);
    else if (lower.ends_with(".csv"))
      read_csv(*text);
    else
      task_.diagnostics
          .error("import-format", given_.shown, fmt::format("{} is neither a summary nor a folder", given_.shown))
          .expect("a results tree (a folder), a summary.csv or a summary.json");
  }

 private:
  bool check_columns(const std::vector<std::string>& columns, base::Span at) {
    std::string_view missing = missing_of(columns);
    if (missing.empty()) return true;
    task_.diagnostics
        .error("import-format", at, fmt::format("no column \"{}\": this is no summary of MLPerf Training", missing))
        .expect("the columns division, availability, submitter, system, …, one column a benchmark");
    return false;
  }

  void read_csv(const base::SourceText& text) {
    auto sheet = read_sheet(text, task_.diagnostics);
    if (!sheet) return;
    std::vector<std::string> heads;
    for (const SheetColumn& column : sheet->columns) heads.push_back(column.head);
    base::Span first{&text, 0, static_cast<uint32_t>(text.line(1).size())};
    if (!check_columns(heads, first)) return;
    for (size_t row = 0; row < sheet->rows(); ++row) {
      std::vector<std::string> cells;
      for (const SheetColumn& column : sheet->columns) cells.emplace_back(column.cells[row]);
      std::string where = fmt::format("{}:{}", given_.shown, sheet->lines[row]);
      if (missing_of(cells).empty())
        read_header(heads, std::move(cells), where);
      else
        take(line_of(heads, cells), where);
    }
  }

  // Within the file: what follows stands below these heads, whose order and benchmarks may be others.
  void read_header(std::vector<std::string>& heads, std::vector<std::string> cells, const std::string& where) {
    task_.harvest.notes.push_back(
        where + (cells == heads ? " is the header again" : " is another header, which counts from there on"));
    heads = std::move(cells);
  }

  static Line line_of(const std::vector<std::string>& heads, std::vector<std::string>& cells) {
    Line line;
    for (size_t i = 0; i < heads.size(); ++i) line.emplace_back(heads[i], std::move(cells[i]));
    return line;
  }

  void read_json(const base::SourceText& text) {
    auto list = task_.read_list(text);
    if (!list) return;
    for (const notation::Node& item : list->items) {
      std::vector<std::string> columns;
      Line line;
      for (const notation::Entry& entry : item.entries) {
        columns.push_back(entry.key);
        line.emplace_back(entry.key, scalar(item, entry.key));
      }
      if (!check_columns(columns, item.span)) return;
      take(line, fmt::format("{}:{}", given_.shown, item.span.source->line_of(item.span.begin)));
    }
  }

  void take(const Line& line, const std::string& where) {
    TrainingResult result;
    std::string details = value_of(line, "details_url");
    result.round = task_.option("round");
    if (result.round.empty()) result.round = version_in(details);
    if (result.round.empty()) result.round = version_in(given_.beside);
    result.submitter = value_of(line, "submitter");
    result.system = value_of(line, "system");
    result.folder = folder_of(details);
    if (result.folder.empty()) result.folder = result.system;
    result.division = value_of(line, "division");
    result.availability = value_of(line, "availability");
    result.accelerator = value_of(line, "accelerator_model_name");
    result.accelerators = count_of_text(value_of(line, "accelerators_count")).value_or(0);
    result.nodes = count_of_text(value_of(line, "number_of_nodes")).value_or(0);
    result.processor = value_of(line, "host_processor_model_name");
    result.framework = value_of(line, "framework");
    size_t scores = 0;
    for (const auto& [column, value] : line) {
      bool benchmark = std::find(kSystemColumns.begin(), kSystemColumns.end(), column) == kSystemColumns.end();
      if (!benchmark || column.empty() || value.empty()) continue;
      ++scores;
      ++task_.harvest.read;
      result.benchmark = column;
      take_score(result, value, fmt::format("{}, {}", where, column));
    }
    if (scores > 0) return;
    ++task_.harvest.read;
    task_.harvest.skips.add("no score in any column", where);
  }

  void take_score(TrainingResult& result, const std::string& value, const std::string& where) {
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

  const Given& given_;
  Task& task_;
};

}  // namespace

void read_training_summary(const Given& given, Task& task) { SummaryReader(given, task).read(); }

}  // namespace import
