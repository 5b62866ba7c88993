#include "renaming/found.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "notation/json.h"

namespace renaming {
namespace {

// Plain in YAML, whatever stands around it.
bool is_plain_in_yaml(const std::string& text) {
  if (text.empty() || text == "true" || text == "false" || text == "null" || text == "~") return false;
  const bool only_number = text.find_first_not_of("0123456789+-.eE_") == std::string::npos;
  const bool only_safe = std::all_of(text.begin(), text.end(), [](char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || c == '_' || c == '-' || c == '.' || c == '/' || static_cast<unsigned char>(c) >= 0x80;
  });
  return only_safe && !only_number && text.front() != '-' && text.front() != '.';
}

}  // namespace

void Found::rewrite(std::string_view what, base::Span span, std::string_view text, const std::string& becomes) {
  if (auto written = rewritten_scalar(span, text, becomes))
    edit(what, span, *written);
  else
    left.push_back({span, "written in a way that is not changed by a program"});
}

bool is_number(std::string_view text) {
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && at == end && std::to_string(number) == text;
}

std::optional<std::string> rewritten_scalar(base::Span written, std::string_view text, const std::string& becomes) {
  const std::string_view raw = written.text();
  const bool is_bare = is_plain_in_yaml(becomes) || (is_number(text) && is_number(becomes));
  if (raw == text && is_bare) return becomes;
  if (raw == text) return notation::json_text(becomes);  // double quotes of YAML take what JSON has
  if (raw == "\"" + std::string(text) + "\"") return notation::json_text(becomes);
  if (raw == "'" + std::string(text) + "'") return "'" + base::replace_all(becomes, "'", "''") + "'";
  return std::nullopt;
}

}  // namespace renaming
