#include <fmt/format.h>

#include "base/slug.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/makers.h"
#include "notation/json.h"

namespace cli {
namespace {

// The file name without its extension; "" if the title has no usable characters.
std::string stem_of(const std::string& title) {
  constexpr size_t kMaxBytes = 60;
  std::string name = base::file_slug(title);
  if (name.size() > kMaxBytes) {
    const size_t word = name.rfind('-', kMaxBytes);
    const bool is_long = word != std::string::npos && word >= kMaxBytes / 2;
    name.resize(is_long ? word : base::code_point_start(name, kMaxBytes));
  }
  return name == "index" ? "" : name;
}

int run(const NewStubOptions& options) {
  io::DiskFileSystem root(find_root(options).string(), io::Writing::lasting);
  return write_new(root, make_stub(options), options);
}

}  // namespace

const std::vector<Stub>& stubs() {
  static const std::vector<Stub> kStubs = {
      {"lesson", "Add a lesson", "Title, in quotes", "lessons", R"(---
title: {title}
# One sentence for lists, search and cards:
# description: …
# Key points, shown at the top of the lesson, a sentence each:
# key_points:
#   - …
# What readers should remember, at the end:
takeaway: This lesson is still to be written.
---
Still to be written.
)",
       "write the description, the key points, the takeaway and the text"},
      {"faq", "Add a question and its answer", "Question, in quotes", "faq", R"(---
title: {title}
---
Still to be answered.
)",
       "write the answer: fewer than 200 words, with sources for its claims"},
      {"question", "Add a question to a decision flow", "Question, in quotes", "choose", R"(---
# No answer leads here yet. Delete the next line when one does.
draft: true
question: {title}
answers:
  # to: the step that follows, a file of this folder without ".md". because: the reasons. Each is a sentence with a
  # citation, the name of an assert, or the id of a claim.
  yes: {label: "Yes", to: "…", because: []}
  no: {label: "No", to: "…", because: []}
---
Help for readers who do not know what to answer.
)",
       "write where each answer leads and why, refer to this step in the `to:` of an answer, then delete `draft: "
       "true`"},
      {"outcome", "Add an outcome to a decision flow", "What to do, in quotes", "choose", R"(---
# No answer leads here yet. Delete the next line when one does.
draft: true
outcome: {title}
# Further pages:
# next: [../lessons/NAME.md]
---
What to do, and why.
)",
       "refer to it in the `to:` of an answer and the `reaches:` of a case of the flow, then delete `draft: true`"},
  };
  return kStubs;
}

Plan make_stub(const NewStubOptions& options) {
  const Stub& stub = *options.stub;
  std::string section = options.section.empty() ? stub.section : options.section;
  while (section.ends_with('/')) section.pop_back();
  if (section.starts_with("content/")) section.erase(0, 8);
  if (!io::is_plain_path(section))
    return Plan::refuse(fmt::format("\"{}\" is not a section", options.section),
                        "name a folder of content/, such as --section lessons");
  const std::string title(base::trim(options.title));
  if (title.empty()) return Plan::refuse("the title is empty", "write one in quotes");
  const std::string stem = stem_of(options.name.empty() ? title : options.name);
  if (stem.empty()) return Plan::refuse("this title has no characters for a file name", "name the file with --name");
  Plan plan;
  plan.files.push_back({fmt::format("content/{}/{}.md", section, stem),
                        base::replace_all(stub.text, "{title}", notation::json_text(title))});
  plan.todo.emplace_back(stub.todo);
  plan.next = {"sourcebook build"};
  return plan;
}

void add_new_stub(CLI::App& parent, const Stub& stub, int& status) {
  auto [command, options] = add_command<NewStubOptions>(parent, stub.kind, stub.help, status, run);
  options->stub = &stub;
  add_common_options(*command, *options);
  command->add_option("title", options->title, stub.title)->required();
  command->add_option("--name", options->name, "File name (default: from the title)");
  command->add_option("--section", options->section, "Folder of content/")->default_str(stub.section);
}

}  // namespace cli
