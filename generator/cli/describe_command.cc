#include "cli/describe_command.h"

#include <fmt/format.h>

#include "cli/common.h"
#include "cli/completions.h"
#include "cli/explanations.h"
#include "cli/manual_page.h"
#include "cli/schema_command.h"
#include "cli/version.h"

namespace cli {
namespace {

Words known_words() {
  Words words;
  for (const Explanation& each : explanations()) words["CODE|PAGE"].emplace_back(each.code);
  for (const auto& [name, text] : schemas()) words["SCHEMA"].emplace_back(name);
  return words;
}

int run(const CLI::App& app, const std::string& form) {
  Command program = command_tree(app, known_words());
  if (form == "bash") fmt::print("{}", bash_completion(program));
  if (form == "zsh") fmt::print("{}", zsh_completion(program));
  if (form == "fish") fmt::print("{}", fish_completion(program));
  if (form == "man") fmt::print("{}", manual_page(program, version()));
  return kFine;
}

}  // namespace

void set_up_describe(CLI::App& app, DescribeOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("describe", "Print completions for a shell, or the manual page")->group("");
  command->add_option("form", options.form, "What to print")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "man"}));
  command->callback([&] { status = run(app, options.form); });
}

}  // namespace cli
