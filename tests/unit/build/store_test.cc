// Tests reading the cache file of a build, valid or damaged.
#include "build/store.h"

#include <doctest/doctest.h>

#include "build/bytes.h"

namespace {

build::Cache small() {
  build::Cache cache;
  cache.facts = {{"config", {1, 2}}, {"frame:prices\ta.html", {3, 4}}};
  pages::PageRecord& page = cache.pages["a.html"];
  page.facts = {1, 0};
  page.published = {{"a.html", {5, 6}}, {"tables/a.csv", {7, 8}}};
  page.published_pictures = {{"charts/a.png", base::Hash{9, 10}}, {"charts/b.png", std::nullopt}};
  page.links = {{"b.html", "x", {nullptr, 10, 20}, "prices/latte"}, {"b.html", "", {}}};
  page.anchors = {"one", "two"};
  page.row_anchors = {"row"};
  page.uses = {{"card", "a"}, {"prices/latte", ""}};
  page.figures = 3;
  page.diagnostics.warning("unknown-language", {nullptr, 3, 9}, "what")
      .expect("another")
      .suggest("this")
      .note({nullptr, 1, 2}, "or");
  cache.pages["b.html"];
  cache.contents["content/a.md"] = {{15, 16}, {300, "What it says."}};
  cache.contents["content/b.md"];
  cache.products["data/prices"] = {{11, 12}, {{"data/prices.csv", {13, 14}}}};
  return cache;
}

build::SiteState small_state() {
  build::SiteState state;
  state.libraries = {{"/usr/lib/libdraw.so.1", "abc"}};
  state.options = {21, 22};
  state.is_clean = true;
  state.pages = 2;
  state.inputs = {{"content/a.md", 23, {24, 25}}};
  state.outputs = {{"a.html", {26, {5, 6}}}};
  return state;
}

std::string written(const build::Cache& cache, std::string_view program) {
  return build::write_store(small_state(), cache, program);
}

bool is_empty(const build::Cache& cache) {
  return cache.facts.empty() && cache.pages.empty() && cache.contents.empty();
}

// Returns a store whose cache has these bytes, with a valid checksum.
std::string with_cache(std::string_view body) {
  build::ByteWriter file;
  file(std::string());
  file(std::string());
  file(build::with_checksum(body));
  return std::string(build::kStoreFormat) + file.take();
}

// Returns the file contents for a cache.
std::string bytes_of(const build::Cache& cache) {
  std::string file = written(cache, "");
  build::ByteReader reader(std::string_view(file).substr(build::kStoreFormat.size()));
  std::string_view program, state, part;
  reader(program), reader(state), reader(part);
  return std::string(build::without_checksum(part).value());
}

TEST_CASE("a written cache reads back unchanged") {
  const std::string bytes = written(small(), "1.0");
  const build::Cache read = build::read_cache(bytes, "1.0");
  CHECK(read.facts == small().facts);
  CHECK(read.products == small().products);
  CHECK(read.contents == small().contents);
  CHECK(written(read, "1.0") == bytes);
  const build::SiteState state = build::read_state(bytes, "1.0");
  CHECK(state.libraries == small_state().libraries);
  CHECK(state.inputs == small_state().inputs);
  CHECK(state.outputs.at("a.html").stamp == 26);
  CHECK(build::write_store(state, read, "1.0") == bytes);
  const base::Diagnostic& warning = read.pages.at("a.html").diagnostics.list().at(0);
  CHECK(warning.severity == base::Severity::warning);
  CHECK(warning.code + " " + warning.message + " " + warning.expected + " " + warning.help ==
        "unknown-language what another this");
  CHECK(warning.span.begin * 10 + warning.span.end == 39);
  CHECK(warning.notes.at(0).text == "or");
  CHECK(read.pages.at("a.html").published_pictures == small().pages.at("a.html").published_pictures);
  CHECK(read.pages.at("a.html").uses == small().pages.at("a.html").uses);
  const site::Links& links = read.pages.at("a.html").links;
  REQUIRE(links.size() == 2);
  CHECK(links[0].address + " " + links[0].anchor + " " + links[0].ref == "b.html x prices/latte");
  CHECK(links[0].span.begin * 100 + links[0].span.end == 1020);
  CHECK(links[1].address + links[1].anchor + links[1].ref == "b.html");
}

TEST_CASE("a store that is truncated, modified at any byte, or written by a different program is not used") {
  const std::string bytes = written(small(), "1.0");
  const auto is_unused = [](std::string_view file, std::string_view program) {
    return build::read_state(file, program).pages == 0 && is_empty(build::read_cache(file, program));
  };
  for (size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK(is_unused(std::string_view(bytes).substr(0, size), "1.0"));
    std::string changed = bytes;
    changed[size] = static_cast<char>(changed[size] ^ 0x10);
    CHECK((build::read_state(changed, "1.0").pages == 0 || is_empty(build::read_cache(changed, "1.0"))));
  }
  CHECK(is_unused(bytes + "x", "1.0"));
  CHECK(is_unused(bytes, "1.1"));
  CHECK(is_unused("", ""));
}

TEST_CASE("numbers of any size are read, and encoded in the minimum number of bytes") {
  build::ByteWriter out;
  std::vector<uint64_t> numbers = {0, UINT64_MAX};
  for (unsigned bits = 1; bits < 64; ++bits)
    for (int beside : {-1, 0, 1}) numbers.push_back((uint64_t{1} << bits) + static_cast<uint64_t>(beside));
  for (uint64_t number : numbers) out(number);
  const std::string file = build::with_checksum(out.take());
  build::ByteReader in(build::without_checksum(file).value());
  for (uint64_t number : numbers) {
    uint64_t read = 0;
    in(read);
    CHECK(read == number);
  }
  CHECK(in.is_whole());
  build::ByteWriter small;
  small(uint64_t{127});
  CHECK(small.take().size() == 1);
}

TEST_CASE("invalid numbers are rejected even if the checksum matches") {
  const std::string body = bytes_of(small());
  size_t read = 0;
  for (size_t at = 0; at < body.size(); ++at)
    for (std::string_view number :
         {"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F", "\xFF\xFF\xFF\xFF\x0F", "\x7F", "\x01", "\x80"}) {
      std::string changed = body;
      changed.replace(at, 1, number);
      // Reading ends, and the result is well-formed.
      const build::Cache cache = build::read_cache(with_cache(changed), "");
      for (const auto& [address, page] : cache.pages) {
        for (uint32_t fact : page.facts) CHECK(fact < cache.facts.size());
        for (const site::InternalLink& link : page.links) CHECK(link.span.begin <= link.span.end);
      }
      read += !is_empty(cache);
    }
  CHECK(read > 0);  // some changes are not errors, because a hash may be any number
  for (size_t size = 0; size < body.size(); ++size) build::read_cache(with_cache(body.substr(0, size)), "");
}

}  // namespace
