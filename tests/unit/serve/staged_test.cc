#include "serve/staged.h"

#include <doctest/doctest.h>

using serve::StagedFiles;

TEST_CASE("what a build wrote is taken as one") {
  StagedFiles files;
  REQUIRE(files.write("a.html", "a").ok());
  REQUIRE(files.write("b/c.html", "c").ok());
  serve::Changes changes = files.take_changes();
  CHECK(changes.size() == 2);
  CHECK(*changes["b/c.html"] == "c");
  CHECK(files.take_changes().empty());
  REQUIRE(files.write("a.html", "again").ok());
  REQUIRE(files.remove("b/c.html").ok());
  REQUIRE(files.write("same", "x").ok());
  REQUIRE(files.remove("same").ok());
  changes = files.take_changes();
  CHECK(changes.size() == 2);
  CHECK(*changes["a.html"] == "again");
  CHECK(changes["b/c.html"] == nullptr);
}

TEST_CASE("the same bytes are no change") {
  StagedFiles files;
  REQUIRE(files.write("a", "1").ok());
  files.take_changes();
  REQUIRE(files.remove("a").ok());
  REQUIRE(files.write("a", "1").ok());
  CHECK(files.take_changes().empty());
}

TEST_CASE("what is dropped was never there") {
  StagedFiles files;
  REQUIRE(files.write("kept", "1").ok());
  REQUIRE(files.write("changed", "1").ok());
  files.take_changes();
  REQUIRE(files.write("changed", "2").ok());
  REQUIRE(files.write("new", "1").ok());
  REQUIRE(files.remove("kept").ok());
  files.discard_changes();
  CHECK(files.take_changes().empty());
  CHECK(files.everything().size() == 2);
  CHECK(files.read("changed").value() == "1");
  CHECK_FALSE(files.read("new").ok());
}

TEST_CASE("it lists and tells as a disk does") {
  StagedFiles files;
  for (const char* name : {"a/b/c", "a/b/d", "a-b", "a0", "z"}) REQUIRE(files.write(name, "12345").ok());
  const auto top = files.list("");
  REQUIRE(top.ok());
  std::string names;
  for (const io::Entry& entry : top.value())
    names += entry.name + (entry.type == io::EntryType::directory ? "/ " : " ");
  CHECK(names == "a-b a/ a0 z ");
  CHECK(files.list("a").value().size() == 1);
  CHECK(files.list("none").error().kind == io::ErrorKind::not_found);
  CHECK(files.status("a/b/c").value().size == 5);
  CHECK(files.status("a/b").value().type == io::EntryType::directory);
  CHECK(files.status("a/x").error().kind == io::ErrorKind::not_found);
  CHECK(files.remove("a").error().kind == io::ErrorKind::not_found);
}
