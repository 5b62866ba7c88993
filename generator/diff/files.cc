// Lists what a reviewer should look at although no page shows it as text: files that are no pages, code that runs or
// steers a build, and hosts to which the site had no link.
#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "diff/sides.h"
#include "site/config.h"

namespace diff {
namespace {

constexpr std::string_view kWorkflows = ".github/workflows", kGitlab = ".gitlab-ci.yml";

// Returns what a file is whose changes are reviewed as those of code; "" for any other.
std::string_view role_of(const std::string& path, const passes::CheckedSite& side) {
  if (path.starts_with("templates/")) return "a template";
  if (path == "data/theme.css") return "the style sheet";
  const site::Config& config = side.inputs->config;
  if (!config.mark.empty() && path == "content/" + config.mark) return "the logo";
  for (const std::string& pattern : config.active)
    if (path.starts_with("content/") && site::matches_content(path, pattern)) return "an active file";
  for (const data::Resource& resource : side.inputs->database->package().resources)
    if (!resource.loader.empty() && path == "data/" + resource.loader) return "a loader";
  return "";
}

// Returns the hosts in addresses of attributes. In other places, rendered pages escape quotes.
std::set<std::string> hosts_of(const passes::CheckedSite& side) {
  std::set<std::string> hosts;
  for (const pages::RenderedPage& page : side.rendered)
    for (const std::string_view begin : {"=\"https://", "=\"http://"})
      for (size_t at = page.html.find(begin); at != std::string::npos; at = page.html.find(begin, at)) {
        at += begin.size();
        hosts.insert(page.html.substr(at, page.html.find_first_of("/\"?#:", at) - at));
      }
  return hosts;
}

std::optional<std::string> read(const io::FileSystem& side, const std::string& path) {
  auto bytes = side.read(path);
  return bytes.ok() ? std::optional(std::move(bytes).value()) : std::nullopt;
}

}  // namespace

void compare_files(const Sides& sides, std::vector<Doubt>& doubts) {
  for (const io::SourceFile* file : sides.after.inputs->tree.below("")) {
    const std::string& path = file->source.path();
    const io::SourceFile* was = sides.before.inputs->tree.find(path);
    if (was && was->hash == file->hash) continue;
    const std::string_view role = role_of(path, sides.after);
    const bool is_other = role.empty() && !was && path.starts_with("content/") && !path.ends_with(".md");
    if (is_other) doubts.push_back({path, "a new file that is no page"});
    if (!role.empty()) doubts.push_back({path, fmt::format("{}, which is {}", role, was ? "changed" : "new")});
  }
  if (!is_rendered(sides.before) || !is_rendered(sides.after)) return;
  const std::set<std::string> before = hosts_of(sides.before);
  for (const std::string& host : hosts_of(sides.after))
    if (!before.contains(host)) doubts.push_back({host, "a host to which the site had no link"});
}

void compare_workflows(const io::FileSystem& before, const io::FileSystem& after, std::vector<Doubt>& doubts) {
  std::vector<std::string> paths{std::string(kGitlab)};
  if (auto entries = after.list(std::string(kWorkflows)); entries.ok())
    for (const io::Entry& entry : *entries) paths.push_back(fmt::format("{}/{}", kWorkflows, entry.name));
  for (const std::string& path : paths) {
    const std::optional<std::string> was = read(before, path), is = read(after, path);
    if (is && is != was) doubts.push_back({path, fmt::format("a workflow, which is {}", was ? "changed" : "new")});
  }
}

}  // namespace diff
