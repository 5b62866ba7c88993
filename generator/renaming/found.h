// What a rename finds in a site's files: what is to change for sure, and what a person has to look at.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/edit.h"

namespace renaming {

struct Left {
  base::Span span;
  std::string why;
  bool within_a_name = false;  // "alder" in "alder-manual", which most likely is the name of something else
};

struct Found {
  std::vector<base::Edit> edits;
  std::map<std::string, size_t, std::less<>> counts;  // "figure" -> how many of them change
  std::vector<Left> left;

  void edit(std::string_view what, base::Span span, std::string text) {
    edits.push_back({span, std::move(text)});
    ++counts[std::string(what)];
  }
};

}  // namespace renaming
