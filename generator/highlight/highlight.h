// Folder highlight/: syntax highlighting: which bytes of a text are keywords, strings, comments …, by
// KSyntaxHighlighting. That library and Qt below it take 19 ms to load, so they are in a separate shared object
// (plugin/), which is loaded when a site has code to show.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace highlight {

enum class Style : uint8_t { plain, keyword, type, name, string, number, comment, meta };

// Bytes [begin, end) of the code.
struct Piece {
  uint32_t begin = 0;
  uint32_t end = 0;
  Style style = Style::plain;
};

// Longer code is shown without highlighting.
constexpr size_t kMaxBytes = size_t{256} << 10;

// Loads the library once per process, and makes highlighters for this many threads. Call it before threads are started,
// because it changes the environment for a moment. Returns what to install if that fails, otherwise "".
std::string prepare(unsigned threads);

// The version of the library and its languages; "" until prepare() has succeeded.
std::string_view version();

// Whether the word means that a text is not code: "text", "output" …
bool is_plain_text(std::string_view language);

// The pieces that are not plain, in order, adjacent pieces of one style merged; nullopt for an unknown language.
// From any thread. REQUIRES: prepare() succeeded
std::optional<std::vector<Piece>> pieces(std::string_view language, std::string_view code);

// The names of languages that are known, sorted. REQUIRES: prepare() succeeded
const std::vector<std::string>& languages();

}  // namespace highlight
