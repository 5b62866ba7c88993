#include "cli/new_stub.h"

#include <fmt/format.h>

#include "base/slug.h"
#include "base/text.h"
#include "base/utf8.h"
#include "io/disk.h"
#include "notation/json.h"

namespace cli {
namespace {

// The file's name without its ending; "" if none can be made.
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

}  // namespace

const std::vector<Stub>& stubs() {
  static const std::vector<Stub> kStubs = {
      {"lesson", "A lesson to be written", "Its title, in quotes", "lessons", R"(---
title: {title}
# One sentence for lists, search and cards:
# description: …
# Key points, shown at the top of the lesson, a sentence each:
# key_points:
#   - …
# What a reader should remember, at the end:
takeaway: This lesson is still to be written.
---
Still to be written.
)",
       "write the description, the key points, the takeaway and the text"},
      {"faq", "A question to be answered", "The question, in quotes", "faq", R"(---
title: {title}
---
Still to be answered.
)",
       "write the answer: below two hundred words, with a source for what it claims"},
      {"question", "A question of a decision flow", "The question, in quotes", "choose", R"(---
# No answer leads here yet. Delete the next line when one does.
draft: true
question: {title}
answers:
  # to: the step that follows, a file of this folder without ".md". because: why, as a reader would ask: a sentence with
  # a citation, the name of an assert, or the id of a claim.
  yes: {label: "Yes", to: "…", because: []}
  no: {label: "No", to: "…", because: []}
---
Help for somebody who does not know what to answer.
)",
       "write where each answer leads and why, name this step in `to:` of an answer, then delete `draft: true`"},
      {"outcome", "An outcome of a decision flow", "What to do, in quotes", "choose", R"(---
# No answer leads here yet. Delete the next line when one does.
draft: true
outcome: {title}
# Pages to go on to:
# next: [../lessons/NAME.md]
---
What to do now, and what speaks for it.
)",
       "name it in `to:` of an answer and in `reaches:` of a case of the flow, then delete `draft: true`"},
  };
  return kStubs;
}

Made make_stub(const Stub& stub, const NewStubOptions& options) {
  std::string section = options.section.empty() ? stub.section : options.section;
  while (section.ends_with('/')) section.pop_back();
  if (section.starts_with("content/")) section.erase(0, 8);
  if (!io::is_plain_path(section))
    return Made::refuse(fmt::format("\"{}\" is not a section", options.section),
                        "name a folder of content/, such as --section lessons");
  const std::string title(base::trim(options.title));
  if (title.empty()) return Made::refuse("the page has no title", "give it one, in quotes");
  const std::string stem = stem_of(options.name.empty() ? title : options.name);
  if (stem.empty()) return Made::refuse("no file can be named after this title", "give it a name: --name NAME");
  Made made;
  made.files.push_back({fmt::format("content/{}/{}.md", section, stem),
                        base::replace_all(stub.text, "{title}", notation::json_text(title))});
  made.left.emplace_back(stub.left);
  made.next = {"sourcebook build"};
  return made;
}

void set_up_new_stub(CLI::App& parent, const Stub& stub, NewStubOptions& options, int& status) {
  CLI::App* command = parent.add_subcommand(stub.kind, stub.what);
  add_common_options(*command, options.common);
  command->add_option("title", options.title, stub.title)->required();
  command->add_option("--name", options.name, "Of the file, if it is not to be made from the title");
  command->add_option("--section", options.section, "The folder of content/")->default_str(stub.section);
  command->callback([&] {
    auto folder = find_root(options.common);
    if (!folder) return void(status = kWrongUsage);
    io::DiskFileSystem root(folder->string(), io::Writing::lasting);
    status = finish(root, make_stub(stub, options), options.common);
  });
}

}  // namespace cli
