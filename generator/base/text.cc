#include "base/text.h"

#include <algorithm>

namespace base {
namespace {

// Removes the first word of a text and the space after it, and returns the word.
std::string_view take_word(std::string_view& words) {
  const std::string_view word = words.substr(0, words.find(' '));
  words.remove_prefix(std::min(word.size() + 1, words.size()));
  return word;
}

}  // namespace

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  const auto is_sign = [](char c) { return !is_letter(c) && !is_digit(c); };
  const auto sign = static_cast<size_t>(std::ranges::find_if(part, is_sign) - part.begin());
  if (sign == part.size()) return text.find(part) != std::string_view::npos;
  for (size_t at = text.find(part[sign], sign); at != std::string_view::npos; at = text.find(part[sign], at + 1))
    if (text.substr(at - sign).starts_with(part)) return true;
  return false;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t at; (at = text.find(separator)) != std::string_view::npos; text.remove_prefix(at + 1))
    parts.push_back(text.substr(0, at));
  parts.push_back(text);
  return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += separator;
    out += parts[i];
  }
  return out;
}

std::string one_line(std::string_view text) {
  std::string line;
  for (char c : trim(text))
    if (!is_space(c))
      line += c;
    else if (!line.ends_with(' '))
      line += ' ';
  return line;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::string count_of(size_t count, std::string_view singular, std::string_view plural) {
  std::string out = std::to_string(count) + " ";
  if (count == 1) return out.append(singular);
  return plural.empty() ? out.append(singular).append("s") : out.append(plural);
}

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty())
    if (take_word(words) == word) return true;
  return false;
}

std::string_view word_after(std::string_view pairs, std::string_view name) {
  while (!pairs.empty()) {
    const bool is_found = take_word(pairs) == name;
    if (const std::string_view value = take_word(pairs); is_found) return value;
  }
  return "";
}

bool has_bare_returns(std::string_view text) {
  return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
}

std::string_view line_end_of(std::string_view text) {
  const size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

bool matches_glob(std::string_view path, std::string_view pattern) {
  // reached[i]: whether the pattern so far matches the first i bytes of the path.
  std::vector<bool> reached(path.size() + 1);
  reached[0] = true;
  for (size_t at = 0; at < pattern.size(); ++at) {
    std::vector<bool> next(path.size() + 1);
    const bool is_star = pattern[at] == '*';
    const bool crosses_folders = is_star && pattern.substr(at + 1).starts_with('*');
    if (is_star) next[0] = reached[0];
    for (size_t i = 0; i < path.size(); ++i) {
      const bool is_within = path[i] != '/';
      if (is_star)
        next[i + 1] = reached[i + 1] || (next[i] && (is_within || crosses_folders));
      else
        next[i + 1] = reached[i] && (path[i] == pattern[at] || (pattern[at] == '?' && is_within));
    }
    reached = std::move(next);
    if (crosses_folders) ++at;
  }
  return reached[path.size()];
}

}  // namespace base
