#include "build/output.h"

#include <stdexcept>

namespace build {

void Outputs::add(std::string address, std::string bytes) {
  auto [at, added] = files_.emplace(std::move(address), std::move(bytes));
  if (!added) throw std::logic_error("two files at one address: " + at->first);
}

}  // namespace build
