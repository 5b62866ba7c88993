// What authors say they assume: by [16 cups](given:), and by the `why` of a named figure.
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

// In the order of the files and of the text; `shared` figures, those of data/figures.yaml, come last.
std::vector<Assumption> find_assumptions(const site::Contents& contents, const site::NamedFigures& shared);

}  // namespace check
