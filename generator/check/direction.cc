// Finds characters that change the direction of text around numbers (Unicode Standard Annex 9, "Unicode Bidirectional
// Algorithm", section 2): with them, readers see other digits than were checked.
#include <fmt/format.h>

#include <algorithm>

#include "base/byte_set.h"
#include "base/pattern.h"
#include "base/text.h"
#include "base/utf8.h"
#include "check/checks.h"

namespace check {
namespace {

// U+200E, U+200F, U+061C, U+202A to U+202E, U+2066 to U+2069, as characters.
constexpr const char* kCharacters = R"(\xE2\x80[\x8E\x8F\xAA-\xAE]|\xE2\x81[\xA6-\xA9]|\xD8\x9C)";
// The same as references in Markdown, and as escapes in JSON and YAML.
constexpr const char* kReferences =
    R"(|&(?:lrm|rlm);|&\#x0*(?:200[ef]|202[a-e]|206[6-9]|61c);|&\#0*(?:820[67]|823[4-8]|829[4-7]|1564);)";
constexpr const char* kEscapes = R"(|\\(?:u|U0000)(?:200[ef]|202[a-e]|206[6-9]|061c))";
constexpr const char* kFigure = R"(\[[^\]\n]*\]\((?:fig|given):[^)\n]*\))";

const base::Pattern& pattern_for(std::string_view path) {
  static const base::Pattern markdown(fmt::format("(?i)\\G(?:{}{}{})", kCharacters, kReferences, kEscapes));
  static const base::Pattern data(fmt::format("(?i)\\G(?:{}{})", kCharacters, kEscapes));
  return path.ends_with(".md") ? markdown : data;
}

// Returns the first character that changes the direction, as written, from `from` on; "" if there is none. Bytes with
// which none begins are skipped first, because the pattern is slow.
std::string_view find_character(const base::Pattern& pattern, std::string_view text, size_t from) {
  static constexpr base::ByteSet kFirst("\xE2\xD8&\\");
  for (size_t at = kFirst.find(text, from); at < text.size(); at = kFirst.find(text, at + 1))
    if (const auto match = pattern.find(text, at)) return match->front();
  return {};
}

bool has_digit(std::string_view text) { return std::ranges::any_of(text, base::is_digit); }

// Whether the character only marks a direction, and so affects its neighbours alone.
bool is_mark(std::string_view found) {
  const std::string lower = base::lower(found);
  for (const std::string_view mark :
       {"\u200e", "\u200f", "\u061c", "lrm", "rlm", "200e", "200f", "61c", "8206", "8207", "1564"})
    if (lower.find(mark) != std::string::npos) return true;
  return false;
}

// Whether readers see a digit of a part of Markdown: those in the addresses of links are not shown.
bool shows_digit(std::string_view text) {
  static const base::Pattern address(R"((?<!\\)\]\((?!fig:|count:|given:)(?:[^()]++|\([^()]*\))*+(?:\)|$))");
  while (const auto match = address.find(text)) {
    const auto begin = static_cast<size_t>(match->front().data() - text.data());
    if (has_digit(text.substr(0, begin))) return true;
    text.remove_prefix(begin + match->front().size());
  }
  return has_digit(text);
}

// Whether a mark in [begin, end) of a line is beside or inside a number or a figure link.
bool touches_number(std::string_view line, size_t begin, size_t end, bool is_setting) {
  const std::string_view before = line.substr(0, begin), after = line.substr(end);
  for (const std::string_view beside : {before.substr(before.rfind(' ') + 1), after.substr(0, after.find(' '))})
    if (is_setting ? has_digit(beside) : shows_digit(beside)) return true;
  static const base::Pattern figure(kFigure);
  for (size_t at = 0; const auto match = figure.find(line, at);) {
    const auto first = static_cast<size_t>(match->front().data() - line.data());
    at = first + match->front().size();
    if (begin <= at + 1 && end + 1 >= first) return true;
  }
  return false;
}

// Whether a position is in front matter or a fenced block, whose texts are shown apart from the lines around them.
bool is_in_settings(std::string_view text, size_t at) {
  size_t marks = 0;
  for (size_t line = 0; line < at; line = std::min(text.find('\n', line), at) + 1) {
    const std::string_view rest = base::trim(text.substr(line, 8));
    if (rest.starts_with("```") || (rest.starts_with("---") && (line == 0 || marks == 1))) ++marks;
  }
  return marks % 2 == 1;
}

// Returns the text between two line ends, or between two empty lines, around a position.
std::string_view around(std::string_view text, size_t at, std::string_view separator) {
  const size_t before = text.rfind(separator, at);
  const size_t begin = before == std::string_view::npos ? 0 : before + separator.size();
  return text.substr(begin, std::min(text.find(separator, at), text.size()) - begin);
}

// Returns how an author may look for the character: "U+202E", or the reference as written.
std::string name_of(std::string_view found) {
  if (found.front() == '&' || found.front() == '\\') return fmt::format("\"{}\"", found);
  return fmt::format("U+{:04X}", static_cast<unsigned>(base::take_code_point(found)));
}

void check_file(const base::SourceText& file, base::Diagnostics& diagnostics) {
  const std::string_view text = file.text();
  const bool is_markdown = file.path().ends_with(".md");
  const base::Pattern& pattern = pattern_for(file.path());
  std::string_view found = find_character(pattern, text, 0);
  if (found.empty() || base::find_invalid_utf8(text)) return;  // pictures and archives are not text
  for (size_t at = 0; !found.empty(); found = find_character(pattern, text, at)) {
    const auto begin = static_cast<size_t>(found.data() - text.data());
    at = begin + found.size();
    const std::string_view line = around(text, begin, "\n");
    const auto in_line = static_cast<size_t>(found.data() - line.data());
    const bool is_setting = !is_markdown || is_in_settings(text, begin);
    const bool is_escape = text[begin] == '\\';
    const bool is_code = (text[begin] == '&' || is_escape) && std::ranges::count(line.substr(0, in_line), '`') % 2 == 1;
    // Any text of the data, and any title, may be shown beside a number.
    const bool affects =
        is_mark(found)
            ? touches_number(line, in_line, in_line + found.size(), is_setting) || file.path().ends_with("/units.json")
            : is_setting || shows_digit(base::replace_all(std::string(around(text, begin, "\n\n")), found, ""));
    if (is_code || (is_escape && !is_setting) || !affects) continue;
    diagnostics
        .error("text-direction", {&file, static_cast<uint32_t>(begin), static_cast<uint32_t>(at)},
               fmt::format("{} changes the direction of text around a number", name_of(found)))
        .expect("numbers that readers see in the order in which they were checked")
        .suggest("delete it; the direction of a page follows its language");
  }
}

}  // namespace

void check_direction(const std::vector<const io::SourceFile*>& files, base::Diagnostics& diagnostics) {
  for (const io::SourceFile* file : files) check_file(file->source, diagnostics);
}

}  // namespace check
