#include "cli/new_site.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/starter.h"
#include "cli/version.h"
#include "io/disk.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

// As an argument of a shell.
std::string shell_word(const std::string& text) {
  bool plain =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == std::string::npos;
  return plain && !text.empty() ? text : "'" + text + "'";
}

constexpr std::string_view kOwner = "OWNER/SOURCEBOOK";

// What leads to releases of this program does so to this version of it. Names of images have no capitals.
std::string led_here(const std::string& path, std::string bytes) {
  bool workflow = path.starts_with(".github/");
  if (!workflow && !path.starts_with(".devcontainer/")) return bytes;
  std::string home(repository());
  if (!home.empty()) bytes = base::replace_all(bytes, kOwner, workflow ? home : base::lower_case(home));
  return base::replace_all(bytes, "VERSION", version());
}

int run(const NewSiteOptions& options) {
  std::error_code ignored;
  fs::path folder = fs::weakly_canonical(options.folder, ignored);
  if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
    return refuse(fmt::format("{} is there already, and is no folder", options.folder), "name another folder",
                  options.common);
  io::DiskFileSystem root(folder.string(), io::Writing::lasting);
  std::string shown = options.folder.ends_with('/') ? options.folder : options.folder + "/";
  return finish(root, make_site(options.folder), options.common, shown);
}

}  // namespace

Made make_site(const std::string& folder) {
  Made made;
  for (const auto& [path, bytes] : starter_files())
    made.files.push_back({std::string(path), led_here(std::string(path), std::string(bytes))});
  made.left.push_back("make it yours: README.md says what to change, in which order");
  if (repository().empty())
    made.left.push_back(fmt::format(
        "write the repository of the program for {} in .github/workflows/pages.yml and .devcontainer/devcontainer.json",
        kOwner));
  made.next = {"cd " + shell_word(folder), "sourcebook build"};
  return made;
}

void set_up_new_site(CLI::App& parent, NewSiteOptions& options, int& status) {
  CLI::App* command = parent.add_subcommand("site", "A small complete site to start from");
  command->add_option("dir", options.folder, "Its folder; made if it is not there")->type_name("DIR")->required();
  command->add_flag("-q,--quiet", options.common.quiet, "Print mistakes only");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
