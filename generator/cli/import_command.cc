// `sourcebook import`.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <deque>

#include "base/suggest.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "import/import.h"
#include "importers/importers.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct ImportOptions : CommonOptions {
  const import::Importer* importer = nullptr;  // null for a table, whose settings are found by its columns
  std::vector<std::string> files;              // files and folders from the command line
  import::Request request;
  bool dry_run = false;
};

// Returns the help for an argument that is neither a file nor the name of an importer.
std::string help_with(std::string_view argument) {
  const std::vector<std::string_view> names = base::views(import::importers(), &import::Importer::name);
  const std::string similar = base::did_you_mean(argument, names);
  return similar.empty() ? "give the published files" : similar;
}

// The files to import. Each is read through a file system of its folder.
struct GivenFiles {
  std::deque<io::DiskFileSystem> systems;
  std::vector<import::InputFile> files;
};

GivenFiles open_files(const std::vector<std::string>& paths) {
  GivenFiles given;
  for (const std::string& shown : paths) {
    std::error_code error, unreachable;
    const fs::path path = fs::weakly_canonical(shown, error);
    const fs::file_type type = error ? fs::file_type::none : fs::status(path, unreachable).type();
    check_machine(shown, {error, unreachable});
    const bool is_folder = type == fs::file_type::directory;
    if (!is_folder && type != fs::file_type::regular)
      throw UsageError{fmt::format("{} is not a file or folder", shown), help_with(shown)};
    const io::DiskFileSystem& system =
        given.systems.emplace_back(is_folder ? path.string() : path.parent_path().string());
    std::string name = shown;
    while (name.size() > 1 && name.ends_with('/')) name.pop_back();
    given.files.push_back({&system, is_folder ? "" : path.filename().string(), std::move(name), path.generic_string()});
  }
  return given;
}

const import::Importer& table_importer() {
  return *std::ranges::find(import::importers(), "table", &import::Importer::name);
}

// Shows the current step on a terminal, over the one before; "" removes it.
void show_step(const std::string& step) {
  fmt::print(stderr, "\r\033[K{}{}", base::visible(step), step.empty() ? "" : " …");
  std::fflush(stderr);
}

int run(io::DiskFileSystem& root, const ImportOptions& options) {
  if (options.files.empty())
    throw UsageError{"no file was given", "give a table, or name an importer: `sourcebook import --help`"};
  const GivenFiles given = open_files(options.files);
  import::Request request = options.request;
  request.today = today_text();
  if (!options.importer && request.settings.empty()) {
    import::Outcome failure;
    request.settings = import::recognise_settings(root, given.files, failure.texts, failure.diagnostics);
    if (request.settings.empty()) return carry_out(root, failure, options);
  }
  const bool shows_steps = isatty(STDERR_FILENO) && !options.quiet && options.format == "text";
  if (shows_steps) request.progress = show_step;
  import::ImportResult imported =
      import::import_files(root, options.importer ? *options.importer : table_importer(), request, given.files);
  if (shows_steps) show_step("");
  for (const io::DiskFileSystem& system : given.systems) is_readable(system, imported.diagnostics);
  const int status = carry_out(root, imported, options, options.dry_run);
  if (status != kFine || options.quiet) return status;
  print_visible(import::report_of(imported, options.verbose) + "\n");
  for (const base::ChangedFile& file : imported.files)
    print_text("{} {}\n", options.dry_run ? "would write" : "wrote", file.path);
  if (imported.files.empty()) print_text("nothing to write\n");
  if (!imported.files.empty() && !options.dry_run) print_text("next: sourcebook build\n");
  return kFine;
}

// Adds the options that all importers have.
void add_options(CLI::App& command, ImportOptions& options, const std::string& settings) {
  add_common_options(command, options);
  import::Request& request = options.request;
  command
      .add_option("--settings", request.settings, fmt::format("File that maps them to rows (default: {})", settings))
      ->type_name("FILE");
  command.add_option("--source", request.source,
                     "Source of rows that do not name one: an id of data/sources/ (default: from the settings)");
  command
      .add_option("--as-of", request.as_of,
                  "Date of rows without one: 2026-01-31, 2026-01 or 2026 (default: from the settings)")
      ->type_name("DATE");
  command
      .add_option("--edition", request.edition,
                  "Version of [an edition](importing.md#editions) that replaces the rows of the earlier one, which "
                  "move to the table's history; "
                  "needs a date")
      ->type_name("VERSION");
  if (options.importer)
    for (const import::ImporterOption& option : options.importer->options)
      command.add_option_function<std::string>(
          "--" + option.name,
          [&request, name = option.name](const std::string& value) { request.options[name] = value; }, option.help);
  command.add_flag("--keep-dates", request.keep_dates, "Accept new values with the dates of the values they replace");
  command.add_flag("--strict", request.strict, "Treat [numbers to review](importing.md#review) as errors");
  command.add_flag("--no-assumptions", request.no_assumptions, "Treat what is assumed as errors");
  command.add_flag("--remove-gone", request.remove_gone, "Remove rows of the source that the files do not contain");
  command.add_flag("--dry-run", options.dry_run, "Print the changes without writing them");
}

}  // namespace

void add_import(CLI::App& app, int& status) {
  CLI::App* group = app.add_subcommand("import", "Import tables, benchmark results and price lists");
  auto table = std::make_shared<ImportOptions>();
  group->add_option("files", table->files, "Tables, whose settings are found by their columns");
  add_options(*group, *table, "those that describe the columns of the files");
  for (const import::Importer& importer : import::importers()) {
    auto [command, options] = add_command<ImportOptions>(*group, importer.name, importer.help, status, run);
    options->importer = &importer;
    command->add_option("files", options->files, "Published files, or folders that contain them")->required();
    add_options(*command, *options, fmt::format("data/imports/{}.yaml", importer.name));
  }
  group->callback([group, table, &status] {
    if (group->get_subcommands().empty())
      status = run_on_site(*table, [&](io::DiskFileSystem& root) { return run(root, *table); });
  });
}

}  // namespace cli
