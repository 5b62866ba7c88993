// Imports MLPerf Inference's published results: summary_results.json of a round (repositories
// mlcommons/inference_results_vROUND), an array of flat objects, one for each result.
//   ID                    "v4.1-0071" in 4.1, "5.1-0047" later
//   a#                    accelerators of ONE node (8.0 in 4.1, 8 later, "" without any): multiply by Nodes; 6.0 adds
//                         "Total Accelerators", which must agree
//   Model                 "gptj-99.9": the benchmark and its accuracy target
//   Performance_Result    a number; Performance_Units is Tokens/s, Samples/s, Queries/s, "Latency (ms)" or
//                         "Latency (s)"
//   Location              starts with "./" in 6.0
//   Suite, Category       datacenter or edge (or both); closed or open
// Numbers may be texts; other keys differ from round to round and are not used.
//
// Fields: see importers.cc; `kind` is the Suite, and a row has a throughput or a latency.
#include <fmt/format.h>

#include <map>

#include "base/utf8.h"
#include "import/cell_text.h"
#include "importers/common.h"

namespace import {
namespace {

using notation::Node;

// The keys that the importer reads.
constexpr std::string_view kKeys[] = {
    "ID",       "Model",        "Scenario",          "Performance_Result", "Performance_Units",
    "Suite",    "Category",     "Submitter",         "Accelerator",        "a#",
    "Nodes",    "System",       "Processor",         "Software",           "weight_data_types",
    "Location", "Availability", "Total Accelerators"};

class InferenceReader {
 public:
  InferenceReader(const InputFile& file, Task& task) : file_(file), task_(task) {}

  void read() {
    const base::SourceText* text = read_text(file_, task_.texts, task_.diagnostics);
    if (!text) return;
    const auto list = task_.read_list(*text, kKeys);
    if (!list) return;
    for (const Node& row : list->items) {
      if ((&row == &list->items.front() || !row.is_map()) && !check_keys(row)) return;
      ++task_.input.read;
      read_result(row, fmt::format("{}:{}", file_.shown, row.span.source->line_of(row.span.begin)));
    }
  }

 private:
  bool check_keys(const Node& row) {
    for (std::string_view key : {"ID", "Model", "Scenario", "Performance_Result", "Accelerator", "a#", "Nodes"})
      if (!row.find(key)) {
        task_.diagnostics
            .error("import-format", row.span,
                   fmt::format("there is no \"{}\": this is not a summary of MLPerf Inference", key))
            .expect("summary_results.json: [{\"ID\": …, \"Model\": …, \"Performance_Result\": …}, …]");
        return false;
      }
    return true;
  }

  void read_result(const Node& from, const std::string& where) {
    const std::string id = scalar(from, "ID"), published = scalar(from, "Accelerator");
    const std::string submission = id.starts_with('v') ? id.substr(1) : id;
    const std::string round = submission.substr(0, submission.find('-'));
    if (submission.find('-') == std::string::npos || version_in("v" + round).empty())
      return task_.input.skips.add("the ID has no round", where);
    const Row keyed = row_with_id(fmt::format("mlperf-inference-v{}/{}/{}/{}", round, submission, scalar(from, "Model"),
                                              scalar(from, "Scenario")),
                                  where);
    Row row = keyed;
    row.set("suite", "mlperf-inference");
    row.set("round", round);
    row.set("submission", submission);
    for (const auto& [field, key] : {std::pair("kind", "Suite"),
                                     {"submitter", "Submitter"},
                                     {"system", "System"},
                                     {"processor", "Processor"},
                                     {"framework", "Software"},
                                     {"scenario", "Scenario"},
                                     {"weights", "weight_data_types"}})
      row.set(field, scalar(from, key));
    row.set("division", base::lower_case(scalar(from, "Category")));
    const auto availability = availability_of(scalar(from, "Availability"));
    row.set("availability", availability.value_or(""));
    add_benchmark(row, scalar(from, "Model"));
    add_location(row, id, scalar(from, "Location"));
    if (const std::string why = add_result(row, from); !why.empty()) return leave_out(keyed, why, task_);
    // This check comes first: a row that the settings exclude must not be skipped for an unknown name.
    if (const std::string why = excluded_by(task_.settings, row, false); !why.empty())
      return task_.input.skips.add(why, where);
    if (!availability) return leave_out(keyed, unknown_availability(scalar(from, "Availability")), task_);
    if (has_no_accelerator(published, scalar(from, "a#"))) return task_.input.skips.add(std::string(kRanOnHost), where);
    const auto found = task_.look_up(published, "v" + round, keyed);
    if (!found) return;
    row.set("accelerator", found->known->means);
    row.set("accelerator_as_published", published);
    if (const std::string why = add_counts(row, from); !why.empty()) return leave_out(keyed, why, task_);
    task_.input.rows.push_back(std::move(row));
  }

  static void add_benchmark(Row& row, const std::string& model) {
    for (std::string_view target : {"-99.9", "-99"})
      if (model.ends_with(target)) {
        row.set("benchmark", std::string_view(model).substr(0, model.size() - target.size()));
        row.set("model_version", target.substr(1));
        return;
      }
    row.set("benchmark", model);
  }

  static void add_location(Row& row, const std::string& id, std::string location) {
    if (location.starts_with("./")) location.erase(0, 2);
    row.set("locator", fmt::format("results table, ID {}", id));
    row.set("locator_detail",
            fmt::format("summary_results.json (ID {}{}{})", id, location.empty() ? "" : ", ", location));
  }

  static std::string add_result(Row& row, const Node& from) {
    std::string digits = digits_of(scalar(from, "Performance_Result"));
    std::string unit = scalar(from, "Performance_Units");
    if (digits.empty()) return "Performance_Result is not a number";
    if (quantity::Exact::parse(digits)->sign() <= 0) return "Performance_Result is not above 0";
    if (unit.starts_with("Latency (") && unit.ends_with(')')) {
      row.set("metric", "latency");
      row.set("latency", digits);
      row.set("unit", std::string_view(unit).substr(9, unit.size() - 10));
    } else if (unit.ends_with("/s")) {
      row.set("metric", "throughput");
      row.set("throughput", digits);
      row.set("unit", base::lower_case(unit));
    } else {
      return fmt::format("Performance_Units is \"{}\"", unit);
    }
    return "";
  }

  static std::string add_counts(Row& row, const Node& from) {
    auto nodes = count_of_text(scalar(from, "Nodes")), each = count_of_text(scalar(from, "a#"));
    if (!nodes || !each) return "a# or Nodes is missing";
    long all = 0;
    if (__builtin_mul_overflow(*nodes, *each, &all)) return "a# times Nodes is too large";
    const std::string total = scalar(from, "Total Accelerators");
    if (!total.empty() && count_of_text(total) != all) return "a# times Nodes does not equal Total Accelerators";
    row.set("accelerators", std::to_string(all));
    row.set("nodes", std::to_string(*nodes));
    return "";
  }

  const InputFile& file_;
  Task& task_;
};

// Imports only the stricter of a submission's two accuracy targets if both have the same result, as is usual.
void skip_duplicates(Input& input) {
  std::map<std::string, quantity::Exact> stricter;
  const auto key_of = [](const Row& row) {
    return fmt::format("{}/{}/{}", row.at("submission"), row.at("benchmark"), row.at("scenario"));
  };
  for (const Row& row : input.rows)
    if (auto number = quantity::Exact::parse(row.at("throughput")); number && row.at("model_version") == "99.9")
      stricter[key_of(row)] = *number;
  std::erase_if(input.rows, [&](const Row& row) {
    if (row.at("model_version") != "99") return false;
    const auto at = stricter.find(key_of(row));
    const bool is_duplicate = at != stricter.end() && quantity::Exact::parse(row.at("throughput")) == at->second;
    if (is_duplicate) input.skips.add("the result for 99.9 percent of the accuracy has the same number", row.where);
    return is_duplicate;
  });
}

}  // namespace

void import_mlperf_inference(const std::vector<InputFile>& files, Task& task) {
  task.input.what = "result";
  task.input.scope = {"round"};
  each_file(files, task, "summary_results.json", [&](const InputFile& each) { InferenceReader(each, task).read(); });
  if (task.option("duplicates") == "once") skip_duplicates(task.input);
}

}  // namespace import
