// What Python's str methods do to text, on UTF-8.
#pragma once
#include <string>
#include <string_view>

namespace templates {

// Python's str.isspace(): more than ASCII, such as a no-break space.
bool is_python_space(char32_t c);
std::string_view strip_left(std::string_view text);
std::string_view strip_right(std::string_view text);
std::string_view strip(std::string_view text);
// Takes off the characters that `characters` lists.
std::string_view strip(std::string_view text, std::string_view characters);

std::string upper_case(std::string_view text);
// The first letter upper case, all others lower case.
std::string capitalize(std::string_view text);
// Each word capitalised; words are told apart by white space and - ( { [ <.
std::string title_case(std::string_view text);
// The first `count` characters.
std::string_view first_characters(std::string_view text, size_t count);
std::string reverse(std::string_view text);
// Percent-encoded, but for letters, digits, and _ . - ~ /
std::string percent_encode(std::string_view text);

}  // namespace templates
