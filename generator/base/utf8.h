// UTF-8: validity, code points, case and width, from the tables of utf8proc, never from the locale.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace base {

bool is_ascii(std::string_view text);

// Returns the offset of the first byte that is not part of a valid sequence; nullopt if the text is valid.
std::optional<size_t> find_invalid_utf8(std::string_view text);

// Replaces each byte that is not UTF-8 with "?", so that offsets stay the same.
std::string with_valid_utf8(std::string bytes);

// Removes the first code point from `text`, which is not empty, and returns it. Returns U+FFFD for an invalid byte.
char32_t take_code_point(std::string_view& text);
void append_code_point(std::string& out, char32_t code_point);
size_t count_code_points(std::string_view text);
// Returns the greatest offset <= `offset` at which a code point starts.
size_t code_point_start(std::string_view text, size_t offset);
// Shortens a text to its beginning, for messages: "a long te…".
std::string shortened(std::string_view text, size_t max = 60);

// Whether a character is part of a word in any script: letters, marks, decimal digits, letter numbers (L, M, Nd, Nl).
bool is_letter_or_digit(char32_t code_point);

std::string lower_case(std::string_view text);
// Returns the full case folding in NFC, which is equal for texts that differ only in case or composition.
std::string fold_case(std::string_view text);
std::string normalise_nfc(std::string_view text);
bool is_nfc(std::string_view text);

// Returns the number of columns that a text takes on a terminal.
size_t display_width(std::string_view text);
// Makes control characters, lone bytes and bidirectional marks visible (␛, \x80, \u202e), replaces a tab by four
// spaces, and escapes "##[", which begins a command in GitHub's logs.
std::string visible(std::string_view text);

}  // namespace base
