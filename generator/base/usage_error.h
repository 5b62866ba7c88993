// Thrown if a command can't start with what was given: why, and what to do instead. Nothing was written. cli/ prints
// it.
#pragma once
#include <string>

namespace base {

struct UsageError {
  std::string why, help;
};

}  // namespace base
