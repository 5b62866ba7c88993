#include "diff/revision.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <vector>

#include "base/text.h"
#include "io/memory.h"
#include "io/process.h"

namespace diff {
namespace {

using base::Failure;
using Result = base::Result<std::unique_ptr<io::FileSystem>, Refusal>;

struct Answer {
  int status = -1;      // as git ended; -1 when something ended it
  std::string output;   // all that it wrote to standard output
  std::string message;  // to standard error; or why it could not be started
  bool started = false;
};

// Git in the site's folder: its words in English, no lock taken, nothing fetched of what a partial clone lacks.
class Git {
 public:
  explicit Git(const std::string& folder) : folder_(folder) {}

  Answer operator()(const std::vector<std::string>& arguments, std::string input = {}) const {
    io::Command command;
    command.program = "git";
    command.arguments = {"-C", folder_};
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    command.environment =
        io::environment_with({"LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0"});
    command.input = std::move(input);
    command.limit.reset();  // a large history on a slow disk takes its time
    command.most_output.reset();
    Answer answer;
    io::Ended ended = io::run_process(command, [&](std::string_view text) { answer.message += text; });
    answer.started = ended.how != io::Ending::not_started;
    if (ended.how == io::Ending::exited) answer.status = ended.number;
    if (ended.how == io::Ending::interrupted) answer.message = "it was interrupted";
    if (!answer.started) answer.message = ended.why;
    answer.output = std::move(ended.output);
    return answer;
  }

 private:
  const std::string& folder_;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Failure<Refusal> broke_down(const Answer& result) {
  return Failure{Refusal{"git failed: " + first_line(result.message), "", true}};
}

// The id of the commit.
base::Result<std::string, Refusal> find_commit(const Git& git, const std::string& folder, const std::string& revision) {
  const Answer inside = git({"rev-parse", "--is-shallow-repository"});
  if (!inside.started)
    return Failure{Refusal{"git can't be started: " + inside.message, "install git, or compare two folders", true}};
  if (inside.status != 0 && inside.message.find("not a git repository") == std::string::npos) return broke_down(inside);
  if (inside.status != 0)
    return Failure{Refusal{fmt::format("{} is in no git repository, so \"{}\" can't be a revision", folder, revision),
                           "give two folders, or run it in the repository"}};
  const Answer found = git({"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (found.status == 0) return first_line(found.output);
  if (inside.output.starts_with("true"))
    return Failure{Refusal{fmt::format("this clone is shallow, and has no revision \"{}\"", revision),
                           "fetch it (git fetch --unshallow; in a workflow `fetch-depth: 0` of actions/checkout)"}};
  return Failure{Refusal{fmt::format("there is no revision \"{}\", and no folder of that name holds a site", revision),
                         "git branch and git log say which there are; a folder is given as ./NAME"}};
}

// Regular files: path -> id of its bytes. `listing` is what ls-tree -z prints: "MODE TYPE ID<tab>PATH<nul>".
std::vector<std::pair<std::string, std::string>> blobs(const std::string& listing) {
  std::vector<std::pair<std::string, std::string>> list;
  for (std::string_view line : base::split(listing, '\0')) {
    const size_t tab = line.find('\t');
    if (tab == std::string_view::npos || !line.starts_with("100")) continue;
    const std::string_view meta = line.substr(0, tab);
    list.emplace_back(line.substr(tab + 1), meta.substr(meta.rfind(' ') + 1));
  }
  return list;
}

// Takes the next object from what cat-file --batch prints, "ID blob SIZE<newline>BYTES<newline>"; false when it is not
// there.
bool take_object(std::string_view& rest, std::string& bytes) {
  const size_t end = rest.find('\n');
  if (end == std::string_view::npos) return false;
  const std::string_view head = rest.substr(0, end);
  size_t size = 0;
  const size_t space = head.rfind(' ');
  if (space == std::string_view::npos) return false;
  auto [at, error] = std::from_chars(head.data() + space + 1, head.data() + head.size(), size);
  if (error != std::errc() || at != head.data() + head.size() || rest.size() < end + 1 + size) return false;
  bytes = rest.substr(end + 1, size);
  rest.remove_prefix(std::min(rest.size(), end + 1 + size + 1));
  return true;
}

}  // namespace

Result read_revision(const std::string& folder, const std::string& revision) {
  const Git git(folder);
  auto commit = find_commit(git, folder, revision);
  if (!commit) return Failure{commit.error()};
  const Answer tree = git({"ls-tree", "-r", "-z", commit.value(), "--", "content", "data", "templates"});
  if (tree.status != 0) return broke_down(tree);
  const auto files = blobs(tree.output);
  if (files.empty())
    return Failure{Refusal{fmt::format("the revision \"{}\" has no site in this folder", revision),
                           "name the site's folder with --root"}};
  std::string ids;
  for (const auto& [path, id] : files) ids += id + "\n";
  const Answer objects = git({"cat-file", "--batch"}, ids);
  if (objects.status != 0) return broke_down(objects);
  std::map<std::string, std::string> read;
  std::string_view rest = objects.output;
  for (const auto& [path, id] : files)
    if (!take_object(rest, read[path]))
      return Failure{Refusal{fmt::format("git does not have the bytes of {} in \"{}\"", path, revision),
                             "a partial clone lacks them: git fetch --refetch", true}};
  return std::unique_ptr<io::FileSystem>(std::make_unique<io::MemoryFileSystem>(std::move(read)));
}

}  // namespace diff
