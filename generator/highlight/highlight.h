// Folder highlight/: syntax highlighting, by KSyntaxHighlighting: which bytes of a text are keywords, strings, comments
// … That library and Qt, which it needs, take 19 ms to load, so they are in a separate shared object (plugin/), which
// is loaded when a site has code to show.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highlight {

enum class Style : uint8_t { plain, keyword, type, name, string, number, comment, meta };

// Bytes [begin, end) of the code, with their style.
struct Piece {
  uint32_t begin = 0;
  uint32_t end = 0;
  Style style = Style::plain;
};

// Longer code is shown without highlighting.
constexpr size_t kMaxBytes = size_t{256} << 10;

// Reads which languages the library knows; it runs in children (base/jail.h). If it can't be loaded, returns what to
// install, otherwise "".
std::string prepare();

// Returns the version of the library and its languages; "" until prepare() has succeeded.
std::string_view version();

// Whether the word means that a text is not code: "text", "output" …
bool is_plain_text(std::string_view language);

// Returns the pieces that are not plain text, in order, with adjacent pieces of one style merged; nullopt for an
// unknown language. If the library crashes or takes too long, there are no pieces, and `failure` receives the error.
// May be called from any thread. REQUIRES: prepare() succeeded
std::optional<std::vector<Piece>> pieces(std::string_view language, std::string_view code,
                                         std::string* failure = nullptr);

// Returns the names of known languages, sorted. REQUIRES: prepare() succeeded
const std::vector<std::string>& languages();

}  // namespace highlight
