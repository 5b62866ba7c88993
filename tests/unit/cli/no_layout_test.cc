// A decision flow where the layout library can't be loaded.

#include "../child_process.h"
#include "../whole_site.h"

namespace {

TEST_CASE("a flow without the layout library is an error that says what to install") {
  Files files = coffee_data();
  files["content/index.md"] = page("Coffee");
  files["content/choose/index.md"] =
      page("Choose", "Words.\n",
           "flow: {start: milk}\ncases:\n  - {who: A, answers: {milk: with}, reaches: latte}\n"
           "  - {who: B, answers: {milk: without}, reaches: espresso}\n");
  files["content/choose/milk.md"] =
      "---\nquestion: Milk?\nanswers:\n  with: {label: With, to: latte, because: [\"Asked [@survey].\"]}\n"
      "  without: {label: Without, to: espresso, because: [\"Asked [@survey].\"]}\n---\nHelp.\n";
  files["content/choose/latte.md"] = "---\noutcome: A latte\n---\nText.\n";
  files["content/choose/espresso.md"] = "---\noutcome: An espresso\n---\nText.\n";
  WholeSite site(files);
  const std::string text = said_by_child([&](int file) {
    open_nothing_more();
    const std::string mistakes = site.mistakes();
    if (::write(file, mistakes.data(), mistakes.size()) != static_cast<ssize_t>(mistakes.size())) _exit(1);
  });
  CHECK(
      text ==
      "error[no-flow-layout]: the flow is laid out by Graphviz's libgvc.so.6, which is not installed; on Debian: "
      "apt-get install libgvc6\n  --> content/choose/index.md:3:15\n   |\n 3 | flow: {start: milk}\n   |               "
      "^^^^\n");
}

}  // namespace
