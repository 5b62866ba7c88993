// The interface of the shared object that uses KSyntaxHighlighting: libsourcebook_highlight.so, next to the program or
// where the dynamic linker looks. It does not mention Qt, so that the program compiles and starts without it.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "highlight/highlight.h"

namespace highlight {

// Only one thread may use a highlighter at a time.
class Highlighter {
 public:
  virtual ~Highlighter() = default;
  // See highlight.h. `language` is a name, an alias or a file extension.
  virtual std::optional<std::vector<Piece>> pieces(std::string_view language, std::string_view code) = 0;
  // Returns a text that identifies the definitions of all languages.
  virtual std::string version() const = 0;
  // Returns the names that authors may write.
  virtual std::vector<std::string> languages() const = 0;
};

}  // namespace highlight

// Creates a highlighter, which is never freed because it is needed until the end. The only symbol of the shared object.
extern "C" highlight::Highlighter* sourcebook_highlighter();
