#include "cli/load_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/made.h"
#include "io/disk.h"

namespace cli {
namespace {

// What a loader says on standard error, line by line behind its table's name, and no more of it than anybody reads.
class Says {
 public:
  explicit Says(std::string name) : name_(std::move(name)) {}
  ~Says() {
    if (!line_.empty()) print();
    if (hidden_ > 0) write(fmt::format("{}: {} more\n", name_, base::count_of(hidden_, "line")));
  }
  Says(const Says&) = delete;
  Says& operator=(const Says&) = delete;

  void operator()(std::string_view text) {
    for (char c : text) {
      if (c == '\n')
        print();
      else if (line_.size() < kLongestLine)
        line_ += c;
      else
        is_cut_ = true;
    }
  }

 private:
  static constexpr size_t kMostLines = 1000, kLongestLine = 2000;

  // Nobody may read it any more, which ends the loader by a signal (io/process.h).
  static void write(const std::string& text) { std::fputs(text.c_str(), stderr); }

  void print() {
    if (++lines_ <= kMostLines)
      write(fmt::format("{}: {}{}\n", name_, base::visible(line_), is_cut_ ? "…" : ""));
    else
      ++hidden_;
    line_.clear();
    is_cut_ = false;
  }

  std::string name_, line_;
  bool is_cut_ = false;
  size_t lines_ = 0, hidden_ = 0;
};

std::vector<std::string> environment_of(const LoadOptions& options, const std::string& resource) {
  std::vector<std::string> names{"PATH", "HOME", "USER", "LOGNAME", "TMPDIR"}, variables;
  names.insert(names.end(), options.variables.begin(), options.variables.end());
  for (const std::string& name : names)
    if (const char* value = std::getenv(name.c_str())) variables.push_back(name + "=" + value);
  variables.push_back("LC_ALL=C.UTF-8");
  variables.push_back("TZ=UTC");
  variables.push_back("SOURCEBOOK_RESOURCE=" + resource);
  return variables;
}

std::string line_of(const import::Loaded& loaded, bool dry_run) {
  const char* done = !loaded.changed ? "unchanged" : dry_run ? "would be written" : "written";
  return fmt::format("{}: {}, before {}; {} {}\n", loaded.resource, base::count_of(loaded.rows, "row"),
                     loaded.rows_before, loaded.path, done);
}

int run(const LoadOptions& options) {
  const CommonOptions& common = options.common;
  auto folder = find_root(common);
  if (!folder) return kWrongUsage;
  for (const std::string& name : options.variables)
    if (!std::getenv(name.c_str()))
      return refuse(fmt::format("there is no variable {} to pass on", name), "set it, or leave --env away", common);
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  auto run_loader = [&](const data::Resource& resource, const std::string& path) {
    io::Command command;
    command.program = (*folder / path).string();
    command.folder = (*folder / "data").string();
    command.environment = environment_of(options, resource.name);
    command.limit = std::chrono::seconds(options.timeout);
    command.most_output = size_t{options.max_size} << 20;
    if (!common.quiet) fmt::print(stderr, "{}: running {}\n", resource.name, path);
    Says says(resource.name);
    return io::run_process(command, [&](std::string_view text) { says(text); });
  };
  import::Loads loads = import::load_tables(root, options.request, run_loader);
  if (report_failure(root, loads.diagnostics) != kFine) {
    print_diagnostics(loads.diagnostics, common);
    fmt::print(stderr, "nothing was written\n");
    return kMachineFailed;
  }
  if (!loads.refusal.empty()) return refuse(loads.refusal, loads.help, common);
  Made made;
  made.sources = loads.texts;
  made.diagnostics = std::move(loads.diagnostics);
  const bool failed = loads.interrupted || made.failed();
  made.files = std::move(loads.files);
  int status = failed ? kSiteHasErrors : options.dry_run ? kFine : write_made(root, made);
  print_diagnostics(made.diagnostics, common);
  if (loads.interrupted) fmt::print(stderr, "interrupted\n");
  if (failed) fmt::print(stderr, "nothing was written\n");
  if (status != kFine || common.quiet) return status;
  for (const import::Loaded& each : loads.loaded) fmt::print("{}", line_of(each, options.dry_run));
  return status;
}

}  // namespace

void set_up_load(CLI::App& app, LoadOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("load", "Run the loaders of tables, and take over what they print");
  add_common_options(*command, options.common);
  command->add_option("resources", options.request.names, "Whose loaders to run; all, unless said")
      ->type_name("RESOURCE");
  command->add_option("--env", options.variables, "A variable of the environment to pass on to them")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--timeout", options.timeout, "How long one may take, in seconds")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  command->add_option("--max-size", options.max_size, "How much one may print, in MiB")
      ->type_name("MIB")
      ->check(CLI::Range(1, 2000))
      ->capture_default_str();
  command->add_flag("--allow-empty", options.request.allow_empty,
                    "Take over tables that have no rows any more, and columns without values");
  command->add_flag("--dry-run", options.dry_run, "Run and check them, and write nothing");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
