// The closed list of marks of other programs that become ours before Markdown is parsed (document/expanded.h):
// includes, code blocks and labels. Each program's documentation is the source of its form.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/pattern.h"

namespace document {

constexpr std::string_view kMadeFence = "~~~~~~";  // of the code blocks that replace them

enum class RewritingRole : uint8_t {
  include,    // a line that includes a file, also in a code block
  outside,    // such a line that has no effect in a code block
  code,       // such a line that makes a code block of the file
  opens,      // a line that begins code, which another line ends
  directive,  // the first line of a code block
  anchor,     // a line that gives the next line an id
  line,       // another line
  words,      // a part of a line
};

struct Rewriting {
  std::string_view sign;  // what every match contains
  RewritingRole role;
  // Matches a whole line, unless the role is `words`. The groups of an include: 1 the file, 2 its lines, 3 its part,
  // 4 a title, 5 the language, 6 what has no effect.
  base::Pattern pattern;
  std::string_view result;           // "$1" is a group, "@1{…}" is left out if the group is empty
  std::optional<base::Pattern> end;  // the line that ends the code
  char to;                           // between the first and the last line that an include takes
};

const std::vector<Rewriting>& rewritings();

}  // namespace document
