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
// Numbers may be texts; there are other keys, which are not used (kOtherKeys).
//
// Since 6.1, summary.json is an object of such rows with other names (the second ones of kKeys), without an ID. The
// summary.csv that some submitters of earlier rounds published is the output of the same tool, submission_checker.py,
// and has these names as columns. Those of 1.1 and before have no Units: refused.
//
// Fields: see importers.cc; `kind` is the Suite, and a row has a throughput or a latency.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "import/cell_text.h"
#include "importers/common.h"

namespace import {
namespace {

using notation::Kind;
using notation::Node;

// The keys that the importer reads, and their names since 6.1.
constexpr std::pair<std::string_view, std::string_view> kKeys[] = {{"ID", ""},
                                                                   {"Model", "MlperfModel"},
                                                                   {"Scenario", "Scenario"},
                                                                   {"Performance_Result", "Result"},
                                                                   {"Performance_Units", "Units"},
                                                                   {"Suite", "SystemType"},
                                                                   {"Category", "Division"},
                                                                   {"Submitter", "Organization"},
                                                                   {"Accelerator", "accelerator_model_name"},
                                                                   {"a#", "accelerators_per_node"},
                                                                   {"Nodes", "number_of_nodes"},
                                                                   {"System", "SystemName"},
                                                                   {"Processor", "host_processor_model_name"},
                                                                   {"Software", "framework"},
                                                                   {"weight_data_types", "weight_data_types"},
                                                                   {"Location", "Location"},
                                                                   {"Availability", "Availability"},
                                                                   {"Platform", "Platform"},
                                                                   {"version", "version"},
                                                                   {"Total Accelerators", "total_accelerators"}};

// Keys of some rounds that are not used.
constexpr std::string_view kOtherKeys =
    "UsedModel Model Accuracy host_processors_per_node host_processor_core_count operating_system Notes notes "
    "compliance compilance errors inferred has_power p# Details Code ColorKey Power_Result Power_Units "
    "design_power_watts PrivateID";

// The benchmarks of rounds 0.5 to 6.1, without their accuracy targets. Source: MODEL_CONFIG in tools/submission of
// mlcommons/inference.
constexpr std::string_view kBenchmarkNames =
    "3d-unet bert deepseek-r1 dlrm dlrm-v2 dlrm-v3 gnmt gpt-oss-120b gptj llama2-70b llama3.1-405b llama3.1-8b "
    "llama3.1-8b-edge mixtral-8x7b mobilenet pointpainting qwen3-vl-235b-a22b resnet resnet50 retinanet rgat rnnt "
    "ssd-large ssd-mobilenet ssd-resnet34 ssd-small stable-diffusion-xl wan-2.2-t2v-a14b whisper yolo yolo-95 "
    "llama2-70b-interactive llama3.1-405b-interactive llama3.1-8b-interactive";
// Benchmarks that have another name in 6.1 than in 6.0.
constexpr std::pair<std::string_view, std::string_view> kRenamedIn61[] = {{"VLM", "qwen3-vl-235b-a22b"},
                                                                          {"text_to_video", "wan-2.2-t2v-a14b"}};

constexpr std::array<std::string_view, 9> kCsvColumns = {"Organization", "Division",        "SystemType",
                                                         "MlperfModel",  "Scenario",        "Result",
                                                         "Units",        "number_of_nodes", "version"};
constexpr HeadedTable kCsvSummary = {"summary of MLPerf Inference", kCsvColumns,
                                     "the columns Organization, Availability, Division, …, Result, Units, version"};

bool is_csv(const InputFile& file) { return base::lower_case(file.shown).ends_with(".csv"); }

class InferenceReader {
 public:
  InferenceReader(const InputFile& file, Task& task) : file_(file), task_(task) {}

  void read() {
    if (is_csv(file_)) return read_csv();
    const base::SourceText* text = read_text(file_, task_.texts, task_.diagnostics);
    if (!text) return;
    std::vector<std::string_view> used;
    for (const auto& [name, since_61] : kKeys) used.insert(used.end(), {name, since_61});
    const auto list = task_.read_list(*text, used);
    if (!list) return;
    has_new_names_ = !list->items.empty() && list->items.front().find("MlperfModel");
    for (const Node& row : list->items) {
      if ((&row == &list->items.front() || !row.is_map()) && !check_keys(row)) return;
      ++task_.input.read;
      read_result(row, fmt::format("{}:{}", file_.shown, row.span.source->line_of(row.span.begin)));
    }
  }

 private:
  void read_csv() {
    has_new_names_ = true;
    each_headed_row(file_, kCsvSummary, task_, [&](const NamedCells& cells, const std::string& where) {
      Node row{Kind::map};
      for (const auto& [name, cell] : cells) row.entries.push_back({std::string(name), {}, {Kind::string}});
      for (size_t i = 0; i < cells.size(); ++i) row.entries[i].value.text = cells[i].second;
      ++task_.input.read;
      read_result(row, where);
    });
  }

  // Returns the name of a key in this file.
  std::string_view name_of(std::string_view key) const {
    const auto* found = std::ranges::find(kKeys, key, [](const auto& each) { return each.first; });
    return has_new_names_ ? found->second : key;
  }
  std::string value(const Node& from, std::string_view key) const { return scalar(from, name_of(key)); }

  // Reports keys and benchmarks that are not known, each once.
  void check_names(const Node& row, std::string_view benchmark) {
    for (const notation::Entry& entry : row.entries) {
      if (!checked_.insert(entry.key).second || is_listed(task_.option("ignore"), entry.key)) continue;
      const bool is_known = std::ranges::any_of(
          kKeys, [&](const auto& key) { return entry.key == (has_new_names_ ? key.second : key.first); });
      if (!is_known && !base::has_word(kOtherKeys, entry.key) && entry.key != "Unique ID (e.g. for Audit)")
        report_unknown("key", entry.key, false, file_.shown, task_);
    }
    if (checked_.insert(fmt::format("benchmark {}", benchmark)).second &&
        !is_listed(task_.option("benchmarks"), benchmark) && !base::has_word(kBenchmarkNames, benchmark))
      report_unknown("benchmark", benchmark, true, file_.shown, task_);
  }

  bool check_keys(const Node& row) {
    for (std::string_view old : {"ID", "Model", "Scenario", "Performance_Result", "Accelerator", "a#", "Nodes"})
      if (const std::string_view key = name_of(old); !key.empty() && !row.find(key)) {
        task_.diagnostics
            .error("import-format", row.span,
                   fmt::format("there is no \"{}\": this is not a summary of MLPerf Inference", key))
            .expect("summary_results.json: [{\"ID\": …, \"Model\": …, \"Performance_Result\": …}, …]");
        return false;
      }
    return true;
  }

  void read_result(const Node& from, const std::string& where) {
    const std::string id = id_of(from), published = value(from, "Accelerator");
    const std::string submission = !has_new_names_ && id.starts_with('v') ? id.substr(1) : id;
    const std::string version = value(from, "version");
    const std::string round =
        has_new_names_ ? version.substr(version.starts_with('v')) : submission.substr(0, submission.find('-'));
    if ((!has_new_names_ && submission.find('-') == std::string::npos) || version_in("v" + round).empty())
      return task_.input.skips.skip_row(has_new_names_ ? "the version is not a round" : "the ID has no round", where);
    std::string model = value(from, "Model");
    for (const auto& [name, renamed] : kRenamedIn61)
      if (has_new_names_ && model == name) model = renamed;
    const Row keyed = row_with_id(
        fmt::format("mlperf-inference-v{}/{}/{}/{}", round, submission, model, value(from, "Scenario")), where);
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
      row.set(field, value(from, key));
    row.set("division", base::lower_case(value(from, "Category")));
    const auto availability = availability_of(value(from, "Availability"));
    row.set("availability", availability.value_or(""));
    add_benchmark(row, model);
    check_names(from, row.at("benchmark"));
    add_location(row, id, value(from, "Location"));
    if (const std::string why = add_result(row, from); !why.empty()) return leave_out(keyed, why, task_);
    // This check comes first: a row that the settings exclude must not be skipped for an unknown name.
    if (const std::string why = excluded_by(task_.settings, row, false); !why.empty())
      return task_.input.skips.skip_row(why, where);
    if (!availability) return leave_out(keyed, unknown_availability(value(from, "Availability")), task_);
    if (has_no_accelerator(published, value(from, "a#")))
      return task_.input.skips.skip_row(std::string(kRanOnHost), where);
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

  // Returns the ID, or since 6.1 the one for audits in earlier rounds: "datacenter/closed/SUBMITTER/PLATFORM".
  std::string id_of(const Node& from) const {
    if (!has_new_names_) return scalar(from, "ID");
    return fmt::format("{}/{}/{}/{}", value(from, "Suite"), value(from, "Category"), value(from, "Submitter"),
                       value(from, "Platform"));
  }

  void add_location(Row& row, const std::string& id, std::string location) const {
    if (location.starts_with("./")) location.erase(0, 2);
    row.set("locator", fmt::format("results table, {}{}", has_new_names_ ? "" : "ID ", id));
    row.set("locator_detail", has_new_names_ ? fmt::format("summary.{} ({})", is_csv(file_) ? "csv" : "json", location)
                                             : fmt::format("summary_results.json (ID {}{}{})", id,
                                                           location.empty() ? "" : ", ", location));
  }

  std::string add_result(Row& row, const Node& from) const {
    std::string digits = digits_of(value(from, "Performance_Result"));
    std::string unit = value(from, "Performance_Units");
    if (digits.empty()) return fmt::format("{} is not a number", name_of("Performance_Result"));
    if (quantity::Exact::parse(digits)->sign() <= 0)
      return fmt::format("{} is not above 0", name_of("Performance_Result"));
    if (unit.starts_with("Latency (") && unit.ends_with(')')) {
      row.set("metric", "latency");
      row.set("latency", digits);
      row.set("unit", std::string_view(unit).substr(9, unit.size() - 10));
    } else if (unit.ends_with("/s")) {
      row.set("metric", "throughput");
      row.set("throughput", digits);
      row.set("unit", base::lower_case(unit));
    } else {
      return fmt::format("{} is \"{}\"", name_of("Performance_Units"), unit);
    }
    return "";
  }

  std::string add_counts(Row& row, const Node& from) const {
    const std::string_view a = name_of("a#"), n = name_of("Nodes");
    auto nodes = count_of_text(scalar(from, n)), each = count_of_text(scalar(from, a));
    if (!nodes || !each) return fmt::format("{} or {} is missing", a, n);
    long all = 0;
    if (__builtin_mul_overflow(*nodes, *each, &all)) return fmt::format("{} times {} is too large", a, n);
    const std::string total = value(from, "Total Accelerators");
    if (!total.empty() && count_of_text(total) != all)
      return fmt::format("{} times {} does not equal {}", a, n, name_of("Total Accelerators"));
    row.set("accelerators", std::to_string(all));
    row.set("nodes", std::to_string(*nodes));
    return "";
  }

  const InputFile& file_;
  Task& task_;
  bool has_new_names_ = false;     // whether the keys have the names of summaries since 6.1
  std::set<std::string> checked_;  // keys and benchmarks that were checked
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
    if (is_duplicate)
      input.skips.skip_row("the result for 99.9 percent of the accuracy has the same number", row.shown_place());
    return is_duplicate;
  });
}

}  // namespace

void import_mlperf_inference(const std::vector<InputFile>& files, Task& task) {
  task.input.what = "result";
  task.input.scope = {"round"};
  // A submitter's summary has only the submitter's results.
  if (std::ranges::any_of(files, is_csv)) task.input.scope.emplace_back("submitter");
  each_file(files, task, "summary_results.json, summary.json or summary.csv",
            [&](const InputFile& each) { InferenceReader(each, task).read(); });
  if (task.option("duplicates") == "once") skip_duplicates(task.input);
}

}  // namespace import
