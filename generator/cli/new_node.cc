#include "cli/new_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/new_page.h"
#include "document/front_matter.h"
#include "io/disk.h"

namespace cli {
namespace {

constexpr int kDeepestFolder = 8;

std::optional<document::FrontMatter> read_front(const io::FileSystem& root, const std::string& path) {
  auto bytes = root.read(path);
  if (!bytes.ok()) return std::nullopt;
  base::SourceText source(path, std::move(bytes).value());
  base::Diagnostics unused;
  document::FrontMatter front = document::read_front_matter(source, unused);
  front.figures = {};  // points into the source, which goes
  return front;
}

// Folders below content/ whose index.md starts a flow.
void find_flows(const io::FileSystem& root, const std::string& folder, int depth, std::vector<std::string>& flows) {
  auto list = root.list("content" + (folder.empty() ? "" : "/" + folder));
  if (!list.ok() || depth > kDeepestFolder) return;
  for (const io::Entry& entry : *list) {
    std::string path = folder.empty() ? entry.name : folder + "/" + entry.name;
    if (entry.type == io::EntryType::directory) find_flows(root, path, depth + 1, flows);
    if (entry.name != "index.md") continue;
    auto front = read_front(root, "content/" + path);
    if (front && !front->flow_start.empty()) flows.push_back(folder);
  }
}

struct Step {
  std::string id;
  bool is_question = false;
};

std::vector<Step> steps_of(const io::FileSystem& root, const std::string& folder) {
  std::vector<Step> steps;
  auto list = root.list(folder);
  if (!list.ok()) return steps;
  for (const io::Entry& entry : *list) {
    if (!entry.name.ends_with(".md") || entry.name == "index.md") continue;
    auto front = read_front(root, folder + "/" + entry.name);
    if (front && front->is_flow_node())
      steps.push_back({entry.name.substr(0, entry.name.size() - 3), !front->question.empty()});
  }
  return steps;
}

Made refuse_flow(const io::FileSystem& root, const std::string& flow) {
  std::vector<std::string> flows;
  find_flows(root, "", 0, flows);
  std::string why = fmt::format("content/{}/index.md starts no flow", flow);
  if (flows.empty()) return Made::refuse(why, fmt::format("write it first, with `flow: {{start: NAME}}` and `cases:`"));
  std::string near = base::did_you_mean(flow, base::views(flows));
  return Made::refuse(why, near.empty() ? "flows are in " + base::list_names(base::views(flows)) : near);
}

std::string question_text(const std::string& question, const std::vector<Step>& steps) {
  std::vector<std::string> targets;
  for (bool questions : {false, true})  // outcomes first
    for (const Step& step : steps)
      if (step.is_question == questions) targets.push_back(step.id);
  std::string first = targets.empty() ? "…" : targets.front();
  std::string second = targets.size() < 2 ? first : targets[1];
  return fmt::format(R"(question: {}
answers:
  # to: the step that follows, a file of this folder without ".md". because: why, as a reader would ask: a sentence with
  # a citation, the name of an assert, or the id of a claim.
  yes: {{label: "Yes", to: {}, because: []}}
  no: {{label: "No", to: {}, because: []}}
)",
                     yaml_text(question), first, second);
}

int run(const NewNodeOptions& options) {
  auto folder = find_root(options.common);
  if (!folder) return kWrongUsage;
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  return finish(root, make_node(root, options), options.common);
}

}  // namespace

Made make_node(const io::FileSystem& root, const NewNodeOptions& options) {
  std::string flow = options.flow;
  while (flow.ends_with('/')) flow.pop_back();
  if (flow.starts_with("content/")) flow.erase(0, 8);
  std::string folder = "content/" + flow;
  if (!io::is_plain_path(flow)) return refuse_flow(root, options.flow);
  auto index = read_front(root, folder + "/index.md");
  if (!index || index->flow_start.empty()) return refuse_flow(root, flow);
  if (!options.question.empty() && !options.outcome.empty())
    return Made::refuse("a step is a question or an outcome, not both", "leave one of the two out");
  std::string path = page_path(folder, options.name);
  if (path.empty())
    return Made::refuse(fmt::format("no file can be named after \"{}\"", options.name),
                        "name it plainly, as in `size`");
  std::string id = path.substr(folder.size() + 1, path.size() - folder.size() - 4);

  std::vector<Step> steps = steps_of(root, folder);
  bool outcome = !options.outcome.empty();
  std::string question = options.question.empty() ? title_of(options.name) : options.question;
  if (!question.ends_with('?')) question += "?";
  Made made;
  made.files.push_back(
      {path, fmt::format("---\n# No answer leads here yet. Delete the next line when one does.\ndraft: true\n{}---\n{}",
                         outcome ? fmt::format("outcome: {}\n# Pages to go on to:\n# next: [../lessons/NAME.md]\n",
                                               yaml_text(options.outcome))
                                 : question_text(question, steps),
                         outcome ? "What to do now, and what speaks for it.\n"
                                 : "Help for somebody who does not know what to answer.\n")});
  if (!outcome)
    made.left.push_back(fmt::format("in {}: the answers, where each leads (`to:`) and why (`because:`)", path));
  std::vector<std::string> questions;
  for (const Step& step : steps)
    if (step.is_question) questions.push_back(fmt::format("{}/{}.md", folder, step.id));
  constexpr size_t kMostNamed = 6;
  if (questions.size() > kMostNamed) questions.resize(kMostNamed), questions.emplace_back("…");
  made.left.push_back(fmt::format("let an answer lead to it: `to: {}`{}", id,
                                  questions.empty() ? "" : ", in one of " + base::join(questions, ", ")));
  if (outcome)
    made.left.push_back(fmt::format("say who should end there: a case with `reaches: {}` in {}/index.md", id, folder));
  made.left.push_back(fmt::format("then delete `draft: true` in {}", path));
  made.next = {"sourcebook build"};
  return made;
}

void set_up_new_node(CLI::App& parent, NewNodeOptions& options, int& status) {
  CLI::App* command = parent.add_subcommand("node", "A step of a decision flow");
  add_common_options(*command, options.common);
  command->add_option("flow", options.flow, "The folder of content/ with the flow, such as choose")->required();
  command->add_option("name", options.name, "The step's name, from which its file is named")->required();
  command->add_option("--question", options.question, "What it asks");
  command->add_option("--outcome", options.outcome, "What it comes to: makes an outcome in place of a question");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
