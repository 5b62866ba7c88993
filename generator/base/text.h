// Small functions for text.
#pragma once
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace base {

// Whether a byte is ASCII white space.
inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
std::string lower(std::string_view text);

// Whether a text contains a part. Its first sign is searched for, because prose has more letters than signs.
bool contains(std::string_view text, std::string_view part);
std::string_view trim(std::string_view text);
// Splits a text: "a//b" at '/' gives "a", "", "b". An empty text gives one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
// Joins the lines of a text: "summary\n table" becomes "summary table".
std::string one_line(std::string_view text);
std::string replace_all(std::string text, std::string_view from, std::string_view to);
// Returns a count with its noun: "1 page" or "2 pages". `plural` defaults to the singular with an s.
std::string count_of(size_t count, std::string_view singular, std::string_view plural = "");

// Tables of words are written as one text, with spaces between the words.
bool has_word(std::string_view words, std::string_view word);
// Returns the word after `name` in a text of alternating names and values: "alpha α beta β"; "" if it has no `name`.
std::string_view word_after(std::string_view pairs, std::string_view name);

// Reads a whole text as a number, as std::from_chars() does; nullopt for any other text and for numbers out of range.
template <class Number>
std::optional<Number> parse_number(std::string_view text, auto... base) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base...);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Whether the lines end in CR alone, as on old Macs.
bool has_bare_returns(std::string_view text);
// Returns the line ending of the first line, "\r\n" or "\n"; "\n" for a text with a single line.
std::string_view line_end_of(std::string_view text);

// Whether the whole path matches a pattern, in which `*` matches any characters except "/", `?` matches one such
// character, and `**` any characters. Takes time in proportion to path.size() * pattern.size() at most.
bool matches_glob(std::string_view path, std::string_view pattern);

}  // namespace base
