// Tests reading the state of a site that a build stored, valid or damaged.
#include "passes/store.h"

#include <doctest/doctest.h>

namespace {

passes::SiteState small_state() {
  passes::SiteState state;
  state.options = {21, 22};
  state.is_clean = true;
  state.pages = 2;
  state.figures = 3;
  state.sources = 4;
  state.folders = {"a b", "c/d"};
  state.inputs = {{"content/a b.md", 23, {24, 25}}, {"content/c.md", UINT64_MAX, {UINT64_MAX, 0}}};
  state.outputs = {{"a b.html", {26, {5, 6}}}};
  return state;
}

TEST_CASE("a written state reads back unchanged") {
  const std::string bytes = passes::write_state(small_state(), "1.0");
  const passes::SiteState state = passes::read_state(bytes, "1.0");
  CHECK(state.options == small_state().options);
  CHECK(state.is_clean);
  CHECK(state.pages * 100 + state.figures * 10 + state.sources == 234);
  CHECK(state.folders == small_state().folders);
  CHECK(state.inputs == small_state().inputs);
  CHECK(state.outputs.at("a b.html").stamp == 26);
  CHECK(state.outputs.at("a b.html").hash == base::Hash{5, 6});
  CHECK(passes::write_state(state, "1.0") == bytes);
  passes::SiteState warnings;
  CHECK_FALSE(passes::read_state(passes::write_state(warnings, ""), "").is_clean);
}

TEST_CASE("a state that is truncated, modified at any byte, or written by a different program is not used") {
  const std::string bytes = passes::write_state(small_state(), "1.0");
  const auto is_unused = [](std::string_view file, std::string_view program) {
    return passes::read_state(file, program).pages == 0;
  };
  for (size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK(is_unused(std::string_view(bytes).substr(0, size), "1.0"));
    std::string changed = bytes;
    changed[size] = static_cast<char>(changed[size] ^ 0x10);
    CHECK(is_unused(changed, "1.0"));
  }
  CHECK(is_unused(bytes + "x", "1.0"));
  CHECK(is_unused(bytes, "1.1"));
  CHECK(is_unused("", ""));
  CHECK(is_unused("sourcebook store 1\n", ""));  // the format of earlier versions
}

TEST_CASE("invalid lines are rejected even if the checksum matches") {
  const auto read = [](const std::string& line) {
    const std::string lines = "program 1\nclean 2 3 4\n" + line + "\n";
    return passes::read_state(std::string(passes::kStateFormat) + base::hash_bytes(lines).hex() + "\n" + lines, "1");
  };
  const std::string hash(32, '0');
  CHECK(read("in 1 " + hash + " a").pages == 2);
  const std::vector<std::string> lines = {"",
                                          "in",
                                          "in 1 " + hash,
                                          "in x " + hash + " a",
                                          "in 1 " + hash.substr(1) + " a",
                                          "in -1 " + hash + " a",
                                          "in 99999999999999999999 " + hash + " a",
                                          "out 1 " + hash + "g a",
                                          "out 1  a",
                                          "clean 1 2",
                                          "clean 1 2 3 4",
                                          "program 2",
                                          "unknown 1"};
  for (const std::string& line : lines) {
    CAPTURE(line);
    CHECK(read(line).pages == 0);
  }
}

}  // namespace
