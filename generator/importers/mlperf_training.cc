// Reads results trees of MLPerf Training; the format is described in mlperf.h.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "import/cell_text.h"
#include "importers/mlperf.h"

namespace import {
namespace {

using notation::Node;

// Notes a link at a path where a folder is expected.
void skip_link(const InputFile& tree, const std::string& path, Task& task) {
  ++task.input.read;
  task.input.skips.skip_row("neither a file nor a folder; links are not followed", tree.shown + "/" + path);
}

bool has_folder(const InputFile& tree, const std::string& path, Task& task) {
  auto status = tree.files->status(path);
  if (!status.ok() || status.value().type == io::EntryType::file) return false;
  if (status.value().type != io::EntryType::directory) skip_link(tree, path, task);
  return status.value().type == io::EntryType::directory;
}

std::vector<std::string> folders_in(const InputFile& tree, const std::string& path, Task& task) {
  std::vector<std::string> names;
  auto list = tree.files->list(path);
  if (!list.ok()) return names;
  for (const io::Entry& entry : *list) {
    if (entry.name.starts_with('.') || entry.type == io::EntryType::file) continue;
    if (entry.type == io::EntryType::directory)
      names.push_back(entry.name);
    else
      skip_link(tree, path.empty() ? entry.name : path + "/" + entry.name, task);
  }
  return names;
}

std::string not_a_file(const std::string& name) { return name + " is not a regular file; links are not followed"; }

// Whether a file is a log. MLPerf's own scripts use the same rule, and ignore the number in the name.
bool is_log(std::string_view name) { return name.starts_with("result_") && name.ends_with(".txt"); }

// The keys that are read from a system's file.
constexpr std::string_view kSystemKeys =
    "submitter system_name division status accelerator_model_name host_processor_model_name framework number_of_nodes "
    "accelerators_per_node";

// Thrown for a set of logs that can't be imported.
struct Problem {
  std::string why;
};

// Reads the folder of one submitter.
class SubmitterReader {
 public:
  SubmitterReader(const InputFile& tree, const std::string& folder, const std::string& submitter,
                  const std::string& round, Task& task)
      : tree_(tree), folder_(folder), submitter_(submitter), round_(round), task_(task) {}

  void read() {
    for (const std::string& system : folders_in(tree_, folder_ + "results", task_))
      for (const std::string& benchmark : folders_in(tree_, folder_ + "results/" + system, task_))
        read_set(system, benchmark);
  }

 private:
  void read_set(const std::string& system, const std::string& benchmark) {
    const std::string path = fmt::format("{}results/{}/{}", folder_, system, benchmark);
    const std::string where = tree_.shown + "/" + path;
    ++task_.input.read;
    TrainingResult result;
    result.round = round_;
    result.submitter = submitter_;
    result.folder = system;
    result.benchmark = benchmark;
    try {
      const Score score = score_of(read_runs(path, benchmark), benchmark);
      if (!score.minutes) throw Problem{score.problem};
      const bool is_scaled = tree_.files->status(path + "/scaling.json").ok();
      const quantity::Exact factor = is_scaled ? read_scaling(path + "/scaling.json") : quantity::Exact(1);
      read_system(system, result);
      result.row.set("minutes", computed_digits(*score.minutes * factor), true);
      const std::string set = fmt::format("{}/results/{}/{}/", submitter_, system, benchmark);
      result.row.set("locator_detail", set + "result_*.txt" + (is_scaled ? " ; " + set + "scaling.json" : ""));
    } catch (const Problem& problem) {
      return problem.why == kRanOnHost ? task_.input.skips.skip_row(problem.why, where)
                                       : leave_out(row_of(result, where), problem.why, task_);
    }
    add_training_result(result, where, task_);
  }

  std::vector<Run> read_runs(const std::string& path, const std::string& benchmark) {
    std::vector<std::string> logs;
    std::vector<Run> runs;
    if (auto list = tree_.files->list(path); list.ok())
      for (const io::Entry& entry : *list) {
        if (!is_log(entry.name)) continue;
        if (entry.type != io::EntryType::file) throw Problem{not_a_file(entry.name)};
        logs.push_back(entry.name);
      }
    std::ranges::sort(logs);
    if (logs.empty()) throw Problem{"no logs (result_*.txt)"};
    for (const std::string& name : logs) {
      auto bytes = read_bytes(tree_, fmt::format("{}/{}", path, name), task_.diagnostics);
      if (!bytes) throw Problem{"a log can't be read"};
      const Run& run = runs.emplace_back(read_run(*bytes));
      if (!run.problem.empty()) throw Problem{name + ": " + run.problem};
      if (!run.benchmark.empty() && !is_same_benchmark(run.benchmark, benchmark))
        throw Problem{fmt::format("{}: the log is for benchmark \"{}\"", name, run.benchmark)};
    }
    return runs;
  }

  quantity::Exact read_scaling(const std::string& path) {
    const auto factor = quantity::Exact::parse(scalar(read_json(path, "scaling.json"), "scaling_factor"));
    if (!factor || factor->sign() <= 0) throw Problem{"scaling.json has no scaling_factor"};
    return *factor;
  }

  void read_system(const std::string& name, TrainingResult& result) {
    const std::string file = fmt::format("{}systems/{}.json", folder_, name);
    if (!tree_.files->status(file).ok()) throw Problem{"no systems/SYSTEM.json describes the system"};
    const Node node = read_json(file, "the system's file");
    Row& row = result.row;
    for (const auto& [field, key] : {std::pair("system", "system_name"),
                                     {"submitter", "submitter"},
                                     {"division", "division"},
                                     {"availability", "status"},
                                     {"accelerator_as_published", "accelerator_model_name"},
                                     {"processor", "host_processor_model_name"},
                                     {"framework", "framework"}})
      row.set(field, scalar(node, key));
    if (!row.find("system")) row.set("system", name);
    const auto nodes = count_of_text(scalar(node, "number_of_nodes"));
    const std::string per_node = scalar(node, "accelerators_per_node");
    if (has_no_accelerator(row.at("accelerator_as_published"), per_node)) throw Problem{std::string(kRanOnHost)};
    const auto each = count_of_text(per_node);
    if (!nodes || !each)
      throw Problem{"the system's file does not give the number of nodes and of accelerators in each"};
    long all = 0;
    if (__builtin_mul_overflow(*nodes, *each, &all)) throw Problem{"the system's file gives too many accelerators"};
    row.set("accelerators", std::to_string(all));
    row.set("nodes", std::to_string(*nodes));
  }

  // Reads an object from a JSON file. If the file is broken, only its results are skipped, with a warning at the error.
  // Only an error of the operating system ends the import.
  Node read_json(const std::string& path, const std::string& what) {
    auto status = tree_.files->status(path);
    if (status.ok() && status.value().type != io::EntryType::file) throw Problem{not_a_file(what)};
    auto bytes = read_bytes(tree_, path, task_.diagnostics);
    if (!bytes) throw Problem{what + " can't be read"};
    auto text = std::make_shared<const base::SourceText>(tree_.shown + "/" + path, std::move(*bytes));
    base::Diagnostics found;
    auto node = parse_edited_json(*text, task_.texts, task_.input.notes, found, parse_whole_json,
                                  base::split(kSystemKeys, ' '));
    for (const base::Diagnostic& each : found.list())
      task_.diagnostics.warning("json-syntax", each.span, each.message).suggest("its results are left out");
    task_.texts.push_back(std::move(text));
    if (!node || !node->is_map()) throw Problem{what + " can't be read"};
    return std::move(*node);
  }

  const InputFile& tree_;
  const std::string& folder_;  // the folder: "" or "NAME/"
  const std::string &submitter_, &round_;
  Task& task_;
};

void read_tree(const InputFile& tree, Task& task) {
  const auto round = round_of(tree, "", tree.shown, task);
  if (!round) return;
  if (round->empty()) {
    task.diagnostics.error("import-format", tree.shown, "the path of these results does not contain their round")
        .expect("a folder such as training_results_v4.1")
        .suggest("give it: --round 4.1");
    return;
  }
  size_t submitters = 0;
  const auto read = [&](const std::string& folder, const std::string& name) {
    if (!has_folder(tree, folder + "results", task)) return;
    SubmitterReader(tree, folder, name, *round, task).read();
    ++submitters;
  };
  read("", tree.name());
  for (const std::string& name : folders_in(tree, "", task)) read(name + "/", name);
  if (submitters == 0)
    task.diagnostics.error("import-format", tree.shown, fmt::format("{} is not a tree of results", tree.shown))
        .expect("folders SUBMITTER/results/SYSTEM/BENCHMARK and SUBMITTER/systems below it");
}

bool is_scored(const Row& row) {
  const Cell* minutes = row.find("minutes");
  return minutes && minutes->computed;
}

void check_unknown_sets(const std::string& shown, Task& task) {
  std::set<std::string> names;
  for (const Row& row : task.input.rows)
    if (is_scored(row) && !required_runs(row.at("benchmark"))) names.emplace(row.at("benchmark"));
  if (names.empty()) return;
  for (const std::string& name : names)
    if (!is_listed(task.option("benchmarks"), name)) report_unknown("benchmark", name, true, shown, task);
  task.input.notes.push_back(fmt::format("the required number of runs of {} is not known: missing logs are not noticed",
                                         base::join({names.begin(), names.end()}, ", ")));
}

// Notes a folder whose version is not the given round, because the name may contain a version of something else.
void note_other_version(const InputFile& file, Task& task) {
  const std::string given = task.option("round"), named = version_in(file.full_path);
  if (given.empty() || named.empty() || given == named || !results_in(file.full_path).empty()) return;
  task.input.notes.push_back(fmt::format("{} is imported as round {}, from --round, though a folder is named after {}",
                                         file.shown, given, named));
}

}  // namespace

std::optional<std::string> round_of(const InputFile& file, std::string_view address, const std::string& where,
                                    Task& task) {
  const std::string path = fmt::format("{}/{}", file.full_path, address);
  std::string given = task.option("round"), named = version_in(path);
  if (given.empty()) return named;
  const std::string_view results = results_in(path);
  if (results.empty() || given == named) return given;
  task.diagnostics
      .error("import-format", where, fmt::format("\"{}\" is from round {}, but --round is {}", results, named, given))
      .suggest("remove --round, also from the settings' options: it is for results that are not named after a round");
  return std::nullopt;
}

Row row_of(const TrainingResult& result, const std::string& where) {
  return row_with_id(
      fmt::format("mlperf-training-v{}/{}/{}/{}", result.round, result.submitter, result.folder, result.benchmark),
      where);
}

void add_training_result(const TrainingResult& result, const std::string& where, Task& task) {
  const Row keyed = row_of(result, where);
  Row row = result.row;
  const auto availability = availability_of(row.at("availability"));
  if (!availability) return leave_out(keyed, unknown_availability(row.at("availability")), task);
  const auto found = task.look_up(row.at("accelerator_as_published"), "v" + result.round, keyed);
  if (!found) return;
  row.where = where;
  row.set("id", keyed.at("id"));
  row.set("suite", "mlperf-training");
  row.set("round", result.round);
  row.set("division", base::lower_case(row.at("division")));
  row.set("availability", *availability);
  if (!row.find("submitter")) row.set("submitter", result.submitter);
  row.set("accelerator", found->known->means);
  row.set("benchmark", result.benchmark);
  row.set("metric", "time_to_train");
  row.set("locator", fmt::format("results of {}, {}", row.at("submitter"), result.benchmark));
  task.input.rows.push_back(std::move(row));
}

void import_mlperf_training(const std::vector<InputFile>& files, Task& task) {
  task.input.what = "result";
  task.input.scope = {"round", "submitter"};
  for (const InputFile& each : files) {
    note_other_version(each, task);
    each.is_folder() ? read_tree(each, task) : read_training_summary(each, task);
  }
  if (!files.empty()) check_unknown_sets(files.front().shown, task);
  // If both forms have a result, the logs take precedence, because they are more exact.
  std::set<std::string, std::less<>> scored;
  for (const Row& row : task.input.rows)
    if (is_scored(row)) scored.emplace(row.at("id"));
  std::erase_if(task.input.rows, [&](const Row& row) {
    const bool is_duplicate = !is_scored(row) && scored.contains(row.at("id"));
    if (is_duplicate) task.input.skips.skip_row("scored from its logs, which are more exact", row.shown_place());
    return is_duplicate;
  });
}

}  // namespace import
