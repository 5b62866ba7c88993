#include "cli/import_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/made.h"
#include "importers/importers.h"
#include "io/disk.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

// The files as they were given, each behind a door to its own folder.
class GivenFiles {
 public:
  // Nothing, after saying so, where one is neither a file nor a folder.
  bool open(const ImportOptions& options) {
    for (const std::string& shown : options.files) {
      std::error_code unreachable;
      fs::path path = fs::weakly_canonical(shown, unreachable);
      bool folder = !unreachable && fs::is_directory(path, unreachable);
      if (is_of_the_machine(unreachable)) throw fs::filesystem_error("", shown, unreachable);
      const bool is_file = !folder && fs::is_regular_file(path, unreachable);
      if (is_of_the_machine(unreachable)) throw fs::filesystem_error("", shown, unreachable);
      if (!folder && !is_file) {
        refuse(fmt::format("{} is neither a file nor a folder", shown), "name files that were published",
               options.common);
        return false;
      }
      doors_.emplace_back(folder ? path.string() : path.parent_path().string());
      std::string name = shown;
      while (name.size() > 1 && name.ends_with('/')) name.pop_back();
      given_.push_back(
          {&doors_.back(), folder ? "" : path.filename().string(), std::move(name), path.generic_string()});
    }
    return true;
  }
  const std::vector<import::InputFile>& given() const { return given_; }
  int report_failures(base::Diagnostics& diagnostics) const {
    for (const io::DiskFileSystem& door : doors_)
      if (report_failure(door, diagnostics) != kFine) return kMachineFailed;
    return kFine;
  }

 private:
  std::deque<io::DiskFileSystem> doors_;
  std::vector<import::InputFile> given_;
};

}  // namespace

int run_import(const import::Importer& importer, const ImportOptions& options) {
  auto folder = find_root(options.common);
  if (!folder) return kWrongUsage;
  GivenFiles files;
  if (!files.open(options)) return kWrongUsage;
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  import::ImportResult imported = import::import_files(root, importer, options.request, files.given());
  if (report_failure(root, imported.diagnostics) != kFine || files.report_failures(imported.diagnostics) != kFine) {
    print_diagnostics(imported.diagnostics, options.common);
    fmt::print(stderr, "nothing was written\n");
    return kMachineFailed;
  }
  if (!imported.refusal.empty()) return refuse(imported.refusal, imported.help, options.common);
  Made made;
  made.sources = imported.texts;
  made.diagnostics = std::move(imported.diagnostics);
  made.files = std::move(imported.files);
  bool failed = made.failed();
  int status = failed ? status_of(made.diagnostics) : options.dry_run ? kFine : write_made(root, made);
  made.diagnostics.sort();
  print_diagnostics(made.diagnostics, options.common);
  if (failed) fmt::print(stderr, "nothing was written\n");
  if (status != kFine || options.common.quiet) return status;
  print_shown(import::report_of(imported, options.common.verbose) + "\n");
  for (const base::ChangedFile& file : made.files)
    fmt::print("{} {}\n", options.dry_run ? "would write" : "wrote", file.path);
  if (made.files.empty()) fmt::print("nothing to write\n");
  if (!made.files.empty() && !options.dry_run) fmt::print("next: sourcebook build\n");
  return kFine;
}

void set_up_import(CLI::App& app, std::deque<ImportOptions>& options, int& status) {
  CLI::App* command = app.add_subcommand("import", "Rows of the site from files as others publish them");
  command->require_subcommand(1);
  for (const import::Importer& importer : import::importers()) {
    ImportOptions& own = options.emplace_back();
    CLI::App* one = command->add_subcommand(importer.name, importer.help);
    add_common_options(*one, own.common);
    one->add_option("files", own.files, "Files or folders, as they were published")->required();
    one->add_option("--settings", own.request.settings,
                    fmt::format("How they become rows; data/imports/{}.yaml, unless said", importer.name));
    one->add_option("--source", own.request.source,
                    "Of rows that do not say theirs, in place of the settings': an id of data/sources/");
    one->add_option("--as-of", own.request.as_of,
                    "When rows without a date of their own were true, in place of the settings': 2026-01-31, 2026-01 "
                    "or 2026");
    for (const import::ImporterOption& option : importer.options)
      one->add_option_function<std::string>(
          "--" + option.name,
          [&own, name = option.name](const std::string& value) { own.request.options[name] = value; }, option.help);
    one->add_flag("--keep-dates", own.request.keep_dates,
                  "New values may keep the dates of those before them, which were wrong");
    one->add_flag("--remove-gone", own.request.remove_gone,
                  "Take rows of the source out that are not among what comes in");
    one->add_flag("--dry-run", own.dry_run, "Tell what would change, and write nothing");
    one->callback([&status, &own, &importer] { status = run_import(importer, own); });
  }
}

}  // namespace cli
