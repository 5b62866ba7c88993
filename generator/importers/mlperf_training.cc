#include "importers/mlperf_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "import/digits.h"
#include "import/edited_json.h"
#include "import/scalar.h"
#include "importers/mlperf_log.h"

namespace import {
namespace {

using notation::Node;

// Told where a folder is looked for. Links are not followed.
void skip_link(const Given& given, const std::string& path, Task& task) {
  ++task.harvest.read;
  task.harvest.skips.add("neither a file nor a folder; links are not followed", given.shown + "/" + path);
}

bool has_folder(const Given& given, const std::string& path, Task& task) {
  auto status = given.files->status(path);
  if (!status.ok() || status.value().type == io::EntryType::file) return false;
  if (status.value().type == io::EntryType::directory) return true;
  skip_link(given, path, task);
  return false;
}

std::vector<std::string> folders_in(const Given& given, const std::string& path, Task& task) {
  std::vector<std::string> names;
  auto list = given.files->list(path);
  if (!list.ok()) return names;
  for (const io::Entry& entry : *list) {
    if (entry.name.starts_with('.') || entry.type == io::EntryType::file) continue;
    if (entry.type == io::EntryType::directory)
      names.push_back(entry.name);
    else
      skip_link(given, path.empty() ? entry.name : path + "/" + entry.name, task);
  }
  return names;
}

std::string no_file(const std::string& name) { return name + " is no plain file; links are not followed"; }

// N of result_N.txt; -1 for any other file.
long run_number(const std::string& name) {
  if (!name.starts_with("result_") || !name.ends_with(".txt")) return -1;
  std::string digits = name.substr(7, name.size() - 11);
  if (digits.empty() || digits.size() > 4 || digits.find_first_not_of("0123456789") != std::string::npos) return -1;
  return std::stol(digits);
}

// One submitter's folder.
class SubmitterReader {
 public:
  SubmitterReader(const Given& given, std::string folder, std::string submitter, std::string round, Task& task)
      : given_(given),
        folder_(std::move(folder)),
        submitter_(std::move(submitter)),
        round_(std::move(round)),
        task_(task) {}

  void read() {
    for (const std::string& system : folders_in(given_, folder_ + "results", task_))
      for (const std::string& benchmark : folders_in(given_, folder_ + "results/" + system, task_))
        read_set(system, benchmark);
  }

 private:
  void read_set(const std::string& system, const std::string& benchmark) {
    std::string path = fmt::format("{}results/{}/{}", folder_, system, benchmark);
    std::string where = given_.shown + "/" + path;
    ++task_.harvest.read;
    auto skip = [&](const std::string& why) {
      TrainingResult left_out;
      left_out.round = round_, left_out.submitter = submitter_, left_out.folder = system,
      left_out.benchmark = benchmark;
      leave_out_training_result(left_out, why, where, task_);
    };
    std::string problem;
    std::vector<Run> runs = read_runs(path, benchmark, problem);
    if (!problem.empty()) return skip(problem);
    Score score = score_of(runs, benchmark);
    if (!score.minutes) return skip(score.problem);
    bool scaled = false;
    if (auto factor = scaling_of(path, scaled, problem); factor)
      score.minutes = *score.minutes * *factor;
    else
      return skip(problem);
    auto described = system_of(system, problem);
    if (!described) return skip(problem);
    TrainingResult result = std::move(*described);
    result.benchmark = benchmark;
    result.minutes = computed_digits(*score.minutes);
    result.computed = true;
    std::string set = fmt::format("{}/results/{}/{}/", submitter_, system, benchmark);
    result.locator = set + "result_*.txt" + (scaled ? " ; " + set + "scaling.json" : "");
    add_training_result(result, where, task_);
  }

  std::vector<Run> read_runs(const std::string& path, const std::string& benchmark, std::string& problem) {
    std::vector<std::pair<long, std::string>> logs;
    std::vector<Run> runs;
    if (auto list = given_.files->list(path); list.ok())
      for (const io::Entry& entry : *list) {
        long number = run_number(entry.name);
        if (number < 0) continue;
        if (entry.type != io::EntryType::file) return problem = no_file(entry.name), runs;
        logs.emplace_back(number, entry.name);
      }
    std::sort(logs.begin(), logs.end());
    if (logs.empty()) return problem = "no logs (result_N.txt)", runs;
    if (logs.back().first - logs.front().first + 1 != static_cast<long>(logs.size()) || logs.front().first > 1)
      return problem = "a log is missing: their numbers have a gap", runs;
    for (const auto& [number, name] : logs) {
      auto bytes = read_bytes(given_, path + "/" + name, task_.diagnostics);
      if (!bytes) return problem = "a log can't be read", runs;
      runs.push_back(read_run(*bytes));
      const Run& run = runs.back();
      if (!run.problem.empty()) return problem = name + ": " + run.problem, runs;
      if (!run.benchmark.empty() && !is_same_benchmark(run.benchmark, benchmark))
        return problem = fmt::format("{}: the log says benchmark \"{}\"", name, run.benchmark), runs;
    }
    return runs;
  }

  // 1 where there is no file.
  std::optional<quantity::Exact> scaling_of(const std::string& path, bool& scaled, std::string& problem) {
    std::string file = path + "/scaling.json";
    if (!given_.files->status(file).ok()) return quantity::Exact(1);
    scaled = true;
    auto node = read_json(file, "scaling.json", problem);
    if (!node) return std::nullopt;
    auto factor = quantity::Exact::parse(scalar(*node, "scaling_factor"));
    if (factor && factor->sign() > 0) return factor;
    problem = "scaling.json holds no scaling_factor";
    return std::nullopt;
  }

  std::optional<TrainingResult> system_of(const std::string& name, std::string& problem) {
    std::string file = fmt::format("{}systems/{}.json", folder_, name);
    if (!given_.files->status(file).ok()) {
      problem = "no systems/SYSTEM.json tells of the system";
      return std::nullopt;
    }
    auto node = read_json(file, "the system's file", problem);
    if (!node) return std::nullopt;
    TrainingResult system;
    system.round = round_;
    system.submitter = submitter_;
    system.folder = name;
    system.system = scalar(*node, "system_name");
    if (system.system.empty()) system.system = name;
    system.division = scalar(*node, "division");
    system.availability = scalar(*node, "status");
    system.accelerator = scalar(*node, "accelerator_model_name");
    system.processor = scalar(*node, "host_processor_model_name");
    system.framework = scalar(*node, "framework");
    auto nodes = count_of_text(scalar(*node, "number_of_nodes"));
    auto each = count_of_text(scalar(*node, "accelerators_per_node"));
    if (!nodes || !each) {
      problem = "the system's file does not say how many nodes there are and how many accelerators in each";
      return std::nullopt;
    }
    auto all = product_of(*nodes, *each);
    if (!all) {
      problem = "the system's file says more accelerators than can be counted";
      return std::nullopt;
    }
    system.nodes = *nodes;
    system.accelerators = *all;
    return system;
  }

  // A file that is broken costs its results, told as a warning with the place, as does what is no file at all; the rest
  // of a tree is fine. Only an error of the machine ends the import.
  std::optional<Node> read_json(const std::string& path, const std::string& what, std::string& problem) {
    auto status = given_.files->status(path);
    if (status.ok() && status.value().type != io::EntryType::file) return problem = no_file(what), std::nullopt;
    problem = what + " can't be read";
    auto bytes = read_bytes(given_, path, task_.diagnostics);
    if (!bytes) return std::nullopt;
    auto text = std::make_shared<const base::SourceText>(given_.shown + "/" + path, std::move(*bytes));
    base::Diagnostics found;
    auto node = parse_edited_json(*text, task_.texts, task_.harvest.notes, found);
    for (const base::Diagnostic& each : found.list())
      task_.diagnostics.warning("json-syntax", each.span, each.message).suggest("its results are left out");
    task_.texts.push_back(std::move(text));
    if (node && !node->is_map()) return std::nullopt;
    if (node) problem.clear();
    return node;
  }

  const Given& given_;
  std::string folder_;  // "" or "NAME/"
  std::string submitter_, round_;
  Task& task_;
};

void read_tree(const Given& given, Task& task) {
  const auto round = round_of(given, "", given.shown, task);
  if (!round) return;
  if (round->empty()) {
    task.diagnostics
        .error("import-format", given.shown, "no folder on the way to these results is named after their round")
        .expect("a folder such as training_results_v4.1")
        .suggest("say it: --round 4.1");
    return;
  }
  size_t submitters = 0;
  if (has_folder(given, "results", task)) {
    SubmitterReader(given, "", given.name(), *round, task).read();
    ++submitters;
  }
  for (const std::string& name : folders_in(given, "", task))
    if (has_folder(given, name + "/results", task)) {
      SubmitterReader(given, name + "/", name, *round, task).read();
      ++submitters;
    }
  if (submitters == 0)
    task.diagnostics.error("import-format", given.shown, fmt::format("{} is no tree of results", given.shown))
        .expect("folders SUBMITTER/results/SYSTEM/BENCHMARK and SUBMITTER/systems below it");
}

bool is_scored(const Row& row) {
  const Cell* minutes = row.find("minutes");
  return minutes && minutes->computed;
}

void note_unknown_sets(Harvest& harvest) {
  std::set<std::string> names;
  for (const Row& row : harvest.rows)
    if (is_scored(row) && !runs_asked_for(row.at("benchmark"))) names.emplace(row.at("benchmark"));
  if (names.empty()) return;
  harvest.notes.push_back(
      fmt::format("nothing here says how many runs the rules ask for in {}: a set without its last logs is not noticed",
                  base::join({names.begin(), names.end()}, ", ")));
}

// A folder may be called after a version of something else.
void note_other_version(const Given& given, Task& task) {
  const std::string said = task.option("round"), named = version_in(given.beside);
  if (said.empty() || named.empty() || said == named || !results_in(given.beside).empty()) return;
  task.harvest.notes.push_back(fmt::format(
      "{} is taken to be of round {}, as --round says, though a folder is named after {}", given.shown, said, named));
}

// A row with its id alone.
Row row_of(const TrainingResult& result, const std::string& where) {
  Row row;
  row.where = where;
  row.text("id", fmt::format("mlperf-training-v{}/{}/{}/{}", result.round, result.submitter, result.folder,
                             result.benchmark));
  return row;
}

}  // namespace

std::optional<std::string> round_of(const Given& given, std::string_view address, const std::string& where,
                                    Task& task) {
  const std::string path = fmt::format("{}/{}", given.beside, address);
  const std::string said = task.option("round"), named = version_in(path);
  if (said.empty()) return named;
  const std::string_view results = results_in(path);
  if (results.empty() || said == named) return said;
  task.diagnostics
      .error("import-format", where,
             fmt::format("\"{}\" is named after round {}, and --round says {}", results, named, said))
      .suggest("take --round out, of the settings' options too: it is for results that are named after no round");
  return std::nullopt;
}

void leave_out_training_result(const TrainingResult& result, const std::string& why, const std::string& where,
                               Task& task) {
  task.harvest.skips.add(why, where);
  task.harvest.unread.push_back(row_of(result, where));
}

void add_training_result(const TrainingResult& result, const std::string& where, Task& task) {
  Row row = row_of(result, where);
  auto found = task.look_up(result.accelerator, "v" + result.round, row);
  if (!found) return;
  row.text("suite", "mlperf-training");
  row.text("round", result.round);
  row.text("division", base::lower_case(result.division));
  row.text("availability", base::lower_case(result.availability));
  row.text("submitter", result.submitter);
  row.text("system", result.system);
  row.text("accelerator", found->known->means);
  row.text("accelerator_as_published", result.accelerator);
  if (result.accelerators > 0) row.number("accelerators", std::to_string(result.accelerators));
  if (result.nodes > 0) row.number("nodes", std::to_string(result.nodes));
  row.text("processor", result.processor);
  row.text("framework", result.framework);
  row.text("benchmark", result.benchmark);
  row.text("metric", "time_to_train");
  row.number("minutes", result.minutes, result.computed);
  row.text("locator", result.locator);
  task.harvest.rows.push_back(std::move(row));
}

void import_mlperf_training(const std::vector<Given>& given, Task& task) {
  task.harvest.what = "result";
  task.harvest.scope = {"round", "submitter"};
  for (const Given& each : given) {
    note_other_version(each, task);
    if (each.is_folder())
      read_tree(each, task);
    else
      read_training_summary(each, task);
  }
  note_unknown_sets(task.harvest);
  // A result that both forms tell of: the logs are more exact.
  std::set<std::string, std::less<>> scored;
  for (const Row& row : task.harvest.rows)
    if (is_scored(row)) scored.emplace(row.at("id"));
  std::erase_if(task.harvest.rows, [&](const Row& row) {
    bool twice = !is_scored(row) && scored.contains(row.at("id"));
    if (twice) task.harvest.skips.add("scored from its logs, which are more exact", row.where);
    return twice;
  });
}

}  // namespace import
