// Completions and the manual page are made from the commands, whatever their texts hold.
#include <doctest/doctest.h>

#include "cli/command_tree.h"
#include "cli/completions.h"
#include "cli/manual_page.h"
#include "unit/text.h"

namespace {

struct Program {
  CLI::App app{"A program", "sourcebook"};
  std::string text;
  bool flag = false;
  cli::Command tree;

  Program() {
    CLI::App* build = app.add_subcommand("build", "It's [fine]: \\n");
    build->add_option("--root", text, ".Where the site's folder is")->type_name("DIR");
    build->add_option("-f,--format", text, "How")->check(CLI::IsMember({"text", "json"}))->default_str("text");
    build->add_flag("--quick", flag, "Now");
    build->add_option("--secret", text, "Not told")->group("");
    build->add_option("code", text, "Which … of them")->type_name("CODE");
    app.add_subcommand("hidden", "Not told")->group("");
    app.add_subcommand("new", "Makes")->add_subcommand("site", "A site")->add_option("dir", text, "")->required();
    tree = cli::command_tree(app, {{"CODE", {"one", "two"}}});
  }
};

TEST_CASE("the tree is what help shows") {
  Program program;
  REQUIRE(program.tree.commands.size() == 2);
  const cli::Command& build = program.tree.commands[0];
  REQUIRE(build.options.size() == 4);  // with --help
  CHECK(build.options[1].value == "DIR");
  CHECK(build.options[2].short_name == "-f");
  CHECK(build.options[2].choices == std::vector<std::string>{"text", "json"});
  CHECK(build.options[2].preset == "text");
  CHECK(build.options[3].value.empty());
  REQUIRE(build.positionals.size() == 1);
  CHECK(build.positionals[0].choices == std::vector<std::string>{"one", "two"});
  CHECK(!build.positionals[0].is_required);
  CHECK(program.tree.commands[1].commands[0].path == std::vector<std::string>{"new", "site"});
  CHECK(program.tree.commands[1].commands[0].positionals[0].is_required);
}

TEST_CASE("texts are quoted for each shell") {
  Program program;
  CHECK(has(cli::zsh_completion(program.tree), "'build:It'\\''s [fine]\\: \\n'"));
  CHECK(has(cli::zsh_completion(program.tree), "'--root=[.Where the site'\\''s folder is]:DIR:_files -/'"));
  CHECK(has(cli::zsh_completion(program.tree), "'(-f --format)'{-f,--format=}'[How]:TEXT:(text json)'"));
  CHECK(has(cli::fish_completion(program.tree), "-a build -d 'It'\\''s [fine]: \\n'"));
  CHECK(has(cli::fish_completion(program.tree), "complete -c sourcebook -n '__sourcebook_is new site'"));
  CHECK(has(cli::bash_completion(program.tree), "'build --format' | 'build -f') _sourcebook_words 'text json' ;;"));
}

TEST_CASE("the manual page holds no text as a request of roff") {
  Program program;
  std::string page = cli::manual_page(program.tree, "1.2.3");
  CHECK(page.starts_with(".TH SOURCEBOOK 1 \"\" \"sourcebook 1.2.3\" "));
  CHECK(has(page, ".SS \\fBsourcebook build\\fR [\\fICODE\\fR] [\\fIoptions\\fR]\nIt's [fine]: \\en.\n"));
  CHECK(has(page, ".TP\n\\fB\\-\\-root\\fR \\fIDIR\\fR\n\\&.Where the site's folder is.\n"));
  CHECK(has(page, "One of \\fBtext\\fR, \\fBjson\\fR.\n(Unless said: \\fBtext\\fR)\n"));
  CHECK(has(page, "Which ... of them.\n"));
  CHECK(has(page, ".SS \\fBsourcebook new site\\fR \\fIDIR\\fR [\\fIoptions\\fR]\n"));
  for (const std::string& text : {page, cli::bash_completion(program.tree), cli::zsh_completion(program.tree)}) {
    CHECK(!has(text, "hidden"));
    CHECK(!has(text, "secret"));
  }
}

}  // namespace
