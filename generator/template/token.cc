#include "template/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace templates {
namespace {

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
using base::is_digit;
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The longer ones first.
constexpr std::array<std::string_view, 23> kSigns = {"==", "!=", "<=", ">=", "//", "**", "(", ")", "[", "]", ",", ".",
                                                     "|",  "~",  "+",  "-",  "*",  "/",  "%", "<", ">", "=", ":"};

}  // namespace

Tokens::Tokens(const base::SourceText& source, size_t position, std::string_view close, base::Diagnostics& diagnostics)
    : source_(&source),
      text_(source.text()),
      position_(position),
      opened_(position - 2),
      close_(close),
      diagnostics_(&diagnostics) {
  next();
}

base::Span Tokens::span(size_t begin, size_t end) const {
  return {source_, static_cast<uint32_t>(std::min(begin, text_.size())),
          static_cast<uint32_t>(std::min(end, text_.size()))};
}

void Tokens::fail(base::Span span, std::string message, std::string help) {
  diagnostics_->error("template-syntax", span, std::move(message)).suggest(std::move(help));
  throw SyntaxError();
}

void Tokens::next() {
  while (position_ < text_.size() && base::is_space(text_[position_])) ++position_;
  std::string_view rest = text_.substr(position_);
  now_ = Token();
  now_.span = span(position_, position_ + 1);
  if (rest.empty()) {
    fail(span(opened_, opened_ + 2), fmt::format("this tag is not closed: \"{}\" is missing", close_));
  }
  bool signed_end = (rest[0] == '-' || rest[0] == '+') && rest.substr(1).starts_with(close_);
  if (rest.starts_with(close_) || signed_end) {
    trims_ = rest[0] == '-';
    after_ = position_ + close_.size() + (signed_end ? 1 : 0);
    return;
  }
  size_t begin = position_;
  char c = rest[0];
  if (is_name_start(c)) {
    while (position_ < text_.size() && is_name_part(text_[position_])) ++position_;
    now_.type = Token::Type::name;
  } else if (is_digit(c)) {
    read_number();
  } else if (c == '"' || c == '\'') {
    read_string();
  } else {
    for (std::string_view sign : kSigns) {
      if (!rest.starts_with(sign)) continue;
      position_ += sign.size();
      now_.type = Token::Type::sign;
      break;
    }
    if (now_.type != Token::Type::sign) {
      std::string_view shown = rest;
      base::take_code_point(shown);
      size_t length = rest.size() - shown.size();
      fail(span(begin, begin + length),
           fmt::format("\"{}\" has no meaning here", base::visible(rest.substr(0, length))));
    }
  }
  now_.text = text_.substr(begin, position_ - begin);
  now_.span = span(begin, position_);
}

void Tokens::read_number() {
  size_t begin = position_;
  bool real = false;
  auto digits = [&] {
    while (position_ < text_.size() && is_digit(text_[position_])) ++position_;
  };
  auto at = [&](size_t offset) { return position_ + offset < text_.size() ? text_[position_ + offset] : '\0'; };
  digits();
  if (at(0) == '.' && is_digit(at(1))) {
    real = true;
    ++position_;
    digits();
  }
  if (at(0) == 'e' || at(0) == 'E') {
    size_t sign = at(1) == '+' || at(1) == '-' ? 1 : 0;
    if (is_digit(at(1 + sign))) {
      real = true;
      position_ += 1 + sign;
      digits();
    }
  }
  std::string_view written = text_.substr(begin, position_ - begin);
  if (is_name_part(at(0)) || (!real && written.size() > 1 && written[0] == '0')) {
    fail(span(begin, position_ + 1), "this is not a number as templates write them", "write 12, 0.5 or 1e6");
  }
  now_.type = Token::Type::literal;
  const char* end = written.data() + written.size();
  double number = 0;
  int64_t integer = 0;
  auto read = real ? std::from_chars(written.data(), end, number) : std::from_chars(written.data(), end, integer);
  if (read.ec != std::errc()) fail(span(begin, position_), "this number is too large");
  now_.literal = real ? Value(number) : Value(integer);
}

void Tokens::read_string() {
  size_t begin = position_;
  char quote = text_[position_++];
  std::string value;
  for (;;) {
    if (position_ >= text_.size()) fail(span(begin, begin + 1), "this text has no closing quote");
    char c = text_[position_++];
    if (c == quote) break;
    if (c == '\r') {
      if (position_ < text_.size() && text_[position_] == '\n') ++position_;
      c = '\n';
    }
    if (c != '\\') {
      value += c;
      continue;
    }
    char escaped = position_ < text_.size() ? text_[position_++] : '\0';
    switch (escaped) {
      case 'n':
        value += '\n';
        break;
      case 't':
        value += '\t';
        break;
      case 'r':
        value += '\r';
        break;
      case '\\':
      case '"':
      case '\'':
        value += escaped;
        break;
      case 'u': {
        char32_t code_point = 0;
        for (int i = 0; i < 4; ++i, ++position_) {
          int digit = position_ < text_.size() ? hex_digit(text_[position_]) : -1;
          if (digit < 0) fail(span(begin, position_), "\\u needs four hexadecimal digits");
          code_point = code_point * 16 + static_cast<char32_t>(digit);
        }
        if (code_point >= 0xD800 && code_point < 0xE000) fail(span(begin, position_), "this is half a character");
        base::append_code_point(value, code_point);
        break;
      }
      default:
        fail(span(position_ - 2, position_), "a text has no such escape", R"(write \n, \t, \r, \\, \", \' or \u2013)");
    }
  }
  now_.type = Token::Type::literal;
  now_.literal = Value(std::move(value));
}

bool Tokens::take(std::string_view sign) {
  if (!now_.is(sign)) return false;
  next();
  return true;
}

bool Tokens::take_name(std::string_view name) {
  if (!now_.is_name(name)) return false;
  next();
  return true;
}

void Tokens::expect(std::string_view sign, std::string_view where) {
  if (take(sign)) return;
  std::string found =
      now_.type == Token::Type::end ? std::string("the tag ends here") : fmt::format("found \"{}\"", now_.text);
  fail(now_.span, fmt::format("expected \"{}\" {}, {}", sign, where, found));
}

}  // namespace templates
