// Builds a decision flow without the layout library, in a separate process because other tests load the library.

#include "../child_process.h"
#include "../whole_site.h"

namespace {

TEST_CASE("(child) a flow without libraries" * doctest::skip()) {
  open_nothing_more();
  Files files = coffee_data();
  files["content/index.md"] = page("Coffee");
  files["content/choose/index.md"] =
      page("Choose", "Words.\n",
           "flow: {start: milk}\ncases:\n  - {who: A, answers: {milk: with}, reaches: latte}\n"
           "  - {who: B, answers: {milk: without}, reaches: espresso}\n");
  files["content/choose/milk.md"] =
      "---\nquestion: Milk?\nanswers:\n  with: {label: With, to: latte, because: [\"ValueSources [@survey].\"]}\n"
      "  without: {label: Without, to: espresso, because: [\"ValueSources [@survey].\"]}\n---\nHelp.\n";
  files["content/choose/latte.md"] = "---\noutcome: A latte\n---\nText.\n";
  files["content/choose/espresso.md"] = "---\noutcome: An espresso\n---\nText.\n";
  WholeSite site(files);
  std::string text = "<" + site.mistakes() + ">";
  [[maybe_unused]] ssize_t written = ::write(1, text.data(), text.size());
}

TEST_CASE("without the layout library, a flow is an error that names the package to install") {
  const std::string text = said_by_test("test_cli", "(child) a flow*");
  CHECK(has(
      text,
      "<error[no-flow-layout]: the flow is laid out by Graphviz's libgvc.so.6, which is not installed; on Debian: "
      "apt-get install libgvc6\n  --> content/choose/index.md:3:15\n   |\n 3 | flow: {start: milk}\n   |               "
      "^^^^\n>"));
}

}  // namespace
