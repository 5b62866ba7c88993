#include "markup/text_width.h"

#include "base/text.h"
#include "base/utf8.h"

namespace markup {
namespace {

constexpr double kUnitsPerEm = 2048;
constexpr double kAverageLetter = 1139 / kUnitsPerEm;  // average of the digits and most lower-case letters

// Returns the width of a letter in the font; 0 for a character that the font lacks.
double font_width(char32_t code_point, bool bold) {
  for (const TextWidths& range : text_widths())
    if (code_point >= range.first && code_point <= range.last)
      return (bold ? range.bold : range.regular)[code_point - range.first] / kUnitsPerEm;
  return 0;
}

double em_width(char32_t code_point, bool bold) {
  if (const double width = font_width(code_point, bold); width > 0) return width;
  std::string utf8;
  base::append_code_point(utf8, code_point);
  const size_t columns = base::display_width(utf8);
  return columns == 0 ? 0 : columns == 1 ? kAverageLetter : 1;
}

// Returns the length of the longest prefix of `text` that fits, at least one code point.
size_t fitting_prefix(std::string_view text, double font_size, double max_width, bool bold) {
  double width = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t here = text.size() - rest.size();
    width += em_width(base::take_code_point(rest), bold) * font_size;
    if (width > max_width && here > 0) return here;
  }
  return text.size();
}

// Splits a word that is wider than a line: after '/' and '-' if that is enough, otherwise between letters.
std::vector<std::string> cut_word(std::string_view word, double font_size, double max_width, bool bold) {
  std::vector<std::string> pieces;
  while (!word.empty()) {
    size_t end = fitting_prefix(word, font_size, max_width, bold);
    if (end < word.size()) {
      const size_t break_at = word.substr(0, end).find_last_of("/-");
      if (break_at != std::string_view::npos && break_at > 0) end = break_at + 1;
    }
    pieces.emplace_back(word.substr(0, end));
    word.remove_prefix(end);
  }
  return pieces;
}

}  // namespace

double text_width(std::string_view utf8, double font_size, bool bold) {
  double width = 0;
  while (!utf8.empty()) width += em_width(base::take_code_point(utf8), bold);
  return width * font_size;
}

bool has_letters(std::string_view utf8) {
  while (!utf8.empty())
    if (font_width(base::take_code_point(utf8), false) == 0) return false;
  return true;
}

std::vector<std::string> wrap_text(std::string_view text, double font_size, double max_width, bool bold) {
  const double space = text_width(" ", font_size, bold);
  std::vector<std::string> lines;
  std::string line;
  double line_width = 0;
  const auto add = [&](const std::string& piece) {
    const double width = text_width(piece, font_size, bold);
    if (!line.empty() && line_width + space + width <= max_width) {
      line += " " + piece;
      line_width += space + width;
      return;
    }
    if (!line.empty()) lines.push_back(std::move(line));
    line = piece;
    line_width = width;
  };
  const std::string words = base::one_line(text);
  for (const std::string_view word : base::split(words, ' ')) {
    if (text_width(word, font_size, bold) <= max_width) {
      add(std::string(word));
      continue;
    }
    // Pieces of a word are on separate lines, so that there never seems to be a space inside it.
    const std::vector<std::string> pieces = cut_word(word, font_size, max_width, bold);
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (i > 0) {
        lines.push_back(std::move(line));
        line.clear();
      }
      add(pieces[i]);
    }
  }
  if (!line.empty() || lines.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string shorten_text(std::string_view text, double font_size, double max_width, bool bold) {
  if (text_width(text, font_size, bold) <= max_width) return std::string(text);
  const double rest = max_width - text_width("…", font_size, bold);
  const size_t end = fitting_prefix(text, font_size, rest, bold);
  return std::string(base::trim(text.substr(0, end))) + "…";
}

}  // namespace markup
