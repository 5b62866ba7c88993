// Tests the identity of a program and its libraries.
#include "passes/store.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace {

TEST_CASE("the program and its libraries have an identity") {
  CHECK(passes::program_identity().size() == 32);
  CHECK(passes::program_identity() == passes::program_identity());
  const auto libraries = passes::loaded_libraries();
  CHECK(libraries.size() > 3);
  CHECK(passes::are_same_libraries(libraries));
  CHECK(passes::are_same_libraries({}));
}

TEST_CASE("replacing or removing a library changes the identity") {
  const auto libraries = passes::loaded_libraries();
  REQUIRE(!libraries.empty());
  const auto& [path, id] = *libraries.begin();
  CHECK_FALSE(passes::are_same_libraries({{path, "x" + id.substr(1)}}));
  CHECK_FALSE(passes::are_same_libraries({{"/nowhere/libnone.so.1", id}}));
}

TEST_CASE("a library that is not loaded is identified by its file") {
  const auto libraries = passes::loaded_libraries();
  REQUIRE(!libraries.empty());
  std::string pattern = (fs::temp_directory_path() / "sourcebook-XXXXXX").string();
  const fs::path folder = ::mkdtemp(pattern.data());
  for (const auto& [path, id] : libraries) {
    const fs::path copy = folder / "libcopy.so";
    fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
    CAPTURE(path);
    CHECK(passes::are_same_libraries({{copy.string(), id}}));
    CHECK_FALSE(passes::are_same_libraries({{copy.string(), ""}}));
  }
  for (std::string_view bytes : {std::string_view("\x7F"
                                                  "ELF"),
                                 std::string_view("no library"), std::string_view()}) {
    std::ofstream(folder / "libbad.so", std::ios::binary) << bytes;
    CHECK_FALSE(passes::are_same_libraries({{(folder / "libbad.so").string(), libraries.begin()->second}}));
  }
  fs::remove_all(folder);
}

}  // namespace
