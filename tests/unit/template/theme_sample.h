// A small site about coffee and rivers, as the generator would pass it to the templates.
#pragma once
#include <string>
#include <vector>

#include "template/value.h"

namespace theme_sample {

struct Sample {
  std::string name;
  std::string address;
  templates::Map context;
};

std::vector<Sample> samples();

}  // namespace theme_sample
