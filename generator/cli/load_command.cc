// `sourcebook load`.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "import/load.h"

namespace cli {
namespace {

struct LoadOptions : CommonOptions {
  import::LoadRequest request;
  std::vector<std::string> variables;  // names of additional environment variables
  unsigned timeout = 300;              // time limit in seconds per loader
  unsigned max_size = 256;             // limit of a loader's output in MiB
  bool dry_run = false;
};

// Prints a loader's standard error, each line after the name of the table. Splits long lines.
class LoaderLog {
 public:
  explicit LoaderLog(std::string name) : name_(std::move(name)) {}
  ~LoaderLog() {
    if (!line_.empty()) print();
  }
  LoaderLog(const LoaderLog&) = delete;
  LoaderLog& operator=(const LoaderLog&) = delete;

  void operator()(std::string_view text) {
    constexpr size_t kMaxLine = 2000;
    for (char c : text) {
      if (c != '\n') line_ += c;
      if (c == '\n' || line_.size() == kMaxLine) print();
    }
  }

 private:
  // Uses fputs because fmt throws if standard error is closed; a signal then ends the loader (io/process.h).
  void print() {
    std::fputs(fmt::format("{}: {}\n", name_, base::visible(line_)).c_str(), stderr);
    line_.clear();
  }

  std::string name_, line_;
};

std::vector<std::string> environment_of(const LoadOptions& options, const std::string& resource) {
  std::vector<std::string> names{"PATH", "HOME", "USER", "LOGNAME", "TMPDIR"};
  std::vector<std::string> variables{"LC_ALL=C.UTF-8", "TZ=UTC", "SOURCEBOOK_RESOURCE=" + resource};
  names.insert(names.end(), options.variables.begin(), options.variables.end());
  for (const std::string& name : names)
    if (const char* value = std::getenv(name.c_str())) variables.push_back(name + "=" + value);
  return variables;
}

int run(io::DiskFileSystem& root, const LoadOptions& options) {
  const std::filesystem::path folder = find_root(options);
  for (const std::string& name : options.variables)
    if (!std::getenv(name.c_str()))
      throw UsageError{fmt::format("the environment variable {} is not set", name), "set it, or omit --env"};
  const auto run_loader = [&](const data::Resource& resource, const std::string& path) {
    io::Command command;
    command.program = (folder / path).string();
    command.folder = (folder / "data").string();
    command.environment = environment_of(options, resource.name);
    command.limit = std::chrono::seconds(options.timeout);
    command.max_output = size_t{options.max_size} << 20;
    if (!options.quiet) print_text(stderr, "{}: running {}\n", resource.name, path);
    LoaderLog log(resource.name);
    return io::run_process(command, [&](std::string_view text) { log(text); });
  };
  import::Loads loads = import::load_tables(root, options.request, run_loader);
  if (loads.interrupted) {
    print_diagnostics(loads.diagnostics, options);
    print_text(stderr, "interrupted\nnothing was written\n");
    return kSiteHasErrors;
  }
  const int status = carry_out(root, loads, options, options.dry_run);
  if (status != kFine || options.quiet) return status;
  for (const import::Loaded& each : loads.loaded)
    print_text("{}: {}, before {}; {} {}\n", each.resource, base::count_of(each.rows, "row"), each.rows_before,
               each.path,
               !each.changed     ? "unchanged"
               : options.dry_run ? "would be written"
                                 : "written");
  return status;
}

}  // namespace

void add_load(CLI::App& app, int& status) {
  auto [command, options] =
      add_command<LoadOptions>(app, "load", "Run the loaders of tables, and store what they print", status, run);
  add_common_options(*command, *options);
  command->add_option("resources", options->request.names, "Tables whose loaders to run (default: all)")
      ->type_name("RESOURCE");
  command->add_option("--env", options->variables, "Environment variable to pass to the loaders")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_option("--timeout", options->timeout, "Time limit of a loader")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  command->add_option("--max-size", options->max_size, "Size limit of a loader's output")
      ->type_name("MIB")
      ->check(CLI::Range(1, 2000))
      ->capture_default_str();
  command->add_flag("--allow-loss", options->request.allow_loss, "Accept tables that lost many of their rows");
  command->add_flag("--dry-run", options->dry_run, "Run and check the loaders without writing");
}

}  // namespace cli
