// Small things done to text in many places.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace base {

// ASCII white space only.
inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
std::string_view trim(std::string_view text);
// "a//b" split at '/' gives "a", "", "b"; an empty text gives one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string replace_all(std::string text, std::string_view from, std::string_view to);
// "1 page", "2 pages"; `plural` defaults to the singular with an s.
std::string count_of(size_t count, std::string_view singular, std::string_view plural = "");

}  // namespace base
