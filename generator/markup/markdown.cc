#include "markup/markdown.h"

#include <algorithm>

#include "base/byte_set.h"
#include "base/text.h"
#include "markup/url.h"

namespace markup {
namespace {

bool is_alnum(char c) { return base::is_letter(c) || base::is_digit(c); }

// Whether the text after an '@' could be the rest of an e-mail address.
bool ends_in_address(std::string_view out) {
  if (out.empty()) return false;
  const char c = out.back();
  return is_alnum(c) || static_cast<unsigned char>(c) >= 0x80 || c == '.' || c == '-' || c == '_' || c == '+';
}

// Whether a character of a text needs a '\' before it. `out` is the Markdown before the text.
bool needs_escape(std::string_view out, std::string_view text, size_t at) {
  const char c = text[at], before = out.empty() ? ' ' : out.back();
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  switch (c) {
    case '_':
      return !is_alnum(before) || !is_alnum(after);
    case '!':
      return at + 1 == text.size();  // a link may follow
    case '&':
      return is_alnum(after) || after == '#';
    case '$':  // GitHub could read it as the end of a formula
      return before != ' ';
    case ':':  // GitHub turns bare addresses into links
      return is_alnum(before) && text.substr(at + 1).starts_with("//");
    case '.':
      return out.size() >= 3 && base::lower(out.substr(out.size() - 3)) == "www";
    default:
      return std::string_view("\\`*[]<~|").find(c) != std::string_view::npos;
  }
}

size_t longest_run(std::string_view text, char c) {
  size_t longest = 0, run = 0;
  for (char each : text) longest = std::max(longest, run = each == c ? run + 1 : 0);
  return longest;
}

}  // namespace

void append_markdown(std::string& out, std::string_view plain) {
  for (size_t at = 0; at < plain.size(); ++at) {
    const char c = plain[at];
    if (base::is_space(c)) {
      if (out.empty() || out.back() != ' ') out += ' ';
      continue;
    }
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) continue;
    // There is no other way to prevent GitHub from linking an e-mail address.
    if (c == '@' && ends_in_address(out)) out += "<!-- -->";
    if (needs_escape(out, plain, at)) out += '\\';
    out += c;
  }
}

void append_code_span(std::string& out, std::string_view code, bool in_cell) {
  std::string text;
  for (char c : code) {
    if (base::is_space(c))
      text += ' ';
    else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F)
      text += c;
  }
  if (text.empty()) return;
  if (in_cell) text = base::replace_all(std::move(text), "|", "\\|");
  const std::string fence(longest_run(text, '`') + 1, '`');
  const bool blank = text.find_first_not_of(' ') == std::string::npos;
  const bool padded =
      !blank && (text.front() == '`' || text.back() == '`' || (text.front() == ' ' && text.back() == ' '));
  out.append(fence).append(padded ? " " : "").append(text).append(padded ? " " : "").append(fence);
}

void append_math(std::string& out, std::string_view latex, bool in_cell) {
  if (latex.find('`') != std::string_view::npos || latex.empty()) return append_code_span(out, latex, in_cell);
  out += '$';
  append_code_span(out, latex, in_cell);
  out += '$';
}

void append_destination(std::string& out, std::string_view url) {
  out += '(';
  for (size_t at = 0; at < url.size(); ++at) {
    const char c = url[at];
    const auto u = static_cast<unsigned char>(c);
    if (u <= 0x20 || u == 0x7F || std::string_view("()<>\\|`").find(c) != std::string_view::npos) {
      append_percent_encoded(out, c);
    } else if (c == '&' && url.substr(at, 40).find(';') != std::string_view::npos) {
      out += "&amp;";  // otherwise it could be read as a character reference
    } else {
      out += c;
    }
  }
  out += ')';
}

bool append_autolink(std::string& out, std::string_view text, std::string_view url) {
  if (text != url || !(url.starts_with("https://") || url.starts_with("http://"))) return false;
  constexpr base::ByteSet kForbidden = base::ByteSet("<>|`\\&\x7F").with(0, ' ');
  if (kForbidden.find(url) < url.size()) return false;
  out.append("<").append(url).append(">");
  return true;
}

std::string code_fence(std::string_view code, std::string_view language) {
  std::string info;
  for (char c : language)
    if (is_alnum(c) || std::string_view("+-#._").find(c) != std::string_view::npos) info += c;
  const std::string fence(std::max<size_t>(longest_run(code, '`') + 1, 3), '`');
  std::string out = fence + info + "\n";
  out.append(code);
  if (!code.ends_with('\n')) out += '\n';
  return out + fence;
}

std::string indented(std::string_view block, std::string_view first, std::string_view others) {
  std::string out;
  out.reserve(block.size() + block.size() / 8 + first.size());
  bool is_first = true;
  while (true) {
    const size_t end = std::min(block.find('\n'), block.size());
    std::string_view line = block.substr(0, end), prefix = is_first ? first : others;
    if (line.empty()) prefix = prefix.substr(0, prefix.find_last_not_of(' ') + 1);
    out.append(prefix).append(line);
    if (end == block.size()) return out;
    out += '\n';
    block.remove_prefix(end + 1);
    is_first = false;
  }
}

}  // namespace markup
