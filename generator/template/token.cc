#include "template/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "base/utf8.h"

namespace templates {
namespace {

bool is_name_part(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_'; }

// The longer ones first.
constexpr std::string_view kSigns[] = {"==", "!=", "<=", ">=", "(", ")", "[", "]", ",", ".", "|", "~", "<", ">", "="};

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
  trims_ = rest[0] == '-' && rest.substr(1).starts_with(close_);
  if (trims_ || rest.starts_with(close_)) {
    after_ = position_ + close_.size() + (trims_ ? 1 : 0);
    return;
  }
  size_t begin = position_;
  if (base::is_digit(rest[0])) {
    read_integer();
  } else if (is_name_part(rest[0])) {
    while (position_ < text_.size() && is_name_part(text_[position_])) ++position_;
    now_.type = Token::Type::name;
  } else if (rest[0] == '"' || rest[0] == '\'') {
    read_string();
  } else {
    read_sign();
  }
  now_.text = text_.substr(begin, position_ - begin);
  now_.span = span(begin, position_);
}

void Tokens::read_sign() {
  std::string_view rest = text_.substr(position_);
  now_.type = Token::Type::sign;
  for (std::string_view sign : kSigns) {
    if (rest.starts_with(sign)) {
      position_ += sign.size();
      return;
    }
  }
  std::string_view after = rest;
  base::take_code_point(after);
  std::string_view shown = rest.substr(0, rest.size() - after.size());
  bool calculates = std::string_view("+-*/%").find(shown) != std::string_view::npos;
  fail(span(position_, position_ + shown.size()), fmt::format("\"{}\" has no meaning here", base::visible(shown)),
       calculates ? "templates do not calculate: print the numbers that the page has" : "");
}

void Tokens::read_integer() {
  size_t begin = position_;
  while (position_ < text_.size() && is_name_part(text_[position_])) ++position_;
  std::string_view written = text_.substr(begin, position_ - begin);
  int64_t integer = 0;
  auto read = std::from_chars(written.data(), written.data() + written.size(), integer);
  if (read.ec != std::errc()) fail(span(begin, position_), "this number is too large");
  bool real = position_ + 1 < text_.size() && text_[position_] == '.' && base::is_digit(text_[position_ + 1]);
  if (real || read.ptr != written.data() + written.size()) {
    fail(span(begin, position_ + (real ? 1 : 0)), "templates have whole numbers only");
  }
  now_.type = Token::Type::literal;
  now_.literal = Value(integer);
}

void Tokens::read_string() {
  size_t begin = position_;
  char quote = text_[position_++];
  std::string value;
  for (;;) {
    if (position_ >= text_.size()) fail(span(begin, begin + 1), "this text has no closing quote");
    char c = text_[position_++];
    if (c == quote) break;
    if (c == '\\') {
      char escaped = position_ < text_.size() ? text_[position_++] : '\0';
      if (escaped != 'n' && escaped != '\\' && escaped != '"' && escaped != '\'') {
        fail(span(position_ - 2, position_), "a text has no such escape", R"(write \n, \\, \" or \')");
      }
      c = escaped == 'n' ? '\n' : escaped;
    }
    value += c;
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
