#include "io/layered.h"

#include <doctest/doctest.h>

#include "unit/recording_files.h"

using Files = std::map<std::string, std::string>;

TEST_CASE("a file in the upper layer hides the lower one, folders are merged, and nothing is written") {
  RecordingFiles below(Files{{"a/one", "1"}, {"a/two", "2"}, {"b/x", "x"}});
  RecordingFiles above(Files{{"a/two", "zwei"}, {"c/y", "y"}});
  io::LayeredFileSystem both(below, above);
  CHECK(both.read("a/one").value() == "1");
  CHECK(both.read("a/two").value() == "zwei");
  CHECK(both.status("a/two")->size == 4);
  CHECK(both.read("c/y").value() == "y");
  CHECK(both.read("nowhere").error().kind == io::ErrorKind::not_found);
  std::string names;
  const auto top = both.list(""), a = both.list("a");
  for (const io::Entry& entry : top.value()) names += entry.name + " ";
  CHECK(names == "a b c ");
  names.clear();
  for (const io::Entry& entry : a.value()) names += entry.name + " ";
  CHECK(names == "one two ");
  CHECK(both.list("d").error().kind == io::ErrorKind::not_found);
  CHECK(!both.write("a/one", "").ok());
  CHECK(!both.remove("a/one").ok());
  CHECK(below.writes().empty());
}

TEST_CASE("a file that can't be read in the upper layer is not read from the lower one") {
  RecordingFiles below(Files{{"a", "1"}}), above(Files{{"a", "2"}});
  above.fail_at("a", io::ErrorKind::permission, "Permission denied");
  CHECK(io::LayeredFileSystem(below, above).read("a").error().kind == io::ErrorKind::permission);
}
