// A decision flow where the layout library can't be loaded.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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
  int said_by_child[2];
  REQUIRE(::pipe(said_by_child) == 0);
  pid_t child = ::fork();
  if (child == 0) {
    // Nothing can be opened any more, so nothing can be loaded; the site is in memory.
    rlimit none{0, 0};
    ::setrlimit(RLIMIT_NOFILE, &none);
    std::string text = site.mistakes();
    ssize_t written = ::write(said_by_child[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  ::close(said_by_child[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t size; (size = ::read(said_by_child[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(size));
  ::close(said_by_child[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(
      text ==
      "error[no-flow-layout]: the flow is laid out by Graphviz's libgvc.so.6, which is not installed; on Debian: "
      "apt-get install libgvc6\n  --> content/choose/index.md:3:15\n   |\n 3 | flow: {start: milk}\n   |               "
      "^^^^\n");
}

}  // namespace
