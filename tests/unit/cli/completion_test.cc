// Tests shell completion.
#include "cli/commands.h"

#include <doctest/doctest.h>

namespace {

TEST_CASE("commands, options and values are offered where they are valid") {
  CLI::App app("A program", "sourcebook");
  std::string text;
  bool flag = false;
  CLI::App* build = app.add_subcommand("build", "Builds");
  build->add_option("--root", text, "Where")->type_name("DIR");
  build->add_option("-f,--format", text, "How")->check(CLI::IsMember({"text", "json"}));
  build->add_flag("--quick", flag, "Now");
  build->add_option("--secret", text, "")->group("");
  build->add_option("file", text, "")->type_name("FILE");
  app.add_subcommand("hidden", "")->group("");
  app.add_subcommand("new", "Makes")->add_subcommand("site", "A site");
  using Words = std::vector<std::string>;
  const auto offered = [&](const Words& words) { return cli::completion(app, words); };

  CHECK(offered({}) == "build\tBuilds\nnew\tMakes\n");
  CHECK(offered({""}) == "build\tBuilds\nnew\tMakes\n");
  CHECK(offered({"h"}) == "");
  CHECK(offered({"new", ""}) == "site\tA site\n");
  CHECK(offered({"build", "--r"}) == "--root\tWhere\n");
  CHECK(offered({"build", "--s"}) == "");
  CHECK(offered({"build", "--root", "x"}) == ":folders\n");
  CHECK(offered({"build", "--quick", ""}) == ":files\n");
  CHECK(offered({"build", "-f", ""}) == "text\njson\n");
  CHECK(offered({"build", "--format=j"}) == "--format=json\n");
  CHECK(offered({"build", "--format", "="}) == "text\njson\n");
  CHECK(offered({"build", "--format", "=", "j"}) == "json\n");
  CHECK(offered({"build", "--root", "new", "--format=text", "--q"}) == "--quick\tNow\n");
  CHECK(offered({"--none", "="}) == "build\tBuilds\nnew\tMakes\n");
}

}  // namespace
