// Says in plain words what libyaml found wrong, and which of YAML's traps it probably was. For this folder only.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace notation {

// As libyaml tells it; offsets in bytes of the text.
struct YamlProblem {
  std::string_view message;
  std::string_view context;
  size_t at = 0;
  size_t context_at = 0;
};

struct YamlAdvice {
  size_t begin = 0;
  size_t end = 0;
  std::string message;
  std::string help;
};

YamlAdvice explain_yaml_problem(std::string_view text, const YamlProblem& problem);

}  // namespace notation
