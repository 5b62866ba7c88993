#include "io/without_file.h"

#include <doctest/doctest.h>

#include "io/memory.h"

TEST_CASE("a file is not there, all else is, and nothing is written") {
  io::MemoryFileSystem disk({{"a/one", "1"}, {"a/two", "2"}, {"one", "3"}});
  io::WithoutFile without(disk, "a/one");
  CHECK(without.read("a/one").error().kind == io::ErrorKind::not_found);
  CHECK(without.status("a/one").error().kind == io::ErrorKind::not_found);
  CHECK(without.read("one").value() == "3");
  CHECK(without.status("a/two")->size == 1);
  auto folder = without.list("a"), top = without.list("");
  REQUIRE(folder->size() == 1);
  CHECK(folder->front().name == "two");
  CHECK(top->size() == 2);
  CHECK(without.list("b").error().kind == io::ErrorKind::not_found);
  CHECK(!without.write("a/one", "").ok());
  CHECK(!without.remove("one").ok());
  CHECK(io::WithoutFile(disk, "one").list("")->size() == 1);
}
