// What authors say they assume, by [16 chips](given:).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "site/content.h"

namespace check {

struct Assumption {
  std::string text;
  base::Span span;
};

// In the order of the files and of the text.
std::vector<Assumption> find_assumptions(const std::vector<std::unique_ptr<site::Content>>& contents);

}  // namespace check
