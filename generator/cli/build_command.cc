// `sourcebook build`.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "base/jail.h"
#include "base/text.h"
#include "cli/build_folders.h"
#include "cli/commands.h"
#include "io/folder_lock.h"
#include "passes/build.h"
#include "passes/store.h"
#include "passes/write.h"
#include "site/config.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOtherOut = "choose another folder with --out";

struct BuildOptions : CommonOptions {
  std::string out = "site", base_url, repository;
  bool drafts = false;
  bool strict = false;
  bool no_cache = false;
  bool adopt_output = false;
};

// Rejects an output folder that is the site's folder, contains it, or is in a part of the site that builds read.
void check_output(const fs::path& source, const fs::path& out) {
  if (out == source) throw UsageError{"the output folder is the site's own folder", kOtherOut};
  if (is_within(source, out)) throw UsageError{"the output folder contains the site's own folder", kOtherOut};
  for (const fs::path& part : out)
    if (part == ".git") throw UsageError{"the output folder is inside .git/, which belongs to Git", kOtherOut};
  for (const char* folder : {"content", "data", "templates", kCacheFolder})
    if (is_within(out, source / folder))
      throw UsageError{fmt::format("the output folder is inside {}/, which is read", folder), kOtherOut};
}

// Refuses an output folder that is reached by a link in the site: a contribution from outside must not decide where
// files are written.
void check_links(const fs::path& root, const fs::path& out) {
  fs::path at;
  for (const fs::path& part : (root / out).lexically_normal()) {
    at /= part;
    std::error_code error;
    const bool is_link = fs::is_symlink(at, error);
    check_machine(at, {error});
    if (is_link && is_within(fs::weakly_canonical(at.parent_path()), root))
      throw UsageError{
          fmt::format("the path of the output folder contains {}, a symbolic link in the site's folder", at.string()),
          "give the folder itself with --out"};
  }
}

// Refuses a folder that probably contains somebody's files: it has no manifest of a build, and is neither empty nor
// contains only folders of other sites and files that keep an empty folder in a repository.
void check_owner(const io::DiskFileSystem& target, const std::string& shown) {
  if (target.status(std::string(passes::kManifest))) return;
  auto entries = target.list("");
  if (!entries) return;  // writing to the folder will report the error
  for (const io::Entry& entry : *entries)
    if (!io::is_temporary(entry.name) && entry.name != ".gitignore" && entry.name != ".gitkeep" &&
        !target.status(fmt::format("{}/{}", entry.name, passes::kManifest)))
      throw UsageError{fmt::format("the output folder {} contains {}, and no build wrote it", shown, entry.name),
                       "name another folder with --out, or build once with --adopt-output: the site may then replace "
                       "its files"};
}

void print_summary(const passes::Report& report, const std::string& out, double seconds) {
  const passes::WriteCounts& files = report.files;
  const size_t kept = files.changed.size() + files.others.size();
  print_text("{}, {} checked, {}; {}: {} written, {} unchanged, {} removed{}; {:.2f} s\n",
             base::count_of(report.pages, "page"), base::count_of(report.figures, "figure"),
             base::count_of(report.sources, "source"), out, files.written.size(), files.unchanged, files.removed.size(),
             kept > 0 ? fmt::format(", {} not removed", kept) : "", seconds);
  for (const std::string& address : files.changed)
    print_text("not removed: {} (no longer part of the site, but modified since it was published)\n", address);
}

// Lists the output of other sites, which may be private, and removes their files from the list of foreign files.
void print_sites_within(passes::WriteCounts& files) {
  for (const std::string& folder : files.sites_within)
    if (const size_t count = std::erase_if(files.others, [&](const auto& each) { return each.starts_with(folder); }))
      print_text("not removed: {} ({} of another site, published together with this one)\n", folder,
                 base::count_of(count, "file"));
}

void print_others(const std::vector<std::string>& others) {
  constexpr size_t kMax = 20;
  for (size_t i = 0; i < std::min(others.size(), kMax); ++i)
    print_text("not removed: {} (not written by a build)\n", others[i]);
  if (others.size() > kMax) print_text("not removed: {} more (not written by a build)\n", others.size() - kMax);
}

void print_changed(const passes::WriteCounts& files) {
  for (const std::string& address : files.written) print_text("written {}\n", address);
  for (const std::string& address : files.removed) print_text("removed {}\n", address);
}

std::string repository_of(const std::string& given) {
  const std::string url = site::normalise_repository(given);
  if (url.empty() && !given.empty())
    throw UsageError{fmt::format("links to files and issues at \"{}\" are not supported", given),
                     fmt::format("write {}", site::kRepositoryForm)};
  return url;
}

int run(const BuildOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const fs::path root = find_root(options);
  const auto found = output_folder(root, options.out, options);
  if (!found) return kMachineFailed;
  const fs::path& out = *found;
  check_links(root, options.out);
  check_output(root, out);

  passes::Options build;
  build.base_url = base_url_of(options.base_url);
  build.repository = repository_of(options.repository);
  build.drafts = options.drafts;
  build.strict = options.strict;
  build.adopts_output = options.adopt_output;
  build.jobs = jobs_of(options);
  io::DiskFileSystem target(out.string());
  const std::unique_ptr<io::DiskFileSystem> cache = cache_of(root, out);
  build.program = passes::program_identity();
  if (!build.program.empty()) build.memory = cache.get();
  build.uses_cache = !options.no_cache;
  const io::FolderLock lock(out.string(), [&] {
    if (!options.quiet) print_text(stderr, "waiting for another build of {}\n", options.out);
  });
  if (!options.adopt_output) check_owner(target, options.out);
  io::DiskFileSystem files(root.string());
  share_data(files, root);
  static passes::Builder& builder = *new passes::Builder(files, target, build);  // never freed, which saves time
  passes::Report report = builder.build();
  print_diagnostics(report.diagnostics, options);
  if (report.machine_failed) return kMachineFailed;
  if (report.diagnostics.has_errors()) return status_of(report.diagnostics);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.verbose) print_changed(report.files);
  if (options.verbose && !report.work.empty()) print_text("work: {}\n", report.work);
  if (options.verbose && !base::missing_sandbox().empty())
    print_text("without a sandbox, but with limits of time and memory, since the kernel refuses it: {}\n",
               base::missing_sandbox());
  if (!options.quiet) print_summary(report, options.out, seconds.count());
  if (!options.quiet) print_notes(report.notes);
  if (!options.quiet) print_sites_within(report.files);
  if (options.verbose) print_others(report.files.others);
  return kFine;
}

}  // namespace

void add_build(CLI::App& app, int& status) {
  auto [command, options] = add_command<BuildOptions>(app, "build", "Build the site", status, run);
  add_common_options(*command, *options);
  command->add_option("--out", options->out, "Output folder, relative to the site's folder")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--base-url", options->base_url,
                   "[URL of the published site](publishing.md#base-url) (default: base_url of data/site.json)")
      ->type_name("URL");
  command->add_option("--repository", options->repository, "URL of the repository, if data/site.json has no repository")
      ->type_name("URL")
      ->group(kRareOptions);
  command->add_flag("--drafts", options->drafts, "Include drafts");
  command->add_flag("--no-cache", options->no_cache, "Ignore [the build cache](#again) and do not write it")
      ->group(kRareOptions);
  command
      ->add_flag("--adopt-output", options->adopt_output,
                 "Build into [a folder that no build wrote](publishing.md#out), and replace files at addresses of the "
                 "site")
      ->group(kRareOptions);
  command->add_flag("--strict", options->strict, "Treat warnings as errors");
}

}  // namespace cli
