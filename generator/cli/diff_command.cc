#include "cli/diff_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "build/parse.h"
#include "cli/made.h"
#include "cli/today.h"
#include "data/dates.h"
#include "data/web_address.h"
#include "diff/compare.h"
#include "diff/report.h"
#include "diff/revision.h"
#include "io/disk.h"
#include "io/layered.h"
#include "io/memory.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kJson = ".json";  // of the file of a day

// One side, before it is built.
struct Side {
  std::string name;  // as the report calls it
  std::unique_ptr<io::FileSystem> files;
  const io::DiskFileSystem* disk = nullptr;  // the same; null for a revision
};

// The address below which a site's files are.
std::string as_folder(const std::string& url) { return url.empty() || url.ends_with('/') ? url : url + "/"; }

bool holds_site(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "content", ignored) || fs::is_directory(folder / "data", ignored);
}

// A folder where there is one that holds a site, else a revision; the work tree where none is named. Nothing, after
// saying so, for what is neither.
std::optional<Side> open_side(const std::optional<std::string>& named, const fs::path& root,
                              const CommonOptions& common, int& status) {
  auto on_disk = [](std::string name, const fs::path& at) {
    auto files = std::make_unique<io::DiskFileSystem>(at.string());
    const io::DiskFileSystem* disk = files.get();
    return Side{std::move(name), std::move(files), disk};
  };
  if (!named) return on_disk("work tree", root);
  const std::string& given = *named;
  if (given.empty()) {
    status =
        refuse("\"\" names no state of the site", "give a git revision or a folder; is a variable not set?", common);
    return std::nullopt;
  }
  std::error_code unresolved, unreachable;
  const fs::path folder = fs::weakly_canonical(given, unresolved);
  const bool is_folder = fs::is_directory(folder, unreachable);
  for (const std::error_code& each : {unresolved, unreachable})
    if (is_of_the_machine(each)) throw fs::filesystem_error("", given, each);
  if (is_folder && holds_site(folder)) return on_disk(given, folder);
  // A branch may have the name of such a folder: "content/faq".
  auto read = diff::read_revision(root.string(), given);
  if (read) return Side{given, std::move(read).value()};
  if (is_folder && given.find('/') != std::string::npos) {
    status = refuse(fmt::format("{} holds no site", given), "a site has a folder content/, and mostly data/", common);
    return std::nullopt;
  }
  status = refuse(read.error().why, read.error().help, common);
  if (read.error().machine_failed) status = kMachineFailed;
  return std::nullopt;
}

// The report, and what the file of changes holds, with what an author has written there before.
class Run {
 public:
  Run(const DiffOptions& options, fs::path root) : options_(options), root_(std::move(root)) {}

  int operator()() {
    int status = kFine;
    if (std::string why = objection(); !why.empty()) return refuse(why, help_, options_.common);
    auto before = open_side(options_.before, root_, options_.common, status);
    if (!before) return status;
    auto after = open_side(options_.after, root_, options_.common, status);
    if (!after) return status;
    if (options_.save)
      if (std::string why = objection_to_saving(*before, *after); !why.empty())
        return refuse(why, help_, options_.common);
    const build::CheckedSite old_side = check_old(*before, *after);
    if (is_unread(*before, old_side)) return kMachineFailed;
    if (diff::has_broken_data(old_side))
      return refuse_old(old_side, fmt::format("the data of \"{}\" can't be loaded", before->name), "data");
    if (options_.save && !diff::is_rendered(old_side))
      return refuse_old(old_side, fmt::format("the pages of \"{}\" can't be rendered", before->name), "templates");
    const build::CheckedSite new_side = check(*after->files);
    if (is_unread(*after, new_side)) return kMachineFailed;
    diff::Comparison comparison = diff::compare(old_side, new_side);
    const quantity::Units& units = new_side.inputs->database->units();
    print(comparison, units, before->name, after->name);
    if (options_.save) status = save(comparison, new_side, units);
    if (status != kFine) return status;
    return options_.exit_code && !comparison.empty() ? kSiteHasErrors : kFine;
  }

 private:
  // Why the options make no sense, or there is no day; "" when all is well.
  std::string objection() {
    if (options_.before_url.empty() != options_.after_url.empty()) {
      help_ = "give both, or neither";
      return "pictures need the addresses of both sides";
    }
    for (const std::string& url : {options_.before_url, options_.after_url})
      if (!url.empty() && !data::is_web_address(url)) {
        help_ = "give one that begins with https:// or http://";
        return fmt::format("\"{}\" is no address on the web", url);
      }
    if (!options_.save) return "";
    help_ = "give a day such as --date 2026-03-15";
    day_ = options_.date;
    std::string why;
    if (day_.empty()) return (day_ = day_of_today(why)).empty() ? why : "";
    return data::is_date(day_) ? "" : fmt::format("\"{}\" is no day of the calendar", day_);
  }

  std::string path_of_day() const { return (std::string(site::kChanges) + day_).append(kJson); }

  build::CheckedSite check(const io::FileSystem& files) const {
    build::Options build;
    build.jobs = jobs_of(options_.common);
    return build::check_site(files, build);
  }

  // What is kept tells how the site changed, not that it is told: the old side has what the new one tells of changes,
  // so that saving once more, with what an author wrote there, or another day keeps the same.
  build::CheckedSite check_old(const Side& before, const Side& after) const {
    if (!options_.save) return check(*before.files);
    std::map<std::string, std::string> told;
    for (const std::string& path : paths_of_days(after))
      if (auto bytes = after.files->read(path); bytes.ok()) told[path] = *bytes;
    const io::MemoryFileSystem changes(std::move(told));
    return check(io::LayeredFileSystem(*before.files, changes));
  }

  // Why what lies between the sides can't be kept as all that this day tells of: the old side has changes of the day,
  // which would be lost, or the new side has told some under another day. "" when it can.
  std::string objection_to_saving(const Side& before, const Side& after) {
    if (tells_of_changes(before, path_of_day())) {
      help_ = "compare with the state before those, so that all of the day is told; or give another --date";
      return fmt::format("{} of \"{}\" tells of other changes, which would be lost", path_of_day(), before.name);
    }
    std::string told;  // the last one: who has it has the earlier ones
    for (const std::string& path : paths_of_days(after))
      if (path != path_of_day() && tells_of_changes(after, path) && !tells_of_changes(before, path)) told = path;
    if (told.empty()) return "";
    const std::string day = told.substr(site::kChanges.size(), told.size() - site::kChanges.size() - kJson.size());
    help_ = fmt::format("commit it, and compare with a commit that has it; or give --date {}, to tell all of it there",
                        day);
    return fmt::format("{}, which \"{}\" lacks, tells of changes already, which would be told again", told,
                       before.name);
  }

  // Whether it has that file, and there is more in it than an author's words.
  static bool tells_of_changes(const Side& side, const std::string& path) {
    const auto told = side.files->read(path);
    if (!told) return false;
    const base::SourceText text(path, told.value());
    base::Diagnostics unread;
    return !site::read_changes(text, unread).empty();
  }

  // The files of changes, by day.
  static std::set<std::string> paths_of_days(const Side& side) {
    std::set<std::string> paths;
    const std::string folder(site::kChanges);
    if (auto entries = side.files->list(folder.substr(0, folder.size() - 1)); entries.ok())
      for (const io::Entry& entry : *entries)
        if (entry.name.ends_with(kJson) && data::is_date(entry.name.substr(0, entry.name.size() - kJson.size())))
          paths.insert(folder + entry.name);
    return paths;
  }

  // Whether the machine refused to read something of a side, which it says.
  bool is_unread(const Side& side, const build::CheckedSite& checked) const {
    base::Diagnostics said = checked.report.diagnostics;
    const bool is_refused = side.disk && report_failure(*side.disk, said) != kFine;
    if (!is_refused && !checked.report.machine_failed) return false;
    print_diagnostics(said, options_.common);
    return true;
  }

  int refuse_old(const build::CheckedSite& side, const std::string& why, std::string_view broken) const {
    print_diagnostics(side.report.diagnostics, options_.common);
    refuse(why + ", so there is nothing to compare with",
           fmt::format("compare with a state whose {} are whole", broken), options_.common);
    return kSiteHasErrors;
  }

  void print(const diff::Comparison& comparison, const quantity::Units& units, const std::string& before,
             const std::string& after) const {
    if (options_.common.quiet) return;
    diff::ReportOptions report{before, after};
    report.before_url = as_folder(options_.before_url);
    report.after_url = as_folder(options_.after_url);
    if (options_.common.verbose) report.max_items = SIZE_MAX;
    if (options_.report == "json")
      print_patch(diff::report_json(comparison, units, report));
    else if (options_.report == "markdown")
      print_patch(diff::report_markdown(comparison, units, report));
    else
      print_shown(diff::report_text(comparison, units, report));
  }

  int save(diff::Comparison& comparison, const build::CheckedSite& side, const quantity::Units& units) const {
    if (side.report.diagnostics.has_errors()) {
      print_diagnostics(side.report.diagnostics, options_.common);
      fmt::print(stderr, "nothing was saved: what readers are told of must build\n");
      return kSiteHasErrors;
    }
    if (comparison.changes.empty()) {
      if (!options_.common.quiet) fmt::print(stderr, "nothing was saved: nothing changed that readers are told of\n");
      return kFine;
    }
    const std::string path = path_of_day();
    site::Changes& changes = comparison.changes;
    changes.date = day_;
    io::DiskFileSystem root(root_.string(), io::Writing::lasting);
    const auto there = root.read(path);
    if (base::Diagnostics said; report_failure(root, said) != kFine) {
      print_diagnostics(said, options_.common);
      return kMachineFailed;
    }
    std::optional<base::Hash> from;
    if (there) {
      from = base::hash_bytes(there.value());
      const base::SourceText text(path, there.value());
      base::Diagnostics diagnostics;
      const site::Changes written = site::read_changes(text, diagnostics);
      if (diagnostics.has_errors()) return print_diagnostics(diagnostics, options_.common), kSiteHasErrors;
      changes.title = written.title;
      changes.summary = written.summary;
      changes.corrections = written.corrections;
    }
    const base::SourceText text(path, site::changes_text(changes, units));
    if (base::Diagnostics said; site::read_changes(text, said), said.has_errors()) {
      print_diagnostics(said, options_.common);
      fmt::print(stderr, "nothing was saved: the next build would refuse it\n");
      return kSiteHasErrors;
    }
    Made made;
    made.files.push_back({path, std::string(text.text()), from});
    const int status = write_made(root, made);
    print_diagnostics(made.diagnostics, options_.common);
    if (status == kFine && !options_.common.quiet) fmt::print(stderr, "wrote {}\n", path);
    return status;
  }

  const DiffOptions& options_;
  fs::path root_;
  std::string day_, help_;
};

int run(DiffOptions& options) {
  options.common.format = options.report == "json" ? "json" : "text";
  auto folder = find_root(options.common);
  return folder ? Run(options, *folder)() : kWrongUsage;
}

}  // namespace

void set_up_diff(CLI::App& app, DiffOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("diff", "Tell what changes between two states of the site");
  command->add_option("old", options.before, "A git revision, or a folder with a site")->required();
  command->add_option("new", options.after, "The same; the work tree, unless said");
  command->add_option("--root", options.common.root, "The site's folder")->type_name("DIR")->capture_default_str();
  command->add_option("--jobs", options.common.jobs, "Threads; as many as there are cores, unless said")
      ->check(CLI::Range(1, 256));
  command->add_option("--format", options.report, "How it is told")
      ->check(CLI::IsMember({"text", "markdown", "json"}))
      ->capture_default_str();
  auto* save = command->add_flag("--save", options.save, "Keep it as data/changes/DATE.json, for readers");
  command->add_option("--date", options.date, "The day of what is kept; today, unless said")->needs(save);
  command->add_flag("--exit-code", options.exit_code, "End with status 1 where anything differs");
  command->add_option("--before-url", options.before_url, "Where OLD is published: charts of it are shown in Markdown");
  command->add_option("--after-url", options.after_url, "Where NEW is published");
  auto* quiet = command->add_flag("-q,--quiet", options.common.quiet, "Print mistakes only");
  command->add_flag("-v,--verbose", options.common.verbose, "Tell all of it, however long")->excludes(quiet);
  command->callback([&] { status = run(options); });
}

}  // namespace cli
