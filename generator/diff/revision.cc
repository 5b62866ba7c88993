#include "diff/revision.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

#include "base/text.h"
#include "io/memory.h"
#include "io/process.h"
#include "site/shared_data.h"

namespace diff {
namespace {

using base::Failure;
using Result = base::Result<std::unique_ptr<io::FileSystem>, Refusal>;

// Only the folder selects the repository. Git hooks run with variables that select another one (git rev-parse
// --local-env-vars), so these are removed. Settings in variables, such as safe.directory, are kept. Objects that a
// receiving hook has not accepted yet are read as alternates.
std::vector<std::string> environment_of_git() {
  std::vector<std::string> set = {"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0"};
  if (const char* unaccepted = std::getenv("GIT_OBJECT_DIRECTORY")) {
    const char* others = std::getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES");
    set.push_back("GIT_ALTERNATE_OBJECT_DIRECTORIES=" + std::filesystem::absolute(unaccepted).string() +
                  (others ? ":" + std::string(others) : ""));
  }
  std::vector<std::string> environment = io::environment_with(std::move(set));
  std::erase_if(environment, [](std::string_view variable) {
    for (std::string_view name :
         {"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX",
          "GIT_OBJECT_DIRECTORY", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_NO_REPLACE_OBJECTS",
          "GIT_REPLACE_REF_BASE", "GIT_INTERNAL_SUPER_PREFIX"})
      if (variable.substr(0, variable.find('=')) == name) return true;
    return false;
  });
  return environment;
}

// Runs git in a folder: in English, without locks, and without fetching objects that a partial clone lacks. `why` of
// the result is git's standard error, or why it could not be started.
io::Ended git(const std::string& folder, const std::vector<std::string>& arguments, std::string input = {}) {
  io::Command command;
  command.program = "git";
  command.arguments = {"-C", folder};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  command.environment = environment_of_git();
  command.input = std::move(input);
  command.limit.reset();  // reading a large history from a slow disk takes long
  command.max_output.reset();
  std::string errors;
  io::Ended ended = io::run_process(command, [&](std::string_view text) { errors += text; });
  if (ended.how == io::Ending::interrupted) errors = "it was interrupted";
  if (ended.how != io::Ending::not_started) ended.why = std::move(errors);
  return ended;
}

bool succeeded(const io::Ended& git) { return git.how == io::Ending::exited && git.number == 0; }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Failure<Refusal> git_failed(const io::Ended& git) {
  return Failure{Refusal{"git failed: " + first_line(git.why), "", true}};
}

// Returns the id of the commit that a revision names.
base::Result<std::string, Refusal> find_commit(const std::string& folder, const std::string& revision) {
  const io::Ended inside = git(folder, {"rev-parse", "--is-shallow-repository"});
  if (inside.how == io::Ending::not_started)
    return Failure{Refusal{"git can't be started: " + inside.why, "install git, or compare two folders", true}};
  if (!succeeded(inside) && inside.why.find("not a git repository") == std::string::npos) return git_failed(inside);
  if (!succeeded(inside))
    return Failure{
        Refusal{fmt::format("{} is not in a git repository, so \"{}\" can't be a revision", folder, revision),
                "give two folders, or run it in the repository"}};
  const auto id_of = [&](const std::string& name) -> std::string {
    const io::Ended found = git(folder, {"rev-parse", "--verify", "--quiet", "--end-of-options", name});
    // git accepts "^HEAD" and returns "^" with an id: the revision excludes that commit.
    return succeeded(found) && !found.output.starts_with('^') ? first_line(found.output) : "";
  };
  // Look up the commit by the revision's id, because ":/text^{commit}" would search for that text.
  if (const std::string id = id_of(revision); !id.empty())
    if (std::string commit = id_of(id + "^{commit}"); !commit.empty()) return commit;
  // A single revision contains two dots only as part of a text to search for (":/text", "HEAD^{/text}").
  if (revision.find("..") != std::string::npos && revision.find_first_of(":{") == std::string::npos)
    return Failure{Refusal{fmt::format("\"{}\" is more than one revision", revision),
                           "give the two revisions to compare, separated by a space"}};
  if (inside.output.starts_with("true"))
    return Failure{Refusal{fmt::format("this clone is shallow, and has no revision \"{}\"", revision),
                           "fetch it (git fetch --unshallow; in a workflow `fetch-depth: 0` of actions/checkout)"}};
  return Failure{Refusal{fmt::format("there is no revision \"{}\", and no folder of that name with a site", revision),
                         "list revisions with git branch and git log; give a folder as ./NAME"}};
}

struct Listed {
  std::string path, id;
};

// Parses files, or submodules with their commits, from the output of ls-tree -z: "MODE TYPE ID<tab>PATH<nul>".
std::vector<Listed> listed(const std::string& listing, std::string_view mode) {
  std::vector<Listed> list;
  for (std::string_view line : base::split(listing, '\0')) {
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos || !line.starts_with(mode)) continue;
    const std::string_view meta = line.substr(0, tab);
    list.push_back({std::string(line.substr(tab + 1)), std::string(meta.substr(meta.rfind(' ') + 1))});
  }
  return list;
}

// Reads the next object from the output of cat-file --batch: "ID blob SIZE<newline>BYTES<newline>". Returns false if it
// does not exist.
bool take_object(std::string_view& rest, std::string& bytes) {
  const size_t end = rest.find('\n');
  if (end == std::string_view::npos) return false;
  const std::string_view head = rest.substr(0, end);
  const size_t space = head.rfind(' ');
  if (space == std::string_view::npos) return false;
  const auto size = base::parse_number<size_t>(head.substr(space + 1));
  if (!size || rest.size() < end + 1 + *size) return false;
  bytes = rest.substr(end + 1, *size);
  rest.remove_prefix(std::min(rest.size(), end + 1 + *size + 1));
  return true;
}

// Reads files of commits, including submodules.
class CommitReader {
 public:
  explicit CommitReader(const std::string& revision) : revision_(revision) {}

  // Reads all files in `paths`, or in `folder` if `paths` is empty; `prefix` is the path from the site to `folder`.
  // Returns an error if git fails.
  std::optional<Refusal> read(const std::string& folder, const std::string& prefix, const std::string& commit,
                              const std::vector<std::string>& paths) {
    std::vector<std::string> arguments = {"ls-tree", "-r", "-z", commit, "--"};
    arguments.insert(arguments.end(), paths.begin(), paths.end());
    const io::Ended tree = git(folder, arguments);
    if (!succeeded(tree) && prefix.empty()) return git_failed(tree).error;
    if (!succeeded(tree))
      return Refusal{fmt::format("{} is a submodule, and its commit {} in \"{}\" is missing",
                                 prefix.substr(0, prefix.size() - 1), commit.substr(0, 12), revision_),
                     "git submodule update --init --recursive; or fetch it in the submodule"};
    if (auto refusal = read_files(folder, prefix, listed(tree.output, "100"))) return refusal;
    for (const Listed& module : listed(tree.output, "160000"))
      if (auto refusal = read(folder + "/" + module.path, prefix + module.path + "/", module.id, {})) return refusal;
    return std::nullopt;
  }

  std::map<std::string, std::string> take() { return std::move(read_); }

 private:
  std::optional<Refusal> read_files(const std::string& folder, const std::string& prefix,
                                    const std::vector<Listed>& files) {
    std::string ids;
    for (const Listed& file : files) ids += file.id + "\n";
    const io::Ended objects = git(folder, {"cat-file", "--batch"}, ids);
    if (!succeeded(objects)) return git_failed(objects).error;
    std::string_view rest = objects.output;
    for (const Listed& file : files)
      if (!take_object(rest, read_[prefix + file.path]))
        return Refusal{fmt::format("git does not have the contents of {} in \"{}\"", prefix + file.path, revision_),
                       "a partial clone lacks them: git fetch --refetch", true};
    return std::nullopt;
  }

  const std::string& revision_;
  std::map<std::string, std::string> read_;
};

}  // namespace

Result read_revision(const std::string& folder, const std::string& revision) {
  auto commit = find_commit(folder, revision);
  if (!commit) return Failure{commit.error()};
  CommitReader reader(revision);
  if (auto refusal = reader.read(folder, "", commit.value(), {"content", "data", "templates"}))
    return Failure{*std::move(refusal)};
  std::map<std::string, std::string> read = reader.take();
  if (const auto folders = site::included_folders_of(read["data/site.json"]); !folders.empty()) {
    if (auto refusal = reader.read(folder, "", commit.value(), folders)) return Failure{*std::move(refusal)};
    read.merge(reader.take());
  }
  const std::string named = site::shared_data_of(read["data/site.json"]);
  if (const std::string shared = std::filesystem::path(named + "/").lexically_normal(); !named.empty()) {
    if (auto refusal = reader.read(folder, "", commit.value(), {shared})) return Failure{*std::move(refusal)};
    for (auto& [path, bytes] : reader.take())
      if (const std::string taken = "data/" + path.substr(std::min(shared.size(), path.size()));
          !site::is_own_data(taken))
        read.emplace(taken, std::move(bytes));
  }
  if (read["data/site.json"].empty()) read.erase("data/site.json");
  if (read.empty())
    return Failure{Refusal{fmt::format("the revision \"{}\" has no site in this folder", revision),
                           "give the site's folder with --root"}};
  if (auto refusal = reader.read(folder, "", commit.value(), {".github/workflows", ".gitlab-ci.yml"}))
    return Failure{*std::move(refusal)};
  read.merge(reader.take());
  return std::unique_ptr<io::FileSystem>(std::make_unique<io::MemoryFileSystem>(std::move(read)));
}

}  // namespace diff
