// `sourcebook diff`.
#include <fmt/format.h>

#include <map>
#include <optional>

#include "cli/commands.h"
#include "cli/common.h"
#include "data/dates.h"
#include "data/web_address.h"
#include "diff/compare.h"
#include "diff/report.h"
#include "diff/revision.h"
#include "io/layered.h"
#include "io/memory.h"
#include "passes/parse.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct DiffOptions : CommonOptions {
  std::string before;
  std::optional<std::string> after;  // the newer version; the working tree by default
  std::string report = "text";       // the report's format: text or markdown
  bool save = false;
  std::string date;  // the date of the saved changes; "" for today
  bool exit_code = false;
  std::string before_url, after_url;
};

constexpr std::string_view kJson = ".json";  // the extension of saved changes

std::string path_of(const std::string& date) { return std::string(site::kChanges) + date + std::string(kJson); }

// One of the two versions, before it is built.
struct Side {
  std::string name;  // the version's name in the report
  std::unique_ptr<io::FileSystem> files;
  const io::DiskFileSystem* disk = nullptr;  // the folder in `files`; null for a revision
};

Side side_on_disk(std::string name, const fs::path& folder) {
  auto files = std::make_unique<io::DiskFileSystem>(folder.string());
  share_data(*files, folder);
  const io::DiskFileSystem* disk = files.get();
  return {std::move(name), std::move(files), disk};
}

// Opens a folder that contains a site, or a git revision. Returns nullopt after printing a system error.
std::optional<Side> open_side(const std::optional<std::string>& name, const fs::path& root,
                              const CommonOptions& options) {
  if (!name) return side_on_disk("working tree", root);
  if (name->empty())
    throw UsageError{"\"\" is not a version of the site", "give a git revision or a folder; is a variable empty?"};
  std::error_code unresolved, unreachable, ignored;
  const fs::path folder = fs::weakly_canonical(*name, unresolved);
  const bool is_folder = fs::is_directory(folder, unreachable);
  check_machine(*name, {unresolved, unreachable});
  if (is_folder && (fs::is_directory(folder / "content", ignored) || fs::is_directory(folder / "data", ignored)))
    return side_on_disk(*name, folder);
  auto read = diff::read_revision(root.string(), *name);  // a branch and a folder may have the same name: "content/faq"
  if (read) return Side{*name, std::move(read).value()};
  if (is_folder && name->find('/') != std::string::npos)
    throw UsageError{fmt::format("{} does not contain a site", *name), "a site has a folder content/ or data/"};
  const UsageError error{read.error().why, read.error().help};
  if (!read.error().machine_failed) throw error;
  print_usage_error(error, options);
  return std::nullopt;
}

void check_urls(const DiffOptions& options) {
  if (options.before_url.empty() != options.after_url.empty())
    throw UsageError{"--before-url and --after-url must be used together", "give both or neither"};
  for (const std::string& url : {options.before_url, options.after_url})
    if (!url.empty() && !data::is_web_address(url))
      throw UsageError{fmt::format("\"{}\" is not a URL", url), "write one that begins with https:// or http://"};
}

// Returns the date under which the changes are saved.
std::string date_of(const DiffOptions& options) {
  if (options.date.empty()) return today_text();
  if (!data::is_date(options.date))
    throw UsageError{fmt::format("\"{}\" is not a date", options.date), "write one such as --date 2026-03-15"};
  return options.date;
}

// Returns the files of saved changes in a version, sorted by date.
std::map<std::string, std::string> saved_changes(const Side& side) {
  std::map<std::string, std::string> files;
  const std::string folder(site::kChanges);
  auto entries = side.files->list(folder.substr(0, folder.size() - 1));
  if (!entries.ok()) return files;
  for (const io::Entry& entry : *entries)
    if (entry.name.ends_with(kJson) && data::is_date(entry.name.substr(0, entry.name.size() - kJson.size())))
      if (auto bytes = side.files->read(folder + entry.name); bytes.ok()) files[folder + entry.name] = *bytes;
  return files;
}

// Whether a file lists changes rather than only an author's corrections and texts.
bool has_changes(const std::map<std::string, std::string>& files, const std::string& path) {
  const auto found = files.find(path);
  if (found == files.end()) return false;
  const base::SourceText text(path, found->second);
  base::Diagnostics ignored;
  return !site::read_changes(text, ignored).empty();
}

// Refuses to save if changes of this date would be lost, or changes that another date lists would be listed twice.
void check_saving(const Side& before, const Side& after, const std::string& date) {
  const auto files_before = saved_changes(before), files_after = saved_changes(after);
  const std::string own = path_of(date);
  if (has_changes(files_before, own))
    throw UsageError{fmt::format("{} of \"{}\" lists other changes, which would be lost", own, before.name),
                     "compare with the version before those changes, so that all changes of the date are listed; or "
                     "choose another --date"};
  std::string other;  // the latest file; a version that contains it also contains the earlier ones
  for (const auto& [path, bytes] : files_after)
    if (path != own && has_changes(files_after, path) && !has_changes(files_before, path)) other = path;
  if (other.empty()) return;
  const std::string_view folder = site::kChanges;
  throw UsageError{
      fmt::format("{}, which is not in \"{}\", already lists some of these changes", other, before.name),
      fmt::format("commit it, and compare with a commit that includes it; or list all changes there: --date {}",
                  other.substr(folder.size(), other.size() - folder.size() - kJson.size()))};
}

// Prints the errors and returns true if the operating system failed to read something of this version.
bool has_machine_failed(const Side& side, const passes::CheckedSite& checked, const CommonOptions& options) {
  base::Diagnostics diagnostics = checked.report.diagnostics;
  const bool is_read = !side.disk || is_readable(*side.disk, diagnostics);
  if (is_read && !checked.report.machine_failed) return false;
  print_diagnostics(diagnostics, options);
  return true;
}

int refuse_old(const passes::CheckedSite& old, const CommonOptions& options, const std::string& why,
               std::string_view broken) {
  print_diagnostics(old.report.diagnostics, options);
  print_usage_error({why + ", so there is nothing to compare with",
                     fmt::format("compare with a version without errors in its {}", broken)},
                    options);
  return kSiteHasErrors;
}

void print_report(const diff::Comparison& comparison, const quantity::Units& units, const DiffOptions& options,
                  const Side& before, const Side& after) {
  if (options.quiet) return;
  const auto as_folder = [](const std::string& url) { return url.empty() || url.ends_with('/') ? url : url + "/"; };
  diff::ReportOptions report{before.name, after.name};
  report.before_url = as_folder(options.before_url);
  report.after_url = as_folder(options.after_url);
  if (options.verbose) report.max_items = SIZE_MAX;
  report.is_markdown = options.report == "markdown";
  const std::string text = diff::report(comparison, units, report);
  report.is_markdown ? print_patch(text) : print_visible(text);
}

// Reports that nothing was saved, and returns kSiteHasErrors.
int save_nothing(const base::Diagnostics& diagnostics, const CommonOptions& options, const char* why) {
  print_diagnostics(diagnostics, options);
  print_text(stderr, "nothing was saved: {}\n", why);
  return kSiteHasErrors;
}

// Writes the changes. Keeps the title, summary and corrections that an author has written to the file.
int save(site::Changes& changes, const passes::CheckedSite& site, const DiffOptions& options, const std::string& date) {
  if (site.report.diagnostics.has_errors())
    return save_nothing(site.report.diagnostics, options, "the site has errors");
  if (changes.empty()) {
    if (!options.quiet) print_text(stderr, "nothing was saved: readers see no changes\n");
    return kFine;
  }
  const std::string path = path_of(date);
  changes.date = date;
  io::DiskFileSystem root(find_root(options).string(), io::Writing::durable);
  base::Diagnostics diagnostics;
  const auto existing = root.read(path);
  std::optional<base::Hash> from;
  if (!is_readable(root, diagnostics)) {
    print_diagnostics(diagnostics, options);
    return kMachineFailed;
  }
  if (existing) {
    from = base::hash_bytes(existing.value());
    const base::SourceText text(path, existing.value());
    const site::Changes written = site::read_changes(text, diagnostics);
    if (diagnostics.has_errors()) {
      print_diagnostics(diagnostics, options);
      return kSiteHasErrors;
    }
    changes.title = written.title;
    changes.summary = written.summary;
    changes.corrections = written.corrections;
  }
  const base::SourceText text(path, site::changes_text(changes, site.inputs->database->units()));
  base::Diagnostics invalid;
  site::read_changes(text, invalid);
  if (invalid.has_errors()) return save_nothing(invalid, options, "the next build would reject it");
  Plan plan;
  plan.files.push_back({path, std::string(text.text()), from});
  const int status = carry_out(root, plan, options);
  if (status == kFine && !options.quiet) print_text(stderr, "wrote {}\n", path);
  return status;
}

int compare(const DiffOptions& options) {
  const fs::path root = find_root(options);
  check_urls(options);
  const std::string date = options.save ? date_of(options) : "";
  const auto before = open_side(options.before, root, options);
  if (!before) return kMachineFailed;
  const auto after = open_side(options.after, root, options);
  if (!after) return kMachineFailed;
  if (options.save) check_saving(*before, *after, date);
  passes::Options build;
  build.jobs = jobs_of(options);
  // Files of saved changes are not compared: the old side gets the new side's files. Saving again, after an author's
  // edits or with another date, thus has the same result.
  const io::MemoryFileSystem changes(options.save ? saved_changes(*after) : std::map<std::string, std::string>());
  const passes::CheckedSite old_site = passes::check_site(io::LayeredFileSystem(*before->files, changes), build);
  if (has_machine_failed(*before, old_site, options)) return kMachineFailed;
  if (diff::has_broken_data(old_site))
    return refuse_old(old_site, options, fmt::format("the data of \"{}\" can't be loaded", before->name), "data");
  if (options.save && !diff::is_rendered(old_site))
    return refuse_old(old_site, options, fmt::format("the pages of \"{}\" can't be rendered", before->name),
                      "templates");
  const passes::CheckedSite new_site = passes::check_site(*after->files, build);
  if (has_machine_failed(*after, new_site, options)) return kMachineFailed;
  diff::Comparison comparison = diff::compare(old_site, new_site);
  diff::compare_workflows(*before->files, *after->files, comparison.doubts);
  print_report(comparison, new_site.inputs->database->units(), options, *before, *after);
  if (options.save)
    if (const int status = save(comparison.changes, new_site, options, date); status != kFine) return status;
  return options.exit_code && !comparison.empty() ? kSiteHasErrors : kFine;
}

int run(const DiffOptions& options) {
  return run_command(options, [&] { return compare(options); });
}

}  // namespace

void add_diff(CLI::App& app, int& status) {
  auto [command, options] =
      add_command<DiffOptions>(app, "diff", "Show what changed between two versions of the site", status, run);
  command->add_option("old", options->before, "Git revision or folder")->required();
  command->add_option("new", options->after, "Git revision or folder (default: the working tree)");
  add_root_option(*command, *options);
  add_jobs_option(*command, *options);
  command->add_option("--format", options->report, "Format of the report")
      ->check(CLI::IsMember({"text", "markdown"}))
      ->capture_default_str();
  auto* save = command->add_flag("--save", options->save,
                                 "Write the changes to [data/changes/DATE.json](importing.md#save), for readers");
  command->add_option("--date", options->date, "Date of the saved changes (default: today)")->needs(save);
  command->add_flag("--exit-code", options->exit_code, "Exit with status 1 if there are differences");
  command->add_option("--before-url", options->before_url,
                      "URL of the published OLD version, for pictures of charts in Markdown");
  command->add_option("--after-url", options->after_url, "URL of the published NEW version");
  auto* quiet = command->add_flag("-q,--quiet", options->quiet, "Print only errors and warnings");
  command->add_flag("-v,--verbose", options->verbose, "List all changes, however many")->excludes(quiet);
}

}  // namespace cli
