#include "notation/json_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "base/utf8.h"

namespace notation {
namespace {

bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_number_part(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

// The end of a run of letters, digits and what numbers consist of; of one byte where there is none.
size_t word_end(std::string_view text, size_t begin) {
  auto continues = [&](char c) {
    return is_number_part(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  size_t end = begin;
  while (end < text.size() && continues(text[end])) ++end;
  return std::max(end, begin + 1);
}

// "…syntax error while parsing value - invalid literal; last read: 'x'; expected …" gives "invalid literal".
std::string_view reason_in(std::string_view what) {
  size_t dash = what.find(" - ");
  if (dash != std::string_view::npos) what.remove_prefix(dash + 3);
  return what.substr(0, what.find("; last read"));
}

}  // namespace

JsonCursor::JsonCursor(base::Span span, base::Diagnostics& diagnostics)
    : diagnostics_(diagnostics), whole_(span), text_(span.text()), furthest_(text_.data()) {
  if (text_.starts_with("\xEF\xBB\xBF")) last_end_ = 3;
}

base::Span JsonCursor::span(size_t begin, size_t end) const {
  return {whole_.source, whole_.begin + static_cast<uint32_t>(begin), whole_.begin + static_cast<uint32_t>(end)};
}

size_t JsonCursor::next_token() const {
  size_t at = last_end_;
  auto skip_space = [&] {
    while (at < text_.size() && is_json_space(text_[at])) ++at;
  };
  skip_space();
  if (separator_ != 0 && at < text_.size() && text_[at] == separator_) ++at, skip_space();
  return at;
}

base::Span JsonCursor::token(size_t end, char separator_after) {
  base::Span found = span(next_token(), end);
  last_end_ = end;
  separator_ = open_brackets_.empty() ? '\0' : separator_after;
  return found;
}

base::Span JsonCursor::number_token() {
  // The parser has read the character that ended the number, unless the text ended it.
  size_t end = read();
  if (end < text_.size() || !is_number_part(text_[end - 1])) --end;
  return token(end, ',');
}

base::Span JsonCursor::open_token() {
  open_brackets_.push_back(next_token());
  return token(read(), '\0');
}

base::Span JsonCursor::close_token() {
  open_brackets_.pop_back();
  // No separator may stand before a bracket that closes.
  separator_ = '\0';
  return token(read(), ',');
}

bool JsonCursor::parse_error(size_t, const std::string&, const std::exception& error) {
  report(explain(reason_in(error.what())));
  return false;
}

bool JsonCursor::is_at_end() {
  const size_t next = next_token();
  if (next < text_.size()) report(misplaced(next, text_.size()));
  return next >= text_.size();
}

void JsonCursor::report(const JsonMistake& mistake) {
  // What runs over its line shows as far as the line goes.
  size_t line_end = std::min(text_.find_first_of("\r\n", mistake.begin), text_.size());
  size_t end = std::max(mistake.begin, std::min(mistake.end, line_end));
  base::Diagnostic& diagnostic = diagnostics_.error("json-syntax", span(mistake.begin, end), mistake.message);
  diagnostic.suggest(mistake.help);
  if (mistake.unclosed && !open_brackets_.empty())
    diagnostic.note(span(open_brackets_.back(), open_brackets_.back() + 1), "this is not closed");
}

JsonCursor::JsonMistake JsonCursor::explain(std::string_view reason) const {
  auto says = [&](std::string_view part) { return reason.find(part) != std::string_view::npos; };
  size_t begin = next_token();
  if (says("ill-formed UTF-8")) return bad_byte(base::find_invalid_utf8(text_).value_or(read() - 1));
  if (says("missing closing quote")) return {begin, begin + 1, "this quote is never closed", ""};
  if (says("control character")) return bad_control(begin, read() - 1);
  if (reason.starts_with("invalid string"))
    return {read() - 1, read(), "this escape does not exist in JSON", "a backslash itself is written \\\\"};
  if (begin >= text_.size()) return ends_early();
  size_t end = word_end(text_, begin);
  if (text_[begin] == '"') end = std::clamp(read(), end, text_.size());
  if (says("number overflow")) return {begin, end, "this number is too large", ""};
  if ((reason.starts_with("invalid number") && text_.substr(begin, 2) != "-I") ||
      (begin == last_end_ && begin > 0 && is_number_part(text_[begin]) && is_number_part(text_[begin - 1])))
    return {begin, end, "this is not a number of JSON",
            "numbers look like 0.5, -12 or 1e9; anything else goes in \"…\""};
  return misplaced(begin, end);
}

JsonCursor::JsonMistake JsonCursor::bad_byte(size_t at) const {
  auto byte = static_cast<unsigned char>(text_[at]);
  return {at, at + 1, fmt::format("the byte 0x{:02X} is not part of UTF-8 text", byte), ""};
}

JsonCursor::JsonMistake JsonCursor::bad_control(size_t quote, size_t at) const {
  if (text_[at] == '\n' || text_[at] == '\r')
    return {quote, quote + 1, "this quote is not closed on its line", "write \\n for a new line within a text"};
  auto byte = static_cast<unsigned char>(text_[at]);
  return {at, at + 1, fmt::format("a control character (U+{:04X}) within a text", byte),
          "write it as an escape: \\t, \\u001b"};
}

JsonCursor::JsonMistake JsonCursor::ends_early() const {
  size_t last = text_.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) return {0, text_.size(), "the text is empty", ""};
  return {last, last + 1, "the text ends before it is complete", "", true};
}

// A token that is none of JSON's, or stands in the wrong place.
JsonCursor::JsonMistake JsonCursor::misplaced(size_t begin, size_t end) const {
  std::string_view rest = text_.substr(begin);
  auto starts_with_any = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return rest.starts_with(word); });
  };
  char between =
      text_.substr(last_end_, begin - last_end_).find_first_of(",:") == std::string_view::npos ? '\0' : separator_;
  bool closes = rest[0] == '}' || rest[0] == ']';
  bool in_map = !open_brackets_.empty() && text_[open_brackets_.back()] == '{';

  if (starts_with_any({"//", "/*", "#"}))
    return {begin, begin + 1, "JSON has no comments", "take it away, or say it in a \"description\""};
  if (rest[0] == '\'') return {begin, begin + 1, "JSON has no single quotes", "use \"…\""};
  if (starts_with_any({"NaN", "Infinity", "-Infinity"}))
    return {begin, end, "JSON has no such number", "write null where there is no value"};
  if (starts_with_any({"True", "TRUE", "False", "FALSE", "None", "Null", "NULL"}))
    return {begin, end, "a value is expected here", "write true, false or null, in lower case"};
  if (closes && between == ',') {
    size_t comma = text_.find(',', last_end_);
    return {comma, comma + 1, "a comma after the last value", "take it away"};
  }
  if (open_brackets_.empty() && last_end_ > 0 && begin > 0)
    return {begin, text_.size(), "something stands after the end of the value", ""};
  if (separator_ == ':' && between == '\0') return {begin, end, "a \":\" is missing after the key", ""};
  if (separator_ == ',' && between == '\0')
    return {begin, end, "a comma or a closing bracket is missing before this", "", true};
  if (in_map && separator_ != ':') return {begin, end, "a key in \"…\" is expected here", ""};
  return {begin, end, "a value is expected here", "values are text in \"…\", numbers, true, false, null, […] and {…}"};
}

}  // namespace notation
