// What a build publishes: files by address, gathered in memory until the last wall, then written.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "base/hash.h"

namespace build {

// A file's bytes; or, without them, that it stands in the output folder as it was published before.
struct Output {
  std::string bytes;
  base::Hash hash;
  bool is_kept = false;
};

class Outputs {
 public:
  // A second file at one address is an error of the program's author: addresses are checked before (site/site.h).
  base::Hash add(std::string address, std::string bytes);
  void keep(std::string address, const base::Hash& hash);

  bool has(const std::string& address) const { return files_.contains(address); }
  const std::map<std::string, Output>& files() const { return files_; }
  // The bytes of all files that were added; nothing is left here.
  std::map<std::string, std::string> take_bytes();

 private:
  base::Hash add_file(std::string address, Output file);

  std::map<std::string, Output> files_;
};

}  // namespace build
