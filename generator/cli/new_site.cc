#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/embedded.h"
#include "cli/makers.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

std::string shell_word(const std::string& text) {
  const bool plain =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == std::string::npos;
  return plain && !text.empty() ? text : "'" + text + "'";
}

constexpr std::string_view kOwner = "OWNER/SOURCEBOOK";

// Fills in the repository and version of this program, as a workflow and a container image need it. Names of images are
// in lower case.
std::string with_version(const std::string& path, std::string bytes) {
  const bool workflow = path.starts_with(".github/");
  if (!workflow && !path.starts_with(".devcontainer/")) return bytes;
  std::string home(repository());
  if (!home.empty()) bytes = base::replace_all(bytes, kOwner, workflow ? home : base::lower_case(home));
  return base::replace_all(bytes, "VERSION", version());
}

struct NewSiteOptions : CommonOptions {
  std::string folder;
};

int run(const NewSiteOptions& options) {
  std::error_code ignored;
  const fs::path folder = fs::weakly_canonical(options.folder, ignored);
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    throw UsageError{fmt::format("{} exists and is not a folder", options.folder), "name another folder"};
  io::DiskFileSystem root(folder.string(), io::Writing::lasting);
  const std::string prefix = options.folder.ends_with('/') ? options.folder : options.folder + "/";
  return write_new(root, make_site(options.folder), options, prefix);
}

}  // namespace

int write_new(io::DiskFileSystem& root, Plan plan, const CommonOptions& options, const std::string& prefix) {
  const int status = carry_out(root, plan, options, false, prefix);
  if (status == kFine && !options.quiet) print_visible(summary_of(plan, prefix));
  return status;
}

Plan make_site(const std::string& folder) {
  Plan plan;
  for (const auto& [path, bytes] : starter_files())
    plan.files.push_back({std::string(path), with_version(std::string(path), std::string(bytes))});
  plan.todo.push_back("follow README.md, which lists what to change first");
  if (repository().empty())
    plan.todo.push_back(
        fmt::format("replace {} by the repository of the program in .github/workflows/pages.yml and "
                    ".devcontainer/devcontainer.json",
                    kOwner));
  plan.next = {"cd " + shell_word(folder), "sourcebook build"};
  return plan;
}

void add_new(CLI::App& app, int& status) {
  CLI::App* group = app.add_subcommand("new", "Create a site, pages, tables and sources; never overwrites files");
  group->require_subcommand(1);
  auto [command, options] =
      add_command<NewSiteOptions>(*group, "site", "Create a small complete site to start from", status, run);
  command->add_option("dir", options->folder, "Folder of the new site")->type_name("DIR")->required();
  command->add_flag("-q,--quiet", options->quiet, "Print only errors and warnings");
  add_new_resource(*group, status);
  add_new_source(*group, status);
  for (const Stub& stub : stubs()) add_new_stub(*group, stub, status);
}

}  // namespace cli
