#include "cli/build_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/text.h"
#include "build/build.h"
#include "build/program.h"
#include "build/verify.h"
#include "build/write.h"
#include "cli/memory.h"
#include "cli/overlay_option.h"
#include "io/disk.h"
#include "io/folder_lock.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOut = "site";

// The output must not be the source, nor hold it, nor lie in it where it would be read; "" when all is well.
std::string objection_to_output(const fs::path& root, const fs::path& out) {
  if (out == root) return "the output folder is the site's own folder";
  if (is_within(root, out)) return "the output folder holds the site's own folder";
  for (const char* folder : {"content", "data", "templates", kMemoryFolder})
    if (is_within(out, root / folder)) return fmt::format("the output folder lies in {}/, which is read", folder);
  return "";
}

// Throws where that can't be told.
bool is_link(const fs::path& path) {
  std::error_code error;
  const bool is = fs::is_symlink(path, error);
  if (is_of_the_machine(error)) throw fs::filesystem_error("", path, error);
  return is;
}

// What lies in the site's folder may come from anybody who sends a change, so it does not say, by a link, where else
// the site is written to. The link; "" for none.
std::string link_within(const fs::path& root, const fs::path& out) {
  fs::path at;
  for (const fs::path& part : out.lexically_normal()) {
    at /= part;
    if (is_link(at) && is_within(fs::weakly_canonical(at.parent_path()), root)) return at.string();
  }
  return "";
}

// The folder around `out` into which a site was built, so that whoever publishes that one publishes what lies in it;
// "" for none.
fs::path site_around(const fs::path& out) {
  for (fs::path folder = out; folder.has_relative_path();) {
    folder = folder.parent_path();
    std::error_code unreachable;  // then it is not published from here either
    if (fs::exists(folder / build::kManifest, unreachable)) return folder;
  }
  return "";
}

// The same of an overlay's folder, and of what is published without it.
std::string objection_to_private_output(const fs::path& root, const fs::path& overlay, const fs::path& out) {
  if (is_within(out, root / kOut))
    return fmt::format("{}/ is what the public site is published from{}", kOut,
                       out == root / kOut ? "" : ", and the output folder lies in it");
  if (const fs::path around = site_around(out); !around.empty())
    return fmt::format("the output folder lies in {}, into which a site was built", around.string());
  if (out == overlay) return "the output folder is the overlay";
  return objection_to_output(overlay, out);
}

void print_summary(const build::Report& report, const std::string& out, double seconds) {
  const build::WriteCounts& files = report.files;
  const size_t left = files.changed.size() + files.others.size();
  fmt::print("{}, {}, {}; {} rendered, {} reused; {}: {} written, {} unchanged, {} removed{}; {:.2f} s\n",
             base::count_of(report.pages, "page"), base::count_of(report.figures, "figure") + " checked",
             base::count_of(report.sources, "source"), report.rendered.size(), report.reused, out, files.written,
             files.unchanged, files.removed, left > 0 ? fmt::format(", {} left", left) : "", seconds);
  for (const std::string& address : files.changed)
    fmt::print("left {}: the site has no such file any more, and somebody has changed what was published\n", address);
}

// One of them may be private.
void print_sites_within(build::WriteCounts& files) {
  for (const std::string& folder : files.sites_within) {
    const size_t count =
        std::erase_if(files.others, [&](const std::string& address) { return address.starts_with(folder); });
    if (count > 0)
      fmt::print("left {}: another site was built there, and is published with this one ({})\n", folder,
                 base::count_of(count, "file"));
  }
}

// What stands in the output folder and is not the site's.
void print_others(const std::vector<std::string>& others) {
  constexpr size_t kMost = 20;
  for (size_t i = 0; i < std::min(others.size(), kMost); ++i)
    fmt::print("left {}: no build is known to have written it\n", others[i]);
  if (others.size() > kMost) fmt::print("left {} more that no build is known to have written\n", others.size() - kMost);
}

// A line for each page that was rendered, and why.
void print_rendered(const build::Report& report) {
  constexpr size_t kMostReasons = 3;
  for (const build::RenderedAgain& page : report.rendered) {
    std::string why;
    for (size_t i = 0; i < std::min(page.why.size(), kMostReasons); ++i) why += (i > 0 ? ", " : ": ") + page.why[i];
    if (page.why.size() > kMostReasons) why += fmt::format(" and {} more", page.why.size() - kMostReasons);
    fmt::print("rendered {}{}\n", page.address, why);
  }
}

int run(const BuildOptions& options) {
  auto start = std::chrono::steady_clock::now();
  const CommonOptions& common = options.common;
  std::optional<fs::path> root = find_root(common);
  if (!root) return kWrongUsage;
  const std::unique_ptr<Site> site = Site::open(*root, options.overlay, common);
  if (!site) return kWrongUsage;
  if (!options.out && !options.overlay.empty())
    return refuse("a site with an overlay needs a place of its own", "name a folder for it with --out", common);
  const std::string shown = options.out.value_or(kOut);
  std::error_code unreachable;
  const fs::path out = output_folder(*root, shown, unreachable);  // an absolute one stands for itself
  if (unreachable) {
    base::Diagnostics said;
    said.error("unwritable-file", shown, fmt::format("{} can't be reached: {}", shown, unreachable.message()));
    print_diagnostics(said, common);
    return kMachineFailed;
  }
  if (const std::string link = link_within(*root, *root / shown); !link.empty())
    return refuse(fmt::format("the output folder would be reached by {}, a symbolic link in the site's folder", link),
                  "name the folder itself with --out", common);
  if (std::string why = objection_to_output(*root, out); !why.empty())
    return refuse(why, "name another folder with --out", common);
  if (!options.overlay.empty())
    if (std::string why = objection_to_private_output(*root, site->overlay(), out); !why.empty())
      return refuse(why, "name another folder with --out", common);
  build::Options build;
  std::optional<std::string> base_url = base_url_of(options.base_url, common);
  if (!base_url) return kWrongUsage;
  build.base_url = std::move(*base_url);
  build.drafts = options.drafts;
  build.strict = options.strict;
  build.verify = options.verify;
  build.jobs = jobs_of(common);

  io::DiskFileSystem target(out.string());
  const fs::path& remembers = options.overlay.empty() ? *root : site->overlay();
  const std::unique_ptr<io::DiskFileSystem> memory = memory_of(remembers, out);
  build.program = build::program_identity();
  if (!build.program.empty()) build.memory = memory.get();
  build.remembers = !options.no_cache;
  const io::FolderLock lock(out.string(), [&] {
    if (!common.quiet) fmt::print(stderr, "waiting for another build of {}\n", shown);
  });
  // Not taken apart, which would be work that nobody needs: the process gives its memory back as a whole.
  static build::Builder& builder = *new build::Builder(site->files(), target, build);
  build::Report report = builder.build();
  print_diagnostics(report.diagnostics, common);
  if (report.machine_failed) return kMachineFailed;
  if (report.diagnostics.has_errors()) return status_of(report.diagnostics);
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (common.verbose) print_rendered(report);
  if (!common.quiet) print_summary(report, shown, seconds.count());
  if (!common.quiet) print_sites_within(report.files);
  if (common.verbose || (options.verify && !common.quiet)) print_others(report.files.others);
  if (build.remembers) forget_lost_outputs(remembers);
  if (!options.verify) return kFine;
  const base::Diagnostics differences = build::verify_output(site->files(), target, build, report.read);
  print_diagnostics(differences, common);
  if (!common.quiet && differences.empty()) fmt::print("a build from nothing gives the same files\n");
  return differences.empty() ? kFine : kSiteHasErrors;
}

}  // namespace

void set_up_build(CLI::App& app, BuildOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("build", "Build the site");
  add_common_options(*command, options.common);
  command->add_option("--out", options.out, "Where to publish, relative to the site's folder")
      ->type_name("DIR")
      ->default_str(kOut);
  add_overlay_option(*command, options.overlay);
  command->add_option("--base-url", options.base_url, "Where the site is published, instead of site.json's base_url");
  command->add_flag("--drafts", options.drafts, "Build pages marked as drafts too");
  command->add_flag("--no-cache", options.no_cache, "Build from nothing, and remember nothing for the next build");
  command->add_flag("--verify", options.verify, "Compare with a build from nothing, and fail if a file differs");
  command->add_flag("--strict", options.strict, "Take warnings for errors");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
