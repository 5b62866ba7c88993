#include "io/temporary_file.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "base/parallel.h"

TEST_CASE("what was put into a temporary file is read again, in any order") {
  io::TemporaryFile file;
  auto first = file.put("first"), none = file.put(""), last = file.put(std::string(100'000, 'x'));
  REQUIRE((first && none && last));
  CHECK(file.read(*last).value() == std::string(100'000, 'x'));
  CHECK(file.read(*none).value().empty());
  CHECK(file.read(*first).value() == "first");
}

TEST_CASE("several threads may put and read") {
  io::TemporaryFile file;
  base::parallel_for(4, 1000, [&](size_t i, unsigned) {
    const std::string bytes(i * 7, static_cast<char>('a' + i % 26));
    auto place = file.put(bytes);
    if (!place || file.read(*place).value() != bytes) throw std::logic_error("other bytes");
  });
}

TEST_CASE("bytes that are not there are an error") {
  io::TemporaryFile file;
  REQUIRE(file.put("few"));
  auto read = file.read({1, 100});
  REQUIRE_FALSE(read);
  CHECK(read.error().kind == io::ErrorKind::machine);
}

TEST_CASE("a temporary file has no name, and where there is no place for it nothing is put") {
  const char* before = std::getenv("TMPDIR");
  const std::optional<std::string> kept = before ? std::optional<std::string>(before) : std::nullopt;
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "sourcebook-temporary-file-test";
  std::filesystem::create_directories(folder);
  ::setenv("TMPDIR", folder.c_str(), 1);
  {
    io::TemporaryFile file;
    CHECK(file.put("bytes"));
    CHECK(std::filesystem::is_empty(folder));
  }
  std::filesystem::remove_all(folder);
  io::TemporaryFile nowhere;
  CHECK_FALSE(nowhere.put("bytes"));
  kept ? ::setenv("TMPDIR", kept->c_str(), 1) : ::unsetenv("TMPDIR");
}
