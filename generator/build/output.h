// What a build publishes: files by address, gathered in memory until the last wall, then written.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace build {

class Outputs {
 public:
  // A second file at one address is an error of the program's author: addresses are checked before (site/site.h).
  void add(std::string address, std::string bytes);

  const std::map<std::string, std::string>& files() const { return files_; }

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace build
